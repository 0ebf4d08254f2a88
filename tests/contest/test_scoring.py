"""Points of a round. Points are hundredths: 1200 is 12."""

from __future__ import annotations

import itertools

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gamelog.contest.errors import Refused
from gamelog.contest.outcomes import BattleOutcome, Points, SideOutcome, Winner
from gamelog.contest.scoring import award, award_of, band_of, check_scale, scale_problems, score, score_team
from gamelog.contest.terms import Award, Band, Bonus, Scoring

# 0 to 5 is 10-10, over 5 to 10 is 11-9, over 10 is 20-0.
SCALE = (
    Band(0, 500, 1000, 1000),
    Band(500, 1000, 1100, 900, open_least=True),
    Band(1000, None, 2000, 0, open_least=True),
)
SHARED = Scoring(win=300, draw=100, loss=50, ranks="battle", scale=SCALE, draw_within=500)
PLAIN = Scoring()
OBJECTIVE = Bonus("objective", "Objective", battle=300, battle_against=-300)
PAINTED = Bonus("painted", "Painted", match=25, battle=50, victory=1000)


def said(
    a: int, b: int, winner: Winner = "by-points", *, by_a: tuple[str, ...] = (), by_b: tuple[str, ...] = ()
) -> BattleOutcome:
    """A report by the victory points of both sides, and the bonuses that each claims."""
    return BattleOutcome(winner, SideOutcome(a, by_a), SideOutcome(b, by_b))


def battle(scoring: Scoring, report: BattleOutcome) -> tuple[int, int]:
    a, b = score(scoring, report)
    return a.battle, b.battle


def match(scoring: Scoring, report: BattleOutcome) -> tuple[int, int]:
    a, b = score(scoring, report)
    return a.match, b.match


@pytest.mark.parametrize(
    "a, b, expected",
    [
        (4000, 4000, (1000, 1000)),  # level
        (4500, 4000, (1000, 1000)),  # 5, the last difference of the first band
        (4501, 4000, (1100, 900)),  # 5.01, the first of the second
        (5000, 4000, (1100, 900)),  # 10
        (5001, 4000, (2000, 0)),  # 10.01
        (4000, 5001, (0, 2000)),  # the same for the other side
        (100_000, 0, (2000, 0)),  # without end
    ],
)
def test_the_scale_gives_battle_points_by_the_difference(a: int, b: int, expected: tuple[int, int]) -> None:
    assert battle(SHARED, said(a, b)) == expected


def test_without_a_scale_battle_points_are_the_victory_points() -> None:
    assert battle(PLAIN, said(4000, 1250)) == (4000, 1250)


@pytest.mark.parametrize(
    "a, b, outcomes, points",
    [
        (4500, 4000, ("draw", "draw"), (100, 100)),  # 5 is within 5
        (4501, 4000, ("win", "loss"), (300, 50)),  # 5.01 is not
        (4000, 4501, ("loss", "win"), (50, 300)),
    ],
)
def test_who_has_more_wins_beyond_the_margin_of_a_draw(
    a: int, b: int, outcomes: tuple[str, str], points: tuple[int, int]
) -> None:
    first, second = score(SHARED, said(a, b))
    assert (first.outcome, second.outcome) == outcomes
    assert (first.match, second.match) == points


def test_no_margin_makes_a_hundredth_a_win() -> None:
    assert match(PLAIN, said(1, 0)) == (300, 0)
    assert match(PLAIN, said(1, 1)) == (100, 100)


def test_victory_points_are_capped_before_the_scale() -> None:
    capped = msgspec.structs.replace(SHARED, victory_cap=10_000)
    # 100 and 95 after the cap differ by 5: 10-10; uncapped 120 and 95 differ by 25: 20-0.
    assert battle(capped, said(12_000, 9500)) == (1000, 1000)
    assert battle(SHARED, said(12_000, 9500)) == (2000, 0)
    assert score(capped, said(12_000, 9500))[0].victory == 10_000


