// One line of HTML on a page of another site shows an event there:
//
//   <script async src="https://host/embed.js" data-event="winter-muster" data-show="standings"></script>
//
// and a club likewise, with data-club="harbour" data-show="season". docs/embedding.md lists its other attributes. It lives in a shadow root, so that the page's style sheets do not reach in
// and ours do not reach out. This file is its own build entry, and everything it imports ends up in it.

import { load, Missing, unpaired, type Document, type Standings } from "./embed/data";
import { drawn, element, type Options } from "./embed/draw";
import { words, type Language } from "./embed/words";
import styles from "./styles/embed.css?inline";

const ROWS = 16;
const REFRESH = 60;
const FASTEST = 5;
const SHOWS = ["standings", "pairings", "bracket"] as const;
const OF_A_CLUB = ["season", "calendar", "ratings"] as const;
const THEMES = ["auto", "light", "dark"];
// Whatever the page's style sheets say of unknown elements stops here: inside, `!important` wins over the page's own.
const HOST = ":host { all: initial !important; display: block !important; }";

class Part {
  private readonly body: HTMLElement;
  private readonly options: Options;
  private readonly address: string;
  private readonly page: string;
  private readonly ofClub: boolean;
  private last = "";

  constructor(script: HTMLScriptElement) {
    const { event = "", club, show, theme = "", lang, rows } = script.dataset;
    const site = new URL(script.src).origin;
    const language: Language = (lang ?? document.documentElement.lang).startsWith("ru") ? "ru" : "en";
    this.options = { words: words(language), language, rows: count(rows, ROWS) };
    this.page = club === undefined ? `${site}/events/${encodeURIComponent(event)}/` : `${site}/clubs/${encodeURIComponent(club)}/`;
    this.address = this.page + (club === undefined ? file(show, script.dataset.round) : `${OF_A_CLUB.find((each) => each === show) ?? "season"}.json`);
    this.ofClub = club !== undefined;
    this.body = element("div", { class: `gamelog ${THEMES.includes(theme) ? theme : "auto"}`, lang: language });
    this.stand(script);
  }

  // Puts the part in place of the script, or into the element that `data-target` names.
  private stand(script: HTMLScriptElement): void {
    const host = element("gamelog-event");
    const root = host.attachShadow({ mode: "open" });
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(HOST + styles);
    root.adoptedStyleSheets = [sheet];
    root.append(this.body);
    const target = script.dataset.target ? document.querySelector(script.dataset.target) : null;
    if (target) {
      target.append(host);
    } else if (document.head.contains(script)) {
      document.body.append(host);
    } else {
      script.after(host);
    }
  }

  // A round that is not paired yet has no document; its event has.
  private async found(): Promise<Document> {
    try {
      return await load(this.address);
    } catch (error) {
      if (!(error instanceof Missing) || !this.address.startsWith(`${this.page}rounds/`)) {
        throw error;
      }
      return unpaired((await load(`${this.page}standings.json`)) as Standings);
    }
  }

  async refresh(): Promise<void> {
    try {
      const found = await this.found();
      const text = JSON.stringify(found);
      if (text !== this.last) {
        this.last = text;
        this.body.replaceChildren(...drawn(found, this.options), this.foot(found));
      }
      this.body.querySelector(".stale")?.remove();
    } catch {
      this.fail();
    }
  }

  // Content already shown stays and is marked as old; without any, there is one sentence and a link to the event.
  private fail(): void {
    const { failed, stale } = this.options.words;
    if (!this.last) {
      this.body.replaceChildren(element("p", { role: "status" }, failed), this.foot());
    } else if (!this.body.querySelector(".stale")) {
      this.body.append(element("p", { class: "stale soft", role: "status" }, stale));
    }
  }

  private foot(found?: Document): HTMLElement {
    const { page, club, all, allOfClub, site, asOf } = this.options.words;
    const at = found?.as_of.at;
    const rows = found ? rowsOf(found) : 0;
    const more = this.options.rows > 0 && rows > this.options.rows;
    const link = element("a", { href: this.page, target: "_blank", rel: "noopener" }, more ? (this.ofClub ? allOfClub : all)(rows) : this.ofClub ? club : page);
    const moment = at && element("time", { class: "soft", datetime: at }, asOf(said(at, this.options.language)));
    return element("p", { class: "foot" }, link, moment, element("span", { class: "soft" }, site));
  }
}

// How many rows there are to show; a bracket is always whole.
function rowsOf(found: Document): number {
  switch (found.kind) {
    case "standings":
      return found.standings.table.places.length;
    case "pairings":
      return found.tables.length;
    case "season":
      return found.rows.length;
    case "calendar":
      return found.events.length;
    case "ratings":
      return Math.max(0, ...found.rulesets.map((each) => each.rows.length));
    case "bracket":
      return 0;
  }
}

// A moment in the reader's language and time zone.
function said(moment: string, language: Language): string {
  return new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "short" }).format(new Date(moment));
}

function count(text: string | undefined, usual: number): number {
  return text && /^\d{1,5}$/.test(text) ? Number(text) : usual;
}

function file(show: string | undefined, round: string | undefined): string {
  const chosen = SHOWS.find((each) => each === show) ?? "standings";
  return chosen === "pairings" ? `rounds/${count(round, 0) || "last"}.json` : `${chosen}.json`;
}

function start(script: HTMLScriptElement): void {
  const part = new Part(script);
  const seconds = Math.max(FASTEST, count(script.dataset.refresh, REFRESH));
  void part.refresh();
  // Nobody looks at a page in the background, so it does not poll; coming back to it polls at once.
  const look = (): void => void (document.visibilityState === "visible" && part.refresh());
  setInterval(look, seconds * 1000);
  document.addEventListener("visibilitychange", look);
}

const script = document.currentScript;
if (script instanceof HTMLScriptElement) {
  // The element that `data-target` names may be further down than the page has been parsed.
  if (document.body && !(script.dataset.target && document.readyState === "loading")) {
    start(script);
  } else {
    document.addEventListener("DOMContentLoaded", () => start(script));
  }
}
