/**
 * A round's clock: `<round-clock left="5400" since="2026-05-01T10:00:00Z" now="2026-05-01T10:30:00Z">1:00:00</round-clock>`.
 *
 * `left` seconds remained at `since`; without `since` it is paused. `now` is the server's time when it wrote the page,
 * so that a device whose own time is wrong shows the same as all others. Once the time is up it counts on below zero and
 * has the attribute `over`. Without JavaScript the text is the time left when the page was loaded.
 */
const SECOND = 1000;

/** Seconds as a clock shows them: `1:05:09`, and `−0:00:10` once the time is up. */
export function clockText(seconds: number): string {
  const whole = Math.abs(Math.trunc(seconds));
  const pad = (value: number): string => String(value).padStart(2, "0");
  const text = `${Math.floor(whole / 3600)}:${pad(Math.floor(whole / 60) % 60)}:${pad(whole % 60)}`;
  return seconds < 0 && whole ? `−${text}` : text;
}

/** The time left: a clock running `since` some moment had `left` seconds then. */
export function secondsLeft(left: number, since: string, now: number): number {
  return since ? left - Math.floor((now - Date.parse(since)) / SECOND) : left;
}

class RoundClock extends HTMLElement {
  private timer = 0;
  private ahead = 0;

  connectedCallback(): void {
    const now = this.getAttribute("now");
    this.ahead = now ? Date.now() - Date.parse(now) : 0;
    this.show();
    if (this.getAttribute("since")) this.timer = window.setInterval(() => this.show(), SECOND);
  }

  disconnectedCallback(): void {
    window.clearInterval(this.timer);
  }

  private show(): void {
    const left = Number(this.getAttribute("left"));
    const seconds = secondsLeft(left, this.getAttribute("since") ?? "", Date.now() - this.ahead);
    this.textContent = clockText(seconds);
    this.toggleAttribute("over", seconds < 0);
  }
}

if (!customElements.get("round-clock")) customElements.define("round-clock", RoundClock);
