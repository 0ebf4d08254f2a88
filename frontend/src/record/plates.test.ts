import { expect, it } from "vitest";

import { placed } from "./plates";

it("keeps texts inside the edges", () => {
  const [left, right] = placed([{ text: "22.88″", at: [-50, 500] }, { text: "9″", at: [3040, 100] }], 50, -100, 3050);
  expect(left!.x).toBeCloseTo(-100 + (6 * 50 * 0.5) / 2);
  expect(right!.x).toBeCloseTo(3050 - (2 * 50 * 0.5) / 2);
  expect([left!.y, right!.y]).toEqual([500, 100]);
});

it("moves a text up that would lie on another", () => {
  const found = placed([{ text: "aaaa", at: [100, 500] }, { text: "bbbb", at: [150, 490] }, { text: "cccc", at: [900, 495] }], 40, 0, 1000);
  const at = new Map(found.map((each) => [each.text, each.y]));
  expect(at.get("aaaa")).toBe(500);
  expect(at.get("cccc")).toBe(495);
  expect(500 - at.get("bbbb")!).toBeGreaterThanOrEqual(40);
});
