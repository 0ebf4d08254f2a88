"""Every worked example and illustrated case of the source, with its figures. The lines are those of the source.

- 5, a rider has a rule that his mount has not: `test_judged_muster.py`, test_the_whole_model_has_what_its_rider_has;
- 35, Channel (2) and Channel (1) are Channel (3): `test_channel_of_2_and_1` here;
- 73, a failed Panic test is no flight of one's own will: `test_judged_morale.py`,
  test_who_comes_back_from_a_feigned_flight_in_order, and `test_a_unit_in_panic_feigns_nothing` here;
- 84, over Dangerous Terrain, and into it: `test_over_a_pond_and_into_it`;
- 112, a base of 40x40 among 20x20: `test_40_by_40_among_20_by_20`;
- 114, the first rank is full, and the second: `test_those_who_do_not_fit_stand_in_the_next_rank`;
- 124, a base of 50x50 among 20x20: `test_50_by_50_among_20_by_20`;
- 142, figure 18, case 1: `test_figure_18_case_1`; 143, case 2: `test_figure_18_case_2`;
- 164, an attack on the way: `test_light_troops.py`, the tests of t9a.light-troops.action-mid-move.
"""

from __future__ import annotations

from typing import Any

import pytest

import rules
from rules.kernel.effects import Rolled
from rules.kernel.state import Decision, Stand, State
from rules.t9a import ranks
from rules.t9a.discipline import TakeTest
from rules.t9a.join import Join
from rules.t9a.manoeuvre import Ahead, Back
from rules.t9a.movement import Advance, March, Reform
from rules.t9a.special.channel import ChannelTokens
from rules.t9a.special.engineer import Aid
from tests.rules.deciding import answer, decide, effects_of, refusal
from tests.rules.t9a.ground import add, ask, board, formed, hero, inside, sheet, troop, where
from tests.rules.t9a.parade import bow, foes, ground, piece, regiment

YELLOW = {"t9a.front-rank": 1}
FLED = {"t9a.core.fleeing": "panic"}
DANGER = "t9a.core.dangerous-terrain"
HERO = ("Standard", "Infantry", "Character")


@pytest.mark.decides("t9a.channel.cumulative", by="t9a.channel.add-tokens")
@pytest.mark.parametrize(("held", "tokens"), [("2,1", 3), (2, 2), (1, 1)])
def test_channel_of_2_and_1(held: int | str, tokens: int) -> None:
    """t9a.channel.cumulative"""
    mage = regiment("a1", count=1, has={"t9a.channel": held}, keywords=HERO)
    state = ground(mage, foes("b1"), phase="magic", step="siphon")
    assert decide(state, "a", ChannelTokens(model="a1.1")).state.sides["a"].counters["veil tokens"] == tokens


@pytest.mark.decides("t9a.feigned-flight.not-after-panic", by="t9a.core.panic.fail")
@pytest.mark.parametrize(("dice", "noted"), [([6, 6], "t9a.feigned-flight.not-after-panic"), ([1, 1], None)])
def test_a_unit_in_panic_feigns_nothing(dice: list[int], noted: str | None) -> None:
    """t9a.feigned-flight.not-after-panic: what it flees from was no charge."""
    state = ground(regiment("a1", has={"t9a.feigned-flight": 1}), foes("b1"),
                   pending=Decision("t9a.core.panic.fail", "a", "a1"))  # fmt: skip
    after = decide(state, "a", TakeTest(unit="a1"), dice).state.units["a1"]
    assert after.game.get("t9a.feigned-flight.voluntary") == noted


@pytest.mark.decides("t9a.fly.dangerous-landing", by=DANGER)
@pytest.mark.parametrize(("length", "tested"), [(900, False), (600, True)])
def test_over_a_pond_and_into_it(length: int, tested: bool) -> None:
    """t9a.fly.dangerous-landing: the pond lies from 5" to 7" ahead; one that lands 9" ahead has passed it."""
    flyer = regiment("a1", count=1, has={"t9a.fly": "8,16"})
    state = ground(flyer, foes("b1", (5000, 4700)), terrain=(piece("Pond", 900, 1500, 1500, 1700, "water"),))
    done = decide(state, "a", March(unit="a1", way=(Ahead(length),), fly=True), [6] if tested else [])
    assert bool(effects_of(done, Rolled, DANGER)) is tested


