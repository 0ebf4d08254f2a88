"""Barrage: indirect fire, wounds from the centre of the marker, side armour, pinning, groups of markers."""

from __future__ import annotations

from typing import Any

import pytest

import rules
from rules.kernel.context import Context
from rules.kernel.effects import Rolled
from rules.wh40k.shooting.shoot import Shoot
from rules.wh40k.shooting.sight import LineOfSight
from rules.wh40k.shooting.volley import Fire
from rules.wh40k.special import barrage
from rules.wh40k.special.barrage import PlaceMarkers
from rules.wh40k.turn import Pass

from ..field import asked, box, decide, effects_of, field, gone, gun, refusal, ruleset, squad, tank, wanted
from ..shots import needs, notes, rolls

FROM = (1000, 1000)
SCATTER = "wh40k.assumed.dice.scatter"
FOLLOW = "wh40k.usr.barrage.multiple.follow-up"
TO_WOUND = "wh40k.assumed.to-wound"


def mortar(size: int = 1, **more: Any) -> Any:
    has = {"wh40k.usr.barrage": 1, "wh40k.usr.blast": size, **more.pop("has", {})}
    return gun(**{"type": "Heavy", "range": 4800, "S": 4, "AP": 0, "has": has, **more})


def at(*groups: Any, **more: Any) -> Any:
    return field(*groups, phase="shooting", **more)


def spread(*places: tuple[int, int], key: str = "bu1", **more: Any) -> Any:
    return squad(key, places=places, count=len(places), **more)


def battery(count: int = 1, **more: Any) -> Any:
    return squad("au1", FROM, count, weapons=(mortar(**more),))


def hits(decided: Any) -> list[tuple[str, int]]:
    return [(note.target, note.value) for note in notes(decided, "wh40k.usr.blast.hits") if note.target]


def fire(count: int, lead: int = 1, **told: Any) -> Shoot:
    """So many mortars; only the marker of the one closest to the target has a place."""
    further = {name: value for name, value in told.items() if name not in ("aimed_at", "centre")}
    shots = [Fire(f"au1.{n}", "gun", **further) for n in range(1, count + 1)]
    shots[lead - 1] = Fire(f"au1.{lead}", "gun", **{"aimed_at": "bu1.1", **told})
    return Shoot(unit="au1", target="bu1", fire=tuple(shots))


@pytest.mark.decides("wh40k.usr.barrage.is-blast", by="wh40k.usr.blast.placement")
def test_a_barrage_follows_the_rules_of_blasts() -> None:
    assert barrage.BARRAGE["is-blast"] == "wh40k.usr.barrage.is-blast"
    here = at(battery(), spread((1000, 2000), (1190, 2000), (1210, 2000)))
    done = decide(here, "a", fire(1), [1, 1, 1])
    assert hits(done) == [("bu1", 2)]
    assert refusal(here, "a", fire(1, centre=(1500, 2000))) == "wh40k.usr.blast.placement"
    moved = at(squad("au1", FROM, 1, weapons=(mortar(),), turn={"wh40k.assumed.movement.infantry": 100}),
               spread((1000, 2000)))  # fmt: skip
    assert refusal(moved, "a", fire(1)) == "wh40k.usr.blast.no-snap-shot"


WALL = box("w", 0, 1400, 3000, 1500, 500, "wall")


@pytest.mark.parametrize(
    ("row", "least", "terrain"),
    [("wh40k.usr.barrage.indirect", 0, (WALL,)), ("wh40k.usr.barrage.indirect", 1200, ())],
)
@pytest.mark.decides("wh40k.usr.barrage.indirect", by="wh40k.assumed.shooting.sequence")
def test_indirect_fire_needs_no_sight_and_no_minimum_range(row: str, least: int, terrain: Any) -> None:
    here = at(battery(min=least), spread((1000, 2000)), terrain=terrain)
    assert wanted(here, "a", fire(1, indirect=True)) == (1, SCATTER)
    assert hits(decide(here, "a", fire(1, indirect=True), [1, 1])) == [("bu1", 1)]
    direct = refusal(here, "a", fire(1))
    assert direct in ("wh40k.assumed.shooting.sequence", "wh40k.assumed.shooting.weapon-types")
    assert row in ruleset().clauses


