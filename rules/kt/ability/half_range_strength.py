"""Weapons that are stronger up close, such as shotguns."""

from __future__ import annotations

from typing import Any

from rules.kernel.context import Context
from rules.kernel.effects import Noted
from rules.kernel.rule import Clause, Rule
from rules.kernel.sheet import Weapon
from rules.kernel.state import Model
from rules.kt.ability import Text, sentence
from rules.kt.hit import long_range
from rules.kt.wound import ATTACK_STRENGTH

HALF_RANGE_STRENGTH = Rule(
    "kt.ability.half-range-strength",
    en="Stronger up close",
    ru="Сильнее вблизи",
    clauses={
        "": Clause(
            "Stronger within half range",
            "+1 к силе в половине дальности",
            "Against a target within half range (exactly half included) the weapon has +1 Strength.",
            text_ru="По цели в пределах половины ренджа (ровно половина включительно) у оружия +1 к силе.",
            note="faction ability, as printed on rosters",
            note_ru="Способность фракции, по ростерам.",
        ),
    },
)


@HALF_RANGE_STRENGTH.at(ATTACK_STRENGTH, of="weapon")
def stronger(ctx: Context, strength: int, *, attacker: Model, weapon: Weapon, target: Model, **_: Any) -> int:
    """Adds 1 to the strength of the attack within half range."""
    if long_range(attacker, weapon, target):
        return strength
    ctx.effects.append(
        Noted(rule=HALF_RANGE_STRENGTH[""], model=attacker.id, target=target.id, value=1, text="strength")
    )
    return strength + 1


TEXTS = (
    Text(
        HALF_RANGE_STRENGTH.id,
        sentence(r"If the target is within half range,? add 1 to (?:the|this) weapon['’]s strength"),
    ),
)
