"""Overcharged plasma that kills its bearer on a natural 1 (line 80)."""

from typing import Any

from rules.kernel.context import Context
from rules.kernel.effects import Removed
from rules.kernel.rule import Clause, Rule
from rules.kernel.state import Model
from rules.kt.ability import Text, sentence
from rules.kt.shoot import FIRED

OVERCHARGE = Rule(
    "kt.weapon.ability.overcharge",
    en="Overcharge",
    ru="Оверчардж",
    clauses={
        "": Clause(
            "Overcharge kills its bearer",
            "Перегретая плазма",
            "A hit roll of 1 with an overcharged plasma weapon takes the bearer out of action.",
            "80-80",
            text_ru="1 на кубе попадания из перегретой плазмы – и владелец погиб.",
            note="The 1 is natural unless the weapon's data says otherwise; no injury roll is made.",
            note_ru="1 – на кубе, если в данных оружия не сказано иное; инджури не бросают.",
        ),
    },
)


@OVERCHARGE.at(FIRED, of="weapon")
def kill_the_bearer(ctx: Context, ones: bool, *, attacker: Model, **_: Any) -> None:
    """After the weapon's attacks are resolved, one natural 1 among its hit rolls takes the bearer out of action."""
    if ones and not attacker.out:
        ctx.emit(Removed(rule=OVERCHARGE[""], model=attacker.id))


TEXTS = (
    Text(
        OVERCHARGE.id,
        sentence(
            r"On an? (?:unmodified )?hit rolls? of 1,? the bearer(?: of this weapon)? is "
            r"(?:slain|taken out of action)(?: after all (?:of )?this weapon['’]s shots have been resolved)?",
            r"An? (?:unmodified )?hit roll of 1 takes the bearer out of action",
        ),
    ),
)
