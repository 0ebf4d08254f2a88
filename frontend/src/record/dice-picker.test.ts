import { afterEach, describe, expect, it } from "vitest";

import "./dice-picker";
import type { DicePicker } from "./dice-picker";

async function picker(about: Partial<DicePicker>): Promise<{ element: DicePicker; chosen: number[][] }> {
  const element = document.createElement("dice-picker");
  Object.assign(element, about);
  const chosen: number[][] = [];
  element.addEventListener("dice-chosen", (event) => chosen.push((event as CustomEvent<number[]>).detail));
  document.body.append(element);
  await (element as DicePicker).updateComplete;
  return { element: element as DicePicker, chosen };
}

async function tap(element: DicePicker, selector: string): Promise<void> {
  element.querySelector<HTMLButtonElement>(selector)!.click();
  await element.updateComplete;
}

afterEach(() => document.body.replaceChildren());

describe("the dice of one roll", () => {
  it("take a tap a face, however many show it", async () => {
    const { element, chosen } = await picker({ count: 10, needs: 4 });
    for (const [face, many] of [[6, 2], [1, 3], [4, 5]]) await tap(element, `.dice-cell[data-face="${face}"][data-many="${many}"]`);
    expect(chosen).toEqual([[1, 1, 1, 4, 4, 4, 4, 4, 6, 6]]);
    expect(element.querySelector(".dice-count")?.textContent).toContain("7");
  });

  it("cannot be more than were rolled", async () => {
    const { element, chosen } = await picker({ count: 9 });
    await tap(element, '.dice-cell[data-face="1"][data-many="4"]');
    await tap(element, '.dice-cell[data-face="2"][data-many="4"]');
    expect(element.querySelector<HTMLButtonElement>('.dice-cell[data-face="5"][data-many="2"]')!.disabled).toBe(true);
    await tap(element, '.dice-face[data-face="5"]');
    await tap(element, '.dice-face[data-face="5"]');
    expect(chosen).toEqual([[1, 1, 1, 1, 2, 2, 2, 2, 5]]);
  });

  it("are taken back face by face, or the last one", async () => {
    const { element, chosen } = await picker({ count: 10 });
    await tap(element, '.dice-cell[data-face="3"][data-many="3"]');
    await tap(element, '.dice-cell[data-face="3"][data-many="3"]');
    expect(element.value).toEqual([]);
    await tap(element, '.dice-face[data-face="6"]');
    element.dispatchEvent(new KeyboardEvent("keydown", { key: "Backspace", bubbles: true }));
    await element.updateComplete;
    expect(element.value).toEqual([]);
    expect(chosen).toEqual([]);
  });

  it("are two a tap where there are few, and the odd one by itself", async () => {
    const { element, chosen } = await picker({ count: 3 });
    expect(element.querySelectorAll(".dice-pair")).toHaveLength(36);
    await tap(element, '.dice-pair[data-pair="6-2"]');
    expect(element.querySelector<HTMLButtonElement>('.dice-pair[data-pair="1-1"]')!.disabled).toBe(true);
    await tap(element, '.dice-pair[data-pair="1-1"]');
    expect(chosen).toEqual([]);
    await tap(element, '.dice-face[data-face="4"]');
    expect(chosen).toEqual([[2, 4, 6]]);
  });

  it("are a tap where they are two, in their order if that matters", async () => {
    for (const [ordered, faces] of [[true, [6, 2]], [false, [2, 6]]] as const) {
      const { element, chosen } = await picker({ count: 2, ordered });
      await tap(element, '.dice-pair[data-pair="6-2"]');
      expect(chosen).toEqual([faces]);
    }
  });

  it("take the die that follows along with a single one, if that is known", async () => {
    const sequel = { 5: { sides: 6, needs: 3, label: "To wound" }, 6: { sides: 3, needs: 0, label: "How many" } };
    const { element, chosen } = await picker({ count: 1, needs: 4, sequel, words: { sequelHint: "With it:" } });
    expect(element.querySelectorAll(".dice-pair")).toHaveLength(9);
    expect(element.querySelector('[data-sequel="5-2"]')!.getAttribute("aria-label")).toBe("5; To wound: 2");
    expect(element.querySelector(".dice-sequel")!.textContent).toBe("With it: To wound, How many");
    await tap(element, '[data-sequel="5-2"]');
    expect(chosen).toEqual([[5, 2]]);
    expect(element.querySelector("[data-sequel]")).toBeNull();
  });

  it("ask what follows once all but one are in, and take its first die along with the last", async () => {
    const { element, chosen } = await picker({ count: 3, needs: 4, given: [2] });
    const left: number[][] = [];
    element.addEventListener("dice-left", (event) => left.push((event as CustomEvent<number[]>).detail));
    expect(element.querySelector(".dice-count")!.textContent).toMatch(/^1\D*4/);
    await tap(element, '.dice-pair[data-pair="6-4"]');
    expect([left, chosen]).toEqual([[[4, 6]], []]);
    element.sequel = { 5: { sides: 6, needs: 3, label: "To wound" } };
    await element.updateComplete;
    await tap(element, '[data-sequel="5-1"]');
    expect(chosen).toEqual([[4, 5, 6, 1]]);
  });

  it("are one by one all the same", async () => {
    const { element, chosen } = await picker({ count: 1, sequel: { 5: { sides: 6, needs: 3, label: "To wound" } } });
    await tap(element, '.dice-face[data-face="5"]');
    expect(chosen).toEqual([[5]]);
  });

  it("stay in their order where that matters", async () => {
    const { element, chosen } = await picker({ count: 2, ordered: true });
    expect(element.querySelector(".dice-cell")).toBeNull();
    for (const key of ["5", "2"]) element.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
    expect(chosen).toEqual([[5, 2]]);
  });

  it("are written as a number where no die has pips; north is the last face of the compass", async () => {
    const { element, chosen } = await picker({ count: 1, sides: 360 });
    const field = element.querySelector<HTMLInputElement>("input")!;
    field.value = "0";
    element.querySelector("form")!.dispatchEvent(new SubmitEvent("submit", { cancelable: true }));
    expect(chosen).toEqual([[360]]);
  });
});
