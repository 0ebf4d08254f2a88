import { nothing, svg, type SVGTemplateResult } from "lit";

import type { Colour, Flat, Model, Place, Step, View } from "../timeline/types";
import { marches } from "./blocks";
import { hull, type Group } from "./units";

/** The movement of a step: where each model came from, its path, and an arrow to where it went. */
export function movements(
  step: Step,
  view: View,
  found: Group[],
  colourOf: (model: string) => Colour,
  radius: (model: string) => number,
) {
  const first = new Map(found.map(({ unit, models: own }) => [unit.i, own[0]?.i ?? ""]));
  const { ways, from } = marches(step, view);
  return ways.map(([model, way]): SVGTemplateResult | typeof nothing => {
    const start = way[0];
    if (way.length < 2 || !start) return nothing;
    const bases = from.get(model);
    return svg`<g class="way ${colourOf(first.get(model) ?? model)}" data-way=${model}>
      ${bases
        ? svg`<polygon class="from" points=${hull(bases).map((place) => place.join(",")).join(" ")}></polygon>`
        : svg`<circle class="from" cx=${start[0]} cy=${start[1]} r=${radius(model)}></circle>`}
      <polyline class="under" points=${line(way)}></polyline>
      <polyline points=${line(way)}></polyline>
      ${head(way)}
    </g>`;
  });
}

/** A line from each attacker to each target, from base edge to base edge; for a unit, to its middle. */
export function attacks(
  step: Step,
  view: View,
  models: Map<string, Model>,
  found: Group[],
  colourOf: (model: string) => Colour,
) {
  const middles = new Map(found.map(({ unit, models: own }) => [unit.i, middle(own, view)]));
  const first = new Map(found.map(({ unit, models: own }) => [unit.i, own[0]?.i ?? ""]));
  const radius = (id: string): number => models.get(id)?.r ?? 40;
  return (step.w ?? []).map(([from, to]): SVGTemplateResult | typeof nothing => {
    const [a, b] = [view.m[from]?.a ?? middles.get(from), view.m[to]?.a ?? middles.get(to)];
    if (!a || !b) return nothing;
    const [start, end] = trimmed(a, b, radius(from) + 40, radius(to) + 36);
    const kind = step.e === "melee" ? "melee" : "shot";
    return svg`<g class="attack ${kind} ${colourOf(models.has(from) ? from : (first.get(from) ?? ""))}" data-from=${from} data-to=${to}>
      <path class="under" d=${`M${start}L${end}`}></path><path d=${`M${start}L${end}`}></path></g>`;
  });
}

function middle(own: Model[], view: View): Flat {
  const places = own.flatMap((model) => view.m[model.i]?.a ?? []);
  const mean = (axis: number): number =>
    Math.round((3 * places.filter((_, index) => index % 3 === axis).reduce((sum, each) => sum + each, 0)) / (places.length || 1));
  return [mean(0), mean(1)];
}

const line = (way: Place[]): string => way.map(([x, y]) => `${x},${y}`).join(" ");

/** An arrow head that points along the last leg, just short of the base's centre. */
function head(way: Place[]): SVGTemplateResult | typeof nothing {
  const end = way.at(-1);
  const before = [...way].reverse().find((point) => end && Math.hypot(point[0] - end[0], point[1] - end[1]) > 1);
  if (!end || !before) return nothing;
  const turn = (Math.atan2(end[1] - before[1], end[0] - before[0]) * 180) / Math.PI;
  return svg`<path class="head" transform="translate(${end[0]} ${end[1]}) rotate(${turn})" d="M-78 -30L-66 0L-78 30L-100 0Z"></path>`;
}

function trimmed(a: Flat | Place, b: Flat | Place, atStart: number, atEnd: number): [string, string] {
  const length = Math.hypot(b[0] - a[0], b[1] - a[1]) || 1;
  const [ux, uy] = [(b[0] - a[0]) / length, (b[1] - a[1]) / length];
  if (length < atStart + atEnd) return [`${a[0]} ${a[1]}`, `${b[0]} ${b[1]}`];
  return [`${a[0] + ux * atStart} ${a[1] + uy * atStart}`, `${b[0] - ux * atEnd} ${b[1] - uy * atEnd}`];
}
