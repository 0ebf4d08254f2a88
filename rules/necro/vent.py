"""Vents: crawling and shooting through them.

A vent is a piece of terrain that lies through others; its two sides, where fighters enter and leave it, are the short
sides of its outline.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from rules.kernel import convex, direction, geometry, template
from rules.kernel.context import Context
from rules.kernel.dice import Needs
from rules.kernel.effects import Laid, Moved, Noted
from rules.kernel.events import Action
from rules.kernel.lengths import INCH, show
from rules.kernel.part import Act, Choice, Objection, Option, Part, objection, refuse, unread
from rules.kernel.sheet import Weapon
from rules.kernel.state import Facing, Model, Number, Point, State, Terrain
from rules.kernel.telling import Phrase
from rules.necro import activation, danger, engage, fight, ground, injury, move, vision, way, words
from rules.necro.activation import BASIC, DOUBLE
from rules.necro.book import VENT, VENT_SHOOT

KIND = "vent"
MEASURE = "necro.terrain.impassable-measure"
REACH = INCH
CRAWL = VENT["crawl"]
HIT = VENT_SHOOT["hit"]
NEEDED = 5
THROWN = 2
FLAMES = BEYOND = 2 * INCH
AROUND = ((0, 1000), (707, 707), (1000, 0), (707, -707), (0, -1000), (-707, -707), (-1000, 0), (-707, 707))


class CrawlVent(Action, frozen=True, tag="crawl-vent"):
    """A fighter crawls through a vent to a place near its other end; `engages` are the enemies it engages there."""

    fighter: str
    vent: str
    at: Point
    engages: tuple[str, ...] = ()
    facing: tuple[Number, Number] | None = None


class ShootVent(Action, frozen=True, tag="shoot-vent"):
    """A fighter shoots through a vent at an enemy near its other end; a template needs no target."""

    fighter: str
    vent: str
    weapon: str
    target: str = ""


def vents(state: State) -> list[Terrain]:
    """The vents of the field. One that lies on top of impassable terrain leads through it, and counts as standing where
    that stands.
    """
    pieces = [piece for piece in state.table.terrain if piece.kind == KIND]
    return [msgspec.structs.replace(piece, floor=_level(state, piece)) for piece in pieces]


def _level(state: State, piece: Terrain) -> int:
    beneath = [each for each in ground.of(state, *ground.CLOSED) if convex.overlap(each.outline, piece.outline, 0)]
    return min((each.floor for each in beneath if each.floor + each.height == piece.floor), default=piece.floor)


End = tuple[convex.Flat, convex.Flat]
"""One of the two openings of a vent: a short side of its outline."""


def ends(piece: Terrain) -> tuple[End, End]:
    """The two openings of a vent: its shortest side, and of the sides that do not touch that one the shortest."""
    sides = sorted(convex.borders(piece.outline), key=lambda side: _length(*side))
    first = sides[0]
    second = next((side for side in sides[1:] if not {*side} & {*first}), sides[1])
    return first, second


def _length(a: tuple[int, int], b: tuple[int, int]) -> int:
    return geometry.ground_square(a, b)


def middle(end: End, piece: Terrain) -> Point:
    """The middle of an opening."""
    (x, y), (u, v) = end
    return (x + u) // 2, (y + v) // 2, piece.floor


def beyond(ctx: Context, model: Model, piece: Terrain) -> End | None:
    """The far opening of a vent for a fighter within 1" of one of them; None for one that is not."""
    at = ctx.place(model)
    near, far = sorted(ends(piece), key=lambda end: gap(at, model.sheet.base, end, piece))
    there = gap(at, model.sheet.base, near, piece) <= REACH and not walled(ctx.state, at, near, piece)
    return far if there else None


def gap(at: Point, base: int, end: End, piece: Terrain) -> int:
    """How far a base at a place is from an opening, heights included."""
    square, divisor = convex.separation(((at[0], at[1]),), end)
    return geometry.apart(square, divisor, base, max(0, piece.floor - at[2], at[2] - piece.floor - piece.height))


