// The replay as the server sends it; frontend/games/replay.py explains the letters. Lengths: hundredths of an inch.

export type Flat = [number, number];
export type Place = [number, number, number];

export interface Roll {
  f: number[];
  b: string;
  s?: number;
  n?: number;
  m?: [string, number][];
  p?: number[];
  a?: [number, number][];
}

export interface Line {
  r: string;
  t: string;
  q?: boolean;
  x?: boolean;
  k?: Roll;
  /** The other step the line speaks of. */
  j?: number;
  /** What had been written down in secret: 1 opened since, 2 still a secret of the side that the page is seen as. */
  y?: 1 | 2;
}

/** How a ruling corrected a step: its number, the new outcome, and the rules it would break. */
export interface Correction {
  n: number;
  t: string;
  k: string;
  b?: [string, string][];
}

export interface Finding {
  r: string;
  v: string;
  k: string;
  m: string;
  label: string;
  n: number;
  d?: string;
  c?: string;
  /** The last step that the report covers, if steps have been added since. */
  o?: string;
  /** The ruling that settled it. */
  z?: number;
}

export interface ModelView {
  a: Place | null;
  w: number;
  o: number;
  c: Record<string, number>;
  /** Where its front points. */
  f?: Flat;
  /** Its unit. */
  u?: string;
}

/** How a regiment stands: files, ranks, its boundary and the bases of its models; corners from the rear right one on. */
export interface Block {
  f: number;
  k: number;
  o: Flat[];
  s: Record<string, Flat[]>;
}

export interface UnitView {
  c: Record<string, number>;
  g?: Block;
}

/** A status of a piece of terrain: the badge, its side, and what belongs to it: another piece or a number. */
export type PieceSign = [string, string] | [string, string, string];

export interface SideView {
  k: Record<string, number>;
  c: Record<string, number>;
}

export interface View {
  m: Record<string, ModelView>;
  u: Record<string, UnitView>;
  s: Record<string, SideView>;
  r: number;
  p: string;
  t: string;
  /** The side whose turn it is, where sides take whole turns. */
  h: string;
  /** Terrain and zones that differ from those the game began with; 0 for one that is gone. */
  e: Record<string, Terrain | 0>;
  z: Record<string, Zone | 0>;
  /** Statuses of pieces of terrain, by piece. */
  q: Record<string, PieceSign[]>;
}

/** New values of whatever changed; a model that is null is gone. */
export interface Patch {
  m?: Record<string, Partial<ModelView> | null>;
  u?: Record<string, UnitView | null>;
  s?: Record<string, SideView | null>;
  r?: number;
  p?: string;
  t?: string;
  h?: string;
  e?: Record<string, Terrain | 0 | null>;
  z?: Record<string, Zone | 0 | null>;
  q?: Record<string, PieceSign[] | null>;
}

/** A blast marker, or a template with an outline; `z` is where it was laid before it scattered. */
export interface Marker {
  a: Place;
  r?: number;
  o?: Flat[];
  z?: Place;
}

/** What a side has: its score in units, points left, models left. */
export type Standing = [number, number, number];

export interface Step {
  n: number;
  r: number;
  p: string;
  s: string;
  a: string;
  t: string;
  o?: string;
  l?: Line[];
  d?: Patch;
  w?: [string, string][];
  e?: string;
  m?: [string, Place[]][];
  k?: Marker[];
  /** What the sides have after the step, of those of which it is something else than before. */
  g?: Record<string, Standing>;
  /** The side whose player turn it was. */
  h?: string;
  f?: Finding[];
  c?: Correction;
  /** The step that began its activation, if that is another. */
  b?: number;
  /** How much it tells: 3 if somebody was harmed or changed for good, 2 reached or struck at, 1 if dice decided. */
  y?: number;
  /** Who acts: a unit, or a model where models act for themselves. */
  u?: string;
  z?: Settled;
}

/** What changed in a step without an act: told as what it is, or due to the act of step `n`. */
export interface Settled {
  /** By side, by how much its score changed, and how many points it lost. */
  g: Record<string, [number, number]>;
  t?: string;
  /** What came of it. */
  o?: string;
  n?: number;
}

/** A probability: in small numbers, as a percentage, exactly. */
export interface Likelihood {
  a: string;
  p: string;
  x: string;
}

/** How likely the result of a step was; the letters are explained in frontend/games/odds.py. */
export interface Odds extends Likelihood {
  t: string;
  certain: boolean;
  more: (Likelihood & { l: string })[];
  rows: (Likelihood & { t: string; w: number; h: boolean })[];
  rest: Partial<Likelihood & { t: string }>;
  note: string;
}

export interface Terrain {
  id: string;
  n: string;
  o: Flat[];
  h: number;
  f: number;
  k: string;
}

export interface Zone {
  id: string;
  n: string;
  o: Flat[];
}

export interface Table {
  w: number;
  d: number;
  mapped: boolean;
  /** No places were recorded: what is drawn only sketches the distances that were said. */
  sketch?: boolean;
  terrain: Terrain[];
  zones: Zone[];
}

export type Colour = "blue" | "amber";

export interface Side {
  id: string;
  n: string;
  faction: string;
  points: number;
  size: number;
  colour: Colour;
}

export interface Model {
  i: string;
  s: string;
  b: string;
  n: string;
  t: string;
  r: number;
  w: number;
  /** How much it can lose, in words: wounds, hull points. */
  h?: string;
  g: string[];
  /** Its profile: name and value of each characteristic. */
  v?: [string, string][];
  /** Length and width of a hull. */
  l?: Flat;
  /** The badge of its role. */
  x?: string;
  /** What its token shows of what it does; board/glyphs.ts draws it. */
  y?: string;
}

export interface Unit {
  i: string;
  s: string;
  /** Its short name. */
  b: string;
  n: string;
  k: string;
  p: number;
  z: number;
}

/** A status: its name, the line it is drawn with in a box of 24 by 24, and whether that is filled. */
export interface Badge {
  n: string;
  d: string;
  f?: number;
}

export interface Replay {
  v: number;
  ruleset: string;
  version: string;
  name: string;
  verdict: string;
  table: Table;
  sides: Side[];
  models: Model[];
  units: Unit[];
  start: View;
  steps: Step[];
  rules: Record<string, string>;
  phases: Record<string, string>;
  findings: Finding[];
  words: Record<string, string>;
  badges: Record<string, Badge>;
  counters: Record<string, string>;
  /** What kinds of terrain are, in words. */
  kinds?: Record<string, string>;
  /** So many units of the score make a point. */
  per?: number;
  /** How a finished battle ended: the result, what decided it, and the score by round. */
  end?: { text: string; decided: string; rounds: [number, ...string[]][] };
  /** The steps of which the odds are known, where no others can be asked for. */
  odds?: number[];
  /** Where in the battle's stream this is. */
  at?: string;
}
