import { svg, type SVGTemplateResult } from "lit";

import type { Block, Colour, Flat, Place, Step, View } from "../timeline/types";
import { badge, type Status } from "./marks";
import type { Part } from "./units";

/** A regiment on the table. */
export interface Regiment {
  unit: string;
  name: string;
  block: Block;
  colour: Colour;
  part: Part;
  picked: boolean;
  statuses: Status[];
}

const points = (outline: Flat[]): string => outline.map((point) => point.join(",")).join(" ");

/** The ground on which a regiment stands: its exact boundary. */
export function footing(each: Regiment, pick: () => void): SVGTemplateResult {
  const { unit, name, block, colour, part, picked } = each;
  return svg`<g class="block ${colour} ${part} ${picked ? "picked" : ""}" data-block=${unit} data-files=${block.f}
      data-ranks=${block.k} @click=${pick}><title>${name}</title>
    <polygon class="halo" points=${points(block.o)}></polygon>
    <polygon class="boundary" points=${points(block.o)}></polygon></g>`;
}

/** The front edge of a regiment with an arrow that shows where it faces; drawn above the bases. */
export function front(each: Regiment): SVGTemplateResult {
  const [, right, left, rear] = each.block.o as [Flat, Flat, Flat, Flat];
  const along = unit([right[0] - left[0], right[1] - left[1]]);
  const ahead = unit([left[0] - rear[0], left[1] - rear[1]]);
  const middle: Flat = [(left[0] + right[0]) / 2, (left[1] + right[1]) / 2];
  const at = (side: number, forth: number): string =>
    `${Math.round(middle[0] + along[0] * side + ahead[0] * forth)} ${Math.round(middle[1] + along[1] * side + ahead[1] * forth)}`;
  return svg`<g class="front-edge ${each.colour} ${each.part}" data-front=${each.unit}>
    <path d="M${left.join(" ")}L${right.join(" ")}"></path>
    ${each.statuses.map(({ kind, badge: drawn }, index) => svg`<g class="block-badge" data-badge=${kind}
      transform="translate(${rearward(each.block, (index - (each.statuses.length - 1) / 2) * 135)})"><g class="grown">
      <circle r="62"></circle><g transform="translate(-46 -46) scale(3.85)">${badge(drawn)}</g></g></g>`)}
    <path class="ahead" d="M${at(-55, 8)}L${at(0, 78)}L${at(55, 8)}Z"></path></g>`;
}

/** A place just behind the middle of the rear, so far to the right. */
function rearward({ o }: Block, right: number): string {
  const [rearRight, frontRight, , rearLeft] = o as [Flat, Flat, Flat, Flat];
  const along = unit([rearRight[0] - rearLeft[0], rearRight[1] - rearLeft[1]]);
  const back = unit([rearRight[0] - frontRight[0], rearRight[1] - frontRight[1]]);
  const of = (axis: 0 | 1): number => Math.round((rearRight[axis] + rearLeft[axis]) / 2 + along[axis] * right + back[axis] * 30);
  return `${of(0)} ${of(1)}`;
}

const unit = ([x, y]: Flat): Flat => {
  const length = Math.hypot(x, y) || 1;
  return [x / length, y / length];
};

/** A model's base in its regiment around its own centre, if it stands in one. */
export function baseIn(view: View, model: string): Flat[] | undefined {
  const now = view.m[model];
  const core = view.u[now?.u ?? ""]?.g?.s[model];
  return now?.a && core ? core.map(([x, y]): Flat => [x - now.a![0], y - now.a![1]]) : undefined;
}

/** The ways of a step, with those of the models of a regiment put together to its own, and where it came from. */
export function marches(step: Step, view: View): { ways: [string, Place[]][]; from: Map<string, Flat[]> } {
  const ways: [string, Place[]][] = [];
  const together = new Map<string, Place[][]>();
  for (const [model, way] of step.m ?? []) {
    const unitOf = view.m[model]?.u ?? "";
    if (!view.u[unitOf]?.g) ways.push([model, way]);
    else if (way.length > 1) together.set(unitOf, [...(together.get(unitOf) ?? []), way]);
  }
  const from = new Map<string, Flat[]>();
  for (const [unitOf, own] of together) {
    const stops = Math.min(...own.map((way) => way.length));
    ways.push([unitOf, Array.from({ length: stops }, (_, index) => mean(own.map((way) => (index < stops - 1 ? way[index] : way.at(-1))!)))]);
    from.set(unitOf, own.map(([[x, y] = [0, 0]]): Flat => [x, y]));
  }
  return { ways, from };
}

const mean = (places: Place[]): Place => {
  const of = (axis: 0 | 1 | 2): number => Math.round(places.reduce((sum, place) => sum + place[axis], 0) / places.length);
  return [of(0), of(1), of(2)];
};
