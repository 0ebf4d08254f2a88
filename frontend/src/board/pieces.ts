// What a kind of terrain looks like. Its outline is exact; what is drawn inside is decoration that the piece's id decides,
// so that a table looks the same every time. A drawing is a few paths, each with a class of board.css.
import { nothing, svg, type SVGTemplateResult } from "lit";

import type { Flat, Terrain } from "../timeline/types";
import { box, disc, parts, site, stone, strewn, type Site } from "./site";

/** A path and its class. */
export type Mark = [string, string];

const lines = (places: number[], draw: (at: number) => string): string => places.map(draw).join("");

/** The side away from the light, which comes from the upper left whichever way a piece is turned. */
function unlit({ turn }: Site, [x, y]: Flat): boolean {
  const angle = (turn * Math.PI) / 180;
  return x * Math.cos(angle) - y * Math.sin(angle) + x * Math.sin(angle) + y * Math.cos(angle) > 0;
}

const stones = (of: Site, each: number, least: number, more: number, most?: number): string =>
  strewn(of, each, 25, most).map((at) => stone(at, least + of.random() * more, of.random)).join("");

/** Boards along a floor with their joints. */
function planks(of: Site, broad: number): string {
  const { long, wide, random } = of;
  const rows = [-wide / 2, ...parts(-wide / 2, wide / 2, broad), wide / 2];
  const joints = rows.slice(1).flatMap((row, index) => {
    const x = Math.round((random() - 0.5) * long * 0.9);
    return random() < 0.7 ? [`M${x} ${Math.round(rows[index]!)}V${Math.round(row)}`] : [];
  });
  return rows.slice(1, -1).map((y) => `M${-long / 2} ${y}H${long / 2}`).join("") + joints.join("");
}

const THICK = 26;

/** Thick walls along the outline with windows and breaches, the stones of these, and a floor. */
function ruin(of: Site): Mark[] {
  const { outline, random } = of;
  const [walls, windows, rubble]: [string[], string[], string[]] = [[], [], []];
  const clockwise = area(outline) > 0 ? 1 : -1;
  outline.forEach((start, index) => {
    const end = outline[(index + 1) % outline.length]!;
    const length = Math.hypot(end[0] - start[0], end[1] - start[1]) || 1;
    const [ux, uy] = [(end[0] - start[0]) / length, (end[1] - start[1]) / length];
    const [nx, ny] = [-uy * clockwise, ux * clockwise];
    const at = (along: number, deep: number): Flat => [start[0] + ux * along + nx * deep, start[1] + uy * along + ny * deep];
    const bar = (from: number, to: number, outer: number, deep: number): string =>
      `M${[at(from, outer), at(to, outer), at(to, outer + deep), at(from, outer + deep)].map(([x, y]) => `${Math.round(x)} ${Math.round(y)}`).join("L")}z`;
    const thick = Math.min(THICK, length / 6);
    let done = 0;
    let run = 80 + random() * 100;
    while (done < length) {
      const stop = length - done - run < 120 ? length : done + run;
      walls.push(bar(done, stop, 0, thick));
      if (stop >= length) break;
      const breach = random() < 0.3;
      const gap = Math.min(length - stop - 40, breach ? 90 + random() * 120 : 46 + random() * 34);
      if (breach) for (let each = 0; each < 6; each += 1) rubble.push(stone(at(stop + random() * gap, random() * 70), 7 + random() * 12, random));
      else windows.push(bar(stop, stop + gap, thick * 0.35, thick * 0.3));
      done = stop + gap;
      run = 80 + random() * 170;
    }
  });
  return [
    ["planks", outline.length === 4 ? planks(of, 42) : ""], ["stones", rubble.join("") + stones(of, 30000, 5, 10, 16)],
    ["pane", windows.join("")], ["solid", walls.join("")],
  ];
}

const area = (outline: Flat[]): number =>
  outline.reduce((sum, [x, y], index) => {
    const [nextX, nextY] = outline[(index + 1) % outline.length]!;
    return sum + x * nextY - nextX * y;
  }, 0);

/** A wall from above: its coping, its dark side, its joints. */
function wall(of: Site): Mark[] {
  const { long, wide } = of;
  const side = unlit(of, [0, 1]) ? 1 : -1;
  return [
    ["dim", box(-long / 2, side > 0 ? wide * 0.22 : -wide / 2, long, wide * 0.28)],
    ["shine", box(-long / 2, side > 0 ? -wide / 2 : wide * 0.22, long, wide * 0.28)],
    ["joint", lines(parts(-long / 2, long / 2, 125), (x) => `M${x} ${-wide / 2}v${wide}`)],
  ];
}

