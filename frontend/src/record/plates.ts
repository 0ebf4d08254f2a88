// What is worth knowing of each target, written beside it so that every text can be read.
import type { Flat } from "../timeline/types";

export interface Plate {
  text: string;
  x: number;
  y: number;
}

/** Letters are about this wide, as a share of their height. */
const WIDE = 0.5;
const APART = 1.15;

/** Texts above their places, none over another and none over the edge; `left` and `right` are where they have to end. */
export function placed(texts: { text: string; at: Flat }[], letter: number, left: number, right: number): Plate[] {
  const found: (Plate & { half: number })[] = [];
  for (const { text, at } of [...texts].sort((one, other) => other.at[1] - one.at[1])) {
    const half = (text.length * letter * WIDE) / 2;
    const x = Math.max(left + half, Math.min(right - half, at[0]));
    const meets = (y: number): boolean =>
      found.some((other) => Math.abs(other.x - x) < other.half + half && Math.abs(other.y - y) < letter * APART);
    let y = at[1];
    while (meets(y)) y -= letter * APART;
    found.push({ text, x, y, half });
  }
  return found.map(({ text, x, y }) => ({ text, x, y }));
}
