// From which edge the table is seen: a side's own edge lies below. A phone that is held upright turns an oblong table by
// a quarter, so there it is the one or the other quarter. Names stay upright, because places are turned and not letters.
import type { Flat, Place, Replay } from "../timeline/types";
import { centre } from "./table";
import { isOblong, Quarter } from "./turned";

/** Half a turn: the table as it is seen from the opposite edge. */
export class Half extends Quarter {
  constructor(private readonly whole: { w: number; d: number }) {
    super(whole, true);
  }

  override place<T extends Flat | Place>([x, y, ...up]: T): T {
    return [this.whole.w - x, this.whole.d - y, ...up] as unknown as T;
  }

  override back(at: Flat): Flat {
    return this.place(at);
  }

  override direction([x, y]: Flat): Flat {
    return [-x || 0, -y || 0];
  }

  override get reversed(): { x: boolean; y: boolean } {
    return { x: true, y: true };
  }

  protected override size({ w, d }: { w: number; d: number }): { w: number; d: number } {
    return { w, d };
  }
}

/** Whether a side's edge is the upper one of the record, or the left one where sides stand at the left and the right. */
export function isFar(replay: Replay, side: string): boolean {
  const { table, sides } = replay;
  const middles = sides.map(({ id }) => ({ id, at: standOf(replay, id) }));
  const own = middles.find(({ id }) => id === side)?.at;
  const other = middles.find(({ id }) => id !== side)?.at;
  if (!own) return sides.length > 1 && sides[0]?.id !== side;
  const [x, y] = other ? [own[0] - other[0], own[1] - other[1]] : [own[0] - table.w / 2, own[1] - table.d / 2];
  return Math.abs(y) >= Math.abs(x) ? y < 0 : x > 0;
}

/** Where a side sets up: the middle of its zone, else of its models when they are first on the table. */
function standOf(replay: Replay, side: string): Flat | undefined {
  const zone = replay.table.zones.find((each) => each.n === side);
  if (zone) return centre(zone.o);
  const own = new Set(replay.models.flatMap((model) => (model.s === side ? [model.i] : [])));
  for (const step of replay.steps) {
    const at = Object.entries(step.d?.m ?? {}).flatMap(([id, now]) => (own.has(id) && now?.a ? [now.a] : []));
    if (at.length) return [0, 1].map((axis) => at.reduce((sum, each) => sum + each[axis]!, 0) / at.length) as Flat;
  }
  return undefined;
}

/** How the table is turned for whoever sees it from a side's edge, or (empty) as it lies in the record. */
export function turnFor(replay: Replay, edge: string, upright: boolean): Quarter | undefined {
  const far = edge !== "" && isFar(replay, edge);
  if (upright && isOblong(replay.table)) return new Quarter(replay.table, far);
  return far ? new Half(replay.table) : undefined;
}

/** The side from whose edge the table is seen after half a turn. */
export function edgeOpposite(replay: Replay, edge: string): string {
  const far = edge !== "" && isFar(replay, edge);
  return replay.sides.find(({ id }) => isFar(replay, id) !== far)?.id ?? edge;
}

/** The side that an address names as the one from whose edge the table is seen: `?edge=b`. */
export const edgeInQuery = (query: string): string | null => new URLSearchParams(query).get("edge");

/** The address with another edge in it. */
export function withEdge(address: string, edge: string): string {
  const url = new URL(address);
  if (edge) url.searchParams.set("edge", edge);
  else url.searchParams.delete("edge");
  return url.href;
}
