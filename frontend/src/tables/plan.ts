// A table as it is drawn: boxes of common pieces, in hundredths of an inch. The server makes the table of it by the
// same arithmetic (rules/drawn.py), so what is drawn here is what is recorded.
import type { Flat, Terrain } from "../timeline/types";

export interface Piece {
  id: string;
  kind: string;
  x: number;
  y: number;
  width: number;
  depth: number;
  height: number;
  turn: number;
  floor: number;
  of: string;
  name: string;
}

export interface Plan {
  width: number;
  depth: number;
  deployment: string;
  pieces: Piece[];
}

/** A common piece with its usual measures; one `of` other kinds belongs to a piece of those. */
export interface Kind {
  key: string;
  kind: string;
  name: string;
  width: number;
  depth: number;
  height: number;
  floor: number;
  storey: number;
  of: string[];
  letter: string;
}

/** Pieces are moved in steps of half an inch, and made larger by an inch. */
export const SNAP = 50;
const GROWTH = 100;
/** A piece that is thinner is a wall: it gets longer, not thicker. */
const THIN = 100;
const COPIED = 100;
const [HALF_SLANT, SCALE] = [35_355, 100_000];

const half = (length: number): number => Math.floor(length / 2);
const slant = (length: number): number => Math.floor((length * HALF_SLANT + SCALE / 2) / SCALE);
const snapped = (length: number): number => Math.round(length / SNAP) * SNAP;

/** The outline of a piece, counter-clockwise. */
export function outline({ x, y, width, depth, turn }: Piece): Flat[] {
  if (turn === 0 || turn === 90) {
    const [wide, deep] = turn ? [depth, width] : [width, depth];
    const [left, near] = [x - half(wide), y - half(deep)];
    return [[left, near], [left + wide, near], [left + wide, near + deep], [left, near + deep]];
  }
  const [long, short] = [slant(width), slant(depth)];
  const [ax, ay, bx, by] = turn === 45 ? [long, long, -short, short] : [-long, long, -short, -short];
  return [[x - ax - bx, y - ay - by], [x + ax - bx, y + ay - by], [x + ax + bx, y + ay + by], [x - ax + bx, y - ay + by]];
}

/** The piece moved so that it stands on the table, as far as it fits. */
export function onTable(piece: Piece, { width, depth }: Plan): Piece {
  const corners = outline(piece);
  const into = (axis: 0 | 1, size: number): number => {
    const along = corners.map((corner) => corner[axis]);
    const [least, most] = [Math.min(...along), Math.max(...along)];
    if (most - least > size) return 0;
    return least < 0 ? -least : most > size ? size - most : 0;
  };
  return { ...piece, x: piece.x + into(0, width), y: piece.y + into(1, depth) };
}

export const moved = (piece: Piece, dx: number, dy: number, plan: Plan): Piece =>
  onTable({ ...piece, x: piece.x + dx, y: piece.y + dy }, plan);

/** Moved to a place, on the grid of half inches as far as the edges allow. */
export const movedTo = (piece: Piece, x: number, y: number, plan: Plan): Piece =>
  onTable({ ...piece, x: snapped(x), y: snapped(y) }, plan);

/** A box turned by half a circle is the same box. */
export const turned = (piece: Piece, plan: Plan): Piece => onTable({ ...piece, turn: (piece.turn + 45) % 180 }, plan);

/** An inch larger or smaller (`by` is 1 or -1) in each measure; walls only get longer. */
export function grown(piece: Piece, by: number, plan: Plan): Piece {
  const size = (length: number, other: number): number =>
    length < THIN && other >= THIN ? length : Math.max(Math.min(length, SNAP), length + by * GROWTH);
  const wide = Math.min(size(piece.width, piece.depth), Math.max(plan.width, plan.depth));
  const deep = Math.min(size(piece.depth, piece.width), Math.max(plan.width, plan.depth));
  return onTable({ ...piece, width: wide, depth: deep }, plan);
}

/** An id that no piece has: the letter of its kind and a number. */
export function freeId(pieces: Piece[], letter: string): string {
  const taken = new Set(pieces.map((piece) => piece.id));
  let number = 1;
  while (taken.has(letter + number)) number += 1;
  return letter + number;
}

/** A new piece of a kind, its middle at a place. What belongs to another piece belongs to the nearest. */
export function placed(kind: Kind, kinds: Kind[], x: number, y: number, plan: Plan): Piece {
  const { key, width, depth, height, floor, letter } = kind;
  const made: Piece = { id: freeId(plan.pieces, letter), kind: key, x, y, width, depth, height, turn: 0, floor, of: "", name: "" };
  const large = Math.max(plan.width, plan.depth);
  const fits = { ...made, width: Math.min(width, large), depth: Math.min(depth, large) };
  // A road that is longer than the table is wide lies the other way.
  if (fits.width > plan.width && fits.width <= plan.depth) fits.turn = 90;
  const stands = movedTo(fits, x, y, plan);
  return { ...stands, of: nearest(stands, owners(kind, kinds, plan))?.id ?? "" };
}

/** The pieces that a piece of a kind can belong to. */
export function owners(kind: Kind | undefined, kinds: Kind[], plan: Plan): Piece[] {
  const of = kinds.filter((each) => kind?.of.includes(each.kind)).map((each) => each.key);
  return plan.pieces.filter((piece) => of.includes(piece.kind));
}

