"""Ambush: who lies in it, the dice, and where a unit arrives and how far it gets."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from rules.kernel.effects import Ended, Formed, Rolled
from rules.kernel.state import State, Table
from rules.t9a import objective, words
from rules.t9a.deployment import Deploy
from rules.t9a.join import Join
from rules.t9a.magic import Cast
from rules.t9a.manoeuvre import Ahead
from rules.t9a.movement import Advance, March, Reform
from rules.t9a.special.ambush import AmbushRoll, Arrive, LieInAmbush
from rules.t9a.special.channel import ChannelTokens
from rules.t9a.turn import Pass, score
from tests.rules.deciding import decide, effects_of, refusal, wanted
from tests.rules.t9a.ground import DOWN, UP, add, ask, board, formed, hero, troop

ROW = "t9a.ambush"
HAS = {ROW: 1}


def choosing(turn: str = "a") -> State:
    """Step 8 of the pre-game sequence: side a has chosen its zone and declares first."""
    state = board(round=0, phase="deployment", step="ambushes", turn="")
    state = replace(state, to_act=turn)
    for side in "ab":
        add(state, "u", troop(f"s{side}", 10, has=HAS), side=side)
        add(state, "line", troop(f"l{side}", 10), side=side)
        add(state, "h", [hero(f"h{side}", has=HAS)], side=side)
    return state


def waiting(round: int = 2, step: str = "compulsory", **about: Any) -> State:
    """Side a's Movement Phase with two units in ambush."""
    state = board(round=round, step=step)
    add(state, "far", troop("z", 5), (4000, 4300), DOWN, side="b")
    add(state, "stand", troop("w", 5), (6000, 2400))
    for key in "uv":
        unit = add(state, key, troop(key, 10, has=HAS, **about))
        unit.game[words.AWAY] = "ambush"
    return state


def arrived(state: State, key: str = "u", edge: Any = "south", along: int = 2000, **more: Any) -> Any:
    """The first unit, after both have rolled a 3 and it has arrived."""
    rolled = decide(state, "a", AmbushRoll(), [3, 3]).state
    return decide(rolled, "a", Arrive(unit=f"a{key}", edge=edge, along=along, **more))


@pytest.mark.decides("t9a.ambush.optional", by="t9a.ambush.declare-step")
@pytest.mark.parametrize("units", [(), ("au",)])
def test_ambush_is_a_choice(units: tuple[str, ...]) -> None:
    state = decide(choosing(), "a", LieInAmbush(units=units)).state
    assert (words.AWAY in state.units["au"].game) == bool(units)


def test_only_those_with_the_rule() -> None:
    """t9a.ambush.optional"""
    assert refusal(choosing(), "a", LieInAmbush(units=("aline",))) == "t9a.ambush.optional"
    assert refusal(choosing(), "a", LieInAmbush(units=("bu",))) == "t9a.ambush.optional"


@pytest.mark.parametrize("step", ["spells", "units"])
def test_it_is_declared_at_step_8(step: str) -> None:
    """t9a.ambush.declare-step"""
    state = replace(choosing(), step=step)
    assert refusal(state, "a", LieInAmbush(units=("au",))) == "t9a.ambush.declare-step"
    assert refusal(board(), "a", LieInAmbush()) == "t9a.ambush.declare-step"


def test_declared_too_late_and_recorded_all_the_same_it_changes_no_step() -> None:
    state = waiting()
    late = decide(state, "a", LieInAmbush(units=("astand",)), lenient=True)
    assert (late.state.phase, late.state.step, late.state.to_act) == (state.phase, state.step, state.to_act)
    assert [finding.rule for finding in late.findings][:1] == ["t9a.ambush.declare-step"]


def test_who_chose_the_zones_declares_first() -> None:
    """t9a.ambush.declare-order"""
    assert refusal(choosing(), "b", LieInAmbush()) == "t9a.ambush.declare-order"
    state = decide(choosing(), "a", LieInAmbush()).state
    assert (state.step, state.to_act) == ("ambushes", "b")
    assert refusal(state, "a", LieInAmbush()) == "t9a.ambush.declare-order"
    state = decide(state, "b", LieInAmbush()).state
    assert (state.step, state.to_act) == ("units", "a")


