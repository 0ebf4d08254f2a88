"""Fleshbane, Instant Death and Eternal Warrior, Ignores Cover, the save of Daemons."""

from __future__ import annotations

from typing import Any

import pytest

from rules.kernel.context import Context
from rules.wh40k.shooting.ground import GROUND
from rules.wh40k.special import fear

from ..field import blade, box, decide, field, gone, gun, ruleset, squad, tank
from ..shots import needs, notes, resolved, rolls, shoot

FROM, TO = (1000, 1000), (1000, 2000)
TO_WOUND = "wh40k.assumed.to-wound"
FLESHBANE = {"wh40k.usr.fleshbane": 1}
INSTANT = {"wh40k.usr.instant-death": 1}
ETERNAL = {"wh40k.usr.eternal-warrior": 1}
SMOKE = {"wh40k.usr.ignores-cover": 1}


def at(weapon: Any, foe: Any, **more: Any) -> Any:
    return field(squad("au1", FROM, 1, weapons=(weapon,)), foe, phase="shooting", **more)


# Fleshbane


@pytest.mark.parametrize(
    ("row", "strength", "toughness"),
    [("wh40k.usr.fleshbane.shooting", 1, 10), ("wh40k.usr.fleshbane.shooting", 4, 4)],
)
def test_fleshbane_shooting(row: str, strength: int, toughness: int) -> None:
    here = at(gun(type="Pistol", S=strength, has=FLESHBANE), squad("bu1", TO, 1, T=toughness))
    assert needs(decide(here, "a", shoot("au1", "bu1"), [6, 1]), TO_WOUND) == [2]
    assert row in ruleset().clauses


@pytest.mark.parametrize(
    ("row", "model", "weapon", "assault", "needed"),
    [
        ("wh40k.usr.fleshbane.melee", FLESHBANE, {}, True, [2]),
        ("wh40k.usr.fleshbane.melee", {}, FLESHBANE, True, [2]),
        ("wh40k.usr.fleshbane.melee", FLESHBANE, {}, False, [6]),
        ("wh40k.usr.fleshbane.shooting", {}, FLESHBANE, False, [2]),
        ("wh40k.usr.fleshbane.melee", {}, {}, True, [6]),
    ],
)
@pytest.mark.decides("wh40k.usr.fleshbane.melee", "wh40k.usr.fleshbane.shooting", by="wh40k.assumed.to-wound")
def test_whose_rule_it_is(row: str, model: Any, weapon: Any, assault: bool, needed: list[int]) -> None:
    here = field(squad("au1", FROM, 1, has=model), squad("bu1", (1000, 1105), 1, T=6))
    told = blade(has=weapon) if assault else gun(has=weapon)
    _, ctx = resolved(here, [1] * len(needed), attacker="au1.1", weapon=told, assault=assault)
    assert needs(ctx, TO_WOUND) == needed
    assert row in ruleset().clauses


@pytest.mark.decides("wh40k.usr.fleshbane.vehicles", by="wh40k.assumed.vehicle.glancing")
def test_fleshbane_does_nothing_to_vehicles() -> None:
    for strength, left in (3, 3), (6, 2):  # armour 12: a 6 glances with Strength 6 only
        here = at(
            gun(type="Heavy", S=strength, range=4800, has=FLESHBANE), tank("bu1", (3000, 1000), facing=(-1000, 0))
        )
        assert decide(here, "a", shoot("au1", "bu1"), [6, 6]).state.models["bu1.1"].wounds == left
    assert "wh40k.usr.fleshbane.vehicles" in ruleset().clauses


# Instant Death and Eternal Warrior


@pytest.mark.parametrize(
    ("row", "weapon", "has", "dies"),
    [
        ("wh40k.usr.instant-death", gun(type="Pistol", S=3, AP=1, has=INSTANT), {}, True),
        ("wh40k.usr.eternal-warrior", gun(type="Pistol", S=3, AP=1, has=INSTANT), ETERNAL, False),
        ("wh40k.usr.eternal-warrior", gun(type="Pistol", S=10, AP=1), ETERNAL, False),
        ("wh40k.usr.eternal-warrior", gun(type="Pistol", S=10, AP=1), {}, True),
    ],
)
def test_instant_death(row: str, weapon: Any, has: Any, dies: bool) -> None:
    here = at(weapon, squad("bu1", TO, 1, W=3, T=5, has=has))
    done = decide(here, "a", shoot("au1", "bu1"), [6, 6])
    assert (gone(done) == ["bu1.1"]) is dies
    assert done.state.models["bu1.1"].wounds == (0 if dies else 2)
    assert bool(notes(done, "wh40k.usr.eternal-warrior")) is bool(has)
    assert row in ruleset().clauses


