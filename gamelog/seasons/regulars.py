"""Regulars and accounts that are one person: claims, merges, and taking them back.

An account claims a name for itself, and the staff of the club answers; nobody else can link an account, and an account
may take its link back at any time. Staff merges two regulars, and nobody else. Both are rows (`PersonLink`), so that
undoing one gives every table back as it was.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple
from uuid import UUID

from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied
from django.db.models import Q, QuerySet
from django.utils import timezone

from gamelog.clubs import access as club_access
from gamelog.clubs import links
from gamelog.clubs.models import Club, LinkKind, LinkState, PersonLink, Regular
from gamelog.contest.errors import Refused
from gamelog.games.access import Actor
from gamelog.people import names
from gamelog.people.models import Participant
from gamelog.people.selectors import display_name, is_guest, participant_id
from gamelog.people.services import participant_of
from gamelog.seasons import regular_names
from gamelog.seasons.models import RegularEntry
from gamelog.streams.store import writing
from gamelog.tournaments import access as event_access
from gamelog.tournaments import selectors as tournaments
from gamelog.tournaments.models import Nameplate, Tournament


class PersonStanding(NamedTuple):
    """What somebody may do on the page of a regular: `link` is their own claim, whatever became of it."""

    regular: Regular | None = None
    link: PersonLink | None = None
    may_claim: bool = False
    may_decide: bool = False


def regular_of(person: str) -> Regular | None:
    """The regular behind an opaque id."""
    rows = Regular.objects.select_related("club", "person__user")
    return rows.filter(person=person).first()


def event_of(regular: Regular) -> Tournament | None:
    """The event at which a regular was entered whom no club knows."""
    row = RegularEntry.objects.filter(regular=regular).select_related("tournament__club").order_by("-pk").first()
    return row.tournament if row else None


def may_decide(actor: Actor, regular: Regular) -> bool:
    """Whether `actor` answers claims on this regular."""
    return regular_names.may_decide(actor, regular.club, event_of(regular))


@contextmanager
def _held(regular: Regular) -> Iterator[None]:
    """A transaction in which nobody else decides who this regular is. Two changes wait for each other here."""
    with writing():
        if regular.club_id:
            Club.objects.select_for_update().get(pk=regular.club_id)
        else:
            Regular.objects.select_for_update().get(pk=regular.pk)
        yield


def _require_decider(actor: Actor, regular: Regular) -> str:
    return regular_names.require_decider(actor, regular.club, event_of(regular))


# claims


def claim_ask(*, regular: Regular, actor: Actor) -> PersonLink:
    """Say that a regular is oneself. Asking twice is asking once.

    Raises:
        PermissionDenied: nobody is logged in.
        Refused: `no-regular`: the name was erased; `claimed`: it is somebody's already; `same-event`: both played in
            one event.
    """
    user = club_access.require_person(actor)
    if is_guest(user):
        raise PermissionDenied("log in first")
    person = participant_of(user)
    with _held(regular):
        known = PersonLink.objects.filter(source=regular.person_id, target=person, state=LinkState.WAITING).first()
        if known is not None:
            return known
        _require_open(regular)
        _require_never_met(regular.person_id, person, actor)
        return PersonLink.objects.create(
            source=regular.person, target_id=person, kind=LinkKind.CLAIM, state=LinkState.WAITING, asked_by=person
        )  # fmt: skip


def claim_entry(*, tournament: Tournament, spot: regular_names.Spot, actor: Actor) -> PersonLink:
    """Say that a name at an event is oneself, whether a club knows the name or not.

    Raises: as `claim_ask`, and Refused `no-name`, `undecided`: the club has yet to say who is meant.
    """
    user = club_access.require_person(actor)
    with writing():
        row = regular_names.entries_of(tournament).get(spot)
        if row is None:
            row = regular_names.entry_claimed(tournament, spot, participant_of(user))
        return claim_ask(regular=row.regular, actor=actor)


def claim_withdraw(*, link: PersonLink, actor: Actor) -> None:
    """Take one's own claim back before it is answered. Raises: PermissionDenied, Refused `no-claim`."""
    user = club_access.require_person(actor)
    regular = _regular(link)
    with _held(regular):
        _again(link)
        if link.asked_by != participant_id(user):
            raise PermissionDenied("this is another person's claim")
        _require_waiting(link)
        _answer(link, LinkState.WITHDRAWN, participant_of(user))


