// The study that is open beside a replay: what is read of it, and what its owner writes, until the server has it.
import { Unreached } from "../record/server";
import type { Host } from "./door";
import { drawn } from "./drawn";
import { Pen, type Sheet } from "./pen";
import { ask, Missing, Refusal, Stale } from "./server";
import type { Brief, Colour, Content, Drawing, Frame, Note, Opening, Study } from "./types";

/** Milliseconds after the last letter until a note is sent, and until something that was not sent is tried again. */
const PAUSE = 800;
const AGAIN = 4000;
/** A change that others overtake is tried so often. */
const TRIES = 3;
const EMPTY: Content = { text: "", mark: "", drawings: [] };

/** What somebody writes of a step and the server does not have yet. */
export interface Draft {
  now: Content;
  /** What it was changed from. */
  base: Content;
  /** What stands there by now, if somebody else changed it; an empty content where it was removed. */
  theirs?: Content;
  /** Why the server does not want it. */
  refused?: string;
}

export class StudyBook implements Sheet {
  opening: Opening | undefined;
  study: Study | undefined;
  frame: Frame | undefined;
  writing = false;
  drawing = false;
  colour: Colour = "teal";
  /** What is wrong, in words. */
  trouble = "";
  /** The server cannot be reached. */
  lost = false;
  private preview: Drawing | undefined;
  private readonly drafts = new Map<number, Draft>();
  private readonly done = new Map<number, Drawing[][]>();
  private readonly pen: Pen;
  private timer = 0;
  private queue: Promise<void> = Promise.resolve();
  private busy = 0;
  private marks: ReadonlyMap<number, string> | undefined;

  constructor(
    private readonly host: Host,
    private readonly opened: (open: boolean) => void,
  ) {
    this.pen = new Pen(host, this);
    this.enter();
  }

  enter(): void {
    window.addEventListener("beforeunload", this.leaving);
    document.addEventListener("visibilitychange", this.putAway);
    if (this.writing) this.pen.take();
  }

  leave(): void {
    window.removeEventListener("beforeunload", this.leaving);
    document.removeEventListener("visibilitychange", this.putAway);
    this.pen.lay();
  }

  private leaving = (event: BeforeUnloadEvent): void => {
    if (this.drafts.size) event.preventDefault();
  };

  /** A phone that is put away may never come back to the page. */
  private putAway = (): void => {
    if (document.visibilityState === "hidden" && this.drafts.size) void this.flush();
  };

  private changed(): void {
    this.marks = undefined;
    this.opened(true);
  }

  // what is read

  /** Open the panel, at a study if its key is known. */
  async begin(key: string, stepNamed: boolean): Promise<void> {
    this.changed();
    // The step is read beside its note, from its title on.
    this.host.querySelector(".now")?.scrollTo?.(0, 0);
    try {
      this.opening = await ask<Opening>("GET", this.host.studyUrl);
      if (key) await this.choose(key, stepNamed);
    } catch {
      this.lost = true;
    }
    this.changed();
  }

  async choose(key: string, stepNamed = false): Promise<void> {
    this.trouble = "";
    try {
      this.study = await ask<Study>("GET", this.address(key));
      this.inAddress(key);
      const [first] = this.study.notes;
      if (first && !stepNamed) this.host.jump(first.step);
    } catch (error) {
      this.fail(error);
      if (error instanceof Missing) this.inAddress("");
    }
    this.changed();
  }

  /** Back to the list of studies, or out of studies. */
  async shut(): Promise<void> {
    await this.flush();
    if (!this.drafts.size) await this.list();
  }

  private async list(): Promise<void> {
    this.write(false);
    this.study = undefined;
    this.done.clear();
    this.inAddress("");
    await this.begin("", true);
  }

  /** What has not arrived stays open, and says so. */
  async close(): Promise<void> {
    await this.flush();
    if (this.drafts.size) return;
    this.write(false);
    this.inAddress("");
    this.study = undefined;
    this.done.clear();
    this.opened(false);
  }

  get words(): Record<string, string> {
    return this.opening?.words ?? {};
  }

  get number(): number {
    return this.frame?.number ?? 0;
  }

  /** Steps with notes, each with the sign of its mark. */
  get noted(): ReadonlyMap<number, string> {
    if (this.marks) return this.marks;
    const signs = new Map(this.opening?.marks.map(([key, sign]) => [key, sign]));
    const found = new Map((this.study?.notes ?? []).map((note) => [note.step, signs.get(note.mark) ?? ""]));
    for (const [step, { now }] of this.drafts) {
      if (isEmpty(now)) found.delete(step);
      else found.set(step, signs.get(now.mark) ?? "");
    }
    return (this.marks = new Map([...found].sort(([one], [other]) => one - other)));
  }

