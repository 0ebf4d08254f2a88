"""Input about events: the user and the event of a request, and JSON bodies decoded strictly into acts and terms."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from typing import Annotated, Any, NamedTuple, cast

import msgspec
from django.contrib.auth.models import User
from django.http import Http404
from rest_framework.request import Request

import rules
from gamelog.api.bodies import raw
from gamelog.clubs.access import access_club
from gamelog.clubs.models import Club
from gamelog.contest.acts import Act
from gamelog.contest.acts.entries import Register
from gamelog.contest.acts.setting import Title
from gamelog.contest.errors import Refused
from gamelog.contest.state import Line, TournamentState
from gamelog.contest.terms import Terms
from gamelog.people.selectors import participant_id
from gamelog.tournaments import access, selectors
from gamelog.tournaments.models import Tournament
from gamelog.tournaments.roles import Role
from gamelog.tournaments.services import Named
from gamelog.tournaments.visibility import Viewer
from rules.problem import refuse_unknown

Expected = Annotated[int, msgspec.Meta(ge=0)]
Names = Annotated[tuple[str, ...], msgspec.Meta(max_length=13)]


class Announcement(msgspec.Struct, forbid_unknown_fields=True):
    """An event to announce. `club` is the address word of a club that its owner edits."""

    title: Title
    terms: Terms
    slug: Annotated[str, msgspec.Meta(max_length=50, pattern="^[a-z0-9-]*$")] = ""
    club: str = ""
    public: bool = True


class Looked(msgspec.Struct, forbid_unknown_fields=True):
    """An act to preview. `expected` is how many acts the event has."""

    expected: Expected
    act: Act


class Declared(msgspec.Struct, forbid_unknown_fields=True):
    """An act to declare.

    `users` and `names` say who registers: accounts by user name, or the names of people without one; the entrant first,
    then a team's members. `users` also identifies the person of an act about a person. `effect` is the digest of the
    previewed effect of a correction.
    """

    expected: Expected
    act: Act
    users: Names = ()
    names: Names = ()
    effect: str = ""


class EventRequest(NamedTuple):
    """The user and the event of a request: the event as it is now, and the user's roles in it."""

    tournament: Tournament
    state: TournamentState
    roles: frozenset[Role]
    viewer: Viewer


def asked(request: Request, slug: str) -> EventRequest:
    """The event that an address names, if the user may read it. Raises: Http404."""
    tournament = access.access_tournament(request.user, slug)
    state = selectors.state_of(tournament)
    roles = access.roles_of(request.user, tournament, state)
    person = participant_id(request.user) if isinstance(request.user, User) else ""
    return EventRequest(tournament, state, roles, Viewer(person, access.is_desk(roles)))


ANNOUNCEMENT = msgspec.json.Decoder(Announcement)
DECLARED = msgspec.json.Decoder(Declared)
LOOKED = msgspec.json.Decoder(Looked)


def body(request: Request, decoder: msgspec.json.Decoder[Any]) -> Any:
    """The JSON body of a request, without members that mean nothing.

    Raises:
        rules.Malformed, with the path of the error.
    """
    data = raw(request)
    found = rules.read_json(decoder, data)
    refuse_unknown(found, data)
    return found


@contextmanager
def under(prefix: str, *beside: str) -> Iterator[None]:
    """Prefix the path of an error in an inner value with the way through the body; paths `beside` are outside that
    value.
    """
    try:
        yield
    except Refused as error:
        if error.path in beside or not error.path.startswith("$"):
            raise
        raise error.at(prefix + error.path[1:]) from None
    except rules.Malformed as error:
        if error.path.partition("[")[0] in beside or not error.path.startswith("$"):
            raise
        raise rules.Malformed(prefix + error.path[1:], error.reason) from None


def club_of(request: Request, slug: str) -> Club | None:
    """The club that a body names; None if it names none. Raises: rules.Malformed."""
    try:
        return access_club(request.user, slug) if slug else None
    except Http404 as error:
        raise rules.Malformed("$.club", str(error)) from None


def named(found: Declared, actor: Any) -> Sequence[Named]:
    """The people who register. A player's registration without names is the user's own.

    Raises: rules.Malformed: there is no such account.
    """
    count = max(len(found.users), len(found.names))
    if not count:
        own = isinstance(found.act, Register) and not found.act.members and isinstance(actor, User)
        return [Named(user=actor)] if own else []
    users, names = (list(each) + [""] * (count - len(each)) for each in (found.users, found.names))
    return [
        Named(_account(user, f"$.users[{index}]") if user else None, name)
        for index, (user, name) in enumerate(zip(users, names, strict=True))
    ]


def _account(name: str, path: str) -> User:
    found = User.objects.filter(username=name, is_active=True).first() if name.isprintable() else None
    if found is None:
        raise rules.Malformed(path, f"there is no account {name[:40]!r}")
    return found


def line(request: Request) -> Line:
    """The line of standings: `corrected` (default) or `played`. Raises: rules.Malformed."""
    text = request.query_params.get("line", "") or "corrected"
    if text not in ("played", "corrected"):
        raise rules.Malformed("?line", f"{text[:40]!r} is neither played nor corrected")
    return cast(Line, text)


def as_of(request: Request, tournament: Tournament) -> int | None:
    """The number of the act given by `as_of` or by the moment `at`; None: the last.

    Raises:
        rules.Malformed: one cannot be read, or both are given.
        selectors.NoSuchAct: the event has no such act.
    """
    number, moment = request.query_params.get("as_of", ""), request.query_params.get("at", "")
    if number and moment:
        raise rules.Malformed("?at", "as_of or at, not both")
    if moment:
        return selectors.number_at(tournament, _moment(moment))
    if not number:
        return None
    if not number.isascii() or not number.isdigit() or len(number) > 9:
        raise rules.Malformed("?as_of", f"{number[:40]!r} is not the number of an act")
    if int(number) > tournament.number:
        raise selectors.NoSuchAct(int(number), tournament.number)
    return int(number)


def _moment(text: str) -> datetime:
    try:
        # An unescaped plus sign arrives as a space.
        found = datetime.fromisoformat(text.replace(" ", "+") if "T" in text else text)
    except ValueError:
        found = None
    if found is None or found.tzinfo is None:
        raise rules.Malformed("?at", f"{text[:40]!r} is no moment with its time zone, such as 2026-11-21T18:30:00Z")
    return found
