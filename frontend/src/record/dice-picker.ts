import { html, LitElement, nothing, svg, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";

import { PIPS } from "../elements/dice";

/** So many dice of one face can be said with one tap; more by tapping the face. */
const TALLEST = 5;
/** Up to so many dice are told apart at a glance and tapped two by two; more are counted face by face. */
const FEW = 8;
const COMPASS = 360;

/** What a die of the next throw has to show, by the face of the die before it. */
export type Sequel = Record<string, { sides: number; needs: number; label: string }>;

/**
 * The dice of one roll as they lie on the table: a column a face, and one tap says how many show it. A few dice, and those
 * whose order matters, are tapped two at a time: the column is one of them, the row the next. So is the last die together
 * with the first one that follows from it: `dice-left` asks which that is. When the last die is in, `dice-chosen` has the faces.
 */
@customElement("dice-picker")
export class DicePicker extends LitElement {
  @property({ type: Number }) count = 1;
  @property({ type: Number }) sides = 6;
  /** What a die has to show; 0: nothing is needed. */
  @property({ type: Number }) needs = 0;
  @property({ type: Boolean }) ordered = false;
  /** Dice of this throw that are in already. */
  @property({ attribute: false }) given: number[] = [];
  /** By the face of the last die: the throw that follows. */
  @property({ attribute: false }) sequel: Sequel = {};
  @property({ attribute: false }) words: Record<string, string> = {};
  @state() private chosen: number[] = [];

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.addEventListener("keydown", this.onKey);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.removeEventListener("keydown", this.onKey);
  }

  /** The faces so far: as they were tapped where the order matters, else from the lowest up. */
  get value(): number[] {
    return this.ordered ? [...this.chosen] : [...this.chosen].sort((one, other) => one - other);
  }

  clear(): void {
    this.chosen = [];
  }

  private get left(): number {
    return this.count - this.chosen.length;
  }

  private of(face: number): number {
    return this.chosen.filter((each) => each === face).length;
  }

  /** Whether two dice are one tap: the same all through a throw, so that nothing moves under the finger. */
  private get paired(): boolean {
    return this.count > 1 && (this.ordered || this.count <= FEW);
  }

  private add(...faces: number[]): void {
    if (this.left < faces.length || faces.some((face) => face < 1 || face > this.sides)) return;
    this.take([...this.chosen, ...faces]);
  }

  /** So many dice show a face; the same again takes them away. */
  private set(face: number, wanted: number): void {
    const others = this.chosen.filter((each) => each !== face);
    const many = this.of(face) === wanted ? 0 : Math.min(wanted, this.count - others.length);
    this.take([...others, ...Array<number>(many).fill(face)]);
  }

  private take(chosen: number[]): void {
    this.chosen = chosen;
    this.tell();
  }

  /** The dice are all in, and perhaps the first of the next throw; or all but one. */
  private tell(next: number[] = []): void {
    if (this.left === 0) this.dispatchEvent(new CustomEvent("dice-chosen", { detail: [...this.value, ...next], bubbles: true }));
    else if (this.left === 1 && this.paired) this.dispatchEvent(new CustomEvent("dice-left", { detail: this.value, bubbles: true }));
  }

  private onKey = (event: KeyboardEvent): void => {
    if (event.target instanceof HTMLInputElement || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Backspace") this.chosen = this.chosen.slice(0, -1);
    else if (/^[1-9]$/.test(event.key)) this.add(Number(event.key));
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  protected override render(): TemplateResult {
    const { words } = this;
    const there = [...this.given, ...this.chosen];
    return html`
      ${this.sides > 6 ? this.number() : this.columns()}
      ${this.sequels.length ? html`<p class="soft dice-sequel">${this.words.sequelHint} ${this.sequels.join(", ")}</p>` : nothing}
      <p class="dice-count" aria-live="polite"><span><b>${there.length}</b> ${words.ofDice} ${this.given.length + this.count}</span>
        ${this.needs ? html`<span><b>${there.filter((face) => face >= this.needs).length}</b> ${words.passed}</span>` : nothing}</p>
      ${this.given.length ? html`<p class="dice-row">${this.given.map((face) => this.die(face))}</p>` : nothing}
      ${this.chosen.length
        ? html`<p class="dice-row">${this.value.map((face) => this.die(face))}
            <button type="button" class="quiet" @click=${() => (this.chosen = this.chosen.slice(0, -1))}>${words.lessOne}</button></p>`
        : nothing}`;
  }

  /** What can be tapped in together with the die that is wanted. */
  private get sequels(): string[] {
    return this.left === 1 ? [...new Set(Object.values(this.sequel).map((after) => after.label))] : [];
  }

  private columns(): TemplateResult {
    const faces = Array.from({ length: this.sides }, (_, index) => index + 1);
    const tall = this.paired || this.count < 2 ? 0 : Math.min(TALLEST, this.count);
    return html`<div class="dice-columns" role="group" aria-label=${(this.paired ? this.words.pairHint : this.words.diceHint) ?? ""}>
      ${faces.map((face) => html`<div class="dice-column ${this.fate(face)}">
        <button type="button" class="dice-face" data-face=${face} ?disabled=${this.left <= 0} @click=${() => this.add(face)}
          aria-label="${face}${this.of(face) ? ` (${this.of(face)})` : ""}">${this.die(face)}<b>${this.of(face) || ""}</b></button>
        ${Array.from({ length: Math.max(0, tall - 1) }, (_, index) => index + 2).map((many) => html`<button
          type="button" class="dice-cell" data-face=${face} data-many=${many} aria-pressed=${this.of(face) === many ? "true" : "false"}
          aria-label="${many} × ${face}" ?disabled=${this.of(face) !== many && many - this.of(face) > this.left}
          @click=${() => this.set(face, many)}>${many}</button>`)}
        ${this.left === 1 && this.sequel[face] ? this.following(face) : this.paired ? faces.map((next) => this.pair(face, next)) : nothing}
      </div>`)}
    </div>`;
  }

  /** Two dice at once. */
  private pair(face: number, next: number): TemplateResult {
    return html`<button type="button" class="dice-pair" data-pair="${face}-${next}" aria-label="${face}, ${next}" ?disabled=${this.left < 2}
      @click=${() => this.add(face, next)}>${this.die(face)}${this.die(next)}</button>`;
  }

  /** The die that follows from this one, tapped together with it. */
  private following(face: number): TemplateResult[] {
    const after = this.sequel[face]!;
    const both = (next: number): void => {
      if (this.left !== 1) return;
      this.chosen = [...this.chosen, face];
      this.tell([next]);
    };
    return Array.from({ length: after.sides }, (_, index) => index + 1).map((next) => html`<button type="button" class="dice-pair"
      data-sequel="${face}-${next}" aria-label="${face}; ${after.label}: ${next}" ?disabled=${this.left < 1}
      @click=${() => both(next)}>${this.die(face)}${this.die(next, fate(next, after.needs))}</button>`);
  }

  private number(): TemplateResult {
    const turn = this.sides === COMPASS;
    const send = (event: Event): void => {
      event.preventDefault();
      const field = (event.target as HTMLFormElement).elements.namedItem("face") as HTMLInputElement;
      const face = Number(field.value);
      // North is 0 on a compass and the last face of the die.
      if (field.value !== "") this.add(turn && face === 0 ? COMPASS : face);
    };
    return html`<form class="dice-number" @submit=${send}>
      <label>${turn ? this.words.direction : this.words.face}
        <input name="face" type="number" inputmode="numeric" min=${turn ? 0 : 1} max=${turn ? COMPASS - 1 : this.sides} required></label>
      <button>${this.words.putIn}</button></form>`;
  }

  private fate(face: number): string {
    return fate(face, this.needs);
  }

  private die(face: number, shown = this.fate(face)): TemplateResult {
    const pips = this.sides <= 6 ? PIPS[face] : undefined;
    return html`<svg class="die ${shown}" viewBox="0 0 24 24" role="img" aria-label=${String(face)}>
      <rect x="1.5" y="1.5" width="21" height="21" rx="5"></rect>
      ${pips
        ? pips.map(([x, y]) => svg`<circle cx=${x} cy=${y} r="2.1"></circle>`)
        : svg`<text x="12" y="16.5" text-anchor="middle">${face}</text>`}</svg>`;
  }
}

function fate(face: number, needs: number): string {
  if (!needs) return "plain";
  return face >= needs ? "success" : "failure";
}
