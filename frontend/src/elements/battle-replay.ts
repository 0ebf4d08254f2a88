import { html, nothing, type TemplateResult } from "lit";
import { customElement, state } from "lit/decorators.js";

import { board, type Picked } from "../board/board";
import { edgeInQuery, withEdge } from "../board/edges";
import { isOblong } from "../board/turned";
import "../course/battle-course";
import type { BattleCourse } from "../course/battle-course";
import { Course } from "../course/course";
import { endCard } from "../course/end-card";
import { Followed } from "../replay/followed";
import "../story/battle-story";
import type { Only } from "../story/battle-story";
import "../story/field-text";
import { chapterName } from "../story/names";
import { keepVeil, keptVeil } from "../story/veil";
import { StudyDoor } from "../study/door";
import { hashOf, type Timeline } from "../timeline/timeline";
import type { Replay, Step, View } from "../timeline/types";
import type { BoardTools, Stage } from "../tools/board-tools";
import { OF_TOOLS } from "../tools/keys";
import { atStep } from "../what-if/at-step";
import { card, field } from "./card";
import { controls, type Command } from "./controls";
import { explanation, findingBox, type Told } from "./explain";
import { forces, score } from "./forces";
import { icon } from "./icons";
import { levelSwitch } from "./levels";
import { headNow, liveMark } from "./live-mark";
import { modelCard } from "./model-card";
import "./rule-card";
import { shortcuts } from "./shortcuts";

/** Where the forces stand below the first view. */
const NARROW = "(max-width: 899px)";

/**
 * The replay of a game: fetches `src` and lets the reader step through it. Its initial content (the page without
 * JavaScript) is replaced once the data has arrived. With `picture`, only the board, the title and a pause button are
 * shown. With `live-url`, the stream of a battle that is being played, new steps are added as they are recorded: a
 * reader at the last step goes on with the battle, any other stays and is told how many there are.
 */
@customElement("battle-replay")
export class BattleReplay extends Followed {
  @state() private copied = false;
  @state() private picked: Picked | undefined;
  @state() private named = false;
  @state() private keysListed = false;
  @state() private full = false;
  /** Whom the story is only about. */
  @state() private only: Only | undefined;
  /** What is ahead of the playhead is hidden. */
  @state() private veiled = keptVeil();
  /** The story is drawn up, where it is a sheet. */
  @state() private sheet = false;
  /** What stands below the first view is drawn after it. */
  @state() private below = !window.matchMedia(NARROW).matches;
  private seen = false;
  private readonly study = new StudyDoor(this);
  private tools: BoardTools | undefined;

  /** Rendered into the page itself, beside the initial content until the data has arrived. */
  protected override createRenderRoot(): HTMLElement {
    return this.appendChild(document.createElement("div"));
  }

  override connectedCallback(): void {
    super.connectedCallback();
    if (!this.picture) document.addEventListener("keydown", this.onKey);
    document.addEventListener("fullscreenchange", this.filled);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    document.removeEventListener("keydown", this.onKey);
    document.removeEventListener("fullscreenchange", this.filled);
  }

  protected override begun(linked: boolean): void {
    if (this.picture) return;
    this.spreadOut();
    this.study.begin(linked);
  }

  /** The page around the replay gives it all the room there is. */
  private spreadOut(): void {
    const { parentElement: page } = this;
    if (page?.localName !== "main") return;
    page.classList.add("theatre");
    this.veilPage();
    for (const tools of page.querySelectorAll(":scope > .game-tools")) page.classList.toggle("tooled", !tools.toggleAttribute("hidden", !tools.childElementCount));
  }

  /** Choosing again what is chosen lets it go. */
  private pick = (picked: Picked): void => {
    const same = this.picked?.kind === picked.kind && this.picked.id === picked.id;
    this.picked = same ? undefined : picked;
    this.only = this.picked && this.told && this.timeline && onlyOf(this.told.replay, this.timeline.at(this.number), this.picked);
  };

  private onKey = (event: KeyboardEvent): void => {
    const target = event.target as HTMLElement;
    if (event.ctrlKey || event.metaKey || event.altKey || target.closest("input:not([type=range]), textarea, select")) return;
    if (event.key === " " && target.closest("button, a, summary")) return;
    if (event.key.toLowerCase() === "n") return this.nameAll();
    if (this.study.key(event.key)) return;
    if (event.key.toLowerCase() === "w" && this.whatIfUrl && this.number) return location.assign(atStep(this.whatIfUrl, this.number));
    if (event.key === "?") return this.listKeys();
    if (event.key === "Escape" && this.keysListed) return this.listKeys();
    if (!this.tools && OF_TOOLS.test(event.key)) return void this.equip().then((tools) => tools.key(event));
    if (this.tools?.key(event)) return event.preventDefault();
    const round = /^[1-9]$/.test(event.key) ? this.timeline?.firstOf(Number(event.key)) : 0;
    if (round && this.acts) return this.jump(this.acts.next(round - 1));
    const command = COMMANDS[event.shiftKey ? `Shift+${event.key}` : event.key] ?? (event.shiftKey ? undefined : COMMANDS[event.key]);
    if (!command) return;
    event.preventDefault();
    // A key that is held down goes on faster than an address may be written.
    this.passing = event.repeat;
    this.act(command);
  };

