import { render } from "lit";
import { describe, expect, it, vi } from "vitest";

import type { View } from "../timeline/types";
import { apart, apartSheet, known, lists, pieceOf } from "./apart";
import type { Now } from "./types";

const model = (i: string, s: string, w = 1) => ({ i, n: i.toUpperCase(), s, b: "", t: "", w, g: [], r: 50 });
const standing = (u: string, w = 1, o = 0) => ({ a: [0, 0, 0], w, o, c: {}, u });
const view = {
  m: { a1: standing("au1"), a2: standing("au1", 0, 1), b1: standing("bu1", 2), b2: standing("bu2", 0, 1) }, u: {}, s: {},
} as unknown as View;
const now = {
  mine: ["a"], words: { apart: "apart", out: "out of action", howFar: "How far?", touching: "In contact", onSide: "Side", anySide: "any" },
  apart: { known: [["au1", "bu1", "9″"]], sided: ["bu1"], usual: [0, 6, 12] },
  replay: {
    sides: [{ id: "a", n: "Red", colour: "blue" }, { id: "b", n: "Amber", colour: "amber" }], badges: {},
    models: [model("a1", "a"), model("a2", "a"), model("b1", "b", 3), model("b2", "b")],
    units: [["au1", "a"], ["bu1", "b"], ["bu2", "b"]].map(([i, s]) => ({ i, s, n: i })),
  },
} as unknown as Now;

const shown = (drawn: unknown): HTMLElement => {
  const root = document.createElement("div");
  render(drawn, root);
  return root;
};

describe("a battle without a table", () => {
  it("knows a distance whichever way round it was said", () => {
    expect(known(now, "au1", "bu1")).toBe("9″");
    expect(known(now, "bu1", "au1")).toBe("9″");
    expect(known(now, "au1", "bu2")).toBeUndefined();
    expect([pieceOf(view, "a1"), pieceOf(view, "bu1")]).toEqual(["au1", "bu1"]);
  });

  it("declares hundredths of an inch, and the side only where it matters", () => {
    expect(apart("a", "au1", "bu1", 7.5, "")).toEqual({ by: "a", action: { type: "apart", of: "au1", to: "bu1", distance: 750 } });
    expect(apart("a", "au1", "bu1", 0.1, "rear").action).toEqual({ type: "apart", of: "au1", to: "bu1", distance: 10, side: "rear" });
  });

  it("lists both forces: who is left, who is out, and what is known of the chosen one", () => {
    const pick = vi.fn();
    const root = shown(lists(now, view, { able: new Set(["au1"]), who: "a1", targets: new Map([["b1", []]]), pick }));
    const button = (id: string): HTMLButtonElement => root.querySelector<HTMLButtonElement>(`[data-piece=${id}]`)!;
    expect(button("au1").textContent).toContain("1/2");
    expect(button("au1").getAttribute("aria-pressed")).toBe("true");
    expect(button("bu1").textContent).toContain("2/3 · 9″ apart");
    expect(button("bu1").className).toBe("target");
    expect(button("bu2").disabled).toBe(true);
    button("bu1").click();
    expect(pick).toHaveBeenCalledWith({ id: "bu1", model: "b1" });
  });

  it("asks for the distance with one tap, and for the side where there is one", () => {
    const [say, face] = [vi.fn(), vi.fn()];
    const asked = { of: "Kell", to: "Vael", faced: "" as const, error: "", say, face, cancel: vi.fn() };
    const root = shown(apartSheet(now, { ...asked, sided: true }));
    root.querySelector<HTMLButtonElement>("[data-inches='6']")!.click();
    expect(say).toHaveBeenCalledWith(6);
    expect(root.querySelectorAll("[name=faced]")).toHaveLength(5);
    root.querySelectorAll<HTMLInputElement>("[name=faced]")[4]!.dispatchEvent(new Event("change"));
    expect(face).toHaveBeenCalledWith("rear");
    expect(shown(apartSheet(now, { ...asked, sided: false })).querySelectorAll("[name=faced]")).toHaveLength(0);
  });
});
