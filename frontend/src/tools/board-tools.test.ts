import { LitElement, render } from "lit";
import { afterEach, beforeEach, expect, it, vi } from "vitest";

import { Timeline } from "../timeline/timeline";
import type { Replay, Step, View } from "../timeline/types";
import { BoardTools, type Stage } from "./board-tools";

const start: View = {
  m: { a1: { a: [500, 500, 0], w: 1, o: 0, c: {} }, b1: { a: [1500, 500, 0], w: 1, o: 0, c: {} } },
  u: {}, s: {}, r: 1, p: "", t: "", h: "", e: {}, z: {}, q: {},
};
const SIGHT = { n: "Ada", t: "Sees 1 of the enemy", u: "", h: "", r: [{ i: "b1", n: "Bob", d: "8.87″", v: 1, w: "obscured: crates", y: [], p: "5+", g: "Rifle", f: { o: [[500, 500]], r: 50 }, a: { o: [[1500, 500]], r: 63 } }] };
const REACH = { n: "Ada", k: { c: ["Range"], r: [["Rifle", "", ["24″"]]] }, s: [{ o: [[500, 500]], r: 50 }], g: [{ k: "move", d: 600, t: "6″ move", s: [0] }] };
const asked: string[] = [];

class Host extends LitElement implements Stage {
  src = "/games/g/replay.json?line=played";
  gameUrl = "/games/g/";
  table = { w: 3000, d: 2200, mapped: true, sketch: false, terrain: [], zones: [] };
  picked: { kind: "model"; id: string } | undefined = { kind: "model", id: "a1" };
  number = 1;
  choose = vi.fn();
  showAll = vi.fn();
  tools = new BoardTools(this);

  get replay(): Replay {
    const models = [{ i: "a1", s: "a", n: "Ada", r: 50 }, { i: "b1", s: "b", n: "Bob", r: 63 }];
    return { table: this.table, models, units: [], sides: [{ id: "a", n: "A" }, { id: "b", n: "B" }], start, steps: [{ n: 1 } as Step], words: {} } as unknown as Replay;
  }

  get shown(): Stage["shown"] {
    return { timeline: new Timeline(this.replay), number: this.number, quarter: undefined, table: this.table, pixel: 3, picked: this.picked, playing: false };
  }
}
customElements.define("tools-host", Host);

const host = (change: Partial<Host["table"]> = {}): Host => {
  const made = document.createElement("tools-host") as Host;
  made.table = { ...made.table, ...change };
  document.body.append(made);
  return made;
};
const shown = (what: unknown): HTMLElement => {
  const box = document.createElement("div");
  render(what, box);
  return box;
};
const press = (on: Host, key: string): boolean => on.tools.key(new KeyboardEvent("keydown", { key }));

