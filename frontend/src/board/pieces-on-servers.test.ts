import { describe, expect, it } from "vitest";

import drawn from "../../../tests/frontend/terrain_marks.json";
import type { Terrain } from "../timeline/types";
import { marksOf } from "./pieces";

// frontend/games/terrain_marks.py draws the same for pictures; tests/frontend/test_terrain_marks.py reads the same file.
describe("what a server draws of terrain", () => {
  it.each(drawn as unknown as [Terrain, [string, string][]][])("is what a page draws", (piece, marks) => {
    expect(marksOf(piece)).toEqual(marks);
  });
});
