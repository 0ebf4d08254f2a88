import { describe, expect, it } from "vitest";

import { between, stepped } from "./lines";

describe("lines of the course", () => {
  const x = between([1, 5], [10, 50]);
  const y = between([0, 10], [100, 0]);

  it("lie between two places as values lie between two values", () => {
    expect([x(1), x(3), x(5), y(0), y(2.5)]).toEqual([10, 30, 50, 100, 75]);
  });

  it("are level until the next step, and tell only where they bend", () => {
    expect(stepped([4, 4, 6, 6, 1], x, y)).toBe("M10 60H30V40H50V90H50");
    expect(stepped([4], x, y)).toBe("M10 60H10");
    expect(stepped([], x, y)).toBe("");
  });

  it("go back the way they came, so that two of them enclose what is between", () => {
    expect(stepped([4, 4, 6, 6, 1], x, y, true)).toBe("L50 90V90H50V40H30V60H10");
  });
});
