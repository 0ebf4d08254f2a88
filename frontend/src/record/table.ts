import { html, LitElement, nothing, svg, type PropertyValues, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";

import { board, ground, type Look } from "../board/board";
import { Camera } from "../board/camera";
import { inside, levelsOf, type Level } from "../board/levels";
import { centre, inches, marginOf, stands } from "../board/table";
import { isOblong, Quarter } from "../board/turned";
import { Upright } from "../board/upright";
import { icon } from "../elements/icons";
import { levelSwitch } from "../elements/levels";
import type { Flat, Place, Replay, Step, Terrain, View } from "../timeline/types";
import { loupe, type Loupe } from "./loupe";
import { placed } from "./plates";
import { valueAt } from "./pointer";
import { endOf, lengthOf, movedTo, movedTogether, undrawn } from "./routes";
import type { Handle } from "./types";

/** A finger that lands this near a model means it. */
const NEAR = 24;
/** A finger that rests this long on its way makes a corner; hands tremble. */
const CORNER = 400;
const TREMBLE = 4;
/** Pixels of what is written on the table, however near one looks. */
const LETTER = 13;

/** What was chosen on the table: a model, or a unit where models belong to one; nothing for a free spot. */
export interface Chosen {
  id: string;
  model: string;
}

/** Somebody was drawn across the table: to a place, or onto somebody. */
export interface Pull {
  from: Chosen;
  to: Place;
  onto: Chosen | undefined;
}

/**
 * The table as a form: tap who acts and whom, draw where a model goes. It shows what it is given and knows no rules;
 * everything it does can also be done beside it, in lists and numbers.
 */
@customElement("record-table")
export class RecordTable extends LitElement {
  @property({ attribute: false }) replay!: Replay;
  @property({ attribute: false }) view!: View;
  @property({ attribute: false }) step: Step | undefined;
  /** Models and units that may do something now. */
  @property({ attribute: false }) able = new Set<string>();
  @property() chosen = "";
  /** Whom the chosen one may act on, with what is worth knowing before. */
  @property({ attribute: false }) targets = new Map<string, string[]>();
  /** Who may be drawn across the table now, or be tapped although something else is being drawn. */
  @property({ attribute: false }) startable = new Set<string>();
  @property({ attribute: false }) handles: Handle[] = [];
  @property({ attribute: false }) action: Record<string, unknown> = {};
  /** What is drawn is a proposal: the first stroke takes its place. */
  @property({ type: Boolean }) offered = false;
  /** A unit moves as a block, or one model after the other. */
  @property({ type: Boolean }) block = true;
  /** The sides that play on this phone: upright, their edge of the table is below. */
  @property({ attribute: false }) mine: readonly string[] = [];
  @state() private level: Level = null;
  @state() private held: string = "";
  @state() private loupe: Loupe | undefined;
  private camera?: Camera;
  private ground: unknown = nothing;
  /** Letters are as large on the screen however much room the panel leaves. */
  private readonly resized = "ResizeObserver" in window ? new ResizeObserver(() => this.requestUpdate()) : undefined;
  private readonly upright = new Upright(this, () => this.requestUpdate("upright"));
  private quarter: Quarter | undefined;
  private passOver = false;
  private lifted: { clientX: number; clientY: number } | undefined;
  private drawn!: { replay: Replay; view: View };
  private levels = [0];
  /** A finger that began on a model, and where it is since it has left it. */
  @state() private pull: { model: string; start: Flat; to?: Place } | undefined;
  private drag?: { handle: Handle; from: Flat; before: Record<string, unknown>; corner: boolean; timer: number; rest: Flat; begun: boolean };

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.resized?.disconnect();
  }

  protected override willUpdate(changed: PropertyValues): void {
    if (changed.has("chosen")) this.held = "";
    const before = changed.get("replay") as Replay | undefined;
    const other = before?.table.w !== this.replay.table.w || before.table.d !== this.replay.table.d;
    const turned = changed.has("upright") || (changed.has("replay") && other);
    if (turned) {
      this.quarter = this.upright.matches && isOblong(this.replay.table) ? new Quarter(this.replay.table, this.farther) : undefined;
      delete this.camera;
    }
    if (turned || changed.has("replay")) {
      const replay = this.quarter?.replay(this.replay) ?? this.replay;
      this.drawn = { replay, view: this.view };
      this.ground = ground(replay, this.quarter?.reversed);
      this.levels = levelsOf(this.replay);
    }
    if (turned || changed.has("view")) this.drawn.view = this.quarter?.view(this.view) ?? this.view;
  }

  /** Whether the edge of whoever plays here is the far one of the record. */
  private get farther(): boolean {
    const [side] = this.mine;
    const zone = this.replay.table.zones.find((each) => each.n === side);
    const own = this.replay.models.flatMap((model) => (model.s === side && this.view.m[model.i]?.a ? [this.view.m[model.i]!.a![0]] : []));
    const x = zone ? centre(zone.o)[0] : own.length ? own.reduce((sum, each) => sum + each, 0) / own.length : 0;
    return x > this.replay.table.w / 2;
  }

  /** Where a place is drawn. */
  private seen<T extends Flat | Place>(place: T): T {
    return this.quarter?.place(place) ?? place;
  }

  /** By so much on the screen, as a drag would: all of a unit as a block, or the one that is held. */
  nudge(by: Flat): void {
    const handle = this.handleHeld;
    if (handle) this.tell(this.moved(handle, this.action, this.quarter?.direction(by, true) ?? by, false));
  }

  protected override firstUpdated(): void {
    // Before the table's own zoom hears of it.
    const board = this.querySelector<HTMLElement>(".record-board")!;
    this.resized?.observe(board);
    for (const kind of ["pointerdown", "mousedown", "touchstart"] as const) board.addEventListener(kind, this.pressed, { capture: true, passive: true });
  }

  protected override updated(): void {
    const drawn = this.querySelector<SVGSVGElement>("svg.board");
    const { table } = this.drawn.replay;
    if (drawn && !this.camera) this.camera = new Camera(drawn, table.w, table.d, marginOf(table), () => this.requestUpdate());
    const pixel = this.pixel;
    if (pixel) drawn?.style.setProperty("--pixel", String(pixel));
  }

  /** Hundredths of an inch that a pixel of the table shows; 0 before it is drawn. */
  private get pixel(): number {
    return this.querySelector("svg.board .camera") ? Number((1 / this.scale).toPrecision(3)) : 0;
  }

  private get idOf(): (model: string) => string {
    return (model) => this.view.m[model]?.u || model;
  }

  private manner = (model: string): string => {
    const ids = [model, this.idOf(model)];
    const has = (known: { has(id: string): boolean }): boolean => ids.some((id) => known.has(id));
    const start = this.starts(model) ? " startable" : "";
    if (ids.includes(this.chosen)) return `chosen${start}`;
    if (this.targets.size) return (has(this.targets) ? "choosable" : "pale") + start;
    if (this.handles.length || !this.able.size) return start;
    return (has(this.able) ? "choosable" : "pale") + start;
  };

  private starts(model: string): boolean {
    return model !== "" && (this.startable.has(model) || this.startable.has(this.idOf(model)));
  }

  private chosenAt(model: string): Chosen {
    return { id: model && this.idOf(model), model };
  }

  /** The place under a pointer, in hundredths of an inch. */
  private placeOf(event: { clientX: number; clientY: number }): Flat | null {
    const group = this.querySelector<SVGGElement>("svg.board .camera");
    const matrix = group?.getScreenCTM?.();
    if (!matrix) return null;
    const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
    const at: Flat = [Math.round(x), Math.round(y)];
    return this.quarter?.back(at) ?? at;
  }

  private get scale(): number {
    const matrix = this.querySelector<SVGGElement>("svg.board .camera")?.getScreenCTM?.();
    return matrix ? Math.hypot(matrix.a, matrix.b) || 1 : 1;
  }

  /** The model that a tap means: the nearest within a finger's width, first of those that can be chosen. */
  nearest(place: Flat): string {
    const reach = NEAR / this.scale;
    const found = this.replay.models
      .flatMap((model) => {
        const now = this.view.m[model.i];
        if (!now?.a || now.o) return [];
        const middle = Math.hypot(now.a[0] - place[0], now.a[1] - place[1]);
        // Of two that stand over each other, the one whose middle is nearer.
        const away = Math.max(middle / 100, middle - model.r);
        return away <= reach ? [{ id: model.i, away: away + (this.manner(model.i).startsWith("pale") ? reach : 0) }] : [];
      })
      .sort((one, other) => one.away - other.away);
    return found[0]?.id ?? "";
  }

  private tapped = (event: MouseEvent): void => {
    if (this.drag || this.passOver) return;
    // A click is told in whole pixels, the finger that was lifted is not.
    const { clientX, clientY } = this.lifted ?? event;
    const near = Math.hypot(clientX - event.clientX, clientY - event.clientY) < TREMBLE;
    const place = this.placeOf(near ? { clientX, clientY } : event);
    if (!place) return;
    const model = this.nearest(place);
    const known = model && (this.manner(model).startsWith("choosable") || this.starts(model) || !this.handles.length);
    if (this.handles.length && !known) return this.put(place);
    if (!model && this.pieceAt(place)) return;
    this.dispatchEvent(new CustomEvent<Chosen>("pick", { detail: this.chosenAt(model) }));
  };

  /** A finger on somebody who may act draws them across the table; it does not move the table itself. */
  private pressed = (event: Event): void => {
    const touch = (event as TouchEvent).touches;
    const point = touch ? touch[0] : (event as MouseEvent);
    const place = point && this.placeOf(point);
    // Where somebody stands beside the end of a way, whoever is nearer is meant.
    if (!place || (event.target as Element).closest(".grip:not(.way-end)") || (touch && touch.length > 1)) return;
    const model = this.nearest(place);
    if (!this.starts(model)) return;
    event.stopPropagation();
    if (event instanceof PointerEvent && !event.button) this.pull = { model, start: [event.clientX, event.clientY] };
  };

  private pulled = (event: PointerEvent): void => {
    const { pull } = this;
    const place = pull && this.placeOf(event);
    if (!pull || !place) return;
    if (!pull.to) {
      if (Math.hypot(event.clientX - pull.start[0], event.clientY - pull.start[1]) < 2 * TREMBLE) return;
      (event.currentTarget as Element).setPointerCapture(event.pointerId);
    }
    event.preventDefault();
    const height = this.view.m[pull.model]?.a?.[2] ?? 0;
    this.pull = { ...pull, to: [place[0], place[1], height] };
    this.magnify(event);
  };

  private released = (event: PointerEvent): void => {
    const { pull } = this;
    this.lifted = { clientX: event.clientX, clientY: event.clientY };
    this.pull = this.loupe = undefined;
    if (!pull?.to || event.type === "pointercancel") return;
    // The click that follows is part of the gesture.
    this.passOver = true;
    window.setTimeout(() => (this.passOver = false), 0);
    const met = this.nearest([pull.to[0], pull.to[1]]);
    const onto = met && met !== pull.model && this.idOf(met) !== this.idOf(pull.model) ? this.chosenAt(met) : undefined;
    this.dispatchEvent(new CustomEvent<Pull>("pull", { detail: { from: this.chosenAt(pull.model), to: pull.to, onto } }));
  };

  /** What is being placed, brought to a place as a tap on it would. */
  bring(place: Place, model: string): void {
    this.held = this.handles.find((handle) => handle.kind !== "facing" && handle.model === model)?.p ?? this.held;
    this.put([place[0], place[1]]);
  }

  private magnify(event: PointerEvent): void {
    // A finger hides where it is.
    const drawn = this.querySelector<SVGSVGElement>("svg.board");
    if (event.pointerType === "touch" && drawn) this.loupe = { drawn, x: event.clientX, y: event.clientY };
  }

  /** A tap on terrain means the piece, where one can be acted on. */
  private pieceAt(place: Flat): boolean {
    const piece = this.pieces.filter((each) => inside(place, each.o)).at(-1);
    if (piece) this.dispatchEvent(new CustomEvent<Chosen>("pick", { detail: { id: piece.id, model: piece.id } }));
    return Boolean(piece);
  }

  /** The pieces of terrain that can be chosen now. */
  private get pieces(): Terrain[] {
    const found = stands(this.replay.table.terrain, this.view.e);
    return found.filter((piece) => this.targets.has(piece.id) || (!this.targets.size && !this.handles.length && this.able.has(piece.id)));
  }

  /** A tap on a free spot brings there what is being placed: the one that is held, or all as a block. */
  private put(place: Flat): void {
    const handle = this.handleHeld;
    const before = this.offered ? undrawn(this.action, this.handles) : this.action;
    const end = handle && endOf(handle, before);
    if (!handle || (!end && handle.kind !== "place")) return;
    const [x, y] = end ?? [0, 0];
    this.tell(this.moved(handle, before, [place[0] - x, place[1] - y], true));
  }

  /** What is moved by taps and arrows: what was dragged last, or the first. */
  get handleHeld(): Handle | undefined {
    const moving = this.handles.filter((handle) => handle.kind !== "facing");
    return moving.find((handle) => handle.p === this.held) ?? moving[0] ?? this.handles[0];
  }

  private moved(handle: Handle, before: Record<string, unknown>, by: Flat, corner: boolean): Record<string, unknown> {
    const several = this.handles.filter((each) => each.kind !== "facing").length > 1;
    if (several && this.block && handle.kind !== "facing") return movedTogether(before, this.handles, by, corner);
    const end = (handle.kind === "facing" ? handle.from : endOf(handle, before)) ?? [0, 0, 0];
    const to: Place = [end[0] + by[0], end[1] + by[1], end[2] ?? 0];
    return movedTo(before, handle, to, corner);
  }

  private tell(action: Record<string, unknown>): void {
    this.action = action;
    this.dispatchEvent(new CustomEvent("edit", { detail: action }));
  }

  private grab = (event: PointerEvent, handle: Handle): void => {
    const from = this.placeOf(event);
    if (!from || event.button) return;
    event.preventDefault();
    event.stopPropagation();
    this.held = handle.p;
    const path = handle.kind === "path" ? (valueAt(this.action, handle.p) as unknown[] | undefined) : undefined;
    this.drag = { handle, from, before: this.action, corner: Boolean(path?.length) && !this.offered, timer: 0, rest: [event.clientX, event.clientY], begun: false };
    (event.currentTarget as Element).setPointerCapture(event.pointerId);
  };

  private dragged = (event: PointerEvent): void => {
    const { drag } = this;
    const place = drag && this.placeOf(event);
    if (!drag || !place) return;
    event.preventDefault();
    if (!drag.begun && Math.hypot(event.clientX - drag.rest[0], event.clientY - drag.rest[1]) < TREMBLE) return;
    drag.begun = true;
    this.magnify(event);
    if (drag.handle.kind === "facing") this.tell(movedTo(drag.before, drag.handle, [place[0], place[1], 0]));
    else this.tell(this.moved(drag.handle, drag.before, [place[0] - drag.from[0], place[1] - drag.from[1]], drag.corner));
    const moved = Math.hypot(event.clientX - drag.rest[0], event.clientY - drag.rest[1]);
    if (moved < TREMBLE || drag.handle.kind === "facing") return;
    window.clearTimeout(drag.timer);
    drag.rest = [event.clientX, event.clientY];
    drag.timer = window.setTimeout(() => {
      if (this.drag === drag) this.drag = { ...drag, from: place, before: this.action, corner: true, timer: 0 };
    }, CORNER);
  };

  /** The browser took the finger away, to scroll or to zoom: nothing was drawn. */
  private cancelled = (): void => {
    if (!this.drag) return;
    window.clearTimeout(this.drag.timer);
    if (this.drag.begun) this.tell(this.drag.before);
    this.loupe = undefined;
    delete this.drag;
  };

  private dropped = (event: PointerEvent): void => {
    if (!this.drag) return;
    window.clearTimeout(this.drag.timer);
    this.loupe = undefined;
    event.stopPropagation();
    const place = this.placeOf(event);
    // A tap on somebody who stands under a grip means them. Where nothing is drawn yet, the grips of a unit lie over all
    // places nearby, and a tap means the place.
    const { begun, corner, handle } = this.drag;
    const somebody = place && this.starts(this.nearest(place));
    if (!begun && (somebody || !corner || handle.kind === "facing")) return void (this.drag = undefined);
    // The click that follows is part of the drag.
    window.setTimeout(() => (this.drag = undefined), 0);
  };

  /** What is drawn over the models: reach, ways, ends to be dragged, and what is worth knowing of each target. */
  private over(): TemplateResult {
    return svg`<g class="record-over">
      ${this.pieces.map((piece) => svg`<polygon class="choosable-piece" data-piece=${piece.id} points=${piece.o.map((place) => this.seen(place)).join(" ")}></polygon>`)}
      ${this.handles.map((handle) => this.way(handle))}
      ${this.line()}
      ${this.plates()}
    </g>` as TemplateResult;
  }

  private way(handle: Handle): TemplateResult | typeof nothing {
    const at = endOf(handle, this.action);
    if (!at) return nothing;
    const end = this.seen(at);
    const base = this.replay.models.find((model) => model.i === handle.model)?.r ?? 63;
    if (handle.kind === "facing") return this.knob(handle, end, base);
    const path = handle.kind === "path" ? ((valueAt(this.action, handle.p) as Place[] | undefined) ?? []) : [];
    const gone = handle.from ? lengthOf(handle.from, path) : 0;
    const left = handle.kind === "path" && handle.reach ? Math.max(0, handle.reach - gone) : 0;
    const points = handle.from && path.length ? [handle.from, ...path].map((place) => this.seen(place).slice(0, 2).join()).join(" ") : "";
    const away = Math.max(22 / this.scale, base);
    return svg`<g>
      ${left ? svg`<circle class="reach" cx=${end[0]} cy=${end[1]} r=${left}></circle>` : nothing}
      ${points ? svg`<polyline class="drawn" points=${points}></polyline>` : nothing}
      <circle class="end" cx=${end[0]} cy=${end[1]} r=${base}></circle>
      <circle class="grip ${handle.kind === "path" ? "way-end" : ""} ${handle.p === this.held ? "held" : ""}" data-handle=${handle.p} cx=${end[0]} cy=${end[1]} r=${away}
        @pointerdown=${(event: PointerEvent) => this.grab(event, handle)} @pointermove=${this.dragged}
        @pointerup=${this.dropped} @pointercancel=${this.cancelled} @mousedown=${stop} @touchstart=${stop}></circle>
      ${gone ? svg`<text class="length" x=${end[0]} y=${end[1] - base - 30} font-size=${this.letter} text-anchor="middle">${inches(gone)}</text>` : nothing}
    </g>` as TemplateResult;
  }

  /** From whoever is being drawn to the finger, with how far that is. */
  private line(): unknown {
    const from = this.pull?.to && this.view.m[this.pull.model]?.a;
    if (!from || !this.pull?.to) return nothing;
    const [start, end] = [this.seen(from), this.seen(this.pull.to)];
    return svg`<polyline class="drawn" points="${start[0]},${start[1]} ${end[0]},${end[1]}"></polyline>
      <text class="length" x=${end[0]} y=${end[1] - 2 * this.letter} font-size=${this.letter} text-anchor="middle">${inches(lengthOf(from, [this.pull.to]))}</text>`;
  }

  private knob(handle: Handle, at: Place, base: number): TemplateResult {
    const facing = (valueAt(this.action, handle.p) as Flat | undefined) ?? [0, 1000];
    const [dx, dy] = this.quarter?.direction(facing) ?? facing;
    const length = Math.hypot(dx, dy) || 1;
    const far = base + 60;
    const [x, y] = [at[0] + (dx / length) * far, at[1] + (dy / length) * far];
    return svg`<g><line class="drawn" x1=${at[0]} y1=${at[1]} x2=${x} y2=${y}></line>
      <circle class="grip knob" data-handle=${handle.p} cx=${x} cy=${y} r=${Math.max(40, 18 / this.scale)}
        @pointerdown=${(event: PointerEvent) => this.grab(event, handle)} @pointermove=${this.dragged}
        @pointerup=${this.dropped} @pointercancel=${this.cancelled} @mousedown=${stop} @touchstart=${stop}></circle></g>` as TemplateResult;
  }

  /** The size of letters that are as large on the screen however large the table is drawn. */
  private get letter(): number {
    return Math.round(LETTER / this.scale);
  }

  private plates(): unknown {
    const { table } = this.drawn.replay;
    const margin = marginOf(table);
    const pieces = stands(this.drawn.replay.table.terrain, this.drawn.view.e);
    const texts = [...this.targets].flatMap(([id, known]) => {
      // On a phone there is room for one thing each; the list says the others.
      const text = this.quarter ? (known.at(-1) ?? "") : known.join(" · ");
      const at = this.above(id) ?? pieces.filter((piece) => piece.id === id).map((piece) => centre(piece.o))[0];
      return at && text ? [{ text, at }] : [];
    });
    const lines = placed(texts, this.letter, -margin.left, table.w + margin.right);
    return lines.map(({ text, x, y }) => svg`<text class="plate" x=${x} y=${y} font-size=${this.letter} text-anchor="middle">${text}</text>`);
  }

  /** The place just above the topmost model of a unit, or above a model. */
  private above(id: string): Flat | undefined {
    const { replay, view } = this.drawn;
    const stand = replay.models.filter((model) => (model.i === id || this.idOf(model.i) === id) && view.m[model.i]?.a && !view.m[model.i]?.o);
    const [x, y] = stand.map((model) => view.m[model.i]!.a!).sort((one, other) => one[1] - other[1])[0] ?? [];
    return x === undefined || y === undefined ? undefined : [x, y - (stand[0]?.r ?? 60) - this.letter / 3];
  }

  protected override render(): TemplateResult {
    const { words } = this.replay;
    const { replay, view } = this.drawn;
    const look: Look = { level: this.level, levels: this.levels, pick: () => undefined, manner: this.manner, over: this.over(), ...(this.pixel ? { pixel: this.pixel } : {}) };
    const step = this.step && (this.quarter?.step(this.step) ?? this.step);
    return html`<div class="record-board ${this.handles.length ? "drawing" : ""}" @click=${this.tapped}
        @pointermove=${this.pulled} @pointerup=${this.released} @pointercancel=${this.released}>
        ${board(replay, view, step, new Set(), this.ground, look)}
        ${this.loupe ? loupe(this.loupe) : nothing}
      </div>
      <div class="record-tools">${levelSwitch(words, this.levels, this.level, (level) => (this.level = level))}
        <div class="zoom">
          <button type="button" aria-label=${words.zoomIn ?? ""} @click=${() => this.camera?.by(1.5)}>${icon("plus")}</button>
          <button type="button" aria-label=${words.zoomOut ?? ""} @click=${() => this.camera?.by(1 / 1.5)}>${icon("minus")}</button>
          <button type="button" aria-label=${words.whole ?? ""} @click=${() => this.camera?.reset()}>${icon("whole")}</button>
        </div></div>`;
  }
}

const stop = (event: Event): void => event.stopPropagation();
