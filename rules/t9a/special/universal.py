"""Universal rules: a model has what any part of it has."""

from __future__ import annotations

from collections.abc import Iterator

from rules.kernel.context import Context
from rules.kernel.rule import Clause, Rule
from rules.kernel.sheet import Sheet
from rules.kernel.state import Model

UNIVERSAL = Rule(
    "t9a.universal",
    en="Universal rules",
    ru="Универсальные правила",
    clauses={
        "part-gives-whole": Clause(
            "A part gives the whole",
            "Часть даёт целому",
            "If at least one part of a model has a universal rule, the whole model counts as having it.",
            "5",
            text_ru="Если универсальное правило есть хотя бы у одной части модели, оно есть у всей модели.",
        ),
        "mounted-character": Clause(
            "Mounted characters",
            "Персонаж на скакуне",
            "A Character who has a universal rule and rides a mount without it forms one combined model that has "
            "the rule (worked example).",
            "5",
            text_ru="Персонаж с универсальным правилом на скакуне без него – одна модель, у которой это правило есть.",
        ),
    },
)


PARTS = ("rider", "mount", "crew", "chassis")
"""Where a rule of a model of several parts is printed: the `kind` of the ability on its sheet."""


ADD_UP = ("t9a.channel",)
"""Rules of which several instances on a model add up."""


def of_parts(sheet: Sheet) -> Iterator[tuple[str, str, int | str]]:
    """The universal rules that a model has by one of its parts: the clause, the rule and its value.

    Of values for the same rule the greatest counts, or all of them if they add up. Rules of a weapon stay with the part
    that has the weapon.
    """
    found: dict[str, tuple[str, int | str]] = {}
    for ability in sheet.abilities:
        if ability.kind in PARTS and ability.rule and ability.rule not in sheet.has:
            value = int(ability.text) if ability.text.isdigit() else ability.text or 1
            clause = "mounted-character" if _rides(sheet, ability.kind) else "part-gives-whole"
            known = found.get(ability.rule)
            if known is not None and ability.rule in ADD_UP:
                found[ability.rule] = known[0], f"{known[1]},{value}"
            elif known is None or (isinstance(value, int) and isinstance(known[1], int) and value > known[1]):
                found[ability.rule] = UNIVERSAL[clause], value
    return ((clause, rule, value) for rule, (clause, value) in found.items())


def besides(sheet: Sheet, rule: str) -> list[str]:
    """The values with which parts of a model have a rule that the model has on its own sheet too."""
    found = [each.text or "1" for each in sheet.abilities if each.kind in PARTS and each.rule == rule]
    return found if rule in sheet.has else []


def instances(ctx: Context, model: Model, rule: str) -> list[int]:
    """The numbers with which a model has a rule: on its sheet, by its parts, from its unit, and those it was given."""
    unit, sheet = ctx.state.units[model.unit], model.sheet
    given = (marks.get(rule) for of in (model, unit) for marks in (of.phase, of.turn, of.round, of.game))
    held = (sheet.has.get(rule), *besides(sheet, rule), unit.sheet.has.get(rule), *given)
    numbers = (each.strip() for value in held for each in str(value or "").split(","))
    return [int(each) for each in numbers if each.isdigit()]


def _rides(sheet: Sheet, part: str) -> bool:
    """Whether a part is a Character on a mount."""
    return part == "rider" and "Character" in sheet.keywords
