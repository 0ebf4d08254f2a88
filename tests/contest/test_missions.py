"""A mission per round: a name that is shown, and options that its games begin with."""

from __future__ import annotations

import msgspec

from gamelog.contest.acts.setting import SetTerms
from gamelog.contest.terms import Terms
from gamelog.contest.terms_stages import Mission
from tests.contest.desk import Desk

POOL = (
    Mission(1, "Burden of Trust", options={"kt.game.round-count": 4}), Mission(3, "Purge the Foe", ru="Зачистка"),
)  # fmt: skip
"""Two of the missions that Games Workshop's Tournament Companion (Pariah Nexus) gives to rounds."""


def test_the_options_of_a_round_come_on_top_of_those_of_the_event() -> None:
    terms = Terms("kt", options={"kt.game.round-count": 6, "kt.other": True}, missions=POOL)
    assert terms.options_in(1) == {"kt.game.round-count": 4, "kt.other": True}
    assert terms.options_in(2) == terms.options_in(3) == terms.options
    assert (terms.mission(2), terms.mission(3)) == (None, POOL[1])


def test_the_mission_of_a_paired_round_stands_and_later_ones_may_change() -> None:
    desk = Desk(missions=POOL).enter(4).play()
    later = (POOL[0], Mission(2, "Search and Destroy"))
    desk.do(SetTerms(terms=msgspec.structs.replace(desk.state.terms, missions=later), reason="a table broke"))
    assert desk.state.terms.missions == later
    for other in ((), (Mission(1, "Another"), *later[1:])):
        refused = desk.refused(SetTerms(terms=msgspec.structs.replace(desk.state.terms, missions=other), reason="no"))
        assert (refused.code, refused.path) == ("fixed-terms", "$.terms.missions")


def test_terms_without_missions_are_written_as_before() -> None:
    assert b"missions" not in msgspec.json.encode(Terms("kt"))
    assert b"knockout" not in msgspec.json.encode(Terms("kt"))
