import { expect, it } from "vitest";

import type { Flat, Place, Replay, Step, View } from "../timeline/types";
import { isOblong, Quarter } from "./turned";

const TABLE = { w: 3000, d: 2200 };
const [clock, against] = [new Quarter(TABLE, true), new Quarter(TABLE, false)];

it("draws the right edge below by the clock, and the left one against it", () => {
  expect(clock.place([3000, 0])).toEqual([2200, 3000]);
  expect(clock.place([0, 0])).toEqual([2200, 0]);
  expect(against.place([0, 0])).toEqual([0, 3000]);
  expect(against.place([3000, 2200, 350] as Place)).toEqual([2200, 0, 350]);
});

it("is undone exactly", () => {
  for (const quarter of [clock, against])
    for (const place of [[0, 0], [3000, 0], [1234, 567], [3000, 2200]] as Flat[]) {
      expect(quarter.back(quarter.place(place))).toEqual(place);
      expect(quarter.direction(quarter.direction(place), true)).toEqual(place);
    }
});

it("turns what is drawn without mirroring it, and leaves everything else", () => {
  const corners: Flat[] = [[0, 0], [100, 0], [100, 200], [0, 200]];
  const area = (outline: Flat[]): number =>
    outline.reduce((sum, [x, y], index) => sum + x * outline[(index + 1) % 4]![1] - y * outline[(index + 1) % 4]![0], 0) / 2;
  expect(area(clock.outline(corners))).toBe(area(corners));
  expect(area(against.outline(corners))).toBe(area(corners));
  const view = {
    m: { a: { a: [100, 200, 0], w: 1, o: 0, c: {}, f: [1000, 0] }, b: { a: null, w: 1, o: 1, c: {} } },
    u: { u: { c: {}, g: { f: 1, k: 1, o: corners, s: { a: corners } } }, v: { c: {} } },
    e: { p: { id: "p", n: "", o: corners, h: 1, f: 0, k: "" }, q: 0 }, z: { z: 0 }, s: {}, q: {}, r: 1, p: "", t: "", h: "",
  } as unknown as View;
  const drawn = clock.view(view);
  expect(drawn.m).toMatchObject({ a: { a: [2000, 100, 0], f: [0, 1000], w: 1 }, b: { a: null } });
  expect(drawn.u["u"]!.g!.s["a"]![2]).toEqual([2000, 100]);
  expect(drawn.e).toMatchObject({ p: { o: clock.outline(corners) }, q: 0 });
  expect(view.m["a"]!.a).toEqual([100, 200, 0]);
});

it("turns the table, the ways of a step and its markers", () => {
  const replay = { table: { ...TABLE, mapped: true, terrain: [], zones: [{ id: "z", n: "a", o: [[0, 0], [600, 0], [600, 2200], [0, 2200]] }] } } as unknown as Replay;
  const { table } = against.replay(replay);
  expect([table.w, table.d]).toEqual([2200, 3000]);
  expect(table.zones[0]!.o.map(([, y]) => y)).toEqual([3000, 2400, 2400, 3000]);
  const step = against.step({ m: [["a", [[0, 0, 0], [600, 0, 0]]]], k: [{ a: [100, 100, 0], r: 5 }] } as unknown as Step);
  expect(step.m).toEqual([["a", [[0, 3000, 0], [0, 2400, 0]]]]);
  expect(step.k).toEqual([{ a: [100, 2900, 0], r: 5 }]);
});

it("is for oblong tables alone", () => {
  expect([TABLE, { w: 7200, d: 4800 }, { w: 2400, d: 2400 }, { w: 4800, d: 4800 }].map(isOblong)).toEqual([true, true, false, false]);
});
