"""Psychic powers: Warp Charge, the test, its perils, Deny the Witch, and what a power does; Brotherhoods, Adamantium
Will.
"""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from rules.kernel.context import Context
from rules.kernel.effects import Rolled
from rules.kernel.errors import Malformed
from rules.kernel.events import Claim
from rules.kernel.sheet import Ability
from rules.kernel.state import State
from rules.wh40k import words
from rules.wh40k.shooting import wound
from rules.wh40k.shooting.psychic import Deny, Manifest, PowerEffect
from rules.wh40k.shooting.shoot import Shoot
from rules.wh40k.shooting.volley import Fire
from rules.wh40k.turn import Pass

from ..field import Group, asked, blade, decide, effects_of, field, gone, gun, refusal, ruleset, squad, then

CHARGE = "wh40k.assumed.psychic.warp-charge"
TEST = "wh40k.assumed.psychic.test"
PERILS = "wh40k.assumed.psychic.perils"
DENY = "wh40k.assumed.psychic.deny"
EFFECT = "wh40k.assumed.psychic.power"
BROTHERHOOD = "wh40k.usr.brotherhood"
SMITE = gun("smite", type="Assault", range=1200, S=4, AP=2, shots=1)
PSYKER: dict[str, Any] = {"keywords": ("Infantry", "Psyker"), "has": {CHARGE: 1}, "W": 2, "Ld": 9}


def knowing(group: Group, *powers: str) -> Group:
    """The same squad, its models knowing these powers."""
    unit, models = group
    printed = tuple(Ability(name, kind="power") for name in powers)
    for model in models:
        model.sheet = msgspec.structs.replace(model.sheet, abilities=printed)
    return unit, models


def battle(
    *,
    phase: str = "movement",
    foe: dict[str, Any] | None = None,
    powers: tuple[str, ...] = ("Veil", "Storm"),
    **own: Any,
) -> State:
    psyker = squad("au1", (1000, 1000), own.pop("count", 1), **{**PSYKER, "weapons": (SMITE, blade()), **own})
    return field(knowing(psyker, *powers), squad("bu1", (1000, 1800), 2, **{"Sv": 7, **(foe or {})}), phase=phase)


VEIL = Manifest(unit="au1", model="au1.1", power="Veil")
STORM = Manifest(unit="au1", model="au1.1", power="Storm")
CURSE = Manifest(unit="au1", model="au1.1", power="Veil", target="bu1")


@pytest.mark.parametrize(
    ("dice", "passed"), [pytest.param([4, 5], True, id="wh40k.assumed.psychic.test"), ([4, 6], False)]
)
def test_a_power_needs_a_psychic_test(dice: list[int], passed: bool) -> None:
    done = decide(battle(), "a", VEIL, dice)
    assert asked(done)[0] == (EFFECT if passed else "")


def test_a_point_is_spent_either_way() -> None:
    # wh40k.assumed.psychic.warp-charge
    for dice in ([4, 5], [4, 6]):
        state = decide(battle(), "a", VEIL, dice).state
        if state.pending is not None:
            state = decide(state, "a", Pass()).state
        assert refusal(state, "a", STORM, [1, 2]) == CHARGE
    rich = battle(has={CHARGE: 2})
    state = then(rich, ("a", VEIL, [4, 6]))
    # the same power is not tried twice
    assert refusal(state, "a", VEIL, [1, 2]) == EFFECT
    assert asked(decide(state, "a", STORM, [1, 2]))[0] == EFFECT


def test_who_is_no_psyker_has_no_points() -> None:
    # wh40k.assumed.psychic.warp-charge
    assert refusal(battle(has={}, keywords=("Infantry",)), "a", VEIL, [1, 2]) == CHARGE
    # a psyker of whom no level is printed has the first
    assert asked(decide(battle(has={}), "a", VEIL, [1, 2]))[0] == EFFECT


