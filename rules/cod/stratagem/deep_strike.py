"""The Deep Strike stratagem, a manoeuvre."""

from __future__ import annotations

from typing import Any

from rules.cod.chosen import Stratagem, has
from rules.kernel.context import Context
from rules.kernel.rule import Clause, Rule
from rules.kernel.state import Unit
from rules.wh40k import hooks
from rules.wh40k.deployment import reserve

DEEP_STRIKE = Rule(
    "cod.stratagem.deep-strike",
    en="Deep Strike",
    ru="Глубокий удар",
    clauses={
        "permission": Clause(
            "Units may deep strike",
            "Разрешён Глубокий Удар",
            "The stratagem lets all the player's units that have Deep Strike deploy by it.",
            "728-734",
            text_ru="Стратегия разрешает всем отрядам игрока, у которых есть глубокий удар, прибывать им.",
        ),
        "not-needed": Clause(
            "Some need no stratagem",
            "Кому стратегия не нужна",
            "Units that may deep strike whether or not the scenario allows it do not need this stratagem.",
            "734",
            text_ru="Отрядам, которым глубокий удар разрешён при любом сценарии, эта стратегия не нужна.",
        ),
        "reserve": Clause(
            "Starts in reserve",
            "Начинают в резерве",
            "Units using it start in reserve, whatever the scenario says, and their arrival is rolled with the "
            "Reserves rules.",
            "738",
            text_ru="Отряды, которые ей пользуются, начинают в резерве, что бы ни говорил сценарий, и их прибытие "
            "бросают по правилам резервов.",
        ),
        "core": Clause(
            "Deep Strike as usual",
            "Глубокий Удар как обычно",
            "Apart from that Deep Strike is as in the core rulebook.",
            "740",
            text_ru="В остальном глубокий удар такой же, как в основной книге.",
        ),
    },
)

RULE = "wh40k.usr.deep-strike"

STRATAGEM = Stratagem("deep-strike", "manoeuvres", DEEP_STRIKE, DEEP_STRIKE["permission"], helps=RULE)


@DEEP_STRIKE.at(hooks.MAY_RESERVE)
def _in_reserve_anyway(ctx: Context, clause: str, *, unit: Unit, manner: str, **_: Any) -> str:
    """Units wait for their Deep Strike whether or not the game uses reserves.

    That nobody else uses Deep Strike in a city fight is `cod.org.deploy.no-deepstrike-infiltrate`.
    """
    allowed = manner == "deep-strike" and has(ctx.state, unit.side, STRATAGEM.name)
    if not allowed or clause != reserve.IN_USE:
        return clause
    return "" if all(ctx.holds(m, RULE) for m in ctx.state.members(unit.id)) else f"{RULE}.all-models"
