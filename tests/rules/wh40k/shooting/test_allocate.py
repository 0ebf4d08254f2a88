"""To whom Wounds go: closest first, mixed saves one at a time, Look Out, Sir."""

from __future__ import annotations

from typing import Any

import pytest

from rules.kernel.effects import Rolled
from rules.wh40k.shooting.ground import Instruct, LookOut
from rules.wh40k.turn import Pass

from ..field import asked, decide, effects_of, field, gone, gun, refusal, squad
from ..shots import resolved, rolls, shoot

CLOSEST = "wh40k.assumed.allocation.closest"
MIXED = "wh40k.assumed.allocation.mixed-saves"
LOOK_OUT = "wh40k.assumed.allocation.look-out-sir"
FROM = (1000, 1000)
PISTOL = (gun(type="Pistol", AP=0),)
HERO: dict[str, Any] = {"keywords": ("Infantry", "Character")}
LONER: dict[str, Any] = {"keywords": ("Infantry", "Character", "Independent Character")}


def line(*ys: int, **more: Any) -> Any:
    """A unit whose models stand one behind the other."""
    return squad("bu1", places=[(1000, y) for y in ys], count=len(ys), **more)


@pytest.mark.parametrize(
    ("row", "ys", "first"),
    [
        ("wh40k.assumed.allocation.closest", (1800, 1600, 1700), ["bu1.2"]),
        ("wh40k.assumed.allocation.closest", (1500, 1600, 1700), ["bu1.1"]),
        ("wh40k.assumed.allocation.closest", (1900, 1800, 1700), ["bu1.3"]),
    ],
)
def test_the_closest_model_first(row: str, ys: tuple[int, ...], first: list[str]) -> None:
    assert row == CLOSEST
    here = field(squad("au1", FROM, 1, weapons=PISTOL), line(*ys), phase="shooting")
    assert gone(decide(here, "a", shoot("au1", "bu1"), [6, 6, 1])) == first


def test_until_it_is_removed_then_the_next() -> None:
    assert CLOSEST == "wh40k.assumed.allocation.closest"
    here = field(squad("au1", FROM, 3, weapons=PISTOL), line(1800, 1600, 1700, W=2), phase="shooting")
    done = decide(here, "a", shoot("au1", "bu1", 3), [6, 6, 6] * 2 + [1, 1, 1])
    assert gone(done) == ["bu1.2"]
    assert done.state.models["bu1.3"].wounds == 1


def test_in_an_assault_base_contact_first() -> None:
    here = field(
        squad("au1", FROM, 1), squad("bu1", places=((1000, 1111), (1000, 1100), (900, 1000)), count=3, Sv=None)
    )
    unsaved, ctx = resolved(here, [6, 6], hits=2, assault=True, attacker="au1.1")
    assert unsaved == 2
    assert [m.id for m in ctx.state.models.values() if m.out] == ["bu1.2", "bu1.3"]


def test_from_a_place() -> None:
    here = field(squad("au1", FROM, 1), line(1500, 1600, 1700, Sv=None))
    _, ctx = resolved(here, [6], attacker="au1.1", origin=(1000, 2000, 0))
    assert [m.id for m in ctx.state.models.values() if m.out] == ["bu1.3"]


def test_only_who_can_be_hit() -> None:
    here = field(squad("au1", FROM, 1), line(1500, 1600, 1700, Sv=None))
    unsaved, ctx = resolved(here, [6, 6], hits=2, attacker="au1.1", only=("bu1.3",))
    assert unsaved == 1
    assert [m.id for m in ctx.state.models.values() if m.out] == ["bu1.3"]


def test_same_saves_are_rolled_together() -> None:
    here = field(squad("au1", FROM, 3, weapons=PISTOL), line(1500, 1600, 1700), phase="shooting")
    done = decide(here, "a", shoot("au1", "bu1", 3), [6] * 6 + [1, 6, 1])
    assert [len(faces) for _, faces in rolls(done)] == [3, 3, 3]
    assert gone(done) == ["bu1.1", "bu1.2"]


