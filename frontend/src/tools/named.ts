// Names of models and units in sentences: pressed once they are marked on the table, pressed again their card opens.
import { html, type TemplateResult } from "lit";

import type { Told } from "../elements/explain";
import type { Replay, Step, View } from "../timeline/types";

interface Known {
  pattern: RegExp | undefined;
  ids: Map<string, string[]>;
}

const known = new WeakMap<Replay["models"], Known>();

/** A sentence in which whoever it names can be pressed. A name that several bear is pressed only if the step tells whom it means. */
export function withNames(told: Told, step: Step | undefined, text: string): TemplateResult {
  const { pattern, ids } = namesOf(told.replay);
  if (!pattern) return html`${text}`;
  const own = step ? new Set(takingPart(step)) : new Set<string>();
  return html`${text.split(pattern).map((part, at) => (at % 2 ? name(part, ids.get(part) ?? [], own) : part))}`;
}

function name(text: string, ids: string[], own: Set<string>): TemplateResult | string {
  const meant = ids.length === 1 ? ids : ids.filter((id) => own.has(id));
  return meant.length === 1 ? html`<button type="button" class="named-one" data-who=${meant[0]!}>${text}</button>` : text;
}

function namesOf({ models, units }: Replay): Known {
  const before = known.get(models);
  if (before) return before;
  const ids = new Map<string, string[]>();
  for (const each of [...units, ...models]) {
    const found = ids.get(each.n) ?? [];
    // A unit of one model bears its name: the unit is what acts.
    if (!found.length || units.length === 0 || units.includes(each as never)) ids.set(each.n, [...found, each.i]);
  }
  const names = [...ids.keys()].filter(Boolean).sort((one, other) => other.length - one.length).map(escaped);
  const pattern = names.length ? new RegExp(`(?<![\\p{L}\\p{N}])(${names.join("|")})(?![\\p{L}\\p{N}])`, "u") : undefined;
  const now = { pattern, ids };
  known.set(models, now);
  return now;
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/-]/g, "\\$&");

/** Everybody who takes part in a step: who attacks and is attacked, who moves, who is changed by it. */
export function takingPart(step: Step): string[] {
  const changed = Object.entries(step.d?.m ?? {}).filter(([, now]) => now?.w !== undefined || now?.o !== undefined || now?.c !== undefined);
  return [...new Set([...(step.w ?? []).flat(), ...(step.m ?? []).map(([id]) => id), ...changed.map(([id]) => id), ...Object.keys(step.d?.u ?? {})])];
}

/** The models and the regiments that are marked for these ids: a unit means all of its models. */
export function marked(ids: Iterable<string>, view: View): Set<string> {
  const found = new Set(ids);
  for (const [id, now] of Object.entries(view.m)) if (now.u && found.has(now.u)) found.add(id);
  return found;
}
