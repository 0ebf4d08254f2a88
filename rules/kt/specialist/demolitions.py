"""The Demolitions specialist."""

from rules.kernel.rule import Clause, Rule

DEMOLITIONS = Rule(
    "kt.specialist.demolitions",
    en="Demolitions",
    ru="Демолишн",
    clauses={
        "passive": Clause(
            "Demolitions against obscured",
            "Демолишн по скрытым: +1",
            "When the Demolitions specialist shoots an obscured model it adds 1 to its wound rolls.",
            "148-148",
            note="Ranged attacks only; a natural 1 still fails.",
        ),
        "stratagem": Clause(
            "Demolitions wound bonus",
            "Демолишн: +1 на пробитие",
            "The Demolitions specialist adds 1 to its wound rolls in the Shooting phase.",
            "151-151",
            note="Price and duration not printed: 1 CP, this phase; adds to the passive for +2.",
        ),
    },
)
