import { isOpen, isQuiet } from "../timeline/timeline";
import type { Step } from "../timeline/types";

/**
 * What one model or unit did in a phase, with what it was asked and others were asked on the way: its steps from `from`
 * to `to`, both included, as the server has grouped them.
 */
export interface Activation {
  from: number;
  to: number;
  /** The last step that is no bookkeeping. */
  last: number;
  /** The step that tells the outcome. */
  tells: number;
  side: string;
  /** Whether all of it is bookkeeping. */
  quiet: boolean;
}

/** Whoever somebody is that was chosen: a model or a unit with its models. */
export interface Whom {
  id: string;
  models: Set<string>;
}

/** The activations of a battle, in order. */
export class Activations {
  readonly all: Activation[] = [];
  /** The activation of each step, from step 1 on. */
  private readonly at: number[] = [];

  constructor(private readonly steps: Step[]) {
    for (const step of steps) this.extend(step);
  }

  /** Take in the next step. */
  extend(step: Step): void {
    const last = this.all.at(-1);
    if (last && step.b === last.from) this.join(last, step);
    else this.all.push({ from: step.n, to: step.n, last: step.n, tells: step.n, side: step.s, quiet: isQuiet(step) });
    this.at.push(this.all.length - 1);
  }

  private join(to: Activation, step: Step): void {
    to.to = step.n;
    if (isQuiet(step)) return;
    to.last = step.n;
    const before = this.steps[to.tells - 1];
    if (to.quiet || !before || weightOf(step) >= weightOf(before)) to.tells = step.n;
    to.quiet = false;
  }

  of(step: number): Activation | undefined {
    return this.all[this.at[step - 1] ?? -1];
  }

  /** Those whose first step is among these. */
  within(from: number, to: number): Activation[] {
    const [first, last] = [this.at[from - 1] ?? 0, this.at[to - 1] ?? -1];
    return this.all.slice(first, last + 1);
  }

  stepsOf(act: Activation): Step[] {
    return this.steps.slice(act.from - 1, act.to);
  }

  /** Where the next activation is told, or this one if it is still ahead; the last step if there is none. */
  next(step: number): number {
    const here = this.at[step - 1] ?? -1;
    const told = this.all.slice(Math.max(0, here)).find((act) => act.tells > step && !act.quiet);
    return told?.tells ?? this.steps.length;
  }

  /** Where the activation before is told, or this one if that is behind already; the first step if there is none. */
  back(step: number): number {
    for (let index = this.at[step - 1] ?? 0; index >= 0; index -= 1) {
      const act = this.all[index]!;
      if (act.tells < step && !act.quiet) return act.tells;
    }
    return Math.min(1, this.steps.length);
  }
}

/** How much a step tells. What a report or a ruling says of it comes before its outcome. */
function weightOf(step: Step): number {
  if (isOpen(step) || step.c) return 9;
  return step.e === "opening" ? -1 : (step.y ?? 0);
}

/** Whether somebody acted, moved, was attacked or was changed in a step. */
export function concerns(step: Step, whom: Whom): boolean {
  const own = (id: string): boolean => id === whom.id || whom.models.has(id);
  if (step.w?.some((pair) => pair.some(own)) || step.m?.some(([id]) => own(id))) return true;
  const hurt = Object.entries(step.d?.m ?? {}).some(([id, change]) => own(id) && (change?.w !== undefined || change?.o !== undefined || change?.c !== undefined));
  const { [whom.id]: unit } = step.d?.u ?? {};
  return hurt || (unit !== undefined && "c" in (unit ?? {})) || (step.u !== undefined && own(step.u));
}

const HARM = 3;
const MOST = 2;

/** An activation in words: its outcome, what was decided if nobody was harmed, and how it was tried. */
export interface Headline {
  text: string;
  /** What dice decided, where the text is the declaration. */
  came: string;
  tried: string;
}

export function headline(steps: Step[], tells: number): Headline {
  const told = steps.find((step) => step.n === tells)!;
  const harm = [...new Set(steps.filter((step) => (step.y ?? 0) >= HARM).map((step) => step.o ?? ""))];
  const others = steps.filter((step) => step !== told && !isQuiet(step) && step.e !== "opening");
  const rest = others.slice(0, MOST).map((step) => (step.o && (step.y ?? 0) < HARM ? `${step.t}: ${step.o}` : step.t));
  if (others.length > MOST) rest.push("…");
  if (harm.length && (told.y ?? 0) >= HARM) {
    return { text: capital(several(harm)), came: "", tried: [told.t, ...rest].join(" · ") };
  }
  return { text: told.t, came: told.o ?? "", tried: rest.join(" · ") };
}

/** Not more outcomes than one reads at a glance; the last ones count most. */
const several = (outcomes: string[]): string => (outcomes.length > MOST ? ["…", ...outcomes.slice(-MOST)] : outcomes).join("; ");

const capital = (text: string): string => text.charAt(0).toLocaleUpperCase() + text.slice(1);
