import { render } from "lit";
import { describe, expect, it, vi } from "vitest";

import type { Block, Model, Replay, Step, Terrain, View } from "../timeline/types";
import { board, pieceWords, type Look } from "./board";
import { baseIn, marches } from "./blocks";
import { behind } from "./glide";
import { depth, inside, layer, levelAt, levelsOf } from "./levels";

const NOTHING: View = { m: {}, u: {}, s: {}, r: 0, p: "", t: "", h: "", e: {}, z: {}, q: {} };
const model = (i: string, more: Partial<Model> = {}): Model => ({ i, s: "a", b: i, n: i, t: "", r: 50, w: 1, g: [], ...more });
const box = (x: number, y: number, wide: number, long: number): [number, number][] => [[x + wide, y + long], [x + wide, y], [x, y], [x, y + long]];
function piece(id: string, k: string, at: [number, number, number, number], h: number, f = 0): Terrain {
  const [left, near, right, far] = at;
  return { id, n: `The ${id}`, o: [[left, near], [right, near], [right, far], [left, far]], h, f, k };
}
const replay = (more: Partial<Replay>): Replay => ({
  v: 1, ruleset: "x", version: "1", name: "", verdict: "", start: NOTHING, units: [], steps: [], rules: {}, phases: {},
  findings: [], words: { high: "high" }, badges: {}, counters: {}, models: [],
  table: { w: 3600, d: 3600, mapped: true, terrain: [], zones: [] },
  sides: [{ id: "a", n: "Ada", faction: "", points: 0, size: 1, colour: "blue" }, { id: "b", n: "Bob", faction: "", points: 0, size: 0, colour: "amber" }],
  ...more,
});
function draw(of: Replay, view: View, look: Partial<Look> = {}, step?: Step): HTMLElement {
  const place = document.createElement("div");
  render(board(of, view, step, new Set(), "", { level: null, levels: [0], pick: () => undefined, ...look }), place);
  return place;
}

describe("regiments", () => {
  // Two files of 80 and one rank of 80, facing down the page, with a rank behind that is not full.
  const block: Block = {
    f: 2, k: 2, o: box(1000, 2000, 160, 160),
    s: { a1: box(1000, 2000, 80, 80), a2: box(1080, 2000, 80, 80), a3: box(1000, 2080, 80, 80) },
  };
  const field = replay({
    models: [model("a1", { x: "general" }), model("a2", { w: 3 }), model("a3"), model("a9", { s: "a" })],
    badges: { fleeing: { n: "fleeing", d: "M19 5" }, general: { n: "general", d: "M4 19" } },
    units: [{ i: "au1", s: "a", b: "Sp", n: "Spears", k: "", p: 1, z: 3 }],
  });
  const at = (x: number, y: number, more = {}): View["m"][string] => ({ a: [x, y, 0], w: 1, o: 0, c: {}, u: "au1", f: [0, -1], ...more });
  const view: View = {
    ...NOTHING, u: { au1: { c: { fleeing: 1 }, g: block } },
    m: { a1: at(1040, 2040), a2: at(1120, 2040, { w: 2 }), a3: at(1040, 2120) },
  };

  it("are drawn by their exact boundary and bases", () => {
    const shown = draw(field, view);
    expect(shown.querySelector('[data-block="au1"] .boundary')?.getAttribute("points")).toBe("1160,2160 1160,2000 1000,2000 1000,2160");
    expect(shown.querySelector<SVGElement>("[data-block]")?.dataset).toMatchObject({ files: "2", ranks: "2" });
    expect(shown.querySelector('[data-id="a2"] .base')?.getAttribute("points")).toBe("40,40 40,-40 -40,-40 -40,40");
    expect(baseIn(view, "a9")).toBeUndefined();
    expect(shown.querySelector(".tie")).toBeNull();
  });

  it("have their front marked, with an arrow ahead of it", () => {
    const [edge, ahead] = [...draw(field, view).querySelectorAll('[data-front="au1"] > path')].map((path) => path.getAttribute("d"));
    expect(edge).toBe("M1000 2000L1160 2000");
    expect(ahead).toContain("L1080 1922");
  });

  it("carry their statuses at the rear and the sign of a role on its base", () => {
    const shown = draw(field, view);
    expect(shown.querySelector('[data-front] [data-badge="fleeing"]')?.getAttribute("transform")).toBe("translate(1080 2190)");
    expect(shown.querySelector('[data-id="a1"]')?.classList.contains("in-role")).toBe(true);
    expect(shown.querySelector('[data-id="a1"] .role path')?.getAttribute("d")).toBe("M4 19");
    expect(shown.querySelector('[data-id="a1"] title')?.textContent).toBe("a1, general");
    expect(shown.querySelectorAll('[data-id="a2"] .pips .lost')).toHaveLength(1);
    expect(shown.querySelector('[data-id="a3"] .pips')).toBeNull();
  });

  it("are chosen by a click on any of their models or on their ground", () => {
    const pick = vi.fn();
    const shown = draw(field, view, { pick, picked: { kind: "unit", id: "au1" } });
    shown.querySelector('[data-id="a3"]')?.dispatchEvent(new MouseEvent("click"));
    shown.querySelector("[data-block]")?.dispatchEvent(new MouseEvent("click"));
    expect(pick.mock.calls).toEqual([[{ kind: "unit", id: "au1" }], [{ kind: "unit", id: "au1" }]]);
    expect(shown.querySelector("[data-block]")?.classList.contains("picked")).toBe(true);
  });

  it("move as one: a single way from the middle to the middle", () => {
    const way = (x: number): [number, number, number][] => [[x, 3000, 0], [x, 2040, 0]];
    const step: Step = { n: 1, r: 1, p: "", s: "a", a: "", t: "", m: [["a1", way(1040)], ["a2", way(1120)]] };
    expect(marches(step, view).ways).toEqual([["au1", [[1080, 3000, 0], [1080, 2040, 0]]]]);
    expect(draw(field, view, {}, step).querySelectorAll("[data-way]")).toHaveLength(1);
    expect(behind([way(1040), way(1120)], 0)).toEqual([0, 960]);
    expect(behind([way(1040), way(1120)], 1)).toEqual([0, 0]);
  });
});

