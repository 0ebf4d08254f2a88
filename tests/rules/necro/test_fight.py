"""Shooting and close combat: sight, rolls to hit and to wound, saves, damage, injuries."""

from __future__ import annotations

from typing import Any

import pytest

import rules
from rules.kernel.effects import Removed, Rolled, WoundsSet
from rules.kernel.state import State
from rules.necro import vision, words
from rules.necro.fight import Fight, Shoot
from rules.necro.move import TurnTo

from .arena import NECRO, acting, blade, box, decide, effects_of, fighter, gun, position, refusal

SHOT = Shoot(fighter="a1", target="b1", weapon="gun")
FIGHT = Fight(fighter="a1", target="b1")


def range_(at: tuple[int, int] = (1500, 500), *others: Any, weapon: Any = None, **more: Any) -> State:
    """Fighter a1 at (500, 500), b1 10" to its east."""
    mine = {key: more.pop(key) for key in ("BS", "facing", "acts", "phase") if key in more}
    terrain = more.pop("terrain", ())
    shooter = fighter("a1", (500, 500), weapons=(weapon or gun(), blade()), **mine)
    return acting(shooter, fighter("b1", at, **more), *others, terrain=terrain)


@pytest.mark.parametrize(
    ("skill", "face", "hit"),
    [
        pytest.param(4, 4, True, id="necro.core.hit-roll.4"),
        pytest.param(4, 3, False, id="necro.core.hit-roll.3"),
        pytest.param(2, 2, True, id="necro.core.hit-roll.2"),
        pytest.param(1, 1, False, id="necro.core.hit-roll.natural-1"),
    ],
)
def test_a_shot_hits_and_pins(skill: int, face: int, hit: bool) -> None:
    # necro.core.pinned
    done = decide(range_(BS=skill), "a", SHOT, [face, 1] if hit else [face])
    assert effects_of(done, Rolled)[0].needed == skill
    assert (words.PINNED in done.state.models["b1"].game) == hit


def test_the_engaged_are_not_pinned() -> None:
    # necro.core.pinned
    done = decide(range_((1500, 500), fighter("a2", (1600, 500))), "a", SHOT, [4, 1])
    assert words.PINNED not in done.state.models["b1"].game


@pytest.mark.parametrize(
    ("state", "clause"),
    [
        pytest.param(range_((3000, 500)), "", id="necro.core.hit-roll.in-range"),
        pytest.param(range_((3001, 500)), "necro.core.hit-roll", id="necro.core.hit-roll.out-of-range"),
        pytest.param(range_(out=True), "necro.core.hit-roll", id="necro.core.out-of-action.no-target"),
        pytest.param(
            range_(terrain=(box("w", 900, 400, 950, 600, 600, "wall"),)),
            "necro.terrain.impassable-los",
            id="necro.terrain.impassable-los.shot",
        ),
        pytest.param(
            range_(terrain=(box("crate", 900, 400, 950, 600, 199),)),
            "necro.core.line-of-sight",
            id="necro.core.line-of-sight.behind-something",
        ),
        pytest.param(range_(facing=(1, 0)), "", id="necro.core.line-of-sight.ahead"),
        pytest.param(range_(facing=(0, 1)), "necro.core.line-of-sight", id="necro.core.line-of-sight.aside"),
        pytest.param(range_(facing=(-1, 0)), "necro.core.line-of-sight", id="necro.core.line-of-sight.behind"),
        pytest.param(range_(acts=0), "necro.core.two-actions", id="necro.core.two-actions.no-point"),
        pytest.param(
            range_(phase={words.DONE: ("shoot",)}), "necro.core.action-types", id="necro.core.action-types.shoot"
        ),
        pytest.param(
            range_((1500, 500), fighter("b2", (600, 500))),
            "necro.core.active",
            id="necro.core.active.engaged-do-not-shoot",
        ),
    ],
)
def test_who_can_be_shot_at(state: State, clause: str) -> None:
    if clause:
        assert refusal(state, "a", SHOT) == clause
    else:
        assert decide(state, "a", SHOT, [1]).dice == (1,)


