"""The Medic specialist."""

from typing import Any

from rules.kernel.context import Context, Modifiers
from rules.kernel.effects import Noted
from rules.kernel.lengths import INCH
from rules.kernel.rule import Clause, Rule
from rules.kernel.state import Model
from rules.kt import words
from rules.kt.charge import CHARGE_MODIFIERS
from rules.kt.fight import ATTACKS
from rules.kt.morale import COUNTS_AS_SHAKEN
from rules.kt.move import ADVANCE_MODIFIERS
from rules.kt.stratagem import Tactic, times

MEDIC = Rule(
    "kt.specialist.medic",
    en="Medic",
    ru="Медик",
    clauses={
        "passive": Clause(
            "Medic never counts shaken",
            "Медик не считается дрожащим",
            "In the Morale phase other models' nerve tests treat the Medic as not shaken: it adds no +1 and, within "
            '2", still gives -1.',
            "168-168",
            text_ru="В фазе морали для чужих проверок на нервы медик не считается дрожащим: +1 он не добавляет, а в "
            'пределах 2" всё так же даёт -1.',
            note="Both consequences follow from treating it as not shaken.",
            note_ru="Оба следствия – из того, что он не считается дрожащим.",
        ),
        "stratagem": Clause(
            "Medic's injection",
            "Укол медика",
            'At the start of the Movement phase a friendly model within 2" of the Medic gains +1 to advance rolls, +1 '
            "to charge rolls and +1 Attack until the next round.",
            "171-171",
            text_ru='В начале фазы движения своя модель в пределах 2" от медика получает +1 к адвансу, +1 к чарджу и '
            "+1 атаку до следующего раунда.",
            note="Price not printed: 1 CP by default. The start is over once a model of either side has acted; until "
            "then either side may play it, whichever side is to act.",
            note_ru="Цена не напечатана: по умолчанию 1 КП. Начало фазы кончается, как только подействовала модель "
            "любой из сторон; до того сыграть её может любая сторона, чья бы ни была очередь.",
        ),
    },
)


@MEDIC.at(COUNTS_AS_SHAKEN, of="friend")
def steady(ctx: Context, shaken: bool, **_: Any) -> bool:
    """In another model's nerve test the Medic is not shaken."""
    return False


TACTIC = Tactic(MEDIC.id, MEDIC["stratagem"], "movement", words.ACTED, reach=2 * INCH, opening=True)


@MEDIC.at(ADVANCE_MODIFIERS)
@MEDIC.at(CHARGE_MODIFIERS)
def faster(ctx: Context, modifiers: Modifiers, *, model: Model, **_: Any) -> Modifiers:
    """+1 to advance and charge rolls after an injection."""
    injected = times(model, MEDIC["stratagem"])
    return (*modifiers, (MEDIC["stratagem"], injected)) if injected else modifiers


@MEDIC.at(ATTACKS)
def fiercer(ctx: Context, attacks: int, *, attacker: Model, **_: Any) -> int:
    """+1 Attack after an injection."""
    injected = times(attacker, MEDIC["stratagem"])
    if injected:
        ctx.effects.append(Noted(rule=MEDIC["stratagem"], model=attacker.id, value=injected, text="attacks"))
    return attacks + injected