  private listKeys = (): void => {
    this.keysListed = !this.keysListed;
  };

  private copy = async (): Promise<void> => {
    const link = withEdge(new URL(`${this.gameUrl}?step=${this.number}${hashOf(this.number, this.level)}`, location.href).href, edgeInQuery(location.search) ?? "");
    try {
      await navigator.clipboard.writeText(link);
    } catch {
      const field = document.createElement("textarea");
      field.value = link;
      this.append(field);
      field.select();
      document.execCommand("copy");
      field.remove();
    }
    this.copied = true;
    window.setTimeout(() => (this.copied = false), 2500);
  };

  private point = (model: string): void => {
    this.querySelector(".model.pointed")?.classList.remove("pointed");
    if (model) this.querySelector(`.model[data-id="${CSS.escape(model)}"]`)?.classList.add("pointed");
  };

  protected override updated(): void {
    super.updated();
    if (this.seen || !this.timeline || !this.querySelector("svg.board")) return;
    this.seen = true;
    // A tap on the board that has just appeared is answered first.
    const idle = window.requestIdleCallback ?? ((done: () => void) => window.setTimeout(done, 100));
    requestAnimationFrame(() => idle(this.afterFirstView, { timeout: 500 }));
  }

  private afterFirstView = (): void => {
    this.below = true;
    if (!this.picture) void this.equip();
  };

  /** The tools of the table, which nobody has in hand at the first view. */
  private async equip(): Promise<BoardTools> {
    const { BoardTools } = await import("../tools/board-tools");
    this.tools ??= new BoardTools(this);
    this.requestUpdate();
    return this.tools;
  }

  private wholeScreen = (): void => {
    const stage = this.querySelector(".replay");
    if (document.fullscreenElement) void document.exitFullscreen();
    else void stage?.requestFullscreen?.();
  };

  private filled = (): void => {
    this.full = document.fullscreenElement !== null && this.contains(document.fullscreenElement);
  };

  private nameAll = (): void => {
    this.named = !this.named;
  };

  /** What the tools see of the replay, once there is one. */
  get shown(): Stage["shown"] {
    const { timeline, number, quarter, pixel, picked, playing } = this;
    return timeline && !this.picture ? { timeline, number, quarter, pixel, picked, playing, table: (this.laid ?? timeline.replay).table } : undefined;
  }

  choose(picked: Picked | undefined): void {
    this.picked = picked;
  }

  private veil = (): void => {
    this.veiled = !this.veiled;
    keepVeil(this.veiled);
    this.veilPage();
  };

  /** The result that the page itself tells is hidden with what is ahead. */
  private veilPage(): void {
    if (this.parentElement?.classList.contains("theatre")) this.parentElement.classList.toggle("veiled", this.veiled);
  }

  /** Draw the story up over the lower half of a phone, with the table above it, or put it down. */
  private drawSheet = ({ detail }: CustomEvent<boolean>): void => {
    this.sheet = detail;
    if (!detail) return;
    window.scrollTo({ top: 0 });
  };

  private nextFinding = (): void => {
    const found = this.timeline?.findings() ?? [];
    const next = found.find((step) => step > this.number) ?? found[0];
    if (next) this.jump(next);
  };

  protected override render(): TemplateResult | typeof nothing {
    const { timeline, told } = this;
    if (!timeline || !told) {
      if (this.failed) return html`<p class="notice" role="alert">${this.failure}</p>`;
      return this.connection === "off" ? this.mark(this.words) : nothing;
    }
    const before = this.number ? timeline.at(this.number - 1) : undefined;
    const view = timeline.at(this.number);
    const step = timeline.step(this.number);
    const { quarter } = this;
    const drawn = board(this.laid ?? told.replay, quarter?.view(view) ?? view, step && (quarter?.step(step) ?? step), timeline.ghosts(this.number), this.ground, {
      level: this.level, levels: this.levels, pick: this.pick, recorded: view, ...(before ? { before } : {}), ...(this.pixel ? { pixel: this.pixel } : {}), ...(this.picked ? { picked: this.picked } : {}),
      over: [this.tools?.over ?? nothing, this.study.over({ replay: told.replay, view, step, number: this.number, quarter, pixel: this.pixel })],
    });
    return this.picture ? this.pictured(told, drawn, view, step) : this.whole(told, timeline, drawn, view, step);
  }

