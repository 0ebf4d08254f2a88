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
    expect(new Course(replay(battle())).keyMoments()).toEqual([{ step: 3, settled: false }, { step: 5, settled: false }]);
    expect(new Course(replay(battle())).keyMoments(1)).toEqual([{ step: 5, settled: false }]);
  });

  it("tells what was settled in a step from its act, and gives an act what is due to it", () => {
    const rounds = [
      step(1, 0, { g: { a: [0, 60, 2], b: [0, 60, 2] } }),
      // An act that takes 10 points, and the end of the round, which scores more.
      step(2, 1, { g: { a: [4, 60, 2], b: [0, 50, 2] }, z: { g: { a: [4, 0] }, t: "End of round 1: Red scores 4" } }),
      // An act that takes 30 points, and scores 1 at the end of the turn.
      step(3, 2, { g: { a: [5, 60, 2], b: [0, 20, 1] }, z: { g: { a: [1, 0] }, t: "End of the turn" } }),
      // An attack in which somebody lets a question go, whereupon the target falls.
      step(4, 3, { a: "shoot" }),
      step(5, 3, { s: "b", a: "pass", g: { b: [0, 0, 0] }, z: { g: { b: [0, 20] }, n: 4 } }),
      // Nobody did anything.
      step(6, 4, { a: "pass", e: "quiet", g: { a: [8, 60, 2] }, z: { g: { a: [3, 0] }, t: "End of round 4: Red scores 3" } }),
    ];
    expect(new Course(replay(rounds)).keyMoments(4)).toEqual([
      { step: 2, settled: true }, { step: 3, settled: false }, { step: 4, settled: false }, { step: 6, settled: true },
    ]);
  });

  it("leaves out what is never anything, and writes scores in points", () => {
    const bare = new Course(replay([step(1, 1, { g: { a: [0, 0, 3], b: [-3, 0, 3] } })], 2));
    expect(bare.measures()).toEqual(["score", "models"]);
    expect(bare.said("score", -3)).toBe("−1.5");
    expect(bare.said("models", 3)).toBe("3");
  });
});
