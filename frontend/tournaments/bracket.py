"""The bracket of an elimination in words: its rounds from the first to the final, each match with its winner."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby, zip_longest
from typing import Literal

import msgspec
from django.utils.translation import gettext as _

from frontend.tournaments import vocabulary
from frontend.tournaments.pairings import match_points
from frontend.tournaments.standings import cut_round
from frontend.tournaments.visit import Visit
from gamelog.contest.pairing.request import Pair
from gamelog.contest.state import Round, seat
from gamelog.tournaments import bracket
from gamelog.tournaments.bracket import Match


class Corner(msgspec.Struct, frozen=True):
    """One side of a match: entrant, seed and score; `won` is None while that is open. Entrant 0: not known yet."""

    entrant: int = 0
    name: str = ""
    seed: int = 0
    points: str = ""
    won: bool | None = None


class Meeting(msgspec.Struct, frozen=True):
    """A match of the bracket. `table` is 0 if it is not paired yet, or has only one side (`unopposed`)."""

    a: Corner
    b: Corner
    table: int = 0
    round: int = 0
    standing: str = ""
    unopposed: bool = False

    @property
    def corners(self) -> tuple[Corner, Corner]:
        """Both sides, the upper one first."""
        return self.a, self.b


class Stage(msgspec.Struct, frozen=True):
    """A round of the bracket, from top to bottom. `part` is its bracket in a double elimination.

    `joined` is how its matches lead to those of the next round: two to each (`pairs`), one to each (`straight`), or as
    nobody can say yet (empty).
    """

    title: str
    meetings: tuple[Meeting, ...]
    part: str = ""
    joined: Literal["pairs", "straight", ""] = "pairs"


def has_tree(visit: Visit) -> bool:
    """Whether the tournament has an elimination, played yet or not."""
    return visit.state.terms.has_bracket


def stages(visit: Visit) -> list[Stage]:
    """The whole bracket; empty until its first round is paired. The match for third place comes after the final."""
    found = bracket.stages(visit.state)
    seeds = bracket.seeds(visit.state)
    made = [
        Stage(
            titled(each),
            _meetings(visit, each, seeds, third=False),
            each.places or each.part,
            _joined(visit, each, after),
        )
        for each, after in zip_longest(found, found[1:])
    ]
    third = [meeting for each in found for meeting in _meetings(visit, each, seeds, third=True)]
    return made + ([Stage(_("for third place"), tuple(third))] if third else [])


def _joined(visit: Visit, stage: bracket.Stage, after: bracket.Stage | None) -> Literal["pairs", "straight", ""]:
    if visit.state.terms.knockout.reseed or after is None or stage.places or after.part != stage.part:
        return ""
    here, there = (sum(not match.third for match in each.matches) for each in (stage, after))
    return "straight" if here == there else "pairs" if here == 2 * there else ""


def parts(stages: Iterable[Stage]) -> list[tuple[str, list[Stage]]]:
    """The brackets with their names, each with its rounds."""
    names = {"": _("Bracket"), "upper": _("Upper bracket"), "lower": _("Lower bracket"), "final": _("Final")}
    return [
        (names.get(part) or vocabulary.group(part), list(found))
        for part, found in groupby(stages, key=lambda each: each.part)
    ]


def titled(stage: bracket.Stage) -> str:
    """The name of a round of an elimination."""
    if stage.places:
        return _("%(places)s, round %(round)s") % {"places": vocabulary.group(stage.places), "round": stage.within}
    if not stage.part:
        return cut_round(stage.slots // 2)
    if stage.part == "final":
        return _("second grand final") if stage.within > 1 else _("grand final")
    words = _("upper bracket, round %(round)s") if stage.part == "upper" else _("lower bracket, round %(round)s")
    return words % {"round": stage.within}


def _meetings(visit: Visit, stage: bracket.Stage, seeds: dict[str, int], *, third: bool) -> tuple[Meeting, ...]:
    return tuple(_meeting(visit, stage.number, each, seeds) for each in stage.matches if each.third == third)


def _meeting(visit: Visit, number: int, match: Match, seeds: dict[str, int]) -> Meeting:
    points = ("", "")
    if match.table:
        found = visit.state.rounds[number - 1]
        pair = found.pair_at(match.table)
        assert pair
        points = _score(visit, found, pair)
    a, b = (
        Corner(entrant, visit.name(entrant) if entrant else "", seeds.get(str(entrant), 0), shown,
               entrant == match.winner if match.winner and entrant else None)
        for entrant, shown in zip((match.a, match.b), points, strict=True)
    )  # fmt: skip
    return Meeting(a, b, match.table, number if match.table else 0, match.standing, match.unopposed)


def _score(visit: Visit, found: Round, pair: Pair) -> tuple[str, str]:
    """The score of a battle, as on the round's page; of a match of teams, its points. Empty without a battle."""
    if visit.state.terms.teams:
        return match_points(visit, found, pair)
    result = found.results.get(seat(pair.table))
    return ("", "") if result is None or result.report.forfeit else result.report.score
