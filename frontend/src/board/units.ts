import { nothing, svg, type SVGTemplateResult } from "lit";

import type { Colour, Flat, Model, Unit, View } from "../timeline/types";

export type Part = "acting" | "target" | "ghost" | "";

/** A unit that is on the table: its models there, and the outline around them. */
export interface Group {
  unit: Unit;
  models: Model[];
  outline: Flat[];
}

const PAD = 34;

/** The units on the table with their models, in the order of the units. */
export function groups(units: Unit[], shown: Model[], view: View): Group[] {
  const members = new Map<string, Model[]>();
  for (const model of shown) {
    const unit = view.m[model.i]?.u;
    if (unit && !view.m[model.i]?.o) members.set(unit, [...(members.get(unit) ?? []), model]);
  }
  return units.flatMap((unit) => {
    const models = members.get(unit.i);
    const block = view.u[unit.i]?.g;
    return models ? [{ unit, models, outline: block?.o ?? hull(models.flatMap((model) => around(model, view))) }] : [];
  });
}

/** A shape behind the models of each unit, to show which belong together; a single model needs none. */
export function ties(
  found: Group[],
  parts: Map<string, Part>,
  colourOf: (model: string) => Colour,
): (SVGTemplateResult | typeof nothing)[] {
  return found.map(({ unit, models, outline }) => {
    const first = models[0];
    if (!first || models.length < 2) return nothing;
    return svg`<polygon class="tie ${colourOf(first.i)} ${parts.get(unit.i) ?? ""}" data-unit=${unit.i}
      points=${outline.map((place) => place.map(Math.round).join(",")).join(" ")}><title>${unit.n}</title></polygon>`;
  });
}

/** Points around a model, a little off its base or hull. */
function around(model: Model, view: View): Flat[] {
  const now = view.m[model.i];
  if (!now?.a) return [];
  const [x, y] = now.a;
  if (model.l) {
    const [fx, fy] = now.f ?? [1, 0];
    const size = Math.hypot(fx, fy) || 1;
    const [ux, uy] = [fx / size, fy / size];
    const [long, wide] = [model.l[0] / 2 + PAD, model.l[1] / 2 + PAD];
    return [[1, 1], [1, -1], [-1, -1], [-1, 1]].map(([a = 0, b = 0]): Flat => [
      x + a * long * ux - b * wide * uy, y + a * long * uy + b * wide * ux,
    ]);
  }
  return Array.from({ length: 12 }, (_, index): Flat => {
    const angle = (index * Math.PI) / 6;
    return [x + Math.cos(angle) * (model.r + PAD), y + Math.sin(angle) * (model.r + PAD)];
  });
}

/** The convex hull of places, counter-clockwise (Andrew's monotone chain). */
export function hull(places: Flat[]): Flat[] {
  const sorted = [...places].sort((one, other) => one[0] - other[0] || one[1] - other[1]);
  if (sorted.length < 3) return sorted;
  const half = (points: Flat[]): Flat[] => {
    const chain: Flat[] = [];
    for (const point of points) {
      while (chain.length > 1 && turn(chain[chain.length - 2]!, chain[chain.length - 1]!, point) <= 0) chain.pop();
      chain.push(point);
    }
    return chain.slice(0, -1);
  };
  return [...half(sorted), ...half(sorted.reverse())];
}

const turn = (a: Flat, b: Flat, c: Flat): number => (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
