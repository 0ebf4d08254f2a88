"""Weapons whose best hit rolls count as several hits."""

from __future__ import annotations

from typing import Any

from rules.kernel.context import Context
from rules.kernel.effects import Rolled
from rules.kernel.rule import Clause, Rule
from rules.kt.ability import Text, sentence
from rules.kt.hit import HITS

EXTRA_HITS = Rule(
    "kt.ability.extra-hits",
    en="Several hits",
    ru="Несколько попаданий",
    clauses={
        "": Clause(
            "Natural 6 scores several hits",
            "6 на кубе: несколько попаданий",
            "An unmodified hit roll of 6 that hits counts as the given number of hits.",
            text_ru="Бросок на попадание, на котором до модификаторов выпала 6 и который попал, считается за "
            "указанное число попаданий.",
            note="faction ability, after rosters",
            note_ru="Способность фракции, по ростерам.",
        ),
    },
)

EXTRA_HITS_MODIFIED = Rule(
    "kt.ability.extra-hits-modified",
    en="Several hits on 6+",
    ru="Несколько попаданий на 6+",
    clauses={
        "": Clause(
            "A 6+ scores several hits",
            "6+ на попадание: несколько попаданий",
            "A hit roll of 6 or more after modifiers that hits counts as the given number of hits.",
            text_ru="Бросок на попадание, на котором с модификаторами вышло 6 или больше и который попал, считается "
            "за указанное число попаданий.",
            note="faction ability, after rosters",
            note_ru="Способность фракции, по ростерам.",
        ),
    },
)


@EXTRA_HITS.at(HITS, of="weapon")
def on_natural(ctx: Context, hits: int, *, has: int, rolled: Rolled, **_: Any) -> int:
    """Each natural 6 that hits is `has` hits instead of 1."""
    return hits + (has - 1) * _hits_from(rolled, 0)


@EXTRA_HITS_MODIFIED.at(HITS, of="weapon")
def on_modified(ctx: Context, hits: int, *, has: int, rolled: Rolled, **_: Any) -> int:
    """Each modified 6 or more that hits is `has` hits instead of 1."""
    return hits + (has - 1) * _hits_from(rolled, sum(amount for _, amount in rolled.modifiers))


def _hits_from(rolled: Rolled, bonus: int) -> int:
    """How many dice hit with 6 or more, `bonus` added."""
    return sum(1 for face, hit in zip(rolled.final(), rolled.passed, strict=True) if hit and face + bonus >= 6)


TEXTS = (
    Text(
        EXTRA_HITS.id,
        sentence(
            r"Each unmodified hit roll of 6 (?:made )?(?:for an attack )?with this weapon (?:scores|causes) "
            r"([2-6]) hits(?: rather than 1)?"
        ),
    ),
    Text(
        EXTRA_HITS_MODIFIED.id,
        sentence(
            r"Each hit roll of 6\+ (?:made )?(?:for an attack )?with this weapon (?:scores|causes) "
            r"([2-6]) hits(?: rather than 1)?"
        ),
    ),
)