describe("levels", () => {
  const tower = piece("tower", "platform", [0, 0, 500, 500], 300);
  const gantry = piece("gantry", "platform", [500, 100, 1000, 200], 20, 280);
  const deck = piece("deck", "floor", [2000, 2000, 2500, 2500], 15, 600);
  const field = replay({
    models: [model("a1"), model("a2"), model("a3")],
    table: { w: 3600, d: 3600, mapped: true, terrain: [tower, gantry, deck], zones: [] },
    start: { ...NOTHING, m: { a1: { a: [100, 100, 300], w: 1, o: 0, c: {} } } },
    steps: [{ n: 1, r: 0, p: "", s: "a", a: "", t: "", d: { m: { a2: { a: [3000, 3000, 120] } } } }],
  });
  const view: View = {
    ...NOTHING,
    m: { a1: { a: [100, 100, 300], w: 1, o: 0, c: {} }, a2: { a: [700, 150, 0], w: 1, o: 0, c: {} }, a3: { a: [3000, 3000, 0], w: 1, o: 0, c: {} } },
  };

  it("are the ground, the floors and the heights on which somebody stood", () => {
    expect(levelsOf(field)).toEqual([0, 120, 300, 600]);
    expect(levelsOf(replay({}))).toEqual([0]);
    expect([levelAt([0, 300], 299), levelAt([0, 300], 160), levelAt([0, 300], 900)]).toEqual([300, 0, 300]);
  });

  it("fade what stands on another one, and whoever is beneath a floor while all are shown", () => {
    const classes = (level: number | null): string[] =>
      ["a1", "a2", "a3"].map((id) => /off|beneath/.exec(draw(field, view, { level, levels: [0, 300, 600] }).querySelector(`[data-id="${id}"]`)?.getAttribute("class") ?? "")?.[0] ?? "");
    expect(classes(null)).toEqual(["", "beneath", ""]);
    expect(classes(0)).toEqual(["off", "", ""]);
    expect(classes(300)).toEqual(["", "off", "off"]);
    expect(depth([700, 250, 0], null, [0, 300], [gantry])).toBe("");
    expect(inside([10, 10], tower.o)).toBe(true);
  });

  it("show only the outline of what is above, and faintly what ends below", () => {
    expect([layer(gantry, 0), layer(tower, 0), layer(tower, 300), layer(tower, 600), layer(deck, 300)]).toEqual(["above", "", "", "under", "above"]);
    expect([layer(gantry, 300), layer(tower, null)]).toEqual(["", ""]);
  });
});

describe("terrain with a state", () => {
  const door = piece("d1", "door", [1500, 1000, 1700, 1050], 300);
  const panel = piece("p1", "terminal", [1400, 900, 1440, 940], 120);
  const field = replay({
    kinds: { door: "closed door", "open door": "open door", terminal: "terminal" },
    badges: { locked: { n: "locked", d: "M6 11" }, linked: { n: "controls", d: "M4 12" }, running: { n: "running", d: "M13 2" }, damaged: { n: "damaged", d: "M13 3" } },
    table: { w: 3600, d: 3600, mapped: true, terrain: [door, panel], zones: [] },
  });
  const view: View = { ...NOTHING, q: { d1: [["locked", ""], ["damaged", "", "2"]], p1: [["linked", "", "d1"], ["running", "b"]] } };

  it("says it in words", () => {
    expect(pieceWords(field, view, door).join(", ")).toBe("The d1, closed door, 3″ high, locked, damaged: 2");
    expect(pieceWords(field, view, panel).slice(1).join(", ")).toBe("terminal, 1.2″ high, controls: The d1, running: Bob");
    expect(draw(field, view).querySelector('[data-terrain="d1"] title')?.textContent).toContain("locked");
  });

  it("draws a closed and an open door by other lines, a lock as a sign, a link not at all", () => {
    const shut = draw(field, view);
    const open = draw(field, { ...view, e: { d1: { ...door, k: "open door", h: 1 } } });
    expect(shut.querySelector('[data-terrain="d1"] .arc')).toBeNull();
    expect(open.querySelector('[data-terrain="d1"] .arc')).not.toBeNull();
    expect(open.querySelector('[data-terrain="d1"]')?.classList.contains("kind-open-door")).toBe(true);
    expect([...shut.querySelectorAll<SVGElement>(".on-terrain")].map((sign) => sign.dataset.badge)).toEqual(["locked", "damaged", "running"]);
    expect(shut.querySelector('[data-terrain="p1"] .device')).not.toBeNull();
  });

  it("turns a door's leaves with its wall", () => {
    const across = replay({ table: { w: 3600, d: 3600, mapped: true, terrain: [piece("d2", "door", [1000, 1500, 1050, 1700], 300)], zones: [] } });
    expect(draw(across, NOTHING).querySelector(".inner")?.getAttribute("transform")).toBe("translate(1025 1600) rotate(90)");
  });

  it("is chosen by a click", () => {
    const pick = vi.fn();
    draw(field, view, { pick }).querySelector('[data-terrain="d1"]')?.dispatchEvent(new MouseEvent("click"));
    expect(pick).toHaveBeenCalledWith({ kind: "piece", id: "d1" });
  });
});
