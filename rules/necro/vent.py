"""Vents: crawling and shooting through them.

A vent is a piece of terrain; its two ends are the middles of its short sides.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import isqrt

from rules.kernel import convex, geometry
from rules.kernel.context import Context
from rules.kernel.dice import Needs
from rules.kernel.effects import Moved
from rules.kernel.events import Action
from rules.kernel.lengths import INCH, show
from rules.kernel.part import Act, Choice, Objection, Option, Part, objection, refuse
from rules.kernel.state import Model, Point, State, Terrain
from rules.kernel.telling import Phrase
from rules.necro import activation, ground, injury, move, words
from rules.necro.activation import BASIC, DOUBLE
from rules.necro.book import VENT, VENT_SHOOT

KIND = "vent"
REACH = INCH
CRAWL = VENT["crawl"]
HIT = VENT_SHOOT["hit"]
NEEDED = 5
FLAMES = 2 * INCH
AROUND = ((0, 1000), (707, 707), (1000, 0), (707, -707), (0, -1000), (-707, -707), (-1000, 0), (-707, 707))


class CrawlVent(Action, frozen=True, tag="crawl-vent"):
    """A fighter crawls through a vent to a place near its other end; `engages` are the enemies it engages there."""

    fighter: str
    vent: str
    at: Point
    engages: tuple[str, ...] = ()


class ShootVent(Action, frozen=True, tag="shoot-vent"):
    """A fighter shoots through a vent at an enemy near its other end; a template needs no target."""

    fighter: str
    vent: str
    weapon: str
    target: str = ""


def vents(state: State) -> list[Terrain]:
    """The vents of the field."""
    return [piece for piece in state.table.terrain if piece.kind == KIND]


def ends(piece: Terrain) -> tuple[Point, Point]:
    """The two ends of a vent: the middles of its shortest sides."""
    sides = sorted(convex.borders(piece.outline), key=lambda side: _length(*side))[:2]
    first, second = ((a[0] + b[0], a[1] + b[1]) for a, b in sides)
    return (first[0] // 2, first[1] // 2, piece.floor), (second[0] // 2, second[1] // 2, piece.floor)


def _length(a: tuple[int, int], b: tuple[int, int]) -> int:
    return isqrt(geometry.ground_square(a, b))


def beyond(ctx: Context, model: Model, piece: Terrain) -> Point | None:
    """The far end of a vent for a fighter within 1" of one of its ends; None for one that is not."""
    near, far = sorted(ends(piece), key=lambda end: _gap(ctx.place(model), model.sheet.base, end))
    return far if _gap(ctx.place(model), model.sheet.base, near) <= REACH else None


def _gap(at: Point, base: int, end: Point) -> int:
    return geometry.gap(at, base, end, 0)


def found(ctx: Context, model: Model, key: str) -> tuple[Terrain, Point] | None:
    """A vent that a fighter can use, and its far end; refuses otherwise."""
    piece = next((each for each in vents(ctx.state) if each.id == key), None)
    if not ctx.require(piece, CRAWL, "there is no vent {vent!r}", vent=key) or piece is None:
        return None
    far = beyond(ctx, model, piece)
    away = min(_gap(ctx.place(model), model.sheet.base, end) for end in ends(piece))
    ctx.require(far, CRAWL, "{name} is {away} from {vent}, {most} is the most", name=model.sheet.name, vent=piece.name,
                away=show(away), most=show(REACH))  # fmt: skip
    return None if far is None else (piece, far)


def crawl(ctx: Context, action: CrawlVent) -> None:
    """Crawl to the other side, and engage there if that was announced."""
    model = activation.begun(ctx, action.fighter, "crawl-vent", DOUBLE)
    if model is None or not refuse(ctx, barred(ctx, model, bool(action.engages))):
        return
    here = found(ctx, model, action.vent)
    if here is None:
        return
    away, clause = _gap(action.at, model.sheet.base, here[1]), VENT["crawl-exit-distance"]
    ctx.require(away <= REACH, clause, "{name} would end {away} from the other end, {most} is the most",
                name=model.sheet.name, away=show(away), most=show(REACH))  # fmt: skip
    for rule, sentence in ground.forbidden(ctx.state, model, action.at, engaging=bool(action.engages)):
        ctx.require(False, rule, "{text}", text=sentence)
    for key in action.engages:
        target = ctx.model(key, "$.action.engages")
        gap = geometry.gap(action.at, model.sheet.base, ctx.place(target), target.sheet.base)
        ctx.require(gap <= words.CONTACT, VENT["crawl-engage"], "{name} would end {gap} from {target}",
                    name=model.sheet.name, gap=show(gap), target=target.sheet.name)  # fmt: skip
    activation.spend(ctx, model, "crawl-vent", DOUBLE)
    ctx.emit(Moved(rule=CRAWL, model=model.id, path=(action.at,)))


