"""The Heavy specialist."""

from rules.kernel.rule import Clause, Rule

HEAVY = Rule(
    "kt.specialist.heavy",
    en="Heavy",
    ru="Хеви",
    clauses={
        "passive": Clause(
            "Heavy ignores movement penalties",
            "Хеви без штрафа за мув",
            "The hit penalty of the Heavy specialist is 0 for firing Heavy weapons after moving or Assault weapons "
            "after advancing.",
            "158-158",
            note="It removes only the penalty: a Heavy weapon still cannot fire after an advance.",
        ),
        "stratagem": Clause(
            "One more shot per weapon",
            "Хеви: +1 выстрел",
            "Every weapon of the Heavy specialist that makes more than 1 shot to begin with makes 1 more.",
            "161-161",
            note="Price and timing not printed: 1 CP, when it is chosen to shoot. To begin with is the profile "
            "number (the result if rolled); added after Rapid Fire doubling.",
        ),
    },
)
