"""Vehicles: armour penetration, the damage table, speed and its effect on shooting.

Hull points are a vehicle's `wounds`. A result of the damage table is a mark on the vehicle; that of the crew lasts
until the end of its next turn. Hits on vehicles are resolved here (`penetrate`, `strike`) instead of by rolls to wound.
`weapon_skill` and `firing` serve close combat and shooting.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import msgspec

from rules.kernel import footprint, geometry, hull
from rules.kernel.context import Context, Modifiers
from rules.kernel.dice import Needs
from rules.kernel.effects import TerrainSet, WoundsSet
from rules.kernel.lengths import INCH
from rules.kernel.marks import LENGTH, TEXTS, TURN, number, on_model, on_unit
from rules.kernel.part import Part
from rules.kernel.sheet import Weapon
from rules.kernel.state import Model, Point, State, Terrain, Unit
from rules.wh40k import dice, hooks, words
from rules.wh40k.book import VEHICLE
from rules.wh40k.movement import terrain
from rules.wh40k.shooting import save

PENETRATION = "wh40k.assumed.vehicle.penetration"
FACING = "wh40k.assumed.vehicle.facing"
GLANCING = "wh40k.assumed.vehicle.glancing"
DAMAGE = "wh40k.assumed.vehicle.damage-table"
EXPLODES = "wh40k.assumed.vehicle.explodes"
SPEED = "wh40k.assumed.vehicle.speed-shooting"
WRECK = "wh40k.assumed.vehicle.wreck"

SHAKEN = "wh40k.assumed.vehicle.damage-table.shaken"
STUNNED = "wh40k.assumed.vehicle.damage-table.stunned"
"""On a vehicle, for the game: the number of the player turn at whose end the crew recovers."""
DESTROYED = "wh40k.assumed.vehicle.damage-table.weapon"
"""On a vehicle, for the game: the ids of its destroyed weapons."""
IMMOBILISED = "wh40k.assumed.vehicle.damage-table.immobilised"
"""On a vehicle, for the game."""
MOVED_LAST = "wh40k.assumed.vehicle.close-combat"
"""On a unit of vehicles, for the game: how far it moved in its last turn."""
EVACUATE = "wh40k.assumed.transport.disembark.wreck"
"""On a unit that has to leave a destroyed vehicle; also the question where it goes."""
BURNT = EXPLODES
"""On such a unit, for the game: the Strength of the hits it takes from the explosion."""

ARMOUR = {"front": "FA", "side": "SA", "rear": "RA"}
COMBAT, CRUISING = 6 * INCH, 12 * INCH


# passengers


def passengers(state: State, vehicle: Model) -> list[Unit]:
    """The units inside a vehicle that have models left."""
    return [u for u in state.units.values() if u.game.get(words.ABOARD) == vehicle.id and words.alive(state, u)]


# armour


def facing_hit(ctx: Context, vehicle: Model, origin: Point | None, weapon: Weapon | None = None) -> str:
    """The facing of a vehicle, `front`, `side` or `rear`, that is hit from a point (the front where none is known)."""
    arc = hull.arc(vehicle, origin) if origin is not None else "front"
    facing = "side" if arc in ("left", "right") else arc
    found: str = ctx.value(hooks.FACING_HIT, facing, weapon=weapon, vehicle=vehicle)
    return found


def armour_value(ctx: Context, vehicle: Model, facing: str, weapon: Weapon | None = None, assault: bool = False) -> int:
    """The armour value a hit on a facing has to beat."""
    printed = words.printed(vehicle, ARMOUR[facing])
    return int(ctx.value(hooks.ARMOUR_VALUE, printed, weapon=weapon, vehicle=vehicle, facing=facing, assault=assault))


class Hits(msgspec.Struct, frozen=True):
    """Hits of one kind on vehicles.

    `by` is the side that rolls, `ap` 0 for none. `cover` is the cover save a vehicle may take against each hit that
    counts, 7 for none. `clause` is that of the roll for armour penetration.
    """

    by: str
    strength: int
    ap: int = 0
    weapon: Weapon | None = None
    attacker: Model | None = None
    assault: bool = False
    cover: int = terrain.NO_SAVE
    clause: str = PENETRATION


def penetrate(ctx: Context, vehicle: Model, count: int, hits: Hits, facing: str = "front") -> int:
    """Resolve a number of hits on a vehicle. Returns how many hull points they cost it.

    `facing` is what `facing_hit` says; in an assault the rear of all but walkers is hit. Hits that are left when the
    vehicle is destroyed are lost.
    """
    if vehicle.out or count <= 0:
        return 0
    if hits.assault and not words.is_(vehicle, "Walker"):
        facing = "rear"
    before = vehicle.wounds
    value = armour_value(ctx, vehicle, facing, hits.weapon, hits.assault)
    for outcome in _outcomes(ctx, vehicle, count, value - hits.strength, hits):
        if vehicle.out:
            break
        if outcome == "nothing" or _saved(ctx, vehicle, hits.cover):
            continue
        if outcome == "glancing":
            glance(ctx, vehicle, GLANCING)
        else:
            penetrating(ctx, vehicle, DAMAGE, hits.ap, hits.by)
    return before - vehicle.wounds


def _outcomes(ctx: Context, vehicle: Model, count: int, needed: int, hits: Hits) -> Iterator[str]:
    """What each hit does: `nothing`, `glancing`, `penetrating`."""
    roles: dict[str, Any] = {
        "weapon": hits.weapon, "vehicle": vehicle, "attacker": hits.attacker, "assault": hits.assault, "by": hits.by,
    }  # fmt: skip
    instead = ctx.value(hooks.INSTEAD_OF_PENETRATION, None, **roles)
    if instead is not None:
        yield instead
        for _ in range(count - 1):
            # no dice are rolled for hits on a vehicle already destroyed
            yield "nothing" if vehicle.out else ctx.value(hooks.INSTEAD_OF_PENETRATION, None, **roles)
        return
    each = int(ctx.value(hooks.PENETRATION, 1, **roles))
    told = Needs(max(1, needed), natural_fail=0, exact=True) if each == 1 else 0
    rolled = ctx.roll(hits.clause, hits.by, each * count, needed=told, model=_id(hits.attacker), target=vehicle.id)
    faces = rolled.final()
    for first in range(0, each * count, each):
        over = sum(faces[first : first + each]) - needed
        yield "nothing" if over < 0 else "penetrating" if over else "glancing"


def _id(model: Model | None) -> str:
    return model.id if model is not None else ""


def _saved(ctx: Context, vehicle: Model, cover: int) -> bool:
    """Whether a vehicle saves against a glancing or penetrating hit: the better of cover and invulnerable save."""
    other = save.invulnerable(ctx, vehicle)
    best = save.Save(save.COVER, cover) if cover <= other else save.Save(save.INVULNERABLE, other)
    return save.roll(ctx, vehicle, best) == 0


def strike(ctx: Context, unit: Unit, count: int, hits: Hits, origin: Point | None = None) -> int:
    """Resolve a number of hits on a unit of vehicles, the nearest to `origin` first. Returns the hull points lost."""
    lost = 0
    while count > 0:
        vehicle = nearest(ctx.state, unit, origin)
        if vehicle is None:
            break
        alone = len(words.standing(ctx.state, unit)) == 1
        now = count if alone else 1
        lost += penetrate(ctx, vehicle, now, hits, facing_hit(ctx, vehicle, origin, hits.weapon))
        count -= now
    return lost


def nearest(state: State, unit: Unit, origin: Point | None) -> Model | None:
    """The vehicle of a unit whose hull is nearest to a point; the first where no point is known."""
    there = [m for m in words.standing(state, unit) if words.is_vehicle(m)]
    if origin is None or not there:
        return there[0] if there else None
    return min(there, key=lambda m: footprint.distance_to_point(m, origin))


# damage


def glance(ctx: Context, vehicle: Model, clause: str) -> None:
    """A glancing hit: a hull point is lost, with the last of them the vehicle."""
    _hull_point(ctx, vehicle, clause)
    if not vehicle.wounds:
        wreck(ctx, vehicle, clause)


def penetrating(ctx: Context, vehicle: Model, clause: str, ap: int, by: str) -> None:
    """A penetrating hit: a hull point is lost, and `by` rolls on the damage table."""
    _hull_point(ctx, vehicle, clause)
    rolled = ctx.roll(DAMAGE, by, 1, modifiers=_modifiers(vehicle, ap), target=vehicle.id)
    result = rolled.total + sum(amount for _, amount in rolled.modifiers)
    if result >= 6:
        explode(ctx, vehicle, by)
    elif not vehicle.wounds:
        wreck(ctx, vehicle, clause)
    else:
        RESULTS[result](ctx, vehicle, by)


def _modifiers(vehicle: Model, ap: int) -> Modifiers:
    piercing = {1: 2, 2: 1}.get(ap, 0)
    found = [(DAMAGE, piercing), (DAMAGE, int(words.is_(vehicle, "Open-topped")))]
    return tuple(pair for pair in found if pair[1])


def _hull_point(ctx: Context, vehicle: Model, clause: str) -> None:
    ctx.emit(WoundsSet(rule=clause, model=vehicle.id, was=vehicle.wounds, to=max(0, vehicle.wounds - 1)))


def _shaken(ctx: Context, vehicle: Model, by: str) -> None:
    words.mark(ctx, vehicle, SHAKEN, words.next_turn_of(ctx.state, vehicle.side), "game")


def _stunned(ctx: Context, vehicle: Model, by: str) -> None:
    words.mark(ctx, vehicle, STUNNED, words.next_turn_of(ctx.state, vehicle.side), "game")


def _weapon_destroyed(ctx: Context, vehicle: Model, by: str) -> None:
    left = usable(vehicle)
    if not left:
        immobilise(ctx, vehicle, DESTROYED)
        return
    words.mark(ctx, vehicle, DESTROYED, (*lost_weapons(vehicle), dice.pick(ctx, by, left).id), "game")


def _immobilised(ctx: Context, vehicle: Model, by: str) -> None:
    immobilise(ctx, vehicle, IMMOBILISED)


RESULTS: dict[int, Callable[[Context, Model, str], None]] = {
    1: _shaken,
    2: _shaken,
    3: _stunned,
    4: _weapon_destroyed,
    5: _immobilised,
}
"""What a roll on the damage table does to a vehicle that has hull points left; 6 and more is `explode`."""


def immobilise(ctx: Context, vehicle: Model, clause: str) -> None:
    """A vehicle is immobilised; if it already was, it loses a hull point."""
    if IMMOBILISED in vehicle.game:
        glance(ctx, vehicle, IMMOBILISED)
    else:
        words.mark(ctx, vehicle, IMMOBILISED, 1, "game", rule=clause)


def wreck(ctx: Context, vehicle: Model, clause: str) -> None:
    """A vehicle is destroyed and its hull stays where it stands."""
    words.kill(ctx, vehicle, clause)
    if vehicle.sheet.hull is None or vehicle.at is None or not ctx.state.table.mapped:
        return
    outline = hull.outline(vehicle.at, vehicle.facing, vehicle.sheet.hull)
    piece = Terrain(
        f"wreck-{vehicle.id}", vehicle.sheet.name, outline, vehicle.sheet.height, vehicle.at[2], kind="wreck"
    )
    ctx.emit(TerrainSet(rule=WRECK, piece=piece))


def explode(ctx: Context, vehicle: Model, by: str) -> None:
    """A vehicle is destroyed and burns those near it and those inside."""
    reach = INCH * ctx.roll(EXPLODES, by, 1, model=vehicle.id).total
    near = geometry.within(ctx.state.alive(), vehicle, reach)
    strength = 3 if words.is_(vehicle, "Open-topped") else 4
    for unit in passengers(ctx.state, vehicle):
        words.mark(ctx, unit, BURNT, strength, "game", rule=EXPLODES)
    words.kill(ctx, vehicle, EXPLODES)
    ctx.fire(hooks.EXPLODED, near, model=vehicle, by=by)


def dangerous(ctx: Context, model: Model, clause: str) -> None:
    """A vehicle failed a dangerous terrain test: it loses a hull point and is immobilised."""
    glance(ctx, model, clause)
    if not model.out and IMMOBILISED not in model.game:
        immobilise(ctx, model, clause)


# speed and crew


def speed(unit: Unit) -> str:
    """How fast a unit of vehicles moved this turn: `stationary`, `combat`, `cruising`."""
    moved = unit.turn.get(words.MOVED, 0)
    assert isinstance(moved, int)
    if not moved:
        return "stationary"
    return "combat" if moved <= COMBAT else "cruising"


def lost_weapons(vehicle: Model) -> tuple[str, ...]:
    """The ids of the weapons a vehicle has lost."""
    found = vehicle.game.get(DESTROYED, ())
    return found if isinstance(found, tuple) else ()


def usable(vehicle: Model) -> list[Weapon]:
    """The ranged weapons a vehicle has left."""
    lost = lost_weapons(vehicle)
    return [w for w in vehicle.sheet.weapons if w.profile.get("type") != "Melee" and w.id not in lost]


def crew_out(vehicle: Model) -> str:
    """The clause that limits the crew to Snap Shots; empty if there is none."""
    return next((key for key in (STUNNED, SHAKEN) if key in vehicle.game), "")


def firing(ctx: Context, unit: Unit, model: Model) -> tuple[int, int]:
    """How many weapons of a vehicle fire at full Ballistic Skill this turn, and how many only Snap Shots.

    Which weapon is which is the player's choice. Walkers fire everything however they moved.
    """
    count = len(usable(model))
    pace, fast = speed(unit), words.is_(model, "Fast")
    full = {"stationary": count, "combat": count if fast else 1, "cruising": 2 if fast else 0}[pace]
    if words.is_(model, "Walker"):
        full = count
    if crew_out(model):
        full = 0
    full = min(full, count)
    return full, count - full


def held_fast(vehicle: Model) -> str:
    """The clause that keeps a vehicle from moving; empty if it can move."""
    return next((key for key in (IMMOBILISED, STUNNED) if key in vehicle.game), "")


def weapon_skill(ctx: Context, vehicle: Model) -> int:
    """The Weapon Skill a vehicle defends itself with in close combat; 0 if it is hit automatically.

    A walker has its own. Another has 1 where it moved in its own present or last turn.
    """
    if words.is_(vehicle, "Walker"):
        return words.characteristic(ctx, vehicle, "WS")
    unit = words.unit_of(ctx.state, vehicle)
    if ctx.state.turn == unit.side:
        return int(speed(unit) != "stationary")
    return int(MOVED_LAST in unit.game)


@VEHICLE.at(hooks.TURN_ENDS)
def _remember_speed(ctx: Context, side: str, **_: Any) -> None:
    """Keep for the enemy's turn how far each unit of vehicles moved in its own."""
    for unit in words.on_table(ctx.state, side):
        if words.vehicle_of(ctx.state, unit) is None:
            continue
        moved = unit.turn.get(words.MOVED, 0)
        if moved:
            words.mark(ctx, unit, MOVED_LAST, moved, "game")
        elif MOVED_LAST in unit.game:
            words.unmark(ctx, unit, MOVED_LAST, "game")


