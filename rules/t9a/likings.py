"""Which acts the autoplayer would rather do, and how often: it counts what a combat would bring before it charges."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from rules.kernel.context import Context
from rules.kernel.lengths import INCH
from rules.kernel.part import Choice
from rules.kernel.state import Model, Unit
from rules.t9a import movement, ranks, shooting, strikes, taste, words

Liking = Callable[[Choice], bool]
"""Whether an act is wanted now."""
LIKELY = 7 * INCH
"""What the dice of a charge mostly add."""
MOST_WIDE = 8
POINT = 1000
"""A point of a combat, in the unit of `favour`."""


def wanted(choice: Choice) -> bool:
    """Whether an act is wanted now."""
    liking = LIKINGS.get(choice.option.action)
    return liking is None or liking(choice)


def mostly(count: int) -> Liking:
    """All but once in so many times."""
    return lambda choice: bool(choice.dice.below(count))


# what a combat would bring


def favour(ctx: Context, unit: Unit, foe: Unit) -> int:
    """By how much a unit would win the first round of a combat that it charges into, in thousandths of a point."""
    behind = max(0, ranks.full(ctx, unit) - 1) - max(0, ranks.full(ctx, foe) - 1)
    return _blows(ctx, unit, foe) - _blows(ctx, foe, unit) + POINT * (behind + 1)


def _blows(ctx: Context, unit: Unit, foe: Unit) -> int:
    """The Health Points that a unit takes off another in a round on average, in thousandths."""
    stands, victims = words.formation(unit), words.rank_and_file(ctx.state, foe)
    wide = min(stands.files, words.formation(foe).files + 2, MOST_WIDE)
    fighters = sorted(ctx.state.members(unit.id), key=lambda model: -words.printed(model, "Att"))
    first, second = fighters[:wide], fighters[wide : 2 * wide]
    return sum(words.printed(m, "Att") * _chance(m, victims[0]) for m in first) + sum(
        _chance(m, victims[0]) for m in second
    )


def _chance(model: Model, victim: Model) -> int:
    """In how many cases of a thousand a blow takes a Health Point off a model."""
    own, other = _numbers(model, "Off", "Str", "AP"), _numbers(victim, "Def", "Res", "Arm")
    hits, wounds = 7 - strikes.needed(own[0], other[0]), 7 - shooting.to_wound(own[1], other[1])
    unsaved = 6 - min(5, max(0, other[2] - own[2]))
    return hits * wounds * unsaved * 1000 // 216


def _numbers(model: Model, *names: str) -> tuple[int, ...]:
    return tuple(words.printed(model, name) for name in names)


# what is wanted


def charges(choice: Choice, key: str) -> bool:
    """Whether a unit would charge an enemy: one it mostly reaches, and that it does not expect to lose to."""
    ctx, unit, foe = choice.ctx, choice.unit, choice.state.units[key]
    far = words.apart(unit, foe) - max(movement.rate(ctx, unit, "Adv", flying) for flying in movement.modes(ctx, unit))
    if far > LIKELY and choice.dice.below(4):
        return False
    return words.fleeing(foe) or favour(ctx, unit, foe) > -POINT or not choice.dice.below(6)


def stands(choice: Choice, unit: Unit) -> bool:
    """Whether a unit would rather stay: it is where it wants to be, or has somebody to shoot at."""
    aim = taste.aim(choice.ctx, unit)
    if aim is None or aim.there:
        return True
    foe, arms = taste.nearest(choice.ctx, unit), [shooting.weapon_of(m) for m in choice.state.members(unit.id)]
    reach = max((shooting.number(weapon, "Range") for weapon in arms if weapon), default=0)
    near = foe is not None and words.apart(unit, foe) <= reach
    return near and 2 * len([weapon for weapon in arms if weapon]) > len(arms) and bool(choice.dice.below(6))


def _hurries(choice: Choice) -> bool:
    """A March is for those who have far to go, and nobody to shoot at."""
    aim = taste.aim(choice.ctx, choice.unit)
    if aim is None or stands(choice, choice.unit):
        return False
    way = taste.heading(choice.unit, aim.at)
    return way.ahead > movement.rate(choice.ctx, choice.unit, "Adv") + 2 * INCH


def _turns(choice: Choice) -> bool:
    """A Reform is for those who have to turn round."""
    aim = taste.aim(choice.ctx, choice.unit)
    return aim is not None and not aim.there and taste.heading(choice.unit, aim.at).ahead < 0


def flees(choice: Choice) -> bool:
    """Whether a unit would flee from a charge: one that expects to be beaten badly, or only feigns."""
    unit, charger = choice.unit, choice.state.units[choice.ctx.pending.targets[0]]
    feigns = words.every(choice.ctx, unit, "t9a.feigned-flight")
    if choice.dice.below(1 if feigns else 3):
        return False
    return favour(choice.ctx, charger, unit) > (POINT if feigns else 4 * POINT)


LIKINGS: Mapping[str, Liking] = {
    "advance": lambda choice: not stands(choice, choice.unit),
    "march": _hurries,
    "reform": _turns,
    "deploy-inside": mostly(3),
    "siphon": mostly(4),
    "characteristic-test": lambda choice: False,
}
"""When an act is wanted; one that does not stand here always is."""

WEIGHTS = {
    "lie-in-ambush": 900, "deploy-inside": 300, "deploy": 100, "leave-out": 1, "choose-spells": 900,
    "ambush-roll": 900, "arrive": 500, "join": 400, "leave": 300, "reform": 300, "march": 300, "advance": 60,
    "declare-charge": 100, "charge-move": 100, "flux": 900, "channel": 900, "siphon": 100, "cast": 100, "dispel": 100,
    "aid": 900, "shoot": 100, "fire": 100, "fight": 100, "pursue": 100, "react": 100,
}  # fmt: skip
"""How soon an act comes to mind."""
