import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import type { Told } from "../elements/explain";
import { Timeline } from "../timeline/timeline";
import type { Replay, Step, View } from "../timeline/types";
import { Activations } from "./activations";
import "./battle-story";
import type { BattleStory } from "./battle-story";

const start: View = { m: {}, u: {}, s: {}, r: 0, p: "setup", t: "", h: "", e: {}, z: {}, q: {} };
const words = { story: "Story", round: "Round", setup: "Set-up", everybody: "Show everybody", steps: "Steps", nothingYet: "Nothing yet", levels: "All" };
const sides = [{ id: "a", n: "Ada", colour: "blue" }, { id: "b", n: "Bo", colour: "amber" }];

/** So many rounds of two phases of two activations: one of two steps of side a, one of side b. */
function battle(rounds: number): Step[] {
  return Array.from({ length: rounds * 2 }, (_, index) => {
    const about = { r: Math.floor(index / 2) + 1, p: index % 2 ? "fight" : "move", a: "act" };
    const n = index * 3 + 1;
    return [
      { ...about, n, s: "a", t: `step ${n}`, u: "a1" }, { ...about, n: n + 1, b: n, s: "a", t: `step ${n + 1}`, u: "a1", y: 1, o: "hit" },
      { ...about, n: n + 2, s: "b", t: `step ${n + 2}`, u: "b1" },
    ];
  }).flat();
}

const asked: [string, unknown][] = [];

async function open(rounds: number, number: number, more: Partial<BattleStory> = {}): Promise<BattleStory> {
  const replay = { steps: battle(rounds), start, sides, models: [], units: [], words, phases: { move: "Move", fight: "Fight" } } as unknown as Replay;
  const colourOf = (side: string) => (side === "a" ? "blue" : "amber");
  const story = document.createElement("battle-story") as BattleStory;
  const told = { replay, colourOf } as unknown as Told;
  Object.assign(story, { told, timeline: new Timeline(replay), acts: new Activations(replay.steps), number, length: replay.steps.length, ...more });
  for (const name of ["seek", "everybody", "ahead", "sheet"]) story.addEventListener(name, (event) => asked.push([name, (event as CustomEvent).detail]));
  document.body.append(story);
  await story.updateComplete;
  return story;
}

const all = (selector: string): HTMLElement[] => [...document.querySelectorAll<HTMLElement>(selector)];
const cards = (): number[] => all(".act-card").map((each) => Number(each.dataset.step));
const current = (): string[] => all(".steplist [aria-current]").map((each) => each.dataset.step!);
const press = (key: string): boolean => document.activeElement!.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));

beforeEach(() => vi.useFakeTimers());

afterEach(() => {
  document.body.innerHTML = "";
  asked.length = 0;
  vi.useRealTimers();
});

describe("the story", () => {
  it("has a card an activation, with the current one marked and what is ahead pale", async () => {
    await open(1, 2);
    expect(cards()).toEqual([2, 3, 5, 6]);
    expect(current()).toEqual(["2"]);
    expect(all(".act-card .number").map((each) => each.textContent)).toEqual(["1–2", "3", "4–5", "6"]);
    expect(all(".activation.ahead").map((each) => each.dataset.from)).toEqual(["3", "4", "6"]);
    expect(all("h3").map((each) => each.textContent?.trim())).toEqual(["Round 1 · Move", "Round 1 · Fight"]);
  });

  it("unfolds the activation whose step is on show, and folds it again", async () => {
    const story = await open(1, 1);
    expect([current(), all(".one-by-one .step").length]).toEqual([["1"], 2]);
    story.number = 3;
    await story.updateComplete;
    expect([current(), all(".one-by-one").length]).toEqual([["3"], 0]);
    all(".unfold")[0]!.click();
    expect(all(".one-by-one .step").map((each) => each.dataset.step)).toEqual(["1", "2"]);
    all(".act-card")[0]!.click();
    expect(asked).toEqual([["seek", 2]]);
  });

  it("is one tab stop, through which the arrows, Home and End lead", async () => {
    await open(40, 2);
    const stops = (): string[] => all('.steplist [tabindex="0"]').map((each) => each.dataset.step!);
    expect(stops()).toEqual(["2"]);
    all('.steplist [tabindex="0"]')[0]!.focus();
    for (const key of ["ArrowDown", "ArrowDown", "ArrowUp", "ArrowDown", "ArrowDown", "ArrowDown"]) press(key);
    expect([document.activeElement!.getAttribute("data-step"), stops()]).toEqual(["8", ["8"]]);
    press("End");
    expect([document.activeElement!.getAttribute("data-step"), stops()]).toEqual(["240", ["240"]]);
    press("ArrowDown");
    expect(document.activeElement!.getAttribute("data-step")).toBe("240");
    press("Home");
    expect([document.activeElement!.getAttribute("data-step"), stops()]).toEqual(["2", ["2"]]);
  });

  it("tells of one side, or of one that was chosen, and says so", async () => {
    const story = await open(2, 2);
    all('[data-of="b"]')[0]!.click();
    await story.updateComplete;
    expect(cards()).toEqual([3, 6]);
    all('[data-of=""]')[0]!.click();
    story.only = { id: "a1", name: "Ann", models: new Set(["a1"]) };
    await story.updateComplete;
    expect(cards()).toEqual([2, 5]);
    expect(all(".only")[0]!.getAttribute("aria-label")).toBe("Ann. Show everybody");
    all(".only")[0]!.click();
    expect(asked).toEqual([["everybody", null]]);
    story.only = { id: "c1", name: "Nobody", models: new Set() };
    await story.updateComplete;
    expect([cards(), all(".nobody")[0]?.textContent, all(".chapter:not([hidden])").length]).toEqual([[], "Nothing yet", 0]);
  });

  it("fills a usual battle when there is time, and all of it at once to be printed", async () => {
    await open(8, 24);
    expect(cards().length).toBeLessThan(10);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(cards()).toHaveLength(32);
    document.body.innerHTML = "";
    await open(8, 24);
    window.dispatchEvent(new Event("beforeprint"));
    expect(cards()).toHaveLength(32);
  });

  it("keeps of a long battle what is near", async () => {
    const long = await open(101, 3);
    await vi.advanceTimersByTimeAsync(5_000);
    for (const number of [150, 303, 606]) {
      long.number = number;
      await long.updateComplete;
      expect(current()).toEqual([String(number)]);
    }
    expect(cards().length).toBeLessThan(20);
    expect(all("h3")).toHaveLength(202);
  });

  it("follows at leisure while the playhead is drawn along", async () => {
    const story = await open(2, 2);
    Object.assign(story, { passing: true, number: 6 });
    await story.updateComplete;
    expect(current()).toEqual(["2"]);
    await vi.advanceTimersByTimeAsync(300);
    expect(current()).toEqual(["6"]);
  });

  it("leads to a round, and asks for the veil and the sheet", async () => {
    await open(3, 2);
    const rounds = document.querySelector("select")!;
    expect([...rounds.options].map((each) => each.textContent?.trim())).toEqual(["Round 1", "Round 2", "Round 3"]);
    rounds.value = "3";
    rounds.dispatchEvent(new Event("change"));
    all(".veil")[0]!.click();
    all(".story-handle")[0]!.click();
    expect(asked).toEqual([["seek", 14], ["ahead", true], ["sheet", true]]);
  });
});
