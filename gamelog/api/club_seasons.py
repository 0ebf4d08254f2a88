"""Seasons of clubs over HTTP: their scoring, and their standings with the terms of every value."""

from __future__ import annotations

from datetime import date
from typing import Annotated, Any

import msgspec
from django.contrib.auth.models import User
from django.http import Http404
from drf_spectacular.utils import extend_schema
from msgspec import Meta
from rest_framework.request import Request
from rest_framework.response import Response

import rules as engine
from gamelog.api import club_documents as documents
from gamelog.api.bodies import BoundedView, RawJson, person, raw, read
from gamelog.api.documents import refusals
from gamelog.api.games import JSON
from gamelog.clubs import access
from gamelog.contest.season import SeasonRules, SeasonTable
from gamelog.people.selectors import display_name, is_guest
from gamelog.seasons import services as seasons
from gamelog.seasons.models import Season
from gamelog.seasons.services import SeasonTerms, Weighed
from gamelog.tournaments.models import Tournament


class Counted(msgspec.Struct, forbid_unknown_fields=True):
    """An event of a season."""

    event: str
    weight: Annotated[int, Meta(ge=1, le=seasons.HEAVIEST)] = 100


class NewSeason(msgspec.Struct, forbid_unknown_fields=True):
    """A new season."""

    title: str
    starts: date
    ends: date
    rules: SeasonRules = SeasonRules()
    events: Annotated[tuple[Counted, ...], Meta(max_length=seasons.MOST_EVENTS)] = ()


class ClubSeasons(BoundedView):
    """The seasons of a club."""

    parser_classes = [RawJson]

    @extend_schema(
        operation_id="clubs_seasons", summary="Seasons, newest first",
        responses={200: documents.SEASONS, **refusals(404)},
    )  # fmt: skip
    def get(self, request: Request, slug: str) -> Response:
        """Seasons with their rules and events."""
        club = access.access_club(request.user, slug)
        return Response({"seasons": [season_json(each) for each in seasons.seasons_of(club)]})

    @extend_schema(
        operation_id="clubs_season_open", summary="Open a season", request={JSON: documents.NEW_SEASON},
        responses={201: documents.SEASON, **refusals(400, 401, 403, 404, 413, 415, 422)},
    )  # fmt: skip
    def post(self, request: Request, slug: str) -> Response:
        """Open a season."""
        club, wanted = access.access_club(request.user, slug), read(NewSeason, raw(request))
        stored = seasons.season_set(club=club, actor=person(request), terms=_terms(wanted))
        return Response(season_json(stored), 201)


class ClubSeason(BoundedView):
    """One season."""

    parser_classes = [RawJson]

    @extend_schema(
        operation_id="clubs_season_set", summary="Replace everything about a season",
        request={JSON: documents.NEW_SEASON},
        responses={200: documents.SEASON, **refusals(400, 401, 403, 404, 413, 415, 422)},
    )  # fmt: skip
    def put(self, request: Request, slug: str, season_slug: str) -> Response:
        """Change all of it."""
        known, wanted = _season(request, slug, season_slug), read(NewSeason, raw(request))
        stored = seasons.season_set(club=known.club, actor=person(request), season=known, terms=_terms(wanted))
        return Response(season_json(stored))

    @extend_schema(
        operation_id="clubs_season_close", summary="Delete a season; its events stay",
        responses={204: None, **refusals(401, 403, 404)},
    )  # fmt: skip
    def delete(self, request: Request, slug: str, season_slug: str) -> Response:
        seasons.season_close(season=_season(request, slug, season_slug), actor=person(request))
        return Response(status=204)


class SeasonStandings(BoundedView):
    """The standings of a season."""

    @extend_schema(
        operation_id="clubs_season_standings", summary="The table of a season, with the terms of every value",
        description="Exact values are fractions; `shown` values are rounded and decide nothing. Each row has all of "
                    "its events: the `counted` ones make up its points.",
        responses={200: documents.STANDINGS, **refusals(404)},
    )  # fmt: skip
    def get(self, request: Request, slug: str, season_slug: str) -> Response:
        """The table."""
        season = _season(request, slug, season_slug)
        return Response({"season": season_json(season), **table_json(seasons.table_of(season))})


def _season(request: Request, slug: str, season_slug: str) -> Season:
    club = access.access_club(request.user, slug)
    found = Season.objects.filter(club=club, slug=season_slug).select_related("club").first()
    if found is None:
        raise Http404(f"there is no season {season_slug}")
    return found


def _terms(wanted: NewSeason) -> SeasonTerms:
    """A submitted season in the form the service takes. Raises: rules.Malformed for an event that does not exist."""
    rows = Tournament.objects.filter(public=True, slug__in=[each.event for each in wanted.events])
    known = {row.slug: row for row in rows}
    for at, each in enumerate(wanted.events):
        if each.event not in known:
            raise engine.Malformed(f"$.events[{at}].event", f"there is no public event {each.event!r}")
    events = [Weighed(known[each.event], each.weight) for each in wanted.events]
    return SeasonTerms(wanted.title, wanted.starts, wanted.ends, wanted.rules, events)


def season_json(season: Season) -> dict[str, Any]:
    """A season with its rules and events."""
    events = [each for each in seasons.events_of(season) if each.tournament.phase != "draft"]
    return {
        "slug": season.slug, "title": season.title, "starts": season.starts, "ends": season.ends,
        "rules": full(seasons.rules_of(season)),
        "events": [{"event": each.tournament.slug, "weight": each.weight, "phase": each.tournament.phase}
                   for each in events],
    }  # fmt: skip


def table_json(table: SeasonTable) -> dict[str, Any]:
    """A table with names beside the opaque ids, and the address words of events."""
    users = User.objects.filter(participant__in=[row.person for row in table.rows]).select_related("participant")
    names = {user.participant.pk: display_name(user) for user in users}
    accounts = {user.participant.pk for user in users if not is_guest(user)}
    keys = {result.event for row in table.rows for result in row.results}
    slugs = {str(key): slug for key, slug in Tournament.objects.filter(pk__in=keys).values_list("pk", "slug")}
    rows = [{**full(row), "name": names.get(row.person, ""), "account": row.person in accounts,
             "results": [{**full(each), "event": slugs[each.event]} for each in row.results]}
            for row in table.rows]  # fmt: skip
    return {"columns": [full(column) for column in table.columns], "rows": rows}


def full(value: Any) -> Any:
    """A value with all of its members, defaults included."""
    if isinstance(value, msgspec.Struct):
        tag = value.__struct_config__.tag
        return {**({"type": tag} if tag else {}),
                **{name: full(getattr(value, name)) for name in value.__struct_fields__}}  # fmt: skip
    if isinstance(value, list | tuple):
        return [full(each) for each in value]
    return {key: full(each) for key, each in value.items()} if isinstance(value, dict) else value
