// The rings of what somebody reaches: round bases, hulls and regiments, joined where several stand together.
import { nothing, svg, type SVGTemplateResult } from "lit";

import type { Flat } from "../timeline/types";
import { free, type Plate } from "./lines";
import { middle, nearest, ringPath, turned } from "./shapes";
import type { Reach, Ring, Shape, Turn } from "./types";

interface Ground {
  w: number;
  d: number;
  /** Hundredths of an inch that a pixel shows. */
  pixel: number;
  turn: Turn;
}

/** Directions in which the label of a ring is looked for, in degrees: below first, where least stands. */
const ROUND = Array.from({ length: 36 }, (_, at) => 90 + (at % 2 ? -1 : 1) * Math.ceil(at / 2) * 10);

/** Every ring with its label, cut at the edge of the table. */
export function rings(reach: Reach, ground: Ground, taken: Plate[]): SVGTemplateResult {
  const shapes = reach.s.map((shape) => turned(shape, ground.turn));
  return svg`<g class="rings" aria-hidden="true" clip-path="url(#table-edge)">${reach.g.map((ring, at) => one(ring, ring.s.map((index) => shapes[index]!), at, ground))}</g>
    <g class="ring-names" aria-hidden="true">${reach.g.map((ring) => label(ring, ring.s.map((index) => shapes[index]!), ground, taken))}</g>`;
}

/** One ring: the outline of all its shapes together, which hides what lies within another of them. */
function one(ring: Ring, shapes: Shape[], at: number, { w, d }: Ground): SVGTemplateResult {
  const paths = shapes.map((shape) => ringPath(shape, ring.d));
  const drawn = svg`<path class="ring-line" d=${paths.join("")}></path>`;
  if (paths.length < 2) return svg`<g class="ring ${ring.k}" data-ring=${ring.d} data-kind=${ring.k}>${drawn}</g>`;
  return svg`<g class="ring ${ring.k} joined" data-ring=${ring.d} data-kind=${ring.k}>
    <mask id="ring-${at}" maskUnits="userSpaceOnUse" x="0" y="0" width=${w} height=${d}><rect width=${w} height=${d} fill="#fff"></rect>${paths.map((path) => svg`<path d=${path} fill="#000"></path>`)}</mask>
    <g mask="url(#ring-${at})">${drawn}</g></g>`;
}

function label(ring: Ring, shapes: Shape[], ground: Ground, taken: Plate[]): SVGTemplateResult | typeof nothing {
  const { pixel } = ground;
  const half = (ring.t.length * 3.3 + 9) * pixel;
  const places = shapes.flatMap((shape) => ROUND.map((angle) => onRing(shape, ring.d, angle)))
    .filter((place) => fits(place, half, ground) && shapes.every((other) => nearest({ o: [place], r: 0 }, other).length >= ring.d - 1));
  const at = free(places, half, taken, pixel);
  if (!at) return nothing;
  return svg`<g class="pill" data-ring-name=${ring.d} transform="translate(${at[0]} ${at[1]})">
    <rect x=${-half} y=${-9 * pixel} width=${2 * half} height=${18 * pixel} rx=${9 * pixel}></rect>
    <text y=${4 * pixel} text-anchor="middle">${ring.t}</text></g>`;
}

/** Where a ring is met from the middle of its shape in a direction. */
function onRing(shape: Shape, distance: number, angle: number): Flat {
  const [x, y] = middle(shape);
  const [dx, dy] = [Math.cos((angle * Math.PI) / 180), Math.sin((angle * Math.PI) / 180)];
  const far = distance + shape.r + Math.max(...shape.o.map(([ox, oy]) => (ox - x) * dx + (oy - y) * dy));
  return [x + dx * far, y + dy * far];
}

const fits = ([x, y]: Flat, half: number, { w, d, pixel }: Ground): boolean => x > half && x < w - half && y > 11 * pixel && y < d - 11 * pixel;
