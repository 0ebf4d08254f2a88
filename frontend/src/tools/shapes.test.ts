import { expect, it } from "vitest";

import type { Flat, Model, View } from "../timeline/types";
import { hundredths, nearest, ringPath, standing } from "./shapes";

const SQUARE: Flat[] = [[0, 0], [100, 0], [100, 100], [0, 100]];

it("measures from rim to rim, and from a place to a place", () => {
  const round = nearest({ o: [[0, 0]], r: 50 }, { o: [[300, 400]], r: 63 });
  expect(hundredths(round.length)).toBe(500 - 113);
  expect(round.from).toEqual([30, 40]);
  expect(hundredths(nearest({ o: [[0, 0]], r: 0 }, { o: [[1, 1]], r: 0 }).length)).toBe(2);
  expect(nearest({ o: [[0, 0]], r: 50 }, { o: [[60, 0]], r: 50 }).length).toBe(0);
});

it("measures outlines from their edges, whichever way round they are said", () => {
  for (const o of [SQUARE, [...SQUARE].reverse()]) {
    expect(nearest({ o, r: 0 }, { o: [[300, 50]], r: 50 })).toEqual({ from: [100, 50], to: [250, 50], length: 150 });
    expect(nearest({ o, r: 0 }, { o: [[50, 50]], r: 10 }).length).toBe(0);
  }
});

/** The extent of a path of absolute places, by the ends of its legs. */
const ends = (path: string): number[][] => [...path.matchAll(/(-?[\d.]+) (-?[\d.]+)(?=[A-Z]|$)/g)].map(([, x, y]) => [Number(x), Number(y)]);

it("draws a ring as far from every edge of an outline as it says", () => {
  expect(ringPath({ o: [[500, 400]], r: 50 }, 600)).toBe("M-150 400a650 650 0 1 0 1300 0a650 650 0 1 0 -1300 0Z");
  for (const o of [SQUARE, [...SQUARE].reverse()]) {
    const places = ends(ringPath({ o, r: 0 }, 200));
    expect(places.length).toBeGreaterThan(4);
    for (const place of places) expect(nearest({ o: [place as Flat], r: 0 }, { o, r: 0 }).length).toBeCloseTo(200);
  }
});

it("knows where a model, a hull and a regiment stand, and nobody who is gone", () => {
  const models = [{ i: "a1", r: 50 }, { i: "a2", r: 90, l: [200, 100] }, { i: "a3", r: 50 }] as unknown as Model[];
  const view = {
    m: { a1: { a: [10, 20, 0], o: 0 }, a2: { a: [500, 500, 0], o: 0, f: [0, 1] }, a3: { a: [1, 1, 0], o: 1 } },
    u: { au1: { c: {}, g: { f: 1, k: 1, o: SQUARE, s: {} } } },
  } as unknown as View;
  expect(standing(models, view, "a1")).toEqual({ o: [[10, 20]], r: 50 });
  expect(standing(models, view, "a2")!.o.map((corner) => corner.map(Math.round))).toEqual([[550, 400], [550, 600], [450, 600], [450, 400]]);
  expect(standing(models, view, "au1")).toEqual({ o: SQUARE, r: 0 });
  expect(standing(models, view, "a3")).toBeUndefined();
});
