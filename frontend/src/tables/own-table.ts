import { html, LitElement, nothing, svg, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";

import { badge } from "../board/marks";
import { device, inner } from "../board/pieces";
import { inches, isWide, marginOf, surface, terrain, zone } from "../board/table";
import { forgery } from "../record/server";
import type { Flat, Zone } from "../timeline/types";
import {
  called, copied, found, grown, mirrored, moved, movedTo, outline, owners, placed, SNAP, terrainOf, towards, turned, without,
  type Kind, type Piece, type Plan,
} from "./plan";

interface Wrong {
  at: number | null;
  field: string;
  said: string;
}

interface Data {
  ruleset: string;
  pieces: Kind[];
  sizes: [number, number][];
  least: [number, number];
  most: number;
  pieces_most: number;
  shortest: number;
  tallest: number;
  raised: boolean;
  deployments: { key: string; name: string }[];
  plans: Record<string, Plan>;
  words: Record<string, string>;
}

/** A finger that moves a piece: where it began, and whether it has moved yet. */
interface Drag {
  pointer: number;
  piece: Piece;
  from: Flat;
  pixel: Flat;
  going: boolean;
}

const INCH = 100;
/** Pixels: what a finger covers, and how far it may tremble. */
const FINGER = 22;
const TREMBLE = 6;
/** Milliseconds that a hand may go on before the server is asked again. */
const REST = 250;
const MOST_UNDONE = 50;
/** The controls here belong to no form: the battle's own is neither sent by Enter in them nor held back by one of them. */
const APART = "no-form";
const ARROWS: Record<string, Flat> = { ArrowLeft: [-SNAP, 0], ArrowRight: [SNAP, 0], ArrowUp: [0, -SNAP], ArrowDown: [0, SNAP] };

/**
 * The drawing of a table in the form of a battle: a palette, the table, the piece that is chosen, and the list of all.
 * What is drawn is written into the form's field `plan`; zones and objections come from the server, which stores nothing.
 */
@customElement("own-table")
export class OwnTable extends LitElement {
  @property({ attribute: "look-url" }) lookUrl = "";
  @state() private plan: Plan = { width: 0, depth: 0, deployment: "", pieces: [] };
  @state() private zones: Zone[] = [];
  @state() private wrong: Wrong[] = [];
  @state() private armed = "";
  @state() private picked = "";
  @state() private told = "";
  private data!: Data;
  private past: Plan[] = [];
  private drag: Drag | undefined;
  /** A drag ends with a click that means nothing. */
  private quiet = false;
  private timer = 0;
  private asked = 0;

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    const data = document.getElementById("own-table-data")?.textContent;
    if (!data || !this.form || !this.field) return;
    this.data = JSON.parse(data) as Data;
    this.plan = this.read(this.field.value);
    if (this.radio) this.radio.disabled = false;
    this.form.querySelector("[data-scriptless]")?.remove();
    for (const button of this.form.querySelectorAll<HTMLButtonElement>("[data-change]")) {
      button.hidden = !this.data.plans[button.dataset.change ?? ""];
      button.addEventListener("click", this.change);
    }
    this.form.addEventListener("change", this.show);
    this.show();
    this.look();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    window.clearTimeout(this.timer);
    this.form?.removeEventListener("change", this.show);
    for (const button of this.form?.querySelectorAll("[data-change]") ?? []) button.removeEventListener("click", this.change);
  }

  private get form(): HTMLFormElement | null {
    return this.closest("form");
  }

  private get field(): HTMLInputElement | null {
    return this.form?.querySelector<HTMLInputElement>("input[name=plan]") ?? null;
  }

  private get radio(): HTMLInputElement | null {
    return this.form?.querySelector<HTMLInputElement>("[data-draws]") ?? null;
  }

  /** What a browser has put back may be anything. */
  private read(text: string): Plan {
    try {
      const plan = JSON.parse(text) as Plan;
      return { ...plan, pieces: plan.pieces.map((piece) => ({ ...{ turn: 0, floor: 0, of: "", name: "" }, ...piece })) };
    } catch {
      const [width, depth] = this.data.sizes[0] ?? [30, 22];
      return { width: width * INCH, depth: depth * INCH, deployment: this.data.deployments[0]?.key ?? "", pieces: [] };
    }
  }

  /** The drawing is there while the table of one's own is chosen. */
  private show = (): void => {
    this.hidden = !this.radio?.checked;
    const keep = this.form?.querySelector<HTMLElement>(".own-keep");
    if (keep) keep.hidden = this.hidden;
  };

  /** Begin with a ready table. */
  private change = (event: Event): void => {
    const plan = this.data.plans[(event.currentTarget as HTMLElement).dataset.change ?? ""];
    if (!plan || !this.radio) return;
    this.radio.checked = true;
    this.show();
    this.put(this.read(JSON.stringify(plan)), this.word("began"));
    this.picked = this.armed = "";
    void this.updateComplete.then(() => this.querySelector<HTMLElement>(".own-stage")?.focus());
  };

  // what is drawn

  private word(key: string, about: Record<string, string | number> = {}): string {
    return Object.entries(about).reduce((text, [name, value]) => text.replace(`{${name}}`, String(value)), this.data.words[key] ?? key);
  }

  private put(plan: Plan, told: string): void {
    this.past = [...this.past, this.plan].slice(-MOST_UNDONE);
    this.set(plan, told);
  }

  private set(plan: Plan, told: string): void {
    this.plan = plan;
    this.told = told;
    if (!plan.pieces.some((piece) => piece.id === this.picked)) this.picked = "";
    if (this.field) this.field.value = JSON.stringify(plan);
    this.look();
  }

  private replace(piece: Piece, told: string, word: "put" | "set" = "put"): void {
    this[word]({ ...this.plan, pieces: this.plan.pieces.map((each) => (each.id === piece.id ? piece : each)) }, told);
  }

  private kindOf(piece: Piece): Kind | undefined {
    return this.data.pieces.find((kind) => kind.key === piece.kind);
  }

  private name(piece: Piece): string {
    return called(this.plan, this.data.pieces)[this.plan.pieces.findIndex((each) => each.id === piece.id)] ?? "";
  }

  private get chosen(): Piece | undefined {
    return this.plan.pieces.find((piece) => piece.id === this.picked);
  }

  /** Ask the server what comes of it, once the hand rests. */
  private look(): void {
    window.clearTimeout(this.timer);
    this.timer = window.setTimeout(() => void this.ask(), REST);
  }

  private async ask(): Promise<void> {
    const turn = ++this.asked;
    const body = new URLSearchParams({ ruleset: this.data.ruleset, plan: JSON.stringify(this.plan) });
    const answer = await fetch(this.lookUrl, { method: "POST", headers: forgery(), body }).catch(() => undefined);
    if (!answer?.ok || turn !== this.asked) return;
    const { zones, wrong } = (await answer.json()) as { zones: Zone[]; wrong: Wrong[] };
    if (turn === this.asked) [this.zones, this.wrong] = [zones, wrong];
  }

  // acts

  private arm(kind: Kind, event: MouseEvent): void {
    // Without a pointer there is no place to tap.
    if (event.detail === 0) return this.place(kind, this.plan.width / 2, this.plan.depth / 2);
    this.armed = this.armed === kind.key ? "" : kind.key;
    this.picked = "";
  }

  private place(kind: Kind, x: number, y: number): void {
    this.armed = "";
    if (this.full()) return;
    const piece = placed(kind, this.data.pieces, x, y, this.plan);
    this.put({ ...this.plan, pieces: [...this.plan.pieces, piece] }, "");
    this.pick(piece);
    this.told = this.word("placed", { piece: this.name(piece) });
  }

  private full(): boolean {
    const most = this.plan.pieces.length >= this.data.pieces_most;
    if (most) this.told = this.word("full");
    return most;
  }

  private pick(piece: Piece | undefined): void {
    this.picked = piece?.id ?? "";
    this.armed = "";
    if (piece) this.told = this.sentence(piece);
  }

  private sentence(piece: Piece): string {
    const shown = (length: number): string => String(length / INCH);
    const { width, depth, x, y } = piece;
    return this.word("at", { piece: this.name(piece), width: shown(width), depth: shown(depth), x: shown(x), y: shown(y) });
  }

  private move(piece: Piece, by: Flat, many = 1): void {
    const there = moved(piece, by[0] * many, by[1] * many, this.plan);
    this.replace(there, this.word("moved", { piece: this.name(piece), x: there.x / INCH, y: there.y / INCH }));
  }

  private turn(piece: Piece): void {
    const there = turned(piece, this.plan);
    this.replace(there, this.word("turned", { piece: this.name(piece), turn: there.turn }));
  }

  private grow(piece: Piece, by: number): void {
    const there = grown(piece, by, this.plan);
    this.replace(there, this.word("sized", { piece: this.name(piece), width: there.width / INCH, depth: there.depth / INCH }));
  }

  private copy(piece: Piece): void {
    if (this.full()) return;
    const twin = copied(piece, this.kindOf(piece)?.letter ?? "t", this.plan);
    this.put({ ...this.plan, pieces: [...this.plan.pieces, twin] }, "");
    this.pick(twin);
  }

  private takeAway(piece: Piece): void {
    const told = this.word("deleted", { piece: this.name(piece) });
    this.put(without(this.plan, piece.id), told);
    this.querySelector<HTMLElement>(".own-stage")?.focus({ preventScroll: true });
  }

  private mirror(): void {
    const plan = mirrored(this.plan, towards(this.plan, this.zones), this.data.pieces);
    if (plan.pieces.length > this.data.pieces_most) this.told = this.word("full");
    else this.put(plan, this.word("mirrored"));
  }

  private undo(): void {
    const last = this.past.pop();
    if (last) this.set(last, this.word("undone"));
  }

  // the hand

  /** A place on the table under a pointer. */
  private placeOf(event: PointerEvent): { at: Flat; scale: number } | undefined {
    const matrix = this.querySelector<SVGSVGElement>(".own-stage svg")?.getScreenCTM();
    if (!matrix) return undefined;
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
    return { at: [at.x, at.y], scale: matrix.a };
  }

  private down = (event: PointerEvent): void => {
    const place = this.placeOf(event);
    this.quiet = false;
    if (!place || event.button !== 0 || this.armed) return;
    const piece = found(this.plan.pieces, place.at, FINGER / place.scale);
    // A finger scrolls the page over the table unless it begins on the piece that is chosen.
    if (!piece || (event.pointerType === "touch" && piece.id !== this.picked)) return;
    this.drag = { pointer: event.pointerId, piece, from: place.at, pixel: [event.clientX, event.clientY], going: false };
  };

  private go = (event: PointerEvent): void => {
    const drag = this.drag;
    if (!drag || drag.pointer !== event.pointerId) return;
    if (!drag.going && Math.hypot(event.clientX - drag.pixel[0], event.clientY - drag.pixel[1]) < TREMBLE) return;
    const place = this.placeOf(event);
    if (!place) return;
    if (!drag.going) {
      drag.going = true;
      this.past = [...this.past, this.plan].slice(-MOST_UNDONE);
      this.picked = drag.piece.id;
      (event.currentTarget as Element).setPointerCapture(event.pointerId);
    }
    const [dx, dy] = [place.at[0] - drag.from[0], place.at[1] - drag.from[1]];
    const there = movedTo(drag.piece, drag.piece.x + dx, drag.piece.y + dy, this.plan);
    this.replace(there, this.told, "set");
  };

  private up = (): void => {
    if (this.drag?.going) {
      if (this.chosen) this.told = this.sentence(this.chosen);
      this.quiet = true;
    }
    this.drag = undefined;
  };

  private tap = (event: PointerEvent): void => {
    const quiet = this.quiet;
    this.quiet = false;
    const place = this.placeOf(event);
    if (quiet || !place) return;
    const kind = this.data.pieces.find((each) => each.key === this.armed);
    if (kind) this.place(kind, ...place.at);
    else this.pick(found(this.plan.pieces, place.at, FINGER / place.scale));
  };

  private key = (event: KeyboardEvent): void => {
    const piece = this.chosen;
    if (event.key === "Escape") this.armed = this.picked = "";
    if (event.ctrlKey || event.metaKey || event.altKey || !piece) return;
    const arrow = ARROWS[event.key];
    const acts: Record<string, () => void> = {
      r: () => this.turn(piece), c: () => this.copy(piece), "+": () => this.grow(piece, 1), "=": () => this.grow(piece, 1),
      "-": () => this.grow(piece, -1), delete: () => this.takeAway(piece), backspace: () => this.takeAway(piece),
    };
    const act = arrow ? () => this.move(piece, arrow, event.shiftKey ? 6 : 1) : acts[event.key.toLowerCase()];
    if (!act) return;
    event.preventDefault();
    act();
  };

  // the page

  protected override render(): TemplateResult | typeof nothing {
    if (!this.data) return nothing;
    const names = called(this.plan, this.data.pieces);
    return html`<div class="own" role="group" aria-label=${this.word("drawn")}>
      ${this.ground()} ${this.palette()} ${this.stage(names)}
      <p class="visually-hidden" aria-live="polite">${this.told}</p>
      ${this.objections()} ${this.chosen ? this.handy(this.chosen) : nothing}
      <div class="own-acts">
        <button type="button" data-do="undo" ?disabled=${!this.past.length} @click=${() => this.undo()}>${this.word("undo")}</button>
        <button type="button" data-do="mirror" ?disabled=${!this.plan.pieces.length} @click=${() => this.mirror()}>${this.word("mirror")}</button>
        <button type="button" data-do="clear" ?disabled=${!this.plan.pieces.length}
          @click=${() => this.put({ ...this.plan, pieces: [] }, this.word("cleared"))}>${this.word("clear")}</button>
      </div>
      ${this.chosen ? this.details(this.chosen, names) : nothing} ${this.list(names)}
    </div>`;
  }

  private ground(): TemplateResult {
    const { plan, data } = this;
    const size = `${plan.width / INCH}x${plan.depth / INCH}`;
    const known = data.sizes.some(([width, depth]) => `${width}x${depth}` === size);
    const sized = (event: Event): void => {
      const [width, depth] = (event.target as HTMLSelectElement).value.split("x").map(Number);
      if (width && depth) this.resize(width * INCH, depth * INCH);
    };
    const number = (key: "width" | "depth", word: string): TemplateResult => html`<div class="field">
      <label for="own-${key}">${this.word(word)}</label>
      <input form=${APART} id="own-${key}" type="number" step="any" inputmode="decimal" min=${data.least[0]} max=${data.most} .value=${String(plan[key] / INCH)}
        @change=${(event: Event) => {
          const inch = Number((event.target as HTMLInputElement).value);
          if (inch > 0) this.resize(key === "width" ? Math.round(inch * INCH) : plan.width, key === "depth" ? Math.round(inch * INCH) : plan.depth);
        }}>
    </div>`;
    return html`<div class="own-ground">
      <div class="field"><label for="own-size">${this.word("size")}</label>
        <select form=${APART} id="own-size" @change=${sized}>
          ${data.sizes.map(([width, depth]) => html`<option value="${width}x${depth}" ?selected=${`${width}x${depth}` === size}>${width}″ × ${depth}″</option>`)}
          ${known ? nothing : html`<option value="" selected>${this.word("otherSize")}</option>`}
        </select></div>
      ${number("width", "tableWidth")} ${number("depth", "tableDepth")}
      ${data.deployments.length ? html`<div class="field"><label for="own-zones">${this.word("deployment")}</label>
        <select form=${APART} id="own-zones" @change=${(event: Event) => this.put({ ...plan, deployment: (event.target as HTMLSelectElement).value }, "")}>
          ${[...data.deployments, { key: "", name: this.word("noZones") }].map(({ key, name }) =>
            html`<option value=${key} ?selected=${key === plan.deployment}>${name}</option>`)}
        </select></div>` : nothing}
    </div>`;
  }

  /** Another size: what stands there stays, moved onto the table. */
  private resize(width: number, depth: number): void {
    const plan = { ...this.plan, width, depth };
    this.put({ ...plan, pieces: plan.pieces.map((piece) => moved(piece, 0, 0, plan)) }, "");
  }

  private palette(): TemplateResult {
    const armed = this.data.pieces.find((kind) => kind.key === this.armed);
    return html`<div class="own-palette" role="group" aria-label=${this.word("palette")}>
      ${this.data.pieces.map((kind) => html`<button type="button" data-kind=${kind.key} aria-pressed=${kind.key === this.armed}
        @click=${(event: MouseEvent) => this.arm(kind, event)}>${picture(kind)}<span>${kind.name}</span></button>`)}
    </div>
    <p class="own-hint small soft">${armed
      ? html`<b>${armed.name}.</b> ${this.word("placeHint")}
        <button type="button" data-do="middle" @click=${() => this.place(armed, this.plan.width / 2, this.plan.depth / 2)}>${this.word("middle")}</button>
        <button type="button" data-do="disarm" @click=${() => (this.armed = "")}>${this.word("cancel")}</button>`
      : this.word("pickHint")}</p>`;
  }

  private stage(names: string[]): TemplateResult {
    const table = { w: this.plan.width, d: this.plan.depth, mapped: true, terrain: [], zones: this.zones };
    const { left, top, right, bottom } = marginOf(table);
    const drawn = this.plan.pieces.map((piece, at) => ({ piece, name: names[at] ?? "" })).sort((a, b) => a.piece.floor - b.piece.floor);
    const chosen = this.chosen;
    return html`<div class="own-stage ${this.armed ? "armed" : ""}" tabindex="0" role="group" aria-label=${this.word("stage")} @keydown=${this.key}>
      <svg class="board ${isWide(table) ? "wide" : ""}" role="img" aria-label="${this.word("drawn")}: ${inches(table.w)} × ${inches(table.d)}. ${names.join(", ")}"
        viewBox="${-left} ${-top} ${table.w + left + right} ${table.d + top + bottom}"
        @click=${this.tap} @pointerdown=${this.down} @pointermove=${this.go} @pointerup=${this.up} @pointercancel=${this.up}>
        ${surface(table, { x: false, y: false })}
        ${this.zones.map((each) => zone(each, table))}
        ${drawn.map(({ piece, name }) => terrain(terrainOf(piece, name, this.kindOf(piece)?.kind ?? piece.kind), {
          title: name, scale: isWide(table) ? 1.6 : 1, signs: [], manner: piece.id === this.picked ? "picked" : "", pick: () => undefined,
        }))}
        ${chosen ? ["own-ring", "own-grip"].map((name) => svg`<polygon class=${name} points=${pointsOf(chosen)}></polygon>`) : nothing}
      </svg></div>`;
  }

  private objections(): TemplateResult | typeof nothing {
    if (!this.wrong.length) return nothing;
    return html`<div class="notice error" role="alert">${this.wrong.map(({ said, at }) => {
      const piece = at === null ? undefined : this.plan.pieces[at];
      return html`<p>${said} ${piece ? html`<button type="button" @click=${() => this.pick(piece)}>${this.name(piece)}</button>` : nothing}</p>`;
    })}</div>`;
  }

  /** What is done with the chosen piece most, below the thumb. */
  private handy(piece: Piece): TemplateResult {
    const button = (key: string, act: () => void): TemplateResult =>
      html`<button type="button" data-do=${key} @click=${act}>${this.word(key)}</button>`;
    return html`<div class="own-acts" role="group" aria-label=${this.name(piece)}>
      ${button("turn", () => this.turn(piece))} ${button("bigger", () => this.grow(piece, 1))}
      ${button("smaller", () => this.grow(piece, -1))} ${button("copy", () => this.copy(piece))}
      ${button("delete", () => this.takeAway(piece))}
    </div>`;
  }

  private details(piece: Piece, names: string[]): TemplateResult {
    const kind = this.kindOf(piece);
    const at = this.plan.pieces.findIndex((each) => each.id === piece.id);
    return html`<fieldset class="own-piece"><legend>${names[at]}</legend>
      <div class="own-numbers">
        ${this.number(piece, at, "x", 0, this.plan.width)} ${this.number(piece, at, "y", 0, this.plan.depth)}
        ${this.number(piece, at, "width", this.data.shortest)} ${this.number(piece, at, "depth", this.data.shortest)}
        ${kind?.storey ? this.number(piece, at, "height", kind.storey, this.data.tallest, kind.storey, "storeys") : this.number(piece, at, "height", 1, this.data.tallest)}
        ${this.data.raised ? this.number(piece, at, "floor", 0, this.data.tallest) : nothing}
        ${this.angle(piece)} ${kind?.of.length ? this.door(piece, kind, names) : nothing}
      </div></fieldset>`;
  }

  /** A number of the piece, in inches, or in storeys. */
  private number(piece: Piece, at: number, key: "x" | "y" | "width" | "depth" | "height" | "floor", least: number,
    most = Math.max(this.plan.width, this.plan.depth), unit = INCH, word: string = key): TemplateResult {
    const said = this.wrong.filter((each) => each.at === at && each.field === key);
    const change = (event: Event): void => {
      const typed = Number((event.target as HTMLInputElement).value);
      if (Number.isFinite(typed)) this.replace({ ...piece, [key]: Math.round(typed * unit) }, "");
    };
    return html`<div class="field"><label for="own-piece-${key}">${this.word(word)}</label>
      <input form=${APART} id="own-piece-${key}" type="number" inputmode="decimal" step=${key === "x" || key === "y" ? "0.5" : "any"} min=${least / unit} max=${most / unit}
        .value=${String(piece[key] / unit)} aria-invalid=${said.length ? "true" : "false"} @change=${change}></div>`;
  }

  private angle(piece: Piece): TemplateResult {
    return html`<div class="field"><label for="own-piece-turn">${this.word("angle")}</label>
      <select form=${APART} id="own-piece-turn" @change=${(event: Event) => this.replace({ ...piece, turn: Number((event.target as HTMLSelectElement).value) }, "")}>
        ${[0, 45, 90, 135].map((turn) => html`<option value=${turn} ?selected=${turn === piece.turn}>${turn}°</option>`)}
      </select></div>`;
  }

  private door(piece: Piece, kind: Kind, names: string[]): TemplateResult {
    const doors = owners(kind, this.data.pieces, this.plan);
    return html`<div class="field"><label for="own-piece-of">${this.word("door")}</label>
      <select form=${APART} id="own-piece-of" @change=${(event: Event) => this.replace({ ...piece, of: (event.target as HTMLSelectElement).value }, "")}>
        ${piece.of ? nothing : html`<option value="" selected>${doors.length ? "–" : this.word("noDoor")}</option>`}
        ${doors.map((each) => html`<option value=${each.id} ?selected=${each.id === piece.of}>${names[this.plan.pieces.indexOf(each)]}</option>`)}
      </select></div>`;
  }

  private list(names: string[]): TemplateResult {
    return html`<details class="fold own-list" open><summary>${this.word("list")} (${names.length})</summary>
      ${names.length ? html`<ol>${this.plan.pieces.map((piece) => html`<li>
        <button type="button" data-piece=${piece.id} aria-pressed=${piece.id === this.picked}
          @click=${() => this.pick(piece.id === this.picked ? undefined : piece)}>${this.sentence(piece)}</button></li>`)}</ol>`
        : html`<p class="small soft">${this.word("none")}</p>`}</details>`;
  }
}

