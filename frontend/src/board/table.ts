import { nothing, svg, type SVGTemplateResult } from "lit";

import type { Badge, Colour, Flat, Table, Terrain, Zone } from "../timeline/types";
import { badge, MARKER } from "./marks";
import { device, inner, isFlat, isMeasured } from "./pieces";

/** The statuses of a piece of terrain, each with the colour of its side. */
export interface Sign {
  kind: string;
  badge: Badge;
  colour: Colour | "";
  /** What it says, with whose or how much. */
  told: string;
  /** Whether it only names another piece, and is told but not drawn. */
  aside?: boolean;
}

/** How a piece is drawn: what it is in words, its signs, the size of letters, further classes. */
export interface Piece {
  title: string;
  scale: number;
  signs: Sign[];
  manner: string;
  pick: () => void;
}

export const INCH = 100;
/** Room around the table for the ruler: left, top, right, bottom. */
export const marginOf = (table: Table): { left: number; top: number; right: number; bottom: number } =>
  isWide(table) ? { left: 230, top: 160, right: 90, bottom: 40 } : { left: 150, top: 110, right: 70, bottom: 36 };

/** Whether a table is so wide that signs are drawn larger than to scale, and units are labelled instead of models. */
export const isWide = (table: Table): boolean => table.w > 4000;

const points = (outline: Flat[]): string => outline.map((point) => point.join(",")).join(" ");

/** Length in inches with at most two decimals. */
export const inches = (hundredths: number): string => `${Number((hundredths / INCH).toFixed(2))}″`;

/** The bare table. A ruler that is `reversed` counts from the far end. */
export function surface(table: Table, reversed: { x: boolean; y: boolean }): SVGTemplateResult {
  // Where no place was recorded there is nothing to measure.
  if (table.sketch) return svg`<rect class="felt" width=${table.w} height=${table.d}></rect>`;
  return svg`
    <rect class="felt" width=${table.w} height=${table.d}></rect>
    <path class="grid" d=${grid(table, 1)}></path>
    <path class="grid six" d=${grid(table, 6)}></path>
    <rect class="edge" width=${table.w} height=${table.d}></rect>
    ${ruler(table, reversed)}`;
}

function grid(table: Table, every: number): string {
  const lines: string[] = [];
  for (let x = every * INCH; x < table.w; x += every * INCH) lines.push(`M${x} 0V${table.d}`);
  for (let y = every * INCH; y < table.d; y += every * INCH) lines.push(`M0 ${y}H${table.w}`);
  return lines.join("");
}

/** Inches along two edges, numbered every six. */
function ruler(table: Table, reversed: { x: boolean; y: boolean }): SVGTemplateResult {
  const ticks: string[] = [];
  const numbers: SVGTemplateResult[] = [];
  for (let x = 0; x <= table.w; x += INCH) ticks.push(`M${reversed.x ? table.w - x : x} 0v${x % 600 ? -18 : -34}`);
  for (let y = 0; y <= table.d; y += INCH) ticks.push(`M0 ${reversed.y ? table.d - y : y}h${y % 600 ? -18 : -34}`);
  for (let x = 0; x <= table.w; x += 600)
    numbers.push(svg`<text x=${reversed.x ? table.w - x : x} y="-48" text-anchor="middle">${inches(x)}</text>`);
  for (let y = 600; y <= table.d; y += 600)
    numbers.push(svg`<text x="-46" y=${(reversed.y ? table.d - y : y) + 18} text-anchor="end">${inches(y)}</text>`);
  return svg`<g class="ruler" aria-hidden="true"><path d=${ticks.join("")}></path>${numbers}</g>`;
}

export function zone(area: Zone, table: Table): SVGTemplateResult {
  const [middle, y] = centre(area.o);
  const [wide, deep] = extent(area.o);
  const x = deep <= wide ? middle : middle < table.w / 2 ? middle - wide / 2 + 75 : middle + wide / 2 - 35;
  const turn = deep > wide ? `rotate(-90 ${x} ${y})` : "";
  return svg`<g class="zone"><polygon points=${points(area.o)}></polygon>
    <text x=${x} y=${y} transform=${turn} text-anchor="middle">${area.n}</text></g>`;
}