  note(step = this.number): Note | undefined {
    return this.study?.notes.find((note) => note.step === step);
  }

  draft(step = this.number): Draft | undefined {
    return this.drafts.get(step);
  }

  /** What is said of a step, as it is being written. */
  content(step = this.number): Content {
    return this.drafts.get(step)?.now ?? this.note(step) ?? EMPTY;
  }

  /** Go to the next note, or the one before. */
  turn(way: 1 | -1): void {
    const steps = [...this.noted.keys()];
    const next = way > 0 ? steps.find((step) => step > this.number) : steps.reverse().find((step) => step < this.number);
    if (next !== undefined) this.host.jump(next);
  }

  go(step: number): void {
    this.host.jump(step);
  }

  over(frame: Frame): unknown {
    if (frame.number !== this.number) this.preview = undefined;
    this.frame = frame;
    if (!this.study) return undefined;
    const { drawings } = this.content(frame.number);
    return drawn(frame, this.preview ? [...drawings, this.preview] : drawings);
  }

  // what is written

  write(on: boolean): void {
    this.writing = on;
    this.drawing = on && this.drawing;
    if (on) this.pen.take();
    else this.pen.lay();
    this.showDrawing();
    if (!on && this.drafts.size) void this.flush();
    this.changed();
  }

  draw(on: boolean): void {
    this.drawing = on;
    this.showDrawing();
    this.changed();
  }

  private showDrawing(): void {
    this.host.classList.toggle("study-drawing-on", this.drawing);
  }

  say(change: Partial<Content>, step = this.number): void {
    if (!this.study || !step) return;
    const before = this.content(step);
    if (change.drawings) this.done.set(step, [...(this.done.get(step) ?? []), before.drawings]);
    this.put(step, { ...before, ...change });
  }

  private put(step: number, now: Content): void {
    const known = this.drafts.get(step);
    const { refused: _refused, ...kept } = known ?? { base: this.note(step) ?? EMPTY, now };
    this.drafts.set(step, { ...kept, now });
    this.trouble = "";
    window.clearTimeout(this.timer);
    this.timer = window.setTimeout(() => void this.flush(), PAUSE);
    this.changed();
  }

  /** The pen draws, or has drawn. */
  drew(drawing: Drawing | undefined, done: boolean): void {
    this.preview = done ? undefined : drawing;
    if (done && drawing) this.say({ drawings: [...this.content().drawings, drawing] });
    else this.changed();
  }

  get undoable(): boolean {
    return Boolean(this.done.get(this.number)?.length);
  }

  undo(): void {
    const before = this.done.get(this.number)?.pop();
    if (before) this.put(this.number, { ...this.content(), drawings: before });
  }

  /** Of two versions of a note, mine or the other. */
  settle(mine: boolean, step = this.number): void {
    const draft = this.drafts.get(step);
    if (!draft?.theirs) return;
    if (mine) this.drafts.set(step, { now: draft.now, base: draft.theirs });
    else this.drafts.delete(step);
    this.done.delete(step);
    void this.flush();
    this.changed();
  }

  /** Whether everything that was written has arrived. */
  get settled(): boolean {
    return !this.drafts.size && !this.busy;
  }

  get sending(): boolean {
    return this.busy > 0;
  }

  /** Send what was written, one note after the other. */
  flush(): Promise<void> {
    window.clearTimeout(this.timer);
    const waiting = [...this.drafts].filter(([, draft]) => !draft.theirs && !draft.refused).map(([step]) => step);
    for (const step of waiting) this.line(() => this.send(step));
    return this.queue;
  }

  private line(work: () => Promise<void>): void {
    this.busy += 1;
    this.queue = this.queue.then(work).catch((error) => this.fail(error)).then(() => {
      this.busy -= 1;
      this.changed();
    });
  }

  private async send(step: number): Promise<void> {
    const draft = this.drafts.get(step);
    if (!draft || draft.theirs || draft.refused || !this.study) return;
    const sent = draft.now;
    if (same(sent, draft.base)) return void this.drafts.delete(step);
    try {
      const fresh = await this.change("PUT", `/notes/${step}`, { text: sent.text, mark: sent.mark, drawings: sent.drawings }, () => this.overtaken(step, draft));
      if (fresh) this.arrived(step, sent, fresh);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      this.drafts.set(step, { ...(this.drafts.get(step) ?? draft), refused: error.told(this.words) });
    }
  }

