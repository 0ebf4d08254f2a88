"""Bodyguard: Stubborn characters, and units that use it."""

from __future__ import annotations

from typing import Any

from rules.kernel.context import Context
from rules.kernel.rule import Clause, Rule
from rules.kernel.state import Model, Unit
from rules.t9a import hooks, words

BODYGUARD = Rule(
    "t9a.bodyguard",
    en="Bodyguard",
    ru="Телохранители",
    clauses={
        "grants-stubborn": Clause(
            "Stubborn for the character",
            "Упорство персонажа",
            "A Character who joins a unit with at least one Bodyguard model gains Stubborn.",
            "29",
            text_ru="Персонаж, присоединившийся к подразделению, где есть модель с этим правилом, получает упорство.",
            note="While he is in that unit.",
            note_ru="Пока он в этом подразделении.",
        ),
        "one-model-enough": Clause(
            "One model is enough",
            "Хватит одной модели",
            "A single Bodyguard model in the unit is enough.",
            "29",
            text_ru="Достаточно одной модели с этим правилом.",
        ),
        "type-restriction": Clause(
            "For whom",
            "Для кого",
            "If a Character type is written in the brackets, only Characters of that type gain Stubborn.",
            "29",
            text_ru="Если в скобках назван тип персонажа, упорство получают только такие персонажи.",
        ),
        "unit-may-use": Clause(
            "The whole unit",
            "Всё подразделение",
            "If one model of a unit has Stubborn, the whole unit may use it.",
            "29",
            text_ru="Если упорство есть у одной модели подразделения, им может пользоваться всё подразделение.",
        ),
    },
)


STUBBORN = "t9a.core.stubborn"


def is_stubborn(ctx: Context, model: Model) -> bool:
    """Whether a model is Stubborn: by itself, or as a character among bodyguards of characters like it."""
    return bool(ctx.holds(model, STUBBORN)) or (words.is_(model, "Character") and _guarded(ctx, model))


def _guarded(ctx: Context, model: Model) -> bool:
    mates = [m for m in ctx.state.members(model.unit) if m.id != model.id]
    return any(_guards(ctx.holds(mate, BODYGUARD.id), model) for mate in mates)


def _guards(whom: Any, model: Model) -> bool:
    """Whether a bodyguard's brackets allow for a character: a number, or a kind or name that is the character's."""
    if not whom or not isinstance(whom, str):
        return bool(whom)
    return whom in model.sheet.keywords or whom in (model.sheet.type, model.sheet.name)


@BODYGUARD.at(hooks.BREAK)
def _stands(ctx: Context, clause: str, *, unit: Unit, **_: Any) -> str:
    """One Stubborn model is enough for the unit."""
    models = ctx.state.members(unit.id)
    stubborn = [m for m in models if is_stubborn(ctx, m)]
    if clause or not stubborn:
        return clause
    if len(stubborn) == len(models):
        return STUBBORN
    own = any(ctx.holds(m, STUBBORN) for m in stubborn)
    return BODYGUARD["unit-may-use"] if own else BODYGUARD["grants-stubborn"]