/** A piece with the shadow its height casts, and its height written on it if there is room. */
export function terrain(piece: Terrain, { title, scale, signs, manner, pick }: Piece): SVGTemplateResult {
  const [x, y] = centre(piece.o);
  const [wide, deep] = extent(piece.o);
  const drop = Math.min(90, piece.h * 0.12);
  const level = piece.h <= 150 ? "low" : piece.h <= 350 ? "middle" : "tall";
  const flat = isFlat(piece.k);
  const sign = device(piece.k);
  if (piece.k === "marker")
    return svg`<g class="terrain kind-marker badge ${manner}" data-terrain=${piece.id} @click=${pick} transform="translate(${x} ${y}) scale(${scale})">
      <title>${title}</title><circle r="30"></circle>
      <g transform="translate(-21 -21) scale(1.75)">${badge(MARKER)}</g></g>`;
  const turned = deep > wide * 1.6;
  const across = Math.min(wide, deep);
  const size = (across < 140 ? 42 : 56) * scale;
  const offset = across < 90 ? -(across / 2 + 26) : 0;
  const turn = turned ? `rotate(-90 ${x} ${y})` : "";
  return svg`<g class="terrain ${level} kind-${slug(piece.k)} ${manner}" data-terrain=${piece.id} data-kind=${piece.k} @click=${pick}>
    <title>${title}</title>
    ${flat ? nothing : svg`<polygon class="shadow" points=${points(piece.o)} transform="translate(${drop} ${drop})"></polygon>`}
    <polygon class="body" points=${points(piece.o)}></polygon>
    ${inner(piece)}
    ${sign ? svg`<g class="device" transform="translate(${x} ${y})"><rect x="-38" y="-38" width="76" height="76" rx="12"></rect>
      <g transform="translate(-27 -27) scale(2.25)">${badge({ n: "", d: sign })}</g></g>` : nothing}
    ${flat || !isMeasured(piece.k) ? nothing : svg`<text class=${offset ? "beside" : ""} x=${x} y=${y + offset + size * 0.35} transform=${turn}
      font-size=${size} text-anchor="middle">${piece.k === "endless wall" ? "∞" : inches(piece.h + piece.f)}</text>`}
    ${piece.k === "ruin" || piece.k === "building"
      ? svg`<text class="piece-name" x=${x} y=${y + deep / 2 - 14} text-anchor="middle">${piece.n}</text>`
      : nothing}
    ${signs.filter((each) => !each.aside).map(({ kind, badge: drawn, colour }, index) => svg`<g class="badge on-terrain ${colour}" data-badge=${kind}
      transform="translate(${x - wide / 2 + 60 * scale * (index + 0.75)} ${y - deep / 2 + 45 * scale}) scale(${scale})">
      <circle r="27"></circle><g transform="translate(-21 -21) scale(1.75)">${badge(drawn)}</g></g>`)}
  </g>`;
}

/** The current pieces: those the game began with, changed and added to; 0 means removed. */
export function stands<T extends { id: string }>(began: T[], now: Record<string, T | 0>): T[] {
  const known = new Set(began.map((piece) => piece.id));
  const joined = Object.entries(now).flatMap(([id, piece]) => (piece && !known.has(id) ? [piece] : []));
  const kept = began.flatMap((piece) => {
    const changed = now[piece.id];
    return changed === undefined ? [piece] : changed ? [changed] : [];
  });
  return [...kept, ...joined].sort((one, other) => height(one) - height(other));
}

/** What stands higher is drawn above what is below it. */
const height = (piece: { id: string } & Partial<Terrain>): number => piece.f ?? 0;

/** A kind as a class: `open-door`. */
const slug = (kind: string): string => kind.replaceAll(" ", "-") || "solid";

export function centre(outline: Flat[]): Flat {
  const [xs, ys] = [outline.map((point) => point[0]), outline.map((point) => point[1])];
  return [(Math.min(...xs) + Math.max(...xs)) / 2, (Math.min(...ys) + Math.max(...ys)) / 2];
}

function extent(outline: Flat[]): Flat {
  const [xs, ys] = [outline.map((point) => point[0]), outline.map((point) => point[1])];
  return [Math.max(...xs) - Math.min(...xs), Math.max(...ys) - Math.min(...ys)];
}
