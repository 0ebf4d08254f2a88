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
from rules.kernel.remarks import Remark
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
    assert [(r.kind, r.where, r.item, r.column, r.said) for r in lantern.remarks if r.kind == "left-out"] == [
        ("left-out", "Harbour Engine", "Siren", "type", "Special"),
    ]  # fmt: skip


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
        "Warhammer 40,000 8th Edition",
        "Warhammer 40,000 5th Edition",
        "Horus Heresy (2022)",
        "Warhammer - The Horus Heresy 2nd Edition",
        "Horus Heresy V2",
        "Kill Team (2018)",
        "Warhammer 40,000 7th Edition: Apocalypse",
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
        ("u1", "Command", ("1",), {}), ("u2", "Guard", ("2", "3"), {}), ("u3", "Cart", ("4",), {}),
    ]  # fmt: skip
    assert [u.category for u in roster.units] == ["HQ", "", ""]
    # a cart without a capacity carries nobody, and is no reason to leave the army at home
    assert roster.remarks == (Remark("read-as", "", "Cart", "Capacity", read="0"),) and problems(roster, 0) == []


@pytest.mark.parametrize(
    ("system", "own"),
    [
        ("Warhammer 40,000 6th Edition", True), ("Warhammer 40,000 7th Edition", False),
        ("Warhammer 40K seventh ed.", False), ("Warhammer 30,000 - The Horus Heresy", False),
        ("Horus Heresy: Age of Darkness", False),
    ],
)  # fmt: skip
def test_a_roster_says_that_its_edition_is_another_one(system: str, own: bool) -> None:
    said = () if own else (Remark("edition", said=system, read="Warhammer 40,000 6th Edition"),)
    roster = made(man(), system=system)
    assert (roster.system, roster.remarks) == (system, said)


# --- odd lines -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("column", "value", "faulty", "said"),
    [
        ("T", "-", "T", ""), ("T", "?", "T", "?"), ("LD", "high", "Ld", "high"), ("W", "0", "W", "0"),
        ("Save", "9+", "Sv", "9+"), ("Save", "good", "Sv", "good"),
    ],
)  # fmt: skip
def test_a_model_that_nobody_can_play_is_left_out(column: str, value: str, faulty: str, said: str) -> None:
    columns: Any = {column: value}
    roster = made(selection("Gang", "unit", inside=[man(), man("Odd", **columns)]), selection("Alone", "unit", inside=[
        man("Odd", **columns)]), man("Last"))  # fmt: skip
    assert [(m.id, m.type) for m in roster.models] == [("1", "Man"), ("2", "Last")]
    assert [(u.id, u.name, u.models, u.points) for u in roster.units] == [
        ("u1", "Gang", ("1",), 5), ("u2", "Last", ("2",), 5),
    ]  # fmt: skip
    assert [(r.kind, r.item, r.column, r.said, r.count) for r in roster.remarks] == [
        ("left-out", "Odd", faulty, said, 2), ("differs", "models", "", "4", 1),
    ]  # fmt: skip
    assert problems(roster, 0) == []


def test_a_unit_does_not_name_a_transport_that_was_left_out() -> None:
    roster = made(selection("Guard", "unit", inside=[man(), car("Cart", HP="many")]))
    assert [(u.id, u.has) for u in roster.units] == [("u1", {})]


@pytest.mark.parametrize(("column", "value"), [("WS", "11"), ("BS", "good"), ("A", "D6")])
def test_a_characteristic_that_nobody_can_read_is_left_out(column: str, value: str) -> None:
    columns: Any = {column: value}
    roster = made(man(**columns))
    assert column not in roster.models[0].profile
    assert roster.remarks == (
        Remark("left-out", "Man", column, said=value, wanted="a number from 0 to 10"),
    )  # fmt: skip


def test_a_roster_of_which_no_model_can_be_played_is_refused_with_all_reasons() -> None:
    reason = refused(man(WS="x", T="y"), car(HP="many"), selection("Ghost", "model")).reason
    assert reason.startswith("no model of this roster can be played: Man, WS is left out: 'x'")
    for part in ("Man is left out: T: 'y'", "Car is left out: HP: 'many'", "Ghost is left out: profile is missing"):
        assert part in reason


def gun(name: str = "Gun", **columns: str) -> str:
    return selection(name, profiles=[profile("Weapon", name, {**GUN, **columns})])


GUN = {"Range": '24"', "Strength": "4", "AP": "5", "Type": "Heavy 2"}


