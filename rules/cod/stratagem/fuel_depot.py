"""The Fuel Depot, a key building."""

from __future__ import annotations

from typing import Any

from rules.cod.casualties import spreads
from rules.cod.chosen import Use, as_key_building
from rules.kernel.context import Context
from rules.kernel.lengths import INCH
from rules.kernel.rule import Clause, Rule
from rules.kernel.sheet import Weapon
from rules.kernel.state import Model
from rules.wh40k import hooks, words

FUEL_DEPOT = Rule(
    "cod.stratagem.fuel-depot",
    en="Fuel Depot",
    ru="Склад горючего",
    clauses={
        "strength": Clause(
            "+1 Strength of template weapons",
            "+1 к Силе шаблонов и маркеров",
            'A unit within 6" of the ruin has +1 Strength on any of its weapons that use a template or marker.',
            "509-513",
            text_ru='У отряда в пределах 6" от руин +1 к силе всего оружия с шаблоном или маркером.',
            note="Flame templates and blast markers both count; Strength still stops at 10.",
            note_ru="Считаются и огненные шаблоны, и маркеры взрыва; больше 10 сила всё равно не бывает.",
        ),
    },
)

STRONGER = FUEL_DEPOT["strength"]
"""On a unit, for the turn: its templates and markers are stronger."""

STRATAGEM = as_key_building(FUEL_DEPOT, STRONGER, {"strength": Use(STRONGER, ((STRONGER, 1),), reach=6 * INCH)})


@FUEL_DEPOT.at(hooks.STRENGTH)
def _burns_hotter(ctx: Context, strength: int, *, model: Model, weapon: Weapon, **_: Any) -> int:
    """Weapons of the unit that is served which use a template or marker get +1 Strength."""
    served = STRONGER in words.unit_of(ctx.state, model).turn
    return strength + int(served and spreads(ctx, weapon))