def test_mixed_saves_are_rolled_one_at_a_time() -> None:
    assert MIXED == "wh40k.assumed.allocation.mixed-saves"
    here = field(
        squad("au1", FROM, 3, weapons=PISTOL), line(1500, 1600, 1700, special={2: {"Sv": 2}}), phase="shooting"
    )
    done = decide(here, "a", shoot("au1", "bu1", 3), [6] * 6 + [1, 2, 1])
    assert [len(faces) for _, faces in rolls(done)] == [3, 3, 1, 1, 1]
    saved = [effect.model for effect in effects_of(done, Rolled, "wh40k.assumed.save.armour")]
    assert saved == ["bu1.1", "bu1.2", "bu1.2"]
    assert gone(done) == ["bu1.1", "bu1.2"]


@pytest.mark.parametrize(
    ("row", "who", "face", "dies"),
    [
        ("wh40k.assumed.allocation.look-out-sir", HERO, 3, "bu1.1"),
        ("wh40k.assumed.allocation.look-out-sir", HERO, 4, "bu1.2"),
        ("wh40k.assumed.allocation.look-out-sir", LONER, 1, "bu1.1"),
        ("wh40k.assumed.allocation.look-out-sir", LONER, 2, "bu1.2"),
    ],
)
def test_look_out_sir(row: str, who: dict[str, Any], face: int, dies: str) -> None:
    here = field(squad("au1", FROM, 1, weapons=PISTOL), line(1500, 1600, special={1: who}), phase="shooting")
    hit = decide(here, "a", shoot("au1", "bu1"), [6, 6])
    assert asked(hit) == (row, "b", "bu1.1")
    done = decide(hit.state, "b", LookOut(model="bu1.1"), [face, 1])
    assert row in [rule for rule, _ in rolls(done)]
    assert gone(done) == [dies]


def test_the_owner_decides_when_the_character_is_given_a_wound() -> None:
    # wh40k.assumed.allocation.look-out-sir: once for each Wound, and not before it is known that there is one
    here = field(
        squad("au1", FROM, 1, weapons=(gun(shots=2, AP=2),)),
        line(1500, 1600, special={1: {**HERO, "W": 3}}),
        phase="shooting",
    )
    assert asked(decide(here, "a", shoot("au1", "bu1"), [6, 6, 1, 1]))[0] != LOOK_OUT
    hit = decide(here, "a", shoot("au1", "bu1"), [6, 6, 6, 6])
    assert hit.state.models["bu1.1"].wounds == 3
    first = decide(hit.state, "b", Pass())
    assert asked(first) == (LOOK_OUT, "b", "bu1.1")
    done = decide(first.state, "b", LookOut(model="bu1.1"), [4])
    assert (done.state.models["bu1.1"].wounds, gone(done)) == (2, ["bu1.2"])
    assert asked(done)[0] != LOOK_OUT
    assert refusal(first.state, "a", LookOut(model="bu1.1")) == LOOK_OUT
    assert refusal(here, "b", LookOut(model="bu1.1")) == LOOK_OUT


def test_nobody_near_enough_steps_in() -> None:
    here = field(squad("au1", FROM, 1, weapons=PISTOL), line(1500, 2250, special={1: HERO}), phase="shooting")
    done = decide(here, "a", shoot("au1", "bu1"), [6, 6, 1])
    assert LOOK_OUT not in [rule for rule, _ in rolls(done)]
    assert gone(done) == ["bu1.1"]


def test_a_side_may_leave_its_characters_to_themselves() -> None:
    here = field(squad("au1", FROM, 1, weapons=PISTOL), line(1500, 1600, special={1: HERO}), phase="shooting")
    told = decide(here, "b", Instruct(unit="bu1", look_out=False)).state
    done = decide(told, "a", shoot("au1", "bu1"), [6, 6, 1])
    assert "wh40k.assumed.allocation.look-out-sir" not in [rule for rule, _ in rolls(done)]
    again = decide(told, "b", Instruct(unit="bu1")).state
    assert LOOK_OUT not in again.units["bu1"].game
    assert refusal(here, "a", Instruct(unit="bu1", look_out=False)) == "wh40k.assumed.turn-structure"
