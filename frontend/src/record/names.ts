// Who is who in a position.
import type { Colour, View } from "../timeline/types";
import type { Act, Now } from "./types";
import type { Chosen } from "./table";

/** The name of a model, a unit or a piece of terrain. */
export function nameOf(now: Now, id: string): string {
  const { models, units, table } = now.replay;
  return [...units, ...models].find((each) => each.i === id)?.n ?? table.terrain.find((each) => each.id === id)?.n ?? id;
}

export const sideName = (now: Now, side: string): string => now.replay.sides.find((each) => each.id === side)?.n ?? side;

export const colourOf = (now: Now | undefined, side: string): Colour | "" => now?.replay.sides.find((each) => each.id === side)?.colour ?? "";

/** The side of a model or a unit. */
export function sideOf(now: Now | undefined, view: View | undefined, id: string): string | undefined {
  return now?.replay.models.find((model) => model.i === id || view?.m[model.i]?.u === id)?.s;
}

/** Whose these acts are, of a model on the table: its unit's, or its own. */
export function ownIn(acts: Act[], { id, model }: Chosen): string | undefined {
  return [id, model].find((each) => each && acts.some((act) => act.who === each));
}
