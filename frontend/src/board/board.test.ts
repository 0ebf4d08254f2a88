import { render, svg } from "lit";
import { describe, expect, it } from "vitest";

import type { Model, Replay, Step, Terrain, View } from "../timeline/types";
import { board, drawn } from "./board";
import { along } from "./glide";
import { centre, inches } from "./table";
import { hull, labels, type Group } from "./units";

const model = (i: string, s: string, w = 1): Model => ({ i, s, b: i, n: i, t: "", r: 63, w, g: [] });
function piece(id: string, k: string): Terrain {
  return { id, n: id, o: [[0, 0], [300, 0], [300, 300], [0, 300]], h: 300, f: 0, k };
}
const NOTHING: View = { m: {}, u: {}, s: {}, r: 0, p: "", t: "", h: "", e: {}, z: {}, q: {} };
const replay: Replay = {
  v: 1, ruleset: "kt", version: "1", name: "", verdict: "", start: NOTHING, units: [], steps: [], rules: {},
  phases: {}, findings: [], words: { board: "table" }, badges: {}, counters: {}, table: { w: 3000, d: 2200, mapped: true, terrain: [], zones: [] },
  sides: [
    { id: "a", n: "A", faction: "", points: 0, size: 1, colour: "blue" },
    { id: "b", n: "B", faction: "", points: 0, size: 2, colour: "amber" },
  ],
  models: [model("a1", "a"), model("b1", "b", 3), model("b2", "b")],
};
const view: View = {
  ...NOTHING, r: 1, p: "movement", t: "a",
  m: {
    a1: { a: [500, 600, 300], w: 1, o: 0, c: { flesh: 2 } },
    b1: { a: [900, 600, 0], w: 2, o: 0, c: {} },
    b2: { a: [1000, 1000, 0], w: 0, o: 1, c: {} },
  },
};

function draw(step: Step | undefined, ghosts: string[] = []): HTMLElement {
  const box = document.createElement("div");
  render(board(replay, view, step, new Set(ghosts), ""), box);
  return box;
}

describe("board", () => {
  it("draws who is on the table, and the fallen of this step alone", () => {
    expect(drawn(replay.models, view, new Set()).map((m) => m.i)).toEqual(["b1", "a1"]);
    expect(drawn(replay.models, view, new Set(["b2"])).map((m) => m.i)).toContain("b2");
    expect(draw(undefined, ["b2"]).querySelector('[data-id="b2"]')?.getAttribute("class")).toContain("ghost");
  });

  it("says place, wounds and statuses of each model", () => {
    const a1 = draw(undefined).querySelector<SVGElement>('[data-id="a1"]');
    expect(a1?.dataset).toMatchObject({ x: "500", y: "600", z: "300", wounds: "1", out: "0", status: "flesh:2" });
  });

  it("tells the sides apart by shape and shows a pip for every wound, lost ones too", () => {
    const box = draw(undefined);
    expect(box.querySelector('[data-id="b1"] .diamond')).not.toBeNull();
    expect(box.querySelector('[data-id="a1"] .diamond')).toBeNull();
    expect(box.querySelectorAll('[data-id="b1"] .pips .left')).toHaveLength(2);
    expect(box.querySelectorAll('[data-id="b1"] .pips .lost')).toHaveLength(1);
  });

  it("draws ways and attacks of the step", () => {
    const step: Step = { n: 1, r: 1, p: "", s: "a", a: "", t: "", m: [["a1", [[0, 0, 0], [500, 600, 0]]]], w: [["a1", "b1"]] };
    const box = draw(step);
    expect(box.querySelector('[data-way="a1"] polyline')?.getAttribute("points")).toBe("0,0 500,600");
    expect(box.querySelector('[data-from="a1"]')?.getAttribute("data-to")).toBe("b1");
  });
});

