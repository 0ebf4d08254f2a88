import "fake-indexeddb/auto";
import { afterEach, beforeEach, expect, it, vi } from "vitest";

import { BattleRecorder } from "./battle-recorder";
import { Outbox } from "./outbox";
import type { Act, Considered, Now, Way } from "./types";

const words = Object.fromEntries(
  ["round", "step", "then", "story", "menu", "back", "change", "accept", "happened", "close", "wentOn", "clash", "drop", "more", "nudge", "block", "addRow", "lessRow", "tapTable", "takeBack", "takeBackFrom", "dispute", "judge", "offline"].map((each) => [each, each]),
);
const act = (k: number, more: Partial<Act> = {}): Act => ({
  k, side: "a", tag: "shoot", label: "Shoot", who: "m1", targets: [], about: [], aside: false, bare: false, last: false, towards: "", clause: "", ...more,
});
const now = (number: number, more: Partial<Now> = {}): Now => ({
  number, mine: ["a"], dice: "table", phase: "Shooting", ask: { side: "a", text: `Step ${number}?`, waits: "" },
  acts: [act(0), act(5, { who: "m5" })], recent: [], marked: [], judge: false, back: null, over: null, apart: null, words,
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
  wanted: { count: 2, sides: 6, needs: 4, label: "To hit", rule: "hit", side: "a", roller: "Red", ordered: false, read, given: [] },
});
const done: Considered = { verdict: "done", again: [], refusals: [], step: { n: 1, r: 1, p: "", s: "a", a: "shoot", t: "Kell shoots", o: "It misses" } as never };
const refused: Considered = { verdict: "no", stored: true, grounds: [{ text: "Too far", rule: "Range", clause: "kt.range" }, { text: "Not seen", rule: "Sight", clause: "kt.sight" }] };

let position: Now;
let answer: (asked: Record<string, unknown>) => Considered;
let considered: Record<string, unknown>[];
let ways: Way[];
let later: (Act & { there: boolean })[];
let turned = false;
let made = 0;

