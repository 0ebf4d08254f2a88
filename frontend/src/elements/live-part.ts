/**
 * A part of a page that keeps itself up to date: `<live-part src="..." every="5">`.
 *
 * Its initial content comes with the page. While the page is visible it polls `src` every so many seconds, with the ETag
 * of its content (`tag` for the initial one), and takes over anything new. Without JavaScript, or without a connection,
 * the content stays readable; without a connection it has the attribute `lost`.
 *
 * It never disturbs the user: no swap while they fill in a field inside, open details stay open, and the focus stays on
 * the element with the same id or address. After a swap it fires `live-part`.
 */
const FEWEST_SECONDS = 1;
const FIELDS = "input, select, textarea";

export class LivePart extends HTMLElement {
  private timer = 0;
  private tag = "";
  private asking: AbortController | null = null;
  private readonly seen = (): void => this.whenSeen();

  connectedCallback(): void {
    this.tag = this.getAttribute("tag") ?? "";
    document.addEventListener("visibilitychange", this.seen);
    this.wait();
  }

  disconnectedCallback(): void {
    document.removeEventListener("visibilitychange", this.seen);
    window.clearTimeout(this.timer);
    this.asking?.abort();
    this.asking = null;
  }

  /** Poll now, without waiting for the interval. */
  async refresh(): Promise<void> {
    if (this.asking) return;
    window.clearTimeout(this.timer);
    this.asking = new AbortController();
    try {
      await this.ask(this.asking.signal);
      this.removeAttribute("lost");
    } catch {
      if (this.isConnected) this.setAttribute("lost", "");
    }
    this.asking = null;
    if (this.isConnected) this.wait();
  }

  private wait(): void {
    window.clearTimeout(this.timer);
    const seconds = Math.max(FEWEST_SECONDS, Number(this.getAttribute("every")) || 5);
    if (document.visibilityState !== "hidden") this.timer = window.setTimeout(() => void this.refresh(), seconds * 1000);
  }

  private whenSeen(): void {
    if (document.visibilityState === "hidden") window.clearTimeout(this.timer);
    else void this.refresh();
  }

  private async ask(signal: AbortSignal): Promise<void> {
    // The browser's own cache would hide which answers are new, and a redirect to the login page is not an answer.
    const headers = this.tag ? { "If-None-Match": this.tag } : undefined;
    const answer = await fetch(this.getAttribute("src") ?? "", { cache: "no-store", redirect: "error", headers, signal });
    if (answer.status === 304) return;
    if (!answer.ok) throw new Error(String(answer.status));
    const text = await answer.text();
    if (this.isBusy()) return;
    this.tag = answer.headers.get("ETag") ?? "";
    this.swap(text);
  }

  private isBusy(): boolean {
    const active = document.activeElement;
    return active !== null && this.contains(active) && active.matches(FIELDS);
  }

  private swap(text: string): void {
    const focus = placeOf(document.activeElement, this);
    const open = new Set([...this.querySelectorAll("details[open]")].map((each) => each.id));
    const fresh = document.createElement("template");
    fresh.innerHTML = text;
    this.replaceChildren(fresh.content);
    for (const each of this.querySelectorAll("details")) if (each.id && open.has(each.id)) each.open = true;
    if (focus) this.querySelector<HTMLElement>(focus)?.focus({ preventScroll: true });
    this.dispatchEvent(new CustomEvent("live-part", { bubbles: true }));
  }
}

/** A selector that finds an element again after a swap; empty if there is none. */
function placeOf(element: Element | null, part: Element): string {
  if (!element || element === part || !part.contains(element)) return "";
  if (element.id) return `#${CSS.escape(element.id)}`;
  const address = element.getAttribute("href");
  return address ? `a[href="${CSS.escape(address)}"]` : "";
}

if (!customElements.get("live-part")) customElements.define("live-part", LivePart);
