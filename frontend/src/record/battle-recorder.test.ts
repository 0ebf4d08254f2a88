import "fake-indexeddb/auto";
import { afterEach, beforeEach, expect, it, vi } from "vitest";

import { BattleRecorder } from "./battle-recorder";
import { Outbox } from "./outbox";
import type { Act, Considered, Now, Way } from "./types";

const words = Object.fromEntries(
  ["round", "step", "story", "menu", "back", "change", "accept", "happened", "close", "wentOn", "clash", "drop", "more", "nudge", "block", "addRow", "lessRow", "tapTable", "takeBack", "dispute", "offline"].map((each) => [each, each]),
);
const act = (k: number, more: Partial<Act> = {}): Act => ({
  k, side: "a", tag: "shoot", label: "Shoot", who: "m1", targets: [], about: [], aside: false, bare: false, ...more,
});
const now = (number: number, more: Partial<Now> = {}): Now => ({
  number, mine: ["a"], dice: "table", phase: "Shooting", ask: { side: "a", text: `Step ${number}?`, waits: "" },
  acts: [act(0)], recent: [], marked: [], judge: false, back: null, over: null, apart: null, words,
  replay: {
    v: 1, ruleset: "kt", version: "1", name: "", verdict: "", sides: [{ id: "a", n: "Red", colour: "blue" }],
    table: { w: 3000, d: 2200, terrain: [], zones: [], mapped: true }, models: [{ i: "m1", n: "Kell", s: "a", b: "", t: "", w: 1, g: [], r: 50 }],
    units: [], start: { m: { m1: { a: [500, 500, 0], w: 1, o: 0, c: {} } }, u: {}, s: {}, r: 1, p: "shooting", t: "", h: "a", e: {}, z: {}, q: {} },
    steps: [], rules: {}, phases: {}, findings: [], words: {}, badges: {}, counters: {}, kinds: {},
  } as unknown as Now["replay"],
  ...more,
});
const shot: Way = {
  k: 0, declaration: { by: "a", action: { type: "shoot", model: "m1", weapon: "bolt" } }, title: "Kell shoots", targets: [], facts: [],
  handles: [], sketch: false,
  fields: [{ p: "/weapon", label: "Weapon", kind: "choice", choices: [{ v: "bolt", n: "Bolt gun" }, { v: "knife", n: "Knife" }] }],
};
const wanted = (read: number): Considered => ({
  verdict: "dice", lines: [], again: [],
  wanted: { count: 2, sides: 6, needs: 4, label: "To hit", rule: "hit", side: "a", roller: "Red", ordered: false, read },
});
const done: Considered = { verdict: "done", again: [], refusals: [], step: { n: 1, r: 1, p: "", s: "a", a: "shoot", t: "Kell shoots", o: "It misses" } as never };
const refused: Considered = { verdict: "no", stored: true, grounds: [{ text: "Too far", rule: "Range" }, { text: "Not seen", rule: "Sight" }] };

let position: Now;
let answer: (asked: Record<string, unknown>) => Considered;
let considered: Record<string, unknown>[];
let ways: Way[];
let made = 0;

async function opened(): Promise<BattleRecorder> {
  document.body.innerHTML = `<script type="application/json" id="recorder-now">${JSON.stringify(position)}</script>`;
  const element = new BattleRecorder();
  made += 1;
  Object.assign(element, { game: `g${made}`, nowUrl: "/now/", waysUrl: "/ways/", considerUrl: "/consider/" });
  document.body.append(element);
  await element.updateComplete;
  return element;
}

const stage = (element: BattleRecorder): string => element.querySelector<HTMLElement>(".recorder")!.dataset.stage!;
const button = (element: BattleRecorder, text: string): HTMLElement =>
  [...element.querySelectorAll<HTMLElement>("button")].find((each) => each.textContent?.trim() === text)!;
const until = (check: () => void): Promise<void> => vi.waitFor(check);
async function choose(element: BattleRecorder, then: string): Promise<void> {
  element.querySelector<HTMLElement>("[data-who]")!.click();
  await until(() => expect(stage(element)).toBe(then));
}
const press = (key: string): unknown => document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
const roll = (element: BattleRecorder, ...faces: number[]): unknown =>
  element.querySelector("dice-picker")!.dispatchEvent(new CustomEvent("dice-chosen", { detail: faces }));
const dice = (): unknown => (considered.at(-1)!.declaration as { dice?: number[] }).dice;

