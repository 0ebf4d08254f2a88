"""Queries of a position, which change nothing: how far, what is seen, who holds what.

A kind of query is made like an act: the query as a struct, and the function that answers it. A ruleset brings its
queries in its parts, so a game system answers by its own rules, and rules that act at its hooks change the answer as
they change a battle. The queries of this module are those that every system answers; `rules.kernel.measuring` answers
the ones that only need geometry.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, TypeAlias

import msgspec

Context: TypeAlias = Any
"""A `context.Context`. That module knows rulesets, so it is above this one and cannot be imported here."""


class Query(msgspec.Struct, frozen=True, omit_defaults=True, tag_field="type", kw_only=True):
    """Base of everything that can be asked of a position."""


class DistanceQuery(Query, frozen=True, tag="distance"):
    """How far two things are apart, between their nearest points.

    `of` and `to` are ids of models, units, pieces of terrain or zones; one of them is a model or a unit. Of a unit the
    nearest model counts. Terrain and zones are measured seen from above, models with their heights.
    """

    of: str
    to: str


class SightQuery(Query, frozen=True, tag="sight"):
    """Whether a model sees another, or each model of a unit."""

    viewer: str
    target: str


class CoverQuery(Query, frozen=True, tag="cover"):
    """The cover that a model has, or each model of a unit, against an attack by another model."""

    attacker: str
    target: str


class ReachQuery(Query, frozen=True, tag="reach"):
    """What a model or a unit reaches from its edge: its move, the range of each weapon, what its rules do around it.

    Of a unit, what it reaches as one and what each of its models does.
    """

    of: str


class HoldsQuery(Query, frozen=True, tag="holds"):
    """Which side holds an area of the table or a piece of terrain (`where`), or each that can be held."""

    where: str = ""


class ScoreQuery(Query, frozen=True, tag="score"):
    """The score of each side so far, as it would count if the game ended now."""


class NoQuery(Query, frozen=True, tag="none"):
    """Stands in for the queries of a game system that has none; nothing can be asked there."""


Value: TypeAlias = int | str | bool | None


class Answer(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """One answer: its value, the unit of the value, and the clauses of the catalogue it rests on.

    `of` is the id of whatever it is about, where a query has several answers. `value` is null where nothing can be
    measured and the players declare it. `facts` are the numbers and ids behind it.
    """

    value: Value
    unit: str
    clauses: tuple[str, ...]
    of: str = ""
    facts: dict[str, Any] = {}


Ask: TypeAlias = Callable[[Context, Any], Iterable[Answer]]


class QueryKind(msgspec.Struct, frozen=True):
    """A kind of query and what answers it. `unit` is the unit of its values, for lists of queries."""

    kind: type[Query]
    ask: Ask
    unit: str

    @property
    def name(self) -> str:
        """The word for the query."""
        return str(self.kind.__struct_config__.tag)

    @property
    def text(self) -> str:
        """What is asked."""
        return " ".join((self.kind.__doc__ or "").split())

    @property
    def takes(self) -> dict[str, bool]:
        """What has to be said (true) and what can be (false)."""
        return {each.encode_name: each.required for each in msgspec.structs.fields(self.kind)}
