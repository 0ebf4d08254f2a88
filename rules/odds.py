"""Exact probabilities: every way the dice of one declaration can fall, counted by running the rules themselves.

No sampling and no second implementation: the declaration is decided once for each course of the dice that can make a
difference. Faces that do the same thing (all that pass, all that fail) are counted together, so an attack sequence
takes some hundred runs instead of six to the power of its dice. Probabilities are exact fractions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import lru_cache
from math import factorial, prod
from typing import Any, TypeAlias

import msgspec

from rules.kernel.context import Throw
from rules.kernel.engine import Decided, decide
from rules.kernel.errors import RulesError
from rules.kernel.events import Declaration
from rules.kernel.ruleset import Ruleset
from rules.kernel.state import State

MAX_RUNS = 200_000
"""More courses than this are not walked."""

Course: TypeAlias = tuple[tuple[int, ...], Fraction]
Outcome: TypeAlias = tuple[tuple[str, int, int, bool], ...]


class TooMany(RulesError):
    """The dice of this declaration can fall in more ways than are worth counting."""


class Chance(msgspec.Struct, frozen=True):
    """One outcome of a declaration: per changed model its id, wounds left, marks for the game, and whether it is out.

    `numerator` / `denominator` is its exact probability.
    """

    outcome: Outcome
    numerator: int
    denominator: int


def odds(ruleset: Ruleset, state: State, declaration: Declaration[Any]) -> list[Chance]:
    """The exact distribution of what a declaration can come to, likeliest first. Its own dice are not looked at.

    Raises:
        IllegalAction, Malformed: as `decide`, when the declaration is not allowed however the dice fall.
        TooMany: there are more than `MAX_RUNS` courses.
    """
    found = distribution(ruleset, state, declaration, lambda decided: outcome(state, decided.state))
    ordered = sorted(found.items(), key=lambda item: (-item[1], item[0]))
    return [Chance(key, p.numerator, p.denominator) for key, p in ordered]


def outcome(before: State, after: State) -> Outcome:
    """What became of every model that changed: id, wounds, its counted marks added up, out of action."""
    changed = []
    for key, model in after.models.items():
        old = before.models.get(key)
        marks = sum(value for value in model.game.values() if isinstance(value, int))
        if old is None or (old.wounds, old.game, old.out) != (model.wounds, model.game, model.out):
            changed.append((key, model.wounds, marks, model.out))
    return tuple(changed)


def distribution(
    ruleset: Ruleset, state: State, declaration: Declaration[Any], of: Callable[[Decided], Any]
) -> dict[Any, Fraction]:
    """The probability of each value of `of`, over every course of the dice. The values have to be hashable."""
    blank = Declaration(by=declaration.by, action=declaration.action)
    found: dict[Any, Fraction] = {}
    for decided, probability in _courses(ruleset, state, blank):
        key = of(decided)
        found[key] = found.get(key, Fraction(0)) + probability
    return found


def _courses(ruleset: Ruleset, state: State, declaration: Declaration[Any]) -> Iterator[tuple[Decided, Fraction]]:
    """Walk the tree of throws depth first, deciding anew along each branch."""
    waiting: list[tuple[tuple[tuple[int, ...], ...], Fraction]] = [((), Fraction(1))]
    runs = 0
    while waiting:
        runs += 1
        if runs > MAX_RUNS:
            raise TooMany(f"more than {MAX_RUNS} courses of the dice")
        prefix, probability = waiting.pop()
        walk = _Walk(prefix)
        decided = decide(ruleset, state, declaration, draw=walk.draw)
        for depth, (branches, before) in enumerate(walk.open):
            base = walk.taken[: len(prefix) + depth]
            waiting.extend(((*base, faces), probability * before * p) for faces, p in branches[1:])
        yield decided, probability * walk.weight


class _Walk:
    """One course: the faces already chosen, then the first branch of every throw beyond them."""

    def __init__(self, prefix: tuple[tuple[int, ...], ...]) -> None:
        self.prefix = prefix
        self.taken: tuple[tuple[int, ...], ...] = ()
        self.open: list[tuple[tuple[Course, ...], Fraction]] = []
        self.weight = Fraction(1)

    def draw(self, throw: Throw) -> tuple[int, ...]:
        position = len(self.taken)
        if position < len(self.prefix):
            faces = self.prefix[position]
        else:
            branches = _branches(throw.count, _classes(throw))
            self.open.append((branches, self.weight))
            faces, probability = branches[0]
            self.weight *= probability
        self.taken += (faces,)
        return faces


def _classes(throw: Throw) -> tuple[tuple[int, int], ...]:
    """Faces that do the same, as (one of them, how many there are), out of `throw.sides`."""
    groups: dict[Any, list[int]] = {}
    for face in range(1, throw.sides + 1):
        again = throw.reroll is not None and throw.reroll(face)
        groups.setdefault((throw.passes(face), again) if throw.needed and not throw.exact else face, []).append(face)
    return tuple((faces[0], len(faces)) for faces in groups.values())


@lru_cache(maxsize=4096)
def _branches(count: int, classes: tuple[tuple[int, int], ...]) -> tuple[Course, ...]:
    """Every way to spread the dice of one throw over the classes, in any order, with its probability."""
    sides = sum(size for _, size in classes)
    found = []
    for split in _splits(count, len(classes)):
        ways = factorial(count) // prod(factorial(n) for n in split)
        weight = ways * prod(size**n for n, (_, size) in zip(split, classes, strict=True))
        faces = tuple(face for n, (face, _) in zip(split, classes, strict=True) for _ in range(n))
        found.append((faces, Fraction(weight, sides**count)))
    return tuple(found)


def _splits(count: int, parts: int) -> Iterator[tuple[int, ...]]:
    if parts == 1:
        yield (count,)
        return
    for first in range(count, -1, -1):
        for rest in _splits(count - first, parts - 1):
            yield (first, *rest)
