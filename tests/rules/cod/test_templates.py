"""Blasts, flames and Barrages at ruins of several floors, with the worked examples."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest

import rules
from rules import Decided
from rules.cod.casualties import Casualties, TakeCasualties
from rules.kernel.effects import Noted, Rolled
from rules.kernel.state import Point, State
from rules.wh40k.shooting.shoot import Shoot
from rules.wh40k.shooting.volley import Fire
from rules.wh40k.turn import Pass
from tests.rules.wh40k.field import asked, decide, effects_of, gone, gun, refusal, squad, tank

from .town import at_work, ruin, town

HITS = "wh40k.usr.blast.hits"
BLAST: dict[str, int | str] = {"wh40k.usr.blast": 2}
BARRAGE: dict[str, int | str] = {"wh40k.usr.blast": 2, "wh40k.usr.barrage": 1}
MORTAR = gun("mortar", type="Heavy", range=4800, S=8, AP=5, has=BLAST)
WHIRLWIND = gun("mortar", type="Heavy", range=4800, S=8, AP=3, has=BARRAGE)
FLAMER = gun("flamer", type="Template", range=0, S=8, AP=5)
HIT, ARROW = 1, 5
"""Faces of the scatter die."""


def orks(*places: Point, key: str = "bu1", **more: Any) -> Any:
    """Models at places with heights."""
    unit, models = squad(key, count=len(places), places=[(x, y) for x, y, _ in places], **more)
    for model, place in zip(models, places, strict=True):
        model.at = place
    return unit, models


def shelled(*places: Point, weapon: Any = MORTAR, firer: Any = None, **of_ruin: Any) -> State:
    shooter = firer or squad("au1", (600, 1600), 1, weapons=(weapon,))
    return town(shooter, orks(*places), terrain=ruin(**of_ruin), phase="shooting")


def shot(centre: tuple[int, int] | None = (2200, 1600), floor: int = 0, weapon: str = "mortar", **more: Any) -> Shoot:
    return Shoot(
        unit="au1", target="bu1", fire=(Fire(model="au1.1", weapon=weapon, centre=centre, floor=floor, **more),)
    )


def hits(state: State, action: Shoot, *dice: int) -> dict[str, int]:
    """How many hits each unit takes; whatever needs dice after the scatter misses or fails."""
    done = decide(state, "a", action, dice)
    return {n.target: n.value for n in effects_of(done, Noted) if n.text.startswith("hits")}


TOWER: tuple[Point, ...] = ((2200, 1600, 0), (2250, 1700, 0), (2200, 1500, 300), (2250, 1600, 300), (2200, 1650, 600))


# blasts


CHOICE = "cod.ruin.template.casualty-choice"


def left_to_the_rules(here: State, shoot: Shoot, dice: Iterable[int], *then: int) -> Decided:
    """A shot whose casualties the owner does not choose; `then` are the dice after that question."""
    known = decide(here, "a", shoot, dice)
    assert asked(known)[:2] == (CHOICE, "b")
    return decide(known.state, "b", Pass(), then)


@pytest.mark.decides("cod.terrain.urban-ruin.level-names", by="wh40k.assumed.to-wound")
@pytest.mark.parametrize(("floor", "struck"), [(1, 2), (2, 2), (3, 1)])
def test_a_blast_hits_the_declared_floor(floor: int, struck: int) -> None:
    # cod.ruin.blast.declare-floor
    assert hits(shelled(*TOWER), shot(floor=floor), HIT, *[1] * struck) == {"bu1": struck}


@pytest.mark.parametrize("floor", [0, 4, -1])
def test_a_floor_that_there_is_has_to_be_declared(floor: int) -> None:
    row = "cod.ruin.blast.declare-floor"
    assert refusal(shelled(*TOWER), "a", shot(floor=floor)) == row


def test_nothing_is_declared_where_there_are_no_floors() -> None:
    # cod.ruin.blast.declare-floor
    flat = shelled((2200, 1600, 0), floors=1)
    assert hits(flat, shot(), HIT, 1) == {"bu1": 1}
    assert hits(flat, shot(floor=1), HIT, 1) == {"bu1": 1}
    assert refusal(flat, "a", shot(floor=2)) == "cod.ruin.blast.declare-floor"


@pytest.mark.decides("cod.ruin.blast.scatter-same-floor", by="wh40k.assumed.to-wound")
def test_after_scatter_it_is_still_that_floor() -> None:
    # 6" along x onto others, of whom one is on the declared floor
    here = shelled((2200, 1600, 300), (2600, 1600, 0), (2650, 1600, 300), (2600, 1700, 600), (2550, 1550, 0))
    assert hits(here, shot(floor=2), ARROW, 360, 4, 4, 1) == {"bu1": 1}
    assert hits(here, shot(floor=1), ARROW, 360, 4, 4, 1, 1) == {"bu1": 2}


@pytest.mark.decides("cod.ruin.blast.example-empty", by="wh40k.assumed.to-wound")
def test_example_of_an_empty_floor() -> None:
    # the marker goes over other Orks, none of them on the first floor
    here = shelled((2200, 1600, 0), (2600, 1600, 300), (2650, 1600, 300), (2600, 1700, 600))
    assert hits(here, shot(floor=1), ARROW, 360, 4, 4) == {}
    assert hits(here, shot(floor=2), ARROW, 360, 4, 4, 1, 1) == {"bu1": 2}


@pytest.mark.decides("cod.ruin.blast.example-upper-safe", by="wh40k.assumed.to-wound")
def test_example_of_orks_on_upper_floors() -> None:
    ground, upper = TOWER[:2], TOWER[2:]
    here = town(
        squad("au1", (600, 1600), 1, weapons=(MORTAR,)), orks(*ground), orks(*upper, key="bu2"),
        terrain=ruin(), phase="shooting",
    )  # fmt: skip
    done = left_to_the_rules(here, shot(floor=1), (HIT, 6, 6), 1, 1)
    assert gone(done) == ["bu1.1", "bu1.2"]
    assert hits(here, shot(floor=2), HIT, 1, 1) == {"bu2": 2}


def test_a_marker_aimed_past_a_ruin_hits_its_ground_floor() -> None:
    # cod.ruin.blast.scatter-same-floor: nobody declared another floor
    here = town(
        squad("au1", (600, 1600), 1, weapons=(MORTAR,)), orks((1700, 1600, 0)),
        orks((2150, 1600, 0), (2150, 1500, 300), key="bu2"),
        terrain=ruin(), phase="shooting",
    )  # fmt: skip
    assert hits(here, shot((1700, 1600)), ARROW, 360, 4, 4, 1) == {"bu2": 1}


def test_casualties_come_from_any_models_of_the_unit() -> None:
    # cod.ruin.template.casualty-choice: two are hit, the owner has those fall who were not under the marker
    here = shelled((2200, 1600, 0), (2250, 1700, 0), (2200, 1500, 300), (3000, 1600, 0))
    said = decide(here, "b", Casualties(unit="bu1", models=("bu1.4", "bu1.3"))).state
    done = decide(said, "a", shot(floor=1), (HIT, 6, 6, 1, 1))
    assert effects_of(done, Noted, HITS)[0].value == 2
    assert gone(done) == ["bu1.3", "bu1.4"]
    taken_back = decide(said, "b", Casualties(unit="bu1")).state
    assert gone(left_to_the_rules(taken_back, shot(floor=1), (HIT, 6, 1), 1)) == ["bu1.1"]


def test_the_owner_is_asked_when_the_wounds_are_known() -> None:
    # cod.ruin.template.casualty-choice: two hits, one Wound, and then the owner says who suffers it
    here = shelled((2200, 1600, 0), (2250, 1700, 0), (2200, 1500, 300), (3000, 1600, 0))
    known = decide(here, "a", shot(floor=1), (HIT, 6, 1))
    assert asked(known) == (CHOICE, "b", "bu1")
    assert known.state.pending is not None
    assert known.state.pending.value == 1
    assert known.state.pending.targets == ("bu1.1", "bu1.3", "bu1.2", "bu1.4")
    done = decide(known.state, "b", TakeCasualties(unit="bu1", models=("bu1.4",)), (1,))
    assert gone(done) == ["bu1.4"]
    # who has not named enough loses the closest ones too
    both = decide(here, "a", shot(floor=1), (HIT, 6, 6)).state
    assert gone(decide(both, "b", TakeCasualties(unit="bu1", models=("bu1.4",)), (1, 1))) == ["bu1.1", "bu1.4"]
    assert refusal(here, "b", TakeCasualties(unit="bu1", models=("bu1.4",))) == CHOICE
    assert refusal(known.state, "a", TakeCasualties(unit="bu1", models=("bu1.4",))) == CHOICE
    for models in (("au1.1",), ("bu1.1", "bu1.1")):
        with pytest.raises(rules.Malformed):
            decide(known.state, "b", TakeCasualties(unit="bu1", models=models))
    assert asked(decide(here, "a", shot(floor=1), (HIT, 1, 1)))[0] != CHOICE  # no Wound, no question


def test_who_may_choose_casualties() -> None:
    # cod.ruin.template.casualty-choice
    here = shelled((2200, 1600, 0), (2250, 1700, 0))
    assert refusal(here, "a", Casualties(unit="bu1", models=("bu1.1",))) == CHOICE
    for models in (("au1.1",), ("bu1.1", "bu1.1")):
        with pytest.raises(rules.Malformed):
            decide(here, "b", Casualties(unit="bu1", models=models))


def test_the_choice_is_for_templates_in_ruins() -> None:
    # cod.ruin.template.casualty-choice
    rifle = gun("rifle", type="Heavy", range=4800, S=8, AP=5)
    shooter = squad("au1", (600, 1600), 1, weapons=(rifle, MORTAR))
    for at, weapon, fallen in ((2200, "rifle", "bu1.1"), (1500, "mortar", "bu1.1"), (2200, "mortar", "bu1.2")):
        here = town(shooter, orks((at, 1600, 0), (at + 110, 1600, 0)), terrain=ruin(floors=1), phase="shooting")
        said = decide(here, "b", Casualties(unit="bu1", models=("bu1.2",))).state
        centre = (at, 1600) if weapon == "mortar" else None
        dice = (HIT, 6, 1, 1) if weapon == "mortar" else (6, 6, 1)
        assert gone(decide(said, "a", shot(centre, weapon=weapon), dice)) == [fallen]


@pytest.mark.decides("cod.ruin.template.hold-over", by="wh40k.assumed.to-wound")
def test_who_is_under_a_marker_is_seen_from_above() -> None:
    # however high the floor is
    here = shelled((2200, 1600, 0), (2325, 1600, 600), (2374, 1600, 600), (2501, 1600, 600))
    assert hits(here, shot(None, 3, aimed_at="bu1.2"), HIT, 1, 1, 1) == {"bu1": 3}
    beyond = shelled((2200, 1600, 0), (2325, 1600, 600), (2374, 1600, 600), (2626, 1600, 600))
    assert hits(beyond, shot(None, 3, aimed_at="bu1.2"), HIT, 1, 1) == {"bu1": 2}


def test_without_a_map_heights_are_floors() -> None:
    # cod.ruin.blast.declare-floor, cod.ruin.flamer.floor-range: 3" a floor
    def here(weapon: Any) -> State:
        firer = squad("au1", (1900, 1600), 1, weapons=(weapon,))
        target = orks((2300, 1600, 0), (2300, 1650, 300), (2300, 1550, 600))
        return town(firer, target, mapped=False, phase="shooting")

    assert refusal(here(MORTAR), "a", shot((2300, 1650))) == "cod.ruin.blast.declare-floor"
    assert hits(here(MORTAR), shot((2300, 1650), 2), HIT, 1) == {"bu1": 1}
    assert refusal(here(FLAMER), "a", flame(3)) == "cod.ruin.flamer.floor-range"
    assert hits(here(FLAMER), flame(2), 1) == {"bu1": 1}


# flames


def flamed(*places: Point, at: Point = (2100, 1600, 0), **of_firer: Any) -> State:
    firer = squad("au1", at, 1, weapons=(FLAMER,), **of_firer)
    return town(firer, orks(*places), terrain=ruin(floors=4), phase="shooting")


SIX: tuple[Point, ...] = (
    (2400, 1600, 0), (2500, 1620, 0), (2450, 1580, 300), (2600, 1600, 300), (2550, 1600, 600), (2650, 1600, 600),
)  # fmt: skip


def flame(floor: int) -> Shoot:
    return shot(None, floor, "flamer", direction=(1, 0))


@pytest.mark.decides("cod.ruin.flamer.example", "cod.ruin.flamer.one-floor", by="wh40k.assumed.to-wound")
def test_example_of_two_of_six_orks() -> None:
    # all six would be hit if they stood on the ground
    assert hits(flamed(*SIX), flame(1), 1, 1) == {"bu1": 2}
    assert hits(flamed(*((x, y, 0) for x, y, _ in SIX)), flame(1), *[1] * 6) == {"bu1": 6}


@pytest.mark.parametrize(("own", "floor", "reached"), [
    (0, 1, True), (0, 2, True), (0, 3, False), (300, 1, True), (300, 2, True), (300, 3, True),
    (600, 1, False), (600, 3, True),
])  # fmt: skip
def test_a_flame_reaches_the_next_floor(own: int, floor: int, reached: bool) -> None:
    row = "cod.ruin.flamer.floor-range"
    here = flamed(*SIX, at=(2100, 1600, own))
    if reached:
        assert hits(here, flame(floor), 1, 1) == {"bu1": 2}
    else:
        assert refusal(here, "a", flame(floor)) == row


@pytest.mark.parametrize("floor", [0, 5])
def test_the_floor_of_a_flame_is_declared_first(floor: int) -> None:
    row = "cod.ruin.flamer.declare-first"
    assert refusal(flamed(*SIX), "a", flame(floor)) == row


@pytest.mark.decides("cod.ruin.flamer.skimmer-any-floor", by="cod.ruin.flamer.floor-range")
@pytest.mark.parametrize("floor", [1, 2, 3])
def test_a_skimmer_flames_any_floor(floor: int) -> None:
    # who drives on the ground reaches two floors
    for keywords, reached in (("Vehicle", "Skimmer"), True), (("Vehicle", "Tank"), floor < 3):
        speeder = tank("au1", (1700, 1600), keywords=keywords, weapons=(FLAMER,))
        here = town(speeder, orks(*((x - 350, y, z) for x, y, z in SIX)), terrain=ruin(floors=4), phase="shooting")
        if reached:
            assert hits(here, flame(floor), 1, 1) == {"bu1": 2}
        else:
            assert refusal(here, "a", flame(floor)) == "cod.ruin.flamer.floor-range"


def test_a_flame_in_the_open_needs_no_floor() -> None:
    # cod.ruin.flamer.declare-first: only at a ruin
    here = town(
        squad("au1", (1000, 1600), 1, weapons=(FLAMER,)), orks((1300, 1600, 0)), terrain=ruin(), phase="shooting"
    )
    assert hits(here, flame(0), 1) == {"bu1": 1}


# barrages


def test_a_barrage_hits_the_topmost_floor() -> None:
    # cod.ruin.barrage.top-floor, cod.ruin.barrage.affected
    here = shelled(*TOWER, weapon=WHIRLWIND)
    assert hits(here, shot(), HIT, 1) == {"bu1": 1}


@pytest.mark.parametrize("floor", [1, 3])
def test_nobody_chooses_the_floor_of_a_barrage(floor: int) -> None:
    row = "cod.ruin.barrage.top-floor"
    assert refusal(shelled(*TOWER, weapon=WHIRLWIND), "a", shot(floor=floor)) == row


def test_a_floor_that_does_not_reach_under_the_hole_does_not_count() -> None:
    # cod.ruin.barrage.top-floor: the upper floors have fallen away here; who is on them is not hit
    here = shelled((2200, 1600, 0), (2450, 1600, 300), weapon=WHIRLWIND, upper=(2400, 1000, 3200, 2200))
    aimed = Shoot(unit="au1", target="bu1", fire=(Fire(model="au1.1", weapon="mortar", centre=(2200, 1600)),))
    assert hits(here, aimed, HIT, 1) == {"bu1": 1}
    done = left_to_the_rules(here, aimed, (HIT, 6), 1)
    assert gone(done) == ["bu1.1"]


@pytest.mark.decides("cod.ruin.barrage.affected", by="wh40k.assumed.to-wound")
def test_a_barrage_beside_the_ruin_hits_the_ground() -> None:
    # the hole is in the street; a little farther on it is over the ruin, whose topmost floor is empty
    here = shelled((1940, 1600, 0), (2060, 1600, 300), (2060, 1500, 0), weapon=WHIRLWIND)
    aimed = Shoot(unit="au1", target="bu1", fire=(Fire(model="au1.1", weapon="mortar", centre=(1940, 1600)),))
    assert hits(here, aimed, HIT, 1, 1) == {"bu1": 2}
    inside = Shoot(unit="au1", target="bu1", fire=(Fire(model="au1.1", weapon="mortar", centre=(2010, 1600)),))
    assert hits(here, inside, HIT) == {}


@pytest.mark.decides("cod.ruin.barrage.out-of-sight", by="wh40k.assumed.shooting.sequence")
def test_a_barrage_reaches_whom_nobody_sees() -> None:
    # deep in the ruin only the top floor is in danger
    deep: tuple[Point, ...] = ((2900, 1600, 0), (2900, 1500, 600))
    plain, barrage = shelled(*deep), shelled(*deep, weapon=WHIRLWIND)
    assert refusal(plain, "a", shot((2900, 1600), 1)) == "wh40k.assumed.shooting.sequence"
    indirect = shot((2900, 1600), indirect=True)
    assert hits(barrage, indirect, HIT, 1) == {"bu1": 1}


@pytest.mark.decides("cod.ruin.barrage.example", by="wh40k.assumed.to-wound")
def test_example_of_a_whirlwind_and_eldar() -> None:
    # only the Eldar on the topmost floor are hit, and have cover
    whirlwind = tank("au1", (600, 1600), weapons=(WHIRLWIND,))
    eldar = orks((2200, 1600, 0), (2250, 1650, 0), (2200, 1550, 600), key="bu1", Sv=4)
    here = town(whirlwind, eldar, terrain=ruin(), phase="shooting")
    preferred = town(tank("au1", (600, 1600), weapons=(MORTAR,)), eldar, terrain=ruin(), phase="shooting")
    assert hits(preferred, shot(floor=1), HIT, 1, 1) == {"bu1": 2}
    assert effects_of(decide(here, "a", shot(), (HIT, 1)), Noted, HITS)[0].value == 1
    done = left_to_the_rules(here, shot(), (HIT, 6), 4)
    assert effects_of(done, Noted, HITS)[0].value == 1
    saves = effects_of(done, Rolled, "wh40k.assumed.save.cover")
    assert [(save.needed, save.faces) for save in saves] == [(4, (4,))]
    assert gone(done) == []


# what is offered


def test_units_in_ruins_are_offered_as_targets() -> None:
    # cod.ruin.blast.declare-floor: with some floor the shot may be fired
    here = shelled(*TOWER)
    found = [o for o in rules.options(rules.load("cod"), here) if o.action == "shoot"]
    assert [o.targets for o in found] == [("bu1",)]
    assert at_work(here).state.units["bu1"].size == 5
