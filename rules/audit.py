"""The dice of games counted and compared with fair dice: faces rolled and passes, for each purpose.

Every throw counts. The faces of a roll fell before anybody could choose among them, and a re-rolled die is a throw of
its own: both are fair samples; only the final dice after re-rolls are not. Passes are therefore counted in first throws
only, if a value from 2 to the number of sides was needed: then the passing faces are known whatever a ruleset says of a
natural 1 or 6. Dice corrected by a ruling are counted as first recorded.

Each line has two comparisons, of faces and of passes (see `rules.fairness`), both conditional on the number of dice.
That number can depend slightly on the dice themselves (ties are rolled again, failures may be); from `FEWEST` dice on,
this does not affect how often fair dice are called unusual.

Many comparisons at once find something unusual somewhere. Benjamini and Yekutieli's step-up procedure bounds the false
discoveries by `BOUND` however the comparisons depend on each other: faces and passes come from the same dice, and the
line over all purposes includes those of each.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any, Literal, TypeAlias, Union, get_args

import msgspec

from rules.fairness import BOUND, Method, Needs, by_faces, by_passes, discoveries, expected
from rules.kernel.effects import AnyEffect, Asked, Rolled
from rules.kernel.hold import is_held
from rules.kernel.state import read
from rules.likelihood import Likelihood, likelihood

FEWEST = 60
"""With fewer dice there is no verdict. At one in twenty, sixty dice detect about seven times in ten a die that shows
one face twice as often as it should, or dice that pass as if one less had been needed; half as many miss both more
often than not, and "as fair dice fall" would mean nothing."""
MOST_SIDES = 100
"""Dice with more sides are not counted."""

Verdict: TypeAlias = Literal["fair", "unusual", "few"]
Kind: TypeAlias = Literal["faces", "passes"]


# counting


class RollLine(msgspec.Struct, frozen=True, omit_defaults=True):
    """The dice that `by` rolled for the clause `rule`, all with the same number of sides.

    `fallen` counts each face from 1 on in first throws, `again` in re-rolls; `needs` holds, for each least passing
    face, how many dice needed it and how many passed, first throws only.
    """

    by: str
    rule: str
    sides: int
    fallen: tuple[int, ...]
    again: tuple[int, ...]
    needs: Needs = ()

    @property
    def faces(self) -> tuple[int, ...]:
        """How often each face fell, throws of re-rolled dice included."""
        return tuple(map(sum, zip(self.fallen, self.again, strict=True)))


class Tally(msgspec.Struct, frozen=True, omit_defaults=True):
    """The dice of a number of games, ordered by side, clause and number of sides. Tallies can be added in any order."""

    games: int = 0
    lines: tuple[RollLine, ...] = ()

    def __add__(self, other: Tally) -> Tally:
        return joined((self, other))


_TALLY = msgspec.json.Decoder(Tally)


def read_tally(data: bytes) -> Tally:
    """A tally as `msgspec.json.encode` wrote it. Raises: Malformed."""
    found: Tally = read(_TALLY, data)
    return found


def tally(rolls: Iterable[Rolled]) -> Tally:
    """The rolls of one game, counted. Impossible rolls, which a file may claim, are left out."""
    return Tally(1, _added(_line(rolled) for rolled in rolls if _possible(rolled)))


def joined(tallies: Iterable[Tally]) -> Tally:
    """The sum of tallies."""
    games = 0
    lines: list[RollLine] = []
    for each in tallies:
        games += each.games
        lines += each.lines
    return Tally(games, _added(lines))


def of(counted: Tally, who: Mapping[str, str]) -> Tally:
    """The dice of the sides in `who`, each under the name given there; other sides are left out."""
    mine = (line for line in counted.lines if line.by in who)
    return Tally(counted.games, _added(msgspec.structs.replace(line, by=who[line.by]) for line in mine))


def _possible(rolled: Rolled) -> bool:
    faces = (*rolled.faces, *(face for _, face in rolled.again))
    return 2 <= rolled.sides <= MOST_SIDES and all(1 <= face <= rolled.sides for face in faces)


def _line(rolled: Rolled) -> RollLine:
    again = _counts((face for _, face in rolled.again), rolled.sides)
    return RollLine(rolled.by, rolled.rule, rolled.sides, _counts(rolled.faces, rolled.sides), again, _needs(rolled))


def _counts(faces: Iterable[int], sides: int) -> tuple[int, ...]:
    counts = [0] * sides
    for face in faces:
        counts[face - 1] += 1
    return tuple(counts)


def _needs(rolled: Rolled) -> Needs:
    """What first throws had to show; nothing if all dice, none, or only the ruleset's natural faces pass."""
    reach = rolled.needed - sum(amount for _, amount in rolled.modifiers)
    if not rolled.needed or not 2 <= reach <= rolled.sides or not rolled.faces:
        return ()
    return ((reach, len(rolled.faces), sum(face >= reach for face in rolled.faces)),)


