"""Permissions: the one table of roles, for acts and for every page and address of events, clubs and players.

The roles are words of the sport (`gamelog.contest.roles`), and an act's module says who may declare it. Site staff and
the event's owner are organisers. `club-editor` means an editor of the club that holds the event. `ROUTES` describes the
checks that the pages and addresses make themselves; a test walks through all of them with every role, and fails for a
route that is missing here.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, TypeAlias

from gamelog.contest.acts import KINDS, kind_of
from gamelog.contest.roles import EVERYBODY, JUDGES, ORDER, ORGANISER, PLAYER, PLAYERS, SITE, STAFF, Role
from gamelog.contest.state import TournamentState

__all__ = [
    "ACTS", "EVERYBODY", "JUDGES", "ORDER", "ORGANISER", "PLAYER", "PLAYERS", "ROUTES", "SITE", "STAFF", "Role",
    "acting_as", "is_own",
]  # fmt: skip

Who: TypeAlias = Role | Literal["account", "site-staff"]
"""A kind of visitor: a role, anybody who is logged in, or the staff of the site."""
Methods: TypeAlias = Mapping[str, frozenset[Who]]
"""The visitors who are let in, by method."""

ACTS: dict[str, frozenset[Role]] = {kind.tag: kind.who for kind in KINDS}
"""The roles that may declare each act."""

ANYBODY: frozenset[Who] = frozenset({"spectator"})
LOGGED_IN: frozenset[Who] = frozenset({"account"})
SITE_STAFF: frozenset[Who] = frozenset({"site-staff"})
EDITORS: frozenset[Who] = frozenset({"club-editor"})
READ: Methods = {"GET": ANYBODY}
"""Everybody reads, nobody writes."""
DESK: Methods = {"GET": STAFF}
DESK_WRITES: Methods = {"GET": STAFF, "POST": STAFF}
ANSWERS: Methods = {"GET": ANYBODY, "POST": PLAYERS}
"""Everybody reads; the event's people write, players only for themselves."""

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
    "event-awards": READ,
    "event-rate": {"GET": PLAYER, "POST": PLAYER},
    "event-claim": {"POST": LOGGED_IN},
    "event-rules": READ,
    "event-history": READ,
    "event-terms": {"GET": ORGANISER, "POST": ORGANISER},
    "event-register": {"GET": LOGGED_IN, "POST": LOGGED_IN},
    "event-me": {"GET": PLAYER, "POST": PLAYER},
    "event-matches": {"GET": ANYBODY, "POST": PLAYER},
    "event-table": ANSWERS,
    "event-board": ANSWERS,
}
DESK_PAGES: dict[str, Methods] = {
    "event-desk": DESK,
    "event-desk-live": DESK,
    "event-desk-act": DESK_WRITES,
    "event-desk-entrants": DESK,
    "event-desk-paste": DESK_WRITES,
    "event-desk-check-in": DESK_WRITES,
    "event-desk-groups": DESK_WRITES,
    "event-desk-claims": {"GET": STAFF, "POST": ORGANISER},
    "event-desk-pairing": DESK_WRITES,
    "event-desk-table": DESK_WRITES,
    "event-desk-board": DESK_WRITES,
    "event-desk-disputes": DESK,
    "event-desk-penalties": DESK,
    "event-desk-soft": DESK_WRITES,
    "event-desk-whole": DESK,
    "event-desk-versions": DESK,
    "event-hall": DESK,
    "event-hall-pages": DESK,
    "event-hall-live": DESK,
    "event-hall-cards": DESK,
    "event-clock": READ,
}
"""`event-desk-act` is the form of any act: `ACTS` says who at the desk may declare which."""
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
    "club-regulars": {"GET": EDITORS, "POST": EDITORS},
    "club-regular-merge": {"GET": EDITORS, "POST": EDITORS},
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
    "club-season-json": READ,
    "club-calendar-json": READ,
    "club-ratings-json": READ,
    "club-season-csv": READ,
    "club-calendar-all": READ,
    "players": READ,
    "player": READ,
    "player-claim": {"POST": LOGGED_IN},
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
    "api-event-awards": READ,
    "api-event-export": READ,
    "api-event-head": READ,
    "api-event-trf": READ,
    "api-event-standings-csv": READ,
    "api-event-pairings-csv": READ,
    "api-event-entrants-csv": {"GET": ANYBODY, "POST": STAFF},
    "api-event-webhooks": {"GET": ORGANISER, "POST": ORGANISER},
    "api-event-webhook": {"POST": ORGANISER, "DELETE": ORGANISER},
    "api-event-deliveries": {"GET": ORGANISER, "POST": ORGANISER},
}
"""Anybody who is logged in may try to declare an act: `ACTS` says who may declare which."""
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
"""The visitors who are let in, for each named address by method; methods that are missing are open to nobody."""


def acting_as(act_type: str, roles: frozenset[Role]) -> Role | None:
    """The role in which somebody declares an act: their highest that may; None if none may."""
    allowed = ACTS.get(act_type, SITE) & roles
    return next((role for role in ORDER if role in allowed), None)


def is_own(state: TournamentState, act: Any, person: str) -> bool:
    """Whether an act is about its author's own entry, table or side, the only acts a player may declare."""
    return kind_of(act).own(state, act, person)
