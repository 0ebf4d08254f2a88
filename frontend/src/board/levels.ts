import type { Flat, Model, Replay, Terrain, View } from "../timeline/types";

/** A level that is looked at, in hundredths of an inch above the table; null: all of them. */
export type Level = number | null;

/** The ground and the heights above it on which a game has floors or models, from below. */
export function levelsOf(replay: Replay): number[] {
  const pieces = [replay.table.terrain, ...[replay.start, ...replay.steps.map((step) => step.d)].map((part) => Object.values(part?.e ?? {}))];
  const floors = pieces.flat().flatMap((piece) => (piece ? [piece.k === "platform" ? piece.f + piece.h : piece.f] : []));
  const places = [replay.start, ...replay.steps.map((step) => step.d)].flatMap((part) =>
    Object.values(part?.m ?? {}).map((model) => model?.a?.[2] ?? 0),
  );
  const steps = [...new Set([...floors, ...places])].filter((height) => height > 0).sort((one, other) => one - other);
  return steps.reduce((found, height) => (height - found.at(-1)! < LEAST ? found : [...found, height]), [0]);
}

/** Heights that differ by less are the same level: a plank, a kerb. */
const LEAST = 50;

/** The level on which something stands at a height: the highest that is not above it. */
export const levelAt = (levels: number[], height: number): number =>
  levels.filter((level) => level <= height + LEAST / 2).at(-1) ?? 0;

/** How a model is shown: on another level than the one that is looked at, or beneath a floor. */
export function depth(place: [number, number, number], level: Level, levels: number[], terrain: Terrain[]): "" | "off" | "beneath" {
  if (level !== null) return levelAt(levels, place[2]) === level ? "" : "off";
  return terrain.some((piece) => piece.f > place[2] && inside(place, piece.o)) ? "beneath" : "";
}

/** How a piece is shown while one level is looked at: wholly above it, wholly below its floor, or part of it. */
export function layer(piece: Terrain, level: Level): "" | "above" | "under" {
  if (level === null) return "";
  if (piece.f > level + LEAST / 2) return "above";
  return piece.f + Math.max(piece.h, LEAST) < level ? "under" : "";
}

/** Whether a place is inside an outline. */
export function inside([x, y]: [number, number, ...number[]], outline: Flat[]): boolean {
  let odd = false;
  outline.forEach(([ax, ay], index) => {
    const [bx, by] = outline[(index + 1) % outline.length]!;
    if (ay > y !== by > y && x < ax + ((y - ay) * (bx - ax)) / (by - ay)) odd = !odd;
  });
  return odd;
}

/** Models that are shown as on another level, or beneath a floor. */
export function depths(shown: Model[], view: View, level: Level, levels: number[], terrain: Terrain[]): Map<string, "off" | "beneath"> {
  const found = new Map<string, "off" | "beneath">();
  for (const model of shown) {
    const place = view.m[model.i]?.a;
    const how = place ? depth(place, level, levels, terrain) : "";
    if (how) found.set(model.i, how);
  }
  return found;
}
