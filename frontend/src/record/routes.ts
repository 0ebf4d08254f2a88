// Ways across the table, as a hand draws them: never longer than the model may go.
import type { Flat, Place } from "../timeline/types";
import { valueAt, withValue } from "./pointer";
import type { Handle } from "./types";

/** The end of a pointer to the way of one model of several. */
const ROW = /\/(\d+)\/path$/;

const leg = (from: Place, to: Place): number =>
  Math.hypot(to[0] - from[0], to[1] - from[1]) + Math.abs(to[2] - from[2]);

/** The length of a way as the rules count it: along the ground, and every inch climbed; rounded down at its end. */
export function lengthOf(from: Place, path: Place[]): number {
  let [sum, last] = [0, from];
  for (const next of path) [sum, last] = [sum + leg(last, next), next];
  return Math.floor(sum + 1e-9);
}

/** The farthest place towards `goal` that is at most `most` away from `from`; whole hundredths, never beyond. */
export function towards(from: Place, goal: Place, most: number): Place {
  const length = leg(from, goal);
  if (length <= most) return goal;
  for (let left = most; left > 0; left -= 1) {
    const share = left / length;
    const at = [0, 1, 2].map((axis) => Math.round(from[axis]! + (goal[axis]! - from[axis]!) * share)) as Place;
    if (leg(from, at) <= most) return at;
  }
  return from;
}

/** A path whose last leg is as short as `reach` allows; 0 is no limit. */
export function clipped(from: Place, path: Place[], reach: number): Place[] {
  const last = path.at(-1);
  if (!reach || !last) return path;
  const before = path.slice(0, -1);
  const left = reach - before.reduce((sum, next, index) => sum + leg(before[index - 1] ?? from, next), 0);
  return left <= 0 ? before : [...before, towards(before.at(-1) ?? from, last, left)];
}

/** Where the model of a handle stands at the end of what has been drawn. */
export function endOf(handle: Handle, action: unknown): Place | null {
  const value = valueAt(action, handle.p);
  if (handle.kind === "path") return ((value as Place[] | undefined)?.at(-1) ?? handle.from) as Place | null;
  if (handle.kind === "place" && Array.isArray(value)) return [value[0] as number, value[1] as number, (value[2] as number | undefined) ?? 0];
  return handle.from;
}

/** The action with everybody who would go where they stand: every way is to be drawn anew. */
export function undrawn<T>(action: T, handles: Handle[]): T {
  const ways = handles.filter((handle) => handle.kind === "path" && handle.from);
  return ways.reduce((made, handle) => withValue(made, handle.p, []), action);
}

/** The action with the end of a handle at another place; a path goes on from its last corner with `corner`. */
export function movedTo<T>(action: T, handle: Handle, to: Place, corner = false): T {
  if (handle.kind === "facing") {
    const [x, y] = handle.from ?? [0, 0];
    return withValue(action, handle.p, facing(to[0] - x, to[1] - y));
  }
  if (handle.kind === "place") return withValue(action, handle.p, handle.dims === 2 ? [to[0], to[1]] : to);
  const path = (valueAt(action, handle.p) as Place[] | undefined) ?? [];
  const next = corner || !path.length ? [...path, to] : [...path.slice(0, -1), to];
  return withValue(action, handle.p, handle.from ? clipped(handle.from, next, handle.reach) : next);
}

/**
 * The action with the rows of a unit's models in the order in which they can go: who is in front goes first, and nobody
 * walks through a comrade who is about to leave. Their order means nothing else.
 */
export function frontFirst<T>(action: T, handles: Handle[]): T {
  const ways = handles.filter((handle) => handle.kind === "path" && handle.from && ROW.test(handle.p));
  const list = ways[0]?.p.replace(ROW, "") ?? "";
  const rows = ways.length > 1 ? (valueAt(action, list) as unknown[] | undefined) : undefined;
  if (!rows || rows.length !== ways.length) return action;
  const gone = ways.map((way) => ({ from: way.from!, to: endOf(way, action) ?? way.from!, row: rows[Number(ROW.exec(way.p)![1])] }));
  const sum = (axis: 0 | 1): number => gone.reduce((all, each) => all + each.to[axis] - each.from[axis], 0);
  const [dx, dy] = [sum(0), sum(1)];
  const ahead = ({ from }: { from: Place }): number => from[0] * dx + from[1] * dy;
  return withValue(action, list, [...gone].sort((one, other) => ahead(other) - ahead(one)).map((each) => each.row));
}

/** The longest way that is drawn. */
export function farthest(action: unknown, handles: Handle[]): number {
  return Math.max(0, ...handles.map((handle) => (handle.from ? lengthOf(handle.from, (valueAt(action, handle.p) as Place[] | undefined) ?? []) : 0)));
}

/** The action with only a share of the last leg of every way that is drawn. */
export function partly<T>(action: T, handles: Handle[], share: number): T {
  const ways = handles.filter((handle) => handle.kind === "path" && handle.from);
  return ways.reduce((made, handle) => {
    const path = (valueAt(action, handle.p) as Place[] | undefined) ?? [];
    const [end, start] = [path.at(-1), path.at(-2) ?? handle.from!];
    if (!end) return made;
    const at = [0, 1, 2].map((axis) => Math.round(start[axis]! + (end[axis]! - start[axis]!) * share)) as Place;
    return withValue(made, handle.p, [...path.slice(0, -1), at]);
  }, action);
}

/** A direction of length 1000. */
export function facing(dx: number, dy: number): Flat {
  const length = Math.hypot(dx, dy) || 1;
  const found: Flat = [Math.round((dx * 1000) / length), Math.round((dy * 1000) / length)];
  return found[0] || found[1] ? found : [0, 1000];
}

/**
 * All of a unit's models moved by the same vector, as far as the slowest of them goes; from their last corner with
 * `corner`. `starts` is the action before.
 */
export function movedTogether<T>(starts: T, handles: Handle[], by: Flat, corner = false): T {
  const moving = handles.filter((handle) => handle.kind !== "facing");
  const share = (part: number): T =>
    moving.reduce((action, handle) => {
      const end = endOf(handle, starts);
      if (!end) return action;
      const to: Place = [end[0] + Math.round(by[0] * part), end[1] + Math.round(by[1] * part), end[2]];
      return placed(action, handle, to, starts, corner);
    }, starts);
  const fits = (action: T): boolean =>
    moving.every((handle) => {
      if (handle.kind !== "path" || !handle.from || !handle.reach) return true;
      return lengthOf(handle.from, valueAt(action, handle.p) as Place[]) <= handle.reach;
    });
  const whole = share(1);
  if (fits(whole)) return whole;
  let [low, high] = [0, 1];
  for (let times = 0; times < 12; times += 1) {
    const middle = (low + high) / 2;
    if (fits(share(middle))) low = middle;
    else high = middle;
  }
  return share(low);
}

function placed<T>(action: T, handle: Handle, to: Place, starts: unknown, corner: boolean): T {
  if (handle.kind === "place") return withValue(action, handle.p, handle.dims === 2 ? [to[0], to[1]] : to);
  const path = (valueAt(starts, handle.p) as Place[] | undefined) ?? [];
  return withValue(action, handle.p, corner ? [...path, to] : [...path.slice(0, -1), to]);
}
