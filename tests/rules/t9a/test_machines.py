"""War Machines: one shot a phase, misfires, flamethrowers; and the Engineer who helps them."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

import rules
from rules.kernel.effects import Measured, Noted
from rules.kernel.events import Action
from rules.kernel.sheet import Weapon
from rules.kernel.state import State
from rules.odds import distribution
from rules.t9a import machines, shooting
from rules.t9a.machines import Fire, RollAgain
from rules.t9a.special.engineer import Aid
from rules.t9a.turn import Pass

from .battle import rolls
from .parade import Group, asked, bow, decide, effects_of, foes, ground, refusal, regiment

AIM, MISFIRE, HITS = "t9a.core.aim", "t9a.core.misfire", "t9a.core.flamethrower-hits"
AGAIN, HITS_AGAIN = "t9a.engineer.misfire-reroll", "t9a.engineer.flamethrower-reroll"


def cannon(**profile: Any) -> Weapon:
    """A cannon: range 24", Strength 6, one hit."""
    return Weapon("cannon", "Cannon", {"Range": 2400, "Str": 6, "AP": 2, **profile})


def machine(key: str = "a1", at: tuple[int, int] = (1000, 1000), weapon: Weapon | None = None, **more: Any) -> Group:
    kept = {"keywords": ("Standard", "Construct", "War Machine"), "Aim": 5, "HP": 3, **more}
    return regiment(key, at, 1, files=1, weapons=(weapon or cannon(),), **kept)


def engineer(gap: int = 100, key: str = "a2", **more: Any) -> Group:
    """An Engineer (3+) so far to the right of the machine."""
    kept = {"keywords": ("Standard", "Infantry", "Character"), "has": {"t9a.engineer": 3}, **more}
    return regiment(key, kept.pop("at", (1079 + gap, 1000)), 1, files=1, **kept)


def battery(*groups: Group, **more: Any) -> State:
    """A machine, others, and ten enemies 5 inches ahead."""
    enemies = foes("b1", (1394, 1500), **more.pop("enemies", {}))
    return ground(*(groups or (machine(),)), enemies, **{"phase": "shooting", "step": "shoot", **more})


def fired(state: State, *dice: int) -> rules.Decided:
    return decide(state, "a", Fire(unit="a1", target="b1"), dice)


def helped(*groups: Group, weapon: Weapon | None = None, **more: Any) -> State:
    """The machine has been helped by the Engineer."""
    state = battery(*(groups or (machine(weapon=weapon), engineer())), **more)
    return decide(state, "a", Aid(model="a2.1", target="a1")).state


# firing


def test_a_machine_fires_once_in_a_phase() -> None:
    """t9a.core.aim: 5+; one hit of Strength 6 wounds Resilience 3 on 2+."""
    done = fired(battery(), 5, 2)
    assert (rolls(done, AIM)[0].needed, rolls(done, "t9a.core.to-wound")[0].needed) == (5, 2)
    assert done.state.models["b1.10"].out
    still = fired(battery(machine(), regiment("a3", (1500, 1000), weapons=(bow(),))), 4).state
    assert refusal(still, "a", Fire(unit="a1", target="b1"), (5,)) == AIM
    assert fired(battery(), 4).state.models["b1.10"].out is False


def test_the_modifiers_of_shooting_count_for_machines() -> None:
    """t9a.core.aim"""
    state = battery(machine(weapon=cannon(Range=800), turn={"t9a.core.movement-sequence": "advance"}))
    assert rolls(fired(state, 6), AIM)[0].modifiers == ((shooting.RANGE, -1), (shooting.MOTION, -1))


@pytest.mark.parametrize(
    ("face", "worse", "word"),
    [
        pytest.param(1, -1, "explosion", id="t9a.core.misfire.0"),
        pytest.param(1, 0, "breakdown", id="t9a.core.misfire.1"),
        pytest.param(2, 0, "breakdown", id="t9a.core.misfire.2"),
        pytest.param(3, 0, "jammed", id="t9a.core.misfire.3"),
        pytest.param(4, 0, "jammed", id="t9a.core.misfire.4"),
        pytest.param(5, 0, "malfunction", id="t9a.core.misfire.5"),
        pytest.param(6, 0, "malfunction", id="t9a.core.misfire.6"),
    ],
)
def test_what_the_misfire_table_says(face: int, worse: int, word: str) -> None:
    done = fired(battery(machine(weapon=cannon(Misfire=worse))), 1, face)
    (note,) = effects_of(done, Noted, MISFIRE)
    assert (note.value, note.text) == (face + worse, word)
    assert (done.state.units["a1"].formation is None) == (word == "explosion")
    marks = {"breakdown": "broken", "jammed": 5}  # the turn after the next: Player Turn 3 is now, 5 the next of a
    assert done.state.units["a1"].game.get(MISFIRE) == marks.get(word)


