"""Catalogue of presumed rules of characters and buildings."""

from rules.kernel.rule import Clause, Rule

UNIT_OF_MODELS = Rule(
    "wh40k.assumed.unit-of-models",
    en="Characters in units",
    ru="Персонажи в отрядах",
    clauses={
        "characters": Clause(
            "Characters in units",
            "Персонажи в отрядах",
            "A unit may contain characters; an independent character may join by being within 2 inches of a "
            "unit at the end of the Movement phase and then counts as part of it.",
            "-",
            status="assumed",
            note="Joining ends the movement of both for the phase. He may leave before either has moved.",
        ),
    },
)

BUILDING = Rule(
    "wh40k.assumed.building",
    en="Buildings",
    ru="Строения",
    clauses={
        "occupation": Clause(
            "Occupying a building",
            "Занятие строения",
            "Units may occupy intact buildings with enough access points; a destroyed building becomes a ruin "
            "or wreck.",
            "-",
            status="assumed",
            note="Access points are on all sides; how many models a building holds is agreed, 20 where nobody says.",
        ),
        "collapse": Clause(
            "Building destroyed",
            "Строение разрушено",
            "Units in a building that is destroyed are set up within 6 inches of it at once; those who find no "
            "room are lost.",
            "-",
            status="assumed",
        ),
    },
)
