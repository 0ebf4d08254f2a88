"""It Will Not Die: a lost Wound or Hull Point may come back."""

from __future__ import annotations

from typing import Any

from rules.kernel.context import Context
from rules.kernel.effects import WoundsSet
from rules.kernel.marks import on_model
from rules.kernel.part import Part
from rules.kernel.rule import Clause, Rule
from rules.kernel.sheet import wounds_of
from rules.kernel.state import Model
from rules.kernel.telling import Phrase, Telling
from rules.wh40k import hooks, turn, words

IT_WILL_NOT_DIE = Rule(
    "wh40k.usr.it-will-not-die",
    en="It Will Not Die",
    ru="Оно неубиваемо",
    clauses={
        "roll": Clause(
            "Roll to recover",
            "Бросок восстановления",
            "At the end of each of the controlling player's turns roll a D6 for each model with this rule that "
            "has fewer Wounds or Hull Points than it began with.",
            "634-638",
            text_ru="В конце каждого своего хода игрок бросает D6 за каждую модель с этим правилом, у которой меньше "
            "ран или пунктов корпуса, чем было сначала.",
        ),
        "effect": Clause(
            "Recovers on 5+",
            "Восстановление на 5+",
            "On 5+ the model regains one Wound or Hull Point lost earlier in the battle.",
            "638",
            text_ru="На 5+ модель возвращает одну рану или один пункт корпуса, потерянные в этой битве.",
            note="Never above the starting value.",
            note_ru="Выше начального значения – никогда.",
        ),
        "not-dead": Clause(
            "Not from death",
            "Не из мёртвых",
            "Only models not yet removed as killed or destroyed may roll.",
            "638",
            text_ru="Бросают только за модели, которых ещё не убрали как убитых или уничтоженных.",
        ),
    },
)

ROLL, EFFECT = IT_WILL_NOT_DIE["roll"], IT_WILL_NOT_DIE["effect"]
NEEDED = 5
"""On a model, for the turn, under `ROLL`: it has rolled."""


@IT_WILL_NOT_DIE.at(hooks.END_ROLLS)
def _due(ctx: Context, rolls: tuple[tuple[str, str], ...], **_: Any) -> tuple[tuple[str, str], ...]:
    """Each model of the active side that has the rule and has lost something rolls once."""
    side = ctx.state.turn
    found = [(ROLL, m.id) for m in ctx.state.models.values() if m.side == side and _hurt(m) and ROLL not in m.turn]
    return (*rolls, *(pair for pair in found if ctx.holds(ctx.state.models[pair[1]], IT_WILL_NOT_DIE.id)))


def _hurt(model: Model) -> bool:
    """Whether a model that is still in action has fewer Wounds or Hull Points than it began with."""
    return not model.out and 0 < model.wounds < wounds_of(model.sheet)


def _roll(ctx: Context, key: str) -> None:
    model = ctx.model(key)
    rolled = ctx.roll(ROLL, model.side, 1, needed=NEEDED, model=model.id)
    words.mark(ctx, model, ROLL)
    if rolled.passed[0]:
        ctx.emit(WoundsSet(rule=EFFECT, model=model.id, was=model.wounds, to=model.wounds + 1))


MARKS = (
    on_model(ROLL, "turn", "It has made its roll of this turn."),
)  # fmt: skip

PART = Part(
    marks=MARKS,
    brings=(turn.RollAtEnd(ROLL, _roll),),
    telling=Telling(questions={
        ROLL: Phrase("%(side)s: %(model)s rolls to recover next", "%(side)s: %(model)s, бросок восстановления"),
    }),
)  # fmt: skip