def test_a_cap_keeps_points_from_falling_below_nothing() -> None:
    assert score(PLAIN, said(-100, 0))[0].victory == -100
    assert score(msgspec.structs.replace(PLAIN, victory_cap=10_000), said(-100, 0))[0].victory == 0


@pytest.mark.parametrize(
    "winner, a, b, shares, points",
    [
        ("a", 5100, 4000, (2000, 0), (300, 50)),  # ahead by 11: the scale's 20-0
        ("a", 4300, 4000, (1000, 1000), (300, 50)),  # ahead by 3, a draw by points: level shares, and yet a win
        ("a", 4000, 9000, (1000, 1000), (300, 50)),  # behind by 50 when the other gave up: level
        ("b", 9000, 4000, (1000, 1000), (50, 300)),
        ("b", 4000, 5001, (0, 2000), (50, 300)),
        ("draw", 9000, 4000, (1000, 1000), (100, 100)),  # agreed on a draw
        ("neither", 9000, 4000, (0, 0), (50, 50)),  # both lost: what the loser of the highest step gets
    ],
)
def test_a_winner_that_was_said_is_respected(
    winner: Winner, a: int, b: int, shares: tuple[int, int], points: tuple[int, int]
) -> None:
    report = said(a, b, winner)
    assert battle(SHARED, report) == shares
    assert match(SHARED, report) == points


def test_a_said_winner_changes_no_victory_points() -> None:
    first, second = score(PLAIN, said(1000, 4000, "a"))
    assert (first.outcome, first.battle, first.victory) == ("win", 1000, 1000)
    assert (second.outcome, second.battle, second.victory) == ("loss", 4000, 4000)
    assert [each.outcome for each in score(PLAIN, said(1000, 4000, "neither"))] == ["loss", "loss"]


def test_bonuses_come_on_top_and_do_not_decide_who_wins() -> None:
    painted = msgspec.structs.replace(PLAIN, bonuses=(PAINTED,))
    first, second = score(painted, said(2000, 2500, by_a=("painted",)))
    # a: victory 20 + 10, battle 20 + 0.5, match 0 + 0.25, and has lost all the same.
    assert first == Points("loss", match=25, battle=2050, victory=3000)
    assert second == Points("win", match=300, battle=2500, victory=2500)


def test_caps_come_after_bonuses() -> None:
    capped = msgspec.structs.replace(PLAIN, bonuses=(PAINTED,), match_cap=310, battle_cap=2040, victory_cap=2500)
    first, _ = score(capped, said(2000, 0, by_a=("painted",)))
    # match 3 + 0.25 of at most 3.1, battle 20 + 0.5 of at most 20.4, victory 20 + 10 of at most 25.
    assert first == Points("win", match=310, battle=2040, victory=2500)
    under = msgspec.structs.replace(capped, match_cap=326, battle_cap=2051, victory_cap=3001)
    assert score(under, said(2000, 0, by_a=("painted",)))[0] == Points("win", match=325, battle=2050, victory=3000)


def test_an_objective_moves_points_from_one_side_to_the_other() -> None:
    objective = msgspec.structs.replace(SHARED, bonuses=(OBJECTIVE,), battle_cap=2000)
    assert battle(objective, said(4700, 4000, by_a=("objective",))) == (1400, 600)  # 11-9, and 3 and -3
    assert battle(objective, said(4700, 4000, by_b=("objective",))) == (800, 1200)
    assert battle(objective, said(5100, 4000, by_a=("objective",))) == (2000, 0)  # 23 and -3: the cap and nothing


def test_battle_points_may_decide_who_wins() -> None:
    decided = msgspec.structs.replace(SHARED, bonuses=(OBJECTIVE,), decided_by="battle", draw_within=200)
    assert match(decided, said(4000, 4000, by_a=("objective",))) == (300, 50)  # 13-7
    assert match(decided, said(4000, 4700)) == (100, 100)  # 9-11: a difference of 2
    narrow = msgspec.structs.replace(decided, draw_within=199)
    assert match(narrow, said(4000, 4700)) == (50, 300)  # 9-11 is beyond 1.99
    assert match(decided, said(4000, 4000, "b", by_a=("objective",))) == (50, 300)  # said outright all the same


