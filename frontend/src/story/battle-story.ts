import { html, LitElement, nothing, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { guard } from "lit/directives/guard.js";

import type { Told } from "../elements/explain";
import { icon } from "../elements/icons";
import { sign } from "../elements/side";
import type { Timeline } from "../timeline/timeline";
import { concerns, type Activation, type Activations, type Whom } from "./activations";
import { card } from "./cards";
import { chapterName } from "./names";
import { rowFor, stopAt } from "./roving";
import { ChapterWindow } from "./window";

/** Where the story is a sheet that is drawn up: a phone, held either way. */
const SHEET = "(max-width: 599px), (max-width: 959px) and (max-height: 499px)";
/** Milliseconds from one look at the playhead to the next while it is drawn along. */
const PASSING = 150;

/** Whom the story is only about, with the name that is shown. */
export interface Only extends Whom {
  name: string;
}

/**
 * The story of a battle: chapters of cards, a card an activation, in one tab stop, within which the arrows lead from card
 * to card. It tells its host what a reader wants: `seek` a step, hear of `everybody` again, hide or show what is `ahead`
 * of the playhead, draw the `sheet` up or put it down.
 */
@customElement("battle-story")
export class BattleStory extends LitElement {
  @property({ attribute: false }) told!: Told;
  @property({ attribute: false }) timeline!: Timeline;
  @property({ attribute: false }) acts!: Activations;
  @property({ type: Number }) number = 0;
  /** The number of steps: it grows while the battle is being played. */
  @property({ type: Number }) length = 0;
  @property({ attribute: false }) only: Only | undefined;
  @property({ type: Boolean }) veiled = false;
  @property({ type: Boolean }) up = false;
  /** The playhead is being drawn along: the story follows at leisure. */
  @property({ type: Boolean }) passing = false;
  @state() private side = "";
  /** Whether activations, by their first step, were unfolded or folded by hand. */
  private readonly byHand = new Map<number, boolean>();
  /** The cards of each chapter. */
  private parts: Activation[][] = [];
  private near: ChapterWindow | undefined;
  private laidOut: unknown[] = [];
  private timer = 0;
  /** The chapter that was current when the story last followed. */
  private here = 0;
  private readonly small = window.matchMedia(SHEET);

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    window.addEventListener("beforeprint", this.print);
    this.small.addEventListener("change", this.follow);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    window.removeEventListener("beforeprint", this.print);
    this.small.removeEventListener("change", this.follow);
    window.clearTimeout(this.timer);
    this.near?.stop();
    this.laidOut = [];
  }

  protected override render(): TemplateResult {
    const { words } = this.told.replay;
    return html`<button type="button" class="story-handle" aria-expanded=${this.up ? "true" : "false"} @click=${() => this.tell("sheet", !this.up)}>${words.story}</button>
      <div class="story-head">
        <h2 class="visually-hidden">${words.story}</h2>
        ${this.rounds()} ${this.sides()}
        <button type="button" class="veil" aria-pressed=${this.veiled ? "true" : "false"} aria-label=${words.hideAhead ?? ""} title=${words.hideAhead ?? ""}
          @click=${() => this.tell("ahead", !this.veiled)}>${icon("veil")}</button>
        ${this.only ? html`<button type="button" class="only" title=${words.everybody ?? ""} aria-label="${this.only.name}. ${words.everybody}" @click=${() => this.tell("everybody")}>
            ${this.only.name} ${icon("close")}</button>` : nothing}
      </div>
      <div class="steplist" @keydown=${this.onKey} @focusin=${this.onFocus}>
        ${guard([this.timeline, this.length, this.only?.id, this.side], () => this.skeleton())}
      </div>`;
  }

  /** The rounds, to go to. */
  private rounds(): TemplateResult {
    const { words } = this.told.replay;
    const { chapters } = this.timeline;
    const here = chapters[this.timeline.chapterOf(this.number)]?.round;
    const firsts = chapters.filter((chapter, index) => chapters[index - 1]?.round !== chapter.round);
    return html`<select class="to-round" aria-label=${words.toRound ?? ""} title=${words.toRound ?? ""} .value=${String(here)}
      @change=${(event: Event) => this.toRound(Number((event.target as HTMLSelectElement).value))}>
      ${guard([this.timeline, firsts.length], () => firsts.map(({ round }) => html`<option value=${round} ?selected=${round === here}>${round ? `${words.round} ${round}` : words.setup}</option>`))}
    </select>`;
  }

  private toRound(round: number): void {
    const first = this.timeline.firstOf(round);
    if (first) this.tell("seek", this.acts.next(first - 1));
  }

  /** Whose acts are shown. */
  private sides(): TemplateResult {
    const { words, sides } = this.told.replay;
    const choice = (id: string, name: string | undefined, content: unknown): TemplateResult => html`<button type="button" data-of=${id} title=${name ?? ""} aria-pressed=${this.side === id ? "true" : "false"} @click=${() => (this.side = id)}>${content}</button>`;
    return html`<div class="of-side" role="group" aria-label=${words.whose ?? ""}>
      ${choice("", words.bothSides, words.levels)}${sides.map((each) => choice(each.id, each.n, html`${sign(each.colour)}<span>${each.n}</span>`))}</div>`;
  }

  /** The chapters with their headings; their cards are put in place as they come near. */
  private skeleton(): TemplateResult {
    const { chapters } = this.timeline;
    this.parts = chapters.map(({ from, to }) => this.acts.within(from, to).filter(this.shows));
    const bare = this.parts.every((part) => !part.length);
    return html`${chapters.map((chapter, index) => html`<section class="chapter" data-chapter=${index} ?hidden=${!this.parts[index]!.length}>
      <h3>${chapter.turn ? sign(this.told.colourOf(chapter.turn)) : nothing} ${chapterName(this.told, chapter)}</h3>
      <ol></ol></section>`)}${bare ? html`<p class="soft nobody">${this.told.replay.words.nothingYet}</p>` : nothing}`;
  }

  private shows = (act: Activation): boolean =>
    (!this.side || act.side === this.side) && (!this.only || this.acts.stepsOf(act).some((step) => concerns(step, this.only!)));

  private cards = (chapter: number): TemplateResult =>
    html`${(this.parts[chapter] ?? []).map((act) => card(act, this.acts.stepsOf(act), {
      told: this.told, number: this.number, unfolded: this.unfolded(act), go: this.chosen, unfold: () => this.unfold(act),
    }))}`;

  /** Unfolded by hand, or because the step on show is one of its steps that the card does not tell. */
  private unfolded(act: Activation): boolean {
    const inside = this.number >= act.from && this.number <= act.to && this.number !== act.tells;
    return inside || (this.byHand.get(act.from) ?? false);
  }

  private unfold(act: Activation): void {
    this.byHand.set(act.from, !this.unfolded(act));
    this.near?.redraw(this.timeline.chapterOf(act.from));
  }

  /** A card that is chosen again unfolds. */
  private chosen = (number: number): void => {
    const act = this.acts.of(number);
    if (number === this.number && act && number === act.tells && act.to > act.from) this.unfold(act);
    else this.tell("seek", number);
  };

  protected override updated(): void {
    if (this.passing) return void (this.timer ||= window.setTimeout(this.follow, PASSING));
    this.follow();
  }

  /** Bring the story to where the playhead is. */
  private follow = (): void => {
    window.clearTimeout(this.timer);
    this.timer = 0;
    const list = this.querySelector<HTMLElement>(".steplist");
    if (!list || (this.small.matches && !this.up)) return;
    this.layOut(list);
    const [before, now] = [this.here, this.timeline.chapterOf(this.number)];
    this.near!.around(now);
    this.near!.redraw(before, now);
    this.veil(list);
    this.here = now;
    const row = list.querySelector<HTMLElement>("[aria-current]");
    if (!list.contains(document.activeElement)) stopAt(list, row ?? list.querySelector<HTMLElement>(".step"));
    if (!row) return;
    intoView(list, row);
    // What was put in place meanwhile may have moved it.
    requestAnimationFrame(() => intoView(list, row));
  };

  /** Look after the chapters anew if they have become others. */
  private layOut(list: HTMLElement): void {
    const now = [this.timeline, this.length, this.only?.id, this.side];
    if (now.every((each, index) => each === this.laidOut[index]) && this.near) return;
    this.laidOut = now;
    this.near ??= new ChapterWindow(list, this.cards);
    this.near.renew(this.parts.map((part) => part.length), this.length);
  }

  /** Mark the chapters that are ahead of the playhead. */
  private veil(list: HTMLElement): void {
    list.querySelectorAll(".chapter").forEach((section, index) => section.classList.toggle("ahead", this.timeline.chapters[index]!.from > this.number));
  }

  private print = (): void => {
    const list = this.querySelector<HTMLElement>(".steplist");
    if (!list) return;
    this.layOut(list);
    this.near?.fillAll();
  };

  private onKey = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    const list = event.currentTarget as HTMLElement;
    const row = rowFor(event.key, list, document.activeElement, (chapter) => this.near?.fill(Number(chapter.dataset.chapter)));
    if (!row && !["ArrowDown", "ArrowUp"].includes(event.key)) return;
    event.preventDefault();
    event.stopPropagation();
    row?.focus();
  };

  private onFocus = (event: FocusEvent): void => {
    const row = (event.target as HTMLElement).closest<HTMLElement>(".step");
    if (row) stopAt(event.currentTarget as HTMLElement, row);
  };

  private tell(name: string, detail?: unknown): void {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }
}

/** Scroll the list so far that a row is seen, below the heading that sticks to its top. */
function intoView(list: HTMLElement, row: HTMLElement): void {
  if (!row.isConnected || list.scrollHeight <= list.clientHeight + 4) return;
  const [box, at] = [list.getBoundingClientRect(), row.getBoundingClientRect()];
  if (at.top < box.top + 40) list.scrollTop -= box.top + 60 - at.top;
  else if (at.bottom > box.bottom - 24) list.scrollTop += at.bottom - box.bottom + 60;
}
