import { state } from "lit/decorators.js";

import { motionWanted } from "../board/glide";
import { Following, type Connection, type News } from "../timeline/follow";
import { levelInHash, stepInHash, stepInQuery, type Timeline } from "../timeline/timeline";
import type { Replay, Step } from "../timeline/types";
import { Played } from "./played";

/** Milliseconds within which all who follow a battle load it again, so that they do not all ask at once. */
const SPREAD = 1500;

/** The replay and its server: loading a game, and going on with one that is being played. */
export abstract class Followed extends Played {
  @state() protected failed = false;
  @state() protected connection: Connection = "live";
  protected words: Record<string, string> = {};
  private stream: Connection = "live";
  private following?: Following;
  private loadTimer = 0;
  /** What the stream told while the replay was being loaded again, which may have been read before that. */
  private meanwhile: (() => void)[] | undefined;

  /** The replay has taken the place of the page without JavaScript; whether an address names the step. */
  protected abstract begun(linked: boolean): void;

  override connectedCallback(): void {
    super.connectedCallback();
    if (this.timeline || this.following) this.following?.start();
    else void this.load();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    window.clearTimeout(this.loadTimer);
    this.following?.stop();
  }

  private async load(): Promise<void> {
    try {
      const answer = await fetch(this.src, { headers: { Accept: "application/json" } });
      if (!answer.ok) throw new Error(String(answer.status));
      const replay = (await answer.json()) as Replay;
      this.words = replay.words;
      this.begin(replay);
      this.follow(replay);
    } catch {
      this.failed = true;
    }
  }

  private begin(replay: Replay): void {
    // Before the first step, the page says that there is none.
    if (this.liveUrl && !replay.steps.length) return;
    this.lay(replay);
    const timeline = this.timeline as Timeline;
    if (!this.picture) this.level = this.known(levelInHash(location.hash));
    const linked = this.picture ? null : (stepInHash(location.hash) ?? stepInQuery(location.search));
    this.number = timeline.clamp(linked ?? (this.liveUrl ? timeline.length : timeline.opening()));
    this.replaceChildren(this.renderRoot);
    if (this.luckUrl) this.luck.follow(this.luckUrl);
    this.begun(linked !== null);
    if (this.picture && !this.liveUrl && motionWanted()) this.play();
  }

  private follow(replay: Replay): void {
    if (!this.liveUrl || !replay.at) return;
    this.following = new Following(this.liveUrl, replay.at, {
      told: (news) => this.afterLoading(() => this.takeStep(news)),
      changed: () => this.afterLoading(this.loadSoon),
      connected: (now) => {
        this.connection = this.stream = now;
        // How it ended is told with the whole.
        if (now === "over" && !this.told?.replay.end) this.afterLoading(this.loadSoon);
      },
    });
    if (this.isConnected) this.following.start();
  }

  private afterLoading(take: () => void): void {
    if (this.meanwhile) this.meanwhile.push(take);
    else take();
  }

  /** A step of a battle that is being played. What was loaded again meanwhile may contain it already. */
  private takeStep = ({ step, rules, phases, again }: News): void => {
    const { timeline } = this;
    if (timeline && step.n <= timeline.length) return;
    // What a side wrote down in secret is told by its own data, and by no stream.
    if (!timeline || again || (isOfSecrets(step) && this.src.includes("as=")) || this.loadTimer || step.n !== timeline.length + 1) return this.loadSoon();
    Object.assign(timeline.replay.rules, rules);
    Object.assign(timeline.replay.phases, phases);
    const atEnd = this.atEnd;
    timeline.append(step);
    this.course?.extend(step);
    this.luck.lag();
    this.acts?.extend(step);
    this.goOn(atEnd, 1);
  };

  private get atEnd(): boolean {
    return !this.playing && this.number === this.timeline?.length;
  }

  /** Go to the new last step, or say how many steps were added. */
  private goOn(atEnd: boolean, added: number): void {
    if (!atEnd) this.fresh += added;
    else if (this.timeline) this.go(this.timeline.length, location.hash !== "");
  }

  private loadSoon = (): void => {
    this.loadTimer ||= window.setTimeout(() => void this.loadAgain(), Math.random() * SPREAD);
  };

  private async loadAgain(): Promise<void> {
    this.meanwhile = [];
    try {
      const answer = await fetch(this.src, { headers: { Accept: "application/json" }, cache: "no-cache" });
      if (!answer.ok) throw new Error(String(answer.status));
      const replay = (await answer.json()) as Replay;
      const { timeline, atEnd } = this;
      if (timeline) {
        this.lay(replay);
        this.number = this.timeline?.clamp(this.number) ?? 0;
        this.goOn(atEnd, replay.steps.length - timeline.length);
        this.requestUpdate();
      } else this.begin(replay);
      this.loadTimer = 0;
      this.connection = this.stream;
    } catch {
      this.connection = "lost";
      this.loadTimer = window.setTimeout(() => void this.loadAgain(), 5000);
    }
    const told = this.meanwhile;
    this.meanwhile = undefined;
    for (const take of told) take();
  }
}

const isOfSecrets = (step: Step): boolean => step.a === "commit" || step.a === "reveal";
