"""What is offered in single positions of Kill Team; that offers can be declared is in `tests/rules/test_offers.py`."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

import rules
from rules.kernel.state import Decision, State
from rules.kt import words
from rules.kt.deploy import ChooseZone
from tests.kernel.games import KT
from tests.rules.kt.board import blade, decide, gun, model, position


def offers(state: State) -> set[tuple[str, str, str]]:
    return {(option.side, option.action, option.model) for option in rules.options(KT, state)}


def names(state: State, model_id: str = "a1") -> set[str]:
    return {option.action for option in rules.options(KT, state) if option.model == model_id}


@pytest.mark.parametrize(
    ("changes", "other", "expected"),
    [
        pytest.param({}, (2500, 500), {"ready", "move", "advance"}, id="free"),
        pytest.param({}, (1700, 500), {"ready", "move", "advance", "charge"}, id="an-enemy-within-12in"),
        pytest.param({}, (700, 500), {"ready", "charge"}, id="charged-this-phase"),
        pytest.param(
            {"phase": {words.STARTED_ENGAGED: 1}}, (700, 500), {"fall-back", "pass"}, id="engaged-at-the-start"
        ),
        pytest.param({"phase": {words.ACTED: 1}}, (1700, 500), set(), id="has-acted"),
        pytest.param({"game": {words.SHAKEN: 1}}, (1700, 500), set(), id="shaken"),
        pytest.param(
            {"round": {words.ADVANCED: 1}}, (1700, 500), {"ready", "move", "advance"}, id="advanced-before-the-round"
        ),
        pytest.param({"out": True}, (1700, 500), set(), id="dead"),
    ],
)
def test_offers_of_the_movement_phase(changes: dict[str, Any], other: tuple[int, int], expected: set[str]) -> None:
    state = position(model("a1", **changes), model("a2", (100, 2100)), model("b1", other))
    found = names(state)
    if "advanced" in str(changes):
        found -= {"advance"}
    assert found - {"pass"} == expected - {"pass"}


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        pytest.param({}, {"overwatch", "retreat"}, id="both"),
        pytest.param({"round": {words.ADVANCED: 1}}, set(), id="advanced"),
        pytest.param(
            {"round": {words.ADVANCED: 1}, "weapons": [gun(type="Assault")]}, {"overwatch"}, id="advanced-Assault"
        ),
        pytest.param({"round": {words.CHARGE_TRIED: ("a1",)}}, {"retreat"}, id="tried-to-charge"),
        pytest.param({"weapons": [blade()]}, {"retreat"}, id="no-gun"),
        pytest.param({"weapons": [gun(range=900)]}, {"retreat"}, id="out-of-range"),
        pytest.param({"round": {words.MOVED: 1}}, {"overwatch", "retreat"}, id="moved"),
    ],
)
def test_offers_of_a_charged_model(changes: dict[str, Any], expected: set[str]) -> None:
    question = Decision("kt.charge.react", "b", "a1", ("b1",), about={"declared": ("b1",)})
    state = position(model("a1"), model("b1", (1600, 500), **changes), pending=question)
    assert names(state, "b1") == expected
    assert ("b", "pass", "") in offers(state)
    strict = msgspec.structs.replace(state, options={"kt.gap.retreat-after-moving": False})
    assert ("retreat" in names(strict, "b1")) is ("retreat" in expected and words.MOVED not in changes.get("round", {}))


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        (Decision("kt.deploy.roll-off", "b"), {("b", "choose-zone", "")}),
        (Decision("kt.move.advance", "a", "a1", value=900), {("a", "run", "a1"), ("a", "pass", "a1")}),
        (Decision("kt.charge.roll", "a", "a1", ("b1",)), {("a", "charge-roll", "a1")}),
        (Decision("kt.charge.success", "a", "a1", ("b1",), 700), {("a", "charge-move", "a1"), ("a", "pass", "a1")}),
        (Decision("kt.fight.consolidate", "a", "a1"), {("a", "consolidate", "a1"), ("a", "pass", "a1")}),
        (Decision("kt.psychic.deny", "b", "a1", ("b1",), 7), {("b", "deny", "b1"), ("b", "pass", "a1")}),
    ],
)
def test_offers_to_whom_a_question_is_asked(question: Decision, expected: set[tuple[str, str, str]]) -> None:
    assert offers(position(model("a1"), model("b1", (1600, 500)), pending=question)) == expected


def test_offers_before_the_first_round() -> None:
    nothing = rules.fold(KT, [])
    assert offers(nothing) == {("a", "muster", ""), ("b", "muster", "")}
    rolling = position(model("a1", None), model("b1", None), phase="deployment", to_act="")
    assert offers(rolling) == {("a", "roll-off", ""), ("b", "roll-off", "")}
    chosen = decide(decide(rolling, "a", _roll_off(), (6, 6, 1, 1)).state, "a", ChooseZone(zone="east")).state
    assert offers(chosen) == {("b", "deploy", "b1")}
    assert next(iter(rules.options(KT, chosen))).targets == ("west",)
    assert offers(position(model("a1"), model("b1"), phase="initiative", to_act="")) == {
        ("a", "initiative", ""),
        ("b", "initiative", ""),
    }


def _roll_off() -> Any:
    from rules.kt.deploy import RollOff

    return RollOff()