/** A deck with sloping sides, or the flat deck of a walkway. */
function platform(of: Site): Mark[] {
  const { long, wide } = of;
  const rim = Math.min(24, wide / 5);
  const [x, y] = [long / 2, wide / 2];
  const slopes: [Flat, string][] = [
    [[1, 0], `M${x} ${-y}V${y}L${x - rim} ${y - rim}V${rim - y}z`], [[-1, 0], `M${-x} ${-y}V${y}L${rim - x} ${y - rim}V${rim - y}z`],
    [[0, 1], `M${-x} ${y}H${x}L${x - rim} ${y - rim}H${rim - x}z`], [[0, -1], `M${-x} ${-y}H${x}L${x - rim} ${rim - y}H${rim - x}z`],
  ];
  return [
    ["deck", box(rim - x, rim - y, long - 2 * rim, wide - 2 * rim)],
    ["dim", slopes.filter(([out]) => unlit(of, out)).map(([, path]) => path).join("")],
    ["grate", lines(parts(rim - x, x - rim, 44), (at) => `M${at} ${rim - y}V${y - rim}`)],
    ["joint", `M${-x} ${-y}l${rim} ${rim}M${x} ${-y}l${-rim} ${rim}M${-x} ${y}l${rim} ${-rim}M${x} ${y}l${-rim} ${-rim}`],
  ];
}

/** Cylinders that stand beside each other. */
function tanks({ long, wide }: Site): Mark[] {
  const count = Math.max(1, Math.round((long / wide) * 1.15));
  const r = Math.min(wide * 0.44, (long / count / 2) * 0.94);
  const middles = Array.from({ length: count }, (_, index) => -long / 2 + (long * (index + 0.5)) / count);
  const rib = (x: number, turn: number): string => {
    const [c, s] = [Math.cos(turn) * r, Math.sin(turn) * r];
    return `M${Math.round(x + c * 0.32)} ${Math.round(s * 0.32)}L${Math.round(x + c)} ${Math.round(s)}`;
  };
  return [
    ["mass", lines(middles, (x) => disc(x, 0, r))],
    ["grate", middles.map((x) => Array.from({ length: 8 }, (_, index) => rib(x, (index * Math.PI) / 4)).join("")).join("")],
    ["deck", lines(middles, (x) => disc(x, 0, r * 0.3))],
  ];
}

/** Boxes in rows with crossed boards. */
function crates({ long, wide }: Site): Mark[] {
  const [columns, rows] = [Math.max(1, Math.round(long / Math.max(70, Math.min(wide, 110)))), Math.max(1, Math.round(wide / 110))];
  const [each, deep] = [long / columns, wide / rows];
  const cells = Array.from({ length: columns * rows }, (_, index): Flat =>
    [-long / 2 + each * (index % columns) + 3, -wide / 2 + deep * Math.floor(index / columns) + 3]);
  const [w, d] = [Math.round(each - 6), Math.round(deep - 6)];
  return [
    ["mass", cells.map(([x, y]) => box(x, y, w, d)).join("")],
    ["joint", cells.map(([x, y]) => `M${Math.round(x)} ${Math.round(y)}l${w} ${d}m${-w} 0l${w} ${-d}`).join("")],
  ];
}

/** The roof of a house: two halves and a ridge. */
function building(of: Site): Mark[] {
  const { long, wide } = of;
  const [x, y] = [long / 2, wide / 2];
  if (of.outline.length !== 4) return [["joint", ring(of.outline, 0.8)]];
  const low = unlit(of, [0, 1]) ? 1 : -1;
  const hip = Math.min(y, x * 0.8);
  return [
    ["dim", `M${-x} ${low * y}H${x}L${x - hip} 0H${hip - x}z`],
    ["grate", lines(parts(-y, y, 40), (at) => `M${-x + hip * (1 - Math.abs(at) / y)} ${at}H${x - hip * (1 - Math.abs(at) / y)}`)],
    ["joint", `M${hip - x} 0H${x - hip}M${-x} ${-y}L${hip - x} 0L${-x} ${y}M${x} ${-y}L${x - hip} 0L${x} ${y}`],
  ];
}

