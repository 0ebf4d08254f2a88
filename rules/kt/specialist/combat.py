"""The Combat specialist."""

from typing import Any

from rules.kernel.context import Context
from rules.kernel.effects import Marked, Noted
from rules.kernel.rule import Clause, Rule
from rules.kernel.state import Model
from rules.kt import fight, words
from rules.kt.fight import ATTACKS, FOUGHT
from rules.kt.stratagem import Tactic

COMBAT = Rule(
    "kt.specialist.combat",
    en="Combat",
    ru="Комбат",
    clauses={
        "passive": Clause(
            "Combat: one more attack",
            "Комбат: +1 атака",
            "Whenever the Combat specialist fights, it makes 1 more attack than its A.",
            "128-128",
            text_ru="Когда комбат дерётся, он делает на 1 атаку больше своего A.",
        ),
        "stratagem": Clause(
            "Combat fights out of turn",
            "Комбат дерётся вне очереди",
            "In the Fight phase, after another model of its side has fought, the Combat specialist may fight at "
            "once if it has not fought yet.",
            "131-131",
            text_ru="В фазе ближнего боя, когда своя модель подралась, комбат сразу дерётся сам, если ещё не дрался.",
            note="Price not printed: 1 CP by default. It may jump ahead of its section; afterwards the side picks "
            "whose turn to pick it would have been.",
            note_ru="Цена не напечатана: по умолчанию 1 КП. Он может влезть вперёд своей секции; после него выбирает "
            "тот, чья была очередь.",
        ),
    },
)


@COMBAT.at(ATTACKS, of="attacker")
def one_more(ctx: Context, attacks: int, *, attacker: Model, **_: Any) -> int:
    """Adds 1 to A."""
    ctx.effects.append(Noted(rule=COMBAT["passive"], model=attacker.id, value=1, text="attacks"))
    return attacks + 1


TACTIC = Tactic(COMBAT.id, COMBAT["stratagem"], "fight", words.FOUGHT, acts="itself")


@COMBAT.at(FOUGHT)
def eager(ctx: Context, occasion: None, *, fighter: Model, **_: Any) -> None:
    """Remembers which model has just fought, if its side's Combat specialist could fight next."""
    own = [m for m in ctx.state.alive(fighter.side) if COMBAT.id in m.sheet.has]
    if any(fight.able(ctx.state, m) for m in own):
        ctx.emit(Marked(rule=words.TURN, on=fighter.side, key=words.TURN, value=fighter.id, until="phase"))
