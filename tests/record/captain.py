"""A player who means something by what they tap: they want what the autoplayer wants, and put it in by few gestures."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
from playwright.sync_api import Page

import rules
from gamelog.games import selectors
from gamelog.games.models import Game
from rules.autoplay import player_of
from rules.kernel import engine
from rules.kernel.canonical import tag_of
from rules.kernel.dice import Seeded
from rules.kernel.errors import IllegalAction
from tests.record.follower import Declared, Follower, Json, names_in

FEW = 3
"""After so many refusals of one step, anything that the page offers will do."""


class Captain(Follower):
    """Whoever plays both sides on one screen: whom they act with, at whom and where to is the autoplayer's wish.

    Where exactly a unit stands and how its dice fall is not: it goes where it was drawn in one gesture, and what the
    page proposes for the rest is taken. In a phase in which they stay as they are, they only go on.
    """

    def __init__(
        self, page: Page, ruleset: rules.Ruleset, game: Game, seed: int, *, stays: tuple[str, ...] = ()
    ) -> None:
        super().__init__(page, ruleset, rules.fold(ruleset, ()))
        self.game, self.read, self.stays = game, 0, stays
        self.dice = Seeded(bytes([seed]), "captain")
        self.stuck: set[tuple[Any, ...]] = set()
        self.player = player_of(ruleset, Seeded(bytes([seed]), "wishes"))
        self.tried = (0, 0)
        self.there = self.state

    @property
    def meant(self) -> rules.State:
        """The position after what is there to be accepted."""
        return self.there

    def play(self, enough: Callable[[], bool]) -> None:
        """Until the battle is over, or it is enough."""
        while True:
            stage = self.settle()
            state = self.there = self._position(stage)
            if stage == "over" or state.over is not None or enough():
                if stage == "done":
                    self.accept()
                    # What leaves nothing to choose is declared by the page itself.
                    self.settle()
                return
            self._act(stage, state)

    def _position(self, stage: str) -> rules.State:
        """The position, after what is there to be accepted."""
        self.game.refresh_from_db()
        for event in selectors.events_of(self.game, after=self.read, upto=self.number):
            rules.evolve(self.state, event)
            self.read = event.number
        state = self.state
        for each in [*self._state("meantBefore"), *([self._state("inOrder")] if stage == "done" else ())]:
            said = {name: value for name, value in each.items() if value is not None}
            pending = rules.read_declaration(self.ruleset, rules.canonical(said))
            state = rules.decide(self.ruleset, state, pending).state
        return state

    def _act(self, stage: str, state: rules.State) -> None:
        base = self.reached + (stage == "done")
        if base != self.tried[0]:
            self.tried = (base, 0)
        wish = self._wish(state)
        further = self._after_passing(state, wish) if stage in ("who", "done") else None
        if further:
            return self._pass_and(base + 1, *further)
        action: Json = msgspec.to_builtins(wish.action)
        words = set(names_in(action))
        event = rules.make_event(base + 1, wish, (), "")
        stuck = self._errand(state, wish) in self.stuck
        gesture = None if stuck else self._after_roll(state, wish) or self._gesture(event, action, words)
        going_on = gesture and self._next(gesture[0])
        if stage == "done" and not going_on:
            if not self._listed(event.by, tag_of(wish.action), words):
                return self.accept()
            gesture = None
        if stage == "no" and not going_on:
            return self.leave()
        if self.tried[1] > FEW:
            self.step()
        elif stage in ("who", "done", "no"):
            if gesture:
                self.pull(*gesture) if len(gesture) == 2 else self.touch(gesture[0])
            elif stage == "done" or not self._opened(event, tag_of(wish.action), words):
                self._begin(event.by, tag_of(wish.action), words)
            self.reach(base)
        if not self._finish(base, wish, action, words):
            # What was drawn cannot be: this unit stays, and where it must go, what the page proposes mostly can.
            self.tried = (base, self.tried[1] + 1)
            self.stuck.add(self._errand(state, wish))
        return None

    def _after_roll(self, state: rules.State, wish: Declared) -> Any:
        """Where a roll is wished that only prepares a move: whom to draw where, if the dice fell as they mostly do."""
        act = self.ruleset.act(tag_of(wish.action))
        if not act.towards:
            return None
        drawn = Seeded(b"mostly", str(self.number))
        after = engine.decide(self.ruleset, state, wish, draw=drawn.throw).state
        unit = msgspec.to_builtins(wish.action)["unit"]
        after = self._kept(after, act.towards)
        for then in self.player.proposals(self.ruleset, after):
            same = tag_of(then.action) == act.towards and msgspec.to_builtins(then.action)["unit"] == unit
            if same and self._errand(after, then) not in self.stuck:
                return self._gesture_in(after, rules.make_event(self.number + 2, then, (), ""))
        return None

    def _kept(self, state: rules.State, towards: str) -> rules.State:
        """The position after a roll, where whether it is rolled again is asked before that for which it was."""
        if state.pending is None or any(each.action == towards for each in rules.options(self.ruleset, state)):
            return state
        proposed = self.player.proposals(self.ruleset, state)
        kept = next((each for each in proposed if tag_of(each.action) == "pass"), None)
        return engine.decide(self.ruleset, state, kept).state if kept else state

    def _gesture_in(self, after: rules.State, event: rules.Event[Any]) -> Any:
        action: Json = msgspec.to_builtins(event.action)
        self.there, before = after, self.there
        gesture = self._gesture(event, action, set(names_in(action)))
        self.there = before
        return gesture if gesture and len(gesture) == 2 else None

    def _after_passing(self, state: rules.State, wish: Declared) -> tuple[Declared, Any] | None:
        """Where nothing more is wished here: what the same side then wishes to do to somebody, if it can be drawn."""
        if tag_of(wish.action) != "pass" or state.pending or msgspec.to_builtins(wish.action).get("unit"):
            return None
        after = engine.decide(self.ruleset, state, wish).state
        if after.over is not None or after.pending is not None:
            return None
        then = self._wish(after)
        # Whoever may still do something now is drawn to do that.
        unit = msgspec.to_builtins(then.action).get("unit")
        if any(
            each.model == unit and not self.ruleset.act(each.action).aside
            for each in rules.options(self.ruleset, state)
        ):
            return None
        event = rules.make_event(self.number + 2, then, (), "")
        gesture = self._gesture_in(after, event) if then.by == wish.by else None
        if not gesture or "target" not in msgspec.to_builtins(then.action) or not self._met(gesture[1]):
            return None
        return (then, gesture) if self._next(gesture[0]) else None

    def _pass_and(self, base: int, wish: Declared, gesture: Any) -> None:
        """Draw somebody onto whom they act on in the next phase: that nothing more is done in this one is implied."""
        self.pull(*gesture)
        self.reach(base)
        action: Json = msgspec.to_builtins(wish.action)
        if not self._finish(base, wish, action, set(names_in(action))):
            self.tried = (base, 1)

    @staticmethod
    def _errand(state: rules.State, wish: Declared) -> tuple[Any, ...]:
        unit = msgspec.to_builtins(wish.action).get("unit")
        return (state.round, state.phase, tag_of(wish.action), unit)

    def _gesture(self, event: rules.Event[Any], action: Json, words: set[str]) -> Any:
        """A unit is drawn by one of its models, to where that one wants to be and a finger lands on nobody else."""
        goes = [each for each in action.get("moves") or () if each.get("path")]
        going = {"", *(each["model"] for each in goes)}
        for each in goes:
            start, end = self._standing(each["model"]), tuple(each["path"][-1][:2])
            if start and self._met(end) in going and self._met(start) == each["model"]:
                return start, end
        return super()._gesture(event, action, words)

    def _finish(self, base: int, wish: Declared, action: Json, words: set[str]) -> bool:
        """Whatever else the page asks, until something is there to be accepted, or recorded; False if it is refused."""
        drawn = False
        if self.settle() != "no":
            self._rather(tag_of(wish.action))
        for _ in range(40):
            stage = self.settle()
            further = self.reached > base and stage in ("dice", "ways")
            if further or self.number > base or stage in ("done", "over"):
                return True
            if stage == "who":
                return False
            if stage == "no":
                self.refusals.append(self.page.inner_text(".record-no"))
                if not self._less():
                    return False
                continue
            if stage == "dice":
                self.roll()
            elif stage == "draw":
                if drawn:
                    self.put_down()
                else:
                    self._draw(action)
                drawn = True
            elif stage == "ways" and self.page.locator(f".record-list [data-tag='{tag_of(wish.action)}']").count():
                self._choose_way(tag_of(wish.action), action, words)
            elif stage == "ways":
                self._any(".record-list [data-way]")
        raise AssertionError(f"it does not end: {self.page.inner_text('.record-panel')[:400]}")

    def _less(self) -> bool:
        """What was drawn is refused: as much of it as is allowed, or the roll before it alone; False if neither."""
        if self.page.locator("[data-nearer]").count():
            self.tap("[data-nearer]")
            return True
        if self._state("meant.length"):
            self.tap(".record-bar button")
            return True
        return False

    def _wish(self, state: rules.State) -> Declared:
        """What the autoplayer would do here. Nobody gives orders for later, and no unit is let stand idle by itself: a
        phase ends when nobody has more to do.
        """
        idle: list[Declared] = []
        stuck: list[Declared] = []
        wish: Declared
        for wish in self.player.proposals(self.ruleset, state):
            tag = tag_of(wish.action)
            if self.ruleset.act(tag).aside:
                continue
            if state.phase in self.stays and not state.pending and tag != "pass":
                continue
            if tag == "pass" and msgspec.to_builtins(wish.action).get("unit"):
                idle.append(wish)
            elif self._errand(state, wish) in self.stuck:
                stuck.append(wish)
            elif self._allowed(state, wish):
                return wish
        left = [*(each for each in stuck if self._allowed(state, each)), *idle]
        assert left, f"nothing to do in the {state.phase} phase of round {state.round}"
        return left[0]

    def _allowed(self, state: rules.State, wish: Declared) -> bool:
        drawn = Seeded(b"what if", str(self.number))
        try:
            engine.decide(self.ruleset, state, wish, draw=drawn.throw, brief=True)
        except IllegalAction:
            return False
        return True