@pytest.mark.parametrize(
    ("at", "seen"),
    [
        # 45 degrees to either side of the facing, and a base of half an inch that reaches into it
        pytest.param((1500, 1500), True, id="necro.core.line-of-sight.45"),
        pytest.param((1500, 1570), True, id="necro.core.line-of-sight.45-base"),
        pytest.param((1500, 1571), False, id="necro.core.line-of-sight.45-beyond"),
        pytest.param((1500, -570), True, id="necro.core.line-of-sight.right"),
        pytest.param((1500, -571), False, id="necro.core.line-of-sight.right-beyond"),
        pytest.param((300, 500), False, id="necro.core.line-of-sight.back"),
    ],
)
def test_the_arc_of_vision(at: tuple[int, int], seen: bool) -> None:
    viewer, target = fighter("a1", (500, 500), facing=(3, 0)), fighter("b1", at)
    assert vision.in_arc(viewer, target) == seen
    assert vision.in_arc(fighter("a1", (500, 500)), target)


def test_he_turns_before_he_shoots() -> None:
    # necro.move.turn-before-action, necro.core.line-of-sight
    state = range_(facing=(-1, 0))
    assert "shoot" not in {option.action for option in rules.options(NECRO, state)}
    turned = decide(state, "a", TurnTo(fighter="a1", facing=(1, 0))).state
    assert {option.targets for option in rules.options(NECRO, turned) if option.action == "shoot"} == {("b1",)}
    assert decide(turned, "a", SHOT, [1])


# wounds


@pytest.mark.parametrize(
    ("strength", "toughness", "needed"),
    [
        pytest.param(6, 3, 2, id="necro.core.wound-roll.twice"),
        pytest.param(5, 3, 3, id="necro.core.wound-roll.higher"),
        pytest.param(3, 3, 4, id="necro.core.wound-roll.equal"),
        pytest.param(2, 3, 5, id="necro.core.wound-roll.lower"),
        pytest.param(2, 4, 6, id="necro.core.wound-roll.half"),
        pytest.param(3, 5, 5, id="necro.core.wound-roll.more-than-half"),
    ],
)
def test_the_roll_to_wound(strength: int, toughness: int, needed: int) -> None:
    state = range_(weapon=gun(S=strength), T=toughness, W=2)
    for face in (needed - 1, needed):
        done = decide(state, "a", SHOT, [4, face])
        assert effects_of(done, Rolled, "necro.core.wound-roll")[0].needed == needed
        assert bool(effects_of(done, WoundsSet)) == (face == needed)


@pytest.mark.parametrize(
    ("save", "piercing", "needed"),
    [
        pytest.param(4, 0, 4, id="necro.core.save.plain"),
        pytest.param(4, -1, 5, id="necro.core.save.ap"),
        pytest.param(6, -1, 0, id="necro.core.save.none-left"),
    ],
)
def test_saves(save: int, piercing: int, needed: int) -> None:
    state = range_(weapon=gun(AP=piercing), Sv=save, W=2)
    if not needed:
        assert effects_of(decide(state, "a", SHOT, [4, 4]), WoundsSet)
        return
    for face in (needed - 1, needed):
        done = decide(state, "a", SHOT, [4, 4, face])
        assert effects_of(done, Rolled, "necro.core.save")[0].needed == needed
        assert bool(effects_of(done, WoundsSet)) == (face < needed)


@pytest.mark.parametrize(
    ("damage", "printed", "left", "dice"),
    [
        pytest.param(1, 2, 2, 0, id="necro.core.damage.not-the-last"),
        pytest.param(2, 2, 2, 1, id="necro.core.damage.the-last"),
        pytest.param(3, 2, 2, 2, id="necro.core.damage.beyond"),
        pytest.param(1, 1, 0, 1, id="necro.core.damage.none-left"),
        pytest.param(2, 1, 0, 2, id="necro.core.damage.none-left.2"),
    ],
)
def test_damage_and_injury_dice(damage: int, printed: int, left: int, dice: int) -> None:
    """necro.core.damage: a die for the last wound, and one for each point beyond it."""
    state = range_(weapon=gun(D=damage), W=printed, wounds=left)
    done = decide(state, "a", SHOT, [4, 4, *[1] * dice])
    assert [len(each.faces) for each in effects_of(done, Rolled, "necro.core.injury-die")] == ([dice] if dice else [])