def test_a_saved_wound_is_no_instant_death() -> None:
    here = at(gun(type="Pistol", has=INSTANT), squad("bu1", TO, 1, W=3))
    assert gone(decide(here, "a", shoot("au1", "bu1"), [6, 6, 6])) == []
    assert "wh40k.usr.instant-death" in ruleset().clauses


def test_a_model_may_have_it_for_its_attacks() -> None:
    here = field(squad("au1", FROM, 1, phase=INSTANT), squad("bu1", TO, 1, W=3, Sv=None))
    _, ctx = resolved(here, [6], attacker="au1.1", weapon=blade(), assault=True)
    assert ctx.model("bu1.1").out
    assert "wh40k.usr.instant-death" in ruleset().clauses


# Ignores Cover


@pytest.mark.parametrize(
    ("row", "has", "game", "rolled"),
    [
        ("wh40k.usr.ignores-cover", {}, {}, True),
        ("wh40k.usr.ignores-cover", SMOKE, {}, False),
        ("wh40k.usr.ignores-cover", SMOKE, {GROUND: 9}, False),
    ],
)
def test_ignores_cover(row: str, has: Any, game: Any, rolled: bool) -> None:
    ruin = box("r", 800, 1800, 1200, 2200, 300, "ruin")
    here = at(gun(type="Pistol", AP=1, has=has), squad("bu1", TO, 1, game=game), terrain=(ruin,))
    done = decide(here, "a", shoot("au1", "bu1"), [6, 6] + [6] * rolled)
    assert bool(needs(done, "wh40k.assumed.save.cover")) is rolled
    assert bool(notes(done, row)) is not rolled


def test_vehicles_get_no_cover_from_it_either() -> None:
    here = field(
        squad("au1", (4000, 1000), 1, weapons=(gun(S=9, type="Heavy", range=4800, has=SMOKE),)), tank("bu1"),
        terrain=(box("r", 3000, 500, 3100, 1500, 200, "forest"),), phase="shooting",
    )  # fmt: skip
    done = decide(here, "a", shoot("au1", "bu1"), [6, 3])
    assert done.state.models["bu1.1"].wounds == 2
    assert notes(done, "wh40k.usr.ignores-cover")


# Daemon


@pytest.mark.parametrize(
    ("row", "sheet", "clause", "needed"),
    [
        ("wh40k.usr.daemon.invulnerable", {"Sv": None}, "wh40k.assumed.save.invulnerable", 5),
        ("wh40k.usr.daemon.invulnerable", {"Sv": 2}, "wh40k.assumed.save.invulnerable", 5),
        ("wh40k.usr.daemon.invulnerable", {"Sv": None, "inv": 4}, "wh40k.assumed.save.invulnerable", 4),
        ("wh40k.usr.daemon.invulnerable", {"Sv": None, "inv": 6}, "wh40k.assumed.save.invulnerable", 5),
    ],
)
@pytest.mark.decides("wh40k.usr.daemon.invulnerable", by="wh40k.assumed.save.invulnerable")
def test_daemons_have_an_invulnerable_save(row: str, sheet: dict[str, Any], clause: str, needed: int) -> None:
    told = dict(sheet)
    has = {"wh40k.usr.daemon": 1, **({"wh40k.assumed.save.invulnerable": told.pop("inv")} if "inv" in told else {})}
    here = at(gun(type="Pistol", AP=1), squad("bu1", TO, 1, has=has, **told))
    done = decide(here, "a", shoot("au1", "bu1"), [6, 6, 6])
    assert needs(done, clause) == [needed]
    assert len(rolls(done)) == 3 and row in ruleset().clauses


def test_daemons_cause_fear() -> None:
    here = field(squad("au1", FROM, 1), squad("bu1", TO, 1, has={"wh40k.usr.daemon": 1}))
    ctx = Context(ruleset(), here, "a", ())
    assert fear.causes(ctx, ctx.model("bu1.1")) and not fear.causes(ctx, ctx.model("au1.1"))
    assert "wh40k.usr.daemon.fear" in ruleset().clauses
