"""Players and ratings over HTTP."""

from __future__ import annotations

from typing import Any

from django.http import Http404
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

import rules
from gamelog.api import club_documents as documents
from gamelog.api.bodies import BoundedView, whole_number
from gamelog.api.documents import number, refusals
from gamelog.clubs import rating_scale, ratings
from gamelog.clubs.models import Rating, RatingPoint
from gamelog.clubs.weng_lin import VERSION
from gamelog.people.selectors import display_name, is_erased, is_guest, participant_id
from gamelog.seasons import records, regulars

MOST = 200


class PublicPlayer(BoundedView):
    """A public player."""

    @extend_schema(
        operation_id="players_read", summary="A player's public record: armies, opponents, events",
        responses={200: documents.PLAYER, **refusals(404)},
    )  # fmt: skip
    def get(self, request: Request, person_id: str) -> Response:
        """Finished public games counted by army and by opponent, and events with places."""
        user = records.player(person_id)
        if user is None:
            raise Http404(f"there is no player {person_id}")
        played, person = records.played_by(user), participant_id(user)
        return Response({
            "person": person, "name": display_name(user), "account": not is_guest(user),
            "also": [] if is_erased(user) else regulars.names_of(person), "games": _tally(records.tally_of(played)),
            "armies": [_army(each) for each in records.armies_of(played)],
            "versus": [_versus(each) for each in records.versus(played)],
            "events": [{"event": each.tournament.slug, "entrant": each.entrant, "place": each.place,
                        "field": each.field, "phase": each.tournament.phase} for each in records.events_of(user)],
        })  # fmt: skip


class PlayerRatings(BoundedView):
    """The ratings of a player."""

    @extend_schema(
        operation_id="players_ratings", summary="The ratings of a player, with the change by each game",
        responses={200: documents.HISTORY, **refusals(404)},
    )  # fmt: skip
    def get(self, request: Request, person_id: str) -> Response:
        """By ruleset, game by game."""
        user = records.player(person_id)
        if user is None:
            raise Http404(f"there is no player {person_id}")
        person = participant_id(user)
        found = ratings.ratings_of_person(person)
        return Response({"person": person, "model": VERSION, "ratings": [_history(row) for row in found]})


class Ratings(BoundedView):
    """The ratings of a ruleset."""

    @extend_schema(
        operation_id="ratings_list",
        summary="The ratings of a ruleset, best first; those still very uncertain come last",
        parameters=[
            OpenApiParameter("ruleset", str, required=True, description="id of the ruleset"),
            number("after", "how many to skip"), number("limit", f"at most so many, up to {MOST}"),
        ],
        responses={200: documents.RATINGS, **refusals(400)},
    )  # fmt: skip
    def get(self, request: Request) -> Response:
        """Part of the list."""
        ruleset = request.query_params.get("ruleset", "")
        if ruleset not in rules.RULESETS:
            raise rules.Malformed("?ruleset", f"is one of {', '.join(rules.RULESETS)}")
        after, limit = whole_number(request, "after", 0, 10**9), whole_number(request, "limit", 50, MOST)
        rows = list(ratings.ratings_of(ruleset)[after : after + limit + 1])
        return Response({
            "ruleset": ruleset, "model": VERSION,
            "ratings": [_rating(row, place) for place, row in ratings.placed(rows[:limit], after + 1)],
            "next": after + limit if limit and len(rows) > limit else None,
        })  # fmt: skip


def _tally(tally: records.WinTally) -> dict[str, int]:
    return tally._asdict()


def _army(army: records.Army) -> dict[str, Any]:
    rate = "" if army.few else str(army.tally.rate)
    return {"ruleset": army.ruleset, "faction": army.faction, **_tally(army.tally), "rate": rate}


def _versus(each: records.Versus) -> dict[str, Any]:
    participant = getattr(each.opponent, "participant", None)
    return {
        "person": participant.pk if participant else "", "name": display_name(each.opponent), **_tally(each.tally),
        "games": [str(one.game.pk) for one in each.games],
    }  # fmt: skip


def _skill(row: Rating | RatingPoint) -> dict[str, int]:
    return {"rating": rating_scale.points(row.mu), "mu": row.mu, "sigma": row.sigma, "ordinal": row.ordinal}


def _rating(row: Rating, place: int) -> dict[str, Any]:
    user = row.person.user
    return {
        "place": place, "person": row.person_id, "name": display_name(user) if user else "",
        "account": user is not None and not is_guest(user), "ruleset": row.ruleset, **_skill(row), "games": row.games,
        "at": row.at,
    }  # fmt: skip


def _history(row: Rating) -> dict[str, Any]:
    points = ratings.history_of(row.person_id, row.ruleset)
    return {
        "ruleset": row.ruleset, "place": ratings.place_of(row), **_skill(row), "games": row.games,
        "history": [
            {"game": str(each.rated_id), "at": each.at, "mu_before": each.mu_before,
             "sigma_before": each.sigma_before, **_skill(each)}
            for each in points
        ],
    }  # fmt: skip