def _added(lines: Iterable[RollLine]) -> tuple[RollLine, ...]:
    """One line for each side, clause and number of sides; lines without dice are dropped."""
    found: dict[tuple[str, str, int], tuple[list[int], list[int], dict[int, list[int]]]] = {}
    for line in lines:
        key = line.by, line.rule, line.sides
        if key not in found:
            found[key] = [0] * line.sides, [0] * line.sides, {}
        fallen, again, needs = found[key]
        for index in range(line.sides):
            fallen[index] += line.fallen[index]
            again[index] += line.again[index]
        for reach, dice, passed in line.needs:
            so_far = needs.setdefault(reach, [0, 0])
            so_far[0] += dice
            so_far[1] += passed
    return tuple(
        RollLine(*key, tuple(fallen), tuple(again), tuple((reach, *needs[reach]) for reach in sorted(needs)))  # type: ignore[misc]
        for key, (fallen, again, needs) in sorted(found.items())
        if any(fallen) or any(again)
    )


# reading rolls of stored events


def _rolls_decoder() -> Any:
    """Reads a stored event's rolls, and whether it waits at one; skips every other effect."""
    others = [
        msgspec.defstruct(f"_{kind.__name__}", [], tag=kind.__struct_config__.tag, tag_field="type", frozen=True)
        for kind in get_args(AnyEffect)
        if kind not in (Rolled, Asked)
    ]
    effects = tuple[Union[Rolled, Asked, *others], ...]  # type: ignore[valid-type]
    return msgspec.json.Decoder(msgspec.defstruct("_Rolls", [("effects", effects, ())]))


_ROLLS = _rolls_decoder()


def read_rolls(data: bytes | str) -> list[Rolled]:
    """The rolls of a stored event, in order. Raises: Malformed with the path of what is wrong.

    A step that waits at a roll has none: the step that continues it has them all.
    """
    effects = read(_ROLLS, data).effects
    return [] if is_held(effects) else [effect for effect in effects if isinstance(effect, Rolled)]


# comparing


class Amount(msgspec.Struct, frozen=True):
    """A number, perhaps not whole: `exact` as a fraction, and rounded half up."""

    exact: str
    rounded: str


class DiceComparison(msgspec.Struct, frozen=True):
    """The result of comparing `dice` dice. `likelihood` is how often fair dice deviate at least as far; null if `few`.

    `method` says how it was counted. With fewer than `fewest` dice the verdict is `few`.
    """

    kind: Kind
    dice: int
    fewest: int
    verdict: Verdict
    likelihood: Likelihood | None = None
    method: Method = ""


class Row(msgspec.Struct, frozen=True):
    """A line of an audit. `rule` is empty if all purposes are counted together.

    `faces` counts each face from 1 on, re-rolls included, which `again` counts once more. `needed` first throws had a
    value to reach and `passed` did; `expected` is the average of fair dice. `by_passes` is null if nothing was needed.
    """

    by: str
    rule: str
    sides: int
    dice: int
    again: int
    faces: tuple[int, ...]
    each: Amount
    mean: Amount
    fair_mean: Amount
    needed: int
    passed: int
    expected: Amount
    by_faces: DiceComparison
    by_passes: DiceComparison | None


class Audit(msgspec.Struct, frozen=True):
    """The dice of games against fair dice. `compared` comparisons had enough dice, `unusual` of them are unusual.

    At most the share `bound` of those is expected to be chance.
    """

    games: int
    dice: int
    rows: tuple[Row, ...]
    compared: int
    unusual: int
    bound: Likelihood


