"""Ready-made scorings: every one is sound, says where it is from, and gives the points that its source gives."""

from __future__ import annotations

import re

import pytest

from gamelog.contest.errors import Refused
from gamelog.contest.outcomes import BattleOutcome, SideOutcome
from gamelog.contest.presets import PRESETS, Preset, scoring_of
from gamelog.contest.scoring import award, score, score_team
from gamelog.contest.terms import Scoring, Terms
from gamelog.contest.validation import problems

EVERY = pytest.mark.parametrize("preset", PRESETS.values(), ids=PRESETS.keys())
CYRILLIC = re.compile("[а-яё]", re.IGNORECASE)


def battle(scoring: Scoring, a: int, b: int, by_a: tuple[str, ...] = ()) -> tuple[int, int]:
    """Battle points, whole, of a battle by whole victory points."""
    first, second = score(scoring, BattleOutcome(a=SideOutcome(a * 100, by_a), b=SideOutcome(b * 100)))
    return first.battle // 100, second.battle // 100


def match(scoring: Scoring, a: int, b: int) -> tuple[int, int]:
    first, second = score(scoring, BattleOutcome(a=SideOutcome(a * 100), b=SideOutcome(b * 100)))
    return first.match, second.match


@EVERY
def test_terms_with_a_preset_have_no_problems(preset: Preset) -> None:
    terms = Terms("kt", scoring=scoring_of(preset.key), tiebreaks=preset.tiebreaks)
    assert [str(each) for each in problems(terms)] == []


@EVERY
def test_a_preset_is_named_and_says_where_it_is_from(preset: Preset) -> None:
    assert PRESETS[f"{preset.id}@{preset.version}"] is preset
    assert scoring_of(preset.key).preset == preset.key
    assert preset.en and not CYRILLIC.search(preset.en)
    assert CYRILLIC.search(preset.ru) and CYRILLIC.search(preset.source_ru)
    assert len(preset.source_en) > 60 and not CYRILLIC.search(preset.source_en)
    assert bool(preset.size) == bool(preset.size_en) == bool(preset.size_ru)


@EVERY
def test_a_source_says_whether_it_was_checked(preset: Preset) -> None:
    assert re.search("checked|not verified", preset.source_en, re.IGNORECASE)
    assert re.search("сверено|не сверен", preset.source_ru, re.IGNORECASE)


@EVERY
@pytest.mark.parametrize("size", [1, 7, 100_000])
def test_a_preset_with_a_size_is_sound_at_every_size(preset: Preset, size: int) -> None:
    if not preset.size:
        with pytest.raises(Refused, match="takes no size"):
            scoring_of(preset.key, size)
        return
    assert problems(Terms("kt", scoring=scoring_of(preset.key, size))) == []


def test_a_size_has_limits() -> None:
    for size in (0, -1, 100_001):
        with pytest.raises(Refused, match=f"from 1 to 100000, not {size}") as refused:
            scoring_of("even-20-0@1", size)
        assert (refused.value.code, refused.value.path) == ("bad-size", "$.size")


def test_an_unknown_preset_is_refused() -> None:
    with pytest.raises(Refused, match="no preset chess@2") as refused:
        scoring_of("chess@2")
    assert refused.value.code == "unknown-preset"


def test_without_a_size_a_preset_has_its_own() -> None:
    assert scoring_of("ninth-age-20-0@1") == scoring_of("ninth-age-20-0@1", 4500)
    assert scoring_of("ninth-age-20-0@1") != scoring_of("ninth-age-20-0@1", 4501)


@pytest.mark.parametrize(
    "key, win, draw",
    [("chess@1", 100, 50), ("win-draw-loss-3-1-0@1", 300, 100), ("win-draw-loss-2-1-0@1", 200, 100)],
)
def test_win_draw_and_loss(key: str, win: int, draw: int) -> None:
    scoring = scoring_of(key)
    assert match(scoring, 1, 0) == (win, 0)
    assert match(scoring, 1, 1) == (draw, draw)
    worth = [award(scoring, how).match for how in ("bye", "half-bye", "zero-bye", "forfeit-win", "forfeit-loss")]
    assert worth == [win, draw, 0, win, 0]


def test_a_gang_gains_something_from_every_battle_of_a_campaign() -> None:
    scoring = scoring_of("gang-campaign@1")
    assert (match(scoring, 4, 1), match(scoring, 2, 2)) == ((300, 100), (200, 200))
    worth = [award(scoring, how).match for how in ("bye", "half-bye", "zero-bye", "forfeit-win", "forfeit-loss")]
    assert worth == [200, 100, 0, 300, 0]


def test_a_skirmish_of_gangs_is_told_apart_by_scenario_points() -> None:
    scoring, preset = scoring_of("gang-skirmish@1"), PRESETS["gang-skirmish@1"]
    assert (match(scoring, 4, 1), match(scoring, 2, 2)) == ((300, 0), (100, 100))
    first, second = score(scoring, BattleOutcome(a=SideOutcome(400), b=SideOutcome(100)))
    assert (first.victory, second.victory) == (400, 100)
    assert [each.id for each in preset.tiebreaks] == ["victory-difference", "victory-points"]


