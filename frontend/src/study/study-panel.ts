import { html, LitElement, nothing, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { keyed } from "lit/directives/keyed.js";
import { unsafeHTML } from "lit/directives/unsafe-html.js";

import { icon } from "../elements/icons";
import "../styles/study.css";
import { StudyBook } from "./book";
import { drawBar, drawnList, told } from "./draw-bar";
import type { Brief, Content, Study } from "./types";

export { StudyBook };

/** The study beside the step: to choose, to read, to write. The book holds everything; this shows it. */
@customElement("study-panel")
export class StudyPanel extends LitElement {
  /** Always shown anew: the book changes without becoming another. */
  @property({ attribute: false, hasChanged: () => true }) book!: StudyBook;
  /** The step on show. */
  @property({ type: Number }) at = 0;
  @state() private copied = false;
  @state() private sure = false;

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  private get words(): Record<string, string> {
    return this.book.words;
  }

  protected override render(): TemplateResult {
    const { book, words } = this;
    const { study } = book;
    return html`<section class="study ${book.writing ? "writing" : ""}" aria-label=${words.study ?? "…"}>
      ${this.head(study)}
      ${book.trouble ? html`<p class="study-trouble" role="alert">${book.trouble}</p>` : nothing}
      ${book.lost ? html`<p class="study-trouble" role="alert">${words.lost}</p>` : nothing}
      ${!book.opening ? nothing : study ? this.whole(study) : this.choice()}
    </section>`;
  }

  private head(study: Study | undefined): TemplateResult {
    const { words, book } = this;
    return html`<header class="study-head">
      <h2>${study ? study.title : (words.studies ?? "…")}${study && !study.mine ? html` <small>${told(words.by, { name: study.author })}</small>` : nothing}</h2>
      ${book.writing ? html`<span class="study-state ${book.settled ? "" : "waiting"}" role="status">${this.standing()}</span>` : nothing}
      ${study?.mine
        ? html`<button type="button" class="study-mode" aria-pressed=${book.writing ? "true" : "false"} @click=${() => book.write(!book.writing)}>${words.write}</button>`
        : nothing}
      <button type="button" class="close" aria-label=${words.close ?? ""} @click=${() => void (study ? book.shut() : book.close())}>${icon("close")}</button>
    </header>`;
  }

  // choosing

  private choice(): TemplateResult {
    const { book, words } = this;
    const { studies, writes, login } = book.opening!;
    return html`${studies.length
      ? html`<ul class="study-choice">${studies.map((each) => html`<li><button type="button" data-study=${each.key} @click=${() => void book.choose(each.key)}>
          <b>${each.title}</b> <span>${each.mine ? words.begun : told(words.by, { name: each.author })}</span></button></li>`)}</ul>`
      : html`<p>${words.none}</p>`}
    ${writes
      ? html`<form class="study-begin" @submit=${this.begin}><label>${words.begin}<input name="title" maxlength="120" required placeholder=${words.title ?? ""} /></label>
          <button class="main">${words.create}</button></form>`
      : html`<p><a class="button" href=${login}>${words.logIn}</a></p>`}`;
  }

  private begin = (event: SubmitEvent): void => {
    event.preventDefault();
    const title = new FormData(event.target as HTMLFormElement).get("title");
    if (typeof title === "string" && title.trim()) this.book.create(title.trim());
  };

  // one study

  private whole(study: Study): TemplateResult {
    const { book, words } = this;
    const note = book.note();
    return html`${study.hidden ? html`<p class="study-trouble">${told(words.hidden, { reason: study.hidden })}</p>` : nothing}
      ${note?.hidden ? html`<p class="study-trouble">${told(words.hiddenNote, { reason: note.hidden })}</p>` : nothing}
      ${book.writing ? this.written() : this.read()}
      ${this.turning()} ${this.chapters(study)} ${this.tools(study)}`;
  }

  private read(): TemplateResult {
    const { book, words } = this;
    const content = book.content();
    const note = book.note();
    const empty = !content.text && !content.mark && !content.drawings.length;
    return html`<div class="study-note" aria-live="polite">
      ${content.mark ? this.mark(content) : nothing}
      ${note && !book.draft() ? html`<div class="written">${unsafeHTML(note.html)}</div>` : html`<p class="study-draft">${content.text}</p>`}
      ${content.drawings.length && book.frame ? drawnList(book, book.frame, false) : nothing}
      ${empty ? html`<p class="soft">${book.noted.size ? words.noNote : words.noNotes}</p>` : nothing}
    </div>`;
  }

  private mark({ mark }: Content): TemplateResult {
    const [, sign, word] = this.book.opening!.marks.find(([key]) => key === mark) ?? ["", "", mark];
    return html`<p class="study-said"><span class="study-mark ${mark}" aria-hidden="true">${sign}</span> ${word}</p>`;
  }

  private written(): TemplateResult {
    const { book, words } = this;
    const content = book.content();
    return html`<div class="study-write">
      ${this.conflict()}
      ${book.draft()?.refused ? html`<p class="study-trouble" role="alert">${book.draft()?.refused}</p>` : nothing}
      <textarea rows="4" maxlength="5000" aria-label=${words.text ?? ""} placeholder=${words.text ?? ""} title=${words.markdown ?? ""} .value=${content.text}
        @input=${(event: Event) => book.say({ text: (event.target as HTMLTextAreaElement).value })} @blur=${() => void book.flush()}></textarea>
      <div class="study-marks" role="group" aria-label=${words.mark ?? ""}>${book.opening!.marks.map(([key, sign, word]) => html`<button type="button" data-mark=${key}
        aria-pressed=${content.mark === key ? "true" : "false"} title=${word} @click=${() => book.say({ mark: content.mark === key ? "" : key })}>
        <span class="study-mark ${key}" aria-hidden="true">${sign}</span><span class="study-word">${word}</span></button>`)}</div>
      ${book.frame ? drawBar(book, book.frame) : nothing}
      ${this.chapterForm()}
    </div>`;
  }

  /** Whether what was written has arrived. */
  private standing(): string {
    const { book, words } = this;
    return (book.sending ? words.saving : book.settled ? words.saved : words.unsaved) ?? "";
  }

  private conflict(): TemplateResult | typeof nothing {
    const { book, words } = this;
    const theirs = book.draft()?.theirs;
    if (!theirs) return nothing;
    const mine = book.content();
    const more = theirs.text.trim() === mine.text.trim() ? words.conflictDrawn : "";
    return html`<div class="study-conflict" role="alert"><p>${words.conflict}</p><blockquote>${theirs.text || more || words.emptyThere}</blockquote>
      <button type="button" class="main" data-settle="mine" @click=${() => book.settle(true)}>${words.keepMine}</button>
      <button type="button" data-settle="theirs" @click=${() => book.settle(false)}>${words.takeTheirs}</button></div>`;
  }

  private chapterForm(): TemplateResult {
    const { book, words } = this;
    const begun = book.study?.chapters.find((each) => each.step === this.at);
    // What was typed for a chapter at one step is not meant for the next.
    return html`${keyed(`${this.at} ${begun?.title ?? ""}`, html`<form class="study-chapter-form" @submit=${this.beginChapter}>
      <input name="title" maxlength="120" aria-label=${words.chapterTitle ?? ""} placeholder=${words.chapterTitle ?? ""} .value=${begun?.title ?? ""} />
      <button>${words.chapterHere}</button>
      ${begun ? html`<button type="button" data-chapter="remove" @click=${() => book.chapter("")}>${words.chapterRemove}</button>` : nothing}
    </form>`)}`;
  }

  private beginChapter = (event: SubmitEvent): void => {
    event.preventDefault();
    const title = new FormData(event.target as HTMLFormElement).get("title");
    if (typeof title === "string" && title.trim()) this.book.chapter(title.trim());
  };

  private turning(): TemplateResult | typeof nothing {
    const { book, words } = this;
    const steps = [...book.noted.keys()];
    if (!steps.length) return nothing;
    const here = steps.filter((step) => step <= this.at).length;
    return html`<div class="study-turn" role="group" aria-label=${words.notes ?? ""}>
      <button type="button" data-turn="back" aria-keyshortcuts="," title="${words.previous} (,)" aria-label=${words.previous ?? ""} ?disabled=${!steps.some((step) => step < this.at)} @click=${() => book.turn(-1)}>${icon("back")}</button>
      <span>${here} / ${steps.length}</span>
      <button type="button" data-turn="on" aria-keyshortcuts="." title="${words.next} (.)" aria-label=${words.next ?? ""} ?disabled=${!steps.some((step) => step > this.at)} @click=${() => book.turn(1)}>${icon("forward")}</button>
    </div>`;
  }

  private chapters({ chapters }: Study): TemplateResult | typeof nothing {
    if (!chapters.length) return nothing;
    const now = chapters.filter((each) => each.step <= this.at).at(-1);
    return html`<nav class="study-chapters" aria-label=${this.words.chapters ?? ""}><ol>${chapters.map((each) => html`<li><button type="button" data-chapter-at=${each.step}
      aria-current=${each === now ? "step" : nothing} @click=${() => this.book.go(each.step)}><span>${each.step}</span> ${each.title}</button></li>`)}</ol></nav>`;
  }

  // around it

  private tools(study: Study): TemplateResult {
    const { book, words } = this;
    const { page } = book.opening!.at;
    return html`<p class="study-tools">
        <button type="button" class="study-copy" @click=${() => void this.copy(study)}>${icon("link")}<span aria-live="polite">${this.copied ? words.copied : words.copy}</span></button>
        <a class="button" href="${page}${study.key}/">${words.page}</a>
        ${study.visibility === "private" ? html`<span class="soft">${words.privateLink}</span>` : nothing}
      </p>
      ${study.mine ? this.settings(study) : nothing}`;
  }

  private settings(study: Study): TemplateResult {
    const { book, words } = this;
    return html`<details class="study-settings"><summary>${words.settings}</summary>
      <label>${words.title}<input maxlength="120" .value=${study.title} @change=${(event: Event) => book.edit({ title: (event.target as HTMLInputElement).value })} /></label>
      <fieldset><legend>${words.readers}</legend>${Object.entries(book.opening!.readers).map(([key, word]) => html`<label><input type="radio" name="visibility" value=${key}
        .checked=${study.visibility === key} @change=${() => book.edit({ visibility: key })} /> ${word}</label>`)}</fieldset>
      ${this.sure
        ? html`<p role="alert">${words.deleteSure} <button type="button" data-delete="sure" @click=${this.removeStudy}>${words.delete}</button></p>`
        : html`<button type="button" data-delete="ask" @click=${() => (this.sure = true)}>${words.delete}</button>`}
    </details>`;
  }

  private removeStudy = (): void => {
    this.sure = false;
    this.book.remove();
  };

  private async copy(study: Brief): Promise<void> {
    try {
      await navigator.clipboard.writeText(this.book.link(study));
      this.copied = true;
      window.setTimeout(() => (this.copied = false), 2500);
    } catch {
      window.prompt(this.words.copy, this.book.link(study));
    }
  }
}
