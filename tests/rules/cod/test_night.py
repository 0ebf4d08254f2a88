"""Dusk and dawn, Night Fighting, and how long a game lasts."""

from __future__ import annotations

from typing import Any

import pytest

import rules
from rules.cod import night
from rules.cod.deployment import EndDeployment, NoRoomToDeploy
from rules.cod.mission import missions
from rules.cod.night import DuskAndDawn
from rules.kernel.effects import Noted, Rolled
from rules.kernel.sheet import Weapon
from rules.kernel.state import State
from rules.wh40k.shooting.shoot import Shoot
from rules.wh40k.shooting.volley import Fire
from rules.wh40k.turn import Pass, RollLength

from ..wh40k.field import Group, blade, decide, effects_of, gun, refusal, squad
from .streets import COD, city, shows

SPECIAL = ("gauntlet", "scorched-earth", "relief-force", "grand-assault", "thunder-run", "elimination")
RIFLE = gun("rifle", range=9600, type="Heavy")

RULES = (
    # scenario, level, row, Dusk and Dawn, Random Game Length
    ("firesweep", "alpha", "cod.scenario.firesweep.rules.alpha", False, False),
    ("firesweep", "gamma", "cod.scenario.firesweep.rules.gamma", True, False),
    ("firesweep", "omega", "cod.scenario.firesweep.rules.omega", True, True),
    ("high-ground", "alpha", "cod.scenario.high-ground.rules.alpha", False, False),
    ("high-ground", "gamma", "cod.scenario.high-ground.rules.gamma", True, False),
    ("high-ground", "omega", "cod.scenario.high-ground.rules.omega", True, True),
    ("domination", "alpha", "cod.scenario.domination.rules.alpha", False, False),
    ("domination", "gamma", "cod.scenario.domination.rules.gamma", True, False),
    ("domination", "omega", "cod.scenario.domination.rules.omega", True, True),
    ("maximum-attrition", "alpha", "cod.scenario.maximum-attrition.rules.alpha", False, False),
    ("maximum-attrition", "gamma", "cod.scenario.maximum-attrition.rules.gamma", True, False),
    ("maximum-attrition", "omega", "cod.scenario.maximum-attrition.rules.omega", True, True),
    ("urban-assault", "alpha", "cod.scenario.urban-assault.rules.alpha", False, False),
    ("urban-assault", "gamma", "cod.scenario.urban-assault.rules.gamma", True, False),
    ("urban-assault", "omega", "cod.scenario.urban-assault.rules.omega", True, True),
    ("gauntlet", "alpha", "cod.scenario.gauntlet.special-rules", True, True),
    ("gauntlet", "omega", "cod.scenario.gauntlet.special-rules", True, True),
    ("scorched-earth", "alpha", "cod.scenario.scorched-earth.special-rules", True, True),
    ("scorched-earth", "omega", "cod.scenario.scorched-earth.special-rules", True, True),
    ("relief-force", "alpha", "cod.scenario.relief-force.special-rules", True, True),
    ("relief-force", "omega", "cod.scenario.relief-force.special-rules", True, True),
    ("grand-assault", "alpha", "cod.scenario.grand-assault.special-rules", True, True),
    ("grand-assault", "omega", "cod.scenario.grand-assault.special-rules", True, True),
    ("thunder-run", "alpha", "cod.scenario.thunder-run.special-rules", True, True),
    ("thunder-run", "omega", "cod.scenario.thunder-run.special-rules", True, True),
    ("elimination", "alpha", "cod.scenario.elimination.special-rules", True, True),
    ("elimination", "omega", "cod.scenario.elimination.special-rules", True, True),
)
MORTAR = gun("mortar", range=9600, type="Heavy", has={"wh40k.usr.barrage": 1, "wh40k.usr.blast": 1})
BOMBARD = gun("mortar", range=9600, type="Heavy", has={"wh40k.usr.blast": 1})


def dusk(level: str = "gamma") -> State:
    """The roll for dusk and dawn is due."""
    state = city(squad("au1", (500, 500), 1), squad("bu1", (4000, 4000), 1), level=level, phase="dusk", round=0,
                 order=())  # fmt: skip
    state.to_act = state.turn = ""
    return state


