import { afterEach, describe, expect, it } from "vitest";

import "./quick-find";

const LIST =
  '<section><p data-find="1 #1 anna #2 boris">1</p></section><section><p data-find="2 #3 clara #4 dmitri">2</p><p data-find="12 #5 анна #6 eva">12</p></section><p class="no-hit" hidden>none</p>';

function type(text: string): void {
  const field = document.querySelector("input") as HTMLInputElement;
  field.value = text;
  field.dispatchEvent(new Event("input", { bubbles: true }));
}

function list(): void {
  document.body.innerHTML = `<quick-find for="tables"><form><input type="search"></form></quick-find><div id="tables">${LIST}</div>`;
}

const left = (): string[] =>
  [...document.querySelectorAll<HTMLElement>("[data-find]")].filter((each) => !each.hidden).map((each) => each.textContent ?? "");

afterEach(() => (document.body.innerHTML = ""));

describe("quick-find", () => {
  it("leaves the rows that have every word, whatever the letters' case", () => {
    list();
    type("2");
    expect(left()).toEqual(["1", "2", "12"]);
    type("Анна 12");
    expect(left()).toEqual(["12"]);
    type("");
    expect(left()).toEqual(["1", "2", "12"]);
  });

  it("hides sections that have nothing left, and says when nothing is found", () => {
    list();
    type("clara");
    expect([...document.querySelectorAll("section")].map((each) => each.hidden)).toEqual([true, false]);
    type("nobody");
    expect((document.querySelector(".no-hit") as HTMLElement).hidden).toBe(false);
  });

  it("finds again what is found when the list is brought up to date", () => {
    list();
    type("boris");
    const tables = document.getElementById("tables") as HTMLElement;
    tables.innerHTML = LIST;
    tables.dispatchEvent(new CustomEvent("live-part", { bubbles: true }));
    expect(left()).toEqual(["1"]);
  });
});
