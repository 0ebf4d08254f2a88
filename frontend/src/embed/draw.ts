// Draws a document into elements. Every text goes in as text: no user input is parsed as HTML.

import type { Bracket, Calendar, Document, Group, Match, Pairings, Place, Published, Ratings, Season, Standings, Table, Unsure } from "./data";
import { HOURGLASS, SHAPES, type Language, type Standing, type Words } from "./words";

export interface Options {
  words: Words;
  language: Language;
  rows: number;
}

type Child = Node | string | false | null | undefined;

export function element(tag: string, attributes: Record<string, string> = {}, ...children: Child[]): HTMLElement {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    made.setAttribute(name, value);
  }
  made.append(...children.filter((child): child is Node | string => Boolean(child)));
  return made;
}

export function drawn(found: Document, options: Options): HTMLElement[] {
  switch (found.kind) {
    case "standings":
      return standings(found, options);
    case "pairings":
      return pairings(found, options);
    case "bracket":
      return bracket(found, options);
    case "season":
      return season(found, options);
    case "calendar":
      return calendar(found, options);
    case "ratings":
      return ratings(found, options);
  }
}

function head(found: Published, subtitle: string): HTMLElement {
  return titled(found.event.title, subtitle);
}

function titled(title: string, subtitle: string): HTMLElement {
  return element("div", { class: "head" }, element("h2", {}, title), element("p", { class: "soft" }, subtitle));
}

function name(found: Published, entrant: number): string {
  return found.entrants[entrant]?.name ?? `#${entrant}`;
}

// A wide table scrolls inside its own frame, which the keyboard can reach.
function scrolling(label: string, inner: HTMLElement): HTMLElement {
  return element("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": label }, inner);
}

function headings(...labels: [string, string][]): HTMLElement {
  const cells = labels.map(([label, kind]) => element("th", { scope: "col", class: kind }, label));
  return element("thead", {}, element("tr", {}, ...cells));
}

function standings(found: Standings, { words, language, rows }: Options): HTMLElement[] {
  const { columns, places } = found.standings.table;
  const { paired, missing } = found.event;
  const subtitle = paired ? (missing ? words.during : words.after)(paired) : words.entrants;
  if (!places.length) {
    return [head(found, subtitle), element("p", {}, words.nobody)];
  }
  const listed = found.tallies.columns;
  const labels = [...columns, ...listed].map((each): [string, string] => [(language === "ru" && each.ru) || each.en, "number"]);
  const top = headings([words.place, "number"], [words.name, ""], [words.record, "number"], ...labels);
  const shown = rows ? places.slice(0, rows) : places;
  const body = element("tbody", {}, ...shown.map((each) => standing(found, each, words)));
  const unsure = shown.some((each) => found.provisional[each.entrant]);
  const note = unsure && element("p", { class: "soft" }, element("small", {}, words.rests));
  const groups = (found.groups ?? []).map((each) => group(found, each, words));
  return [head(found, subtitle), ...groups, scrolling(subtitle, element("table", {}, top, body)), ...(note ? [note] : [])];
}

function group(found: Standings, { name: letter, places }: Group, words: Words): HTMLElement {
  const top = headings([words.place, "number"], [words.name, ""], [words.record, "number"], [words.points, "number"]);
  const rows = places.map((each) =>
    element(
      "tr", {}, element("td", { class: "number place" }, String(each.place || "–")),
      element("th", { scope: "row", class: "name" }, name(found, each.entrant)),
      element("td", { class: "number" }, [each.wins, each.draws, each.losses].join("–")),
      element("td", { class: "number score" }, figure(each.score, words)),
    ),
  );
  const title = words.group(letter);
  return scrolling(title, element("table", {}, element("caption", {}, title), top, element("tbody", {}, ...rows)));
}

// A value as the engine writes it, with the decimal separator of the language.
function figure(value: string, words: Words): string {
  return value.replace(".", words.decimal);
}

