"""Close combat across the floors of a ruin: who fights, what contact is, independent characters."""

from __future__ import annotations

from typing import Any

import pytest

from rules.kernel.context import Context
from rules.kernel.state import Point, State
from rules.wh40k import words
from rules.wh40k.assault import closing, combat
from rules.wh40k.assault.charge import Charge, ChargeMove, ChargeRoll
from rules.wh40k.assault.fight import Strike
from rules.wh40k.movement.move import ModelMove
from rules.wh40k.turn import Pass
from tests.rules.wh40k.field import Group, asked, decide, ruleset, squad, wanted

from .town import ruin, town

TO_HIT = "wh40k.assumed.fight.to-hit"
STEPS = "wh40k.assumed.fight.initiative-steps"


def group(key: str, *places: Point, **more: Any) -> Group:
    """Models at places with heights, each with one attack."""
    unit, models = squad(key, count=len(places), places=[(x, y) for x, y, _ in places], **more)
    for model, place in zip(models, places, strict=True):
        model.at = place
    return unit, models


def brawl(*groups: Group) -> State:
    """The fight sub-phase of side a, at the step at which side a strikes."""
    here = town(*groups, terrain=ruin(), phase="assault", step="charge")
    return decide(here, "a", Pass()).state


def attacks(state: State) -> int:
    """How many dice side a rolls to hit at the present step."""
    assert asked_of(state) == (STEPS, "a")
    count, clause = wanted(state, "a", Strike())
    assert clause == TO_HIT
    return count


def asked_of(state: State) -> tuple[str, str]:
    assert state.pending is not None
    return state.pending.clause, state.pending.side


FRONT, FOE = (2500, 1600, 0), (2600, 1600, 0)


@pytest.mark.decides("cod.ruin.assault.eligible", by="wh40k.assumed.fight.to-hit")
@pytest.mark.parametrize(
    ("place", "height", "fights"),
    [
        # on the floor above: the comrade's head is 1.5" up, 1.32" are left sideways
        ((2400, 1600, 300), 150, True),
        ((2500, 1600 - 232, 300), 150, True),
        ((2500, 1600 - 233, 300), 150, False),
        # two floors above only if he is tall
        ((2500, 1600, 600), 150, False),
        ((2500, 1600, 600), 400, True),
        # on the same floor as ever: 2" from base to base
        ((2500, 1300, 0), 150, True),
        ((2500, 1299, 0), 150, False),
    ],
)
def test_who_fights_across_floors(place: Point, height: int, fights: bool) -> None:
    here = brawl(group("au1", FRONT, place, I=5, height=height), group("bu1", FOE))
    assert attacks(here) == (2 if fights else 1)


def test_who_is_above_does_not_fight_beside_one_who_is_above() -> None:
    # cod.ruin.assault.eligible: near a comrade in contact, not near one who is himself only near
    here = brawl(group("au1", FRONT, (2400, 1500, 300), (2300, 1350, 300), I=5), group("bu1", FOE))
    assert attacks(here) == 2


@pytest.mark.parametrize(
    ("place", "contact"),
    [
        ((2600, 1600, 0), True),
        ((2610, 1600, 0), True),
        ((2611, 1600, 0), False),
        ((2500, 1600, 300), False),
        ((2600, 1600, 300), False),
    ],
)
def test_bases_have_to_touch(place: Point, contact: bool) -> None:
    # cod.ruin.assault.base-contact: on another floor no base touches
    here = town(group("au1", FRONT), group("bu1", place), terrain=ruin())
    assert words.locked(here, here.units["au1"]) is contact


@pytest.mark.decides("cod.ruin.assault.base-contact", by="wh40k.assumed.fight.initiative-steps")
def test_units_on_different_floors_fight_no_combat() -> None:
    here = town(group("au1", FRONT), group("bu1", (2500, 1600, 300)), terrain=ruin(), phase="assault", step="charge")
    done = decide(here, "a", Pass())
    assert asked(done) == ("", "", "")
    assert done.state.turn == "b"
    assert asked_of(brawl(group("au1", FRONT, I=5), group("bu1", FOE))) == (STEPS, "a")


@pytest.mark.decides("cod.ruin.assault.independent-character", by="wh40k.assumed.fight.to-hit")
@pytest.mark.parametrize(
    ("place", "fights"),
    [
        # the Broodlord one floor away does not fight, though a Genestealer there would
        ((2400, 1600, 300), False),
        ((2500, 1450, 0), False),
        # in contact he does
        ((2600, 1500, 0), True),
    ],
)
def test_an_independent_character_needs_contact(place: Point, fights: bool) -> None:
    lord = {2: {"keywords": ("Infantry", "Character", "Independent Character")}}
    here = brawl(group("au1", FRONT, place, I=5, special=lord), group("bu1", FOE))
    assert attacks(here) == (2 if fights else 1)
    plain = brawl(group("au1", FRONT, place, I=5), group("bu1", FOE))
    assert attacks(plain) == 2


def test_outside_ruins_it_is_as_in_the_core_rules() -> None:
    # cod.ruin.assault.independent-character: the rule is one of ruins
    lord = {2: {"keywords": ("Infantry", "Character", "Independent Character")}}
    street = [(x - 2000, y, 0) for x, y, _ in (FRONT, (2500, 1450, 0), FOE)]
    here = brawl(group("au1", *street[:2], I=5, special=lord), group("bu1", street[2]))
    assert attacks(here) == 2


# charges up and down


def charging(inches: int, foe: Point) -> State:
    """A model at the gate of a ruin that has rolled so far for a charge at one inside."""
    here = town(group("au1", (2200, 1600, 0)), group("bu1", foe), terrain=ruin(), phase="assault", step="charge")
    declared = decide(here, "a", Charge(unit="au1", targets=("bu1",))).state
    passed = decide(declared, "b", Pass()).state if declared.pending and declared.pending.side == "b" else declared
    roll = (inches // 2, inches - inches // 2, 6)
    return decide(passed, "a", ChargeRoll(unit="au1", difficult=True), roll).state


def up(*path: Point) -> ChargeMove:
    return ChargeMove(unit="au1", moves=(ModelMove(model="au1.1", path=path),))


STAIRS: Point = (2200, 1600, 300)


def test_a_charge_up_the_stairs() -> None:
    # cod.ruin.move.horizontal-unaffected, cod.ruin.move.vertical-table: a floor up and 3" aside with a roll of 5
    here = charging(5, (2600, 1600, 300))
    done = decide(here, "a", up(STAIRS, (2500, 1600, 300))).state
    assert done.models["au1.1"].at == (2500, 1600, 300)
    assert words.locked(done, done.units["au1"])


def test_a_charge_two_floors_up_needs_a_six() -> None:
    # cod.ruin.move.vertical-table
    assert charging(5, (2300, 1600, 600)).pending is None
    done = decide(charging(6, (2300, 1600, 600)), "a", up((2200, 1600, 600))).state
    assert words.locked(done, done.units["au1"])


def test_nobody_has_to_pile_in_to_an_enemy_on_another_floor() -> None:
    """cod.ruin.assault.base-contact: beside him, a floor below, is no contact; on the same floor it is."""
    for place, reached in (((1000, 1000, 300), False), ((1200, 1000, 0), True)):
        here = town(group("au1", (1000, 1000, 0)), group("bu1", place), terrain=ruin(), phase="assault", step="fight")
        here.active = "au1"
        for unit in here.units.values():
            unit.phase[combat.COMBAT] = "au1"
        way = closing.way_in(Context(ruleset("cod"), here, "a", ()), here.units["au1"])
        assert (way is not None) == reached
