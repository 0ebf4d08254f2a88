"""A player's fingers on the recorder's page in a real browser. Every tap is counted; a drag is one."""

from __future__ import annotations

from collections.abc import Callable
from math import cos, radians, sin
from typing import Any

from playwright.sync_api import Page
from playwright.sync_api import TimeoutError as PlaywrightTimeout

from rules.kernel.dice import Seeded

TRIES = 12


class Fingers:
    """Whoever holds a phone and plays, with choices of their own."""

    def __init__(self, page: Page, seed: int = 1) -> None:
        self.page = page
        self.taps = 0
        self.refusals: list[str] = []
        self.dice = Seeded(bytes([seed]), "fingers")
        self.each: Callable[[str], Any] = lambda stage: None

    @property
    def stage(self) -> str:
        """What the page asks for."""
        return self.page.locator(".recorder").get_attribute("data-stage") or ""

    @property
    def number(self) -> int:
        """How many steps the page knows of."""
        return int(self.page.locator(".recorder").get_attribute("data-number") or 0)

    def settle(self) -> str:
        """Wait until nothing is under way; what the page asks for then."""
        self.page.wait_for_function(
            """() => { const found = document.querySelector('.recorder');
                return found && found.getAttribute('aria-busy') === 'false' && found.dataset.behind === 'false'; }"""
        )
        self.each(self.stage)
        return self.stage

    def reach(self, number: int, seconds: int = 20) -> None:
        """Wait until the page shows the battle after this step."""
        try:
            self.page.wait_for_function(
                "number => +(document.querySelector('.recorder')?.dataset.number ?? 0) >= number", arg=number,
                timeout=seconds * 1000,
            )  # fmt: skip
        except PlaywrightTimeout as lost:
            shown = f"step {self.number}, {self.stage}: {self.page.inner_text('.record-panel')[:400]}"
            raise AssertionError(f"step {number} is not reached within {seconds} s; {shown}") from lost

    def tap(self, selector: str, index: int = 0) -> None:
        """One tap."""
        self.taps += 1
        self.page.locator(selector).nth(index).click()

    def place_on_screen(self, x: int, y: int) -> tuple[float, float]:
        """Where a place of the table is drawn, in pixels of the window."""
        found = self.page.locator("record-table").evaluate(
            """(table, place) => {
                const [x, y] = table.quarter ? table.quarter.place(place) : place;
                const camera = table.querySelector('.board .camera').getScreenCTM();
                const at = new DOMPoint(x, y).matrixTransform(camera);
                return [at.x, at.y]; }""",
            [x, y],
        )
        return found[0], found[1]

    def pull(self, start: tuple[int, int], end: tuple[int, int]) -> None:
        """One gesture from a place of the table to another."""
        self.taps += 1
        mouse = self.page.mouse
        mouse.move(*self.place_on_screen(*start))
        mouse.down()
        mouse.move(*self.place_on_screen((start[0] + end[0]) // 2, (start[1] + end[1]) // 2))
        mouse.move(*self.place_on_screen(*end))
        mouse.up()

    def ready(self) -> bool:
        """Choose and roll until something is there to be accepted; False when the battle is over or not theirs now."""
        for _ in range(200):
            stage = self.settle()
            if stage in ("over", "waits", "done"):
                return stage == "done"
            if stage == "draw":
                self.put_down()
            elif stage == "dice":
                self.roll()
            elif stage == "no":
                if not self.rather():
                    self.leave()
            else:
                self._choose()
        raise AssertionError("nothing is ever ready")

    def step(self) -> bool:
        """One declaration, from the question to its outcome; False when the battle is over or not theirs now."""
        before = self.number
        for _ in range(TRIES):
            stage = self.settle()
            if self.number != before:
                return True
            if stage in ("over", "waits"):
                return False
            self._choose()
            if self._carry_out(before):
                return True
        raise AssertionError(f"nothing came of {TRIES} tries: {self.page.inner_text('.record-panel')[:400]}")

    def _choose(self) -> None:
        if self.settle() == "who":
            self._any(".record-list [data-who], .record-panel > .record-acts [data-act]")
        if self.settle() == "ways":
            self._any(".record-list [data-way]")
        if self.settle() == "measure":
            self._any(".record-lengths [data-inches]")

    def _any(self, selector: str) -> None:
        found = self.page.locator(selector).count()
        assert found, f"nothing to tap: {self.page.inner_text('.record-panel')[:400]}"
        self.tap(selector, self.dice.below(found))

    def _carry_out(self, before: int) -> bool:
        """Go on with what was chosen until it is recorded; False if it is refused, and left."""
        for _ in range(60):
            stage = self.settle()
            if self.number != before or stage == "over":
                return True
            if stage == "draw":
                self.put_down()
            elif stage == "dice":
                self.roll()
            elif stage == "done":
                self.tap("[data-accept]")
                self.page.wait_for_function(
                    "number => +document.querySelector('.recorder').dataset.number !== number", arg=before
                )
                return True
            elif stage == "no":
                self.refusals.append(self.page.inner_text(".record-no"))
                if self.rather():
                    continue
                self.leave()
                return False
            elif stage == "ways" and self.page.locator(".record-list [data-way]").count():
                self._any(".record-list [data-way]")
            elif stage == "measure":
                self._any(".record-lengths [data-inches]")
            else:
                return False
        raise AssertionError("it does not end")

    def rather(self) -> bool:
        """Half of the time, take what the page offers instead of what it refuses; False if not."""
        offered = "[data-instead], [data-nearer]"
        if not self.page.locator(offered).count() or self.dice.below(2):
            return False
        self._any(offered)
        return True

    def leave(self) -> None:
        """Back to the question, or to what was decided on the way."""
        while self.settle() not in ("who", "waits", "over", "done"):
            self.tap(".record-bar button")

    def put_down(self) -> None:
        """Tap somewhere within reach, on the table and on nobody."""
        ring, end = self.page.locator(".record-over .reach").first, self.page.locator(".record-over .end").first
        box = (ring if ring.count() else end).bounding_box()
        table = self.page.locator(".board .felt").bounding_box()
        assert box and table
        for _ in range(TRIES):
            turn, far = self.dice.below(360), (50 + self.dice.below(45)) / 200
            x = box["x"] + box["width"] * (0.5 + cos(radians(turn)) * far)
            y = box["y"] + box["height"] * (0.5 + sin(radians(turn)) * far)
            x = min(max(x, table["x"] + 4), table["x"] + table["width"] - 4)
            y = min(max(y, table["y"] + 4), table["y"] + table["height"] - 4)
            self.taps += 1
            self.page.mouse.click(x, y)
            if self.settle() != "draw":
                return
        self.leave()

    def roll(self) -> None:
        """The dice of one roll: what they show is drawn, and tapped in as few taps as the page allows."""
        if self.page.locator("[data-accept]").count():
            return self.tap("[data-accept]")
        picker = self.page.locator("dice-picker")
        count, sides = (picker.evaluate(f"each => each.{name}") for name in ("count", "sides"))
        self.show([self.dice.die(sides) for _ in range(count)], sides, self.dice.die)
        return None

    def show(self, faces: list[int], sides: int = 6, follow: Callable[[int], int] | None = None) -> None:
        """Tap in what lies on the table; with the last die the first that follows from it, if there is one."""
        if sides > 6:
            for face in faces:
                self.page.fill(".dice-number input", str(face % 360 if sides == 360 else face))
                self.taps += 1
                self.tap(".dice-number button")
        elif len(faces) == 1 or self.page.locator("[data-pair]").count():
            for one, other in zip(faces[::2], faces[1::2], strict=False):
                self.tap(f"[data-pair='{one}-{other}']")
            for face in faces[len(faces) & ~1 :]:
                self._last(face, follow)
        else:
            for face in sorted(set(faces)):
                self._so_many(face, faces.count(face))

    def _last(self, face: int, follow: Callable[[int], int] | None) -> None:
        self.settle()
        sequel = self.page.locator("dice-picker").evaluate("each => each.sequel").get(str(face))
        if sequel and follow:
            self.tap(f"[data-sequel='{face}-{follow(sequel['sides'])}']")
        else:
            self.tap(f".dice-face[data-face='{face}']")

    def _so_many(self, face: int, many: int) -> None:
        cell = min(many, 5)
        self.tap(
            f".dice-cell[data-face='{face}'][data-many='{cell}']" if cell > 1 else f".dice-face[data-face='{face}']"
        )
        for _ in range(many - cell):
            self.tap(f".dice-face[data-face='{face}']")
