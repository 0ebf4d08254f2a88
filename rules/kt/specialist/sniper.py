"""The Sniper specialist."""

from typing import Any

from rules.kernel.context import Context, Modifiers
from rules.kernel.dice import Again
from rules.kernel.rule import Clause, Rule
from rules.kernel.state import Model
from rules.kt import words
from rules.kt.hit import HIT_MODIFIERS, HIT_REROLL
from rules.kt.stratagem import Tactic, times
from rules.kt.wound import Strike

SNIPER = Rule(
    "kt.specialist.sniper",
    en="Sniper",
    ru="Снайпер",
    clauses={
        "passive": Clause(
            "Sniper re-rolls ones",
            "Снайпер реролит 1",
            "The Sniper may re-roll hit rolls of 1 with a ranged weapon.",
            "187-187",
            text_ru="Снайпер может перебросить 1, выпавшую на попадание из стрелкового оружия.",
            note="The 1 is natural. Each is re-rolled unless the declaration says that it stands.",
            note_ru="1 – на кубе, без модификаторов. Каждая перебрасывается, если не заявлено, что она остаётся.",
        ),
        "stratagem": Clause(
            "Sniper hit bonus",
            "Снайпер: +1 на попадание",
            "When the Sniper is chosen to shoot, it adds 1 to its hit rolls this phase.",
            "190-190",
            text_ru="Снайпер, выбранный для стрельбы, прибавляет 1 к попаданию в этой фазе.",
            note="Price not printed: 1 CP by default.",
            note_ru="Цена не напечатана: по умолчанию 1 КП.",
        ),
    },
)


@SNIPER.at(HIT_REROLL, of="attacker")
def ones_again(ctx: Context, again: Again, *, strike: Strike, **_: Any) -> Again:
    """A natural 1 to hit with a ranged weapon may be rolled again."""
    return again.also(Again(may=lambda face: face == 1)) if strike.ranged else again


TACTIC = Tactic(SNIPER.id, SNIPER["stratagem"], "shooting", words.SHOT)


@SNIPER.at(HIT_MODIFIERS, of="attacker")
def aimed(ctx: Context, modifiers: Modifiers, *, attacker: Model, **_: Any) -> Modifiers:
    """+1 to hit for each time the stratagem was played."""
    played = times(attacker, SNIPER["stratagem"])
    return (*modifiers, (SNIPER["stratagem"], played)) if played else modifiers
