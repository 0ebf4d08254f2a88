"""Pages of clubs: the list, a club's page, its members, its staff history, its calendar and feed."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import conditional_page, require_http_methods, require_POST, require_safe

from frontend.base.visitor import signed_in_user
from frontend.clubs import act_history, edit_conflicts, feed, refusals
from frontend.clubs.forms import ClubForm, FoundForm, add_refusal
from frontend.clubs.page import club_page
from frontend.clubs.season_views import table_shown
from gamelog.clubs import access, files, ratings, selectors, services
from gamelog.clubs.errors import StaleText
from gamelog.clubs.models import Club
from gamelog.contest.errors import Refused
from gamelog.games.access import Actor
from gamelog.seasons import records
from gamelog.seasons import services as seasons
from gamelog.tournaments import calendars
from gamelog.tournaments.models import Tournament

A_PAGE = 30
ACTS_A_PAGE = 50
NEXT_EVENTS, LAST_EVENTS, LAST_NEWS = 6, 6, 3
SEASON_ROWS = 8
RATINGS_SHOWN, WINNERS_SHOWN = 8, 5


@require_safe
def clubs(request: HttpRequest) -> HttpResponse:
    """Clubs by name, with a search."""
    words = request.GET.get("q", "").strip()[:100]
    page = Paginator(selectors.clubs(words), A_PAGE).get_page(request.GET.get("page"))
    mine = selectors.clubs_of(request.user) if request.user.is_authenticated else []
    return render(request, "frontend/clubs/list.html", {"page": page, "words": words, "mine": mine})


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def found(request: HttpRequest) -> HttpResponse:
    form = FoundForm(request.POST or None)
    if form.is_valid():
        try:
            club = services.club_found(owner=signed_in_user(request), **form.cleaned_data)
        except Refused as error:
            add_refusal(form, error)
        else:
            messages.success(request, _("The club has been created. Ask its members to join on this page."))
            return redirect("club", club.slug)
    return render(request, "frontend/clubs/found.html", {"form": form}, status=400 if form.errors else 200)


@require_safe
def club(request: HttpRequest, slug: str) -> HttpResponse:
    """The overview of a club."""
    row = access.access_club(request.user, slug)
    events = calendars.events_public(row)
    coming = events.exclude(phase__in=("finished", "cancelled"))
    games = records.games_of_club(row)
    return club_page(request, row, "club", "club", {
        "season": _season(row), "coming": coming[:NEXT_EVENTS],
        "over": events.filter(phase="finished").order_by("-starts", "-created", "id")[:LAST_EVENTS],
        "news": selectors.news_of(row)[:LAST_NEWS], "members": selectors.members_of(row),
        "members_count": row.memberships.count(), "ratings": ratings.best_of(row, RATINGS_SHOWN),
        "armies": records.armies(games), "winners": records.winners(games)[:WINNERS_SHOWN],
        "calendar": request.build_absolute_uri(reverse("club-calendar", args=[slug])),
        "embed": _embed_line(request, slug),
        "record": files.for_everybody(row),
    })  # fmt: skip


def _embed_line(request: HttpRequest, slug: str) -> str:
    """The line that shows the season on the club's own site; docs/embedding.md lists what it may say besides."""
    script = request.build_absolute_uri(reverse("embed-script"))
    return f'<script async src="{script}" data-club="{slug}" data-show="season"></script>'


def _season(club: Club) -> dict[str, Any] | None:
    """The newest season with the top of its table."""
    rows = seasons.seasons_of(club)
    return {"row": rows[0], **table_shown(rows[0], SEASON_ROWS)} if rows else None


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def edit(request: HttpRequest, slug: str) -> HttpResponse:
    """Change the page of a club."""
    row = access.access_club(request.user, slug)
    access.require_editor(request.user, row)
    form, both = ClubForm(request.POST or None, initial=_said(row)), None
    shown = edit_conflicts.shown(request, form, services.club_digest(row))
    if form.is_valid():
        try:
            services.club_edit(club=row, actor=request.user, seen=edit_conflicts.whole(shown), **form.cleaned_data)
        except Refused as error:
            add_refusal(form, error)
        except StaleText:
            row = access.access_club(request.user, slug)
            now = ClubForm(initial=_said(row))
            fresh = edit_conflicts.marks(now, services.club_digest(row))
            both, form, shown = edit_conflicts.carry_over(form, now, shown), now, fresh
        else:
            messages.success(request, _("The page has been changed."))
            return redirect("club", slug)
    return club_page(request, row, "edit", "edit", {
        "form": form, "shown": shown, "both": both, "status": edit_conflicts.status(form, both),
    })  # fmt: skip


def _said(club: Club) -> dict[str, str]:
    return {field: getattr(club, field) for field in services.FIELDS}


# members


