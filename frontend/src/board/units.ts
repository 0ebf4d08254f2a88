import { nothing, svg, type SVGTemplateResult } from "lit";

import type { Colour, Flat, Model, Unit, View } from "../timeline/types";

/** A shape behind the models of each unit, so that it is seen which belong together. */
export function ties(
  units: Unit[],
  shown: Model[],
  view: View,
  colourOf: (model: string) => Colour,
): (SVGTemplateResult | typeof nothing)[] {
  const members = new Map<string, Model[]>();
  for (const model of shown) if (model.u) members.set(model.u, [...(members.get(model.u) ?? []), model]);
  return units.map((unit) => {
    const own = members.get(unit.i) ?? [];
    const first = own[0];
    if (!first || own.length < 2) return nothing;
    const places = own.flatMap((model): Flat[] => (view.m[model.i]?.a ? [flat(view.m[model.i]?.a)] : []));
    const wide = 2 * Math.max(...own.map((model) => model.r)) + 60;
    return svg`<path class="tie ${colourOf(first.i)}" data-unit=${unit.i} stroke-width=${wide}
      d=${`M${hull(places).map((place) => place.join(" ")).join("L")}Z`}><title>${unit.n}</title></path>`;
  });
}

const flat = (place: readonly number[] | null | undefined): Flat => [place?.[0] ?? 0, place?.[1] ?? 0];

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
