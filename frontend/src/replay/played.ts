import { state } from "lit/decorators.js";

import { glide, motionWanted } from "../board/glide";
import type { Level } from "../board/levels";
import { AddressNote } from "../elements/address-note";
import type { Command } from "../elements/controls";
import { passed } from "../story/passed";
import { hashOf, levelInHash, stepInHash } from "../timeline/timeline";
import { Laid } from "./laid";

/** Milliseconds that an activation is on show, and more for each of its rolls. */
const [PACE, A_ROLL] = [1400, 250];
const SPEEDS = [1, 2, 4];

/** Going through a battle: to a step that is chosen or linked to, on from step to step, or by itself. */
export abstract class Played extends Laid {
  @state() protected playing = false;
  @state() protected speed = 1;
  @state() protected level: Level = null;
  /** How many steps were added behind the one on show. */
  @state() protected fresh = 0;
  /** The step on show was come to from the one before it, and is acted out. */
  protected moving = false;
  /** The playhead is being drawn along, or a key is held down. */
  protected passing = false;
  private readonly address = new AddressNote();
  private timer = 0;
  private stopGlide = (): void => undefined;
  private glideOn = false;
  /** The step that was on show before, from which models go to where they are. */
  private from = 0;

  override connectedCallback(): void {
    super.connectedCallback();
    window.addEventListener("hashchange", this.followHash);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    window.removeEventListener("hashchange", this.followHash);
    window.clearTimeout(this.timer);
    this.address.write();
  }

  /** Go to a step. Models are animated only for the very next step, or for all of the activation that is gone on with. */
  go(number: number, noted = true): void {
    if (!this.timeline) return;
    const wanted = this.timeline.clamp(number);
    const acted = wanted === this.number + 1 || (wanted > this.number && wanted === this.acts?.next(this.number));
    if (wanted !== this.number || this.glideOn) this.moving = this.glideOn = acted && !this.passing;
    if (wanted !== this.number) this.stopGlide();
    this.from = this.number;
    this.number = wanted;
    this.fresh = Math.min(this.fresh, this.timeline.length - wanted);
    if (noted) this.noteInAddress();
  }

  /** Stop playing and go to a step that was chosen; `passing` while the playhead is drawn along. */
  jump(number: number, passing = false): void {
    this.passing = passing;
    this.pause();
    this.go(number);
  }

  private noteInAddress(): void {
    if (!this.picture) this.address.take(hashOf(this.number, this.level), this.passing);
  }

  /** A level of this game; a link may name one that it does not have. */
  protected known = (level: Level): Level => (level !== null && this.levels.includes(level) ? level : null);

  protected lookAt = (level: Level): void => {
    this.level = level;
    this.noteInAddress();
  };

  private followHash = (): void => {
    const linked = stepInHash(location.hash);
    if (linked === null || this.picture) return;
    this.level = this.known(levelInHash(location.hash));
    if (linked !== this.number) this.go(linked);
  };

  protected act = (command: Command): void => {
    const timeline = this.timeline;
    if (!timeline) return;
    if (command === "play") return this.playing ? this.pause() : this.play();
    this.pause();
    const target = {
      first: 1, last: timeline.length, back: this.number - 1, forward: this.number + 1,
      phaseBack: timeline.chapterFrom(this.number, -1), phaseForward: timeline.chapterFrom(this.number, 1),
      actBack: this.acts?.back(this.number) ?? 1, actForward: this.acts?.next(this.number) ?? 1,
    }[command];
    this.go(target);
  };

  protected play(): void {
    if (this.timeline && this.number >= this.timeline.length) this.go(this.picture ? this.timeline.opening() : 1);
    this.playing = true;
    this.tick();
  }

  protected pause(): void {
    this.playing = false;
    window.clearTimeout(this.timer);
  }

  private tick(): void {
    window.clearTimeout(this.timer);
    this.timer = window.setTimeout(() => {
      if (!this.playing || !this.timeline) return;
      if (this.number >= this.timeline.length) {
        if (!this.picture) return this.pause();
        this.go(this.timeline.opening());
      } else this.go(this.acts?.next(this.number) ?? this.number + 1);
      this.tick();
    }, this.pace());
  }

  private pace(): number {
    const rolls = this.timeline?.step(this.number)?.l?.filter((line) => line.k).length ?? 0;
    return (this.picture ? 1100 : PACE + A_ROLL * rolls) / this.speed;
  }

  protected faster = (): void => {
    this.speed = SPEEDS[(SPEEDS.indexOf(this.speed) + 1) % SPEEDS.length] ?? 1;
  };

  protected override updated(): void {
    super.updated();
    const drawn = this.querySelector<SVGSVGElement>("svg.board");
    const { timeline } = this;
    if (!drawn || !timeline) return;
    const step = timeline.step(this.number);
    if (this.glideOn && step && motionWanted()) {
      const gone = passed(timeline.replay.steps, this.from, this.number) ?? step;
      this.stopGlide = glide(drawn, this.quarter?.step(gone) ?? gone, Math.min(700, this.pace() * 0.6));
      if (!this.held) this.lookThere();
    }
    this.glideOn = false;
  }
}