@pytest.mark.parametrize(
    ("face", "flesh", "injured", "out"),
    [
        pytest.param(1, 1, False, False, id="necro.core.injury-die.1"),
        pytest.param(2, 1, False, False, id="necro.core.injury-die.2"),
        pytest.param(3, 0, True, False, id="necro.core.injury-die.3"),
        pytest.param(5, 0, True, False, id="necro.core.seriously-injured.5"),
        pytest.param(6, 0, False, True, id="necro.core.out-of-action.6"),
    ],
)
def test_the_injury_die(face: int, flesh: int, injured: bool, out: bool) -> None:
    """necro.core.seriously-injured: by 3 to 5."""
    done = decide(range_(), "a", SHOT, [4, 4, face])
    model = done.state.models["b1"]
    assert (model.game.get(words.FLESH, 0), words.INJURED in model.game, model.out) == (flesh, injured, out)
    assert bool(effects_of(done, Removed)) == out


def test_flesh_wounds_lower_toughness_to_the_end() -> None:
    # necro.core.injury-die: T 3 less 2 is 1, half of S 3; the third flesh wound leaves none
    state = range_(game={words.FLESH: 2})
    done = decide(state, "a", SHOT, [4, 2, 1])
    assert effects_of(done, Rolled, "necro.core.wound-roll")[0].needed == 2
    assert done.state.models["b1"].out


# close combat


def melee(*others: Any, **of_enemy: Any) -> State:
    return acting(fighter("a1", (500, 500), A=2), fighter("b1", (600, 500), **of_enemy), *others)


def test_a_fight_and_its_answer() -> None:
    # necro.core.fight: 2 attacks; the enemy still stands and strikes back
    done = decide(melee(), "a", FIGHT, [4, 3, 3, 4, 3])
    assert [(each.rule, each.model or each.target, len(each.faces)) for each in effects_of(done, Rolled)] == [
        ("necro.core.hit-roll", "a1", 2), ("necro.core.wound-roll", "b1", 1),
        ("necro.core.hit-roll", "b1", 1), ("necro.core.wound-roll", "a1", 1),
    ]  # fmt: skip


@pytest.mark.parametrize("face", [3, 6])
def test_no_answer_from_one_who_is_down(face: int) -> None:
    # necro.core.fight
    done = decide(melee(), "a", FIGHT, [4, 3, 4, face])
    assert {each.model for each in effects_of(done, Rolled, "necro.core.hit-roll")} == {"a1"}


def test_the_broken_strike_back() -> None:
    # necro.core.broken
    done = decide(melee(game={words.BROKEN: 1}), "a", FIGHT, [1, 1, 3])
    assert [each.model for each in effects_of(done, Rolled)] == ["a1", "b1"]


@pytest.mark.parametrize(
    ("state", "clause"),
    [
        pytest.param(acting(fighter("a1"), fighter("b1", (606, 500))), "necro.core.fight", id="necro.core.fight.apart"),
        pytest.param(
            acting(fighter("a1"), fighter("b1", (1500, 500)), fighter("b2", (600, 500))),
            "necro.core.fight",
            id="necro.core.fight.another",
        ),
    ],
)
def test_whom_he_cannot_fight(state: State, clause: str) -> None:
    assert refusal(state, "a", FIGHT) == clause


def test_positions_without_facings_see_all_around() -> None:
    # necro.core.line-of-sight
    assert vision.sees(position(fighter("a1"), fighter("b1", (500, 900))), fighter("a1"), fighter("b1", (500, 900)))
