"""Whom somebody sees of the enemy, and what a shot at them would need: the queries of a position, asked of everybody.

Nothing is decided twice and nothing is measured here: lines, cover and distances are the answers of the system's own
queries, needed values and chances follow from its own acts (`rules.kernel.aiming`). Looks are counted, so that two
units of a hundred models cost no more than there is time for.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import product
from typing import Any

import msgspec

from rules import recording
from rules.asking import Asking
from rules.kernel import geometry, hull, regiment
from rules.kernel.aiming import Aim
from rules.kernel.context import Context
from rules.kernel.errors import DiceWanted, RulesError
from rules.kernel.events import Action, Declaration
from rules.kernel.query import Answer, CoverQuery, DistanceQuery, SightQuery
from rules.kernel.ruleset import Ruleset
from rules.kernel.state import Model, State, Unit

LOOKS = 160
"""So many lines from one model to another are asked for, of each target; whoever is not seen by then is not judged."""


class Sight(msgspec.Struct, frozen=True, omit_defaults=True):
    """What is seen of a target, an enemy unit or a model without one.

    `seen` is None where nobody can tell: without a terrain map, or after too many looks. `viewer` and `model` are the
    ends of the line that is drawn, the most open one. `cover` is the answer to the query of cover where it makes a
    target harder to hit, `by` what is in the way. `aside` says that it is outside the arc in which it could be shot at.
    """

    target: str
    away: int | None
    viewer: str = ""
    model: str = ""
    seen: bool | None = None
    cover: str = ""
    by: tuple[str, ...] = ()
    aside: bool = False


class Shot(msgspec.Struct, frozen=True, omit_defaults=True):
    """A shot as the rules would take it: its act, what its first dice need (0: nothing), and the chances of harm.

    `weapons` are the ids of those that its act names, each once.
    """

    action: Action
    needed: int = 0
    weapons: tuple[str, ...] = ()
    hurt: recording.Hurt | None = None


def enemies(state: State, side: str) -> list[str]:
    """The units of the other sides that are on the table, and their models without a unit, in order."""
    there = [model for model in state.alive() if model.side != side]
    return list(dict.fromkeys(model.unit or model.id for model in there))


def sights(ruleset: Ruleset, state: State, key: str) -> list[Sight]:
    """What a model or a unit sees of every enemy on the table. Nothing where nobody of it is there."""
    own = standing(state, key)
    if not own:
        return []
    ask = _Asker(ruleset, state)
    return [_sight(ask, key, own, target) for target in enemies(state, own[0].side)]


class _Asker:
    """The queries of a position in one context, so that no line is measured twice."""

    def __init__(self, ruleset: Ruleset, state: State) -> None:
        self.ruleset, self.state = ruleset, state
        state.refresh()
        self.ctx: Context = Asking(ruleset, state.copied(), "", ())

    def __call__(self, name: str, **about: str) -> list[Answer]:
        kind = self.ruleset.queries[name]
        return list(kind.ask(self.ctx, kind.kind(**about)))

    def distance(self, of: str, to: str) -> int | None:
        """How far apart two of them are; None where the rules do not measure it."""
        (found,) = self(str(DistanceQuery.__struct_config__.tag), of=of, to=to)
        return found.value if isinstance(found.value, int) else None

    def line(self, viewer: str, target: str) -> Answer:
        """Whether one sees the other."""
        return self(str(SightQuery.__struct_config__.tag), viewer=viewer, target=target)[0]

    def cover(self, viewer: str, target: str) -> Answer:
        """The cover of one against the other."""
        return self(str(CoverQuery.__struct_config__.tag), attacker=viewer, target=target)[0]


def standing(state: State, key: str) -> list[Model]:
    """The model with this id, or the models of that unit, as far as they are on the table."""
    named = [state.models[key]] if key in state.models else state.members(key) if key in state.units else []
    return [model for model in named if model.at is not None and not model.out]


def _sight(ask: _Asker, key: str, own: Sequence[Model], target: str) -> Sight:
    """The most open of the lines: the first open one, else the first one that is only partly barred."""
    found = Sight(target, ask.distance(key, target), seen=False)
    best: Sight | None = None
    for looks, (viewer, model) in enumerate(_pairs(ask.state, key, own, target)):
        if looks >= LOOKS:
            return best or msgspec.structs.replace(found, seen=None)
        answer = ask.line(viewer, model)
        if answer.value is None:
            return msgspec.structs.replace(found, seen=None)
        if not answer.value:
            continue
        one = _covered(ask, found, viewer, model, answer)
        if not (one.cover or one.aside):
            return one
        best = best or one
    return best or found


def _pairs(state: State, key: str, own: Sequence[Model], target: str) -> Iterator[tuple[str, str]]:
    """Who looks at whom, the nearest first; regiments look as one, and at one."""
    viewers: Sequence[Model | str] = [key] if _is_regiment(state, key) else own
    goals: Sequence[Model | str] = [target] if _is_regiment(state, target) else standing(state, target)
    for viewer, goal in sorted(product(viewers, goals), key=_apart):
        yield _id_of(viewer), _id_of(goal)


def _id_of(each: Model | str) -> str:
    return each if isinstance(each, str) else each.id


def _apart(pair: tuple[Model | str, Model | str]) -> int:
    one, other = pair
    return geometry.distance(one, other) if isinstance(one, Model) and isinstance(other, Model) else 0


def _is_regiment(state: State, key: str) -> bool:
    return key in state.units and state.units[key].formation is not None


def _covered(ask: _Asker, found: Sight, viewer: str, model: str, line: Answer) -> Sight:
    """A line with what bars it partly."""
    answer = ask.cover(viewer, model)
    cover = str(answer.value) if str(answer.value) in ask.ruleset.telling.covers else ""
    by = tuple(answer.facts.get("by", ())) if cover else ()
    aside = line.facts.get("in_front") is False
    return msgspec.structs.replace(found, viewer=viewer, model=model, seen=True, cover=cover, by=by, aside=aside)


# what a shot would need


def shot(
    ruleset: Ruleset,
    state: State,
    key: str,
    target: str,
    *,
    most: int = 0,
    go_on: Callable[[], bool] | None = None,
) -> Shot | None:
    """The usual shot of a model or a unit at a target, as if it were its turn to shoot; None if the rules allow none.

    Chances are counted over at most `most` courses of the dice, and left out where there are more or `go_on` says that
    there is no time for another; without `most` none are.
    """
    for aim in ruleset.brought(Aim):
        ready = state.copied()
        shooter, at = _named(ready, key), _named(ready, target)
        aim.ready(ready, shooter, at)
        for declaration in _declared(ruleset, ready, aim, shooter, at):
            outcome = recording.tried(ruleset, ready, declaration)
            if outcome is not None:
                needed = outcome.throw.needs if isinstance(outcome, DiceWanted) else 0
                weapons = tuple(dict.fromkeys(aim.arms(declaration.action)))
                hurt = _hurt(ruleset, ready, declaration, most, go_on) if most else None
                return Shot(declaration.action, needed, weapons, hurt)
    return None


def _named(state: State, key: str) -> Model | Unit:
    return state.models[key] if key in state.models else state.units[key]


def _declared(
    ruleset: Ruleset, state: State, aim: Aim, shooter: Model | Unit, target: Model | Unit
) -> Iterable[Declaration[Any]]:
    ctx = Context(ruleset, state, shooter.side, ())
    try:
        return [Declaration(by=shooter.side, action=action) for action in aim.shots(ctx, shooter, target)]
    except RulesError:
        return ()


def _hurt(
    ruleset: Ruleset, state: State, declaration: Declaration[Any], most: int, go_on: Callable[[], bool] | None
) -> recording.Hurt | None:
    try:
        return recording.hurt(ruleset, state, declaration, most=most, go_on=go_on)
    except RulesError:
        return None


def core(state: State, key: str) -> tuple[tuple[tuple[int, int], ...], int]:
    """The ground from whose edge somebody is measured: an outline or a single point, and what it is grown by.

    Raises: KeyError if there is nobody on the table with this id.
    """
    if _is_regiment(state, key):
        formation = state.units[key].formation
        assert formation is not None
        return regiment.boundary(formation), 0
    model = state.models[key]
    unit = state.units.get(model.unit)
    if unit is not None and unit.formation is not None:
        return regiment.core(unit.formation, key), 0
    return hull.core(model), hull.radius(model.sheet)
