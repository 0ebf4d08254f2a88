"""What a regiment of The 9th Age and its models reach, and how it would shoot."""

from __future__ import annotations

from collections.abc import Iterator

from rules.kernel.aiming import Aim, forgotten, opened
from rules.kernel.context import Context
from rules.kernel.events import Action
from rules.kernel.part import Part
from rules.kernel.reaching import QUERY, Reach, Reaching
from rules.kernel.state import Model, State, Unit
from rules.kernel.telling import Phrase, Telling
from rules.t9a import machines, movement, queries, shooting, words
from rules.t9a.special import commanding_presence, engineer, rally_around_the_flag

PACES = (("Adv", False, "move"), ("Mar", False, "march"), ("Adv", True, "fly"), ("Mar", True, "fly-march"))


def reaches(ctx: Context, holder: Model | Unit) -> Iterator[Reach]:
    """A regiment moves as one; its models shoot from where they stand, those of the first two ranks."""
    if isinstance(holder, Unit):
        yield from _paces(ctx, holder) if holder.formation else ()
        return
    unit = ctx.state.units.get(holder.unit)
    if unit is None or unit.formation is None:
        return
    yield from _shoots(holder, unit)
    yield from _auras(ctx, holder, unit)


def _paces(ctx: Context, unit: Unit) -> Iterator[Reach]:
    """Its Advance and March Rate, on foot and in the air if it flies."""
    aloft = movement.modes(ctx, unit)
    for name, flying, kind in PACES:
        if flying in aloft:
            clause, length = movement.pace(ctx, unit, name, flying)
            yield Reach(kind, length, clause)


def _shoots(model: Model, unit: Unit) -> Iterator[Reach]:
    weapon, stand = shooting.weapon_of(model), words.formation(unit).stands.get(model.id)
    if weapon is None or (stand is not None and stand.rank >= shooting.RANKS_THAT_SHOOT):
        return
    reach = shooting.number(weapon, "Range")
    yield Reach("range", reach, shooting.AIM, weapon.id)
    yield Reach("short", reach // 2, shooting.RANGE, weapon.id)


def _auras(ctx: Context, model: Model, unit: Unit) -> Iterator[Reach]:
    """What works on friends near a model; nothing while it flees."""
    if words.fleeing(unit):
        return
    if commanding_presence.has(ctx, model):
        yield Reach("aura", commanding_presence.RANGE, commanding_presence.COMMANDING_PRESENCE["use-discipline"])
    if rally_around_the_flag.has(ctx, model):
        yield Reach("aura", rally_around_the_flag.RANGE, rally_around_the_flag.RALLY_AROUND_THE_FLAG["reroll"])
    if ctx.holds(model, engineer.ENGINEER.id):
        yield Reach("aura", engineer.RANGE, engineer.ENGINEER["aim-replaced"])


def ready(state: State, shooter: Model | Unit, target: Model | Unit) -> None:
    """The side's Shooting Phase; the unit has not shot in it."""
    opened(state, "shooting", shooter.side, "shoot")
    state.turn = shooter.side
    forgotten(shooter, shooting.SHOT)


def shots(ctx: Context, shooter: Model | Unit, target: Model | Unit) -> Iterator[Action]:
    """A unit shoots with all that can; a War Machine fires."""
    if isinstance(shooter, Unit):
        act = machines.Fire if shooting.is_machine(ctx, shooter) else shooting.Shoot
        yield act(unit=shooter.id, target=target.id)


PART = Part(
    queries=(QUERY,),
    brings=(Reaching(reaches), Aim(ready, shots)),
    telling=Telling(covers={
        queries.SOFT: Phrase("soft cover", "лёгкое укрытие"),
        queries.HARD: Phrase("hard cover", "тяжёлое укрытие"),
    }),
)  # fmt: skip