def with_(*heroes: Any, count: int = 10, files: int = 5, yellow: int = 0) -> State:
    """A unit of 20 mm with so many models of Front Rank, and heroes behind it who may join it."""
    state = board()
    add(state, "far", troop("z", 5), (6000, 4300), (0, -1000), side="b")
    add(state, "idle", troop("i", 5), (6000, 400))
    front = [sheet(f"y{n}", has=YELLOW) for n in range(yellow)]
    add(state, "u", [*front, *troop("u", count - yellow)], (2000, 2000), files=files)
    for n, each in enumerate(heroes):
        add(state, each.id, [each], (1500 + 200 * n, 2400), files=1)
    return state


def joined(state: State, *keys: str) -> State:
    for key in keys:
        state = decide(state, "a", Join(unit=f"a{key}", target="au")).state
        state.units["au"].turn.clear()
    return state


def test_40_by_40_among_20_by_20() -> None:
    """t9a.front-rank.matching.multiple, .counts-as: it stands in two ranks and two files, as four of them would."""
    state = joined(with_(hero("h1", "40x40"), count=6), "h1")
    place = formed(state).stands["ah1"]
    assert (place.rank, place.wide, place.deep) == (0, 2, 2)
    ctx = ask(state)
    assert ranks.full(ctx, ctx.state.units["au"]) == 2, "6 and 4 are two ranks of five"


def test_those_who_do_not_fit_stand_in_the_next_rank() -> None:
    """t9a.front-rank.matching.next-rank: of five with the rule three have room in the first rank, two in the second;
    then that is full as well, and the next one stands in the third.
    """
    state = joined(with_(*(hero(f"h{n}") for n in range(1, 8)), count=9, files=3), *(f"h{n}" for n in range(1, 8)))
    assert sorted(formed(state).stands[f"ah{n}"].rank for n in range(1, 8)) == [0, 0, 0, 1, 1, 1, 2]


def test_50_by_50_among_20_by_20() -> None:
    """t9a.front-rank.mismatching.definition, .placement: beside the unit, and no rank or file more."""
    state = joined(with_(hero("h1", "50x50")), "h1")
    stands = formed(state)
    assert "ah1" not in stands.stands and stands.files == 5
    assert "ah1" in {each.model for each in (stands.left, stands.right) if each is not None}


@pytest.mark.decides("t9a.front-rank.figure.case-1", by="t9a.core.full-ranks")
@pytest.mark.parametrize(("count", "full"), [(11, 3), (10, 2)])
def test_figure_18_case_1(count: int, full: int) -> None:
    """t9a.front-rank.figure.case-1: one beside, one of two files and ranks inside: 11 and 4 are three ranks of five."""
    state = joined(with_(hero("h1", "50x50"), hero("h2", "40x40"), count=count), "h1", "h2")
    stands = formed(state)
    assert "ah1" not in stands.stands and stands.stands["ah2"].rank == 0
    ctx = ask(state)
    assert ranks.full(ctx, ctx.state.units["au"]) == full


@pytest.mark.decides("t9a.front-rank.figure.case-2", by="t9a.front-rank.matching.minimal-shuffle")
@pytest.mark.parametrize("yellow", [2, 0])
def test_figure_18_case_2(yellow: int) -> None:
    """t9a.front-rank.figure.case-2, t9a.front-rank.figure.colours: the yellow models have the rule, the green none.

    Of four files the yellow have the second and the fourth; a base of two files finds room only if one of them is
    shifted sideways. Where nobody is yellow nobody is shifted: the green go to the rear.
    """
    state = with_(hero("h1", "40x40"), count=8, files=4, yellow=yellow)
    unit = state.units["au"]
    if yellow:
        places = {"ay0": Stand(1, 0), "ay1": Stand(3, 0), "au1": Stand(0, 0), "au2": Stand(2, 0)}
        inside(state, unit, at={key[1:]: place for key, place in places.items()})
        rest = [key for key in formed(state).stands if key not in places]
        inside(state, unit, at={key[1:]: Stand(n, 1) for n, key in enumerate(sorted(rest))})
    decided = decide(state, "a", Join(unit="ah1", target="au"))
    first = {key for key, place in formed(decided).stands.items() if place.rank == 0}
    assert first >= {"ah1", *(f"ay{n}" for n in range(yellow))}
    assert where(decided, "ah1")[1] == 1
    if yellow:
        moved = [key for key, file in (("ay0", 1), ("ay1", 3)) if formed(decided).stands[key].file != file]
        assert len(moved) == 1


