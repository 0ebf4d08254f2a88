// What the recorder is told by the server; frontend/record/recorder_data.py writes it. Lengths: hundredths of an inch.
import type { Line, Place, Replay, Step } from "../timeline/types";
import type { Declaration } from "./outbox";

/** An act that may be declared now; `who` is the model or unit it is for, or empty. */
export interface Act {
  k: number;
  side: string;
  tag: string;
  label: string;
  who: string;
  targets: string[];
  /** What it is done with or what it declares: weapons, powers, stratagems. */
  about: string[];
  /** Beside the course of the battle: it is never what the battle waits for. */
  aside: boolean;
  /** There is nothing to choose about it. */
  bare: boolean;
  /** What is left where nothing else of the same model or unit is meant. */
  last: boolean;
  /** The tag of the act that this one only prepares, as a roll does. */
  towards: string;
  /** The rule by which it is open. */
  clause: string;
}

/** A part of an action that is set on the table; `p` is a JSON pointer into the action. */
export interface Handle {
  p: string;
  kind: "path" | "place" | "facing";
  model: string;
  from: Place | null;
  /** How far it may go; 0: no limit is known. */
  reach: number;
  dims: 2 | 3;
}

/** A part of an action that is chosen beside the table. Of a list (`rows`) every row has fields of its own. */
export interface Field {
  p: string;
  label: string;
  kind: "choice" | "many" | "number" | "switch" | "text" | "rows";
  choices?: { v: unknown; n: string }[];
  min?: number;
  max?: number;
  inch?: boolean;
  optional?: boolean;
  rows?: number;
  blank?: unknown;
}

/** A whole declaration for an act. A `sketch` is not allowed as it stands: something to begin with. */
export interface Way {
  k: number;
  declaration: Declaration;
  title: string;
  targets: string[];
  facts: string[];
  handles: Handle[];
  fields: Field[];
  sketch: boolean;
}

export interface Wanted {
  count: number;
  sides: number;
  needs: number;
  label: string;
  rule: string;
  side: string;
  roller: string;
  ordered: boolean;
  read: number;
  /** The dice of this throw that are there already. */
  given: number[];
}

export interface Again {
  roll: number;
  die: number;
  by: string;
  text: string;
}

interface Shown {
  rules?: Record<string, string>;
  /** How likely the other side is harmed, in words. */
  chance?: string | null;
  /** By the face of the last die: the throw that follows, if its first die can be put in with that. */
  sequel?: Record<string, Omit<Wanted, "given">>;
  /** The acts that are open afterwards, and whether who they are for stands on the table. */
  then?: (Act & { there: boolean })[];
  /** Another phase begins with it. */
  turned?: boolean;
  handles?: Handle[];
  fields?: Field[];
}

export interface Ground {
  text: string;
  rule: string;
  clause: string;
}

export type Rolling = { verdict: "dice"; wanted: Wanted; lines: Line[]; again: Again[] } & Shown;
export type Done = { verdict: "done"; step: Step; again: Again[]; refusals: string[] } & Shown;
export type Refused = { verdict: "no"; grounds: Ground[]; stored: boolean } & Shown;
/** What a declaration comes to with the dice it has. */
export type Considered = Rolling | Done | Refused;

/** A step that somebody disputes, or about which a judge has been called. */
export interface Call {
  n: number;
  text: string;
  open: boolean;
}

export interface Now {
  number: number;
  replay: Replay;
  mine: string[];
  dice: "table" | "server" | "shared";
  phase: string;
  ask: { side: string; text: string; waits: string };
  acts: Act[];
  recent: Step[];
  marked: Call[];
  judge: boolean;
  back: { id: string; side: string; since: number; text: string; mine: boolean } | null;
  /** The result with the rule that decided, the score by round, both as a text, and what each side says of it; `before` is the last step on which a side agreed. */
  over: { text: string; decided: string; sheet: string; rounds: [number, ...string[]][]; sides: { side: string; now: boolean; before: number }[] } | null;
  /** Without a table: the distances that are known (of two pieces, in words), whose sides can matter, and usual inches. */
  apart: { known: [string, string, string][]; sided: string[]; usual: number[] } | null;
  words: Record<string, string>;
}
