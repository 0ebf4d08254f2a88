"""The Demolitions specialist."""

from typing import Any

from rules.kernel.context import Context, Modifiers
from rules.kernel.rule import Clause, Rule
from rules.kernel.state import Model
from rules.kt import words
from rules.kt.stratagem import Tactic, times
from rules.kt.wound import WOUND_MODIFIERS, Strike

DEMOLITIONS = Rule(
    "kt.specialist.demolitions",
    en="Demolitions",
    ru="Демолишн",
    clauses={
        "passive": Clause(
            "Demolitions against obscured",
            "Демолишн по скрытым: +1",
            "When the Demolitions specialist shoots at an obscured model, it adds 1 to its wound rolls.",
            "148-148",
            text_ru="Стреляя в скрытую модель, демолишн прибавляет 1 к броскам на пробитие.",
            note="Ranged attacks only; a natural 1 still fails.",
            note_ru="Только в стрельбе; выпавшая 1 всё равно провал.",
        ),
        "stratagem": Clause(
            "Demolitions wound bonus",
            "Демолишн: +1 на пробитие",
            "The Demolitions specialist adds 1 to its wound rolls in the Shooting phase.",
            "151-151",
            text_ru="В фазе стрельбы демолишн прибавляет 1 к броскам на пробитие.",
            note="Price and duration not printed: 1 CP, this phase; adds to the passive for +2.",
            note_ru="Цена и срок не напечатаны: 1 КП, эта фаза; вместе с пассивкой +2.",
        ),
    },
)


@DEMOLITIONS.at(WOUND_MODIFIERS, of="attacker")
def against_obscured(ctx: Context, modifiers: Modifiers, *, strike: Strike, **_: Any) -> Modifiers:
    """+1 to wound an obscured model with a ranged weapon."""
    if strike.ranged and strike.obscured:
        return (*modifiers, (DEMOLITIONS["passive"], 1))
    return modifiers


TACTIC = Tactic(DEMOLITIONS.id, DEMOLITIONS["stratagem"], "shooting", words.SHOT)


@DEMOLITIONS.at(WOUND_MODIFIERS, of="attacker")
def charges(ctx: Context, modifiers: Modifiers, *, attacker: Model, **_: Any) -> Modifiers:
    """+1 to wound for each time the stratagem was played."""
    played = times(attacker, DEMOLITIONS["stratagem"])
    return (*modifiers, (DEMOLITIONS["stratagem"], played)) if played else modifiers