def shooting(face: int = 1, away: int = 1800, round: int = 1, weapon: Any = RIFLE, *more: Group, **told: Any) -> State:
    """Side a shoots at an enemy whose base is so far away, in the dark."""
    weapons = (weapon, blade())
    return city(
        squad("au1", (500, 500), 1, weapons=weapons, **told), squad("bu1", (600 + away, 500), 1, T=1), *more,
        squad("bu9", (4700, 4700), 1), phase="shooting", round=round, level="omega",
        game={night.DUSK: face},
    )  # fmt: skip


def fire(weapon: str = "rifle", **told: Any) -> Shoot:
    return Shoot(unit="au1", target="bu1", fire=(Fire("au1.1", weapon, **told),))


# dusk and dawn


@pytest.mark.parametrize(
    ("face", "row"),
    [
        (1, "cod.special.dusk-dawn.one"),
        (2, "cod.special.dusk-dawn.other"),
        (5, "cod.special.dusk-dawn.other"),
        (6, "cod.special.dusk-dawn.six"),
    ],
)
def test_a_die_says_when_it_is_night(face: int, row: str) -> None:
    done = decide(dusk(), "b", DuskAndDawn(), (face,))
    assert row in {effect.rule for effect in done.effects}
    assert done.state.phase == "first-turn", "cod.special.dusk-dawn.roll"
    state = done.state
    dark = []
    for number in range(1, 10):
        state.round = number
        if night.is_night(state):
            dark.append(number)
    assert dark == {1: [1], 6: [6, 7, 8, 9]}.get(face, []), row


def test_there_is_one_roll_a_game() -> None:
    done = decide(dusk(), "a", DuskAndDawn(), (3,)).state
    assert refusal(done, "a", DuskAndDawn()) == "cod.special.dusk-dawn.roll"


def set_up(scenario: str, level: str) -> State:
    """The position after deployment: the last unit of the side whose step is the last has waited or found no room."""
    played = missions()[scenario]
    step = played.steps[-1][1]
    by = "b" if step == "defender" else "a"
    away = squad(f"{by}u1", None, 1)
    state = city(
        away, squad("au2", (500, 500), 1), squad("bu2", (4000, 4000), 1), scenario=scenario, level=level,
        attacker="a" if scenario in SPECIAL else "", phase="deployment", step=step, round=0, order=(),
        edges={"a": ("south", "west"), "b": ("north", "east")} if not played.comes_on else {"a": ("south",)},
    )  # fmt: skip
    state.to_act, state.turn = by, ""
    ended = EndDeployment() if played.comes_on or scenario == "elimination" else NoRoomToDeploy(unit=f"{by}u1")
    return decide(state, by, ended).state


def rolls_for_dusk(scenario: str, level: str) -> bool:
    """Whether the roll for dusk and dawn follows the deployment of a scenario."""
    state = set_up(scenario, level)
    if state.phase != "dusk":
        assert refusal(state, "a", DuskAndDawn()) == night.DUSK
        return False
    return bool(effects_of(decide(state, "a", DuskAndDawn(), (4,)), Rolled, night.DUSK))


@pytest.mark.decides("cod.scenario.standard.format", by=night.DUSK)
@pytest.mark.parametrize(
    ("scenario", "level", "dark", "longer"),
    [shows(row, night.DUSK, name, level, dark, longer) for name, level, row, dark, longer in RULES],
)
def test_the_special_rules_of_a_scenario(scenario: str, level: str, dark: bool, longer: bool) -> None:
    """Beside a standard scenario at a level with the other rule."""
    assert rolls_for_dusk(scenario, level) is dark
    assert rolls_for_dusk("firesweep", "alpha" if dark else "gamma") is not dark
    assert (last_turn(scenario, level).over is None) is longer
    assert ("stratagems", "") in missions()[scenario].steps


# night fighting


