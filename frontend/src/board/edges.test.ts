import { describe, expect, it } from "vitest";

import type { Flat, Replay, Side, Step, View, Zone } from "../timeline/types";
import { edgeInQuery, edgeOpposite, Half, isFar, turnFor, withEdge } from "./edges";

const side = (id: string): Side => ({ id, n: id, faction: "", points: 0, size: 1, colour: id === "a" ? "blue" : "amber" });
const start: View = { m: {}, u: {}, s: {}, r: 0, p: "", t: "", h: "", e: {}, z: {}, q: {} };
const zone = (n: string, x: number, y: number): Zone => ({ id: n, n, o: [[x - 100, y - 100], [x + 100, y - 100], [x + 100, y + 100], [x - 100, y + 100]] });
const replay = (zones: Zone[], steps: Step[] = [], size: Flat = [4800, 4800]): Replay => ({
  v: 1, ruleset: "kt", version: "1", name: "", verdict: "", sides: [side("a"), side("b")], units: [], start, steps, rules: {}, phases: {},
  models: ["a", "b"].map((s) => ({ i: `${s}1`, s, b: "", n: "", t: "", r: 50, w: 1, g: [] })),
  findings: [], words: {}, badges: {}, counters: {}, table: { w: size[0], d: size[1], mapped: true, terrain: [], zones },
});
const facing = replay([zone("a", 2400, 300), zone("b", 2400, 4500)]);
const across = replay([zone("a", 300, 1500), zone("b", 4500, 1500)], [], [4800, 3000]);

describe("the table from a side's edge", () => {
  it("lies with that side's edge below, or at the left", () => {
    expect([isFar(facing, "a"), isFar(facing, "b")]).toEqual([true, false]);
    expect([isFar(across, "a"), isFar(across, "b")]).toEqual([false, true]);
    expect(turnFor(facing, "a", false)).toBeInstanceOf(Half);
    expect(turnFor(facing, "b", false)).toBeUndefined();
    expect(turnFor(facing, "", false)).toBeUndefined();
  });

  it("goes by where a side sets up if it has no zone", () => {
    const placed: Step = { n: 1, r: 0, p: "", s: "a", a: "", t: "", d: { m: { a1: { a: [100, 200, 0] }, b1: { a: [150, 4000, 0] } } } };
    const found = replay([], [placed]);
    expect([isFar(found, "a"), isFar(found, "b")]).toEqual([true, false]);
  });

  it("is turned by half, and there and back is where it was", () => {
    const half = new Half({ w: 4800, d: 3000 });
    expect(half.place([100, 200, 300])).toEqual([4700, 2800, 300]);
    expect(half.back(half.place([100, 200] as Flat))).toEqual([100, 200]);
    expect(half.direction([3, -4])).toEqual([-3, 4]);
    const turned = half.replay(across);
    expect([turned.table.w, turned.table.d, half.reversed]).toEqual([4800, 3000, { x: true, y: true }]);
    expect(turned.table.zones[0]!.o[0]).toEqual([4600, 1600]);
  });

  it("is the other quarter on a phone that is held upright", () => {
    expect(turnFor(across, "a", true)?.byTheClock).toBe(false);
    expect(turnFor(across, "b", true)?.byTheClock).toBe(true);
    // Below, as a phone has it, lies the side's own edge.
    expect(turnFor(across, "b", true)?.place([4500, 1500] as Flat)[1]).toBe(4500);
    expect(turnFor(across, "a", true)?.place([300, 1500] as Flat)[1]).toBe(4500);
    expect(turnFor(facing, "a", true)).toBeInstanceOf(Half);
  });

  it("is kept in the address", () => {
    expect(edgeOpposite(across, "")).toBe("b");
    expect(edgeOpposite(across, "b")).toBe("a");
    expect(edgeOpposite(facing, "")).toBe("a");
    expect(withEdge("https://host/games/1/?as=b#62@400", "b")).toBe("https://host/games/1/?as=b&edge=b#62@400");
    expect(withEdge("https://host/games/1/?edge=b#62", "")).toBe("https://host/games/1/#62");
    expect([edgeInQuery("?as=a&edge=b"), edgeInQuery("")]).toEqual(["b", null]);
  });
});
