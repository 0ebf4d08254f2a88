"""Clubs over HTTP: their pages, members and news."""

from __future__ import annotations

from typing import Any, Literal
from uuid import UUID

import msgspec
from django.contrib.auth.models import User
from django.http import Http404
from drf_spectacular.utils import extend_schema
from rest_framework import generics
from rest_framework.request import Request
from rest_framework.response import Response

from gamelog.api import club_documents as documents
from gamelog.api.bodies import BoundedView, RawJson, person, raw, read
from gamelog.api.documents import refusals
from gamelog.api.games import JSON
from gamelog.clubs import access, selectors, services
from gamelog.clubs.models import Club, ClubRole, Membership, News
from gamelog.people.selectors import display_name, participant_id

TEXTS = 80 * 1024
"""Bytes of the largest body: a post with its text."""


class Page(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """Fields of a club's page; omitted ones stay as they are."""

    name: str | None = None
    about: str | None = None
    city: str | None = None
    country: str | None = None
    website: str | None = None


class New(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """A new club."""

    name: str
    slug: str = ""
    about: str = ""
    city: str = ""
    country: str = ""
    website: str = ""


class Join(msgspec.Struct, forbid_unknown_fields=True):
    """A request to join."""

    shown: bool = True


class About(msgspec.Struct, forbid_unknown_fields=True):
    """An act on a member."""

    act: Literal["accept", "refuse", "remove", "editor", "member", "owner"]


class Post(msgspec.Struct, forbid_unknown_fields=True):
    """A post."""

    title: str
    body: str


class ClubList(BoundedView, generics.ListAPIView[Club]):
    """Clubs."""

    parser_classes = [RawJson]
    serializer_class = documents.ClubSerializer
    filter_backends: list[Any] = []
    limit = TEXTS

    def get_queryset(self) -> Any:
        """All clubs that match the words of `?q=`."""
        return selectors.clubs(self.request.query_params.get("q", "")[:100]).order_by("-created", "id")

    @extend_schema(
        operation_id="clubs_list", summary="Clubs, newest first", parameters=[documents.WORDS],
        responses={200: documents.ClubSerializer(many=True), **refusals(400)},
    )  # fmt: skip
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        """Clubs, newest first."""
        return super().get(request, *args, **kwargs)

    @extend_schema(
        operation_id="clubs_found", summary="Found a club; you become its owner", request={JSON: documents.NEW},
        responses={201: documents.CLUB, **refusals(400, 401, 403, 413, 415, 422)},
    )  # fmt: skip
    def post(self, request: Request) -> Response:
        """Found a club."""
        wanted = read(New, raw(request))
        club = services.club_found(owner=person(request), **msgspec.structs.asdict(wanted))
        return Response(_club(club), 201)


class ClubDetail(BoundedView):
    """One club."""

    parser_classes = [RawJson]
    limit = TEXTS

    @extend_schema(
        operation_id="clubs_read", summary="A club", responses={200: documents.CLUB, **refusals(404)},
    )  # fmt: skip
    def get(self, request: Request, slug: str) -> Response:
        """Its page, with its members and seasons."""
        return Response(_club(access.access_club(request.user, slug)))

    @extend_schema(
        operation_id="clubs_edit", summary="Change the page of a club", request={JSON: documents.PAGE},
        responses={200: documents.CLUB, **refusals(400, 401, 403, 404, 413, 415, 422)},
    )  # fmt: skip
    def patch(self, request: Request, slug: str) -> Response:
        """Change the given fields."""
        club = access.access_club(request.user, slug)
        wanted = msgspec.structs.asdict(read(Page, raw(request)))
        said = {field: text for field, text in wanted.items() if text is not None}
        return Response(_club(services.club_edit(club=club, actor=person(request), **said)))


class ClubJoin(BoundedView):
    parser_classes = [RawJson]

    @extend_schema(
        operation_id="clubs_join", summary="Ask to join; for members: set whether the page names them",
        request={JSON: documents.JOIN},
        responses={200: documents.STANDING, **refusals(400, 401, 403, 404, 413, 415)},
    )  # fmt: skip
    def post(self, request: Request, slug: str) -> Response:
        """Ask to join, or change whether the page names you."""
        club, user = access.access_club(request.user, slug), person(request)
        shown = read(Join, raw(request)).shown
        if services.join_ask(club=club, actor=user, shown=shown).membership:
            services.member_show(club=club, actor=user, shown=shown)
        return Response(_standing(user, club))


class ClubLeave(BoundedView):
    @extend_schema(
        operation_id="clubs_leave", summary="Leave, or withdraw a request to join", request=None,
        responses={200: documents.STANDING, **refusals(401, 403, 404, 413, 422)},
    )  # fmt: skip
    def post(self, request: Request, slug: str) -> Response:
        """Leave."""
        club = access.access_club(request.user, slug)
        services.member_leave(club=club, actor=person(request))
        return Response(_standing(person(request), club))


class ClubMembers(BoundedView):
    """The members of a club."""

    @extend_schema(
        operation_id="clubs_members", summary="Members; for editors also hidden members and requests to join",
        responses={200: documents.MEMBERS, **refusals(404)},
    )  # fmt: skip
    def get(self, request: Request, slug: str) -> Response:
        """Owner, editors, members."""
        club = access.access_club(request.user, slug)
        edits = access.edits(request.user, club)
        waiting = selectors.requests_of(club) if edits else []
        return Response({
            "members": [_member(each) for each in selectors.members_of(club, everybody=edits)],
            "requests": [{"person": participant_id(each.user), "name": display_name(each.user), "asked": each.asked}
                         for each in waiting],
        })  # fmt: skip


class ClubMember(BoundedView):
    """Acts on one member."""

    parser_classes = [RawJson]

    @extend_schema(
        operation_id="clubs_member_act", summary="Accept, refuse, remove, appoint, hand the club over",
        description="Editors accept and refuse requests and remove members; the owner appoints (`editor`, `member`), "
                    "removes editors and hands the club over (`owner`). 204 on success.",
        request={JSON: documents.ABOUT}, responses={204: None, **refusals(400, 401, 403, 404, 413, 415, 422)},
    )  # fmt: skip
    def post(self, request: Request, slug: str, person_id: str) -> Response:
        """Declare the act."""
        whom: dict[str, Any] = {
            "club": access.access_club(request.user, slug),
            "actor": person(request),
            "person": person_id,
        }
        match read(About, raw(request)).act:
            case "accept" | "refuse" as answer:
                services.join_answer(**whom, accept=answer == "accept")
            case "remove":
                services.member_remove(**whom)
            case "owner":
                services.club_hand_over(**whom)
            case role:
                services.member_appoint(**whom, role=role)
        return Response(status=204)


class ClubNews(BoundedView):
    """The news of a club."""

    parser_classes = [RawJson]
    limit = TEXTS

    @extend_schema(
        operation_id="clubs_news", summary="The newest posts", responses={200: documents.NEWS, **refusals(404)},
    )  # fmt: skip
    def get(self, request: Request, slug: str) -> Response:
        """The newest posts, as they were written."""
        club = access.access_club(request.user, slug)
        return Response({"news": [_post(each) for each in selectors.news_of(club)[: documents.MOST_NEWS]]})

    @extend_schema(
        operation_id="clubs_news_publish", summary="Publish a post", request={JSON: documents.WRITE},
        responses={201: documents.POST, **refusals(400, 401, 403, 404, 413, 415, 422)},
    )  # fmt: skip
    def post(self, request: Request, slug: str) -> Response:
        """Publish a post."""
        club, wanted = access.access_club(request.user, slug), read(Post, raw(request))
        stored = services.news_publish(club=club, actor=person(request), title=wanted.title, body=wanted.body)
        return Response(_post(stored), 201)


class ClubPost(BoundedView):
    """One post."""

    parser_classes = [RawJson]
    limit = TEXTS

    @extend_schema(
        operation_id="clubs_news_edit", summary="Change a post", request={JSON: documents.WRITE},
        responses={200: documents.POST, **refusals(400, 401, 403, 404, 413, 415, 422)},
    )  # fmt: skip
    def put(self, request: Request, slug: str, post_id: UUID) -> Response:
        """Change a post."""
        known, wanted = _news(request, slug, post_id), read(Post, raw(request))
        return Response(_post(services.news_edit(
            post=known, actor=person(request), title=wanted.title, body=wanted.body
        )))  # fmt: skip

    @extend_schema(
        operation_id="clubs_news_withdraw", summary="Delete a post",
        responses={204: None, **refusals(401, 403, 404)},
    )  # fmt: skip
    def delete(self, request: Request, slug: str, post_id: UUID) -> Response:
        """Take a post away."""
        services.news_withdraw(post=_news(request, slug, post_id), actor=person(request))
        return Response(status=204)


# what goes out


def _club(club: Club) -> dict[str, Any]:
    owner = club.memberships.filter(role=ClubRole.OWNER, shown=True).select_related("user").first()
    return {
        "slug": club.slug, "name": club.name, "about": club.about, "city": club.city, "country": club.country,
        "website": club.website, "owner": display_name(owner.user) if owner else "", "created": club.created,
        "members": club.memberships.count(),
        "seasons": list(club.seasons.order_by("-starts", "id").values_list("slug", flat=True)),
        "events": list(club.tournaments.filter(public=True).exclude(phase="draft").order_by("-starts", "id")
                       .values_list("slug", flat=True)[:documents.MOST_EVENTS]),
    }  # fmt: skip


def _member(each: Membership) -> dict[str, Any]:
    return {
        "person": participant_id(each.user), "name": display_name(each.user), "role": each.role, "shown": each.shown,
        "since": each.since,
    }  # fmt: skip


def _standing(user: User, club: Club) -> dict[str, Any]:
    found = selectors.standing_of(user, club)
    row = found.membership or found.request
    return {
        "member": found.membership is not None, "asked": found.request is not None,
        "role": found.membership.role if found.membership else "", "shown": bool(row and row.shown),
    }  # fmt: skip


def _news(request: Request, slug: str, post_id: UUID) -> News:
    club = access.access_club(request.user, slug)
    found = selectors.news_of(club).filter(pk=post_id).first()
    if found is None:
        raise Http404(f"there is no post {post_id}")
    return found


def _post(post: News) -> dict[str, Any]:
    return {
        "id": str(post.pk), "title": post.title, "body": post.body, "author": selectors.author_of(post),
        "published": post.published, "updated": post.updated,
    }  # fmt: skip
