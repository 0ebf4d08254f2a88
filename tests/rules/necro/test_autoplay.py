"""Whole battles of the autoplayer: they end and verify, and no position of them is without an option."""

from __future__ import annotations

import os
from collections.abc import Iterator
from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import rules
from rules import autoplay
from rules.kernel.state import State
from rules.necro import door, ground, options, words
from rules.necro.table import table
from tests.playthroughs.necro import FIELDS, FORCES, GROUNDS, agreed

from .arena import NECRO, fighter, gang, position

SEEDS = st.integers(0, 10_000)
LONG = os.environ.get("GAMELOG_LONG") == "1"


def sound(file: rules.GameFile) -> rules.Report:
    """A battle that ends and verifies; its report."""
    report = rules.report(NECRO, file.events, rules.read_game(file.dump()).findings)
    assert (report.verdict, report.finished, report.findings) == ("verified", True, ())
    return report


@pytest.mark.parametrize("seed", range(1, 5))
def test_battles_end_and_verify(seed: int) -> None:
    # necro.core.result
    agreed: dict[str, int | str | bool] = {
        options.ROUNDS: 1 + seed % 2,
        options.SCENARIO: seed % 2,
        options.DOORS: seed % 3 == 0,
    }
    report = sound(
        autoplay.play(NECRO, (gang("A", 3 + seed % 4), gang("B", 6)), seed, options=agreed, table=table(seed))
    )
    assert report.rounds <= 1 + seed % 2
    assert report.winner in ("a", "b", "")


@pytest.mark.skipif(not LONG, reason="two hundred battles take ten minutes: GAMELOG_LONG=1")
@pytest.mark.parametrize("seed", range(200))
def test_many_battles(seed: int) -> None:
    pairs = tuple(permutations(FORCES, 2))
    gangs = [FORCES[name] for name in pairs[seed % len(pairs)]]
    ground = GROUNDS[FIELDS[seed % len(FIELDS)]](seed)
    sound(autoplay.play(NECRO, gangs, 1000 + seed, options=agreed(seed), table=ground))


def played(seed: int, state: State | None = None) -> Iterator[State]:
    """Every position of a battle. Raises `autoplay.Stuck` where nobody can declare anything that is accepted."""
    auto = autoplay.Autoplay(NECRO, seed, state)
    while (step := auto.next()) is not None:
        yield step[1].state


def muddle(seed: int) -> State:
    """The middle of a crowded battle: the insane, the broken and the prone among doors, terminals and vents."""
    drawn = table(seed if seed % 2 else 0)
    marks: list[dict[str, int | str | tuple[str, ...]]] = [
        {words.INSANE: 1}, {}, {words.INSANE: 1, words.BROKEN: 1}, {words.PINNED: 1}, {words.INJURED: 1},
        {words.BROKEN: 1}, {words.INSANE: 1, words.PINNED: 1}, {},
    ]  # fmt: skip
    places = [(900 + 570 * (n % 4), 930 + 700 * (n // 4)) for n in range(7)]
    places += [(1605, 1048), (2530, 1000)]  # before a door of the first table, and at its vent
    models = [
        fighter(f"{'ab'[n % 2]}{n // 2 + 1}", at, game=marks[(n + seed) % len(marks)], A=2, S=4 + seed % 3, Int=2,
                keywords=("Leader",) if n < 2 else ("Ganger",))
        for n, at in enumerate(places)
        if not any(_covers(piece.outline, at) for piece in drawn.terrain if piece.kind in ground.CLOSED)
    ]  # fmt: skip
    shut = tuple(piece.id for piece in drawn.terrain if piece.kind == door.CLOSED)
    game = {door.LOCKED: shut} if seed % 3 and shut else {}
    state = position(*models, phase="priority", to_act="", round=5 + seed % 2, terrain=drawn.terrain,
                     options={options.SCENARIO: seed % 2}, game=game)  # fmt: skip
    state.sort()
    return state


def _covers(outline: tuple[tuple[int, int], ...], at: tuple[int, int]) -> bool:
    (left, near), _, (right, far), _ = outline
    return left - 50 < at[0] < right + 50 and near - 50 < at[1] < far + 50


def checked(seed: int) -> set[str]:
    """The tags of everything that is open in a battle from the muddle on, each position of it found to be sound."""
    state, seen = muddle(seed), set[str]()
    assert list(NECRO.problems(state)) == []
    for now in played(seed, state):
        open_ = {option.action for option in rules.options(NECRO, now)}
        assert now.over is not None or open_
        assert list(NECRO.problems(now)) == []
        seen |= open_
    return seen


@settings(max_examples=4, deadline=None)
@given(SEEDS)
def test_no_position_is_without_an_option(seed: int) -> None:
    # necro.core.alternate
    checked(seed)


def test_the_muddle_has_everything() -> None:
    seen = {action for seed in (0, 2, 6) for action in checked(seed)}
    wanted = {
        *("operate-door", "force-door", "attack-door", "access-terminal", "crawl-vent", "insane-roll"),
        *("take-test", "run-for-cover", "bottle-test", "recover", "shoot", "fight", "charge"),
    }
    assert seen >= wanted
