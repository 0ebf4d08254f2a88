"""Tables of one's own over HTTP. Only their owner sees them, staff included."""

from __future__ import annotations

from typing import Any
from uuid import UUID

import msgspec
from django.utils.translation import get_language
from drf_spectacular.utils import extend_schema
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from gamelog.api import own_table_documents as documents
from gamelog.api.bodies import BoundedView, RawJson, person, raw, read
from gamelog.api.documents import refusals
from gamelog.api.games import JSON
from gamelog.games import own_tables
from gamelog.games.models import OwnTable
from rules import drawn

MOST_BYTES = 64 * 1024


class Keep(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table to keep."""

    ruleset: str
    name: str
    plan: drawn.Plan


class OwnTableList(BoundedView):
    """Your tables."""

    permission_classes = [IsAuthenticated]
    parser_classes = [RawJson]
    limit = MOST_BYTES

    @extend_schema(operation_id="tables_list", summary="The tables that you drew and keep, by ruleset and name",
                   responses={200: documents.LIST, **refusals(401, 403)})  # fmt: skip
    def get(self, request: Request) -> Response:
        """Your tables."""
        return Response({"tables": [_row(each) for each in own_tables.own_tables(person(request))]})

    @extend_schema(
        operation_id="tables_keep", summary="Keep a table under a name; one of yours with the same name is replaced",
        description="The plan is made of boxes of the ruleset's common pieces, in hundredths of an inch. The answer "
                    "has the table that comes of it, as the first declaration of a game (`begin`) has it.",
        request={JSON: documents.KEEP},
        responses={200: documents.TABLE, 201: documents.TABLE, **refusals(400, 401, 403, 413, 415)},
    )  # fmt: skip
    def post(self, request: Request) -> Response:
        """Keep a table."""
        wanted, owner = read(Keep, raw(request)), person(request)
        kept, new = own_tables.table_keep(owner=owner, ruleset=wanted.ruleset, name=wanted.name, plan=wanted.plan)
        return Response(_whole(kept), 201 if new else 200)


class OwnTableDetail(BoundedView):
    """One of your tables."""

    permission_classes = [IsAuthenticated]

    @extend_schema(operation_id="tables_read", summary="A table of yours, as drawn and as a game begins with it",
                   responses={200: documents.TABLE, **refusals(401, 403, 404)})  # fmt: skip
    def get(self, request: Request, table_id: UUID) -> Response:
        """The table."""
        return Response(_whole(own_tables.own_table(person(request), table_id)))

    @extend_schema(
        operation_id="tables_delete", summary="Delete a table of yours; games that began with it keep theirs",
        responses={204: None, **refusals(401, 403, 404)},
    )  # fmt: skip
    def delete(self, request: Request, table_id: UUID) -> Response:
        """Delete the table."""
        own_tables.own_table(person(request), table_id).delete()
        return Response(status=204)


def _row(table: OwnTable) -> dict[str, Any]:
    return {"id": str(table.pk), "ruleset": table.ruleset, "name": table.name, "created": table.created}


def _whole(table: OwnTable) -> dict[str, Any]:
    plan = own_tables.plan_read(table.plan)
    now = own_tables.table_now(table, "ru" if (get_language() or "").startswith("ru") else "en")
    return {**_row(table), "plan": msgspec.to_builtins(plan), "table": msgspec.to_builtins(now)}