const nearest = (piece: Piece, others: Piece[]): Piece | undefined =>
  [...others].sort((a, b) => Math.hypot(a.x - piece.x, a.y - piece.y) - Math.hypot(b.x - piece.x, b.y - piece.y))[0];

/** Another such piece, a little aside. */
export function copied(piece: Piece, letter: string, plan: Plan): Piece {
  const twin = { ...piece, id: freeId(plan.pieces, letter), name: "" };
  const aside = moved(twin, COPIED, COPIED, plan);
  return aside.x === piece.x && aside.y === piece.y ? moved(twin, -COPIED, -COPIED, plan) : aside;
}

/** Without a piece; what belonged to it belongs to nothing. */
export const without = (plan: Plan, id: string): Plan => ({
  ...plan, pieces: plan.pieces.filter((piece) => piece.id !== id).map((piece) => (piece.of === id ? { ...piece, of: "" } : piece)),
});

/** The direction from the middle of the table into one of its halves: towards the first zone, else along the table. */
export function towards(plan: Plan, zones: { o: Flat[] }[]): Flat {
  const first = zones[0]?.o;
  if (!first?.length) return plan.width >= plan.depth ? [-1, 0] : [0, -1];
  const mean = (axis: 0 | 1): number => first.reduce((sum, point) => sum + point[axis], 0) / first.length;
  return [mean(0) - plan.width / 2, mean(1) - plan.depth / 2];
}

/**
 * Both halves alike: the half on which more stands is turned about the middle of the table onto the other, which is
 * cleared first. What stands in the middle stays.
 */
export function mirrored(plan: Plan, direction: Flat, kinds: Kind[]): Plan {
  const side = (piece: Piece): number =>
    Math.sign((piece.x - plan.width / 2) * direction[0] + (piece.y - plan.depth / 2) * direction[1]);
  const sum = plan.pieces.reduce((all, piece) => all + side(piece), 0);
  const kept = plan.pieces.filter((piece) => side(piece) !== (sum >= 0 ? -1 : 1));
  const made = [...kept];
  const twins = new Map<string, string>();
  for (const piece of kept.filter((each) => side(each) !== 0)) {
    const letter = kinds.find((kind) => kind.key === piece.kind)?.letter ?? "t";
    const twin = opposite({ ...piece, id: freeId([...made, ...plan.pieces], letter) }, plan);
    twins.set(piece.id, twin.id);
    made.push(twin);
  }
  const ids = new Set(made.map((piece) => piece.id));
  const belongs = (piece: Piece, at: number): string =>
    at >= kept.length ? (twins.get(piece.of) ?? piece.of) : ids.has(piece.of) ? piece.of : "";
  return { ...plan, pieces: made.map((piece, at) => ({ ...piece, of: belongs(piece, at) })) };
}

/** The piece turned about the middle of the table, to the hundredth. */
function opposite(piece: Piece, plan: Plan): Piece {
  const low = (corners: Flat[], axis: 0 | 1): number => Math.min(...corners.map((corner) => corner[axis]));
  const high = (corners: Flat[], axis: 0 | 1): number => Math.max(...corners.map((corner) => corner[axis]));
  const twin = { ...piece, x: plan.width - piece.x, y: plan.depth - piece.y, name: "" };
  const [from, to] = [outline(piece), outline(twin)];
  return { ...twin, x: twin.x + plan.width - high(from, 0) - low(to, 0), y: twin.y + plan.depth - high(from, 1) - low(to, 1) };
}

/** The piece under a finger: the smallest that the place is in, else the nearest within reach. */
export function found(pieces: Piece[], [x, y]: Flat, reach: number): Piece | undefined {
  const away = pieces.map((piece) => ({ piece, gap: gap(outline(piece), x, y) }));
  const near = away.filter((each) => each.gap <= reach);
  const within = near.filter((each) => each.gap === 0);
  const size = ({ piece }: { piece: Piece }): number => piece.width * piece.depth;
  if (within.length) return within.sort((a, b) => size(a) - size(b) || b.piece.floor - a.piece.floor)[0]?.piece;
  return near.sort((a, b) => a.gap - b.gap)[0]?.piece;
}

/** How far a place is from a convex outline; 0 within it. */
function gap(corners: Flat[], x: number, y: number): number {
  const borders = corners.map((corner, at) => [corner, corners[(at + 1) % corners.length] ?? corner] as const);
  if (borders.every(([a, b]) => (b[0] - a[0]) * (y - a[1]) - (b[1] - a[1]) * (x - a[0]) >= 0)) return 0;
  return Math.min(...borders.map(([a, b]) => {
    const [dx, dy] = [b[0] - a[0], b[1] - a[1]];
    const along = Math.max(0, Math.min(1, ((x - a[0]) * dx + (y - a[1]) * dy) / (dx * dx + dy * dy || 1)));
    return Math.hypot(a[0] + along * dx - x, a[1] + along * dy - y);
  }));
}

/** What each piece is called: as in a layout, else by its kind and how many of it there are up to it. */
export function called(plan: Plan, kinds: Kind[]): string[] {
  const count = new Map<string, number>();
  return plan.pieces.map((piece) => {
    const number = (count.get(piece.kind) ?? 0) + 1;
    count.set(piece.kind, number);
    return piece.name || `${kinds.find((kind) => kind.key === piece.kind)?.name ?? piece.kind} ${number}`;
  });
}

/** A piece as the board draws it. */
export const terrainOf = (piece: Piece, name: string, kind: string): Terrain =>
  ({ id: piece.id, n: name, o: outline(piece), h: piece.height, f: piece.floor, k: kind });
