"""What can be asked of a position of Warhammer 40,000: distances, lines of sight, cover saves, areas, the score."""

from __future__ import annotations

from collections.abc import Iterator

from rules.kernel import measuring
from rules.kernel.context import Context
from rules.kernel.effects import Measured
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
from rules.kernel.sheet import Weapon
from rules.kernel.state import Model
from rules.wh40k import turn
from rules.wh40k.shooting.sight import COVER, DECLARED, SEQUENCE, see
from rules.wh40k.shooting.sight import cover as save

MEASURED = "wh40k.assumed.measurement"
SAVES = "the least face that saves, 2 to 6; 7: no cover save; null: no terrain map, the players declare it"


class CoverSaveQuery(CoverQuery, frozen=True, tag="cover"):
    """The cover save that a model has, or each model of a unit, against an attack by another model.

    With `weapon`, the id of a weapon of the attacker, rules of that weapon count too.
    """

    weapon: str = ""


def sight(ctx: Context, query: SightQuery) -> Iterator[Answer]:
    """Whether a model sees others. `by` names the terrain and the models that are partly in the way."""
    viewer = measuring.on_table(ctx, query.viewer, "$.viewer")
    for target in measuring.models_of(ctx, query.target, "$.target"):
        if ctx.state.table.mapped:
            seen = see(ctx, viewer, target)
            yield Answer(of=target.id, value=seen.visible, unit=measuring.YES_OR_NO, clauses=(SEQUENCE,),
                         facts={"by": [*seen.terrain, *seen.models]})  # fmt: skip
        else:
            yield Answer(of=target.id, value=None, unit=measuring.YES_OR_NO, clauses=(SEQUENCE, DECLARED))


def cover(ctx: Context, query: CoverSaveQuery) -> Iterator[Answer]:
    """The cover saves of models. `by` names the terrain and the models that give them."""
    attacker = measuring.on_table(ctx, query.attacker, "$.attacker")
    weapon = _weapon(attacker, query.weapon)
    for target in measuring.models_of(ctx, query.target, "$.target"):
        if not ctx.state.table.mapped:
            yield Answer(of=target.id, value=None, unit=SAVES, clauses=(COVER, DECLARED))
            continue
        measured = len(ctx.effects)
        value = save(ctx, target, attacker, weapon=weapon)
        by = [key for effect in ctx.effects[measured:] if isinstance(effect, Measured) for key in effect.by]
        yield Answer(of=target.id, value=min(value, 7), unit=SAVES, clauses=(COVER,), facts={"by": by})


def _weapon(model: Model, key: str) -> Weapon | None:
    found = next((weapon for weapon in model.sheet.weapons if weapon.id == key), None)
    if key and found is None:
        raise Malformed("$.weapon", f"{model.sheet.name} has no weapon {key!r}")
    return found


PART = Part(queries=(
    QueryKind(DistanceQuery, measuring.distances(MEASURED), measuring.HUNDREDTHS),
    QueryKind(SightQuery, sight, measuring.YES_OR_NO),
    QueryKind(CoverSaveQuery, cover, SAVES),
    QueryKind(HoldsQuery, measuring.areas(turn.VICTORY), measuring.SIDE),
    QueryKind(ScoreQuery, measuring.scores((turn.VICTORY,)), "points of enemy units destroyed"),
))  # fmt: skip
