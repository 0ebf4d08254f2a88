"""Erasing an account.

Erasing anonymises the account and never deletes it: games and seats point at it, and results stay attributed to the
opaque id. Everything that identifies the person is deleted. Events are not touched; they never held a name. The
what-ifs that they made are put away.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from secrets import token_hex
from typing import Any, NamedTuple

import msgspec
import structlog
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import User
from django.contrib.contenttypes.models import ContentType
from django.contrib.sessions.models import Session
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.utils import timezone
from knox.models import AuthToken

from gamelog.branches import services as branches
from gamelog.clubs import services as clubs
from gamelog.games import moving_pictures
from gamelog.games.access import is_staff
from gamelog.games.models import Event, Game, OwnTable, Roster, StepCall
from gamelog.games.selectors import games_of
from gamelog.mail import outbox
from gamelog.people import names, selectors
from gamelog.people.models import Participant
from gamelog.seasons import regulars
from gamelog.seasons import services as seasons
from gamelog.sheets import services as sheets
from gamelog.studies import services as studies
from gamelog.tournaments import selectors as events
from gamelog.tournaments import services as tournaments

log = structlog.get_logger(__name__)

_CYRILLIC = re.compile(r"[а-яё]", re.IGNORECASE)


class Erased(NamedTuple):
    """The outcome of an erasure: the opaque id that stays, the numbers of deleted rosters and cleared titles, and what
    had to stay.

    `left` are the games whose imported events hold the name: they were recorded elsewhere, and nothing changes events.
    """

    participant: str
    rosters: int
    titles: int
    left: tuple[Game, ...]


def person_erase(*, user: User, by: User | None) -> Erased:
    """Erase a person in one transaction; doing it again changes nothing more. `by` None is the operator's command.

    Raises:
        PermissionDenied: the actor is somebody else who is not staff, or staff erasing another member of staff.
    """
    _require_right(user, by)
    with transaction.atomic():
        # Games first, in the lock order of appends: from a game to the participant and the account.
        own = games_of(user).values("pk")
        games = list(Game.objects.select_for_update().filter(pk__in=own).order_by("pk"))
        row, _ = Participant.objects.select_for_update().get_or_create(user=user)
        person = User.objects.select_for_update().get(pk=user.pk)
        known = names.pattern(_known_as(person))
        outbox.forget(_addresses_of(person))
        rosters, titles = _rosters_delete(person), _titles_clear(games, known)
        OwnTable.objects.filter(owner=person).delete()
        StepCall.objects.filter(user=person).update(reason="")
        moving_pictures.games_forget(games)
        branches.person_forget(person)
        _elsewhere_forget(person, known)
        studies.person_forget(person, known, games)
        _doors_close(person)
        _sessions_end(person)
        _admin_log_clear(person, known)
        _account_clear(person, row)
    log.info("person_erased", participant=row.id, by=selectors.participant_id(by) if by else "operator")
    user.refresh_from_db()
    return Erased(row.id, rosters, titles, _still_named(games, known))


def _require_right(user: User, by: User | None) -> None:
    if by is None or by.pk == user.pk:
        return
    if not is_staff(by) or user.is_staff or user.is_superuser:
        raise PermissionDenied("only staff erases other people, and only the operator erases staff")


def _known_as(person: User) -> list[str]:
    return [*names.words_of(person, names.SHORT_NAME), *_addresses_of(person)]


def _addresses_of(person: User) -> list[str]:
    return [*EmailAddress.objects.filter(user=person).values_list("email", flat=True)]


def _elsewhere_forget(person: User, known: re.Pattern[str] | None) -> None:
    """Events, clubs and sheets: the number under which somebody played stays, the name and the offices are removed."""
    around = clubs.clubs_around(person) | events.clubs_played_for(person)
    regulars.person_forget(person, known)
    tournaments.person_forget(person, known)
    clubs.person_forget(person, known, around)
    seasons.person_forget(known, around)
    sheets.person_forget(person, known)


def _rosters_delete(person: User) -> int:
    rows = Roster.objects.filter(owner=person)
    count = rows.count()
    rows.delete()
    return count


def _titles_clear(games: Iterable[Game], known: re.Pattern[str] | None) -> int:
    """Replace the name in the titles of the person's own games by a neutral word; in others it may mean somebody
    else.
    """
    changed = 0
    for game in games:
        title = names.plain_text(game.title)
        if known and known.search(title):
            neutral = "игрок" if _CYRILLIC.search(title) else "a player"
            game.title = known.sub(neutral, title)[: Game._meta.get_field("title").max_length]
            game.save(update_fields=["title"])
            changed += 1
    return changed


def _still_named(games: list[Game], known: re.Pattern[str] | None) -> tuple[Game, ...]:
    """The games whose events contain the name all the same: imported ones, or those recorded before names were
    refused.
    """
    if known is None:
        return ()
    rows = Event.objects.filter(game__in=games).values_list("game_id", "body")
    found = {game for game, body in rows.iterator(200) if known.search(body) and _said_freely(body, known)}
    return tuple(game for game in games if game.pk in found)


def _said_freely(body: str, known: re.Pattern[str]) -> bool:
    return any(each.free and known.search(each.text) for each in names.texts(msgspec.json.decode(body)))


def _doors_close(person: User) -> None:
    """Delete tokens, second factors, addresses and rights: nothing opens this account again."""
    AuthToken.objects.filter(user=person).delete()
    Authenticator.objects.filter(user=person).delete()
    EmailAddress.objects.filter(user=person).delete()
    person.groups.clear()
    person.user_permissions.clear()


def _sessions_end(person: User) -> None:
    """End sessions in which the person is logged in or halfway there: allauth keeps names and addresses in them."""
    known = {str(person.pk), person.username.casefold(), person.email.casefold()} - {""}
    told = [row.pk for row in Session.objects.iterator(500) if _tells(row.get_decoded(), known)]
    Session.objects.filter(pk__in=told).delete()


_OF_A_PERSON = ("_auth_user_id", "user_pk", "user_id", "username", "email", "login", "account_verified_email")


def _tells(data: Any, known: set[str]) -> bool:
    if isinstance(data, dict):
        return any(
            (key in _OF_A_PERSON and str(value).casefold() in known) or _tells(value, known)
            for key, value in data.items()
        )
    return isinstance(data, list) and any(_tells(value, known) for value in data)


def _admin_log_clear(person: User, known: re.Pattern[str] | None) -> None:
    """The admin's history keeps that something was done, and to which row, but no longer contains the name."""
    accounts = ContentType.objects.get_for_model(User)
    for entry in LogEntry.objects.iterator(500):
        itself = entry.content_type_id == accounts.pk and entry.object_id == str(person.pk)
        said = f"{entry.object_repr}\n{entry.change_message}"
        if itself or (known and known.search(said)):
            LogEntry.objects.filter(pk=entry.pk).update(object_repr="erased", change_message="")


def _account_clear(person: User, row: Participant) -> None:
    if row.erased is None:
        person.username = f"erased-{token_hex(8)}"
        row.erased = person.date_joined = timezone.now()
    person.email = person.first_name = person.last_name = ""
    person.last_login = None
    person.is_active = person.is_staff = person.is_superuser = False
    if person.has_usable_password():
        person.set_unusable_password()
    person.save()
    row.save(update_fields=["erased"])
