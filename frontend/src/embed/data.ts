// The shown part of the published documents; docs/embedding.md describes them in full.

import type { Certainty, Standing, Why } from "./words";

export interface Entrant {
  name: string;
  faction: string;
  club: string;
}

export interface Published {
  format: number;
  event: { title: string; paired: number; missing: number };
  as_of: { at: string | null };
  entrants: Record<string, Entrant>;
}

interface Column {
  en: string;
  ru: string;
}

export interface Place {
  place: number;
  entrant: number;
  cells: { shown: string }[];
  card: { withdrawn?: boolean };
  wins?: number;
  draws?: number;
  losses?: number;
}

// A result on which a place rests.
export interface Unsure {
  round: number;
  table: number;
  why: Why;
}

export interface Group {
  name: string;
  places: { place: number; entrant: number; score: string; wins: number; draws: number; losses: number; through: boolean }[];
}

export interface Standings extends Published {
  kind: "standings";
  groups?: Group[];
  standings: { table: { columns: Column[]; places: Place[] } };
  provisional: Record<string, Unsure[]>;
  tallies: { columns: { en: string; ru: string }[]; cells: Record<string, [string, string][]> };
}

interface Result {
  shown: string;
  standing: Standing;
}

interface Points {
  outcome: string;
  victory?: number;
}

export interface Table {
  table: number;
  group?: string;
  a: number;
  b: number;
  points: { a: Points; b: Points } | null;
  result?: Result | null;
  boards: { result: Result | null }[];
}

export interface Pairings extends Published {
  kind: "pairings";
  round: { number: number };
  tables: Table[];
  bye: number | null;
  pairing: { paired: { unopposed?: number[]; byes?: number[] } };
}

export interface Match {
  a: number;
  b: number;
  winner: number;
  unopposed: boolean;
  third: boolean;
  shown: string;
  standing: Standing | "";
}

export interface Bracket extends Published {
  kind: "bracket";
  stages: { number: number; slots: number; part?: "" | "upper" | "lower" | "final"; within?: number; places?: string; matches: Match[] }[];
}

interface OfAClub {
  format: number;
  club: { name: string; url: string };
  as_of: { at: string | null };
}

export interface Season extends OfAClub {
  kind: "season";
  season: { title: string; url: string };
  columns: Column[];
  // A place of 0: too few events for one.
  rows: { place: number; name: string; cells: string[]; provisional: boolean }[];
}

export interface Calendar extends OfAClub {
  kind: "calendar";
  events: { title: string; starts: string | null; place: string; phase: string; url: string }[];
}

export interface Ratings extends OfAClub {
  kind: "ratings";
  rulesets: { name: string; rows: { name: string; rating: number; certainty: Certainty; games: number }[] }[];
}

export type Document = Standings | Pairings | Bracket | Season | Calendar | Ratings;

// The document does not exist.
export class Missing extends Error {}

// The pairings of an event that has none yet.
export function unpaired(event: Published): Pairings {
  return { ...event, kind: "pairings", round: { number: 0 }, tables: [], bye: null, pairing: { paired: {} } };
}

// The browser revalidates its copy by ETag and uses it again if nothing has changed.
export async function load(address: string): Promise<Document> {
  const response = await fetch(address, { cache: "no-cache", credentials: "omit" });
  if (response.status === 404) {
    throw new Missing();
  }
  if (!response.ok) {
    throw new Error(`the site answered ${response.status}`);
  }
  return (await response.json()) as Document;
}
