import { describe, expect, it } from "vitest";

import { bends, between } from "./lines";

describe("lines of the course", () => {
  it("lie between two places as values lie between two values", () => {
    const [x, y] = [between([1, 5], [10, 50]), between([0, 10], [100, 0])];
    expect([x(1), x(3), x(5), y(0), y(2.5)]).toEqual([10, 30, 50, 100, 75]);
  });

  it("are drawn from their first value to their last by where they bend", () => {
    expect(bends([4, 4, 6, 6, 1, 1])).toEqual([0, 2, 4, 5]);
    expect(bends([4, 4, 6, 6], [1, 2, 2, 2])).toEqual([0, 1, 2, 3]);
    expect(bends([4])).toEqual([0]);
    expect(bends([])).toEqual([]);
  });
});
