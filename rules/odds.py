"""Exact probabilities: every way the dice of one declaration can fall, counted by running the rules themselves.

There is no sampling and no second implementation: the declaration is decided once for each course of the dice that
matters. Faces that do the same thing (all that pass, all that fail) are counted together, so an attack sequence takes
about a hundred runs instead of six to the power of its dice; and courses that come to the same milestone of an act in
the same position are followed together from there on. Probabilities are exact fractions; only the direction of a
scatter is counted in twelve instead of 360.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from math import comb, factorial, prod
from typing import Any, TypeAlias

import msgspec

from rules.kernel.context import Context
from rules.kernel.dice import Throw
from rules.kernel.direction import COARSE, TURN
from rules.kernel.effects import AnyEffect, Removed
from rules.kernel.engine import Decided, decide
from rules.kernel.errors import OutOfTime, TooMany
from rules.kernel.events import Declaration
from rules.kernel.hold import waiting
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
        ruleset, state, declaration, lambda decided: outcome(state, decided.state), most=most, lenient=lenient,
        seen=unseen,
    )  # fmt: skip
    ordered = sorted(found.items(), key=lambda item: (-item[1], item[0]))
    return [Chance(key, p.numerator, p.denominator) for key, p in ordered]


def unseen(effects: Sequence[AnyEffect]) -> None:
    """For `distribution`: the value depends on the position alone."""


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
    seen: Callable[[Sequence[AnyEffect]], Hashable] | None = None,
    go_on: Callable[[], bool] | None = None,
) -> dict[Any, Fraction]:
    """The probability of each value of `of`, over every course of the dice. The values have to be hashable.

    `settled` looks at the position before each throw and gives the value of the whole course where no die can change it
    any more, else None: such a course is not followed further. `seen` says what `of` reads of the effects beside the
    position: courses that agree in it are followed together from a milestone on at which they are in the same position
    (`Context.milestone`); without it each is followed to its end. `go_on` is asked before each step, which
    is a course or a throw in it, whether there is time for it: these rules know no clock.

    Raises:
        IllegalAction, Malformed, TooMany: as `odds`.
        OutOfTime: `go_on` said no.
    """
    blank = Declaration(by=declaration.by, action=declaration.action, hold=declaration.hold)
    if declaration.hold or waiting(state) is not None:
        # A question holds the dice so far, and its answer reads them again: no two courses are in the same position.
        seen = None
    start, nodes, runs, watch = _Node(()), dict[Hashable, _Node](), 0, _watching(settled)
    open_: list[_Branch] = [(start, (), Fraction(1))]
    while open_:
        runs += 1
        if runs + len(open_) > most + 1:
            raise TooMany(f"the dice can fall in more than {most} different ways")
        _require_time(go_on)
        walk = _Walk(open_.pop(), nodes, most, ruleset.reading.ties, seen, go_on)
        try:
            met = walk.meet if seen is not None else None
            decided = decide(ruleset, state, blank, lenient=lenient, draw=walk.draw, watch=watch, met=met)
            walk.node.ends.append((of(decided), walk.weight))
        except _Settled as early:
            walk.node.ends.append((early.value, walk.weight))
        except (_Tie, _Met):
            pass
        open_ += walk.open
    found = _weighed(start, len(nodes) + 1)
    if not found:
        # A system that names every throw of a roll-off as its tie has no course that does not lead back.
        raise TooMany("every course of these dice is one that is rolled again")
    total = sum(found.values())
    return {key: probability / total for key, probability in found.items()}


def _require_time(go_on: Callable[[], bool] | None) -> None:
    if go_on is not None and not go_on():
        raise OutOfTime("there is no time to follow all ways in which the dice can fall")


class _Node:
    """A milestone in a certain position, or the beginning: the faces with which it was first reached, and where the
    courses that are followed from it end, with their probabilities seen from here.
    """

    __slots__ = ("arrivals", "chance", "ends", "leads", "prefix")

    def __init__(self, prefix: tuple[tuple[int, ...], ...]) -> None:
        self.prefix = prefix
        self.ends: list[tuple[Any, Fraction]] = []
        self.leads: list[tuple[_Node, Fraction]] = []
        self.arrivals = 0
        self.chance = Fraction(0)


_Branch: TypeAlias = tuple[_Node, tuple[tuple[int, ...], ...], Fraction]
"""A course to be followed: from which milestone, its first faces, and its probability seen from there."""


def _weighed(start: _Node, count: int) -> dict[Any, Fraction]:
    """The probability of every value: each milestone passes its own on once all that lead to it are known.

    A tie that is rolled again leads back to where its roll began, so it is left out: the rest, divided by its own sum,
    is the whole distribution.
    """
    found: dict[Any, Fraction] = {}
    start.chance, ready = Fraction(1), [start]
    while ready:
        node, count = ready.pop(), count - 1
        for value, chance in node.ends:
            found[value] = found.get(value, Fraction(0)) + node.chance * chance
        for to, chance in node.leads:
            to.chance += node.chance * chance
            to.arrivals -= 1
            if not to.arrivals:
                ready.append(to)
    if count:
        raise TooMany("these dice can lead back to where they began")
    return found


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


class _Met(Exception):
    """A course that came to a milestone from which another was followed already."""


class _Walk:
    """One course: the faces already chosen, then the first branch of every throw beyond them."""

    def __init__(
        self,
        branch: _Branch,
        nodes: dict[Hashable, _Node],
        most: int,
        ties: frozenset[str],
        seen: Callable[[Sequence[AnyEffect]], Hashable] | None,
        go_on: Callable[[], bool] | None,
    ) -> None:
        self.node, self.prefix, self.weight = branch
        self.go_on = go_on
        self.nodes = nodes
        self.most = most
        self.ties = ties
        self.seen = seen
        self.taken: tuple[tuple[int, ...], ...] = ()
        self.rolled: set[str] = set()
        self.open: list[_Branch] = []

    def draw(self, throw: Throw) -> tuple[int, ...]:
        _require_time(self.go_on)
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
            (faces, probability), *others = _branches(throw.count, classes)
            self.open += ((self.node, (*self.taken, each), self.weight * p) for each, p in others)
            self.weight *= probability
        self.taken += (faces,)
        return faces

    def meet(self, ctx: Context, rest: Hashable) -> None:
        """Go on from a milestone as its first course, or leave it to the one that came here before."""
        if len(self.taken) < len(self.prefix) or len(self.taken) == len(self.node.prefix) or self.seen is None:
            return
        # Some rules ask who fell in the course of an act, which its effects alone tell.
        fallen = frozenset(effect.model for effect in ctx.effects if isinstance(effect, Removed))
        rolled = frozenset(self.rolled) if self.ties else None
        here = (rest, fallen, self.seen(ctx.effects), rolled, msgspec.msgpack.encode(ctx.state))
        node = self.nodes.get(here)
        known = node is not None
        if node is None:
            node = self.nodes[here] = _Node(self.taken)
        node.arrivals += 1
        self.node.leads.append((node, self.weight))
        if known:
            raise _Met
        self.node, self.weight = node, Fraction(1)


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
