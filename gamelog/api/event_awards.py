"""Awards over HTTP: Best Overall and the best of each category of soft scores."""

from __future__ import annotations

import msgspec
from django.http import Http404, HttpResponse
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request

from gamelog.api import event_documents as shapes
from gamelog.api.bodies import BoundedView
from gamelog.api.documents import refusals
from gamelog.api.event_bodies import asked
from gamelog.api.events import JSON, names_json
from gamelog.contest.overall import awards
from gamelog.tournaments import selectors, visibility


class EventAwards(BoundedView):
    """What the marks of soft scores come to."""

    @extend_schema(
        operation_id="tournaments_awards", summary="Awards: Best Overall, and the best of each category",
        description="404 for an event without soft scores, and, for all but its staff, until it is finished. Who gave "
                    "which mark is not in it.", responses={200: shapes.AWARDS, **refusals(404)},
    )  # fmt: skip
    def get(self, request: Request, slug: str) -> HttpResponse:
        """The tables behind the awards, best first, names beside them."""
        found = asked(request, slug)
        if not found.state.terms.soft or not visibility.awards_open(found.state, found.viewer):
            raise Http404("there are no awards to see")
        made = awards(found.state, selectors.table_of(found.tournament))
        answer = {"awards": made, "names": names_json(found.tournament), "as_of": found.state.number}
        response = HttpResponse(msgspec.json.encode(answer, order="sorted"), content_type=JSON)
        response.headers["Cache-Control"] = "private, no-store"
        return response