def barred(ctx: Context, model: Model, engaging: bool) -> Iterator[Objection]:
    """Why a fighter cannot crawl through a vent, or not engage so."""
    now = words.status(ctx.state, model)
    if now == "engaged":
        yield objection(VENT["crawl-not-engaged"], "{name} is engaged", name=model.sheet.name)
    if engaging and now == "injured":
        yield objection(VENT["crawl-injured-no-engage"], "{name} is seriously injured", name=model.sheet.name)


def shoot(ctx: Context, action: ShootVent) -> None:
    """Shoot at an enemy near the other end; a template hits everybody there."""
    model = activation.begun(ctx, action.fighter, "shoot-vent", BASIC)
    if model is None or not move.is_status(ctx, model, VENT["shoot-needs-active"], "active"):
        return
    weapon = next((each for each in model.sheet.weapons if each.id == action.weapon), None)
    if not ctx.require(weapon, VENT["shoot"], "{name} has no such weapon", name=model.sheet.name) or weapon is None:
        return
    here = found(ctx, model, action.vent)
    if here is None:
        return
    blast = weapon.profile.get("Blast") and not weapon.profile.get("Grenade")
    ctx.require(not blast, VENT_SHOOT["blast"], "{weapon} cannot be fired through a vent", weapon=weapon.name)
    strength, piercing = injury.number(weapon, "S", 3), injury.number(weapon, "AP")
    damage = injury.number(weapon, "D", 1)
    if weapon.profile.get("Template"):
        activation.spend(ctx, model, "shoot-vent", BASIC)
        for other in near(ctx.state, here[1], FLAMES):
            injury.hits(ctx, model.side, other, 1, strength, piercing, damage)
        return
    target = ctx.model(action.target, "$.action.target")
    inside = target.id in {other.id for other in near(ctx.state, here[1], REACH)}
    foe = target.id in {other.id for other in words.enemies(ctx.state, model)}
    ctx.require(inside and foe, VENT_SHOOT["range"], "{target} is no enemy within {most} of the other end",
                target=target.sheet.name, most=show(REACH))  # fmt: skip
    activation.spend(ctx, model, "shoot-vent", BASIC)
    rolled = ctx.roll(HIT, model.side, 1, needed=Needs(NEEDED), model=model.id, target=target.id)
    if sum(rolled.passed):
        standing = words.status(ctx.state, target) == "active"
        injury.hits(ctx, model.side, target, 1, strength, piercing, damage)
        if standing and not target.out:
            words.pin(ctx, target)


def near(state: State, end: Point, reach: int) -> list[Model]:
    """The fighters within a distance of an end of a vent."""
    return [model for model in words.fighters(state) if model.at and _gap(model.at, model.sheet.base, end) <= reach]


def _may_crawl(ctx: Context) -> Iterator[Option]:
    model = move.offered(ctx, "crawl-vent", DOUBLE, "active", "pinned", "injured")
    usable = tuple(piece.id for piece in vents(ctx.state) if model and beyond(ctx, model, piece)) if model else ()
    if model is not None and usable:
        yield Option(words.controller(ctx.state, model), "crawl-vent", model.id, usable, clause=CRAWL)


def _may_shoot(ctx: Context) -> Iterator[Option]:
    model = move.offered(ctx, "shoot-vent", BASIC, "active")
    if model is None:
        return
    foes = {other.id for other in words.enemies(ctx.state, model)}
    for piece in vents(ctx.state):
        far = beyond(ctx, model, piece)
        inside = tuple(other.id for other in near(ctx.state, far, REACH) if other.id in foes) if far else ()
        guns = tuple(w.id for w in model.sheet.weapons if injury.number(w, "Range") and not w.profile.get("Blast"))
        if inside and guns:
            side = words.controller(ctx.state, model)
            yield Option(side, "shoot-vent", model.id, inside, guns, clause=VENT_SHOOT["range"])


def _crawls(choice: Choice) -> Iterator[Action]:
    model = choice.model
    for key in choice.option.targets:
        piece = next(each for each in vents(choice.state) if each.id == key)
        far = beyond(choice.ctx, model, piece)
        for dx, dy in AROUND if far else ():
            off = model.sheet.base + 20
            assert far is not None
            at = (far[0] + dx * off // 1000, far[1] + dy * off // 1000, far[2])
            yield CrawlVent(fighter=model.id, vent=key, at=at)


def _shoots(choice: Choice) -> Iterator[Action]:
    for piece in vents(choice.state):
        for target in choice.option.targets:
            weapon = choice.option.weapons[0]
            yield ShootVent(fighter=choice.option.model, vent=piece.id, weapon=weapon, target=target)


PART = Part(acts=(
    Act(CrawlVent, crawl, _may_crawl, phases=("action",), propose=_crawls,
        told=Phrase("%(fighter)s crawls through a vent", "%(fighter)s ползёт через вентиляцию")),
    Act(ShootVent, shoot, _may_shoot, phases=("action",), propose=_shoots,
        told=Phrase("%(fighter)s shoots through a vent", "%(fighter)s стреляет сквозь вентиляцию")),
))  # fmt: skip
