"""Who may do what: the one table of roles, for acts and for every page and address of events, clubs and players.

The roles are words of the sport (`gamelog.contest.roles`), and who may declare an act is said beside the act. Site
staff and the event's owner are organisers. `club-editor` is of the club that holds the event.

`ROUTES` is what the pages and addresses keep to, each by itself; a test walks through all of them with every role, and
fails for one that is not in it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, TypeAlias

from gamelog.contest.acts import KINDS, kind_of
from gamelog.contest.roles import EVERYBODY, JUDGES, ORDER, ORGANISER, PLAYER, PLAYERS, SITE, STAFF, Role
from gamelog.contest.state import State

__all__ = [
    "ACTS", "EVERYBODY", "JUDGES", "ORDER", "ORGANISER", "PLAYER", "PLAYERS", "ROUTES", "SITE", "STAFF", "Role",
    "acting_as", "is_own",
]  # fmt: skip

Who: TypeAlias = Role | Literal["account", "site-staff"]
"""Who comes through a door: a role, anybody who is logged in, or the staff of the site."""
Methods: TypeAlias = Mapping[str, frozenset[Who]]
"""Who comes through, by method."""

ACTS: dict[str, frozenset[Role]] = {kind.tag: kind.who for kind in KINDS}
"""The roles that may declare each act."""

ANYBODY: frozenset[Who] = frozenset({"spectator"})
LOGGED_IN: frozenset[Who] = frozenset({"account"})
SITE_STAFF: frozenset[Who] = frozenset({"site-staff"})
EDITORS: frozenset[Who] = frozenset({"club-editor"})
READ: Methods = {"GET": ANYBODY}
"""Everybody reads it, and nobody writes there."""
DESK: Methods = {"GET": STAFF}
DESK_WRITES: Methods = {"GET": STAFF, "POST": STAFF}
ANSWERS: Methods = {"GET": ANYBODY, "POST": PLAYERS}
"""Everybody reads it, the event's people write there: players for themselves."""

