"""Joining and leaving units, setting them up, Full Ranks and lines, and how the game is scored."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

import rules
from rules.kernel.dice import Seeded
from rules.kernel.effects import Counted, Joined, Noted
from rules.kernel.part import Choice
from rules.kernel.state import Stand, State
from rules.t9a import join, objective, ranks, words
from rules.t9a.deployment import Deploy, DeployInside, LeaveOut
from rules.t9a.join import JOIN, Join, Leave
from rules.t9a.manoeuvre import Ahead
from rules.t9a.movement import Advance
from rules.t9a.turn import Pass, score
from tests.rules.deciding import decide, effects_of, refusal
from tests.rules.t9a.ground import DOWN, UP, add, ask, board, formed, hero, inside, sheet, troop


def field(*, away: int = 400, count: int = 20, base: str = "20x20", **about: Any) -> State:
    """A unit in ranks of five, a character so far before it, an enemy far away."""
    state = board()
    add(state, "far", troop("z", 5), (6900, 4700), DOWN, side="b")
    add(state, "idle", troop("i", 5), (5000, 800))
    add(state, "u", troop("s", count), (2000, 2000))
    add(state, "h", [hero("h", base, **about)], (2000, 2000 + away), files=1)
    return state


INTO = Join(unit="ah", target="au")


# joining and leaving


@pytest.mark.parametrize(("away", "fits"), [(800, True), (801, False)])
def test_a_character_joins_what_he_can_reach(away: int, fits: bool) -> None:
    """t9a.core.join-unit: his March Rate is 8", from boundary to boundary; his own base is 79 deep."""
    state = field(away=away + 79)
    if fits:
        decided = decide(state, "a", INTO)
        assert effects_of(decided, Joined) and decided.state.models["ah"].unit == "au"
        assert decided.state.units["ah"].formation is None
    else:
        assert refusal(state, "a", INTO) == JOIN


def test_whom_and_what_he_joins() -> None:
    """t9a.core.join-unit"""
    assert refusal(field(), "a", Join(unit="au", target="ah")) == JOIN, "a unit joins nobody"
    assert refusal(field(), "a", Join(unit="ah", target="ah")) == JOIN
    state = field()
    state.units["au"].game[words.FLEEING] = "panic"
    assert refusal(state, "a", INTO) == JOIN
    state = field()
    state.units["ah"].turn[words.MOVED] = "advance"
    assert refusal(state, "a", INTO) == words.MOVED


def test_a_unit_that_was_joined_goes_no_farther() -> None:
    """t9a.core.join-unit: his own move is made, and the unit does not carry him on."""
    joined = decide(field(), "a", INTO).state
    assert refusal(joined, "a", Advance(unit="au", way=(Ahead(100),))) == JOIN
    assert decide(field(), "a", Advance(unit="au", way=(Ahead(100),)))
    assert refusal(joined, "a", Leave(model="ah", at=(1500, 2500), facing=UP)) == JOIN


@pytest.mark.parametrize(("gap", "fits"), [(101 + 79, True), (100 + 79, False)])
def test_there_is_room_for_him(gap: int, fits: bool) -> None:
    """t9a.core.unit-spacing: a fifth rank of 20 mm (0.79") must not end within 1" of the unit that stands behind."""
    state = field()
    add(state, "behind", troop("b", 5), (2000, 2000 - 315 - gap))
    if fits:
        assert decide(state, "a", INTO)
    else:
        assert refusal(state, "a", INTO) == "t9a.core.unit-spacing"


