"""One table, or one board of a match, as the visitor who opens its card sees it: players, state, and what the visitor
can do.
"""

from __future__ import annotations

from typing import Literal

import msgspec
from django.http import Http404
from django.utils.translation import gettext as _

from frontend.base.points import said
from frontend.tournaments import pairings, vocabulary
from frontend.tournaments.visit import Visit
from gamelog.contest import captains, scoring
from gamelog.contest.acts.results import SETTLED
from gamelog.contest.captains import Captains, Want
from gamelog.contest.outcomes import Points
from gamelog.contest.pairing.request import Pair
from gamelog.contest.state import Result, Round, seat
from gamelog.contest.terms_tallies import POINTS
from gamelog.games.access import games_visible
from gamelog.games.models import Game
from gamelog.tournaments import selectors
from gamelog.tournaments.models import Nameplate

Side = Literal["a", "b", ""]


class SeatView(msgspec.Struct, frozen=True):
    """A seat of a round. `side` is the visitor's; in a match of teams, `board` 0 is the match as a whole."""

    visit: Visit
    round: Round
    pair: Pair
    board: int
    match: pairings.Match
    result: Result | None
    side: Side

    @property
    def whole(self) -> bool:
        """Whether this is a match of teams, whose boards have the results."""
        return self.visit.state.terms.teams is not None and not self.board

    @property
    def battle(self) -> pairings.Battle:
        """The game of this seat."""
        return self.match.battles[self.board - 1 if self.board else 0]

    @property
    def score(self) -> tuple[str, str]:
        """The score of both sides: of the match, or of this seat's battle; empty if unknown."""
        return self.match.points if self.whole else self.battle.score

    @property
    def won(self) -> str:
        """The side that won this seat; empty for a match as a whole."""
        return "" if self.whole else self.battle.winner

    @property
    def names(self) -> tuple[str, str]:
        """The names of both sides: the players if known, else the teams."""
        return self.battle.a or self.match.name_a, self.battle.b or self.match.name_b

    @property
    def unsaid(self) -> list[str]:
        """The tallies that the record of this table does not know: the staff enters them."""
        if self.result is None or not self.result.game or self.result.report.forfeit:
            return []
        told = self.result.report.a.tallies
        return [vocabulary.label(each) for each in self.visit.state.terms.tallies if each.id not in told]

    @property
    def open(self) -> bool:
        """Whether the players can still act: the tournament is running, and it is known who plays here."""
        return self.visit.state.phase == "running" and not self.whole and not self.choosing

    @property
    def choosing(self) -> bool:
        """Whether the captains still have to choose who plays at this board."""
        return bool(self.board) and self.round.choosing(self.pair.table)

    @property
    def may_report(self) -> bool:
        """Whether the visitor may report the result."""
        found = self.result
        settled = found is not None and found.standing in SETTLED
        alone = found is not None and found.standing == "disputed" and found.side in ("", self.side)
        closed = settled or (alone and self.visit.state.terms.confirm != "opponent")
        return bool(self.side) and self.open and not closed

    @property
    def may_confirm(self) -> bool:
        """Whether the visitor may confirm the other side's report."""
        found = self.result
        waits = found is not None and found.standing == "reported" and found.side not in ("", self.side)
        return bool(self.side) and self.open and waits and self.visit.state.terms.confirm != "staff"

    @property
    def may_dispute(self) -> bool:
        """Whether the visitor may dispute the result."""
        found = self.result
        standing = found is not None and found.standing in ("reported", "confirmed", "verified")
        mine = found is not None and found.standing == "reported" and found.side == self.side
        return bool(self.side) and self.open and standing and not mine

    @property
    def may_open(self) -> bool:
        """Whether the visitor may open or tie the table's record: its players, or the staff."""
        return self._settled and self._key not in self.round.games and bool(self.side or self.visit.staff)

    @property
    def may_replace(self) -> bool:
        """Whether the visitor may replace a record that gave no result: the staff."""
        return self._settled and self.visit.staff and self.round.replaceable(self._key)

    @property
    def _settled(self) -> bool:
        """Whether it is known who plays here, and the round counts."""
        return self.visit.state.phase in ("running", "finished") and not self.whole and not self.choosing

    @property
    def _key(self) -> str:
        return seat(self.pair.table, self.board)


def table(visit: Visit, number: int, at: int, board: int = 0) -> SeatView:
    """A table of a round. Raises: Http404 if nobody plays there, or there is no such board."""
    found = visit.round(number)
    pair = found.pair_at(at)
    size = visit.state.terms.teams.size if visit.state.terms.teams else 0
    if pair is None or not 0 <= board <= size:
        raise Http404(f"nobody plays at table {at} in round {number}")
    match = pairings.match(visit, found, pair)
    return SeatView(visit, found, pair, board, match, found.results.get(seat(at, board)), side_of(visit, pair))


def side_of(visit: Visit, pair: Pair) -> Side:
    """The visitor's side of a pair; empty for anybody who does not play there."""
    own = visit.own.number if visit.own else 0
    return "a" if own == pair.a else "b" if own == pair.b else ""


