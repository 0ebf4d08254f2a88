"""Answers to queries of a position that need only geometry, and the tools of those that need rules."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rules.kernel import footprint, geometry
from rules.kernel.context import Context
from rules.kernel.errors import Malformed
from rules.kernel.log import TABLE
from rules.kernel.query import Answer, Ask, DistanceQuery, HoldsQuery, ScoreQuery
from rules.kernel.spelling import meant
from rules.kernel.state import Model, State

HUNDREDTHS = "hundredths of an inch"
YES_OR_NO = "true or false; null: no terrain map, the players declare it"
SIDE = "the id of a side; empty: no side, or both"
DECLARED = TABLE["fact"]


def models_of(ctx: Context, key: str, path: str) -> list[Model]:
    """The models on the table that an id means: a model, or the models of a unit.

    Raises:
        Malformed: no model and no unit has this id.
        IllegalAction: `table.present` where none of them is on the table.
    """
    state = ctx.state
    if key not in state.models and key not in state.units:
        near = meant(key, (*state.models, *state.units))
        raise Malformed(path, f"there is no model or unit {key!r} in this position{near}")
    named = [state.models[key]] if key in state.models else state.members(key)
    there = [model for model in named if model.at is not None and not model.out]
    ctx.require(there, TABLE["present"], "{name} is not on the table", name=key)
    return there


def on_table(ctx: Context, key: str, path: str) -> Model:
    """One model that is on the table.

    Raises:
        Malformed: there is no such model.
        IllegalAction: `table.present`.
    """
    ctx.model(key, path)
    return models_of(ctx, key, path)[0]


def distances(clause: str) -> Ask:
    """Answers how far things are apart, under the clause of a game system that says how it measures."""

    def ask(ctx: Context, query: DistanceQuery) -> Iterator[Answer]:
        apart, between = _nearest(ctx, query)
        yield Answer(value=apart, unit=HUNDREDTHS, clauses=(clause,), facts={"between": between})

    return ask


def _nearest(ctx: Context, query: DistanceQuery) -> tuple[int, tuple[str, str]]:
    """The distance and the two things it is measured between: the nearest models of units."""
    of, to, state = query.of, query.to, ctx.state
    outlines = {piece.id: piece.outline for piece in state.table.terrain}
    outlines |= {zone.id: zone.outline for zone in state.table.zones}
    if _moves(state, of) and _moves(state, to):
        ends = models_of(ctx, of, "$.of"), models_of(ctx, to, "$.to")
        return min((geometry.distance(a, b), (a.id, b.id)) for a in ends[0] for b in ends[1])
    for here, there, path in ((of, to, "$.of"), (to, of, "$.to")):
        if there in outlines and _moves(state, here):
            shape = outlines[there]
            return min((footprint.distance_to_outline(m, shape), (m.id, there)) for m in models_of(ctx, here, path))
    known = {*state.models, *state.units, *outlines}
    for path, key in (("$.of", of), ("$.to", to)):
        if key not in known:
            raise Malformed(path, f"there is nothing with the id {key!r} in this position{meant(key, known)}")
    raise Malformed("$", "one of the two has to be a model or a unit")


def _moves(state: State, key: str) -> bool:
    return key in state.models or key in state.units


def scores(clauses: Sequence[str], unit: str = "points") -> Ask:
    """Answers with each side's score, under the clauses by which it counts."""

    def ask(ctx: Context, query: ScoreQuery) -> Iterator[Answer]:
        found = ctx.ruleset.score(ctx.state)
        yield from (Answer(of=side, value=found[side], unit=unit, clauses=tuple(clauses)) for side in ctx.state.sides)

    return ask


def areas(clause: str, unit: str = SIDE) -> Ask:
    """Answers, for each zone of the table, which side alone has models in it.

    For game systems whose document leaves to the mission what an area counts for: `clause` is the one that says so.
    """

    def ask(ctx: Context, query: HoldsQuery) -> Iterator[Answer]:
        zones = [zone for zone in ctx.state.table.zones if query.where in ("", zone.id)]
        if query.where and not zones:
            raise Malformed("$.where", f"there is no zone {query.where!r} on this table")
        for zone in zones:
            inside = {side: _inside(ctx.state.alive(side), zone.outline) for side in ctx.state.sides}
            there = [side for side, models in inside.items() if models]
            yield Answer(
                of=zone.id, value=there[0] if len(there) == 1 else "", unit=unit, clauses=(clause,), facts=inside
            )

    return ask


def _inside(models: Sequence[Model], outline: geometry.Outline) -> list[str]:
    return [model.id for model in models if footprint.overlaps_outline(model, outline)]