@require_safe
def members(request: HttpRequest, slug: str) -> HttpResponse:
    """The members of a club; editors also see the hidden ones and the requests to join."""
    row = access.access_club(request.user, slug)
    edits = access.edits(request.user, row)
    return club_page(request, row, "members", "members", {
        "members": selectors.members_of(row, everybody=edits), "count": row.memberships.count(),
        "requests": selectors.requests_of(row) if edits else [], "owns": access.owns(request.user, row),
    })  # fmt: skip


@login_required
@require_POST
def join(request: HttpRequest, slug: str) -> HttpResponse:
    """Ask to join, or change whether one's name is shown."""
    row = access.access_club(request.user, slug)
    shown = request.POST.get("shown") == "1"
    asked = services.join_ask(club=row, actor=signed_in_user(request), shown=shown)
    if asked.membership:
        services.member_show(club=row, actor=request.user, shown=shown)
        messages.success(
            request, _("The page now shows your name.") if shown else _("The page no longer shows your name.")
        )
    else:
        messages.success(request, _("You have asked to join. An editor of the club will answer."))
    return redirect("club-members", slug)


@login_required
@require_POST
def leave(request: HttpRequest, slug: str) -> HttpResponse:
    """Leave the club, or withdraw a request to join."""
    row = access.access_club(request.user, slug)
    try:
        asked = services.member_leave(club=row, actor=signed_in_user(request))
    except Refused as error:
        messages.error(request, refusals.refusal_text(error))
    else:
        done = _("Your request to join has been withdrawn.") if asked else _("You have left the club.")
        messages.success(request, done)
    return redirect("club-members", slug)


@login_required
@require_POST
def member(request: HttpRequest, slug: str, person_id: str) -> HttpResponse:
    """An editor's act on a member: accept or refuse a request, remove; the owner also appoints and hands over."""
    row = access.access_club(request.user, slug)
    access.require_editor(request.user, row)
    try:
        _member_act(row, request.user, person_id, request.POST.get("act", ""))
    except Refused as error:
        messages.error(request, refusals.refusal_text(error))
    else:
        messages.success(request, _("Done."))
    return redirect("club-members", slug)


def _member_act(club: Club, actor: Actor, person_id: str, act: str) -> None:
    whom: dict[str, Any] = {"club": club, "actor": actor, "person": person_id}
    match act:
        case "accept" | "refuse":
            services.join_answer(**whom, accept=act == "accept")
        case "remove":
            services.member_remove(**whom)
        case "editor" | "member":
            services.member_appoint(**whom, role=act)
        case "owner":
            services.club_hand_over(**whom)
        case _:
            raise Refused("unreadable", "$.act", _("Nothing was chosen."))


@login_required
@require_safe
def history(request: HttpRequest, slug: str) -> HttpResponse:
    """The acts of a club's staff, newest first, each with its author."""
    row = access.access_club(request.user, slug)
    access.require_editor(request.user, row)
    page = Paginator(selectors.acts_of(row), ACTS_A_PAGE).get_page(request.GET.get("page"))
    return club_page(request, row, "history", "history", {"page": page, "acts": act_history.history(page.object_list)})


# for other programs


@require_safe
@conditional_page
def calendar(request: HttpRequest, slug: str) -> HttpResponse:
    """The events of a club as a calendar file."""
    row = access.access_club(request.user, slug)
    return calendar_answer(request, calendars.events_public(row), row.name, slug)


@require_safe
@conditional_page
def calendar_all(request: HttpRequest) -> HttpResponse:
    """All public events as a calendar file."""
    return calendar_answer(request, calendars.events_public(), _("Events"), "events")


def calendar_answer(request: HttpRequest, tournaments: Any, name: str, file: str) -> HttpResponse:
    """Events as a calendar file, for calendar programs and for readers who download it."""
    body = calendars.calendar_of(tournaments, name=name, address=lambda event: event_address(request, event))
    headers = {"Content-Disposition": f'attachment; filename="{file}.ics"', "Cache-Control": "public, max-age=600"}
    return HttpResponse(body, content_type=calendars.CONTENT_TYPE, headers=headers)


def event_address(request: HttpRequest, tournament: Tournament) -> str:
    """The absolute address of an event's page."""
    return request.build_absolute_uri(reverse("event", args=[tournament.slug]))


@require_safe
@conditional_page
def club_feed(request: HttpRequest, slug: str) -> HttpResponse:
    """The news and results of a club as a feed."""
    row = access.access_club(request.user, slug)
    whole = request.build_absolute_uri
    body = feed.feed_of(row, feed.Addresses(
        whole(reverse("club", args=[slug])), whole(request.path),
        lambda post: whole(reverse("club-post", args=[slug, post.pk])), lambda event: event_address(request, event),
    ))  # fmt: skip
    return HttpResponse(body, content_type=feed.CONTENT_TYPE)
