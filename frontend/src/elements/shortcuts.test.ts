import { render } from "lit";
import { expect, it, vi } from "vitest";

import { shortcuts } from "./shortcuts";

it("lists every key with what it does, and closes", () => {
  const words = Object.fromEntries(
    ["first", "phaseBack", "back", "play", "forward", "phaseForward", "last", "actBack", "actForward", "toRound", "inStory", "names", "keys", "close", "reach", "sight", "ruler", "forces", "whole"].map((each) => [each, `does ${each}`]),
  );
  const place = document.createElement("div");
  const close = vi.fn();
  render(shortcuts(words, close), place);
  const keys = [...place.querySelectorAll("dt")].map((each) => each.textContent);
  expect(keys).toEqual(["Home", "[", "←", "Space", "→", "]", "End", "⇧ ←", "⇧ →", "1–9", "↑ ↓", "N", "R", "L", "M", "F", "Z", "?", "Esc"]);
  expect([...place.querySelectorAll("dd")].every((each) => each.textContent?.startsWith("does "))).toBe(true);
  place.querySelector<HTMLElement>(".close")!.click();
  expect(close).toHaveBeenCalledOnce();
});