beforeEach(() => {
  vi.useFakeTimers();
  asked.length = 0;
  vi.stubGlobal("fetch", async (address: string) => {
    asked.push(address);
    const body = address.includes("/reach/") ? REACH : address.includes("/sight/") ? SIGHT : address.includes("/chances/") ? { c: { i: "b1", c: "7.4%", w: 74 }, n: 1 }
      : { d: 887, t: "8.87″", a: SIGHT.r[0]!.f, b: SIGHT.r[0]!.a };
    return { ok: true, status: 200, json: async () => body };
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  document.body.replaceChildren();
});

/** Look until everything that was asked for has been answered. */
async function settled(on: Host): Promise<HTMLElement> {
  for (let turn = 0; turn < 4; turn += 1) {
    shown(on.tools.over);
    shown(on.tools.card({}).sight);
    await vi.advanceTimersByTimeAsync(200);
  }
  return shown(on.tools.over);
}

it("shows every chance that is there and how many are still to come, the nearest first", async () => {
  const one = host();
  const [near] = SIGHT.r;
  const far = { ...near!, i: "b2", n: "Cid", p: "" }, unseen = { ...near!, i: "b3", n: "Dan", p: undefined };
  let release: (body: unknown) => void = () => undefined;
  vi.stubGlobal("fetch", async (address: string) => {
    asked.push(address.split("/steps/1/")[1]!.split(".")[0]!);
    const body = address.includes("/chances/a1/0") ? { c: { i: "b1", c: "", w: 0, y: "too many ways" }, n: 2 }
      : address.includes("/chances/a1/1") ? new Promise((done) => (release = done)) : address.includes("/sight/") ? { ...SIGHT, r: [near, far, unseen] } : REACH;
    return { ok: true, status: 200, json: async () => body };
  });
  press(one, "l");
  await settled(one);
  const words = { countingChance: "Counting…", of: "of" };
  const card = (): HTMLElement => shown(one.tools.card(words).sight);
  expect(asked.filter((each) => each.startsWith("chances"))).toEqual(["chances/a1/0", "chances/a1/1"]);
  expect([...card().querySelectorAll(".chance")].map((each) => each.textContent?.trim())).toEqual(["too many ways", "", ""]);
  expect(card().querySelector(".counting")?.textContent).toContain("Counting… 1 of 2");
  expect(card().querySelector("progress")).toMatchObject({ max: 2, value: 1 });
  release({ c: { i: "b2", c: "12%", w: 120 }, n: 2 });
  await settled(one);
  expect([...card().querySelectorAll(".chance")].map((each) => each.textContent?.trim())).toEqual(["too many ways", "12%", ""]);
  expect(card().querySelector(".counting")).toBeNull();
});

it("offers no tool where no place was recorded, and no sight without a map", () => {
  const names = (on: Host): string[] => [...shown(on.tools.buttons(on.replay)).querySelectorAll("button")].map((each) => each.className);
  expect(names(host())).toEqual(["tool-reach", "tool-sight", "tool-ruler", "tool-forces"]);
  expect(names(host({ mapped: false }))).toEqual(["tool-reach", "tool-ruler", "tool-forces"]);
  const sketch = host({ mapped: false, sketch: true });
  expect(names(sketch)).toEqual(["tool-forces"]);
  for (const key of ["r", "l", "m"]) press(sketch, key);
  expect(sketch.tools.on.size).toBe(0);
});

it("draws what the server answers of the line that is read, and asks for nothing twice", async () => {
  const on = host();
  press(on, "r");
  press(on, "l");
  const drawn = await settled(on);
  expect(drawn.querySelector(".ring")!.getAttribute("data-ring")).toBe("600");
  expect(drawn.querySelector(".sight-line")!.classList.contains("partly")).toBe(true);
  expect(drawn.textContent).toContain("5+");
  expect(asked).toEqual(["reach/a1", "sight/a1", "chances/a1/0"].map((what) => `/games/g/steps/1/${what}.json?line=played`));
  const card = shown(on.tools.card({ withWeapon: "With:" }).sight);
  expect(card.querySelector("[data-seen]")!.textContent).toMatch(/Bob[\s\S]*obscured: crates[\s\S]*8\.87″[\s\S]*5\+[\s\S]*7\.4%/);
  expect(press(on, "Escape")).toBe(true);
  expect(press(on, "Escape")).toBe(false);
  expect(shown(on.tools.over).querySelector(".ring, .sight-line")).toBeNull();
});

it("asks about no step that is only passed", async () => {
  const on = host();
  press(on, "l");
  for (const number of [1, 2, 3]) {
    on.number = number;
    shown(on.tools.over);
    await vi.advanceTimersByTimeAsync(60);
  }
  await settled(on);
  expect(asked.filter((address) => address.includes("/sight/"))).toEqual(["/games/g/steps/3/sight/a1.json?line=played"]);
});

it("measures between two who are chosen from the lists, beginning at whoever has the card", async () => {
  const on = host();
  press(on, "m");
  const panel = (): HTMLElement => shown(on.tools.panel(on.replay, start));
  const choose = panel().querySelector<HTMLSelectElement>('[data-choose="to"]')!;
  expect(panel().querySelector<HTMLSelectElement>('[data-choose="from"]')!.value).toBe("a1");
  choose.value = "b1";
  choose.dispatchEvent(new Event("change"));
  // Until the rules have answered, what is drawn: from rim to rim.
  expect(shown(on.tools.over).querySelector("[data-measured]")!.getAttribute("data-measured")).toBe("8.87″");
  const drawn = await settled(on);
  expect(drawn.querySelector(".measure.exact")!.getAttribute("data-measured")).toBe("8.87″");
  expect(asked).toContain("/games/g/steps/1/apart/a1/b1.json?line=played");
  expect(panel().querySelector("output")!.textContent).toContain("8.87″");
});
