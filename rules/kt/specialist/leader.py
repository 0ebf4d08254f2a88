"""The Leader specialist."""

from rules.kernel.rule import Clause, Rule

LEADER = Rule(
    "kt.specialist.leader",
    en="Leader",
    ru="Лидер",
    clauses={
        "passive": Clause(
            "Leader brings a CP",
            "Лидер даёт КП",
            "At the start of each round the owner gains 1 extra CP if the Leader is alive on the table and not shaken.",
            "118-118,214-214",
            note="A Leader shaken in the last Morale phase is still shaken then, so no bonus.",
        ),
        "stratagem": Clause(
            "Friend fights after Leader",
            "Драка рядом с лидером",
            'For 1 CP, right after the Leader fought in the Fight phase, a friendly model within 3" of it fights at '
            "once.",
            "121-121",
            note="A model still fights once a phase, so the friend must not have fought; it may jump ahead of its "
            "section.",
        ),
    },
)
