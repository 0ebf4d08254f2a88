"""Scenarios, what is agreed before a battle, and how it ends."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

import rules
from rules.kernel import actions
from rules.kernel.effects import Began, Counted, Ended, Marked, TerrainSet
from rules.kernel.state import State, Table
from rules.necro import door, options, resolve, scenario, terminal, words
from rules.necro.activation import Activate, Pass
from rules.necro.resolve import BottleTest
from rules.necro.table import table

from .arena import NECRO, box, decide, effects_of, fighter, gang, position

FAR = (3000, 3000)
LAST = {words.READY: 1}


def ends(*models: Any, **more: Any) -> rules.Decided:
    """The last activation of a round is over, and no gang bottles in its End phase."""
    state = position(fighter("a1", round=LAST), *models, **more)
    done = decide(decide(state, "a", Activate(fighter="a1")).state, "a", Pass())
    for side in ("a", "b"):
        if done.state.phase == "end" and resolve.must_bottle(done.state, side):
            done = decide(done.state, side, BottleTest(), [1])
    return done


# the end


@pytest.mark.parametrize(
    ("number", "agreed", "over"),
    [
        pytest.param(5, {}, False, id="necro.core.round.5"),
        pytest.param(6, {}, True, id="necro.core.round.6"),
        pytest.param(2, {options.ROUNDS: 2}, True, id="necro.core.round.agreed"),
    ],
)
def test_the_battle_ends_after_the_rounds(number: int, agreed: dict[str, int], over: bool) -> None:
    done = ends(fighter("b1", FAR), round=number, options=agreed)
    assert [each.rule for each in effects_of(done, Ended)] == (["necro.core.result"] if over else [])
    if not over:
        assert [each.phase for each in effects_of(done, Began)] == ["end", "priority"]


@pytest.mark.parametrize(
    ("lost", "winner", "score"),
    [
        pytest.param([fighter("b2", out=True)], "a", {"a": 1, "b": 0}, id="necro.assumed.scenario.stand-off.out"),
        pytest.param(
            [fighter("a2", None, game={words.FLED: 1})],
            "b",
            {"a": 0, "b": 1},
            id="necro.assumed.scenario.stand-off.fled",
        ),
        pytest.param(
            [fighter("a2", out=True), fighter("b2", out=True)], "", {"a": 1, "b": 1}, id="necro.core.result.draw"
        ),
    ],
)
def test_a_stand_off_counts_the_enemies_gone(lost: list[Any], winner: str, score: dict[str, int]) -> None:
    (ended,) = effects_of(ends(fighter("b1", FAR), *lost, round=6), Ended)
    assert (ended.outcome.winner, ended.outcome.score) == (winner, score)


def test_a_gang_that_is_gone_ends_the_battle() -> None:
    # necro.assumed.scenario.last-standing
    (ended,) = effects_of(ends(fighter("b1", out=True), round=2), Ended)
    assert (ended.rule, ended.outcome.winner) == ("necro.assumed.scenario.last-standing", "a")


POWER = {options.SCENARIO: 1}


def test_running_generators_score_every_round() -> None:
    # necro.assumed.scenario.power, necro.terminal.other-device
    game = {terminal.DEVICES: ("g1=b", "g2=b", "g3=a")}
    done = ends(fighter("b1", FAR), fighter("b2", out=True), options=POWER, game=game)
    assert [(each.side, each.by) for each in effects_of(done, Counted, "necro.assumed.scenario.power")] == [
        ("a", 1),
        ("b", 2),
    ]
    assert scenario.score(done.state) == {"a": 1, "b": 2}
    assert not effects_of(ends(fighter("b1", FAR), options=POWER), Counted)
    (ended,) = effects_of(ends(fighter("b1", FAR), options=POWER, game=game, round=6), Ended)
    assert (ended.outcome.winner, ended.outcome.score) == ("b", {"a": 1, "b": 2})


# before the battle


def mustered(pieces: Any, agreed: dict[str, Any] | None = None) -> rules.Decided:
    """What the second gang's arrival comes to on a table with these pieces."""
    opening = actions.Begin(table=Table(3600, 3600, terrain=tuple(pieces)), options=agreed or {})
    begun = decide(rules.empty(NECRO), "", opening)
    first = decide(begun.state, "a", actions.Muster(roster=gang("A")))
    return decide(first.state, "b", actions.Muster(roster=gang("B")))


SHUT = box("d1", 1000, 1000, 1200, 1050, 300, "door")
LOCKED = msgspec.structs.replace(SHUT, id="d2", name="d2", kind="locked door")
AJAR = msgspec.structs.replace(SHUT, id="d3", name="d3", kind="open door")


def test_doors_begin_as_they_are_drawn() -> None:
    # necro.core.doors-at-start, necro.door.may-be-locked: closed and unlocked unless drawn otherwise
    done = mustered((SHUT, LOCKED, AJAR))
    assert {piece.id: (piece.kind, piece.height) for piece in done.state.table.terrain} == {
        "d1": ("door", 300),
        "d2": ("door", 300),
        "d3": ("open door", 1),
    }
    assert door.listed(done.state, door.LOCKED) == ("d2",)
    assert door.numbers(done.state, door.HEIGHTS) == {"d3": 300}
    assert [each.piece.id for each in effects_of(done, TerrainSet, "necro.door.may-be-locked")] == ["d2"]
    assert [each.piece.id for each in effects_of(done, TerrainSet, "necro.core.doors-at-start")] == ["d3"]


def test_all_doors_may_be_locked() -> None:
    # necro.core.doors-at-start
    done = mustered((SHUT, LOCKED, AJAR), {options.DOORS: True})
    assert door.listed(done.state, door.LOCKED) == ("d1", "d2")


def test_terminals_are_linked_before_the_battle() -> None:
    # necro.terminal.placement
    post = box("t1", 1000, 850, 1040, 890, 120, "terminal")
    generator = box("g1", 100, 850, 140, 890, 120, "generator")
    done = mustered((SHUT, LOCKED, post, generator))
    (marked,) = [each for each in effects_of(done, Marked) if each.key == terminal.LINKS]
    assert marked.value == ("t1=d1", "g1=")


@pytest.mark.parametrize("seed", range(6))
def test_the_tables_of_our_own(seed: int) -> None:
    drawn = table(seed)
    assert any(piece.kind == "generator" for piece in drawn.terrain)
    for piece in drawn.terrain:
        if piece.kind == "terminal":
            state: State = msgspec.structs.replace(position(fighter("a1")), table=drawn)
            assert terminal.door_of(state, piece)