def walled(state: State, at: Point, end: End, piece: Terrain) -> bool:
    """Whether impassable terrain is between a place and an opening of a vent, other than what the vent lies through."""
    through = [each.id for each in state.table.terrain if convex.overlap(each.outline, piece.outline, 0)]
    return ground.walled(vision.without(state, through), at, middle(end, piece))


def found(ctx: Context, model: Model, key: str, clause: str) -> tuple[Terrain, End] | None:
    """A vent that a fighter can use, and its far opening; refuses otherwise."""
    piece = next((each for each in vents(ctx.state) if each.id == key), None)
    if not ctx.require(piece, VENT["passes-through"], "there is no vent {vent!r}", vent=key) or piece is None:
        return None
    far = beyond(ctx, model, piece)
    away = min(gap(ctx.place(model), model.sheet.base, end, piece) for end in ends(piece))
    name = model.sheet.name
    if away > REACH:
        ctx.require(False, clause, "{name} is {away} from {vent}, {most} is the most", name=name, vent=piece.name,
                    away=show(away), most=show(REACH))  # fmt: skip
    elif far is None:
        ctx.require(False, MEASURE, "there is impassable terrain between {name} and {vent}", name=name, vent=piece.name)
    return None if far is None else (piece, far)


def crawl(ctx: Context, action: CrawlVent) -> None:
    """Crawl to the other side, and engage there if that was announced."""
    way.looks(action.facing)
    model = activation.begun(ctx, action.fighter, "crawl-vent", DOUBLE)
    if model is None or not refuse(ctx, barred(ctx, model, bool(action.engages))):
        return
    here = found(ctx, model, action.vent, CRAWL)
    targets = [ctx.model(key, "$.action.engages") for key in action.engages]
    if here is None or not refuse(ctx, arriving(ctx, model, here, action.at, targets)):
        return
    activation.spend(ctx, model, "crawl-vent", DOUBLE)
    start = ctx.place(model)
    ctx.emit(Moved(rule=VENT["passes-through"], model=model.id, path=(action.at,)))
    danger.put(ctx, model, start)
    if not model.out:
        _out_of(ctx, model, bool(targets), action.facing)


def _out_of(ctx: Context, model: Model, engaging: bool, facing: Facing | None) -> None:
    """A fighter has come out of a vent: it may turn, and whoever it has engaged may be turned."""
    if facing is not None:
        way.face(ctx, model, facing, way.TURN)
    if not engaging:
        return
    if words.PINNED in model.game:
        words.unmark(ctx, model, words.PINNED, rule=VENT["crawl-engage"])
    engage.ask_turn(ctx, words.ids(words.engaged_with(ctx.state, model)))


def arriving(
    ctx: Context, model: Model, vent: tuple[Terrain, End], at: Point, targets: Sequence[Model]
) -> Iterator[Objection | tuple[str, str]]:
    """Why a fighter cannot come out of a vent at a place, engaging some enemies there."""
    piece, far = vent
    away, name, foes = gap(at, model.sheet.base, far, piece), model.sheet.name, words.enemies(ctx.state, model)
    if away > REACH:
        yield objection(VENT["crawl-exit-distance"], "{name} would end {away} from the other side, {most} is the most",
                        name=name, away=show(away), most=show(REACH))  # fmt: skip
    elif away >= gap(at, model.sheet.base, _other(piece, far), piece):
        yield objection(CRAWL, "{name} would not end on the other side of {vent}", name=name, vent=piece.name)
    for target in targets:
        apart = geometry.gap(at, model.sheet.base, target.at or at, target.sheet.base)
        if target.id not in {foe.id for foe in foes}:
            yield objection(VENT["crawl-engage"], "{target} is no enemy on the table", target=target.sheet.name)
        elif apart > words.CONTACT:
            yield objection(VENT["crawl-engage"], "{name} would end {gap} from {target}, not in contact", name=name,
                            gap=show(apart), target=target.sheet.name)  # fmt: skip
    yield from ground.forbidden(ctx.state, model, at, engaging=bool(targets))


def _other(piece: Terrain, end: End) -> End:
    return next(each for each in ends(piece) if each != end)


