import { apply } from "./patch";
import type { Replay, Step, View } from "./types";

const EVERY = 32;

/** A run of steps of one round, player turn and phase. `from` and `to` are step numbers, both included. */
export interface Chapter {
  round: number;
  phase: string;
  /** The side whose turn it is, empty where sides do not take turns. */
  turn: string;
  from: number;
  to: number;
}

/** The steps of a game and the view after each of them. Step 0 is before the first. */
export class Timeline {
  readonly chapters: Chapter[];
  /** How many acts there are up to each step, from step 0 on. */
  private readonly counted = [0];
  private readonly keyframes = new Map<number, View>();
  private near: [number, View];

  constructor(readonly replay: Replay) {
    this.keyframes.set(0, replay.start);
    this.near = [0, replay.start];
    this.chapters = chaptersOf(replay.steps);
    for (const step of replay.steps) this.count(step);
  }

  get length(): number {
    return this.replay.steps.length;
  }

  /** Add the next step of a battle that is being played. */
  append(step: Step): void {
    this.replay.steps.push(step);
    extend(this.chapters, step);
    this.count(step);
  }

  private count(step: Step): void {
    this.counted.push(this.counted.at(-1)! + (isQuiet(step) ? 0 : 1));
  }

  step(number: number): Step | undefined {
    return this.replay.steps[number - 1];
  }

  clamp(number: number): number {
    const low = this.length ? 1 : 0;
    return Math.min(Math.max(Math.round(number) || low, low), this.length);
  }

  /** The view after a step. Continues from the nearest known view; a far jump back costs at most EVERY patches. */
  at(number: number): View {
    const base = Math.floor(number / EVERY) * EVERY;
    let [from, view] = this.start(number, base);
    while (from < number) {
      from += 1;
      view = apply(view, this.step(from)?.d ?? {});
      if (from % EVERY === 0) this.keyframes.set(from, view);
    }
    this.near = [number, view];
    return view;
  }

  /** Models that went out of action in this very step, drawn as ghosts. */
  ghosts(number: number): Set<string> {
    const changed = Object.entries(this.step(number)?.d?.m ?? {});
    return new Set(changed.filter(([, change]) => change?.o === 1).map(([id]) => id));
  }

  chapterOf(number: number): number {
    return this.chapters.findIndex((chapter) => number <= chapter.to);
  }

  /** The first step of a round, 0 if there is none. */
  firstOf(round: number): number {
    return this.chapters.find((chapter) => chapter.round === round)?.from ?? 0;
  }

  /** The first step of the chapter after (or before) the one that holds `number`. */
  chapterFrom(number: number, direction: 1 | -1): number {
    const here = this.chapterOf(number);
    const current = this.chapters[here];
    if (direction === -1 && current && number > current.from) return current.from;
    return this.chapters[here + direction]?.from ?? (direction === 1 ? this.length : this.clamp(1));
  }

  /** How many acts there are up to a step; bookkeeping belongs to the act before it. */
  acts(number: number): number {
    return this.counted[number] ?? 0;
  }

  /** Steps with findings that no ruling has settled, in order. */
  findings(): number[] {
    return this.replay.steps.filter(isOpen).map((step) => step.n);
  }

  /** Where a reader begins: the first step of the first round, or the last of a game that is still being set up. */
  opening(): number {
    return this.replay.steps.find((step) => step.r > 0)?.n ?? this.length;
  }

  private start(number: number, base: number): [number, View] {
    const [near, view] = this.near;
    if (near <= number && near >= base) return [near, view];
    for (let frame = base; frame > 0; frame -= EVERY) {
      const known = this.keyframes.get(frame);
      if (known) return near <= number && near > frame ? [near, view] : [frame, known];
    }
    return near <= number ? [near, view] : [0, this.replay.start];
  }
}

/** Whether a step has a finding that no ruling has settled. */
export const isOpen = (step: Step): boolean => step.f?.some((found) => !found.z) ?? false;

/** Whether a step is mere bookkeeping, such as that nothing more is done. */
export const isQuiet = (step: Step): boolean => step.e === "quiet" && !step.f?.length && !step.c;

export function chaptersOf(steps: Step[]): Chapter[] {
  const found: Chapter[] = [];
  for (const step of steps) extend(found, step);
  return found;
}

function extend(chapters: Chapter[], step: Step): void {
  const last = chapters.at(-1);
  const turn = step.h ?? "";
  if (last && last.round === step.r && last.phase === step.p && last.turn === turn) last.to = step.n;
  else chapters.push({ round: step.r, phase: step.p, turn, from: step.n, to: step.n });
}

/** The step a link names: `#120`, or null. A level may follow. */
export function stepInHash(hash: string): number | null {
  const found = /^#(\d{1,6})(@\d{1,6})?$/.exec(hash);
  return found ? Number(found[1]) : null;
}

/** The step that a link to be read by servers names: `?step=120`, or null. */
export function stepInQuery(query: string): number | null {
  const found = /^\d{1,6}$/.exec(new URLSearchParams(query).get("step") ?? "");
  return found ? Number(found[0]) : null;
}

/** The level a link names, in hundredths of an inch: 400 for `#120@400`; null for all of them. */
export function levelInHash(hash: string): number | null {
  const found = /^#\d{1,6}@(\d{1,6})$/.exec(hash);
  return found ? Number(found[1]) : null;
}

/** The part of the address that names a step and a level. */
export const hashOf = (step: number, level: number | null): string => `#${step}${level === null ? "" : `@${level}`}`;
