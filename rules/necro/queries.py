"""What can be asked of a position of Necromunda: distances, lines of sight, cover, what is held, the score."""

from __future__ import annotations

from collections.abc import Iterator

from rules.kernel import measuring
from rules.kernel.context import Context
from rules.kernel.errors import Malformed
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
from rules.necro import ground, scenario, vision
from rules.necro.vent import MEASURE

WITHIN = "necro.core.lengths"
APART = f"{measuring.HUNDREDTHS}; null: impassable terrain is between, and nothing is measured through it"
COVERS = "open: these rules have no cover; hidden: nothing of it is seen; null: no terrain map, the players declare it"
OPEN, HIDDEN = "open", "hidden"
_measured = measuring.distances(WITHIN)


def distance(ctx: Context, query: DistanceQuery) -> Iterator[Answer]:
    """How far apart things are; nothing is measured between fighters through impassable terrain."""
    ends = [ctx.state.models.get(key) for key in (query.of, query.to)]
    of, to = ends
    for answer in _measured(ctx, query):
        if of is None or to is None or of.at is None or not ground.parted(ctx.state, of, of.at, to):
            yield Answer(value=answer.value, unit=APART, clauses=answer.clauses, facts=answer.facts)
        else:
            yield Answer(value=None, unit=APART, clauses=(WITHIN, MEASURE), facts=answer.facts)


def sight(ctx: Context, query: SightQuery) -> Iterator[Answer]:
    """Whether a fighter sees another: within its arc of vision, and past terrain."""
    viewer = measuring.on_table(ctx, query.viewer, "$.viewer")
    for target in measuring.models_of(ctx, query.target, "$.target"):
        if not ctx.state.table.mapped:
            yield Answer(of=target.id, value=None, unit=measuring.YES_OR_NO,
                         clauses=(vision.SIGHT, measuring.DECLARED))  # fmt: skip
            continue
        why = next((clause for clause, _ in vision.unseen(ctx.state, viewer, target)), "")
        facts = {"in_arc": vision.in_arc(viewer, target)}
        clauses = tuple(dict.fromkeys((vision.SIGHT, *([why] if why else ()))))
        yield Answer(of=target.id, value=not why, unit=measuring.YES_OR_NO, clauses=clauses, facts=facts)


def cover(ctx: Context, query: CoverQuery) -> Iterator[Answer]:
    """Whether anything of a fighter can be shot at: that is all that terrain does against an attack."""
    attacker = measuring.on_table(ctx, query.attacker, "$.attacker")
    for target in measuring.models_of(ctx, query.target, "$.target"):
        if not ctx.state.table.mapped:
            yield Answer(of=target.id, value=None, unit=COVERS, clauses=(vision.SIGHT, measuring.DECLARED))
        else:
            value = OPEN if vision.open_to(ctx.state, attacker, target) else HIDDEN
            yield Answer(of=target.id, value=value, unit=COVERS, clauses=(vision.SIGHT,))


def holds(ctx: Context, query: HoldsQuery) -> Iterator[Answer]:
    """Who holds what the scenario counts; of other pieces nobody asks. Zones are held by whoever is alone in them."""
    played = scenario.chosen(ctx.state)
    found = played.held(ctx.state)
    if query.where in found or (not query.where and found):
        for key in found if not query.where else (query.where,):
            yield Answer(of=key, value=found[key], unit=measuring.SIDE, clauses=(played.clause,))
        return
    if query.where and all(query.where != zone.id for zone in ctx.state.table.zones):
        raise Malformed("$.where", f"nobody holds {query.where!r} in this scenario")
    yield from measuring.areas(played.clause)(ctx, query)


def score(ctx: Context, query: ScoreQuery) -> Iterator[Answer]:
    """Each gang's score by the scenario that is fought."""
    yield from measuring.scores((scenario.RESULT, scenario.chosen(ctx.state).clause), SCORED)(ctx, query)


SCORED = "points of the scenario: enemies out of action or fled, or points for what was held at the end of each round"

PART = Part(queries=(
    QueryKind(DistanceQuery, distance, APART),
    QueryKind(SightQuery, sight, measuring.YES_OR_NO),
    QueryKind(CoverQuery, cover, COVERS),
    QueryKind(HoldsQuery, holds, measuring.SIDE),
    QueryKind(ScoreQuery, score, SCORED),
))  # fmt: skip
