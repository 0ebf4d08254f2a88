"""The Zealot specialist."""

from rules.kernel.rule import Clause, Rule

ZEALOT = Rule(
    "kt.specialist.zealot",
    en="Zealot",
    ru="Зилот",
    clauses={
        "passive": Clause(
            "Zealot on the charge",
            "Зилот в чардже: +1 атака и сила",
            "In a round in which the Zealot charged it has +1 Attack and +1 Strength.",
            "207-207",
            note="The verb is garbled: read as a successful charge.",
        ),
        "stratagem": Clause(
            "Zealot's extra attacks",
            "Зилот: допатаки на 6+",
            "When the Zealot fights, each hit roll of 6+ gives 1 extra attack with the same weapon on the same "
            "target, and extra attacks give no more.",
            "210-210",
            note="Price not printed: 1 CP by default; 6+ is the modified result, unlike overwatch.",
        ),
    },
)
