import { nothing, svg, type SVGTemplateResult } from "lit";

import type { Badge, Colour, Flat, Table, Terrain, Zone } from "../timeline/types";
import { badge, MARKER } from "./marks";
import { device, inner, isFlat, isMeasured } from "./pieces";
import { seeded } from "./seed";
import { hull } from "./units";

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
export function marginOf(table: { w: number; d: number }): { left: number; top: number; right: number; bottom: number } {
  const most = Math.max(table.w, table.d);
  const [near, far] = [Math.round(most * 0.018), Math.round(most * 0.04)];
  return { left: far, top: Math.round(most * 0.033), right: near, bottom: near };
}

/** Whether a table is so wide that signs are drawn larger than to scale, and units are labelled instead of models. */
export const isWide = (table: Table): boolean => table.w > 4000;

const points = (outline: Flat[]): string => outline.map((point) => point.join(",")).join(" ");

/** Length in inches with at most two decimals. */
export function inches(hundredths: number): string {
  const figure = String(Number((hundredths / INCH).toFixed(2)));
  return `${document.documentElement.lang === "ru" ? figure.replace(".", ",") : figure}″`;
}

/** The bare table: its ground, a cross every six inches, and the border of a map sheet, whose blocks are six inches long. */
export function surface(table: Table, reversed: { x: boolean; y: boolean }): SVGTemplateResult {
  const bare = svg`<rect class="felt" width=${table.w} height=${table.d}></rect>`;
  // Where no place was recorded there is nothing to measure.
  if (table.sketch) return bare;
  return svg`${bare}${soil(table)}<path class="crosses" d=${crosses(table)}></path>${border(table, reversed)}`;
}

const SIX = 6 * INCH;
const sixes = (to: number): number[] => Array.from({ length: Math.ceil(to / SIX) }, (_, index) => index * SIX);

function crosses(table: Table): string {
  return sixes(table.w).slice(1).flatMap((x) => sixes(table.d).slice(1).map((y) => `M${x - 18} ${y}h36M${x} ${y - 18}v36`)).join("");
}

