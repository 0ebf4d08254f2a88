"""What is read of clubs. Nothing here writes, and nothing here asks who may read: see `access`.

Ratings are in `ratings`; seasons, and records of players and armies, in `gamelog.seasons`.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from django.contrib.auth.models import User
from django.db.models import Case, Count, IntegerField, QuerySet, Value, When

from gamelog.clubs.acts import CLUB_ACT, PRIVATE_PART, ClubEntry, whole
from gamelog.clubs.models import Club, ClubAct, ClubRole, JoinRequest, Membership, News, Rating
from gamelog.games.access import Actor
from gamelog.people.selectors import display_name, participant_id
from gamelog.searching import says

_RANK = Case(
    *(When(role=role, then=Value(place)) for place, role in enumerate(ClubRole)), output_field=IntegerField()
)  # fmt: skip


class Affiliation(NamedTuple):
    """What somebody is to a club: their membership and their request to join, as far as there is one."""

    membership: Membership | None = None
    request: JoinRequest | None = None


def clubs(words: str = "") -> QuerySet[Club]:
    """All clubs by name, each with how many `members` it has; with `words` those that have all of them."""
    rows = Club.objects.annotate(members=Count("memberships"))
    for word in words.split()[:5]:
        rows = rows.filter(says(word, "name", "city", "country"))
    return rows.order_by("name", "id")


def clubs_of(user: User) -> list[Membership]:
    """The clubs somebody belongs to."""
    return list(Membership.objects.filter(user=user).select_related("club").order_by("club__name", "club_id"))


def standing_of(actor: Actor, club: Club) -> Affiliation:
    """What `actor` is to a club."""
    if not isinstance(actor, User):
        return Affiliation()
    of_them = {"club": club, "user": actor}
    return Affiliation(Membership.objects.filter(**of_them).first(), JoinRequest.objects.filter(**of_them).first())


def members_of(club: Club, everybody: bool = False) -> list[Membership]:
    """Who belongs to a club: the owner, editors, then members by time; those who are not shown only for `everybody`."""
    rows = Membership.objects.filter(club=club).select_related("user", "user__participant")
    if not everybody:
        rows = rows.filter(shown=True)
    return list(rows.alias(rank=_RANK).order_by("rank", "since", "pk"))


def requests_of(club: Club) -> list[JoinRequest]:
    """Who waits for an answer, first come first."""
    rows = JoinRequest.objects.filter(club=club).select_related("user", "user__participant")
    return list(rows.order_by("asked", "pk"))


def news_of(club: Club) -> QuerySet[News]:
    """The posts of a club, newest first."""
    return News.objects.filter(club=club).select_related("author").order_by("-published", "id")


def acts_of(club: Club) -> QuerySet[ClubAct]:
    """What the staff of a club did, newest first."""
    return ClubAct.objects.filter(club=club).order_by("-number")


def act_of(row: ClubAct) -> ClubEntry:
    """A stored act, decoded, with what is for the staff alone."""
    return whole(CLUB_ACT.decode(row.body), PRIVATE_PART.decode(row.private) if row.private else None)


def export_of(user: User) -> dict[str, Any]:
    """Memberships, requests, posts, acts and ratings of somebody, as plain values for the archive of their data."""
    person = participant_id(user)
    mine = ClubAct.objects.filter(by=person or "-").select_related("club").order_by("club__slug", "number")
    asked = JoinRequest.objects.filter(user=user).select_related("club").order_by("asked", "pk")
    posts = News.objects.filter(author=user).select_related("club").order_by("published", "id")
    return {
        "memberships": [
            {"club": each.club.slug, "name": each.club.name, "role": each.role, "shown": each.shown,
             "since": each.since}
            for each in clubs_of(user)
        ],
        "join_requests": [{"club": each.club.slug, "shown": each.shown, "asked": each.asked} for each in asked],
        "news": [{"club": each.club.slug, "title": each.title, "body": each.body, "published": each.published}
                 for each in posts],
        "acts": [{"club": each.club.slug, "number": each.number, "act": act_of(each),
                  "at": each.recorded_at} for each in mine],
        "ratings": list(
            Rating.objects.filter(person=person).order_by("ruleset")
            .values("ruleset", "mu", "sigma", "ordinal", "games", "at")
        ),
    }  # fmt: skip


def author_of(post: News) -> str:
    """Who wrote a post, as others see them."""
    return display_name(post.author)
