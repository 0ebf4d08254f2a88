// The plates of units: what they do, their name and how many stand, on a hair to their middle. A plate covers no token and
// no other plate; where there is no room for the name it is the sign alone, and where there is none for that, nothing.
import { nothing, svg, type SVGTemplateResult } from "lit";

import type { Badge, Colour, Flat, Model, View } from "../timeline/types";
import { glyph } from "./glyphs";
import { badge, statuses } from "./marks";
import type { Group } from "./units";

export interface Box {
  x: number;
  y: number;
  w: number;
  h: number;
}

/** A token that must not be covered: its middle and its radius. */
export type Spot = [number, number, number];

/** Pixels: the height of a plate, of its letters, of its sign. */
const [HEIGHT, LETTERS, SIGN] = [20, 12, 20];

/** Pixels that a text takes on a plate, rather too many than too few: the family of its letters is the reader's. */
export const widthOf = (text: string): number =>
  [...text].reduce((sum, letter) => sum + (/[mwMWшщжюфыШЩЖЮФЫМ▲]/.test(letter) ? 11.2 : /[iljtfr .,'1-]/.test(letter) ? 4.8 : letter === letter.toLowerCase() ? 7.4 : 8.8), 0);
/** Pixels from a unit to its plate; the nearest at which there is room is taken. */
const FAR = [9, 26, 48, 80, 120, 170, 230, 300];
/** The eight ways in which a plate may lie of its unit, the best first. */
const WAYS: Flat[] = [[0, 1], [0, -1], [1, 0], [-1, 0], [1, 1], [-1, 1], [1, -1], [-1, -1]];

/** Where a plate of this size may lie so that it covers nothing; the table ends where `within` does. */
export function free(body: Box, size: Flat, spots: Spot[], taken: Box[], within: Box, pixel: number): Box | undefined {
  const [w, h] = size;
  const [middle, level] = [body.x + body.w / 2, body.y + body.h / 2];
  for (const pixels of FAR) {
    const far = pixels * pixel;
    for (const [right, down] of WAYS) {
      const place: Box = {
        x: middle - w / 2 + right * (body.w / 2 + w / 2 + far) * (down && right ? 0.9 : 1),
        y: level - h / 2 + down * (body.h / 2 + h / 2 + far), w, h,
      };
      const inside = place.x >= within.x && place.y >= within.y && place.x + w <= within.x + within.w && place.y + h <= within.y + within.h;
      if (inside && !taken.some((other) => meet(place, other, 3 * pixel)) && !spots.some((spot) => covers(place, spot))) return place;
    }
  }
  return undefined;
}

/** Whether two boxes are nearer than so far. */
export const meet = (a: Box, b: Box, apart: number): boolean =>
  a.x < b.x + b.w + apart && b.x < a.x + a.w + apart && a.y < b.y + b.h + apart && b.y < a.y + a.h + apart;

/** Whether a plate lies over any part of a token. */
export function covers({ x, y, w, h }: Box, [cx, cy, r]: Spot): boolean {
  const [dx, dy] = [cx - Math.max(x, Math.min(cx, x + w)), cy - Math.max(y, Math.min(cy, y + h))];
  return dx * dx + dy * dy < r * r;
}

export interface Plates {
  found: Group[];
  view: View;
  table: { w: number; d: number };
  badges: Record<string, Badge>;
  colourOf: (model: string) => Colour;
  /** Hundredths of an inch that a pixel of the screen shows. */
  pixel: number;
  /** Everybody who is drawn. */
  shown: Model[];
  /** Units that take part in the step: theirs are placed first. */
  first: Set<string>;
}

/** The plates of all units, with the hairs that lead to them. */
export function plates({ found, view, table, badges, colourOf, pixel, shown, first }: Plates): (SVGTemplateResult | typeof nothing)[] {
  const spots = shown.flatMap((model): Spot[] => {
    const at = view.m[model.i]?.a;
    return at ? [[at[0], at[1], Math.max(model.l ? Math.max(...model.l) / 2 : model.r, 4.5 * pixel) + 2 * pixel]] : [];
  });
  const margin = Math.max(table.w, table.d) * 0.03;
  const within: Box = { x: -margin, y: -margin / 2, w: table.w + 2 * margin, h: table.d + margin * 1.5 };
  const short = table.w / pixel < 560;
  const taken: Box[] = [];
  const order = [...found].sort((one, other) => Number(first.has(other.unit.i)) - Number(first.has(one.unit.i)));
  const drawn = new Map(order.map((group): [string, SVGTemplateResult | typeof nothing] => {
    const { unit, models, outline } = group;
    const block = view.u[unit.i]?.g;
    // The statuses of a regiment are drawn at its rear.
    const kinds = block ? [] : statuses(badges, view.u[unit.i]?.c);
    const up = Math.max(...models.map((model) => view.m[model.i]?.a?.[2] ?? 0));
    const count = models.length > 1 ? String(models.length) : "";
    const name = [short ? unit.b : unit.n, up > 0 ? `▲${Math.round(up / 10) / 10}″` : ""].filter(Boolean).join(" ");
    const wide = (SIGN + 11 + widthOf(name) + (count ? widthOf(count) + 8 : 0) + kinds.length * 18) * pixel;
    const body = boxOf(outline);
    const full = free(body, [wide, HEIGHT * pixel], spots, taken, within, pixel);
    // Where there is no room for the name there may be some for the sign.
    const at = full ?? free(body, [SIGN * pixel, HEIGHT * pixel], spots, taken, within, pixel);
    if (!at) return [unit.i, nothing];
    taken.push(at);
    const lead = models[0];
    const sign = lead && (badges[lead.x ?? ""]?.d ?? glyph(lead.y));
    const [mx, my] = [body.x + body.w / 2, body.y + body.h / 2];
    const near: Flat = [Math.max(at.x, Math.min(mx, at.x + at.w)), Math.max(at.y, Math.min(my, at.y + at.h))];
    return [unit.i, svg`<g class="unit-plate ${lead ? colourOf(lead.i) : ""}" data-unit-name=${unit.i}>
      <path class="hair" d=${`M${Math.round(mx)} ${Math.round(my)}L${Math.round(near[0])} ${Math.round(near[1])}`}></path>
      <g transform="translate(${Math.round(at.x)} ${Math.round(at.y)}) scale(${pixel})">
        <rect width=${at.w / pixel} height=${HEIGHT} rx="4"></rect><path class="sign" d=${`M0 4a4 4 0 0 1 4 -4h${SIGN - 4}v${HEIGHT}h${4 - SIGN}a4 4 0 0 1 -4 -4z`}></path>
        ${sign ? svg`<path class="glyph" transform="translate(3.5 3.5) scale(0.54)" d=${sign}></path>` : nothing}
        ${full ? svg`<text class="long" x=${SIGN + 5} y="14.2" font-size=${LETTERS}>${name}${count ? svg` <tspan class="count" dx="3">${count}</tspan>` : nothing}</text>
        ${kinds.map(({ kind, badge: shape }, index) => svg`<g class="badge" data-badge=${kind} transform="translate(${wide / pixel - 18 * (kinds.length - index)} 3) scale(0.58)">${badge(shape)}</g>`)}` : nothing}
      </g></g>`];
  }));
  return found.map((group) => drawn.get(group.unit.i) ?? nothing);
}

export function boxOf(outline: Flat[]): Box {
  const [xs, ys] = [outline.map(([x]) => x), outline.map(([, y]) => y)];
  const [x, y] = [Math.min(...xs), Math.min(...ys)];
  return { x, y, w: Math.max(...xs) - x, h: Math.max(...ys) - y };
}
