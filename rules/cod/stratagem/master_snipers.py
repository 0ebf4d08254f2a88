"""Master Snipers, a dirty trick."""

from __future__ import annotations

from typing import Any

from rules.cod.chosen import Stratagem, has
from rules.kernel.context import Context
from rules.kernel.rule import Clause, Rule
from rules.kernel.sheet import Weapon
from rules.kernel.state import Model
from rules.wh40k import hooks

MASTER_SNIPERS = Rule(
    "cod.stratagem.master-snipers",
    en="Master Snipers",
    ru="Снайперские позиции",
    clauses={
        "who": Clause(
            "Units with sniper weapons",
            "Отряды со снайперским оружием",
            "It applies to every unit armed with at least one weapon having the Sniper special rule.",
            "593-599",
            text_ru="Действует на каждый отряд, у которого есть хотя бы одно оружие с правилом снайперского.",
            note="One stratagem under two names in the document.",
            note_ru="Одна стратегия, у которой в документе два названия.",
        ),
        "no-cover": Clause(
            "No cover against snipers",
            "Без укрытия от снайперов",
            "No cover saves may be taken against hits from such sniper weapons.",
            "601",
            text_ru="От попаданий из такого снайперского оружия спасбросков за укрытие не делают.",
            note="Other weapons of the unit are not affected.",
            note_ru="На другое оружие отряда не действует.",
        ),
    },
)

SNIPER = Rule(
    "cod.assumed.sniper",
    en="Sniper",
    ru="Снайперское оружие",
    clauses={
        "": Clause(
            "Sniper weapon",
            "Снайперское оружие",
            "A weapon is known as a sniper weapon by this special rule on its sheet.",
            text_ru="Снайперское оружие узнают по этому специальному правилу на его листе.",
            status="assumed",
            note="The source of the core rules breaks off before the special rule Sniper, so that only this document "
            "asks whether a weapon has it.",
            note_ru="Источник основных правил обрывается раньше снайперского правила, так что о нём у оружия "
            "спрашивает только этот документ.",
        ),
    },
)
NAMES = ("sniper", "снайперское оружие", "снайперская")
"""How a weapon of a roster prints the rule."""


def is_sniper(weapon: Weapon) -> bool:
    """Whether a weapon has the special rule Sniper: by its sheet, or by the words printed with it."""
    printed = f"{weapon.name} {weapon.text}".lower()
    return bool(weapon.has.get(SNIPER[""])) or any(name in printed for name in NAMES)


def armed(model: Model) -> bool:
    """Whether a model has a sniper weapon."""
    return any(is_sniper(weapon) for weapon in model.sheet.weapons)


STRATAGEM = Stratagem("master-snipers", "dirty-tricks", MASTER_SNIPERS, MASTER_SNIPERS["who"], serves=armed)


@MASTER_SNIPERS.at(hooks.MAY_COVER)
def _no_cover(ctx: Context, clause: str, *, weapon: Weapon | None, model: Model, **_: Any) -> str:
    """No cover saves against the sniper weapons of a side with this stratagem."""
    if clause or weapon is None or not is_sniper(weapon):
        return clause
    return MASTER_SNIPERS["no-cover"] if has(ctx.state, ctx.state.enemy(model.side), STRATAGEM.name) else ""
