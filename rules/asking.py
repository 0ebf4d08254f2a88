"""Queries of a position: reading one, answering it, and the list of all."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import Any

import msgspec

from rules.kernel.context import Context
from rules.kernel.errors import Malformed
from rules.kernel.query import Answer, Query
from rules.kernel.rule import Hook
from rules.kernel.ruleset import Ruleset
from rules.kernel.spelling import meant
from rules.kernel.state import State, read
from rules.problem import refuse_unknown


class Asking(Context):
    """A context that notes, in `acted`, the ids of the rules that changed a value at a hook."""

    __slots__ = ("acted",)

    def __init__(self, *args: Any, **keywords: Any) -> None:
        super().__init__(*args, **keywords)
        self.acted: dict[str, None] = {}

    def value(self, hook: Hook, base: Any, **roles: Any) -> Any:
        """As in a battle; one rule after the other, to see which of them change the value."""
        for handler, has in self._acting(hook, roles):
            before, base = base, handler.call(self, base, has=has, **roles)
            if base != before:
                self.acted[handler.rule] = None
        return base

    def once(self, asked: Hashable, measure: Callable[[], Any], table: bool = False) -> Any:
        """With the rules that acted while it was measured: they decide every answer that rests on it."""
        before, self.acted = self.acted, {}
        found, acted = super().once(("acted", asked), lambda: (measure(), self.acted), table)
        self.acted = {**before, **acted}
        return found


class QueryRow(msgspec.Struct, frozen=True):
    """A query in a list: its name, what it asks, what it takes (true where that has to be said), its unit."""

    name: str
    text: str
    takes: dict[str, bool]
    unit: str


def queries(ruleset: Ruleset) -> tuple[QueryRow, ...]:
    """What can be asked of a position of this game system."""
    return tuple(QueryRow(each.name, each.text, each.takes, each.unit) for each in ruleset.queries.values())


class _Named(msgspec.Struct):
    """A query, unread but for its name."""

    type: str


def read_query(ruleset: Ruleset, data: bytes | str) -> Query:
    """A query from JSON. Raises: Malformed with the path of what is wrong."""
    name = read(msgspec.json.Decoder(_Named), data).type
    if name not in ruleset.queries:
        known, near = ", ".join(ruleset.queries) or "none", meant(name, ruleset.queries)
        raise Malformed("$.type", f"there is no query {name!r} in {ruleset.id}; its queries: {known}{near}")
    query: Query = read(msgspec.json.Decoder(ruleset.query), data)
    refuse_unknown(query, data)
    return query


def worded(ruleset: Ruleset, name: str, members: Mapping[str, str]) -> Query:
    """A query from its name and its members as texts, as on a command line. Raises: as `read_query`."""
    return read_query(ruleset, msgspec.json.encode({**members, "type": name}))


def ask(ruleset: Ruleset, state: State, query: Query) -> Sequence[Answer]:
    """The answers, in the order of the position; `state` is not changed.

    The caller judges a hand-made position first (`rules.read_position`).

    Raises:
        Malformed: the query names what is not in the position.
        IllegalAction: there is nothing to measure, with the clause: a model is not on the table.
    """
    kind = next(each for each in ruleset.queries.values() if type(query) is each.kind)
    state.refresh()
    ctx = Asking(ruleset, state.copied(), "", ())
    answers = []
    for answer in kind.ask(ctx, query):
        acted, ctx.acted = ctx.acted, {}
        facts = {**answer.facts, "rules": list(acted)} if acted else answer.facts
        answers.append(msgspec.structs.replace(answer, facts=facts))
    return answers


def as_json(query: Query, answers: Sequence[Answer]) -> dict[str, Any]:
    """The query with its answers."""
    return {"query": query, "answers": list(answers)}
