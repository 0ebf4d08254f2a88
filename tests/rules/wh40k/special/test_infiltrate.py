"""Infiltrate: set up last, out of sight or far away."""

from __future__ import annotations

import pytest

import rules
from rules.kernel.effects import Rolled
from rules.kernel.state import State
from rules.wh40k import words
from rules.wh40k.assault.charge import Charge
from rules.wh40k.deployment.deploy import ChooseStarter, Deploy, Reserve, RollOff
from rules.wh40k.shooting.sight import LineOfSight
from tests.rules.wh40k.deployment.test_deploy import CAPACITY, deploying
from tests.rules.wh40k.field import Group, asked, box, decide, field, refusal, squad, tank, then
from tests.rules.wh40k.scene import row

RULE = "wh40k.usr.infiltrate"
HIDDEN = {RULE: 1}


def scouts(key: str, count: int = 2, **more: object) -> Group:
    """Infiltrators that are not set up yet."""
    return squad(key, None, count, has=HIDDEN, **more)  # type: ignore[arg-type]


def last(*groups: Group, **more: object) -> State:
    """Side a sets up its infiltrators."""
    return deploying(*groups, step="infiltrators", **more)  # type: ignore[arg-type]


def test_units_with_one_infiltrator_come_last() -> None:
    clause = "wh40k.usr.infiltrate.deploy-last"
    mixed = squad("au1", None, 2, special={2: {"has": HIDDEN}})
    state = deploying(mixed, squad("au2", None), squad("bu1", None))
    assert refusal(state, "a", Deploy(unit="au1", places=row("au1", (1000, 1000), 2))) == clause
    state = then(
        state,
        ("a", Deploy(unit="au2", places=row("au2", (1000, 1000), 5)), ()),
        ("b", Deploy(unit="bu1", places=row("bu1", (1000, 4000), 5)), ()),
    )
    assert (state.step, state.to_act) == ("infiltrators", "a")
    state = decide(state, "a", Deploy(unit="au1", places=row("au1", (5000, 2400), 2))).state
    assert (state.phase, state.round) == ("movement", 1)


def test_infiltrators_on_both_sides_roll_off() -> None:
    """The winner chooses who starts; then they alternate."""
    clause = "wh40k.usr.infiltrate.both-sides"
    state = deploying(squad("au1", None), scouts("au2"), scouts("au3"), scouts("bu2"), squad("bu1", (1000, 4000)))
    state = decide(state, "a", Deploy(unit="au1", places=row("au1", (1000, 1000), 5))).state
    assert (state.step, state.to_act) == ("infiltrators-roll-off", "")
    done = decide(state, "a", RollOff(), (2, 6))
    assert asked(done) == (clause, "b", "")
    assert next(e.rule for e in done.effects if isinstance(e, Rolled)) == "wh40k.assumed.dice.roll-off"
    assert decide(done.state, "b", ChooseStarter(first=True)).state.to_act == "b"
    state = decide(done.state, "b", ChooseStarter(first=False)).state
    assert state.to_act == "a"
    state = decide(state, "a", Deploy(unit="au2", places=row("au2", (4000, 1500), 2))).state
    assert state.to_act == "b"


SCREEN = box("screen", 900, 2000, 2500, 2050, 900, "wall")


@pytest.mark.parametrize("y, clause", [(2700, ""), (2699, ""), (2701, "wh40k.usr.infiltrate.12in")])
def test_out_of_sight_12_inches(y: int, clause: str) -> None:
    """An enemy squad at y 4000 behind a wall: bases 12" apart is near enough, a hundredth less is not."""
    assert "wh40k.usr.infiltrate.12in" in rules.load("wh40k").clauses
    wall = box("screen", 0, 3800, 3000, 3850, 900, "wall")
    state = last(scouts("au1", 1), squad("bu1", (1000, 4000), 1), terrain=(wall,))
    action = Deploy(unit="au1", places=row("au1", (1000, y), 1))
    if clause:
        assert refusal(state, "a", action) == clause
    else:
        assert decide(state, "a", action).state.models["au1.1"].at == (1000, y, 0)


@pytest.mark.parametrize("y, clause", [(2100, ""), (2101, "wh40k.usr.infiltrate.18in")])
def test_in_plain_sight_18_inches(y: int, clause: str) -> None:
    assert "wh40k.usr.infiltrate.18in" in rules.load("wh40k").clauses
    state = last(scouts("au1", 1), squad("bu1", (1000, 4000), 1))
    action = Deploy(unit="au1", places=row("au1", (1000, y), 1))
    if clause:
        assert refusal(state, "a", action) == clause
    else:
        assert decide(state, "a", action).state.models["au1.1"].at == (1000, y, 0)


def test_without_a_map_the_players_say_who_sees_whom() -> None:
    clause = "wh40k.usr.infiltrate.18in"
    state = last(scouts("au1", 1), squad("bu1", (1000, 4000), 1), mapped=False)
    places = row("au1", (1000, 2600), 1)
    assert refusal(state, "a", Deploy(unit="au1", places=places)) == clause
    unseen = Deploy(unit="au1", places=places, facts=(LineOfSight("au1", visible=False),))
    assert decide(state, "a", unseen).state.models["au1.1"].at == (1000, 2600, 0)


