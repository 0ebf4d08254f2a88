"""Close combat moves: charging into contact, piling in, consolidating."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

from rules.kernel import convex, footprint, geometry, hull
from rules.kernel.context import Context
from rules.kernel.convex import Flat
from rules.kernel.direction import scaled
from rules.kernel.lengths import INCH, show
from rules.kernel.state import Model, Point, Unit
from rules.wh40k import hooks, words
from rules.wh40k.assault import combat
from rules.wh40k.book import CHARGE, FIGHT
from rules.wh40k.deployment import placing
from rules.wh40k.movement import footing, move, trail

MOVE = CHARGE["move"]
DIFFICULT = CHARGE["difficult"]
PILE = FIGHT["pile-in"]
CONSOLIDATE = FIGHT["consolidate"]
SHORT = 3
"""A straight move ends this many hundredths short, so that bases touch but do not overlap."""
BY_HAND = 25
"""The shortest path may be exceeded by a quarter of an inch: models are placed by hand."""
ROOM = 2 * INCH
"""A model with less room ahead need not follow its unit."""
LONGEST = 10_000
CONSOLIDATES = trail.Manner("consolidate", CONSOLIDATE, "off", apart=CONSOLIDATE)
"""Nobody comes within 1" of an enemy."""


# charging


def nearest(ctx: Context, unit: Unit, target: Unit) -> tuple[int, Model, Model]:
    """The distance between two units, and the two models between which it is measured.

    Raises:
        ValueError: one of them has no model on the table.
    """
    pairs = [
        (geometry.distance(a, b), a, b)
        for a in words.standing(ctx.state, unit)
        for b in words.standing(ctx.state, target)
    ]
    return min(pairs, key=lambda pair: pair[0])


def charge(
    ctx: Context,
    unit: Unit,
    moves: Sequence[move.ModelMove],
    reach: int,
    targets: Sequence[Unit],
    difficult: bool,
    packs: bool = False,
) -> bool:
    """Move a charging unit: first the nearest model, by the shortest path, into contact with the first target.

    Returns whether the charge goes through difficult terrain, which `difficult` has allowed for.
    """
    gap, first, _ = nearest(ctx, unit, targets[0])
    leads = words.member(ctx, unit, moves[0].model, "$.action.moves") if moves else first
    ahead, free = away(leads, words.standing(ctx.state, targets[0])), not blocked(ctx, unit, targets, difficult, packs)
    name, touching = leads.sheet.name, gap <= words.CONTACT
    text = "{name} is not the model nearest to the target, which has to move first"
    ctx.require(touching or not free or ahead <= gap + BY_HAND, MOVE, text, name=name)
    through = _through(ctx, unit, moves, packs)
    text = "{model} goes through difficult terrain, and the charge was rolled without it"
    ctx.require(difficult or not through, DIFFICULT, text, model=through)
    before = {m.id: away(m, words.standing(ctx.state, targets[0])) for m in words.standing(ctx.state, unit)}
    went = move.walk(
        ctx, unit, moves, reach, charging(targets), packs=packs,
        finish=lambda went: _follow(ctx, unit, leads, targets[0], before, difficult),
    )  # fmt: skip
    for model, start, path in went:
        gone = _gone(ctx, model, start, path)
        straight = touching or not free or model.id != leads.id or gone <= ahead + BY_HAND
        text = "{name} moves {gone}; the straight path is {ahead}"
        ctx.require(straight, MOVE, text, name=name, gone=show(gone), ahead=show(ahead))
    foes = words.standing(ctx.state, targets[0])
    reached = touching or leads.out or bool(geometry.within(foes, leads, words.CONTACT))
    text = "{name} does not come into contact with {target}"
    ctx.require(reached, MOVE, text, name=name, target=targets[0].sheet.name)
    return bool(through)


def _follow(ctx: Context, unit: Unit, leads: Model, target: Unit, before: Mapping[str, int], difficult: bool) -> None:
    """The unit has to end in coherency; if it cannot, every model has to come nearer to the target."""
    models = words.standing(ctx.state, unit)
    if placing.coherent(ctx, models):
        return
    foes = words.standing(ctx.state, target)
    for model in models:
        nearer = model.id == leads.id or away(model, foes) < max(before[model.id], words.CONTACT + 1)
        mired = not difficult and _mired(ctx, unit, model, foes)
        text = "{name} has to follow the charge: the models of its unit are not in coherency"
        left = nearer or mired or _hemmed_in(ctx, model, foes, charging([target]))
        ctx.require(left, move.COHERENCY, text, name=model.sheet.name)