  private pictured(told: Told, drawn: TemplateResult, view: View, step?: Step): TemplateResult {
    const { words } = told.replay;
    if (this.liveUrl) return this.picturedLive(told, drawn, view, step);
    const label = this.playing ? words.pause : words.play;
    return html`<div class="picture" data-step=${this.number}>
      ${drawn}
      <p class="caption">
        <button type="button" aria-label=${label ?? ""} @click=${() => this.act("play")}>
          ${icon(this.playing ? "pause" : "play")}
        </button>
        <span class="caption-where">${chapterName(told, { round: view.r, phase: view.p })}</span>
        <span class="caption-text">${step?.t}</span>
      </p>
    </div>`;
  }

  /** A battle as it is played: what both sides have, the table, and what came of the newest act. */
  private picturedLive(told: Told, drawn: TemplateResult, view: View, step?: Step): TemplateResult {
    const course = this.course ?? new Course(told.replay);
    return html`<div class="picture" data-step=${this.number}>
      <div class="scores">${told.replay.sides.map((side) => score(told, side, view, course.at(side.id, this.number)))}</div>
      ${drawn}
      <p class="caption" role="status">
        <span class="caption-where">${chapterName(told, { round: view.r, phase: view.p })}</span>
        <span class="caption-text">${step?.t}</span>
        ${step?.o ? html`<span class="caption-outcome">${step.o}</span>` : nothing}
      </p>
    </div>`;
  }

