import { describe, expect, it } from "vitest";
import { unpaired, type Bracket, type Calendar, type Pairings, type Ratings, type Season, type Standings } from "./data";
import { drawn } from "./draw";
import { words } from "./words";

const EVENT = { title: "Winter muster", paired: 2, missing: 0 };
const ENTRANTS = {
  1: { name: "Ada", faction: "Kroot", club: "" },
  2: { name: "<b>Boris</b>", faction: "", club: "" },
};
const EN = { words: words("en"), language: "en" as const, rows: 16 };
const RU = { words: words("ru"), language: "ru" as const, rows: 16 };

function standings(more: Partial<typeof EVENT> = {}): Standings {
  const columns = [{ en: "Match points", ru: "Очки" }, { en: "Wins", ru: "" }];
  const place = (entrant: number, shown: string, withdrawn: boolean) => ({
    place: entrant, entrant, cells: [{ shown }, { shown: "1" }], card: { withdrawn }, wins: 1,
  });
  return {
    format: 1, kind: "standings", event: { ...EVENT, ...more }, entrants: ENTRANTS,
    provisional: {}, tallies: { columns: [], cells: {} }, as_of: { at: null },
    standings: { table: { columns, places: [place(1, "6", false), place(2, "3", true)] } },
  };
}

function text(elements: HTMLElement[]): string {
  return elements.map((each) => each.textContent).join("|");
}

function page(elements: HTMLElement[]): HTMLElement {
  const made = document.createElement("div");
  made.append(...elements);
  return made;
}

describe("standings", () => {
  it("show places, names and values in the language asked for", () => {
    const found = page(drawn(standings(), RU));
    expect([...found.querySelectorAll("thead th")].map((each) => each.textContent)).toEqual(["Место", "Имя", "В–Н–П", "Очки", "Wins"]);
    expect(found.querySelector("tbody tr")?.textContent).toBe("1AdaKroot1–0–061");
    expect(found.querySelectorAll("tr.out")).toHaveLength(1);
  });
  it("mark a place that is provisional, and say why", () => {
    const unsure = { ...standings(), provisional: { 1: [{ round: 2, table: 4, why: "disputed" as const }] } };
    const found = page(drawn(unsure, EN));
    const marks = [...found.querySelectorAll(".provisional")];
    expect(marks.map((each) => each.closest("tr")?.querySelector("th")?.textContent)).toEqual(["AdaKroot provisional"]);
    expect(marks[0]?.getAttribute("title")).toBe("round 2, table 4 is disputed");
    expect(found.textContent).toContain("A provisional place rests on");
    expect(page(drawn(standings(), EN)).textContent).not.toContain("rovisional");
  });
  it("take what people wrote as text", () => {
    const found = page(drawn(standings(), EN));
    expect(found.querySelector("tbody b")).toBeNull();
    expect(found.textContent).toContain("<b>Boris</b>");
  });
  it("say whether the round is over", () => {
    expect(text(drawn(standings(), EN))).toContain("Standings after round 2");
    expect(text(drawn(standings({ missing: 3 }), EN))).toContain("round 2 being played");
    expect(text(drawn(standings({ paired: 0 }), EN))).toContain("Players");
  });
  it("have a table of each group before all of them", () => {
    const place = { place: 1, entrant: 1, score: "4.5", wins: 1, draws: 1, losses: 0, through: false };
    const groups = [{ name: "A", places: [place] }, { name: "B", places: [{ ...place, place: 0, entrant: 2, score: "0" }] }];
    const found = page(drawn({ ...standings(), groups }, RU));
    expect([...found.querySelectorAll("caption")].map((each) => each.textContent)).toEqual(["Группа A", "Группа B"]);
    expect([...found.querySelectorAll("tbody tr")].slice(0, 2).map((each) => each.textContent)).toEqual(["1Ada1–1–04,5", "–<b>Boris</b>1–1–00"]);
    expect(found.querySelectorAll("table")).toHaveLength(3);
  });
  it("stop after as many rows as asked for", () => {
    expect(page(drawn(standings(), { ...EN, rows: 1 })).querySelectorAll("tbody tr")).toHaveLength(1);
    expect(page(drawn(standings(), { ...EN, rows: 0 })).querySelectorAll("tbody tr")).toHaveLength(2);
  });
});

