/**
 * The screen in the hall: `<hall-screen turn="12">` shows one of its `[data-page]` at a time and turns them by itself.
 *
 * Space pauses and resumes, the arrow keys turn. If the user prefers reduced motion, it waits until somebody turns. When
 * its pages are updated (`live-part`) it stays on the page with the same name. Without JavaScript all pages appear one
 * below the other.
 */
class HallScreen extends HTMLElement {
  private timer = 0;
  private current = "";
  private paused = false;
  private readonly pressed = (event: KeyboardEvent): void => this.key(event);
  private readonly renewed = (): void => this.show(this.index());

  connectedCallback(): void {
    this.paused = window.matchMedia("(prefers-reduced-motion: reduce)").matches;
    document.addEventListener("keydown", this.pressed);
    this.addEventListener("live-part", this.renewed);
    this.classList.add("turning");
    // Its pages may not have been parsed yet when it is connected.
    queueMicrotask(() => this.show(0));
    this.wait();
  }

  disconnectedCallback(): void {
    document.removeEventListener("keydown", this.pressed);
    window.clearTimeout(this.timer);
  }

  private pages(): HTMLElement[] {
    return [...this.querySelectorAll<HTMLElement>("[data-page]")];
  }

  /** The current page's present index; the first page if it is gone. */
  private index(): number {
    return Math.max(0, this.pages().findIndex((each) => each.dataset.page === this.current));
  }

  private show(wanted: number): void {
    const pages = this.pages();
    const count = Math.max(1, pages.length);
    const index = ((wanted % count) + count) % count;
    this.current = pages[index]?.dataset.page ?? "";
    pages.forEach((each, at) => each.toggleAttribute("data-shown", at === index));
    const place = this.querySelector(".hall-place");
    if (place) place.textContent = `${index + 1} / ${count}${this.paused ? ` · ${this.dataset.paused ?? "paused"}` : ""}`;
  }

  private wait(): void {
    window.clearTimeout(this.timer);
    if (this.paused) return;
    const seconds = Math.max(1, Number(this.getAttribute("turn")) || 12);
    this.timer = window.setTimeout(() => this.turn(1), seconds * 1000);
  }

  private turn(by: number): void {
    this.show(this.index() + by);
    this.wait();
  }

  private key(event: KeyboardEvent): void {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const by = { ArrowRight: 1, PageDown: 1, ArrowLeft: -1, PageUp: -1 }[event.key];
    if (event.key === " ") this.paused = !this.paused;
    else if (by) this.paused = true;
    else return;
    event.preventDefault();
    this.turn(by ?? 0);
  }
}

if (!customElements.get("hall-screen")) customElements.define("hall-screen", HallScreen);
