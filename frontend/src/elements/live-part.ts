/**
 * A part of a page that keeps itself current: `<live-part src="..." every="5">`.
 *
 * Its content is what the server wrote into the page. While the page can be seen it asks `src` every so many seconds,
 * with the tag of what it has (`tag` for what was in the page), and takes over what is new. Without JavaScript, and
 * without a connection, what is there stays readable; then it carries the attribute `lost`.
 *
 * What somebody is doing is not taken away: no swap while they fill in a field inside, details that are open stay open,
 * and the focus stays on the element with the same id or address. After a swap it fires `live-part`.
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

  /** Ask now, whatever the clock says. */
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
    // The browser's own cache would hide which answers are new, and a page that asks to log in is no answer.
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

/** How an element inside a part is found again after a swap; empty where it cannot be. */
function placeOf(element: Element | null, part: Element): string {
  if (!element || element === part || !part.contains(element)) return "";
  if (element.id) return `#${CSS.escape(element.id)}`;
  const address = element.getAttribute("href");
  return address ? `a[href="${CSS.escape(address)}"]` : "";
}

if (!customElements.get("live-part")) customElements.define("live-part", LivePart);
