import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import type { Replay, Side, Step, View } from "../timeline/types";
import "./battle-replay";
import type { BattleReplay } from "./battle-replay";

type Listener = (message: { lastEventId: string; data: string }) => void;

const start: View = { m: {}, u: {}, s: {}, r: 0, p: "setup", t: "", h: "", e: {}, z: {}, q: {} };
const words = {
  live: "Live", lost: "Lost", over: "Over", reload: "Reload", freshOne: "%(number)s new step", freshMany: "%(number)s new steps", last: "Last step", head: "Now", round: "Round",
};
const step = (n: number): Step => ({ n, r: 1, p: "move", s: "a", a: "move", t: `step ${n}` });
const side = (id: string): Side => ({ id, n: id, faction: "", points: 0, size: 0, colour: id === "a" ? "blue" : "amber" });
const replay = (length: number): Replay => ({
  v: 1, ruleset: "kt", version: "1", name: "", verdict: "", sides: [side("a"), side("b")], models: [], units: [], start, rules: {}, phases: {},
  steps: Array.from({ length }, (_, index) => step(index + 1)), findings: [], words, badges: {}, counters: {},
  table: { w: 3000, d: 2200, mapped: true, terrain: [], zones: [] }, at: `${length}.0`,
});

let recorded = 3;
let loads = 0;
let broken = false;
let streams: Map<string, Listener>[] = [];
const addresses: string[] = [];

class Source {
  static readonly CLOSED = 2;
  onopen?: () => void;

  constructor(address: string) {
    addresses.push(address);
    streams.push(this.heard);
    setTimeout(() => this.onopen?.(), 0);
  }

  private readonly heard = new Map<string, Listener>();
  addEventListener = (name: string, listener: Listener): unknown => this.heard.set(name, listener);
  close = (): void => undefined;
}

/** The server tells a step, or of a report. */
async function say(event: string, data: unknown, id = "9.0"): Promise<void> {
  streams.at(-1)?.get(event)?.({ lastEventId: id, data: JSON.stringify(data) });
  await vi.advanceTimersByTimeAsync(1);
}

const news = (n: number, more = {}): unknown => ({ step: step(n), rules: {}, phases: {}, ...more });
const shown = (): string | undefined => document.querySelector<HTMLElement>(".replay")?.dataset.step;
const fresh = (): HTMLButtonElement | null => document.querySelector<HTMLButtonElement>(".fresh");

async function open(hash = ""): Promise<BattleReplay> {
  location.hash = hash;
  document.body.innerHTML = `<battle-replay src="/replay.json" live-url="/live" game-url="/game"><p>plain</p></battle-replay>`;
  await vi.advanceTimersByTimeAsync(10);
  return document.querySelector("battle-replay") as BattleReplay;
}

beforeEach(() => {
  vi.useFakeTimers();
  [recorded, loads, streams, broken] = [3, 0, [], false];
  vi.stubGlobal("EventSource", Source);
  vi.stubGlobal("fetch", (address: string) => {
    if (!address.startsWith("/replay.json")) return Promise.resolve(new Response("", { status: 404 }));
    loads += 1;
    if (broken) return Promise.reject(new TypeError("no network"));
    return Promise.resolve(new Response(JSON.stringify(replay(recorded))));
  });
});

