// What the other side does meanwhile: the page hears of it, or looks by itself.
import { Following, type Connection } from "../timeline/follow";

/** Where a stream of news cannot be had, the page looks by itself; else seldom: proposals are no steps. */
const LOOK = 4_000;
const SELDOM = 2;

export class News {
  private connection: Connection = "off";
  private following?: Following;
  private looking = 0;

  constructor(private readonly look: () => void) {}

  /** `number` is the newest step that the page knows. */
  start(url: string, number: () => number | undefined): void {
    let times = 0;
    this.looking = window.setInterval(() => {
      times += 1;
      if (document.visibilityState === "visible" && (this.connection !== "live" || times % SELDOM === 0)) this.look();
    }, LOOK);
    const from = number();
    if (!url || from === undefined) return;
    this.following = new Following(url, String(from), {
      told: ({ step }) => step.n > (number() ?? 0) && this.look(), changed: this.look, connected: (now) => (this.connection = now),
    });
    this.following.start();
  }

  stop(): void {
    this.following?.stop();
    window.clearInterval(this.looking);
  }
}
