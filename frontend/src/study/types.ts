// Studies as the server sends them; gamelog/studies/selectors.py and frontend/studies/views.py say what they hold.
import type { Quarter } from "../board/turned";
import type { Replay, Step, View } from "../timeline/types";

export const COLOURS = ["teal", "violet", "rose", "ink"] as const;
export type Colour = (typeof COLOURS)[number];

/** A place in hundredths of an inch, as the table lies in the record, and the model that it belongs to. */
export interface Spot {
  x: number;
  y: number;
  model?: string;
}

export type Drawing = { type: "arrow"; colour: Colour; start: Spot; end: Spot } | { type: "ring"; colour: Colour; at: Spot };

/** What is said of a step. */
export interface Content {
  text: string;
  mark: string;
  drawings: Drawing[];
}

export interface Note extends Content {
  step: number;
  html: string;
  /** The reason for which staff hid it. */
  hidden: string;
}

export interface Chapter {
  step: number;
  title: string;
}

export interface Brief {
  key: string;
  title: string;
  visibility: string;
  author: string;
  mine: boolean;
  hidden: string;
}

export interface Study extends Brief {
  version: number;
  notes: Note[];
  chapters: Chapter[];
}

/** What the panel begins with. */
export interface Opening {
  words: Record<string, string>;
  readers: Record<string, string>;
  colours: Record<string, string>;
  /** Key, sign and word of each mark. */
  marks: [string, string, string][];
  studies: Brief[];
  writes: boolean;
  login: string;
  at: { begin: string; study: string; page: string };
}

/** What the replay shows at the moment: as recorded, with the quarter by which it is drawn turned. */
export interface Frame {
  replay: Replay;
  view: View;
  step: Step | undefined;
  number: number;
  quarter: Quarter | undefined;
  /** Hundredths of an inch that a pixel of the screen shows. */
  pixel: number;
}