def test_what_was_declared_binds() -> None:
    """t9a.ambush.declare-binding"""
    state = decide(choosing(), "a", LieInAmbush(units=("au",))).state
    state = decide(state, "b", LieInAmbush()).state
    assert refusal(state, "a", Deploy(unit="au", at=(2000, 800), facing=UP)) == "t9a.ambush.declare-binding"
    assert decide(state, "a", Deploy(unit="aline", at=(2000, 800), facing=UP)).state.units["aline"].formation
    assert refusal(state, "a", LieInAmbush(units=("ah",))) == "t9a.ambush.declare-step"


@pytest.mark.parametrize(("round", "refused"), [(1, True), (2, False)])
def test_dice_from_round_2_on(round: int, refused: bool) -> None:
    """t9a.ambush.roll-from-turn-2"""
    if refused:
        assert refusal(waiting(round), "a", AmbushRoll(), [3, 3]) == "t9a.ambush.roll-from-turn-2"
        assert decide(waiting(round), "a", Pass()).state.step == "moving"
    else:
        assert decide(waiting(round), "a", AmbushRoll(), [3, 3])


def test_a_die_for_each_unit_and_no_more() -> None:
    """t9a.ambush.roll-per-unit: none may be left out, none rolled for twice."""
    state = waiting()
    assert wanted(state, "a", AmbushRoll()) == (1, "t9a.ambush.arrival-roll")
    assert wanted(state, "a", AmbushRoll(), [3]) == (1, "t9a.ambush.arrival-roll")
    assert refusal(state, "a", Pass()) == "t9a.ambush.roll-per-unit"
    decided = decide(state, "a", AmbushRoll(), [2, 3])
    assert [e.model for e in effects_of(decided, Rolled)] == ["au", "av"]
    assert refusal(decided.state, "a", AmbushRoll(), [3]) == "t9a.ambush.roll-per-unit"


@pytest.mark.parametrize("step", ["rally", "moving"])
def test_they_are_rolled_in_step_2(step: str) -> None:
    """t9a.ambush.roll-timing"""
    assert refusal(waiting(step=step), "a", AmbushRoll(), [3, 3]) == "t9a.ambush.roll-timing"


def test_a_unit_arrives_on_3() -> None:
    """t9a.ambush.arrival-roll and t9a.ambush.arrival-fail"""
    state = decide(waiting(), "a", AmbushRoll(), [2, 3]).state
    assert refusal(state, "a", Arrive(unit="au", edge="south", along=2000)) == "t9a.ambush.arrival-fail"
    assert refusal(state, "a", Pass()) == "t9a.ambush.arrival-roll"
    state = decide(state, "a", Arrive(unit="av", edge="south", along=2000)).state
    assert state.units["av"].formation is not None
    assert state.units["au"].game[words.AWAY] == "ambush"
    later = replace(state, round=3, step="compulsory", phase="movement")
    later.sides["a"].turn.clear()
    assert wanted(later, "a", AmbushRoll()) == (1, "t9a.ambush.arrival-roll"), "for that unit alone it is re-rolled"


def test_all_dice_before_the_first_unit_is_placed() -> None:
    """t9a.ambush.roll-all-first"""
    state = waiting()
    assert refusal(state, "a", Arrive(unit="au", edge="south", along=2000)) == "t9a.ambush.roll-all-first"


@pytest.mark.parametrize(
    ("edge", "along", "corner"),
    [
        ("south", 2000, (2000, 0)),
        ("north", 2000, (2000, 4800)),
        ("west", 2000, (0, 2000)),
        ("east", 2000, (7200, 2000)),
    ],
)
def test_the_whole_rear_is_at_an_edge(edge: Any, along: int, corner: tuple[int, int]) -> None:
    """t9a.ambush.placement-edge: any of the four, the enemy's included."""
    decided = arrived(waiting(), edge=edge, along=along)
    area, axis = words.boundary(decided.state.units["au"]), 0 if edge in ("west", "east") else 1
    rear = [at for at in area if abs(at[axis] - corner[axis]) <= 1]
    assert len(rear) == 2 and abs(min(rear)[1 - axis] - corner[1 - axis]) <= 1
    assert [e.rule for e in effects_of(decided, Formed)] == ["t9a.ambush.placement-edge"]


