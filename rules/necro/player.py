"""How the autoplayer plays Necromunda: for the scenario, at whoever is worth it, and within the rules.

Everything is proposed from the legal options. An activated fighter does what is worth most to it now; what is worth
nothing is left, and at last the activation ends. The first proposal that the rules accept is played.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import combinations
from typing import Any

from rules.kernel import engine, geometry
from rules.kernel.context import Context
from rules.kernel.dice import Seeded
from rules.kernel.effects import Rolled
from rules.kernel.engine import Decided
from rules.kernel.events import Action, Declaration, Reroll
from rules.kernel.part import Act, Choice, Option
from rules.kernel.proposing import Proposer
from rules.kernel.ruleset import Ruleset
from rules.kernel.state import Facing, Model, Point, State
from rules.necro import activation, checks, door, engage, fight, injury, move, routes, taste, terminal, vision, words

SELDOM, NOW_AND_THEN = 40, 8
"""One time in so many a fighter does what is worth little."""


class Autoplayer(Proposer):
    """Plays both gangs. Where things are worth the same, its own dice choose."""

    def __init__(self, dice: Seeded) -> None:
        super().__init__(dice, {})

    def proposals(self, ruleset: Ruleset, state: State) -> Iterator[Declaration[Any]]:
        """Declarations worth trying now, best first; the last is always acceptable."""
        options = engine.options(ruleset, state)
        offered = [option for option in options if option.action != "pass"]
        for option in self._ordered(ruleset, state, offered):
            yield from self.filled(ruleset, state, option, [o for o in offered if o.action == option.action])
        yield from (Declaration(by=o.side, action=activation.Pass()) for o in options if o.action == "pass")

    def _ordered(self, ruleset: Ruleset, state: State, options: Sequence[Option]) -> list[Option]:
        """The options that are worth something, the best first."""
        rated = [(self._worth(ruleset, state, option), self.dice.below(1000), option) for option in options]
        return [each[2] for each in sorted(rated, key=lambda each: each[:2], reverse=True) if each[0] > 0]

    def _worth(self, ruleset: Ruleset, state: State, option: Option) -> int:
        """What an option is worth: what `WORTH` says where it is a matter of taste."""
        judged = WORTH.get(option.action)
        if judged is None:
            return 100
        return judged(Choice(Context(ruleset, state, option.side, ()), option, [option], self.dice, self.memory))

    def actions(self, choice: Choice) -> Iterable[Action]:
        """Whole actions for an option, best first: the player's own, then those that the act proposes."""
        act: Act = choice.ctx.ruleset.act(choice.option.action)
        own = OWN.get(choice.option.action)
        return act.proposals(choice) if own is None else own(choice)

    def reroll(self, decided: Decided) -> Reroll | None:
        """Two times in three, a re-roll of a failed roll for a gang that has one left."""
        rolls = [effect for effect in decided.effects if isinstance(effect, Rolled)]
        bad = [Reroll(n, die, r.by) for n, r in enumerate(rolls)
               if checks.rerolls_left(decided.state, r.by) > 0 and (die := _failed(r)) is not None]  # fmt: skip
        return bad[self.dice.below(len(bad))] if bad and self.dice.below(3) else None

    def again(self, rolled: Rolled, number: int) -> Reroll | None:
        """A re-roll of roll `number` of the waiting step, if it failed."""
        die = _failed(rolled)
        return None if die is None else Reroll(number, die)


def _failed(rolled: Rolled) -> int | None:
    """The first die of a roll that failed and has not been rolled again."""
    once = {index for index, _ in rolled.again}
    return next((n for n, passed in enumerate(rolled.passed) if not passed and n not in once), None)


# what is worth how much


def _seldom(choice: Choice) -> int:
    return 20 if not choice.dice.below(SELDOM) else 0


def _shooting(choice: Choice) -> int:
    return 500


def _charging(choice: Choice) -> int:
    """More than shooting where it is favourable; now and then in any case."""
    targets = [choice.state.models[key] for key in choice.option.targets]
    good = any(taste.favourable(choice.model, target) for target in targets)
    return 600 if good or not choice.dice.below(NOW_AND_THEN) else 0


def _hacking(choice: Choice) -> int:
    return 700 if taste.hacks(choice.state, choice.model, choice.option.targets) else _seldom(choice)


def _door_opening(choice: Choice) -> int:
    """To crush enemies, or to go on; now and then to see what is behind it."""
    pieces = [piece for piece in door.doors(choice.state) if piece.id in choice.option.targets]
    if any(taste.crushes(choice.state, choice.model, piece) for piece in pieces):
        return 800
    if any(taste.in_the_way(choice.state, choice.model, piece) for piece in pieces):
        return 450
    return 430 if not choice.dice.below(NOW_AND_THEN) else 0


def _breaking(choice: Choice) -> int:
    """Into a door that keeps a fighter from where it would be, and cannot be opened."""
    pieces = [piece for piece in door.doors(choice.state) if piece.id in choice.option.targets]
    stuck = any(taste.in_the_way(choice.state, choice.model, piece) for piece in pieces)
    return (440 if choice.option.action == "force-door" else 350) if stuck else _seldom(choice)


def _turning(choice: Choice) -> int:
    """Before a shot at an enemy that would be seen then."""
    shoots = move.offered(choice.ctx, "shoot", activation.BASIC, "active")
    return 480 if shoots is not None and next(_turns(choice), None) is not None else 0


