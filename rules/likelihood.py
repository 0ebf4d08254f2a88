"""How likely was that: exactly where the result of one step lies among all its possible results.

The dice of the step are ignored and every way they could have fallen is counted (`rules.odds`). Results differ in
facts: a model's wounds, its lasting marks, whether it is out of action; a side's counters and marks; the order of play
and the next question. Facts that are the same however the dice fall are left out. If no such fact depends on the dice,
notes (a power denied) distinguish results. If nothing does, the step had only one possible result.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, TypeAlias, TypeVar

import msgspec

from rules.kernel.effects import AnyEffect, Noted
from rules.kernel.engine import Decided, evolve
from rules.kernel.events import Event
from rules.kernel.lengths import show
from rules.kernel.ruleset import Ruleset
from rules.kernel.state import State
from rules.odds import MAX_RUNS, distribution
from rules.scoresheet import points_left
from rules.swing import Lost, Swing, lost, swing

Value: TypeAlias = int | str | bool | tuple[str, ...]
Key = TypeVar("Key", bound=Hashable)
Facts: TypeAlias = tuple[tuple[str, str, Value], ...]
Result: TypeAlias = tuple[Facts, Facts]
"""What changed, and what was noted."""


ASKED = "asked "
"""Prefix of the fact that the battle asks a question next: `asked kt.charge.success`."""
NOTED = "noted"


class Fact(msgspec.Struct, frozen=True):
    """One thing that depended on the dice. `of` is a model or a side, empty for the battle.

    `what` is `out`, `wounds`, `order`, `winner`, `noted`, a counter, the id of a clause, or `asked` and the clause that
    asks.
    """

    of: str
    what: str
    value: Value


class Likelihood(msgspec.Struct, frozen=True):
    """A probability: `exact` as a fraction, in per cent, and `about` as players say it: (1, 37) means 1 in 37."""

    exact: str
    percent: str
    about: tuple[int, int]


class Possible(msgspec.Struct, frozen=True):
    """A possible result of the dice; `happened` marks the actual one."""

    facts: tuple[Fact, ...]
    likelihood: Likelihood
    happened: bool


class Luck(msgspec.Struct, frozen=True):
    """Every possible result of a step, likeliest first, and how likely the actual one was.

    `good` is the probability of this or anything better for the side that declared the step, `bad` of this or anything
    worse; null where results have no order. `fallen` is the number of enemy models that the step took out of action,
    `fallen_likelihood` the probability of at least that many. `paid` says that a re-roll was paid for or declined; as a
    choice it is not counted: the odds are those of the dice without it. `swing` is the step in points, and `ways` the
    number of courses of the dice that were followed to their end.
    """

    number: int
    by: str
    facts: tuple[Fact, ...]
    likelihood: Likelihood
    good: Likelihood | None
    bad: Likelihood | None
    fallen: int
    fallen_likelihood: Likelihood | None
    possible: tuple[Possible, ...]
    swing: Swing
    ways: int
    paid: bool = False


def luck(
    ruleset: Ruleset,
    before: State,
    event: Event[Any],
    *,
    most: int = MAX_RUNS,
    lenient: bool = False,
    counted: Callable[[Result, Decided], object] = lambda result, decided: None,
    go_on: Callable[[], bool] | None = None,
) -> Luck:
    """How likely the recorded result of `event` was, from the position before it. `before` is not changed.

    `counted` is told of each course of the dice that is followed to its end, and `go_on` asked before each step whether
    there is time for it.

    Raises:
        IllegalAction, Malformed, TooMany, OutOfTime: as `rules.odds.distribution`.
    """
    after = before.copied()
    evolve(after, event)
    paid, points = bool(event.rerolls), points_left(before)
    both, ways = _walked(ruleset, before, event, points, most, lenient, counted, go_on)
    found = _added_up((key, chance) for (key, _), chance in both.items())
    losses = _added_up((key, chance) for (_, key), chance in both.items())
    happened = result(before, after, event.effects, paid)
    level = 0 if len({key[0] for key in found}) > 1 else 1
    varying = _varying([key[level] for key in found])
    chances = _added_up((varying(key[level]), chance) for key, chance in found.items())
    actual = varying(happened[level])
    key = order(before, event.by, (actual, *chances)) if not level else None
    good, bad = _cumulated(chances, actual, key) if key else (None, None)
    ordered = sorted(chances.items(), key=lambda item: (-item[1], str(item[0])))
    return Luck(
        number=event.number,
        by=event.by,
        facts=_facts(actual),
        likelihood=likelihood(chances.get(actual, Fraction(0))),
        good=likelihood(good) if good is not None else None,
        bad=likelihood(bad) if bad is not None else None,
        fallen=fallen(before, event.by, actual),
        fallen_likelihood=_of_so_many_fallen(before, event.by, chances, actual),
        possible=tuple(Possible(_facts(key), likelihood(p), key == actual) for key, p in ordered),
        swing=swing(tuple(points), event.by, lost(points, after), losses),
        ways=ways,
        paid=paid,
    )


def _walked(
    ruleset: Ruleset,
    before: State,
    event: Event[Any],
    points: Mapping[str, int],
    most: int,
    lenient: bool,
    counted: Callable[[Result, Decided], object],
    go_on: Callable[[], bool] | None,
) -> tuple[dict[tuple[Result, Lost], Fraction], int]:
    """The probability of every result with what it cost each side, and the number of courses: one walk for both."""
    paid, ways = bool(event.rerolls), 0

    def reached(decided: Decided) -> tuple[Result, Lost]:
        nonlocal ways
        ways += 1
        told = result(before, decided.state, decided.effects, paid)
        counted(told, decided)
        return told, lost(points, decided.state)

    found = distribution(
        ruleset, before, event.declaration(), reached, most=most, lenient=lenient, seen=_notes, go_on=go_on
    )
    return found, ways


def _of_so_many_fallen(before: State, by: str, chances: dict[Facts, Fraction], actual: Facts) -> Likelihood | None:
    """How likely it was that at least as many fall; None where nobody can."""
    falling = {facts: fallen(before, by, facts) for facts in (actual, *chances)}
    if not any(falling.values()):
        return None
    return likelihood(sum((p for facts, p in chances.items() if falling[facts] >= falling[actual]), Fraction(0)))


def _added_up(pairs: Iterable[tuple[Key, Fraction]]) -> dict[Key, Fraction]:
    chances: dict[Key, Fraction] = {}
    for told, chance in pairs:
        chances[told] = chances.get(told, Fraction(0)) + chance
    return chances


def _facts(told: Facts) -> tuple[Fact, ...]:
    return tuple(Fact(*fact) for fact in told)


# what tells two results apart


def result(before: State, after: State, effects: Sequence[AnyEffect], paid: bool) -> Result:
    """The final values of everything that dice can decide. If something was `paid`, counters are ignored."""
    return tuple(_changed(before, after, paid)), _notes(effects)


def _notes(effects: Iterable[AnyEffect]) -> Facts:
    """All that a result reads of the effects beside the position after them."""
    noted = {(effect.model, NOTED, effect.text) for effect in effects if isinstance(effect, Noted) and effect.text}
    return tuple(sorted(noted))


def _changed(before: State, after: State, paid: bool) -> Iterator[tuple[str, str, Value]]:
    for key, model in after.models.items():
        old = before.models.get(key)
        if old is None or (old.out and model.out):
            continue
        if model.out:
            yield key, "out", True
            continue
        if model.wounds != old.wounds:
            yield key, "wounds", model.wounds
        yield from ((key, mark, value) for mark, value in sorted(model.game.items()) if old.game.get(mark) != value)
        yield from ((key, mark, 0) for mark in sorted(old.game) if mark not in model.game)
    for key, side in after.sides.items():
        known = before.sides.get(key, side)
        if not paid:
            yield from ((key, n, v) for n, v in sorted(side.counters.items()) if known.counters.get(n, 0) != v)
        yield from ((key, mark, value) for mark, value in sorted(side.game.items()) if known.game.get(mark) != value)
    yield "", "order", after.order
    if after.pending is not None and after.pending != before.pending:
        yield after.pending.side, ASKED + after.pending.clause, after.pending.value
    if after.over is not None:
        yield "", "winner", after.over.winner


def _varying(results: list[Facts]) -> Callable[[Facts], Facts]:
    """Leaves out the facts that all results share, and next questions if anything else depends on the dice:

    a question then only follows from that, such as a charge that goes on because the charger lives.
    """
    shared = set(results[0]).intersection(*results[1:])
    more = any(fact not in shared and not fact[1].startswith(ASKED) for facts in results for fact in facts)
    return lambda facts: tuple(f for f in facts if f not in shared and not (more and f[1].startswith(ASKED)))


# which of two results is better


def fallen(before: State, by: str, facts: Facts) -> int:
    """How many models of the other side a result takes out of action."""
    return sum(1 for of, what, _ in facts if what == "out" and before.models[of].side != by)


def order(before: State, by: str, results: Iterable[Facts]) -> Callable[[Facts], tuple[int, int]] | None:
    """How the side `by` would order results, as a key that is larger for better ones; None if they cannot be ordered.

    Harm counts first: the other side's casualties minus its own, then wounds lost and marks received. If nobody is
    harmed, it is the one number that depends on the dice, such as the reach of a charge; without it the attempt failed.
    """
    facts = {fact for each in results for fact in each}
    if any(what in ("order", NOTED) for _, what, _ in facts):
        return None
    if any(of in before.models for of, _, _ in facts) or not facts:
        return lambda each: _harm(before, by, each)
    if any(what == "winner" for _, what, _ in facts):
        return None
    kinds = {(of, what) for of, what, _ in facts}
    if len(kinds) == 1 and all(isinstance(value, int) for _, _, value in facts) and not _is_mark(before, facts):
        return lambda each: (int(each[0][2]), 0) if each else (-1, 0)  # type: ignore[arg-type]
    return None


def _is_mark(before: State, facts: set[tuple[str, str, Value]]) -> bool:
    """Whether facts are marks of a side, where more is not better."""
    return any(of in before.sides and "." in what and not what.startswith(ASKED) for of, what, _ in facts)


def _harm(before: State, by: str, facts: Facts) -> tuple[int, int]:
    out = hurt = 0
    for of, what, value in facts:
        model = before.models.get(of)
        if model is None:
            continue
        sign = -1 if model.side == by else 1
        if what == "out":
            out += sign
        elif what == "wounds":
            hurt += sign * (model.wounds - int(value))  # type: ignore[arg-type]
        else:
            hurt += sign * (_count(value) - _count(model.game.get(what, 0)))
    return out, hurt


def _count(value: Value) -> int:
    return value if isinstance(value, int) else 1


def _cumulated(
    chances: dict[Facts, Fraction], actual: Facts, key: Callable[[Facts], tuple[int, int]]
) -> tuple[Fraction, Fraction]:
    """The probabilities of `actual` or better, and of `actual` or worse."""
    mine, ranked = key(actual), [(key(facts), chance) for facts, chance in chances.items()]
    good = sum((chance for rank, chance in ranked if rank >= mine), Fraction(0))
    return good, sum((chance for rank, chance in ranked if rank <= mine), Fraction(0))


# for people


def told(facts: Sequence[Fact], ruleset: Ruleset, known: Mapping[str, str]) -> str:
    """A result in English; `known` names models and sides by id."""
    return "; ".join(_said(fact, ruleset, known) for fact in facts) or "nothing comes of it"


def _said(fact: Fact, ruleset: Ruleset, known: Mapping[str, str]) -> str:
    who = known.get(fact.of, fact.of)
    clause = fact.what.removeprefix(ASKED)
    label = ruleset.clauses[clause][1].en if clause in ruleset.clauses else clause
    match fact.what:
        case "out":
            return f"{who} is out of action"
        case "wounds":
            return f"{who} has {fact.value} wounds left"
        case "order" if isinstance(fact.value, tuple):
            return "order of play: " + ", ".join(known.get(key, key) for key in fact.value)
        case "winner":
            return f"{known.get(str(fact.value), 'nobody')} wins"
        case "noted":
            return f"{who}: {fact.value}"
    if fact.what.startswith(ASKED):
        value = show(int(fact.value)) if clause in ruleset.reading.lengths else str(fact.value or "")  # type: ignore[arg-type]
        return f"{who} goes on: {label}{': ' * bool(value)}{value}"
    return f"{who}: {label.lower() if fact.value else 'no longer ' + label.lower()} {fact.value or ''}".rstrip()


# probabilities as numbers


def likelihood(chance: Fraction) -> Likelihood:
    """A probability in the three forms in which it is shown."""
    return Likelihood(f"{chance.numerator}/{chance.denominator}", percent(chance), about(chance))


CERTAIN = Likelihood("1/1", "100", (1, 1))


def percent(chance: Fraction) -> str:
    """Per cent with at least one decimal and at least two figures, rounded half up: `2.8`, `0.0041`, `99.97`.

    Only certainty is `100`, only impossibility `0`. Computed from whole numbers.
    """
    if chance in (0, 1):
        return str(int(100 * chance))
    decimals = 1
    while True:
        scaled = (200 * 10**decimals * chance.numerator + chance.denominator) // (2 * chance.denominator)
        if 10 <= scaled < 100 * 10**decimals:
            break
        decimals += 1
    whole, part = divmod(scaled, 10**decimals)
    return f"{whole}.{part:0{decimals}d}"


def about(chance: Fraction) -> tuple[int, int]:
    """A probability in small numbers: 1 in 37, 2 in 5, 349 in 350."""
    if chance in (0, 1):
        return int(chance), 1
    rare = min(chance, 1 - chance)
    if rare < Fraction(1, 8):
        times = (2 * rare.denominator + rare.numerator) // (2 * rare.numerator)
        return (1, times) if rare == chance else (times - 1, times)
    simple = chance.limit_denominator(9)
    return simple.numerator, simple.denominator
