import { nothing, svg, type SVGTemplateResult } from "lit";

import type { Badge, Colour, Flat, Model, Unit, View } from "../timeline/types";
import { badge, statuses } from "./marks";

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

interface Box {
  x: number;
  y: number;
  w: number;
  h: number;
}

/** Font size of a unit's name. */
const LETTERS = 104;

/** The name of each unit beside it, where it hides the least; how many models it has left, and its statuses. */
export function labels(
  found: Group[],
  view: View,
  table: { w: number; d: number },
  badges: Record<string, Badge>,
): SVGTemplateResult[] {
  const bodies = new Map(found.map((group) => [group.unit.i, boxOf(group.outline)]));
  const taken: Box[] = [];
  return found.map((group) => {
    const { unit, models } = group;
    const block = view.u[unit.i]?.g;
    // The statuses of a regiment are drawn at its rear.
    const kinds = block ? [] : statuses(badges, view.u[unit.i]?.c);
    const up = Math.max(...models.map((model) => view.m[model.i]?.a?.[2] ?? 0));
    const text = [unit.n, models.length > 1 ? models.length : "", up > 0 ? `▲${Math.round(up / 10) / 10}″` : ""]
      .filter(Boolean)
      .join(" ");
    const wide = text.length * LETTERS * 0.55 + kinds.length * 130;
    const body = bodies.get(unit.i) ?? { x: 0, y: 0, w: 0, h: 0 };
    const others = [...bodies].filter(([id]) => id !== unit.i).map(([, box]) => box);
    const at = free(body, wide, taken, others, table);
    taken.push(at);
    const middle = at.x + at.w / 2;
    const start = middle + (text.length * LETTERS * 0.55) / 2 - (kinds.length * 130) / 2;
    return svg`<g class="unit-label ${block ? "of-block" : ""}" data-unit-name=${unit.i}>
      <text class="long" x=${Math.round(middle - (kinds.length * 130) / 2)} y=${Math.round(at.y + LETTERS * 0.8)} text-anchor="middle">${text}</text>
      <text class="short" x=${Math.round(body.x + body.w / 2)} y=${Math.round(block ? body.y + body.h + 90 : models.length > 1 || models[0]?.l ? body.y + body.h / 2 : body.y + body.h + 80)} dominant-baseline="central" text-anchor="middle">${unit.b}</text>
      ${kinds.map(({ kind, badge: drawn }, index) => svg`<g class="badge" data-badge=${kind}
        transform="translate(${Math.round(start + 70 + index * 130)} ${Math.round(at.y + LETTERS * 0.5)})">
        <circle r="56"></circle><g transform="translate(-43 -43) scale(3.6)">${badge(drawn)}</g></g>`)}
    </g>`;
  });
}

/** Below, above, right or left of the unit: the first free place on the table, else the least bad one. */
function free(body: Box, wide: number, names: Box[], bodies: Box[], table: { w: number; d: number }): Box {
  const [middle, half] = [body.x + body.w / 2 - wide / 2, body.y + body.h / 2 - LETTERS / 2];
  const places = [
    [middle, body.y + body.h + 12], [middle, body.y - LETTERS - 12],
    [body.x + body.w + 24, half], [body.x - wide - 24, half],
    [middle, body.y + body.h + 12 + LETTERS], [middle, body.y - 2 * LETTERS - 12],
    [body.x, body.y + body.h + 12], [body.x + body.w - wide, body.y - LETTERS - 12],
    [middle, half],
  ].map(([x = 0, y = 0]): Box => ({ x: Math.max(0, Math.min(table.w - wide, x)), y, w: wide, h: LETTERS }));
  const cost = (box: Box): number =>
    4 * names.reduce((sum, other) => sum + shared(box, other), 0) +
    bodies.reduce((sum, other) => sum + shared(box, other), 0) +
    (box.y < 0 || box.y + box.h > table.d ? 1e7 : 0);
  return places.reduce((best, box) => (cost(box) < cost(best) ? box : best));
}

const shared = (a: Box, b: Box): number =>
  Math.max(0, Math.min(a.x + a.w, b.x + b.w) - Math.max(a.x, b.x)) *
  Math.max(0, Math.min(a.y + a.h, b.y + b.h) - Math.max(a.y, b.y));

function boxOf(outline: Flat[]): Box {
  const [xs, ys] = [outline.map(([x]) => x), outline.map(([, y]) => y)];
  const [x, y] = [Math.min(...xs), Math.min(...ys)];
  return { x, y, w: Math.max(...xs) - x, h: Math.max(...ys) - y };
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
