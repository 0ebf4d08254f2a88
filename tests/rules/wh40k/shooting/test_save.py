"""Saving throws: armour against AP, cover from terrain and models, invulnerable saves, the best of them."""

from __future__ import annotations

from typing import Any

import pytest

from rules.kernel.effects import Measured
from rules.kernel.errors import DiceWanted
from rules.kernel.state import Terrain
from rules.wh40k.shooting.sight import LineOfSight

from ..field import box, decide, effects_of, field, gun, refusal, squad, tank
from ..shots import needs, notes, resolved, rolls, shoot

ARMOUR, COVER, INVULNERABLE = (
    "wh40k.assumed.save.armour",
    "wh40k.assumed.save.cover",
    "wh40k.assumed.save.invulnerable",
)
FROM, TO = (1000, 1000), (1000, 2000)


def shot_at(
    row: str, *, ap: int = 0, terrain: tuple[Terrain, ...] = (), other: Any = (), mapped: bool = True, **target: Any
) -> tuple[list[int], Any]:
    """What a save of a clause needs after one hit that wounds; and the decision, a save failed if there is one."""
    here = field(
        squad("au1", FROM, 1, weapons=(gun(AP=ap, type="Pistol"),)), squad("bu1", TO, 1, W=3, **target), *other,
        phase="shooting", terrain=terrain, mapped=mapped,
    )  # fmt: skip
    try:
        done = decide(here, "a", shoot("au1", "bu1"), [6, 6])
    except DiceWanted:
        done = decide(here, "a", shoot("au1", "bu1"), [6, 6, 1])
    return needs(done, row), done


@pytest.mark.parametrize(
    ("row", "armour", "ap", "needed"),
    [
        ("wh40k.assumed.save.armour", 3, 0, [3]),
        ("wh40k.assumed.save.armour", 3, 4, [3]),
        ("wh40k.assumed.save.armour", 3, 3, []),
        ("wh40k.assumed.save.armour", 3, 2, []),
        ("wh40k.assumed.save.armour", 2, 0, [2]),
        ("wh40k.assumed.save.armour", None, 0, []),
    ],
)
def test_armour_against_ap(row: str, armour: int | None, ap: int, needed: list[int]) -> None:
    assert shot_at(row, ap=ap, Sv=armour)[0] == needed


@pytest.mark.parametrize(
    ("row", "terrain", "needed"),
    [
        ("wh40k.assumed.save.cover", box("r", 800, 1800, 1200, 2200, 300, "ruin"), [4]),
        ("wh40k.assumed.save.cover", box("r", 800, 1800, 1200, 2200, 300, "forest"), [5]),
        ("wh40k.assumed.save.cover", box("r", 800, 1500, 1200, 1600, 300, "forest"), [5]),
        ("wh40k.assumed.save.cover", box("r", 800, 1500, 1200, 1600, 100, "barricade"), [4]),
        ("wh40k.assumed.save.cover", box("r", 800, 1500, 1200, 1600, 100, "fortification"), [3]),
        ("wh40k.assumed.save.cover", box("r", 800, 1800, 1200, 2200, 300, "trench"), [4]),
        ("wh40k.assumed.save.cover", box("r", 800, 800, 1200, 1200, 300, "forest"), []),
        ("wh40k.assumed.save.cover", box("r", 3000, 1500, 3200, 1600, 300, "forest"), []),
    ],
)
def test_cover_of_terrain(row: str, terrain: Terrain, needed: list[int]) -> None:
    found, done = shot_at(row, ap=1, terrain=(terrain,))
    assert found == needed
    assert done.state.models["bu1.1"].wounds == 2


@pytest.mark.parametrize(
    ("row", "other", "needed"),
    [
        ("wh40k.assumed.save.cover", squad("bu2", (1000, 1500), 1), [5]),
        ("wh40k.assumed.save.cover", squad("au2", (1000, 1500), 1), [5]),
        ("wh40k.assumed.save.cover", squad("bu2", (2000, 1500), 1), []),
    ],
)
def test_models_of_other_units_between_give_cover(row: str, other: Any, needed: list[int]) -> None:
    assert shot_at(row, ap=1, other=(other,))[0] == needed


def test_models_of_the_same_unit_give_no_cover() -> None:
    here = field(squad("au1", FROM, 1, weapons=(gun(AP=1, type="Pistol"),)),
                 squad("bu1", places=((1000, 2000), (1000, 1800)), count=2), phase="shooting")  # fmt: skip
    assert needs(decide(here, "a", shoot("au1", "bu1"), [6, 6]), "wh40k.assumed.save.cover") == []