@pytest.mark.parametrize("side", ["a", "b"])
@pytest.mark.parametrize(
    "claimed, text",
    [
        (("painted", "tidy"), "there is no bonus tidy (there are: painted)"),
        (("painted", "painted"), "bonus painted is claimed twice"),
    ],
)
def test_a_bonus_that_is_unknown_or_claimed_twice_is_refused(side: str, claimed: tuple[str, ...], text: str) -> None:
    painted = msgspec.structs.replace(PLAIN, bonuses=(PAINTED,))
    report = said(1, 0, by_a=claimed) if side == "a" else said(1, 0, by_b=claimed)
    with pytest.raises(Refused) as refused:
        score(painted, report)
    assert (refused.value.code, refused.value.path) == ("bad-report", f"$.{side}.bonuses[1]")
    assert refused.value.text == text


AWARDED = Scoring(
    bye=Award(match=301, battle=1, victory=2),
    half_bye=Award(match=101),
    zero_bye=Award(match=11),
    forfeit_win=Award(match=299, battle=2000, victory=5000, battle_against=7),
    forfeit_loss=Award(match=-50, battle=3),
)


@pytest.mark.parametrize(
    "forfeit, expected",
    [("a", ("forfeit-loss", "forfeit-win")), ("b", ("forfeit-win", "forfeit-loss")), ("both", ("forfeit-loss",) * 2)],
)
def test_a_forfeit_counts_nothing_of_the_report(forfeit: str, expected: tuple[str, str]) -> None:
    report = BattleOutcome("a", SideOutcome(9000, ("nonsense",)), SideOutcome(1), forfeit=forfeit)  # type: ignore[arg-type]
    assert score(AWARDED, report) == tuple(award(AWARDED, how) for how in expected)  # type: ignore[arg-type]


def test_rounds_without_a_battle_are_worth_what_the_terms_say() -> None:
    worth = {how: award(AWARDED, how) for how in ("bye", "half-bye", "zero-bye", "forfeit-win", "forfeit-loss")}
    assert worth == {
        "bye": Points("", 301, 1, 2),
        "half-bye": Points("", 101),
        "zero-bye": Points("", 11),
        "forfeit-win": Points("", 299, 2000, 5000),
        "forfeit-loss": Points("", -50, 3),
    }
    assert award(AWARDED, "absent") == Points("")
    assert award_of(AWARDED, "forfeit-win").battle_against == 7
    with pytest.raises(Refused, match="a round that was played"):
        award(AWARDED, "played")


def test_a_match_of_teams_is_scored_from_the_sum_of_the_boards() -> None:
    team = Scoring(win=200, draw=100, draw_within=1000)
    boards = [score(SHARED, said(5100, 4000)), score(SHARED, said(4000, 5100)), score(SHARED, said(4700, 4000))]
    # 20 + 0 + 11 = 31 against 0 + 20 + 9 = 29: a difference of 2, within 10.
    first, second = score_team(team, boards)
    assert (first, second) == (Points("draw", 100, 3100, 3100), Points("draw", 100, 2900, 2900))
    won = score_team(team, [score(SHARED, said(5100, 4000))])
    assert [each.match for each in won] == [200, 0]  # 20 against 0


def test_the_margin_of_a_match_of_teams() -> None:
    def team_match(a: int, b: int) -> tuple[str, str]:
        boards = [(Points("win", battle=a), Points("loss", battle=b))]
        first, second = score_team(Scoring(win=200, draw=100, draw_within=1000), boards)
        return first.outcome, second.outcome

    assert team_match(8500, 7500) == ("draw", "draw")  # 85 and 75 of 160
    assert team_match(8600, 7400) == ("win", "loss")  # 86 and 74
    assert team_match(7499, 8500) == ("loss", "win")


def test_a_difference_outside_of_the_scale_is_refused() -> None:
    holes = msgspec.structs.replace(SHARED, scale=SCALE[:1])
    with pytest.raises(Refused, match="no band holds a difference of 5.01") as refused:
        score(holes, said(501, 0))
    assert refused.value.code == "bad-scale"


