"""The Scout specialist."""

from collections.abc import Callable
from typing import Any

from rules.kernel.context import Context
from rules.kernel.lengths import INCH
from rules.kernel.rule import Clause, Rule
from rules.kernel.state import Model
from rules.kt import words
from rules.kt.move import ADVANCE_REROLL, MOVEMENT
from rules.kt.stratagem import Tactic, times

SCOUT = Rule(
    "kt.specialist.scout",
    en="Scout",
    ru="Скаут",
    clauses={
        "passive": Clause(
            "Scout re-rolls advances",
            "Скаут реролит адванс",
            "The Scout may re-roll the d6 of its advance and has to accept the new result.",
            "178-178",
            text_ru="Скаут может перебросить d6 своего адванса; в счёт идёт новый результат.",
            note="The advance declares up to which face the die is re-rolled; never a second time: "
            "kt.dice.reroll-once.",
            note_ru="В адвансе заявляют, до какой грани куб перебрасывать; второй раз нельзя: kt.dice.reroll-once.",
        ),
        "stratagem": Clause(
            "Scout moves faster",
            "Скаут: +2 к муву",
            "In the Movement phase the Scout adds 2 to its M.",
            "181-181",
            text_ru="В фазе движения скаут прибавляет 2 к своему M.",
            note="Price not printed: 1 CP by default; declared before it moves; for that phase.",
            note_ru="Цена не напечатана: по умолчанию 1 КП; заявляют до его движения; на эту фазу.",
        ),
    },
)


@SCOUT.at(ADVANCE_REROLL, of="model")
def again(ctx: Context, reroll: Callable[[int], bool] | None, *, up_to: int, **_: Any) -> Callable[[int], bool] | None:
    """The die is rolled again if it shows no more than the declaration says."""
    return (lambda face: face <= up_to) if up_to else reroll


TACTIC = Tactic(SCOUT.id, SCOUT["stratagem"], "movement", words.ACTED)


@SCOUT.at(MOVEMENT, of="model")
def faster(ctx: Context, movement: int, *, model: Model, **_: Any) -> int:
    """2" more for each time the stratagem was played."""
    return movement + 2 * INCH * times(model, SCOUT["stratagem"])
