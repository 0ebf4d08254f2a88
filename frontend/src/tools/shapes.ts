// Outlines and the lengths between them, for drawing. What is said as a figure of the rules comes from the server.
import type { Flat, Model, View } from "../timeline/types";
import type { Shape, Turn } from "./types";

const minus = ([ax, ay]: Flat, [bx, by]: Flat): Flat => [ax - bx, ay - by];
const long = ([x, y]: Flat): number => Math.hypot(x, y);
/** Whole hundredths, an edge rounded up as the rules do; a hair of floating error is none. */
export const hundredths = (length: number): number => Math.max(0, Math.ceil(length - 1e-6));

export const turned = (shape: Shape, turn: Turn): Shape => ({ ...shape, o: shape.o.map(turn) });

export const middle = ({ o }: Shape): Flat => [o.reduce((sum, [x]) => sum + x, 0) / o.length, o.reduce((sum, [, y]) => sum + y, 0) / o.length];

/** The path at a distance from a shape: a circle, or its outline with round corners. */
export function ringPath({ o, r }: Shape, distance: number): string {
  const d = distance + r;
  if (o.length === 1) {
    const [x, y] = o[0]!;
    return `M${x - d} ${y}a${d} ${d} 0 1 0 ${2 * d} 0a${d} ${d} 0 1 0 ${-2 * d} 0Z`;
  }
  const clockwise = area(o) > 0;
  const sides = o.map((corner, at): [Flat, Flat] => [corner, o[(at + 1) % o.length]!]).filter(([from, to]) => long(minus(to, from)) > 0);
  const parts = sides.map(([from, to], at) => {
    const [x, y] = outward(from, to, clockwise);
    const lead = `${at ? `A${d} ${d} 0 0 ${clockwise ? 1 : 0} ` : "M"}${from[0] + x * d} ${from[1] + y * d}`;
    return `${lead}L${to[0] + x * d} ${to[1] + y * d}`;
  });
  const [[first, second]] = sides as [[Flat, Flat]];
  const [x, y] = outward(first, second, clockwise);
  return `${parts.join("")}A${d} ${d} 0 0 ${clockwise ? 1 : 0} ${first[0] + x * d} ${first[1] + y * d}Z`;
}

const area = (o: Flat[]): number => o.reduce((sum, [x, y], at) => sum + x * o[(at + 1) % o.length]![1] - o[(at + 1) % o.length]![0] * y, 0);

function outward(from: Flat, to: Flat, clockwise: boolean): Flat {
  const [x, y] = minus(to, from);
  const length = Math.hypot(x, y) || 1;
  return clockwise ? [y / length, -x / length] : [-y / length, x / length];
}

/** The nearest points of two shapes on their rims, and how far they are apart, seen from above; 0 where they meet. */
export function nearest(a: Shape, b: Shape): { from: Flat; to: Flat; length: number } {
  let best = { from: a.o[0]!, to: b.o[0]!, length: Infinity };
  const look = (from: Flat, to: Flat): void => {
    const length = long(minus(to, from));
    if (length < best.length) best = { from, to, length };
  };
  for (const corner of a.o) for (const [from, to] of edges(b.o)) look(corner, onto(corner, from, to));
  for (const corner of b.o) for (const [from, to] of edges(a.o)) look(onto(corner, from, to), corner);
  if (inside(a.o[0]!, b.o) || inside(b.o[0]!, a.o)) return { ...best, to: best.from, length: 0 };
  const way = minus(best.to, best.from);
  const share = (grown: number): Flat => (best.length ? [(way[0] / best.length) * grown, (way[1] / best.length) * grown] : [0, 0]);
  const [ax, ay] = share(a.r);
  const [bx, by] = share(b.r);
  const length = best.length - a.r - b.r;
  if (length <= 0) return { from: best.from, to: best.to, length: 0 };
  return { from: [best.from[0] + ax, best.from[1] + ay], to: [best.to[0] - bx, best.to[1] - by], length };
}

const edges = (o: Flat[]): [Flat, Flat][] => (o.length === 1 ? [[o[0]!, o[0]!]] : o.map((corner, at) => [corner, o[(at + 1) % o.length]!]));

/** The point of a segment that is nearest to another. */
function onto(point: Flat, from: Flat, to: Flat): Flat {
  const [dx, dy] = minus(to, from);
  const square = dx * dx + dy * dy;
  if (!square) return from;
  const share = Math.min(1, Math.max(0, ((point[0] - from[0]) * dx + (point[1] - from[1]) * dy) / square));
  return [from[0] + dx * share, from[1] + dy * share];
}

function inside([x, y]: Flat, o: Flat[]): boolean {
  let odd = false;
  for (const [[ax, ay], [bx, by]] of o.length > 2 ? edges(o) : []) if (ay > y !== by > y && x < ax + ((y - ay) * (bx - ax)) / (by - ay)) odd = !odd;
  return odd;
}

/** Where somebody stands on the table after a step: a model by its base or hull, a regiment by its boundary. */
export function standing(models: Model[], view: View, id: string): Shape | undefined {
  const block = view.u[id]?.g;
  if (block) return { o: block.o, r: 0 };
  const model = models.find((each) => each.i === id);
  const now = view.m[id];
  if (!model || !now?.a || now.o) return undefined;
  const own = view.u[now.u ?? ""]?.g?.s[id];
  if (own) return { o: own, r: 0 };
  const at: Flat = [now.a[0], now.a[1]];
  return model.l ? { o: hull(at, now.f ?? [1, 0], model.l), r: 0 } : { o: [at], r: model.r };
}

function hull([x, y]: Flat, [fx, fy]: Flat, [length, width]: Flat): Flat[] {
  const size = Math.hypot(fx, fy) || 1;
  const [ax, ay, sx, sy] = [(fx / size) * (length / 2), (fy / size) * (length / 2), (-fy / size) * (width / 2), (fx / size) * (width / 2)];
  return [[x - ax - sx, y - ay - sy], [x + ax - sx, y + ay - sy], [x + ax + sx, y + ay + sy], [x - ax + sx, y - ay + sy]];
}

/** Whether a model is on the table and in action. */
export const stillThere = (view: View, model: string): boolean => Boolean(view.m[model]?.a) && !view.m[model]?.o;
