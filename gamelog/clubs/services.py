"""What is written of clubs. Every function is one transaction; each act of the staff is stored with its author.

A writer locks the club's row first and only then reads what it decides on.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from typing import Any, NamedTuple
from uuid import UUID

import structlog
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.core.validators import URLValidator
from django.utils.text import slugify

import rules
from gamelog.clubs import access, acts, selectors
from gamelog.clubs.errors import require_fresh
from gamelog.clubs.models import Club, ClubAct, ClubRole, JoinRequest, Membership, News
from gamelog.clubs.streams import CLUBS
from gamelog.contest.errors import Refused
from gamelog.games.access import Actor
from gamelog.people.models import Participant
from gamelog.people.selectors import participant_id
from gamelog.people.services import participant_of
from gamelog.streams.models import column
from gamelog.streams.store import Draft, moment, store, writing
from rules.kernel.canonical import tag_of

log = structlog.get_logger(__name__)

FIELDS = ("name", "about", "city", "country", "website")
"""What the page of a club says, and editors change."""
RESERVED = ("found",)
"""Addresses below /clubs/ that are no clubs."""
TAPPED_TWICE = timedelta(minutes=1)
"""Within this the same text from the same person is one form that was sent twice."""
_CONTROL = re.compile(r"[\x01-\x08\x0b\x0c\x0e-\x1f\x7f\ufffe\uffff]")
_CYRILLIC = re.compile(r"[а-яё]", re.IGNORECASE)
_WEB = URLValidator(schemes=["http", "https"])


class JoinOutcome(NamedTuple):
    """What came of asking to join: the request that waits, or the membership where there is one already."""

    request: JoinRequest | None
    membership: Membership | None


# the club


def club_found(*, owner: Actor, name: str, slug: str = "", **fields: str) -> Club:
    """Found a club: its founder owns it. `fields` are `about` (Markdown), `city`, `country` and `website`.

    The same form sent twice founds one club.

    Raises:
        PermissionDenied: nobody is logged in.
        Refused: `bad-club`, with the field that is wrong; `slug-taken`.
    """
    founder = access.require_person(owner)
    said = _fields({"name": name, **fields})
    with writing():
        known = Club.objects.filter(owner=founder, number=1, created__gte=datetime.now(UTC) - TAPPED_TWICE, **said)
        twice = (known.filter(slug=slug) if slug else known).first()
        if twice:
            return twice
        club = Club(owner=founder, slug=_slug(slug, said["name"]), **said)
        club.save(force_insert=True)
        Membership.objects.create(club=club, user=founder, role=ClubRole.OWNER)
        act_store(club, acts.Found(), participant_of(founder))
    return club


def club_edit(*, club: Club, actor: Actor, seen: str = "", **fields: str) -> Club:
    """Change what the page of a club says. What stays as it was is no act.

    `seen` is the digest (`club_digest`) of what it is changed from; empty: whatever stands there.

    Raises:
        PermissionDenied: the actor is no editor of the club.
        Refused: `bad-club`, with the field that is wrong.
        StaleText: the page says something else than `seen` by now.
    """
    said = _fields(fields)
    with locked(club) as row:
        editor = access.require_editor(actor, row)
        changed = tuple(field for field in FIELDS if field in said and said[field] != getattr(row, field))
        if changed:
            require_fresh(seen, club_digest(row))
        for field in changed:
            setattr(row, field, said[field])
        if changed:
            row.save(update_fields=changed)
            act_store(row, acts.EditClub(changed, club_digest(row)), participant_of(editor))
    return row


def club_digest(club: Club) -> str:
    """The digest of what the page of a club says."""
    return digest_of(club, FIELDS)


@contextmanager
def locked(club: Club) -> Iterator[Club]:
    """A transaction that holds the row of a club as it is now."""
    with writing():
        yield CLUBS.lock(club.pk)


def act_store(club: Club, act: acts.Act, by: str) -> ClubAct:
    """Store an act as the next of a locked club. `by` is an opaque id, empty for the site itself."""
    now = moment(CLUBS, club)
    at = now.strftime("%Y-%m-%dT%H:%M:%SZ")
    whole = acts.ClubEntry(number=club.number + 1, act=act, at=at, by=by, previous=club.head)
    entry, private = acts.parted(whole)
    columns = {"private": private.bytes().decode()}
    row = store(CLUBS, club, Draft(entry.bytes(), tag_of(act), by, now, columns))
    club.save(update_fields=["number", "head"])
    return row


def digest_of(row: Any, fields: tuple[str, ...]) -> str:
    """SHA-256 of texts of a row: an act says by it what the texts were, and holds none of them."""
    return rules.digest(rules.canonical({field: getattr(row, field) for field in fields}))


def _fields(fields: Mapping[str, str]) -> dict[str, str]:
    unknown = sorted(set(fields) - set(FIELDS))
    if unknown:
        raise Refused("bad-club", f"$.{unknown[0]}", f"a club says {', '.join(FIELDS)}")
    said = {field: text_of(Club, field, value, "bad-club") for field, value in fields.items()}
    if said.get("website"):
        try:
            _WEB(said["website"])
        except ValidationError:
            raise Refused("bad-club", "$.website", "a web address begins with https:// or http://") from None
    if "name" in said and not said["name"]:
        raise Refused("bad-club", "$.name", "a club has a name")
    return said


def text_of(model: Any, field: str, value: str, code: str) -> str:
    """A text as a column holds it: lines ended by line feeds, no white space around, no control characters.

    Those come with what is pasted from other programs, and no feed may hold them. Raises: Refused.
    """
    most = model._meta.get_field(field).max_length
    text = _CONTROL.sub("", value.replace("\r\n", "\n")).strip()
    if text != column(text, most):
        raise Refused(code, f"$.{field}", f"longer than {most} characters, or unprintable")
    return text


def _slug(wanted: str, name: str) -> str:
    """The address that was wished for, or a free one from the name. Raises: Refused `bad-club`, `slug-taken`."""
    if wanted:
        if wanted != slugify(wanted)[:50]:
            raise Refused("bad-club", "$.slug", "an address has small letters, digits and hyphens, 50 at most")
        if wanted in RESERVED or Club.objects.filter(slug=wanted).exists():
            raise Refused("slug-taken", "$.slug", f"{wanted!r} is taken: choose another address")
        return wanted
    base = slugify(name)[:50] or "club"
    slug, count = base, 1
    while slug in RESERVED or Club.objects.filter(slug=slug).exists():
        count += 1
        slug = f"{base}-{count}"
    return slug


# members


def join_ask(*, club: Club, actor: Actor, shown: bool = True) -> JoinOutcome:
    """Ask to join; asking again is the same request, with `shown` as it is said now. Raises: PermissionDenied."""
    user = access.require_person(actor)
    participant_of(user)
    with locked(club) as row:
        membership = Membership.objects.filter(club=row, user=user).first()
        if membership:
            return JoinOutcome(None, membership)
        request, _ = JoinRequest.objects.update_or_create(club=row, user=user, defaults={"shown": shown})
    return JoinOutcome(request, None)


def join_answer(*, club: Club, actor: Actor, person: str, accept: bool) -> Membership | None:
    """Accept who asked to join, or refuse. The same answer twice is one. Returns the membership, if there is one now.

    Raises:
        PermissionDenied: the actor is no editor of the club.
        Refused: `no-request`: nobody with this id asks.
    """
    with locked(club) as row:
        editor = access.require_editor(actor, row)
        request = JoinRequest.objects.filter(club=row, user__participant=person).select_related("user").first()
        member = Membership.objects.filter(club=row, user__participant=person).first()
        if request is None:
            if member and accept:
                return member
            raise Refused("no-request", "$.person", "nobody of this id asks to join")
        request.delete()
        if accept:
            member = Membership.objects.create(club=row, user=request.user, shown=request.shown)
        act_store(row, acts.Admit(person) if accept else acts.Refuse(person), participant_of(editor))
    return member


def member_leave(*, club: Club, actor: Actor) -> bool:
    """Leave a club, or take back one's request to join. Somebody who is neither in nor waiting has left already.

    Returns whether it was a request alone that was taken back.

    Raises:
        PermissionDenied: nobody is logged in.
        Refused: `owner-leaves`: the owner hands the club over first.
    """
    user = access.require_person(actor)
    with locked(club) as row:
        if row.owner_id == user.pk:
            raise Refused("owner-leaves", "$", "hand the club over to another member first")
        asked = JoinRequest.objects.filter(club=row, user=user).delete()[0]
        if Membership.objects.filter(club=row, user=user).delete()[0]:
            person = participant_of(user)
            act_store(row, acts.Leave(person), person)
            return False
    return bool(asked)


def member_remove(*, club: Club, actor: Actor, person: str) -> None:
    """Take somebody out of a club; an editor only the owner.

    Raises:
        PermissionDenied: the actor is no editor of the club, or not its owner and it is an editor who is to go.
        Refused: `no-member`, `owner-leaves`.
    """
    with locked(club) as row:
        editor = access.require_editor(actor, row)
        member = _member(row, person)
        if member.role == ClubRole.OWNER:
            raise Refused("owner-leaves", "$.person", "the owner hands the club over first")
        if member.role == ClubRole.EDITOR:
            access.require_owner(actor, row)
        member.delete()
        act_store(row, acts.Leave(person), participant_of(editor))


def member_appoint(*, club: Club, actor: Actor, person: str, role: str) -> Membership:
    """Make a member an editor, or an editor a member.

    Raises:
        PermissionDenied: the actor does not own the club.
        Refused: `no-member`; `bad-role`: it is no such role, or the member owns the club.
    """
    with locked(club) as row:
        owner = access.require_owner(actor, row)
        member = _member(row, person)
        if role not in (ClubRole.EDITOR, ClubRole.MEMBER) or member.role == ClubRole.OWNER:
            raise Refused("bad-role", "$.role", "a member is made editor or member; the owner hands the club over")
        if member.role != role:
            member.role = ClubRole(role)
            member.save(update_fields=["role"])
            act_store(row, acts.Appoint(person, role), participant_of(owner))
    return member


def club_hand_over(*, club: Club, actor: Actor, person: str) -> Club:
    """Make another member the owner; who owned it stays as an editor.

    Raises:
        PermissionDenied: the actor does not own the club.
        Refused: `no-member`.
    """
    with locked(club) as row:
        owner = access.require_owner(actor, row)
        member = _member(row, person)
        if member.role != ClubRole.OWNER:
            _own(row, member)
            act_store(row, acts.HandOver(person), participant_of(owner))
    return row


def _own(club: Club, member: Membership) -> None:
    Membership.objects.filter(club=club, role=ClubRole.OWNER).update(role=ClubRole.EDITOR)
    member.role = ClubRole.OWNER
    member.save(update_fields=["role"])
    club.owner = member.user
    club.save(update_fields=["owner"])


def member_show(*, club: Club, actor: Actor, shown: bool) -> Membership:
    """Whether the page of the club names the one who asks. Raises: PermissionDenied, Refused `no-member`."""
    user = access.require_person(actor)
    with locked(club) as row:
        member = _member(row, participant_of(user))
        member.shown = shown
        member.save(update_fields=["shown"])
    return member


def _member(club: Club, person: str) -> Membership:
    rows = Membership.objects.select_related("user")
    found = rows.filter(club=club, user__participant=person).first() if person else None
    if found is None:
        raise Refused("no-member", "$.person", "nobody of this id is a member of the club")
    return found


# news

_POST = ("title", "body")


def news_publish(*, club: Club, actor: Actor, title: str, body: str) -> News:
    """Publish a post; `body` is Markdown. The same form sent twice publishes one.

    Raises: PermissionDenied: no editor; Refused `bad-post`.
    """
    said = _post(title, body)
    with locked(club) as row:
        editor = access.require_editor(actor, row)
        known = News.objects.filter(club=row, author=editor, published__gte=datetime.now(UTC) - TAPPED_TWICE, **said)
        twice = known.first()
        if twice:
            return twice
        post = News(club=row, author=editor, **said)
        post.updated = post.published
        post.save(force_insert=True)
        act_store(row, acts.Publish(str(post.pk), post_digest(post)), participant_of(editor))
    return post


def news_edit(*, post: News, actor: Actor, title: str, body: str, seen: str = "") -> News:
    """Change a post. What stays as it was is no act; `seen` is the `post_digest` of what it is changed from, if told.

    Raises: PermissionDenied: no editor; Refused `bad-post`; `no-post`: it was withdrawn; StaleText.
    """
    said = _post(title, body)
    with locked(post.club) as row:
        editor = access.require_editor(actor, row)
        if not News.objects.filter(pk=post.pk).exists():
            raise Refused("no-post", "$", "the post was withdrawn")
        post.refresh_from_db()
        if said != {field: getattr(post, field) for field in _POST}:
            require_fresh(seen, post_digest(post))
            post.title, post.body, post.updated = said["title"], said["body"], datetime.now(UTC)
            post.save(update_fields=["title", "body", "updated"])
            act_store(row, acts.EditPost(str(post.pk), post_digest(post)), participant_of(editor))
    return post


def news_withdraw(*, post: News, actor: Actor) -> None:
    """Take a post away. Raises: PermissionDenied: no editor of the club."""
    with locked(post.club) as row:
        editor = access.require_editor(actor, row)
        if News.objects.filter(pk=post.pk).delete()[0]:
            act_store(row, acts.WithdrawPost(str(post.pk)), participant_of(editor))


def post_digest(post: News) -> str:
    """The digest of what a post says."""
    return digest_of(post, _POST)


def _post(title: str, body: str) -> dict[str, str]:
    said = {field: text_of(News, field, value, "bad-post") for field, value in (("title", title), ("body", body))}
    for field, text in said.items():
        if not text:
            raise Refused("bad-post", f"$.{field}", f"a post has a {field}")
    return said


# forgetting


def person_forget(user: User, known: re.Pattern[str] | None, around: Collection[Any]) -> None:
    """Take a person out of clubs: memberships and requests go, and so does the name in what the clubs `around` wrote.

    `known` finds the names. A club that they owned goes to its longest-standing editor, else member. Acts and ratings
    keep the opaque id.
    """
    with writing():
        for club in Club.objects.select_for_update().filter(pk__in=around).order_by("pk"):
            if known:
                _texts_clear(club, known, owned=club.owner_id == user.pk)
            if club.owner_id == user.pk:
                _inherit(club, user)
        JoinRequest.objects.filter(user=user).delete()
        Membership.objects.filter(user=user).delete()


def clubs_around(user: User) -> set[UUID]:
    """The clubs that may have written about somebody: those they are in, wanted to be in, own, or acted in."""
    acted = ClubAct.objects.filter(by=participant_id(user) or "-").values_list("club_id", flat=True)
    mine = Membership.objects.filter(user=user).values_list("club_id", flat=True)
    asked = JoinRequest.objects.filter(user=user).values_list("club_id", flat=True)
    return {*acted, *mine, *asked, *Club.objects.filter(owner=user).values_list("pk", flat=True)}


def _texts_clear(club: Club, known: re.Pattern[str], *, owned: bool) -> None:
    """Put a neutral word in the place of the name; in the club's own name and address only if the person owned it."""
    if owned and known.search(club.website):
        club.website = ""
        club.save(update_fields=["website"])
    for row, fields in (
        (club, ("about", *(("name",) if owned else ()))),
        *((post, _POST) for post in News.objects.filter(club=club)),
    ):
        changed = [field for field in fields if name_clear(row, field, known)]
        if changed:
            row.save(update_fields=changed)
    if owned and known.search(club.slug.replace("-", " ")):
        club.slug = f"club-{club.pk.hex[:12]}"
        club.save(update_fields=["slug"])


def name_clear(row: Any, field: str, known: re.Pattern[str]) -> bool:
    """Put a neutral word in the place of a name in a text of a row, which is not saved. Whether it changed."""
    text = unicodedata.normalize("NFKC", getattr(row, field))
    cleared, count = known.subn("игрок" if _CYRILLIC.search(text) else "a player", text)
    if count:
        setattr(row, field, cleared[: row._meta.get_field(field).max_length])
    return bool(count)


def _inherit(club: Club, user: User) -> None:
    others = [each for each in selectors.members_of(club, everybody=True) if each.user_id != user.pk]
    if others:
        _own(club, others[0])
    heir = Participant.objects.get_or_create(user=others[0].user)[0].pk if others else ""
    act_store(club, acts.HandOver(heir), "")
    log.info("club_inherited", club=str(club.pk), heir=heir or "nobody")