def inner() -> State:
    """A character inside a unit of twelve."""
    state = board()
    add(state, "far", troop("z", 5), (6900, 4700), DOWN, side="b")
    add(state, "idle", troop("i", 5), (5000, 800))
    add(state, "u", troop("s", 12), (2000, 2000))
    at = {"h": Stand(0, 0)} | {f"s{n}": Stand(n % 5, n // 5) for n in range(1, 13)}
    inside(state, state.units["au"], hero("h"), at=at)
    return state


@pytest.mark.parametrize(("far", "fits"), [(800, True), (801, False)])
def test_he_leaves_as_far_as_he_can_march(far: int, fits: bool) -> None:
    """t9a.core.join-unit: from the centre of his base to its new centre, straight ahead."""
    leave = Leave(model="ah", at=(2000, 2000 + far), facing=UP)
    if fits:
        state = decide(inner(), "a", leave).state
        assert state.models["ah"].unit == "aof h" and state.units["aof h"].formation is not None
        assert "ah" not in formed(state).stands
        assert refusal(state, "a", Advance(unit="aof h", way=(Ahead(100),))) == words.MOVED
    else:
        assert refusal(inner(), "a", leave) == JOIN


def test_he_does_not_stop_beside_the_unit() -> None:
    assert refusal(inner(), "a", Leave(model="ah", at=(2000, 2100), facing=UP)) == "t9a.core.unit-spacing"
    moved = decide(inner(), "a", Advance(unit="au", way=(Ahead(100),))).state
    assert refusal(moved, "a", Leave(model="ah", at=(2000, 2700), facing=UP)) == words.MOVED
    assert refusal(inner(), "a", Leave(model="as1", at=(2000, 2700), facing=UP)) == JOIN


def test_leaving_is_offered_with_places_to_go_to() -> None:
    state, ruleset = inner(), rules.load("t9a")
    options = [o for o in ruleset.options(ask(state)) if o.action == "leave"]
    assert [o.model for o in options] == ["ah"]
    ways = list(join._ways_out(ask(state), state.models["ah"], state.units["au"]))
    assert ways and all(decide(state, "a", way) for way in ways)


# setting up


def deploying() -> State:
    """Units are set up; it is side a's turn."""
    state = replace(board(round=0, phase="deployment", step="units", turn=""), to_act="a")
    add(state, "far", troop("z", 5), side="b")
    add(state, "u", troop("s", 10))
    add(state, "h", [hero("h")])
    return state


PLACE = Deploy(unit="au", at=(2000, 1000), facing=UP)


def test_a_character_is_set_up_in_a_unit() -> None:
    """t9a.core.join-unit and t9a.core.pregame-sequence: in a unit that stands, and it is one turn of setting up."""
    inside_unit = DeployInside(unit="ah", target="au")
    assert refusal(deploying(), "a", inside_unit) == JOIN
    state = decide(deploying(), "a", PLACE).state
    assert state.to_act == "b"
    state = decide(state, "b", Deploy(unit="bfar", at=(3000, 4000), facing=DOWN)).state
    state = decide(state, "a", inside_unit).state
    assert formed(state).stands["ah"] == Stand(0, 0)
    assert (state.round, state.turn) == (1, "a"), "everybody stands, so the game begins"


@pytest.mark.parametrize(("y", "fits"), [(1200, True), (1201, False), (157, True), (156, False)])
def test_a_unit_stands_in_its_zone(y: int, fits: bool) -> None:
    """t9a.core.pregame-sequence: 12" deep; two ranks of 20 mm are 1.58" deep."""
    deploy = Deploy(unit="au", at=(2000, y), facing=UP)
    if fits:
        assert decide(deploying(), "a", deploy)
    else:
        assert refusal(deploying(), "a", deploy) == "t9a.core.pregame-sequence"


@pytest.mark.parametrize(("files", "fits"), [(1, True), (10, True), (11, False)])
def test_no_more_files_than_models(files: int, fits: bool) -> None:
    deploy = Deploy(unit="au", at=(2000, 1000), facing=UP, files=files)
    state = deploying()
    if files == 1:
        assert formed(decide(state, "a", deploy)).files == 1
    elif fits:
        assert decide(state, "a", deploy)
    else:
        assert refusal(state, "a", deploy) == "t9a.front-rank.first-rank"


@pytest.mark.parametrize(("places", "files"), [({"ac": (3, 0)}, 5), ({"ac": (0, 1)}, 5)])
def test_the_owner_says_where_a_model_with_front_rank_is_set_up(places: dict[str, Any], files: int) -> None:
    """t9a.front-rank.first-rank: a champion in the fourth file, not in the second rank."""
    state = deploying()
    add(state, "v", [*troop("t", 9), sheet("c", has={"t9a.front-rank": 1})])
    deploy = Deploy(unit="av", at=(2000, 1000), facing=UP, files=files, places=places)
    if places["ac"][1]:
        assert refusal(state, "a", deploy) == "t9a.front-rank.first-rank"
    else:
        assert formed(decide(state, "a", deploy), "av").stands["ac"] == Stand(3, 0)


def test_a_champion_on_another_base_does_not_change_the_base_of_the_unit() -> None:
    state = deploying()
    add(state, "v", [sheet("c", "40x40", has={"t9a.front-rank": 1}), *troop("t", 9)])
    stands = formed(decide(state, "a", Deploy(unit="av", at=(2000, 1000), facing=UP)), "av")
    assert stands.cell == (20, 20) and stands.stands["ac"] == Stand(0, 0, 2, 2)


def test_of_two_war_platforms_one_stands_in_the_middle() -> None:
    """t9a.core.war-platform: the other stands beside it, in the first rank too."""
    state = deploying()
    platforms = [sheet(key, "60x40", has={"t9a.front-rank": 1, "t9a.core.war-platform": 1}) for key in ("c", "d")]
    add(state, "v", [*platforms, *troop("t", 20)])
    stands = formed(decide(state, "a", Deploy(unit="av", at=(2000, 1000), facing=UP, files=9)), "av")
    assert stands.stands["ac"] == Stand(3, 0, 3, 2) and stands.stands["ad"] == Stand(0, 0, 3, 2)


def test_a_unit_without_room_is_left_out_and_lost() -> None:
    """t9a.core.pregame-sequence: the battle goes on without it, and the enemy has its points."""
    state = decide(deploying(), "a", LeaveOut(unit="au")).state
    assert words.lost(state, state.units["au"]) and score(state) == {"a": 0, "b": 100}
    assert state.to_act == "b"
    assert refusal(replace(state, to_act="a"), "a", Deploy(unit="au", at=(2000, 1000), facing=UP)) == (
        "t9a.core.pregame-sequence"
    )
    assert refusal(deploying(), "a", LeaveOut(unit="bfar")) == words.ACTED


def test_what_is_proposed_can_be_declared() -> None:
    """In the deployment every option has a proposal that is accepted."""
    state, ruleset = decide(deploying(), "a", PLACE).state, rules.load("t9a")
    state = replace(state, to_act="a")
    for option in ruleset.options(ask(state)):
        choice = Choice(ask(state), option, [option], Seeded(b"1", "x"), {})
        made = list(ruleset.act(option.action).proposals(choice))
        assert decide(state, "a", made[0])


# Full Ranks, lines, heights


@pytest.mark.parametrize(
    ("height", "files", "count", "full"),
    [("Standard", 5, 10, 2), ("Standard", 4, 20, 0), ("Standard", 5, 9, 1), ("Large", 3, 6, 2), ("Large", 2, 6, 0),
     ("Large", 3, 5, 1), ("Gigantic", 1, 2, 2)],
)  # fmt: skip
def test_full_ranks(height: str, files: int, count: int, full: int) -> None:
    """t9a.core.full-ranks and t9a.core.size-and-type: five models, three large ones, one gigantic."""
    state = board()
    add(state, "u", troop("s", count, keywords=(height, "Infantry")), (2000, 2000), files=files)
    ctx = ask(state)
    assert ranks.full(ctx, ctx.state.units["au"]) == full


@pytest.mark.parametrize(
    ("height", "files", "line"), [("Standard", 7, False), ("Standard", 8, True), ("Large", 8, False)]
)
def test_a_line_of_eight(height: str, files: int, line: bool) -> None:
    """t9a.core.line-formation: a line counts no Full Ranks."""
    state = board()
    add(state, "u", troop("s", 16, keywords=(height, "Infantry")), (2000, 2000), files=files)
    ctx = ask(state)
    assert ranks.in_line(ctx.state, ctx.state.units["au"]) == line
    assert (ranks.full(ctx, ctx.state.units["au"]) == 0) == line


def test_ranks_close_when_nobody_with_the_base_of_the_unit_is_left() -> None:
    """Of a unit with two characters beside it only those are left: they stand by themselves."""
    state = board()
    add(state, "far", troop("z", 5), (6900, 4700), DOWN, side="b")
    add(state, "u", troop("s", 1), (2000, 2000), files=1)
    inside(state, state.units["au"], hero("m", "50x50"), hero("n", "50x50"), left="m", right="n")
    state.models["as1"].out = True
    ctx = ask(state)
    ranks.closed(ctx, ctx.state.units["au"], "t9a.core.dangerous-terrain")
    stands = ctx.state.units["au"].formation
    assert stands is not None and sorted(stands.stands) == ["am", "an"] and stands.cell == (50, 50)


# the score


def ending(option: int = objective.GROUND, prize: int = 450, **changes: Any) -> State:
    """The last step of the last turn; the middle of the table is at (3600, 2400)."""
    state = board(round=6, phase="melee", step="fight", turn="b")
    options = {"t9a.core.scoring": option, "t9a.core.victory": prize}
    return replace(state, to_act="b", options=options, **changes)


SCORING = {"t9a.core.scoring": 1}


def outcome(state: State) -> Any:
    over = decide(state, "b", Pass()).state.over
    assert over is not None
    return over


@pytest.mark.parametrize(("near", "won"), [(600, True), (601, False)])
def test_to_hold_the_ground(near: int, won: bool) -> None:
    """t9a.core.scoring and t9a.core.victory: a unit within 6" of the middle is worth 450 points at the end."""
    state = ending()
    add(state, "u", troop("s", 5), (3600, 2400 - near), has=SCORING)
    add(state, "far", troop("z", 5), (6900, 4700), DOWN, side="b", has=SCORING)
    over = outcome(state)
    assert (over.winner, over.score) == (("a", {"a": 450, "b": 0}) if won else ("", {"a": 0, "b": 0}))
    assert over.reason == "t9a.core.victory"
    if won:
        (counted,) = effects_of(decide(state, "b", Pass()), Counted)
        assert (counted.rule, counted.side, counted.by) == ("t9a.core.scoring", "a", 450)
    assert [e.value for e in effects_of(decide(state, "b", Pass()), Noted, "t9a.core.scoring")] == [int(won), 0]


@pytest.mark.parametrize("why", ["without the rule", "fleeing", "late", "as many"])
def test_who_does_not_hold_it(why: str) -> None:
    """t9a.core.scoring"""
    state = ending()
    unit = add(state, "u", troop("s", 5), (3600, 2300), has={} if why == "without the rule" else SCORING)
    add(state, "far", troop("z", 5), (3600, 2500), DOWN, side="b", has=SCORING if why == "as many" else {})
    if why == "fleeing":
        unit.game[words.FLEEING] = "panic"
    if why == "late":
        unit.game[words.SCORELESS] = 1
    assert outcome(state).winner == ""


@pytest.mark.parametrize(("y", "won"), [(3601, True), (3600, False)])
def test_to_break_through(y: int, won: bool) -> None:
    """t9a.core.scoring: the enemy's zone begins at 36"."""
    state = ending(objective.BREAKTHROUGH)
    add(state, "u", troop("s", 5), (3600, y), has=SCORING)
    add(state, "far", troop("z", 5), (6900, 4700), DOWN, side="b", has=SCORING)
    assert outcome(state).winner == ("a" if won else "")


def test_without_an_objective() -> None:
    state = ending(objective.NONE)
    add(state, "u", troop("s", 5), (3600, 2400), has=SCORING)
    add(state, "far", troop("z", 5), (6900, 4700), DOWN, side="b")
    assert outcome(state).score == {"a": 0, "b": 0}


def test_a_unit_counts_when_all_its_models_are_lost() -> None:
    """t9a.core.victory: a character that has joined another unit has not been lost with his own."""
    state = inner()
    assert score(state) == {"a": 0, "b": 0}
    for model in state.models.values():
        model.out = model.unit == "au" and model.id != "ah"
    assert score(state) == {"a": 0, "b": 100}
    state.models["ah"].out = True
    assert score(state) == {"a": 0, "b": 200}


def test_the_score_is_told_in_its_parts() -> None:
    """t9a.core.victory: destroyed units, and the objective; and how many enemy models are out of action."""
    state = inner()
    for model in state.models.values():
        model.out = model.unit == "au" and model.id != "ah"
    out = sum(model.out for model in state.models.values())
    state.sides["a"].counters["vp"] = 450
    assert score(state) == {"a": 450, "b": 100}
    assert rules.tallies(rules.load("t9a"), state) == {
        "primary": {"a": 0, "b": 100}, "secondary": {"a": 450, "b": 0}, "kills": {"a": 0, "b": out}
    }  # fmt: skip
    assert out > 1
