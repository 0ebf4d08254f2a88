"""The marks that a player can give: to the opponent of each game that has a result, and their votes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from frontend.tournaments import vocabulary
from frontend.tournaments.visit import Visit
from gamelog.contest.pairing.request import Pair
from gamelog.contest.points import POINT, said
from gamelog.contest.soft import met, played
from gamelog.contest.state import Round, SoftMark
from gamelog.contest.terms_soft import SoftCategory

MOST_BUTTONS = 11
"""Marks are buttons if there are no more of them: 0 to 10."""


class Button(NamedTuple):
    """A mark to tap: what is sent, what is read, and whether it is the present one."""

    value: str
    text: str
    given: bool


class OpponentMark(NamedTuple):
    """What can be said of one opponent in one category. Without buttons a number is written."""

    category: SoftCategory
    name: str
    table: int
    side: str
    present: str
    typed: str
    """What is in the field: the present mark, or what was typed and is none."""
    buttons: list[Button]
    least: str
    most: str


class PlayedGame(NamedTuple):
    """A game whose opponent can be marked."""

    round: int
    opponent: str
    marks: list[OpponentMark]


class Ballot(NamedTuple):
    """A vote: for whom it can be, and for whom it is."""

    category: SoftCategory
    name: str
    choices: list[Button]
    given: bool


def may_give(visit: Visit) -> bool:
    """Whether the visitor plays here and can give marks now."""
    players = any(each.by != "staff" for each in visit.state.terms.soft)
    return bool(visit.own) and players and visit.state.phase == "running"


def games(visit: Visit, typed: Mapping[tuple[str, int], str]) -> list[PlayedGame]:
    """The visitor's games with a result, the last one first. `typed` is what was typed and refused, by category and
    round.
    """
    found = []
    number = visit.own.number if visit.own else 0
    categories = [each for each in visit.state.terms.soft if each.by == "opponent"]
    for each in reversed(visit.state.rounds):
        pair = each.pair_of(number)
        if categories and pair and played(visit.state, each, pair):
            side, other = ("a", pair.b) if pair.a == number else ("b", pair.a)
            marks = [_mark(visit, one, each.number, pair.table, side, number, typed) for one in categories]
            found.append(PlayedGame(each.number, visit.name(other), marks))
    return found


def _mark(
    visit: Visit, category: SoftCategory, number: int, table: int, side: str, giver: int,
    typed: Mapping[tuple[str, int], str],
) -> OpponentMark:  # fmt: skip
    known = given(visit, category, giver, number)
    present = said(known.points) if known else ""
    least, most = said(category.least), said(category.most)
    return OpponentMark(
        category, vocabulary.label(category), table, side, present, typed.get((category.id, number), present),
        _buttons(category, present), least, most,
    )  # fmt: skip


def _buttons(category: SoftCategory, present: str) -> list[Button]:
    """A button for each mark, where they are few whole numbers."""
    first, last = divmod(category.least, POINT), divmod(category.most, POINT)
    if first[1] or last[1] or last[0] - first[0] >= MOST_BUTTONS:
        return []
    return [Button(str(each), str(each).replace("-", "−"), str(each) == present)
            for each in range(first[0], last[0] + 1)]  # fmt: skip


def ballots(visit: Visit) -> list[Ballot]:
    """The visitor's votes, once they have met somebody."""
    number = visit.own.number if visit.own else 0
    known = met(visit.state, number)
    return [_ballot(visit, each, number, known) for each in visit.state.terms.soft if each.by == "vote" and known]


def _ballot(visit: Visit, category: SoftCategory, number: int, known: tuple[int, ...]) -> Ballot:
    vote = given(visit, category, number, 0)
    choices = [Button(str(each), visit.name(each), vote is not None and vote.entrant == each) for each in known]
    return Ballot(category, vocabulary.label(category), choices, vote is not None)


def given(visit: Visit, category: SoftCategory, giver: int, number: int) -> SoftMark | None:
    """The mark or vote that a player gave in a round; 0 is the event."""
    key = category.id, number, giver, 0
    return next((each for each in visit.state.soft if each.key == key), None)


def wanted(visit: Visit, found: Round, pair: Pair) -> bool:
    """Whether a visitor who played this game has a mark of it, or a vote, still to give."""
    if not may_give(visit) or not played(visit.state, found, pair):
        return False
    own = visit.own.number if visit.own else 0
    return any(
        given(visit, each, own, found.number if each.by == "opponent" else 0) is None
        for each in visit.state.terms.soft
        if each.by != "staff"
    )