@pytest.mark.parametrize(
    ("mark", "round", "clause"),
    [
        pytest.param("broken", 6, MISFIRE, id="t9a.core.misfire.broken"),
        pytest.param(5, 3, MISFIRE, id="t9a.core.misfire.jammed-in-the-next-turn"),
        pytest.param(5, 4, "", id="t9a.core.misfire.jammed-until-then"),
    ],
)
def test_a_machine_out_of_order_does_not_fire(mark: int | str, round: int, clause: str) -> None:
    state = battery(machine(game={MISFIRE: mark}), round=round)
    if clause:
        assert refusal(state, "a", Fire(unit="a1", target="b1"), (5, 2)) == clause
        assert not any(o.action == "fire" for o in rules.options(rules.load("t9a"), state))
    else:
        assert fired(state, 5, 2).state.models["b1.10"].out


@pytest.mark.parametrize(
    ("unit", "clause"),
    [
        pytest.param("a3", AIM, id="t9a.core.aim.no-machine"),
        pytest.param("b1", "t9a.core.player-turn", id="t9a.core.player-turn.fire"),
    ],
)
def test_who_cannot_fire(unit: str, clause: str) -> None:
    state = battery(machine(), regiment("a3", (3000, 1000), weapons=(bow(),)))
    assert refusal(state, "a", Fire(unit=unit, target="b1"), (5,)) == clause


# flamethrowers


@pytest.mark.parametrize(
    ("hits", "faces", "total"),
    [
        pytest.param("D6", (4,), 4, id="t9a.core.flamethrower-hits.D6"),
        pytest.param("2D6", (1, 2), 3, id="t9a.core.flamethrower-hits.2D6"),
        pytest.param("D3", (3,), 3, id="t9a.core.flamethrower-hits.D3"),
        pytest.param(2, (), 2, id="t9a.core.flamethrower-hits.plain"),
    ],
)
def test_how_often_a_flamethrower_hits(hits: int | str, faces: tuple[int, ...], total: int) -> None:
    done = fired(battery(machine(weapon=cannon(Hits=hits))), 5, *faces, *(1,) * total)
    assert [r.total for r in rolls(done, HITS)] == ([total] if faces else [])
    assert len(rolls(done, "t9a.core.to-wound")[0].faces) == total


# the Engineer


def test_who_is_helped_aims_as_the_engineer() -> None:
    """t9a.engineer.aim-replaced: 3+ in place of 5+; and a worse value too, as that of the brackets replaces it."""
    done = fired(helped(), 3, 2)
    assert rolls(done, AIM)[0].needed == 3
    assert [(e.fact, e.value, e.by) for e in effects_of(done, Measured)] == [("Aim", 3, ("t9a.engineer.aim-replaced",))]
    worse = helped(machine(Aim=2), engineer(has={"t9a.engineer": 4}))
    assert rolls(fired(worse, 3), AIM)[0].passed == (0,)


def test_modifiers_apply_to_the_engineers_aim() -> None:
    """t9a.engineer.aim-replaced: 3+, and -1 for Long Range."""
    state = helped(machine(weapon=cannon(Range=800)), engineer())
    roll = rolls(fired(state, 3), AIM)[0]
    assert (roll.needed, roll.modifiers, roll.passed) == (3, ((shooting.RANGE, -1),), (0,))


@pytest.mark.parametrize(
    ("second", "word"),
    [
        pytest.param(6, "malfunction", id="t9a.engineer.misfire-reroll.better"),
        pytest.param(1, "breakdown", id="t9a.engineer.misfire-reroll.worse"),
    ],
)
def test_a_misfire_is_rolled_again_and_the_second_stands(second: int, word: str) -> None:
    waits = fired(helped(), 1, 3)
    assert asked(waits) == (AGAIN, "a", "a1")
    assert waits.state.pending is not None and waits.state.pending.value == 3
    done = decide(waits.state, "a", RollAgain(unit="a1"), (second,))
    assert effects_of(done, Noted, MISFIRE)[0].text == word
    assert asked(done)[0] != AGAIN


def test_a_misfire_may_stand() -> None:
    """t9a.engineer.misfire-reroll: it is optional."""
    done = decide(fired(helped(), 1, 3).state, "a", Pass())
    assert effects_of(done, Noted, MISFIRE)[0].text == "jammed"


def test_all_dice_of_the_hits_are_rolled_again_or_none() -> None:
    """t9a.engineer.flamethrower-reroll: both dice of 2D6; there is no way to name one of them."""
    waits = fired(helped(weapon=cannon(Hits="2D6")), 3, 6, 1)
    assert asked(waits) == (HITS_AGAIN, "a", "a1")
    done = decide(waits.state, "a", RollAgain(unit="a1"), (1, 2, 1, 1, 1))
    assert [(len(r.faces), r.total) for r in rolls(done, HITS_AGAIN)] == [(2, 3)]
    assert len(rolls(done, "t9a.core.to-wound")[0].faces) == 3
    stands = decide(waits.state, "a", Pass(), (1,) * 7)
    assert len(rolls(stands, "t9a.core.to-wound")[0].faces) == 7


