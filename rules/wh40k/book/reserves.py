"""Catalogue of presumed rules of Reserves and Outflank."""

from rules.kernel.rule import Clause, Rule

RESERVES = Rule(
    "wh40k.assumed.reserves",
    en="Reserves",
    ru="Резервы",
    clauses={
        "limit": Clause(
            "Half in Reserve",
            "Не больше половины в резерве",
            "At most half of the units of an army (rounded up) may be placed in Reserve.",
            "-",
            status="assumed",
        ),
        "in-use": Clause(
            "Reserves are in use",
            "Резервы используются",
            "Units may be kept in reserve unless the mission has no reserves.",
            "-",
            status="assumed",
            note="An option of the game.",
        ),
        "rolls": Clause(
            "Reserve rolls",
            "Броски резервов",
            "From turn 2 roll a D6 per unit in Reserve: 3+ arrives on turns 2 and 3; from turn 4 every unit "
            "arrives automatically.",
            "-",
            status="assumed",
        ),
        "ongoing": Clause(
            "Ongoing Reserves",
            "Действующие резервы",
            "A unit in Ongoing Reserves arrives automatically in its owner's next turn.",
            "-",
            status="assumed",
        ),
        "arrival": Clause(
            "Arrival from Reserve",
            "Прибытие из резерва",
            "A unit that becomes available arrives in that Movement phase, before anybody moves: it moves on from "
            "its own table edge, as if it had stood just outside, and moves no further.",
            "-",
            status="assumed",
        ),
        "no-room": Clause(
            "No room to arrive",
            "Нет места для прибытия",
            "A unit that finds no room on its table edge goes into Ongoing Reserves.",
            "-",
            status="assumed",
            note="Whether there is room is a fact of the table that its player declares.",
        ),
        "end": Clause(
            "In Reserve to the end",
            "В резерве до конца",
            "A unit still in Reserve when the game ends counts as destroyed.",
            "-",
            status="assumed",
        ),
        "no-charge": Clause(
            "No charge from Reserve",
            "Из резерва не нападают",
            "A unit that arrives from reserve may not charge that turn.",
            "-",
            status="assumed",
        ),
    },
)

OUTFLANK = Rule(
    "wh40k.assumed.outflank",
    en="Outflank",
    ru="Фланговый обход",
    clauses={
        "": Clause(
            "Outflanking edge",
            "Фланговый обход",
            "An outflanking unit arriving from reserve rolls a D6: 1-2 left edge, 3-4 right edge, 5-6 owner's choice.",
            "-",
            status="assumed",
            note="Left and right as seen from the controlling player's own edge.",
        ),
    },
)