def barred(ctx: Context, model: Model, engaging: bool) -> Iterator[Objection]:
    """Why a fighter cannot crawl through a vent, or not engage so."""
    now = words.status(ctx.state, model)
    if now == "engaged":
        yield objection(VENT["crawl-not-engaged"], "{name} is engaged", name=model.sheet.name)
    if engaging and now == "injured":
        yield objection(VENT["crawl-injured-no-engage"], "{name} is seriously injured", name=model.sheet.name)


def shoot(ctx: Context, action: ShootVent) -> None:
    """Shoot at an enemy near the other end; a template hits everybody there, a grenade whoever its blast covers."""
    model = activation.begun(ctx, action.fighter, "shoot-vent", BASIC)
    if model is None or not move.is_status(ctx, model, VENT["shoot-needs-active"], "active"):
        return
    weapon = next((each for each in model.sheet.weapons if each.id == action.weapon and shoots(each)), None)
    if not ctx.require(weapon, VENT["shoot"], "{name} has no such weapon", name=model.sheet.name) or weapon is None:
        return
    here = found(ctx, model, action.vent, VENT_SHOOT["range"])
    blast = weapon.profile.get("Blast")
    fits = ctx.require(not blast or weapon.profile.get("Grenade"), VENT_SHOOT["blast"],
                       "{weapon} cannot be fired through a vent", weapon=weapon.name)  # fmt: skip
    if here is None or not fits:
        return
    if weapon.profile.get("Template") or blast:
        refuse(ctx, unread(VENT_SHOOT["range"], action, ("target",), f"{weapon.name} is aimed at nobody"))
    if weapon.profile.get("Template"):
        _flame(ctx, model, here, weapon)
    elif blast:
        _throw(ctx, model, here, weapon)
    else:
        _single(ctx, model, here, weapon, ctx.model(action.target, "$.action.target"))


def shoots(weapon: Weapon) -> bool:
    """Whether a weapon is one for shooting."""
    return bool(injury.number(weapon, "Range") or weapon.profile.get("Template") or weapon.profile.get("Grenade"))


def _flame(ctx: Context, model: Model, vent: tuple[Terrain, End], weapon: Weapon) -> None:
    """A template: everybody within 2" of the other side is hit."""
    activation.spend(ctx, model, "shoot-vent", BASIC)
    hit = near(ctx.state, vent, FLAMES)
    ctx.emit(Laid(rule=VENT_SHOOT["template"], at=middle(vent[1], vent[0]), radius=FLAMES, model=model.id))
    ctx.effects.append(Noted(rule=VENT_SHOOT["template"], model=model.id, value=len(hit), text=words.names(hit)))
    for other in hit:
        fight.shot(ctx, model, other, weapon)


def _throw(ctx: Context, model: Model, vent: tuple[Terrain, End], weapon: Weapon) -> None:
    """A grenade: on 2 or more it goes off 2" beyond the other side, on a 1 where its thrower stands."""
    activation.spend(ctx, model, "shoot-vent", BASIC)
    clause = VENT_SHOOT["blast"]
    thrown = ctx.roll(clause, model.side, 1, needed=Needs(THROWN), model=model.id)
    centre = _past(*vent) if sum(thrown.passed) else ctx.place(model)
    radius = injury.number(weapon, "Blast") // 2
    level = [other for other in words.fighters(ctx.state) if other.at and abs(other.at[2] - centre[2]) < INCH]
    hit = template.blast(centre, radius, level)
    ctx.emit(Laid(rule=clause, at=centre, radius=radius, model=model.id))
    ctx.effects.append(Noted(rule=clause, model=model.id, value=len(hit), text=words.names(hit)))
    for other in hit:
        fight.shot(ctx, model, other, weapon)


def _past(piece: Terrain, far: End) -> Point:
    """The place 2" beyond the far opening of a vent, in its direction."""
    a, b = middle(_other(piece, far), piece), middle(far, piece)
    return direction.along(b, (b[0] - a[0], b[1] - a[1]), BEYOND)