def test_a_target_out_of_sight_is_offered_to_a_barrage_and_to_no_other_weapon() -> None:
    for has, offered in (({"wh40k.usr.barrage": 1, "wh40k.usr.blast": 1}, ("bu1",)), ({"wh40k.usr.blast": 1}, ())):
        weapon = gun(type="Heavy", range=4800, S=4, AP=0, has=has)
        here = at(squad("au1", FROM, 1, weapons=(weapon,)), spread((1000, 2000)), terrain=(WALL,))
        found = [option.targets for option in rules.options(ruleset(), here) if option.action == "shoot"]
        assert found == ([offered] if offered else []), "wh40k.usr.barrage.indirect"


def test_another_blast_cannot_fire_indirectly() -> None:
    bomb = squad("au1", FROM, 1, weapons=(gun(type="Heavy", has={"wh40k.usr.blast": 1}),))
    here = at(bomb, spread((1000, 2000)), terrain=(WALL,))
    assert refusal(here, "a", fire(1, indirect=True)) == "wh40k.assumed.shooting.sequence"
    assert "wh40k.usr.barrage.indirect" in ruleset().clauses


@pytest.mark.parametrize(
    ("row", "indirect", "tape", "length"),
    [
        ("wh40k.usr.barrage.indirect.full-scatter", True, [3, 90, 3, 4], 700),
        ("wh40k.usr.barrage.indirect.full-scatter", False, [3, 90, 3, 4], 300),
        ("wh40k.usr.barrage.indirect.full-scatter", True, [2], 0),
    ],
)
@pytest.mark.decides("wh40k.usr.barrage.indirect.full-scatter", by="wh40k.assumed.to-wound")
def test_full_scatter(row: str, indirect: bool, tape: list[int], length: int) -> None:
    here = at(battery(), spread((1000, 2000), (1000, 2300)))  # the second stands 3" off, not 7"
    done = decide(here, "a", fire(1, indirect=indirect), tape + [1] * (length < 700))
    assert hits(done) == [("bu1", 1)] * (length < 700)
    assert [note.value for note in notes(done, "wh40k.usr.blast.scatter")] == [length]
    assert row in ruleset().clauses


LOW = box("b", 800, 1400, 1200, 1500, 100, "barricade")
BEHIND = box("b", 1250, 1900, 1300, 2100, 100, "barricade")


@pytest.mark.parametrize(
    ("row", "terrain", "tape", "needed"),
    [
        # the barricade stands between firer and target: not between the centre and the target
        ("wh40k.usr.barrage.cover-from-centre", LOW, [1, 6, 1], []),
        # it stands between the target and where the marker has come to rest
        ("wh40k.usr.barrage.cover-from-centre", BEHIND, [3, 360, 3, 3, 6, 1], [4]),
    ],
)
@pytest.mark.decides("wh40k.usr.barrage.cover-from-centre", by="wh40k.assumed.save.cover")
def test_cover_is_judged_from_the_centre(row: str, terrain: Any, tape: list[int], needed: list[int]) -> None:
    here = at(battery(size=2, AP=1), spread((1150, 2000), W=3), terrain=(terrain,))
    done = decide(here, "a", fire(1), tape[:-1] if not needed else tape)
    assert needs(done, "wh40k.assumed.save.cover") == needed
    assert row in ruleset().clauses


@pytest.mark.decides("wh40k.usr.barrage.allocate-from-centre", by="wh40k.assumed.wounds")
def test_wounds_are_given_from_the_centre() -> None:
    assert barrage.BARRAGE["allocate-from-centre"] == "wh40k.usr.barrage.allocate-from-centre"
    places = spread((1000, 2000), (1000, 1850), (1000, 1700))
    for unit, first in (battery(AP=1), "bu1.1"), (battery(AP=1, has={"wh40k.usr.barrage": 0}), "bu1.3"):
        assert gone(decide(at(unit, places), "a", fire(1), [1, 6, 1])) == [first]


@pytest.mark.decides("wh40k.usr.barrage.vehicle-side", by="wh40k.assumed.vehicle.penetration")
def test_vehicles_are_hit_on_their_side() -> None:
    assert barrage.BARRAGE["vehicle-side"] == "wh40k.usr.barrage.vehicle-side"
    ahead = squad("au1", (4000, 1000), 1, weapons=(mortar(S=8),))
    # armour 12 in front, 11 on the side: Strength 8 glances on a 3
    done = decide(at(ahead, tank("bu1")), "a", fire(1), [1, 3])
    assert done.state.models["bu1.1"].wounds == 2
    direct = squad("au1", (4000, 1000), 1, weapons=(gun(type="Heavy", S=8, range=4800, has={"wh40k.usr.blast": 1}),))
    assert decide(at(direct, tank("bu1")), "a", fire(1), [1, 3]).state.models["bu1.1"].wounds == 3