EVENT_PAGES: dict[str, Methods] = {
    "events": READ,
    "event-announce": {"GET": LOGGED_IN, "POST": LOGGED_IN},
    "event": READ,
    "event-part-standings": READ,
    "event-value": READ,
    "event-rounds": READ,
    "event-pairings": READ,
    "event-recompute": READ,
    "event-part-pairings": READ,
    "event-part-seat": READ,
    "event-part-table": READ,
    "event-tree": READ,
    "event-entrants": READ,
    "event-roster": READ,
    "event-rules": READ,
    "event-history": READ,
    "event-terms": {"GET": ORGANISER, "POST": ORGANISER},
    "event-register": {"GET": LOGGED_IN, "POST": LOGGED_IN},
    "event-me": {"GET": PLAYER, "POST": PLAYER},
    "event-table": ANSWERS,
    "event-board": ANSWERS,
}
DESK_PAGES: dict[str, Methods] = {
    "event-desk": DESK,
    "event-desk-live": DESK,
    "event-desk-act": DESK_WRITES,
    "event-desk-entrants": DESK,
    "event-desk-check-in": DESK_WRITES,
    "event-desk-pairing": DESK_WRITES,
    "event-desk-table": DESK_WRITES,
    "event-desk-board": DESK_WRITES,
    "event-desk-disputes": DESK,
    "event-desk-penalties": DESK,
    "event-desk-whole": DESK,
    "event-desk-versions": DESK,
    "event-hall": DESK,
    "event-hall-pages": DESK,
    "event-clock": READ,
}
"""`event-desk-act` is the form of any act: who of the desk may declare which says `ACTS`."""
PUBLISHED: dict[str, Methods] = {
    "embed-script": READ,
    "event-standings-json": READ,
    "event-standings-csv": READ,
    "event-pairings-last-json": READ,
    "event-pairings-json": READ,
    "event-pairings-csv": READ,
    "event-bracket-json": READ,
    "event-calendar": READ,
    "event-feed": READ,
    "event-qr": READ,
    "event-embed": READ,
    "event-embed-code": READ,
    "event-print": READ,
    "event-print-standings": READ,
    "event-print-pairings": READ,
    "event-print-names": READ,
    "event-print-cards": READ,
    "event-print-sheets": READ,
    "event-pdf-standings": READ,
    "event-pdf-badges": READ,
    "event-pdf-pairings": READ,
    "event-pdf-names": READ,
    "event-pdf-cards": READ,
    "event-pdf-sheets": READ,
    "event-webhooks": {"GET": ORGANISER, "POST": ORGANISER},
}
CLUB_PAGES: dict[str, Methods] = {
    "clubs": READ,
    "club-found": {"GET": LOGGED_IN, "POST": LOGGED_IN},
    "club": READ,
    "club-edit": {"GET": EDITORS, "POST": EDITORS},
    "club-history": {"GET": EDITORS},
    "club-members": READ,
    "club-member": {"POST": EDITORS},
    "club-join": {"POST": LOGGED_IN},
    "club-leave": {"POST": LOGGED_IN},
    "club-news": READ,
    "club-news-write": {"GET": EDITORS, "POST": EDITORS},
    "club-post": READ,
    "club-post-edit": {"GET": EDITORS, "POST": EDITORS},
    "club-post-withdraw": {"POST": EDITORS},
    "club-seasons": READ,
    "club-season-open": {"GET": EDITORS, "POST": EDITORS},
    "club-season": READ,
    "club-season-edit": {"GET": EDITORS, "POST": EDITORS},
    "club-season-close": {"POST": EDITORS},
    "club-calendar": READ,
    "club-feed": READ,
    "club-calendar-all": READ,
    "players": READ,
    "player": READ,
}
EVENT_API: dict[str, Methods] = {
    "api-events": {"GET": ANYBODY, "POST": LOGGED_IN},
    "api-event-import": {"POST": SITE_STAFF},
    "api-event-import-trf": {"POST": LOGGED_IN},
    "api-event": READ,
    "api-event-state": READ,
    "api-event-acts": {"GET": ANYBODY, "POST": LOGGED_IN},
    "api-event-acts-preview": {"POST": LOGGED_IN},
    "api-event-roles": READ,
    "api-event-entrants": READ,
    "api-event-roster": READ,
    "api-event-round": READ,
    "api-event-recompute": READ,
    "api-event-next-round": {"POST": STAFF},
    "api-event-table": ANSWERS,
    "api-event-board": ANSWERS,
    "api-event-standings": READ,
    "api-event-value": READ,
    "api-event-export": READ,
    "api-event-trf": READ,
    "api-event-standings-csv": READ,
    "api-event-pairings-csv": READ,
    "api-event-entrants-csv": {"GET": ANYBODY, "POST": STAFF},
    "api-event-webhooks": {"GET": ORGANISER, "POST": ORGANISER},
    "api-event-webhook": {"POST": ORGANISER, "DELETE": ORGANISER},
    "api-event-deliveries": {"GET": ORGANISER, "POST": ORGANISER},
}
"""Acts are declared by whoever is logged in: who may declare which says `ACTS`."""
CLUB_API: dict[str, Methods] = {
    "api-clubs": {"GET": ANYBODY, "POST": LOGGED_IN},
    "api-club": {"GET": ANYBODY, "PATCH": EDITORS},
    "api-club-export": READ,
    "api-club-head": READ,
    "api-club-join": {"POST": LOGGED_IN},
    "api-club-leave": {"POST": LOGGED_IN},
    "api-club-members": READ,
    "api-club-member": {"POST": EDITORS},
    "api-club-news": {"GET": ANYBODY, "POST": EDITORS},
    "api-club-post": {"PUT": EDITORS, "DELETE": EDITORS},
    "api-club-seasons": {"GET": ANYBODY, "POST": EDITORS},
    "api-club-season": {"PUT": EDITORS, "DELETE": EDITORS},
    "api-club-season-standings": READ,
    "api-player": READ,
    "api-player-ratings": READ,
    "api-ratings": READ,
}
ROUTES: dict[str, Methods] = {
    **EVENT_PAGES, **DESK_PAGES, **PUBLISHED, **CLUB_PAGES, **EVENT_API, **CLUB_API
}  # fmt: skip
"""Who comes through by each method of each named address; by a method that is not there nobody does."""


def acting_as(act_type: str, roles: frozenset[Role]) -> Role | None:
    """The role in which somebody declares an act: the highest they have that may; None where none may."""
    allowed = ACTS.get(act_type, SITE) & roles
    return next((role for role in ORDER if role in allowed), None)


def is_own(state: State, act: Any, person: str) -> bool:
    """Whether an act is about its author's own entry, table or side: all that a player may do."""
    return kind_of(act).own(state, act, person)