@pytest.mark.parametrize("far, fine", [(2750, True), (2751, False)])
def test_in_a_building_12_inches(far: int, fine: bool) -> None:
    clause = "wh40k.usr.infiltrate.building"
    hall = box("hall", 900, 2000, 1100, far, 400, "building")
    state = last(scouts("au1", 1), squad("bu1", (1000, 4000), 1), terrain=(hall,))
    if fine:
        done = decide(state, "a", Deploy(unit="au1", aboard="hall"))
        assert done.state.units["au1"].game["wh40k.assumed.building.occupation"] == "hall"
    else:
        assert refusal(state, "a", Deploy(unit="au1", aboard="hall")) == clause


@pytest.mark.parametrize("number, turn, fine", [(1, "a", False), (2, "a", True)])
def test_no_charge_in_the_first_turn(number: int, turn: str, fine: bool) -> None:
    clause = "wh40k.usr.infiltrate.no-charge-first-turn"
    state = last(scouts("au1", 1), squad("bu1", (1000, 4000), 1))
    state = decide(state, "a", Deploy(unit="au1", places=row("au1", (1000, 2000), 1))).state
    assert state.units["au1"].game[clause] == 1
    near = field(
        squad("au1", (1000, 1000), 1, game={clause: 1}), squad("bu1", (1000, 1500), 1), round=number, turn=turn,
        phase="assault", step="charge",
    )  # fmt: skip
    if fine:
        assert decide(near, "a", Charge(unit="au1", targets=("bu1",))).state.units["au1"].turn[words.TRIED_CHARGE]
    else:
        assert refusal(near, "a", Charge(unit="au1", targets=("bu1",))) == clause


@pytest.mark.decides("wh40k.usr.infiltrate.outflank", by="wh40k.assumed.outflank")
def test_infiltrators_in_reserve_outflank() -> None:
    clause = "wh40k.usr.infiltrate.outflank"
    assert clause in rules.load("wh40k").clauses
    state = last(scouts("au1"), scouts("au2"), squad("bu1", (1000, 4000)))
    done = decide(state, "a", Reserve(unit="au1", manner="outflank"))
    assert done.state.units["au1"].game[words.RESERVE] == "outflank"
    others = deploying(squad("au1", None), squad("au2", None), squad("bu1", (1000, 4000)))
    assert refusal(others, "a", Reserve(unit="au1", manner="outflank")) == "wh40k.assumed.outflank"


def own_transport(**more: object) -> tuple[Group, Group]:
    """A transport and the infiltrators it was bought for."""
    return (
        tank("au9", None, has={CAPACITY: 10}),
        scouts("au1", 3, unit_has={"wh40k.assumed.transport.dedicated": "u9"}, **more),
    )


def test_their_own_transport_infiltrates_with_them_aboard() -> None:
    clause = "wh40k.usr.infiltrate.dedicated-transport"
    assert clause in rules.load("wh40k").clauses
    state = deploying(*own_transport(), squad("bu1", (1000, 4000)))
    state = decide(state, "a", Deploy(unit="au1", aboard="au9.1")).state
    assert (state.step, state.to_act) == ("infiltrators", "a")
    state = decide(state, "a", Deploy(unit="au9", places=row("au9", (5000, 2000), 1))).state
    assert state.models["au9.1"].at == (5000, 2000, 0)
    assert "wh40k.usr.infiltrate.no-charge-first-turn" in state.units["au1"].game


@pytest.mark.decides("wh40k.usr.infiltrate.dedicated-transport", by="wh40k.assumed.outflank")
def test_their_own_transport_outflanks_with_them_aboard_only() -> None:
    clause = "wh40k.usr.infiltrate.dedicated-transport"
    assert clause in rules.load("wh40k").clauses
    state = deploying(*own_transport(), squad("au2", (3000, 500)), squad("bu1", (1000, 4000)))
    assert refusal(state, "a", Reserve(unit="au9", manner="outflank")) == "wh40k.assumed.outflank"
    state = decide(state, "a", Deploy(unit="au1", aboard="au9.1")).state
    done = decide(state, "a", Reserve(unit="au9", manner="outflank"))
    assert done.state.units["au9"].game[words.RESERVE] == "outflank"


def test_an_independent_character_without_the_rule_stays_out() -> None:
    clause = "wh40k.usr.infiltrate.independent-character"
    lone = ("Infantry", "Character", "Independent Character")
    guards, hidden = squad("au2", (1000, 1000), 2), squad("au3", (3000, 1000), 2, has=HIDDEN)
    state = deploying(squad("au1", None, 1, keywords=lone), guards, hidden, squad("bu1", (1000, 4000)))
    assert refusal(state, "a", Deploy(unit="au1", places=row("au1", (3000, 850), 1), join="au3")) == clause
    done = decide(state, "a", Deploy(unit="au1", places=row("au1", (1000, 850), 1), join="au2"))
    assert done.state.models["au1.1"].unit == "au2"
    far = Deploy(unit="au1", places=row("au1", (2000, 850), 1), join="au2")
    assert refusal(state, "a", far) == "wh40k.assumed.unit-of-models.characters"
