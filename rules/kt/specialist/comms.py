"""The Comms specialist."""

from rules.kernel.rule import Clause, Rule

COMMS = Rule(
    "kt.specialist.comms",
    en="Comms",
    ru="Комз",
    clauses={
        "passive": Clause(
            "Comms: hit bonus",
            "Комз: +1 на попадание",
            'Once a Shooting phase the Comms specialist may choose a friendly model within 6", which adds 1 to its '
            "ranged hit rolls.",
            "138-138",
            note="Until the end of that phase; chosen before it rolls; another model, not itself.",
        ),
        "stratagem": Clause(
            "Comms steadies nerves",
            "Комз: -1 к проверкам на нервы",
            'In the Morale phase friendly models within 2" of the Comms specialist take 1 off their nerve tests.',
            "141-141",
            note="A bonus. Price not printed: 1 CP by default; declared before the tests; the specialist itself is "
            "not included.",
        ),
    },
)