def test_a_power_that_is_not_printed_is_unknown() -> None:
    # wh40k.assumed.psychic.power
    assert refusal(battle(powers=("Storm",)), "a", VEIL, [1, 2]) == EFFECT


def test_players_declare_what_a_power_does() -> None:
    # wh40k.assumed.psychic.power
    state = decide(battle(), "a", VEIL, [4, 5]).state
    done = decide(state, "a", PowerEffect(unit="au1", changes=(Claim(model="bu1.1", out=True),), note="swallowed"))
    assert gone(done) == ["bu1.1"]
    assert refusal(state, "a", PowerEffect(unit="au1", fire=(Fire("au1.1", "smite"),))) == EFFECT


FNP = "wh40k.usr.feel-no-pain"


def gives(value: int = 4, turns: int = 0, **more: Any) -> State:
    """A power has given the psyker Feel No Pain."""
    state = decide(battle(), "a", VEIL, [4, 5]).state
    given = Claim(model="au1.1", marks={FNP: value}, **more)
    return decide(state, "a", PowerEffect(unit="au1", changes=(given,), turns=turns)).state


def pain(state: State, face: int) -> bool:
    """Whether the psyker feels an unsaved Wound, having rolled this where it may roll."""
    ctx = Context(ruleset(), state.copied(), "b", (face,))
    felt = wound.suffer(ctx, ctx.state.models["au1.1"], "wh40k.assumed.wounds", armour=False)
    assert ctx.read == int(bool(ctx.holds(state.models["au1.1"], FNP)))
    return felt


@pytest.mark.decides("wh40k.usr.source.temporary", by="wh40k.usr.feel-no-pain.roll")
def test_a_power_gives_feel_no_pain() -> None:
    # wh40k.usr.source.temporary: with the number it says
    assert (pain(gives(4), 4), pain(gives(4), 3), pain(gives(5), 4), pain(gives(5), 5)) == (False, True, True, False)
    assert pain(battle(), 6)
    with pytest.raises(Malformed):
        decide(
            battle_with_power(),
            "a",
            PowerEffect(unit="au1", changes=(Claim(model="au1.1", marks={"no.such.rule": 1}),)),
        )


def battle_with_power() -> State:
    return decide(battle(), "a", VEIL, [4, 5]).state


def later(state: State, turn: str, phase: str, round: int) -> State:
    """The position when this phase has come, nobody having done anything."""
    while (state.turn, state.phase, state.round) != (turn, phase, round):
        state = decide(state, state.pending.side if state.pending else state.to_act, Pass()).state
    return state


@pytest.mark.parametrize(("turns", "more", "held"), [
    (0, {"until": "phase"}, (True, False, False, False)),
    (0, {"until": "turn"}, (True, True, False, False)),
    (0, {}, (True, True, True, True)),
    (1, {}, (True, True, False, False)),
    (2, {}, (True, True, True, False)),
])  # fmt: skip
def test_what_is_given_for_a_time_goes(turns: int, more: dict[str, Any], held: tuple[bool, ...]) -> None:
    # wh40k.usr.source.temporary: in that phase, in the next, in the enemy's turn, and in its own after that
    state, found = gives(turns=turns, **more), []
    for now in (("a", "movement", 2), ("a", "shooting", 2), ("b", "movement", 2), ("a", "movement", 3)):
        state = later(state, *now)
        found.append(not pain(state, 6))
    assert tuple(found) == held


def test_how_long_it_lasts_is_said_once() -> None:
    # wh40k.usr.source.temporary
    twice = Claim(model="au1.1", marks={FNP: 4}, until="turn")
    with pytest.raises(Malformed):
        decide(battle_with_power(), "a", PowerEffect(unit="au1", changes=(twice,), turns=1))
    state = gives(turns=2)
    assert state.models["au1.1"].game[words.TEMPORARY] == (f"{FNP} {words.turn_number(state) + 1}",)


