"""The Leader specialist."""

from typing import Any

from rules.kernel.context import Context
from rules.kernel.effects import Counted, Marked
from rules.kernel.geometry import near
from rules.kernel.lengths import INCH
from rules.kernel.rule import Clause, Rule
from rules.kernel.state import Model
from rules.kt import fight, words
from rules.kt.fight import FOUGHT
from rules.kt.game import ROUND_BEGAN
from rules.kt.stratagem import Tactic

LEADER = Rule(
    "kt.specialist.leader",
    en="Leader",
    ru="Лидер",
    clauses={
        "passive": Clause(
            "Leader brings a CP",
            "Лидер даёт КП",
            "At the start of each round the owner gains 1 extra CP if the Leader is alive on the table and not shaken.",
            "118-118,214-214",
            text_ru="В начале каждого раунда владелец получает ещё 1 КП, если лидер жив, на столе и не дрожит.",
            note="A Leader shaken in the last Morale phase is still shaken then, so no bonus.",
            note_ru="Лидер, задрожавший в прошлой фазе морали, в этот момент ещё дрожит, так что бонуса нет.",
        ),
        "stratagem": Clause(
            "Friend fights after Leader",
            "Драка рядом с лидером",
            'For 1 CP, right after the Leader fought in the Fight phase, a friendly model within 3" of it fights at '
            "once.",
            "121-121",
            text_ru='За 1 КП сразу после того, как в фазе ближнего боя подрался лидер, своя модель в пределах 3" от '
            "него дерётся тут же.",
            note="A model still fights only once per phase, so the friend must not have fought; it may jump ahead "
            "of its section. Afterwards the side picks whose turn to pick it would have been.",
            note_ru="Модель всё равно дерётся раз за фазу, поэтому своя модель не должна была драться; она может "
            "влезть вперёд своей секции. После неё выбирает тот, чья была очередь.",
        ),
    },
)


@LEADER.at(ROUND_BEGAN)
def income(ctx: Context, occasion: None, **_: Any) -> None:
    """1 CP for each side whose Leader is in action and not shaken; at most one."""
    for side in ctx.state.sides:
        leaders = [m for m in ctx.state.alive(side) if LEADER.id in m.sheet.has and not words.shaken(m)]
        if leaders:
            ctx.emit(Counted(rule=LEADER["passive"], side=side, counter="cp", by=1))


REACH = 3 * INCH
TACTIC = Tactic(LEADER.id, LEADER["stratagem"], "fight", reach=REACH, acts="friend")


@LEADER.at(FOUGHT, of="fighter")
def calls(ctx: Context, occasion: None, *, fighter: Model, **_: Any) -> None:
    """Remembers that the Leader has just fought, if a nearby friend could fight next."""
    friends = [m for m in ctx.state.alive(fighter.side) if m.id != fighter.id and fight.able(ctx.state, m)]
    if not fighter.out and any(near(m, fighter, REACH) for m in friends):
        ctx.emit(Marked(rule=words.TURN, on=fighter.side, key=words.TURN, value=fighter.id, until="phase"))
