import { LitElement, nothing } from "lit";
import { property, state } from "lit/decorators.js";

import { scene } from "../board/act";
import { drawn as drawnModels, ground } from "../board/board";
import type { Camera } from "../board/camera";
import { edgeInQuery, edgeOpposite, turnFor, withEdge } from "../board/edges";
import { levelsOf } from "../board/levels";
import { marginOf } from "../board/table";
import type { Quarter } from "../board/turned";
import { groups } from "../board/units";
import { Upright } from "../board/upright";
import { Course } from "../course/course";
import { LuckFeed } from "../course/luck-feed";
import type { Told } from "../elements/explain";
import { Activations } from "../story/activations";
import { Timeline } from "../timeline/timeline";
import type { Colour, Replay, Step } from "../timeline/types";

/** The camera goes so near that a usual base of 1.25″ is seen in so many pixels, and not at all where it is already. */
const SEEN = 40;
const LEAST_BASE = 125;

/** A replay as it lies before the reader: what is told of the game, its table, and how much of that the camera shows. */
export abstract class Laid extends LitElement {
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
  @state() protected number = 0;
  /** Hundredths of an inch that a pixel of the board shows. */
  @state() protected pixel = 0;
  /** The camera stays where the reader has put it. */
  @state() protected held = false;
  protected levels = [0];
  protected timeline?: Timeline;
  protected course?: Course;
  protected acts?: Activations;
  protected told?: Told;
  protected ground: unknown = nothing;
  protected quarter: Quarter | undefined;
  /** The replay as it is drawn: its table turned, or as it lies in the record. */
  protected laid?: Replay;
  protected readonly luck = new LuckFeed(this);
  private camera?: Camera;
  /** What was wanted of the camera before it was there. */
  private wanted: (() => void) | undefined;
  private nearer = 1;
  private readonly resized = "ResizeObserver" in window ? new ResizeObserver(() => this.measure()) : undefined;
  private measured: Element | undefined;
  private readonly upright = new Upright(this, () => this.turn());

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.resized?.disconnect();
    this.measured = undefined;
  }

  /** Take over what the server tells of a game. */
  protected lay(replay: Replay): void {
    const colours = new Map(replay.sides.map((side) => [side.id, side.colour]));
    const before = this.timeline?.replay.table;
    if (before?.w !== replay.table.w || before.d !== replay.table.d) delete this.camera;
    this.timeline = new Timeline(replay);
    this.course = new Course(replay);
    this.acts = new Activations(replay.steps);
    const { rulesUrl, oddsUrl, gameUrl, ruleUrl, luck } = this;
    this.told = { replay, rulesUrl, oddsUrl, gameUrl, ruleUrl, colourOf: (side): Colour | "" => colours.get(side) ?? "", get luck() { return luck.now; } };
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

  protected turn = (): void => {
    this.camera?.reset();
    delete this.camera;
    this.spread();
    this.requestUpdate();
  };

  protected get edgeNow(): string {
    return edgeInQuery(location.search) ?? this.edge;
  }

  /** See the table from the other side's edge. The address keeps it. */
  protected turnAround = (): void => {
    const { replay } = this.timeline ?? {};
    if (replay) history.replaceState(history.state, "", withEdge(location.href, edgeOpposite(replay, this.edgeNow)));
    this.turn();
  };

  protected override updated(): void {
    const drawn = this.querySelector<SVGSVGElement>("svg.board");
    if (!drawn || !this.timeline) return;
    if (!this.camera && !this.picture) void this.setUpCamera();
    if (this.measured !== drawn) {
      this.measured = drawn;
      this.resized?.disconnect();
      // They look at once, when everything has its place: to ask now would have the page laid out twice. The controls grow
      // when the luck of the battle is there.
      for (const each of [drawn, ...this.querySelectorAll(".controls")]) this.resized?.observe(each);
      if (!this.resized) this.measure();
    }
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
    this.wanted?.();
    this.wanted = undefined;
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

  /** The camera goes where the step on show happens. */
  protected lookThere(): void {
    const { timeline, camera } = this;
    const step = timeline?.step(this.number);
    if (!camera) this.wanted = () => this.lookThere();
    else if (timeline && step) camera.to(this.sceneOf(timeline, step), (SEEN * this.pixel * this.nearer) / LEAST_BASE);
  }

  protected zoomBy(factor: number): void {
    this.held = true;
    if (this.camera) this.camera.by(factor);
    else this.wanted = () => this.camera?.by(factor);
  }

  showAll = (): void => {
    this.held = false;
    this.wanted = undefined;
    this.camera?.reset();
  };

  protected hold = (): void => {
    this.held = !this.held;
    if (this.held) this.wanted = undefined;
    else this.lookThere();
  };
}
