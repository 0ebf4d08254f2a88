"""Assault Vehicle: passengers may charge in the turn in which they disembark."""

from __future__ import annotations

from typing import Any

from rules.kernel.context import Context
from rules.kernel.part import Part
from rules.kernel.rule import Clause, Rule
from rules.kernel.state import Unit
from rules.wh40k import hooks, words
from rules.wh40k.vehicles import transport

ASSAULT_VEHICLE = Rule(
    "wh40k.usr.assault-vehicle",
    en="Assault Vehicle",
    ru="Десантно-штурмовая техника",
    clauses={
        "charge": Clause(
            "Charge after disembarking",
            "Нападение после высадки",
            "Passengers that disembark from the access points of a vehicle with this rule may charge in that "
            "same turn.",
            "224-228",
            text_ru="Пассажиры, высадившиеся через места входа машины с этим правилом, могут нападать в тот же ход.",
        ),
        "destroyed": Clause(
            "Charge from a destroyed vehicle",
            "Нападение из уничтоженной машины",
            "The passengers may charge even if the Assault Vehicle was destroyed during that turn.",
            "228",
            text_ru="Пассажиры могут нападать, даже если штурмовую машину в этот ход уничтожили.",
        ),
        "deep-strike": Clause(
            "No charge after Deep Strike",
            "После глубокого удара не нападают",
            "Exception: passengers disembarking from an Assault Vehicle that arrived by Deep Strike this turn "
            "may not charge.",
            "486",
            text_ru="Исключение: пассажиры штурмовой машины, прибывшей в этот ход глубоким ударом, нападать не могут.",
            note="Only Deep Strike is printed here; the general bar after Reserve is a rule of its own.",
            note_ru="Здесь напечатан только глубокий удар; общий запрет после резерва – отдельное правило.",
        ),
    },
)


@ASSAULT_VEHICLE.at(hooks.MAY_CHARGE)
def _out_and_at_them(ctx: Context, clause: str, *, unit: Unit, **_: Any) -> str:
    """The vehicle has the rule, whether it still exists or not; its passengers are asked."""
    carrier = ctx.state.models.get(str(unit.turn.get(words.DISEMBARKED, "")))
    if carrier is None or not ctx.holds(carrier, ASSAULT_VEHICLE.id):
        return clause
    if words.unit_of(ctx.state, carrier).turn.get(words.ARRIVED) == "deep-strike":
        return ASSAULT_VEHICLE["deep-strike"] if clause in ("", words.ARRIVED, transport.DISEMBARK) else clause
    return "" if clause == transport.DISEMBARK else clause


PART = Part(
    brings=(words.Because(ASSAULT_VEHICLE["deep-strike"], "the vehicle it left arrived by Deep Strike this turn"),)
)
