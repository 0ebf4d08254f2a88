"""Blows in close combat: who strikes with what at whom, and the rolls of everybody who strikes at one Agility."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from rules.kernel import geometry, regiment
from rules.kernel.context import Context, Modifiers
from rules.kernel.convex import Core
from rules.kernel.dice import Needs
from rules.kernel.effects import Noted
from rules.kernel.hull import Arc
from rules.kernel.sheet import Weapon
from rules.kernel.state import Formation, Model, Unit
from rules.t9a import hooks, shooting, words

HIT = "t9a.core.melee-to-hit"
SUPPORTING = "t9a.assumed.combat.supporting"
ALLOCATION = "t9a.assumed.combat.allocation"
"""On a model, for the phase: how its attacks at the present Agility are divided, as `_written` has them."""
PLAIN = Weapon("hand", "Hand weapon", {})


class Strike(NamedTuple):
    """The attacks of a part of a model: with a weapon, at its Agility, at one of the targets it reaches.

    A target is a unit, which stands for its rank and file, or a character in it. The first is the usual one.
    """

    model: Model
    weapon: Weapon
    attacks: int
    targets: tuple[str, ...]
    supports: bool = False

    @property
    def agility(self) -> int:
        """When it strikes: the highest first."""
        return of(self.model, self.weapon, "Agi")


class Share(NamedTuple):
    """So many of the attacks of a strike, at one target."""

    strike: Strike
    target: str
    attacks: int


# with what


def parts(model: Model) -> Iterator[tuple[Weapon, int]]:
    """What a model strikes with, and how often: its own weapon, and each part that has attacks of its own.

    A part, such as a mount or the crew of a chariot, is printed as a weapon without a range with its own `Att`; it may
    have `Agi`, `Off`, `Str` and `AP` too. Of several other weapons the first is used.
    """
    melee = [weapon for weapon in model.sheet.weapons if not shooting.number(weapon, "Range")]
    own = next((weapon for weapon in melee if "Att" not in weapon.profile), PLAIN)
    every = [(own, words.printed(model, "Att")), *((w, of(model, w, "Att")) for w in melee if "Att" in w.profile)]
    return (each for each in every if each[1] > 0)


def of(model: Model, weapon: Weapon, name: str) -> int:
    """A characteristic of a part of a model: that of its weapon (`+1`: so much more than the model's), or the model's.

    The Aim, Strength and Armour Penetration of shots are not meant.
    """
    value = weapon.profile.get(name)
    if isinstance(value, int):
        return value
    more = int(value) if isinstance(value, str) and value[:1] in "+-" and value[1:].isdigit() else 0
    return words.printed(model, name) + more


# at whom


def side_of(formation: Formation, other: Core) -> Arc:
    """The side of a regiment on which another stands that touches it: its front if wholly ahead of the front line."""
    (fx, fy), (rear_right, front_right, front_left, _) = formation.facing, regiment.boundary(formation)
    slack = regiment.TOUCHING * geometry.ceil_root(fx * fx + fy * fy)
    ahead = min((x - front_left[0]) * fx + (y - front_left[1]) * fy for x, y in other)
    behind = min(-((x - rear_right[0]) * fx + (y - rear_right[1]) * fy) for x, y in other)
    if ahead >= -slack:
        return "front"
    if behind >= -slack:
        return "rear"
    left = min((x - front_left[0]) * -fy + (y - front_left[1]) * fx for x, y in other)
    right = min((x - front_right[0]) * fy - (y - front_right[1]) * fx for x, y in other)
    return "left" if left >= right else "right"


def reach(ctx: Context, own: Core, foe: Unit) -> tuple[str, ...]:
    """The targets of an enemy unit that a base touches: its rank and file, then each character; none if it is apart.

    Where it touches the boundary at a gap in the ranks it reaches the rank and file. A single model is its unit.
    """
    found: tuple[str, ...] = ctx.once(("reach", own, foe.id), lambda: _touching(ctx, own, foe))
    return found


def _touching(ctx: Context, own: Core, foe: Unit) -> tuple[str, ...]:
    stands = words.formation(foe)
    if not regiment.contact(own, regiment.boundary(stands)):
        return ()
    members = ctx.state.members(foe.id)
    ranked = {model.id for model in members if len(members) == 1 or not words.is_(model, "Character")}
    alive = [key for key in regiment.touching(stands, own) if not ctx.state.models[key].out]
    named = tuple(key for key in alive if key not in ranked)
    return (foe.id, *named) if not alive or len(named) < len(alive) else named


def strikes(ctx: Context, unit: Unit) -> list[Strike]:
    """Everything a unit can strike with now: all models in base contact, and those who support them from behind."""
    stands = words.formation(unit)
    foes = words.engaged_with(ctx.state, unit)
    ahead = [foe for foe in foes if side_of(stands, words.boundary(foe)) == "front"]
    cores = {key: core for key, core in regiment.cores(stands).items() if not ctx.state.models[key].out}
    touching = {key: _reached(ctx, core, foes) for key, core in cores.items()}
    found = [
        Strike(ctx.state.models[key], weapon, attacks, targets)
        for key, targets in touching.items() if targets for weapon, attacks in parts(ctx.state.models[key])
    ]  # fmt: skip
    first = {key: _reached(ctx, cores[key], ahead) for key, targets in touching.items() if targets}
    return [*found, *_supporting(ctx, stands, {key: targets for key, targets in first.items() if targets}, touching)]


def _reached(ctx: Context, own: Core, foes: list[Unit]) -> tuple[str, ...]:
    return tuple(target for foe in foes for target in reach(ctx, own, foe))


def _supporting(
    ctx: Context, stands: Formation, ahead: Mapping[str, tuple[str, ...]], touching: Mapping[str, tuple[str, ...]]
) -> Iterator[Strike]:
    """One attack of each model of the second rank straight behind one that is in contact in front."""
    second = [(key, place) for key, place in stands.stands.items() if place.rank == 1 and not touching.get(key)]
    for key, targets in ahead.items():
        first = stands.stands.get(key)
        if first is None or first.rank or first.deep > 1:
            continue
        for other, place in second:
            model = ctx.state.models[other]
            able = not model.out and words.printed(model, "Att")
            if able and first.file <= place.file < first.file + first.wide:
                yield Strike(model, next(parts(model))[0], 1, targets, supports=True)


# who strikes whom


def shares(strike: Strike) -> list[Share]:
    """How the attacks of a strike are divided: as was declared, and the rest at its usual target."""
    left, found = strike.attacks, []
    for weapon, target, attacks in _read(strike.model):
        most = min(left, attacks or left)
        if weapon == strike.weapon.id and target in strike.targets and most:
            found.append(Share(strike, target, most))
            left -= most
    return [*found, *([Share(strike, strike.targets[0], left)] if left else [])]


def written(weapon: str, target: str, attacks: int) -> str:
    """A division as a mark has it."""
    return f"{weapon}|{target}|{attacks}"


def _read(model: Model) -> Iterator[tuple[str, str, int]]:
    lines = model.phase.get(ALLOCATION, ())
    for line in lines if isinstance(lines, tuple) else ():
        weapon, target, attacks = (*line.rsplit("|", 2), "", "")[:3]
        if attacks.isdecimal():
            yield weapon, target, int(attacks)


# the rolls


class Group(NamedTuple):
    """Attacks that are rolled together: those of a unit with the same weapon and numbers at the same target."""

    unit: str
    target: str
    weapon: str
    needed: int
    strength: int
    piercing: int
    modifiers: Modifiers


class Harm(NamedTuple):
    """The Health Points that a target loses when everybody at this Agility has struck."""

    unit: Unit
    victims: list[Model]
    lost: int


def struck(ctx: Context, found: list[Strike]) -> None:
    """Everybody strikes at once: all rolls come first, then the losses."""
    groups: dict[Group, list[Share]] = {}
    for strike in found:
        for share in shares(strike):
            groups.setdefault(_group(ctx, share), []).append(share)
    harms: list[Harm] = []
    for group, members in groups.items():
        with ctx.carrying(tuple(harm.lost for harm in harms)):
            ctx.milestone()
            harms.append(_rolled(ctx, group, members))
    for harm in harms:
        shooting.take(ctx, harm.unit, [m for m in harm.victims if not m.out], harm.lost, HIT)


def victims(ctx: Context, target: str) -> list[Model]:
    """The models that attacks at a target can take: a character, or the rank and file of a unit."""
    unit = ctx.state.units.get(target)
    return [ctx.state.models[target]] if unit is None else words.rank_and_file(ctx.state, unit)


def _group(ctx: Context, share: Share) -> Group:
    model, weapon = share.strike.model, share.strike.weapon
    victim = victims(ctx, share.target)[0]
    modifiers: Modifiers = ctx.value(hooks.TO_HIT, (), attacker=model, target=victim)
    value = needed(of(model, weapon, "Off"), words.printed(victim, "Def"))
    strong, piercing = of(model, weapon, "Str"), of(model, weapon, "AP")
    return Group(model.unit, share.target, weapon.id, value, strong, piercing, modifiers)


def needed(offence: int, defence: int) -> int:
    """What a die needs to hit in close combat."""
    gap = offence - defence
    return 2 if gap >= 4 else 3 if gap >= 1 else 4 if gap >= -3 else 5 if gap >= -7 else 6


def _rolled(ctx: Context, group: Group, members: list[Share]) -> Harm:
    """The rolls of a group: to hit, to wound, to save. The losses come later."""
    unit, targets = ctx.state.units[group.unit], victims(ctx, group.target)
    victim = targets[0]
    supporting = sum(share.attacks for share in members if share.strike.supports)
    if supporting:
        ctx.effects.append(Noted(rule=SUPPORTING, model=unit.id, target=group.target, value=supporting))
    rolled = ctx.roll(
        HIT, unit.side, sum(share.attacks for share in members), needed=Needs(group.needed, natural_pass=6),
        modifiers=group.modifiers, model=members[0].strike.model.id, target=group.target,
    )  # fmt: skip
    lost = shooting.wounds(ctx, unit, victim, sum(rolled.passed), group.strength, group.piercing)
    return Harm(ctx.state.units[victim.unit], targets, lost)