async function opened(game = ""): Promise<BattleRecorder> {
  document.body.innerHTML = `<script type="application/json" id="recorder-now">${JSON.stringify(position)}</script>`;
  const element = new BattleRecorder();
  made += 1;
  Object.assign(element, { game: game || `g${made}`, nowUrl: "/now/", waysUrl: "/ways/", considerUrl: "/consider/" });
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
  turned = false;
  ways = [shot];
  answer = () => done;
  vi.stubGlobal("fetch", async (url: string, asked: RequestInit = {}) => {
    const body = asked.body ? (JSON.parse(asked.body as string) as Record<string, unknown>) : {};
    const json = (found: unknown, status = 200): Response => new Response(JSON.stringify(found), { status, headers: { "Content-Type": "application/json" } });
    if (url === "/now/") return json(position);
    if (url === "/ways/") return json({ ways: ways.filter(({ k }) => (body.acts as number[]).includes(k)) });
    if (url !== "/consider/") return json({ event: { number: position.number }, hash: "h" }, 201);
    if (body.then) return json({ ...done, then: later, turned });
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

it.each([["/call/", ["dispute"], ["takeBackFrom", "dispute", "judge"]], ["", [], ["takeBackFrom"]]])("offers a dispute and a judge where somebody judges: %j", async (callUrl, below, inStory) => {
  position = now(4, { recent: [{ n: 4, r: 1, p: "", s: "a", a: "shoot", t: "Kell shoots" }] as never });
  const element = await opened();
  element.callUrl = callUrl;
  await element.updateComplete;
  const told = (within: string): (string | undefined)[] => [...element.querySelectorAll(`${within} button`)].map((each) => each.textContent?.trim());
  expect(told(".record-last")).toEqual(["takeBack", ...below]);
  button(element, "story").click();
  await element.updateComplete;
  expect(told(".record-story")).toEqual(inStory);
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
  await until(() => expect(element.querySelector(".record-then")).toBeNull());
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
  answer = ({ declaration }) => (fast(declaration) ? { ...refused, grounds: [{ text: "Farther", rule: "Fast", clause: "kt.fast" }] } as Considered : refused);
  draw();
  await until(() => expect(stage(element)).toBe("no"));
  expect(considered.slice(2).map(({ declaration }) => fast(declaration)).slice(0, 2)).toEqual([false, true]);
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

// what follows

const pull = (element: BattleRecorder, more: Record<string, unknown> = {}): unknown => element.querySelector("record-table")!.dispatchEvent(
  new CustomEvent("pull", { detail: { from: { id: "m1", model: "m1" }, to: [1000, 500, 0], onto: undefined, ...more } }),
);
const typeOf = (asked: Record<string, unknown>): string => (asked.declaration as { action: { type: string } }).action.type;
const run: Way = { ...shot, k: 2, declaration: { by: "a", action: { type: "run", model: "m1" } }, title: "Kell rolls", fields: [] };
const going: Way = {
  ...shot, k: 3, declaration: { by: "a", action: { type: "run-move", path: [[600, 500, 0]] } }, title: "Kell runs", fields: [],
  handles: [{ p: "/path", kind: "path", model: "m1", from: [500, 500, 0], reach: 400, dims: 3 }],
};
const pass: Way = { ...shot, k: 9, declaration: { by: "a", action: { type: "pass" } }, title: "Nothing more", fields: [] };
const asRun = act(2, { tag: "run", bare: true, towards: "run-move", clause: "kt.run" });
const asPass = act(9, { tag: "pass", label: "Nothing more", bare: true, last: true });

/** A die for whatever is rolled, then it is done. */
const rolled = (asked: Record<string, unknown>): Considered => {
  const { action, dice: fallen = [] } = asked.declaration as { action: { type: string }; dice?: number[] };
  return ["run", "test"].includes(action.type) && !fallen.length ? { ...wanted(0), wanted: { ...(wanted(0) as { wanted: object }).wanted, count: 1 } } as Considered : done;
};

it("goes where somebody was drawn once the roll for it has fallen, and both steps are one tap", async () => {
  position = now(4, { acts: [asRun, act(5, { who: "m5" })] });
  ways = [run, going, pass];
  answer = rolled;
  later = [{ ...act(3, { tag: "run-move" }), there: true }, { ...asPass, there: true }];
  const element = await opened();
  pull(element);
  await until(() => expect(stage(element)).toBe("dice"));
  roll(element, 4);
  await until(() => expect(considered.at(-1)).toMatchObject({ declaration: { action: { type: "run-move", path: [[900, 500, 0]] } }, after: [{ action: { type: "run" }, dice: [4] }] }));
  await until(() => expect(stage(element)).toBe("done"));
  expect(element.querySelector(".record-meant")!.textContent).toContain("Kell shoots");
  // One back is the roll, two are its die.
  button(element, "change").click();
  await until(() => expect(element.querySelector(".record-meant")).toBeNull());
  expect(stage(element)).toBe("done");
  button(element, "change").click();
  await until(() => expect(stage(element)).toBe("dice"));
  roll(element, 3);
  await until(() => expect(stage(element)).toBe("done"));
  expect(element.querySelector(".record-meant")).toBeNull();
});

it("records what was decided on the way together with what it led to, in order", async () => {
  position = now(4, { acts: [asRun, act(5, { who: "m5" })] });
  ways = [run, going];
  answer = rolled;
  later = [{ ...act(3, { tag: "run-move" }), there: true }];
  const kept = vi.spyOn(Outbox.prototype, "enqueueAll");
  const element = await opened();
  pull(element);
  await until(() => expect(stage(element)).toBe("dice"));
  roll(element, 4);
  await until(() => expect(element.querySelector(".record-meant")).not.toBeNull());
  await until(() => expect(stage(element)).toBe("done"));
  element.querySelector<HTMLElement>("[data-accept]")!.click();
  await until(() => expect(kept).toHaveBeenCalled());
  expect(kept.mock.calls[0]![1].map((each) => (each.action as { type: string }).type)).toEqual(["run", "run-move"]);
  expect(kept.mock.calls[0]![2]).toBe(4);
});

it("rolls first what was missing where what was drawn is refused for nothing else", async () => {
  const move: Way = { ...going, declaration: { by: "a", action: { type: "move", path: [[600, 500, 0]] } } };
  position = now(4, { acts: [act(3, { tag: "move" }), { ...asRun, towards: "move", clause: "kt.sight" }, act(5, { who: "m5" })] });
  ways = [move, run];
  let grounds = [{ text: "Roll first", rule: "Sight", clause: "kt.sight" }];
  answer = (asked) => (typeOf(asked) === "move" && !asked.after ? { ...refused, grounds } as Considered : rolled(asked));
  later = [{ ...act(3, { tag: "move" }), there: true }];
  const element = await opened();
  pull(element);
  await until(() => expect(stage(element)).toBe("dice"));
  roll(element, 5);
  await until(() => expect(considered.at(-1)).toMatchObject({ declaration: { action: { type: "move" } }, after: [{ dice: [5] }] }));
  grounds = [...grounds, { text: "Too far", rule: "Range", clause: "kt.range" }];
  const other = await opened();
  pull(other);
  await until(() => expect(stage(other)).toBe("no"));
});

it("offers as much of what was drawn and refused as is allowed", async () => {
  const short = (asked: Record<string, unknown>): boolean => (asked.declaration as { action: { path: number[][] } }).action.path[0]![0]! <= 700;
  const move: Way = { ...going, declaration: { by: "a", action: { type: "move", path: [[600, 500, 0]] } } };
  position = now(4, { acts: [act(3, { tag: "move" }), act(5, { who: "m5" })] });
  ways = [move];
  answer = (asked) => (short(asked) ? done : refused);
  const element = await opened();
  pull(element);
  await until(() => expect(element.querySelector("[data-nearer]")).not.toBeNull());
  expect(element.querySelector("[data-nearer]")!.textContent).toContain("1.6″");
  element.querySelector<HTMLElement>("[data-nearer]")!.click();
  await until(() => expect(stage(element)).toBe("done"));
  expect((element as unknown as { inOrder: object }).inOrder).toMatchObject({ action: { path: [[660, 500, 0]] } });
});

it("takes whoever is chosen to do what is usual; what is left stands beside it, and is a tap", async () => {
  position = now(4, { acts: [act(2, { tag: "test", bare: true }), asPass, act(5, { who: "m5" })] });
  ways = [{ ...run, declaration: { by: "a", action: { type: "test" } } }, pass];
  answer = rolled;
  const element = await opened();
  await choose(element, "dice");
  const kept = vi.spyOn(Outbox.prototype, "enqueueAll");
  element.querySelector<HTMLElement>("[data-instead='pass']")!.click();
  await until(() => expect(kept).toHaveBeenCalled());
  expect(kept.mock.calls[0]![1]).toMatchObject([{ action: { type: "pass" } }]);
});

it("opens the only roll that can follow before what came before it is accepted", async () => {
  position = now(4, { acts: [act(0), act(5, { who: "m5" })] });
  ways = [{ ...shot, fields: [] }, { ...run, k: 7, declaration: { by: "a", action: { type: "test" } } }, pass];
  answer = rolled;
  later = [{ ...act(7, { tag: "test", bare: true, who: "e1" }), there: true }];
  const element = await opened();
  await choose(element, "dice");
  expect(considered.at(-1)).toMatchObject({ declaration: { action: { type: "test" } }, after: [{ action: { type: "shoot" } }] });
  expect(element.querySelector(".record-meant")!.textContent).toContain("It misses");
  turned = true;
  const other = await opened();
  await choose(other, "done");
  await until(() => expect(other.querySelector(".recorder")!.getAttribute("aria-busy")).toBe("false"));
  expect(stage(other)).toBe("done");
});

it("puts in a die together with the one before it as throws of their own", async () => {
  const single = { ...wanted(0), wanted: { ...(wanted(0) as { wanted: object }).wanted, count: 1 } } as Considered;
  const after = { ...(single as { wanted: object }).wanted, label: "To wound", read: 1 };
  answer = ({ declaration, sequel }) => {
    const fallen = ((declaration as { dice?: number[] }).dice ?? []).length;
    return fallen < 2 ? { ...single, ...(sequel ? { sequel: { 5: after } } : {}) } as Considered : done;
  };
  const element = await opened();
  await choose(element, "dice");
  await until(() => expect(element.querySelector("[data-sequel='5-3']")).not.toBeNull());
  element.querySelector<HTMLElement>("[data-sequel='5-3']")!.click();
  await until(() => expect(stage(element)).toBe("done"));
  expect(dice()).toEqual([5, 3]);
  button(element, "change").click();
  await until(() => expect(stage(element)).toBe("dice"));
  expect(considered.filter(({ sequel }) => !sequel).at(-1)).toMatchObject({ declaration: { dice: [5] } });
});

it("asks no distance to somebody who has left the table", async () => {
  const one = (a: unknown): object => ({ a, w: 1, o: 0, c: {} });
  for (const [place, asked] of [[[900, 500, 0], "measure"], [null, "done"]] as const) {
    position = now(4, { acts: [act(0, { targets: ["e1"] }), act(5, { who: "m5" })], apart: { known: [], sided: [], usual: [6] } });
    position.replay.models.push({ ...position.replay.models[0]!, i: "e1", s: "b" });
    Object.assign(position.replay.start.m, { e1: one(place) });
    ways = [{ ...shot, targets: ["e1"] }];
    const element = await opened();
    element.querySelector<HTMLElement>("[data-piece='m1']")!.click();
    await until(() => expect(stage(element)).toBe(asked));
    element.remove();
  }
});

// what is begun and not accepted

const idle = (element: BattleRecorder): Promise<void> =>
  until(() => expect(element.querySelector(".recorder")!.getAttribute("aria-busy")).toBe("false"));
/** The page closed and opened again, once the browser has kept what was begun in it. */
async function again(element: BattleRecorder): Promise<BattleRecorder> {
  await idle(element);
  await until(async () => expect(await new Outbox().draft(element.game)).toMatchObject({ begun: { declaration: (element as unknown as { declaration: object }).declaration } }));
  const other = await opened(element.game);
  await idle(other);
  return other;
}

it("goes on from the die where it was when the page was closed, and has what was decided before that", async () => {
  position = now(4, { acts: [act(0), act(5, { who: "m5" })] });
  ways = [{ ...shot, fields: [] }, { ...run, k: 7, declaration: { by: "a", action: { type: "test" } } }];
  answer = ({ declaration }) => {
    const { action, dice: fallen = [] } = declaration as { action: { type: string }; dice?: number[] };
    return action.type === "test" && fallen.length < 4 ? wanted(fallen.length) : done;
  };
  later = [{ ...act(7, { tag: "test", bare: true, who: "e1" }), there: true }];
  const element = await opened();
  await choose(element, "dice");
  roll(element, 3, 5);
  await until(() => expect(dice()).toEqual([3, 5]));
  const other = await again(element);
  expect([stage(other), dice(), considered.at(-1)!.after]).toEqual(["dice", [3, 5], [{ by: "a", action: { type: "shoot", model: "m1", weapon: "bolt" } }]]);
  expect(other.querySelector(".record-meant")!.textContent).toContain("Kell shoots");
  later = [];
  roll(other, 6, 6);
  await until(() => expect(stage(other)).toBe("done"));
  // Without a network what was decided can be accepted, also after that.
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("no network")));
  const third = await again(other);
  expect(stage(third)).toBe("done");
  const kept = vi.spyOn(Outbox.prototype, "enqueueAll");
  third.querySelector<HTMLElement>("[data-accept]")!.click();
  await until(() => expect(kept).toHaveBeenCalled());
  expect(kept.mock.calls[0]![1]).toMatchObject([{ action: { type: "shoot" } }, { action: { type: "test" }, dice: [3, 5, 6, 6] }]);
  await until(async () => expect(await new Outbox().draft(third.game)).toBeUndefined());
  third.remove();
});

it("keeps nothing of what was given up, and gives up what was begun in a position that has passed", async () => {
  const element = await opened();
  await choose(element, "done");
  const other = await again(element);
  button(other, "back").click();
  await until(async () => expect(await new Outbox().draft(other.game)).toBeUndefined());
  await choose(other, "done");
  await until(async () => expect(await new Outbox().draft(other.game)).toBeDefined());
  position = now(5);
  const third = await opened(other.game);
  await until(() => expect(third.querySelector("[role=alert]")!.textContent).toBe("wentOn"));
  expect(stage(third)).toBe("who");
  await until(async () => expect(await new Outbox().draft(third.game)).toBeUndefined());
});

it("does not ask for dice again that the server could not be asked about, and asks when it is there", async () => {
  answer = ({ declaration }) => (((declaration as { dice?: number[] }).dice ?? []).length ? done : wanted(0));
  const element = await opened();
  await choose(element, "dice");
  const reachable = fetch;
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("no network")));
  roll(element, 3, 5);
  await until(() => expect(stage(element)).toBe("unanswered"));
  expect([element.querySelector("dice-picker"), element.querySelector("[data-accept]")]).toEqual([null, null]);
  const other = await again(element);
  expect(stage(other)).toBe("unanswered");
  vi.stubGlobal("fetch", reachable);
  other.querySelector<HTMLElement>("[data-ask]")!.click();
  await until(() => expect(stage(other)).toBe("done"));
  expect(dice()).toEqual([3, 5]);
});
