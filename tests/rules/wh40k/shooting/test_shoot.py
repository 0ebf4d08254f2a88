"""The Shooting phase: who fires what at whom, rolls to hit, Snap Shots, weapon types, odds."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

import rules
from rules.kernel.context import Context
from rules.kernel.errors import Malformed
from rules.odds import odds
from rules.wh40k import words
from rules.wh40k.shooting import shoot as shooting
from rules.wh40k.shooting.shoot import Shoot
from rules.wh40k.shooting.volley import Fire
from rules.wh40k.turn import Pass

from ..field import blade, box, decide, field, gone, gun, refusal, ruleset, sheet, squad, tank, wanted
from ..shots import fires, needs, notes, rolls, shoot

SEQUENCE = "wh40k.assumed.shooting.sequence"
TO_HIT = "wh40k.assumed.shooting.to-hit"
TYPES = "wh40k.assumed.shooting.weapon-types"
SNAP = "wh40k.assumed.shooting.snap-shot"
FROM, TO = (1000, 1000), (1000, 2000)


def at(*groups: Any, **more: Any) -> Any:
    """Units in the Shooting phase of side a."""
    return field(*groups, phase="shooting", **more)


def one(*, weapon: Any = None, to: tuple[int, int] = TO, count: int = 1, foe: Any = None, **shooter: Any) -> Any:
    """A unit of one kind of weapon, and a target far enough for one shot of Rapid Fire unless said otherwise."""
    return at(squad("au1", FROM, count, weapons=(weapon or gun(),), **shooter), foe or squad("bu1", to, 5))


# the sequence


def test_the_sequence_of_an_attack() -> None:
    assert SEQUENCE == "wh40k.assumed.shooting.sequence"
    done = decide(one(), "a", shoot("au1", "bu1"), [3, 2, 3])
    assert [rule for rule, _ in rolls(done)] == [TO_HIT, "wh40k.assumed.to-wound"]
    done = decide(one(), "a", shoot("au1", "bu1"), [3, 3, 4, 3, 2])
    assert [rule for rule, _ in rolls(done)][2:] == ["wh40k.assumed.save.armour"]
    assert gone(done) == ["bu1.1"]
    assert done.state.units["au1"].phase[words.SHOT] == "bu1"


LOCKED = squad("bu2", (1000, 1105), 1)


@pytest.mark.parametrize(
    ("row", "clause", "state", "action"),
    [
        ("wh40k.assumed.shooting.sequence", SEQUENCE, one(to=(1000, 3600)), shoot("au1", "bu1")),
        ("wh40k.assumed.shooting.sequence", SEQUENCE, one(), Shoot(unit="au1", target="bu1", fire=())),
        ("wh40k.assumed.shooting.sequence", SEQUENCE, one(),
         Shoot(unit="au1", target="bu1", fire=fires("au1") * 2)),
        ("wh40k.assumed.shooting.sequence", SEQUENCE, at(squad("au1", FROM, 1), squad("bu1", TO), LOCKED),
         shoot("au1", "bu1")),
        ("wh40k.assumed.shooting.sequence", SEQUENCE,
         at(squad("au1", FROM, 1), squad("bu1", TO, 1), squad("au2", (1000, 2105), 1)), shoot("au1", "bu1")),
        ("wh40k.assumed.shooting.sequence", SEQUENCE,
         at(squad("au1", FROM, 1), squad("bu1", TO, 1), terrain=(box("w", 0, 1400, 3000, 1500, 500, "wall"),)),
         shoot("au1", "bu1")),
        ("wh40k.assumed.shooting.weapon-types", TYPES, one(weapon=blade("gun")), shoot("au1", "bu1")),
        ("wh40k.assumed.shooting.sequence", words.RAN, one(turn={words.RAN: 300}), shoot("au1", "bu1")),
        ("wh40k.assumed.shooting.sequence", words.TURBO, one(turn={words.TURBO: 300}), shoot("au1", "bu1")),
        ("wh40k.assumed.shooting.sequence", words.ACTED, one(phase={words.ACTED: 1}), shoot("au1", "bu1")),
        ("wh40k.assumed.shooting.sequence", words.ACTED, one(), shoot("bu1", "au1")),
        ("wh40k.assumed.shooting.sequence", "table.present", one(),
         Shoot(unit="au1", target="bu1", fire=fires("bu1"))),
    ],
)  # fmt: skip
def test_what_is_refused(row: str, clause: str, state: Any, action: Shoot) -> None:
    assert row
    assert refusal(state, "a", action) == clause


def test_shooting_belongs_to_its_phase() -> None:
    here = field(squad("au1", FROM, 1), squad("bu1", TO, 1), phase="movement")
    assert refusal(here, "a", shoot("au1", "bu1")) == words.SHOT


def test_a_unit_shoots_once() -> None:
    after = decide(one(), "a", shoot("au1", "bu1"), [1, 1]).state
    assert refusal(after, "a", shoot("au1", "bu1")) == words.SHOT


def test_a_pass_marks_the_unit() -> None:
    after = decide(one(), "a", Pass(unit="au1")).state
    assert refusal(after, "a", shoot("au1", "bu1")) == words.ACTED


def test_unknown_weapons_and_units_are_malformed() -> None:
    with pytest.raises(Malformed, match=r"fire\[0\].weapon"):
        decide(one(), "a", shoot("au1", "bu1", weapon="spoon"))
    with pytest.raises(Malformed, match="no unit"):
        decide(one(), "a", shoot("au1", "bu9"))


def test_some_models_may_shoot_and_all_at_one_target() -> None:
    here = at(squad("au1", FROM, 4), squad("bu1", TO, 5))
    done = decide(here, "a", shoot("au1", "bu1", 3), [1] * 6)
    assert rolls(done) == [(TO_HIT, (1,) * 6)]


def test_kinds_of_weapons_are_resolved_in_their_order() -> None:
    special = {1: {"weapons": (gun("big", S=8, AP=1, type="Assault"),)}}
    here = at(squad("au1", FROM, 2, special=special), squad("bu1", TO, 5))
    fire = (Fire("au1.1", "big"), Fire("au1.2", "gun"))
    done = decide(here, "a", Shoot(unit="au1", target="bu1", fire=fire), [6, 6, 6, 6, 6, 6, 1, 1])
    assert [rule.rsplit(".", 1)[1] for rule, _ in rolls(done)] == ["to-hit", "to-hit", "to-wound", "to-wound", "armour"]


def test_the_toughness_is_that_from_before_the_shots() -> None:
    special = {1: {"weapons": (gun("big", S=8, AP=1, type="Assault"),)}}
    foe = squad("bu1", TO, 2, T=3, special={2: {"T": 3}, 1: {"T": 5}})
    here = at(squad("au1", FROM, 2, special=special), foe)
    fire = (Fire("au1.1", "big"), Fire("au1.2", "gun"))
    # of equally many the highest Toughness, also when the model that had it is gone
    done = decide(here, "a", Shoot(unit="au1", target="bu1", fire=fire), [6, 6, 6, 6, 1, 1])
    assert needs(done, "wh40k.assumed.to-wound") == [2, 5]


def test_a_lenient_recording_goes_on() -> None:
    far = one(to=(1000, 3600))
    assert decide(far, "a", shoot("au1", "bu1"), [1], lenient=True).findings


# to hit


@pytest.mark.parametrize(
    ("row", "skill", "needed"),
    [
        ("wh40k.assumed.shooting.to-hit", 1, [6]),
        ("wh40k.assumed.shooting.to-hit", 2, [5]),
        ("wh40k.assumed.shooting.to-hit", 3, [4]),
        ("wh40k.assumed.shooting.to-hit", 4, [3]),
        ("wh40k.assumed.shooting.to-hit", 5, [2]),
    ],
)
def test_to_hit(row: str, skill: int, needed: list[int]) -> None:
    pistol = gun(type="Pistol")
    done = decide(one(weapon=pistol, BS=skill), "a", shoot("au1", "bu1"), [needed[0] - 1])
    assert needs(done, row) == needed
    assert wanted(one(weapon=pistol, BS=skill), "a", shoot("au1", "bu1"), [needed[0]])[1] == "wh40k.assumed.to-wound"


def test_without_ballistic_skill_nothing_hits() -> None:
    assert rolls(decide(one(BS=0), "a", shoot("au1", "bu1"))) == []


@pytest.mark.parametrize(
    ("row", "skill", "second"),
    [
        ("wh40k.assumed.shooting.bs6-plus", 6, 6),
        ("wh40k.assumed.shooting.bs6-plus", 7, 5),
        ("wh40k.assumed.shooting.bs6-plus", 8, 4),
        ("wh40k.assumed.shooting.bs6-plus", 9, 3),
        ("wh40k.assumed.shooting.bs6-plus", 10, 2),
    ],
)
def test_from_six_on_misses_are_rolled_again(row: str, skill: int, second: int) -> None:
    here = one(BS=skill)
    done = decide(here, "a", shoot("au1", "bu1"), [1, 1, second - 1, second - 1])
    assert needs(done, TO_HIT) == [2] and needs(done, row) == [second]
    assert wanted(here, "a", shoot("au1", "bu1"), [2, 1, second]) == (2, "wh40k.assumed.to-wound")
    assert wanted(here, "a", shoot("au1", "bu1"), [2, 2]) == (2, "wh40k.assumed.to-wound")


@pytest.mark.parametrize("row", ["wh40k.assumed.usr.twin-linked", "wh40k.assumed.dice.reroll-once"])
def test_twin_linked_weapons_roll_misses_again_once(row: str) -> None:
    here = one(weapon=gun(has={"wh40k.assumed.usr.twin-linked": 1}))
    assert row
    done = decide(here, "a", shoot("au1", "bu1"), [1, 2, 1, 2])
    assert [rule for rule, _ in rolls(done)] == [TO_HIT]
    # a second roll stands
    assert wanted(here, "a", shoot("au1", "bu1"), [6, 2, 3]) == (2, "wh40k.assumed.to-wound")
    assert wanted(here, "a", shoot("au1", "bu1"), [6, 2, 1]) == (1, "wh40k.assumed.to-wound")


# weapon types


@pytest.mark.parametrize(
    ("row", "weapon", "away", "moved", "shots"),
    [
        ("wh40k.assumed.shooting.weapon-types", {"type": "Assault", "shots": 3}, 1000, 600, 3),
        ("wh40k.assumed.shooting.weapon-types", {"type": "Rapid Fire"}, 1300, 0, 2),
        ("wh40k.assumed.shooting.weapon-types", {"type": "Rapid Fire"}, 1301, 600, 1),
        ("wh40k.assumed.shooting.weapon-types", {"type": "Heavy", "shots": 4}, 1000, 0, 4),
        ("wh40k.assumed.shooting.weapon-types", {"type": "Heavy", "shots": 4}, 1000, 600, 4),
        ("wh40k.assumed.shooting.weapon-types", {"type": "Pistol", "range": 1200}, 1000, 600, 1),
        ("wh40k.assumed.shooting.weapon-types", {"type": "Ordnance"}, 1000, 0, 1),
        ("wh40k.assumed.shooting.weapon-types", {"type": "Grenade", "range": 1200}, 1000, 600, 1),
    ],
)
def test_how_many_shots(row: str, weapon: dict[str, Any], away: int, moved: int, shots: int) -> None:
    here = one(weapon=gun(**weapon), to=(1000, 1000 + away), turn={words.MOVED: moved} if moved else {})
    snapped = weapon["type"] == "Heavy" and moved
    assert row == TYPES
    assert wanted(here, "a", shoot("au1", "bu1")) == (shots, SNAP if snapped else TO_HIT)


@pytest.mark.parametrize(
    ("row", "printed", "face", "shots"),
    [
        ("wh40k.assumed.shooting.weapon-types", "D6", 5, 5),
        ("wh40k.assumed.dice.d3", "D3", 5, 3),
        ("wh40k.assumed.dice.d3", "D3", 1, 1),
        ("wh40k.assumed.dice.d3", "D3", 4, 2),
    ],
)
def test_shots_that_are_rolled(row: str, printed: str, face: int, shots: int) -> None:
    here = one(weapon=gun(type="Assault", shots=printed))
    assert wanted(here, "a", shoot("au1", "bu1"))[1] == row
    assert wanted(here, "a", shoot("au1", "bu1"), [face]) == (shots, TO_HIT)


def test_a_monstrous_creature_fires_two_weapons() -> None:
    arms = (gun("x"), gun("y"), gun("z"))
    here = at(squad("au1", FROM, 1, weapons=arms, keywords=("Monstrous Creature",)), squad("bu1", TO, 1))
    two = tuple(Fire("au1.1", key) for key in "xy")
    decide(here, "a", Shoot(unit="au1", target="bu1", fire=two), [1] * 4)
    assert refusal(here, "a", Shoot(unit="au1", target="bu1", fire=(*two, Fire("au1.1", "z")))) == SEQUENCE
    assert refusal(here, "a", Shoot(unit="au1", target="bu1", fire=two[:1] * 2)) == SEQUENCE


# Snap Shots


def test_who_moved_fires_heavy_weapons_as_snap_shots() -> None:
    here = one(weapon=gun(type="Heavy"), turn={words.MOVED: 100})
    done = decide(here, "a", shoot("au1", "bu1"), [5])
    assert needs(done, "wh40k.assumed.shooting.snap-shot") == [6]


def test_a_snap_shot_is_at_ballistic_skill_one_whatever_is_printed() -> None:
    here = one(weapon=gun(type="Heavy"), turn={words.MOVED: 100}, BS=9)
    done = decide(here, "a", shoot("au1", "bu1"), [1])
    assert needs(done, "wh40k.assumed.shooting.snap-shot") == [6] and len(rolls(done)) == 1


def test_templates_fire_no_snap_shots() -> None:
    here = one(weapon=gun(type="Template"), to=(1000, 1400), game={words.GROUND: 9})
    assert refusal(here, "a", shoot("au1", "bu1")) == "wh40k.assumed.shooting.snap-shot"


def weapons(*kinds: str) -> Any:
    return tuple(gun(f"w{n}", type=kind, range=4800, has={}) for n, kind in enumerate(kinds, 1))


@pytest.mark.parametrize(
    ("keywords", "moved", "full"),
    [
        (("Vehicle",), 0, 3),
        (("Vehicle",), 600, 1),
        (("Vehicle",), 601, 0),
        (("Vehicle", "Fast"), 600, 3),
        (("Vehicle", "Fast"), 1200, 2),
        (("Vehicle", "Walker"), 600, 3),
    ],
)
def test_vehicles_fire_by_their_speed(keywords: tuple[str, ...], moved: int, full: int) -> None:
    here = at(
        tank("au1", FROM, keywords=keywords, weapons=weapons("Heavy", "Heavy", "Heavy"), turn={words.MOVED: moved}
             if moved else {}, WS=3, S=5, I=3, A=1),
        squad("bu1", (3000, 1000), 5),
    )  # fmt: skip
    fire = tuple(Fire("au1.1", f"w{n}") for n in (1, 2, 3))
    done = decide(here, "a", Shoot(unit="au1", target="bu1", fire=fire), [1, 1, 1])
    found = [effect.rule for effect in done.effects if effect.rule in (TO_HIT, SNAP)]
    assert found == [TO_HIT] * full + [SNAP] * (3 - full)
    assert "wh40k.assumed.vehicle.speed-shooting" in ruleset().clauses


def test_beside_ordnance_a_vehicle_fires_snap_shots() -> None:
    here = at(tank("au1", FROM, weapons=weapons("Ordnance", "Heavy")), squad("bu1", (3000, 1000), 5))
    fire = (Fire("au1.1", "w2"), Fire("au1.1", "w1"))
    done = decide(here, "a", Shoot(unit="au1", target="bu1", fire=fire), [1, 1])
    assert [rule for rule, _ in rolls(done)] == [SNAP, TO_HIT]
    assert TYPES == "wh40k.assumed.shooting.weapon-types"


@pytest.mark.parametrize(
    ("row", "target", "has", "rule"),
    [
        ("wh40k.assumed.skyfire", ("Infantry",), {}, SNAP),
        ("wh40k.assumed.skyfire", ("Vehicle", "Flyer"), {}, TO_HIT),
        ("wh40k.assumed.skyfire", ("Vehicle", "Skimmer"), {}, TO_HIT),
        ("wh40k.usr.interceptor.skyfire", ("Infantry",), {"wh40k.usr.interceptor": 1}, TO_HIT),
    ],
)
@pytest.mark.decides("wh40k.usr.interceptor.skyfire", by="wh40k.assumed.skyfire")
def test_skyfire(row: str, target: tuple[str, ...], has: dict[str, int], rule: str) -> None:
    missile = gun(type="Heavy", range=4800, has={"wh40k.assumed.skyfire": 1, **has})
    foe = tank("bu1", (3000, 1000), keywords=target) if "Vehicle" in target else squad("bu1", (3000, 1000), 1)
    assert row
    assert wanted(one(weapon=missile, foe=foe), "a", shoot("au1", "bu1")) == (1, rule)


def test_interceptor_and_skyfire_still_fire_snap_shots_when_limited_to_them() -> None:
    missile = gun(type="Heavy", range=4800, has={"wh40k.assumed.skyfire": 1, "wh40k.usr.interceptor": 1})
    here = one(weapon=missile, turn={words.MOVED: 100})
    assert "wh40k.usr.interceptor.skyfire" in ruleset().clauses
    assert wanted(here, "a", shoot("au1", "bu1")) == (1, SNAP)


# templates


def test_a_template_hits_whoever_is_under_it() -> None:
    here = one(weapon=gun(type="Template", AP=0), to=(1000, 1650))
    done = decide(here, "a", shoot("au1", "bu1", direction=(0, 1)), [6, 6] + [1, 1])
    assert gone(done) == ["bu1.1", "bu1.2"]
    assert [note.value for note in notes(done, "wh40k.assumed.shooting.weapon-types")] == [2]


@pytest.mark.parametrize(
    "state",
    [
        one(weapon=gun(type="Template"), to=(1000, 2100)),
        at(squad("au1", FROM, 1, weapons=(gun(type="Template"),)), squad("bu1", (1000, 1400), 1),
           squad("au2", (1100, 1600), 1)),
    ],
)  # fmt: skip
def test_a_template_lies_over_enemies_and_not_over_friends(state: Any) -> None:
    assert refusal(state, "a", shoot("au1", "bu1")) == "wh40k.assumed.shooting.weapon-types"


# what is offered


def options(state: Any) -> list[Any]:
    return [o for o in ruleset().options(Context(ruleset(), state, "", ())) if o.action == "shoot"]


def test_what_is_offered_is_accepted() -> None:
    here = at(
        squad("au1", FROM, 3), squad("au2", (5000, 1000), 2, weapons=(gun(type="Heavy", has={"wh40k.usr.blast": 1}),)),
        squad("bu1", TO, 5), squad("bu2", (5000, 2000), 2), squad("bu3", (7000, 4700), 1),
    )  # fmt: skip
    found = options(here)
    assert [(o.model, o.targets) for o in found] == [("au1", ("bu1",)), ("au2", ("bu2",))]
    ctx = Context(ruleset(), here, "a", ())
    for option in found:
        plan = shooting.plan(ctx, here.units[option.model], here.units[option.targets[0]])
        assert wanted(here, "a", Shoot(unit=option.model, target=option.targets[0], fire=plan))
    after = decide(here, "a", Pass(unit="au1")).state
    assert [o.model for o in options(after)] == ["au2"]


def test_sheets_are_as_printed() -> None:
    assert sheet("1").weapons[0].profile["type"] == "Rapid Fire"


# odds


def test_odds_of_five_rapid_firing_bolters() -> None:
    here = at(squad("au1", FROM, 5), squad("bu1", TO, 5))
    found = odds(ruleset(), here, rules.Declaration(by="a", action=shoot("au1", "bu1", 5)))
    assert sum(Fraction(chance.numerator, chance.denominator) for chance in found) == 1
    nobody = next(chance for chance in found if not chance.outcome)
    # ten shots, each kills with 2/3 x 1/2 x 1/2
    assert Fraction(nobody.numerator, nobody.denominator) == Fraction(5, 6) ** 10


def test_odds_of_a_small_blast() -> None:
    weapon = gun(type="Heavy", has={"wh40k.usr.blast": 1})
    found = odds(ruleset(), one(weapon=weapon, foe=squad("bu1", TO, 5)),
                 rules.Declaration(by="a", action=shoot("au1", "bu1", aimed_at="bu1.3")))  # fmt: skip
    assert sum(Fraction(chance.numerator, chance.denominator) for chance in found) == 1
    assert {len(chance.outcome) for chance in found} == {0, 1, 2, 3}