def claim_answer(*, link: PersonLink, actor: Actor, accept: bool) -> None:
    """Let a claim count, or decline it.

    Raises:
        PermissionDenied: the actor decides nothing there.
        Refused: `no-claim`: it does not wait any more; `claimed`; `same-event`; `no-person`: the account is no more.
    """
    regular = _regular(link)
    by = _require_decider(actor, regular)
    with _held(regular):
        _again(link)
        _require_waiting(link)
        if not accept:
            _answer(link, LinkState.DECLINED, by)
            return
        _require_open(regular)
        user = link.target.user
        if user is None or not user.is_active:
            raise Refused("no-person", "$", "the account does not exist any more")
        _require_never_met(link.source_id, link.target_id, actor)
        _answer(link, LinkState.ACTIVE, by)
        _seats_relink(regular, links.together(link.source_id))


def _answer(link: PersonLink, state: LinkState, by: str) -> None:
    link.state, link.answered, link.answered_by = state, timezone.now(), by
    link.save(update_fields=["state", "answered", "answered_by"])


def _regular(link: PersonLink) -> Regular:
    found = regular_of(link.source_id)
    assert found
    return found


def _again(link: PersonLink) -> None:
    link.refresh_from_db(fields=["state"])


def _require_waiting(link: PersonLink) -> None:
    if link.state != LinkState.WAITING:
        raise Refused("no-claim", "$", "this claim does not wait any more")


def _require_open(regular: Regular) -> None:
    """Refuse a regular whose name was erased, or who is somebody else already."""
    regular.refresh_from_db(fields=["key"])
    if not regular.key:
        raise Refused("no-regular", "$", "this name was removed")
    if PersonLink.objects.filter(source=regular.person_id, state=LinkState.ACTIVE).exists():
        raise Refused("claimed", "$", "this name is somebody else's already")


# merges


def merge(*, source: Regular, target: Regular, actor: Actor) -> PersonLink:
    """Say that two regulars of a club are one person: what `source` did counts for `target` from now on.

    Raises:
        PermissionDenied: the actor is not an editor of the club.
        Refused: as `merge_check`.
    """
    by = _require_decider(actor, source)
    with _held(source):
        merge_check(source, target, actor)
        now = timezone.now()
        link = PersonLink.objects.create(
            source=source.person, target=target.person, kind=LinkKind.MERGE, state=LinkState.ACTIVE, asked_by=by,
            asked=now, answered_by=by, answered=now,
        )  # fmt: skip
        regular_names.seats_relink(links.together(source.person_id))
    return link


def merge_check(source: Regular, target: Regular, actor: Actor) -> None:
    """Refuse a merge that cannot be.

    Raises: Refused: `no-regular`: not two regulars of one club; `claimed`: one of them is another person already, or an
    account claims or has it, whom nobody else may give more names; `same-event`: both played in one event.
    """
    if source.club_id is None or source.club_id != target.club_id or source.pk == target.pk:
        raise Refused("no-regular", "$.target", "two persons of one club are wanted")
    for which, regular in (("source", source), ("target", target)):
        try:
            _require_open(regular)
        except Refused as error:
            raise Refused(error.code, f"$.{which}", error.text) from None
        of_them = links.together(regular.person_id)
        if PersonLink.objects.filter(source__in=of_them, state=LinkState.WAITING).exists():
            text = "an account claims this name: answer that first"
            raise Refused("claim-waits", f"$.{which}", text)
    _require_never_met(source.person_id, target.person_id, actor)


def _require_never_met(one: str, other: str, actor: Actor) -> None:
    """Refuse to make one person of two who played in the same event. Raises: Refused `same-event`."""
    shared = _events_of(links.together(one)), _events_of(links.together(other))
    for key in sorted(shared[0].keys() & shared[1].keys(), key=str):
        tournament = Tournament.objects.select_related("club").get(pk=key)
        state = tournaments.state_of(tournament)
        if all(any(regular_names.played(state, number) for number in each[key]) for each in shared):
            visible = event_access.tournaments_visible(actor).filter(pk=key).exists()
            named = tournament.title if visible else ""
            text = f"both played in {named}" if named else "both played in the same event"
            raise Refused("same-event", "$", text, event=named)


