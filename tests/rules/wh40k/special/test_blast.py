"""Blast and Large Blast: placing, scatter, who is under the marker, several of them."""

from __future__ import annotations

from typing import Any

import pytest

from rules.kernel.effects import Laid, Noted
from rules.kernel.lengths import INCH
from rules.wh40k import dice, words
from rules.wh40k.shooting.shoot import Shoot
from rules.wh40k.shooting.volley import Fire
from rules.wh40k.special import blast
from rules.wh40k.special.blast import BlastAgain
from rules.wh40k.turn import Pass

from ..field import asked, box, decide, effects_of, field, gone, gun, refusal, ruleset, squad, wanted
from ..shots import notes, rolls, shoot

SCATTER = "wh40k.assumed.dice.scatter"
FROM, TO = (1000, 1000), (1000, 2000)
HIT = [1]
"""A scatter die that shows Hit!."""


def bomb(size: int = 1, **more: Any) -> Any:
    more["has"] = {"wh40k.usr.blast": size, **more.get("has", {})}
    return gun(**{"type": "Heavy", "range": 2400, "S": 8, "AP": 1, **more})


def at(*groups: Any, **more: Any) -> Any:
    return field(*groups, phase="shooting", **more)


def spread(*places: tuple[int, int], key: str = "bu1", **more: Any) -> Any:
    return squad(key, places=places, count=len(places), **more)


def bomber(count: int = 1, size: int = 1, more: Any = None, **of_sheet: Any) -> Any:
    return squad("au1", FROM, count, weapons=(bomb(size, **(more or {})),), **of_sheet)


def hits(decided: Any) -> list[tuple[str, int]]:
    return [(note.target, note.value) for note in notes(decided, "wh40k.usr.blast.hits") if note.target]


ROW = tuple((1000 + x, 2000) for x in (0, 190, 210, 290, 310))


@pytest.mark.parametrize(
    ("row", "size", "count"),
    [
        ("wh40k.usr.blast.marker-size", 1, 2),
        ("wh40k.usr.blast.marker-size", 2, 4),
        ("wh40k.usr.blast.large-same-rules", 2, 4),
        ("wh40k.usr.blast.hits", 1, 2),
    ],
)
@pytest.mark.decides(
    "wh40k.usr.blast.hits",
    "wh40k.usr.blast.marker-size",
    "wh40k.usr.blast.large-same-rules",
    by="wh40k.assumed.to-wound",
)
def test_who_is_under_a_marker(row: str, size: int, count: int) -> None:
    assert row in ruleset().clauses
    here = at(bomber(size=size), spread(*ROW))
    done = decide(here, "a", shoot("au1", "bu1", aimed_at="bu1.1"), HIT + [1] * count)
    assert hits(done) == [("bu1", count)]
    (laid,) = effects_of(done, Laid)
    assert laid.under == tuple(f"bu1.{number}" for number in range(1, count + 1))
    told = {each.text: each.value for each in effects_of(done, Noted, "wh40k.assumed.to-wound")}
    assert set(told) == {"Strength", "Toughness"}


def test_the_sizes_are_diameters() -> None:
    assert blast.DIAMETERS == {1: 3 * INCH, 2: 5 * INCH}
    assert "wh40k.usr.blast.marker-size" in ruleset().clauses


@pytest.mark.decides("wh40k.usr.blast.no-to-hit", by="wh40k.assumed.shooting.to-hit")
def test_no_roll_to_hit() -> None:
    here = at(bomber(), spread(TO))
    done = decide(here, "a", shoot("au1", "bu1", aimed_at="bu1.1"), [*HIT, 1])
    assert [rule for rule, _ in rolls(done)] == [SCATTER, "wh40k.assumed.to-wound"]
    pistol = at(squad("au1", FROM, 1, weapons=(gun(type="Pistol"),)), spread(TO))
    assert [rule for rule, _ in rolls(decide(pistol, "a", shoot("au1", "bu1"), [1]))] == [
        "wh40k.assumed.shooting.to-hit"
    ]
    assert blast.BLAST["no-to-hit"] == "wh40k.usr.blast.no-to-hit"


# placing

WALL = box("w", 0, 1400, 3000, 1500, 500, "wall")