# The scale itself.


def found(*bands: Band, cap: int | None = None) -> list[tuple[str, str]]:
    return [(each.path, each.text) for each in scale_problems(bands, cap=cap)]


def test_a_sound_scale_has_no_problems() -> None:
    assert found(*SCALE) == []
    assert found() == []
    closed_above = (Band(0, 500, 1000, 1000, open_most=True), Band(500, None, 1100, 900))
    assert found(*closed_above) == []


def test_a_gap() -> None:
    bands = (Band(0, 500, 1000, 1000), Band(600, None, 1100, 900))
    text = "bands 1 (from 0 to 5) and 2 (from 6) leave a gap: nothing is said for differences from 5.01 to 5.99"
    assert found(*bands) == [("$.scoring.scale[1].least", text)]


def test_both_limits_open_leave_a_gap_of_one_difference() -> None:
    bands = (Band(0, 500, 1000, 1000, open_most=True), Band(500, None, 1100, 900, open_least=True))
    ((path, text),) = found(*bands)
    assert path == "$.scoring.scale[1].least"
    assert text.endswith("nothing is said for differences from 5 to 5")


def test_neighbouring_hundredths_leave_no_gap() -> None:
    assert found(Band(0, 500, 1000, 1000), Band(501, None, 1100, 900)) == []
    assert len(found(Band(0, 500, 1000, 1000), Band(502, None, 1100, 900))) == 1


def test_both_limits_closed_overlap() -> None:
    bands = (Band(0, 500, 1000, 1000), Band(500, None, 1100, 900))
    text = "bands 1 (from 0 to 5) and 2 (from 5) overlap: both hold a difference of 5"
    assert found(*bands) == [("$.scoring.scale[1].least", text)]


def test_a_band_without_end_overlaps_whatever_follows() -> None:
    ((path, text),) = found(Band(0, None, 1000, 1000), Band(500, None, 1100, 900))
    assert path == "$.scoring.scale[1].least"
    assert text == "bands 1 (from 0) and 2 (from 5) overlap: both hold a difference of 5"


def test_the_wrong_order() -> None:
    bands = (Band(0, 500, 1000, 1000), Band(1000, None, 1200, 800, True), Band(500, 1000, 1100, 900, True))
    problems = found(*bands)
    assert ("$.scoring.scale[2].least", "bands 2 (over 10) and 3 (over 5 to 10) are in the wrong order: "
            "put the smaller difference first") in problems  # fmt: skip


def test_a_winner_with_less_than_the_loser() -> None:
    problems = found(Band(0, 500, 1000, 1000), Band(500, None, 900, 1100, True))
    assert ("$.scoring.scale[1].winner", "band 2 gives the winner 9, less than the loser's 11") in problems
    assert found(Band(0, 500, 1000, 1000), Band(500, None, 1000, 1000, True)) == []


def test_a_larger_difference_that_gives_less() -> None:
    problems = found(Band(0, 500, 1000, 1000), Band(500, 900, 1200, 800, True), Band(900, None, 1100, 900, True))
    text = "band 3 gives the winner 11, less than the 12 of band 2 for a smaller difference"
    assert problems == [("$.scoring.scale[2].winner", text)]


def test_a_scale_begins_at_nothing() -> None:
    text = "the scale begins at 0.01: it has to begin at a difference of 0"
    assert found(Band(1, None, 1000, 1000)) == [("$.scoring.scale[0].least", text)]
    assert found(Band(0, None, 1000, 1000, open_least=True)) == [("$.scoring.scale[0].least", text)]


def test_level_sides_get_the_same() -> None:
    text = "band 1 holds a difference of 0, where nobody leads, but gives 11 and 9"
    assert found(Band(0, None, 1100, 900)) == [("$.scoring.scale[0].winner", text)]


def test_a_band_that_holds_nothing() -> None:
    problems = found(Band(0, 500, 1000, 1000), Band(500, 500, 1100, 900, open_least=True))
    assert ("$.scoring.scale[1].most", "band 2 (over 5 to 5) holds no difference at all") in problems


