import { describe, expect, it } from "vitest";

import type { Replay, Step } from "../timeline/types";
import { Course } from "./course";

const step = (n: number, r: number, more: Partial<Step> = {}): Step => ({ n, r, p: "fight", s: "a", a: "fight", t: `step ${n}`, ...more });
const replay = (steps: Step[], per = 1): Replay =>
  ({
    sides: [{ id: "a" }, { id: "b" }], models: [{ i: "a1", s: "a" }, { i: "b1", s: "b" }], steps, per,
  }) as unknown as Replay;
const battle = (): Step[] => [
  step(1, 0, { g: { a: [0, 50, 2], b: [0, 60, 2] } }),
  step(2, 1, { e: "charge" }),
  step(3, 1, { g: { a: [20, 50, 2], b: [0, 40, 1] }, d: { m: { b1: { o: 1 } } } }),
  step(4, 1, { g: { a: [25, 50, 2], b: [0, 35, 1] } }),
  step(5, 2, { s: "b", g: { b: [50, 35, 1], a: [25, 0, 0] }, d: { m: { a1: { o: 1 } } }, f: [{} as never] }),
  step(6, 3),
];

describe("the course of a battle", () => {
  it("has what every side has after every step, also where nothing is told of it", () => {
    const course = new Course(replay(battle()));
    expect(course.series("a", "score")).toEqual([0, 0, 20, 25, 25, 25]);
    expect(course.series("b", "points")).toEqual([60, 60, 40, 35, 35, 35]);
    expect([course.at("a", 0), course.at("a", 6), course.at("c", 3)]).toEqual([[0, 0, 0], [25, 0, 0], [0, 0, 0]]);
    course.extend(step(7, 3, { g: { a: [30, 0, 0] } }));
    expect([course.at("a", 7), course.at("b", 7)]).toEqual([[30, 0, 0], [50, 35, 1]]);
  });

  it("pins who fell to their side, charges, rulings and open findings", () => {
    const { pins } = new Course(replay([...battle(), step(7, 3, { e: "ruling", s: "" })]));
    expect(pins.map((pin) => [pin.step, pin.kind, pin.side])).toEqual([
      [2, "charge", "a"], [3, "fallen", "b"], [5, "fallen", "a"], [5, "finding", "b"], [7, "ruling", ""],
    ]);
  });

  it("finds the nearest pin within reach", () => {
    const course = new Course(replay(battle()));
    expect([course.nearest(4, 1)?.step, course.nearest(6, 0.5), course.nearest(2.2, 1)?.kind]).toEqual([3, undefined, "charge"]);
  });

  it("names the largest change of each round, in their order", () => {
    expect(new Course(replay(battle())).keyMoments()).toEqual([3, 5]);
    expect(new Course(replay(battle())).keyMoments(1)).toEqual([5]);
  });

  it("leaves out what is never anything, and writes scores in points", () => {
    const bare = new Course(replay([step(1, 1, { g: { a: [0, 0, 3], b: [-3, 0, 3] } })], 2));
    expect(bare.measures()).toEqual(["score", "models"]);
    expect(bare.said("score", -3)).toBe("−1.5");
    expect(bare.said("models", 3)).toBe("3");
  });
});
