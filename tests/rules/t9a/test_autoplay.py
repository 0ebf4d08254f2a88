"""Whole battles of the autoplayer: they end, verify, and are fought to be won."""

from __future__ import annotations

import os
from collections.abc import Iterator
from itertools import permutations
from typing import Any

import pytest
from msgspec.structs import replace

import rules
from rules import autoplay
from rules.kernel.context import Context
from rules.kernel.events import Declaration
from rules.kernel.state import State
from rules.plain_player import Plain
from rules.t9a import likings, options, taste
from rules.t9a.player import Autoplayer
from tests.playthroughs.t9a import FORCES, GROUNDS, T9A
from tests.rules.t9a.parade import Group, foes, ground, regiment

LONG = os.environ.get("GAMELOG_LONG") == "1"
PAIRS = tuple(permutations(FORCES, 2))
SHORT: dict[str, int | str | bool] = {options.LENGTH: 2}


def played(seed: int, agreed: dict[str, int | str | bool]) -> rules.GameFile:
    """A battle of two of the forces."""
    first, second = PAIRS[seed % len(PAIRS)]
    return autoplay.play(T9A, [FORCES[first], FORCES[second]], seed, table=GROUNDS["valley"](seed), options=agreed)


def sound(file: rules.GameFile) -> rules.Report:
    """A battle that ends and verifies; its report."""
    report = rules.report(T9A, file.events, rules.read_game(file.dump()).findings)
    assert (report.verdict, report.finished, report.findings) == ("verified", True, ())
    return report


@pytest.mark.parametrize("seed", range(1, 4))
def test_short_battles_end_and_verify(seed: int) -> None:
    assert 1 <= sound(played(seed, SHORT)).rounds <= 2


@pytest.mark.parametrize("objective", [0, 1, 2])
def test_a_whole_battle_with_each_objective(objective: int) -> None:
    """t9a.core.scoring: who holds the ground, or breaks through, has the prize when the game ends."""
    report = sound(played(10 + objective, {options.OBJECTIVE: objective}))
    assert report.rounds <= 6
    assert report.reason == "t9a.core.victory"


@pytest.mark.skipif(not LONG, reason="two hundred battles take a quarter of an hour: GAMELOG_LONG=1")
@pytest.mark.parametrize("seed", range(200))
def test_many_battles(seed: int) -> None:
    sound(played(1000 + seed, {options.OBJECTIVE: seed % 3}))


class OneSided(Autoplayer):
    """Side a wants to win; side b does anything."""

    def proposals(self, ruleset: rules.Ruleset, state: State) -> Iterator[Declaration[Any]]:
        side = state.pending.side if state.pending else state.to_act
        yield from Plain(self.dice).proposals(ruleset, state) if side == "b" else super().proposals(ruleset, state)


def test_who_wants_to_win_does_better_than_who_does_anything() -> None:
    """Both sides have the same army."""
    uneven = replace(T9A, player=OneSided)
    totals = {"a": 0, "b": 0}
    for seed in range(3):
        file = autoplay.play(uneven, [FORCES["wild"], FORCES["wild"]], seed, table=GROUNDS["valley"](seed))
        for side, points in rules.report(T9A, file.events).score.items():
            totals[side] += points
    assert totals["a"] > totals["b"]


# what it thinks of


def field(*groups: Group, **more: Any) -> Context:
    return Context(T9A, ground(*groups, **more), "a", ())


def test_a_combat_is_thought_over_before_a_charge() -> None:
    """Two ranks of five are favoured against five of the same kind, and not against brutes."""
    ctx = field(regiment("a1", count=20), foes("b1", count=5), foes("b2", (3000, 2000), 5, Att=4, Str=6, Res=6))
    units = ctx.state.units
    assert likings.favour(ctx, units["a1"], units["b1"]) > 0 > likings.favour(ctx, units["a1"], units["b2"])


def test_a_unit_that_scores_wants_the_middle_of_the_table() -> None:
    """t9a.core.scoring: and stays there once it has it; others want the nearest enemy."""
    has = {"t9a.core.scoring": 1}
    ctx = field(regiment("a1", has=has), regiment("a2", (3600, 2400), has=has), regiment("a3", (200, 200)), foes("b1"))
    aims = {key: taste.aim(ctx, ctx.state.units[key]) for key in ("a1", "a2", "a3")}
    assert aims["a1"] == taste.Aim((3600, 2400))
    assert aims["a2"] == taste.Aim((3600, 2400), there=True)
    assert aims["a3"] is not None and aims["a3"].at[1] > 1900


def test_a_unit_that_breaks_through_wants_the_zone_of_the_enemy() -> None:
    """t9a.core.scoring: straight ahead of it."""
    ctx = field(regiment("a1", has={"t9a.core.scoring": 1}), foes("b1"))
    state = ctx.state
    state.table = GROUNDS["layout"](0)
    state.options[options.OBJECTIVE] = 2
    state.sides["a"].game["t9a.core.pregame-sequence"] = "south"
    state.sides["b"].game["t9a.core.pregame-sequence"] = "north"
    aim = taste.aim(ctx, state.units["a1"])
    assert aim is not None and aim.at[1] == 3600 and not aim.there


@pytest.mark.parametrize(("place", "flank", "ahead"), [((0, 3000), "left", True), ((3000, 0), "right", False)])
def test_the_way_to_a_place(place: tuple[int, int], flank: str, ahead: bool) -> None:
    unit, _ = regiment("a1")
    found = taste.heading(unit, place)
    assert (found.flank, found.ahead > 0) == (flank, ahead)
