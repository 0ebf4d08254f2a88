"""Protean Magic: the hereditary spell and the first spells of all paths to choose from."""

from __future__ import annotations

from typing import Any

from rules.kernel.context import Context
from rules.kernel.rule import Clause, Rule
from rules.t9a import hooks, spells

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


@PROTEAN_MAGIC.at(hooks.MAY_LEARN, of="model")
def _firsts(ctx: Context, barred: str, *, spell: str, **_: Any) -> str:
    """The Hereditary Spell, and the first of each Path."""
    first = spell == spells.HEREDITARY or spell.rpartition(" ")[2] == "1"
    return barred or ("" if first else PROTEAN_MAGIC["choice"])


@PROTEAN_MAGIC.at(hooks.MIXES_PATHS, of="model")
def _of_all(ctx: Context, clause: str, **_: Any) -> str:
    return clause or PROTEAN_MAGIC["overrides-level"]
