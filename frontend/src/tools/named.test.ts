import { render } from "lit";
import { expect, it } from "vitest";

import type { Told } from "../elements/explain";
import type { Step, View } from "../timeline/types";
import { marked, takingPart, withNames } from "./named";

const model = (i: string, n: string): object => ({ i, n, s: i[0] });
const told = (models: object[], units: object[] = []): Told => ({ replay: { models, units } }) as unknown as Told;
const step = { n: 1, w: [["a1", "b1"]], m: [["a2", []]], d: { m: { b2: { w: 1 }, b3: { a: [1, 1, 0] } } } } as unknown as Step;

function names(about: Told, text: string, of: Step | undefined = step): [string | undefined, string | null][] {
  const box = document.createElement("div");
  render(withNames(about, of, text), box);
  expect(box.textContent).toBe(text);
  return [...box.querySelectorAll<HTMLElement>("[data-who]")].map((each) => [each.dataset.who, each.textContent]);
}

it("makes every name in a sentence something to press, the longest first, and no part of a word", () => {
  const about = told([model("a1", "Ork"), model("a2", "Ork 12"), model("b1", "Ада (вожак)")]);
  expect(names(about, "Ork 12 бьёт: Ада (вожак), Orkney, Ork.")).toEqual([["a2", "Ork 12"], ["b1", "Ада (вожак)"], ["a1", "Ork"]]);
  expect(names(told([]), "Nobody is here")).toEqual([]);
});

it("means by a name that both sides have whoever takes part, and nobody if both do or none", () => {
  const about = told([], [model("au1", "Spears"), model("bu1", "Spears")]);
  const of = { ...step, w: [["au1", "b9"]] } as Step;
  expect(names(about, "Spears march", of)).toEqual([["au1", "Spears"]]);
  expect(names(about, "Spears march", { ...step, w: [["au1", "bu1"]] } as Step)).toEqual([]);
  expect(names(about, "Spears march", undefined)).toEqual([]);
});

it("marks who attacks, moves or is changed, and all models of a unit", () => {
  expect(takingPart(step)).toEqual(["a1", "b1", "a2", "b2"]);
  const view = { m: { a1: { u: "au1" }, a2: { u: "au1" }, b1: {} } } as unknown as View;
  expect([...marked(["au1"], view)].sort()).toEqual(["a1", "a2", "au1"]);
});
