"""What can be asked of a position of The 9th Age: distances, lines of sight, cover, what is held, the score."""

from __future__ import annotations

from collections.abc import Iterator

from rules.kernel import measuring, regiment
from rules.kernel.context import Context
from rules.kernel.convex import Core
from rules.kernel.errors import Malformed
from rules.kernel.log import TABLE
from rules.kernel.part import Part
from rules.kernel.query import (
    Answer,
    CoverQuery,
    DistanceQuery,
    HoldsQuery,
    QueryKind,
    ScoreQuery,
    SightQuery,
)
from rules.kernel.spelling import meant
from rules.kernel.state import Unit, leader
from rules.t9a import objective, options, shooting, turn, words

WITHIN = "t9a.core.lengths"
SIGHTS = f"{measuring.YES_OR_NO}; in_front: whether the target is in the front arc"
COVERS = "open, soft or hard; null: no terrain map, the players declare it"
OPEN, SOFT, HARD = "open", "soft", "hard"


def distance(ctx: Context, query: DistanceQuery) -> Iterator[Answer]:
    """How far apart things are: units from boundary to boundary, a model in the ranks from the edge of its base."""
    if {query.of, query.to}.isdisjoint({*ctx.state.units, *ctx.state.models}):
        raise Malformed("$", "one of the two has to be a model or a unit")
    ends = _area(ctx, query.of, "$.of"), _area(ctx, query.to, "$.to")
    yield Answer(value=regiment.apart(*ends), unit=measuring.HUNDREDTHS, clauses=(WITHIN,),
                 facts={"between": (query.of, query.to)})  # fmt: skip


def _area(ctx: Context, key: str, path: str) -> Core:
    """What a unit, the base of a model, a piece of terrain or a zone covers."""
    state = ctx.state
    outlines = {piece.id: piece.outline for piece in state.table.terrain}
    outlines |= {zone.id: zone.outline for zone in state.table.zones}
    if key in outlines:
        return outlines[key]
    if key in state.units:
        return words.boundary(_there(ctx, state.units[key]))
    if key in state.models:
        return regiment.core(words.formation(_unit_of(ctx, key, path)), key)
    known = {*state.units, *state.models, *outlines}
    raise Malformed(path, f"there is nothing with the id {key!r} in this position{meant(key, known)}")


def _there(ctx: Context, unit: Unit) -> Unit:
    """A unit that stands on the table."""
    ctx.require(unit.formation is not None, TABLE["present"], "{name} is not on the table", name=unit.id)
    return unit


def _unit_of(ctx: Context, key: str, path: str) -> Unit:
    """The unit in which a model stands, or the unit of this id."""
    if key in ctx.state.units:
        return _there(ctx, ctx.state.units[key])
    model = measuring.on_table(ctx, key, path)
    return _there(ctx, ctx.state.units[model.unit])


def sight(ctx: Context, query: SightQuery) -> Iterator[Answer]:
    """Whether a model sees a unit, or the unit of a model: past terrain and other units, from where it stands."""
    viewer, target = _unit_of(ctx, query.viewer, "$.viewer"), _unit_of(ctx, query.target, "$.target")
    if not ctx.state.table.mapped:
        yield Answer(of=target.id, value=None, unit=SIGHTS, clauses=(shooting.AIM, measuring.DECLARED))
        return
    facts = {"in_front": shooting.faces(viewer, target)}
    value = shooting.sees(ctx, viewer, target, "" if query.viewer in ctx.state.units else query.viewer)
    yield Answer(of=target.id, value=value, unit=SIGHTS, clauses=(shooting.AIM,), facts=facts)


def cover(ctx: Context, query: CoverQuery) -> Iterator[Answer]:
    """The cover of a unit, or the unit of a model, against the shots of another unit."""
    attacker, target = _unit_of(ctx, query.attacker, "$.attacker"), _unit_of(ctx, query.target, "$.target")
    if not ctx.state.table.mapped:
        yield Answer(of=target.id, value=None, unit=COVERS, clauses=(shooting.COVER, measuring.DECLARED))
        return
    found = {SOFT if amount == shooting.SOFT else HARD: amount
             for _, amount in shooting.cover(ctx, attacker, target)}  # fmt: skip
    value = next(iter(found), OPEN)
    yield Answer(of=target.id, value=value, unit=COVERS, clauses=(shooting.COVER,),
                 facts={"modifier": found.get(value, 0)})  # fmt: skip


def holds(ctx: Context, query: HoldsQuery) -> Iterator[Answer]:
    """Who has more Scoring units at the objective that is played; of zones, the side that is alone in them."""
    played = options.option(ctx.state, options.OBJECTIVE)
    if played != objective.NONE and not query.where:
        there = objective.counted(ctx, played)
        yield Answer(of="objective", value=leader(there), unit=measuring.SIDE, clauses=(objective.RULE,),
                     facts=there)  # fmt: skip
        return
    yield from measuring.areas(turn.VICTORY)(ctx, query)


PART = Part(queries=(
    QueryKind(DistanceQuery, distance, measuring.HUNDREDTHS),
    QueryKind(SightQuery, sight, SIGHTS),
    QueryKind(CoverQuery, cover, COVERS),
    QueryKind(HoldsQuery, holds, measuring.SIDE),
    QueryKind(ScoreQuery, measuring.scores((turn.VICTORY,)), "points of enemy units destroyed, and of the objective"),
))  # fmt: skip
