"""A table of one's own in the form of a battle: what it is drawn with, what is wrong with it, and those kept."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

import msgspec
from django.contrib.auth.models import User
from django.utils.translation import gettext as _

import rules
from frontend.record import table_choices
from frontend.record.own_table_words import editor_words, fault_words
from gamelog.games import own_tables
from gamelog.games.models import OwnTable
from rules import drawn
from rules.kernel.lengths import INCH
from rules.kernel.state import Zone

OWN = "own"
MOST_PLAN = 64_000
"""The most characters of a plan."""


class NotKept(Exception):
    """A table cannot be kept; the text says why, in the reader's language."""


class Wrong(NamedTuple):
    """What is wrong with a plan: the piece by its index (None for the table), the field, and the sentence."""

    at: int | None
    field: str
    said: str


class Read(NamedTuple):
    """A plan that was sent, and what is wrong with it; without a plan it could not be read."""

    plan: drawn.Plan | None
    wrong: list[Wrong]


def read(ruleset: rules.Ruleset, text: str) -> Read:
    """What was drawn, from JSON."""
    try:
        plan = own_tables.plan_read(text)
    except rules.Malformed:
        return Read(None, [Wrong(None, "", _("The drawn table could not be read. Draw it again."))])
    palette = ruleset.palette
    names = drawn.called(palette, plan, table_choices.language())
    return Read(plan, [
        Wrong(each.at, each.field, fault_words(each, names[each.at] if each.at is not None else _("The table")))
        for each in drawn.faults(palette, plan)
    ])  # fmt: skip


def kept(user: User, ruleset: str = "") -> list[tuple[OwnTable, table_choices.TableChoice]]:
    """The tables that somebody keeps and that can still be begun with."""
    found = []
    for row in own_tables.own_tables(user, ruleset):
        table = own_tables.table_now(row, table_choices.language())
        if table is not None:
            found.append((row, table_choices.choice(rules.load(row.ruleset), str(row.pk), row.name, table)))
    return found


def keep(user: User, ruleset: rules.Ruleset, said: Any) -> tuple[OwnTable | None, list[str]]:
    """Keep the table of a form under its name; else why it was not."""
    plan, wrong = read(ruleset, str(said.get("plan", ""))[:MOST_PLAN])
    if plan is None or wrong:
        return None, [each.said for each in wrong]
    name = str(said.get("keep_name", ""))
    try:
        row, _new = own_tables.table_keep(owner=user, ruleset=ruleset.id, name=name, plan=plan)
    except rules.Malformed as error:
        return None, [kept_words(error)]
    return row, []


def kept_words(error: rules.Malformed) -> str:
    """Why a table was not kept, or not renamed."""
    if error.path == "$.name":
        if "another" in error.reason:
            return _("Another table of yours has this name.")
        return _("Give the table a name of up to %(most)d characters.") % {"most": own_tables.MOST_NAME}
    if error.path == "$":
        return _("You already have %(most)d saved tables: delete one first.") % {"most": own_tables.MOST_TABLES}
    return rules.problem(error).line()


# for the page


def editor(ruleset: rules.Ruleset, rows: Iterable[OwnTable]) -> dict[str, Any]:
    """Everything the drawing of tables needs: the palette in the reader's language, the plans to begin with, words."""
    palette, said_in = ruleset.palette, table_choices.language()
    ready = {each.key: drawn.plan_of(palette, each.table()) for each in palette.ready}
    plans = {**ready, **{str(row.pk): own_tables.plan_read(row.plan) for row in rows}}
    return {
        "ruleset": ruleset.id,
        "pieces": [
            {"key": each.key, "kind": each.kind, "name": each.name.fill(said_in, {}), "width": each.width,
             "depth": each.depth, "height": each.height, "floor": each.floor, "storey": each.storey,
             "of": each.of, "letter": each.letter} for each in palette.pieces
        ],
        "sizes": palette.sizes, "least": palette.least, "most": palette.most, "pieces_most": drawn.MOST_PIECES,
        "shortest": drawn.LEAST, "tallest": drawn.TALLEST,
        "raised": any(each.floor for each in palette.pieces),
        "deployments": [{"key": each.key, "name": each.name.fill(said_in, {})} for each in palette.deployments],
        "plans": {key: whole(plan) for key, plan in plans.items()},
        "words": editor_words(),
    }  # fmt: skip


def whole(plan: drawn.Plan) -> dict[str, Any]:
    """A plan with everything that goes without saying in it."""
    return {
        "width": plan.width, "depth": plan.depth, "deployment": plan.deployment,
        "pieces": [{name: getattr(piece, name) for name in piece.__struct_fields__} for piece in plan.pieces],
    }  # fmt: skip


def looked_at(ruleset: rules.Ruleset, text: str) -> dict[str, Any]:
    """What comes of a plan so far: its zones, and what is wrong with it."""
    plan, wrong = read(ruleset, text)
    return {"zones": zones_json(zones_of(ruleset, plan)), "wrong": [each._asdict() for each in wrong]}


def zones_of(ruleset: rules.Ruleset, plan: drawn.Plan | None) -> Sequence[Zone]:
    """The zones of a plan; none while its size is impossible."""
    if plan is None or min(plan.width, plan.depth) < INCH:
        return ()
    found = next((each for each in ruleset.palette.deployments if each.key == plan.deployment), None)
    return found.zones(plan.width, plan.depth) if found is not None else ()


def zones_json(zones: Iterable[Zone]) -> list[dict[str, Any]]:
    """Zones as the board draws them."""
    return [{"id": zone.id, "n": zone.name, "o": zone.outline} for zone in zones]


def usual(ruleset: rules.Ruleset) -> str:
    """An empty table of the usual size, as JSON."""
    return msgspec.json.encode(whole(drawn.usual(ruleset.palette))).decode()