@pytest.mark.parametrize(
    ("columns", "read", "weapon"),
    [
        ({"Type": "Ordinance 1, Large Blast"}, "Ordnance 1, Large Blast",
         {"range": 2400, "type": "Ordnance", "S": 4, "AP": 5}),
        ({"Type": "Asault D6"}, "Assault D6", {"range": 2400, "type": "Assault", "shots": "D6", "S": 4, "AP": 5}),
        ({"Type": "-", "Range": "-"}, "Melee", {"range": 0, "type": "Melee", "S": 4, "AP": 5}),
        ({"Type": "", "Range": ""}, "Melee", {"range": 0, "type": "Melee", "S": 4, "AP": 5}),
        ({"Type": "Armourbane, Unwieldy", "Range": "-"}, "Melee, Armourbane, Unwieldy",
         {"range": 0, "type": "Melee", "S": 4, "AP": 5}),
    ],
)  # fmt: skip
def test_the_obvious_reading_of_a_weapon(columns: dict[str, str], read: str, weapon: dict[str, int | str]) -> None:
    roster = made(selection("Man", "model", profiles=[profile("Unit", "Man", LINE)], inside=[gun(**columns)]))
    assert roster.models[0].weapons[0].profile == weapon
    assert roster.remarks == (Remark("read-as", "Man", "Gun", "Type", columns["Type"], read),)


@pytest.mark.parametrize(
    "columns",
    [
        {"Type": "Special"},
        {"Type": "-"},
        {"Range": "-"},
        {"Range": 'D6"'},
        {"Strength": "X"},
        {"AP": "many"},
        {"Type": ""},
    ],
)
def test_a_weapon_that_nobody_can_read_is_left_out_and_stays_as_text(columns: dict[str, str]) -> None:
    inside = [gun(**columns), gun("Hook")]
    roster = made(selection("Man", "model", profiles=[profile("Unit", "Man", LINE)], inside=inside))
    (someone,) = roster.models
    assert [w.id for w in someone.weapons] == ["hook"]
    assert [a.kind for a in someone.abilities if a.name == "Gun"] == ["wargear"]
    assert [(r.kind, r.where, r.item) for r in roster.remarks] == [("left-out", "Man", "Gun")]


def test_too_many_weapons() -> None:
    line = [profile("Unit", "Man", LINE)]
    assert made(selection("Man", "model", profiles=line, inside=[gun()] * 30)).remarks == ()
    roster = made(selection("Man", "model", profiles=line, inside=[gun()] * 31))
    assert len(roster.models[0].weapons) == 30
    assert roster.remarks == (Remark("read-as", "Man", "weapons", said="31", read="30"),)


@pytest.mark.parametrize(
    ("said", "kinds", "remarked"),
    [
        ("Infanty (Character)", ("Infantry", "Character"), True),
        ("Jet Pack Infantry (Drone)", ("Jet Pack", "Infantry"), True),
        ("Bike", ("Bike",), False), ("Nonsense", ("Infantry",), True), ("", ("Infantry",), True),
    ],
)  # fmt: skip
def test_misspelt_and_unknown_unit_types(said: str, kinds: tuple[str, ...], remarked: bool) -> None:
    columns: Any = {"Unit Type": said}
    roster = made(man(**columns))
    assert set(roster.models[0].keywords) == set(kinds)
    assert [(r.kind, r.item, r.said) for r in roster.remarks] == ([("read-as", "Unit Type", said)] if remarked else [])


@pytest.mark.parametrize(
    ("save", "read", "armour", "invulnerable"),
    [("2", "2+", 2, None), ("2+/4", "2+/4++", 2, 4), ("3/5", "3+/5++", 3, 5), ("-/4", "-/4++", None, 4),
     ("3+/4++", "", 3, 4), ("-/4++", "", None, 4)],
)  # fmt: skip
def test_saves_without_a_plus(save: str, read: str, armour: int | None, invulnerable: int | None) -> None:
    roster = made(man(Save=save))
    (sheet,) = roster.models
    assert (sheet.profile.get("Sv"), sheet.has.get("wh40k.assumed.save.invulnerable")) == (armour, invulnerable)
    assert roster.remarks == ((Remark("read-as", "Man", "Sv", said=save, read=read),) if read else ())


# --- models that are not typed as models ---------------------------------------------------------------------------


def test_a_single_figure_typed_as_a_unit() -> None:
    roster = made(selection("Lord", "unit", pts=9, profiles=[profile("Unit", "Old Lord", LINE)], inside=[gun()]))
    assert [(m.type, m.points, len(m.weapons)) for m in roster.models] == [("Lord", 9, 1)]
    assert roster.remarks == (Remark("differs", item="models", said="0", read="1"),)


