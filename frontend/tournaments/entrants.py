"""The list of a tournament's entrants."""

from __future__ import annotations

import msgspec
from django.utils.translation import gettext as _

from frontend.tournaments.visit import Visit
from gamelog.clubs.models import Club
from gamelog.contest.state import Entrant, Member, SubmittedRoster
from gamelog.contest.terms import Terms
from gamelog.games import models as games
from gamelog.games.access import rosters_visible
from gamelog.seasons import regular_names
from gamelog.tournaments import selectors
from gamelog.tournaments.models import Nameplate
from gamelog.tournaments.submissions import NOT_ALLOWED, problems_of
from gamelog.tournaments.visibility import roster_open

ROSTERS_OFFERED = 50


class HandedRoster(msgspec.Struct, frozen=True):
    """A required roster. `handed_in` None: not yet; `readable`: the visitor may open it."""

    member: int
    handed_in: SubmittedRoster | None
    readable: bool
    objections: tuple[str, ...]


class TeamMember(msgspec.Struct, frozen=True):
    """A player of a team, or the entrant themselves."""

    name: str
    faction: str
    sheet: HandedRoster
    page: str = ""
    """The opaque id of a regular whose page everybody may see."""
    claimable: bool = False
    """Whether this is a name without an account that the visitor may claim, and that has no page."""


class Listed(msgspec.Struct, frozen=True):
    """An entrant in the list. `waits` is their place on the waiting list, from 1; 0 for entrants with a place."""

    number: int
    name: str
    faction: str
    club: Club | None
    status: str
    waits: int
    checked_in: bool
    since: int
    players: tuple[TeamMember, ...]
    own: bool

    @property
    def sheet(self) -> HandedRoster:
        """The roster of an entrant who is a single player."""
        return self.players[0].sheet


def listed(visit: Visit, names: bool = False) -> list[Listed]:
    """Everybody: those with a place by number, then the waiting list, then those who left. With `names`, those without
    an account are linked to their pages, or may be claimed.
    """
    typed = _typed(visit) if names else {}
    waiting = {each.number: at for at, each in enumerate(visit.state.waiting(), 1)}
    plates = {(each.number, each.board): each for each in selectors.nameplates_of(visit.tournament)}
    found = [_listed(visit, each, waiting.get(each.number, 0), plates, typed) for each in visit.state.entrants.values()]
    order = {"entered": 0, "waiting": 1, "dropped": 2}
    return sorted(found, key=lambda each: (order[each.status], each.number))


def _listed(
    visit: Visit,
    found: Entrant,
    waits: int,
    plates: dict[tuple[int, int], Nameplate],
    typed: dict[tuple[int, int], str],
) -> Listed:
    holders: list[tuple[int, Entrant | Member]] = list(enumerate(found.members, 1)) or [(0, found)]
    players = tuple(
        TeamMember(
            visit.name(found.number, board),
            each.faction,
            handed_roster(visit, found, board, plates.get((found.number, board))),
            typed.get((found.number, board), ""),
            typed.get((found.number, board)) == "" and visit.user.is_authenticated,
        )
        for board, each in holders
    )
    own = visit.own is not None and visit.own.number == found.number
    return Listed(
        found.number, visit.name(found.number), found.faction, visit.club(found.number), found.status, waits,
        found.checked_in, found.since, players, own,
    )  # fmt: skip


def _typed(visit: Visit) -> dict[tuple[int, int], str]:
    """The names without an account, each with the opaque id of whoever has a page under it, else empty."""
    shown = visit.tournament.public and visit.state.phase != "draft"
    known = {spot: row.regular.person_id for spot, row in regular_names.entries_of(visit.tournament).items()}
    typed = regular_names.names_typed(visit.tournament, visit.state)
    return {spot: known.get(spot, "") if shown else "" for spot in typed}


def handed_roster(visit: Visit, found: Entrant, board: int, plate: Nameplate | None) -> HandedRoster:
    """The roster of an entrant, or of a team's player."""
    roster = (found.members[board - 1] if board else found).roster
    objections = objected(roster, visit.state.terms) if roster else ()
    kept = roster is not None and plate is not None and plate.roster_id is not None
    return HandedRoster(board, roster, kept and roster_open(visit.state, found, visit.viewer), objections)


def own_rosters(visit: Visit) -> list[tuple[str, str]]:
    """The visitor's own rosters, newest first: digest, and a name with points, models and whatever the limits object
    to.
    """
    rows = rosters_visible(visit.user).filter(owner_id=visit.user.pk).order_by("-created", "id")
    return [(each.sha256, _offered(each, visit.state.terms)) for each in rows[:ROSTERS_OFFERED]]


def _offered(row: games.Roster, terms: Terms) -> str:
    objections = objected(SubmittedRoster(row.sha256, row.points, row.models_count, problems_of(row, terms)), terms)
    counted = _("points %(points)s, models %(models)s") % {"points": row.points, "models": row.models_count}
    text = f"{row.name} ({counted})"
    return f"{text}: {'; '.join(objections)}" if objections else text


def objected(roster: SubmittedRoster, terms: Terms) -> tuple[str, ...]:
    """The objections of a tournament's limits to a roster that was handed in, in the reader's language.

    Points and models are compared again, because limits may have changed; other objections are those of the moment
    when it was handed in.
    """
    limits = terms.rosters
    found = []
    if limits.points and roster.points > limits.points:
        found.append(_("%(points)s points, but the limit is %(limit)s")
                     % {"points": roster.points, "limit": limits.points})  # fmt: skip
    if limits.models and roster.models > limits.models:
        found.append(_("%(models)s models, but the limit is %(limit)s")
                     % {"models": roster.models, "limit": limits.models})  # fmt: skip
    if any("roster of" in each for each in roster.problems):
        found.append(_("it is a roster of another game"))
    found += [
        _("specialisms that datasheets do not allow: %(models)s") % {"models": each.removeprefix(NOT_ALLOWED)}
        for each in roster.problems
        if each.startswith(NOT_ALLOWED)
    ]
    return tuple(found)
