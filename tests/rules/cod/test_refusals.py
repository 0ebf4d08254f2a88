"""Refusals in a city fight name the row that closes the question, with its numbers."""

from __future__ import annotations

from typing import Any

import pytest

from rules.cod.key_buildings import SERVED, USED, UseKeyBuilding
from rules.cod.stratagem.booby_traps import LAID, ActivateTrap
from rules.cod.stratagem.combat_engineers import THROWN, ThrowSmoke
from rules.cod.stratagem.demolition import Demolish
from rules.cod.stratagem.siege_shells import FireSiegeShells
from rules.cod.stratagem.wreckers import USED as WRECKED
from rules.cod.stratagem.wreckers import UseWrecker
from rules.kernel.events import Action
from rules.kernel.state import State
from rules.wh40k import words
from rules.wh40k.assault.charge import Charge
from rules.wh40k.movement.move import Move
from tests.rules.cod.plans import opened, planned, sealed
from tests.rules.cod.town import ruin
from tests.rules.deciding import decide, grounds, says
from tests.rules.wh40k.field import field, squad, tank
from tests.rules.wh40k.shots import shoot

INSIDE = (2100, 1600)
"""In the ruin r1, which reaches from 2000 to 3200 and from 1000 to 2200."""
WRITTEN = "cod.stratagem.demolition"


def town(*groups: Any, a: Any = (), b: Any = (), phase: str = "shooting", **more: Any) -> State:
    """A battle with one ruin and what the sides have declared; `on_a` and `on_b` are marks."""
    marks = {key: more.pop(key) for key in ("on_a", "on_b") if key in more}
    others = squad("au9", (100, 100), 1), squad("bu9", (7000, 4700), 1)
    told = {"terrain": ruin(floors=1), **more}
    return field(*groups, *others, key="cod", phase=phase, **planned(a=a, b=b, **marks), **told)


def served(building: str, unit: str = "au1", choice: str = "") -> UseKeyBuilding:
    return UseKeyBuilding(stratagem=building, unit=unit, choice=choice)


def used(building: str, *effects: str) -> State:
    """The building has served au2 this turn."""
    state = town(squad("au1", INSIDE), squad("au2", (2100, 1300)), a={building: "r1"})
    return decide(state, "a", served(building, "au2", *effects)).state


def charge(value: str = "r1:3", **more: Any) -> State:
    """A charge that was shown; it is game turn 2."""
    return opened(sealed(town(a=["demolition"], **more), "a", WRITTEN, value), "a", WRITTEN, value)


def wrecking(**unit: Any) -> State:
    return town(tank("au1", (1700, 1600), **unit), squad("bu1", (7000, 1000), 1), a=["wreckers"])


HOSPITAL, CENTRE = "hospital", "command-centre"
KEY = "cod.stratagem.key-building"
SHOT = shoot("au1", "bu9")
TABLE = [
    ("used-this-turn", used(HOSPITAL), "a", served(HOSPITAL), USED, ("hospital", "already")),
    ("used-for-another-effect", used(CENTRE, "target-priority"), "a", served(CENTRE, choice="counter-attack"), USED,
     ("already",)),
    ("one-effect-a-turn", used(CENTRE, "target-priority"), "a", served(CENTRE, choice="counter-attack"),
     "cod.stratagem.command-centre.choose-one", ("already",)),
    ("served-before", town(squad("au1", INSIDE, turn={SERVED: "sacred-ground"}), a={HOSPITAL: "r1"}), "a",
     served(HOSPITAL), SERVED, ("au1", "sacred-ground")),
    ("not-inside", town(squad("au1", (1000, 1600), 1), a={HOSPITAL: "r1"}), "a", served(HOSPITAL), f"{KEY}.one-unit",
     ('9.5"', "in it")),
    ("not-within-12", town(squad("au1", (700, 1600), 1), a={CENTRE: "r1"}), "a",
     served(CENTRE, choice="counter-attack"), f"{KEY}.one-unit", ('12.5"', '12"')),
    ("not-own", town(squad("au1", INSIDE), b={HOSPITAL: "r1"}), "a", served(HOSPITAL), f"{KEY}.own-only",
     ("hospital",)),
    ("fallen", town(squad("au1", INSIDE), a={HOSPITAL: "r9"}), "a", served(HOSPITAL), f"{KEY}.concept", ("fallen",)),
    ("trap-used", town(b=["booby-traps"], on_b={LAID: ("booby-traps-b2 r1",)}), "b",
     ActivateTrap(trap="booby-traps-b1"), "cod.stratagem.booby-traps.single-use", ("booby-traps-b1", "booby-traps-b2")),
    ("charge-of-another-turn", charge(), "a", Demolish(ruin="r1"), "cod.stratagem.demolition.phase",
     ("game turn 3", "game turn 2")),
    ("charge-in-another-phase", charge("r1:2", phase="movement"), "a", Demolish(ruin="r1"),
     "cod.stratagem.demolition.phase", ("shooting phase",)),
    ("wrecker-used", wrecking(turn={WRECKED: 1}), "a", UseWrecker(unit="au1", target="r1"), WRECKED, ("this turn",)),
    ("no-wrecker", town(squad("au1", INSIDE)), "a", UseWrecker(unit="au1", target="r1"),
     "cod.stratagem.wreckers.who", ("au1",)),
    ("shot-after-a-wrecker", town(squad("au1", (6000, 4700), 1, turn={WRECKED: 1}), a=["wreckers"]), "a", SHOT, WRECKED,
     ("wrecker",)),
    ("smoke-in-another-phase", town(squad("au1", INSIDE), a=["combat-engineers"], phase="movement"), "a",
     ThrowSmoke(unit="au1"), THROWN, ("shooting phase",)),
    ("smoke-used", town(squad("au1", INSIDE, game={THROWN: 1}), a=["combat-engineers"]), "a", ThrowSmoke(unit="au1"),
     THROWN, ("used",)),
    ("shells-in-another-phase", town(tank("au1"), a=["siege-shells"], phase="movement"), "a",
     FireSiegeShells(unit="au1", shells=(), ruin="r1"), "cod.stratagem.siege-shells.declare", ("shooting phase",)),
    ("sewer-and-charge", town(squad("au1", (6600, 4700), 1, turn={"cod.stratagem.sewer-rats.no-assault": "x"}),
                              a=["sewer-rats"], phase="assault", step="charge"),
     "a", Charge(unit="au1", targets=("bu9",)), "cod.stratagem.sewer-rats.no-assault", ("sewers",)),
    ("falling-back", town(squad("au1", INSIDE, game={words.FALLING_BACK: 1}), phase="movement"), "a",
     Move(unit="au1", moves=()), "wh40k.fall-back.only-movement", ("falling back",)),
]  # fmt: skip


@pytest.mark.parametrize(("state", "by", "action", "row", "told"), [pytest.param(*r[1:], id=r[0]) for r in TABLE])
def test_the_row_that_forbids_it_is_in_the_refusal(
    state: State, by: str, action: Action, row: str, told: tuple[str, ...]
) -> None:
    assert says(grounds(state, by, action), row, *told), grounds(state, by, action)


def test_where_several_rules_forbid_it_all_are_named() -> None:
    state = town(squad("au1", (500, 1600), 1, turn={SERVED: "sacred-ground"}), a={HOSPITAL: "r1"})
    assert list(grounds(state, "a", served(HOSPITAL))) == [SERVED, f"{KEY}.one-unit"]
