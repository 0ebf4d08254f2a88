"""Exact probabilities of this game's sequences, against counts made by hand."""

from __future__ import annotations

import json
from fractions import Fraction
from math import comb
from pathlib import Path
from typing import Any

import pytest

import rules
from rules.__main__ import main
from rules.kernel.errors import TooMany
from rules.kernel.events import Action, Declaration
from rules.kernel.state import Decision, State
from rules.odds import distribution, odds
from rules.wh40k.assault.charge import Charge, ChargeRoll
from rules.wh40k.questions import TakeTest
from tests.rules.wh40k.special.test_blast import at, bomb, spread

from .field import blade, decide, field, gun, ruleset, squad, tank
from .games import game
from .shots import shoot

F = Fraction
HIT = F(2, 3)
"""Ballistic Skill 4: 3 or more."""


def chances(state: State, action: Action, of: Any, by: str = "a", **more: Any) -> dict[Any, Fraction]:
    """The distribution of something that a declaration comes to."""
    return distribution(ruleset(), state, Declaration(by=by, action=action), of, **more)


def dead(decided: rules.Decided) -> int:
    return sum(model.out for model in decided.state.models.values())


def binomial(count: int, chance: Fraction, most: int) -> dict[int, Fraction]:
    """How many of `count` tries succeed; all from `most` on count as `most`."""
    found: dict[int, Fraction] = {}
    for n in range(count + 1):
        found[min(n, most)] = found.get(min(n, most), F(0)) + comb(count, n) * chance**n * (1 - chance) ** (count - n)
    return found


# a volley


@pytest.mark.parametrize(
    ("firers", "targets", "gap", "shots"),
    [
        pytest.param(5, 12, 1100, 10, id="five with two shots each"),
        pytest.param(5, 5, 1100, 10, id="more shots than models to hit"),
        pytest.param(5, 12, 1900, 5, id="beyond half range"),
    ],
)
def test_a_rapid_fire_volley_is_binomial(firers: int, targets: int, gap: int, shots: int) -> None:
    """BS 4 hits with 2/3, S 4 wounds T 4 with 1/2, AP 5 leaves the save of 4+: each shot kills with 1/6."""
    assert "wh40k.assumed.shooting.weapon-types" in ruleset().clauses
    state = field(squad("au1", (1000, 1000), firers), squad("bu1", (1000, 1000 + gap), targets), phase="shooting")
    assert chances(state, shoot("au1", "bu1", firers), dead) == binomial(shots, F(1, 6), targets)


def test_feel_no_pain_discounts_a_third_of_the_wounds() -> None:
    """Two shots that kill with 2/3 * 1/2 * 1 (no save from AP 3), of which a 5+ discounts 1/3."""
    men = squad("bu1", (1000, 2000), 5, has={"wh40k.usr.feel-no-pain": 5})
    rifles = squad("au1", (1000, 1000), 1, weapons=(gun(AP=3),))
    found = chances(field(rifles, men, phase="shooting"), shoot("au1", "bu1"), dead)
    assert found == binomial(2, HIT * F(1, 2) * F(2, 3), 5)


def test_twin_linked_hits_with_eight_ninths() -> None:
    """A miss is rolled again: 1 - 1/3 * 1/3. One shot, no save: times 1/2."""
    pair = gun(type="Pistol", range=1200, AP=1, has={"wh40k.assumed.usr.twin-linked": 1})
    state = field(squad("au1", (1000, 1000), 1, weapons=(pair,)), squad("bu1", (1000, 2000), 5), phase="shooting")
    assert chances(state, shoot("au1", "bu1"), dead) == binomial(1, F(8, 9) * F(1, 2), 5)


# a vehicle

LANCE = gun("las", type="Heavy", range=4800, S=9, AP=2)


def against_a_tank(x: int) -> State:
    """A single heavy weapon east (front) or west (rear) of a tank with armour 12/11/10 that faces east."""
    return field(tank("bu1", (3600, 2000)), squad("au1", (x, 2000), 1, weapons=(LANCE,)), phase="shooting")


def became(decided: rules.Decided) -> tuple[int, bool]:
    tanked = decided.state.models["bu1.1"]
    return tanked.wounds, tanked.out


def test_a_lascannon_at_the_front() -> None:
    """Strength 9: a 3 glances armour 12, 4 and more penetrate; of those a 5 or 6 (AP 2 adds 1) explodes."""
    found = chances(against_a_tank(6000), shoot("au1", "bu1", weapon="las"), became)
    glances, penetrates = HIT * F(1, 6), HIT * F(3, 6)
    explodes = penetrates * F(2, 6)
    assert sum(chance for (_, out), chance in found.items() if out) == explodes == F(1, 9)
    assert found[2, False] == glances + penetrates - explodes
    assert found[3, False] == 1 - glances - penetrates


def test_a_lascannon_at_the_rear() -> None:
    """Armour 10: a 1 glances, everything else penetrates."""
    found = chances(against_a_tank(1000), shoot("au1", "bu1", weapon="las"), became)
    explodes = HIT * F(5, 6) * F(2, 6)
    assert sum(chance for (_, out), chance in found.items() if out) == explodes == F(5, 27)
    assert found[3, False] == 1 - HIT