  private whole(told: Told, timeline: Timeline, drawn: TemplateResult, view: View, step?: Step): TemplateResult {
    const { words, sides, findings } = told.replay;
    const [one, ...others] = sides;
    const course = this.course ?? new Course(told.replay);
    const ended = this.number === timeline.length ? endCard(told, course, (n) => this.jump(n)) : nothing;
    return html`<div class="replay ${isOblong(told.replay.table) ? "" : "square"} ${this.picked && this.picked.kind !== "piece" ? "carded" : ""} ${this.veiled ? "veiled" : ""} ${this.sheet ? "sheet-up" : ""} ${this.tools?.replayClass ?? ""}" data-step=${this.number} data-round=${view.r} data-phase=${view.p}>
      <div class="stage">
        ${this.liveUrl ? this.mark(words) : nothing}
        <div class="scores">
          ${one ? score(told, one, view, course.at(one.id, this.number)) : nothing}
          <p class="where"><b>${view.r ? `${words.round} ${view.r}` : ""}</b><span>${phaseNow(told, view, step)}</span></p>
          ${others.map((side) => score(told, side, view, course.at(side.id, this.number)))}
        </div>
        <div class="board-box ${this.levels.length > 1 ? "levelled" : ""} ${this.named ? "named" : ""} ${this.moving ? "moving" : ""} ${this.tools?.boxClass ?? ""}">
          ${drawn}
          <div class="board-tools">${levelSwitch(words, this.levels, this.level, this.lookAt)}
          ${card(told, view, this.picked, () => (this.picked = undefined))}<div class="zoom">
            <button type="button" aria-label=${words.zoomIn ?? ""} @click=${() => this.zoomBy(1.5)}>${icon("plus")}</button>
            <button type="button" aria-label=${words.zoomOut ?? ""} @click=${() => this.zoomBy(1 / 1.5)}>${icon("minus")}</button>
            <button type="button" aria-label=${words.whole ?? ""} @click=${this.showAll}>${icon("whole")}</button>
            <button type="button" class="around" aria-label=${words.around ?? ""} title=${words.around ?? ""} @click=${this.turnAround}>${icon("around")}</button>
            <button type="button" aria-pressed=${this.held ? "true" : "false"} aria-label=${words.hold ?? ""} title=${words.hold ?? ""} @click=${this.hold}>${icon("hold")}</button>
            <button type="button" aria-pressed=${this.named ? "true" : "false"} aria-label=${words.names ?? ""} title="${words.names} (N)" aria-keyshortcuts="N" @click=${this.nameAll}>${icon("tag")}</button>
            <button type="button" aria-pressed=${this.full ? "true" : "false"} aria-label=${words.full ?? ""} title=${words.full ?? ""} @click=${this.wholeScreen}>${icon("full")}</button>
          </div>${this.tools?.buttons(told.replay) ?? nothing}</div>${this.tools?.panel(told.replay, view) ?? nothing}
        </div>
        <div class="controls">
          <battle-course .told=${told} .timeline=${timeline} .course=${course} .number=${this.number} .length=${timeline.length} .noted=${this.study.noted} .luck=${told.luck}
            @ask-luck=${this.luck.ask} @seek=${(event: CustomEvent<number>) => this.jump(event.detail, (event.target as BattleCourse).pressing)}></battle-course>
          ${controls(told, timeline, { number: this.number, playing: this.playing, speed: this.speed }, this.act, this.faster)}
        </div>
      </div>
      <div class="telling ${ended === nothing ? "" : "ended"} ${this.study.open ? "studied" : ""}">
        ${modelCard(told, timeline, view, this.number, this.picked, (n) => this.jump(n), () => (this.picked = undefined), this.tools?.card(words))}
        ${ended}
        <section class="now" aria-label=${words.step ?? ""}>
          ${step ? explanation(told, step) : html`<p>${words.empty}</p>`}
          <p class="now-tools">
            <button type="button" class="copy" @click=${this.copy}>${icon("link")}<span aria-live="polite">${this.copied ? words.copied : words.copy}</span></button>
            ${this.shareUrl && step ? html`<a class="button share" href="${this.shareUrl}?step=${this.number}">${words.share}</a>` : nothing}
            ${this.study.button(words.study ?? "")}
            ${this.whatIfUrl && step ? html`<a class="button what-if" aria-keyshortcuts="W" href=${atStep(this.whatIfUrl, this.number)}>${words.whatIf}</a>` : nothing}
            ${timeline.findings().length
              ? html`<button type="button" class="next-finding" @click=${this.nextFinding}><span class="flag" aria-hidden="true"></span>${words.next}</button>`
              : nothing}
            ${this.ruleUrl && step
              ? html`<a class="button judge" href="${this.ruleUrl}?step=${this.number}">${words.ruleOn}</a>`
              : nothing}
          </p>
        </section>
        ${this.study.panel()}
        ${findings.map((found) => findingBox(told, found))}
        <battle-story class="story" role="region" aria-label=${words.story ?? ""} .told=${told} .timeline=${timeline} .acts=${this.acts!} .number=${this.number} .length=${timeline.length}
          .only=${this.only} .veiled=${this.veiled} .up=${this.sheet} .passing=${this.passing} @seek=${(event: CustomEvent<number>) => this.jump(event.detail)}
          @everybody=${() => (this.only = undefined)} @ahead=${this.veil} @sheet=${this.drawSheet}></battle-story>
      </div>
      <section class="forces" aria-label=${words.forces ?? ""}>${this.below ? forces(told, view, this.point, this.picked?.id, this.pick) : nothing}</section>
      ${this.below ? html`${field(told, view, this.pick)}<field-text class="field" .told=${told} .view=${view}></field-text>` : nothing}
      ${this.keysListed ? shortcuts(words, this.listKeys, [...(this.whatIfUrl ? [["W", words.whatIf ?? ""] as [string, string]] : []), ...this.study.keys]) : nothing}
      <rule-card .replay=${told.replay} .base=${this.rulesUrl}></rule-card>
    </div>`;
  }

  private mark(words: Record<string, string>): TemplateResult {
    const back = this.timeline && this.connection !== "over" && this.number < this.timeline.length ? headNow(this.timeline, this.course, words) : "";
    return liveMark(words, this.connection, this.fresh, () => this.act("last"), this.gameUrl, back);
  }
}

/** Whom a story is about once a model or a unit has been chosen; undefined for a piece of terrain. */
function onlyOf(replay: Replay, view: View, { kind, id }: Picked): Only | undefined {
  if (kind === "piece") return undefined;
  const name = [...replay.units, ...replay.models].find((each) => each.i === id)?.n ?? "";
  return { id, name, models: new Set(replay.models.filter((model) => model.i === id || view.m[model.i]?.u === id).map((model) => model.i)) };
}

/** The phase in which a step was declared, and the phase that began with it. */
function phaseNow(told: Told, view: View, step?: Step): TemplateResult | string {
  const after = chapterName(told, { round: 0, phase: view.p });
  if (!step || step.p === view.p) return after;
  return html`<i class="phase-before">${chapterName(told, { round: 0, phase: step.p })} → </i>${after}`;
}

const COMMANDS: Record<string, Command> = {
  ArrowLeft: "back", ArrowRight: "forward", "Shift+ArrowLeft": "actBack", "Shift+ArrowRight": "actForward", " ": "play", Home: "first", End: "last", "[": "phaseBack", "]": "phaseForward",
};
