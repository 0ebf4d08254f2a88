import { expect, it } from "vitest";

import type { Told } from "../elements/explain";
import type { Replay, View } from "../timeline/types";
import "./field-text";
import { stands } from "./stands";

const words = {
  place: "%(across)s from the left, %(down)s from the top", facing: "facing %(where)s", nearest: "nearest enemy: %(name)s, %(length)s",
  directions: "up|up and right|right|down and right|down|down and left|left|up and left", standing: "standing", whereAll: "Where everybody stands",
};
const model = (i: string, s: string, n: string, w = 1) => ({ i, s, n, b: n, t: "", r: 50, w, g: [] });
const replay = (sketch = false): Replay => ({
  words, badges: { shaken: { n: "shaken", d: "" } }, table: { w: 3000, d: 2200, terrain: [], zones: [], sketch }, sides: [{ id: "a", n: "Ada", colour: "blue" }, { id: "b", n: "Bo", colour: "amber" }],
  models: [model("a1", "a", "Ann", 3), model("b1", "b", "Bob"), model("b2", "b", "Bea"), model("b3", "b", "Ben")], units: [{ i: "bu1", s: "b", n: "Bees", b: "Bees" }],
}) as unknown as Replay;
const view = {
  m: {
    a1: { a: [1000, 500, 300], w: 2, o: 0, c: { shaken: 1 }, f: [0, -1] }, b1: { a: [1400, 500, 0], w: 1, o: 0, c: {}, u: "bu1" },
    b2: { a: [1500, 500, 0], w: 1, o: 0, c: {}, u: "bu1" }, b3: { a: [1500, 900, 0], w: 0, o: 1, c: {}, u: "bu1" },
  },
  u: { bu1: { c: { shaken: 2 }, g: { f: 2, k: 1, o: [[1550, 550], [1350, 550], [1350, 450], [1550, 450]], s: {} } } },
} as unknown as View;
const told = (of: Replay): Told => ({ replay: of }) as unknown as Told;

it("says where everybody stands and faces, who is nearest, wounds, losses and marks", () => {
  expect(stands(told(replay()), view).map((each) => [each.name, each.told])).toEqual([
    ["Ann", ["10″ from the left, 5″ from the top, ▲3″", "facing up", "nearest enemy: Bees, 3″", "2/3", "shaken"]],
    ["Bees", ["14.5″ from the left, 5″ from the top", "facing left", "nearest enemy: Ann, 3″", "2/3 standing", "shaken 2"]],
  ]);
});

it("says nothing of places where none were recorded", () => {
  expect(stands(told(replay(true)), view)[0]!.told).toEqual(["2/3", "shaken"]);
});

it("is worked out only while it is unfolded", async () => {
  const text = Object.assign(document.createElement("field-text"), { told: told(replay()), view });
  document.body.append(text);
  await (text as unknown as { updateComplete: Promise<unknown> }).updateComplete;
  expect(text.querySelectorAll("li")).toHaveLength(0);
  const details = text.querySelector("details")!;
  details.open = true;
  details.dispatchEvent(new Event("toggle"));
  await (text as unknown as { updateComplete: Promise<unknown> }).updateComplete;
  expect([...text.querySelectorAll("li")].map((each) => each.dataset.stands)).toEqual(["a1", "bu1"]);
});
