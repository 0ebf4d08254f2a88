import { isOpen } from "../timeline/timeline";
import type { Replay, Standing, Step } from "../timeline/types";

/** What is drawn of each side; the order in which a `Standing` has it. */
export const MEASURES = ["score", "points", "models"] as const;
export type Measure = (typeof MEASURES)[number];

export type PinKind = "fallen" | "charge" | "ruling" | "finding";

/** Something in the course of a battle that one may want to jump to. `side` is whom it befell, or who did it. */
export interface Pin {
  step: number;
  kind: PinKind;
  side: string;
}

/** What changed most in a round: the act of a step, or what was `settled` in it without an act. */
export interface Moment {
  step: number;
  settled: boolean;
}

const NOTHING: Standing = [0, 0, 0];

/** What each side had after every step, and what happened in them. Step 0 is before the first. */
export class Course {
  readonly pins: Pin[] = [];
  private readonly rows = new Map<string, Standing[]>();
  private readonly sideOf: Map<string, string>;
  private readonly lowest: Standing = [0, 0, 0];
  private readonly highest: Standing = [0, 0, 0];

  constructor(readonly replay: Replay) {
    this.sideOf = new Map(replay.models.map((model) => [model.i, model.s]));
    for (const side of replay.sides) this.rows.set(side.id, [NOTHING]);
    for (const step of replay.steps) this.extend(step);
  }

  /** Take in the next step. */
  extend(step: Step): void {
    for (const [side, rows] of this.rows) {
      const now = step.g?.[side] ?? rows.at(-1) ?? NOTHING;
      rows.push(now);
      for (const place of [0, 1, 2] as const) {
        this.lowest[place] = Math.min(this.lowest[place], now[place]);
        this.highest[place] = Math.max(this.highest[place], now[place]);
      }
    }
    const fallen = new Set(Object.entries(step.d?.m ?? {}).flatMap(([id, change]) => (change?.o === 1 ? [this.sideOf.get(id) ?? ""] : [])));
    for (const side of fallen) this.pins.push({ step: step.n, kind: "fallen", side });
    if (step.e === "charge" || step.e === "ruling") this.pins.push({ step: step.n, kind: step.e, side: step.s });
    if (isOpen(step)) this.pins.push({ step: step.n, kind: "finding", side: step.s });
  }

  get length(): number {
    return this.replay.steps.length;
  }

  at(side: string, step: number): Standing {
    return this.rows.get(side)?.[step] ?? NOTHING;
  }

  /** The value of a measure after every step from the first on. */
  series(side: string, measure: Measure): number[] {
    const place = MEASURES.indexOf(measure);
    return (this.rows.get(side) ?? []).slice(1).map((row) => row[place]!);
  }

  /** The lowest and the highest value of a measure, of all sides. */
  extent(measure: Measure): [number, number] {
    const place = MEASURES.indexOf(measure);
    return [this.lowest[place]!, this.highest[place]!];
  }

  /** The measures that mean something in this battle: those that are not 0 all the time. */
  measures(): Measure[] {
    return MEASURES.filter((measure) => this.extent(measure).some((value) => value !== 0));
  }

  /** The pin that is nearest to a step, if it is no farther away than `reach` steps. */
  nearest(step: number, reach: number): Pin | undefined {
    const away = (pin: Pin): number => Math.abs(pin.step - step);
    const near = this.pins.filter((pin) => away(pin) <= reach);
    return near.sort((one, other) => away(one) - away(other))[0];
  }

  /** What changed most, at most one a round, in their order: by the share of a side's points or of the score. */
  keyMoments(most = 3): Moment[] {
    const best = new Map<number, Moment & { weight: number }>();
    for (const moment of this.weighed()) {
      const { r } = this.replay.steps[moment.step - 1]!;
      if (r && moment.weight > (best.get(r)?.weight ?? 0)) best.set(r, moment);
    }
    const chosen = [...best.values()].sort((one, other) => other.weight - one.weight).slice(0, most);
    return chosen.sort((one, other) => one.step - other.step).map(({ step, settled }) => ({ step, settled }));
  }

  /** Every act that changed something, with what is due to it, and whatever was settled without one. */
  private weighed(): (Moment & { weight: number })[] {
    const largest = (place: number): number => Math.max(1, ...[...this.rows.values()].flatMap((rows) => rows.map((row) => row[place]!)));
    const [score, points] = [largest(0), largest(1)];
    const weight = (gained: number, lost: number): number => Math.max(0, gained) / score + Math.max(0, lost) / points;
    const acts = new Map<number, number>();
    const found: (Moment & { weight: number })[] = [];
    const earn = (step: number, by: number): unknown => by && acts.set(step, (acts.get(step) ?? 0) + by);
    for (const step of this.replay.steps) {
      let byItself = 0;
      for (const side of Object.keys(step.g ?? {})) {
        const [now, before] = [this.at(side, step.n), this.at(side, step.n - 1)];
        const [gained, lost] = step.z?.g[side] ?? [0, 0];
        byItself += weight(gained, lost);
        earn(step.n, weight(now[0] - before[0] - gained, before[1] - now[1] - lost));
      }
      if (step.z?.n) earn(step.z.n, byItself);
      else if (byItself) found.push({ step: step.n, settled: true, weight: byItself });
    }
    return [...found, ...[...acts].map(([step, by]) => ({ step, settled: false, weight: by }))].sort((one, other) => one.step - other.step);
  }

  /** A value as people write it. */
  said(measure: Measure, value: number): string {
    return measure === "score" ? pointsOf(this.replay, value) : String(value);
  }
}

/** A score as people write it: it is counted in units of which several may make a point. */
export function pointsOf(replay: Replay, score: number): string {
  return String(score / (replay.per || 1)).replace("-", "−");
}