# a marker


def test_a_small_blast_at_one_model() -> None:
    """Hit! with 1/3; else 2D6 - 4 inches in any direction. The marker (1.5") and a base of 0.6" reach up to 2.1":
    2D6 of 6 or less, 15 of 36. Strength 8 wounds with 5/6, AP 1 leaves no save."""
    here = at(squad("au1", (1000, 1000), 1, weapons=(bomb(),)), spread((1000, 2000), base=60))
    found = chances(here, shoot("au1", "bu1", aimed_at="bu1.1"), dead)
    assert found[1] == (F(1, 3) + F(2, 3) * F(15, 36)) * F(5, 6)


def test_a_scatter_has_twelve_directions() -> None:
    """A model of another unit stands 6" east of the first, out of the marker's reach as long as it does not scatter
    that way.

    To touch it the marker has to go 4" to 8" east, and stays under 2" off to the side of it: due east (one of twelve
    directions) with 2D6 of 8 to 12, where it leaves the first one alone.
    """
    foes = (spread((1000, 2000), base=60), spread((1600, 2000), base=60, key="bu2"))
    here = at(squad("au1", (1000, 1000), 1, weapons=(bomb(),)), *foes)

    def who(decided: rules.Decided) -> tuple[bool, bool]:
        models = decided.state.models
        return models["bu1.1"].out, models["bu2.1"].out

    found = chances(here, shoot("au1", "bu1", aimed_at="bu1.1"), who)
    first = F(1, 3) + F(2, 3) * F(15, 36)
    assert found[True, False] == first * F(5, 6)
    east = {length: F(ways, 36) for length, ways in ((4, 5), (5, 4), (6, 3), (7, 2), (8, 1))}
    due = sum(east.values()) * F(1, 12)
    # 30 degrees off: the nearest the marker comes to it is 3" (6" times the sine of 30), which is too far.
    assert found[False, True] == F(2, 3) * due * F(5, 6)
    assert (True, True) not in found


# a charge, a test


@pytest.mark.parametrize(("gap", "needed"), [(200, 2), (500, 5), (700, 7), (1100, 11), (1200, 12)])
def test_a_charge_roll(gap: int, needed: int) -> None:
    """2D6 inches have to reach: by so many of 36."""
    assert "wh40k.assumed.charge.roll" in ruleset().clauses
    mine, theirs = (
        squad(key, at, 1, weapons=(blade(),)) for key, at in (("au1", (1000, 1000)), ("bu1", (1000, 1100 + gap)))
    )
    here = field(mine, theirs, phase="assault", step="charge")
    ready = decide(here, "a", Charge(unit="au1", targets=("bu1",))).state
    found = chances(ready, ChargeRoll(unit="au1"), lambda decided: decided.state.pending is not None)
    reach = sum(6 - abs(7 - total) for total in range(needed, 13))
    assert found[True] == F(reach, 36)


@pytest.mark.parametrize(("by", "passes"), [(1, 21), (3, 10), (5, 3), (9, 1)])
def test_a_morale_check_on_a_modified_leadership(by: int, passes: int) -> None:
    """Leadership 8, less by what the combat was lost: 2D6 of 7, 5, 3 or less; below that only a double 1 passes."""
    lost = "wh40k.morale.trigger.lost-assault"
    men = squad("au1", (3000, 2000), 5, phase={f"{lost}.modifier": by})
    here = field(
        men, squad("bu9", (6900, 4500), 1), phase="shooting", turn="b", pending=Decision(lost, "a", "au1")
    )  # fmt: skip
    found = chances(here, TakeTest(unit="au1"), lambda decided: f"{lost}.fail" in decided.state.units["au1"].phase)
    assert found[False] == F(passes, 36)


# what has none


def test_what_is_not_allowed_has_no_odds() -> None:
    here = field(squad("au1", (1000, 1000), 1), squad("bu1", (1000, 4500), 1), phase="shooting")
    with pytest.raises(rules.IllegalAction):
        odds(ruleset(), here, Declaration(by="a", action=shoot("au1", "bu1")))


def test_too_many_courses_are_refused() -> None:
    here = field(squad("au1", (1000, 1000), 20), squad("bu1", (1000, 2000), 20), phase="shooting")
    with pytest.raises(TooMany, match="more than 5 different ways"):
        odds(ruleset(), here, Declaration(by="a", action=shoot("au1", "bu1", 20)), most=5)


# the command


@pytest.mark.parametrize("tag", ["shoot", "charge-roll", "take-test", "run"])
def test_the_command_tells_the_odds_of_a_step(tag: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = game(2)
    steps = [event for event in file.events if event.action.__struct_config__.tag == tag and event.dice]
    step = min(steps, key=lambda event: (len(event.dice), event.number)).number
    path = tmp_path / "game.jsonl"
    path.write_bytes(file.dump())
    assert main(["odds", str(path), "--at", str(step)]) == 0
    assert capsys.readouterr().out.startswith(f"step {step}, ")
    assert main(["odds", str(path), "--at", str(step), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["number"] == step
    assert sum(Fraction(each["likelihood"]["exact"]) for each in found["possible"]) == 1
    assert [each for each in found["possible"] if each.get("happened")]
