"""Exact probabilities: every way the dice of one declaration can fall, counted by running the rules themselves.

There is no sampling and no second implementation: the declaration is decided once for each course of the dice that
matters. Faces that do the same thing (all that pass, all that fail) are counted together, so an attack sequence takes
about a hundred runs instead of six to the power of its dice. Probabilities are exact fractions; only the direction of a
scatter is counted in twelve instead of 360.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import lru_cache
from math import comb, factorial, prod
from typing import Any, TypeAlias

import msgspec

from rules.kernel.dice import Throw
from rules.kernel.direction import COARSE, TURN
from rules.kernel.engine import Decided, decide
from rules.kernel.errors import TooMany
from rules.kernel.events import Declaration
from rules.kernel.ruleset import Ruleset
from rules.kernel.state import State

MAX_RUNS = 200_000
"""The most courses that are counted, unless the caller sets another limit."""

Course: TypeAlias = tuple[tuple[int, ...], Fraction]
Outcome: TypeAlias = tuple[tuple[str, int, int, bool], ...]


class Chance(msgspec.Struct, frozen=True):
    """One outcome of a declaration: per changed model its id, wounds left, marks for the game, and whether it is out.

    `numerator` / `denominator` is its exact probability.
    """

    outcome: Outcome
    numerator: int
    denominator: int


def odds(
    ruleset: Ruleset, state: State, declaration: Declaration[Any], *, most: int = MAX_RUNS, lenient: bool = False
) -> list[Chance]:
    """The exact distribution of a declaration's results, likeliest first. Its own dice are ignored.

    So are paid re-rolls: paying for one is a choice, not chance.

    Raises:
        IllegalAction, Malformed: as `decide`, when the declaration is not allowed however the dice fall.
        TooMany: there are more than `most` courses.
    """
    found = distribution(
        ruleset, state, declaration, lambda decided: outcome(state, decided.state), most=most, lenient=lenient
    )
    ordered = sorted(found.items(), key=lambda item: (-item[1], item[0]))
    return [Chance(key, p.numerator, p.denominator) for key, p in ordered]


def outcome(before: State, after: State) -> Outcome:
    """The result for every changed model: id, wounds, the sum of its counted marks, out of action."""
    changed = []
    for key, model in after.models.items():
        old = before.models.get(key)
        marks = sum(value for value in model.game.values() if isinstance(value, int))
        if old is None or (old.wounds, old.game, old.out) != (model.wounds, model.game, model.out):
            changed.append((key, model.wounds, marks, model.out))
    return tuple(changed)


def distribution(
    ruleset: Ruleset,
    state: State,
    declaration: Declaration[Any],
    of: Callable[[Decided], Any],
    *,
    most: int = MAX_RUNS,
    lenient: bool = False,
    settled: Callable[[State], Any] | None = None,
) -> dict[Any, Fraction]:
    """The probability of each value of `of`, over every course of the dice. The values have to be hashable.

    `settled` looks at the position before each throw and gives the value of the whole course where no die can change it
    any more, else None: such a course is not followed further.

    Raises:
        IllegalAction, Malformed, TooMany: as `odds`.
    """
    blank = Declaration(by=declaration.by, action=declaration.action, hold=declaration.hold)
    found: dict[Any, Fraction] = {}
    for ended, probability in _courses(ruleset, state, blank, most, lenient, settled):
        key = ended.value if isinstance(ended, _Settled) else of(ended)
        found[key] = found.get(key, Fraction(0)) + probability
    if not found:
        # A system that names every throw of a roll-off as its tie has no course that does not lead back.
        raise TooMany("every course of these dice is one that is rolled again")
    total = sum(found.values())
    return {key: probability / total for key, probability in found.items()}


def _courses(
    ruleset: Ruleset,
    state: State,
    declaration: Declaration[Any],
    most: int,
    lenient: bool,
    settled: Callable[[State], Any] | None,
) -> Iterator[tuple[Decided | _Settled, Fraction]]:
    """Walk the tree of throws depth first, deciding anew along each branch.

    A tie that is rolled again leads back to where its roll began, so it is left out: the rest, divided by its own sum,
    is the whole distribution.
    """
    waiting: list[tuple[tuple[tuple[int, ...], ...], Fraction]] = [((), Fraction(1))]
    runs, watch = 0, _watching(settled)
    while waiting:
        runs += 1
        if runs + len(waiting) > most + 1:
            raise TooMany(f"the dice can fall in more than {most} different ways")
        prefix, probability = waiting.pop()
        walk = _Walk(prefix, most, ruleset.reading.ties)
        ended: Decided | _Settled | None = None
        try:
            ended = decide(ruleset, state, declaration, lenient=lenient, draw=walk.draw, watch=watch)
        except _Settled as early:
            ended = early
        except _Tie:
            pass
        for depth, (branches, before) in enumerate(walk.open):
            base = walk.taken[: len(prefix) + depth]
            waiting.extend(((*base, faces), probability * before * p) for faces, p in branches[1:])
        if ended is not None:
            yield ended, probability * walk.weight


class _Settled(Exception):
    """A course whose value is known before its last throw."""

    def __init__(self, value: Any) -> None:
        super().__init__()
        self.value = value


def _watching(settled: Callable[[State], Any] | None) -> Callable[[State], None] | None:
    if settled is None:
        return None

    def watch(state: State) -> None:
        value = settled(state)
        if value is not None:
            raise _Settled(value)

    return watch


class _Tie(Exception):
    """A course that leads back to its beginning."""


class _Walk:
    """One course: the faces already chosen, then the first branch of every throw beyond them."""

    def __init__(self, prefix: tuple[tuple[int, ...], ...], most: int, ties: frozenset[str]) -> None:
        self.prefix = prefix
        self.most = most
        self.ties = ties
        self.taken: tuple[tuple[int, ...], ...] = ()
        self.rolled: set[str] = set()
        self.open: list[tuple[tuple[Course, ...], Fraction]] = []
        self.weight = Fraction(1)

    def draw(self, throw: Throw) -> tuple[int, ...]:
        position, again = len(self.taken), throw.by in self.rolled
        self.rolled.add(throw.by)
        if position < len(self.prefix):
            faces = self.prefix[position]
        else:
            # Some systems print one rule for a roll-off and for its repetition: only the second is a tie.
            if again and throw.clause in self.ties:
                raise _Tie
            classes = _classes(throw)
            if comb(throw.count + len(classes) - 1, len(classes) - 1) > self.most:
                raise TooMany(f"the dice can fall in more than {self.most} different ways")
            branches = _branches(throw.count, classes)
            self.open.append((branches, self.weight))
            faces, probability = branches[0]
            self.weight *= probability
        self.taken += (faces,)
        return faces


def _classes(throw: Throw) -> tuple[tuple[int, int], ...]:
    """Faces that do the same, as (one of them, how many there are), out of `throw.sides`.

    For a direction, neighbouring faces are counted as the middle one.
    """
    if throw.sides == TURN:
        width = TURN // COARSE
        return tuple((middle or throw.sides, width) for middle in range(0, throw.sides, width))
    told_apart = throw.test is None or throw.test.exact
    groups: dict[Any, list[int]] = {}
    for face in range(1, throw.sides + 1):
        again = throw.reroll.picks(face)
        groups.setdefault(face if told_apart else (throw.passes(face), again), []).append(face)
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
