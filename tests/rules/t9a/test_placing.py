"""Properties of placing models with Front Rank, whatever their bases; and positions that are none."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import permutations, product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

import rules
from rules import autoplay
from rules.kernel.state import Beside, Decision, Stand, State, check
from rules.t9a import placing, words
from rules.t9a.placing import Block, Cost
from tests.rules.t9a.ground import DOWN, add, army, board, formed, hero, inside, troop

SIZES = st.tuples(st.integers(1, 3), st.integers(1, 3))
FILES = st.integers(1, 6)


@st.composite
def companies(draw: st.DrawFn) -> tuple[list[Block], int, int]:
    """Blocks, files that are as wide as each of them, and a number of rank and file."""
    blocks = [Block(f"h{n}", *size) for n, size in enumerate(draw(st.lists(SIZES, max_size=4)))]
    files = max([draw(FILES), *(block.wide for block in blocks)])
    return blocks, files, draw(st.integers(0, 20))


def placed(blocks: list[Block], files: int, before: Mapping[str, Stand] | None = None) -> dict[str, Stand]:
    found = placing.arranged(blocks, placing.foremost(blocks, files), files, before)
    assert found is not None
    return dict(found.stands)


def apart(stands: Mapping[str, Stand]) -> bool:
    """Whether no two models stand in one place."""
    every = [cell for each in stands.values() for cell in placing.cells(each)]
    return len(every) == len(set(every))


@given(companies())
def test_everybody_stands_somewhere_by_himself_and_within_the_front(company: tuple[list[Block], int, int]) -> None:
    blocks, files, count = company
    front = placed(blocks, files)
    ranked = [f"s{n}" for n in range(count)]
    stands = {**front, **placing.filled(front, ranked, files, {})}
    assert len(stands) == len(blocks) + count
    assert apart(stands)
    assert all(0 <= each.file <= files - each.wide for each in stands.values())
    assert all((front[b.model].wide, front[b.model].deep) == (b.wide, b.deep) for b in blocks)


@given(companies())
def test_the_first_has_the_first_rank_and_nobody_could_stand_nearer(company: tuple[list[Block], int, int]) -> None:
    """Each has the nearest rank that those before it leave: no nearer one works, as trying every place shows."""
    blocks, files, _ = company
    ranks = placing.foremost(blocks, files)
    for index, block in enumerate(blocks[:3], 1):
        for nearer in range(ranks[block.model]):
            tried = {**ranks, block.model: nearer}
            every = product(*(range(files - b.wide + 1) for b in blocks[:index]))
            assert not any(
                apart({b.model: Stand(file, tried[b.model], b.wide, b.deep)
                       for b, file in zip(blocks[:index], at, strict=True)})
                for at in every
            )  # fmt: skip


@given(companies())
def test_nobody_moves_who_can_stay(company: tuple[list[Block], int, int]) -> None:
    """Drawn up again, or after the last one has gone, all stand where they stood if they are as near as they can be."""
    blocks, files, _ = company
    before = placed(blocks, files)
    assert placed(blocks, files, before) == before
    assert placed(blocks[:-1], files, before) == {key: before[key] for key in before if key in
                                                  {b.model for b in blocks[:-1]}}  # fmt: skip


@given(companies(), st.randoms(use_true_random=False))
def test_no_other_way_moves_fewer_or_less_far(company: tuple[list[Block], int, int], dice: Any) -> None:
    """Against every way there is, for up to three models that stood anywhere in the first three ranks."""
    blocks, files = company[0][:3], company[1]
    before = {b.model: Stand(dice.randint(0, files - b.wide), dice.randint(0, 2), b.wide, b.deep) for b in blocks}
    ranks = placing.foremost(blocks, files)
    found = placing.arranged(blocks, ranks, files, before)
    assert found is not None
    ways = (
        {b.model: Stand(file, ranks[b.model], b.wide, b.deep) for b, file in zip(blocks, at, strict=True)}
        for at in product(*(range(files - b.wide + 1) for b in blocks))
    )
    least = min((placing.cost(before, way, before) for way in ways if apart(way)), default=Cost(0, 0))
    assert found.cost == least == placing.cost(before, found.stands, before)


@given(companies(), st.integers(0, 19))
def test_when_one_of_the_ranks_goes_only_the_rear_moves(company: tuple[list[Block], int, int], gone: int) -> None:
    """One model from the rear rank takes the place; all others stay."""
    blocks, files, count = company
    front = placed(blocks, files)
    ranked = [f"s{n}" for n in range(count)]
    before = {**front, **placing.filled(front, ranked, files, {})}
    left = [key for key in ranked if key != f"s{gone}"]
    after = placing.filled(front, left, files, before)
    moved = [key for key in left if after[key] != before[key]]
    assert len(moved) <= 1
    deepest = max((before[key].rank for key in ranked), default=0)
    assert all(before[key].rank == deepest for key in moved)


@given(companies())
def test_the_ranks_are_whole_unless_nobody_is_left_to_fill_them(company: tuple[list[Block], int, int]) -> None:
    """With enough rank and file only the last rank is incomplete, or long bases reach farther back."""
    blocks, files, _ = company
    front = placed(blocks, files)
    stands = {**front, **placing.filled(front, [f"s{n}" for n in range(100)], files, {})}
    assert placing.sound(stands, files)


@pytest.mark.parametrize(
    ("stands", "sound"),
    [
        ({"a": Stand(0, 0), "b": Stand(1, 0), "c": Stand(0, 1)}, True),
        ({"a": Stand(0, 0), "c": Stand(0, 1)}, False),
        ({"a": Stand(0, 0, 1, 3), "b": Stand(1, 0)}, True),
        ({"a": Stand(0, 0, 1, 3), "b": Stand(1, 2)}, False),
    ],
)
def test_which_ranks_may_be_incomplete(stands: dict[str, Stand], sound: bool) -> None:
    """t9a.front-rank.matching.incomplete-ranks: two files."""
    assert placing.sound(stands, 2) == sound


def test_every_order_of_three_gives_the_first_the_first_rank() -> None:
    for order in permutations([Block("a", 2, 1), Block("b", 2, 2), Block("c", 1, 1)]):
        assert placing.foremost(order, 3)[order[0].model] == 0


def test_a_hundred_with_the_rule_are_placed_at_once() -> None:
    blocks = [Block(f"h{n}", 1, 1) for n in range(100)]
    assert max(each.rank for each in placed(blocks, 20).values()) == 4


# positions


def sound() -> State:
    """A battle in which nothing is wrong."""
    state = board()
    add(state, "u", troop("s", 9), (2000, 2000))
    inside(state, state.units["au"], hero("m", "50x50"), left="m")
    add(state, "far", troop("z", 5), (6900, 4700), DOWN, side="b")
    return state


def problems(state: State) -> list[str]:
    return list(rules.load("t9a").problems(state))


def test_a_sound_position() -> None:
    check(sound())
    assert problems(sound()) == []


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"phase": "psychic"}, "there is no phase 'psychic'"),
        ({"step": "shoot"}, "the movement phase has no step 'shoot'"),
        ({"turn": ""}, "it is nobody's player turn"),
        ({"options": {"t9a.core.game-length": 13}}, "is a number from 1 to 12, not 13"),
        ({"options": {"nonsense": 1}}, "there is no option"),
        ({"pending": Decision("t9a.core.saves", "a")}, "nobody can answer t9a.core.saves"),
        ({"pending": Decision("t9a.core.pursuit", "a", "au")}, "names another unit"),
        ({"pending": Decision("t9a.core.flee-distance", "a", "bfar")}, "asks about a unit on the table"),
        ({"pending": Decision("t9a.rally-around-the-flag.reroll", "a", "au")}, "names the test"),
        ({"pending": Decision("t9a.front-rank.matching.gap-choice", "a", "au", ("as1",))}, "asks about a target"),
        ({"pending": Decision("t9a.front-rank.matching.gap-choice", "a", "au", ("as1", "bz1"))}, "models of the unit"),
    ],
)
def test_what_does_not_fit_together(changes: dict[str, Any], said: str) -> None:
    assert any(said in problem for problem in problems(replace(sound(), **changes)))


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"stands": {}}, "has other models than the unit"),
        ({"facing": (0, 0)}, "faces nowhere"),
        ({"files": 0}, "0 files"),
        ({"files": 3}, "stands outside the ranks and files"),
        ({"cell": (0, 20)}, "bases of 0 by 20 mm"),
        ({"left": Beside("as1", 50, 50)}, "stands twice"),
        ({"left": Beside("am", 0, 50)}, "a base from 10 to 999 mm"),
    ],
)
def test_formations_that_do_not_fit_their_models(changes: dict[str, Any], said: str) -> None:
    state = sound()
    state.units["au"].formation = replace(formed(state), **changes)
    assert any(said in problem for problem in problems(state))


def test_two_models_in_one_place() -> None:
    state = sound()
    stands = {**formed(state).stands, "as1": Stand(1, 0)}
    state.units["au"].formation = replace(formed(state), stands=stands)
    assert any("where another model stands" in problem for problem in problems(state))


def test_units_half_on_the_table() -> None:
    state = sound()
    state.models["as1"].at = None
    assert any("models off the table" in problem for problem in problems(state))
    state = sound()
    state.units["au"].formation = None
    assert any("stands in no formation" in problem for problem in problems(state))


@pytest.mark.parametrize(
    ("key", "value", "said"),
    [
        ("nonsense", 1, "there is no mark 'nonsense'"),
        (words.BEGAN_WITH, "many", "lasts for the phase, not for the turn"),
        (words.CHARGED, "cu", "is the id of a unit"),
        ("t9a.ambush.placement-edge", "below", "is one of south, north, west, east"),
        ("t9a.fly", "fast", "is a value as it is printed"),
    ],
)
def test_marks_that_no_rule_could_read(key: str, value: Any, said: str) -> None:
    state = sound()
    state.units["au"].turn[key] = value
    assert any(said in problem for problem in problems(state))


def test_every_position_of_a_battle_is_sound() -> None:
    """A whole battle with characters on all kinds of bases, from its first step to its last."""
    sheets = (
        [hero("1", keywords=("General",))], [hero("2", "40x40", keywords=("Battle Standard Bearer",))],
        [hero("3", "50x50")], troop("4", 20), troop("5", 12, has={"t9a.ambush": 1}),
    )  # fmt: skip
    ruleset = rules.load("t9a")
    game = autoplay.play(ruleset, [army(*sheets, name="A"), army(*sheets, name="B")], 3)
    state = rules.empty(ruleset)
    for record in game.records:
        rules.evolve(state, record.event)
        assert list(ruleset.problems(state)) == [] or not state.sides
    assert state.over is not None
