"""What can be asked of a position of The 9th Age, each figure worked out by hand."""

from __future__ import annotations

from typing import Any

import pytest

import rules
from rules import asking
from rules.kernel.errors import IllegalAction, Malformed
from rules.kernel.query import Answer
from rules.kernel.state import State
from rules.t9a import options
from tests.rules.t9a.parade import LEFT, foes, ground, piece, regiment

T9A = rules.load("t9a")
MINE, THEIRS = regiment("a1", (1000, 1000)), foes("b1", (1394, 2000))
"""Five files of 79 (20 mm): the fronts are 10" apart, face to face."""
SCORES: dict[str, Any] = {"has": {"t9a.core.scoring": 1}}


def asked(state: State, query: str, **about: str) -> Answer:
    (found,) = asking.ask(T9A, state, asking.worded(T9A, query, about))
    return found


@pytest.mark.parametrize(
    ("one", "other", "value"),
    [
        pytest.param("a1", "b1", 1000, id="front to front"),
        pytest.param("a1.1", "b1", 1000, id="a model of the first rank"),
        pytest.param("a1.6", "b1", 1079, id="one of the second, a base of 20 mm behind"),
        pytest.param("a1.6", "b1.10", 1158, id="from second rank to second rank: two bases"),
        pytest.param("wall", "a1", 206, id="1600 less the right end of the ranks at 1394, rounded up"),
    ],
)
def test_distances(one: str, other: str, value: int) -> None:
    """t9a.core.lengths: from boundary to boundary, of models from base to base."""
    here = ground(MINE, THEIRS, terrain=[piece("wall", 1600, 800, 1700, 1000, "wall")])
    found = asked(here, "distance", of=one, to=other)
    assert abs(int(found.value or 0) - value) <= 1, "bases are measured in half millimetres"
    assert found.clauses == ("t9a.core.lengths",)
    assert asked(here, "distance", of=other, to=one).value == found.value


def test_models_at_opposite_ends_are_apart_aslant() -> None:
    """The bases at the left and at the right end of five files: three bases (236) sideways and 1000 ahead."""
    assert asked(ground(MINE, THEIRS), "distance", of="a1.1", to="b1.1").value in range(1027, 1030)


@pytest.mark.parametrize(
    ("facing", "terrain", "seen", "in_front"),
    [
        pytest.param((0, 1000), (), True, True, id="open ground"),
        pytest.param(LEFT, (), True, False, id="in the flank: seen, and not in the front"),
        pytest.param((0, 1000), (piece("inn", 800, 1400, 1600, 1600, "building", 300),), False, True, id="a house"),
        pytest.param((0, 1000), (piece("corn", 800, 1400, 1600, 1600, "field", 50),), True, True, id="a field"),
    ],
)
def test_who_sees_whom(facing: Any, terrain: Any, seen: bool, in_front: bool) -> None:
    """t9a.core.aim"""
    here = ground(regiment("a1", (1000, 1000), facing=facing), THEIRS, terrain=terrain)
    found = asked(here, "sight", viewer="a1", target="b1")
    assert (found.value, found.facts["in_front"]) == (seen, in_front)


@pytest.mark.parametrize(("kind", "value", "modifier"), [("", "open", 0), ("field", "soft", -1), ("wall", "hard", -2)])
def test_cover(kind: str, value: str, modifier: int) -> None:
    """t9a.assumed.aim.cover: soft cover takes 1 from a shot, hard cover 2."""
    terrain = [piece("between", 800, 1700, 1600, 1800, kind, 50)] if kind else []
    found = asked(ground(MINE, THEIRS, terrain=terrain), "cover", attacker="a1", target="b1")
    assert (found.value, found.facts["modifier"]) == (value, modifier)


def test_without_a_map_the_players_say_what_is_seen() -> None:
    here = ground(MINE, THEIRS)
    here.table = here.table.__class__(here.table.width, here.table.depth, False)
    assert asked(here, "sight", viewer="a1", target="b1").value is None
    assert asked(here, "cover", attacker="a1", target="b1").value is None
    assert asked(here, "distance", of="a1", to="b1").value == 1000


@pytest.mark.parametrize(("near", "holder"), [((3400, 2500), "a"), ((3400, 900), "")])
def test_who_holds_the_ground(near: tuple[int, int], holder: str) -> None:
    """t9a.core.scoring: Scoring units within 6" of the middle of a table of 72" by 48"; those without do not count."""
    here = ground(regiment("a1", near, **SCORES), foes("b1", (3600, 3000)))
    here.options[options.OBJECTIVE] = 1
    found = asked(here, "holds")
    assert (found.of, found.value, found.facts["b"]) == ("objective", holder, 0)


def test_who_holds_it_when_both_do() -> None:
    here = ground(regiment("a1", (3400, 2300), **SCORES), foes("b1", (3800, 2700), **SCORES))
    here.options[options.OBJECTIVE] = 1
    found = asked(here, "holds")
    assert (found.value, found.facts) == ("", {"a": 1, "b": 1})


def test_what_cannot_be_asked() -> None:
    here = ground(MINE, foes("b1", None))
    with pytest.raises(Malformed, match="nothing with the id 'b9'"):
        asked(here, "distance", of="a1", to="b9")
    with pytest.raises(IllegalAction) as why:
        asked(here, "distance", of="a1", to="b1")
    assert why.value.clause == "table.present"
