"""What one model sees of another, and the resulting cover: measured if the table has a terrain map, else declared.

Only opaque terrain blocks sight; terrain or models that only give cover (woods, ruins, other units) never hide a model
completely.
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from rules.kernel import geometry, part
from rules.kernel.context import Context
from rules.kernel.effects import Measured
from rules.kernel.part import Objections, objection
from rules.kernel.sheet import Sheet, Weapon
from rules.kernel.state import Model, Number, Point, State, Terrain, Unit
from rules.wh40k import hooks, words
from rules.wh40k.movement.terrain import NO_SAVE, kind_of

DECLARED = "wh40k.assumed.declared-facts"
COVER = "wh40k.assumed.save.cover"
SEQUENCE = "wh40k.assumed.shooting.sequence"
GROUND = words.GROUND
SCREEN = 5
"""The cover save that models of other units between firer and target give."""
IN_THE_OPEN = 6
"""The cover save of a unit that has gone to ground where it has no cover."""


class LineOfSight(msgspec.Struct, frozen=True, omit_defaults=True):
    """The line to a model or a whole unit `target` as declared by players; only needed if the table has no map.

    `cover` is the cover save the target has on that line, 7 for none.
    """

    target: str
    visible: bool = True
    cover: Number = NO_SAVE


def see(ctx: Context, viewer: Model, target: Model, facts: tuple[LineOfSight, ...] = ()) -> geometry.Sight:
    """What one model sees of another; `terrain` and `models` name what gives cover."""
    said = _said(facts, target)
    if not ctx.state.table.mapped:
        return geometry.Sight(said is None or said.visible, False)
    seen = _measured(ctx, viewer, target)
    if said is not None:
        _agrees(ctx, said.visible == seen.visible, target)
    return seen


def sees(ctx: Context, viewer: Model, target: Model, facts: tuple[LineOfSight, ...] = ()) -> bool:
    """Whether one model sees another at all, as `see` would say: only opaque terrain and what rules make of it matter.

    What gives cover is not looked for, which is what takes long.
    """
    state = ctx.state
    if facts or not state.table.mapped or not state.has(viewer, target):
        return see(ctx, viewer, target, facts).visible
    seen: bool = ctx.once(("visible", viewer.id, target.id), lambda: _in_view(ctx, viewer, target))
    return seen


def sees_unit(ctx: Context, viewer: Model, unit: Unit, facts: tuple[LineOfSight, ...] = ()) -> list[Model]:
    """The models of a unit that a model sees."""
    return [m for m in words.standing(ctx.state, unit) if sees(ctx, viewer, m, facts)]


def _said(facts: tuple[LineOfSight, ...], target: Model) -> LineOfSight | None:
    """The declaration about a model: its own takes precedence over its unit's."""
    own = next((fact for fact in facts if fact.target == target.id), None)
    return own or next((fact for fact in facts if fact.target == target.unit), None)


def unread(facts: Iterable[LineOfSight], state: State, units: Iterable[Unit], cover: bool = True) -> Objections:
    """Objections to declared lines that no rule looks at: to others than these `units`, or cover nobody asks for."""
    concerned = {key for unit in units for key in (unit.id, *(m.id for m in state.members(unit.id)))}
    for index, fact in enumerate(facts):
        if fact.target not in concerned:
            text = "{field} means nothing here: nobody has to see {target!r}"
            yield objection(DECLARED, text, field=f"facts[{index}].target", target=fact.target)
        if not cover:
            yield from part.unread(DECLARED, fact, ("cover",), "nobody is shot at", f"facts[{index}].")


def _agrees(ctx: Context, same: bool, target: Model) -> None:
    text = "the declared line to {target} differs from the measured one"
    ctx.require(same, DECLARED, text, severity="inconsistent", target=target.sheet.name)


def _measured(ctx: Context, viewer: Model, target: Model) -> geometry.Sight:
    """What a model sees of another. It is asked for every weapon, marker and manner of firing, and measured once."""
    if not ctx.state.has(viewer, target):
        # one that only stands in for somebody, at another place
        return _measure_sight(ctx, viewer, target)
    found: geometry.Sight = ctx.once(("sight", viewer.id, target.id), lambda: _measure_sight(ctx, viewer, target))
    return found


def _in_view(ctx: Context, viewer: Model, target: Model) -> bool:
    near = [piece for piece, _ in geometry.in_the_way(ctx.state.table.terrain, viewer, target)]
    opaque = [piece for piece in near if kind_of(ctx, piece).opaque]
    if opaque and not geometry.visible(viewer, target, opaque):
        return False
    seen: geometry.Sight = ctx.value(hooks.SIGHT, geometry.CLEAR, viewer=viewer, target=target)
    return seen.visible


