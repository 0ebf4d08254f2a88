import { render } from "lit";
import { describe, expect, it } from "vitest";

import type { Replay, View } from "../timeline/types";
import type { Told } from "./explain";
import { forces, score } from "./forces";

const view: View = {
  m: { a1: { a: null, w: 1, o: 0, c: { shaken: 1, unheard: 1 } } }, u: {}, r: 1, p: "", t: "", h: "", e: {}, z: {}, q: {},
  s: { a: { k: { cp: 2, pips: 3 }, c: { broken: 1 } } },
};
const replay: Replay = {
  v: 1, ruleset: "tiny", version: "1", name: "", verdict: "", start: view, units: [], steps: [], rules: {}, phases: {},
  findings: [], words: { standing: "standing" }, table: { w: 3000, d: 2200, mapped: true, terrain: [], zones: [] },
  sides: [{ id: "a", n: "Reds", faction: "", points: 0, size: 1, colour: "blue" }],
  models: [{ i: "a1", s: "a", b: "Ad", n: "Ada", t: "", r: 63, w: 1, g: [] }],
  badges: { broken: { n: "broken", d: "M7 21V4" }, shaken: { n: "shaken", d: "M3 14l4 4" } }, counters: { cp: "CP" },
};
const told = { replay } as Told;

function drawn(part: unknown): HTMLElement {
  const box = document.createElement("div");
  render(part, box);
  return box;
}

describe("forces", () => {
  it("name what a side counts and what holds of it as its system does", () => {
    const strip = drawn(score(told, replay.sides[0]!, view, [0, 0, 0]));
    expect(strip.querySelector(".score-name")?.textContent).toContain("broken");
    const counted = [...strip.querySelectorAll("[data-counter]")].map((each) => each.parentElement?.textContent?.trim());
    expect(counted).toEqual(["2 CP", "3 pips"]);
  });

  it("show the statuses of a model that have a badge", () => {
    const chips = [...drawn(forces(told, view, () => {})).querySelectorAll(".status")];
    expect(chips.map((chip) => chip.textContent)).toEqual(["shaken"]);
    expect(chips[0]?.querySelector("path")?.getAttribute("d")).toBe("M3 14l4 4");
  });
});