@pytest.mark.parametrize(
    ("row", "state", "told"),
    [
        ("wh40k.usr.blast.placement", at(bomber(), spread(TO)), {"aimed_at": "bu1.1", "centre": (1000, 2051)}),
        ("wh40k.usr.blast.placement", at(bomber(), spread(TO)), {"centre": (1500, 2000)}),
        ("wh40k.usr.blast.placement", at(bomber(), spread(TO)), {}),
        ("wh40k.usr.blast.placement", at(bomber(), spread(TO), spread((3000, 2000), key="bu2")),
         {"aimed_at": "bu2.1"}),
        ("wh40k.usr.blast.placement", at(bomber(), spread((1000, 2000), (4000, 2000)),
                                         terrain=(box("w", 2000, 1000, 2100, 2500, 500, "wall"),)),
         {"aimed_at": "bu1.2"}),
        ("wh40k.usr.blast.range", at(bomber(), spread((1000, 3440), (1000, 3480))), {"aimed_at": "bu1.2"}),
        ("wh40k.usr.blast.no-friendly", at(bomber(), spread(TO), spread((1190, 2000), key="au2")),
         {"aimed_at": "bu1.1"}),
        ("wh40k.usr.blast.no-friendly", at(bomber(), spread(TO), spread((1200, 2000), key="au2")),
         {"aimed_at": "bu1.1"}),
        ("wh40k.usr.blast.no-friendly", at(bomber(size=2), spread((1000, 1250))), {"aimed_at": "bu1.1"}),
    ],
)  # fmt: skip
def test_placing_that_is_refused(row: str, state: Any, told: dict[str, Any]) -> None:
    assert refusal(state, "a", shoot("au1", "bu1", **told)) == row


@pytest.mark.parametrize(
    ("row", "state", "told"),
    [
        ("wh40k.usr.blast.placement", at(bomber(), spread(TO)), {"aimed_at": "bu1.1", "centre": (1000, 2050)}),
        ("wh40k.usr.blast.range", at(bomber(), spread((1000, 3440), (1000, 3480))), {"centre": (1000, 3450)}),
        ("wh40k.usr.blast.no-friendly", at(bomber(), spread(TO), spread((1201, 2000), key="au2")),
         {"aimed_at": "bu1.1"}),
    ],
)  # fmt: skip
def test_placing_that_is_allowed(row: str, state: Any, told: dict[str, Any]) -> None:
    assert row in ruleset().clauses
    assert wanted(state, "a", shoot("au1", "bu1", **told)) == (1, SCATTER)


def test_minimum_range() -> None:
    here = at(bomber(more={"min": 1200}), spread(TO))
    assert refusal(here, "a", shoot("au1", "bu1", aimed_at="bu1.1")) == "wh40k.assumed.shooting.weapon-types"


# scatter


@pytest.mark.parametrize(
    ("row", "skill", "tape", "length"),
    [
        ("wh40k.usr.blast.scatter", 4, [3, 90, 3, 4], 300),
        ("wh40k.usr.blast.scatter", 4, [6, 90, 6, 6], 800),
        ("wh40k.usr.blast.scatter", 1, [3, 90, 3, 4], 600),
        ("wh40k.usr.blast.scatter", 4, [2], 0),
        ("wh40k.usr.blast.scatter.minimum", 4, [3, 90, 1, 2], 0),
        ("wh40k.usr.blast.scatter.minimum", 4, [3, 90, 2, 2], 0),
        ("wh40k.assumed.dice.scatter", 0, [3, 90, 6, 6], 1200),
        ("wh40k.assumed.dice.scatter", 0, [1], 0),
    ],
)
@pytest.mark.decides("wh40k.usr.blast.scatter", "wh40k.usr.blast.scatter.minimum", by="wh40k.assumed.to-wound")
def test_scatter(row: str, skill: int, tape: list[int], length: int) -> None:
    here = at(bomber(BS=skill), spread(TO))
    action = shoot("au1", "bu1", aimed_at="bu1.1")
    under = length <= 150 + 50
    done = decide(here, "a", action, tape + [1] * under)
    assert [note.value for note in notes(done, "wh40k.usr.blast.scatter")] == [length]
    assert rolls(done)[0] == (SCATTER, (tape[0],))
    assert row in ruleset().clauses


def test_the_scatter_goes_where_the_arrow_points() -> None:
    here = at(bomber(), spread(TO, (700, 2000)))
    done = decide(here, "a", shoot("au1", "bu1", aimed_at="bu1.1"), [3, 180, 3, 4, 1])
    assert hits(done) == [("bu1", 1)]
    assert dice.Scatter(True, 180, 300).moved((1000, 2000, 0)) == (700, 2000, 0)


@pytest.mark.decides("wh40k.usr.blast.scatter.example", by="wh40k.assumed.to-wound")
def test_example_frag_missile() -> None:
    """BS 4, an arrow and 7 on 2D6: the marker moves 3"; two Orks are wholly or partly under it: 2 hits."""
    assert blast.BLAST["scatter.example"] == "wh40k.usr.blast.scatter.example"
    orks = spread((1000, 2000), (1000, 2300), (1190, 2300), (1300, 2300), (700, 2300))
    done = decide(at(bomber(BS=4), orks), "a", shoot("au1", "bu1", aimed_at="bu1.1"), [4, 90, 3, 4, 1, 1])
    assert [note.value for note in notes(done, "wh40k.usr.blast.scatter")] == [300]
    assert hits(done) == [("bu1", 2)]
    direct = decide(at(bomber(BS=4), orks), "a", shoot("au1", "bu1", aimed_at="bu1.1"), [*HIT, 1])
    assert hits(direct) == [("bu1", 1)]


