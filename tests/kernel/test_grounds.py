"""A refusal lists every rule that forbids the act, the one first that says most."""

from __future__ import annotations

import pytest

import rules
from rules.kernel.context import Enough, Inquiry
from rules.kernel.effects import Answered, Turned
from rules.kernel.errors import GROUNDS, Ground, IllegalAction
from rules.kernel.part import Condition, demand
from rules.kernel.state import Decision
from tests.rules.kt.board import KT, model, position

TURN = Ground("x.turn", "it is b's turn", {"side": "b"}, general=True)
FAR, SHOT = Ground("x.far", "it is far", {"away": 3}), Ground("x.shot", "it has shot", {})


def inquiry() -> Inquiry:
    return Inquiry(KT, position(model("a1"), pending=Decision("x.asked", "a", "a1")), "a")


def test_one_ground_is_the_refusal_itself() -> None:
    refused = IllegalAction.on([FAR])
    assert (refused.clause, refused.message, refused.facts, refused.general) == (
        "x.far",
        "it is far",
        {"away": 3},
        False,
    )
    assert rules.problem(refused).line() == "it is far [x.far]"
    assert IllegalAction.on([TURN]).general


def test_of_several_those_come_last_that_only_say_whose_turn_it_is() -> None:
    refused = IllegalAction.on([TURN, FAR, SHOT])
    assert (refused.clause, refused.message, refused.general) == ("x.far", "it is far", False)
    assert refused.facts["away"] == 3
    assert refused.facts[GROUNDS] == [
        {"clause": "x.far", "text": "it is far", "facts": {"away": 3}},
        {"clause": "x.shot", "text": "it has shot", "facts": {}},
        {"clause": "x.turn", "text": "it is b's turn", "facts": {"side": "b"}},
    ]
    assert rules.problem(refused).line() == "it is far [x.far]; it has shot [x.shot]; it is b's turn [x.turn]"


def test_an_inquiry_remembers_each_refusal_once_and_goes_on() -> None:
    looked = inquiry()
    for _ in range(2):
        assert not looked.require(False, "x.far", "{name} is {away} away", name="Ox", away=3)
    assert looked.require(True, "x.never", "not so")
    assert not looked.require(False, "x.turn", "not now", general=True)
    told = Ground("x.far", "Ox is 3 away", {"name": "Ox", "away": 3})
    assert looked.grounds == [told, Ground("x.turn", "not now", {}, general=True)]


def test_it_goes_past_the_answer_to_a_question_and_no_farther() -> None:
    looked = inquiry()
    looked.emit(Answered(rule="x.asked"))
    assert looked.state.pending is None
    for what in (lambda: looked.emit(Turned(rule="x.turn", to="b")), lambda: looked.roll("x.roll", "a", 1)):
        with pytest.raises(Enough):
            what()
    assert looked.state.to_act == "a"


def test_a_fact_that_takes_measuring_is_measured_for_the_refusal_alone() -> None:
    measured: list[int] = []

    def away() -> str:
        measured.append(1)
        return '3"'

    far = Condition("x.far", "it is {away} away", lambda ox: ox == "near")
    looked = inquiry()
    assert demand(looked, (far,), "near", away=away) and measured == []
    assert not demand(looked, (far,), "far", away=away)
    assert [ground.text for ground in looked.grounds] == ['it is 3" away'] and measured == [1]


def test_what_kept_a_question_from_being_asked_is_no_finding_of_its_own() -> None:
    """In a record that nobody asked is one finding, whatever the reasons; a refusal tells them."""
    why = [("x.far", "it is far")]
    looked, lenient = inquiry(), rules.kernel.context.Context(KT, position(model("a1")), "a", (), lenient=True)
    assert looked.asked("x.other", "nobody asked", why=why) is None
    assert [ground.clause for ground in looked.grounds] == ["x.far", "x.other"]
    assert lenient.asked("x.other", "nobody asked", why=why) is None
    assert [finding.rule for finding in lenient.findings] == ["x.other"]
