// Acts and the ways to do them, as the server lists them: which are the same, and which need no look.
import type { Declaration } from "./outbox";
import { valueAt } from "./pointer";
import type { Act, Way } from "./types";

/** What either side may declare in the same words is one button where both are on one phone. */
export function distinct(acts: Act[]): Act[] {
  return acts.filter((act, index) => !act.bare || acts.findIndex((other) => other.tag === act.tag && other.who === act.who) === index);
}

/** The same act in a later position, where it may have another number. */
export function same(one: Act, other: Act): boolean {
  return one.tag === other.tag && one.who === other.who && one.side === other.side && one.about.join() === other.about.join();
}

/** One target could be chosen and is, and nothing else is left to choose. */
export const nothingElse = (act: Act, way: Way): boolean => act.targets.length === 1 && nothingLeft(way);

/** Nothing is left to choose but whom it is aimed at. */
export function nothingLeft(way: Way): boolean {
  const open = (field: Way["fields"][number]): boolean => (field.choices ? field.choices.length > 1 : field.kind !== "switch");
  return !way.sketch && !way.handles.length && !way.fields.some(open);
}

/** Of several beginnings of a move one is enough: it is drawn by hand anyway. So is one of ways that say the same. */
export function shortened(ways: Way[]): Way[] {
  const seen = new Set<string>();
  return ways.filter((way) => {
    const drawn = way.handles.some((handle) => handle.kind !== "facing");
    if (!drawn) {
      const told = `${way.k} ${way.title} ${way.facts.join()}`;
      return !seen.has(told) && seen.add(told);
    }
    const key = `${way.k} ${way.targets.join()} ${JSON.stringify(way.fields.filter(chosenBeside).map((field) => valueAt(way.declaration.action, field.p)))}`;
    return !seen.has(key) && seen.add(key);
  });
}

/** Which model stands in which row follows from where they go. */
const chosenBeside = (field: Way["fields"][number]): boolean => field.kind !== "rows" && !/\/\d+\/model$/.test(field.p);

/** The ways that are aimed at this target alone. */
export function waysTo(ways: Way[] | undefined, target: string): Way[] {
  return (ways ?? []).filter((way) => way.targets.length === 1 && way.targets[0] === target);
}

/** Whom somebody may act on, with the first and the last thing worth knowing of the best way to do it. */
export function targetsOf(ways: Way[]): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const way of ways) {
    const [target] = way.targets;
    if (target && way.targets.length === 1 && !found.has(target))
      found.set(target, [way.facts[0] ?? "", way.facts.length > 1 ? (way.facts.at(-1) ?? "") : ""].filter(Boolean));
  }
  return found;
}

/** The fields of a changed action, with the choices that were known before: the server is only told of one way now. */
export function merged(way: Way, fields: Way["fields"]): Way["fields"] {
  const general = (pointer: string): string => pointer.replace(/\/\d+/g, "/*");
  const before = new Map(way.fields.map((field) => [general(field.p), field]));
  return fields.map((field) => {
    const known = before.get(general(field.p))?.choices ?? [];
    if (!field.choices) return field;
    const more = known.filter((each) => !field.choices!.some((other) => other.v === each.v));
    return { ...field, choices: [...field.choices, ...more] };
  });
}

export function withoutNothing(declaration: Declaration): Declaration {
  return Object.fromEntries(Object.entries(declaration).filter(([, value]) => value !== undefined && !(Array.isArray(value) && !value.length))) as Declaration;
}
