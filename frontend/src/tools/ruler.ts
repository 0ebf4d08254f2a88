// A ruler: from the rim of somebody or from a place, to another. It is drawn while it is dragged; the rules measure it then.
import { svg, type SVGTemplateResult } from "lit";

import { inches } from "../board/table";
import type { Flat, Model, View } from "../timeline/types";
import { between, figure } from "./lines";
import { hundredths, nearest, standing } from "./shapes";
import type { Apart, Shape, Turn } from "./types";

/** An end of the ruler: somebody, or a place of the table. */
export type End = { id: string } | { at: Flat };

export interface Measured {
  from: Flat;
  to: Flat;
  text: string;
  /** The rules have said it, between two models or units. */
  exact: boolean;
}

export const same = (one: End | undefined, other: End | undefined): boolean =>
  one !== undefined && other !== undefined && "id" in one && "id" in other && one.id === other.id;

/** Whoever has this id, or all models of that unit. */
function anybody(id: string, models: Model[], view: View): Shape[] {
  const own = standing(models, view, id);
  if (own) return [own];
  const members = models.filter((model) => view.m[model.i]?.u === id).map((model) => standing(models, view, model.i));
  return members.filter((each): each is Shape => each !== undefined);
}

/** What lies between two ends as it is drawn: nothing if one of them is no longer there. */
export function drawn(from: End, to: End, models: Model[], view: View): Measured | undefined {
  const ends = [from, to].map((end) => ("id" in end ? anybody(end.id, models, view) : [{ o: [end.at], r: 0 }]));
  const pairs = ends[0]!.flatMap((a) => ends[1]!.map((b) => nearest(a, b)));
  const best = pairs.sort((one, other) => one.length - other.length)[0];
  return best && { from: best.from, to: best.to, text: inches(hundredths(best.length)), exact: false };
}

/** The same as the rules measure it. */
export function ruled(answer: Apart): Measured {
  const { from, to } = nearest(answer.a, answer.b);
  return { from, to, text: answer.t, exact: true };
}

export function ruler({ from, to, text, exact }: Measured, turn: Turn, pixel: number): SVGTemplateResult {
  const [a, b] = [turn(from), turn(to)];
  const [dx, dy] = [b[0] - a[0], b[1] - a[1]];
  const length = Math.hypot(dx, dy) || 1;
  const [nx, ny] = [(-dy / length) * 6 * pixel, (dx / length) * 6 * pixel];
  const bar = ([x, y]: Flat): string => `M${x - nx} ${y - ny}L${x + nx} ${y + ny}`;
  const line = `M${a[0]} ${a[1]}L${b[0]} ${b[1]}`;
  return svg`<g class="measure ${exact ? "exact" : ""}" data-measured=${text} aria-hidden="true">
    <path class="under" d=${line}></path><path class="line" d=${line}></path><path class="line" d=${bar(a) + bar(b)}></path>
    ${figure(text, true, between(a, b, 0.5), pixel)}</g>`;
}
