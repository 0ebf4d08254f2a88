"""Hatred: failed rolls To Hit are rolled again in the first round of a combat."""

from __future__ import annotations

from typing import Any

from rules.kernel.context import Context
from rules.kernel.marks import on_unit
from rules.kernel.part import Part
from rules.kernel.rule import Clause, Rule
from rules.kernel.state import Unit
from rules.wh40k import hooks, words

HATRED = Rule(
    "wh40k.usr.hatred",
    en="Hatred",
    ru="Ненависть",
    clauses={
        "reroll": Clause(
            "Re-roll failed To Hit",
            "Переброс промахов",
            "A model striking a hated foe in close combat re-rolls all failed To Hit rolls in the first round "
            "of each combat.",
            "564-570",
            text_ru="В первом раунде каждого боя модель, бьющая ненавистного врага, перебрасывает все промахи в "
            "ближнем бою.",
            note="All failed dice means rolls To Hit.",
            note_ru="Проваленные кубики – это броски на попадание.",
        ),
        "later-rounds": Clause(
            "First round only",
            "Только в первый раунд боя",
            "In the second and later rounds of that combat no dice are re-rolled for Hatred.",
            "570",
            text_ru="Во втором и следующих раундах этого боя за ненависть кубиков не перебрасывают.",
            note="A fresh combat counts from round 1 again.",
            note_ru="Новый бой снова считается с раунда 1.",
        ),
        "target": Clause(
            "Whom it hates",
            "Кого ненавидит",
            "The hated enemy is named in brackets after the rule and may be a whole army or one unit of it.",
            "568",
            text_ru="Кого ненавидят, указано в скобках после правила; это может быть целая армия или один её отряд.",
            note="With no bracket it hates everything.",
            note_ru="Если скобок нет, ненавидит всех.",
        ),
        "example": Clause(
            "Example: Orks, Big Meks",
            "Пример: орки, Ба'шие меки",
            "Worked example: Hatred (Orks) covers any model from the Ork codex, while Hatred (Big Meks) covers "
            "only Big Meks.",
            "570",
            text_ru="Пример: «Ненависть (орки)» – это любая модель из кодекса орков, а «Ненависть (ба'шие меки)» – "
            "только ба'шие меки.",
        ),
    },
)


@HATRED.at(hooks.PHASE_BEGAN)
def _later_rounds(ctx: Context, phase: str, **_: Any) -> None:
    """A unit locked in combat when the Assault phase begins has already fought the first round of that combat."""
    for unit in words.on_table(ctx.state) if phase == "assault" else ():
        if ctx.holds(unit, HATRED.id) and words.locked(ctx.state, unit):
            words.mark(ctx, unit, HATRED["later-rounds"], until="phase")


@HATRED.at(hooks.HIT_REROLL, of="model")
def _hates(
    ctx: Context, again: int, *, has: int | str, unit: Unit, target: Unit, assault: bool = False, **_: Any
) -> int:
    if not assault or HATRED["later-rounds"] in unit.phase:
        return again
    return hooks.MUST if covers(ctx, has, target) else again


def covers(ctx: Context, hated: int | str, target: Unit) -> bool:
    """Whether a unit is hated: any unit if none is named, otherwise by its army, its name, or its models' names."""
    if not isinstance(hated, str):
        return bool(hated)
    names = [ctx.state.sides[target.side].faction, target.sheet.name, *target.sheet.keywords]
    for model in ctx.state.members(target.id):
        names += [model.sheet.name, model.sheet.type, *model.sheet.keywords]
    return _plain(hated) in {_plain(name) for name in names}


def _plain(name: str) -> str:
    """A name as it is compared: Big Meks are each a Big Mek."""
    return name.casefold().strip().removesuffix("s")


PART = Part(marks=(
    on_unit(HATRED["later-rounds"], "phase", "It has fought the first round of its combat: Hatred re-rolls nothing."),
))  # fmt: skip
