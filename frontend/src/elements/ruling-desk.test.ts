import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import "./ruling-desk";

const controls = (shape: string, extra = "") => `<div class="amend-controls" data-shape="${shape}">
  <div class="amend-field"><del class="was" hidden>3 × 4</del><span data-slot="/at"></span>
    <span data-was-place="3\n4"><input name="/at/0" value="3"><input name="/at/1" value="4"></span></div>
  <div class="amend-field many"><span data-was-many="a\nb"><input type="hidden" name="has/x" value="1">
    <input type="checkbox" name="/x" value="a" checked><input type="checkbox" name="/x" value="b" checked></span></div>
  <div class="amend-field"><button name="row" value="+/path">Add</button></div>${extra}</div>`;
const told = (text: string) => `<div class="amend-consequences">${text}<button name="act" value="confirm">Rule so</button></div>`;

let asked: { body: FormData; signal: AbortSignal; answer: (text: string) => void }[] = [];

function desk(): HTMLElement {
  document.body.innerHTML = `<form action="/rule/"><textarea name="reason"></textarea><ruling-desk><div>
    ${controls("one")}${told('<input name="digest" value="d">first')}</div></ruling-desk></form>`;
  return document.querySelector("ruling-desk") as HTMLElement;
}

const field = (name: string): HTMLInputElement => document.querySelector(`[name="${name}"]`) as HTMLInputElement;

function type(name: string, value: string): void {
  field(name).value = value;
  field(name).dispatchEvent(new Event("input", { bubbles: true }));
}

beforeEach(() => {
  vi.useFakeTimers();
  asked = [];
  vi.stubGlobal("fetch", (_url: string, options: { body: FormData; signal: AbortSignal }) =>
    new Promise((resolve, reject) => {
      options.signal.addEventListener("abort", () => reject(new Error("aborted")));
      asked.push({ ...options, answer: (text) => resolve(new Response(text)) });
    }));
});

afterEach(() => {
  document.body.innerHTML = "";
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("ruling-desk", () => {
  it("frames what is changed at once and shows the recorded value, until it is the same again", () => {
    desk();
    const framed = field("/at/0").closest(".amend-field") as HTMLElement;
    type("/at/0", "5");
    expect(framed.classList.contains("changed")).toBe(true);
    expect(framed.querySelector("del")?.hidden).toBe(false);
    type("/at/0", "3");
    expect(framed.classList.contains("changed")).toBe(false);
    expect(framed.querySelector("del")?.hidden).toBe(true);
    const box = document.querySelector<HTMLInputElement>("[value=b]") as HTMLInputElement;
    box.click();
    expect(box.closest(".amend-field")?.classList.contains("changed")).toBe(true);
  });

  it("asks once after a pause, and nothing can be ruled meanwhile", async () => {
    const found = desk();
    type("/at/0", "5");
    await vi.advanceTimersByTimeAsync(200);
    type("/at/0", "5.5");
    expect(asked).toHaveLength(0);
    expect(found.querySelector<HTMLButtonElement>("[value=confirm]")?.disabled).toBe(true);
    await vi.advanceTimersByTimeAsync(300);
    expect(asked).toHaveLength(1);
    expect([asked[0]?.body.get("act"), asked[0]?.body.get("/at/0")]).toEqual(["live", "5.5"]);
    asked[0]?.answer(controls("one") + told("second"));
    await vi.advanceTimersByTimeAsync(0);
    expect(found.querySelector(".amend-consequences")?.textContent).toContain("second");
    expect(found.querySelector<HTMLButtonElement>("[value=confirm]")?.disabled).toBe(false);
  });

  it("lets the latest answer alone count", async () => {
    const found = desk();
    type("/at/0", "5");
    await vi.advanceTimersByTimeAsync(300);
    type("/at/0", "6");
    expect(asked[0]?.signal.aborted).toBe(true);
    await vi.advanceTimersByTimeAsync(300);
    asked[1]?.answer(controls("one") + told("latest"));
    asked[0]?.answer(controls("one") + told("late"));
    await vi.advanceTimersByTimeAsync(0);
    expect(found.querySelector(".amend-consequences")?.textContent).toContain("latest");
  });

  it("keeps what is typed where the controls are the same, with its error beside it", async () => {
    desk();
    const typed = field("/at/0");
    type("/at/0", "x");
    await vi.advanceTimersByTimeAsync(300);
    asked[0]?.answer(controls("one").replace('data-slot="/at">', 'data-slot="/at"><b>not a number</b>') + told(""));
    await vi.advanceTimersByTimeAsync(0);
    expect(field("/at/0")).toBe(typed);
    expect(document.querySelector('[data-slot="/at"]')?.textContent).toBe("not a number");
  });

  it("takes over other controls for a row more, and the focus stays on its button", async () => {
    desk();
    const button = document.querySelector<HTMLButtonElement>("[name=row]") as HTMLButtonElement;
    button.focus();
    button.click();
    expect(asked[0]?.body.get("row")).toBe("+/path");
    asked[0]?.answer(controls("two", '<input name="/path/0/0" value="1">') + told("more"));
    await vi.advanceTimersByTimeAsync(0);
    expect(field("/path/0/0").value).toBe("1");
    expect(document.activeElement?.getAttribute("value")).toBe("+/path");
  });

  it("asks nothing for a reason, and says when the connection is lost", async () => {
    const found = desk();
    type("reason", "so");
    await vi.advanceTimersByTimeAsync(1000);
    expect(asked).toHaveLength(0);
    vi.stubGlobal("fetch", () => Promise.reject(new Error("no network")));
    type("/at/0", "7");
    await vi.advanceTimersByTimeAsync(300);
    expect(found.hasAttribute("lost")).toBe(true);
  });
});