def status(found: SeatView) -> str:
    """The state of a seat in words, and what happens next."""
    result = found.result
    if result is None:
        return _("The captains still choose who plays at this board.") if found.choosing else _("No result yet.")
    who = {"a": found.names[0], "b": found.names[1]}.get(result.side, "")
    staff = found.visit.state.terms.confirm == "staff"
    if result.standing == "reported":
        other = found.names[1] if result.side == "a" else found.names[0]
        text = (
            _("%(who)s reported this. The staff will confirm it.")
            if staff
            else _("%(who)s reported this. %(other)s can confirm it or report a different result.")
        )
        return text % {"who": who or _("The staff"), "other": other}
    return {
        "verified": _("Taken from the recorded game, every step of which follows from the rules."),
        "confirmed": _("Confirmed."), "ruled": _("A judge has ruled."), "awarded": _("Awarded without a game."),
        "disputed": _("Disputed: a judge decides."),
    }[result.standing]  # fmt: skip


class Choosing(msgspec.Struct, frozen=True):
    """The captains of a match as the visitor may see them. `want` is what they are asked for, with the names."""

    now: Captains
    want: Want | None
    among: tuple[tuple[int, str], ...]
    asks: str
    waits: tuple[str, ...]
    chosen: tuple[str, ...]
    defenders: tuple[str, str]
    games: tuple[tuple[str, str, str], ...]


def choosing(found: SeatView) -> Choosing | None:
    """The progress of a match's captains; None if there is nothing for captains to choose."""
    now = found.round.captains.get(seat(found.pair.table))
    if now is None or not found.whole:
        return None
    seen = captains.view(now, found.side)
    want = captains.wants(now, found.side) if found.side else None
    waits = [name for side, name in _sides(found) if captains.wants(now, side)]
    mine = getattr(seen, found.side).choice if found.side else ()
    other: Side = "b" if found.side == "a" else "a"
    holder = other if want and want.asks == "acceptance" else found.side
    among = tuple((each, _player(found, holder, each)) for each in want.among) if want else ()
    chosen = tuple(_player(found, other if now.asks == "acceptance" else found.side, each) for each in mine)
    defenders = (_player(found, "a", seen.a.defender), _player(found, "b", seen.b.defender))
    games = tuple(
        (_player(found, "a", each.a), _player(found, "b", each.b), game_origin(each.kind)) for each in seen.games
    )
    return Choosing(seen, want, among, choice_wanted(now.asks), tuple(waits), chosen, defenders, games)


def _sides(found: SeatView) -> tuple[tuple[captains.Side, str], tuple[captains.Side, str]]:
    return ("a", found.match.name_a), ("b", found.match.name_b)


def _player(found: SeatView, side: Side, number: int) -> str:
    """A player of a team, by position; empty for none."""
    return found.visit.name(found.pair.a if side == "a" else found.pair.b, number) if number else ""


def choice_wanted(step: str) -> str:
    """What captains choose in a step."""
    return {
        "defender": _("a defender"), "attackers": _("two attackers against the other's defender"),
        "acceptance": _("which of the two attackers your defender plays"), "done": _("nothing more"),
    }[step]  # fmt: skip


def game_origin(key: str) -> str:
    """How a pair of a match was made."""
    return {
        "defends-a": _("the first defends"), "defends-b": _("the second defends"), "refused": _("both refused"),
        "left-over": _("both left over"),
    }[key]  # fmt: skip


def comes_to(found: SeatView) -> list[tuple[str, str]]:
    """The worth of the result for each side: all kinds of points that the tournament counts."""
    if found.result is None:
        return []
    both = scoring.score(found.visit.state.terms.scoring, found.result.report)
    return [(name, _points(found, each)) for name, each in zip(found.names, both, strict=True)]


def _points(found: SeatView, points: Points) -> str:
    terms = found.visit.state.terms
    parts = ("victory",) if any(each.into for each in terms.tallies) else ()
    alone = dict.fromkeys((terms.ranks, "match", *(("battle",) if terms.scoring.scale else ()), *parts))
    kinds = ["battle"] if terms.teams else alone  # of a board nothing else is added up
    return ", ".join(f"{vocabulary.kind(key)}: {said(points.of(key))}" for key in kinds if key in POINTS)


# records

OFFERED = 30
"""How many games are offered for a table."""


def recorded(found: SeatView) -> list[Game]:
    """The games that could be this table's: for the staff every game that no table has, for players those they
    played.
    """
    visit = found.visit
    rows = games_visible(visit.user).filter(ruleset=visit.state.terms.ruleset, table=None).order_by("-created", "id")
    if visit.staff:
        return list(rows[:OFFERED])
    mine = rows.filter(seats__user_id=visit.user.pk or 0).prefetch_related("seats")
    return [each for each in mine[:OFFERED] if swapped(found, each) is not None]


def swapped(found: SeatView, game: Game) -> bool | None:
    """Whether a game's first side is the second of the pairing, according to its seats; None if others sit there."""
    users = _users(found)
    seats = dict(game.seats.values_list("side", "user_id"))
    seated = [seats.get(side) for side in game.rules.sides]
    if None in users or sorted(seated, key=str) != sorted(users, key=str):
        return None
    return seated != users


def _users(found: SeatView) -> list[int | None]:
    """The accounts of both sides of a seat; None for a side without one."""
    chosen = selectors.boards_of(found.round, found.pair.table)
    members = pairings.players(found.visit, found.pair, found.board, chosen)
    plates = Nameplate.objects.filter(tournament=found.visit.tournament).values_list("number", "board", "user_id")
    known = {(number, board): user for number, board, user in plates}
    return [known.get(key) for key in zip((found.pair.a, found.pair.b), members, strict=True)]