@pytest.mark.decides("wh40k.usr.blast.scatter.beyond-limits", by="wh40k.assumed.to-wound")
def test_scatter_beyond_range_and_sight() -> None:
    assert blast.BLAST["scatter.beyond-limits"] == "wh40k.usr.blast.scatter.beyond-limits"
    far = spread((1000, 4200), key="bu2")
    wall = box("w", 0, 3700, 3000, 3800, 500, "wall")
    here = at(bomber(), spread((1000, 3400)), far, terrain=(wall,))
    done = decide(here, "a", shoot("au1", "bu1", aimed_at="bu1.1"), [5, 90, 6, 6, 6, 1])
    assert gone(done) == ["bu2.1"]
    assert gone(decide(here, "a", shoot("au1", "bu1", aimed_at="bu1.1"), [*HIT, 6])) == ["bu1.1"]


def test_scatter_nearer_than_the_minimum_range() -> None:
    here = at(bomber(more={"min": 900}), spread(TO), spread((1000, 1400), key="bu2"))
    done = decide(here, "a", shoot("au1", "bu1", aimed_at="bu1.1"), [5, 270, 5, 5, 6])
    assert gone(done) == ["bu2.1"]
    assert "wh40k.usr.blast.scatter.beyond-limits" in ruleset().clauses


@pytest.mark.decides("wh40k.usr.blast.hits-anyone", by="wh40k.assumed.to-wound")
def test_anybody_can_be_hit() -> None:
    """The firer's own unit, other friends, and models locked in combat."""
    assert blast.BLAST["hits-anyone"] == "wh40k.usr.blast.hits-anyone"
    here = at(bomber(), spread((1000, 1750)), spread((1800, 1750), key="au2"), spread((1800, 1855), key="bu2"))
    done = decide(here, "a", shoot("au1", "bu1", aimed_at="bu1.1"), [5, 360, 6, 6, 6, 6])
    assert hits(done) == [("au2", 1), ("bu2", 1)]
    assert gone(done) == ["au2.1", "bu2.1"]
    done = decide(here, "a", shoot("au1", "bu1", aimed_at="bu1.1"), [5, 270, 6, 6, 6])
    assert gone(done) == ["au1.1"]


@pytest.mark.parametrize(
    ("row", "y", "lost"),
    [("wh40k.usr.blast.off-table", 4050, True), ("wh40k.usr.blast.off-table", 4000, False)],
)
@pytest.mark.decides("wh40k.usr.blast.off-table", by="wh40k.assumed.to-wound")
def test_off_the_table(row: str, y: int, lost: bool) -> None:
    """The hole is what counts: 8" from the edge the marker still lies on the table, half of it over the edge."""
    here = at(squad("au1", (1000, 2000), 1, weapons=(bomb(),)), spread((1000, y)), spread((1000, 4750), key="bu2"))
    done = decide(here, "a", shoot("au1", "bu1", aimed_at="bu1.1"), [5, 90, 6, 6] + [1] * (not lost))
    assert bool(notes(done, row)) is lost
    assert hits(done) == ([] if lost else [("bu2", 1)])


# wounds


@pytest.mark.decides("wh40k.usr.blast.wounds", by="wh40k.assumed.instant-death.double-toughness")
def test_wounds_go_to_the_closest_to_the_firer() -> None:
    assert blast.BLAST["wounds"] == "wh40k.usr.blast.wounds"
    here = at(bomber(), spread((1000, 2000), (1000, 1700), (1000, 1800)))
    done = decide(here, "a", shoot("au1", "bu1", aimed_at="bu1.1"), [*HIT, 6])
    assert hits(done) == [("bu1", 1)]
    assert gone(done) == ["bu1.2"]
    beyond = at(squad("au1", (1000, 3000), 1, weapons=(bomb(),)), spread((1000, 2000), (1000, 1700), (1000, 1800)))
    assert gone(decide(beyond, "a", shoot("au1", "bu1", aimed_at="bu1.1"), [*HIT, 6])) == ["bu1.1"]


