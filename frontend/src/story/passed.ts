import type { Place, Step } from "../timeline/types";

/** Steps whose ways are gone together; after more of them models are simply where they are. */
const MOST = 24;

/** A step with the ways of all steps after one up to another, end to end; undefined if they are too many. */
export function passed(steps: Step[], from: number, to: number): Step | undefined {
  if (from >= to || to - from > MOST) return undefined;
  const ways = new Map<string, Place[]>();
  for (const step of steps.slice(from, to)) {
    for (const [model, way] of step.m ?? []) ways.set(model, [...(ways.get(model) ?? []), ...way]);
  }
  return { ...steps[to - 1]!, m: [...ways] };
}
