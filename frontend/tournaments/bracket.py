"""The bracket of an elimination in words: its rounds from the first to the final, each match with its winner."""

from __future__ import annotations

import msgspec
from django.utils.translation import gettext as _

from frontend.tournaments.pairings import match_points
from frontend.tournaments.standings import cut_round
from frontend.tournaments.visit import Visit
from gamelog.tournaments import bracket
from gamelog.tournaments.bracket import Match


class Corner(msgspec.Struct, frozen=True):
    """One side of a match: entrant, seed and points; `won` is None while that is open. Entrant 0: not known yet."""

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
    """A round of the bracket, from top to bottom."""

    title: str
    meetings: tuple[Meeting, ...]


def has_tree(visit: Visit) -> bool:
    """Whether the tournament has an elimination, played yet or not."""
    return visit.state.terms.format in bracket.FORMATS


def stages(visit: Visit) -> list[Stage]:
    """The whole bracket; empty until its first round is paired. The match for third place comes after the final."""
    found = bracket.stages(visit.state)
    seeds = bracket.seeds(visit.state)
    made = [Stage(cut_round(each.slots // 2), _meetings(visit, each, seeds, third=False)) for each in found]
    third = [meeting for each in found for meeting in _meetings(visit, each, seeds, third=True)]
    return made + ([Stage(_("for third place"), tuple(third))] if third else [])


def _meetings(visit: Visit, stage: bracket.Stage, seeds: dict[str, int], *, third: bool) -> tuple[Meeting, ...]:
    return tuple(_meeting(visit, stage.number, each, seeds) for each in stage.matches if each.third == third)


def _meeting(visit: Visit, number: int, match: Match, seeds: dict[str, int]) -> Meeting:
    points = ("", "")
    if match.table:
        found = visit.state.rounds[number - 1]
        pair = found.pair_at(match.table)
        assert pair
        points = match_points(visit, found, pair)
    a, b = (
        Corner(entrant, visit.name(entrant) if entrant else "", seeds.get(str(entrant), 0), shown,
               entrant == match.winner if match.winner and entrant else None)
        for entrant, shown in zip((match.a, match.b), points, strict=True)
    )  # fmt: skip
    return Meeting(a, b, match.table, number if match.table else 0, match.standing, match.unopposed)
