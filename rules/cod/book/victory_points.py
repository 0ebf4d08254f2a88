"""Catalogue of the victory points of a city fight."""

from rules.kernel.rule import Clause, Rule

GAINS = ("nothing", "half its points cost", "its full points cost")
"""What the enemy gains, by how much of the unit is lost."""


def _state(en: str, ru: str, who: str, lines: str, lost: int, scoring: bool = False, note: str = "") -> Clause:
    """A row of the table: whether such a unit is scoring at the end, and what the enemy gains for it."""
    counts = "scoring" if scoring else "not scoring"
    return Clause(en, ru, f"{who} is {counts}, and the enemy gains {GAINS[lost]}.", lines, note=note)


VICTORY_POINTS = Rule(
    "cod.vp",
    en="City victory points",
    ru="Победные очки городского боя",
    clauses={
        "table.columns": Clause(
            "What the table gives",
            "Что даёт таблица",
            "The table gives, for each unit type and state at the end, whether it is scoring and what the "
            "opponent gains.",
            "967-969",
        ),
        "non-vehicle.quarter-plus": _state(
            "Unit: 25% or more",
            "Отряд: 25% и более",
            "A non-vehicle unit with 25% or more of its starting strength",
            "970",
            0,
            scoring=True,
            note="Exactly 25% is enough.",
        ),
        "non-vehicle.below-quarter": _state(
            "Unit: below 25%", "Отряд: менее 25%", "A non-vehicle unit below 25% of its starting strength", "971", 1
        ),
        "non-vehicle.destroyed": _state(
            "Unit: destroyed or fled",
            "Отряд: уничтожен или сбежал",
            "A non-vehicle unit that is destroyed, fleeing or fled",
            "972",
            2,
            note="Falling back at the end, or off the table.",
        ),
        "vehicle.mobile": _state(
            "Vehicle: mobile",
            "Машина: на ходу",
            "A vehicle that is mobile",
            "973",
            0,
            scoring=True,
            note="Damaged weapons do not matter.",
        ),
        "vehicle.immobilised": _state(
            "Vehicle: immobilised", "Машина: потеряла подвижность", "A vehicle that is immobilised", "974", 1
        ),
        "vehicle.destroyed": _state(
            "Vehicle: destroyed",
            "Машина: выведена из строя",
            "A vehicle that is wrecked, blown up or destroyed",
            "975",
            2,
            note="Three words for one state.",
        ),
        "transport.mobile": _state(
            "Transport: mobile",
            "Транспорт: на ходу",
            "A unit's own transport that is mobile",
            "976",
            0,
            note="Never scoring.",
        ),
        "transport.immobilised": _state(
            "Transport: immobilised",
            "Транспорт: потерял подвижность",
            "A unit's own transport that is immobilised",
            "977",
            1,
        ),
        "transport.destroyed": _state(
            "Transport: destroyed",
            "Транспорт: выведен из строя",
            "A unit's own transport that is wrecked, blown up or destroyed",
            "978",
            2,
        ),
        "squadron.half-mobile": _state(
            "Squadron: half mobile",
            "Эскадрон: 50% и более на ходу",
            "A vehicle squadron with 50% or more of its vehicles mobile",
            "979",
            0,
            scoring=True,
            note="The table goes before the note on squadrons.",
        ),
        "squadron.below-half": _state(
            "Squadron: below half mobile",
            "Эскадрон: менее 50% на ходу",
            "A vehicle squadron with less than 50% of its vehicles mobile",
            "980",
            1,
            note="The table goes before the note on squadrons.",
        ),
        "squadron.destroyed": _state(
            "Squadron: destroyed",
            "Эскадрон: выведен из строя",
            "A vehicle squadron that is all wrecked, blown up or destroyed",
            "981",
            2,
        ),
        "independent-character.unhurt": _state(
            "Character: unwounded",
            "Персонаж: не ранен",
            "An independent character without a wound",
            "982",
            0,
            note="Never scoring.",
        ),
        "independent-character.wounded": _state(
            "Character: wounded", "Персонаж: ранен", "An independent character with a wound", "983", 1
        ),
        "independent-character.dead": _state(
            "Character: dead or fled",
            "Персонаж: мертв или сбежал",
            "An independent character that is dead, falling back or fled",
            "984",
            2,
        ),
        "artillery.half-plus": _state(
            "Artillery: half or more",
            "Артиллерия: 50% и более",
            "An artillery unit with 50% or more of its starting strength",
            "985",
            0,
            scoring=True,
            note="The 25% of other units do not change this row.",
        ),
        "artillery.below-half": _state(
            "Artillery: below half",
            "Артиллерия: менее 50%",
            "An artillery unit with less than 50%, or with all its guns destroyed,",
            "986",
            1,
            note="All guns lost gives half even with the crew alive.",
        ),
        "artillery.destroyed": _state(
            "Artillery: destroyed or fled",
            "Артиллерия: уничтожена или сбежала",
            "An artillery unit that is destroyed, fleeing or fled",
            "987",
            2,
        ),
        "note.multi-wound": Clause(
            "Strength counted in wounds",
            "Численность по сумме ран",
            "If a non-vehicle unit contains multi-wound models, its strength is the sum of all its models' wounds.",
            "989",
        ),
        "note.independent-characters": Clause(
            "Characters of any type",
            "Персонажи любого типа",
            "All independent characters use the independent-character rows, whatever their type.",
            "991",
        ),
        "attrition.destroyed-enemy": Clause(
            "Points for enemies",
            "Очки за врагов",
            "In Maximum Attrition each player scores the points cost of the enemy units he destroyed, with "
            "half-scores as the table gives.",
            "993-995",
        ),
        "attrition.own-scoring": Clause(
            "Points for own units",
            "Очки за свои отряды",
            "Each player also scores the cost of his own scoring units that remain on the table at the end.",
            "995",
            note="Units that the table calls scoring only.",
        ),
        "attrition.use-table": Clause(
            "The city table decides",
            "Решает таблица городского боя",
            "The Cities of Death victory-points table decides what scores what; damage short of destruction can "
            "also score.",
            "995",
        ),
        "squadron-note": Clause(
            "Note on squadrons",
            "Примечание об эскадроне",
            "A note says a vehicle squadron must be down to 25% or less of its starting strength before half its "
            "cost is scored.",
            "997",
            note="Contradicts the table: the table is followed.",
        ),
        "combined-units": Clause(
            "Elements scored apart",
            "Комбинированные отряды",
            "A unit of separately rated elements is scored element by element: a character, his bodyguard and "
            "their Rhino count as three.",
            "1001-1003",
            note="The roster gives a cost for each element.",
        ),
        "degrees": Clause(
            "Degrees of victory",
            "Степени победы",
            "After an Omega game the players may compare victory points to grade the result on the victory-level "
            "chart of the core rulebook (page 86).",
            "1005-1007",
            status="recorded",
            note="The chart of grades is not in the document.",
        ),
    },
)
