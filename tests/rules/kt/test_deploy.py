"""Deployment and command points before the first round, a row a clause."""

from __future__ import annotations

from typing import Any

import pytest

from rules.kernel.effects import Asked, Counted, Marked, Placed, Rolled, Turned
from rules.kernel.state import Decision, State, Table
from rules.kt.deploy import ZONE, ChooseZone, Deploy, RollOff
from rules.kt.game import Pass
from tests.rules.kt.board import answer, box, decide, effects_of, model, objections, position, refusal, wanted

MODELS = ("a1", "a2", "b1", "b2")
ZONES = {"a_game": {ZONE: "west"}, "b_game": {ZONE: "east"}}


def fresh(**more: Any) -> State:
    """Before the roll-off."""
    return position(*(model(key, None) for key in MODELS), phase="deployment", round=0, to_act="", order=(), **more)


def placing(to_act: str = "a", *models: Any, **more: Any) -> State:
    """Side a has the west, b the east; both have two models to set up unless others are given."""
    given = models or tuple(model(key, None) for key in MODELS)
    return position(*given, phase="deployment", round=0, to_act=to_act, order=(), **{**ZONES, **more})


def put(key: str, x: int, y: int = 500, z: int = 0) -> Deploy:
    return Deploy(model=key, at=(x, y, z))


# the roll-off