/** The outline once more, drawn in towards the middle. */
const ring = (outline: Flat[], share: number): string =>
  `M${outline.map(([x, y]) => `${Math.round(x * share)} ${Math.round(y * share)}`).join("L")}z`;

function container({ long, wide }: Site): Mark[] {
  return [
    ["grate", lines(parts(-long / 2, long / 2, 22), (x) => `M${x} ${-wide / 2 + 8}V${wide / 2 - 8}`)],
    ["joint", `${box(-long / 2 + 8, -wide / 2 + 8, long - 16, wide - 16)}M${long / 2 - 8} 0h-30`],
  ];
}

function pipes({ long, wide }: Site): Mark[] {
  return [
    ["shine", box(-long / 2, -wide * 0.3, long, wide * 0.18)], ["grate", `M${-long / 2} 0H${long / 2}`],
    ["joint", lines(parts(-long / 2, long / 2, 130), (x) => `M${x - 6} ${-wide / 2 - 4}v${wide + 8}M${x + 6} ${-wide / 2 - 4}v${wide + 8}`)],
  ];
}

const pews = ({ long, wide }: Site): Mark[] => [["joint", lines(parts(-wide / 2, wide / 2, 22), (y) => `M${-long / 2} ${y}H${long / 2}`)]];

function road(of: Site): Mark[] {
  const { long, wide } = of;
  const cobbles = strewn(of, 9000, 15, 90).map(([x, y]) => `M${Math.round(x)} ${Math.round(y)}h${Math.round(8 + of.random() * 12)}`);
  return [
    ["cobble", cobbles.join("")], ["kerb", `M${-long / 2} ${14 - wide / 2}H${long / 2}M${-long / 2} ${wide / 2 - 14}H${long / 2}`],
    ["middle", `M${-long / 2} 0H${long / 2}`],
  ];
}

/** A bowl with hachures, a little uneven. */
function crater({ long, wide, random }: Site): Mark[] {
  const rim = Array.from({ length: 28 }, (_, index): Flat => {
    const [angle, far] = [(index * Math.PI) / 14, 0.44 + random() * 0.05];
    return [Math.round(Math.cos(angle) * long * far), Math.round(Math.sin(angle) * wide * far)];
  });
  const ticks = rim.map(([x, y]) => {
    const share = 0.74 + random() * 0.1;
    return `M${x} ${y}L${Math.round(x * share)} ${Math.round(y * share)}`;
  });
  return [["bowl", ring(rim, 1) + ring(rim, 0.56)], ["hachure", ticks.join("") + ring(rim, 1)]];
}

const rubble = (of: Site): Mark[] => [["stones", stones(of, 6000, 8, 20)], ["stones dark", stones(of, 9000, 6, 16)]];

/** Crowns of trees: large ones first, none outside the wood. */
function forest(of: Site): Mark[] {
  const crowns = strewn(of, 19000, 60, 44).map(([x, y]): [number, number, number] => [x, y, 42 + of.random() * 38]);
  const crown = ([x, y, r]: [number, number, number]): string => {
    const lobes = 7;
    const edge = Array.from({ length: lobes }, (_, index) => {
      const [angle, next] = [(index * 2 * Math.PI) / lobes, ((index + 1) * 2 * Math.PI) / lobes];
      const [ex, ey] = [Math.round(x + Math.cos(next) * r), Math.round(y + Math.sin(next) * r)];
      return `${index ? "" : `M${Math.round(x + Math.cos(angle) * r)} ${Math.round(y + Math.sin(angle) * r)}`}A${Math.round(r * 0.52)} ${Math.round(r * 0.52)} 0 0 1 ${ex} ${ey}`;
    });
    return `${edge.join("")}z`;
  };
  return [
    ["crown-shade", crowns.map(([x, y, r]) => crown([x + 10, y + 12, r])).join("")],
    ["crown", crowns.map(crown).join("")],
    ["leaf", crowns.map(([x, y, r]) => `M${Math.round(x - r * 0.5)} ${Math.round(y)}q${Math.round(r * 0.1)} ${Math.round(-r * 0.5)} ${Math.round(r * 0.6)} ${Math.round(-r * 0.5)}`).join("")],
  ];
}

const water = (of: Site): Mark[] => [
  ["wave", strewn(of, 15000, 50).map(([x, y]) => `M${Math.round(x - 36)} ${Math.round(y)}q18 -16 36 0t36 0`).join("")],
];

const field = ({ long, wide }: Site): Mark[] => [
  ["furrow", lines(parts(-wide / 2, wide / 2, 46), (y) => `M${Math.round(-long / 2 + 14)} ${y}H${Math.round(long / 2 - 14)}`)],
];