beforeEach(() => {
  position = now(4);
  considered = [];
  ways = [shot];
  answer = () => done;
  vi.stubGlobal("fetch", async (url: string, asked: RequestInit = {}) => {
    const body = asked.body ? (JSON.parse(asked.body as string) as Record<string, unknown>) : {};
    const json = (found: unknown, status = 200): Response => new Response(JSON.stringify(found), { status, headers: { "Content-Type": "application/json" } });
    if (url === "/now/") return json(position);
    if (url === "/ways/") return json({ ways });
    if (url !== "/consider/") return json({ number: position.number }, 201);
    considered.push(body);
    return json(answer(body));
  });
});

afterEach(() => {
  document.body.replaceChildren();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

it("says every reason of a refusal with its rule, and can record what happened all the same", async () => {
  answer = ({ happened }) => (happened ? done : refused);
  const element = await opened();
  await choose(element, "no");
  expect(element.querySelector(".record-no")!.textContent).toMatch(/Too far.*Range.*Not seen.*Sight/s);
  button(element, "happened").click();
  await until(() => expect(stage(element)).toBe("done"));
  expect(considered.at(-1)).toMatchObject({ number: 4, happened: true });
});

it("accepts nothing by Enter while a sheet lies over the question", async () => {
  const element = await opened();
  await choose(element, "done");
  button(element, "story").click();
  await element.updateComplete;
  press("Enter");
  await element.updateComplete;
  expect(stage(element)).toBe("done");
  press("Escape");
  press("Enter");
  await until(() => expect(stage(element)).not.toBe("done"));
});

it("takes one roll back at a time, then what was chosen", async () => {
  answer = ({ declaration }) => {
    const rolled = ((declaration as { dice?: number[] }).dice ?? []).length;
    return rolled < 4 ? wanted(rolled) : done;
  };
  const element = await opened();
  await choose(element, "dice");
  roll(element, 3, 5);
  await until(() => expect(dice()).toEqual([3, 5]));
  await until(() => expect(stage(element)).toBe("dice"));
  await until(() => expect(button(element, "change")).toBeTruthy());
  roll(element, 6, 1);
  await until(() => expect(stage(element)).toBe("done"));
  button(element, "change").click();
  await until(() => expect(dice()).toEqual([3, 5]));
  await until(() => expect(stage(element)).toBe("dice"));
  button(element, "change").click();
  await until(() => expect(dice()).toEqual([]));
  await until(() => expect(button(element, "back")).toBeTruthy());
  button(element, "back").click();
  await until(() => expect(stage(element)).toBe("who"));
});

it("asks for the form again where something was chosen, and not where something was drawn", async () => {
  const moved: Way = {
    ...shot, declaration: { by: "a", action: { type: "move", path: [[600, 500, 0]], weapon: "bolt" } }, targets: [],
    handles: [{ p: "/path", kind: "path", model: "m1", from: [500, 500, 0], reach: 600, dims: 3 }], sketch: true,
  };
  ways = [moved];
  const element = await opened();
  await choose(element, "done");
  element.querySelector("record-table")!.dispatchEvent(new CustomEvent("edit", { detail: { type: "move", path: [[700, 500, 0]], weapon: "bolt" } }));
  await until(() => expect(considered.at(-1)).toMatchObject({ declaration: { action: { path: [[700, 500, 0]] } } }));
  expect(considered.at(-1)).not.toHaveProperty("act");
  const select = element.querySelector<HTMLSelectElement>("select[data-p='/weapon']")!;
  select.selectedIndex = 1;
  select.dispatchEvent(new Event("change"));
  await until(() => expect(considered.at(-1)).toMatchObject({ act: 0, declaration: { action: { weapon: "knife" } } }));
});

it("shows both where somebody else was first, and looks again even if another tab has decided", async () => {
  vi.stubGlobal("fetch", async (url: string) => {
    if (url === "/now/") return new Response(JSON.stringify(now(6)));
    if (url === "/ways/") return new Response(JSON.stringify({ ways }));
    if (url === "/consider/") return new Response(JSON.stringify(done));
    return new Response(JSON.stringify({ title: "clash", number: 6, actual: 6, events: [] }), { status: 409, headers: { "Content-Type": "application/problem+json" } });
  });
  const element = await opened();
  await choose(element, "done");
  element.querySelector<HTMLElement>("[data-accept]")!.click();
  await until(() => expect(element.querySelector("[data-drop]")).not.toBeNull());
  const before = new Outbox();
  await before.discard(element.game, ((element as unknown as { queue: { stop: { key: string } } }).queue.stop.key));
  element.querySelector<HTMLElement>("[data-drop]")?.click();
  await until(() => expect(element.querySelector("[data-drop]")).toBeNull());
  await until(() => expect(element.querySelector<HTMLElement>(".recorder")!.dataset.number).toBe("6"));
});
