import { render, svg } from "lit";
import { describe, expect, it } from "vitest";

import type { Model, Replay, Step, Terrain, View } from "../timeline/types";
import { scene } from "./act";
import { board, drawn } from "./board";
import { along } from "./glide";
import { centre, inches } from "./table";
import { covers, free, meet, plates, type Box, type Spot } from "./plates";
import { hull, type Group } from "./units";

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

  it("keeps the plates of units apart, and off every token", () => {
    const places = [[2000, 1050], [2400, 1050], [2200, 1300], [2600, 1350]];
    const shown = places.map((_, index) => model(`u${index}`, "a"));
    const view: View = { ...NOTHING, m: Object.fromEntries(places.map(([x = 0, y = 0], index) => [`u${index}`, { a: [x, y, 0], w: 1, o: 0, c: {} }])) };
    const found = shown.map((each, index): Group => {
      const [x = 0, y = 0] = places[index]!;
      return {
        unit: { i: each.i, s: "a", b: each.i, n: "A unit with a long name", k: "", p: 0, z: 1 }, models: [each],
        outline: [[x - 63, y - 63], [x + 63, y - 63], [x + 63, y + 63], [x - 63, y + 63]],
      };
    });
    const box = document.createElement("div");
    render(svg`<svg>${plates({ found, view, table: { w: 7200, d: 4800 }, badges: {}, colourOf: () => "blue", pixel: 6, shown, first: new Set() })}</svg>`, box);
    const laid = [...box.querySelectorAll(".unit-plate > g")].map((each): Box => {
      const [x = 0, y = 0] = /translate\((\S+) (\S+)\)/.exec(each.getAttribute("transform") ?? "")!.slice(1).map(Number);
      return { x, y, w: Number(each.querySelector("rect")?.getAttribute("width")) * 6, h: 120 };
    });
    expect(laid).toHaveLength(4);
    laid.forEach((one, index) => {
      for (const other of laid.slice(index + 1))
        expect(one.x + one.w <= other.x || other.x + other.w <= one.x || one.y + one.h <= other.y || other.y + other.h <= one.y).toBe(true);
      for (const [x = 0, y = 0] of places) expect(covers(one, [x, y, 63])).toBe(false);
    });
  });

  it("leaves a plate out rather than lay it over a token", () => {
    const crowd: Spot[] = Array.from({ length: 900 }, (_, index) => [(index % 30) * 100, Math.floor(index / 30) * 100, 63]);
    const whole: Box = { x: 0, y: 0, w: 2900, h: 2900 };
    const body: Box = { x: 1400, y: 1400, w: 100, h: 100 };
    expect(free(body, [600, 80], crowd, [], whole, 4)).toBeUndefined();
    expect(free(body, [600, 80], [], [], whole, 4)).toEqual({ x: 1150, y: 1536, w: 600, h: 80 });
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

  it("leaves an outline where somebody fell, and a wreck of a vehicle", () => {
    const m = { ...now.m, a2: { ...now.m.a2!, w: 0, o: 1 }, a3: { ...now.m.a3!, w: 0, o: 1 } };
    const box = document.createElement("div");
    render(board(field, { ...now, m }, undefined, new Set(["a1"]), ""), box);
    expect([...box.querySelectorAll<SVGElement>(".fallen")].map((each) => each.dataset.fallen)).toEqual(["a2"]);
    expect([...box.querySelectorAll<SVGElement>(".wreck")].map((each) => each.dataset.fallen)).toEqual(["a3"]);
    expect(box.querySelector('.wreck')?.getAttribute("transform")).toBe("translate(1500 900) rotate(90)");
  });

  it("draws markers where they were aimed and where they lie", () => {
    const laid = shown({ n: 1, r: 1, p: "", s: "a", a: "", t: "", k: [{ a: [900, 900, 0], r: 150, z: [600, 900, 0] }] });
    expect(laid.querySelector(".marker .laid")?.getAttribute("cx")).toBe("900");
    expect(laid.querySelector(".marker .aimed")?.getAttribute("cx")).toBe("600");
  });
});

