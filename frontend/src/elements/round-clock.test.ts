import { afterEach, describe, expect, it, vi } from "vitest";

import { clockText, secondsLeft } from "./round-clock";

afterEach(() => {
  document.body.innerHTML = "";
  vi.useRealTimers();
});

describe("round-clock", () => {
  it("shows hours, minutes and seconds, and what is over with a minus", () => {
    expect([0, 59, 60, 3599, 9000, -1, -3661].map(clockText)).toEqual([
      "0:00:00", "0:00:59", "0:01:00", "0:59:59", "2:30:00", "−0:00:01", "−1:01:01",
    ]);
  });

  it("counts from when it began to run, and stands otherwise", () => {
    const now = Date.parse("2026-05-01T10:10:00Z");
    expect(secondsLeft(900, "2026-05-01T10:00:00Z", now)).toBe(300);
    expect(secondsLeft(900, "", now)).toBe(900);
  });

  it("goes by the server's time, and says when it is over", () => {
    vi.useFakeTimers({ now: Date.parse("2030-01-01T00:00:00Z") });
    const clock = document.createElement("round-clock");
    clock.setAttribute("left", "600");
    clock.setAttribute("since", "2026-05-01T10:00:00Z");
    clock.setAttribute("now", "2026-05-01T10:09:58Z");
    document.body.append(clock);
    expect(clock.textContent).toBe("0:00:02");
    vi.advanceTimersByTime(2000);
    expect([clock.textContent, clock.hasAttribute("over")]).toEqual(["0:00:00", false]);
    vi.advanceTimersByTime(1000);
    expect([clock.textContent, clock.hasAttribute("over")]).toEqual(["−0:00:01", true]);
  });
});