/** Lighter and darker ground, and grass here and there: the same on every table of the same size. */
function soil(table: Table): SVGTemplateResult {
  const random = seeded(`${table.w}x${table.d}`);
  const patches = Array.from({ length: 9 }, (_, index) => svg`<ellipse fill=${`url(#soil-${index % 2 ? "light" : "dark"})`}
    cx=${Math.round(random() * table.w)} cy=${Math.round(random() * table.d)} rx=${Math.round(table.w * (0.13 + random() * 0.24))}
    ry=${Math.round(table.d * (0.13 + random() * 0.27))}></ellipse>`);
  const tufts = Array.from({ length: Math.min(320, Math.round((table.w * table.d) / 36000)) }, () => {
    const [x, y, size] = [Math.round(random() * (table.w - 30)) + 15, Math.round(random() * (table.d - 30)) + 20, Math.round(9 + random() * 9)];
    return `M${x} ${y}v${-size}m-6 ${size}l-5 ${-Math.round(size * 0.6)}m17 ${Math.round(size * 0.6)}l5 ${-Math.round(size * 0.6)}`;
  });
  return svg`<defs><clipPath id="table-edge"><rect width=${table.w} height=${table.d}></rect></clipPath>
      ${["light", "dark"].map((kind) => svg`<radialGradient id=${`soil-${kind}`} class=${kind}><stop offset="0"></stop><stop class="end" offset="1"></stop></radialGradient>`)}
    </defs><g class="soil" clip-path="url(#table-edge)">${patches}<path class="grass" d=${tufts.join("")}></path></g>`;
}

/** The border of a map sheet: blocks of six inches in turn filled and empty, and inches along two edges. */
function border(table: Table, reversed: { x: boolean; y: boolean }): SVGTemplateResult {
  const { w, d } = table;
  const deep = Math.round(marginOf(table).right * 0.28);
  const odd = (to: number): [number, number][] => sixes(to).filter((at) => (at / SIX) % 2).map((at) => [at, Math.min(SIX, to - at)]);
  const from = (at: number, long: number, to: number, back: boolean): number => (back ? to - at - long : at);
  const blocks = [
    ...odd(w).map(([at, long]) => `M${from(at, long, w, reversed.x)} ${-deep}h${long}v${deep}h${-long}zm0 ${d + deep}h${long}v${deep}h${-long}z`),
    ...odd(d).map(([at, long]) => `M${-deep} ${from(at, long, d, reversed.y)}v${long}h${deep}v${-long}zm${w + deep} 0v${long}h${deep}v${-long}z`),
  ];
  return svg`<g class="ruler" aria-hidden="true">
    <path class="blocks" d=${blocks.join("")}></path>
    <path class="edge" d=${`M0 0H${w}V${d}H0zM${-deep} ${-deep}H${w + deep}V${d + deep}H${-deep}z`}></path>
    ${sixes(w).slice(1).map((x) => svg`<text x=${reversed.x ? w - x : x} y=${-deep * 1.7} text-anchor="middle">${inches(x)}</text>`)}
    ${sixes(d).slice(1).map((y) => svg`<text x=${-deep * 1.7} y=${reversed.y ? d - y : y} dominant-baseline="central" text-anchor="end">${inches(y)}</text>`)}
  </g>`;
}

/** Where a side sets up, named along the edge of the table that is nearest. */
export function zone(area: Zone, table: Table): SVGTemplateResult {
  const [middle, across] = centre(area.o);
  const [wide, deep] = extent(area.o);
  const upright = deep > wide;
  const [x, y] = upright ? [middle < table.w / 2 ? middle - wide / 2 : middle + wide / 2, across] : [middle, across < table.d / 2 ? across - deep / 2 : across + deep / 2];
  const beyond = upright ? (middle < table.w / 2) : across < table.d / 2;
  return svg`<g class="zone ${beyond ? "" : "far"}"><polygon points=${points(area.o)}></polygon>
    <g transform="translate(${x} ${y})${upright ? " rotate(-90)" : ""}"><text text-anchor="middle">${area.n}</text></g></g>`;
}

/** A piece with the shadow its height casts, and its height if it matters. */
export function terrain(piece: Terrain, { title, scale, signs, manner, pick }: Piece): SVGTemplateResult {
  const [x, y] = centre(piece.o);
  const [wide, deep] = extent(piece.o);
  const sign = device(piece.k);
  if (piece.k === "marker")
    return svg`<g class="terrain kind-marker badge ${manner}" data-terrain=${piece.id} @click=${pick} transform="translate(${x} ${y}) scale(${scale})">
      <title>${title}</title><circle r="30"></circle>
      <g transform="translate(-21 -21) scale(1.75)">${badge(MARKER)}</g></g>`;
  return svg`<g class="terrain kind-${slug(piece.k)} ${manner}" data-terrain=${piece.id} data-kind=${piece.k} @click=${pick}>
    <title>${title}</title>
    ${isFlat(piece.k) ? nothing : svg`<polygon class="shadow" points=${points(shadow(piece))}></polygon>`}
    <polygon class="body" points=${points(piece.o)}></polygon>
    ${inner(piece)}
    ${sign ? svg`<g class="device" transform="translate(${x} ${y})"><rect x="-38" y="-38" width="76" height="76" rx="12"></rect>
      <g transform="translate(-27 -27) scale(2.25)">${badge({ n: "", d: sign })}</g></g>` : nothing}
    ${isFlat(piece.k) || !isMeasured(piece.k) ? nothing : svg`<text class="high" x=${x} y=${y - deep / 2} text-anchor="middle">${piece.k === "endless wall" ? "∞" : inches(piece.h + piece.f)}</text>`}
    ${piece.k === "ruin" || piece.k === "building"
      ? svg`<text class="piece-name" x=${x} y=${y + deep / 2} text-anchor="middle">${piece.n}</text>`
      : nothing}
    ${signs.filter((each) => !each.aside).map((each, index) => svg`<g class="on-terrain ${each.colour}" data-badge=${each.kind}
      transform="translate(${Math.round(x - wide / 2 + 60 * scale * (index + 0.75))} ${Math.round(y - deep / 2 + 70 * scale)}) scale(${scale})">${
      each.badge.f ? flag(each) : plaque(each)}</g>`)}
  </g>`;
}

/** The shadow of a body under light from the north-west: the hull of its outline and of itself moved. */
function shadow(piece: Terrain): Flat[] {
  const far = 8 + Math.round(piece.h * 0.085);
  return hull([...piece.o, ...piece.o.map(([x, y]): Flat => [x + far, y + far])]);
}

/** What a side has planted: square with a disc for blue, swallow-tailed with a diamond for amber. */
const flag = ({ colour, badge: drawn }: Sign): SVGTemplateResult => svg`<path class="pole" d="M0 34V-50"></path>
  <path class="cloth" d=${colour === "amber" ? "M0 -50h72l-18 23l18 23h-72z" : "M0 -50h66v46h-66z"}></path>
  <g class="badge" transform="translate(12 -46) scale(1.55)">${badge(drawn)}</g>`;

/** Any other status of a piece. */
const plaque = ({ badge: drawn }: Sign): SVGTemplateResult =>
  svg`<g class="badge"><circle r="27"></circle><g transform="translate(-21 -21) scale(1.75)">${badge(drawn)}</g></g>`;

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