@pytest.mark.parametrize(("along", "fits"), [(-1, False), (0, True), (7200 - 394, True), (7200 - 393, False)])
def test_not_round_a_corner(along: int, fits: bool) -> None:
    """t9a.ambush.placement-edge: five bases of 20 mm are 3.94" wide."""
    state = waiting()
    if fits:
        assert arrived(state, along=along)
    else:
        rolled = decide(state, "a", AmbushRoll(), [3, 3]).state
        assert refusal(rolled, "a", Arrive(unit="au", edge="south", along=along)) == "t9a.ambush.placement-edge"


def test_no_march_when_it_arrives() -> None:
    """t9a.ambush.no-march"""
    state = replace(arrived(waiting()).state, step="moving")
    assert refusal(state, "a", March(unit="au", way=(Ahead(500),))) == "t9a.ambush.no-march"
    assert decide(state, "a", Advance(unit="au", way=(Ahead(400),)))
    state.units["au"].turn.clear()
    assert decide(state, "a", March(unit="au", way=(Ahead(500),)))


@pytest.mark.parametrize(("length", "fits"), [(400, True), (243, True), (244, False)])
def test_not_farther_from_the_edge_than_the_march_rate(length: int, fits: bool) -> None:
    """t9a.ambush.max-distance: two ranks are 1.58" deep, so with a March Rate of 4" there are 2.42" left."""
    rate = 800 if length == 400 else 400
    state = replace(arrived(waiting(Mar=rate)).state, step="moving")
    step = Advance(unit="au", way=(Ahead(length - 1 if rate == 400 else length),))
    if fits:
        assert decide(state, "a", step)
    else:
        assert refusal(state, "a", step) == "t9a.ambush.max-distance"


def test_a_reform_gets_no_farther_either() -> None:
    state = replace(arrived(waiting(Mar=200), files=10).state, step="moving")
    assert refusal(state, "a", Reform(unit="au", facing=(1000, 0), files=1)) in (
        "t9a.ambush.max-distance",
        "t9a.core.reform",
    )


def test_who_never_came_is_destroyed() -> None:
    """t9a.ambush.never-arrived"""
    state = waiting(round=6)
    state = replace(state, to_act="b", turn="b", phase="melee", step="fight")
    assert score(state)["b"] == 0
    decided = decide(state, "b", Pass())
    assert decided.state.over is not None and decided.state.over.score["b"] == 200
    assert {e.rule for e in decided.effects if getattr(e, "model", "") in ("au1", "av1")} == {
        "t9a.ambush.never-arrived"
    }
    assert effects_of(decided, Ended)


@pytest.mark.decides("t9a.ambush.late-loses-scoring", by="t9a.core.scoring")
@pytest.mark.parametrize(("round", "counts"), [(3, True), (4, False)])
def test_late_arrivals_do_not_score(round: int, counts: bool) -> None:
    """t9a.ambush.late-loses-scoring: when the game ends the unit stands by the objective, in 24" by 12"."""
    state = waiting(round=round)
    state = replace(state, table=Table(2400, 1200))
    state.units["astand"].formation = replace(formed(state, "astand"), at=(100, 600))
    state.units["au"].sheet.has["t9a.core.scoring"] = 1
    state.units["bfar"].formation = replace(formed(state, "bfar"), at=(2300, 1100))
    after = arrived(state, along=1000).state
    assert objective.counted(ask(after), objective.GROUND) == {"a": int(counts), "b": 0}
    last = replace(after, round=6, turn="b", to_act="b", phase="melee", step="fight")
    over = decide(last, "b", Pass()).state.over
    assert over is not None and over.score["a"] == (450 if counts else 0)


