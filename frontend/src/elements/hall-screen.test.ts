import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import "./hall-screen";

let less = false;

async function screen(...names: string[]): Promise<HTMLElement> {
  const pages = names.map((name) => `<section data-page="${name}">${name}</section>`).join("");
  document.body.innerHTML = `<hall-screen turn="10" data-paused="paused"><div>${pages}</div><p class="hall-place"></p></hall-screen>`;
  await Promise.resolve();
  return document.querySelector("hall-screen") as HTMLElement;
}

const shown = (): string[] => [...document.querySelectorAll("[data-shown]")].map((each) => each.textContent ?? "");
const place = (): string => document.querySelector(".hall-place")?.textContent ?? "";
const press = (key: string): boolean => document.dispatchEvent(new KeyboardEvent("keydown", { key }));

beforeEach(() => {
  vi.useFakeTimers();
  less = false;
  vi.stubGlobal("matchMedia", () => ({ matches: less }));
});

afterEach(() => {
  document.body.innerHTML = "";
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("hall-screen", () => {
  it("shows one page at a time and turns them by itself, round and round", async () => {
    await screen("pairings", "standings");
    expect(shown()).toEqual(["pairings"]);
    vi.advanceTimersByTime(10_000);
    expect([shown(), place()]).toEqual([["standings"], "2 / 2"]);
    vi.advanceTimersByTime(10_000);
    expect(shown()).toEqual(["pairings"]);
  });

  it("stands where less motion is wanted, and turns by the arrows", async () => {
    less = true;
    await screen("pairings", "standings");
    vi.advanceTimersByTime(60_000);
    expect([shown(), place()]).toEqual([["pairings"], "1 / 2 · paused"]);
    press("ArrowLeft");
    expect(shown()).toEqual(["standings"]);
  });

  it("stops at a key and goes on at the next", async () => {
    await screen("a", "b", "c");
    press(" ");
    vi.advanceTimersByTime(60_000);
    expect([shown(), place()]).toEqual([["a"], "1 / 3 · paused"]);
    press(" ");
    vi.advanceTimersByTime(10_000);
    expect([shown(), place()]).toEqual([["b"], "2 / 3"]);
  });

  it("stays on the page with the same name when its pages are renewed", async () => {
    const found = await screen("a", "b");
    vi.advanceTimersByTime(10_000);
    const part = found.querySelector("div") as HTMLElement;
    part.innerHTML = '<section data-page="new">new</section><section data-page="a">a</section><section data-page="b">b</section>';
    part.dispatchEvent(new CustomEvent("live-part", { bubbles: true }));
    expect([shown(), place()]).toEqual([["b"], "3 / 3"]);
    part.innerHTML = '<section data-page="new">new</section>';
    part.dispatchEvent(new CustomEvent("live-part", { bubbles: true }));
    expect([shown(), place()]).toEqual([["new"], "1 / 1"]);
  });
});