@pytest.mark.parametrize(
    ("dice", "wounds"),
    [pytest.param([6, 6], 1, id="wh40k.assumed.psychic.perils"), ([1, 1], 1), ([5, 6], 2), ([1, 2], 2)],
)
def test_a_double_1_or_6_hurts_the_psyker(dice: list[int], wounds: int) -> None:
    # no save: it has one of 4+
    done = decide(battle(), "a", VEIL, dice)
    assert done.state.models["au1.1"].wounds == wounds
    assert len(effects_of(done, Rolled)) == 1


def test_a_psyker_that_dies_of_it_manifests_nothing() -> None:
    # wh40k.assumed.psychic.perils
    state = field(
        knowing(squad("au1", (1000, 1000), 1, **{**PSYKER, "W": 1}), "Veil"), squad("au2", (3000, 3000), 1),
        squad("bu1", (1000, 1800), 1),
    )  # fmt: skip
    done = decide(state, "a", VEIL, [1, 1])
    assert gone(done) == ["au1.1"]
    assert asked(done) == ("", "", "")


# deny the witch


def test_the_target_of_a_power_may_deny_it() -> None:
    # wh40k.assumed.psychic.deny
    done = decide(battle(), "a", CURSE, [4, 5])
    assert asked(done) == (DENY, "b", "bu1")
    assert asked(decide(done.state, "b", Deny(unit="bu1"), [6]))[0] == ""
    assert asked(decide(done.state, "b", Deny(unit="bu1"), [5]))[0] == EFFECT
    assert asked(decide(done.state, "b", Pass()))[0] == EFFECT


@pytest.mark.parametrize(
    ("level", "has", "needed"),
    [
        pytest.param(0, {}, 6, id="wh40k.assumed.psychic.deny"),
        pytest.param(1, {}, 5, id="a psyker of the same level"),
        pytest.param(2, {}, 4, id="a psyker of a higher level"),
        pytest.param(0, {"wh40k.usr.adamantium-will": 1}, 5, id="wh40k.usr.adamantium-will.deny"),
        pytest.param(2, {"wh40k.usr.adamantium-will": 1}, 3, id="both"),
    ],
)
def test_what_helps_to_deny(level: int, has: dict[str, int], needed: int) -> None:
    foe: dict[str, Any] = {"has": {**has, **({CHARGE: level} if level else {})}}
    state = decide(battle(foe=foe), "a", CURSE, [4, 5]).state
    assert asked(decide(state, "b", Deny(unit="bu1"), [needed]))[0] == ""
    assert asked(decide(state, "b", Deny(unit="bu1"), [needed - 1]))[0] == EFFECT


# powers that are shots


BOLT = Manifest(unit="au1", model="au1.1", power="smite", target="bu1")
SHOT = PowerEffect(unit="au1", fire=(Fire("au1.1", "smite"),))


def test_a_power_that_is_a_weapon_is_fired() -> None:
    # wh40k.assumed.psychic.power
    state = battle(phase="shooting", powers=("smite",))
    state = then(state, ("a", BOLT, [4, 5]), ("b", Deny(unit="bu1"), [2]))
    done = decide(state, "a", SHOT, [3, 4])
    assert len(gone(done)) == 1
    assert refusal(state, "a", PowerEffect(unit="au1", changes=(Claim(model="bu1.1", out=True),))) == EFFECT


def test_it_is_not_fired_without_the_test_nor_outside_the_shooting_phase() -> None:
    # wh40k.assumed.psychic.power
    state = battle(phase="shooting", powers=("smite",), weapons=(SMITE, gun()))
    shoot = Shoot(unit="au1", target="bu1", fire=(Fire("au1.1", "smite"),))
    assert refusal(state, "a", shoot, [3, 4]) == EFFECT
    assert refusal(battle(powers=("smite",)), "a", BOLT, [1, 2]) == EFFECT
    # and who fires it fires nothing else
    state = then(state, ("a", BOLT, [4, 5]), ("b", Pass(), []), ("a", SHOT, [1]))
    gunfire = Shoot(unit="au1", target="bu1", fire=(Fire("au1.1", "gun"),))
    assert refusal(state, "a", gunfire, [1, 1]) == EFFECT


