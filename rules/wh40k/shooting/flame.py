"""Template weapons: every model under the template is hit, without a roll."""

from __future__ import annotations

from collections.abc import Iterator

from rules.kernel import direction, geometry, hull, template
from rules.kernel.context import Context
from rules.kernel.effects import Laid, Noted
from rules.kernel.state import Model, Unit
from rules.wh40k import hooks, words
from rules.wh40k.shooting import arms, sight
from rules.wh40k.shooting.volley import Shot, Volley
from rules.wh40k.special import blast


def towards(ctx: Context, shot: Shot, target: Unit) -> tuple[int, int]:
    """Where a template points: as declared, else at the middle of the nearest model of the target."""
    if shot.fire.direction is not None and shot.fire.direction != (0, 0):
        return shot.fire.direction
    near = min(words.standing(ctx.state, target), key=lambda m: geometry.distance(shot.model, m))
    (x, y, _), (to_x, to_y, _) = ctx.place(shot.model), ctx.place(near)
    return (to_x - x, to_y - y) if (to_x, to_y) != (x, y) else hull.AHEAD


def outline_of(ctx: Context, shot: Shot, target: Unit) -> tuple[tuple[int, int], ...]:
    """The outline of a template, its narrow end at the edge of the firing model."""
    way, sheet = towards(ctx, shot, target), shot.model.sheet
    edge = sheet.base if sheet.hull is None else min(sheet.hull) // 2
    return template.flame(direction.along(ctx.place(shot.model), way, edge), way)


def objections(
    ctx: Context, shot: Shot, target: Unit, facts: tuple[sight.LineOfSight, ...] = ()
) -> Iterator[tuple[str, str]]:
    """Objections to this placement of a template: clause and sentence. Sets the shot's `outline`."""
    shot.outline, name = outline_of(ctx, shot, target), shot.weapon.name
    refused = ctx.value(
        hooks.AIMED, "", model=shot.model, weapon=shot.weapon, target=target, centre=None, outline=shot.outline,
        floor=shot.fire.floor, barrage=False,
    )  # fmt: skip
    if refused:
        yield refused, f"{name} cannot be aimed there"
    there = [m for m in under(ctx, shot, target) if m.id != shot.model.id]
    hit = [m for m in there if m.unit == target.id and sight.sees(ctx, shot.model, m, facts)]
    if not hit:
        yield arms.TYPES, f"the template of {name} is over no model of {target.sheet.name} in sight"
    friends = [m for m in there if m.side == shot.model.side]
    if friends:
        yield arms.TYPES, f"the template of {name} is over {friends[0].sheet.name}"


def under(ctx: Context, shot: Shot, target: Unit) -> list[Model]:
    """The models under a template."""
    covered = template.under(shot.outline, ctx.state.alive())
    found: list[Model] = ctx.value(
        hooks.COVERED, covered, centre=None, outline=shot.outline, weapon=shot.weapon, barrage=False,
        floor=shot.fire.floor, target=target,
    )  # fmt: skip
    return found


def fire(ctx: Context, volley: Volley, shot: Shot) -> None:
    """Every unit takes a hit for each of its models under the template."""
    for _ in range(arms.shots(ctx, shot.model, shot.weapon, shot.away)):
        if blast.lost(ctx, shot):
            continue
        there = [m for m in under(ctx, shot, volley.target) if m.id != shot.model.id]
        place = ctx.place(shot.model)
        under_it = tuple(m.id for m in there)
        laid = Laid(rule=arms.TYPES, at=place, outline=shot.outline, model=shot.model.id, under=under_it)
        ctx.effects.append(laid)
        for unit, hits, only in blast.by_unit(ctx, there):
            volley.pool(ctx, shot, unit, only).hits += hits
            text = "hits under the template"
            ctx.effects.append(Noted(rule=arms.TYPES, model=shot.model.id, target=unit.id, value=hits, text=text))
