"""The Combat specialist."""

from typing import Any

from rules.kernel.context import Context
from rules.kernel.effects import Noted
from rules.kernel.rule import Clause, Rule
from rules.kernel.state import Model
from rules.kt.fight import ATTACKS

COMBAT = Rule(
    "kt.specialist.combat",
    en="Combat",
    ru="Комбат",
    clauses={
        "passive": Clause(
            "Combat: one more attack",
            "Комбат: +1 атака",
            "The Combat specialist makes 1 attack more than its A whenever it fights.",
            "128-128",
        ),
        "stratagem": Clause(
            "Combat fights out of turn",
            "Комбат дерётся вне очереди",
            "In the Fight phase, after one of the own models has fought, the Combat specialist fights at once if it "
            "has not fought yet.",
            "131-131",
            note="Price not printed: 1 CP by default.",
            status="open",
        ),
    },
)


@COMBAT.at(ATTACKS, of="attacker")
def one_more(ctx: Context, attacks: int, *, attacker: Model, **_: Any) -> int:
    """Adds 1 to A."""
    ctx.effects.append(Noted(rule=COMBAT["passive"], model=attacker.id, value=1, text="attacks"))
    return attacks + 1
