import { nothing, svg, type SVGTemplateResult } from "lit";

import type { Colour, Place, Step, View } from "../timeline/types";
import { marches } from "./blocks";
import { hull, type Group } from "./units";

/** The movement of a step: where each model came from, its path, and an arrow to where it went. */
export function movements(
  step: Step,
  view: View,
  found: Group[],
  colourOf: (model: string) => Colour,
  radius: (model: string) => number,
  pixel: number,
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
      ${head(way, 6 * pixel)}
    </g>`;
  });
}

const line = (way: Place[]): string => way.map(([x, y]) => `${x},${y}`).join(" ");

/** An arrow head that points along the last leg, just short of the base's centre; its size in hundredths of an inch. */
function head(way: Place[], size: number): SVGTemplateResult | typeof nothing {
  const end = way.at(-1);
  const before = [...way].reverse().find((point) => end && Math.hypot(point[0] - end[0], point[1] - end[1]) > 1);
  if (!end || !before) return nothing;
  const turn = (Math.atan2(end[1] - before[1], end[0] - before[0]) * 180) / Math.PI;
  return svg`<path class="head" transform="translate(${end[0]} ${end[1]}) rotate(${turn})" d=${`M${-1.6 * size} ${-size}L0 0L${-1.6 * size} ${size}L${-1.1 * size} 0Z`}></path>`;
}
