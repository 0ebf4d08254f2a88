import { nothing, svg, type SVGTemplateResult } from "lit";

import type { Flat, Terrain } from "../timeline/types";

/** A rectangle on the table in its own frame: `long` along its longer sides, turned by degrees. */
interface Frame {
  x: number;
  y: number;
  turn: number;
  long: number;
  wide: number;
}

/** The frame of an outline with four corners; anything else is drawn by its outline alone. */
function frame(outline: Flat[]): Frame | undefined {
  const [a, b, c, d] = outline;
  if (!a || !b || !c || !d || outline.length > 4) return undefined;
  const [ab, bc] = [Math.hypot(b[0] - a[0], b[1] - a[1]), Math.hypot(c[0] - b[0], c[1] - b[1])];
  const [start, end] = ab >= bc ? [a, b] : [b, c];
  const turn = (Math.atan2(end[1] - start[1], end[0] - start[0]) * 180) / Math.PI;
  return {
    x: (a[0] + b[0] + c[0] + d[0]) / 4, y: (a[1] + b[1] + c[1] + d[1]) / 4,
    // Upside down is the same rectangle, and a leaf then opens to the same side of every door.
    turn: turn > 90 ? turn - 180 : turn <= -90 ? turn + 180 : turn, long: Math.max(ab, bc), wide: Math.min(ab, bc),
  };
}

const range = (from: number, to: number, step: number): number[] => {
  const found: number[] = [];
  for (let at = from; at < to - 1; at += step) found.push(at);
  return found;
};

/** Lines across, in equal parts that are about `step` apart. */
function across({ long, wide }: Frame, step: number): string {
  const part = long / Math.max(2, Math.round(long / step));
  return range(-long / 2 + part, long / 2, part).map((x) => `M${x} ${-wide / 2}V${wide / 2}`).join("");
}

/** Marks spread over the piece, every other row shifted. */
function strewn({ long, wide }: Frame, step: number, mark: (x: number, y: number) => string): string {
  const [rows, columns] = [Math.max(1, Math.floor(wide / step)), Math.max(1, Math.floor(long / step))];
  const [high, broad] = [wide / rows, long / columns];
  return Array.from({ length: rows }, (_, row) =>
    Array.from({ length: columns - (row % 2) }, (__, column) =>
      mark(-long / 2 + broad * (column + (row % 2 ? 1 : 0.5)), -wide / 2 + high * (row + 0.5))).join("")).join("");
}

function boxes({ long, wide }: Frame): string {
  const part = long / Math.max(1, Math.round(long / Math.max(wide, 60)));
  return range(-long / 2, long / 2, part).map((x) =>
    `M${x} ${-wide / 2}L${x + part} ${wide / 2}M${x} ${wide / 2}L${x + part} ${-wide / 2}M${x} ${-wide / 2}V${wide / 2}`).join("");
}

/** A hole: smaller and smaller rims, joined at the corners. */
function hole({ long, wide }: Frame): string {
  const rim = (share: number): string => {
    const [x, y] = [(long / 2) * share, (wide / 2) * share];
    return `M${-x} ${-y}H${x}V${y}H${-x}Z`;
  };
  const corners = [[1, 1], [1, -1], [-1, 1], [-1, -1]].map(([a = 0, b = 0]) =>
    `M${(a * long) / 2} ${(b * wide) / 2}L${a * long * 0.21} ${b * wide * 0.21}`);
  return rim(0.7) + rim(0.42) + corners.join("");
}

function vent(of: Frame): string {
  const [x, y] = [of.long / 2, of.wide / 2];
  const head = (side: number): string => `M${side * (x + 6)} ${-y}L${side * (x + 40)} 0L${side * (x + 6)} ${y}`;
  return across(of, 24) + head(1) + head(-1);
}

/** Two leaves that meet in the middle. */
function shut({ long, wide }: Frame): string {
  const y = Math.max(wide / 2, 30);
  return `M${-long / 2} ${-y}V${y}M${long / 2} ${-y}V${y}M0 ${-wide / 2}V${wide / 2}`;
}

/** Two leaves turned out of the doorway, with the arcs along which they went. */
function open({ long, wide }: Frame): string {
  const [x, y] = [long / 2, Math.max(wide / 2, 30)];
  return `M${-x} ${y}V${-x}M${x} ${y}V${-x}`;
}
const arcs = ({ long }: Frame): string =>
  `M${-long / 2} ${-long / 2}A${long / 2} ${long / 2} 0 0 1 0 0A${long / 2} ${long / 2} 0 0 1 ${long / 2} ${-long / 2}`;

const DRAWN: Record<string, (of: Frame) => string> = {
  door: shut, "locked door": shut, "open door": open, vent, pitfall: hole,
  barricade: boxes, openwork: boxes,
  platform: (of) => across(of, 70),
  ladder: (of) => across(of, 13),
  impassable: boxes,
  difficult: (of) => strewn(of, 90, (x, y) => `M${x - 16} ${y + 10}l12 -22l20 6l4 16Z`),
  dangerous: (of) => strewn(of, 110, (x, y) => `M${x} ${y - 24}l24 42h-48ZM${x} ${y - 8}v12`),
  field: (of) => strewn(of, 110, (x, y) => `M${x - 22} ${y}h44`),
  forest: (of) => strewn(of, 190, (x, y) => `M${x - 50} ${y}a50 50 0 1 0 100 0a50 50 0 1 0 -100 0M${x} ${y}v1`),
  water: (of) => strewn(of, 120, (x, y) => `M${x - 36} ${y}q18 -18 36 0t36 0`),
  hill: ({ long, wide }) => [0.72, 0.42].map((s) =>
    `M${(-long / 2) * s} 0a${(long / 2) * s} ${(wide / 2) * s} 0 1 0 ${long * s} 0a${(long / 2) * s} ${(wide / 2) * s} 0 1 0 ${-long * s} 0`).join(""),
};

/** Kinds whose height would only clutter the drawing: it is told when one points at them. */
const UNMEASURED = new Set([
  "door", "open door", "locked door", "terminal", "generator", "vent", "pitfall", "ladder", "difficult", "dangerous", "water", "field",
]);
export const isMeasured = (kind: string): boolean => !UNMEASURED.has(kind);
/** Kinds without a body that could cast a shadow. */
const FLAT = new Set(["floor", "road", "crater", "open door", "pitfall", "difficult", "dangerous", "water", "field"]);
export const isFlat = (kind: string): boolean => FLAT.has(kind);
/** A small device is drawn as a sign, so that it can be seen at all. */
const DEVICES: Record<string, string> = { terminal: "M4 5h16v11H4ZM9 20h6M12 16v4M7 9l3 2-3 2M12 13h4", generator: "M13 3L6 13h5l-1 8 8-11h-6Z" };
export const device = (kind: string): string | undefined => DEVICES[kind];

/** What makes a kind of terrain known at sight, within its outline. */
export function inner(piece: Terrain): SVGTemplateResult | typeof nothing {
  const [of, draw] = [frame(piece.o), DRAWN[piece.k]];
  if (!of || !draw) return nothing;
  const place = `translate(${of.x} ${of.y}) rotate(${of.turn})`;
  return svg`<g class="inner" transform=${place} aria-hidden="true"><path d=${draw(of)}></path>
    ${piece.k === "open door" ? svg`<path class="arc" d=${arcs(of)}></path>` : nothing}</g>`;
}
