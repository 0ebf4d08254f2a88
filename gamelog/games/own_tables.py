"""Tables that somebody drew and keeps under a name. Only their owner sees them; no game refers to one."""

from __future__ import annotations

from uuid import UUID

import msgspec
from django.contrib.auth.models import User
from django.core.exceptions import ObjectDoesNotExist
from django.db.models import QuerySet
from django.http import Http404

import rules
from gamelog.games.models import OwnTable
from gamelog.games.opening import refusal
from gamelog.streams.store import writing
from rules import drawn
from rules.kernel.state import Table
from rules.kernel.telling import Language

MOST_TABLES = 200
MOST_NAME = 60
_DECODER = msgspec.json.Decoder(drawn.Plan)


def own_tables(user: User, ruleset: str = "") -> QuerySet[OwnTable]:
    """Somebody's tables, of one ruleset if it is named."""
    rows = OwnTable.objects.filter(owner=user)
    return rows.filter(ruleset=ruleset) if ruleset else rows


def own_table(user: User, key: UUID | str) -> OwnTable:
    """A table of somebody's own. Raises: Http404 for any other."""
    try:
        return own_tables(user).get(pk=UUID(str(key)))
    except (ObjectDoesNotExist, ValueError):
        raise Http404(f"there is no table {key}") from None


def table_keep(*, owner: User, ruleset: str, name: str, plan: drawn.Plan) -> tuple[OwnTable, bool]:
    """Keep a table under a name; what the owner kept for this ruleset under the same name is replaced.

    Returns the table and whether the name is new.

    Raises:
        rules.Malformed: no such ruleset, no fit name, a plan that is no table, one with which no game of the ruleset
            begins, or too many tables; nothing is stored.
    """
    system, called = rules.load(ruleset), name_meant(name)
    if not system.palette.pieces:
        raise rules.Malformed("$.ruleset", f"nobody draws tables of {system.name}")
    refused = refusal(system, drawn.table_of(system, plan), {})
    if refused is not None:
        raise rules.Malformed("$.plan", rules.problem(refused).line())
    with writing():
        full = own_tables(owner).count() >= MOST_TABLES
        if full and not own_tables(owner, ruleset).filter(name=called).exists():
            raise rules.Malformed("$", f"you keep {MOST_TABLES} tables already: delete one first")
        return OwnTable.objects.update_or_create(
            owner=owner, ruleset=ruleset, name=called, defaults={"plan": rules.canonical(plan).decode()}
        )


def table_rename(*, table: OwnTable, name: str) -> None:
    """Give a table another name. Raises: rules.Malformed for no fit name, or one that another table has."""
    called = name_meant(name)
    with writing():
        if OwnTable.objects.filter(owner=table.owner_id, ruleset=table.ruleset, name=called).exclude(pk=table.pk):
            raise rules.Malformed("$.name", "another table of yours has this name")
        table.name = called
        table.save(update_fields=["name"])


def name_meant(text: str) -> str:
    """The name that was typed, without needless spaces. Raises: rules.Malformed if it is empty or too long."""
    name = " ".join(text.split())
    if not 0 < len(name) <= MOST_NAME or not name.isprintable():
        raise rules.Malformed("$.name", f"a name has 1 to {MOST_NAME} characters")
    return name


def plan_read(data: bytes | str) -> drawn.Plan:
    """A plan from JSON. Raises: rules.Malformed with the path of what cannot be read."""
    plan: drawn.Plan = rules.read_json(_DECODER, data.encode() if isinstance(data, str) else data)
    return plan


def table_now(row: OwnTable, language: Language = "en") -> Table | None:
    """The table as it would begin a game now; None if the ruleset no longer knows something of what was drawn."""
    try:
        return drawn.table_of(rules.load(row.ruleset), plan_read(row.plan), language)
    except rules.Malformed:
        return None