def test_the_end_of_a_scale() -> None:
    assert found(Band(0, 500, 1000, 1000)) == [
        ("$.scoring.scale[0].most", "the scale ends at 5: leave the last limit away")
    ]
    assert found(Band(0, 500, 1000, 1000), cap=500) == []
    assert found(Band(0, 500, 1000, 1000), cap=501) == [
        ("$.scoring.scale[0].most", "the scale ends at 5, and differences go up to 5.01: leave the last limit away")
    ]


def test_every_problem_is_found_and_the_first_is_raised() -> None:
    bands = (Band(100, 200, 900, 1000), Band(400, 600, 1100, 900), Band(500, 700, 1200, 800))
    paths = [each.path for each in scale_problems(bands, "$.teams.scoring.scale")]
    assert paths == [
        "$.teams.scoring.scale[0].winner",  # 9 and 10
        "$.teams.scoring.scale[0].least",  # begins at 1
        "$.teams.scoring.scale[1].least",  # nothing from 2.01 to 3.99
        "$.teams.scoring.scale[2].least",  # 5 to 6 twice
        "$.teams.scoring.scale[2].most",  # ends at 7
    ]
    with pytest.raises(Refused) as refused:
        check_scale(bands)
    assert (refused.value.code, refused.value.path) == ("bad-scale", "$.scoring.scale[0].winner")
    check_scale(SCALE)


LIMITS = st.lists(st.integers(1, 60), min_size=1, max_size=6, unique=True).map(sorted)


@given(LIMITS, st.booleans())
def test_a_scale_without_problems_holds_every_difference_once(limits: list[int], upper: bool) -> None:
    edges = [0, *limits]
    bands = tuple(
        Band(edge, edges[at + 1] if at + 1 < len(edges) else None, 1000 + at, 1000 - at,
             open_least=at > 0 and not upper, open_most=at + 1 < len(edges) and upper)
        for at, edge in enumerate(edges)
    )  # fmt: skip
    if upper:  # from 0 to below the first limit holds something, as limits are 1 or more
        assert scale_problems(bands) == []
    for difference in range(62):
        holding = _holding(bands, difference)
        assert len(holding) == 1
        assert band_of(bands, difference) == holding[0]


def _holding(bands: tuple[Band, ...], difference: int) -> list[Band]:
    """By the words of the limits, not by the code that is tested."""
    held = []
    for band in bands:
        above = difference > band.least if band.open_least else difference >= band.least
        below = band.most is None or (difference < band.most if band.open_most else difference <= band.most)
        if above and below:
            held.append(band)
    return held


BANDS = st.builds(
    Band, st.integers(0, 12), st.one_of(st.none(), st.integers(0, 12)), st.just(1000), st.just(1000),
    st.booleans(), st.booleans(),
)  # fmt: skip


@given(st.lists(BANDS, min_size=1, max_size=4).map(tuple))
def test_a_scale_is_refused_exactly_where_a_difference_has_no_band_or_two(bands: tuple[Band, ...]) -> None:
    """Every band gives 10-10, so that only limits matter; an order that is wrong is one more reason."""
    counts = [len(_holding(bands, difference)) for difference in range(30)]
    starts = [band.least + band.open_least for band in bands]
    empty = any(not any(_holding((band,), difference) for difference in range(30)) for band in bands)
    ordered = all(before <= after for before, after in itertools.pairwise(starts))
    sound = all(count == 1 for count in counts) and ordered and not empty
    assert (scale_problems(bands) == []) == sound


@given(st.integers(-500, 12_000), st.integers(-500, 12_000), st.sampled_from(["by-points", "a", "b", "draw"]))
def test_both_sides_of_a_battle_share_twenty(a: int, b: int, winner: Winner) -> None:
    first, second = score(SHARED, said(a, b, winner))
    assert first.battle + second.battle == 2000
    swapped = {"a": "b", "b": "a"}.get(winner, winner)
    assert score(SHARED, said(b, a, swapped)) == (second, first)  # type: ignore[arg-type]
