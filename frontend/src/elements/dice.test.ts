import { html, render } from "lit";
import { describe, expect, it } from "vitest";

import type { Roll } from "../timeline/types";
import { diceOf, PIPS, rollTemplate } from "./dice";

const words = { needs: "needs", total: "total", success: "success", failure: "failure", rerolled: "re-rolled" };

function drawn(roll: Roll): HTMLElement {
  const box = document.createElement("div");
  render(rollTemplate(roll, (id) => html`<a class="rule">${id}</a>`, words), box);
  return box;
}

describe("dice", () => {
  it("has as many pips as the face says", () => {
    for (const face of [1, 2, 3, 4, 5, 6]) expect(PIPS[face]).toHaveLength(face);
  });

  it("fills successes and outlines failures", () => {
    expect(diceOf({ f: [6, 1], b: "a", n: 4, p: [1, 0] }).map((die) => die.fate)).toEqual(["success", "failure"]);
  });

  it("strikes a re-rolled die through and puts its second face beside it", () => {
    const dice = diceOf({ f: [1, 5], b: "a", n: 3, p: [1, 1], a: [[0, 4]] });
    expect(dice.map((die) => [die.face, die.fate])).toEqual([[1, "struck"], [4, "success"], [5, "success"]]);
  });

  it("shows what was needed and each modifier with its rule", () => {
    const box = drawn({ f: [4], b: "a", n: 3, p: [1], m: [["kt.long-range", -1]] });
    expect(box.querySelector(".needed")?.textContent).toBe("needs 4+: 3+");
    expect(box.querySelector(".modifier")?.textContent?.replace(/\s+/g, " ").trim()).toBe("−1 kt.long-range");
    expect(box.querySelectorAll("svg.die circle")).toHaveLength(4);
  });

  it("adds up rolls that need no value, with the face that counts", () => {
    const box = drawn({ f: [1, 5], b: "a", a: [[0, 6]], m: [["x", 1]] });
    expect(box.querySelector(".needed b")?.textContent).toBe("12");
  });

  it("says each die to readers who cannot see it", () => {
    const labels = [...drawn({ f: [2], b: "a", n: 3, p: [0] }).querySelectorAll("svg")].map((die) => die.getAttribute("aria-label"));
    expect(labels).toEqual(["2, failure"]);
  });
});
