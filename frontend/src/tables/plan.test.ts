import { expect, test } from "vitest";

import { called, copied, found, freeId, grown, mirrored, moved, movedTo, outline, owners, placed, towards, turned, without, type Kind, type Piece, type Plan } from "./plan";

const WALL: Kind = { key: "wall", kind: "wall", name: "Wall", width: 500, depth: 50, height: 500, floor: 0, storey: 0, of: [], letter: "t" };
const BOX: Kind = { ...WALL, key: "box", kind: "crates", name: "Crates", width: 150, depth: 150 };
const ROAD: Kind = { ...WALL, key: "road", kind: "road", name: "Road", width: 4000, depth: 200 };
const DOOR: Kind = { ...WALL, key: "door", kind: "door", name: "Door", width: 200 };
const PANEL: Kind = { ...WALL, key: "panel", kind: "terminal", name: "Panel", width: 40, depth: 40, of: ["door"] };
const KINDS = [WALL, BOX, ROAD, DOOR, PANEL];
const EMPTY: Plan = { width: 3000, depth: 2200, deployment: "", pieces: [] };

const piece = (changed: Partial<Piece> = {}): Piece =>
  ({ id: "t1", kind: "wall", x: 1000, y: 1000, width: 500, depth: 50, height: 500, turn: 0, floor: 0, of: "", name: "", ...changed });
const plan = (...pieces: Piece[]): Plan => ({ ...EMPTY, pieces });

// The same numbers as in tests/rules/test_drawn.py: what is drawn is what is recorded.
test("a box is turned about its middle as the server turns it", () => {
  expect(outline(piece())).toEqual([[750, 975], [1250, 975], [1250, 1025], [750, 1025]]);
  expect(outline(piece({ turn: 90 }))).toEqual([[975, 750], [1025, 750], [1025, 1250], [975, 1250]]);
  expect(outline(piece({ turn: 45 }))).toEqual([[841, 805], [1195, 1159], [1159, 1195], [805, 841]]);
  expect(outline(piece({ turn: 135 }))).toEqual([[1195, 841], [841, 1195], [805, 1159], [1159, 805]]);
});

test("a piece is placed on the grid, within the table, under a number that is free", () => {
  const first = placed(WALL, KINDS, 1012, 988, EMPTY);
  expect([first.id, first.x, first.y]).toEqual(["t1", 1000, 1000]);
  const second = placed(BOX, KINDS, 2990, -40, plan(first));
  expect(second.id).toBe("t2");
  expect(outline(second)).toEqual([[2850, 0], [3000, 0], [3000, 150], [2850, 150]]);
  expect(freeId([first, piece({ id: "t3" })], "t")).toBe("t2");
});

test("a road that is too long for the table is as long as the table", () => {
  expect(outline(placed(ROAD, KINDS, 1500, 1100, EMPTY))).toEqual([[0, 1000], [3000, 1000], [3000, 1200], [0, 1200]]);
  const upright = { ...EMPTY, width: 2200, depth: 3000 };
  expect(outline(placed(ROAD, KINDS, 1100, 1500, upright))).toEqual([[1000, 0], [1200, 0], [1200, 3000], [1000, 3000]]);
});

test("what belongs to a door belongs to the nearest, and to nothing once it is gone", () => {
  const doors = plan(piece({ id: "t1", kind: "door", x: 500 }), piece({ id: "t2", kind: "door", x: 2000 }));
  const panel = placed(PANEL, KINDS, 1800, 900, doors);
  expect(panel.of).toBe("t2");
  expect(owners(PANEL, KINDS, doors).map((each) => each.id)).toEqual(["t1", "t2"]);
  expect(without({ ...doors, pieces: [...doors.pieces, panel] }, "t2").pieces.map((each) => each.of)).toEqual(["", ""]);
  expect(placed(PANEL, KINDS, 1800, 900, EMPTY).of).toBe("");
});

test("a piece moves by half inches and never over the edge", () => {
  expect(moved(piece(), -5000, 50, EMPTY)).toMatchObject({ x: 250, y: 1050 });
  expect(movedTo(piece(), 1333, 1274, EMPTY)).toMatchObject({ x: 1350, y: 1250 });
  expect(turned(piece({ x: 250, y: 25 }), EMPTY).turn).toBe(45);
  const turnedRound = [1, 2, 3, 4].reduce((now) => turned(now, EMPTY), piece());
  expect(turnedRound).toEqual(piece());
});

