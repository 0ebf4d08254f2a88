"""Doors: open, closed and locked; operating, forcing and destroying them; closing one on a fighter."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from rules.kernel import asking, convex, footprint, geometry
from rules.kernel.context import Context
from rules.kernel.dice import Needs
from rules.kernel.effects import Moved, Noted, TerrainRemoved, TerrainSet
from rules.kernel.events import Action
from rules.kernel.lengths import INCH, show
from rules.kernel.part import Act, Choice, Objection, Option, Part, nothing, objection, refuse
from rules.kernel.state import Model, Point, State, Terrain
from rules.kernel.telling import Phrase, Telling
from rules.necro import activation, checks, forced, ground, hooks, injury, move, words
from rules.necro.activation import BASIC, SIMPLE
from rules.necro.book import DOOR

CLOSED, OPEN = "door", "open door"
"""The kinds of a door's piece of terrain; an open one is off the field, and its piece only remembers where it was."""
FLAT = 1
"""The height of the piece of an open door: nothing is behind it and nothing collides with it."""
REACH = INCH
TOUGHNESS, WOUNDS = 5, 4
FORCED = 9
HELP = 2
CRUSHED = 3
ASIDE = 2 * INCH

HEIGHTS = DOOR["open-removed"]
"""On the table: the heights of the doors that are open, each `id=height`."""
LOCKED = DOOR["may-be-locked"]
"""On the table: the locked doors."""
LOST = DOOR["damage-stays"]
"""On the table: the Wounds that doors have lost, each `id=number`."""
OPERATED = DOOR["once-per-turn"]
"""On the table: the doors that were opened or closed in this player's turn."""
BROKEN_OPEN = DOOR["force.no-operate"]
"""On the table: the doors that were forced in this player's turn."""
COST_OPERATE = "necro.core.action-cost.operate-door"
COST_FORCE = "necro.core.action-cost.force-door"


class OperateDoor(Action, frozen=True, tag="operate-door"):
    """A fighter opens or closes a door."""

    fighter: str
    door: str


class ForceDoor(Action, frozen=True, tag="force-door"):
    """A fighter forces a closed door."""

    fighter: str
    door: str


class AttackDoor(Action, frozen=True, tag="attack-door"):
    """A fighter attacks a closed door with a weapon."""

    fighter: str
    door: str
    weapon: str


class StepAside(Action, frozen=True, tag="step-aside"):
    """A fighter in a doorway that closes goes to a place outside it."""

    fighter: str
    at: Point


# the state of doors


def doors(state: State) -> list[Terrain]:
    """The doors of the field, open or closed."""
    return [piece for piece in state.table.terrain if piece.kind in (CLOSED, OPEN)]


def listed(state: State, key: str) -> tuple[str, ...]:
    """What a mark on the table lists."""
    value = state.game.get(key, ())
    return value if isinstance(value, tuple) else ()


def numbers(state: State, key: str) -> dict[str, int]:
    """What a mark on the table lists as `id=number`."""
    pairs = (each.rpartition("=") for each in listed(state, key))
    return {name: int(value) for name, _, value in pairs}


def note(ctx: Context, key: str, value: tuple[str, ...], rule: str = "") -> None:
    """Set a mark on the table."""
    words.mark(ctx, "", key, value, rule=rule)


def is_locked(state: State, door: str) -> bool:
    """Whether a door is locked."""
    return door in listed(state, LOCKED)


def unlock(ctx: Context, door: str, rule: str) -> None:
    """A door is no longer locked, until the end of the battle."""
    if is_locked(ctx.state, door):
        note(ctx, LOCKED, tuple(each for each in listed(ctx.state, LOCKED) if each != door), rule)


def found(ctx: Context, key: str) -> Terrain | None:
    """A door of the field; refuses what is none."""
    piece = next((each for each in doors(ctx.state) if each.id == key), None)
    ctx.require(piece, DOOR["open-or-closed"], "there is no door {door!r}", door=key)
    return piece


def toggled(ctx: Context, piece: Terrain, rule: str) -> None:
    """A closed door opens, an open one closes."""
    heights = numbers(ctx.state, HEIGHTS)
    if piece.kind == CLOSED:
        heights[piece.id] = piece.height
        anew = msgspec.structs.replace(piece, kind=OPEN, height=FLAT)
    else:
        anew = msgspec.structs.replace(piece, kind=CLOSED, height=heights.pop(piece.id))
    note(ctx, HEIGHTS, tuple(f"{key}={height}" for key, height in sorted(heights.items())), rule)
    ctx.emit(TerrainSet(rule=rule, piece=anew))


# operating