# positions of the chapters without examples


@pytest.mark.parametrize(
    ("joiner", "host", "clause"),
    [
        pytest.param({"has": {"t9a.chariot": 1}}, {}, "t9a.chariot.join-restriction", id="join-restriction"),
        pytest.param({"has": {"t9a.chariot": 1, "t9a.core.war-platform": 1}}, {}, "ok", id="war-platform-may-join"),
        pytest.param({"has": {"t9a.chariot": 1}}, {"has": {"t9a.chariot": 1}}, "ok", id="chariots-together"),
        pytest.param({}, {"has": {"t9a.chariot": 1}}, "t9a.chariot.non-chariot-character", id="non-chariot-character"),
        pytest.param({}, {"has": {"t9a.chariot": 1, "t9a.core.war-platform": 1}}, "ok", id="platform-unit-exception"),
        pytest.param({}, {"has": {"t9a.insignificant": 1}}, "t9a.insignificant.characters", id="insignificant"),
        pytest.param(
            {"has": {"t9a.insignificant": 1}}, {"has": {"t9a.insignificant": 1}}, "ok", id="insignificant.too"
        ),
        pytest.param({"has": {"t9a.insignificant": 1}}, {}, "ok", id="insignificant.among-others"),
    ],
)
def test_who_joins_whom(joiner: dict[str, Any], host: dict[str, Any], clause: str) -> None:
    """t9a.chariot, t9a.insignificant"""
    state = board()
    add(state, "far", troop("z", 5), (6000, 4300), (0, -1000), side="b")
    add(state, "u", troop("u", 10, **host), (2000, 2000))
    add(state, "h", [hero("h1", **joiner)], (2100, 2400), files=1)
    assert answer(state, "a", Join(unit="ah", target="au")) == clause


def battery(engineer: dict[str, Any], gap: int = 600, **machine: Any) -> State:
    """A War Machine, and an Engineer (3+) so far to the right of it."""
    about = {"keywords": HERO, "has": {"t9a.engineer": 3}, **engineer}
    gun = {"keywords": ("Standard", "Construct", "War Machine"), "Aim": 5, "HP": 3, "weapons": (bow(),), **machine}
    return ground(regiment("a1", count=1, **gun), regiment("a2", (1079 + gap, 1000), 1, **about),
                  foes("b1", (1394, 2500)), phase="shooting", step="shoot")  # fmt: skip


@pytest.mark.parametrize(
    ("state", "clause"),
    [
        pytest.param(battery({}), "ok", id="t9a.engineer.range.6"),
        pytest.param(battery({}, 602), "t9a.engineer.range", id="t9a.engineer.range.beyond"),
        pytest.param(battery({"game": FLED}), "t9a.core.fleeing", id="t9a.core.fleeing.engineer"),
        pytest.param(battery({"turn": {"t9a.core.shaken": 1}}), "ok", id="t9a.core.shaken.engineer"),
        pytest.param(battery({"has": {}}), "t9a.engineer.one-machine", id="t9a.engineer.one-machine.no-engineer"),
        pytest.param(battery({}, keywords=("Standard", "Construct")), "t9a.engineer.one-machine",
                     id="t9a.engineer.one-machine.no-machine"),
    ],
)  # fmt: skip
def test_which_engineer_helps(state: State, clause: str) -> None:
    assert answer(state, "a", Aid(model="a2.1", target="a1")) == clause