@pytest.mark.parametrize("dice", [(1, 1, 1, 1), (2, 3, 1, 1, 1, 1, 1)])
def test_what_was_rolled_again_is_not_asked_for_again(dice: tuple[int, ...]) -> None:
    waits = fired(helped(weapon=cannon(Hits="2D6")), 3, 6, 1)
    done = decide(waits.state, "a", RollAgain(unit="a1"), dice)
    assert asked(done)[0] != HITS_AGAIN
    assert refusal(done.state, "a", RollAgain(unit="a1"), (1, 1)) == AGAIN


@pytest.mark.decides("t9a.engineer.all-three", by=AGAIN)
def test_the_machine_gets_all_of_it_and_only_that_machine() -> None:
    """t9a.engineer.all-three, t9a.engineer.one-machine: the other machine aims for itself, and its misfire stands."""
    state = helped(machine(), machine("a3", (1000, 700)), engineer())
    assert asked(fired(state, 1, 3))[0] == AGAIN
    alone = decide(state, "a", Fire(unit="a3", target="b1"), (1, 3))
    assert effects_of(alone, Noted, MISFIRE)[0].text == "jammed"
    missed = decide(state, "a", Fire(unit="a3", target="b1"), (4,))
    assert rolls(missed, AIM)[0].needed == 5


@pytest.mark.parametrize(
    ("state", "action", "clause"),
    [
        pytest.param(battery(machine(), engineer(600)), Aid("a2.1", "a1"), "", id="t9a.engineer.range.6in"),
        pytest.param(battery(machine(), engineer(601)), Aid("a2.1", "a1"), "t9a.engineer.range",
                     id="t9a.engineer.range.beyond"),
        pytest.param(battery(machine(phase={AIM: 1}), engineer()), Aid("a2.1", "a1"), "t9a.engineer.not-yet-fired",
                     id="t9a.engineer.not-yet-fired"),
        pytest.param(battery(machine(), engineer(at=(1394, 1421)), enemies={}), Aid("a2.1", "a1"), "",
                     id="t9a.engineer.not-engaged.near"),
        pytest.param(battery(machine(), engineer(at=(1200, 1500))), Aid("a2.1", "a1"), "t9a.engineer.not-engaged",
                     id="t9a.engineer.not-engaged"),
        pytest.param(battery(machine(), engineer(), regiment("a3", (3000, 1000))), Aid("a2.1", "a3"),
                     "t9a.engineer.one-machine", id="t9a.engineer.one-machine.no-machine"),
        pytest.param(battery(machine(), engineer(has={})), Aid("a2.1", "a1"), "t9a.engineer.one-machine",
                     id="t9a.engineer.one-machine.no-engineer"),
        pytest.param(helped(machine(), machine("a3", (1000, 700)), engineer()), Aid("a2.1", "a3"),
                     "t9a.engineer.once-per-phase", id="t9a.engineer.once-per-phase"),
        pytest.param(helped(machine(), machine("a3", (1000, 700)), engineer(), engineer(300, "a4")), Aid("a4.1", "a3"),
                     "", id="t9a.engineer.once-per-phase.another-engineer"),
        pytest.param(battery(machine(), engineer(), phase="magic", step="cast"), Aid("a2.1", "a1"),
                     "t9a.core.player-turn", id="t9a.core.player-turn.aid"),
    ],
)  # fmt: skip
def test_whom_an_engineer_may_help(state: State, action: Action, clause: str) -> None:
    if clause:
        assert refusal(state, "a", action) == clause
    else:
        assert decide(state, "a", action).findings == ()


def test_an_engineer_helps_no_enemy_machine() -> None:
    """t9a.engineer.one-machine: a friendly one is meant."""
    state = battery(machine(), engineer(), machine("b2", (1200, 1200)))
    assert refusal(state, "a", Aid("a2.1", "b2")) == "t9a.engineer.one-machine"
    assert refusal(state, "b", Aid("a2.1", "b2")) == "t9a.core.player-turn"


def test_help_lasts_for_the_phase() -> None:
    """t9a.engineer.aim-replaced: gone with the phase."""
    state = helped()
    assert state.units["a1"].phase["t9a.engineer.all-three"] == 3
    ended = decide(state, "a", Pass())
    assert "t9a.engineer.all-three" not in ended.state.units["a1"].phase


def test_odds_of_a_cannon() -> None:
    """t9a.core.misfire: 5+ hits, then 2+ wounds: 1/3 * 5/6 = 5/18; a misfire breaks it with 1/6 * 1/3."""
    found = distribution(
        rules.load("t9a"), battery(), rules.Declaration(by="a", action=Fire(unit="a1", target="b1")),
        lambda decided: (decided.state.models["b1.10"].out, decided.state.units["a1"].game.get(machines.MISFIRE)),
    )  # fmt: skip
    assert found[(True, None)] == Fraction(5, 18)
    assert found[(False, "broken")] == Fraction(1, 18)
