import { expect, test } from "vitest";

import { wire } from "./sum-of-points";

function page(most: number | null): HTMLFormElement {
  const plan = { fields: [["a_primary", "a_secondary"], ["b_primary", "b_secondary"]], bonuses: { painted: 10 }, most };
  document.body.innerHTML = `<form><input name="a_primary" value="50"><input name="b_primary">
    <input name="a_secondary" value="37,5"><input name="b_secondary" value="x">
    <input type="checkbox" name="bonuses_a" value="painted"><input type="checkbox" name="bonuses_b" value="painted">
    <script id="sum-of-points" type="application/json">${JSON.stringify(plan)}</script>
    <p data-sum hidden><output></output></p></form>`;
  wire(document.querySelector<HTMLElement>("[data-sum]")!);
  return document.querySelector("form")!;
}

const field = (form: HTMLFormElement, name: string) => form.querySelector<HTMLInputElement>(`[name=${name}]`)!;
const sums = (form: HTMLFormElement) => form.querySelector("output")!.textContent;

test("parts add up as they are typed, with a comma too", () => {
  const form = page(null);
  expect(form.querySelector<HTMLElement>("[data-sum]")!.hidden).toBe(false);
  expect(sums(form)).toBe("87.5 : 0");
  field(form, "b_primary").value = "45";
  field(form, "b_primary").dispatchEvent(new Event("input", { bubbles: true }));
  expect(sums(form)).toBe("87.5 : 45");
});

test("sums are written as the language of the page writes them", () => {
  document.documentElement.lang = "ru";
  expect(sums(page(null))).toBe("87,5 : 0");
  document.documentElement.lang = "";
});

test("bonuses count, and no more than the most that counts", () => {
  const form = page(90);
  field(form, "bonuses_a").click();
  field(form, "bonuses_b").click();
  expect(sums(form)).toBe("90 : 10");
});