def test_models_typed_as_upgrades() -> None:
    tank = selection("Tank", profiles=[profile("Vehicle", "Legion Tank", CAR)], pts=40)
    roster = made(
        selection("Tanks", "unit", inside=[tank, tank]),
        selection(
            "Undying",
            "unit",
            inside=[selection("Undying One", number=10, pts=170, profiles=[profile("Unit", "x", LINE)])],
        ),
    )
    assert [(u.name, len(u.models), u.points) for u in roster.units] == [("Tanks", 2, 80), ("Undying", 10, 170)]
    assert roster.remarks[-1] == Remark("differs", item="models", said="0", read="12")


def test_a_wrapper_typed_as_a_model() -> None:
    claws = selection("Claw", "model", 5, 60, [profile("Unit", "Claw", LINE)])
    roster = made(
        selection("Claws", "model", inside=[selection("Permit"), claws], rules=["Fearless"], category="Troops")
    )
    (unit,) = roster.units
    assert (unit.name, unit.category, len(unit.models), unit.points) == ("Claws", "Troops", 5, 60)
    assert all("wh40k.usr.fearless" in m.has for m in roster.models)
    assert roster.remarks == (Remark("differs", item="models", said="6", read="5"),)


def test_models_without_a_profile_beside_one_who_has_it() -> None:
    """They take what is printed in their unit, and are no characters."""
    line = {**LINE, "Unit Type": "Infantry (Character)", "LD": "9"}
    boss = selection("Boss", "model", profiles=[profile("Unit", "Legion Boss", line)], inside=[gun()])
    roster = made(selection("Squad", "unit", pts=65, inside=[selection("Hands", "model", 9, 135), boss, gun("Knife")]))
    hands, last = roster.models[0], roster.models[-1]
    assert len(roster.models) == 10 and roster.points == 200
    assert (hands.profile["Ld"], hands.keywords, [w.id for w in hands.weapons]) == (9, ("Infantry",), ["knife"])
    assert (last.keywords, [w.id for w in last.weapons]) == (("Infantry", "Character"), ["gun", "knife"])
    assert roster.remarks == (Remark("read-as", "Squad", "Hands", "profile", "", "Legion Boss", count=9),)


def test_two_gun_drones_are_one_selection_and_two_models() -> None:
    drones = selection(
        "Two Gun Drones", profiles=[profile("Unit", "Gun Drone", {**LINE, "Unit Type": "Jet Pack Infantry"})]
    )
    skiff = selection("Skiff", "model", pts=40, profiles=[profile("Vehicle", "Skiff", CAR)], inside=[drones, gun()])
    roster = made(selection("Skiffs", "unit", inside=[skiff], category="Fast Attack"))
    assert [(u.name, len(u.models), u.points) for u in roster.units] == [("Skiffs", 1, 40), ("Two Gun Drones", 2, 0)]
    assert [len(m.weapons) for m in roster.models] == [1, 0, 0]
    assert Remark("read-as", item="Two Gun Drones", column="number", said="1", read="2") in roster.remarks
    assert problems(roster, 0) == []


def test_a_companion_named_like_its_datasheet_is_a_model() -> None:
    hound = selection("Hound", number=2, profiles=[profile("Unit", "Hound", LINE)])
    handler = selection("Handler", "model", pts=9, profiles=[profile("Unit", "Handler", LINE)], inside=[hound])
    mount = selection("Swift mount", profiles=[profile("Unit", "Rider", {**LINE, "Unit Type": "Cavalry"})])
    roster = made(handler, selection("Scout", "model", profiles=[profile("Unit", "Scout", LINE)], inside=[mount]))
    assert [m.type for m in roster.models] == ["Handler", "Hound", "Hound", "Scout"]


def test_a_transport_says_its_capacity_in_a_profile_of_its_own() -> None:
    room = profile("Transport", "Cart (Transport)", {"Capacity": "10.", "Fire Points": "None."})
    cart = selection("Cart", profiles=[profile("Vehicle", "Cart", {**CAR, "Type": "Tank, Transport"}), room])
    roster = made(selection("Guard", "unit", inside=[man(), cart]))
    assert [u.has for u in roster.units] == [{DEDICATED: "u2"}, {}]
    assert roster.models[1].has["wh40k.assumed.transport.capacity"] == 10
    assert problems(roster, 0) == []