describe("pairings", () => {
  const points = { a: { outcome: "win", victory: 1250 }, b: { outcome: "loss" } };
  const round = (table: Pairings["tables"][number]): Pairings => ({
    format: 1, kind: "pairings", event: EVENT, as_of: { at: null }, entrants: ENTRANTS, round: { number: 2 }, tables: [table], bye: 2,
    pairing: { paired: {} },
  });
  it("name the group of a table, and everybody who has the bye of a group", () => {
    const table = { table: 4, group: "B", a: 1, b: 2, points: null, result: null, boards: [] };
    const found = page(drawn({ ...round(table), bye: null, pairing: { paired: { byes: [1, 2] } } }, EN));
    expect([...found.querySelectorAll("thead th")].map((each) => each.textContent).slice(0, 3)).toEqual(["Table", "Group", "First side"]);
    expect(found.querySelector("tbody tr")?.textContent).toContain("4BAda");
    expect([...found.querySelectorAll("p.soft")].map((each) => each.textContent)).toContain("Bye: Ada, <b>Boris</b>");
  });
  it("show the result, who won and how sure it is", () => {
    const result = { shown: "12.5 : 0", standing: "verified" as const };
    const found = page(drawn(round({ table: 4, a: 1, b: 2, points, result, boards: [] }), EN));
    expect(found.querySelector("tbody tr")?.textContent).toBe("4Ada Kroot<b>Boris</b>12.5 : 0  verified");
    expect(found.querySelector(".won")?.textContent).toBe("Ada Kroot");
    expect(found.querySelector(".standing.verified svg")).not.toBeNull();
    expect(found.textContent).toContain("Bye: <b>Boris</b>");
  });
  it("are as sure as the least sure board, and open while one is missing", () => {
    const board = (standing: "verified" | "disputed") => ({ result: { shown: "", standing } });
    const done = { table: 1, a: 1, b: 2, points, boards: [board("verified"), board("disputed")] };
    expect(text(drawn(round(done), EN))).toContain("12.5 : 0  disputed");
    const open = { ...done, points: null, boards: [board("verified"), { result: null }] };
    expect(page(drawn(round(open), EN)).querySelector("tbody tr td:last-child")?.textContent).toBe("–");
  });
});

describe("an event that is not paired yet", () => {
  it("says so instead of pairings", () => {
    const shown = page(drawn(unpaired(standings()), RU));
    expect(shown.querySelector("h2")?.textContent).toBe(EVENT.title);
    expect(shown.querySelector("p:not(.soft)")?.textContent).toBe("Пары этого тура ещё не составлены.");
    expect(shown.querySelector("table")).toBeNull();
  });
});

describe("the bracket", () => {
  it("names its rounds and leaves open what is not known", () => {
    const match = { a: 1, b: 2, winner: 2, unopposed: false, third: false, shown: "1 : 2", standing: "ruled" as const };
    const found: Bracket = {
      format: 1, kind: "bracket", event: EVENT, as_of: { at: null }, entrants: ENTRANTS,
      stages: [
        { number: 6, slots: 4, matches: [match, { ...match, b: 0, winner: 1, unopposed: true, shown: "", standing: "" }] },
        { number: 7, slots: 2, matches: [{ ...match, a: 2, b: 0, winner: 0, shown: "", standing: "" }] },
      ],
    };
    const shown = page(drawn(found, EN));
    expect([...shown.querySelectorAll("h3")].map((each) => each.textContent)).toEqual(["semi-finals", "final"]);
    expect([...shown.querySelectorAll(".match")].map((each) => each.textContent)).toEqual([
      "Ada<b>Boris</b>1 : 2  ruled", "Ada–unopposed ", "<b>Boris</b>–",
    ]);
    expect(shown.querySelector(".won")?.textContent).toBe("<b>Boris</b>");
    const [first] = found.stages;
    const pods = page(drawn({ ...found, stages: [{ ...first!, places: "5–8", within: 2 }] }, EN));
    expect(pods.querySelector("h3")?.textContent).toBe("places 5–8, round 2");
  });
});

describe("a club's parts", () => {
  const of = { format: 1, club: { name: "<i>Harbour</i>", url: "/clubs/harbour/" }, as_of: { at: null } };
  const season = (provisional: boolean): Season => ({
    ...of, kind: "season", season: { title: "2026", url: "/clubs/harbour/seasons/2026/" }, columns: [{ en: "Points", ru: "Очки" }],
    rows: [{ place: 1, name: "Ada", cells: ["25"], provisional }, { place: 0, name: "Boris", cells: ["4"], provisional: false }],
  });
  it("show a season, and which rows are provisional", () => {
    const found = page(drawn(season(true), RU));
    expect(found.querySelector("h2")?.textContent).toBe("<i>Harbour</i>");
    expect([...found.querySelectorAll("tbody tr")].map((each) => each.textContent)).toEqual(["1Ada предварительно25", "–Boris4"]);
    expect(found.textContent).toContain("Предварительная строка");
    expect(text(drawn(season(false), EN))).not.toContain("provisional");
  });
  it("show the events to come with their day and stage", () => {
    const event = { title: "Open", starts: "2026-12-05T09:00:00Z", place: "Hall", phase: "registration", url: "https://host/events/open/" };
    const found: Calendar = { ...of, kind: "calendar", events: [event, { ...event, title: "Later", starts: null, place: "" }] };
    const shown = page(drawn(found, EN));
    expect([...shown.querySelectorAll("li")].map((each) => each.textContent)).toEqual([
      "Open December 5, 2026 Hall · registration is open", "Later no date yet registration is open",
    ]);
    expect(shown.querySelector("a")?.getAttribute("href")).toBe(event.url);
    expect(text(drawn({ ...found, events: [] }, RU))).toContain("Турниров пока нет.");
  });
  it("show ratings by ruleset with a word for their certainty", () => {
    const rows = [{ name: "Ada", rating: 1612, certainty: "settling" as const, games: 14 }];
    const found: Ratings = { ...of, kind: "ratings", rulesets: [{ name: "Kill Team", rows }] };
    expect(page(drawn(found, RU)).querySelector("tbody tr")?.textContent).toBe("Ada1612уточняется14");
    expect(page(drawn(found, EN)).querySelector("h3")?.textContent).toBe("Kill Team");
    expect(text(drawn({ ...found, rulesets: [] }, EN))).toContain("Nobody is rated yet.");
  });
});