@pytest.mark.parametrize(("row", "face", "pinned"), [("wh40k.usr.barrage.pinning", 1, True),
                                                     ("wh40k.usr.barrage.pinning", 6, False)])  # fmt: skip
def test_a_barrage_pins_whom_it_wounds(row: str, face: int, pinned: bool) -> None:
    here = at(battery(), spread((1000, 2000), (1000, 2150), Ld=7))
    done = decide(here, "a", fire(1), [1, 6, 1, face])
    assert asked(done) == (("wh40k.assumed.pinning", "b", "bu1") if pinned else ("", "", ""))
    assert row in ruleset().clauses


# groups of markers


@pytest.mark.decides("wh40k.usr.barrage.multiple.together", by="wh40k.usr.barrage.multiple.follow-up")
def test_all_barrages_of_a_unit_are_one_group() -> None:
    """Scatter dice of all of them first, then hits and Wounds; after the other shots of the unit."""
    assert barrage.BARRAGE["multiple.together"] == "wh40k.usr.barrage.multiple.together"
    special = {3: {"weapons": (gun("gun", type="Pistol"),)}}
    unit = squad("au1", FROM, 3, weapons=(mortar(),), special=special)
    here = at(unit, spread((1000, 2000)))
    shots = (Fire("au1.1", "gun", aimed_at="bu1.1"), Fire("au1.2", "gun"), Fire("au1.3", "gun"))
    done = decide(here, "a", Shoot(unit="au1", target="bu1", fire=shots), [6, 1, 1, 3, 360, 1])
    assert [rule for rule, _ in rolls(done)] == [
        "wh40k.assumed.shooting.to-hit", TO_WOUND, SCATTER, FOLLOW, FOLLOW, TO_WOUND,
    ]  # fmt: skip
    single = Shoot(unit="au1", target="bu1", fire=(shots[0], shots[2]))
    assert [rule for rule, _ in rolls(decide(here, "a", single, [1, 1, 1]))][1:] == [SCATTER, TO_WOUND]


@pytest.mark.parametrize("row", ["wh40k.usr.barrage.multiple.first"])
@pytest.mark.decides("wh40k.usr.barrage.multiple.first", by="wh40k.assumed.dice.scatter")
def test_the_weapon_closest_to_the_target_fires_first(row: str) -> None:
    large = {1: {"weapons": (mortar(2),)}}
    for places, first in ([(1000, 500), (1000, 1000)], "au1.2"), ([(1000, 1000), (1000, 500)], "au1.1"):
        unit = squad("au1", places=places, count=2, weapons=(mortar(),), special=large)
        done = decide(at(unit, spread((1000, 2000))), "a", fire(2, int(first[-1])), [3, 90, 6, 6, 3, 360])
        assert effects_of(done, Rolled, SCATTER)[0].model == first
    assert row in ruleset().clauses


def test_further_markers_roll_the_scatter_die_alone() -> None:
    assert barrage.BARRAGE["multiple.follow-up"] == FOLLOW == "wh40k.usr.barrage.multiple.follow-up"
    here = at(battery(3), spread((1000, 2000)))
    done = decide(here, "a", fire(3), [5, 90, 6, 6, 3, 360, 4, 180])
    assert [faces for rule, faces in rolls(done) if rule == FOLLOW] == [(3,), (360,), (4,), (180,)]


@pytest.mark.parametrize(
    ("row", "second", "beside", "hit"),
    [
        ("wh40k.usr.barrage.multiple.arrow", 1, 300, True),
        ("wh40k.usr.barrage.multiple.arrow", 1, 501, False),
        # a large marker beside a small one: its centre lies 1.5" and 2.5" away
        ("wh40k.usr.barrage.multiple.arrow", 2, 690, True),
        ("wh40k.usr.barrage.multiple.arrow", 2, 701, False),
    ],
)
@pytest.mark.decides("wh40k.usr.barrage.multiple.arrow", by="wh40k.assumed.to-wound")
def test_an_arrow_lays_a_marker_beside_the_first(row: str, second: int, beside: int, hit: bool) -> None:
    unit = squad("au1", FROM, 2, weapons=(mortar(),), special={2: {"weapons": (mortar(second),)}})
    here = at(unit, spread((1000, 2000)), spread((1000 + beside, 2000), key="bu2"))
    done = decide(here, "a", fire(2), [1, 3, 360, 1] + [1] * hit)
    assert hits(done) == [("bu1", 1)] + [("bu2", 1)] * hit
    assert notes(done, row)