@VEHICLE.at(hooks.SNAP)
def _crew_snaps(ctx: Context, clause: str, *, model: Model, **_: Any) -> str:
    return clause or crew_out(model)


@VEHICLE.at(hooks.SHOTS)
def _no_shots(ctx: Context, shots: Any, *, model: Model, weapon: Weapon, **_: Any) -> Any:
    return 0 if weapon.id in lost_weapons(model) else shots


@VEHICLE.at(hooks.MAY_MOVE)
def _none_moves(ctx: Context, clause: str, *, unit: Unit, **_: Any) -> str:
    """A unit of vehicles stays where it is when none of them can move."""
    there = words.standing(ctx.state, unit)
    if clause or not there or not all(words.is_vehicle(m) and held_fast(m) for m in there):
        return clause
    return held_fast(there[0])


@VEHICLE.at(hooks.MAY_REACH)
def _stays(ctx: Context, clause: str, *, model: Model, **_: Any) -> str:
    """One vehicle of a squadron cannot move."""
    return clause or held_fast(model)


@VEHICLE.at(hooks.KILLED)
def _get_out(ctx: Context, cause: str, *, model: Model, **_: Any) -> None:
    """Passengers of a vehicle that is destroyed leave it at once; with one that is not on the table they are lost."""
    for unit in passengers(ctx.state, model):
        if model.at is None:
            words.destroy(ctx, unit, cause)
        else:
            words.mark(ctx, unit, EVACUATE)


MARKS = (
    on_model(SHAKEN, "game", "Its crew is shaken until the end of this player turn: only Snap Shots.", TURN),
    on_model(STUNNED, "game", "Its crew is stunned until the end of this player turn.", TURN),
    on_model(DESTROYED, "game", "The ids of its destroyed weapons.", TEXTS),
    on_model(IMMOBILISED, "game", "It is immobilised."),
    on_unit(MOVED_LAST, "game", "How far these vehicles moved in their last turn.", LENGTH),
    on_unit(BURNT, "game", "The Strength of the hits it takes when it leaves a vehicle that exploded.", number(1, 10)),
)  # fmt: skip

BECAUSE = (words.Because(STUNNED, "it is stunned"), words.Because(IMMOBILISED, "it is immobilised"))
PART = Part(marks=MARKS, brings=(words.Expiring(SHAKEN), words.Expiring(STUNNED), *BECAUSE))
