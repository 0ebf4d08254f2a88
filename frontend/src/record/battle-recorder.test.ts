import "fake-indexeddb/auto";
import { afterEach, beforeEach, expect, it, vi } from "vitest";

import { BattleRecorder } from "./battle-recorder";
import { Outbox } from "./outbox";
import type { Act, Considered, Now, Way } from "./types";

const words = Object.fromEntries(
  ["round", "step", "then", "story", "menu", "back", "change", "accept", "happened", "close", "wentOn", "clash", "drop", "more", "nudge", "block", "addRow", "lessRow", "tapTable", "takeBack", "dispute", "offline"].map((each) => [each, each]),
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
let later: (Act & { there: boolean })[];
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
  later = [];
  ways = [shot];
  answer = () => done;
  vi.stubGlobal("fetch", async (url: string, asked: RequestInit = {}) => {
    const body = asked.body ? (JSON.parse(asked.body as string) as Record<string, unknown>) : {};
    const json = (found: unknown, status = 200): Response => new Response(JSON.stringify(found), { status, headers: { "Content-Type": "application/json" } });
    if (url === "/now/") return json(position);
    if (url === "/ways/") return json({ ways: ways.filter(({ k }) => (body.acts as number[]).includes(k)) });
    if (url !== "/consider/") return json({ event: { number: position.number }, hash: "h" }, 201);
    if (body.then) return json({ ...done, then: later });
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

it("accepts what is there by what is next in the list", async () => {
  later = [
    { ...act(7, { tag: "pass", label: "Nothing more", who: "", bare: true }), there: false },
    { ...act(8, { tag: "deploy", label: "Deploy", who: "m2" }), there: false }, { ...act(9), there: true },
  ];
  const element = await opened();
  await choose(element, "done");
  await until(() => expect(element.querySelector(".record-then [data-who='m2']")).not.toBeNull());
  expect(element.querySelector(".record-then [data-who='m1']")).toBeNull();
  position = now(5, { acts: [act(0), act(3, { tag: "pass", label: "Nothing more", who: "", bare: true })] });
  ways = [{ ...shot, k: 3, declaration: { by: "a", action: { type: "pass" } }, fields: [], title: "Nothing more" }];
  element.querySelector<HTMLElement>(".record-then [data-act='pass']")!.click();
  await until(() => expect(considered.at(-1)).toMatchObject({ number: 5, declaration: { action: { type: "pass" } } }));
  expect(element.querySelector(".record-then")).toBeNull();
});

it("implies that there is nothing more to do where somebody is drawn onto whom they can act on only after it", async () => {
  const pass = act(1, { tag: "pass", label: "Nothing more", who: "", bare: true });
  const onto = { id: "e1", model: "e1" };
  position = now(4, { acts: [pass, act(2, { tag: "move", who: "m2" })] });
  ways = [{ ...shot, k: 1, declaration: { by: "a", action: { type: "pass" } }, fields: [], title: "Nothing more" }, { ...shot, targets: ["e1"] }];
  const draw = (element: BattleRecorder): unknown => element.querySelector("record-table")!.dispatchEvent(
    new CustomEvent("pull", { detail: { from: { id: "m1", model: "m1" }, to: [900, 500, 0], onto } }),
  );
  later = [{ ...act(0, { targets: ["e2"] }), there: true }];
  const idle = await opened();
  draw(idle);
  await until(() => expect(idle.querySelector(".recorder")!.getAttribute("aria-busy")).toBe("false"));
  expect([stage(idle), considered]).toEqual(["who", []]);
  later = [{ ...act(0, { targets: ["e1"] }), there: true }];
  const element = await opened();
  draw(element);
  position = now(5, { acts: [act(0, { targets: ["e1"] }), act(9, { tag: "pass", who: "", bare: true })] });
  await until(() => expect(considered.at(-1)).toMatchObject({ number: 5, declaration: { action: { type: "shoot" } } }));
  expect(considered[0]).toMatchObject({ number: 4, declaration: { action: { type: "pass" } } });
});

it("tries the other ways of an act where what was drawn is refused, and shows the first refusal if none is allowed", async () => {
  const going = (fast: boolean): Way => ({
    ...shot, declaration: { by: "a", action: { type: "move", fast, path: [[600, 500, 0]] } }, targets: [],
    fields: [{ p: "/fast", label: "Fast", kind: "switch" }],
    handles: [{ p: "/path", kind: "path", model: "m1", from: [500, 500, 0], reach: 1200, dims: 3 }],
  });
  ways = [going(false), going(true)];
  const fast = (declaration: unknown): unknown => (declaration as { action: { fast: boolean } }).action.fast;
  answer = ({ declaration }) => (fast(declaration) ? done : refused);
  const element = await opened();
  const draw = (): unknown => element.querySelector("record-table")!.dispatchEvent(
    new CustomEvent("pull", { detail: { from: { id: "m1", model: "m1" }, to: [1400, 500, 0] } }),
  );
  draw();
  await until(() => expect(stage(element)).toBe("done"));
  expect(considered.map(({ declaration }) => fast(declaration))).toEqual([false, true]);
  button(element, "back").click();
  await until(() => expect(stage(element)).toBe("who"));
  answer = ({ declaration }) => (fast(declaration) ? { ...refused, grounds: [{ text: "Farther", rule: "Fast" }] } as Considered : refused);
  draw();
  await until(() => expect(stage(element)).toBe("no"));
  expect(considered).toHaveLength(4);
  expect(element.querySelector(".record-no")!.textContent).toContain("Too far");
});

it("is not taken back by an answer that was overtaken", async () => {
  const answers: ((found: Now) => void)[] = [];
  vi.stubGlobal("fetch", (url: string) =>
    url === "/now/"
      ? new Promise((resolve) => answers.push((found) => resolve(new Response(JSON.stringify(found)))))
      : Promise.resolve(new Response(JSON.stringify({ ways: [] }))));
  const element = await opened();
  const look = (): unknown => (element as unknown as { refresh(): Promise<void> }).refresh();
  look();
  look();
  answers[1]!(now(6));
  const number = (): string | undefined => element.querySelector<HTMLElement>(".recorder")!.dataset.number;
  await until(() => expect(number()).toBe("6"));
  answers[0]!(now(5));
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(number()).toBe("6");
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