@pytest.mark.decides("wh40k.usr.blast.multiple", by="wh40k.assumed.to-wound")
def test_several_blasts_scatter_each_and_are_wounded_together() -> None:
    assert blast.BLAST["multiple"] == "wh40k.usr.blast.multiple"
    special = {3: {"weapons": (gun("gun", type="Pistol"),)}}
    here = at(bomber(3, special=special), spread(*ROW))
    fire = (Fire("au1.1", "gun", aimed_at="bu1.1"), Fire("au1.2", "gun", aimed_at="bu1.2"), Fire("au1.3", "gun"))
    done = decide(here, "a", Shoot(unit="au1", target="bu1", fire=fire), [*HIT, *HIT, 6] + [1] * 7 + [1])
    assert [rule.rsplit(".", 1)[1] for rule, _ in rolls(done)] == [
        "scatter", "scatter", "to-hit", "to-wound", "to-wound",
    ]  # fmt: skip
    assert hits(done) == [("bu1", 2), ("bu1", 5)]
    assert [len(faces) for _, faces in rolls(done)] == [1, 1, 1, 7, 1]
    alone = decide(here, "a", Shoot(unit="au1", target="bu1", fire=fire[:1]), [*HIT, 1, 1])
    assert hits(alone) == [("bu1", 2)]


# re-rolls

TWIN = {"has": {"wh40k.assumed.usr.twin-linked": 1}}


@pytest.mark.parametrize(
    ("row", "again", "tape", "rolled"),
    [
        ("wh40k.usr.blast.reroll", 100, [3, 90, 6, 6, 1], 5),
        ("wh40k.usr.blast.reroll", 100, [3, 90, 6, 6, 4, 90, 2, 2], 8),
        ("wh40k.usr.blast.reroll", 900, [3, 90, 6, 6], 4),
        ("wh40k.usr.blast.reroll", 100, [1], 1),
        ("wh40k.assumed.usr.twin-linked", 100, [3, 90, 6, 6, 5, 90, 1, 1], 8),
        ("wh40k.assumed.dice.reroll-once", 100, [3, 90, 6, 6, 5, 90, 6, 6], 8),
    ],
)
@pytest.mark.decides("wh40k.usr.blast.reroll", by="wh40k.assumed.dice.scatter")
def test_a_reroll_takes_the_scatter_die_and_the_distance(row: str, again: int, tape: list[int], rolled: int) -> None:
    assert row in ruleset().clauses
    here = at(bomber(more=TWIN), spread(TO))
    last = tape[4:] if len(tape) > 4 else tape
    under = last in ([1], [4, 90, 2, 2], [5, 90, 1, 1])
    done = decide(here, "a", shoot("au1", "bu1", aimed_at="bu1.1", again=again), tape + [1] * under)
    scattered = [faces for rule, faces in rolls(done) if rule == SCATTER]
    assert sum(len(faces) for faces in scattered) == rolled
    assert bool(notes(done, "wh40k.usr.blast.reroll")) is (rolled > 4)


def test_where_it_lands_is_seen_before_it_is_rolled_for_again() -> None:
    # wh40k.usr.blast.reroll: the side is asked where nothing was said beforehand, unless the marker stays in place
    here = at(bomber(more=TWIN), spread(TO))
    aimed = shoot("au1", "bu1", aimed_at="bu1.1")
    seen = decide(here, "a", aimed, [3, 90, 6, 6])
    assert asked(seen) == ("wh40k.usr.blast.reroll", "a", "au1.1")
    kept = decide(seen.state, "a", Pass())
    assert [faces for rule, faces in rolls(kept) if rule == SCATTER] == [(3,), (90,), (6, 6)]
    again = decide(seen.state, "a", BlastAgain(model="au1.1"), [1, 1])
    assert [faces for rule, faces in rolls(again) if rule == SCATTER] == [(3,), (90,), (6, 6), (1,)]
    assert asked(decide(here, "a", aimed, [1, 1]))[0] != "wh40k.usr.blast.reroll"
    assert refusal(seen.state, "b", BlastAgain(model="au1.1")) == "wh40k.usr.blast.reroll"


def test_who_cannot_roll_to_hit_again_does_not_scatter_again() -> None:
    here = at(bomber(), spread(TO))
    assert refusal(here, "a", shoot("au1", "bu1", aimed_at="bu1.1", again=100)) == "wh40k.usr.blast.reroll"


# Snap Shots


@pytest.mark.parametrize(
    ("row", "marks"),
    [
        ("wh40k.usr.blast.no-snap-shot", {"turn": {words.MOVED: 100}}),
        ("wh40k.usr.blast.no-snap-shot", {"game": {words.GROUND: 9}}),
    ],
)
def test_no_snap_shots(row: str, marks: dict[str, Any]) -> None:
    here = at(squad("au1", FROM, 1, weapons=(bomb(),), **marks), spread(TO))
    assert refusal(here, "a", shoot("au1", "bu1", aimed_at="bu1.1")) == row
