"""The Sniper specialist."""

from rules.kernel.rule import Clause, Rule

SNIPER = Rule(
    "kt.specialist.sniper",
    en="Sniper",
    ru="Снайпер",
    clauses={
        "passive": Clause(
            "Sniper re-rolls ones",
            "Снайпер реролит 1",
            "The Sniper may roll again a d6 that shows 1 to hit with a ranged weapon.",
            "187-187",
            note="The 1 is natural.",
        ),
        "stratagem": Clause(
            "Sniper hit bonus",
            "Снайпер: +1 на попадание",
            "When the Sniper is chosen to shoot it adds 1 to its hit rolls this phase.",
            "190-190",
            note="Price not printed: 1 CP by default.",
        ),
    },
)