def audit(counted: Tally) -> Audit:
    """Every line of a tally against fair dice; each side's begin with the line over all its purposes."""
    lines = [line for total in _totals(counted.lines) for line in (total, *_parts(counted.lines, total))]
    chances: dict[tuple[int, Kind], tuple[Fraction, Method]] = {}
    for index, line in enumerate(lines):
        if sum(line.faces) >= FEWEST:
            chances[index, "faces"] = by_faces(line.faces)
        if sum(dice for _, dice, _ in line.needs) >= FEWEST:
            chances[index, "passes"] = by_passes(line.needs, line.sides)
    unusual = discoveries({key: chance for key, (chance, _) in chances.items()})
    rows = tuple(
        _row(line, *(_compared(kind, index, line, chances, unusual) for kind in get_args(Kind)))
        for index, line in enumerate(lines)
    )
    return Audit(
        games=counted.games,
        dice=sum(sum(line.faces) for line in counted.lines),
        rows=rows,
        compared=len(chances),
        unusual=len(unusual),
        bound=likelihood(BOUND),
    )


def _totals(lines: Sequence[RollLine]) -> tuple[RollLine, ...]:
    return _added(msgspec.structs.replace(line, rule="") for line in lines)


def _parts(lines: Sequence[RollLine], total: RollLine) -> list[RollLine]:
    """The purposes in a line over all of them; none if there is only one, which would repeat the total."""
    parts = [line for line in lines if (line.by, line.sides) == (total.by, total.sides)]
    return sorted(parts, key=lambda line: (-sum(line.faces), line.rule)) if len(parts) > 1 else []


def _row(line: RollLine, faces: DiceComparison, passes: DiceComparison) -> Row:
    dice = sum(line.faces)
    needed = sum(dice for _, dice, _ in line.needs)
    return Row(
        by=line.by,
        rule=line.rule,
        sides=line.sides,
        dice=dice,
        again=sum(line.again),
        faces=line.faces,
        each=amount(Fraction(dice, line.sides), 1),
        mean=amount(Fraction(sum(face * count for face, count in enumerate(line.faces, 1)), dice), 2),
        fair_mean=amount(Fraction(line.sides + 1, 2), 2),
        needed=needed,
        passed=sum(passed for _, _, passed in line.needs),
        expected=amount(expected(line.needs, line.sides), 1),
        by_faces=faces,
        by_passes=passes if needed else None,
    )


def _compared(
    kind: Kind,
    index: int,
    line: RollLine,
    chances: Mapping[tuple[int, Kind], tuple[Fraction, Method]],
    unusual: set[tuple[int, Kind]],
) -> DiceComparison:
    dice = sum(line.faces) if kind == "faces" else sum(dice for _, dice, _ in line.needs)
    if (index, kind) not in chances:
        return DiceComparison(kind, dice, FEWEST, "few")
    chance, method = chances[index, kind]
    verdict: Verdict = "unusual" if (index, kind) in unusual else "fair"
    return DiceComparison(kind, dice, FEWEST, verdict, likelihood(chance), method)


def amount(number: Fraction, places: int) -> Amount:
    """A positive number as a fraction, and rounded half up to this many decimals."""
    scaled = (2 * 10**places * number.numerator + number.denominator) // (2 * number.denominator)
    whole, part = divmod(scaled, 10**places)
    return Amount(str(number), f"{whole}.{part:0{places}d}")


# for people


def told(test: DiceComparison) -> str:
    """The verdict of a comparison in English."""
    if test.likelihood is None:
        return f"too few rolls to say anything ({test.dice} of at least {test.fewest})"
    if test.verdict == "fair":
        return "as fair dice fall"
    return f"unusual: fair dice do this about once in {once_in(test.likelihood):,} such records"


def once_in(chance: Likelihood) -> int:
    """The number of records in which something happens once, rounded. `chance` is above zero."""
    exact = Fraction(chance.exact)
    return (2 * exact.denominator + exact.numerator) // (2 * exact.numerator)


def lines(row: Row) -> list[str]:
    """A line of an audit as text: faces and passes, each with its verdict."""
    faces = " ".join(f"{count:>4}" for count in row.faces)
    name = f"  {row.rule}" if row.rule else f"side {row.by}" if row.by else "all sides"
    found = [f"{name}: {row.dice} D{row.sides}, mean {row.mean.rounded} (fair {row.fair_mean.rounded})"]
    found.append(f"    faces {faces}  each {row.each.rounded}: {told(row.by_faces)}")
    if row.by_passes:
        found.append(f"    passed {row.passed} of {row.needed}, {row.expected.rounded} expected: {told(row.by_passes)}")
    return found


def summary(of: Audit) -> str:
    """The verdict on all comparisons together."""
    if not of.compared:
        return f"no comparison has the {FEWEST} dice required"
    said = f"{of.unusual} of {of.compared} comparisons with enough dice are unusual"
    return f"{said}; of those called unusual, at most {of.bound.percent} % are expected to be chance"