def test_middle_earth_gives_victory_points_for_byes() -> None:
    scoring = scoring_of("middle-earth@1")
    bye, given_up = award(scoring, "bye"), award(scoring, "forfeit-win")
    assert (bye.match, bye.victory) == (300, 600)  # 6 to 0
    assert (given_up.match, given_up.victory) == (300, 1200)  # 12 to 0
    assert scoring.forfeit_loss.victory_against == 1200


@pytest.mark.parametrize(
    "difference, expected",
    [
        (0, (10, 10)), (5, (10, 10)), (6, (11, 9)), (10, (11, 9)), (11, (12, 8)), (25, (14, 6)), (26, (15, 5)),
        (50, (19, 1)), (51, (20, 0)), (100, (20, 0)),
    ],
)  # fmt: skip
def test_wtc(difference: int, expected: tuple[int, int]) -> None:
    assert battle(scoring_of("wtc-20-0@1"), difference, 0) == expected
    assert battle(scoring_of("wtc-20-0@1"), 0, difference) == expected[::-1]


def test_wtc_draws_where_both_get_ten() -> None:
    scoring = scoring_of("wtc-20-0@1")
    assert match(scoring, 5, 0) == (100, 100)
    assert match(scoring, 6, 0) == (200, 0)
    walkover = award(scoring, "forfeit-win")
    assert (walkover.battle, walkover.victory, scoring.bye.battle) == (2000, 5000, 1000)


@pytest.mark.parametrize(
    "difference, expected",
    [
        # 4500 points: 5 percent are 225, 10 are 450, 20 are 900, 50 are 2250, 70 are 3150.
        (0, (10, 10)), (225, (10, 10)), (226, (11, 9)), (450, (11, 9)), (451, (12, 8)), (900, (12, 8)),
        (901, (13, 7)), (1350, (13, 7)), (1351, (14, 6)), (1800, (14, 6)), (1801, (15, 5)), (2250, (15, 5)),
        (2251, (16, 4)), (3150, (16, 4)), (3151, (17, 3)), (9000, (17, 3)),
    ],
)  # fmt: skip
def test_the_ninth_age(difference: int, expected: tuple[int, int]) -> None:
    assert battle(scoring_of("ninth-age-20-0@1"), difference, 0) == expected


def test_the_ninth_age_objective_moves_three_and_decides() -> None:
    scoring = scoring_of("ninth-age-20-0@1")
    assert battle(scoring, 3151, 0, ("objective",)) == (20, 0)  # 17-3 and the objective
    assert battle(scoring, 0, 226, ("objective",)) == (12, 8)  # 9-11 and the objective
    first, second = score(scoring, BattleOutcome(a=SideOutcome(0, ("objective",)), b=SideOutcome(22_600)))
    assert (first.outcome, second.outcome) == ("win", "loss")  # behind by 226, and yet ahead by 12-8
    assert match(scoring, 225, 0) == (100, 100)  # 10-10


@pytest.mark.parametrize(
    "difference, expected",
    [
        # A limit belongs to the higher step: 199 is below 200.
        (0, (10, 10)), (199, (10, 10)), (200, (11, 9)), (399, (11, 9)), (400, (12, 8)), (800, (14, 6)),
        (1999, (19, 1)), (2000, (20, 0)),
    ],
)  # fmt: skip
def test_even_steps(difference: int, expected: tuple[int, int]) -> None:
    assert battle(scoring_of("even-20-0@1"), difference, 0) == expected


def test_even_steps_of_another_size() -> None:
    scoring = scoring_of("even-20-0@1", 1250)  # steps of 125
    assert battle(scoring, 124, 0) == (10, 10)
    assert battle(scoring, 125, 0) == (11, 9)


def test_a_match_of_teams() -> None:
    team, board = scoring_of("team-2-1-0@1"), scoring_of("wtc-20-0@1")

    def outcome(*differences: int) -> tuple[int, int]:
        boards = [
            score(board, BattleOutcome(a=SideOutcome(each * 100 + 10_000), b=SideOutcome(10_000)))
            for each in differences
        ]
        first, second = score_team(team, boards)
        return first.match, second.match

    # Eight boards share 160. 10-10 five times, 11-9 twice and 12-8 come to 84 and 76.
    assert outcome(0, 0, 0, 0, 0, 6, 6, 15) == (100, 100)
    # 11-9 five times and 10-10 three times: 85 and 75; six times and twice: 86 and 74.
    assert outcome(6, 6, 6, 6, 6, 0, 0, 0) == (100, 100)
    assert outcome(6, 6, 6, 6, 6, 6, 0, 0) == (200, 0)
