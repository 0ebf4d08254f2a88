import { render } from "lit";
import { expect, it } from "vitest";

import type { Told } from "../elements/explain";
import type { Scales } from "./graph";
import type { BattleLuck } from "./luck";
import { luckHeight, luckPins, luckRow } from "./luck-row";

const told = { replay: { sides: [{ id: "a", n: "A", colour: "blue" }, { id: "b", n: "B", colour: "amber" }], words: { luck: "luck" } }, colourOf: () => "blue" } as unknown as Told;
const luck = { number: 6, first: "a", curve: [[2, 150], [5, -40]], pins: [{ n: 2, s: "a", k: "lucky", t: "" }] } as unknown as BattleLuck;
const heights = (height: number): { row: number; top: number; bottom: number; pin: number } => {
  const row = luckHeight(height);
  const scales = { x: (step: number) => 10 * step, y: () => 0, foot: height - 4 - row } as unknown as Scales;
  const size = { width: 300, height, below: row };
  const box = document.createElementNS("http://www.w3.org/2000/svg", "svg") as unknown as HTMLElement;
  render([luckRow(told, luck, scales, size, 6), luckPins(told, luck, scales, size)], box);
  const ys = [...box.querySelectorAll(".luck-area")].flatMap((each) => [...(each.getAttribute("d") ?? "").matchAll(/[ML](-?[\d.]+),(-?[\d.]+)/g)].map((point) => Number(point[2])));
  const pin = box.querySelector(".luck-pin rect")!;
  return { row, top: Math.min(...ys), bottom: Math.max(...ys), pin: Number(pin.getAttribute("y")) + 12 };
};

it.each([["of a phone", 70, 20], ["of a phone on its side", 52, 20], ["of a desk", 100, 26]])("lies below the graph %s, with both sides and its pins in it", (_, height, row) => {
  const found = heights(height);
  const foot = height - 4 - row;
  expect(found.row).toBe(row);
  expect(found.top).toBeGreaterThanOrEqual(foot);
  expect(found.bottom).toBeLessThanOrEqual(foot + row);
  expect(found.bottom - found.top).toBeGreaterThan(row / 2);
  expect(Math.abs(found.pin - (foot + row / 2))).toBeLessThanOrEqual(1);
});
