"""Army lists from BattleScribe files: units, transports, weapons a model, special rules; and what makes an army."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any
from xml.sax.saxutils import quoteattr

import msgspec
import pytest

from rules import battlescribe
from rules.kernel.errors import IllegalAction, Malformed
from rules.kernel.sheet import Ability, Roster, Sheet, UnitSheet
from rules.wh40k.army.roster import from_battlescribe, load, pick, problems, speciality, team

LANTERN = Path(__file__).parents[1] / "lantern-watch.ros"
"""Written for these tests after the game system file of the sixth edition: its types of profiles and their columns."""
DEDICATED = "wh40k.assumed.transport.dedicated"


@pytest.fixture(scope="module")
def lantern() -> Roster:
    return load(LANTERN.read_bytes(), LANTERN.name)


def named(roster: Roster, name: str) -> Sheet:
    return next(model for model in roster.models if model.name == name)


# --- a whole file --------------------------------------------------------------------------------------------------


def test_units_of_a_file_in_its_order(lantern: Roster) -> None:
    assert [(u.id, u.name, u.category, u.points, len(u.models)) for u in lantern.units] == [
        ("u1", "Isaura Thorne", "HQ", 100, 1), ("u2", "Watch Squad", "Troops", 110, 9),
        ("u3", "Tide barge", "Dedicated Transport", 35, 1), ("u4", "Quay Rangers", "Elites", 60, 5),
        ("u5", "Lantern Lords", "Fast Attack", 75, 3), ("u6", "Harbour Engines", "Heavy Support", 180, 2),
        ("u7", "Crane Walker", "Heavy Support", 90, 1),
    ]  # fmt: skip
    assert [unit.has for unit in lantern.units] == [{}, {DEDICATED: "u3"}, {}, {}, {}, {}, {}]
    assert [key for unit in lantern.units for key in unit.models] == [model.id for model in lantern.models]
    assert (lantern.name, lantern.faction, lantern.points) == ("Lantern Watch", "Lantern Watch", 650)
    assert problems(lantern, 650) == problems(lantern, 0) == []


def test_a_character_with_powers_and_wargear(lantern: Roster) -> None:
    thorne = named(lantern, "Isaura Thorne")
    assert thorne.profile == {"WS": 5, "BS": 4, "S": 4, "T": 4, "W": 3, "I": 4, "A": 3, "Ld": 9, "Sv": 3}
    assert thorne.keywords == ("Infantry", "Character", "Independent Character", "Psyker")
    # 5++ is printed in its save, the cloak betters it to 4+; Gets Hot is the pistol's and not the model's
    assert thorne.has == {
        "wh40k.assumed.save.invulnerable": 4, "wh40k.usr.adamantium-will": 1, "wh40k.assumed.psychic.warp-charge": 1,
    }  # fmt: skip
    assert [(w.id, w.has) for w in thorne.weapons] == [
        ("tide-staff", {"wh40k.usr.force": 1}), ("coil-pistol", {"wh40k.usr.gets-hot": 1}),
    ]  # fmt: skip
    kept = {ability.name: ability.rule for ability in thorne.abilities}
    assert kept["Voice of the Quay"] == "" and kept["Storm cloak"] == "wh40k.assumed.save.invulnerable"
    assert kept["Independent Character"] == "wh40k.assumed.unit-of-models.characters"


def test_seven_rifles_and_a_flamer_among_eight(lantern: Roster) -> None:
    squad = [named(lantern, f"Watchman {number}") for number in range(1, 9)]
    assert [[w.id for w in man.weapons] for man in squad] == [
        *[["watch-carbine", "short-blade"]] * 7, ["oil-projector", "short-blade"],
    ]  # fmt: skip
    assert [man.points for man in squad] == [10] * 7 + [15]
    assert squad[7].weapons[0].profile == {"range": 800, "type": "Template", "S": 4, "AP": 5}
    assert all(man.has == {"wh40k.usr.atsknf": 1} for man in [*squad, named(lantern, "Watch Sergeant")])
    assert named(lantern, "Watch Sergeant").weapons[2].text == "Unwieldy"


def test_a_transport_chosen_in_a_squad_is_a_unit_of_its_own(lantern: Roster) -> None:
    barge = named(lantern, "Tide barge")
    assert barge.profile == {"BS": 4, "FA": 11, "SA": 11, "RA": 10, "HP": 3}
    assert set(barge.keywords) == {"Vehicle", "Transport", "Tank"} and barge.hull == (450, 300)
    assert barge.has == {"wh40k.usr.assault-vehicle": 1, "wh40k.assumed.transport.capacity": 10}
    assert barge.weapons[0].has == {"wh40k.assumed.usr.twin-linked": 1}
    assert Ability("Fire Points", "2") in barge.abilities


def test_a_datasheet_of_the_unit_serves_its_models(lantern: Roster) -> None:
    ranger = named(lantern, "Quay Ranger 5")
    assert ranger.profile["Sv"] == 4 and ranger.points == 12
    assert ranger.has == {"wh40k.usr.infiltrate": 1, "wh40k.usr.feel-no-pain": 6}
    assert (ranger.weapons[0].has, ranger.weapons[0].text) == ({"wh40k.assumed.pinning": 1}, "Sniper")


def test_large_models_and_weapons_with_a_minimum_range(lantern: Roster) -> None:
    lord = named(lantern, "Lantern Lord 1")
    assert (lord.base, lord.has["wh40k.usr.bulky"], lord.keywords) == (79, 3, ("Jump", "Infantry"))
    assert lord.weapons[1].profile == {"range": 2400, "min": 800, "type": "Assault", "S": 0}
    walker = named(lantern, "Crane Walker")
    assert walker.profile == {
        "WS": 4, "BS": 4, "S": 6, "FA": 12, "SA": 12, "RA": 10, "I": 3, "A": 2, "HP": 3,
    }  # fmt: skip
    assert (walker.base, walker.hull, walker.has["wh40k.usr.fleet"]) == (118, None, "legs")


def test_a_weapon_nobody_can_play_is_kept_as_text_with_a_remark(lantern: Roster) -> None:
    engine = named(lantern, "Harbour Engine 2")
    assert [w.id for w in engine.weapons] == ["great-mortar"]
    assert engine.weapons[0].has == {"wh40k.usr.blast": 2, "wh40k.usr.barrage": 1}
    assert Ability("Siren", "Range -, Strength *, AP -, Type Special", "wargear") in engine.abilities
    assert any("Harbour Engine 2: Siren, type: 'Special'" in note for note in lantern.notes)


def test_what_belongs_to_no_model_is_kept(lantern: Roster) -> None:
    assert [rule.name for rule in lantern.rules] == ["Keeper of the Light"]
    assert lantern.extra["list"] == ["Warlord Traits"]
    assert "Isaura Thorne: Leads from the front." in lantern.notes


# --- files made here -----------------------------------------------------------------------------------------------

LINE = {"Unit Type": "Infantry", "WS": "3", "BS": "3", "S": "3", "T": "3", "W": "1", "I": "3", "A": "1", "LD": "7",
        "Save": "5+"}  # fmt: skip
CAR = {"BS": "3", "Front": "11", "Side": "11", "Rear": "10", "Type": "Tank", "HP": "3"}


def profile(kind: str, name: str, columns: dict[str, str]) -> str:
    inner = "".join(f"<characteristic name={quoteattr(k)} value={quoteattr(v)}/>" for k, v in columns.items())
    return f'<profile name={quoteattr(name)} typeName="{kind}"><characteristics>{inner}</characteristics></profile>'


def selection(
    name: str, kind: str = "upgrade", number: int = 1, pts: int = 0, profiles: Iterable[str] = (),
    inside: Iterable[str] = (), rules: Iterable[str] = (), category: str = "",
) -> str:  # fmt: skip
    said = "".join(f"<rule name={quoteattr(rule)}/>" for rule in rules)
    role = f"<category name={quoteattr(category)} primary='true'/>" if category else ""
    return (
        f'<selection name={quoteattr(name)} type="{kind}" number="{number}"><profiles>{"".join(profiles)}</profiles>'
        f"<rules>{said}</rules><selections>{''.join(inside)}</selections><categories>{role}</categories>"
        f'<costs><cost name="pts" value="{pts}"/></costs></selection>'
    )


def man(name: str = "Man", number: int = 1, inside: Iterable[str] = (), **columns: str) -> str:
    return selection(name, "model", number, 5 * number, [profile("Unit", name, {**LINE, **columns})], inside)


def car(name: str = "Car", kind: str = "model", **columns: str) -> str:
    return selection(name, kind, 1, 40, [profile("Vehicle", name, {**CAR, **columns})])


def made(*selections: str, system: str = "Warhammer 40,000 6th Edition") -> Roster:
    text = (
        f'<roster name="Made" gameSystemName={quoteattr(system)}><forces><force name="List" catalogueName="Dockers">'
        f"<selections>{''.join(selections)}</selections></force></forces></roster>"
    )
    return from_battlescribe(battlescribe.read(text.encode()))


def refused(*selections: str, system: str = "Warhammer 40,000 6th Edition") -> Malformed:
    with pytest.raises(Malformed) as caught:
        made(*selections, system=system)
    return caught.value


@pytest.mark.parametrize(
    "system",
    ["Warhammer 40,000 6th Edition", "Warhammer 40,000: 6th Edition", "Warhammer 40K (6th edition)", "40k sixth ed."],
)
def test_game_system(system: str) -> None:
    assert made(man(), system=system).system == system


@pytest.mark.parametrize(
    "system",
    [
        "Warhammer 40,000 7th Edition",
        "Kill Team (2018)",
        "Warhammer 40,000: Kill Team 6th",
        "Fantasy 6th",
        "40,000",
        "",
    ],
)
def test_wrong_game_system(system: str) -> None:
    error = refused(man(), system=system)
    assert error.path == "$.gameSystemName" and "6th Edition is wanted" in error.reason


def test_a_file_of_another_kind_is_of_another_system() -> None:
    for data in (b"", b"hello", b'{"a": 1}'):
        with pytest.raises(Malformed, match="this is no roster") as caught:
            load(data, "x")
        assert caught.value.path == "$.gameSystemName"


def test_vehicles_of_a_squadron_are_one_unit() -> None:
    roster = made(selection("Squadron", "unit", inside=[car("Scout"), car("Scout")], category="Fast Attack"))
    assert [(u.category, len(u.models)) for u in roster.units] == [("Fast Attack", 2)]


def test_a_vehicle_and_a_unit_inside_a_unit_stand_apart() -> None:
    guard = selection("Guard", "unit", inside=[man("Guard", 2), car("Cart")])
    roster = made(selection("Command", "unit", inside=[man("Captain"), guard], category="HQ"))
    assert [(u.id, u.name, u.models, u.has) for u in roster.units] == [
        ("u1", "Command", ("1",), {}), ("u2", "Guard", ("2", "3"), {DEDICATED: "u3"}), ("u3", "Cart", ("4",), {}),
    ]  # fmt: skip
    assert [u.category for u in roster.units] == ["HQ", "", "Dedicated Transport"]
    assert [p.rule for p in problems(roster, 0)] == [DEDICATED]  # a cart without a capacity carries nobody


@pytest.mark.parametrize(
    ("column", "value", "said"),
    [
        ("WS", "11", "Man, WS: '11' is not a number from 0 to 10"), ("T", "-", "Man, T is missing"),
        ("LD", "high", "Man, Ld: 'high'"), ("Save", "9+", "Man, Sv: '9+'"), ("W", "0", "Man, W: '0'"),
    ],
)  # fmt: skip
def test_values_that_cannot_be_read(column: str, value: str, said: str) -> None:
    columns: Any = {column: value}
    error = refused(man(**columns))
    assert error.path == "$.forces" and said in error.reason


def test_all_problems_are_listed_at_once() -> None:
    reason = refused(man(WS="x", T="y"), car(HP="many"), selection("Ghost", "model")).reason
    assert reason.startswith("4 problems in this roster: ")
    assert "Car, HP: 'many'" in reason and "Ghost: the file gives no profile" in reason


def test_no_models() -> None:
    assert refused(selection("Nothing")).reason == "this roster holds no models"


@pytest.mark.parametrize(
    ("save", "armour", "invulnerable"),
    [("3+", 3, None), ("2+/4++", 2, 4), ("-", None, None), ("4++", None, 4), ("3+ (5++)", 3, 5), ("-/6+ inv", None, 6)],
)
def test_saves(save: str, armour: int | None, invulnerable: int | None) -> None:
    """`wh40k.assumed.save.armour`, `wh40k.assumed.save.invulnerable` as they are printed in one column."""
    (sheet,) = made(man(Save=save)).models
    found = (sheet.profile.get("Sv"), sheet.has.get("wh40k.assumed.save.invulnerable"))
    assert found == (armour, invulnerable)


# --- what makes an army --------------------------------------------------------------------------------------------


def sheet(key: str, keywords: tuple[str, ...] = ("Infantry",), **has: int) -> Sheet:
    return Sheet(key, f"Model {key}", "Model", {}, 10, keywords=keywords, has=dict(has))


def unit(key: str, *models: str, points: int = 20, transport: str = "") -> UnitSheet:
    return UnitSheet(key, f"Unit {key}", models, points=points, has={DEDICATED: transport} if transport else {})


def army(models: Iterable[Sheet], *units: UnitSheet) -> Roster:
    return Roster("Army", "made here", models=tuple(models), units=units, points=sum(u.points for u in units))


PAIR = (sheet("1"), sheet("2"))
BUS = Sheet("3", "Bus", "Bus", {}, 10, keywords=("Vehicle",), has={"wh40k.assumed.transport.capacity": 10})


@pytest.mark.parametrize(
    ("models", "units", "rule", "said"),
    [
        (PAIR, (), "wh40k.assumed.roster.units", "at least one unit"),
        (PAIR, (unit("u1", "1"),), "wh40k.assumed.roster.units", "Model 2 is in no unit"),
        (PAIR, (unit("u1", "1", "2"), unit("u2", "2")), "wh40k.assumed.roster.units", "Model 2 is in 2 units"),
        (PAIR, (unit("u1", "1", "2"), unit("u2")), "wh40k.assumed.roster.units", "unit Unit u2 has no models"),
        (PAIR, (unit("u1", "1", "2", "9"),), "wh40k.assumed.roster.units", "names model '9'"),
        (PAIR, (unit("u1", "1"), unit("u1", "2")), "wh40k.assumed.roster.units", "unit 'u1' stands twice"),
        (PAIR, (unit("1", "1", "2"),), "wh40k.assumed.roster.units", "a model's or none"),
        ((*PAIR, PAIR[0]), (unit("u1", "1", "2"),), "wh40k.assumed.roster.units", "model '1' stands twice"),
        ((PAIR[0], BUS), (unit("u1", "1", "3"),), "wh40k.assumed.roster.squadron", "vehicles and other models"),
        (PAIR, (unit("u1", "1", "2", transport="u9"),), DEDICATED, "'u9'"),
        (PAIR, (unit("u1", "1", "2", transport="u1"),), DEDICATED, "not another unit"),
        (PAIR, (unit("u1", "1", transport="u2"), unit("u2", "2")), DEDICATED, "has no capacity"),
        ((*PAIR, BUS), (unit("u1", "1", transport="u3"), unit("u2", "2", transport="u3"), unit("u3", "3")),
         DEDICATED, "of 2 units"),
    ],
)  # fmt: skip
def test_what_keeps_models_from_being_an_army(
    models: tuple[Sheet, ...], units: tuple[UnitSheet, ...], rule: str, said: str
) -> None:
    found = problems(army(models, *units), 0)
    assert any(problem.rule == rule and said in problem.message for problem in found), found


def test_points_limit() -> None:
    """`wh40k.assumed.roster.points`: exactly the limit is allowed, 0 is none."""
    roster = army(PAIR, unit("u1", "1", "2", points=100))
    assert problems(roster, 100) == problems(roster, 0) == []
    (problem,) = problems(roster, 99)
    assert (problem.rule, problem.facts) == ("wh40k.assumed.roster.points", {"points": 100, "limit": 99})


def test_an_army_is_picked_whole_or_refused() -> None:
    roster = army((*PAIR, BUS), unit("u1", "1", "2", transport="u3"), unit("u2", "3"))
    with pytest.raises(IllegalAction) as caught:
        pick(roster, 0)
    assert caught.value.clause == DEDICATED
    whole = army((*PAIR, BUS), unit("u1", "1", "2", transport="u2"), unit("u2", "3"))
    assert pick(whole, 40) == ("1", "2", "3")
    with pytest.raises(IllegalAction) as caught:
        pick(whole, 39)
    assert caught.value.clause == "wh40k.assumed.roster.points"


def test_a_part_of_an_army_is_whole_units() -> None:
    """`wh40k.assumed.roster.whole`; a transport that stays behind is nobody's."""
    roster = army((*PAIR, BUS), unit("u1", "1", "2", transport="u2"), unit("u2", "3", points=35))
    part = team(roster, ("1", "2"))
    assert part == msgspec.structs.replace(roster, models=PAIR, units=(unit("u1", "1", "2"),), points=20)
    assert team(roster, ("3", "2", "1")) == roster
    for ids in (("1",), ("1", "1", "2"), ("1", "2", "9")):
        with pytest.raises(IllegalAction) as caught:
            team(roster, ids)
        assert caught.value.clause == "wh40k.assumed.roster.whole"


@pytest.mark.parametrize(
    ("keywords", "said"),
    [
        (("Infantry",), ""), (("Infantry", "Character"), "character"),
        (("Infantry", "Independent Character", "Psyker"), "independent character"),
        (("Vehicle", "Walker"), "walker"), (("Vehicle", "Tank", "Transport"), "transport"),
    ],
)  # fmt: skip
def test_what_sets_a_model_apart(keywords: tuple[str, ...], said: str) -> None:
    assert speciality(sheet("1", keywords)) == said
