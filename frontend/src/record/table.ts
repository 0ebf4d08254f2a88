import { html, LitElement, nothing, svg, type PropertyValues, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";

import { board, ground, type Look } from "../board/board";
import { Camera } from "../board/camera";
import { levelsOf, type Level } from "../board/levels";
import { inches, marginOf } from "../board/table";
import { icon } from "../elements/icons";
import { levelSwitch } from "../elements/levels";
import type { Place, Replay, Step, View } from "../timeline/types";
import { valueAt } from "./pointer";
import { endOf, lengthOf, movedTo, movedTogether, type Flat } from "./routes";
import type { Handle } from "./types";

/** A finger that lands this near a model means it. */
const NEAR = 24;
/** A finger that rests this long on its way makes a corner; hands tremble. */
const CORNER = 400;
const TREMBLE = 4;

/** What was chosen on the table: a model, or a unit where models belong to one; nothing for a free spot. */
export interface Chosen {
  id: string;
  model: string;
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
  @property({ attribute: false }) targets = new Map<string, string>();
  @property({ attribute: false }) handles: Handle[] = [];
  @property({ attribute: false }) action: Record<string, unknown> = {};
  /** A unit moves as a block, or one model after the other. */
  @property({ type: Boolean }) block = true;
  @state() private level: Level = null;
  @state() private held: string = "";
  private camera?: Camera;
  private ground: unknown = nothing;
  private levels = [0];
  private drag?: { handle: Handle; from: Flat; before: Record<string, unknown>; corner: boolean; timer: number; rest: Flat };

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has("chosen")) this.held = "";
    if (changed.has("replay")) {
      const before = changed.get("replay");
      this.ground = ground(this.replay);
      this.levels = levelsOf(this.replay);
      if (before?.table.w !== this.replay.table.w || before.table.d !== this.replay.table.d) delete this.camera;
    }
  }

  /** By so much, as a drag would: all of a unit as a block, or the one that is held. */
  nudge(by: Flat): void {
    const handle = this.handleHeld;
    if (handle) this.tell(this.moved(handle, this.action, by, false));
  }

  protected override updated(): void {
    const drawn = this.querySelector<SVGSVGElement>("svg.board");
    const { table } = this.replay;
    if (drawn && !this.camera) this.camera = new Camera(drawn, table.w, table.d, marginOf(table));
  }

  private get idOf(): (model: string) => string {
    return (model) => this.view.m[model]?.u || model;
  }

  private manner = (model: string): string => {
    const ids = [model, this.idOf(model)];
    const has = (known: { has(id: string): boolean }): boolean => ids.some((id) => known.has(id));
    if (ids.includes(this.chosen)) return "chosen";
    if (this.targets.size) return has(this.targets) ? "choosable" : "pale";
    if (this.handles.length || !this.able.size) return "";
    return has(this.able) ? "choosable" : "pale";
  };

  /** The place under a pointer, in hundredths of an inch. */
  private placeOf(event: { clientX: number; clientY: number }): Flat | null {
    const group = this.querySelector<SVGGElement>("svg.board .camera");
    const matrix = group?.getScreenCTM?.();
    if (!matrix) return null;
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
    return [Math.round(at.x), Math.round(at.y)];
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
        const away = Math.max(0, Math.hypot(now.a[0] - place[0], now.a[1] - place[1]) - model.r);
        return away <= reach ? [{ id: model.i, away: away + (this.manner(model.i) === "pale" ? reach : 0) }] : [];
      })
      .sort((one, other) => one.away - other.away);
    return found[0]?.id ?? "";
  }

  private tapped = (event: MouseEvent): void => {
    if (this.drag) return;
    const place = this.placeOf(event);
    if (!place) return;
    const model = this.nearest(place);
    const known = model && (this.manner(model) === "choosable" || !this.handles.length);
    if (this.handles.length && !known) return this.put(place);
    this.dispatchEvent(new CustomEvent<Chosen>("pick", { detail: { id: model && this.idOf(model), model } }));
  };

  /** A tap on a free spot brings there what is being placed: the one that is held, or all as a block. */
  private put(place: Flat): void {
    const handle = this.handleHeld;
    const end = handle && endOf(handle, this.action);
    if (!handle || (!end && handle.kind !== "place")) return;
    const [x, y] = end ?? [0, 0];
    this.tell(this.moved(handle, this.action, [place[0] - x, place[1] - y], true));
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
    this.drag = { handle, from, before: this.action, corner: Boolean(path?.length), timer: 0, rest: [event.clientX, event.clientY] };
    (event.currentTarget as Element).setPointerCapture(event.pointerId);
  };

  private dragged = (event: PointerEvent): void => {
    const { drag } = this;
    const place = drag && this.placeOf(event);
    if (!drag || !place) return;
    event.preventDefault();
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
    this.tell(this.drag.before);
    delete this.drag;
  };

  private dropped = (event: PointerEvent): void => {
    if (!this.drag) return;
    window.clearTimeout(this.drag.timer);
    event.stopPropagation();
    // The click that follows is part of the drag.
    window.setTimeout(() => (this.drag = undefined), 0);
  };

  /** What is drawn over the models: reach, ways, ends to be dragged, and what is worth knowing of each target. */
  private over(): TemplateResult {
    return svg`<g class="record-over">
      ${this.handles.map((handle) => this.way(handle))}
      ${[...this.targets].map(([id, text]) => this.plate(id, text))}
    </g>` as TemplateResult;
  }

  private way(handle: Handle): TemplateResult | typeof nothing {
    const end = endOf(handle, this.action);
    if (!end) return nothing;
    const base = this.replay.models.find((model) => model.i === handle.model)?.r ?? 63;
    if (handle.kind === "facing") return this.knob(handle, end, base);
    const path = handle.kind === "path" ? ((valueAt(this.action, handle.p) as Place[] | undefined) ?? []) : [];
    const gone = handle.from ? lengthOf(handle.from, path) : 0;
    const left = handle.kind === "path" && handle.reach ? Math.max(0, handle.reach - gone) : 0;
    const points = handle.from && path.length ? [handle.from, ...path].map(([x, y]) => `${x},${y}`).join(" ") : "";
    const away = Math.max(22 / this.scale, base);
    return svg`<g>
      ${left ? svg`<circle class="reach" cx=${end[0]} cy=${end[1]} r=${left}></circle>` : nothing}
      ${points ? svg`<polyline class="drawn" points=${points}></polyline>` : nothing}
      <circle class="end" cx=${end[0]} cy=${end[1]} r=${base}></circle>
      <circle class="grip ${handle.p === this.held ? "held" : ""}" data-handle=${handle.p} cx=${end[0]} cy=${end[1]} r=${away}
        @pointerdown=${(event: PointerEvent) => this.grab(event, handle)} @pointermove=${this.dragged}
        @pointerup=${this.dropped} @pointercancel=${this.cancelled} @mousedown=${stop} @touchstart=${stop}></circle>
      ${gone ? svg`<text class="length" x=${end[0]} y=${end[1] - base - 30} text-anchor="middle">${inches(gone)}</text>` : nothing}
    </g>` as TemplateResult;
  }

  private knob(handle: Handle, at: Place, base: number): TemplateResult {
    const [dx, dy] = (valueAt(this.action, handle.p) as Flat | undefined) ?? [0, 1000];
    const length = Math.hypot(dx, dy) || 1;
    const far = base + 60;
    const [x, y] = [at[0] + (dx / length) * far, at[1] + (dy / length) * far];
    return svg`<g><line class="drawn" x1=${at[0]} y1=${at[1]} x2=${x} y2=${y}></line>
      <circle class="grip knob" data-handle=${handle.p} cx=${x} cy=${y} r=${Math.max(40, 18 / this.scale)}
        @pointerdown=${(event: PointerEvent) => this.grab(event, handle)} @pointermove=${this.dragged}
        @pointerup=${this.dropped} @pointercancel=${this.cancelled} @mousedown=${stop} @touchstart=${stop}></circle></g>` as TemplateResult;
  }

  private plate(id: string, text: string): TemplateResult | typeof nothing {
    const stand = this.replay.models.filter((model) => (model.i === id || this.idOf(model.i) === id) && this.view.m[model.i]?.a && !this.view.m[model.i]?.o);
    const at = stand.map((model) => this.view.m[model.i]!.a!).sort((one, other) => one[1] - other[1])[0];
    if (!at || !text) return nothing;
    const up = (stand[0]?.r ?? 60) + 40;
    return svg`<text class="plate" x=${at[0]} y=${at[1] - up} text-anchor="middle">${text}</text>` as TemplateResult;
  }

  protected override render(): TemplateResult {
    const { words } = this.replay;
    const look: Look = {
      level: this.level, levels: this.levels, pick: () => undefined, manner: this.manner, over: this.over(),
    };
    return html`<div class="record-board ${this.handles.length ? "drawing" : ""}" @click=${this.tapped}>
        ${board(this.replay, this.view, this.step, new Set(), this.ground, look)}
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
