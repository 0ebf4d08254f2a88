// The door to studies in the replay. What lies behind it is loaded when somebody opens it, or a link names a study.
import { html, nothing, type ReactiveController, type ReactiveControllerHost, type TemplateResult } from "lit";

import type { StudyBook } from "./book";
import type { Frame } from "./types";

/** The replay, as far as studies need it. */
export interface Host extends ReactiveControllerHost, HTMLElement {
  studyUrl: string;
  jump(step: number): void;
}

const NONE: ReadonlyMap<number, string> = new Map();

/** The study that an address names. */
export const studyInQuery = (search: string): string => new URLSearchParams(search).get("study") ?? "";

export class StudyDoor implements ReactiveController {
  open = false;
  private book?: StudyBook;

  constructor(private readonly host: Host) {
    host.addController(this);
  }

  hostDisconnected(): void {
    this.book?.leave();
  }

  hostConnected(): void {
    this.book?.enter();
  }

  /** The battle has been loaded. A link to a study without a step leads to its first note. */
  begin(stepNamed: boolean): void {
    const key = studyInQuery(location.search);
    if (key && this.host.studyUrl) void this.enter(key, stepNamed);
  }

  /** Which steps have notes in the study that is open, each with the sign of its mark, if it has one. */
  get noted(): ReadonlyMap<number, string> {
    return (this.open && this.book?.noted) || NONE;
  }

  /** Keys of the study, with what they do. */
  get keys(): [string, string][] {
    const words = this.book?.opening?.words;
    return this.open && words ? [[",", words.previous ?? ""], [".", words.next ?? ""]] : [];
  }

  /** Whether a key was the study's. */
  key(pressed: string): boolean {
    if (!this.open || !this.book?.study || (pressed !== "," && pressed !== ".")) return false;
    this.book.turn(pressed === "," ? -1 : 1);
    return true;
  }

  /** What is drawn over the table. */
  over(frame: Frame): unknown {
    return (this.open && this.book?.over(frame)) || nothing;
  }

  button(word: string): TemplateResult | typeof nothing {
    if (!this.host.studyUrl) return nothing;
    return html`<button type="button" class="study-door" aria-expanded=${this.open ? "true" : "false"} @click=${this.toggle}>${word}</button>`;
  }

  panel(): TemplateResult | typeof nothing {
    return this.open && this.book ? html`<study-panel .book=${this.book} .at=${this.book.frame?.number ?? 0}></study-panel>` : nothing;
  }

  private toggle = (): void => {
    if (this.open) this.book?.close();
    else void this.enter("", true);
  };

  private async enter(key: string, stepNamed: boolean): Promise<void> {
    const { StudyBook } = await import("./study-panel");
    this.book ??= new StudyBook(this.host, (open) => {
      this.open = open;
      this.host.requestUpdate();
    });
    await this.book.begin(key, stepNamed);
  }
}
