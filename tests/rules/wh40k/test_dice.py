"""D3, scatter and random choices."""

from __future__ import annotations

import pytest

from rules.kernel.context import Context
from rules.kernel.errors import DiceWanted
from rules.wh40k import dice

from .field import field, ruleset, squad


def context(*tape: int) -> Context:
    return Context(ruleset(), field(squad("au1", (1000, 1000), 1)), "a", tape)


@pytest.mark.parametrize(
    ("row", "face", "value"),
    [
        ("wh40k.assumed.dice.d3", 1, 1),
        ("wh40k.assumed.dice.d3", 2, 1),
        ("wh40k.assumed.dice.d3", 3, 2),
        ("wh40k.assumed.dice.d3", 4, 2),
        ("wh40k.assumed.dice.d3", 5, 3),
        ("wh40k.assumed.dice.d3", 6, 3),
    ],
)
def test_a_d3_is_half_a_die(row: str, face: int, value: int) -> None:
    ctx = context(face)
    assert dice.d3(ctx, "a") == value
    assert ctx.effects[0].rule == row


def test_several_d3() -> None:
    assert dice.d3(context(1, 4, 6), "a", 3) == 6


@pytest.mark.parametrize(
    ("row", "tape", "less", "end"),
    [
        ("wh40k.assumed.dice.scatter", (1,), 0, (1000, 1000, 0)),
        ("wh40k.assumed.dice.scatter", (2,), 0, (1000, 1000, 0)),
        ("wh40k.assumed.dice.scatter", (3, 90, 1, 2), 0, (1000, 1300, 0)),
        ("wh40k.assumed.dice.scatter", (6, 360, 6, 6), 0, (2200, 1000, 0)),
        ("wh40k.assumed.dice.scatter", (4, 30, 5, 5), 0, (1866, 1500, 0)),
        ("wh40k.assumed.dice.scatter", (4, 180, 5, 5), 4, (400, 1000, 0)),
        ("wh40k.assumed.dice.scatter", (4, 180, 1, 1), 4, (1000, 1000, 0)),
    ],
)
def test_scatter(row: str, tape: tuple[int, ...], less: int, end: tuple[int, int, int]) -> None:
    ctx = context(*tape)
    moved = dice.scatter(ctx, "a", less)
    assert moved.arrow is (tape[0] > 2)
    assert moved.moved((1000, 1000, 0)) == end
    assert {effect.rule for effect in ctx.effects} == {row}
    assert ctx.read == len(tape)


@pytest.mark.parametrize(
    ("row", "among", "face", "chosen"),
    [
        ("wh40k.assumed.dice.random-allocation", ("x", "y", "z"), 2, "y"),
        ("wh40k.assumed.dice.random-allocation", tuple("abcdefgh"), 8, "h"),
    ],
)
def test_a_random_choice(row: str, among: tuple[str, ...], face: int, chosen: str) -> None:
    ctx = context(face)
    assert dice.pick(ctx, "a", among) == chosen
    assert ctx.effects[0].rule == row


def test_one_is_chosen_without_a_die() -> None:
    ctx = context()
    assert dice.pick(ctx, "a", ["x"]) == "x"
    with pytest.raises(DiceWanted):
        dice.pick(ctx, "a", ["x", "y"])
