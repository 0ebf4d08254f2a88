import { nothing, render, type TemplateResult } from "lit";

/** A battle that has more steps has only those chapters in the document that are near what is looked at. */
const LONG = 600;
/** Chapters around the current one that are filled with it, and those around it that stay. */
const [NEAR, KEPT] = [1, 8];
/** Pixels around what is seen in which chapters are filled. */
const MARGIN = "600px 0px";
/** Pixels that a card usually takes. */
const USUAL = 50;

/** Milliseconds after which a chapter is filled even if the browser is never idle. */
const LATEST = 150;

type Idle = (work: () => void) => number;
const [whenIdle, notWhenIdle]: [Idle, (handle: number) => void] = "requestIdleCallback" in window
  ? [(work) => window.requestIdleCallback(work, { timeout: LATEST }), (handle) => window.cancelIdleCallback(handle)]
  : [(work) => window.setTimeout(work, 50), (handle) => window.clearTimeout(handle)];

/**
 * The chapters of a list, filled as they come near. Those of a usual battle are all filled as soon as there is nothing
 * else to do, so that a reader can search in the page; a long battle keeps few. To be printed, all of them are filled.
 */
export class ChapterWindow {
  private places: HTMLElement[] = [];
  private readonly filled = new Set<number>();
  private readonly seen = new Set<number>();
  private watch: IntersectionObserver | undefined;
  private idle = 0;
  private long = false;

  constructor(private readonly list: HTMLElement, private readonly cards: (chapter: number) => TemplateResult) {}

  /** Begin anew with the sections that are in the list now; `sizes` are the cards of each, `steps` those of the battle. */
  renew(sizes: number[], steps: number): void {
    this.stop();
    this.long = steps > LONG;
    this.places = [...this.list.querySelectorAll<HTMLElement>(".chapter > ol")];
    for (const place of this.places) render(nothing, place);
    this.places.forEach((place, index) => (place.style.minHeight = `${(sizes[index] ?? 0) * USUAL}px`));
    this.filled.clear();
    if (!("IntersectionObserver" in window)) return;
    this.watch = new IntersectionObserver((entries) => this.look(entries), { root: this.list, rootMargin: MARGIN });
    for (const place of this.places) this.watch.observe(place);
  }

  stop(): void {
    this.watch?.disconnect();
    this.seen.clear();
    notWhenIdle(this.idle);
    this.idle = 0;
  }

  private look(entries: IntersectionObserverEntry[]): void {
    for (const entry of entries) {
      const index = this.places.indexOf(entry.target as HTMLElement);
      if (!entry.isIntersecting) this.seen.delete(index);
      else {
        this.seen.add(index);
        this.fill(index);
      }
    }
  }

  /** Fill a chapter, or draw it again if it is filled; where its cards are. */
  draw(chapter: number): HTMLElement | undefined {
    const place = this.places[chapter];
    if (!place) return undefined;
    render(this.cards(chapter), place);
    place.style.minHeight = "";
    this.filled.add(chapter);
    return place;
  }

  fill(chapter: number): HTMLElement | undefined {
    return this.filled.has(chapter) ? this.places[chapter] : this.draw(chapter);
  }

  /** Draw again what is filled of these. */
  redraw(...chapters: number[]): void {
    for (const chapter of new Set(chapters)) if (this.filled.has(chapter)) this.draw(chapter);
  }

  /** Fill what is around a chapter, and the rest later or not at all. */
  around(chapter: number): void {
    for (let index = chapter - NEAR; index <= chapter + NEAR; index += 1) this.fill(index);
    if (this.long) this.takeOut(chapter);
    else this.idle ||= whenIdle(this.goOn);
  }

  private takeOut(around: number): void {
    for (const chapter of this.filled) {
      const place = this.places[chapter];
      if (!place || Math.abs(chapter - around) <= KEPT || this.seen.has(chapter) || place.contains(document.activeElement)) continue;
      place.style.minHeight = `${place.offsetHeight || place.childElementCount * USUAL}px`;
      render(nothing, place);
      this.filled.delete(chapter);
    }
  }

  private goOn = (): void => {
    const next = this.places.findIndex((_place, index) => !this.filled.has(index));
    this.idle = 0;
    if (next < 0) return;
    this.draw(next);
    this.idle = whenIdle(this.goOn);
  };

  fillAll = (): void => {
    this.places.forEach((_place, index) => this.fill(index));
  };
}
