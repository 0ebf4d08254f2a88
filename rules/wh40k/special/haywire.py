"""Haywire: a table in place of armour penetration."""

from __future__ import annotations

from typing import Any

from rules.kernel.context import Context
from rules.kernel.effects import Noted
from rules.kernel.rule import Clause, Rule
from rules.kernel.state import Model
from rules.wh40k import hooks

HAYWIRE = Rule(
    "wh40k.usr.haywire",
    en="Haywire",
    ru="Электромагнитное",
    clauses={
        "roll": Clause(
            "Haywire roll",
            "Бросок электромагнитного оружия",
            "When a weapon with this rule hits a vehicle roll a D6 for the effect instead of rolling armour "
            "penetration.",
            "572-578",
            text_ru="Когда оружие с этим правилом попало в технику, вместо броска на пробивание брони бросают за "
            "эффект D6.",
            note="Compulsory; against other targets the weapon works as its profile says.",
            note_ru="Обязательно; по другим целям оружие действует по профилю.",
        ),
        "1": Clause(
            "Haywire 1: nothing",
            "ЭМ 1: никакого воздействия",
            "On a 1 the haywire roll has no effect.",
            "580",
            text_ru="На 1 электромагнитный бросок ничего не даёт.",
        ),
        "2-5": Clause(
            "Haywire 2-5: glancing",
            "ЭМ 2-5: скользящее попадание",
            "On 2-5 the haywire roll causes a glancing hit.",
            "582",
            text_ru="На 2-5 электромагнитный бросок даёт скользящее попадание.",
        ),
        "6": Clause(
            "Haywire 6: penetrating",
            "ЭМ 6: пробивающее попадание",
            "On a 6 the haywire roll causes a penetrating hit.",
            "584",
            text_ru="На 6 электромагнитный бросок даёт пробивающее попадание.",
        ),
    },
)


@HAYWIRE.at(hooks.INSTEAD_OF_PENETRATION, of="weapon")
def _surge(ctx: Context, outcome: str | None, *, vehicle: Model, by: str, **_: Any) -> str:
    """A die in place of armour penetration, for each hit."""
    face = ctx.roll(HAYWIRE["roll"], by, 1, target=vehicle.id).total
    clause, found = ("1", "nothing") if face == 1 else ("6", "penetrating") if face == 6 else ("2-5", "glancing")
    ctx.effects.append(Noted(rule=HAYWIRE[clause], target=vehicle.id, value=face, text=found))
    return found
