// What the board answers; frontend/games/reach.py explains the letters. Lengths and places are the record's.
import type { Flat } from "../timeline/types";

/** The ground from whose edge somebody is measured: an outline, or a single point, and what it is grown by. */
export interface Shape {
  o: Flat[];
  r: number;
}

export interface Weapons {
  c: string[];
  r: [name: string, kind: string, cells: string[]][];
}

export interface Ring {
  k: string;
  d: number;
  t: string;
  s: number[];
}

export interface Reach {
  n: string;
  k: Weapons;
  s: Shape[];
  g: Ring[];
}

export interface Seen {
  i: string;
  n: string;
  d: string;
  /** 2 open, 1 partly hidden. */
  v: 1 | 2;
  /** What is in the way, in words, and the pieces of terrain. */
  w: string;
  y: string[];
  /** The face that a shot needs, empty where nothing is rolled for a hit; not there where there is no shot. */
  p?: string;
  g?: string;
  f: Shape;
  a: Shape;
}

export interface Sight {
  n: string;
  t: string;
  u: string;
  r: Seen[];
  h: string;
}

export interface Chance {
  i: string;
  c: string;
  w: number;
  /** Why there is no figure. */
  y?: string;
}

/** The chance of one target, of how many. */
export interface Part {
  c: Chance;
  n: number;
}

/** What is counted so far. */
export interface Chances {
  known: Chance[];
  /** How many there will be. */
  all: number;
  /** Whether the next one is being counted. */
  on: boolean;
}

export interface Apart {
  d: number | null;
  t: string;
  a: Shape;
  b: Shape;
}

/** How a place of the record is drawn: turned on a phone that is held upright. */
export type Turn = (place: Flat) => Flat;
