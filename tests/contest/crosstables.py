"""Crosstables as a person writes them, read into cards; and the tables of published examples."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from gamelog.contest.cards import Card, How, Outcome, RoundScore
from gamelog.contest.terms import Award, Scoring

CHESS = Scoring(
    win=100,
    draw=50,
    loss=0,
    bye=Award(match=100),
    half_bye=Award(match=50),
    forfeit_win=Award(match=100),
)
"""One for a win, a half for a draw; a bye is a win, a bye on request half a point."""
OUTCOMES: dict[str, Outcome] = {"+": "win", "=": "draw", "-": "loss"}
AWARDS: dict[str, tuple[How, str]] = {
    "bye": ("bye", "bye"),
    "half": ("half-bye", "half_bye"),
    "zero": ("zero-bye", "zero_bye"),
    "none": ("absent", ""),
}

TEC_SWISS = {
    1: "+9 =13 =2 +15 =4",
    2: "+10 +7 =1 +16 =3",
    3: "=11 +6 +8 =4 =2",
    4: "+12 half +13 =3 =1",
    5: "-13 -15 +11 =7 +10",
    6: "-14 -3 bye +10 +8",
    7: "+15 -2 -16 =5 -11",
    8: "=16 +14 -3 +13 -6",
    9: "-1 -10 half F-11 bye",
    10: "-2 +9 -15 -6 -5",
    11: "=3 -16 -5 F+9 +7",
    12: "-4 bye F+14 none none",
    13: "+5 =1 -4 -8 -14",
    14: "+6 -8 F-12 zero +13",
    15: "-7 +5 +10 -1 -16",
    16: "=8 +11 +7 -2 +15",
}
"""FIDE Technical Commission, Exercises in Tie-Breaking (2024, by the rules of 2023): the individual Swiss, page 5."""
TEC_LONG = {
    1: "+9 =13 =2 +15 =4 =6 =3 =16 +8",
    2: "+10 +7 =1 +16 +3 =4 -6 =15 =5",
    3: "=11 +6 +8 =4 -2 +16 =1 +14 +10",
    4: "+12 half +13 =3 =1 =2 =16 =6 +15",
    5: "-13 -15 +11 =7 +10 -14 +9 -8 =2",
    6: "-14 -3 bye +10 +8 =1 +2 =4 +16",
    7: "+15 -2 -16 =5 -11 -10 +13 +9 +14",
    8: "=16 +14 -3 +13 -6 =11 =15 +5 -1",
    9: "-1 -10 half F-11 bye +13 -5 -7 =12",
    10: "-2 +9 -15 -6 -5 +7 +12 +11 -3",
    11: "=3 -16 -5 F+9 +7 =8 -14 -10 =13",
    12: "-4 bye F+14 none none -15 -10 =13 =9",
    13: "+5 =1 -4 -8 -14 -9 -7 =12 =11",
    14: "+6 -8 F-12 zero +13 +5 +11 -3 -7",
    15: "-7 +5 +10 -1 -16 +12 =8 =2 -4",
    16: "=8 +11 +7 -2 +15 -3 =4 =1 -6",
}
"""The same, four rounds later: page 43."""
TEC_ROUND_ROBIN = {
    1: "=5 +2 +3 -4 +6",
    2: "+6 -1 +5 =3 +4",
    3: "+4 +6 -1 =2 +5",
    4: "-3 -5 =6 +1 -2",
    5: "=1 +4 -2 F-6 -3",
    6: "-2 -3 =4 F+5 -1",
}
"""The same: the round robin, page 6."""
TEC_TEAMS = {
    1: "8:2.5 4:1.5 7:3 2:2.5 5:1.5 F+6 3:2.5",
    2: "9:3 3:4 5:0 1:1.5 13:3 4:2.5 10:3",
    3: "10:2.5 2:0 9:3 6:2.5 4:3 5:3.5 1:1.5",
    4: "11:3 1:2.5 13:3 5:3.5 3:1 2:1.5 9:2.5",
    5: "12:4 6:3 2:4 4:0.5 1:2.5 3:0.5 13:3.5",
    6: "13:2 5:1 8:3 3:1.5 11:2.5 F-1 12:2.5",
    7: "14:2 8:2 1:1 10:2.5 9:2 13:2 zero",
    8: "1:1.5 7:2 6:1 12:3.5 10:2 9:2 11:3",
    9: "2:1 12:4 3:1 14:3 7:2 8:2 4:1.5",
    10: "3:1.5 11:1.5 12:2.5 7:1.5 8:2 14:3 2:1",
    11: "4:1 10:2.5 14:2 13:1.5 6:1.5 12:2 8:1",
    12: "5:0 9:0 10:1.5 8:0.5 bye 11:2 6:1.5",
    13: "6:2 14:2.5 4:1 11:2.5 2:1 7:2 5:0.5",
    14: "7:2 13:1.5 11:2 9:1 half 10:1 bye",
}
"""The same: the teams of four boards, seven rounds. `8:2.5` is a match with 2.5 of the four game points."""
FOUR_BOARDS = Scoring(
    win=200, draw=100, battle_cap=400, bye=Award(match=100, battle=200), half_bye=Award(match=100, battle=200),
    forfeit_win=Award(match=200, battle=400),
)  # fmt: skip
"""Two match points for a match won, one for a draw; game points are the battle points of a match."""
LAPEYRE = {
    1: "+14 +2 =3 =5 +7",
    2: "+12 -1 +8 +6 +3",
    3: "+11 +9 =1 +4 -2",
    4: "+13 =6 F+7 -3 =5",
    5: "=7 +11 =6 =1 =4",
    6: "+10 =4 =5 -2 +9",
    7: "=5 +12 F-4 +9 -1",
    8: "-9 bye -2 =10 +14",
    9: "+8 -3 +10 -7 -6",
    10: "-6 +13 -9 =8 =11",
    11: "-3 -5 +13 =12 =10",
    12: "-2 -7 =14 =11 =13",
    13: "-4 -10 -11 +14 =12",
    14: "-1 zero =12 -13 -8",
}
"""P. Lapeyre, training of arbiters, 2026: a Swiss of 14 over five rounds, by the rules of March 2026."""


def read(rows: Mapping[int, str], scoring: Scoring = CHESS) -> dict[int, Card]:
    """Cards of a crosstable. `+3` is a win against 3, `F-3` a round lost by forfeit, `bye half zero none` the rest.

    Victory points may follow, and are the battle points too: `+3:20:10`.
    """
    return {
        entrant: Card(
            entrant, rank, tuple(_round(number, token, scoring) for number, token in enumerate(row.split(), 1))
        )
        for rank, (entrant, row) in enumerate(rows.items(), 1)
    }


def read_teams(rows: Mapping[int, str], scoring: Scoring = FOUR_BOARDS) -> dict[int, Card]:
    """Cards of a crosstable of teams, with unplayed rounds as in `read`."""
    return {
        entrant: Card(
            entrant, entrant, tuple(_match(number, token, scoring) for number, token in enumerate(row.split(), 1))
        )
        for entrant, row in rows.items()
    }


def _match(number: int, token: str, scoring: Scoring) -> RoundScore:
    if ":" not in token:
        each = _round(number, token, scoring)
        award = {"forfeit-win": scoring.forfeit_win, "forfeit-loss": scoring.forfeit_loss}.get(each.how)
        return msgspec.structs.replace(each, battle=award.battle) if award else each
    opponent, text = token.split(":")
    made, most = int(float(text) * 100), scoring.battle_cap or 0
    outcome: Outcome = "win" if 2 * made > most else "loss" if 2 * made < most else "draw"
    return RoundScore(number, "played", int(opponent), outcome, getattr(scoring, outcome), made, most - made)


def _round(number: int, token: str, scoring: Scoring) -> RoundScore:
    if token in AWARDS:
        how, name = AWARDS[token]
        award = getattr(scoring, name) if name else Award()
        return RoundScore(number, how, match=award.match, battle=award.battle, victory=award.victory)
    forfeit, sign, rest = token[0] == "F", token.lstrip("F")[0], token.lstrip("F")[1:]
    opponent, victory, against = (int(each) for each in (rest + ":0:0").split(":")[:3])
    if forfeit:
        award = scoring.forfeit_win if sign == "+" else scoring.forfeit_loss
        return RoundScore(number, "forfeit-win" if sign == "+" else "forfeit-loss", opponent, match=award.match)
    outcome, tally = OUTCOMES[sign], (victory * 100, against * 100)
    return RoundScore(number, "played", opponent, outcome, getattr(scoring, outcome), *tally, *tally)
