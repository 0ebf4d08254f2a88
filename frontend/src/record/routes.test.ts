import { describe, expect, it } from "vitest";

import type { Place } from "../timeline/types";
import { withValue, valueAt } from "./pointer";
import { clipped, endOf, facing, frontFirst, lengthOf, movedTo, movedTogether, towards } from "./routes";
import type { Handle } from "./types";

const START: Place = [0, 0, 0];
const walks = (reach: number, model = "a1", p = "/path"): Handle => ({ p, kind: "path", model, from: START, reach, dims: 3 });

describe("ways across the table", () => {
  it("are as long as the rules count them: along the ground, up and down, rounded down at the end", () => {
    expect(lengthOf(START, [[300, 400, 0]])).toBe(500);
    expect(lengthOf(START, [[300, 400, 300]])).toBe(800);
    expect(lengthOf(START, [[100, 100, 0], [200, 200, 0]])).toBe(282);
  });

  it("end where the reach does, and never beyond", () => {
    for (const goal of [[1000, 0, 0], [777, 333, 0], [-500, 811, 0], [601, 1, 0]] as Place[]) {
      const end = towards(START, goal, 600);
      expect(Math.hypot(end[0], end[1])).toBeLessThanOrEqual(600);
      expect(lengthOf(START, [end])).toBeGreaterThanOrEqual(598);
    }
    expect(towards(START, [300, 400, 0], 600)).toEqual([300, 400, 0]);
  });

  it("are cut at their last leg, and lose it where nothing is left", () => {
    expect(clipped(START, [[600, 0, 0], [900, 0, 0]], 700)).toEqual([[600, 0, 0], [700, 0, 0]]);
    expect(clipped(START, [[600, 0, 0], [900, 0, 0]], 600)).toEqual([[600, 0, 0]]);
    expect(clipped(START, [[6000, 0, 0]], 0)).toEqual([[6000, 0, 0]]);
  });

  it("go on from a corner, or put their end elsewhere", () => {
    const once = movedTo({ path: [] }, walks(600), [300, 0, 0]);
    expect(once).toEqual({ path: [[300, 0, 0]] });
    expect(movedTo(once, walks(600), [0, 300, 0])).toEqual({ path: [[0, 300, 0]] });
    expect(movedTo(once, walks(600), [300, 500, 0], true)).toEqual({ path: [[300, 0, 0], [300, 300, 0]] });
    expect(endOf(walks(600), once)).toEqual([300, 0, 0]);
    expect(endOf(walks(600), {})).toEqual(START);
  });

  it("of a unit keep its formation: all go as far as the slowest", () => {
    const handles = [walks(600, "a1", "/moves/0/path"), walks(300, "a2", "/moves/1/path")];
    const action = { moves: [{ model: "a1", path: [] }, { model: "a2", path: [] }] };
    const moved = movedTogether(action, handles, [500, 0]);
    const ends = handles.map((handle) => endOf(handle, moved)?.[0] ?? 0);
    expect(ends[0]).toBe(ends[1]);
    expect(ends[0]).toBeLessThanOrEqual(300);
    expect(ends[0]).toBeGreaterThan(295);
    expect(action.moves[0]?.path).toEqual([]);
    const round = movedTogether(movedTogether(action, handles, [100, 0]), handles, [0, 100], true);
    expect(valueAt(round, "/moves/1/path")).toEqual([[100, 0, 0], [100, 100, 0]]);
    expect(valueAt(movedTogether(round, handles, [50, 0]), "/moves/0/path")).toEqual([[100, 0, 0], [150, 100, 0]]);
  });

  it("may turn whoever stands there, and never to nowhere", () => {
    expect(facing(0, 0)).toEqual([0, 1000]);
    expect(movedTo({ facing: [0, 1000] }, { ...walks(0), p: "/facing", kind: "facing" }, [500, 0, 0])).toEqual({ facing: [1000, 0] });
  });
});

describe("parts of an action", () => {
  it("are read and changed by pointer; the rest is shared", () => {
    const action = { type: "shoot", volleys: [{ weapon: "a" }, { weapon: "b" }], facts: { far: true } };
    const changed = withValue(action, "/volleys/1/weapon", "c");
    expect(valueAt(changed, "/volleys/1/weapon")).toBe("c");
    expect(valueAt(action, "/volleys/1/weapon")).toBe("b");
    expect(changed.facts).toBe(action.facts);
    expect(withValue(action, "/facts", undefined)).not.toHaveProperty("facts");
    expect(valueAt(action, "/nothing/0/there")).toBeUndefined();
  });

  it("of a unit are walked by whoever is in front first, whichever way it goes", () => {
    const at: Place[] = [[0, 0, 0], [200, 0, 0], [100, 0, 0]];
    const ways = at.map((from, index): Handle => ({ ...walks(600, `a${index}`, `/moves/${index}/path`), from }));
    const going = (by: number): unknown =>
      frontFirst({ unit: "u", moves: at.map(([x], index) => ({ model: `a${index}`, path: [[x + by, 0, 0]] })) }, ways);
    const order = (by: number): string[] => (going(by) as { moves: { model: string }[] }).moves.map((each) => each.model);
    expect(order(300)).toEqual(["a1", "a2", "a0"]);
    expect(order(-300)).toEqual(["a0", "a2", "a1"]);
    // Nobody goes anywhere, and one model alone: as it was.
    expect(order(0)).toEqual(["a0", "a1", "a2"]);
    expect(frontFirst({ path: [[300, 0, 0]] }, [walks(600)])).toEqual({ path: [[300, 0, 0]] });
  });
});