def after_a_hit(*more: int) -> Any:
    """Two mortars; the second rolls a Hit!."""
    here = at(battery(2), spread((1000, 2000), (1300, 2000), (1600, 2000)))
    return decide(here, "a", fire(2), [1, 2, *more])


@pytest.mark.parametrize(
    ("row", "centre", "count"),
    [
        ("wh40k.usr.barrage.multiple.hit", (1300, 2000), 1),
        ("wh40k.usr.barrage.multiple.hit", (1150, 2000), 2),
        ("wh40k.usr.barrage.multiple.overlap", (1150, 2000), 2),
        ("wh40k.usr.barrage.multiple.overlap", (1000, 2000), 1),
    ],
)
@pytest.mark.decides("wh40k.usr.barrage.multiple.overlap", by="wh40k.assumed.to-wound")
def test_a_hit_lets_the_player_lay_the_marker(row: str, centre: tuple[int, int], count: int) -> None:
    assert row in ruleset().clauses
    waiting = after_a_hit()
    assert asked(waiting) == ("wh40k.usr.barrage.multiple.hit", "a", "au1")
    done = decide(waiting.state, "a", PlaceMarkers(centres=(centre,)), [1] * (1 + count))
    assert hits(done) == [("bu1", 1), ("bu1", count)]
    assert asked(done) == ("", "", "")


@pytest.mark.parametrize("centres", [((1301, 2000),), (), ((1000, 2000), (1000, 2000))])
def test_such_a_marker_has_to_touch(centres: Any) -> None:
    assert refusal(after_a_hit().state, "a", PlaceMarkers(centres=centres)) == "wh40k.usr.barrage.multiple.hit"
    assert refusal(after_a_hit().state, "b", PlaceMarkers(centres=((1000, 2000),))) == "wh40k.usr.barrage.multiple.hit"


def test_such_a_marker_may_touch_friends() -> None:
    here = at(battery(2), spread((1000, 2000)), spread((1400, 2000), key="au2"))
    waiting = decide(here, "a", fire(2), [1, 2])
    done = decide(waiting.state, "a", PlaceMarkers(centres=((1300, 2000),)), [1, 1])
    assert hits(done) == [("bu1", 1), ("au2", 1)]
    assert "wh40k.usr.barrage.multiple.hit" in ruleset().clauses


def test_a_pass_lays_it_on_the_first() -> None:
    waiting = after_a_hit()
    offered = [o.action for o in ruleset().options(Context(ruleset(), waiting.state, "a", ()))]
    assert sorted(offered) == ["pass", "place-markers"]
    done = decide(waiting.state, "a", Pass(), [1, 1])
    assert hits(done) == [("bu1", 1), ("bu1", 1)]
    assert "wh40k.usr.barrage.multiple.overlap" in ruleset().clauses


@pytest.mark.decides("wh40k.usr.barrage.multiple.resolve", by="wh40k.assumed.wounds")
def test_each_marker_is_resolved_for_itself_from_its_centre() -> None:
    assert barrage.BARRAGE["multiple.resolve"] == "wh40k.usr.barrage.multiple.resolve"
    here = at(battery(2, AP=1), spread((1000, 2000), (1300, 2000), (1150, 2000)))
    # A over the first model and the third, B over the second and the third: it is hit twice
    done = decide(here, "a", fire(2), [1, 3, 360, 6, 1, 6, 1])
    assert hits(done) == [("bu1", 2), ("bu1", 2)]
    assert gone(done) == ["bu1.1", "bu1.2"]
    # B beside nobody: A alone is resolved
    alone = decide(here, "a", fire(2), [1, 3, 180, 6, 1])
    assert (hits(alone), gone(alone)) == ([("bu1", 2)], ["bu1.1"])