/** Contours with the short strokes of a map. */
function hill(of: Site): Mark[] {
  const { long, wide } = of;
  const strokes = Array.from({ length: 40 }, (_, index) => {
    const angle = (index * Math.PI) / 20;
    const [x, y] = [Math.cos(angle) * long * 0.5, Math.sin(angle) * wide * 0.5];
    return `M${Math.round(x * 0.93)} ${Math.round(y * 0.93)}L${Math.round(x * 0.8)} ${Math.round(y * 0.8)}`;
  });
  const contour = (share: number): string => {
    const [rx, ry] = [Math.round((long / 2) * share), Math.round((wide / 2) * share)];
    return `M${-rx} 0a${rx} ${ry} 0 1 0 ${2 * rx} 0a${rx} ${ry} 0 1 0 ${-2 * rx} 0z`;
  };
  return [["contour", contour(0.74) + contour(0.42)], ["hachure", strokes.join("")]];
}

/** Loops of wire between two posts. */
function wire({ long, wide }: Site): Mark[] {
  const r = Math.max(12, wide / 2);
  const loops = Array.from({ length: Math.max(1, Math.floor((long - r) / (r * 0.95))) }, (_, index) => disc(-long / 2 + r + index * r * 0.95, 0, r));
  return [["wire", loops.join("")], ["post", `M${-long / 2} ${-r - 6}v${2 * r + 12}M${long / 2} ${-r - 6}v${2 * r + 12}`]];
}

function traps({ long, wide, random }: Site): Mark[] {
  const count = Math.max(1, Math.round(long / 100));
  const arms = Array.from({ length: count }, (_, index) => {
    const [x, first, far] = [-long / 2 + (long * (index + 0.5)) / count, random(), Math.max(24, wide * 0.48)];
    return [0, 1.05, 2.1].map((turn) => {
      const [c, s] = [Math.round(Math.cos(first + turn) * far), Math.round(Math.sin(first + turn) * far)];
      return `M${Math.round(x) - c} ${-s}L${Math.round(x) + c} ${s}`;
    }).join("");
  });
  return [["girder", arms.join("")]];
}

/** Two lips of earth and the boards between them. */
const trench = ({ long, wide }: Site): Mark[] => [
  ["dim", box(-long / 2, -wide * 0.26, long, wide * 0.52)],
  ["grate", lines(parts(-long / 2, long / 2, 40), (x) => `M${x} ${Math.round(-wide * 0.26)}v${Math.round(wide * 0.52)}`)],
];

/** The burnt-out hull of a vehicle. */
function wreck({ long, wide, random }: Site): Mark[] {
  const [x, y] = [long / 2, wide / 2];
  const crack = (from: number): string =>
    `M${Math.round(from)} ${-y}l${Math.round((random() - 0.5) * 60)} ${Math.round(wide * 0.35)}l${Math.round((random() - 0.5) * 60)} ${Math.round(wide * 0.3)}`;
  return [
    ["tread", box(14 - x, -y, long - 28, wide * 0.2) + box(14 - x, y - wide * 0.2, long - 28, wide * 0.2)],
    ["dim", box(-x * 0.7, -wide * 0.22, long * 0.5, wide * 0.44)], ["joint", crack(-x * 0.5) + crack(x * 0.1) + crack(x * 0.6)],
  ];
}

/** Great rocks, one on the other. */
const rocks = (of: Site): Mark[] => {
  const [low, high] = [strewn(of, 26000, 90, 12), strewn(of, 60000, 120, 6)];
  return [
    ["mass", low.map((at) => stone(at, 60 + of.random() * 40, of.random)).join("")],
    ["deck", high.map((at) => stone(at, 40 + of.random() * 30, of.random)).join("")],
  ];
};

const dangerous = (of: Site): Mark[] => [
  ["joint", strewn(of, 14000, 40).map(([x, y]) => `M${Math.round(x)} ${Math.round(y - 22)}l22 38h-44zM${Math.round(x)} ${Math.round(y - 8)}v11`).join("")],
];

/** A hole: smaller and smaller rims, joined at the corners. */
function pit({ long, wide }: Site): Mark[] {
  const corners = [[1, 1], [1, -1], [-1, 1], [-1, -1]].map(([a = 0, b = 0]) => `M${(a * long) / 2} ${(b * wide) / 2}L${a * long * 0.21} ${b * wide * 0.21}`);
  const rim = (share: number): string => box((-long / 2) * share, (-wide / 2) * share, long * share, wide * share);
  return [["joint", rim(0.7) + rim(0.42) + corners.join("")]];
}