def _measure_sight(ctx: Context, viewer: Model, target: Model) -> geometry.Sight:
    state = ctx.state
    near = [piece for piece, _ in geometry.in_the_way(state.table.terrain, viewer, target)]
    kinds = {piece.id: kind_of(ctx, piece) for piece in near}
    # models in area terrain see out of it freely
    own = {piece.id for piece in _in_area(ctx, viewer)}
    matter = [p for p in near if kinds[p.id].opaque or (kinds[p.id].cover < NO_SAVE and p.id not in own)]
    between = tuple(m for m in state.models.values() if _screens(m, viewer, target))
    screens = list(ctx.value(hooks.SCREENS, between, viewer=viewer, target=target))
    seen = _look(ctx, viewer, target, matter, screens)
    if not seen.visible:
        opaque = [piece for piece in matter if kinds[piece.id].opaque]
        open_line = _look(ctx, viewer, target, opaque, []).visible
        seen = msgspec.structs.replace(seen, visible=open_line)
    found: geometry.Sight = ctx.value(hooks.SIGHT, seen, viewer=viewer, target=target)
    return found


def _screens(model: Model, viewer: Model, target: Model) -> bool:
    return not model.out and model.at is not None and model.unit not in (viewer.unit, target.unit)


def _look(ctx: Context, viewer: Model, target: Model, terrain: list[Terrain], screens: list[Model]) -> geometry.Sight:
    """Sight past these pieces and models."""
    table = msgspec.structs.replace(ctx.state.table, terrain=tuple(terrain))
    return geometry.sight(msgspec.structs.replace(ctx.state, table=table), viewer, target, screens)


def _in_area(ctx: Context, model: Model) -> list[Terrain]:
    """The pieces of area terrain a model on foot stands in."""
    if model.at is None or words.is_vehicle(model):
        return []
    pieces = geometry.inside_of(model.at, model.sheet.base, ctx.state.table.terrain)
    return [piece for piece in pieces if kind_of(ctx, piece).area]


def cover(
    ctx: Context,
    model: Model,
    attacker: Model | None,
    origin: Point | None = None,
    weapon: Weapon | None = None,
    facts: tuple[LineOfSight, ...] = (),
) -> int:
    """The cover save of a model against a shot from the attacker, or from `origin` if one is given; 7 for none."""
    value = _base(ctx, model, _viewer(model, attacker, origin), facts)
    value = int(
        ctx.value(hooks.COVER, value, model=model, origin=origin or _at(attacker), weapon=weapon, attacker=attacker)
    )
    if words.gone_to_ground(words.unit_of(ctx.state, model)):
        value = min(value - 1, IN_THE_OPEN)
    return value


def _at(attacker: Model | None) -> Point | None:
    return attacker.at if attacker is not None else None


def _viewer(model: Model, attacker: Model | None, origin: Point | None) -> Model | None:
    """The viewer: the attacker, or a stand-in without height at the origin of the shot."""
    if origin is None:
        return attacker if attacker is not None and attacker.at is not None else None
    side = attacker.side if attacker is not None else ""
    unit = attacker.unit if attacker is not None else ""
    return Model("", side, Sheet("", "", "", {}, base=0, height=1), 1, origin, unit=unit)


def _base(ctx: Context, model: Model, viewer: Model | None, facts: tuple[LineOfSight, ...]) -> int:
    """Cover from the terrain a model stands in and from whatever is in front of it."""
    said = _said(facts, model)
    if not ctx.state.table.mapped:
        value = min(NO_SAVE, said.cover) if said is not None else NO_SAVE
        if value < NO_SAVE:
            ctx.effects.append(_measure(viewer, model, value, (), declared=True))
        return value
    pieces = {piece.id: kind_of(ctx, piece).cover for piece in _in_area(ctx, model)}
    screens: tuple[str, ...] = ()
    if viewer is not None and model.at is not None:
        seen = _measured(ctx, viewer, model)
        screens = seen.models
        pieces.update(_covers(ctx, seen.terrain))
    value = min([*pieces.values(), *(SCREEN for _ in screens[:1])], default=NO_SAVE)
    if said is not None:
        _agrees(ctx, said.cover == value, model)
    if value < NO_SAVE:
        giving = tuple(key for key, cover in pieces.items() if cover == value) or screens
        ctx.effects.append(_measure(viewer, model, value, giving, declared=False))
    return value


def _covers(ctx: Context, keys: Iterable[str]) -> dict[str, int]:
    named = set(keys)
    return {piece.id: kind_of(ctx, piece).cover for piece in ctx.state.table.terrain if piece.id in named}


def _measure(viewer: Model | None, model: Model, value: int, by: tuple[str, ...], declared: bool) -> Measured:
    seen_by = viewer.id if viewer is not None else ""
    return Measured(
        rule=DECLARED if declared else COVER, model=seen_by, target=model.id, fact="cover", value=value,
        declared=declared, by=by,
    )  # fmt: skip
