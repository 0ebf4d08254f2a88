"""Rows about the document itself: nothing of them can be broken, and readers see them as advice."""

from __future__ import annotations

import pytest

import rules


@pytest.mark.parametrize("row", ["wh40k.doc.scope", "wh40k.doc.page-references"])
def test_what_is_said_of_the_document_is_advice(row: str) -> None:
    assert rules.load("wh40k").clauses[row][1].status == "advice"


def test_what_other_pages_of_the_book_say_is_assumed_and_said_so() -> None:
    """`wh40k.doc.page-references`: whatever the chapter points at and does not print has a clause of its own."""
    clauses = rules.load("wh40k").clauses
    pointed_at = (
        "wh40k.assumed.psychic.deny",
        "wh40k.assumed.fight.our-weapons-are-useless",
        "wh40k.assumed.charge.disordered",
        "wh40k.assumed.psychic.test",
        "wh40k.assumed.instant-death.double-toughness",
        "wh40k.assumed.reserves.rolls",
        "wh40k.assumed.vehicle.speed-shooting",
        "wh40k.assumed.building.occupation",
    )
    assert {clauses[key][1].status for key in pointed_at} == {"assumed"}
