"""What one model sees of another: measured on tables with a terrain map, declared on others (lines 433-437, 470)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

import msgspec

from rules.kernel import geometry, part
from rules.kernel.context import Context
from rules.kernel.effects import Measured
from rules.kernel.lengths import INCH
from rules.kernel.part import Objections, objection
from rules.kernel.state import Model

OBSCURED = "kt.hit.obscured-definition"
DECLARED = "declared"


class SightFact(msgspec.Struct, frozen=True, omit_defaults=True):
    """The line to a target as declared by players; only needed if the table has no terrain map.

    `obscured` is empty, `terrain` or `model`; `cover` says the target is within 1" of the obscuring terrain.
    """

    target: str
    visible: bool = True
    obscured: str = ""
    cover: bool = False


class Seen(NamedTuple):
    """`cover` is the piece of terrain that both obscures the target and has it within 1", or empty."""

    visible: bool
    obscured: bool = False
    cover: str = ""


def see(ctx: Context, viewer: Model, target: Model, facts: tuple[SightFact, ...] = ()) -> Seen:
    """What one model sees of another. A declared line that differs from the measured one is refused (`table.fact`)."""
    said = next((fact for fact in facts if fact.target == target.id), None)
    if not ctx.state.table.mapped:
        return _declared(ctx, viewer, target, said or SightFact(target.id))
    seen = geometry.sight(ctx.state, viewer, target)
    cover = _cover(ctx, target, seen.terrain)
    if said is not None:
        same = (said.visible, bool(said.obscured), said.cover) == (seen.visible, seen.obscured, bool(cover))
        ctx.require(
            same,
            "table.fact",
            "the declared line to {target} differs from the measured one",
            severity="inconsistent",
            target=target.sheet.name,
        )
    if seen.obscured:
        _note(ctx, viewer, target, seen.terrain + seen.models, declared=False)
    return Seen(seen.visible, seen.obscured, cover)


def unread(facts: tuple[SightFact, ...], targets: Iterable[str]) -> Objections:
    """Objections to declared lines to models nobody aims at, and to cover that obscures nobody."""
    aimed_at = tuple(targets)
    for index, fact in enumerate(facts):
        if fact.target not in aimed_at:
            text = "{field} means nothing here: nobody aims at {target!r}"
            yield objection("table.fact", text, field=f"facts[{index}].target", target=fact.target)
        if fact.obscured != "terrain":
            yield from part.unread(OBSCURED, fact, ("cover",), "no terrain obscures the target", f"facts[{index}].")


def _declared(ctx: Context, viewer: Model, target: Model, said: SightFact) -> Seen:
    if said.obscured:
        _note(ctx, viewer, target, (said.obscured,), declared=True)
    return Seen(said.visible, bool(said.obscured), DECLARED if said.cover and said.obscured == "terrain" else "")


def _cover(ctx: Context, target: Model, obscuring: tuple[str, ...]) -> str:
    """The first of the obscuring pieces that has the target within 1"."""
    place, base = ctx.place(target), target.sheet.base
    pieces = [t for t in ctx.state.table.terrain if t.id in obscuring]
    return next((t.id for t in pieces if geometry.near_outline(place, base, t.outline, INCH)), "")


def _note(ctx: Context, viewer: Model, target: Model, by: tuple[str, ...], declared: bool) -> None:
    ctx.effects.append(
        Measured(rule=OBSCURED, model=viewer.id, target=target.id, fact="obscured", value=1, declared=declared, by=by)
    )