describe("the act", () => {
  const shot: Step = {
    n: 2, r: 1, p: "", s: "a", a: "", t: "", w: [["a1", "b1"]], d: { m: { b1: { w: 1 } } },
    l: [{ r: "x", t: "", k: { f: [6, 2], b: "a1", p: [1, 0] } }, { r: "x", t: "", k: { f: [9], b: "a1", s: 10 } }],
  };
  const after: View = { ...view, m: { ...view.m, b1: { a: [900, 600, 0], w: 1, o: 0, c: { hurt: 1 } } } };
  const said: Replay = { ...replay, words: { falls: "falls", unhurt: "nothing" }, badges: { hurt: { n: "flesh wound", d: "M0 0" } } };
  function acted(step: Step, now: View): HTMLElement {
    const box = document.createElement("div");
    render(board(said, now, step, new Set(), "", { level: null, levels: [0], pick: () => undefined, before: view, pixel: 3 }), box);
    return box;
  }

  it("says what came of it above whom it came to", () => {
    expect(acted(shot, after).querySelector('[data-pop="b1"]')?.textContent?.trim()).toBe("−1, flesh wound");
    expect(acted(shot, view).querySelector('[data-pop="b1"]')?.textContent?.trim()).toBe("nothing");
    const dead: View = { ...after, m: { ...after.m, b1: { ...after.m.b1!, w: 0, o: 1 } } };
    expect(acted(shot, dead).querySelector('[data-pop="b1"]')?.textContent?.trim()).toBe("falls");
    expect(acted({ ...shot, w: [] }, view).querySelector(".pop")).toBeNull();
  });

  it("shows the pips that have just gone out, and the dice beside the target", () => {
    expect(acted(shot, after).querySelectorAll('[data-id="b1"] .lost.going')).toHaveLength(1);
    expect(acted(shot, view).querySelectorAll('[data-id="b1"] .lost.going')).toHaveLength(0);
    const dice = [...acted(shot, after).querySelectorAll(".act-dice .die")];
    expect(dice.map((die) => die.classList.contains("success"))).toEqual([true, false]);
    expect(dice.map((die) => die.querySelectorAll("circle").length)).toEqual([6, 2]);
  });

  it("lays no word over another, and the dice on the table", () => {
    const edge: View = { ...after, m: { ...after.m, b1: { a: [60, 600, 0], w: 1, o: 0, c: {} }, b2: { a: [160, 600, 0], w: 0, o: 1, c: {} } } };
    const then: View = { ...view, m: { ...view.m, b2: { ...view.m.b2!, w: 1, o: 0 } } };
    const box = document.createElement("div");
    const two: Step = { ...shot, w: [["a1", "b1"], ["a1", "b2"]] };
    render(board(said, edge, two, new Set(["b2"]), "", { level: null, levels: [0], pick: () => undefined, before: then, pixel: 7 }), box);
    const laid = [...box.querySelectorAll(".pop, .act-dice")].map((each) => {
      const [x = 0, y = 0] = /translate\((\S+) (\S+)\)/.exec(each.getAttribute("transform") ?? "")!.slice(1).map(Number);
      const rect = each.querySelector("rect")!;
      const of = (name: string): number => Number(rect.getAttribute(name) ?? 0) * 7;
      return { x: x + of("x"), y: y + of("y"), w: of("width"), h: of("height") };
    });
    expect(laid).toHaveLength(3);
    laid.forEach((one, index) => laid.slice(index + 1).forEach((other) => expect(meet(one, other, 0)).toBe(false)));
    for (const one of laid) expect(one.x).toBeGreaterThanOrEqual(-60);
  });

  it("draws a shot wide at the muzzle, turned to the target, with a tick every six inches", () => {
    const far: View = { ...after, m: { ...after.m, a1: { ...after.m.a1!, a: [900, 2000, 0] } } };
    const attack = acted(shot, far).querySelector(".attack");
    expect(attack?.getAttribute("transform")).toBe("translate(900 2000) rotate(-90.00)");
    expect(attack?.querySelector(".beam")?.getAttribute("d")).toBe("M84 -10.8L1313 0L84 10.8z");
    expect(attack?.querySelector(".tick")?.getAttribute("d")).toBe("M600 -12V12M1200 -12V12");
  });

  it("knows where it happens", () => {
    expect(scene(shot, after, [])).toEqual({ x: 0, y: 100, w: 1400, h: 1000 });
    expect(scene({ ...shot, w: [] }, after, [])).toBeUndefined();
  });
});

describe("tokens", () => {
  it("have a face where they are large on the screen, and are plain where they are small", () => {
    const at = (pixel: number): HTMLElement => {
      const box = document.createElement("div");
      const faced = { ...replay, models: replay.models.map((each) => ({ ...each, y: "rifle" })) };
      render(board(faced, view, undefined, new Set(), "", { level: null, levels: [0], pick: () => undefined, pixel }), box);
      return box;
    };
    expect(at(6).querySelectorAll(".model.big .glyph")).toHaveLength(2);
    expect(at(7).querySelectorAll(".glyph")).toHaveLength(0);
    expect(at(7).querySelector('[data-id="b1"] path.base.diamond')).not.toBeNull();
    expect(Number(at(20).querySelector('[data-id="a1"] .base')?.getAttribute("r"))).toBe(90);
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