test("a wall gets longer and no thicker; nothing vanishes", () => {
  expect(grown(piece(), 1, EMPTY)).toMatchObject({ width: 600, depth: 50 });
  expect(grown(piece({ width: 150, depth: 150 }), 1, EMPTY)).toMatchObject({ width: 250, depth: 250 });
  expect(grown(piece({ width: 150, depth: 150 }), -1, EMPTY)).toMatchObject({ width: 50, depth: 50 });
  expect(grown(piece({ width: 40, depth: 40 }), -1, EMPTY)).toMatchObject({ width: 40, depth: 40 });
  expect(grown(piece({ width: 40, depth: 40 }), 1, EMPTY)).toMatchObject({ width: 140, depth: 140 });
  expect(grown(piece({ width: 3000 }), 1, EMPTY).width).toBe(3000);
});

test("a copy stands aside, also in a corner, and loses the name of the layout", () => {
  expect(copied(piece({ name: "Nave wall" }), "t", plan(piece()))).toMatchObject({ id: "t2", x: 1100, y: 1100, name: "" });
  const corner = piece({ x: 2750, y: 2175 });
  expect(copied(corner, "t", plan(corner))).toMatchObject({ x: 2650, y: 2075 });
});

test("mirrored, every piece has one opposite, to the hundredth", () => {
  const half = plan(
    piece({ id: "t1", x: 700, y: 333, width: 501, turn: 0 }), piece({ id: "t2", kind: "door", x: 900, y: 1501, turn: 45 }),
    piece({ id: "t3", kind: "panel", x: 950, y: 1400, width: 40, depth: 40, of: "t2" }), piece({ id: "t4", x: 1500, y: 1100 }),
    piece({ id: "t5", x: 2500, y: 200 }),
  );
  const whole = mirrored(half, [-1, 0], KINDS);
  // The smaller half went; what stands in the middle stays.
  expect(whole.pieces.map((each) => each.id)).toEqual(["t1", "t2", "t3", "t4", "t6", "t7", "t8"]);
  const corners = (each: Piece): string => JSON.stringify([...outline(each)].sort((a, b) => a[0] - b[0] || a[1] - b[1]));
  const round = (each: Piece): string =>
    JSON.stringify(outline(each).map(([x, y]) => [3000 - x, 2200 - y]).sort((a, b) => a[0]! - b[0]! || a[1]! - b[1]!));
  const drawn = whole.pieces.map(corners).sort();
  expect(whole.pieces.map(round).sort()).toEqual(drawn);
  expect(whole.pieces.find((each) => each.id === "t8")?.of).toBe("t7");
  expect(mirrored(whole, [-1, 0], KINDS).pieces).toHaveLength(7);
});

test("halves are those of the zones, else along the table", () => {
  expect(towards(EMPTY, [])).toEqual([-1, 0]);
  expect(towards({ ...EMPTY, width: 2000 }, [])).toEqual([0, -1]);
  expect(towards(EMPTY, [{ o: [[0, 0], [3000, 0], [3000, 600], [0, 600]] }])).toEqual([0, -800]);
});

test("a finger finds the smallest piece under it, else the nearest", () => {
  const platform = piece({ id: "t1", width: 400, depth: 400 });
  const rail = piece({ id: "t2", width: 300, depth: 20, y: 900, floor: 300 });
  expect(found([platform, rail], [1000, 900], 0)?.id).toBe("t2");
  expect(found([platform, rail], [1000, 1100], 100)?.id).toBe("t1");
  expect(found([platform, rail], [1230, 1000], 40)?.id).toBe("t1");
  expect(found([platform, rail], [1300, 1300], 40)).toBeUndefined();
  expect(found([piece({ turn: 45 })], [1150, 1150], 5)?.id).toBe("t1");
  expect(found([piece({ turn: 45 })], [1150, 850], 5)).toBeUndefined();
});

test("pieces are numbered by their kind, as the server numbers them", () => {
  expect(called(plan(piece(), piece({ id: "t2", name: "Office wall" }), piece({ id: "t3", kind: "box" }), piece({ id: "t4" })), KINDS))
    .toEqual(["Wall 1", "Office wall", "Crates 1", "Wall 3"]);
});
