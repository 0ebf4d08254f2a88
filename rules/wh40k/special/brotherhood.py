"""Brotherhood of Psykers: a unit that is one psyker."""

from __future__ import annotations

from typing import Any

from rules.kernel.context import Context
from rules.kernel.rule import Clause, Rule
from rules.kernel.state import Model, Unit
from rules.wh40k import hooks, words

BROTHERHOOD = Rule(
    "wh40k.usr.brotherhood",
    en="Brotherhood of Psykers",
    ru="Братство псайкеров",
    clauses={
        "mastery": Clause(
            "Mastery Level 1",
            "Уровень мастерства 1",
            "A unit with this rule counts as a psyker of Mastery Level 1.",
            "344-350",
            text_ru="Отряд с этим правилом считается псайкером с уровнем мастерства 1.",
            note="Warp Charge follows the Mastery Level.",
            note_ru="Варп-заряд – по уровню мастерства.",
        ),
        "normal-rules": Clause(
            "Ordinary psyker rules",
            "Обычные правила псайкеров",
            "The unit follows the ordinary psyker rules except for the changes listed.",
            "350",
            text_ru="Отряд следует обычным правилам псайкеров, кроме перечисленных изменений.",
        ),
        "leadership": Clause(
            "Leadership of psychic tests",
            "Лидерство для пси-теста",
            "For psychic tests the unit uses its character's Leadership if it has one and he is alive, "
            "otherwise the unit's own Leadership.",
            "352-354",
            text_ru="Для пси-тестов берут лидерство персонажа отряда, если он есть и жив, а иначе лидерство самого "
            "отряда.",
        ),
        "no-ic-leadership": Clause(
            "No independent character's Leadership",
            "Без лидерства независимого персонажа",
            "It may never use an independent character's Leadership for psychic tests.",
            "354",
            text_ru="Лидерство независимого персонажа для пси-тестов брать нельзя никогда.",
        ),
        "perils": Clause(
            "Perils strike the character",
            "Опасности варпа бьют по персонажу",
            "Perils of the Warp, or any other attack aimed at psykers specifically, is resolved against the "
            "unit's character if it has one and he is alive.",
            "356",
            text_ru="Опасности варпа и любая другая атака именно по псайкерам бьют по персонажу отряда, если он есть "
            "и жив.",
        ),
        "perils.no-character": Clause(
            "Perils without a character",
            "Опасности варпа без персонажа",
            "If there is no living character, a random model of the unit (not a character) is the victim.",
            "356",
            text_ru="Если живого персонажа нет, страдает случайная модель отряда (не персонаж).",
            note="A uniform recorded die over the ordered list of models.",
            note_ru="Равновероятный записанный кубик по упорядоченному списку моделей.",
        ),
    },
)


def _own(ctx: Context, unit: Unit) -> list[Model]:
    """The brothers themselves: independent characters who joined them are none."""
    return [m for m in ctx.state.members(unit.id) if not words.is_(m, "Independent Character")]


@BROTHERHOOD.at(hooks.PSYCHIC_LEADERSHIP, of="unit")
def _leads(ctx: Context, leadership: int | None, *, unit: Unit, model: Model, **_: Any) -> int | None:
    if words.is_(model, "Independent Character"):
        return leadership
    own = _own(ctx, unit)
    leaders = words.characters(own) or own
    return max((words.characteristic(ctx, m, "Ld") for m in leaders), default=leadership)


@BROTHERHOOD.at(hooks.PERILS, of="unit")
def _suffers(
    ctx: Context, models: tuple[Model, ...] | None, *, unit: Unit, model: Model, **_: Any
) -> tuple[Model, ...] | None:
    if words.is_(model, "Independent Character"):
        return models
    own = _own(ctx, unit)
    return tuple(words.characters(own)[:1] or own)
