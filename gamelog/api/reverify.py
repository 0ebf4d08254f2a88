"""Re-verification over HTTP, for staff: every game of a ruleset, decided again under another version of it."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.http import Http404
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import generics, serializers, status
from rest_framework.permissions import IsAdminUser
from rest_framework.request import Request
from rest_framework.response import Response

import rules
from gamelog.api import documents
from gamelog.api.bodies import BoundedView, person, whole_number
from gamelog.api.documents import refusals
from gamelog.api.shapes import NUMBER, TEXT, list_of, object_of
from gamelog.games.models import JobState
from gamelog.people.selectors import display_name
from gamelog.reverify import selectors, services
from gamelog.reverify.models import Change, Comparison, Run

MOST = 200
_TEXTS = list_of(TEXT)


RESULT = object_of({
    "finished": {"type": "boolean"}, "winner": {**TEXT, "description": "a side; empty for a draw or no result"},
    "reason": TEXT, "score": {"type": "object", "additionalProperties": NUMBER}, "struck": {"type": "boolean"},
})  # fmt: skip
STEP_CHANGE = object_of({
    "number": NUMBER,
    "gone": {**_TEXTS, "description": "clauses by which only the older version objects"},
    "new": {**_TEXTS, "description": "clauses by which only the newer version objects"},
    "rule": {**TEXT, "description": "the clause of the first effect that differs, or empty"},
    "recorded": {**TEXT, "description": "that effect as recorded, JSON"},
    "given": {**TEXT, "description": "what the newer version gives instead, JSON"},
})  # fmt: skip
COMPARISON = object_of({
    "ruleset": TEXT, "older": TEXT, "newer": TEXT, "events": NUMBER,
    "steps": {"type": "array", "items": STEP_CHANGE},
    "before": RESULT, "after": RESULT,
    "recorded": {**RESULT, "nullable": True, "description": "whether the record differs from what the older version "
                                                            "gives"},
    "parted": {**NUMBER, "description": "the first step with a different outcome; 0: none"},
    "kept": {**NUMBER, "description": "steps that stay as recorded because the newer rules cannot decide them"},
    "broken": {**TEXT, "description": "why it cannot be played to the end, or empty"},
})  # fmt: skip
ROW = object_of({
    "id": NUMBER, "game": {**TEXT, "format": "uuid"}, "number": NUMBER, "head": TEXT, "older": TEXT,
    "state": {**TEXT, "enum": JobState.values}, "change": {**TEXT, "enum": ["", *Change.values]},
    "result_changed": {"type": "boolean"}, "steps_changed": NUMBER,
    "error": {**TEXT, "description": "why the game cannot be compared"},
    "comparison": {**COMPARISON, "nullable": True},
})  # fmt: skip


class RunSerializer(serializers.ModelSerializer[Run]):
    """A run. `done` of `total` games have been compared: `changed` would change, `failed` cannot be compared."""

    state = serializers.CharField(read_only=True, help_text="queued, running, done or failed")
    created_by = serializers.SerializerMethodField()

    class Meta:
        model = Run
        fields = [
            "id", "ruleset", "version", "state", "created_by", "created", "started", "finished", "total", "done",
            "changed", "failed", "error",
        ]  # fmt: skip
        read_only_fields = fields

    def get_created_by(self, run: Run) -> str:
        """The user who started it; empty for the command line."""
        return display_name(run.created_by) if run.created_by else ""


class RunCreateSerializer(serializers.Serializer[Any]):
    """Which games, and the version to decide them by."""

    ruleset = serializers.CharField(max_length=40)
    version = serializers.CharField(max_length=40)


DETAIL: dict[str, Any] = {
    "allOf": [
        {"$ref": "#/components/schemas/Run"},
        object_of({
            "counts": {"type": "object", "additionalProperties": NUMBER, "description": "games by kind of change"},
            "steps": {**NUMBER, "description": "steps that would change in all games; known at the end"},
            "rules": {"type": "array", "items": object_of({"rule": TEXT, "steps": NUMBER, "games": NUMBER})},
            "comparisons": {"type": "array", "items": ROW},
            "next": {**NUMBER, "nullable": True, "description": "`after` of the next page; null at the end"},
        }),
    ]
}  # fmt: skip


class Reverifications(BoundedView, generics.ListAPIView[Run]):
    """The runs."""

    permission_classes = [IsAdminUser]
    serializer_class = RunSerializer
    filter_backends: list[Any] = []
    queryset = Run.objects.select_related("created_by")

    @extend_schema(
        operation_id="reverifications_list", summary="Runs that compared games under another version, newest first",
        responses={200: RunSerializer(many=True), **refusals(400, 401, 403)},
    )  # fmt: skip
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        """Runs, newest first."""
        return super().get(request, *args, **kwargs)

    @extend_schema(
        operation_id="reverifications_create", summary="Compare every game of a ruleset with another version of it",
        description="Nothing is changed. 201 with the run; 200 with one that is already under way.",
        request=RunCreateSerializer,
        responses={200: RunSerializer, 201: RunSerializer, **refusals(400, 401, 403, 413)},
    )  # fmt: skip
    def post(self, request: Request) -> Response:
        """Start a run."""
        wanted = RunCreateSerializer(data=request.data)
        wanted.is_valid(raise_exception=True)
        run, created = services.run_create(**wanted.validated_data, created_by=person(request))
        return Response(RunSerializer(run).data, status.HTTP_201_CREATED if created else status.HTTP_200_OK)


class Reverification(BoundedView):
    """One run."""

    permission_classes = [IsAdminUser]

    @extend_schema(
        operation_id="reverifications_read", summary="A run: its progress and its findings",
        parameters=[
            OpenApiParameter("changed", str, enum=["", "1"], description="1: only games that would change"),
            documents.number("after", "games after this one, by the `id` of a comparison; 0 is from the first"),
            documents.number("limit", f"at most so many games, up to {MOST}"),
        ],
        responses={200: DETAIL, **refusals(400, 401, 403, 404)},
    )  # fmt: skip
    def get(self, request: Request, run_id: UUID) -> Response:
        """The run with some of its games, in the order in which they were listed."""
        run = Run.objects.select_related("created_by").filter(pk=run_id).first()
        if run is None:
            raise Http404(f"there is no run {run_id}")
        changed = request.query_params.get("changed", "")
        if changed not in ("", "1"):
            raise rules.Malformed("?changed", "is 1 or left out")
        after, limit = whole_number(request, "after", 0, 10**12 - 1), whole_number(request, "limit", 50, MOST)
        rows = selectors.comparisons_of(run, changed=bool(changed)).order_by("pk").filter(pk__gt=after)
        return Response(_run(run, list(rows[: limit + 1]), limit))


def _run(run: Run, rows: list[Comparison], limit: int) -> dict[str, Any]:
    summary = selectors.summary_of(run)
    shown = rows[:limit]
    return {
        **RunSerializer(run).data, "counts": selectors.counts_of(run), "steps": summary.steps,
        "rules": [{"rule": each.rule, "steps": each.steps, "games": each.games} for each in summary.rules],
        "comparisons": [_row(row) for row in shown],
        "next": shown[-1].pk if shown and len(rows) > limit else None,
    }  # fmt: skip


def _row(row: Comparison) -> dict[str, Any]:
    names = ("number", "head", "older", "state", "change", "result_changed", "steps_changed", "error")
    return {
        "id": row.pk, "game": str(row.game_id), **{name: getattr(row, name) for name in names},
        "comparison": selectors.body_json(row),
    }  # fmt: skip