def test_a_character_joins_a_unit_in_ambush() -> None:
    """t9a.ambush.character-joins: both are in ambush, and it is said then or not at all."""
    state = decide(choosing(), "a", LieInAmbush(units=("au", "ah"), joined={"ah": "au"})).state
    assert state.models["aha"].unit == "au"
    assert words.AWAY not in state.units["ah"].game
    alone = LieInAmbush(units=("ah",), joined={"ah": "au"})
    assert refusal(choosing(), "a", alone) == "t9a.ambush.character-joins"
    wide = choosing()
    wide.models["aha"].sheet.profile["Base"] = "220x20"
    joins = LieInAmbush(units=("au", "ah"), joined={"ah": "au"})
    assert refusal(wide, "a", joins) == "t9a.front-rank.matching.join-too-wide", "by the normal rules he may not"
    late = waiting()
    hidden = add(late, "h", [hero("h", has=HAS)])
    hidden.game[words.AWAY] = "ambush"
    assert refusal(replace(late, step="moving"), "a", Join(unit="ah", target="au")) == "t9a.ambush.off-table-status"


@pytest.mark.decides("t9a.ambush.character-one-roll", by="t9a.ambush.arrival-roll")
@pytest.mark.parametrize("joined", [True, False])
def test_one_die_for_both(joined: bool) -> None:
    state = waiting()
    alone = add(state, "h", [hero("h", has=HAS)])
    if joined:
        state.models["ah"].unit = "au"
    else:
        alone.game[words.AWAY] = "ambush"
    dice = [3, 3] if joined else [3, 3, 3]
    assert len(effects_of(decide(state, "a", AmbushRoll(), dice), Rolled)) == len(dice)


@pytest.mark.decides("t9a.ambush.character-arrives-inside", by="t9a.ambush.placement-edge")
@pytest.mark.parametrize("joined", [True, False])
def test_he_arrives_in_its_first_rank(joined: bool) -> None:
    state = waiting()
    add(state, "h", [hero("h", has=HAS)])
    state.models["ah"].unit = "au" if joined else "ah"
    stands = arrived(state).state.units["au"].formation
    assert ("ah" in stands.stands and stands.stands["ah"].rank == 0) == joined


@pytest.mark.parametrize(
    "action",
    [
        Advance(unit="au", way=(Ahead(100),)),
        Reform(unit="au", facing=(0, 1000)),
        Join(unit="au", target="astand"),
    ],
    ids=("advance", "reform", "join"),
)
def test_off_the_table_it_does_nothing(action: Any) -> None:
    """t9a.ambush.off-table-status"""
    assert refusal(waiting(step="moving"), "a", action) == "t9a.ambush.off-table-status"


def test_off_the_table_nothing_of_it_works() -> None:
    """t9a.ambush.off-table-status: no Channel and no spell."""
    state = waiting()
    mage = add(state, "m", [hero("m", keywords=("Wizard Adept",), has={"t9a.channel": 2})])
    mage.game[words.AWAY] = "ambush"
    state = replace(state, phase="magic", step="siphon")
    assert refusal(state, "a", ChannelTokens(model="am")) == "t9a.ambush.off-table-status"
    state = replace(state, step="cast")
    state.sides["a"].counters["magic dice"] = 5
    assert refusal(state, "a", Cast(model="am", spell="H", dice=2, value=5)) == "t9a.ambush.off-table-status"


def test_a_unit_for_which_no_edge_has_room_waits() -> None:
    """There is no dead end: on a table full of a larger unit the step may end, and the unit stays in ambush."""
    state = board(step="compulsory")
    state = replace(state, table=Table(300, 300))
    add(state, "stand", troop("w", 9), (30, 270), files=3)
    add(state, "far", troop("z", 1), (250, 290), DOWN, files=1, side="b")
    unit = add(state, "u", troop("u", 10, has=HAS))
    unit.game[words.AWAY] = "ambush"
    state = decide(state, "a", AmbushRoll(), [3]).state
    assert decide(state, "a", Pass()).state.units["au"].game[words.AWAY] == "ambush"