def _events_of(people: set[str]) -> dict[UUID, set[int]]:
    """The events that people entered, by a name or by an account, each with the numbers."""
    found: dict[UUID, set[int]] = {}
    typed = RegularEntry.objects.filter(regular__person__in=people, ended=None)
    accounts = Nameplate.objects.filter(user__participant__in=people)
    for rows in (typed, accounts):
        for tournament, number in rows.values_list("tournament", "number"):
            found.setdefault(tournament, set()).add(number)
    return found


# taking back


def may_undo(actor: Actor, link: PersonLink) -> bool:
    """Whether `actor` may take a link back: who decided it, and the account that is linked."""
    own = isinstance(actor, User) and participant_id(actor) == link.target_id
    return (link.kind == LinkKind.CLAIM and own) or may_decide(actor, _regular(link))


def link_undo(*, link: PersonLink, actor: Actor) -> None:
    """Take a link back: everything counts again as it did without it.

    Raises: PermissionDenied; Refused `undone`: it does not hold any more.
    """
    regular = _regular(link)
    if not isinstance(actor, User) or not may_undo(actor, link):
        raise PermissionDenied("this is for the staff of the club, and for the account that is linked")
    with _held(regular):
        _again(link)
        if link.state != LinkState.ACTIVE:
            raise Refused("undone", "$", "this does not hold any more")
        before = links.together(link.source_id)
        link.state, link.undone, link.undone_by = LinkState.UNDONE, timezone.now(), participant_of(actor)
        link.save(update_fields=["state", "undone", "undone_by"])
        _seats_relink(regular, before)


def _seats_relink(regular: Regular, people: set[str]) -> None:
    """Let games count for whom the links say. Somebody whom no club knows sits nowhere unless linked."""
    tournament = event_of(regular) if regular.club_id is None else None
    if tournament is not None:
        regular_names.seats_follow(tournament, tournaments.state_of(tournament))
    regular_names.seats_relink(people)


# names


def rename(*, regular: Regular, name: str, actor: Actor) -> None:
    """Call a regular otherwise. Raises: PermissionDenied; Refused `bad-name`, `no-regular`."""
    _require_decider(actor, regular)
    said = names.plain_text(name)
    if not said or len(said) > regular_names.LONGEST or not said.isprintable() or any(names.contact(said)):
        raise Refused("bad-name", "$.name", f"a name has 1 to {regular_names.LONGEST} characters, and no contact data")
    with _held(regular):
        regular.refresh_from_db(fields=["key"])
        if not regular.key:
            raise Refused("no-regular", "$", "this name was removed")
        regular_names.name_set(regular, said)


def remove(*, regular: Regular, actor: Actor) -> None:
    """Erase the name of a regular everywhere, because they asked for it: results stay, under an opaque id.

    This cannot be taken back. Raises: PermissionDenied.
    """
    _require_decider(actor, regular)
    with _held(regular):
        _erase(regular)


def _erase(regular: Regular) -> None:
    user = regular.person.user
    assert user
    user.first_name, user.is_active = "", False
    user.save(update_fields=["first_name", "is_active"])
    Participant.objects.filter(pk=regular.person_id, erased=None).update(erased=timezone.now())
    Regular.objects.filter(pk=regular.pk).update(key="")
    PersonLink.objects.filter(source=regular.person_id, state=LinkState.WAITING).update(
        state=LinkState.DECLINED, answered=timezone.now()
    )
    spots = RegularEntry.objects.filter(regular=regular, ended=None).values_list("tournament", "number", "board")
    for tournament, number, board in spots:
        plates = Nameplate.objects.filter(tournament=tournament, number=number, board=board, user=None)
        plates.update(name="", trf=None)


