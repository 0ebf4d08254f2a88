import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import { luckAt, series, signed, type BattleLuck } from "./luck";
import { LuckFeed } from "./luck-feed";

const luck = (more: Partial<BattleLuck> = {}): BattleLuck => ({
  state: "counted", text: "", number: 6, first: "a", curve: [[2, 150], [5, -40]], rolls: {}, pins: [], totals: [], counted: "", left: [], why: {}, ...more,
});

describe("the luck of a battle", () => {
  it("holds from the roll that changed it to the next", () => {
    expect([0, 1, 2, 4, 5, 9].map((step) => luckAt(luck(), step))).toEqual([0, 0, 150, 150, -40, -40]);
    expect(series(luck(), 9)).toEqual([0, 150, 150, 150, -40, -40]);
    expect(series(luck(), 3)).toEqual([0, 150, 150]);
  });

  it("is written with its sign, in tenths", () => {
    expect([signed(926), signed(-100), signed(4), signed(0)]).toEqual(["+9.3", "−1", "0", "0"]);
  });
});

describe("luck that is still being counted", () => {
  let answers: (BattleLuck | undefined)[];
  let asked: string[];
  const host = { addController: vi.fn(), requestUpdate: vi.fn(), removeController: vi.fn(), updateComplete: Promise.resolve(true) };

  beforeEach(() => {
    vi.useFakeTimers();
    [answers, asked] = [[], []];
    host.requestUpdate.mockClear();
    vi.stubGlobal("fetch", (address: string, options: RequestInit = {}) => {
      asked.push(`${options.method ?? "GET"} ${address}`);
      const answer = options.method ? luck() : answers.shift();
      return answer ? Promise.resolve({ ok: true, json: async () => answer }) : Promise.reject(new Error("cut"));
    });
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  it("is asked for again until it is there, with the line of the replay, through cuts", async () => {
    answers = [luck({ state: "counting", number: 2 }), undefined, luck()];
    const feed = new LuckFeed(host);
    feed.follow("/games/1/luck.json?line=played");
    await vi.advanceTimersByTimeAsync(60_000);
    expect(asked).toEqual(Array(3).fill("GET /games/1/luck.json?line=played"));
    expect([feed.now?.state, host.requestUpdate.mock.calls.length]).toEqual(["counted", 2]);
  });

  it("is asked for once more when the battle goes on, and never once the page is gone", async () => {
    answers = [luck(), luck({ number: 7, state: "counting" }), luck({ number: 8 })];
    const feed = new LuckFeed(host);
    feed.follow("/games/1/luck.json");
    await vi.advanceTimersByTimeAsync(60_000);
    expect(asked.length).toBe(1);
    feed.lag();
    feed.lag();
    await vi.advanceTimersByTimeAsync(2_100);
    expect([asked.length, feed.now?.number]).toEqual([2, 7]);
    feed.hostDisconnected();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(asked.length).toBe(2);
  });

  it("is counted when somebody wants it", async () => {
    answers = [luck({ state: "open", number: 0, curve: [] }), luck()];
    const feed = new LuckFeed(host);
    feed.follow("/games/1/luck.json?as_of=9");
    await vi.advanceTimersByTimeAsync(60_000);
    feed.lag();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(asked.length).toBe(1);
    await feed.ask();
    expect(asked.slice(1)).toEqual(["POST /games/1/luck/", "GET /games/1/luck.json?as_of=9"]);
    expect(feed.now?.state).toBe("counted");
  });
});
