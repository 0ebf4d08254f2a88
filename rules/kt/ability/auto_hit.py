"""Weapons that hit without a roll, such as flamers (line 80)."""

from typing import Any

from rules.kernel.context import Context
from rules.kernel.rule import Clause, Rule
from rules.kt.ability import Text, sentence
from rules.kt.hit import AUTO_HIT as HIT_BY_ITSELF

AUTO_HIT = Rule(
    "kt.weapon.ability.auto-hit",
    en="Automatic hit",
    ru="Автопопадание",
    clauses={
        "": Clause(
            "Hits automatically",
            "Автопопадание (огнемёт)",
            "A weapon that hits automatically, such as a flamer, makes no hit rolls: every attack hits.",
            "80-80",
            text_ru="Оружие с автопопаданием, например огнемёт, на попадание не бросает: попадает каждая его атака.",
            note="Applies in overwatch too.",
            note_ru="Действует и в овервотче.",
        ),
    },
)


@AUTO_HIT.at(HIT_BY_ITSELF, of="weapon")
def hit_by_itself(ctx: Context, value: bool, **_: Any) -> bool:
    """Every attack hits; no hit roll is made."""
    return True


TEXTS = (Text(AUTO_HIT.id, sentence(r"This weapon automatically hits(?: its| the)? target", "Hits automatically")),)
