import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import type { Odds } from "../timeline/types";
import { StepOdds } from "./step-odds";

const ODDS: Odds = {
  a: "1 in 37", p: "2.7 %", x: "1/37", t: "Kell is out of action", certain: false, note: "",
  more: [{ l: "this or better for Choir", a: "1 in 30", p: "3.3 %", x: "1/30" }],
  rows: [
    { t: "nothing comes of it", a: "9 in 10", p: "90 %", x: "9/10", w: 1000, h: false },
    { t: "Kell is out of action", a: "1 in 37", p: "2.7 %", x: "1/37", w: 30, h: true },
  ],
  rest: { t: "2 other results", a: "1 in 14", p: "7.3 %", x: "73/1000" },
};
const words = { likely: "How likely was that?", counting: "counting", uncounted: "try again", happened: "happened", sure: "sure" };

let asked: string[] = [];
let answer: () => Promise<Partial<Response>>;

function made(base = "/games/1/odds/42/"): StepOdds {
  const element = new StepOdds();
  element.base = base;
  element.words = words;
  document.body.append(element);
  return element;
}

async function open(element: StepOdds): Promise<void> {
  await element.updateComplete;
  const details = element.querySelector("details")!;
  details.open = true;
  details.dispatchEvent(new Event("toggle"));
  await vi.waitFor(() => expect(element.querySelector(".odds-result, .odds-refused")).not.toBeNull());
}

beforeEach(() => {
  asked = [];
  answer = async () => ({ ok: true, json: async () => ODDS });
  vi.stubGlobal("fetch", (address: string) => {
    asked.push(address);
    return answer();
  });
});

afterEach(() => {
  document.body.replaceChildren();
  vi.unstubAllGlobals();
});

describe("step-odds", () => {
  it("asks again while a worker counts, and only as long as it is open", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    try {
      const counting = { ok: true, status: 202, headers: new Headers({ "Retry-After": "5" }), json: async () => ({ why: "being counted" }) };
      answer = async () => counting as unknown as Partial<Response>;
      const element = made();
      await element.updateComplete;
      const details = element.querySelector("details")!;
      details.open = true;
      details.dispatchEvent(new Event("toggle"));
      await vi.advanceTimersByTimeAsync(4_900);
      expect(element.querySelector(".odds-refused")?.textContent).toBe("being counted");
      expect(asked).toHaveLength(1);
      await vi.advanceTimersByTimeAsync(200);
      expect(asked).toHaveLength(2);
      answer = async () => ({ ok: true, status: 200, json: async () => ODDS });
      await vi.advanceTimersByTimeAsync(5_000);
      await element.updateComplete;
      expect(element.querySelector(".odds-result")).not.toBeNull();
      await vi.advanceTimersByTimeAsync(60_000);
      expect(asked).toHaveLength(3);
    } finally {
      vi.useRealTimers();
    }
  });

  it("asks for nothing before it is opened, and once after", async () => {
    const element = made();
    await element.updateComplete;
    expect(element.querySelector("summary")?.textContent).toBe("How likely was that?");
    expect(asked).toEqual([]);
    await open(element);
    await open(element);
    expect(asked).toEqual(["/games/1/odds/42/odds.json"]);
  });

  it("says the result as a number, and marks it in the list", async () => {
    const element = made();
    await open(element);
    expect(element.querySelector(".odds-number")?.textContent).toBe("1 in 37");
    expect(element.querySelector(".happened .chance-text")?.textContent).toBe("Kell is out of action happened");
    const bars = [...element.querySelectorAll("rect")].map((each) => each.getAttribute("width"));
    expect(bars).toEqual(["1000", "30"]);
    expect(element.querySelector(".rest")?.textContent).toContain("2 other results");
    expect(element.querySelector("a")?.getAttribute("href")).toBe("/games/1/odds/42/");
  });

  it("closes and forgets when another step is shown", async () => {
    const element = made();
    await open(element);
    element.base = "/games/1/odds/43/";
    await element.updateComplete;
    expect(element.querySelector("details")?.open).toBe(false);
    expect(element.querySelector(".odds-result")).toBeNull();
    await open(element);
    expect(asked.at(-1)).toBe("/games/1/odds/43/odds.json");
  });

  it("says the server's reason, and asks again when opened again", async () => {
    answer = async () => ({ ok: false, json: async () => ({ why: "too many ways" }) });
    const element = made();
    await open(element);
    expect(element.querySelector("[role=alert]")?.textContent).toBe("too many ways");
    answer = async () => ({ ok: true, json: async () => ODDS });
    element.querySelector("details")!.dispatchEvent(new Event("toggle"));
    await vi.waitFor(() => expect(element.querySelector(".odds-number")).not.toBeNull());
  });

  it("says that it failed where there is no answer", async () => {
    answer = () => Promise.reject(new Error("offline"));
    const element = made();
    await open(element);
    expect(element.querySelector("[role=alert]")?.textContent).toBe("try again");
  });
});
