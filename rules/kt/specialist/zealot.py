"""The Zealot specialist."""

from typing import Any

from rules.kernel.context import Context
from rules.kernel.effects import Noted, Rolled
from rules.kernel.rule import Clause, Rule
from rules.kernel.state import Model
from rules.kt import words
from rules.kt.fight import ATTACKS
from rules.kt.hit import EXTRA_ATTACKS
from rules.kt.stratagem import Tactic, times
from rules.kt.wound import STRENGTH

ZEALOT = Rule(
    "kt.specialist.zealot",
    en="Zealot",
    ru="Зилот",
    clauses={
        "passive": Clause(
            "Zealot on the charge",
            "Зилот в чардже: +1 атака и сила",
            "In a round in which it charged, the Zealot has +1 Attack and +1 Strength.",
            "207-207",
            text_ru="В раунде, в котором зилот чарджил, у него +1 атака и +1 сила.",
            note="The verb is garbled: read as a successful charge.",
            note_ru="Глагол в тексте испорчен: читаем как успешный чардж.",
        ),
        "stratagem": Clause(
            "Zealot's extra attacks",
            "Зилот: допатаки на 6+",
            "When the Zealot fights, each hit roll of 6+ gives 1 extra attack with the same weapon on the same "
            "target, and extra attacks give no more.",
            "210-210",
            text_ru="Когда зилот дерётся, каждый бросок на попадание 6+ даёт 1 допатаку тем же оружием по той же "
            "цели; сами допатаки новых не дают.",
            note="Price not printed: 1 CP by default; 6+ is the modified result, unlike overwatch.",
            note_ru="Цена не напечатана: по умолчанию 1 КП; 6+ – с модификаторами, не как в овервотче.",
        ),
    },
)


@ZEALOT.at(ATTACKS, of="attacker")
def one_more(ctx: Context, attacks: int, *, attacker: Model, **_: Any) -> int:
    """Adds 1 to A in a round with a successful charge."""
    return attacks + _charged(ctx, attacker, "attacks")


@ZEALOT.at(STRENGTH, of="attacker")
def stronger(ctx: Context, strength: int, *, attacker: Model, **_: Any) -> int:
    """Adds 1 to the bearer's own S in a round with a successful charge, before its weapon modifies it."""
    return strength + _charged(ctx, attacker, "strength")


def _charged(ctx: Context, attacker: Model, what: str) -> int:
    if words.CHARGED not in attacker.round:
        return 0
    ctx.effects.append(Noted(rule=ZEALOT["passive"], model=attacker.id, value=1, text=what))
    return 1


TACTIC = Tactic(ZEALOT.id, ZEALOT["stratagem"], "fight", words.FOUGHT)


@ZEALOT.at(EXTRA_ATTACKS, of="attacker")
def extra_attacks(ctx: Context, extra: int, *, attacker: Model, rolled: Rolled, **_: Any) -> int:
    """One extra attack for each modified 6 or more, for each time the stratagem was played."""
    bonus = sum(amount for _, amount in rolled.modifiers)
    return extra + times(attacker, ZEALOT["stratagem"]) * sum(1 for face in rolled.final() if face + bonus >= 6)
