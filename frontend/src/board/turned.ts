// The table turned by a quarter, for a phone that is held upright. Only what is drawn is turned; places stay the record's.
import type { Block, Flat, Place, Replay, Step, Table, Terrain, View } from "../timeline/types";

/** A quarter of the table, as it lies in the record: by the clock, or against it. */
export class Quarter {
  constructor(
    private readonly table: { w: number; d: number },
    readonly byTheClock: boolean,
  ) {}

  /** Where a place is drawn. */
  place<T extends Flat | Place>([x, y, ...up]: T): T {
    const { w, d } = this.table;
    return [...(this.byTheClock ? [d - y, x] : [y, w - x]), ...up] as unknown as T;
  }

  /** The place in the record of what is drawn here. */
  back([x, y]: Flat): Flat {
    const { w, d } = this.table;
    return this.byTheClock ? [y, d - x] : [w - y, x];
  }

  /** A direction as it is drawn; `undone`: the direction in the record of one on the screen. */
  direction([x, y]: Flat, undone = false): Flat {
    const [across, down] = this.byTheClock !== undone ? [-y, x] : [y, -x];
    return [across || 0, down || 0];
  }

  replay(replay: Replay): Replay {
    return { ...replay, table: this.flat(replay.table) };
  }

  /** Which of the rulers begin at the far end. */
  get reversed(): { x: boolean; y: boolean } {
    return { x: this.byTheClock, y: !this.byTheClock };
  }

  view(view: View): View {
    const each = <T>(of: Record<string, T>, change: (value: T) => T): Record<string, T> =>
      Object.fromEntries(Object.entries(of).map(([key, value]) => [key, change(value)]));
    return {
      ...view,
      m: each(view.m, (model) => ({ ...model, a: model.a && this.place(model.a), ...(model.f ? { f: this.direction(model.f) } : {}) })),
      u: each(view.u, (unit) => (unit.g ? { ...unit, g: this.block(unit.g) } : unit)),
      e: each(view.e, (piece) => (piece ? this.piece(piece) : piece)),
      z: each(view.z, (area) => (area ? { ...area, o: this.outline(area.o) } : area)),
    };
  }

  step(step: Step): Step {
    return {
      ...step,
      ...(step.m ? { m: step.m.map(([model, path]) => [model, path.map((place) => this.place(place))]) } : {}),
      ...(step.k
        ? { k: step.k.map((marker) => ({ ...marker, a: this.place(marker.a), ...(marker.o ? { o: this.outline(marker.o) } : {}), ...(marker.z ? { z: this.place(marker.z) } : {}) })) }
        : {}),
    };
  }

  outline(outline: Flat[]): Flat[] {
    return outline.map((place) => this.place(place));
  }

  private flat(table: Table): Table {
    const zones = table.zones.map((area) => ({ ...area, o: this.outline(area.o) }));
    return { ...table, ...this.size(table), terrain: table.terrain.map((piece) => this.piece(piece)), zones };
  }

  /** How long and how deep the table is as it is drawn. */
  protected size({ w, d }: { w: number; d: number }): { w: number; d: number } {
    return { w: d, d: w };
  }

  private piece(piece: Terrain): Terrain {
    return { ...piece, o: this.outline(piece.o) };
  }

  private block(block: Block): Block {
    return { ...block, o: this.outline(block.o), s: Object.fromEntries(Object.entries(block.s).map(([model, outline]) => [model, this.outline(outline)])) };
  }
}

/** Whether a table is oblong enough that a quarter is worth it. */
export const isOblong = (table: { w: number; d: number }): boolean => table.w > table.d * 1.1;
