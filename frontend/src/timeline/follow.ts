import type { Step } from "./types";

/** A step as the stream tells it, with the labels that it needs. `again`: what came before looks different since. */
export interface News {
  step: Step;
  rules: Record<string, string>;
  phases: Record<string, string>;
  again?: 1;
}

/** `off`: the server holds no streams open, and newer steps are seen by loading the page again. */
export type Connection = "live" | "lost" | "over" | "off";

/** What is done with the messages of a stream. */
export interface Follower {
  /** A step was recorded. */
  told(news: News): void;
  /** Steps that were told before look different now. */
  changed(): void;
  connected(now: Connection): void;
}

const FIRST_PAUSE = 2_000;
const LONGEST_PAUSE = 30_000;

/**
 * Follows a battle that is being played: `url` is its stream, `at` how far the page has come. A connection that is cut
 * goes on where it was; a page that nobody sees holds none.
 */
export class Following {
  private source: EventSource | undefined;
  private timer = 0;
  private pause = FIRST_PAUSE;

  constructor(private readonly url: string, private at: string, private readonly follower: Follower) {}

  start(): void {
    document.addEventListener("visibilitychange", this.look);
    window.addEventListener("online", this.look);
    window.addEventListener("offline", this.lose);
    this.look();
  }

  stop(): void {
    document.removeEventListener("visibilitychange", this.look);
    window.removeEventListener("online", this.look);
    window.removeEventListener("offline", this.lose);
    this.close();
  }

  private close(): void {
    window.clearTimeout(this.timer);
    this.source?.close();
    this.source = undefined;
  }

  private look = (): void => {
    this.close();
    if (document.visibilityState !== "hidden") this.open();
  };

  private lose = (): void => this.follower.connected("lost");

  private open(): void {
    const source = new EventSource(`${this.url}${this.url.includes("?") ? "&" : "?"}after=${encodeURIComponent(this.at)}`);
    this.source = source;
    source.onopen = () => {
      this.pause = FIRST_PAUSE;
      this.follower.connected("live");
    };
    source.onerror = () => {
      this.lose();
      // A cut is mended by the browser; after a refusal, or an answer that is no stream, it gives up.
      if (source.readyState === EventSource.CLOSED) this.openLater();
    };
    source.addEventListener("step", (message) => {
      this.at = message.lastEventId;
      this.follower.told(JSON.parse(message.data as string) as News);
    });
    source.addEventListener("report", (message) => {
      this.at = message.lastEventId;
      this.follower.changed();
    });
    source.addEventListener("end", () => this.leave("over"));
    source.addEventListener("off", () => this.leave("off"));
  }

  private leave(now: Connection): void {
    this.stop();
    this.follower.connected(now);
  }

  private openLater(): void {
    window.clearTimeout(this.timer);
    this.timer = window.setTimeout(this.look, this.pause);
    this.pause = Math.min(this.pause * 2, LONGEST_PAUSE);
  }
}
