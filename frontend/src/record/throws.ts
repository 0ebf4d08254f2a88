// The dice of a declaration, throw by throw.
import type { Declaration } from "./outbox";
import type { Again, Considered } from "./types";

export const diceOf = (declaration: Declaration | undefined): number[] => (declaration?.dice as number[] | undefined) ?? [];

/** A throw has fallen. */
export const withThrow = (declaration: Declaration, faces: number[]): Declaration => ({ ...declaration, dice: [...diceOf(declaration), ...faces] });

/** As it was before its last throw, of so many dice. */
export function withoutThrow(declaration: Declaration, many: number | undefined): Declaration {
  const dice = diceOf(declaration);
  return { ...declaration, dice: dice.slice(0, dice.length - (many ?? dice.length)), rerolls: undefined };
}

/** As it was when a roll had fallen, one die of which is rolled again. */
export function rerolled(declaration: Declaration, found: Exclude<Considered, { verdict: "no" }>, { roll, die, by }: Again): Declaration {
  const rolls = ((found.verdict === "done" ? found.step.l : found.lines) ?? []).flatMap((line) => (line.k ? [line.k] : [])).slice(0, roll + 1);
  const read = rolls.reduce((sum, each) => sum + each.f.length + (each.a?.length ?? 0), 0);
  return { ...declaration, dice: diceOf(declaration).slice(0, read), rerolls: [by ? { roll, die, by } : { roll, die }] };
}
