// Lines of sight: whole to everybody in sight, broken to everybody partly hidden, none to the others.
import { nothing, svg, type SVGTemplateResult } from "lit";

import { stands } from "../board/table";
import type { Flat, Replay, View } from "../timeline/types";
import { nearest, turned } from "./shapes";
import type { Seen, Sight, Turn } from "./types";

/** Where along a line its figure may stand: where it meets no other, if that can be. */
const ALONG = [0.62, 0.5, 0.74, 0.4, 0.84, 0.3];
/** Pixels of the least token, at whose rim a line ends. */
const LEAST = 4.5;

export function lines(sight: Sight, replay: Replay, view: View, turn: Turn, pixel: number, taken: Plate[]): SVGTemplateResult {
  const barring = new Set(sight.r.flatMap((row) => row.y));
  // Terrain is the record's here; what is drawn is turned.
  const pieces = stands(replay.table.terrain, view.e).filter((piece) => barring.has(piece.id));
  const ends = sight.r.map((row) => line(row, turn, pixel));
  return svg`<g class="sight-lines" aria-hidden="true">
    ${pieces.map((piece) => svg`<polygon class="in-the-way" data-in-the-way=${piece.id} points=${piece.o.map((corner) => turn(corner).join(",")).join(" ")}></polygon>`)}
    ${ends.map(([row, from, to]) => svg`<g class="sight-line ${row.v === 2 ? "open" : "partly"}" data-sight=${row.i}><path class="under" d=${way(from, to)}></path><path class="line" d=${way(from, to)}></path></g>`)}
    ${ends.map(([row, from, to]) => figure(row.p || row.d, row.v === 2, beside(row.p || row.d, from, to, taken, pixel), pixel))}</g>`;
}

/** A line from rim to rim. */
function line(row: Seen, turn: Turn, pixel: number): [Seen, Flat, Flat] {
  const [a, b] = [row.f, row.a].map((shape) => ({ ...turned(shape, turn), r: shape.o.length > 1 ? 0 : Math.max(shape.r, LEAST * pixel) }));
  const { from, to } = nearest(a!, b!);
  return [row, from, to];
}

/** A plate that is written on the table: its middle and half of its width. */
export interface Plate {
  at: Flat;
  half: number;
}

/** The first of these places at which a plate meets no other; it is taken then. */
export function free(places: Flat[], half: number, taken: Plate[], pixel: number): Flat | undefined {
  const at = places.find(([x, y]) => taken.every((other) => Math.abs(other.at[0] - x) > half + other.half || Math.abs(other.at[1] - y) > 20 * pixel));
  if (at) taken.push({ at, half });
  return at;
}

const halfOf = (text: string, pixel: number): number => (text.length * 3.6 + 7) * pixel;

/** A place beside a line where no plate is yet. */
function beside(text: string, from: Flat, to: Flat, taken: Plate[], pixel: number): Flat {
  const places = ALONG.map((share) => between(from, to, share));
  return free(places, halfOf(text, pixel), taken, pixel) ?? places[0]!;
}

const way = (from: Flat, to: Flat): string => `M${from[0]} ${from[1]}L${to[0]} ${to[1]}`;

export const between = ([ax, ay]: Flat, [bx, by]: Flat, share: number): Flat => [ax + (bx - ax) * share, ay + (by - ay) * share];

/** A figure on a plate beside a line: dark on a whole line, light on a broken one. */
export function figure(text: string, dark: boolean, [x, y]: Flat, pixel: number): SVGTemplateResult | typeof nothing {
  if (!text) return nothing;
  const half = halfOf(text, pixel);
  return svg`<g class="pill ${dark ? "dark" : ""}" transform="translate(${x} ${y})">
    <rect x=${-half} y=${-9.5 * pixel} width=${2 * half} height=${19 * pixel} rx=${9.5 * pixel}></rect>
    <text y=${4.2 * pixel} text-anchor="middle">${text}</text></g>`;
}