def _mired(ctx: Context, unit: Unit, model: Model, foes: Sequence[Model]) -> bool:
    """Whether a model meets difficult terrain that the charge roll did not allow for."""
    way, flying = _few_steps(model, foes), trail.flies(model, "charge")
    return footing.slowed(ctx, model, ctx.place(model), way, "charge", flying)


def _hemmed_in(ctx: Context, model: Model, foes: Sequence[Model], manner: trail.Manner) -> bool:
    """Whether a model cannot go even two inches towards the nearest of its enemies."""
    return not _free(ctx, model, _few_steps(model, foes), manner)


def _few_steps(model: Model, foes: Sequence[Model]) -> tuple[Point]:
    """Two inches towards the nearest of a model's enemies."""
    return (straight(model, min(foes, key=lambda other: geometry.distance(model, other)), ROOM),)


def _gone(ctx: Context, model: Model, start: Point, path: Sequence[Point]) -> int:
    """The length of a path: its cost or, if less, its legs measured straight, diagonally where they climb."""
    cost = int(ctx.value(hooks.SPENT, geometry.path_length(start, path), model=model, start=start, path=tuple(path)))
    return min(cost, sum(geometry.gap(a, 0, b, 0) for a, b in zip((start, *path), path, strict=False)))


def charging(targets: Sequence[Unit]) -> trail.Manner:
    """How a unit charges: an inch from every enemy but its targets."""
    return trail.Manner("charge", MOVE, "off", near=tuple(t.id for t in targets), apart=MOVE)


def away(model: Model, foes: Sequence[Model]) -> int:
    """How far a model is from the nearest enemy, in hundredths; 0 if there is none."""
    return min((geometry.distance(model, foe) for foe in foes), default=0)


def _through(ctx: Context, unit: Unit, moves: Sequence[move.ModelMove], packs: bool) -> str:
    """The first model whose path leads through terrain that slows it; empty if none does."""
    for step in moves:
        model = words.member(ctx, unit, step.model, "$.action.moves")
        flying = trail.flies(model, "charge", packs)
        if footing.slowed(ctx, model, ctx.place(model), step.path, "charge", flying):
            return model.sheet.name
    return ""


def blocked(ctx: Context, unit: Unit, targets: Sequence[Unit], difficult: bool, packs: bool = False) -> bool:
    """Whether the nearest model of a charging unit cannot go straight to its target; `difficult` is allowed for."""
    gap, model, foe = nearest(ctx, unit, targets[0])
    if gap <= words.CONTACT:
        return False
    way, flying = (straight(model, foe),), trail.flies(model, "charge", packs)
    slow = not difficult and footing.slowed(ctx, model, ctx.place(model), way, "charge", flying)
    return slow or not _free(ctx, model, way, charging(targets), packs)


def straight(model: Model, foe: Model, most: int = LONGEST) -> Point:
    """Where a model ends if it goes straight to another until they touch, or `most` hundredths towards it."""
    (x, y, _), level = hull.stands(model), hull.stands(foe)[2]
    ahead = _gap(hull.core(model), hull.core(foe))
    if ahead == (0, 0):
        return x, y, level
    # on another floor it still ends next to the other model: the climb is not part of the distance across
    across = geometry.distance(footprint.placed(model, (x, y, level)), foe)
    dx, dy = scaled(ahead, min(most, max(0, across - SHORT)))
    return x + dx, y + dy, level


def _gap(a: convex.Core, b: convex.Core) -> Flat:
    """The shortest vector from one core to another."""
    (one, dx, dy), (other, ex, ey) = _across(a, b), _across(b, a)
    return (dx, dy) if one <= other else (-ex, -ey)


def _across(points: convex.Core, outline: convex.Core) -> tuple[int, int, int]:
    """The shortest vector from any of the points to an outline, after its squared length."""
    edges = list(zip(outline, (*outline[1:], outline[0]), strict=True))
    ways = [(*_foot(point, *edge), point) for point in points for edge in edges]
    return min(((px - x) ** 2 + (py - y) ** 2, px - x, py - y) for px, py, (x, y) in ways)


def _foot(point: Flat, start: Flat, end: Flat) -> Flat:
    """The point on an edge nearest to a given point."""
    (x, y), (cx, cy) = point, start
    ex, ey = end[0] - cx, end[1] - cy
    square = ex * ex + ey * ey or 1
    share = min(max((x - cx) * ex + (y - cy) * ey, 0), square)
    return cx + ex * share // square, cy + ey * share // square