def _crawling(choice: Choice) -> int:
    """Away, if a fighter cannot stand up."""
    return 300 if words.INJURED in choice.model.game or not choice.dice.below(NOW_AND_THEN) else 0


def _ducking(choice: Choice) -> int:
    return 460 if choice.dice.below(2) else 0


def _operating_now(choice: Choice) -> int:
    """Only to open it: a closed door was to be unlocked."""
    own = door.piece_of(choice.state, str(choice.ctx.pending.about.get("door", "")))
    return 100 if own is not None and own.kind == door.CLOSED else 0


WORTH: dict[str, Callable[[Choice], int]] = {
    "fight": lambda choice: 1000,
    "run-for-cover": lambda choice: 1000,
    "stand-up": lambda choice: 900,
    "access-terminal": _hacking,
    "charge": _charging,
    "shoot": _shooting,
    "shoot-vent": _shooting,
    "turn": _turning,
    "operate-door": _door_opening,
    "force-door": _breaking,
    "attack-door": _breaking,
    "move": lambda choice: 400,
    "crawl-vent": _ducking,
    "crawl": _crawling,
    "operate-now": _operating_now,
}
"""What acts are worth; whatever is not listed is 100, and 0 is not done."""


# the player's own ways of filling them in


def _shoots(choice: Choice) -> Iterator[Action]:
    """With the weapon and at the target that is worth most."""
    model, weapons = choice.model, {weapon.id: weapon for weapon in choice.model.sheet.weapons}
    shots = [(taste.shot(model, weapons[option.weapons[0]], choice.state.models[key]), key, option.weapons[0])
             for option in choice.same if option.model == model.id for key in option.targets]  # fmt: skip
    for _, target, weapon in sorted(shots, reverse=True):
        yield fight.Shoot(fighter=model.id, target=target, weapon=weapon)


def _strikes(choice: Choice) -> Iterator[Action]:
    """At the enemy that is worth most."""
    foes = sorted(choice.option.targets, key=lambda key: (-taste.struck(choice.model, choice.state.models[key]), key))
    yield from (fight.Fight(fighter=choice.model.id, target=key) for key in foes)


def _charges(choice: Choice) -> Iterator[Action]:
    """At the two best targets together, if there is a place between them; otherwise at the best one."""
    model, state = choice.model, choice.state
    foes = [state.models[key] for key in choice.option.targets if words.standing(state.models[key])]
    foes.sort(key=lambda foe: (-taste.struck(model, foe), foe.id))
    groups = [*combinations(foes[:3], 2), *((foe,) for foe in foes)]
    for group in groups:
        for safe in (False, True):
            reach = choice.option.limit
            near = len(group) == 1 or _close(group)
            found = routes.approach(state, model, group, safe, reach) if near else None
            if found is not None:
                yield engage.Charge(fighter=model.id, targets=words.ids(group), path=found.path,
                                    facing=_towards(found.path[-1], group[0]))  # fmt: skip


def _close(group: Sequence[Model]) -> bool:
    """Whether one fighter may touch both of two."""
    a, b = group
    return geometry.distance(a, b) <= 2 * max(a.sheet.base, b.sheet.base)


def _moves(choice: Choice) -> Iterator[Action]:
    """Towards where the fighter would like to be, looking at the nearest enemy; nowhere if it would stay."""
    model, state = choice.model, choice.state
    for path in taste.ways(state, model, choice.option.limit):
        if path and path[-1] != model.at:
            yield move.Move(fighter=model.id, path=path, facing=_facing(state, model, path[-1]))


def _facing(state: State, model: Model, at: Point) -> Facing | None:
    """From a place to the nearest enemy."""
    foes = [foe for foe in words.enemies(state, model) if foe.at is not None]
    nearest = min(foes, key=lambda foe: (geometry.ground_square(foe.at or at, at), foe.id), default=None)
    return None if nearest is None else _towards(at, nearest)


def _towards(at: Point, other: Model) -> Facing | None:
    there = other.at or at
    facing = (there[0] - at[0], there[1] - at[1])
    return facing if facing != (0, 0) else None


def _turns(choice: Choice) -> Iterator[Action]:
    """To an enemy that is in range and would be seen, if none is in the arc of vision now."""
    model, state = choice.model, choice.state
    reach = max((injury.number(weapon, "Range") for weapon in model.sheet.weapons), default=0)
    foes = geometry.within(words.enemies(state, model), model, reach)
    if any(vision.sees(state, model, foe) for foe in foes):
        return
    for foe in geometry.nearest(model, foes):
        facing = _towards(model.at or (0, 0, 0), foe)
        if facing is not None and vision.open_to(state, model, foe):
            yield move.TurnTo(fighter=model.id, facing=facing)


def _hacks(choice: Choice) -> Iterator[Action]:
    """What is worth it; otherwise whatever is there."""
    keys = taste.hacks(choice.state, choice.model, choice.option.targets) or choice.option.targets
    yield from (terminal.AccessTerminal(fighter=choice.model.id, terminal=key) for key in keys)


OWN: dict[str, Callable[[Choice], Iterable[Action]]] = {
    "shoot": _shoots,
    "fight": _strikes,
    "charge": _charges,
    "move": _moves,
    "turn": _turns,
    "access-terminal": _hacks,
}
"""Acts that the player fills in by its own taste."""
