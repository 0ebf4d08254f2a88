"""Protean Magic: the hereditary spell and the first spells of all paths to choose from."""

from __future__ import annotations

from collections.abc import Iterable

from rules.kernel.rule import Clause, Rule

PROTEAN_MAGIC = Rule(
    "t9a.protean-magic",
    en="Protean Magic",
    ru="Первобытная магия",
    clauses={
        "choice": Clause(
            "Which spells",
            "Какие заклинания",
            "When spells are chosen the Wizard may take any combination of his Hereditary Spell and the first "
            "spell of each Path known to him.",
            "191",
            text_ru="Выбирая заклинания, маг берёт любое сочетание из наследственного заклинания и первых "
            "заклинаний известных ему путей.",
        ),
        "overrides-level": Clause(
            "Whatever the level",
            "Независимо от уровня",
            "This replaces the spell selection rules that depend on the Wizard's level.",
            "191",
            text_ru="Правила выбора, связанные с уровнем мага, при этом не действуют.",
        ),
    },
)


HEREDITARY = "H"


def allowed(paths: Iterable[str]) -> frozenset[str]:
    """The spells that such a Wizard may choose from: `H`, and spell 1 of each path, as `Alchemy 1`."""
    return frozenset((HEREDITARY, *(f"{path} 1" for path in paths)))