def person_forget(user: User, known: re.Pattern[str] | None) -> None:
    """Erase what links say of somebody: the names that were theirs, at the clubs and at the events. Links and results
    stay, between opaque ids.
    """
    person = participant_id(user)
    if not person:
        return
    # Whoever answers a claim holds these rows, and then finds it withdrawn.
    theirs = Regular.objects.filter(person__links__target=person)
    list(Club.objects.select_for_update().filter(pk__in=theirs.values("club")).order_by("pk"))
    list(Regular.objects.select_for_update().filter(pk__in=theirs.values("pk")).order_by("pk"))
    PersonLink.objects.filter(target=person, state=LinkState.WAITING).update(
        state=LinkState.WITHDRAWN, answered=timezone.now(), answered_by=person
    )
    for regular in Regular.objects.filter(person__in=links.together(person)).select_related("person__user"):
        _erase(regular)
    # A link that ended, or a claim that was declined, may still lead from a name to the account.
    ended = PersonLink.objects.filter(target=person).exclude(state=LinkState.ACTIVE).values("source")
    for regular in Regular.objects.filter(person__in=ended).select_related("person__user"):
        if known and regular.person.user and known.search(names.plain_text(regular.person.user.first_name)):
            _erase(regular)


# reading


def links_of_club(club: Club) -> list[PersonLink]:
    """The claims and merges of a club's regulars, newest first, those that wait before all others."""
    rows = PersonLink.objects.filter(source__regular__club=club)
    return _ordered(rows)


def links_of_event(tournament: Tournament) -> list[PersonLink]:
    """The claims on names of an event, newest first, those that wait before all others."""
    regulars = RegularEntry.objects.filter(tournament=tournament, ended=None).values("regular__person")
    return _ordered(PersonLink.objects.filter(source__in=regulars))


def _ordered(rows: QuerySet[PersonLink]) -> list[PersonLink]:
    found = rows.select_related("source__user", "source__regular__club", "target__user").order_by("-asked", "-pk")
    return sorted(found, key=lambda each: each.state != LinkState.WAITING)


def claims_waiting(club: Club) -> int:
    """How many claims wait for the staff of a club."""
    return PersonLink.objects.filter(source__regular__club=club, state=LinkState.WAITING).count()


def claims_at(tournament: Tournament) -> int:
    """How many claims wait for the organiser of an event; those of a club's event wait for the club."""
    if tournament.club_id:
        return 0
    names = RegularEntry.objects.filter(tournament=tournament, ended=None).values("regular__person")
    return PersonLink.objects.filter(source__in=names, state=LinkState.WAITING).count()


def claims_of(user: User) -> list[PersonLink]:
    """The claims of an account, newest first, with the club or the event of each."""
    rows = PersonLink.objects.filter(target__user=user, kind=LinkKind.CLAIM)
    return list(rows.select_related("source__user", "source__regular__club").order_by("-asked", "-pk"))


def names_of(person: str) -> list[str]:
    """The other names under which somebody is counted: those that everybody may see."""
    rows = Regular.objects.filter(person__in=links.together(person) - {person}).exclude(key="")
    public = rows.filter(entries__ended=None, entries__tournament__public=True)
    public = public.exclude(entries__tournament__phase="draft").distinct()
    names = [display_name(each.person.user) for each in public.select_related("person__user") if each.person.user]
    return sorted(set(names))


def export_of(user: User) -> list[dict[str, Any]]:
    """The names that somebody claimed, as plain values for the archive of their data: each with its events."""
    return [
        {
            "name": display_name(link.source.user) if link.source.user else "",
            "club": link.source.regular.club.slug if link.source.regular.club else "", "state": link.state,
            "asked": link.asked, "answered": link.answered, "undone": link.undone,
            "events": [
                {"event": row.tournament.slug, "entrant": row.number, "board": row.board}
                for row in RegularEntry.objects.filter(regular=link.source.regular, ended=None)
                .select_related("tournament").order_by("pk")
            ],
        }
        for link in claims_of(user)
    ]  # fmt: skip


def standing_of(actor: Actor, person: str) -> PersonStanding:
    """What `actor` may do on the page of a person."""
    regular = regular_of(person)
    if regular is None or not regular.key:
        return PersonStanding()
    if not isinstance(actor, User) or not actor.is_active or is_guest(actor):
        return PersonStanding(regular)
    own = PersonLink.objects.filter(source=person, target__user=actor).order_by("-asked", "-pk").first()
    waits = own is not None and own.state == LinkState.WAITING
    return PersonStanding(regular, own, not waits, may_decide(actor, regular))


def in_public(person: str) -> bool:
    """Whether everybody may see a regular: at least one of their events is public, and announced."""
    rows = RegularEntry.objects.filter(regular__person__in=links.together(person), ended=None)
    return rows.filter(~Q(tournament__phase="draft"), tournament__public=True).exists()