@pytest.mark.decides("cod.special.night.limit", by="wh40k.assumed.shooting.to-hit")
@pytest.mark.parametrize(
    ("dice", "lost"),
    [
        ((2, 3), True),  # 15": the target is 18" away
        ((2, 4), False),  # 18" exactly
    ],
)
def test_targets_beyond_the_night_roll_are_not_shot_at(dice: tuple[int, int], lost: bool) -> None:
    done = decide(shooting(), "a", fire(), (*dice, *(() if lost else (1,))))
    rolled = effects_of(done, Rolled, "cod.special.night.roll")
    assert [effect.faces for effect in rolled] == [dice], "cod.special.night.roll"
    assert bool(effects_of(done, Noted, "cod.special.night.limit")), "cod.special.night.limit"
    hits = [e for e in done.effects if isinstance(e, Rolled) and e.rule != "cod.special.night.roll"]
    assert bool(hits) is not lost, "cod.special.night.limit"


@pytest.mark.decides("cod.special.night.lost-shot", by="wh40k.assumed.shooting.sequence")
def test_a_unit_that_lost_its_shot_has_shot() -> None:
    state = decide(shooting(), "a", fire(), (1, 1)).state
    again = Shoot(unit="au1", target="bu9", fire=(Fire("au1.1", "rifle"),))
    assert refusal(state, "a", again) == "wh40k.assumed.shooting.sequence", "cod.special.night.lost-shot"


def test_by_day_nothing_is_rolled() -> None:
    for face, number in ((1, 2), (6, 5), (3, 1)):
        done = decide(shooting(face, round=number), "a", fire(), (1,))
        assert not effects_of(done, Rolled, "cod.special.night.roll"), "cod.special.dusk-dawn.other"


@pytest.mark.decides("cod.special.night.barrage", "cod.special.night.barrage-scatter", by="wh40k.assumed.to-wound")
@pytest.mark.parametrize(
    ("sight", "weapon", "dice", "struck"),
    [
        ((6, 6), MORTAR, 2, False),  # two dice for the distance: 12" less BS 4 are 8"
        ((1, 1), MORTAR, 3, True),  # beyond the night roll three: 14", onto the bystanders
        ((1, 1), BOMBARD, 0, False),  # the shots of what is no barrage are lost
    ],
)
def test_barrages_fire_in_the_dark_and_scatter_farther(
    sight: tuple[int, int], weapon: Weapon, dice: int, struck: bool
) -> None:
    state = shooting(1, 1800, 1, weapon, squad("bu2", (2400, 1900), 1, T=1))
    told = (*sight, *(scatter(dice) if dice else ()), *((1,) if struck else ()))
    done = decide(state, "a", fire("mortar", aimed_at="bu1.1"), told)
    assert distance_dice(done) == [dice][: bool(dice)]
    assert [rolled.target for rolled in effects_of(done, Rolled, "wh40k.assumed.to-wound")] == ["bu2"] * struck


def distance_dice(done: rules.Decided) -> list[int]:
    """How many dice were rolled together, where it were several, apart from the night roll."""
    rolled = [effect for effect in effects_of(done, Rolled) if effect.rule != "cod.special.night.roll"]
    return [len(effect.faces) for effect in rolled if len(effect.faces) > 1]


def scatter(dice: int) -> tuple[int, ...]:
    """A scatter die that shows an arrow to the north, and the dice of the distance: far from everybody."""
    return (3, 90, *([6] * dice))


def test_beside_a_barrage_other_weapons_lose_their_shots() -> None:
    """The tape holds no die for the rifle."""
    crew = {1: {"weapons": (MORTAR, blade())}, 2: {"weapons": (RIFLE, blade())}}
    unit = squad("au1", (500, 500), 2, special=crew)
    state = city(unit, squad("bu1", (2550, 500), 1, T=1), squad("bu9", (4700, 4700), 1), phase="shooting", round=1,
                 level="omega", game={night.DUSK: 1})  # fmt: skip
    both = Shoot(unit="au1", target="bu1", fire=(Fire("au1.1", "mortar", aimed_at="bu1.1"), Fire("au1.2", "rifle")))
    done = decide(state, "a", both, (1, 1, *scatter(3)))
    assert night.LIMIT in done.state.units["au1"].phase, "cod.special.night.barrage"


# how long


def last_turn(scenario: str = "firesweep", level: str = "omega", round: int = 6) -> State:
    attacker = "a" if scenario in SPECIAL else ""
    state = city(squad("au1", (500, 500), 1), squad("bu1", (4000, 4000), 1), scenario=scenario, level=level,
                 attacker=attacker, phase="assault", step="fight", turn="b", round=round)  # fmt: skip
    return decide(state, "b", Pass()).state


