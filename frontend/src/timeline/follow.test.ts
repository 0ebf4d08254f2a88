import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import { Following, type Connection, type News } from "./follow";

/** The streams that were opened, newest last; the tests speak for the server. */
class Source {
  static readonly CLOSED = 2;
  static opened: Source[] = [];
  readyState = 0;
  closed = false;
  onopen?: () => void;
  onerror?: () => void;
  private readonly heard = new Map<string, (message: { lastEventId: string; data: string }) => void>();

  constructor(readonly url: string) {
    Source.opened.push(this);
  }

  addEventListener(name: string, listener: (message: { lastEventId: string; data: string }) => void): void {
    this.heard.set(name, listener);
  }

  close(): void {
    this.closed = true;
  }

  say(event: string, id: string, data: unknown = {}): void {
    this.heard.get(event)?.({ lastEventId: id, data: JSON.stringify(data) });
  }
}

const newest = (): Source => Source.opened.at(-1) as Source;

let visibility: DocumentVisibilityState;
let steps: number[];
let changes: number;
let connections: Connection[];
let following: Following;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("EventSource", Source);
  Source.opened = [];
  visibility = "visible";
  Object.defineProperty(document, "visibilityState", { configurable: true, get: () => visibility });
  [steps, changes, connections] = [[], 0, []];
  following = new Following("/live", "4.0", {
    told: (news: News) => steps.push(news.step.n), changed: () => (changes += 1), connected: (now) => connections.push(now),
  });
  following.start();
});

afterEach(() => {
  following.stop();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("following a battle", () => {
  it("begins where the page ends, and hands on every step", () => {
    expect(newest().url).toBe("/live?after=4.0");
    newest().onopen?.();
    newest().say("step", "5.0", { step: { n: 5 } });
    newest().say("report", "5.7c");
    expect([steps, changes, connections]).toEqual([[5], 1, ["live"]]);
  });

  it("says that it was cut, and leaves it to the browser to go on", () => {
    newest().onerror?.();
    expect(connections).toEqual(["lost"]);
    vi.advanceTimersByTime(60_000);
    expect(Source.opened).toHaveLength(1);
    newest().onopen?.();
    expect(connections).toEqual(["lost", "live"]);
  });

  it("opens another stream from the last step on when the browser gives up, with growing pauses", () => {
    newest().say("step", "5.0", { step: { n: 5 } });
    for (const pause of [2_000, 4_000]) {
      const before = Source.opened.length;
      newest().readyState = Source.CLOSED;
      newest().onerror?.();
      vi.advanceTimersByTime(pause - 1);
      expect(Source.opened).toHaveLength(before);
      vi.advanceTimersByTime(1);
      expect(Source.opened).toHaveLength(before + 1);
      expect(newest().url).toBe("/live?after=5.0");
    }
  });

  it("holds no stream while nobody sees the page", () => {
    newest().say("step", "5.0", { step: { n: 5 } });
    visibility = "hidden";
    document.dispatchEvent(new Event("visibilitychange"));
    expect(newest().closed).toBe(true);
    expect(Source.opened).toHaveLength(1);
    visibility = "visible";
    document.dispatchEvent(new Event("visibilitychange"));
    expect(newest().url).toBe("/live?after=5.0");
  });

  it("stays away from a server that holds no streams open", () => {
    newest().onopen?.();
    newest().say("off", "end");
    vi.advanceTimersByTime(60_000);
    document.dispatchEvent(new Event("visibilitychange"));
    expect([newest().closed, Source.opened.length, connections.at(-1)]).toEqual([true, 1, "off"]);
  });

  it("stays away once the battle is over", () => {
    newest().say("end", "end", { winner: "a" });
    expect([newest().closed, connections]).toEqual([true, ["over"]]);
    document.dispatchEvent(new Event("visibilitychange"));
    window.dispatchEvent(new Event("online"));
    expect(Source.opened).toHaveLength(1);
  });
});
