"""What somebody reaches from where they stand: a move, the ranges of weapons, the rules that work around them.

A length is said by the chapter that has it: parts bring a `Reaching`, and the query of every system asks them all. A
length is measured from the edge of a base, a hull or a regiment, as distances are.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, NamedTuple, TypeAlias

import msgspec

from rules.kernel.measuring import HUNDREDTHS, models_of
from rules.kernel.query import Answer, QueryKind, ReachQuery
from rules.kernel.state import Model, Unit
from rules.kernel.telling import Phrase

Context: TypeAlias = Any


class Reach(NamedTuple):
    """One length, in hundredths of an inch: what it is, the clause that gives it, and the id of its weapon if any.

    `kind` is one of `KINDS`.
    """

    kind: str
    length: int
    clause: str
    weapon: str = ""


class Reaching(msgspec.Struct, frozen=True):
    """The lengths that a chapter gives a model, or a unit where it acts as one. The position is not changed."""

    of: Callable[[Context, Model | Unit], Iterable[Reach]]


KINDS: Mapping[str, Phrase] = {
    "move": Phrase("move", "движение"),
    "fast": Phrase("at full speed", "полным ходом"),
    "march": Phrase("march", "марш"),
    "fly": Phrase("flying", "в полёте"),
    "fly-march": Phrase("flying march", "марш в полёте"),
    "range": Phrase("range", "дальность"),
    "short": Phrase("short range", "ближняя дистанция"),
    "rapid": Phrase("rapid fire", "скорострельность"),
    "least": Phrase("minimum range", "минимальная дальность"),
    "aura": Phrase("around it", "вокруг"),
}
"""What the lengths are, in words. What works around somebody is told by the label of its clause."""


def ask(ctx: Context, query: ReachQuery) -> Iterator[Answer]:
    """Every length of a model, or of a unit and each of its models on the table. Lengths of nothing are left out."""
    for holder in _holders(ctx, query.of):
        for chapter in ctx.ruleset.brought(Reaching):
            for kind, length, clause, weapon in chapter.of(ctx, holder):
                facts = {"kind": kind, **({"weapon": weapon} if weapon else {})}
                if length > 0:
                    yield Answer(of=holder.id, value=length, unit=HUNDREDTHS, clauses=(clause,), facts=facts)


def _holders(ctx: Context, key: str) -> Iterator[Model | Unit]:
    """The unit that is asked about and its models on the table, or the model. Raises: as `measuring.models_of`."""
    there = models_of(ctx, key, "$.of")
    if key in ctx.state.units:
        yield ctx.state.units[key]
    yield from there


QUERY = QueryKind(ReachQuery, ask, HUNDREDTHS)
