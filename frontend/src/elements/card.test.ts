import { render } from "lit";
import { describe, expect, it, vi } from "vitest";

import type { Replay, View } from "../timeline/types";
import { card, field } from "./card";
import type { Told } from "./explain";
import { forces } from "./forces";
import { levelSwitch } from "./levels";

const view: View = {
  m: { a1: { a: [1, 1, 300], w: 2, o: 0, c: { pinned: 1 }, u: "au1" }, a2: { a: null, w: 0, o: 1, c: {}, u: "au1" } },
  u: { au1: { c: { shaken: 1 }, g: { f: 5, k: 4, o: [], s: {} } } }, s: {}, r: 1, p: "", t: "", h: "", e: {}, z: {},
  q: { d1: [["locked", ""]] },
};
const replay: Replay = {
  v: 1, ruleset: "tiny", version: "1", name: "", verdict: "", start: view, steps: [], rules: {}, phases: {}, findings: [], counters: {},
  words: { standing: "standing", wounds: "wounds", filesRanks: "files × ranks", high: "high", close: "Close", terrain: "Terrain", levels: "All", onGround: "Ground" },
  units: [{ i: "au1", s: "a", b: "Sp", n: "Spears", k: "", p: 1, z: 2 }], kinds: { door: "closed door" },
  table: { w: 3600, d: 3600, mapped: true, zones: [], terrain: [
    { id: "d1", n: "Gate", o: [[0, 0], [9, 0], [9, 9]], h: 300, f: 0, k: "door" }, { id: "r1", n: "Rock", o: [[0, 0], [9, 0], [9, 9]], h: 300, f: 0, k: "" },
  ] },
  sides: [{ id: "a", n: "Reds", faction: "", points: 0, size: 1, colour: "blue" }],
  models: ["a1", "a2"].map((i) => ({ i, s: "a", b: i, n: `Spear ${i}`, t: "", r: 63, w: 3, h: "3 wounds", g: [], ...(i === "a1" ? { x: "general" } : {}) })),
  badges: {
    pinned: { n: "pinned", d: "M7 21" }, shaken: { n: "shaken", d: "M3 14" }, general: { n: "general", d: "M4 19" }, locked: { n: "locked", d: "M6 11" },
  },
};
const told = { replay, colourOf: () => "blue" } as unknown as Told;

function drawn(part: unknown): HTMLElement {
  const place = document.createElement("div");
  render(part, place);
  return place;
}
const said = (part: unknown): string => (drawn(part).textContent ?? "").replace(/\s+/g, " ").trim();

describe("what is chosen", () => {
  it("is told with everything that the table shows by signs", () => {
    const close = vi.fn();
    expect(said(card(told, view, { kind: "unit", id: "au1" }, close))).toBe(
      "Spears 1/2 standing 5 × 4 files × ranks general shaken 2/3 wounds ▲3″ pinned",
    );
    expect(said(card(told, view, { kind: "model", id: "a1" }, close))).toBe("Spear a1 general 2/3 wounds ▲3″ pinned");
    expect(said(card(told, view, { kind: "piece", id: "d1" }, close))).toBe("Gate closed door, 3″ high, locked");
    drawn(card(told, view, { kind: "piece", id: "d1" }, close)).querySelector("button")?.click();
    expect(close).toHaveBeenCalledOnce();
  });

  it("is nothing if it is gone", () => {
    expect(said(card(told, { ...view, e: { d1: 0 } }, { kind: "piece", id: "d1" }, () => undefined))).toBe("");
    expect(drawn(card(told, view, undefined, () => undefined)).querySelector(".empty")).not.toBeNull();
  });
});

describe("lists", () => {
  it("give a regiment's files and ranks, and choose it", () => {
    const pick = vi.fn();
    const list = drawn(forces(told, view, () => undefined, "au1", pick));
    expect(list.querySelector('[data-ranks="au1"]')?.textContent?.trim()).toBe("5 × 4 files × ranks");
    expect(list.querySelector('[data-unit-row="au1"]')?.classList.contains("picked")).toBe(true);
    list.querySelector<HTMLElement>('[data-unit-row="au1"] > summary')?.click();
    expect(pick).toHaveBeenCalledWith({ kind: "unit", id: "au1" });
  });

  it("name the terrain that has a kind or a state", () => {
    const pick = vi.fn();
    const list = drawn(field(told, view, pick));
    expect([...list.querySelectorAll<HTMLElement>("[data-piece-row]")].map((row) => row.dataset.pieceRow)).toEqual(["d1"]);
    list.querySelector<HTMLElement>("[data-piece-row]")?.click();
    expect(pick).toHaveBeenCalledWith({ kind: "piece", id: "d1" });
  });
});

describe("the switch of levels", () => {
  it("offers all, the ground and each height, and says which is shown", () => {
    const look = vi.fn();
    const group = drawn(levelSwitch(replay.words, [0, 300, 620], 300, look));
    const buttons = [...group.querySelectorAll("button")];
    expect(buttons.map((button) => button.textContent)).toEqual(["All", "Ground", "▲3″", "▲6.2″"]);
    expect(buttons.map((button) => button.getAttribute("aria-pressed"))).toEqual(["false", "false", "true", "false"]);
    buttons[0]?.click();
    buttons[1]?.click();
    expect(look.mock.calls).toEqual([[null], [0]]);
  });

  it("is not there on a flat table", () => {
    expect(said(levelSwitch(replay.words, [0], null, () => undefined))).toBe("");
  });
});
