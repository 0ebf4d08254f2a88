"""The Medic specialist."""

from rules.kernel.rule import Clause, Rule

MEDIC = Rule(
    "kt.specialist.medic",
    en="Medic",
    ru="Медик",
    clauses={
        "passive": Clause(
            "Medic never counts shaken",
            "Медик не считается дрожащим",
            "In the Morale phase other models' nerve tests treat the Medic as not shaken: it adds no +1 and, within "
            '2", still gives -1.',
            "168-168",
            note="Both consequences follow from treating it as not shaken.",
        ),
        "stratagem": Clause(
            "Medic's injection",
            "Укол медика",
            'At the start of the Movement phase a friendly model within 2" of the Medic gains +1 to advance rolls, +1 '
            "to charge rolls and +1 Attack until the next round.",
            "171-171",
            note="Price not printed: 1 CP by default.",
        ),
    },
)
