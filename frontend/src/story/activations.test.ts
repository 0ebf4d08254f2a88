import { describe, expect, it } from "vitest";

import type { Step } from "../timeline/types";
import { Activations, concerns, headline } from "./activations";
import { passed } from "./passed";

const step = (n: number, more: Partial<Step> = {}): Step => ({ n, r: 1, p: "movement", s: "a", a: "act", t: `step ${n}`, ...more });
/** A charge with fire at it, a move with bookkeeping after it, and a phase that is only passed over. */
const battle = (): Step[] => [
  step(1, { u: "a1" }),
  step(2, { b: 1, s: "b", u: "b1", o: "no hit", y: 1 }),
  step(3, { b: 1, u: "a1", y: 2, e: "charge", m: [["a1", [[0, 0, 0], [100, 0, 0]]]] }),
  step(4, { u: "a2", m: [["a2", [[0, 0, 0], [50, 0, 0]]]] }),
  step(5, { b: 4, e: "quiet" }),
  step(6, { e: "quiet", p: "shooting" }),
  step(7, { s: "b", p: "fight", u: "b1", y: 3, o: "A2 is out of action", w: [["b1", "a2"]] }),
];

describe("activations", () => {
  it("are the steps that the server has grouped, told by the step that tells most", () => {
    const acts = new Activations(battle());
    expect(acts.all.map(({ from, to, last, tells }) => [from, to, last, tells])).toEqual([[1, 3, 3, 3], [4, 5, 4, 4], [6, 6, 6, 6], [7, 7, 7, 7]]);
    expect([acts.of(2)?.from, acts.of(5)?.from, acts.of(9)]).toEqual([1, 4, undefined]);
    expect(acts.within(6, 7).map((act) => act.from)).toEqual([6, 7]);
  });

  it("are gone through from one that tells something to the next, passing over bookkeeping", () => {
    const acts = new Activations(battle());
    expect([0, 1, 3, 4, 5, 7].map((at) => acts.next(at))).toEqual([3, 3, 4, 7, 7, 7]);
    expect([7, 6, 4, 3, 2, 1].map((at) => acts.back(at))).toEqual([4, 4, 3, 1, 1, 1]);
  });

  it("grow with a battle that is being played", () => {
    const acts = new Activations(battle());
    acts.extend(step(8, { b: 7, p: "fight" }));
    expect([acts.of(8)?.to, acts.of(8)?.tells, acts.next(7)]).toEqual([8, 7, 7]);
  });

  it("are headed by what is found or was ruled on, whatever came of the rest", () => {
    const steps = [step(1, { f: [{ r: "x", v: "illegal", k: "", m: "", label: "", n: 1 }] }), step(2, { b: 1, y: 3, o: "fell" })];
    expect(new Activations(steps).of(2)?.tells).toBe(1);
  });
});

describe("a headline", () => {
  it("is the outcome where somebody was harmed, and how it was tried comes after it", () => {
    const steps = [step(1), step(2, { b: 1, o: "flesh wound: Vael", y: 3 }), step(3, { b: 1, o: "success, 4", y: 1 })];
    expect(headline(steps, 2)).toEqual({ text: "Flesh wound: Vael", came: "", tried: "step 2 · step 1 · step 3: success, 4" });
  });

  it("is the declaration with what the dice decided where nobody was", () => {
    expect(headline([step(1, { o: "no hit", y: 1 })], 1)).toEqual({ text: "step 1", came: "no hit", tried: "" });
    const opened = [step(1, { e: "opening" }), step(2, { b: 1 }), step(3, { b: 1, e: "quiet" })];
    expect(headline(opened, 2)).toEqual({ text: "step 2", came: "", tried: "" });
  });
});

it("concerns whoever acts, moves, is attacked or changes", () => {
  const own = (id: string) => battle().filter((each) => concerns(each, { id, models: new Set([id]) })).map((each) => each.n);
  expect([own("a1"), own("a2"), own("b1")]).toEqual([[1, 3], [4, 7], [2, 7]]);
  expect(concerns(step(1, { d: { m: { a1: { w: 1 } } } }), { id: "au1", models: new Set(["a1"]) })).toBe(true);
  expect(concerns(step(1, { d: { m: { a1: { a: null } } } }), { id: "a1", models: new Set(["a1"]) })).toBe(false);
});

it("goes the ways of all the steps that are passed over, end to end, unless they are many", () => {
  const steps = [...battle(), step(8, { m: [["a1", [[100, 0, 0], [100, 70, 0]]]] })];
  expect(passed(steps, 2, 8)?.m).toEqual([["a1", [[0, 0, 0], [100, 0, 0], [100, 0, 0], [100, 70, 0]]], ["a2", [[0, 0, 0], [50, 0, 0]]]]);
  expect(passed(steps, 3, 3)).toBeUndefined();
  expect(passed(Array.from({ length: 40 }, (_, index) => step(index + 1)), 0, 40)).toBeUndefined();
});
