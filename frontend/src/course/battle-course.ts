import { html, LitElement, nothing, svg, type PropertyValues, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { guard } from "lit/directives/guard.js";

import type { Told } from "../elements/explain";
import { sign } from "../elements/side";
import type { Timeline } from "../timeline/timeline";
import { MEASURES, type Course, type Measure } from "./course";
import { graph, INSET, isLow, notePins, scales, type Size } from "./graph";
import { luckAt, signed, type BattleLuck } from "./luck";
import { LUCK_ROW, luckPins, luckRow } from "./luck-row";

/** Pixels within which a tap means a pin. */
const FINGER = 9;

/**
 * The course of a battle, which is also what one scrubs with: what both sides had after every step, and where something
 * happened. `seek` is fired with the step.
 */
@customElement("battle-course")
export class BattleCourse extends LitElement {
  @property({ attribute: false }) told!: Told;
  @property({ attribute: false }) timeline!: Timeline;
  @property({ attribute: false }) course!: Course;
  @property({ type: Number }) number = 0;
  /** The number of steps: it grows while the battle is being played. */
  @property({ type: Number }) length = 0;
  /** Steps with notes of the study that is open. */
  @property({ attribute: false }) noted: ReadonlyMap<number, string> = new Map();
  /** The luck of the battle, as far as it is counted. */
  @property({ attribute: false }) luck: BattleLuck | undefined;
  @state() private measure: Measure | undefined;
  @state() private size: Size = { width: 0, height: 0, below: 0 };
  /** The step under the pointer. */
  @state() private pointed = 0;
  private pressed = -1;
  private readonly resized = "ResizeObserver" in window ? new ResizeObserver(() => this.look()) : undefined;

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.resized?.disconnect();
  }

  protected override firstUpdated(): void {
    if (this.resized) this.resized.observe(this.querySelector(".course-drawn")!);
    else this.look();
  }

  private look(): void {
    const drawn = this.querySelector(".course-drawn");
    const [width, height] = [Math.round(drawn?.clientWidth ?? 0), Math.round(drawn?.clientHeight ?? 0)];
    const below = this.luck?.curve.length && !isLow(height) ? LUCK_ROW : 0;
    if (width !== this.size.width || height !== this.size.height || below !== this.size.below) this.size = { width, height, below };
  }

  protected override updated(changed: PropertyValues<this>): void {
    if (changed.has("luck") && this.size.width) this.look();
  }

  /** The measure that is drawn: what decides, if anything has been scored, else what is left. */
  private get shown(): Measure {
    const known = this.course.measures();
    return this.measure && known.includes(this.measure) ? this.measure : (known[0] ?? "models");
  }

  /** Whether the playhead is being drawn along. */
  get pressing(): boolean {
    return this.pressed >= 0;
  }

  private seek(step: number): void {
    this.dispatchEvent(new CustomEvent<number>("seek", { detail: this.timeline.clamp(step) }));
  }

  private stepAt(event: PointerEvent): number {
    const box = this.querySelector(".course-drawn")?.getBoundingClientRect();
    if (!box || box.width <= 2 * INSET) return 0;
    const share = (event.clientX - box.left - INSET) / (box.width - 2 * INSET);
    return this.timeline.clamp(1 + share * (this.timeline.length - 1));
  }

  private moved = (event: PointerEvent): void => {
    this.pointed = event.pointerType === "touch" ? 0 : this.stepAt(event);
  };

  private released = (event: PointerEvent): void => {
    const tapped = Math.abs(event.clientX - this.pressed) < 3;
    this.pressed = -1;
    if (!tapped) return;
    const reach = (FINGER / Math.max(1, this.size.width - 2 * INSET)) * this.timeline.length;
    const pin = this.course.nearest(this.stepAt(event), reach);
    if (pin) this.seek(pin.step);
  };

  protected override render(): TemplateResult {
    const { told, timeline, course, size, shown } = this;
    const { words } = told.replay;
    const known = course.measures();
    const pointed = timeline.step(this.pointed);
    return html`<div class="course">
      <p class="course-head">
        ${known.length > 1
          ? html`<span class="course-measures" role="group" aria-label=${words.course ?? ""}>${MEASURES.filter((each) => known.includes(each)).map((each) => html`<button
              type="button" class="quiet" data-measure=${each} aria-pressed=${each === shown ? "true" : "false"} @click=${() => (this.measure = each)}>${words[each]}</button>`)}</span>`
          : nothing}
        <span class="course-now">${pointed
          ? html`<b>${pointed.n}</b> ${pointed.t}`
          : told.replay.sides.map((side) => html`<span>${sign(side.colour)}<b data-course=${side.id}>${course.said(shown, course.at(side.id, this.number)[MEASURES.indexOf(shown)]!)}</b></span>`)}</span>
        ${pointed ? nothing : this.luckNow()}
      </p>
      <div class="course-drawn">
        <svg width=${size.width} height=${size.height} aria-hidden="true">
          ${size.width ? guard([timeline, timeline.length, shown, size], () => graph(told, course, timeline.chapters, shown, size)) : nothing}
          ${size.width ? notePins(this.noted, scales(course, shown, size).x) : nothing}
          ${size.below && this.luck ? guard([this.luck, timeline.length, size], () => luckRow(told, this.luck!, scales(course, shown, size), size, timeline.length)) : nothing}
          ${size.width ? this.playhead() : nothing}
        </svg>
        <input type="range" min=${timeline.length ? 1 : 0} max=${timeline.length} step="1" .value=${String(this.number)}
          aria-label=${words.step ?? ""} aria-valuetext="${this.number} ${words.of} ${timeline.length}. ${this.toldNow()}"
          @input=${(event: Event) => this.seek(Number((event.target as HTMLInputElement).value))}
          @pointermove=${this.moved} @pointerleave=${() => (this.pointed = 0)}
          @pointerdown=${(event: PointerEvent) => (this.pressed = event.clientX)} @pointerup=${this.released} @pointercancel=${() => (this.pressed = -1)} />
        ${size.width && this.luck ? luckPins(told, this.luck, scales(course, shown, size), size) : nothing}
      </div>
    </div>`;
  }

  /** What is drawn, in words. */
  private toldNow(): string {
    const { course, told, shown } = this;
    const place = MEASURES.indexOf(shown);
    const sides = told.replay.sides.map((side) => `${side.n}: ${course.said(shown, course.at(side.id, this.number)[place]!)}`);
    return `${told.replay.words[shown] ?? ""}: ${sides.join(", ")}${this.luckTold()}`;
  }

  /** How much luckier one side was so far, in words. */
  private luckTold(): string {
    const { luck, told, number } = this;
    if (!luck?.curve.length) return "";
    const value = luckAt(luck, number);
    const ahead = told.replay.sides.find((side) => (value < 0) !== (side.id === luck.first));
    return `. ${told.replay.words.luck ?? ""}: ${value ? `${ahead?.n ?? ""} ` : ""}${signed(Math.abs(value))}`;
  }

  /** The same as a figure, with the sign of the side that was luckier; or how far the counting is. */
  private luckNow(): TemplateResult | typeof nothing {
    const { luck, told, number } = this;
    if (!luck) return nothing;
    const { words, sides } = told.replay;
    if (luck.state === "open") return html`<button type="button" class="quiet ask-luck" @click=${() => this.dispatchEvent(new CustomEvent("ask-luck"))}>${words.askLuck}</button>`;
    const value = luckAt(luck, number);
    const ahead = sides.find((side) => (value < 0) !== (side.id === luck.first));
    return html`<span class="course-luck-now">${luck.curve.length
      ? html`<span>${words.luck}</span> ${value && ahead ? sign(ahead.colour) : nothing}<b data-luck=${value}>${signed(Math.abs(value))}</b>`
      : nothing}${luck.text ? html`<span class="soft" role="status">${luck.text}</span>` : nothing}</span>`;
  }

  private playhead(): TemplateResult {
    const { course, size, shown, number } = this;
    const { x, y, foot } = scales(course, shown, size);
    const place = MEASURES.indexOf(shown);
    const across = x(Math.max(1, number));
    return svg`<g class="course-head-line"><path class="course-ahead" d="M${across} 0H${size.width}V${foot + size.below}H${across}Z"></path>
      <path class="course-playhead" d="M${across} 0V${foot + size.below}"></path>
      ${course.replay.sides.map((side) => svg`<circle class=${side.colour} cx=${across} cy=${y(course.at(side.id, number)[place]!)} r="4"></circle>`)}</g>` as TemplateResult;
  }
}
