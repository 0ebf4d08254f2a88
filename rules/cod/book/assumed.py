"""Catalogue of what is presumed where neither the document nor the core rules say anything."""

from rules.kernel.rule import Clause, Rule

ASSUMED = Rule(
    "cod.assumed",
    en="Presumed in a city fight",
    ru="Подразумевается в городском бою",
    clauses={
        "wiped-out": Clause(
            "Nobody left: defeat",
            "Никого не осталось: поражение",
            "A side that has no model left in action loses, whatever the scenario: nobody keeps the other from "
            "its task.",
            "-",
            status="assumed",
        ),
        "no-room": Clause(
            "No room to set up",
            "Нет места для расстановки",
            "A unit for which there is no room where it has to be set up waits off the table and comes on in its "
            "side's first turn, as reserves do.",
            "-",
            status="assumed",
            note="Its player says so; the opponent may object.",
        ),
    },
)
