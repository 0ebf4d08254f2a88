"""Catalogue of army lists: what the source presumes of them, in our own words."""

from rules.kernel.rule import Clause, Rule

ROSTER = Rule(
    "wh40k.assumed.roster",
    en="Army list",
    ru="Список армии",
    clauses={
        "points": Clause(
            "Points limit",
            "Лимит очков",
            "An army costs at most the points the players agreed on; without an agreement there is no limit.",
            "-",
            status="assumed",
            note="The source prints no limit. An option of the game; 0 is no limit.",
        ),
        "units": Clause(
            "Units of an army",
            "Боевые единицы армии",
            "An army has at least one unit, a unit at least one model, and every model is in exactly one unit.",
            "-",
            status="assumed",
        ),
        "squadron": Clause(
            "Squadrons",
            "Эскадроны",
            "A unit consists of vehicles or of other models, never of both.",
            "-",
            status="assumed",
        ),
        "whole": Clause(
            "Units are fielded whole",
            "Единицы выставляются целиком",
            "Where only a part of a list is fielded its units are taken whole or left out whole.",
            "-",
            status="assumed",
        ),
    },
)

DEDICATED = Rule(
    "wh40k.assumed.transport.dedicated",
    en="Dedicated transport",
    ru="Приданный транспорт",
    clauses={
        "": Clause(
            "Dedicated transport",
            "Приданный транспорт",
            "A unit may have one dedicated transport: a vehicle of its own that can carry models and belongs to no "
            "other unit.",
            "-",
            status="assumed",
        ),
    },
)