def _free(ctx: Context, model: Model, way: tuple[Point, ...], manner: trail.Manner, packs: bool = False) -> bool:
    """Whether a model could take a path, however long. It is tried out, and findings stay in the trial."""
    trial = Context(ctx.ruleset, ctx.state, ctx.by, (), lenient=True)
    flying = trail.flies(model, manner.name, packs)
    trail.check(trial, model, ctx.place(model), way, LONGEST, manner, flying=flying)
    return not trial.findings


# piling in


def matters(ctx: Context, side: str) -> bool:
    """Whether a model that strikes at the current step could reach a target by piling in."""
    foes = combat.enemies(ctx.state, side)
    return any(
        geometry.within(foes, model, combat.PILE_IN + words.CONTACT)
        for model in combat.strikers(ctx.state, side)
        if not model.out and not combat.targets(ctx, model)
    )


def pile_in(ctx: Context, side: str, moves: Sequence[move.ModelMove], able: Sequence[Model], due: bool = False) -> None:
    """Move models of a side up to 3" each, nearer to the enemies of their combat.

    If the side has to close up (`due`), a unit may lose coherency as long as no model is left behind.
    """
    may = {m.id for m in able}
    foes = combat.enemies(ctx.state, side)
    for step in moves:
        model = ctx.model(step.model, "$.action.moves")
        name = model.sheet.name
        ctx.require(model.id in may, PILE, "{name} does not pile in now", name=name)
        ctx.require(not combat.contacts(model, foes), PILE, "{name} is in contact already", name=name)
    for unit in combat.units(ctx.state, side):
        own = {m.id for m in words.standing(ctx.state, unit)}
        steps = [step for step in moves if step.model in own]
        before = {step.model: away(ctx.state.models[step.model], foes) for step in steps}
        left = [m for m in able if m.unit == unit.id and m.id not in before]
        finish = partial(_close_up, ctx, unit, left, foes) if due else None
        for model, _, _ in move.walk(ctx, unit, steps, combat.PILE_IN, piling(foes), finish=finish):
            if model.out:
                continue
            after = away(model, foes)
            ctx.require(after < before[model.id], PILE, "{name} ends no nearer to the enemy", name=model.sheet.name)


def _close_up(ctx: Context, unit: Unit, left: Sequence[Model], foes: Sequence[Model], went: object) -> None:
    """The unit has to end in coherency; if it cannot, no model that could come may stay behind."""
    if placing.coherent(ctx, words.standing(ctx.state, unit)):
        return
    for model in left:
        text = "{name} has to pile in with its unit, which is not in coherency"
        ctx.require(_hemmed_in(ctx, model, foes, piling(foes)), move.COHERENCY, text, name=model.sheet.name)


def in_reach(ctx: Context, unit: Unit) -> bool:
    """Whether a model of a unit can pile in straight to an enemy of its combat and stay in coherency."""
    return way_in(ctx, unit) is not None


def way_in(ctx: Context, unit: Unit) -> move.ModelMove | None:
    """The straight pile-in of one model that brings its unit into contact with an enemy of its combat."""
    foes = [m for m in combat.enemies(ctx.state, unit.side) if not words.is_vehicle(m) or words.is_(m, "Walker")]
    models = words.standing(ctx.state, unit)
    for model in models:
        for foe in geometry.within(foes, model, combat.PILE_IN):
            at = straight(model, foe)
            if _meets(model, at, foe) and _keeps_up(ctx, models, model, at) and _free(ctx, model, (at,), piling(foes)):
                return move.ModelMove(model.id, (at,))
    return None


def _meets(model: Model, at: Point, foe: Model) -> bool:
    """Whether a model would touch an enemy at a place; one on another floor next to it does not count."""
    return geometry.near(footprint.placed(model, at), foe, words.CONTACT)


def _keeps_up(ctx: Context, models: Sequence[Model], model: Model, at: Point) -> bool:
    others = [other for other in models if other.id != model.id]
    return placing.coherent(ctx, [*others, footprint.placed(model, at)])


def piling(foes: Sequence[Model]) -> trail.Manner:
    """How models pile in: an inch from every enemy but those of their combat."""
    return trail.Manner("pile-in", PILE, "off", near=tuple(dict.fromkeys(foe.unit for foe in foes)), apart=PILE)