def operating(ctx: Context, model: Model, piece: Terrain) -> Iterator[Objection]:
    """Why a fighter cannot open or close a door: the distance aside."""
    name = piece.name
    if is_locked(ctx.state, piece.id):
        yield objection(DOOR["locked-no-operate"], "{door} is locked", door=name)
    if piece.id in listed(ctx.state, BROKEN_OPEN):
        yield objection(BROKEN_OPEN, "{door} was forced in this turn", door=name)
    if piece.id in listed(ctx.state, OPERATED):
        yield objection(OPERATED, "{door} was opened or closed in this turn", door=name)


def far(model: Model, piece: Terrain) -> Iterator[Objection]:
    """Why a fighter is too far from something to use it."""
    away = footprint.distance_to_outline(model, piece.outline)
    if away > REACH:
        yield objection(DOOR["operate"], "{name} is {away} from {piece}, {most} is the most", name=model.sheet.name,
                        piece=piece.name, away=show(away), most=show(REACH))  # fmt: skip


def operate(ctx: Context, action: OperateDoor) -> None:
    """Open or close a door."""
    model = activation.begun(ctx, action.fighter, "operate-door", SIMPLE)
    if model is None or not move.is_status(ctx, model, DOOR["operate-needs-active"], "active"):
        return
    piece = found(ctx, action.door)
    if piece is None or not refuse(ctx, (*far(model, piece), *operating(ctx, model, piece))):
        return
    activation.spend(ctx, model, "operate-door", SIMPLE)
    operated(ctx, model, piece)


def operated(ctx: Context, model: Model, piece: Terrain) -> None:
    """A door is opened or closed by a fighter; one that stands in the doorway may be crushed."""
    note(ctx, OPERATED, (*listed(ctx.state, OPERATED), piece.id))
    toggled(ctx, piece, DOOR["operate"])
    if piece.kind == OPEN:
        _catch(ctx, piece.id)


def _catch(ctx: Context, door: str) -> None:
    """The next fighter in a doorway that has closed has to test."""
    piece = next(each for each in doors(ctx.state) if each.id == door)
    for model in words.fighters(ctx.state):
        if geometry.near_outline(ctx.place(model), model.sheet.base - 1, piece.outline, 0) and model.at is not None:
            words.mark(ctx, model, DOOR["close-on-fighter-test"], door, until="phase")
            checks.ask(ctx, model, DOOR["close-on-fighter-test"])
            return


def _tested(ctx: Context, model: Model, passed: bool) -> None:
    """A fighter in the doorway jumps out of it, or is crushed."""
    if passed and next(iter(_ways_out(ctx, model)), None) is not None:
        ctx.ask(DOOR["close-on-fighter-pass"], words.controller(ctx.state, model), model=model.id, value=ASIDE)
        return
    clause = DOOR["close-on-fighter-no-room"] if passed else DOOR["close-on-fighter-damage"]
    door = _door_of(model)
    injury.harm(ctx, model, CRUSHED, clause)
    if not model.out:
        _thrown(ctx, model, door)
    _next(ctx, model, door)


def _door_of(model: Model) -> str:
    return str(model.phase.get(DOOR["close-on-fighter-test"], ""))


def _next(ctx: Context, model: Model, door: str) -> None:
    """Go on with the next fighter in the doorway."""
    words.unmark(ctx, model, DOOR["close-on-fighter-test"], until="phase")
    _catch(ctx, door)


def _ways_out(ctx: Context, model: Model) -> Iterator[Point]:
    """Places outside the doorway within 2" that a fighter can go to, the nearest first."""
    x, y, z = ctx.place(model)
    steps = range(-ASIDE, ASIDE + 1, 20)
    spots = sorted((dx * dx + dy * dy, dx, dy) for dx in steps for dy in steps if dx * dx + dy * dy <= ASIDE**2)
    for _, dx, dy in spots:
        if not list(ground.forbidden(ctx.state, model, (x + dx, y + dy, z), engaging=True)):
            yield x + dx, y + dy, z


def step_aside(ctx: Context, action: StepAside) -> None:
    """Go to a place outside the doorway."""
    model, clause = ctx.model(action.fighter, "$.action.fighter"), DOOR["close-on-fighter-pass"]
    away = geometry.path_length(ctx.place(model), (action.at,))
    ctx.require(away <= ASIDE, clause, "{name} would move {away}, {most} is the most", name=model.sheet.name,
                away=show(away), most=show(ASIDE))  # fmt: skip
    for rule, sentence in ground.forbidden(ctx.state, model, action.at, engaging=True):
        ctx.require(False, rule, "{text}", text=sentence)
    if asking.answered(ctx, clause, action.fighter) is not None:
        ctx.emit(Moved(rule=clause, model=model.id, path=(action.at,), length=away))
        forced.moved(ctx, model)
        _next(ctx, model, _door_of(model))