def test_ap_does_not_matter_to_cover_and_invulnerable_saves() -> None:
    ruin = box("r", 800, 1800, 1200, 2200, 300, "ruin")
    assert shot_at("wh40k.assumed.save.cover", ap=1, terrain=(ruin,), Sv=2)[0] == [4]
    assert shot_at("wh40k.assumed.save.invulnerable", ap=1, Sv=2, has={INVULNERABLE: 4})[0] == [4]


@pytest.mark.parametrize(
    ("row", "target", "terrain", "clause", "needed"),
    [
        ("wh40k.assumed.save.one-per-wound", {"Sv": 3, "has": {INVULNERABLE: 5}}, (), ARMOUR, 3),
        ("wh40k.assumed.save.one-per-wound", {"Sv": 5, "has": {INVULNERABLE: 4}}, (), INVULNERABLE, 4),
        ("wh40k.assumed.save.one-per-wound", {"Sv": 5}, ("ruin",), COVER, 4),
        ("wh40k.assumed.save.one-per-wound", {"Sv": 3}, ("ruin",), ARMOUR, 3),
        ("wh40k.assumed.save.one-per-wound", {"Sv": 1}, (), ARMOUR, 2),
    ],
)
def test_one_save_and_the_best(
    row: str, target: dict[str, Any], terrain: tuple[str, ...], clause: str, needed: int
) -> None:
    assert row.startswith("wh40k.assumed.save")
    pieces = tuple(box("r", 800, 1800, 1200, 2200, 300, kind) for kind in terrain)
    found, done = shot_at(clause, terrain=pieces, **target)
    assert found == [needed]
    assert [rule for rule, _ in rolls(done)][2:] == [clause]


def test_no_cover_in_an_assault() -> None:
    ruin = box("r", 800, 1800, 1200, 2200, 300, "ruin")
    here = field(squad("bu1", TO, 1, Sv=None), terrain=(ruin,))
    unsaved, ctx = resolved(here, [6], cover=True, assault=True)
    assert unsaved == 1 and needs(ctx, "wh40k.assumed.save.cover") == []


def test_vehicles_save_by_cover_when_something_is_before_them() -> None:
    here = field(squad("au1", (4000, 1000), 1, weapons=(gun(S=9, type="Heavy", range=4800),)), tank("bu1"),
                 terrain=(box("r", 3000, 500, 3100, 1500, 200, "forest"),), phase="shooting")  # fmt: skip
    done = decide(here, "a", shoot("au1", "bu1"), [6, 3, 5])
    assert needs(done, "wh40k.assumed.save.cover") == [5]
    assert done.state.models["bu1.1"].wounds == 3


# what players declare where the table has no map


@pytest.mark.parametrize(
    ("row", "facts", "needed"),
    [
        ("wh40k.assumed.declared-facts", (), []),
        ("wh40k.assumed.declared-facts", (LineOfSight("bu1", cover=5),), [5]),
        ("wh40k.assumed.declared-facts", (LineOfSight("bu1", cover=5), LineOfSight("bu1.1", cover=4)), [4]),
    ],
)
def test_declared_cover(row: str, facts: tuple[LineOfSight, ...], needed: list[int]) -> None:
    here = field(squad("au1", FROM, 1, weapons=(gun(AP=1, type="Pistol"),)), squad("bu1", TO, 1), phase="shooting",
                 mapped=False)  # fmt: skip
    done = decide(here, "a", shoot("au1", "bu1", facts=facts), [6, 6, *[1 for _ in needed]])
    assert needs(done, "wh40k.assumed.save.cover") == needed
    assert [effect.value for effect in effects_of(done, Measured, row)] == needed


def test_declared_sight() -> None:
    here = field(squad("au1", FROM, 1), squad("bu1", TO, 1), phase="shooting", mapped=False)
    hidden = shoot("au1", "bu1", facts=(LineOfSight("bu1", visible=False),))
    assert refusal(here, "a", hidden) == "wh40k.assumed.shooting.sequence"


@pytest.mark.parametrize("wrong", [LineOfSight("bu1", visible=False), LineOfSight("bu1", cover=4)])
def test_a_declared_line_has_to_be_the_measured_one(wrong: LineOfSight) -> None:
    here = field(squad("au1", FROM, 1), squad("bu1", TO, 1), phase="shooting")
    assert refusal(here, "a", shoot("au1", "bu1", facts=(wrong,)), [6, 6, 6, 6]) == "wh40k.assumed.declared-facts"
    assert not notes(decide(here, "a", shoot("au1", "bu1", facts=(LineOfSight("bu1"),)), [1, 1]), COVER)