LENGTH = "cod.special.random-length.roll"
LENGTHS = (
    ("firesweep", "cod.scenario.firesweep.length", "cod.scenario.firesweep.length.omega"),
    ("high-ground", "cod.scenario.high-ground.length", "cod.scenario.high-ground.length.omega"),
    ("domination", "cod.scenario.domination.length", "cod.scenario.domination.length.omega"),
    ("maximum-attrition", "cod.scenario.maximum-attrition.length", "cod.scenario.maximum-attrition.length.omega"),
    ("urban-assault", "cod.scenario.urban-assault.length", "cod.scenario.urban-assault.length.omega"),
)


@pytest.mark.parametrize(("scenario", "six"), [(name, row) for name, row, _ in LENGTHS])
def test_a_game_lasts_six_turns(scenario: str, six: str) -> None:
    for level in ("alpha", "gamma"):
        assert last_turn(scenario, level, 5).round == 6, six
        assert last_turn(scenario, level).over is not None, six


@pytest.mark.parametrize("scenario", [shows(row, LENGTH, name) for name, _, row in LENGTHS])
def test_an_omega_game_may_last_longer(scenario: str) -> None:
    assert last_turn(scenario, "gamma").over is not None
    state = last_turn(scenario)
    assert state.pending is not None and state.pending.clause == LENGTH
    assert decide(state, "a", RollLength(), (4,)).state.round == 7


@pytest.mark.decides("cod.special.random-length.continue", by="cod.special.random-length.roll")
@pytest.mark.parametrize(("face", "row", "ends"), [
    (1, "cod.special.random-length.end", True),
    (3, "cod.special.random-length.end", True),
    (4, "cod.special.random-length.continue", False),
    (6, "cod.special.random-length.continue", False),
])  # fmt: skip
def test_the_roll_for_another_turn(face: int, row: str, ends: bool) -> None:
    done = decide(last_turn(), "a", RollLength(), (face,)).state
    assert (done.over is not None) is ends, row


@pytest.mark.decides("cod.special.random-length.repeat", by="cod.special.random-length.roll")
@pytest.mark.parametrize("round", [7, 8, 11])
def test_the_roll_is_repeated_without_a_maximum(round: int) -> None:
    state = last_turn(round=round)
    assert decide(state, "a", RollLength(), (5,)).state.round == round + 1
    assert decide(state, "a", RollLength(), (3,)).state.over is not None


@pytest.mark.decides("cod.special.random-length.night", by="cod.special.night.roll")
def test_the_night_goes_on() -> None:
    state = last_turn()
    state.game[night.DUSK] = 6
    longer = decide(state, "a", RollLength(), (4,)).state
    assert longer.round == 7 and night.is_night(longer)
    assert effects_of(decide(shooting(6, round=7), "a", fire(), (6, 6, 1)), Rolled, "cod.special.night.roll")
    assert not effects_of(decide(shooting(1, round=7), "a", fire(), (1,)), Rolled, "cod.special.night.roll")


@pytest.mark.parametrize("scenario", SPECIAL)
def test_special_scenarios_last_six_turns_and_then_roll(scenario: str) -> None:
    for level in ("alpha", "gamma", "omega"):
        assert last_turn(scenario, level, 5).round == 6, "cod.gap.special-length"
        pending = last_turn(scenario, level).pending
        assert pending is not None and pending.clause == "cod.special.random-length.roll", "cod.gap.special-length"


def test_turn_means_player_turn_or_game_turn_as_agreed() -> None:
    """`cod.gap.turn-unit`: what may be used once a turn; the number in a length is a game turn."""
    from rules.cod.options import once_until
    from rules.kernel.context import Context

    state = last_turn(round=1)
    assert once_until(Context(COD, state, "a", ())) == "turn", "cod.gap.turn-unit"
    state.options["cod.gap.turn-unit"] = "game"
    assert once_until(Context(COD, state, "a", ())) == "round", "cod.gap.turn-unit"


def test_the_roll_is_offered() -> None:
    assert {option.action for option in rules.options(COD, dusk())} == {"dusk-and-dawn"}