describe("units, hulls, markers and terrain", () => {
  const tank: Model = { ...model("a3", "a", 3), l: [450, 300], r: 271 };
  const field: Replay = {
    ...replay, badges: { ground: { n: "gone to ground", d: "M3 17h18" }, flag: { n: "flag", d: "M6 21V4", f: 1 } },
    models: [model("a1", "a"), model("a2", "a"), tank],
    units: [{ i: "au1", s: "a", b: "Sq", n: "Squad", k: "Troops", p: 90, z: 2 }, { i: "au2", s: "a", b: "Ta", n: "Tank", k: "", p: 100, z: 1 }],
    table: { ...replay.table, terrain: [piece("r1", "ruin"), piece("r2", "wall")] },
  };
  const now: View = {
    ...NOTHING,
    m: {
      a1: { a: [500, 600, 0], w: 1, o: 0, c: {}, u: "au1" }, a2: { a: [700, 600, 0], w: 1, o: 0, c: {}, u: "au1" },
      a3: { a: [1500, 900, 0], w: 3, o: 0, c: {}, f: [0, 1000], u: "au2" },
    },
    u: { au1: { c: { ground: 1 } }, au2: { c: {} } }, q: { r1: [["flag", "b"]] },
    e: { r2: 0, r9: piece("r9", "rubble") },
  };
  function shown(step?: Step): HTMLElement {
    const box = document.createElement("div");
    render(board(field, now, step, new Set(), ""), box);
    return box;
  }

  it("ties the models of a unit together, one alone not", () => {
    const ties = [...shown().querySelectorAll<SVGElement>(".tie")].map((tie) => tie.dataset.unit);
    expect(ties).toEqual(["au1"]);
    expect(hull([[0, 0], [10, 0], [10, 10], [0, 10], [5, 5]])).toEqual([[0, 0], [10, 0], [10, 10], [0, 10]]);
  });

  it("names each unit with its strength and its statuses", () => {
    const names = [...shown().querySelectorAll<SVGElement>("[data-unit-name]")];
    expect(names.map((each) => each.querySelector(".long")?.textContent)).toEqual(["Squad 2", "Tank"]);
    expect(names.map((each) => each.querySelector<SVGElement>("[data-badge]")?.dataset.badge)).toEqual(["ground", undefined]);
  });

  it("keeps the names of units apart", () => {
    const group = (i: string, x: number): Group => ({
      unit: { i, s: "a", b: i, n: "A unit with a long name", k: "", p: 0, z: 1 }, models: [model(i, "a")],
      outline: [[x, 1000], [x + 300, 1000], [x + 300, 1100], [x, 1100]],
    });
    const box = document.createElement("div");
    render(svg`<svg>${labels([group("u1", 2000), group("u2", 2400)], NOTHING, { w: 7200, d: 4800 }, {})}</svg>`, box);
    const heights = [...box.querySelectorAll(".long")].map((each) => Number(each.getAttribute("y")));
    expect(Math.abs((heights[0] ?? 0) - (heights[1] ?? 0))).toBeGreaterThan(100);
  });

  it("leads a line to a unit to its middle", () => {
    const lines = shown({ n: 1, r: 1, p: "", s: "a", a: "", t: "", w: [["a3", "au1"]] });
    expect(lines.querySelector(".attack")?.getAttribute("data-to")).toBe("au1");
    expect(lines.querySelector(".tie.target")).not.toBeNull();
  });

  it("puts the flag of a side on terrain", () => {
    const flag = shown().querySelector('[data-terrain="r1"] [data-badge="flag"]');
    expect(flag?.getAttribute("class")).toContain("amber");
    expect(flag?.querySelector(".badge-shape.filled")?.getAttribute("d")).toBe("M6 21V4");
    expect(shown().querySelector('[data-terrain="r1"] title')?.textContent).toContain("flag");
  });

  it("draws a hull turned to its front", () => {
    expect(shown().querySelector('[data-id="a3"] .hull')?.getAttribute("transform")).toBe("rotate(90)");
    expect(shown().querySelector('[data-id="a1"] .hull')).toBeNull();
  });

  it("draws terrain as it is now: gone, joined, unchanged", () => {
    const there = [...shown().querySelectorAll<SVGElement>("[data-terrain]")].map((each) => each.dataset.terrain);
    expect(there).toEqual(["r1", "r9"]);
  });

  it("draws markers where they were aimed and where they lie", () => {
    const laid = shown({ n: 1, r: 1, p: "", s: "a", a: "", t: "", k: [{ a: [900, 900, 0], r: 150, z: [600, 900, 0] }] });
    expect(laid.querySelector(".marker .laid")?.getAttribute("cx")).toBe("900");
    expect(laid.querySelector(".marker .aimed")?.getAttribute("cx")).toBe("600");
  });
});

describe("lengths", () => {
  it("are printed in inches", () => {
    expect([inches(600), inches(150), inches(1234)]).toEqual(["6″", "1.5″", "12.34″"]);
    expect(centre([[0, 0], [10, 0], [10, 20], [0, 20]])).toEqual([5, 10]);
  });

  it("along a way are shares of the whole way", () => {
    const way: [number, number, number][] = [[0, 0, 0], [100, 0, 0], [100, 300, 0]];
    expect(along(way, 0)).toEqual([0, 0]);
    expect(along(way, 0.25)).toEqual([100, 0]);
    expect(along(way, 0.5)).toEqual([100, 100]);
    expect(along(way, 1)).toEqual([100, 300]);
  });
});
