"""What models have by what they are, and which units of a list come: judged by what is decided after the muster."""

from __future__ import annotations

from typing import Any

import pytest

import rules
from rules.kernel.actions import Begin, Muster
from rules.kernel.sheet import Ability, Sheet
from rules.kernel.state import Decision, Formation, Stand, State, Table
from rules.t9a.discipline import TakeTest
from rules.t9a.magic import Cast
from rules.t9a.manoeuvre import Ahead
from rules.t9a.movement import Advance
from rules.t9a.special.channel import ChannelTokens
from tests.rules.deciding import answer, decide, refusal
from tests.rules.t9a.ground import DOWN, UP, add, army, hero, stand, troop

GENERAL, BEARER = ("General",), ("Battle Standard Bearer",)
AGAIN = "t9a.rally-around-the-flag.reroll"


def begun(points: int = 0) -> State:
    """A game that has its table, and its size if there is one."""
    begin = Begin(table=Table(7200, 4800), options={"t9a.core.pregame-sequence": points})
    return decide(rules.empty(rules.load("t9a")), "table", begin).state


def fielded(*units: list[Sheet], **at: tuple[int, int]) -> State:
    """Side a's army, mustered, and its units that are named, on the table; it is its turn."""
    state = decide(begun(), "a", Muster(roster=army(*units))).state
    state = decide(state, "b", Muster(roster=army([hero("z", keywords=GENERAL)]))).state
    state.order, state.turn, state.to_act, state.round, state.pending = ("a", "b"), "a", "a", 2, None
    state.phase, state.step = "movement", "moving"
    for key, place in at.items():
        unit = state.units[f"a{key}"]
        wide, _, long = str(state.models[f"a{unit.sheet.models[0]}"].sheet.profile["Base"]).partition("x")
        stands = {f"a{model}": Stand(n % 5, n // 5) for n, model in enumerate(unit.sheet.models)}
        stand(state, unit, Formation(place, UP, min(5, len(stands)), (int(wide), int(long)), stands))
    return state


@pytest.mark.decides("t9a.bsb.gains-rally-around-the-flag", by=AGAIN)
@pytest.mark.parametrize(
    ("keywords", "away", "again"),
    [
        pytest.param(BEARER, 1200, True, id="t9a.bsb.gains-rally-around-the-flag"),
        pytest.param((), 1200, False, id="t9a.bsb.gains-rally-around-the-flag.another-hero"),
        pytest.param(BEARER, 1201, False, id="t9a.bsb.gains-rally-around-the-flag.beyond-12"),
    ],
)
def test_a_failed_test_is_rolled_again_near_the_standard(keywords: Any, away: int, again: bool) -> None:
    """A March test on 7 is failed with 8; the bearer stands so far to the right of a front of 3.94"."""
    state = fielded(troop("s", 5), [hero("h", keywords=keywords)], [hero("g", keywords=GENERAL)],
                    u1=(1000, 1000), u2=(1394 + away, 1000))  # fmt: skip
    state.pending = Decision("t9a.core.march-move", "a", "au1")
    asked = decide(state, "a", TakeTest(unit="au1"), [4, 4]).state.pending
    assert (asked is not None and asked.clause == AGAIN) is again


RIDER = Ability("Fly", "8,16", kind="rider", rule="t9a.fly")
OF_THE_MOUNT = Ability("Fly", "8,16", kind="mount", rule="t9a.fly")
OF_A_WEAPON = Ability("Fly", "8,16", kind="weapon", rule="t9a.fly")


@pytest.mark.decides("t9a.universal.mounted-character", by="t9a.fly.all-models")
@pytest.mark.decides("t9a.universal.part-gives-whole", by="t9a.fly.all-models")
@pytest.mark.parametrize(
    ("abilities", "clause"),
    [
        pytest.param([RIDER], "ok", id="t9a.universal.mounted-character"),
        pytest.param([OF_THE_MOUNT], "ok", id="t9a.universal.part-gives-whole"),
        pytest.param([], "t9a.fly.all-models", id="t9a.universal.mounted-character.nobody-has-it"),
        pytest.param([OF_A_WEAPON], "t9a.fly.all-models", id="t9a.universal.mounted-character.no-part"),
    ],
)
def test_the_whole_model_has_what_its_rider_has(abilities: list[Ability], clause: str) -> None:
    """The worked example: the rider alone has the rule, and the combined model flies."""
    state = fielded([hero("h", "40x40", keywords=GENERAL, abilities=abilities)], u1=(1000, 1000))
    assert answer(state, "a", Advance(unit="au1", way=(Ahead(800),), fly=True)) == clause


@pytest.mark.parametrize("part", ["rider", "mount"])
@pytest.mark.parametrize(("printed", "tokens"), [({}, 2), ({"t9a.channel": 1}, 3), ({"t9a.channel": "1,1"}, 4)])
def test_what_rider_and_sheet_channel_adds_up(part: str, printed: dict[str, Any], tokens: int) -> None:
    """t9a.channel.cumulative: (2) and (1) are (3), whoever has them."""
    channels = Ability("Channel", "2", kind=part, rule="t9a.channel")
    state = fielded([hero("h", keywords=GENERAL, abilities=[channels], has=printed)], u1=(1000, 1000))
    state.phase, state.step = "magic", "siphon"
    counters = decide(state, "a", ChannelTokens(model="ah")).state.sides["a"].counters
    assert counters["veil tokens"] == tokens


@pytest.mark.parametrize(
    ("printed", "of_part", "given", "penalty"),
    [
        pytest.param({"t9a.magic-resistance": 1}, "3", 0, 3, id="t9a.magic-resistance.best.part"),
        pytest.param({"t9a.magic-resistance": 3}, "1", 0, 3, id="t9a.magic-resistance.best.sheet"),
        pytest.param({"t9a.magic-resistance": 1}, "", 2, 2, id="t9a.magic-resistance.best.given"),
        pytest.param({"t9a.magic-resistance": "2"}, "", 0, 2, id="t9a.magic-resistance.penalty.as-a-text"),
        pytest.param({}, "", 0, 0, id="t9a.magic-resistance.none"),
    ],
)
def test_of_several_resistances_the_best_counts(
    printed: dict[str, Any], of_part: str, given: int, penalty: int
) -> None:
    """A roll of 7 against a value of 7 is reduced by the best of them."""
    parts = [Ability("MR", of_part, kind="mount", rule="t9a.magic-resistance")] if of_part else []
    state = fielded([hero("h", keywords=GENERAL, abilities=parts, has=printed)], u1=(1000, 1000))
    if given:
        state.models["ah"].turn["t9a.magic-resistance"] = given
    add(state, "m", [hero("m", keywords=("Wizard Adept",))], (1000, 2000), DOWN, files=1, side="b")
    state.phase, state.step, state.turn, state.to_act = "magic", "cast", "b", "b"
    state.sides["b"].counters["magic dice"] = 5
    for value, is_cast in ((7 - penalty, True), (8 - penalty, False)):
        spell = Cast(model="bm", spell="H", dice=2, value=value, target="au1")
        pending = decide(state, "b", spell, [3, 4]).state.pending
        assert (pending is not None and pending.clause == "t9a.core.cast") is is_cast


# which part of a list comes


LIST = ([hero("g", keywords=GENERAL)], troop("s", 5), troop("t", 5), [hero("k", keywords=GENERAL)])


def picked(*pick: str) -> Muster:
    return Muster(roster=army(*LIST), pick=pick)


FIRST, SECOND = ("s1", "s2", "s3", "s4", "s5"), ("t1", "t2", "t3", "t4", "t5")


@pytest.mark.parametrize(
    ("pick", "points", "clause"),
    [
        pytest.param(("g", *FIRST), 0, "ok", id="two-units"),
        pytest.param(("k", *SECOND), 200, "ok", id="two-units-of-200-points"),
        pytest.param(("g", *FIRST), 199, "t9a.core.pregame-sequence", id="too-many-points"),
        pytest.param((), 0, "t9a.core.general", id="the-whole-list-has-two-generals"),
        pytest.param(("g", "k", *FIRST), 0, "t9a.core.general", id="two-generals-picked"),
        pytest.param(FIRST, 0, "t9a.core.general", id="no-general-picked"),
        pytest.param(("g", *FIRST[:4]), 0, "t9a.core.pregame-sequence", id="part-of-a-unit"),
        pytest.param(("g", *FIRST, "s1"), 0, "t9a.core.pregame-sequence", id="a-model-twice"),
        pytest.param(("g", *FIRST, "x1"), 0, "t9a.core.pregame-sequence", id="nobody-of-the-list"),
    ],
)
def test_which_units_of_a_list_can_come(pick: tuple[str, ...], points: int, clause: str) -> None:
    """What is picked is the army: it is held to the points and has the General."""
    assert answer(begun(points), "a", Muster(roster=army(*LIST), pick=pick)) == clause


def test_only_what_is_picked_comes() -> None:
    state = decide(begun(), "a", picked("g", *SECOND)).state
    assert sorted(state.models) == sorted(f"a{key}" for key in ("g", *SECOND))
    assert sorted(state.units) == ["au1", "au3"]
    assert state.sides["a"].points == 200
    assert refusal(state, "a", picked("g", *SECOND)) == "t9a.core.pregame-sequence", "and it comes once"


def test_who_stays_at_home_gives_nothing() -> None:
    """t9a.bsb.one-per-army: of two bearers on a list one can be picked."""
    both = ([hero("g", keywords=GENERAL)], [hero("b1", keywords=BEARER)], [hero("b2", keywords=BEARER)])
    assert answer(begun(), "a", Muster(roster=army(*both))) == "t9a.bsb.one-per-army"
    state = decide(begun(), "a", Muster(roster=army(*both), pick=("g", "b2"))).state
    assert "ab2" in state.models and "ab1" not in state.models
