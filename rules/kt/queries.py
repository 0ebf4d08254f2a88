"""What can be asked of a position of Kill Team: distances, lines of sight, cover, areas, the score."""

from __future__ import annotations

from collections.abc import Iterator

from rules.kernel import measuring
from rules.kernel.context import Context
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
from rules.kt.sight import OBSCURED, see

VISIBLE, INJURY = "kt.shoot.visibility", "kt.injury.mod-cover"
WITHIN, MISSION = "kt.measure.within", "kt.gap.victory"
OPEN, BEHIND, IN_COVER = "open", "obscured", "in-cover"


def sight(ctx: Context, query: SightQuery) -> Iterator[Answer]:
    """Whether a model sees others, past terrain."""
    viewer = measuring.on_table(ctx, query.viewer, "$.viewer")
    for target in measuring.models_of(ctx, query.target, "$.target"):
        if ctx.state.table.mapped:
            yield Answer(of=target.id, value=see(ctx, viewer, target).visible, unit=measuring.YES_OR_NO,
                         clauses=(VISIBLE,))  # fmt: skip
        else:
            yield Answer(of=target.id, value=None, unit=measuring.YES_OR_NO, clauses=(VISIBLE, measuring.DECLARED))


COVERS = (
    f"{OPEN}; {BEHIND}: something is in between; {IN_COVER}: terrain in between is also within 1 inch; null: declared"
)


def cover(ctx: Context, query: CoverQuery) -> Iterator[Answer]:
    """How well a model is covered from another: `by` is what obscures it, `cover` the terrain beside it."""
    attacker = measuring.on_table(ctx, query.attacker, "$.attacker")
    for target in measuring.models_of(ctx, query.target, "$.target"):
        if not ctx.state.table.mapped:
            yield Answer(of=target.id, value=None, unit=COVERS, clauses=(OBSCURED, measuring.DECLARED))
            continue
        measured = len(ctx.effects)
        seen = see(ctx, attacker, target)
        by = [key for effect in ctx.effects[measured:] for key in getattr(effect, "by", ())]
        value = IN_COVER if seen.cover else BEHIND if seen.obscured else OPEN
        clauses = (OBSCURED, INJURY) if seen.cover else (OBSCURED,)
        facts = {"by": by, **({"cover": seen.cover} if seen.cover else {})}
        yield Answer(of=target.id, value=value, unit=COVERS, clauses=clauses, facts=facts)


PART = Part(queries=(
    QueryKind(DistanceQuery, measuring.distances(WITHIN), measuring.HUNDREDTHS),
    QueryKind(SightQuery, sight, measuring.YES_OR_NO),
    QueryKind(CoverQuery, cover, COVERS),
    QueryKind(HoldsQuery, measuring.areas(MISSION), measuring.SIDE),
    QueryKind(ScoreQuery, measuring.scores((MISSION,)), "points of enemies taken out"),
))  # fmt: skip