function vent({ long, wide }: Site): Mark[] {
  const [x, y] = [long / 2, wide / 2];
  const head = (side: number): string => `M${side * (x + 6)} ${-y}L${side * (x + 40)} 0L${side * (x + 6)} ${y}`;
  return [["joint", lines(parts(-x, x, 24), (at) => `M${at} ${-y}V${y}`) + head(1) + head(-1)]];
}

/** Two leaves that meet in the middle. */
function shut({ long, wide }: Site): Mark[] {
  const y = Math.max(wide / 2, 30);
  return [["leaf-of-door", `M${-long / 2} ${-y}V${y}M${long / 2} ${-y}V${y}M0 ${-wide / 2}V${wide / 2}`]];
}

/** Two leaves turned out of the doorway, with the arcs along which they went. */
function open({ long, wide }: Site): Mark[] {
  const [x, y] = [long / 2, Math.max(wide / 2, 30)];
  return [
    ["leaf-of-door", `M${-x} ${y}V${-x}M${x} ${y}V${-x}`], ["arc", `M${-x} ${-x}A${x} ${x} 0 0 1 0 0A${x} ${x} 0 0 1 ${x} ${-x}`],
  ];
}

const ladder = ({ long, wide }: Site): Mark[] => [["joint", lines(parts(-long / 2, long / 2, 13), (x) => `M${x} ${-wide / 2}V${wide / 2}`)]];
const openwork = ({ long, wide }: Site): Mark[] => [["joint", lines([-long / 2, ...parts(-long / 2, long / 2, wide)], (x) => {
  const step = long / Math.max(1, Math.round(long / wide));
  return `M${Math.round(x)} ${-wide / 2}l${Math.round(step)} ${wide}M${Math.round(x)} ${wide / 2}l${Math.round(step)} ${-wide}`;
})]];
const floor = (of: Site): Mark[] => (of.outline.length === 4 ? [["planks", planks(of, 60)]] : []);

const DRAWN: Record<string, (of: Site) => Mark[]> = {
  ruin, ruins: ruin, building, castle: building, wall, "endless wall": wall, platform, tanks, container, pipes, pews,
  crates, barricade: crates, road, crater, rubble, difficult: rubble, forest, water, river: water, field, hill,
  "razor-wire": wire, "tank-trap": traps, trench, wreck, impassable: rocks, dangerous, pitfall: pit, vent, ladder,
  openwork, floor, door: shut, "locked door": shut, "open door": open,
};

/** What is drawn within the outline of a piece, in its own frame. */
export const marksOf = (piece: Terrain): Mark[] => (DRAWN[piece.k]?.(site(piece)) ?? []).filter(([, path]) => path);

/** Kinds whose height would only clutter the drawing: it is told when one points at them. */
const UNMEASURED = new Set([
  "door", "open door", "locked door", "terminal", "generator", "vent", "pitfall", "ladder", "difficult", "dangerous", "water", "field",
  "river", "floor", "road", "crater", "marker",
]);
export const isMeasured = (kind: string): boolean => !UNMEASURED.has(kind);
/** Kinds without a body that could cast a shadow. */
const FLAT = new Set(["floor", "road", "crater", "open door", "pitfall", "difficult", "dangerous", "water", "river", "field", "trench", "marker"]);
export const isFlat = (kind: string): boolean => FLAT.has(kind);
/** A small device is drawn as a sign, so that it can be seen at all. */
const DEVICES: Record<string, string> = { terminal: "M4 5h16v11H4ZM9 20h6M12 16v4M7 9l3 2-3 2M12 13h4", generator: "M13 3L6 13h5l-1 8 8-11h-6Z" };
export const device = (kind: string): string | undefined => DEVICES[kind];

/** What makes a kind of terrain known at sight, within its outline. */
export function inner(piece: Terrain): SVGTemplateResult | typeof nothing {
  const marks = marksOf(piece);
  if (!marks.length) return nothing;
  const of = site(piece);
  return svg`<g class="inner" transform=${`translate(${of.x} ${of.y}) rotate(${of.turn})`} aria-hidden="true">
    ${marks.map(([kind, path]) => svg`<path class=${kind} d=${path}></path>`)}</g>`;
}
