"""The Scout specialist."""

from rules.kernel.rule import Clause, Rule

SCOUT = Rule(
    "kt.specialist.scout",
    en="Scout",
    ru="Скаут",
    clauses={
        "passive": Clause(
            "Scout re-rolls advances",
            "Скаут реролит адванс",
            "The Scout may roll the d6 of its advance again and takes the new result.",
            "178-178",
            note="Not a second time: kt.dice.reroll-once.",
        ),
        "stratagem": Clause(
            "Scout moves faster",
            "Скаут: +2 к муву",
            "In the Movement phase the Scout adds 2 to its M.",
            "181-181",
            note="Price not printed: 1 CP by default; declared before it moves; for that phase.",
        ),
    },
)
