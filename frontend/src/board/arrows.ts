import { nothing, svg, type SVGTemplateResult } from "lit";

import type { Colour, Model, Place, Step, View } from "../timeline/types";

/** The movement of a step: where each model came from, its way, and an arrow where it went. */
export function movements(step: Step, colourOf: (model: string) => Colour, radius: (model: string) => number) {
  return (step.m ?? []).map(([model, way]): SVGTemplateResult | typeof nothing => {
    const start = way[0];
    if (way.length < 2 || !start) return nothing;
    return svg`<g class="way ${colourOf(model)}" data-way=${model}>
      <circle class="from" cx=${start[0]} cy=${start[1]} r=${radius(model)}></circle>
      <polyline class="under" points=${line(way)}></polyline>
      <polyline points=${line(way)}></polyline>
      ${head(way)}
    </g>`;
  });
}

/** A line from each attacker to each target, from base edge to base edge. */
export function attacks(step: Step, view: View, models: Map<string, Model>, colourOf: (model: string) => Colour) {
  return (step.w ?? []).map(([from, to]): SVGTemplateResult | typeof nothing => {
    const [a, b] = [view.m[from]?.a, view.m[to]?.a];
    if (!a || !b) return nothing;
    const [start, end] = trimmed(a, b, (models.get(from)?.r ?? 0) + 40, (models.get(to)?.r ?? 0) + 36);
    const kind = step.e === "melee" ? "melee" : "shot";
    return svg`<g class="attack ${kind} ${colourOf(from)}" data-from=${from} data-to=${to}>
      <path class="under" d=${`M${start}L${end}`}></path><path d=${`M${start}L${end}`}></path></g>`;
  });
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

function trimmed(a: Place, b: Place, atStart: number, atEnd: number): [string, string] {
  const length = Math.hypot(b[0] - a[0], b[1] - a[1]) || 1;
  const [ux, uy] = [(b[0] - a[0]) / length, (b[1] - a[1]) / length];
  if (length < atStart + atEnd) return [`${a[0]} ${a[1]}`, `${b[0]} ${b[1]}`];
  return [`${a[0] + ux * atStart} ${a[1] + uy * atStart}`, `${b[0] - ux * atEnd} ${b[1] - uy * atEnd}`];
}