const pointsOf = (piece: Piece): string => outline(piece).map((point) => point.join(",")).join(" ");

/** A small picture of a piece. */
function picture(kind: Kind): TemplateResult {
  const sign = device(kind.kind);
  if (sign) return html`<svg viewBox="0 0 24 24" aria-hidden="true" class="own-picture">${badge({ n: "", d: sign })}</svg>`;
  const piece: Piece = { id: "", kind: kind.key, x: 0, y: 0, width: kind.width, depth: kind.depth, height: kind.height, turn: 0, floor: 0, of: "", name: "" };
  // A long road would be a hair: its picture shows a part of it.
  const shown = { ...piece, width: Math.min(piece.width, 6 * Math.max(piece.depth, 50)) };
  const room = Math.max(shown.width, shown.depth) * 1.12;
  const level = kind.height <= 150 ? "low" : kind.height <= 350 ? "middle" : "tall";
  return html`<svg viewBox="${-room / 2} ${-room / 2} ${room} ${room}" aria-hidden="true" class="own-picture">
    <g class="terrain ${level} kind-${kind.kind.replaceAll(" ", "-")}"><polygon class="body" vector-effect="non-scaling-stroke"
      points=${pointsOf(shown)}></polygon>${inner(terrainOf(shown, kind.name, kind.kind))}</g></svg>`;
}