def test_few_weapons_of_a_unit_are_carried_by_few() -> None:
    """One is everybody's; of several each is one model's, the bearers of the next kind come after those of the last."""
    boss = selection("Boss", "model", profiles=[profile("Unit", "Boss", LINE)])
    melta = selection("Melta", number=2, pts=30, profiles=[profile("Weapon", "Melta", GUN)])
    axes = [selection("Axe", profiles=[profile("Weapon", "Axe", GUN)]) for _ in range(3)]
    rack = selection("Rack", inside=[gun("Carbine"), melta, *axes])
    roster = made(selection("Squad", "unit", inside=[boss, man("Hand", 4), rack]))
    assert [[w.id for w in m.weapons] for m in roster.models] == [
        ["carbine"], ["carbine", "axe"], ["carbine", "axe"], ["carbine", "melta"], ["carbine", "melta", "axe"],
    ]  # fmt: skip
    assert roster.points == 50
    assert roster.remarks == (
        Remark("read-as", "Squad", "Melta", "number", "2", "2/5"),
        Remark("read-as", "Squad", "Axe", "number", "3", "3/5"),
    )  # fmt: skip


@pytest.mark.parametrize(("number", "carrying"), [(1, 3), (2, 2), (3, 3), (4, 3)])
def test_enough_weapons_of_a_unit_are_everybody_s(number: int, carrying: int) -> None:
    rifles = selection("Rifle", number=number, profiles=[profile("Weapon", "Rifle", GUN)])
    roster = made(selection("Squad", "unit", inside=[man("Hand", 3), rifles]))
    assert sum(bool(m.weapons) for m in roster.models) == carrying


def test_two_forces_are_one_army() -> None:
    text = '<roster name="Two" gameSystemName="Warhammer 40,000 6th Edition"><forces>{}{}</forces></roster>'
    force = '<force name="{0}" catalogueName="{0}"><selections>{1}</selections></force>'
    data = text.format(force.format("Dockers", man()), force.format("Sailors", man("Sailor")))
    roster = from_battlescribe(battlescribe.read(data.encode()))
    assert (roster.faction, [m.type for m in roster.models]) == ("Dockers, Sailors", ["Man", "Sailor"])
    assert roster.extra["forces"] == ["Dockers: Dockers", "Sailors: Sailors"]


# --- files of players ----------------------------------------------------------------------------------------------

FIGURES = {
    "Necron 1845.rosz": (1845, 54, 74),
    "Tau 428 (Test_Roster).ros": (428, 21, 22),
    "Berserker Assault.rosz": (1022, 32, 36),
    "Blackshields.rosz": (2060, 21, 26),
    "Blood Angels.rosz": (2342, 26, 30),
    "Hammer of Olympia.rosz": (1547, 31, 36),
    "Ironhands.rosz": (1577, 41, 44),
    "Thousand Sons Ahriman's Command Squad.rosz": (1450, 43, 44),
}
"""Points, models by the types in the file, and models on the table, as `README.md` of the real rosters counts them."""


@pytest.mark.parametrize("name", FIGURES)
def test_real_files(shared: Path, name: str) -> None:
    roster = load((shared / "data" / "rosters" / "warhammer-40k" / name).read_bytes(), name)
    points, typed, standing = FIGURES[name]
    assert (roster.points, len(roster.models)) == (points, standing)
    assert sum(unit.points for unit in roster.units) == points
    assert Remark("differs", item="models", said=str(typed), read=str(standing)) in roster.remarks
    assert roster.remarks[0].kind == "edition" and roster.remarks[0].said == roster.system
    assert problems(roster, points) == []
    left = [(each.where, each.item) for each in roster.remarks if each.kind == "left-out"]
    assert left == ([("Necron Monolith", "Portal of Exile")] if name.startswith("Necron") else [])


def test_every_real_file_has_its_figures(shared: Path) -> None:
    files = {path.name for path in (shared / "data" / "rosters" / "warhammer-40k").glob("*.ros*")}
    assert {name for name in files if not name.startswith("version-ladder")} == set(FIGURES)


def test_a_roster_of_two_real_forces(shared: Path) -> None:
    roster = load((shared / "data" / "rosters" / "warhammer-40k" / "Tau 428 (Test_Roster).ros").read_bytes())
    assert roster.faction == "Tau Empire: Codex (2013), Space Wolves: Codex (2014)"
    assert [(u.name, u.category, len(u.models)) for u in roster.units] == [
        ("Aun'Shi", "HQ", 1), ("Fire Warrior Team", "Troops", 6), ("Fire Warrior Team 2", "Troops", 6),
        ("Piranhas", "Fast Attack", 1), ("Two Gun Drones", "", 2), ("Wolf Priest", "HQ", 1),
        ("Blood Claws", "Troops", 5),
    ]  # fmt: skip


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