function standing(found: Standings, place: Place, words: Words): HTMLElement {
  const faction = found.entrants[place.entrant]?.faction;
  const record = [place.wins ?? 0, place.draws ?? 0, place.losses ?? 0].join("–");
  const tallies = (found.tallies.cells[place.entrant] ?? []).map((two) => two.map((each) => figure(each, words)).join(" : "));
  const shown = [...place.cells.map((cell) => figure(cell.shown, words)), ...tallies];
  const cells = shown.map((cell, at) => element("td", { class: at ? "number" : "number score" }, cell));
  return element(
    "tr", { class: place.card.withdrawn ? "out" : "" },
    element("td", { class: "number place" }, place.place ? String(place.place) : "–"),
    element("th", { scope: "row", class: "name" }, name(found, place.entrant), faction && element("small", {}, faction),
      provisional(found.provisional[place.entrant], words)),
    element("td", { class: "number" }, record),
    ...cells,
  );
}

// The mark of a place that rests on unsure results; the tooltip says which.
function provisional(found: Unsure[] | undefined, words: Words): HTMLElement | undefined {
  if (!found?.length) {
    return undefined;
  }
  const title = found.map((each) => words.because(each.round, each.table)[each.why]).join("; ");
  return element("span", { class: "standing provisional", title }, shape(HOURGLASS), ` ${words.provisional}`);
}

function pairings(found: Pairings, { words, rows }: Options): HTMLElement[] {
  if (!found.round.number) {
    return [head(found, words.pairings), element("p", {}, words.unpaired)];
  }
  const title = words.round(found.round.number);
  const grouped = found.tables.some((each) => each.group);
  const column: [string, string][] = grouped ? [[words.inGroup, ""]] : [];
  const top = headings([words.table, "number"], ...column, [words.first, ""], [words.second, ""], [words.result, "number"]);
  const shown = rows ? found.tables.slice(0, rows) : found.tables;
  const body = element("tbody", {}, ...shown.map((each) => table(found, each, words, grouped)));
  const { byes = [], unopposed = [] } = found.pairing.paired;
  const alone = [found.bye ?? 0, ...byes, ...unopposed].filter(Boolean);
  const bye = alone.length > 0 && element("p", { class: "soft" }, `${words.bye}: ${alone.map((each) => name(found, each)).join(", ")}`);
  return [head(found, title), scrolling(title, element("table", { class: "pairs" }, top, body)), ...(bye ? [bye] : [])];
}

function table(found: Pairings, each: Table, words: Words, grouped: boolean): HTMLElement {
  const side = (entrant: number, won: boolean): HTMLElement => {
    const faction = found.entrants[entrant]?.faction;
    return element("td", { class: won ? "won" : "" }, name(found, entrant), faction && " ", faction && element("small", {}, faction));
  };
  const sure = surest(each);
  const result = sure ? element("td", { class: "number" }, scored(each), " ", sureness(sure, words)) : element("td", { class: "number soft" }, "–");
  return element(
    "tr", {}, element("td", { class: "number place" }, String(each.table)),
    grouped && element("td", {}, each.group ?? ""), side(each.a, each.points?.a.outcome === "win"),
    side(each.b, each.points?.b.outcome === "win"), result,
  );
}

const ORDER: Standing[] = ["verified", "ruled", "awarded", "confirmed", "reported", "disputed"];

// A match of teams is as sure as the least sure of its boards, and without a result until all have one.
function surest(each: Table): Standing | "" {
  const results = each.boards.length ? each.boards.map((board) => board.result) : [each.result];
  const sure = results.map((result) => (result ? ORDER.indexOf(result.standing) : -1));
  return sure.includes(-1) ? "" : (ORDER[Math.max(...sure)] ?? "");
}

function scored(each: Table): string {
  if (each.result) {
    return each.result.shown;
  }
  const points = (found: { victory?: number } | undefined): string => String((found?.victory ?? 0) / 100);
  return `${points(each.points?.a)} : ${points(each.points?.b)}`;
}

function sureness(standing: Standing, words: Words): HTMLElement {
  return element("span", { class: `standing ${standing}` }, shape(SHAPES[standing]), ` ${words.standing[standing]}`);
}

function shape(line: string): SVGElement {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("aria-hidden", "true");
  const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
  path.setAttribute("d", line);
  svg.append(path);
  return svg;
}