afterEach(() => {
  document.body.innerHTML = "";
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("a battle that is being played", () => {
  it("opens at its last step and goes on with it", async () => {
    await open();
    expect([shown(), document.querySelector(".live")?.textContent?.trim()]).toEqual(["3", "Live"]);
    await say("step", news(4));
    expect(shown()).toBe("4");
    expect(document.querySelectorAll(".steplist .step")).toHaveLength(4);
    expect(fresh()).toBeNull();
    expect(loads).toBe(1);
  });

  it("stays where the reader looks, and counts what is new; one tap goes there", async () => {
    const found = await open("#2");
    await say("step", news(4));
    expect(fresh()?.textContent).toBe("1 new step");
    await say("step", news(5));
    expect([shown(), fresh()?.textContent]).toEqual(["2", "2 new steps"]);
    expect(document.querySelector<HTMLInputElement>(".course-drawn input")?.max).toBe("5");
    fresh()?.click();
    await found.updateComplete;
    expect([shown(), fresh()]).toEqual(["5", null]);
  });

  it("counts no step as new that the reader has come to, and says how it stands at the head", async () => {
    const found = await open("#2");
    await say("step", news(4));
    await say("step", news(5));
    expect(document.querySelector(".live-head")?.textContent).toBe("Now: Round 1, 0 : 0");
    document.querySelector<HTMLButtonElement>("button.forward")!.click();
    document.querySelector<HTMLButtonElement>("button.forward")!.click();
    await found.updateComplete;
    expect([shown(), fresh()?.textContent]).toEqual(["4", "1 new step"]);
    await say("step", { step: { ...step(6), r: 2, g: { a: [3, 0, 0], b: [1, 0, 0] } }, rules: {}, phases: {} });
    expect([fresh()?.textContent, document.querySelector(".live-head")?.textContent]).toEqual(["2 new steps", "Now: Round 2, 3 : 1"]);
    expect(document.querySelector(".replay")?.getAttribute("data-round")).toBe("0");
    document.querySelector<HTMLButtonElement>("button.last")!.click();
    await found.updateComplete;
    expect([shown(), fresh(), document.querySelector(".live-head")]).toEqual(["6", null, null]);
  });

  it("loads again where a secret is written down or shown, if the page is seen as a side", async () => {
    await open();
    recorded = 4;
    await say("step", { step: { ...step(4), a: "commit" }, rules: {}, phases: {} });
    expect([loads, shown()]).toEqual([1, "4"]);
    document.body.innerHTML = `<battle-replay src="/replay.json?as=a" live-url="/live?as=a" game-url="/game"></battle-replay>`;
    await vi.advanceTimersByTimeAsync(10);
    recorded = 5;
    await say("step", { step: { ...step(5), a: "commit" }, rules: {}, phases: {} });
    await vi.advanceTimersByTimeAsync(2_000);
    expect([loads, shown()]).toEqual([3, "5"]);
    expect(addresses.at(-1)).toBe("/live?as=a&after=4.0");
  });

  it("takes no step twice, and loads again where one is missing", async () => {
    await open();
    await say("step", news(3));
    expect(document.querySelectorAll(".steplist .step")).toHaveLength(3);
    recorded = 5;
    await say("step", news(5));
    await vi.advanceTimersByTimeAsync(2_000);
    expect([loads, shown()]).toEqual([2, "5"]);
    expect(document.querySelectorAll(".steplist .step")).toHaveLength(5);
  });

  it("loads again once where earlier steps look different, and leaves the reader at the step", async () => {
    await open("#2");
    recorded = 5;
    await say("step", news(4, { again: 1 }));
    await say("step", news(5));
    await say("report", {});
    await vi.advanceTimersByTimeAsync(2_000);
    expect([loads, shown(), fresh()?.textContent]).toEqual([2, "2", "2 new steps"]);
    await say("step", news(6));
    expect(fresh()?.textContent).toBe("3 new steps");
  });

  it("loses nothing that is told while it loads again", async () => {
    await open();
    let answer = (_: Response): void => undefined;
    vi.stubGlobal("fetch", () => new Promise<Response>((resolve) => (answer = resolve)));
    await say("report", {});
    await vi.advanceTimersByTimeAsync(2_000);
    await say("step", news(4));
    await say("step", news(5));
    answer(new Response(JSON.stringify(replay(4))));
    await vi.advanceTimersByTimeAsync(1);
    expect(shown()).toBe("5");
    expect(document.querySelectorAll(".steplist .step")).toHaveLength(5);
  });

  it("keeps what the page says until the first step, and then shows it", async () => {
    recorded = 0;
    await open();
    expect(document.body.textContent).toContain("plain");
    recorded = 1;
    await say("step", news(1, { again: 1 }));
    await vi.advanceTimersByTimeAsync(2_000);
    expect(shown()).toBe("1");
    expect(document.body.textContent).not.toContain("plain");
  });

  it("says that it is live again once loading has succeeded", async () => {
    await open();
    [recorded, broken] = [4, true];
    await say("report", {});
    await vi.advanceTimersByTimeAsync(2_000);
    expect(document.querySelector(".live.lost")).not.toBeNull();
    broken = false;
    await vi.advanceTimersByTimeAsync(5_000);
    expect([document.querySelector(".live")?.textContent?.trim(), shown()]).toEqual(["Live", "4"]);
  });

  it.each([3, 0])("says that newer steps are seen on reloading where no stream is held open, with %i steps", async (steps) => {
    recorded = steps;
    await open();
    await say("off", {}, "end");
    expect(document.querySelector(".live.off")?.textContent?.trim()).toBe("Reload");
    expect(document.body.textContent?.includes("plain")).toBe(!steps);
  });

  it("says that the battle is over", async () => {
    await open();
    await say("end", {}, "end");
    expect(document.querySelector(".live.over a")?.getAttribute("href")).toBe("/game");
  });
});