def _single(ctx: Context, model: Model, vent: tuple[Terrain, End], weapon: Weapon, target: Model) -> None:
    """A shot at one enemy hits on 5 or more."""
    inside = target.id in words.ids(near(ctx.state, vent, REACH))
    foe = target.id in words.ids(words.enemies(ctx.state, model))
    if not ctx.require(inside and foe, VENT_SHOOT["range"], "{target} is no enemy within {most} of the other side",
                       target=target.sheet.name, most=show(REACH)):  # fmt: skip
        return
    activation.spend(ctx, model, "shoot-vent", BASIC)
    rolled = ctx.roll(HIT, model.side, 1, needed=Needs(NEEDED), model=model.id, target=target.id)
    if sum(rolled.passed):
        fight.shot(ctx, model, target, weapon)


def near(state: State, vent: tuple[Terrain, End], reach: int) -> list[Model]:
    """The fighters within a distance of the far side of a vent: those nearer to that side than to the other."""
    piece, far = vent
    here = _other(piece, far)
    spans = [(m, gap(m.at, m.sheet.base, far, piece), gap(m.at, m.sheet.base, here, piece))
             for m in words.fighters(state) if m.at]  # fmt: skip
    inside = [model for model, there, back in spans if there <= reach and there < back]
    return [model for model in inside if model.at and not walled(state, model.at, far, piece)]


def _may_crawl(ctx: Context) -> Iterator[Option]:
    model = move.offered(ctx, "crawl-vent", DOUBLE, "active", "pinned", "injured")
    usable = tuple(piece.id for piece in vents(ctx.state) if beyond(ctx, model, piece)) if model else ()
    if model is not None and usable:
        yield Option(words.controller(ctx.state, model), "crawl-vent", model.id, usable, clause=CRAWL)


def _may_shoot(ctx: Context) -> Iterator[Option]:
    model = move.offered(ctx, "shoot-vent", BASIC, "active")
    for piece in vents(ctx.state) if model else ():
        assert model is not None
        far, foes = beyond(ctx, model, piece), words.ids(words.enemies(ctx.state, model))
        inside = tuple(other.id for other in near(ctx.state, (piece, far), REACH) if other.id in foes) if far else ()
        guns = tuple(w.id for w in model.sheet.weapons if _passes(w))
        if inside and guns:
            yield Option(words.controller(ctx.state, model), "shoot-vent", model.id, inside, guns,
                         clause=VENT_SHOOT["range"])  # fmt: skip


def _passes(weapon: Weapon) -> bool:
    """Whether a weapon can be used through a vent."""
    return shoots(weapon) and bool(weapon.profile.get("Grenade") or not weapon.profile.get("Blast"))


def _crawls(choice: Choice) -> Iterator[Action]:
    """To the middle of the other side and around it, straight into enemies that are near enough last."""
    model = choice.model
    off = model.sheet.base + 20
    for key in choice.option.targets:
        piece = next(each for each in vents(choice.state) if each.id == key)
        far = beyond(choice.ctx, model, piece)
        if far is not None:
            x, y, z = middle(far, piece)
            for dx, dy in AROUND:
                yield CrawlVent(fighter=model.id, vent=key, at=(x + dx * off // 1000, y + dy * off // 1000, z))


def _shoots(choice: Choice) -> Iterator[Action]:
    model, given = choice.model, choice.option.weapons
    for piece in vents(choice.state):
        for weapon in (each for each in model.sheet.weapons if each.id in given):
            aimed = not (weapon.profile.get("Template") or weapon.profile.get("Blast"))
            for target in choice.option.targets if aimed else ("",):
                yield ShootVent(fighter=model.id, vent=piece.id, weapon=weapon.id, target=target)


PART = Part(acts=(
    Act(CrawlVent, crawl, _may_crawl, phases=("action",), propose=_crawls,
        told=Phrase("%(fighter)s crawls through a vent", "%(fighter)s ползёт через вентиляцию")),
    Act(ShootVent, shoot, _may_shoot, phases=("action",), propose=_shoots,
        told=Phrase("%(fighter)s shoots through a vent", "%(fighter)s стреляет сквозь вентиляцию")),
))  # fmt: skip