@pytest.mark.parametrize(
    ("faces", "winner"),
    [
        pytest.param((6, 5, 1, 1), "a", id="kt.deploy.roll-off-a"),  # 11 against 2
        pytest.param((1, 1, 1, 2), "b", id="kt.deploy.roll-off-b"),  # 2 against 3
        pytest.param((3, 4, 2, 5, 1, 1, 6, 6), "b", id="kt.deploy.tie-rolled-again"),  # 7 and 7, then 2 and 12
        pytest.param((3, 4, 2, 5, 1, 2, 2, 1, 2, 2, 1, 1), "a", id="kt.deploy.tie-as-often-as-needed"),
    ],
)
def test_the_roll_off(faces: tuple[int, ...], winner: str) -> None:
    done = decide(fresh(), "b", RollOff(), faces)
    assert done.state.pending == Decision("kt.deploy.roll-off", winner)
    rolls = effects_of(done, Rolled)
    assert [roll.rule for roll in rolls[:2]] == ["kt.deploy.roll-off"] * 2
    assert {roll.rule for roll in rolls[2:]} <= {"kt.deploy.tie"}
    assert [roll.by for roll in rolls] == ["a", "b"] * (len(rolls) // 2)


@pytest.mark.parametrize(
    ("dice", "count"), [(1, 2), (2, 4)], ids=["kt.gap.roll-off-dice-1-each", "kt.gap.roll-off-dice-2-each"]
)
def test_dice_of_the_roll_off(dice: int, count: int) -> None:
    state = fresh(options={"kt.gap.roll-off-dice": dice})
    assert wanted(state, "a", RollOff()) == (dice, "kt.deploy.roll-off")
    assert effects_of(decide(state, "a", RollOff(), [6] * dice + [1] * dice), Asked)
    assert wanted(state, "a", RollOff(), [3] * count) == (dice, "kt.deploy.tie")


def test_a_roll_off_is_done_once() -> None:
    assert refusal(decide(fresh(), "a", RollOff(), (6, 6, 1, 1)).state, "a", RollOff()) == "kt.deploy.roll-off"
    assert refusal(placing(), "a", RollOff()) == "kt.deploy.roll-off"
    assert refusal(position(model("a1"), model("b1")), "a", RollOff()) == "kt.deploy.roll-off"


def test_the_winner_chooses_and_the_loser_places_first() -> None:
    """kt.deploy.roll-off and kt.deploy.loser-first"""
    asked = decide(fresh(), "a", RollOff(), (6, 6, 1, 1)).state
    assert refusal(asked, "b", ChooseZone(zone="west")) == "kt.deploy.roll-off"
    assert refusal(asked, "a", ChooseZone(zone="north")) == ZONE
    assert refusal(asked, "a", Pass()) == "kt.deploy.roll-off"
    done = decide(asked, "a", ChooseZone(zone="east"))
    assert {(m.on, m.value) for m in effects_of(done, Marked)} == {("a", "east"), ("b", "west")}
    assert effects_of(done, Turned, "kt.deploy.loser-first")[0].to == "b" == done.state.to_act
    assert objections(fresh(), "a", ChooseZone(zone="west")) == ["kt.deploy.roll-off"]


def test_a_table_without_zones_has_two_ends() -> None:
    asked = decide(fresh(), "a", RollOff(), (6, 6, 1, 1)).state
    asked.table = Table(3000, 2200)
    done = decide(asked, "a", ChooseZone(zone="far")).state
    assert (done.sides["a"].game[ZONE], done.sides["b"].game[ZONE]) == ("far", "near")
    assert answer(done, "b", put("b1", 1500)) == "ok", "what is not drawn is not measured"


# setting up

ROOF = box("roof", 200, 1000, 500, 1300, 300)


@pytest.mark.parametrize(
    ("state", "by", "action", "expected"),
    [
        pytest.param(placing(), "a", put("a1", 550), "ok", id="kt.deploy.zone-whole-base-inside"),  # 550 + 50 = 600
        pytest.param(placing(), "a", put("a1", 551), ZONE, id="kt.deploy.zone-base-over-the-line"),
        pytest.param(placing(), "a", put("a1", 2500), ZONE, id="kt.deploy.zone-of-the-enemy"),
        pytest.param(placing("b"), "b", put("b1", 2450), "ok", id="kt.deploy.zone-east"),
        pytest.param(placing("b"), "b", put("b1", 2449), ZONE, id="kt.deploy.zone-east-over-the-line"),
        pytest.param(placing(), "b", put("b1", 2500), "kt.deploy.alternate", id="kt.deploy.alternate-not-its-turn"),
        pytest.param(placing(), "a", put("b1", 500), "kt.gap.two-players", id="kt.gap.two-players-not-mine"),
        pytest.param(
            placing("a", model("a1"), model("a2", None), model("b1", None)),
            "a",
            put("a1", 300),
            "kt.deploy.alternate",
            id="kt.deploy.alternate-set-up-already",
        ),
        pytest.param(
            placing("a", model("a1", None, out=True), model("a2", None), model("b1", None)),
            "a",
            put("a1", 300),
            "table.present",
            id="table.present",
        ),
        pytest.param(placing(), "a", put("a1", 49), ZONE, id="table.edge-is-the-zones-too"),
        pytest.param(placing(), "a", put("a1", 300, 500, 10), "table.surface", id="table.surface"),
        pytest.param(placing(terrain=[ROOF]), "a", put("a1", 300, 1100, 300), "ok", id="table.surface-on-a-roof"),
        pytest.param(
            placing(terrain=[ROOF]), "a", put("a1", 300, 1100), "table.overlap", id="table.overlap-inside-terrain"
        ),
        pytest.param(
            placing("a", model("a1"), model("a2", None), model("b1", None)),
            "a",
            put("a2", 401),
            "table.overlap",
            id="table.overlap",
        ),
        pytest.param(
            placing("a", model("a1"), model("a2", None), model("b1", None)),
            "a",
            put("a2", 400),
            "ok",
            id="table.overlap-touching",
        ),
        pytest.param(
            position(model("a1", None), model("b1")), "a", put("a1", 300), "kt.deploy.alternate", id="kt.game.phases"
        ),
        pytest.param(fresh(), "a", put("a1", 300), "kt.deploy.alternate", id="kt.deploy.alternate-before-the-roll-off"),
        pytest.param(placing(), "a", Pass(), "kt.gap.pass", id="kt.gap.pass-not-in-deployment"),
    ],
)
def test_setting_up(state: State, by: str, action: Any, expected: str) -> None:
    assert answer(state, by, action) == expected


def test_sides_alternate_until_one_has_none_left() -> None:
    """kt.deploy.alternate and kt.gap.alternation-exhausted; then the first round begins."""
    state = placing("a", *(model(key, None) for key in ("a1", "b1", "b2", "b3")))
    for by, key, x, after in (("a", "a1", 300, "b"), ("b", "b1", 2500, "b"), ("b", "b2", 2700, "b")):
        done = decide(state, by, put(key, x))
        assert effects_of(done, Placed, ZONE)[0].at == (x, 500, 0)
        state = done.state
        assert state.to_act == after
    last = decide(state, "b", put("b3", 2900)).state
    assert (last.phase, last.round) == ("initiative", 1)


def test_two_in_a_row_are_refused() -> None:
    after = decide(placing(), "a", put("a1", 300)).state
    assert after.to_act == "b"
    assert refusal(after, "a", put("a2", 500)) == "kt.deploy.alternate"


# command points before the first round


@pytest.mark.parametrize(
    ("points", "gained"),
    [
        pytest.param((100, 100), (0, 0), id="kt.cp.underdog-equal"),
        pytest.param((100, 91), (0, 0), id="kt.cp.underdog-9"),
        pytest.param((100, 90), (0, 1), id="kt.cp.underdog-10"),
        pytest.param((81, 100), (1, 0), id="kt.cp.underdog-19"),
        pytest.param((80, 100), (2, 0), id="kt.cp.underdog-20"),
    ],
)
@pytest.mark.parametrize("pack", [0, 7], ids=["", "kt.cp.other-sources"])
def test_command_points_at_the_start(points: tuple[int, int], gained: tuple[int, int], pack: int) -> None:
    from rules.kernel.context import Context
    from rules.kt.deploy import underdog
    from tests.rules.kt.board import KT

    state = fresh(options={"kt.cp.other-sources": pack})
    state.sides["a"].points, state.sides["b"].points = points
    ctx = Context(KT, state, "a", ())
    underdog(ctx)
    assert tuple(state.sides[key].counters.get("cp", 0) for key in "ab") == (gained[0] + pack, gained[1] + pack)
    assert all(isinstance(effect, Counted) for effect in ctx.effects)


def test_the_second_muster_pays_them() -> None:
    from rules.kernel.actions import Begin, Muster
    from tests.kernel.games import crew

    state = decide(State("kt", "2018.1", Table(0, 0)), "table", Begin(table=position().table)).state
    state = decide(state, "b", Muster(roster=crew(5))).state  # 50 points
    state = decide(state, "a", Muster(roster=crew(3))).state  # 30 points
    assert (state.phase, state.sides["a"].counters, state.sides["b"].counters) == ("deployment", {"cp": 2}, {})
    assert list(state.sides) == ["a", "b"], "whoever musters first"
