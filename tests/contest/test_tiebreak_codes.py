"""Record 212: FIDE's codes for what FIDE has, codes of our own for the rest, and all of them back."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from gamelog.contest import tiebreaks
from gamelog.contest.interchange.tiebreak_codes import code_of, codes_of, read_codes, version_of
from gamelog.contest.terms import TieBreak
from gamelog.contest.terms_tallies import names_of

BEFORE, AFTER = "2026-02-28", "2026-03-01"
CODES = [
    (TieBreak("direct-encounter", "1"), "DE"),
    (TieBreak("buchholz", "2026"), "BH"),
    (TieBreak("buchholz", "2026", {"cut-lowest": 1}), "BH/C1"),
    (TieBreak("buchholz", "2026", {"cut-lowest": 2, "cut-highest": 2}), "BH/M2"),
    (TieBreak("buchholz", "2026", {"cut-highest": 1}), "OTHER_BUCHHOLZ_CUT_HIGHEST_1"),
    (TieBreak("buchholz", "2026", {"cut-lowest": 2, "cut-highest": 1}), "OTHER_BUCHHOLZ_CUT_HIGHEST_1_CUT_LOWEST_2"),
    (TieBreak("buchholz", "2023", {"cut-lowest": 1}), "OTHER_BUCHHOLZ_V2023_CUT_LOWEST_1"),
    (TieBreak("median-buchholz", "2026"), "BH/M1"),
    (TieBreak("sonneborn-berger", "2026"), "SB"),
    (TieBreak("sonneborn-berger", "2026", {"cut": 1}), "SB/C1"),
    (TieBreak("sonneborn-berger", "2023"), "OTHER_SONNEBORN_BERGER_V2023"),
    (TieBreak("cumulative", "1"), "PS"),
    (TieBreak("cumulative", "1", {"cut": 2}), "PS/C2"),
    (TieBreak("koya", "1"), "KS"),
    (TieBreak("koya", "1", {"limit": 6000}), "OTHER_KOYA_LIMIT_6000"),
    (TieBreak("buchholz", "2026", {"cut-lowest": 1}, of="battle"), "BH:GP/C1"),
    (TieBreak("fore-buchholz", "2026"), "FB"),
    (TieBreak("fore-buchholz", "2026", {"cut-lowest": 1, "cut-highest": 1}), "FB/M1"),
    (TieBreak("average-buchholz", "2026"), "AOB"),
    (TieBreak("average-buchholz", "2026", {"fore": 1}), "AOB/F"),
    (TieBreak("direct-encounter", "1", of="battle"), "DE:GP"),
    (TieBreak("extended-direct-encounter", "2026"), "EDE"),
    (TieBreak("opponents-rating", "1", {"cut": 1}), "ARO/C1"),
    (TieBreak("rating", "1"), "RTNG"),
    (TieBreak("rounds-elected", "1"), "REP"),
    (TieBreak("standard-points", "2026"), "STD"),
    (TieBreak("standard-points", "1"), "OTHER_STANDARD_POINTS_V1"),
    (TieBreak("pairing-number", "1"), "TPN"),
    (TieBreak("pairing-number", "1", {"highest": 1}), "TPN/R"),
    (TieBreak("rating", "2", {"lowest": 1}), "RTNG/R"),
    (TieBreak("rating", "2"), "OTHER_RATING_V2"),
    (TieBreak("cumulative", "2", of="battle"), "PS:GP"),
    (TieBreak("cumulative", "2", {"cut": 1}, of="battle"), "PS:GP/C1"),
    (TieBreak("cumulative", "2"), "OTHER_CUMULATIVE_V2"),
    (TieBreak("koya", "2", of="battle"), "KS:GP"),
    (TieBreak("sonneborn-berger", "2026", of="battle", by="victory"), "OTHER_SONNEBORN_BERGER_OF_BATTLE_BY_VICTORY"),
    (TieBreak("match-win", "2", {"floor": 1, "floor-of": 3}), "OTHER_MATCH_WIN_V2_FLOOR_1_FLOOR_OF_3"),
    (TieBreak("wins", "1"), "WIN"),
    (TieBreak("wins-played", "1"), "WON"),
    (TieBreak("opponents-match-win", "1"), "OTHER_OPPONENTS_MATCH_WIN"),
    (TieBreak("match-win", "1", {"floor": 0}), "OTHER_MATCH_WIN_FLOOR_0"),
    (TieBreak("sos", "1"), "OTHER_SOS"),
    (TieBreak("sos-mean", "1"), "OTHER_SOS_MEAN"),
    (TieBreak("extended-sos", "1"), "OTHER_EXTENDED_SOS"),
]


@pytest.mark.parametrize(("tiebreak", "code"), CODES, ids=[code for _each, code in CODES])
def test_a_code_says_exactly_what_is_meant(tiebreak: TieBreak, code: str) -> None:
    assert code_of(tiebreak, AFTER) == code_of(tiebreak) == code
    assert read_codes(code, AFTER) == ((tiebreak,), ())


@pytest.mark.parametrize(
    ("tiebreak", "ranks", "code"),
    [
        (TieBreak("battle-points", "1"), "match", "MPvGP"),
        (TieBreak("match-points", "1"), "battle", "MPvGP"),
        (TieBreak("match-points", "1"), "match", "OTHER_MATCH_POINTS"),
        (TieBreak("sonneborn-berger", "2026", by="battle"), "match", "EMGSB"),
        (TieBreak("sonneborn-berger", "2026", {"cut": 1}, of="battle"), "match", "EGMSB/C1"),
        (TieBreak("sonneborn-berger", "2026", of="battle", by="battle"), "match", "EGGSB"),
        (TieBreak("sonneborn-berger", "2026"), "match", "SB"),
    ],
)
def test_codes_of_teams(tiebreak: TieBreak, ranks: Any, code: str) -> None:
    """Match points and game points beside each other, and the four kinds of Sonneborn-Berger: C.07, 13.1 and 13.2."""
    text = codes_of((tiebreak,), ranks=ranks, teams=True)
    assert text.partition(",")[2] == code
    assert read_codes(text) == ((tiebreak,), ())
    assert codes_of((tiebreak,), ranks=ranks) != text or code in ("SB", "OTHER_MATCH_POINTS"), "for teams alone"


def test_both_names_of_the_plain_sonneborn_berger_of_teams_are_read() -> None:
    assert read_codes("PTS,EMMSB/C1").known == (TieBreak("sonneborn-berger", "2026", {"cut": 1}),)


def test_a_code_means_the_rules_in_force_at_the_event() -> None:
    old, new = TieBreak("buchholz", "2023"), TieBreak("buchholz", "2026")
    assert (code_of(old, BEFORE), code_of(new, BEFORE)) == ("BH", "OTHER_BUCHHOLZ_V2026")
    assert (code_of(old, AFTER), code_of(new, AFTER)) == ("OTHER_BUCHHOLZ_V2023", "BH")
    assert read_codes("BH", f"{BEFORE}T09:00:00+03:00").known == (old,)
    assert read_codes("BH", "").known == (new,)


def test_where_the_points_are_others_only_wins_are_the_same() -> None:
    """FIDE would make something else of the points of the file."""
    order = tuple(TieBreak(id, version_of(id)) for id in ("buchholz", "sonneborn-berger", "koya", "cumulative", "wins"))
    assert codes_of(order, own_points=False) == (
        "OTHER_MATCH_POINTS,OTHER_BUCHHOLZ,OTHER_SONNEBORN_BERGER,OTHER_KOYA,OTHER_CUMULATIVE,WIN"
    )
    assert codes_of((), ranks="battle").startswith("OTHER_BATTLE") and codes_of(()) == "PTS"
    assert read_codes(codes_of(order, own_points=False)) == (order, ())


@pytest.mark.parametrize(
    "code", ["BH:BP/C1", "BH/C1/P", "ARO:GP", "SB/M1", "SB:GP", "DE/F",
             "KS/L+1", "OTHER_SOS_V7", "OTHER_KOYA_LIMIT_99999", "OTHER_",
             "BH/C0", "OTHER_KOYA_LIMIT_5_LIMIT_6"]
)  # fmt: skip
def test_what_is_not_known_is_returned(code: str) -> None:
    assert read_codes(f"PTS,{code},DE") == ((TieBreak("direct-encounter", "1"),), (code,))


def test_each_tie_break_counts_once() -> None:
    assert read_codes("PTS, bh/c1 ,BH/C1,,OTHER_BUCHHOLZ_CUT_LOWEST_1").known == (CODES[2][0],)


@st.composite
def any_tiebreak(draw: st.DrawFn) -> TieBreak:
    rule = draw(st.sampled_from(tiebreaks.ALL))
    chosen = {param.id: draw(st.integers(0, param.most)) for param in rule.params if draw(st.booleans())}
    assume(not rule.wrong or not rule.wrong(rule.defaults | chosen))
    kinds: dict[str, Any] = {each.id: draw(st.sampled_from(("", *names_of(())))) for each in rule.kinds}
    return TieBreak(rule.id, rule.version, chosen, **kinds)


@given(any_tiebreak(), st.sampled_from(["", BEFORE, AFTER]), st.booleans())
def test_every_tie_break_comes_back(tiebreak: TieBreak, starts: str, own_points: bool) -> None:
    (back,) = read_codes(f"PTS,{code_of(tiebreak, starts, own_points)}", starts).known
    both = {tiebreak.id, back.id}
    assert len(both) == 1 or both == {"buchholz", "median-buchholz"}
    assert (back.version, tiebreaks.settings(back)) == (tiebreak.version, tiebreaks.settings(tiebreak))
