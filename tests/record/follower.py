"""A player who records a battle that has been fought: every declaration of it, in as few taps as the page allows."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
from playwright.sync_api import Page

import rules
from rules.kernel.canonical import tag_of
from tests.record.fingers import Fingers

Declared = rules.Declaration[Any]
Json = dict[str, Any]


class Follower(Fingers):
    """Whoever writes down what happens on a real table. They know the battle; the page does not."""

    def __init__(self, page: Page, ruleset: rules.Ruleset, state: rules.State) -> None:
        super().__init__(page)
        self.ruleset, self.state = ruleset, state

    @property
    def meant(self) -> rules.State:
        """The position in which they declare."""
        return self.state

    @property
    def reached(self) -> int:
        """How many steps the page knows of, with those that are decided and wait for the same Accept."""
        return self.number + int(self._state("meant.length"))

    def follow(self, event: rules.Event[Any]) -> None:
        """Record this step, up to the point where it is there to be accepted: the next act accepts it, if it can."""
        stage = self.settle()
        if self.reached < event.number:
            action: Json = msgspec.to_builtins(event.action)
            words = set(names_in(action))
            # What is there belongs to the step before, and is accepted by going on.
            gesture = self._gesture(event, action, words)
            if self.reached == event.number - 2 and stage == "done" and not (gesture and self._next(gesture[0])):
                if self._listed(event.by, tag_of(event.action), words):
                    gesture = None
                else:
                    self.accept()
                    self.settle()
            if self.reached < event.number:
                self._declare(event, action, words, gesture)
        rules.evolve(self.state, event)

    def touch(self, place: tuple[int, int]) -> None:
        """A tap on somebody on the table."""
        self.taps += 1
        self.page.mouse.click(*self.place_on_screen(*place))

    def accept(self) -> None:
        """The result is agreed on."""
        before = self.reached
        self.tap("[data-accept]")
        self.reach(before + 1)

    def _declare(self, event: rules.Event[Any], action: Json, words: set[str], gesture: Any) -> None:
        tag = tag_of(event.action)
        if not self._opened(event, tag, words):
            if gesture:
                self.pull(*gesture) if len(gesture) == 2 else self.touch(gesture[0])
            else:
                self._begin(event.by, tag, words)
            self.reach(event.number - 1)
        if self.settle() == "who" or self.reached >= event.number:
            return
        self._choose_way(tag, action, words)
        self.settle()
        if self.reached >= event.number:
            return
        self._draw(action)
        self._fill_in(action)
        dice = list(event.dice)
        self._roll(dice, [(each.roll, each.die) for each in event.rerolls], event.number)

    def _roll(self, dice: list[int], paid: list[tuple[int, int]], number: int) -> None:
        """Tap in the dice that fell; a die that somebody paid for is rolled again as soon as it has fallen."""
        while self.settle() in ("dice", "done") and self.reached < number:
            offered = [(each["roll"], each["die"]) for each in self._state("found.again")]
            wanted = next((index for index, each in enumerate(offered) if each in paid), None)
            if wanted is not None:
                paid = []
                self.tap("[data-again]", wanted)
                continue
            if self.stage == "done":
                return
            picker = self.page.locator("dice-picker")
            count, sides = (picker.evaluate(f"each => each.{name}") for name in ("count", "sides"))
            self.show([dice.pop(0) for _ in range(count)], sides, lambda _: dice.pop(0))

    # beginning an act

    def _opened(self, event: rules.Event[Any], tag: str, words: set[str]) -> bool:
        """Whether the page has opened the only act there is."""
        shown = [each for each in (self._state("way"), *(self._state("ways") or [])) if each]
        keys, named = {each["k"] for each in shown}, words & {*self.state.models, *self.state.units}
        theirs = [each for each in self._state("openActs") if each["k"] in keys and each["tag"] == tag]
        right = any(not named or not each["who"] or each["who"] in words for each in theirs)
        return self.reached == event.number - 1 and right and self._state("who") != ""

    def _gesture(self, event: rules.Event[Any], action: Json, words: set[str]) -> Any:
        """From whom to where somebody can be drawn to declare this act; None if it takes taps."""
        tag = tag_of(event.action)
        options = [each for each in rules.options(self.ruleset, self.meant) if each.side == event.by and each.model]
        same = [each for each in options if each.action == tag]
        own = [each for each in same if each.model in words] or (same if len(same) == 1 else [])
        start = self._standing(own[0].model) if own else None
        if not start:
            return None
        target = next((self._standing(each) for each in own[0].targets if each in words), None)
        if target:
            return start, target
        going = next(
            (each.action for each in options if each.model == own[0].model and not set(each.targets) & words
             and "path" in self.ruleset.act(each.action).kind.__struct_fields__), None,
        )  # fmt: skip
        path = action.get("path") or ()
        if going == tag and path and self._free(path[0]):
            return start, tuple(path[0][:2])
        return (start,) if own[0].model in words else None

    def _next(self, place: tuple[int, int]) -> bool:
        """Whether going on with whoever stands here accepts what is there."""
        startable: list[str] = self.page.locator("battle-recorder").evaluate("each => [...each.startable]")
        return self._met(place) in startable and not self._covered(place)

    def _covered(self, place: tuple[int, int]) -> bool:
        """Whether a knob lies there, as one that turns a vehicle: it takes whatever is drawn from it."""
        covered: bool = self.page.evaluate(
            "([x, y]) => Boolean(document.elementFromPoint(x, y)?.closest('.grip:not(.way-end)'))",
            self.place_on_screen(*place),
        )
        return covered

    def _listed(self, side: str, tag: str, words: set[str]) -> bool:
        """Whether this act stands in the list of those that accept what is there."""
        return any(not each["who"] or each["who"] in words for each in self._offered(side, tag))

    def _offered(self, side: str, tag: str) -> list[Json]:
        shown: list[Json] = self._state("ahead" if self.stage == "done" else "openActs")
        return [each for each in shown if each["tag"] == tag and each["side"] == side]

    def _begin(self, side: str, tag: str, words: set[str]) -> None:
        acts = self._offered(side, tag)
        acts = [each for each in acts if each["who"] in words] or [each for each in acts if not each["who"]] or acts
        acts = [each for each in acts if words.intersection(each["about"])] or acts
        assert acts, f"{tag} of {side} is not open: {self.page.inner_text('.record-panel')[:300]}"
        who = acts[0]["who"]
        about = " ".join(acts[0]["about"])
        self.tap(
            f".record-list [data-who='{who}']" if who else f".record-panel [data-act='{tag}'][data-about='{about}']"
        )

    def _choose_way(self, tag: str, action: Json, words: set[str]) -> None:
        stage, ways = self.settle(), self._state("ways") or []
        same = [each["title"] for each in ways if _plain(each["declaration"]["action"]) == _plain(action)]
        if stage != "ways":
            if self._rather(tag):
                return
            beside = self.page.locator("[data-beside]").all()
            other = next((each for each in beside if each.get_attribute("data-beside") in same), None)
            if other and (self._state("way") or {}).get("title") not in same:
                self.taps += 1
                other.click()
            return
        found = self.page.locator(f".record-list [data-tag='{tag}']").all()
        named = [each for each in found if each.get_attribute("data-target") in words]
        exact = [each for each in named or found if each.locator("b").inner_text() in same]
        self.taps += 1
        (exact or named or found)[0].click()

    def _rather(self, tag: str) -> bool:
        """Tap what is left where the act that the page has opened is not meant."""
        opened = (self._state("way") or {}).get("k")
        shown = next((each["tag"] for each in self._state("openActs") if each["k"] == opened), tag)
        other = self.page.locator(f"[data-instead='{tag}']")
        if shown == tag or not other.count():
            return False
        self.tap(f"[data-instead='{tag}']")
        return True

    def _draw(self, action: Json) -> None:
        """Tap where it goes, unless it is there."""
        if self.settle() not in ("draw", "done", "no"):
            return
        drawn: Json = self._state("declaration.action")
        wanted = [*action.get("path", ()), *([action["at"]] if "at" in action else ())]
        there = [*(drawn.get("path") or ()), *([drawn["at"]] if "at" in drawn else ())]
        for place in (
            wanted[len(there) if "path" in action else 0 :] if there != [list(each) for each in wanted] else ()
        ):
            self.taps += 1
            self.page.mouse.click(*self.place_on_screen(place[0], place[1]))

    def _fill_in(self, action: Json) -> None:
        """What else was chosen is set under Details, one field after the other."""
        for _ in range(12):
            if self.settle() not in ("draw", "done", "no", "dice") or not self._state("declaration"):
                return
            drawn, fields = self._state("declaration.action"), self._state("way.fields")
            wrong = (each for each in fields if _differs(drawn, action, each))
            field = next(wrong, None)
            if field is None:
                return
            if not self.page.locator(".record-more[open]").count():
                self.tap(".record-more summary")
            self._set(field, _at(drawn, field["p"]), _at(action, field["p"]))

    def _set(self, field: Json, now: Any, wanted: Any) -> None:
        control = self.page.locator(f".act-fields [data-p='{field['p']}']")
        self.taps += 1
        if field["kind"] == "rows":
            more = len(wanted or ()) > len(now or ())
            self.page.locator(f"[data-{'add' if more else 'less'}='{field['p']}']").click()
        elif field["kind"] == "many":
            index = next(n for n, each in enumerate(field["choices"])
                         if (each["v"] in (wanted or ())) != (each["v"] in (now or ())))  # fmt: skip
            control.nth(index).click()
        elif field["kind"] == "choice":
            # A list opens with one tap and closes with another.
            self.taps += 1
            control.select_option(index=[each["v"] for each in field["choices"]].index(wanted or ""))
        elif field["kind"] == "number":
            self.taps += len(str(wanted))
            control.fill(str(wanted / 100 if field.get("inch") else wanted))
            control.blur()
        else:
            control.click()

    # what the page knows

    def _state(self, name: str) -> Any:
        return self.page.locator("battle-recorder").evaluate(f"each => each.{name.replace('.', '?.')}")

    def _standing(self, key: str) -> tuple[int, int] | None:
        models: Json = self._state("view.m")
        at = next((each["a"] for name, each in models.items()
                   if (name == key or each.get("u") == key) and each["a"] and not each["o"]), None)  # fmt: skip
        return (at[0], at[1]) if at else None

    def _free(self, place: Any) -> bool:
        """Whether a finger that lands here lands on nobody."""
        return not self._met(place)

    def _met(self, place: Any) -> str:
        """On whom a finger that comes down here lands."""
        met: str = self.page.locator("record-table").evaluate("(each, place) => each.nearest(place)", [*place[:2]])
        return met


def _plain(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _plain(each) for key, each in value.items()}
    return [*map(_plain, value)] if isinstance(value, list | tuple) else value


def _at(action: Json, pointer: str) -> Any:
    found: Any = action
    for part in pointer.split("/")[1:]:
        if isinstance(found, list | tuple):
            found = found[int(part)] if int(part) < len(found) else None
        else:
            found = (found or {}).get(part)
    return found


def _differs(drawn: Json, wanted: Json, field: Json) -> bool:
    one, other = _at(drawn, field["p"]), _at(wanted, field["p"])
    if field["kind"] == "rows":
        return len(one or ()) != len(other or ())
    if field["kind"] == "many":
        return set(one or ()) != set(other or ())
    return (one or None) != (other or None) and not (field["kind"] == "choice" and other is None)


def names_in(value: Any) -> Iterator[str]:
    """Every text in an action: whom it concerns is among them."""
    if isinstance(value, str):
        yield value
    for each in value.values() if isinstance(value, dict) else value if isinstance(value, list | tuple) else ():
        yield from names_in(each)
