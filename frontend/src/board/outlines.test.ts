import { render, svg } from "lit";
import { expect, it } from "vitest";

import type { Colour, Flat, Model, ModelView } from "../timeline/types";
import { base, fallen } from "./models";

const model = (more: Partial<Model>): Model => ({ i: "a1", s: "a", b: "A", n: "A", t: "", r: 63, w: 1, g: [], ...more });
const view: ModelView = { a: [500, 500, 0], w: 1, o: 0, c: {} };
const OUTLINE: Flat[] = [[-40, 40], [-40, -40], [40, -40], [40, 40]];

/** The shapes of a token, without anything that only colours it. */
function shapes(drawn: unknown): string {
  const box = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  render(svg`${drawn}`, box as unknown as HTMLElement);
  return [...box.querySelectorAll("circle, path, polygon, rect")].map((each) =>
    [each.tagName, ...["d", "r", "points", "width"].map((name) => each.getAttribute(name) ?? "")].join(" ")).join("\n");
}

const drawn = (colour: Colour, what: Partial<Model>, pixel: number, outline?: Flat[]): string =>
  shapes(base(model(what), view, { colour, part: "", manner: "", badges: {}, pixel, name: "A", recorded: view, pick: () => undefined, ...(outline ? { outline } : {}) }));

it.each([
  ["a token with a face", {}, 2, undefined],
  ["a small token", {}, 12, undefined],
  ["a vehicle", { l: [300, 200] as Flat }, 4, undefined],
  ["a base in the ranks", {}, 4, OUTLINE],
])("draws both sides in different outlines, whoever sees no colours: %s", (_, what, pixel, outline) => {
  expect(drawn("blue", what, pixel, outline)).not.toBe(drawn("amber", what, pixel, outline));
});

it("tells the fallen of both sides apart without colour", () => {
  expect(shapes(fallen(model({}), view, "blue"))).not.toBe(shapes(fallen(model({}), view, "amber")));
});
