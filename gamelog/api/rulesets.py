"""Rulesets over HTTP: the list, their catalogues, and the JSON Schemas of what they record."""

from __future__ import annotations

import msgspec
from django.http import Http404, HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

import rules
from gamelog.api.bodies import BoundedView
from gamelog.api.documents import refusals
from gamelog.api.engine_json import clause_of
from gamelog.api.serializers import RuleSerializer, RulesetSerializer
from rules.schema import schema


def ruleset(ruleset_id: str) -> rules.Ruleset:
    """The newest version of a ruleset. Raises: Http404."""
    if ruleset_id not in rules.RULESETS:
        raise Http404(f"there is no ruleset {ruleset_id}")
    return rules.load(ruleset_id)


class RulesetList(BoundedView):
    """The installed rulesets."""

    @extend_schema(operation_id="rulesets_list", summary="Rulesets in their newest versions",
                   responses={200: RulesetSerializer(many=True), **refusals()})  # fmt: skip
    def get(self, request: Request) -> Response:
        """Each ruleset with its versions."""
        return Response(RulesetSerializer([rules.load(name) for name in rules.RULESETS], many=True).data)


class RulesetCatalogue(BoundedView):
    """A ruleset's rules."""

    @extend_schema(operation_id="catalogue_read", summary="Every rule of a ruleset, with its source and its status",
                   responses={200: RuleSerializer(many=True), **refusals(404)})  # fmt: skip
    def get(self, request: Request, ruleset_id: str) -> Response:
        """Every clause: id, status, labels, text, source lines."""
        return Response([clause_of(clause) for clause in ruleset(ruleset_id).clauses])


class RulesetSchema(BoundedView):
    """A ruleset's JSON Schema."""

    @extend_schema(operation_id="schema_read", summary="JSON Schemas of declarations, events and positions",
                   responses={200: OpenApiTypes.OBJECT, **refusals(404)})  # fmt: skip
    def get(self, request: Request, ruleset_id: str) -> HttpResponse:
        """The schema of declarations, events, positions and headers."""
        return HttpResponse(msgspec.json.encode(schema(ruleset(ruleset_id))), content_type="application/json")
