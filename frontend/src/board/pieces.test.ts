import { describe, expect, it } from "vitest";

import type { Flat, Terrain } from "../timeline/types";
import { inside } from "./levels";
import { marksOf } from "./pieces";
import { seeded } from "./seed";
import { site, strewn } from "./site";

const piece = (k: string, id = "r1", o: Flat[] = [[0, 0], [800, 0], [800, 600], [0, 600]]): Terrain => ({ id, n: id, o, h: 300, f: 0, k });
const drawing = (of: Terrain): string => JSON.stringify(marksOf(of));
/** Every kind that a palette or a table of the tests has. */
const KINDS = [
  "ruin", "ruins", "building", "wall", "endless wall", "platform", "floor", "tanks", "container", "pipes", "pews", "crates", "barricade",
  "road", "crater", "rubble", "difficult", "forest", "water", "river", "field", "hill", "razor-wire", "tank-trap", "trench", "wreck",
  "impassable", "dangerous", "pitfall", "vent", "ladder", "openwork", "door", "locked door", "open door",
];

describe("what a piece looks like", () => {
  it.each(KINDS)("%s has a drawing, the same every time, of few paths", (kind) => {
    expect(marksOf(piece(kind)).length).toBeGreaterThan(0);
    expect(marksOf(piece(kind)).length).toBeLessThanOrEqual(5);
    expect(drawing(piece(kind))).toBe(drawing(piece(kind)));
    expect(drawing(piece(kind))).not.toContain("NaN");
  });

  it.each(KINDS)("%s can be of any outline", (kind) => {
    const odd: Flat[] = [[0, 0], [700, 100], [900, 500], [300, 800], [-100, 400]];
    expect(drawing(piece(kind, "odd", odd))).not.toContain("NaN");
  });

  it("differs from piece to piece of a kind that is never alike", () => {
    for (const kind of ["ruin", "rubble", "forest", "crater"]) expect(drawing(piece(kind, "r1"))).not.toBe(drawing(piece(kind, "r2")));
  });

  it("builds the walls of a ruin along its outline", () => {
    const walls = marksOf(piece("ruin")).find(([kind]) => kind === "solid")?.[1] ?? "";
    const corners = [...walls.matchAll(/(-?\d+) (-?\d+)/g)].map(([, x, y]): Flat => [Number(x), Number(y)]);
    expect(corners.length).toBeGreaterThan(40);
    for (const [x, y] of corners) expect(Math.min(400 - Math.abs(x), 300 - Math.abs(y))).toBeLessThanOrEqual(26);
    for (const [x, y] of corners) expect(Math.abs(x) <= 400 && Math.abs(y) <= 300).toBe(true);
  });

  it("strews nothing outside the outline", () => {
    const triangle: Flat[] = [[0, 0], [1000, 0], [0, 1000]];
    const of = site(piece("rubble", "t", triangle));
    const strewed = strewn(of, 5000, 10);
    expect(strewed.length).toBeGreaterThan(10);
    for (const at of strewed) expect(inside(at, of.outline)).toBe(true);
  });
});

describe("the frame of a piece", () => {
  it("lies along the longer side, however the rectangle is turned", () => {
    const upright = site(piece("wall", "w", [[0, 0], [50, 0], [50, 700], [0, 700]]));
    expect([upright.x, upright.y, upright.turn, upright.long, upright.wide]).toEqual([25, 350, 90, 700, 50]);
    const slanted = site(piece("wall", "w", [[0, 0], [400, 400], [300, 500], [-100, 100]]));
    expect([slanted.turn, Math.round(slanted.long), Math.round(slanted.wide)]).toEqual([45, 566, 141]);
    expect(site(piece("hill", "h", [[0, 0], [400, 100], [400, 300], [0, 200]])).turn).toBe(0);
  });
});

describe("seeded numbers", () => {
  it("are the same for the same text, spread over 0 to 1", () => {
    const [one, same, other] = [seeded("r1"), seeded("r1"), seeded("r2")];
    const drawn = Array.from({ length: 400 }, one);
    expect(drawn).toEqual(Array.from({ length: 400 }, same));
    expect(drawn).not.toEqual(Array.from({ length: 400 }, other));
    expect(Math.min(...drawn)).toBeGreaterThanOrEqual(0);
    expect(Math.max(...drawn)).toBeLessThan(1);
    expect(drawn.reduce((sum, each) => sum + each, 0) / 400).toBeCloseTo(0.5, 1);
  });
});
