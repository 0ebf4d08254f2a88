"""What is kept about a position is what would be measured anew: through whole battles, for every system."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from pathlib import Path
from typing import Any

import pytest

import rules
from rules.kernel.context import Context
from rules.kernel.known import Known
from rules.kernel.state import Listed, State
from rules.wh40k.shooting import sight

GOLDEN = Path(__file__).parents[1] / "playthroughs"


def longest(key: str) -> Path:
    """The longest golden battle of a system."""
    return max(sorted(GOLDEN.glob(f"{key}@*/*.jsonl")), key=lambda path: path.stat().st_size)


BATTLES = [longest(key) for key in rules.RULESETS]


@pytest.fixture
def compared(monkeypatch: pytest.MonkeyPatch) -> list[Hashable]:
    """What was asked, after every answer that was kept has been compared with a fresh one."""
    asked: list[Hashable] = []
    once, kept_lists = Known.once, State._listed.fget  # type: ignore[attr-defined]

    def checked_once(self: Known, about: Hashable, measure: Callable[[], Any], table: bool = False) -> Any:
        kept = about in (self.table if table else self.answers)
        found = once(self, about, measure, table)
        if kept:
            asked.append(about)
            assert found == measure(), about
        return found

    def checked_lists(self: State) -> Listed:
        asked.append("listed")
        found: Listed = kept_lists(self)
        fresh = Listed(self.models.values())
        for name in Listed.__slots__:
            assert getattr(found, name) == getattr(fresh, name), name
        return found

    monkeypatch.setattr(Known, "once", checked_once)
    monkeypatch.setattr(State, "_listed", property(checked_lists))
    return asked


@pytest.mark.parametrize("path", BATTLES, ids=[path.parent.name for path in BATTLES])
def test_kept_answers_are_those_measured_anew(path: Path, compared: list[Hashable]) -> None:
    """In verification, in what is offered after each step, and in deciding the next one from a copy."""
    file = rules.read_game(path.read_bytes())
    ruleset = rules.load(file.header.ruleset, file.header.version)
    assert not list(rules.verify(ruleset, file.events))
    state = rules.empty(ruleset)
    for number, event in enumerate(file.events):
        rules.options(ruleset, state)
        declaration = rules.Declaration(
            by=event.by, action=event.action, dice=event.dice, rerolls=event.rerolls, hold=event.hold
        )
        decided = rules.decide(ruleset, state, declaration, lenient=True, history=file.events[:number])
        assert decided.effects == event.effects
        rules.evolve(state, event)
    assert compared


@pytest.mark.parametrize("key", ["wh40k", "cod"])
def test_who_is_seen_at_all_is_who_is_seen_with_what_gives_cover(key: str) -> None:
    file = rules.read_game(longest(key).read_bytes())
    ruleset, compared = rules.load(key, file.header.version), 0
    state = rules.empty(ruleset)
    for event in file.events:
        rules.evolve(state, event)
        if event.number % 25:
            continue
        ctx = Context(ruleset, state, "a", ())
        for viewer in state.alive("a"):
            for target in state.alive("b"):
                assert sight.sees(ctx, viewer, target) == sight.see(ctx, viewer, target).visible
                compared += 1
    assert compared