@pytest.mark.parametrize(("game", "clause"), [({}, "ok"), (FLED, "t9a.core.fleeing")])
def test_who_flees_does_not_channel(game: dict[str, str], clause: str) -> None:
    """t9a.channel.optional: what one may do or leave is nothing for those who flee (t9a.core.fleeing)."""
    mage = regiment("a1", count=1, has={"t9a.channel": 1}, keywords=HERO, game=game)
    state = ground(mage, regiment("a2", (4000, 1000), 1, has={"t9a.channel": 1}), foes("b1", (5000, 4700)),
                   phase="magic", step="siphon")  # fmt: skip
    assert answer(state, "a", ChannelTokens(model="a1.1")) == clause
    offered = {o.model for o in rules.options(rules.load("t9a"), state) if o.action == "channel"}
    assert ("a1.1" in offered) is (clause == "ok")


GHOST, HOUSE = {"t9a.ghost-step": 1}, piece("House", 900, 1100, 1500, 1200, "building")


@pytest.mark.parametrize(
    ("has", "special", "length", "clause"),
    [
        # two ranks are 1.57" deep: 4.6" ahead the rear is 1.02" behind the house
        pytest.param(GHOST, {}, 460, "ok", id="t9a.ghost-step.open-terrain"),
        pytest.param(GHOST, {}, 450, "t9a.ghost-step.spacing", id="t9a.ghost-step.spacing"),
        pytest.param(GHOST, {}, 150, "t9a.ghost-step.spacing", id="t9a.ghost-step.spacing.inside"),
        pytest.param({}, {}, 460, "t9a.core.unit-spacing", id="t9a.ghost-step.open-terrain.without"),
        pytest.param(GHOST, {4: {"has": {}}}, 460, "t9a.core.unit-spacing", id="t9a.ghost-step.open-terrain.not-all"),
    ],
)
def test_through_a_house(has: dict[str, int], special: dict[int, Any], length: int, clause: str) -> None:
    state = ground(regiment("a1", has=has, special=special), foes("b1", (5000, 4700)), terrain=(HOUSE,))
    assert answer(state, "a", March(unit="a1", way=(Ahead(length),))) == clause


@pytest.mark.parametrize(
    ("has", "action", "clause"),
    [
        pytest.param({}, Advance(unit="a1", way=(Ahead(800),), fly=True), "ok", id="t9a.fly.advance-rate"),
        pytest.param({}, Advance(unit="a1", way=(Back(400),), fly=True), "ok", id="t9a.fly.advance-rate.half-back"),
        pytest.param({}, Advance(unit="a1", way=(Back(401),), fly=True), "t9a.core.advance-move",
                     id="t9a.fly.advance-rate.more-than-half-back"),
        pytest.param({}, March(unit="a1", way=(Back(100),), fly=True), "t9a.core.march-move", id="t9a.fly.march-back"),
        pytest.param({"t9a.core.advance-move": "-2"}, March(unit="a1", way=(Ahead(1401),), fly=True),
                     "t9a.fly.march-rate", id="t9a.fly.modifiers"),
    ],
)  # fmt: skip
def test_how_far_it_flies(has: dict[str, Any], action: Any, clause: str) -> None:
    state = ground(regiment("a1", has={"t9a.fly": "8,16", **has}), foes("b1", (5000, 4700)))
    assert answer(state, "a", action) == clause


def test_an_aided_machine_has_the_worse_aim_too() -> None:
    """t9a.engineer.aim-replaced: it replaces, whatever is better."""
    state = decide(battery({"has": {"t9a.engineer": 6}}), "a", Aid(model="a2.1", target="a1")).state
    assert refusal(state, "a", Aid(model="a2.1", target="a1")) == "t9a.engineer.once-per-phase"
    assert state.units["a1"].phase["t9a.engineer.all-three"] == 6


def test_a_reform_leaves_a_wide_base_its_front() -> None:
    """t9a.front-rank.matching.reform-too-narrow: as wide as the base is wide enough."""
    state = joined(with_(hero("h1", "60x20")), "h1")
    assert answer(state, "a", Reform(unit="au", facing=(0, 1000), files=3)) == "ok"
    assert refusal(state, "a", Reform(unit="au", facing=(0, 1000), files=2)) == (
        "t9a.front-rank.matching.reform-too-narrow"
    )