def test_its_target_is_within_its_range() -> None:
    # wh40k.assumed.psychic.power
    far = {"places": [(1000, 2301), (1150, 2301)]}
    assert refusal(battle(phase="shooting", powers=("smite",), foe=far), "a", BOLT, [4, 5]) == EFFECT
    near = {"places": [(1000, 2300), (1150, 2301)]}
    assert asked(decide(battle(phase="shooting", powers=("smite",), foe=near), "a", BOLT, [4, 5]))[0] == DENY


# brotherhoods


def brothers(**more: Any) -> State:
    """Three brothers, the third their leader."""
    leader = {"keywords": ("Infantry", "Character"), "Ld": 10, "W": 2, **more.pop("leader", {})}
    special = {3: {"has": {BROTHERHOOD: 1}, **leader}}
    return battle(count=3, keywords=("Infantry",), has={BROTHERHOOD: 1}, Ld=7, W=1, special=special, **more)


@pytest.mark.decides(
    "wh40k.usr.brotherhood.mastery",
    "wh40k.usr.brotherhood.normal-rules",
    by="wh40k.assumed.psychic.warp-charge",
)
def test_a_brotherhood_has_one_point_for_all_of_it() -> None:
    # wh40k.usr.brotherhood.mastery wh40k.usr.brotherhood.normal-rules
    state = decide(brothers(), "a", VEIL, [4, 4]).state
    assert state.pending is not None
    state = decide(state, "a", Pass()).state
    other = Manifest(unit="au1", model="au1.2", power="Storm")
    assert refusal(state, "a", other, [1, 2]) == CHARGE


@pytest.mark.parametrize(
    ("leader", "total", "passed"),
    [
        pytest.param({}, 10, True, id="wh40k.usr.brotherhood.leadership"),
        pytest.param({"keywords": ("Infantry",), "Ld": 7}, 8, False, id="no character: its own"),
        pytest.param(
            {"keywords": ("Infantry", "Character", "Independent Character")}, 8, False,
            id="wh40k.usr.brotherhood.no-ic-leadership",
        ),
    ],
)  # fmt: skip
@pytest.mark.decides(
    "wh40k.usr.brotherhood.leadership",
    "wh40k.usr.brotherhood.no-ic-leadership",
    by="wh40k.assumed.psychic.power",
)
def test_whose_leadership_a_brotherhood_uses(leader: dict[str, Any], total: int, passed: bool) -> None:
    done = decide(brothers(leader=leader), "a", VEIL, [4, total - 4])
    assert (asked(done)[0] == EFFECT) == passed


@pytest.mark.decides("wh40k.usr.brotherhood.perils", by="wh40k.assumed.psychic.perils")
def test_perils_strike_the_character_of_a_brotherhood() -> None:
    # wh40k.usr.brotherhood.perils
    done = decide(brothers(), "a", VEIL, [1, 1])
    assert done.state.models["au1.3"].wounds == 1
    assert not gone(done)
    assert decide(brothers(), "a", VEIL, [1, 2]).state.models["au1.3"].wounds == 2


@pytest.mark.decides("wh40k.usr.brotherhood.perils.no-character", by="wh40k.assumed.psychic.perils")
def test_without_a_character_they_strike_anybody() -> None:
    # wh40k.usr.brotherhood.perils.no-character
    plain = {"keywords": ("Infantry",), "Ld": 7, "W": 1}
    done = decide(brothers(leader=plain), "a", VEIL, [1, 1, 2])
    assert gone(done) == ["au1.2"]
    # an independent character is no brother
    guest = {"keywords": ("Infantry", "Character", "Independent Character"), "W": 1}
    assert gone(decide(brothers(leader=guest), "a", VEIL, [1, 1, 1])) == ["au1.1"]
