import { render } from "lit";
import { expect, it, vi } from "vitest";

import { Timeline } from "../timeline/timeline";
import type { Replay, Step, View } from "../timeline/types";
import type { Told } from "./explain";
import { history, modelCard } from "./model-card";

const start: View = {
  m: { a1: { a: [1, 1, 0], w: 1, o: 0, c: {}, u: "au1" }, b1: { a: [9, 9, 0], w: 2, o: 0, c: {} } },
  u: { au1: { c: {} } }, s: {}, r: 1, p: "", t: "", h: "", e: {}, z: {}, q: {},
};
const step = (n: number, more: Partial<Step>): Step => ({ n, r: 1, p: "", s: "a", a: "x", t: `Title ${n}`, ...more }) as Step;
const steps = [
  step(1, { r: 0, m: [["b1", [[9, 9, 0]]]] }), step(2, { m: [["a1", [[1, 1, 0], [2, 2, 0]]]] }), step(3, { w: [["a1", "b1"]], o: "no hit" }),
  step(4, { d: { m: { b1: { w: 1 } } } }), step(5, { e: "quiet", d: { m: { b1: { c: {} } } } }), step(6, { d: { u: { au1: { c: { shaken: 1 } } } } }),
];
const replay = {
  steps, start, words: { did: "So far", nothingYet: "Nothing yet", close: "Close", standing: "standing" }, badges: {}, units: [{ i: "au1", s: "a", n: "Spears" }],
  models: [
    { i: "a1", s: "a", n: "Spear", t: "Spear", w: 1, h: "1 wound", g: ["Spear · S 3"], v: [["M", "6″"], ["WS", "3+"]] },
    { i: "b1", s: "b", n: "Harl", t: "Leader", w: 2, h: "2 wounds", g: [], v: [["M", "5″"]] },
  ],
} as unknown as Replay;
const told = { replay, colourOf: () => "blue" } as unknown as Told;

it("finds what somebody did and suffered, and leaves out set-up and bookkeeping", () => {
  expect(history(steps, new Set(["b1"]), "b1").map((each) => each.n)).toEqual([3, 4]);
  expect(history(steps, new Set(["a1"]), "au1").map((each) => each.n)).toEqual([2, 3, 6]);
});

it("shows profile, weapons and history up to the step, and jumps", () => {
  const place = document.createElement("div");
  const jump = vi.fn();
  const close = vi.fn();
  render(modelCard(told, new Timeline(replay), start, 3, { kind: "unit", id: "au1" }, jump, close), place);
  const text = (place.textContent ?? "").replace(/\s+/g, " ");
  expect(text).toContain("Spears");
  expect(text).toContain("1/1 wound");
  expect([...place.querySelectorAll("th")].map((each) => each.textContent)).toEqual(["M", "WS"]);
  expect([...place.querySelectorAll("td")].map((each) => each.textContent)).toEqual(["6″", "3+"]);
  expect([...place.querySelectorAll("[data-jump]")].map((each) => (each as HTMLElement).dataset.jump)).toEqual(["2", "3"]);
  place.querySelector<HTMLElement>("[data-jump='3']")!.click();
  expect(jump).toHaveBeenCalledWith(3);
  place.querySelector<HTMLElement>(".close")!.click();
  expect(close).toHaveBeenCalledOnce();
});

it("is nothing for a piece of terrain or somebody who is not there", () => {
  const place = document.createElement("div");
  for (const picked of [{ kind: "piece", id: "d1" }, { kind: "model", id: "z9" }] as const) {
    render(modelCard(told, new Timeline(replay), start, 3, picked, () => undefined, () => undefined), place);
    expect(place.querySelector(".model-card")).toBeNull();
  }
});