  private arrived(step: number, sent: Content, fresh: Study): void {
    const now = this.drafts.get(step)?.now ?? sent;
    const base = fresh.notes.find((note) => note.step === step) ?? EMPTY;
    if (now === sent) this.drafts.delete(step);
    else {
      this.drafts.set(step, { now, base });
      this.timer = window.setTimeout(() => void this.flush(), PAUSE);
    }
  }

  /** Whether somebody else wrote on this very step meanwhile; then one has to decide. */
  private overtaken(step: number, draft: Draft): boolean {
    const theirs = this.note(step) ?? EMPTY;
    if (same(theirs, draft.base) || same(theirs, draft.now)) return false;
    this.drafts.set(step, { ...(this.drafts.get(step) ?? draft), theirs });
    return true;
  }

  /** A change of the study in its present version; where that is over, it is read again, and tried unless `overtaken`. */
  private async change(method: string, path: string, body: object, overtaken: () => boolean = () => false): Promise<Study | undefined> {
    for (let tries = 0; tries < TRIES; tries += 1) {
      const study = this.study!;
      try {
        const fresh = await ask<Study>(method, this.address(study.key) + path, { ...body, expected: study.version });
        this.lost = false;
        if (fresh.key !== study.key) this.inAddress(fresh.key);
        return (this.study = fresh);
      } catch (error) {
        if (!(error instanceof Stale)) throw error;
        this.study = await ask<Study>("GET", this.address(study.key));
        if (overtaken()) return undefined;
      }
    }
    throw new Unreached("others change it all the time");
  }

  /** Begin a chapter at the present step, or rename it; without a title, remove it. */
  chapter(title: string): void {
    const step = this.number;
    const named = (): string => this.study?.chapters.find((each) => each.step === step)?.title ?? "";
    this.unlessOvertaken(named, "PUT", `/chapters/${step}`, { title });
  }

  edit(settings: { title?: string; visibility?: string }): void {
    this.unlessOvertaken(() => `${this.study?.visibility} ${this.study?.title}`, "PATCH", "", settings);
  }

  /** A change of something small: where somebody changed the same meanwhile, one is told and sees what it is now. */
  private unlessOvertaken(seen: () => string, method: string, path: string, body: object): void {
    const before = seen();
    this.trouble = "";
    this.line(async () => {
      if (!(await this.change(method, path, body, () => seen() !== before))) this.trouble = this.words.stale ?? "";
    });
  }

  create(title: string): void {
    this.line(async () => {
      this.study = await ask<Study>("POST", this.opening!.at.begin, { title });
      this.inAddress(this.study.key);
      this.write(true);
    });
  }

  remove(): void {
    const { study } = this;
    if (!study) return;
    this.line(async () => {
      await ask("DELETE", this.address(study.key));
      this.drafts.clear();
      await this.list();
    });
  }

  private fail(error: unknown): void {
    const { words } = this;
    if (error instanceof Unreached) {
      this.lost = true;
      window.clearTimeout(this.timer);
      this.timer = window.setTimeout(() => void this.flush(), AGAIN);
    } else this.trouble = error instanceof Refusal ? error.told(words) : error instanceof Missing ? (words.gone ?? "") : (words.failed ?? "");
    this.changed();
  }

  // addresses

  private address(key: string): string {
    return `${this.opening?.at.study ?? ""}${key}`;
  }

  /** The link that opens the study at the present step. */
  link(study: Brief): string {
    return new URL(`${location.pathname}?study=${study.key}#${this.number}`, location.href).href;
  }

  private inAddress(key: string): void {
    const asked = new URLSearchParams(location.search);
    if (key) asked.set("study", key);
    else asked.delete("study");
    const search = asked.size ? `?${asked}` : "";
    history.replaceState(history.state, "", `${location.pathname}${search}${location.hash}`);
  }
}

const isEmpty = (content: Content): boolean => !content.text.trim() && !content.mark && !content.drawings.length;

/** Whether two contents say the same. */
export function same(one: Content, other: Content): boolean {
  return one.text.trim() === other.text.trim() && one.mark === other.mark && plain(one.drawings) === plain(other.drawings);
}

/** Drawings in one way of writing them, whatever the order of their members. */
function plain(drawings: Drawing[]): string {
  const spot = ({ x, y, model = "" }: { x: number; y: number; model?: string }): unknown => [x, y, model];
  return JSON.stringify(drawings.map((each) => (each.type === "arrow" ? [each.colour, spot(each.start), spot(each.end)] : [each.colour, spot(each.at)])));
}
