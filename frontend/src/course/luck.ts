// The luck of a battle as the server sends it; frontend/games/battle_luck.py explains the letters. Points: hundredths.

/** What a roll gave: `k` is "lucky", "unlucky" or empty, `w` says how rare it was, `t` the result and the average. */
export interface RollLuck {
  s: string;
  k: string;
  w: string;
  t: string;
}

export interface LuckPin {
  n: number;
  s: string;
  k: "lucky" | "unlucky";
  t: string;
}

export interface LuckTotal {
  s: string;
  taken: number;
  mean: number;
  t: string;
  w: string;
}

export interface BattleLuck {
  state: "counted" | "counting" | "failed" | "open";
  /** The state in words, where there is something to say. */
  text: string;
  number: number;
  /** The side whose luck the curve shows: what it is luckier than the other. */
  first: string;
  curve: [number, number][];
  rolls: Record<number, RollLuck>;
  pins: LuckPin[];
  totals: LuckTotal[];
  counted: string;
  /** Steps that are not counted, and why. */
  left: [number, string][];
  why: Record<string, string>;
}

/** How much luckier the first side was than the other after a step. */
export function luckAt(luck: BattleLuck, step: number): number {
  let found = 0;
  for (const [number, value] of luck.curve) {
    if (number > step) break;
    found = value;
  }
  return found;
}

/** The curve as a value for every step up to the last that is counted. */
export function series(luck: BattleLuck, length: number): number[] {
  const values = new Map(luck.curve);
  let now = 0;
  return Array.from({ length: Math.min(length, luck.number) }, (_, index) => (now = values.get(index + 1) ?? now));
}

/** Hundredths of a point as people write them: +9.3. */
export function signed(hundredths: number): string {
  const tenths = Math.round(Math.abs(hundredths) / 10) / 10;
  const text = tenths.toLocaleString(document.documentElement.lang || "en", { maximumFractionDigits: 1 });
  return tenths ? `${hundredths < 0 ? "−" : "+"}${text}` : text;
}
