import { html, LitElement, nothing, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";

import { scene } from "../board/act";
import { board, drawn as drawnModels, ground, type Picked } from "../board/board";
import type { Camera } from "../board/camera";
import { glide, motionWanted } from "../board/glide";
import { levelsOf, type Level } from "../board/levels";
import { marginOf } from "../board/table";
import { edgeInQuery, edgeOpposite, turnFor, withEdge } from "../board/edges";
import { isOblong, type Quarter } from "../board/turned";
import { groups } from "../board/units";
import "../course/battle-course";
import type { BattleCourse } from "../course/battle-course";
import { Course } from "../course/course";
import { endCard } from "../course/end-card";
import { StudyDoor } from "../study/door";
import { LuckFeed } from "../course/luck-feed";
import { BoardTools, type Stage } from "../tools/board-tools";
import { Following, type Connection, type News } from "../timeline/follow";
import { hashOf, levelInHash, stepInHash, stepInQuery, Timeline } from "../timeline/timeline";
import type { Colour, Replay, Step, View } from "../timeline/types";
import { card, field } from "./card";
import { controls, type Command } from "./controls";
import { explanation, findingBox, type Told } from "./explain";
import { forces, score } from "./forces";
import { icon } from "./icons";
import { levelSwitch } from "./levels";
import { headNow, liveMark } from "./live-mark";
import { modelCard } from "./model-card";
import "./rule-card";
import { atStep } from "../what-if/at-step";
import { shortcuts } from "./shortcuts";
import { Activations } from "../story/activations";
import "../story/battle-story";
import type { Only } from "../story/battle-story";
import "../story/field-text";
import { chapterName } from "../story/names";
import { passed } from "../story/passed";
import { keepVeil, keptVeil } from "../story/veil";
import { AddressNote } from "./address-note";

/** Milliseconds that an activation is on show, and more for each of its rolls. */
const [PACE, A_ROLL] = [1400, 250];
const SPEEDS = [1, 2, 4];
/** Milliseconds within which all who follow a battle load it again, so that they do not all ask at once. */
const SPREAD = 1500;
/** The camera goes so near that a usual base of 1.25″ is seen in so many pixels, and not at all where it is already. */
const SEEN = 40;
const LEAST_BASE = 125;
/** A phone that is held upright turns an oblong table by a quarter. */
const UPRIGHT = "(max-width: 599px) and (orientation: portrait)";
/** Where the forces stand below the first view. */
const NARROW = "(max-width: 899px)";

/**
 * The replay of a game: fetches `src` and lets the reader step through it. Its initial content (the page without
 * JavaScript) is replaced once the data has arrived. With `picture`, only the board, the title and a pause button are
 * shown. With `live-url`, the stream of a battle that is being played, new steps are added as they are recorded: a
 * reader at the last step goes on with the battle, any other stays and is told how many there are.
 */
@customElement("battle-replay")
export class BattleReplay extends LitElement {
  @property() src = "";
  @property({ attribute: "rules-url" }) rulesUrl = "";
  @property({ attribute: "share-url" }) shareUrl = "";
  @property({ attribute: "what-if-url" }) whatIfUrl = "";
  @property({ attribute: "odds-url" }) oddsUrl = "";
  @property({ attribute: "luck-url" }) luckUrl = "";
  @property({ attribute: "game-url" }) gameUrl = "";
  @property({ attribute: "rule-url" }) ruleUrl = "";
  @property({ attribute: "live-url" }) liveUrl = "";
  @property({ attribute: "study-url" }) studyUrl = "";
  @property({ attribute: "failure" }) failure = "";
  /** The side from whose edge the table is seen, unless the address names another. */
  @property() edge = "";
  @property({ type: Boolean }) picture = false;
  @state() private number = 0;
  @state() private playing = false;
  @state() private speed = 1;
  @state() private copied = false;
  @state() private failed = false;
  @state() private level: Level = null;
  @state() private picked: Picked | undefined;
  @state() private connection: Connection = "live";
  @state() private fresh = 0;
  /** Hundredths of an inch that a pixel of the board shows. */
  @state() private pixel = 0;
  /** The camera stays where the reader has put it. */
  @state() private held = false;
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
  /** The playhead is being drawn along, or a key is held down. */
  private passing = false;
  private readonly address = new AddressNote();
  private stream: Connection = "live";
  private words: Record<string, string> = {};
  private levels = [0];
  private timeline?: Timeline;
  private course?: Course;
  private acts?: Activations;
  private told?: Told;
  private camera?: Camera;
  private timer = 0;
  private following?: Following;
  private loadTimer = 0;
  /** What the stream told while the replay was being loaded again, which may have been read before that. */
  private meanwhile: (() => void)[] | undefined;
  private stopGlide = (): void => undefined;
  private ground: unknown = nothing;
  private glideOn = false;
  /** The step on show was come to from the one before it, and is acted out. */
  private moving = false;
  /** The step that was on show before, from which models go to where they are. */
  private from = 0;
  private readonly resized = "ResizeObserver" in window ? new ResizeObserver(() => this.measure()) : undefined;
  private measured: Element | undefined;
  private readonly upright = window.matchMedia(UPRIGHT);
  private quarter: Quarter | undefined;
  /** The replay as it is drawn: its table turned, or as it lies in the record. */
  private laid?: Replay;
  private nearer = 1;
  private readonly study = new StudyDoor(this);
  private readonly luck = new LuckFeed(this);
  private readonly tools = new BoardTools(this);

  /** Rendered into the page itself, beside the initial content until the data has arrived. */
  protected override createRenderRoot(): HTMLElement {
    return this.appendChild(document.createElement("div"));
  }

  override connectedCallback(): void {
    super.connectedCallback();
    window.addEventListener("hashchange", this.followHash);
    if (!this.picture) document.addEventListener("keydown", this.onKey);
    document.addEventListener("fullscreenchange", this.filled);
    this.upright.addEventListener("change", this.turn);
    if (this.timeline || this.following) this.following?.start();
    else void this.load();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    window.removeEventListener("hashchange", this.followHash);
    document.removeEventListener("keydown", this.onKey);
    document.removeEventListener("fullscreenchange", this.filled);
    this.upright.removeEventListener("change", this.turn);
    this.resized?.disconnect();
    this.measured = undefined;
    window.clearTimeout(this.timer);
    window.clearTimeout(this.loadTimer);
    this.address.write();
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
    this.spreadOut();
    if (!this.picture) this.study.begin(linked !== null);
    if (this.picture && !this.liveUrl && motionWanted()) this.play();
  }

  /** The page around the replay gives it all the room there is. */
  private spreadOut(): void {
    const { parentElement: page } = this;
    if (this.picture || page?.localName !== "main") return;
    page.classList.add("theatre");
    this.veilPage();
    for (const tools of page.querySelectorAll(":scope > .game-tools")) page.classList.toggle("tooled", !tools.toggleAttribute("hidden", !tools.childElementCount));
  }

  /** Take over what the server tells of a game. */
  private lay(replay: Replay): void {
    const colours = new Map(replay.sides.map((side) => [side.id, side.colour]));
    const before = this.timeline?.replay.table;
    if (before?.w !== replay.table.w || before.d !== replay.table.d) delete this.camera;
    this.timeline = new Timeline(replay);
    this.course = new Course(replay);
    this.acts = new Activations(replay.steps);
    const { rulesUrl, oddsUrl, gameUrl, ruleUrl } = this;
    this.told = { replay, rulesUrl, oddsUrl, gameUrl, ruleUrl, colourOf: (side): Colour | "" => colours.get(side) ?? "" };
    this.levels = levelsOf(replay);
    this.spread();
  }

  /** Lay the table out: turned on a phone that is held upright, the first side below. */
  private spread(): void {
    const replay = this.timeline?.replay;
    if (!replay) return;
    this.quarter = this.picture ? undefined : turnFor(replay, this.edgeNow, this.upright.matches);
    this.laid = this.quarter?.replay(replay) ?? replay;
    this.ground = ground(this.laid, this.quarter?.reversed);
  }

  private turn = (): void => {
    this.camera?.reset();
    delete this.camera;
    this.spread();
    this.requestUpdate();
  };

  private get edgeNow(): string {
    return edgeInQuery(location.search) ?? this.edge;
  }

  /** See the table from the other side's edge. The address keeps it. */
  private turnAround = (): void => {
    const { replay } = this.timeline ?? {};
    if (replay) history.replaceState(history.state, "", withEdge(location.href, edgeOpposite(replay, this.edgeNow)));
    this.turn();
  };

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

  private noteInAddress(): void {
    if (!this.picture) this.address.take(hashOf(this.number, this.level), this.passing);
  }

  /** A level of this game; a link may name one that it does not have. */
  private known = (level: Level): Level => (level !== null && this.levels.includes(level) ? level : null);

  private lookAt = (level: Level): void => {
    this.level = level;
    this.noteInAddress();
  };

  /** Choosing again what is chosen lets it go. */
  private pick = (picked: Picked): void => {
    const same = this.picked?.kind === picked.kind && this.picked.id === picked.id;
    this.picked = same ? undefined : picked;
    this.only = this.picked && this.told && this.timeline && onlyOf(this.told.replay, this.timeline.at(this.number), this.picked);
  };

  private followHash = (): void => {
    const linked = stepInHash(location.hash);
    if (linked === null || this.picture) return;
    this.level = this.known(levelInHash(location.hash));
    if (linked !== this.number) this.go(linked);
  };

  private act = (command: Command): void => {
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

  private play(): void {
    if (this.timeline && this.number >= this.timeline.length) this.go(this.picture ? this.timeline.opening() : 1);
    this.playing = true;
    this.tick();
  }

  private pause(): void {
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

  private onKey = (event: KeyboardEvent): void => {
    const target = event.target as HTMLElement;
    if (event.ctrlKey || event.metaKey || event.altKey || target.closest("input:not([type=range]), textarea, select")) return;
    if (event.key === " " && target.closest("button, a, summary")) return;
    if (event.key.toLowerCase() === "n") return this.nameAll();
    if (this.study.key(event.key)) return;
    if (event.key.toLowerCase() === "w" && this.whatIfUrl && this.number) return location.assign(atStep(this.whatIfUrl, this.number));
    if (event.key === "?") return this.listKeys();
    if (event.key === "Escape" && this.keysListed) return this.listKeys();
    if (this.tools.key(event)) return event.preventDefault();
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

  private faster = (): void => {
    this.speed = SPEEDS[(SPEEDS.indexOf(this.speed) + 1) % SPEEDS.length] ?? 1;
  };

  private point = (model: string): void => {
    this.querySelector(".model.pointed")?.classList.remove("pointed");
    if (model) this.querySelector(`.model[data-id="${CSS.escape(model)}"]`)?.classList.add("pointed");
  };

  protected override updated(): void {
    const drawn = this.querySelector<SVGSVGElement>("svg.board");
    const timeline = this.timeline;
    if (!drawn || !timeline) return;
    if (!this.camera && !this.picture) void this.setUpCamera();
    if (this.measured !== drawn) {
      this.measured = drawn;
      this.resized?.disconnect();
      // It looks at once, when everything has its place: to ask now would have the page laid out twice.
      if (this.resized) this.resized.observe(drawn);
      else this.measure();
    }
    if (!this.below) requestAnimationFrame(() => window.setTimeout(() => (this.below = true)));
    const step = timeline.step(this.number);
    if (this.glideOn && step && motionWanted()) {
      const gone = passed(timeline.replay.steps, this.from, this.number) ?? step;
      this.stopGlide = glide(drawn, this.quarter?.step(gone) ?? gone, Math.min(700, this.pace() * 0.6));
      if (!this.held) this.camera?.to(this.sceneOf(timeline, step), (SEEN * this.pixel * this.nearer) / LEAST_BASE);
    }
    this.glideOn = false;
  }

  /** The camera comes after the first view, which does not need it. */
  private async setUpCamera(): Promise<void> {
    const { Camera } = await import("../board/camera");
    const [drawn, table] = [this.querySelector<SVGSVGElement>("svg.board"), this.laid?.table];
    if (this.camera || !drawn || !table) return;
    this.camera = new Camera(drawn, table.w, table.d, marginOf(table), (factor, byHand) => {
      this.nearer = factor;
      if (byHand) this.held = true;
      this.measure();
    });
  }

  /** The part of the table at which the step happens. */
  private sceneOf(timeline: Timeline, step: Step): ReturnType<typeof scene> {
    const replay = this.laid ?? timeline.replay;
    const view = this.quarter?.view(timeline.at(this.number)) ?? timeline.at(this.number);
    return scene(this.quarter?.step(step) ?? step, view, groups(replay.units, drawnModels(replay.models, view, new Set()), view));
  }

  /** How much of the table a pixel shows; letters and plates keep their size on the screen. */
  private measure(): void {
    const drawn = this.querySelector<SVGSVGElement>("svg.board");
    const table = this.laid?.table;
    if (!drawn || !table || !drawn.clientWidth || !drawn.clientHeight) return;
    const { left, top, right, bottom } = marginOf(table);
    const whole = Math.max((table.w + left + right) / drawn.clientWidth, (table.d + top + bottom) / drawn.clientHeight);
    const pixel = Number((whole / this.nearer).toPrecision(3));
    // The story's sheet stands on the controls. Asked before anything is set, so that nothing is laid out for the answer.
    const foot = this.upright.matches ? (this.querySelector<HTMLElement>(".controls")?.offsetHeight ?? 0) : undefined;
    drawn.style.setProperty("--pixel", String(pixel));
    if (foot !== undefined) this.style.setProperty("--foot", `${foot}px`);
    this.pixel = pixel;
  }

  private wholeScreen = (): void => {
    const stage = this.querySelector(".replay");
    if (document.fullscreenElement) void document.exitFullscreen();
    else void stage?.requestFullscreen?.();
  };

  private filled = (): void => {
    this.full = document.fullscreenElement !== null && this.contains(document.fullscreenElement);
  };

  private zoomBy(factor: number): void {
    this.held = true;
    this.camera?.by(factor);
  }

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

  showAll = (): void => {
    this.held = false;
    this.camera?.reset();
  };

  private hold = (): void => {
    this.held = !this.held;
    if (this.held) return;
    const { timeline } = this;
    const step = timeline?.step(this.number);
    if (timeline && step) this.camera?.to(this.sceneOf(timeline, step), (SEEN * this.pixel * this.nearer) / LEAST_BASE);
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
      over: [this.tools.over, this.study.over({ replay: told.replay, view, step, number: this.number, quarter, pixel: this.pixel })],
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
    told.luck = this.luck.now;
    const course = this.course ?? new Course(told.replay);
    const ended = this.number === timeline.length ? endCard(told, course, (n) => this.jump(n)) : nothing;
    return html`<div class="replay ${isOblong(told.replay.table) ? "" : "square"} ${this.picked && this.picked.kind !== "piece" ? "carded" : ""} ${this.veiled ? "veiled" : ""} ${this.sheet ? "sheet-up" : ""} ${this.tools.replayClass}" data-step=${this.number} data-round=${view.r} data-phase=${view.p}>
      <div class="stage">
        ${this.liveUrl ? this.mark(words) : nothing}
        <div class="scores">
          ${one ? score(told, one, view, course.at(one.id, this.number)) : nothing}
          <p class="where"><b>${view.r ? `${words.round} ${view.r}` : ""}</b><span>${phaseNow(told, view, step)}</span></p>
          ${others.map((side) => score(told, side, view, course.at(side.id, this.number)))}
        </div>
        <div class="board-box ${this.levels.length > 1 ? "levelled" : ""} ${this.named ? "named" : ""} ${this.moving ? "moving" : ""} ${this.tools.boxClass}">
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
          </div>${this.tools.buttons(told.replay)}</div>${this.tools.panel(told.replay, view)}
        </div>
        <div class="controls">
          <battle-course .told=${told} .timeline=${timeline} .course=${course} .number=${this.number} .length=${timeline.length} .noted=${this.study.noted} .luck=${told.luck}
            @ask-luck=${this.luck.ask} @seek=${(event: CustomEvent<number>) => this.jump(event.detail, (event.target as BattleCourse).pressing)}></battle-course>
          ${controls(told, timeline, { number: this.number, playing: this.playing, speed: this.speed }, this.act, this.faster)}
        </div>
      </div>
      <div class="telling ${ended === nothing ? "" : "ended"} ${this.study.open ? "studied" : ""}">
        ${modelCard(told, timeline, view, this.number, this.picked, (n) => this.jump(n), () => (this.picked = undefined), this.tools.card(words))}
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

  /** Stop playing and go to a step that was chosen; `passing` while the playhead is drawn along. */
  jump(number: number, passing = false): void {
    this.passing = passing;
    this.pause();
    this.go(number);
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
}

const isOfSecrets = (step: Step): boolean => step.a === "commit" || step.a === "reveal";

/** Whom a story is about once a model or a unit has been chosen; undefined for a piece of terrain. */
function onlyOf(replay: Replay, view: View, { kind, id }: Picked): Only | undefined {
  if (kind === "piece") return undefined;
  const name = [...replay.units, ...replay.models].find((each) => each.i === id)?.n ?? "";
  return { id, name, models: new Set(replay.models.filter((model) => model.i === id || view.m[model.i]?.u === id).map((model) => model.i)) };
}

/** The phase in which a step was declared, and the phase that began with it. */
function phaseNow(told: Told, view: View, step?: Step): string {
  const after = chapterName(told, { round: 0, phase: view.p });
  if (!step || step.p === view.p) return after;
  return `${chapterName(told, { round: 0, phase: step.p })} → ${after}`;
}

const COMMANDS: Record<string, Command> = {
  ArrowLeft: "back", ArrowRight: "forward", "Shift+ArrowLeft": "actBack", "Shift+ArrowRight": "actForward", " ": "play", Home: "first", End: "last", "[": "phaseBack", "]": "phaseForward",
};
