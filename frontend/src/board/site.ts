import type { Flat, Terrain } from "../timeline/types";
import { inside } from "./levels";
import { seeded } from "./seed";

/** A piece in its own frame: the middle is 0, `long` lies along x. Lengths are hundredths of an inch. */
export interface Site {
  x: number;
  y: number;
  /** Degrees by which the frame is turned on the table. */
  turn: number;
  long: number;
  wide: number;
  /** The outline in the frame. */
  outline: Flat[];
  /** The next number that the piece's id decides. */
  random: () => number;
}

/** The frame of a piece: along the longer side of a rectangle, else that of its extent. */
export function site(piece: Terrain): Site {
  const [a, b, c, d] = piece.o;
  const random = seeded(piece.id);
  if (a && b && c && d && piece.o.length === 4 && square(a, b, c)) {
    const [ab, bc] = [Math.hypot(b[0] - a[0], b[1] - a[1]), Math.hypot(c[0] - b[0], c[1] - b[1])];
    const [start, end] = ab >= bc ? [a, b] : [b, c];
    const turn = (Math.atan2(end[1] - start[1], end[0] - start[0]) * 180) / Math.PI;
    const [long, wide] = [Math.max(ab, bc), Math.min(ab, bc)];
    return {
      x: (a[0] + b[0] + c[0] + d[0]) / 4, y: (a[1] + b[1] + c[1] + d[1]) / 4,
      // Upside down is the same rectangle, and a leaf then opens to the same side of every door.
      turn: turn > 90 ? turn - 180 : turn <= -90 ? turn + 180 : turn,
      long, wide, random,
      outline: [[-long / 2, -wide / 2], [long / 2, -wide / 2], [long / 2, wide / 2], [-long / 2, wide / 2]],
    };
  }
  const [xs, ys] = [piece.o.map((at) => at[0]), piece.o.map((at) => at[1])];
  const [x, y] = [(Math.min(...xs) + Math.max(...xs)) / 2, (Math.min(...ys) + Math.max(...ys)) / 2];
  return {
    x, y, turn: 0, long: Math.max(...xs) - Math.min(...xs), wide: Math.max(...ys) - Math.min(...ys), random,
    outline: piece.o.map((at): Flat => [at[0] - x, at[1] - y]),
  };
}

/** Whether two sides stand upright on each other, give or take a degree. */
function square(a: Flat, b: Flat, c: Flat): boolean {
  const [one, other] = [[b[0] - a[0], b[1] - a[1]] as Flat, [c[0] - b[0], c[1] - b[1]] as Flat];
  return Math.abs(one[0] * other[0] + one[1] * other[1]) < 0.02 * Math.hypot(...one) * Math.hypot(...other);
}

/** Places strewn over a piece, at most `most`, each so far from its edge box. */
export function strewn({ long, wide, outline, random }: Site, each: number, edge: number, most = 70): Flat[] {
  const count = Math.min(most, Math.max(3, Math.round((long * wide) / each)));
  return Array.from({ length: count }, (): Flat => [
    (random() - 0.5) * Math.max(0, long - 2 * edge), (random() - 0.5) * Math.max(0, wide - 2 * edge),
  ]).filter((at) => inside(at, outline));
}

/** A stone with five or six corners. */
export function stone([x, y]: Flat, size: number, random: () => number): string {
  const [corners, first] = [5 + Math.floor(random() * 2), random() * 6];
  return `M${Array.from({ length: corners }, (_, index) => {
    const angle = first + (index * 2 * Math.PI) / corners;
    const far = size * (0.65 + random() * 0.5);
    return `${Math.round(x + Math.cos(angle) * far)} ${Math.round(y + Math.sin(angle) * far)}`;
  }).join("L")}z`;
}

/** From `from` up to `to` in equal parts that are about `step` long; without the ends. */
export function parts(from: number, to: number, step: number): number[] {
  const count = Math.max(1, Math.round((to - from) / step));
  return Array.from({ length: count - 1 }, (_, index) => Math.round(from + ((index + 1) * (to - from)) / count));
}

export const box = (x: number, y: number, long: number, wide: number): string =>
  `M${Math.round(x)} ${Math.round(y)}h${Math.round(long)}v${Math.round(wide)}h${-Math.round(long)}z`;

export const disc = (x: number, y: number, r: number): string =>
  `M${Math.round(x - r)} ${Math.round(y)}a${Math.round(r)} ${Math.round(r)} 0 1 0 ${2 * Math.round(r)} 0a${Math.round(r)} ${Math.round(r)} 0 1 0 ${-2 * Math.round(r)} 0z`;