@pytest.mark.decides("wh40k.usr.barrage.multiple.example", by="wh40k.usr.barrage.multiple.hit")
def test_example_three_markers() -> None:
    """A is a direct hit, B and C roll arrows; nine hits in all. With a Hit! C may lie anywhere touching A or B."""
    assert barrage.BARRAGE["multiple.example"] == "wh40k.usr.barrage.multiple.example"
    places = ((2000, 2000), (1850, 2000), (2150, 2000), (1700, 2000), (2300, 2000), (1700, 2150), (2300, 2150))
    here = at(battery(3), spread(*places))
    done = decide(here, "a", fire(3, 3), [1, 3, 360, 3, 180] + [1] * 9)
    assert hits(done) == [("bu1", 3), ("bu1", 3), ("bu1", 3)]
    waiting = decide(here, "a", fire(3, 3), [1, 3, 360, 1])
    # B lies at (2300, 2000): touching only B will do
    touching_b = decide(waiting.state, "a", PlaceMarkers(centres=((2600, 2000),)), [1] * 6)
    assert hits(touching_b) == [("bu1", 3), ("bu1", 3)]
    touching_a = decide(waiting.state, "a", PlaceMarkers(centres=((1700, 2000),)), [1] * 9)
    assert hits(touching_a) == [("bu1", 3), ("bu1", 3), ("bu1", 3)]
    assert refusal(waiting.state, "a", PlaceMarkers(centres=((2000, 1600),))) == "wh40k.usr.barrage.multiple.hit"
    to_nobody = PlaceMarkers(centres=((1700, 2000),), facts=(LineOfSight("bu9"),))
    assert refusal(waiting.state, "a", to_nobody) == "wh40k.assumed.declared-facts"


@pytest.mark.parametrize(
    ("row", "said"),
    [
        ("wh40k.usr.barrage.multiple.follow-up", {"centre": (1000, 2000)}),
        ("wh40k.usr.barrage.multiple.follow-up", {"aimed_at": "bu1.1"}),
        ("wh40k.usr.barrage.multiple.follow-up", {"direction": (1, 0)}),
        ("wh40k.usr.barrage.multiple.follow-up", {"floor": 1}),
        ("wh40k.usr.blast.reroll", {"again": 100}),
    ],
)
def test_nobody_places_a_further_marker(row: str, said: dict[str, Any]) -> None:
    """Dice send it to its place: another one that is declared is refused by its name, and not passed over."""
    here = at(battery(2), spread((1000, 2000)))
    shots = (Fire("au1.1", "gun", aimed_at="bu1.1"), Fire("au1.2", "gun", **said))
    with pytest.raises(rules.IllegalAction) as refused:
        decide(here, "a", Shoot(unit="au1", target="bu1", fire=shots))
    assert (refused.value.clause, refused.value.facts["field"]) == (row, f"fire[1].{next(iter(said))}")


def test_where_the_first_shot_is_lost_the_next_is_the_first() -> None:
    unit = squad("au1", (1000, 3000), 2, weapons=(mortar(),))
    here = at(unit, spread((1000, 4100)))
    done = decide(here, "a", fire(2), [5, 90, 6, 6, 1, 1])
    assert hits(done) == [("bu1", 1)]
    assert [rule for rule, _ in rolls(done)] == [SCATTER] * 4 + [TO_WOUND]
    assert "wh40k.usr.barrage.multiple.first" in ruleset().clauses


def test_what_other_weapons_wounded_is_not_forgotten_while_markers_are_placed() -> None:
    pistol = gun("gun", type="Pistol", AP=1, has={"wh40k.assumed.pinning": 1})
    unit = squad("au1", FROM, 3, weapons=(mortar(),), special={3: {"weapons": (pistol,)}})
    here = at(unit, spread((1000, 2000), (3000, 2000)))
    shots = (Fire("au1.1", "gun", aimed_at="bu1.1"), Fire("au1.2", "gun"), Fire("au1.3", "gun"))
    waiting = decide(here, "a", Shoot(unit="au1", target="bu1", fire=shots), [6, 6, 3, 90, 6, 6, 1])
    assert asked(waiting)[0] == "wh40k.usr.barrage.multiple.hit"
    placed = decide(waiting.state, "a", PlaceMarkers(centres=((1000, 2800),)))
    assert asked(placed) == ("wh40k.assumed.pinning", "b", "bu1")


def test_a_lenient_recording_goes_on() -> None:
    here = at(battery(2), spread((1000, 2000)))
    assert decide(here, "a", fire(2, centre=(1500, 2000)), lenient=True).findings
