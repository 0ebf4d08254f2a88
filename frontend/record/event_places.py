"""The table of an event that a player wants to record: what the event has settled already."""

from __future__ import annotations

from typing import NamedTuple

from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest

import rules
from frontend.base.numbers import whole_number
from frontend.tournaments import tables, vocabulary
from frontend.tournaments.tables import SeatView
from frontend.tournaments.visit import visit
from gamelog.contest.terms import Terms
from gamelog.games.access import Actor
from gamelog.games.models import Game, Roster
from gamelog.tournaments import selectors
from gamelog.tournaments.models import Nameplate, TableGame, Tournament
from rules.kernel.setting import Value


class Place(NamedTuple):
    """A seat of a round. `game` is its record if one was opened already, `roster` what its player handed in."""

    seat: SeatView
    ruleset: rules.Ruleset
    options: dict[str, Value]
    game: Game | None
    roster: Roster | None

    @property
    def words(self) -> str:
        """The table in words: `Winter Muster, round 1, table 1`."""
        seat = self.seat
        where = vocabulary.seat(seat.round.number, seat.pair.table, seat.board)
        return f"{seat.visit.tournament.title}, {where}"

    @property
    def query(self) -> dict[str, str | int]:
        """What names the place in a form, which has a table of its own to choose."""
        seat = self.seat
        return {
            "event": seat.visit.tournament.slug, "round": seat.round.number, "at": seat.pair.table,
            "board": seat.board,
        }  # fmt: skip


def place_of(request: HttpRequest) -> Place | None:
    """The place that the address or the form names; None if it names none.

    Raises: Http404, and PermissionDenied for anybody but its players.
    """
    said = request.POST if request.method == "POST" else request.GET
    if not said.get("event"):
        return None
    number, table, board = (whole_number(said.get(name, "")) for name in ("round", "at", "board"))
    seat = tables.table(visit(request, said["event"][:100]), number, table, board)
    known = selectors.game_at(seat.visit.tournament, number, table, board)
    if not seat.side or not (seat.may_open or known):
        raise PermissionDenied("only who plays at this table begins its record")
    terms = seat.visit.state.terms
    ruleset = rules.load(terms.ruleset, terms.rules_version)
    return Place(seat, ruleset, _options(ruleset, terms, number), known.game if known else None,
                 handed_in(seat.visit.user, seat.visit.tournament))  # fmt: skip


def _options(ruleset: rules.Ruleset, terms: Terms, number: int) -> dict[str, Value]:
    """The options of the games of a round of the event, the limit of points of its rosters among them."""
    options: dict[str, Value] = dict(terms.options_in(number))
    if ruleset.rosters.limit and terms.rosters.points:
        options.setdefault(ruleset.rosters.limit, terms.rosters.points)
    return options


def handed_in(user: Actor, tournament: Tournament) -> Roster | None:
    """The roster that somebody handed in to an event."""
    if not isinstance(user, User):
        return None
    rows = Nameplate.objects.filter(tournament=tournament, user=user).exclude(roster=None)
    plate = rows.select_related("roster").first()
    return plate.roster if plate else None


def handed_in_for(user: Actor, game: Game) -> Roster | None:
    """The roster that somebody handed in to the event whose table this game is."""
    row = TableGame.objects.select_related("tournament").filter(game=game).first()
    return handed_in(user, row.tournament) if row else None
