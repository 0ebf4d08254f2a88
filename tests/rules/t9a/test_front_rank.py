"""Front Rank: matching and mismatching bases, changing places, filling gaps, figure 18."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from rules.kernel.effects import Asked, Formed, Noted, Rolled
from rules.kernel.state import Beside, Stand, State, Table
from rules.t9a import ranks, strikes
from rules.t9a.deployment import Deploy
from rules.t9a.join import Join, Leave
from rules.t9a.manoeuvre import Ahead, Aside, Wheel
from rules.t9a.melee import Fight
from rules.t9a.movement import Advance, March, Reform
from rules.t9a.special.front_rank import MoveUp
from rules.t9a.turn import Pass
from tests.rules.deciding import decide, effects_of, refusal
from tests.rules.t9a.ground import DOWN, UP, add, ask, board, formed, hero, inside, sheet, stand, troop, where, wood
from tests.rules.t9a.parade import drawn

ROW = "t9a.front-rank"


def near(*heroes: Any, count: int = 20, files: int = 5, base: str = "20x20") -> State:
    """A unit in ranks, and characters by themselves three inches before it."""
    state = board()
    add(state, "far", troop("z", 5), (6900, 4700), DOWN, side="b")
    add(state, "u", troop("s", count, base), (2000, 2000), files=files)
    for n, each in enumerate(heroes):
        add(state, each.id, [each], (1500 + 400 * n, 2400), files=1)
    return state


def joins(state: State, key: str = "h", **places: Any) -> Any:
    return decide(state, "a", Join(unit=f"a{key}", target="au", places=places))


# Matching bases


@pytest.mark.parametrize(
    "base", ["20x20", "40x40", "20x40", "60x20"], ids=lambda base: f"{ROW}.matching.multiple-{base}"
)
def test_bases_of_which_both_sides_are_multiples_stand_in_the_ranks(base: str) -> None:
    decided = joins(near(hero("h", base)))
    wide, long = (int(each) // 20 for each in base.split("x"))
    stands = decided.state.units["au"].formation
    assert stands is not None and stands.left is None and stands.right is None
    assert stands.stands["ah"] == Stand(0, 0, wide, long)
    assert [e.rule for e in effects_of(decided, Formed) if e.formation] == ["t9a.front-rank.matching.first-rank"]


@pytest.mark.decides("t9a.front-rank.base-kinds", by="t9a.front-rank.matching.same-size")
@pytest.mark.decides("t9a.front-rank.mismatching.definition", by="t9a.front-rank.mismatching.placement")
@pytest.mark.parametrize(
    ("base", "matches"),
    [("20x20", True), ("50x50", False), ("40x30", False), ("30x40", False), ("10x10", False)],
)
def test_a_base_matches_or_stands_beside_the_ranks(base: str, matches: bool) -> None:
    """40 is twice 20, 30 is no multiple; smaller bases mismatch too."""
    state = near(hero("h", base))
    stands = joins(state).state.units["au"].formation
    assert stands is not None and (stands.left is None) == matches
    if matches:
        assert (
            refusal(state, "a", Join(unit="ah", target="au", places={"ah": "left"}))
            == "t9a.front-rank.matching.same-size"
        )
    else:
        assert (
            refusal(state, "a", Join(unit="ah", target="au", places={"ah": (0, 0)}))
            == "t9a.front-rank.mismatching.definition"
        )


def test_a_multiple_does_not_stand_beside_the_ranks() -> None:
    """t9a.front-rank.matching.multiple"""
    state = near(hero("h", "40x40"))
    assert (
        refusal(state, "a", Join(unit="ah", target="au", places={"ah": "right"})) == "t9a.front-rank.matching.multiple"
    )


def test_those_for_whom_the_first_rank_has_no_room_stand_in_the_second() -> None:
    """t9a.front-rank.matching.next-rank, and t9a.front-rank.first-rank: three files, three heroes there already."""
    state = near(hero("h"), count=9, files=3)
    three = [hero(f"c{n}") for n in range(3)]
    inside(state, state.units["au"], *three, at={f"c{n}": Stand(n, 0) for n in range(3)} | {
        f"s{n + 1}": Stand(n % 3, 1 + n // 3) for n in range(9)})  # fmt: skip
    decided = joins(state)
    assert where(decided, "ah") == (1, 2)
    assert [e.rule for e in effects_of(decided, Formed) if e.formation] == ["t9a.front-rank.matching.next-rank"]
    assert where(decided, "as1") == (1, 5)
    assert (
        refusal(state, "a", Join(unit="ah", target="au", places={"ah": (0, 2)})) == "t9a.front-rank.matching.next-rank"
    )


def test_nobody_stands_behind_while_there_is_room_in_the_first_rank() -> None:
    """t9a.front-rank.first-rank"""
    state = near(hero("h"))
    assert refusal(state, "a", Join(unit="ah", target="au", places={"ah": (2, 1)})) == "t9a.front-rank.first-rank"
    assert where(joins(state, ah=(2, 0)), "ah") == (3, 1)


@pytest.mark.decides(
    "t9a.front-rank.matching.in-all-ranks", "t9a.front-rank.matching.counts-as", by="t9a.core.full-ranks"
)
def test_a_large_base_counts_in_each_rank_for_those_it_replaces() -> None:
    """40x40 among 20x20 is two in each of two ranks: with 6 others two full ranks of five, with 5 others one."""
    for count, full in ((6, 2), (5, 1)):
        decided = joins(near(hero("h", "40x40"), count=count))
        unit = decided.state.units["au"]
        assert ranks.full(ask(decided.state), unit) == full


@pytest.mark.parametrize(("base", "allowed"), [("60x20", True), ("80x20", False)])
def test_a_base_wider_than_the_front_does_not_join(base: str, allowed: bool) -> None:
    """t9a.front-rank.matching.join-too-wide: 60 mm before three files of 20 mm."""
    state = near(hero("h", base), count=9, files=3)
    if allowed:
        assert where(joins(state), "ah") == (1, 1)
    else:
        assert refusal(state, "a", Join(unit="ah", target="au")) == "t9a.front-rank.matching.join-too-wide"


def test_no_reform_to_a_front_narrower_than_a_base() -> None:
    """t9a.front-rank.matching.reform-too-narrow: 60 mm needs three files."""
    state = near(count=12, files=4)
    inside(state, state.units["au"], hero("h", "60x20"), at={"h": Stand(0, 3, 3, 1)})
    state = joins_again(state)
    assert (
        refusal(state, "a", Reform(unit="au", facing=(0, 1000), files=2)) == "t9a.front-rank.matching.reform-too-narrow"
    )
    assert formed(decide(state, "a", Reform(unit="au", facing=(0, 1000), files=3))).files == 3


def joins_again(state: State) -> State:
    """The position with the ranks of the first unit drawn up by the rules."""
    unit = state.units["au"]
    assert unit.formation is not None
    ctx = ask(state)
    found = ranks.drawn(ctx, ctx.state.units["au"], unit.formation.files)
    stand(state, unit, found.formation(unit.formation.at, unit.formation.facing))
    return state


def test_several_incomplete_ranks_are_of_long_bases() -> None:
    """A base three ranks long beside two models in three files: the first rank is complete, two more are its own."""
    stands = joins(near(hero("h", "20x60"), count=2, files=3)).state.units["au"].formation
    assert stands is not None
    assert stands.stands == {"ah": Stand(0, 0, 1, 3), "as2": Stand(1, 0), "as1": Stand(2, 0)}


def test_no_two_incomplete_ranks_of_short_bases() -> None:
    """t9a.front-rank.matching.incomplete-ranks: 40 and 60 mm in four files, and one more: the first rank has 3 of 4."""
    wide = [sheet("c1", "40x20", has={ROW: 1}), sheet("c2", "60x20", has={ROW: 1})]
    state = board(phase="deployment", step="units", round=0)
    add(state, "u", [*troop("s", 1), *wide])
    deploy = Deploy(unit="au", at=(2000, 800), facing=(0, 1000), files=4)
    assert refusal(state, "a", deploy) == "t9a.front-rank.matching.incomplete-ranks"
    long = [sheet("c1", "40x40", has={ROW: 1}), sheet("c2", "60x40", has={ROW: 1})]
    state = board(phase="deployment", step="units", round=0)
    add(state, "u", [*troop("s", 1), *long])
    assert where(decide(state, "a", deploy), "ac2") == (1, 3)


# changing places


def company() -> State:
    """Two heroes in the first rank of four ranks of five, at the left."""
    state = near(count=18)
    at = {"h1": Stand(0, 0), "h2": Stand(1, 0)} | {f"s{n - 1}": Stand(n % 5, n // 5) for n in range(2, 20)}
    inside(state, state.units["au"], hero("h1"), hero("h2"), at=at)
    return state


def test_models_change_places_while_the_unit_moves() -> None:
    """t9a.front-rank.matching.reposition"""
    decided = decide(company(), "a", Advance(unit="au", way=(Ahead(80),), places={"ah1": (4, 0)}))
    assert where(decided, "ah1") == (5, 1)
    assert where(decided, "ah2") == (2, 1)
    assert where(decided, "as3") == (1, 1), "who stood there takes the place that is left"
    assert [e.rule for e in effects_of(decided, Formed)] == [
        "t9a.front-rank.matching.reposition",
        "t9a.core.advance-move",
    ]


def test_they_change_places_only_as_near_to_the_first_rank_as_before() -> None:
    step = Advance(unit="au", way=(Ahead(200),), places={"ah1": (4, 1)})
    assert refusal(company(), "a", step) == "t9a.front-rank.first-rank"


@pytest.mark.parametrize(
    "action",
    [
        Advance(unit="au", way=(Ahead(80),), places={"ah1": (4, 0)}),
        Advance(unit="au", way=(Aside("right", 40),), places={"ah1": (2, 0)}),
        Advance(unit="au", way=(Wheel("left", 80),), places={"ah1": (4, 0)}),
        March(unit="au", way=(Ahead(400),), places={"ah1": (4, 0)}),
        Reform(unit="au", facing=(0, -1000), places={"ah1": (4, 0)}),
    ],
    ids=("advance", "sideways", "wheel", "march", "turn-about"),
)
def test_in_which_moves_they_change_places(action: Any) -> None:
    """t9a.front-rank.matching.reposition-moves"""
    assert where(decide(company(), "a", action), "ah1") == (action.places["ah1"][0] + 1, 1)


def test_a_unit_that_stands_still_changes_no_places() -> None:
    still = Advance(unit="au", way=(), places={"ah1": (4, 0)})
    assert refusal(company(), "a", still) == "t9a.front-rank.matching.reposition-moves"


def test_the_way_to_the_new_place_counts() -> None:
    """t9a.front-rank.matching.reposition-distance: four files of 20 mm are 3.15", and the rate is 4"."""
    far = 315
    for length in (400 - far, 400 - far + 1):
        step = Advance(unit="au", way=(Ahead(length),), places={"ah1": (4, 0)})
        if length + far <= 400:
            assert where(decide(company(), "a", step), "ah1") == (5, 1)
        else:
            assert refusal(company(), "a", step) == "t9a.front-rank.matching.reposition-distance"


# gaps


@pytest.mark.decides("t9a.front-rank.matching.gap-filled", by="t9a.front-rank.matching.gap-from-rear")
@pytest.mark.parametrize("leaves", [True, False])
def test_rank_and_file_from_the_rear_fill_the_place(leaves: bool) -> None:
    """t9a.front-rank.matching.gap-from-rear: the last of the rear rank comes forward, those in the ranks stay."""
    state = near(count=13)
    at = {"h1": Stand(0, 0)} | {f"s{n}": Stand(n % 5, n // 5) for n in range(1, 14)}
    inside(state, state.units["au"], hero("h1"), at=at)
    if leaves:
        decided = decide(state, "a", Leave(model="ah1", at=(1500, 2500), facing=UP))
        assert effects_of(decided, Formed)[0].rule == "t9a.front-rank.matching.gap-from-rear"
        assert (where(decided, "as13"), where(decided, "as12"), where(decided, "as4")) == ((1, 1), (3, 3), (5, 1))
    else:
        decided = decide(state, "a", Leave(model="ah1", at=(1500, 2500), facing=UP))
        assert where(decided, "ah1") == (1, 1)
        far = Leave(model="ah1", at=(1500, 3500), facing=UP)
        assert refusal(state, "a", far) == "t9a.core.join-unit"


def test_a_place_is_filled_when_a_model_dies() -> None:
    """t9a.front-rank.matching.gap-from-rear: a hero falls on dangerous ground, the last model comes forward."""
    state = near(count=5, files=3)
    inside(state, state.units["au"], hero("h1", HP=1), at={"h1": Stand(0, 0)} | {
        f"s{n}": Stand(n % 3, n // 3) for n in range(1, 6)})  # fmt: skip
    state = replace(state, table=Table(7200, 4800, terrain=(wood("water", 1900, 2150, 2070, 2250),)))
    decided = decide(state, "a", March(unit="au", way=(Ahead(600),)), [6, 1])
    assert decided.state.models["ah1"].out
    assert (where(decided, "as5"), where(decided, "as3"), where(decided, "as1")) == ((1, 1), (1, 2), (2, 1))
    assert effects_of(decided, Formed)[-1].rule == "t9a.front-rank.matching.gap-from-rear"


def crowd(*behind: Any) -> State:
    """Two files with two heroes in front and others behind them."""
    state = near(count=6, files=2)
    front = [hero("f1"), hero("f2")]
    at = {"f1": Stand(0, 0), "f2": Stand(1, 0)}
    at |= {each.id: Stand(n, 1) for n, each in enumerate(behind)}
    cells = [(file, rank) for rank in range(1, 6) for file in range(2) if (file, rank) not in {
        (n, 1) for n in range(len(behind))}]  # fmt: skip
    at |= {f"s{n + 1}": Stand(*cells[n]) for n in range(6)}
    inside(state, state.units["au"], *front, *behind, at=at)
    return state


AWAY = Leave(model="af1", at=(1800, 2500), facing=(0, 1000))


def test_others_with_front_rank_go_first() -> None:
    """t9a.front-rank.matching.gap-priority: the one hero behind moves up, and nobody is asked."""
    decided = decide(crowd(hero("c1")), "a", AWAY)
    assert where(decided, "ac1") == (1, 1)
    assert where(decided, "as6") == (1, 2), "and the rear rank fills his place"
    assert effects_of(decided, Formed)[0].rule == "t9a.front-rank.matching.gap-priority"
    assert not effects_of(decided, Asked)


def test_the_owner_chooses_who_moves_up() -> None:
    """t9a.front-rank.matching.gap-choice"""
    decided = decide(crowd(hero("c1"), hero("c2")), "a", AWAY)
    assert where(decided, "ac1") == (1, 1)
    (asked,) = effects_of(decided, Asked)
    assert (asked.rule, asked.decision.side, asked.decision.targets) == (
        "t9a.front-rank.matching.gap-choice", "a", ("ac1", "ac2"))  # fmt: skip
    assert refusal(decided.state, "a", MoveUp(unit="au", target="af2")) == "t9a.front-rank.matching.gap-choice"
    assert refusal(decided.state, "b", MoveUp(unit="au", target="ac2")) == "t9a.front-rank.matching.gap-choice"
    other = decide(decided.state, "a", MoveUp(unit="au", target="ac2"))
    assert where(other, "ac2") == (1, 1) and where(other, "ac1")[1] == 2
    assert where(other, "af2") == (2, 1)
    same = decide(decided.state, "a", Pass())
    assert where(same, "ac1") == (1, 1) and same.state.pending is None


def test_a_model_that_does_not_fit_the_gap_is_no_choice() -> None:
    """Of two behind, one is two files wide: the gap has one."""
    decided = decide(crowd(hero("c1")), "a", AWAY)
    assert decided.state.pending is None
    state = near(count=6, files=2)
    at = {"f1": Stand(0, 0), "f2": Stand(1, 0), "c1": Stand(0, 1), "w": Stand(0, 2, 2, 1), "s1": Stand(1, 1)}
    at |= {f"s{n + 2}": Stand(n % 2, 3 + n // 2) for n in range(5)}
    inside(state, state.units["au"], hero("f1"), hero("f2"), hero("c1"), hero("w", "40x20"), at=at)
    decided = decide(state, "a", AWAY)
    assert where(decided, "ac1") == (1, 1) and where(decided, "aw") == (1, 2)
    assert decided.state.pending is None


@pytest.mark.decides("t9a.front-rank.figure.case-2", by="t9a.front-rank.matching.minimal-shuffle")
@pytest.mark.parametrize(("others", "moved"), [((1, 3), 1), ((0, 1), 0), ((0, 2), 1)])
def test_as_few_models_as_possible_are_shifted_as_near_as_possible(others: tuple[int, int], moved: int) -> None:
    """Five files, heroes in two of them, and a base three files wide joins: `moved` of the two have to shift."""
    state = near(hero("h", "60x20"), count=18)
    at = {f"c{n}": Stand(file, 0) for n, file in enumerate(others)}
    cells = [(file, rank) for rank in range(4) for file in range(5) if rank or file not in others]
    at |= {f"s{n + 1}": Stand(*cell) for n, cell in enumerate(cells)}
    inside(state, state.units["au"], hero("c0"), hero("c1"), at=at)
    decided = joins(state)
    now = [where(decided, f"ac{n}") for n in range(2)]
    assert {rank for _, rank in (*now, where(decided, "ah"))} == {1}
    assert sum(file != was + 1 for (file, _), was in zip(now, others, strict=True)) == moved
    (formed,) = [e for e in effects_of(decided, Formed) if e.formation]
    assert formed.rule == ("t9a.front-rank.matching.minimal-shuffle" if moved else "t9a.front-rank.matching.first-rank")


def test_larger_shuffles_are_refused() -> None:
    """t9a.front-rank.matching.minimal-shuffle: there is room at the right, so nobody has to give way at the left."""
    state = company()
    add(state, "h", [hero("h")], (1500, 2400), files=1)
    pushing = Join(unit="ah", target="au", places={"ah": (0, 0)})
    assert refusal(state, "a", pushing) == "t9a.front-rank.matching.minimal-shuffle"
    assert where(joins(state, ah=(3, 0)), "ah") == (4, 1)


# Mismatching bases


def flanked(*bases: str) -> State:
    """A unit of four ranks of five with heroes on 50 mm beside it."""
    state = near(count=20)
    heroes = [hero(f"m{n}", base) for n, base in enumerate(bases)]
    inside(state, state.units["au"], *heroes, left="m0", right="m1" if len(bases) > 1 else "")
    return state


def test_he_stands_level_with_the_first_rank_on_the_side_that_is_chosen() -> None:
    """t9a.front-rank.mismatching.placement"""
    state = near(hero("h", "50x50"))
    for side in ("left", "right"):
        decided = joins(state, ah=side)
        stands = decided.state.units["au"].formation
        assert stands is not None and getattr(stands, side).model == "ah"
        assert [e.rule for e in effects_of(decided, Formed) if e.formation] == ["t9a.front-rank.mismatching.placement"]
        (x, y, _) = decided.state.models["ah"].at
        assert y == 2000 - 98, "half of 50 mm behind the front"
        assert x == (2000 - 98 if side == "left" else 2000 + 394 + 98)


def struck(state: State) -> int:
    """With how many dice the unit strikes, those who support from behind aside."""
    decided = drawn(state, "a", Fight(unit="au"))
    if decided.state.pending is not None and decided.state.pending.clause == strikes.ALLOCATION:
        decided = drawn(decided.state, "b", Pass())
    rolled = [e for e in effects_of(decided, Rolled, "t9a.core.melee-to-hit") if e.by == "a"]
    behind = [e.value for e in effects_of(decided, Noted, strikes.SUPPORTING) if e.model == "au"]
    return sum(len(e.faces) for e in rolled) - sum(behind)


@pytest.mark.decides("t9a.front-rank.mismatching.in-first-rank", by="t9a.core.melee-to-hit")
@pytest.mark.parametrize(("width", "attacks"), [(10, 5 + 1), (2, 3)])
def test_he_fights_as_one_of_the_first_rank(width: int, attacks: int) -> None:
    """Ten enemies before the unit: five models strike, and he. Two in the middle: three models."""
    state = flanked("50x50")
    state = replace(state, phase="melee", step="fight")
    right = 1803 + width * 79 if width == 10 else 2258
    add(state, "foe", troop("e", width), (right, 2000), DOWN, files=width, side="b")
    assert struck(state) == attacks


@pytest.mark.decides("t9a.front-rank.mismatching.ignored-counts", by="t9a.core.full-ranks")
def test_he_is_not_counted_in_ranks() -> None:
    """Four files and one beside are no rank of five; five files have as many as without him."""
    for files, count, full in ((4, 20, 0), (5, 20, 4), (5, 14, 2)):
        state = near(count=count, files=files)
        inside(state, state.units["au"], hero("m0", "50x50"), left="m0")
        ctx = ask(state)
        assert ranks.full(ctx, ctx.state.units["au"]) == full


@pytest.mark.decides("t9a.front-rank.mismatching.line-formation", by="t9a.core.line-formation")
def test_he_makes_no_line() -> None:
    """Seven files and one beside are no line of eight, so the unit has its Full Ranks in a combat; eight files are."""
    for files, full in ((7, 2), (8, 0)):
        state = replace(near(count=2 * files, files=files), phase="melee", step="fight")
        inside(state, state.units["au"], hero("m0", "50x50"), left="m0")
        add(state, "foe", troop("e", 2), (2258, 2000), DOWN, files=2, side="b")
        ctx = ask(state)
        assert ranks.full(ctx, ctx.state.units["au"]) == full
        assert struck(state) == 3


def test_nobody_stands_behind_him() -> None:
    """t9a.front-rank.mismatching.own-file"""
    state = flanked("50x50")
    add(state, "h", [hero("h")], (1500, 2400), files=1)
    behind = Join(unit="ah", target="au", places={"ah": (-1, 1)})
    beside = Join(unit="ah", target="au", places={"ah": (-1, 0)})
    for each in (behind, beside):
        assert refusal(state, "a", each) in ("t9a.front-rank.mismatching.own-file", "t9a.front-rank.first-rank")
    assert refusal(state, "a", beside) == "t9a.front-rank.mismatching.own-file"
    assert refusal(state, "a", Join(unit="ah", target="au", places={"ah": (5, 0)})) == "t9a.front-rank.first-rank"


def test_two_and_no_more() -> None:
    """t9a.front-rank.mismatching.max-two: one on each side, and none besides."""
    state = flanked("50x50")
    add(state, "h", [hero("h", "50x50")], (1500, 2400), files=1)
    assert formed(joins(state)).right == Beside("ah", 50, 50)
    state = flanked("50x50", "50x50")
    add(state, "h", [hero("h", "50x50")], (1500, 2400), files=1)
    assert refusal(state, "a", Join(unit="ah", target="au")) == "t9a.front-rank.mismatching.max-two"


def test_two_do_not_stand_on_one_side() -> None:
    state = flanked("50x50")
    add(state, "h", [hero("h", "50x50")], (1500, 2400), files=1)
    both = Join(unit="ah", target="au", places={"ah": "left", "am0": "left"})
    assert refusal(state, "a", both) == "t9a.front-rank.mismatching.max-two"


@pytest.mark.parametrize("march", [False, True])
def test_he_goes_over_to_the_other_side(march: bool) -> None:
    """t9a.front-rank.mismatching.reposition, in an Advance or a March"""
    act: Any = March if march else Advance
    state = flanked("50x50")
    for model in state.models.values():
        model.sheet.profile.update(Adv=800, Mar=1600)
    decided = decide(state, "a", act(unit="au", way=(Ahead(100),), places={"am0": "right"}))
    stands = decided.state.units["au"].formation
    assert stands is not None and stands.left is None and stands.right == Beside("am0", 50, 50)
    assert effects_of(decided, Formed)[0].rule == "t9a.front-rank.mismatching.reposition"


def test_not_in_a_unit_that_stands() -> None:
    """t9a.front-rank.mismatching.reposition-moves"""
    still = Advance(unit="au", way=(), places={"am0": "right"})
    assert refusal(flanked("50x50"), "a", still) == "t9a.front-rank.mismatching.reposition-moves"


@pytest.mark.parametrize(("length", "fits"), [(210, True), (211, False)])
def test_his_way_counts_for_the_unit(length: int, fits: bool) -> None:
    """t9a.front-rank.mismatching.reposition-distance: 150 mm from side to side are 5.9", the rate is 8"."""
    state = flanked("50x50")
    for model in state.models.values():
        model.sheet.profile.update(Adv=800)
    step = Advance(unit="au", way=(Ahead(length),), places={"am0": "right"})
    if fits:
        assert formed(decide(state, "a", step)).right == Beside("am0", 50, 50)
    else:
        assert refusal(state, "a", step) == "t9a.front-rank.mismatching.reposition-distance"


# figure 18


@pytest.mark.decides("t9a.front-rank.figure.case-1", by="t9a.core.full-ranks")
def test_figure_18_with_both_kinds() -> None:
    """t9a.front-rank.figure.colours: who is yellow there has Front Rank, as characters have.

    One on 50 mm beside the unit, one on 40 mm and one on 20 mm inside: 3 full ranks of five.

    The base of 40 mm covers 2 files of 2 ranks, the other 1: of 15 places 10 are for the rank and file. One less, and
    the third rank is not full.
    """
    for count, full in ((10, 3), (9, 2)):
        state = near(count=count)
        inside(state, state.units["au"], hero("m", "50x50"), hero("large", "40x40"), hero("small"), left="m",
               at={"large": Stand(0, 2, 2, 2), "small": Stand(2, 2)})  # fmt: skip
        state = joins_again(state)
        stands = state.units["au"].formation
        assert stands is not None and stands.left is not None and stands.left.model == "am"
        assert stands.stands["alarge"] == Stand(0, 0, 2, 2) and stands.stands["asmall"] == Stand(2, 0)
        ctx = ask(state)
        assert ranks.full(ctx, ctx.state.units["au"]) == full
