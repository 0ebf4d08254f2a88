// The replay as the server sends it; the letters are explained in frontend/replay.py. Lengths: hundredths of an inch.

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
}

/** How a ruling corrected a step: its number, what the step comes to now, and the rules it would break. */
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
  /** Says up to which step the report goes, where steps were added since. */
  o?: string;
  /** The ruling that settled it. */
  z?: number;
}

export interface ModelView {
  a: Place | null;
  w: number;
  o: number;
  c: Record<string, number>;
}

export interface SideView {
  k: Record<string, number>;
  c: Record<string, number>;
}

export interface View {
  m: Record<string, ModelView>;
  s: Record<string, SideView>;
  r: number;
  p: string;
  t: string;
}

/** New values of what changed; a model that is null is no longer there. */
export interface Patch {
  m?: Record<string, Partial<ModelView> | null>;
  s?: Record<string, SideView>;
  r?: number;
  p?: string;
  t?: string;
}

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
  f?: Finding[];
  c?: Correction;
}

/** A probability: in small numbers, per cent, exactly. */
export interface Likelihood {
  a: string;
  p: string;
  x: string;
}

/** How likely the result of a step was; the letters are explained in frontend/odds.py. */
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
  g: string[];
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
  start: View;
  steps: Step[];
  rules: Record<string, string>;
  phases: Record<string, string>;
  findings: Finding[];
  words: Record<string, string>;
}