def _thrown(ctx: Context, model: Model, door: str) -> None:
    """A crushed fighter lands on one side of the door, which a die decides: 1 to 3 one, 4 to 6 the other."""
    piece = next(each for each in doors(ctx.state) if each.id == door)
    face = ctx.roll(DOOR["close-on-fighter-side"], model.side, 1, model=model.id).total
    box = convex.box_of(piece.outline)
    wide, deep = box.right - box.left, box.far - box.near
    x, y, z = ctx.place(model)
    off = model.sheet.base + 2
    low = face <= FORCED // 3
    if wide >= deep:
        at = (x, box.near - off if low else box.far + off, z)
    else:
        at = (box.left - off if low else box.right + off, y, z)
    ctx.emit(Moved(rule=DOOR["close-on-fighter-side"], model=model.id, path=(at,)))
    forced.moved(ctx, model)


# forcing and attacking


def touching(model: Model, piece: Terrain) -> bool:
    """Whether a fighter is in base contact with a door."""
    return footprint.near_outline(model, piece.outline, words.CONTACT)


def helpers(state: State, model: Model, piece: Terrain) -> list[Model]:
    """The able standing friends in base contact with the door."""
    friends = words.friends(state, model)
    return [other for other in friends if words.able(other) and words.standing(other) and touching(other, piece)]


def force(ctx: Context, action: ForceDoor) -> None:
    """Force a door: D6, Strength and 2 for each helper, 9 or more."""
    model = activation.begun(ctx, action.fighter, "force-door", BASIC)
    if model is None or not move.is_status(ctx, model, DOOR["force.contact"], "active"):
        return
    piece = found(ctx, action.door)
    if piece is None:
        return
    ctx.require(piece.kind == CLOSED, DOOR["force.contact"], "{door} is open", door=piece.name)
    contact = ctx.require(touching(model, piece), DOOR["force.contact"], "{name} is not in contact with {door}",
                          name=model.sheet.name, door=piece.name)  # fmt: skip
    if not contact:
        return
    activation.spend(ctx, model, "force-door", BASIC)
    helping = helpers(ctx.state, model, piece)
    help_ = ((DOOR["force.helpers"], HELP * len(helping)),) if helping else ()
    modifiers = ((DOOR["force"], words.printed(model, "S")), *help_)
    rolled = ctx.roll(DOOR["force"], model.side, 1, needed=Needs(FORCED, natural_fail=0), modifiers=modifiers,
                      model=model.id)  # fmt: skip
    if sum(rolled.passed):
        unlock(ctx, piece.id, DOOR["force.success"])
        note(ctx, BROKEN_OPEN, (*listed(ctx.state, BROKEN_OPEN), piece.id))
        note(ctx, OPERATED, (*listed(ctx.state, OPERATED), piece.id))
        toggled(ctx, piece, DOOR["force.success"])
    else:
        ctx.effects.append(Noted(rule=DOOR["force.fail"], model=model.id, text=piece.name))


def attack(ctx: Context, action: AttackDoor) -> None:
    """Attack a door: it is hit automatically, wounded as Toughness 5, and has no save."""
    model = activation.begun(ctx, action.fighter, "attack-door", BASIC)
    if model is None or not move.is_status(ctx, model, DOOR["target-autohit"], "active"):
        return
    piece = found(ctx, action.door)
    weapon = next((each for each in model.sheet.weapons if each.id == action.weapon), None)
    if piece is None or not ctx.require(weapon, DOOR["target-autohit"], "{name} has no such weapon",
                                        name=model.sheet.name) or weapon is None:  # fmt: skip
        return
    ctx.require(piece.kind == CLOSED, DOOR["target-autohit"], "{door} is open", door=piece.name)
    reach = injury.number(weapon, "Range") or words.CONTACT
    away = footprint.distance_to_outline(model, piece.outline)
    ctx.require(away <= reach, DOOR["target-autohit"], "{door} is {away} away, {most} is the range", door=piece.name,
                away=show(away), most=show(reach))  # fmt: skip
    activation.spend(ctx, model, "attack-door", BASIC)
    count = 1 if injury.number(weapon, "Range") else max(1, words.printed(model, "A"))
    strength = injury.number(weapon, "S") or words.printed(model, "S")
    wounds = ctx.roll(DOOR["toughness-wounds"], model.side, count, needed=Needs(injury.to_wound(strength, TOUGHNESS)),
                      model=model.id)  # fmt: skip
    _damaged(ctx, piece, sum(wounds.passed) * injury.number(weapon, "D", 1))


