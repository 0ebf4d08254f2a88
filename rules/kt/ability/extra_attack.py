"""Melee weapons with additional attacks, such as chainswords."""

from __future__ import annotations

from typing import Any

from rules.kernel.context import Context
from rules.kernel.rule import Clause, Rule
from rules.kt.ability import Text, sentence
from rules.kt.fight import WEAPON_ATTACKS

EXTRA_ATTACK = Rule(
    "kt.ability.extra-attack",
    en="Extra attack",
    ru="Дополнительная атака",
    clauses={
        "": Clause(
            "Extra attack with this weapon",
            "Доп. атака этим оружием",
            "Each time its bearer fights, it may make 1 additional attack with this weapon.",
            text_ru="Каждый раз, когда владелец дерётся, он может сделать ещё 1 атаку, только этим оружием.",
            note="faction ability, as printed on rosters",
            note_ru="Способность фракции, по ростерам.",
        ),
    },
)


@EXTRA_ATTACK.at(WEAPON_ATTACKS, of="weapon")
def one_more(ctx: Context, attacks: int, **_: Any) -> int:
    """Adds 1 to the attacks that may be made with the weapon."""
    return attacks + 1


TEXTS = (
    Text(
        EXTRA_ATTACK.id,
        sentence(r"Each time the bearer fights,? it can make (?:1|one) additional attack with this weapon"),
    ),
)