function bracket(found: Bracket, { words }: Options): HTMLElement[] {
  if (!found.stages.length) {
    return [head(found, words.elimination), element("p", {}, words.undrawn)];
  }
  const stages = found.stages.map((stage) =>
    element(
      "li", {}, element("h3", {}, titleOf(stage, words)),
      element("ol", {}, ...stage.matches.map((each) => match(found, each, words))),
    ),
  );
  return [head(found, words.elimination), scrolling(words.elimination, element("ol", { class: "draw" }, ...stages))];
}

function titleOf({ places, part, within = 1, slots }: Bracket["stages"][number], words: Words): string {
  return places ? words.pod(places, within) : part ? words.part(part, within) : words.stage(slots / 2);
}

function match(found: Bracket, each: Match, words: Words): HTMLElement {
  const sides = [each.a, each.b].map((entrant) =>
    element("p", { class: entrant && entrant === each.winner ? "won" : "" }, entrant ? name(found, entrant) : "–"),
  );
  const said = [each.third && words.third, each.unopposed && words.unopposed, each.shown].filter(Boolean).join(" ");
  const result = said && element("p", { class: "result" }, said, " ", each.standing && sureness(each.standing, words));
  return element("li", { class: "match" }, ...sides, result || null);
}

// A club's own parts.

function season(found: Season, { words, language, rows }: Options): HTMLElement[] {
  const head = titled(found.club.name, found.season.title);
  if (!found.rows.length) {
    return [head, element("p", {}, words.noSeason)];
  }
  const labels = found.columns.map((each): [string, string] => [(language === "ru" && each.ru) || each.en, "number"]);
  const shown = rows ? found.rows.slice(0, rows) : found.rows;
  const lines = shown.map((each) =>
    element(
      "tr", {}, element("td", { class: "number place" }, each.place ? String(each.place) : "–"),
      element("th", { scope: "row", class: "name" }, each.name,
        each.provisional && element("span", { class: "standing provisional" }, shape(HOURGLASS), ` ${words.provisional}`)),
      ...each.cells.map((cell, at) => element("td", { class: at ? "number" : "number score" }, figure(cell, words))),
    ),
  );
  const top = headings([words.place, "number"], [words.name, ""], ...labels);
  const note = shown.some((each) => each.provisional) && element("p", { class: "soft" }, element("small", {}, words.restsEvents));
  return [head, scrolling(found.season.title, element("table", {}, top, element("tbody", {}, ...lines))), ...(note ? [note] : [])];
}

function calendar(found: Calendar, { words, language, rows }: Options): HTMLElement[] {
  const head = titled(found.club.name, words.calendar);
  if (!found.events.length) {
    return [head, element("p", {}, words.noEvents)];
  }
  const day = new Intl.DateTimeFormat(language, { dateStyle: "long" });
  const lines = (rows ? found.events.slice(0, rows) : found.events).map((each) =>
    element(
      "li", {}, element("a", { href: each.url, target: "_blank", rel: "noopener" }, each.title), " ",
      each.starts ? element("time", { datetime: each.starts }, day.format(new Date(each.starts))) : words.noDate,
      element("small", {}, ` ${[each.place, words.phase(each.phase)].filter(Boolean).join(" · ")}`),
    ),
  );
  return [head, element("ul", {}, ...lines)];
}

function ratings(found: Ratings, { words, rows }: Options): HTMLElement[] {
  const head = titled(found.club.name, words.ratings);
  if (!found.rulesets.length) {
    return [head, element("p", {}, words.noRatings)];
  }
  const tables = found.rulesets.flatMap((each) => {
    const lines = (rows ? each.rows.slice(0, rows) : each.rows).map((row) =>
      element(
        "tr", {}, element("th", { scope: "row", class: "name" }, row.name), element("td", { class: "number score" }, String(row.rating)),
        element("td", {}, words.certainty[row.certainty]), element("td", { class: "number" }, String(row.games)),
      ),
    );
    const top = headings([words.name, ""], [words.rating, "number"], [words.how, ""], [words.games, "number"]);
    return [element("h3", {}, each.name), scrolling(each.name, element("table", {}, top, element("tbody", {}, ...lines)))];
  });
  return [head, ...tables];
}