def _damaged(ctx: Context, piece: Terrain, damage: int) -> None:
    lost = numbers(ctx.state, LOST)
    lost[piece.id] = lost.get(piece.id, 0) + damage
    note(ctx, LOST, tuple(f"{key}={value}" for key, value in sorted(lost.items())))
    if lost[piece.id] >= WOUNDS:
        ctx.emit(TerrainRemoved(rule=DOOR["destroyed"], piece=piece.id))


@DOOR.at(hooks.TURN_ENDED)
def _turn_over(ctx: Context, side: str, **_: Any) -> None:
    for key in (OPERATED, BROKEN_OPEN):
        if listed(ctx.state, key):
            note(ctx, key, ())


# what is open


def _at_doors(ctx: Context, tag: str, kind: str, *statuses: str) -> tuple[Model, list[Terrain]] | None:
    model = move.offered(ctx, tag, kind, *statuses)
    return None if model is None else (model, doors(ctx.state))


def _may_operate(ctx: Context) -> Iterator[Option]:
    here = _at_doors(ctx, "operate-door", SIMPLE, "active")
    if here is not None:
        model, pieces = here
        open_ = tuple(p.id for p in pieces if nothing((*far(model, p), *operating(ctx, model, p))))
        if open_:
            yield Option(words.controller(ctx.state, model), "operate-door", model.id, open_, clause=DOOR["operate"])


def _may_force(ctx: Context) -> Iterator[Option]:
    here = _at_doors(ctx, "force-door", BASIC, "active")
    if here is not None:
        model, pieces = here
        shut = tuple(p.id for p in pieces if p.kind == CLOSED and touching(model, p))
        if shut:
            yield Option(words.controller(ctx.state, model), "force-door", model.id, shut, clause=DOOR["force"])


def _may_attack(ctx: Context) -> Iterator[Option]:
    here = _at_doors(ctx, "attack-door", BASIC, "active")
    for weapon in here[0].sheet.weapons if here else ():
        model, pieces = here or (None, [])
        assert model is not None
        reach = injury.number(weapon, "Range") or words.CONTACT
        shut = [p for p in pieces if p.kind == CLOSED]
        near = tuple(p.id for p in shut if footprint.distance_to_outline(model, p.outline) <= reach)
        if near:
            yield Option(words.controller(ctx.state, model), "attack-door", model.id, near, (weapon.id,), reach,
                         DOOR["target-autohit"])  # fmt: skip


def _operates(choice: Choice) -> Iterator[Action]:
    yield from (OperateDoor(fighter=choice.option.model, door=key) for key in choice.option.targets)


def _forces(choice: Choice) -> Iterator[Action]:
    yield from (ForceDoor(fighter=choice.option.model, door=key) for key in choice.option.targets)


def _attacks(choice: Choice) -> Iterator[Action]:
    """Now and then: there is more to do than to break doors."""
    weapon = choice.option.weapons[0]
    if not choice.dice.below(4):
        yield from (AttackDoor(fighter=choice.option.model, door=key, weapon=weapon) for key in choice.option.targets)


def _steps(choice: Choice) -> Iterator[Action]:
    yield from (StepAside(fighter=choice.option.model, at=at) for at in _ways_out(choice.ctx, choice.model))


PART = Part(
    acts=(
        Act(OperateDoor, operate, _may_operate, phases=("action",), propose=_operates,
            told=Phrase("%(fighter)s operates a door", "%(fighter)s управляет дверью")),
        Act(ForceDoor, force, _may_force, phases=("action",), propose=_forces,
            told=Phrase("%(fighter)s forces a door", "%(fighter)s высаживает дверь")),
        Act(AttackDoor, attack, _may_attack, phases=("action",), propose=_attacks,
            told=Phrase("%(fighter)s attacks a door", "%(fighter)s атакует дверь")),
        asking.reply(StepAside, step_aside, DOOR["close-on-fighter-pass"], propose=_steps, limit=True,
            told=Phrase("%(fighter)s gets out of the doorway", "%(fighter)s уходит из проёма")),
    ),
    brings=(checks.Check(DOOR["close-on-fighter-test"], "I", _tested),),
    telling=Telling(
        questions={
            DOOR["close-on-fighter-test"]: Phrase("%(side)s: %(model)s is in the doorway", "%(side)s: %(model)s в проёме"),
            DOOR["close-on-fighter-pass"]: Phrase("%(side)s: %(model)s gets out", "%(side)s: %(model)s выходит"),
        },
    ),
)  # fmt: skip
