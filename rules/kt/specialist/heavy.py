"""The Heavy specialist."""

from typing import Any

from rules.kernel.context import Context, Modifiers
from rules.kernel.effects import Noted
from rules.kernel.rule import Clause, Rule
from rules.kernel.state import Model
from rules.kt import words
from rules.kt.hit import HIT_MODIFIERS
from rules.kt.shoot import SHOTS
from rules.kt.stratagem import Tactic, times

HEAVY = Rule(
    "kt.specialist.heavy",
    en="Heavy",
    ru="Хеви",
    clauses={
        "passive": Clause(
            "Heavy ignores movement penalties",
            "Хеви без штрафа за мув",
            "The Heavy specialist has no hit penalty for firing Heavy weapons after moving or Assault weapons "
            "after advancing.",
            "158-158",
            text_ru="Хеви не получает штрафа на попадание, когда стреляет из хеви оружия после мува или из асолта "
            "после адванса.",
            note="It removes only the penalty: a Heavy weapon still cannot fire after an advance.",
            note_ru="Снимает только штраф: после адванса из хеви оружия всё равно не стреляют.",
        ),
        "stratagem": Clause(
            "One more shot per weapon",
            "Хеви: +1 выстрел",
            "Every weapon of the Heavy specialist that already makes more than 1 shot makes 1 more.",
            "161-161",
            text_ru="Каждое оружие хеви, у которого и так больше 1 выстрела, делает ещё 1.",
            note="Price and timing not printed: 1 CP, when it is chosen to shoot. “Already” means the number in "
            "the profile (the result if rolled); the extra shot is added after Rapid Fire doubling.",
            note_ru="Цена и момент не напечатаны: 1 КП, когда его выбрали стрелять. «И так» – число из профиля (если "
            "его бросают, то выпавшее); прибавка после удвоения рапида.",
        ),
    },
)

PENALTIES = ("kt.type.heavy.moved", "kt.type.assault.after-advance")


@HEAVY.at(HIT_MODIFIERS, of="attacker")
def without_penalty(ctx: Context, modifiers: Modifiers, **_: Any) -> Modifiers:
    """Takes the penalties for movement off the hit roll."""
    return tuple(pair for pair in modifiers if pair[0] not in PENALTIES)


TACTIC = Tactic(HEAVY.id, HEAVY["stratagem"], "shooting", words.SHOT)


@HEAVY.at(SHOTS, of="attacker")
def one_more_shot(ctx: Context, shots: int, *, attacker: Model, printed: int, **_: Any) -> int:
    """Adds to weapons that make more than 1 shot before Rapid Fire doubles them."""
    played = times(attacker, HEAVY["stratagem"])
    if not played or printed < 2:
        return shots
    ctx.effects.append(Noted(rule=HEAVY["stratagem"], model=attacker.id, value=played, text="attacks"))
    return shots + played
