"""A club at stable addresses, for its own site: the newest season, the calendar and the ratings as JSON.

The same to everybody, without what only members see. docs/embedding.md describes the formats.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import datetime
from hashlib import sha256
from typing import Any

import msgspec
from django.contrib.auth.models import AnonymousUser
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.urls import reverse
from django.utils.cache import get_conditional_response
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_safe

import rules
from frontend.base.other_sites import for_everybody
from frontend.clubs.season_views import season_of, table_shown
from gamelog.clubs import access, ratings
from gamelog.clubs.models import Club, RatingRun
from gamelog.clubs.rating_scale import certainty, points
from gamelog.contest.interchange.csv_text import Number, written
from gamelog.people.selectors import display_name
from gamelog.seasons import services as seasons
from gamelog.seasons.models import Season
from gamelog.tournaments import calendars
from gamelog.tournaments.models import Tournament

FORMAT = 1
"""The version of every document. A new member does not change it; a member with a changed meaning does."""
RATED, PAST = 50, 20
"""How many players of each ruleset, and how many events that are over, a document holds at most."""

Made = tuple[datetime | None, dict[str, Any]]
"""When what is shown last changed, and the document's own members."""
Link = Callable[..., str]


@require_safe
@gzip_page
def season(request: HttpRequest, slug: str) -> HttpResponse:
    """The table of the newest season. 404 for a club without one."""
    return _document(request, slug, "season", _season)


@require_safe
@gzip_page
def season_csv(request: HttpRequest, slug: str, season_slug: str) -> HttpResponse:
    """The table of a season for a spreadsheet: exact and rounded totals, and the points of each event."""
    club = access.access_club(AnonymousUser(), slug)
    found = season_of(club, season_slug)
    response = HttpResponse(season_sheet(found), content_type="text/csv; charset=utf-8")
    response.headers["Content-Disposition"] = f'attachment; filename="{club.slug}-{found.slug}.csv"'
    response.headers["Cache-Control"] = "public, no-cache"
    return for_everybody(response)


def season_sheet(season: Season) -> bytes:
    """The table of a season as CSV: a row a person, a column for each value and each event that counts."""
    shown, events = table_shown(season), seasons.events_of(season)
    over = [each.tournament for each in events if each.tournament.phase == "finished"]
    heading = ["place", "name", "person", *(column.id for column in shown["columns"]), *(each.slug for each in over)]
    rows = []
    for each in shown["rows"]:
        worth = {result.event: result.value.shown for result, _event in each["results"]}
        rows.append([
            each["row"].place or "", display_name(each["user"]) if each["user"] else "", each["row"].person,
            *(Number(cell.shown) for cell in each["row"].cells),
            *(Number(worth.get(str(event.pk), "")) for event in over),
        ])  # fmt: skip
    return written(heading, rows)


@require_safe
@gzip_page
def calendar(request: HttpRequest, slug: str) -> HttpResponse:
    """The events: those to come by date, then the last ones."""
    return _document(request, slug, "calendar", _calendar)


@require_safe
@gzip_page
def ratings_document(request: HttpRequest, slug: str) -> HttpResponse:
    """The ratings of the members whom the page of the club names, and of its regulars, by ruleset."""
    return _document(request, slug, "ratings", _ratings)


def _document(request: HttpRequest, slug: str, kind: str, make: Callable[[Club, Link], Made]) -> HttpResponse:
    def link(name: str, *args: str) -> str:
        return request.build_absolute_uri(reverse(name, args=args))

    try:
        club = access.access_club(AnonymousUser(), slug)
        at, members = make(club, link)
    except Http404 as error:
        response: HttpResponse = JsonResponse({"error": str(error)}, status=404)
    else:
        of = {"slug": club.slug, "name": club.name, "url": link("club", club.slug)}
        body = msgspec.json.encode({"format": FORMAT, "kind": kind, "club": of, "as_of": {"at": at}, **members})
        tag = f'"{sha256(body).hexdigest()[:32]}"'
        response = get_conditional_response(request, etag=tag) or HttpResponse(body, content_type="application/json")
        response.headers["ETag"] = tag
    response.headers["Cache-Control"] = "public, no-cache"
    return for_everybody(response)


def _season(club: Club, link: Link) -> Made:
    newest = next(iter(seasons.seasons_of(club)), None)
    if newest is None:
        raise Http404(f"{club.slug} has no season")
    table = table_shown(newest)
    rows = [
        {
            "place": each["row"].place, "name": display_name(each["user"]) if each["user"] else "",
            "cells": [cell.shown for cell in each["row"].cells], "provisional": each["provisional"],
        }
        for each in table["rows"]
    ]  # fmt: skip
    columns = [{"en": each.en, "ru": each.ru} for each in table["columns"]]
    shown = {"title": newest.title, "url": link("club-season", club.slug, newest.slug)}
    at = _newest(each.tournament.updated for each in seasons.events_of(newest))
    return at, {"season": shown, "columns": columns, "rows": rows}


def _calendar(club: Club, link: Link) -> Made:
    events = calendars.events_public(club)
    past = list(events.filter(phase__in=("finished", "cancelled")).order_by("-starts", "-created", "id")[:PAST])
    coming = list(events.exclude(phase__in=("finished", "cancelled")))
    shown = [_event(each, link) for each in [*coming, *past]]
    return _newest(each.updated for each in [*coming, *past]), {"events": shown}


def _event(event: Tournament, link: Link) -> dict[str, Any]:
    return {
        "title": event.title, "starts": event.starts, "ends": event.ends, "place": event.place, "phase": event.phase,
        "url": link("event", event.slug),
    }  # fmt: skip


def _ratings(club: Club, link: Link) -> Made:
    by_ruleset: dict[str, list[dict[str, Any]]] = {}
    for row in ratings.best_of(club, RATED):
        by_ruleset.setdefault(row.ruleset, []).append({
            "name": display_name(row.person.user) if row.person.user else "", "rating": points(row.mu),
            "certainty": certainty(row.sigma), "games": row.games,
        })  # fmt: skip
    shown = [
        {"id": each, "name": rules.load(each).name if each in rules.RULESETS else each, "rows": rows}
        for each, rows in by_ruleset.items()
    ]
    at = _newest(RatingRun.objects.filter(pk__in=by_ruleset).values_list("updated", flat=True))
    return at, {"rulesets": shown}


def _newest(moments: Iterable[datetime]) -> datetime | None:
    return max(moments, default=None)
