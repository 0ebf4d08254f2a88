import { beforeEach, expect, test } from "vitest";

import { wire } from "./paper-sheet";

const row = (number: number) => `<fieldset class="paper-round"><legend>Round ${number}</legend>${["a", "b"]
  .map((side) => `<div class="paper-score"><label for="id_${side}_round_${number}" data-called="${side}">x</label>
    <div class="paper-step"><button type="button" data-by="-1" hidden>−</button><input id="id_${side}_round_${number}"
    name="${side}_round_${number}"><button type="button" data-by="1" hidden>+</button></div></div>`)
  .join("")}</fieldset>`;
const PAGE = `<form data-paper data-you="You" data-first="First side" data-opponent="Your opponent" data-second="Second side">
  <input type="hidden" name="round_count" value="2"><input type="checkbox" name="a_me" checked><input name="a_name">
  <input name="a_player"><input name="b_name"><input name="b_player">
  <div class="paper-rounds">${row(1)}${row(2)}</div>
  <p class="paper-total" hidden><b data-total="a"></b><b data-total="b"></b></p>
  <button name="do" value="fewer">−</button><button name="do" value="more">+</button></form>`;

beforeEach(() => {
  document.body.innerHTML = PAGE;
  wire(form());
});

const form = () => document.querySelector<HTMLFormElement>("form")!;
const field = (name: string) => form().querySelector<HTMLInputElement>(`[name=${name}]`)!;
const type = (name: string, text: string) => {
  field(name).value = text;
  field(name).dispatchEvent(new Event("input", { bubbles: true }));
};
const press = (value: string) => form().querySelector<HTMLButtonElement>(`button[value=${value}]`)!.click();
const called = (side: string) => form().querySelector(`[data-called=${side}]`)!.textContent;
const totals = () => [...form().querySelectorAll("[data-total]")].map((each) => each.textContent);

test("a thumb counts points up and down, and the sums follow", () => {
  const [less, more] = form().querySelectorAll<HTMLButtonElement>("[data-by]");
  expect(more!.hidden).toBe(false);
  for (let count = 0; count < 3; count += 1) more!.click();
  less!.click();
  type("b_round_2", "4");
  expect(field("a_round_1").value).toBe("2");
  expect(totals()).toEqual(["2", "4"]);
});

test("a round more is empty and has names of its own; a round less takes the last away", () => {
  type("a_round_2", "9");
  press("more");
  expect(field("round_count").value).toBe("3");
  expect(field("a_round_3").value).toBe("");
  expect(form().querySelector("label[for=id_b_round_3]")).not.toBeNull();
  expect([...form().querySelectorAll("legend")].map((each) => each.textContent)).toEqual(["Round 1", "Round 2", "Round 3"]);
  press("fewer");
  press("fewer");
  expect(totals()).toEqual(["0", "0"]);
  press("fewer");
  expect(field("round_count").value).toBe("1");
});

test("sides are called what is typed", () => {
  expect([called("a"), called("b")]).toEqual(["You", "Your opponent"]);
  type("b_player", "boris");
  expect(called("b")).toBe("boris");
  type("b_name", "Boris the Bold");
  expect(called("b")).toBe("Boris the Bold");
  field("a_me").checked = false;
  type("b_name", "");
  type("b_player", "");
  expect([called("a"), called("b")]).toEqual(["First side", "Second side"]);
});
