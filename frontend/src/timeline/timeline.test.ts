import { describe, expect, it } from "vitest";

import { numbered } from "../elements/side";
import { apply } from "./patch";
import { chaptersOf, hashOf, levelInHash, stepInHash, Timeline } from "./timeline";
import type { Patch, Replay, Step, View } from "./types";

const start: View = { m: {}, u: {}, s: {}, r: 0, p: "setup", t: "", h: "", e: {}, z: {}, q: {} };

function replay(patches: Patch[], steps: Partial<Step>[] = []): Replay {
  return {
    v: 1, ruleset: "kt", version: "1", name: "", verdict: "", sides: [], models: [], units: [], start, rules: {}, phases: {},
    findings: [], words: {}, badges: {}, counters: {}, table: { w: 3000, d: 2200, mapped: true, terrain: [], zones: [] },
    steps: patches.map((d, index) => ({ n: index + 1, r: 0, p: "setup", s: "a", a: "move", t: "", d, ...steps[index] })),
  };
}

describe("apply", () => {
  const view: View = { ...start, m: { a1: { a: [1, 2, 0], w: 2, o: 0, c: { ready: 1 } } } };

  it("changes only what the patch names and leaves the old view alone", () => {
    const next = apply(view, { m: { a1: { w: 1 } }, r: 2 });
    expect(next.m.a1).toEqual({ a: [1, 2, 0], w: 1, o: 0, c: { ready: 1 } });
    expect(next.r).toBe(2);
    expect(view.m.a1?.w).toBe(2);
    expect(next.p).toBe("setup");
  });

  it("adds models, takes them away, and replaces statuses as a whole", () => {
    const next = apply(view, { m: { a1: { c: {} }, b1: { a: null, w: 1, o: 0, c: {} } } });
    expect(next.m.a1?.c).toEqual({});
    expect(next.m.b1?.a).toBeNull();
    expect(apply(next, { m: { b1: null } }).m).not.toHaveProperty("b1");
  });

  it("replaces a side's counters", () => {
    const next = apply({ ...view, s: { a: { k: { cp: 1 }, c: {} } } }, { s: { a: { k: { cp: 3 }, c: { broken: 1 } } } });
    expect(next.s.a).toEqual({ k: { cp: 3 }, c: { broken: 1 } });
  });
});

describe("Timeline", () => {
  const patches = Array.from({ length: 150 }, (_, index): Patch => ({ m: { a1: { w: index + 1 } } }));
  const direct = (number: number): View => patches.slice(0, number).reduce(apply, start);

  it("gives the same view however one came to a step", () => {
    const timeline = new Timeline(replay(patches));
    for (const number of [150, 3, 64, 65, 63, 0, 32, 149, 31, 33, 1, 97, 96]) {
      expect(timeline.at(number)).toEqual(direct(number));
    }
  });

  it("stays within the game", () => {
    const timeline = new Timeline(replay(patches));
    expect([timeline.clamp(-4), timeline.clamp(9999), timeline.clamp(NaN)]).toEqual([1, 150, 1]);
    expect(new Timeline(replay([])).clamp(5)).toBe(0);
  });

  it("knows who fell in this very step", () => {
    const timeline = new Timeline(replay([{ m: { a1: { o: 1 } } }, { m: { a1: { w: 0 } } }]));
    expect([...timeline.ghosts(1)]).toEqual(["a1"]);
    expect([...timeline.ghosts(2)]).toEqual([]);
  });

  it("goes from phase to phase", () => {
    const steps = ["setup", "setup", "movement", "movement", "shooting"].map((p, i) => ({ p, r: i > 1 ? 1 : 0 }));
    const timeline = new Timeline(replay(patches.slice(0, 5), steps));
    expect(timeline.chapters.map((c) => [c.phase, c.from, c.to])).toEqual([
      ["setup", 1, 2], ["movement", 3, 4], ["shooting", 5, 5],
    ]);
    expect(timeline.chapterFrom(1, 1)).toBe(3);
    expect(timeline.chapterFrom(4, -1)).toBe(3);
    expect(timeline.chapterFrom(3, -1)).toBe(1);
    expect(timeline.chapterFrom(5, 1)).toBe(5);
    expect(timeline.opening()).toBe(3);
  });

  it("starts a new chapter when a phase comes again in another round", () => {
    const steps = [1, 1, 2].map((r, i) => ({ n: i + 1, r, p: "movement", s: "a", a: "", t: "" }));
    expect(chaptersOf(steps)).toHaveLength(2);
  });

  it("lists the steps with findings", () => {
    const found = [{ r: "x", v: "illegal", k: "", m: "", label: "", n: 2 }];
    expect(new Timeline(replay(patches.slice(0, 3), [{}, { f: found }])).findings()).toEqual([2]);
  });
});

describe("stepInHash", () => {
  it("reads numbers and nothing else", () => {
    expect(stepInHash("#120")).toBe(120);
    expect([stepInHash(""), stepInHash("#x"), stepInHash("#12a")]).toEqual([null, null, null]);
  });

  it("may have a level after the step", () => {
    expect([stepInHash("#120@400"), levelInHash("#120@400"), levelInHash("#120@0")]).toEqual([120, 400, 0]);
    expect([levelInHash("#120"), stepInHash("#120@"), levelInHash("#@400")]).toEqual([null, null, null]);
    expect([hashOf(12, null), hashOf(12, 0), hashOf(12, 380)]).toEqual(["#12", "#12@0", "#12@380"]);
  });
});

describe("corrections", () => {
  const found = { r: "kt.move.normal", v: "illegal", k: "", m: "", label: "", n: 1 };

  it("leads only to findings that no ruling has settled", () => {
    const steps = [{ f: [found] }, { f: [{ ...found, z: 9 }] }, { f: [{ ...found, z: 9 }, found] }, {}];
    expect(new Timeline(replay([{}, {}, {}, {}], steps)).findings()).toEqual([1, 3]);
  });

  it("puts a number into the words of the server", () => {
    expect(numbered("corrected by step %(number)s", 12)).toBe("corrected by step 12");
    expect(numbered(undefined, 12)).toBe("");
  });
});
