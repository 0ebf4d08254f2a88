"""A tournament as a visitor sees it: its state, the names behind its numbers, and the visitor."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from django.contrib.auth.models import AnonymousUser, User
from django.http import Http404, HttpRequest
from django.utils.functional import cached_property

from gamelog.clubs.models import Club
from gamelog.contest.draw import rounds_of
from gamelog.contest.state import Entrant, Round, TournamentState
from gamelog.people.selectors import participant_id
from gamelog.tournaments import access, selectors
from gamelog.tournaments.models import Tournament
from gamelog.tournaments.roles import STAFF, Role
from gamelog.tournaments.visibility import Viewer


@dataclass
class Visit:
    """A tournament at one moment, and its visitor. `person` is the visitor's opaque id, empty if they have none."""

    tournament: Tournament
    state: TournamentState
    names: selectors.Names
    roles: frozenset[Role]
    user: User | AnonymousUser
    person: str = ""
    clubs: dict[str, Club] = field(default_factory=dict)

    def name(self, entrant: int, board: int = 0) -> str:
        """The name of an entrant, or of a team's player."""
        return self.names.get((entrant, board)) or (f"#{entrant}.{board}" if board else f"#{entrant}")

    def club(self, entrant: int) -> Club | None:
        """The club that an entrant plays for."""
        found = self.state.entrants.get(entrant)
        return self.clubs.get(found.club) if found else None

    def round(self, number: int) -> Round:
        """A paired round. Raises: Http404."""
        if not 1 <= number <= len(self.state.rounds):
            raise Http404(f"round {number} is not paired")
        return self.state.rounds[number - 1]

    @property
    def staff(self) -> bool:
        """Whether the visitor belongs to the tournament's staff."""
        return bool(self.roles & STAFF)

    @property
    def viewer(self) -> Viewer:
        """The visitor, for selectors that depend on who looks."""
        return Viewer(self.person, self.staff)

    @property
    def organiser(self) -> bool:
        """Whether the visitor runs the tournament."""
        return "organiser" in self.roles

    @cached_property
    def own(self) -> Entrant | None:
        """The visitor's own entry, or that of their team; the newest if an earlier one was dropped."""
        mine = [each for each in self.state.entrants.values() if self.person and self.person in each.people()]
        return max(mine, key=lambda each: (each.status != "dropped", each.number), default=None)

    @property
    def board(self) -> int:
        """The visitor's position in their team, from 1; 0 if they play alone."""
        members = self.own.members if self.own else []
        return next((at for at, each in enumerate(members, 1) if each.person == self.person), 0)

    @property
    def number_of_rounds(self) -> int:
        """How many rounds the tournament is to have, if known."""
        return max(rounds_of(self.state), len(self.state.rounds))


def visit(request: HttpRequest, slug: str, as_of: int | None = None) -> Visit:
    """A tournament as the visitor may see it; its state as of an act. Raises: Http404."""
    tournament = access.access_tournament(request.user, slug)
    return of_tournament(tournament, request.user, as_of)


def of_tournament(tournament: Tournament, user: Any, as_of: int | None = None) -> Visit:
    """A tournament that the user may see. Raises: Http404 for an act that it does not have."""
    try:
        state = selectors.state_of(tournament, as_of)
    except selectors.NoSuchAct as error:
        raise Http404(str(error)) from None
    now = state if as_of is None else selectors.state_of(tournament)
    person = person_of(user)
    roles = access.roles_of(user, tournament, now)
    return Visit(
        tournament, state, selectors.names_of(tournament), roles, user, person, clubs_of(state.entrants.values())
    )


def person_of(user: Any) -> str:
    """The opaque id of a visitor; empty if they have none."""
    return participant_id(user) if isinstance(user, User) else ""


def clubs_of(entrants: Iterable[Entrant]) -> dict[str, Club]:
    """The clubs that entrants play for, by the ids that their entries have."""
    wanted = {each.club for each in entrants} - {""}
    return {str(each.pk): each for each in Club.objects.filter(pk__in=[each for each in wanted if len(each) == 36])}
