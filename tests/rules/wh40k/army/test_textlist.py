"""Army lists in plain text: what each part says, the example of the docs, and refusals that name the line."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.kernel.errors import Malformed
from rules.kernel.sheet import Ability, Roster, Sheet
from rules.wh40k.army import printed, textlist
from rules.wh40k.army.roster import load, problems
from rules.wh40k.position import roster_problems

ROOT = Path(__file__).parents[4]
DEMO = ROOT / "gamelog" / "demo" / "40k"
ARMIES = ("copper-lances.txt", "drowned-court.txt", "ferry-guard.txt")
RIFLE = 'weapon: Rifle | 24" | 4 | 5 | Rapid Fire\n'
SQUAD = "unit: Squad | Troops | 50\n"
MAN = "WS3 BS4 S3 T3 W1 I3 A1 Ld7 Sv5+"


def read(text: str, name: str = "army.txt") -> Roster:
    return textlist.load(text.encode(), name)


def one(line: str, weapons: str = RIFLE, unit: str = SQUAD) -> Sheet:
    """The only model of a list."""
    (sheet,) = read(f"{unit}1 x {line}\n{weapons}").models
    return sheet


def refused(text: str | bytes) -> str:
    with pytest.raises(Malformed) as caught:
        textlist.load(text if isinstance(text, bytes) else text.encode())
    return str(caught.value)


# --- the whole list ------------------------------------------------------------------------------------------------


def example() -> str:
    found = re.search(r"```text\n(.*?)```", (ROOT / "docs" / "army-list.md").read_text(encoding="utf-8"), re.DOTALL)
    assert found is not None
    return found[1]


def test_the_example_of_the_docs() -> None:
    roster = read(example())
    assert (roster.name, roster.faction, roster.points, roster.system) == (
        "Copper Lances", "River Republic", 285, textlist.SYSTEM,
    )  # fmt: skip
    assert [(u.id, u.name, u.category, u.points, len(u.models)) for u in roster.units] == [
        ("u1", "Marshal Voll", "HQ", 80, 1), ("u2", "Line Squad", "Troops", 90, 10),
        ("u3", "Turtle", "Dedicated Transport", 40, 1), ("u4", "Ferryman", "Heavy Support", 75, 1),
    ]  # fmt: skip
    assert roster.units[1].has == {"wh40k.assumed.transport.dedicated": "u3"}
    assert [m.id for m in roster.models] == [str(n) for n in range(1, 14)]
    assert [m.name for m in roster.models][:3] == ["Marshal Voll", "Rifleman 1", "Rifleman 2"]
    assert roster.rules[0].name == "Toll of the bridges" and roster.rules[0].rule == ""
    assert roster.notes == ("players apply what the rules do not know: Stubborn",)
    turtle = roster.models[11]
    assert (turtle.hull, turtle.has) == ((450, 300), {"wh40k.assumed.transport.capacity": 10})
    ferryman = roster.models[12]
    assert [w.id for w in ferryman.weapons] == ["claw", "claw-2"] and ferryman.base == 118
    assert (list(roster_problems(roster)), problems(roster, 285)) == ([], [])


def test_a_comment_and_the_form_of_lines_mean_nothing() -> None:
    plain = read(SQUAD + f"2 x Man: {MAN} | Infantry | Rifle\n" + RIFLE)
    dressed = (
        "\ufeff# a list\r\n\r\n  UNIT : Squad|Troops|50 # ours\r\n\t2 x Man : " + f"{MAN}|infantry|rifle\r\n" + RIFLE
    )
    assert read(dressed) == plain
    assert read((SQUAD + f"2 x Man: {MAN} | Infantry | Rifle\n" + RIFLE).replace("\n", "\r")) == plain


def test_the_file_names_an_army_without_a_name() -> None:
    assert read(SQUAD + f"1 x Man: {MAN} | Infantry", "river guard.txt").name == "river guard"


def test_a_hash_inside_a_word_is_no_comment() -> None:
    assert read(f"army: Squad#1\n{SQUAD}1 x Man: {MAN} | Infantry").name == "Squad#1"


def test_russian_keys_and_words() -> None:
    roster = read(
        "армия: Медные копья\nфракция: Речная республика\n"
        "отряд: Линия | войска | 41 | правила: Не ведая боли (6+)\n"
        "2 х Стрелок: WS3 ВS4 S3 Т3 W1 I3 А1 Ld7 Sv5+ | Пехота | Карабин | правила: Ненависть (Орки), Бесстрашие\n"
        "отряд: Черепаха | приданный транспорт | 40\n"
        "1 x Черепаха: BS3 FA11 SA11 RA10 HP3 | Техника, танк, транспорт | - | вместимость 10 | корпус 5х3\n"
        'оружие: Карабин | 24" | носителя | - | Скорострельное | Спаренное, Перегрев\n'.replace("носителя", "4")
    )
    assert (roster.name, roster.faction, roster.points) == ("Медные копья", "Речная республика", 81)
    man = roster.models[0]
    assert man.profile == {"WS": 3, "BS": 4, "S": 3, "T": 3, "W": 1, "I": 3, "A": 1, "Ld": 7, "Sv": 5}
    assert man.has == {"wh40k.usr.feel-no-pain": 6, "wh40k.usr.hatred": "Орки", "wh40k.usr.fearless": 1}
    assert man.weapons[0].has == {"wh40k.assumed.usr.twin-linked": 1, "wh40k.usr.gets-hot": 1}
    assert man.weapons[0].profile["type"] == "Rapid Fire"
    assert [m.points for m in roster.models] == [20, 21, 40]
    turtle = roster.models[2]
    assert (turtle.keywords, turtle.hull) == (("Vehicle", "Tank", "Transport"), (500, 300))
    assert roster.units[0].has == {"wh40k.assumed.transport.dedicated": "u2"}


@pytest.mark.parametrize("name", ARMIES)
def test_the_demo_armies_can_be_fielded(name: str) -> None:
    data = (DEMO / name).read_bytes()
    roster = load(data, name)
    assert problems(roster, 750) == [] and list(roster_problems(roster)) == []
    assert sum(m.points for m in roster.models) == sum(u.points for u in roster.units) == roster.points
    assert roster.points == (400 if name == "ferry-guard.txt" else 750)


def test_the_demo_meets_most_rules() -> None:
    models = [m for name in ARMIES for m in load((DEMO / name).read_bytes(), name).models]
    has = {rule for m in models for rule in m.has} | {rule for m in models for w in m.weapons for rule in w.has}
    special = {row.rule for row in printed._ROWS}
    assert special - has == {"wh40k.assumed.skyfire", "wh40k.assumed.outflank"}
    assert {w.profile["type"] for m in models for w in m.weapons} == {
        "Rapid Fire", "Assault", "Heavy", "Pistol", "Ordnance", "Template", "Melee",
    }  # fmt: skip
    assert {"Independent Character", "Character", "Psyker", "Jetbike", "Bike", "Jump", "Beast", "Walker", "Tank",
            "Skimmer", "Transport", "Open-topped"} <= {word for m in models for word in m.keywords}  # fmt: skip


# --- models --------------------------------------------------------------------------------------------------------


def test_a_profile_wh40k_assumed_profile() -> None:
    """`wh40k.assumed.profile`: a dash is absent, the rest are whole numbers."""
    assert one("Hound: WS4 BS- S4 T4 W2 I4 A2 Ld6 Sv- | Beasts").profile == {
        "WS": 4, "S": 4, "T": 4, "W": 2, "I": 4, "A": 2, "Ld": 6,
    }  # fmt: skip
    assert one("Car: BS3 FA10 SA10 RA10 HP2 | Vehicle").profile == {"BS": 3, "FA": 10, "SA": 10, "RA": 10, "HP": 2}
    saved = one(f"Man: {MAN.replace('Sv5+', 'Sv2+/4++')} | Infantry")
    assert (saved.profile["Sv"], saved.has) == (2, {"wh40k.assumed.save.invulnerable": 4})


@pytest.mark.parametrize(
    ("types", "base", "keywords"),
    [
        ("Infantry", 49, ("Infantry",)), ("Jump", 49, ("Infantry", "Jump")), ("Beasts", 79, ("Beast",)),
        ("Bike", 98, ("Bike",)), ("Jetbike, Character", 98, ("Jetbike", "Character")), ("Cavalry", 98, ("Cavalry",)),
        ("Monstrous Creature", 118, ("Monstrous Creature",)), ("Artillery", 118, ("Artillery",)),
        ("Jet Pack Infantry", 49, ("Jet Pack", "Infantry")),
    ],
)  # fmt: skip
def test_unit_types_and_their_bases(types: str, base: int, keywords: tuple[str, ...]) -> None:
    sheet = one(f"Man: {MAN} | {types}")
    assert (sheet.base, sheet.keywords, sheet.hull) == (base, keywords, None)


def test_the_size_of_a_model_can_be_said() -> None:
    assert one(f"Man: {MAN} | Infantry | - | base 32mm | height: 2").base == 63
    assert one(f"Man: {MAN} | Infantry | - | base 32mm | height: 2").height == 200
    assert one(f"Man: {MAN} | Infantry | - | rules: Very Bulky").base == 79
    car = one("Car: BS3 FA10 SA10 RA10 HP2 | Vehicle | - | hull 5x3.5")
    assert car.hull == (500, 350) and car.base == 306  # half the diagonal of 610.3
    assert one("Car: BS3 FA10 SA10 RA10 HP2 | Vehicle").hull == (450, 300)


@pytest.mark.parametrize(
    ("rules", "has"),
    [
        ("Feel No Pain", {"wh40k.usr.feel-no-pain": 5}), ("Feel No Pain (6+)", {"wh40k.usr.feel-no-pain": 6}),
        ("Hatred (Orks)", {"wh40k.usr.hatred": "Orks"}), ("Hatred", {"wh40k.usr.hatred": 1}),
        ("Very Bulky", {"wh40k.usr.bulky": 3}), ("Extremely bulky", {"wh40k.usr.bulky": 5}),
        ("Fleet (legs)", {"wh40k.usr.fleet": "legs"}), ("hit & run", {"wh40k.usr.hit-and-run": 1}),
        ("Feel No Pain (6+), Feel No Pain (4+)", {"wh40k.usr.feel-no-pain": 4}),
        ("Hatred (Orks), Hatred", {"wh40k.usr.hatred": 1}), ("Must Deep Strike", {"wh40k.usr.deep-strike": 2}),
        ("Invulnerable Save (5+)", {"wh40k.assumed.save.invulnerable": 5}), ("Stubborn", {}),
        ("Their Song, the Last", {}), ("Feel No Pain (1+)", {}),
    ],
)  # fmt: skip
def test_special_rules_have_the_value_in_their_brackets(rules: str, has: dict[str, int | str]) -> None:
    sheet = one(f"Man: {MAN} | Infantry | - | rules: {rules}")
    assert sheet.has == has
    assert [a.name for a in sheet.abilities] == [name.strip() for name in rules.split(",")]
    assert all(bool(a.rule) == bool(has) for a in sheet.abilities)


def test_every_special_rule_of_the_source_is_known_in_both_languages() -> None:
    rows = ROOT.parent / "shared/rules/warhammer-40k-6e.tsv"
    if not rows.is_file():
        pytest.skip("../shared/rules/warhammer-40k-6e.tsv is not here")
    for line in rows.read_text(encoding="utf-8").splitlines():
        key, section, *_ = line.split("\t")
        found = re.fullmatch(r"([^()]+) \(([^()]+)\)", section)
        general = ("wh40k.usr.definition", "wh40k.usr.default-none", "wh40k.usr.no-stacking", "wh40k.usr.grant")
        if not found or not key.startswith("wh40k.usr.") or key.startswith(general) or "What Special" in section:
            continue
        for name in (re.split(r" and |/", found[1])[0], found[2].split(" И ")[0].split("/")[0]):
            special = printed.special(name)
            if special is None and name.startswith(("Special", "A Comp", "Краткое", "Спец")):
                continue
            assert special is not None and key.startswith(special.rule), (key, name, special)


def test_a_psyker_has_a_mastery_level() -> None:
    assert one(f"Man: {MAN} | Infantry, Psyker").has == {"wh40k.assumed.psychic.warp-charge": 1}
    sheet = one(f"Man: {MAN} | Infantry | - | mastery 2")
    assert sheet.has == {"wh40k.assumed.psychic.warp-charge": 2} and sheet.keywords == ("Infantry", "Psyker")


def test_rules_of_a_unit_are_on_each_of_its_models() -> None:
    roster = read(
        f"unit: Squad | Troops | 50 | rules: Fear\n1 x A: {MAN} | Infantry\n1 x B: {MAN} | Infantry | - | rules: Jink"
    )
    assert [m.has for m in roster.models] == [{"wh40k.usr.fear": 1}, {"wh40k.usr.fear": 1, "wh40k.usr.jink": 1}]
    assert roster.models[1].abilities == (
        Ability("Fear", rule="wh40k.usr.fear"),
        Ability("Jink", rule="wh40k.usr.jink"),
    )


# --- weapons -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "profile", "has"),
    [
        ('24" | S3 | AP6 | Rapid Fire', {"range": 2400, "type": "Rapid Fire", "S": 3, "AP": 6}, {}),
        ("48 | 4 | - | Heavy 3", {"range": 4800, "type": "Heavy", "shots": 3, "S": 4}, {}),
        ('12-48" | 8 | 3 | Ordnance 1, Large Blast | Barrage',
         {"range": 4800, "min": 1200, "type": "Ordnance", "S": 8, "AP": 3},
         {"wh40k.usr.blast": 2, "wh40k.usr.barrage": 1}),
        ("Template | 4 | 5 | Assault 1", {"range": 800, "type": "Template", "S": 4, "AP": 5}, {}),
        ("Melee | User | - | Melee", {"range": 0, "type": "Melee", "S": "User"}, {}),
        ("- | +2 | 2 | Melee | Blind", {"range": 0, "type": "Melee", "S": "+2", "AP": 2}, {"wh40k.usr.blind": 1}),
        ("Melee | х2 | 1 | Melee", {"range": 0, "type": "Melee", "S": "x2", "AP": 1}, {}),
        ('12" | - | - | Assault D6 | Haywire', {"range": 1200, "type": "Assault", "shots": "D6", "S": 0},
         {"wh40k.usr.haywire": 1}),
        ('8" | 3 | - | Grenade 1 | Blast', {"range": 800, "type": "Grenade", "S": 3}, {"wh40k.usr.blast": 1}),
    ],
)  # fmt: skip
def test_weapons(text: str, profile: dict[str, int | str], has: dict[str, int | str]) -> None:
    """`wh40k.assumed.shooting.weapon-types`, `wh40k.usr.blast.marker-size`: 1 is the small marker, 2 the large one."""
    weapon = one(f"Man: {MAN} | Infantry | Gun", f"weapon: Gun | {text}").weapons[0]
    assert (weapon.profile, weapon.has, weapon.text) == (profile, has, "")


def test_what_a_weapon_has_that_no_rule_knows_stays_in_its_text() -> None:
    weapon = one(f"Man: {MAN} | Infantry | Gun", 'weapon: Gun | 24" | 4 | 5 | Heavy 1, Melta | Rending, Lance').weapons[
        0
    ]
    assert (weapon.text, weapon.has) == ("Melta, Rending", {"wh40k.usr.lance": 1})


# --- refusals ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("hello", "'hello' has no colon"),
        ("colour: red", "'colour' is not a key"),
        ("army:", "there is nothing after 'army'"),
        ("army: Second", "'army' stands twice; first in line 1"),
        ("unit: A | Troops", "a unit is 'unit: NAME | CATEGORY | POINTS'"),
        ("unit: A | Wings | 5", "'Wings' is none of HQ, Troops"),
        ("unit: A | Troops | five", "'five' is not a number of points from 0 to 10000"),
        ("unit: A | Troops | 10001", "'10001' is not a number of points"),
        ("unit: A | Troops | 5 | Fear", "'Fear' is not a field"),
        ("unit: A | Troops | 5 | base 32mm", "'base 32mm' is not a list of rules"),
        ("unit:  | Troops | 5", "a name is missing"),
        (f"unit: {'x' * 41} | Troops | 5", "is longer than 40 characters"),
        ("unit: A | Troops | 5\nunit: B | Troops | 5", "the unit 'A' has no models"),
        (f"0 x Man: {MAN} | Infantry", "0 is not a number of models"),
        (f"201 x Man: {MAN} | Infantry", "201 is not a number of models"),
        (f"200 x Man: {MAN} | Infantry", "a list has at most 200 models"),
        (f"1 x Man: {MAN}", "models are '9 x NAME: PROFILE | TYPES | WEAPONS'"),
        (f"1 x Man: {MAN} | Robot", "'robot' is not a unit type"),
        (f"1 x Man: {MAN} | Character", "names none of the types Infantry, Beast"),
        (f"1 x Man: {MAN} M6 | Infantry", "'M6' is not a characteristic here; they are WS BS S T W I A Ld Sv"),
        (f"1 x Man: {MAN} T4 | Infantry", "T stands twice"),
        ("1 x Man: WS3 BS3 S3 W1 I3 A1 Ld7 | Infantry", "Man, T is missing"),
        (f"1 x Man: {MAN.replace('WS3', 'WS11')} | Infantry", "Man, WS: '11' is not a number from 0 to 10"),
        (f"1 x Man: {MAN.replace('5+', '7+')} | Infantry", "Man, Sv: '7+' is not a roll"),
        ("1 x Car: BS3 FA10 SA10 RA10 HP2 Ld7 | Vehicle",
         "'Ld7' is not a characteristic here; they are BS FA SA RA HP"),
        ("1 x Car: BS3 FA10 SA10 RA10 | Vehicle", "Car, HP is missing"),
        ("1 x Car: BS3 FA10 SA10 RA10 HP2 | Vehicle, Transport", "a transport needs a capacity"),
        (f"1 x Man: {MAN} | Infantry | Rifle, Sword", "the weapon 'Sword' is not described; add 'weapon: Sword"),
        (f"1 x Man: {MAN} | Infantry | 31 x Rifle", "a model carries at most 30 weapons"),
        (f"1 x Man: {MAN} | Infantry | 20 x Rifle, 11 x Rifle", "carries more than 30 weapons"),
        (f"1 x Man: {MAN} | Infantry | - | speed 6", "'speed 6' is not a field; the fields are rules, base"),
        (f"1 x Man: {MAN} | Infantry | - | rules:", "there is nothing after 'rules'"),
        (f"1 x Man: {MAN} | Infantry | - | base 5mm", "base: '5mm' is not a diameter from 20mm to 200mm"),
        (f"1 x Man: {MAN} | Infantry | - | base 32mm | base 32mm", "'base' stands twice"),
        ("1 x C: BS3 FA9 SA9 RA9 HP2 | Vehicle | - | hull 4", "hull: '4' is not a length and a width"),
        ("1 x C: BS3 FA9 SA9 RA9 HP2 | Vehicle | - | hull 4x99", "hull: '99' is not a length from"),
        ("1 x C: BS3 FA9 SA9 RA9 HP2 | Vehicle | - | hull 4x3 | base 60mm", "a model has a base or a hull"),
        (f"1 x Man: {MAN} | Infantry | - | capacity 0", "capacity: '0' is not a number from 1 to 99"),
        (f"1 x Man: {MAN} | Infantry | - | mastery ten", "mastery: 'ten' is not a number from 1 to 9"),
        (f"1 x Man: {MAN} | Infantry | - | save 1++", "save: '1++' is not a roll"),
        ("weapon: Gun | 24 | 4 | 5", "a weapon is 'weapon: NAME | RANGE | S | AP | TYPE'"),
        ("weapon: rifle | 24 | 4 | 5 | Heavy 1", "the weapon 'rifle' is described twice"),
        ("weapon: Gun | far | 4 | 5 | Heavy 1", "Gun, range: 'far' is not Melee, Template or a length"),
        ("weapon: Gun | 48-12 | 4 | 5 | Heavy 1", "Gun, range: '48-12' is not"),
        ("weapon: Gun | 24 | 11 | 5 | Heavy 1", "Gun, Strength: '11' is not a number from 1 to 10"),
        ("weapon: Gun | 24 | 4 | 7 | Heavy 1", "Gun, AP: '7' is not a number from 1 to 6"),
        ("weapon: Gun | 24 | 4 | 5 | Salvo 2/4", "Gun, type: 'Salvo 2/4' is not one of Assault"),
        ("weapon: Gun | Melee | 4 | 5 | Heavy 1", "Gun, range: 'Melee' is not a length"),
        ("weapon: Gun | 24 | 4 | 5 | Melee", "Gun, range: '24' is not Melee, as its type is"),
        ("unit: Bus | Dedicated Transport | 5\n1 x C: BS3 FA9 SA9 RA9 HP2 | Vehicle | - | capacity 9\n"
         "unit: Bus | Dedicated Transport | 5\n1 x C: BS3 FA9 SA9 RA9 HP2 | Vehicle | - | capacity 9",
         "a dedicated transport has to be directly below"),
    ],
)  # fmt: skip
def test_a_refusal_names_the_line_and_what_is_wrong(line: str, said: str) -> None:
    start = f"army: First\n{RIFLE}{SQUAD}1 x Man: {MAN} | Infantry\n"
    message = refused(start + line)
    number = {"the unit 'A'": 5, "a dedicated": 7}.get(said[:12].strip(), 5)
    number = 7 if said.startswith("a dedicated") else number
    assert message.startswith(f"line {number}: ") and said in message


def test_lists_without_units_or_with_models_first() -> None:
    assert refused("army: Nobody\n\n# end") == "line 1: the list has no unit; write 'unit: NAME | Troops | 90'"
    assert refused(f"army: A\n1 x Man: {MAN} | Infantry").startswith("line 2: models are listed below their unit")
    first = "unit: Bus | Dedicated Transport | 5\n1 x C: BS3 FA9 SA9 RA9 HP2 | Vehicle | - | capacity 9"
    assert refused(first).startswith("line 1: a dedicated transport has to be directly below")


def test_sizes_are_bounded() -> None:
    assert refused(b"army: " + b"x" * 256 * 1024) == "line 1: this list is larger than 256 KiB"
    assert refused("army: A\n" + "\n" * 2000) == "line 2001: a list has at most 2000 lines"
    assert refused(f"army: {'x' * 2000}") == "line 1: a line has at most 2000 characters"
    many = "".join(f"unit: U | Troops | 1\n1 x Man: {MAN} | Infantry\n" for _ in range(61))
    assert refused(many) == "line 121: a list has at most 60 units"
    assert refused(b"army: A\nunit: \xff | Troops | 5") == "line 2: this is not UTF-8; save the list as UTF-8"
    assert refused("army: A\nfaction: \x07") == "line 2: a character that cannot be printed"


# --- what is taken for a list --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("data", "taken"),
    [
        (b"army: A", True), (b"\xef\xbb\xbf\n# x\nunit: A", True), ("отряд: А | войска | 5".encode(), True),
        (b"", False), (b"hello", False), (b"<roster/>", False), (b"PK\x03\x04 army: A", False),
        (b'{"army": 1}\nunit: A', False), (b"[1]", False), (b"\xff\xfe\x00", False),
    ],
)  # fmt: skip
def test_what_is_taken_for_a_list(data: bytes, taken: bool) -> None:
    assert textlist.is_list(data) is taken
    if not taken:
        with pytest.raises(Malformed) as caught:
            load(data, "a.txt")
        assert caught.value.path in ("$", "$.forces", "$.gameSystemName")


WORDS = st.sampled_from(
    ["army", "unit", "weapon", "9 x Man", ":", "|", "Troops", MAN, "Infantry", "Rifle", "rules", "hull 4x3", '24"',
     "x2", "Melee", ",", "(", ")", "#", "\n", " ", "5", "-", "Heavy 2", "é"]
)  # fmt: skip


@given(st.one_of(st.binary(max_size=300), st.lists(WORDS, max_size=60).map(lambda words: "".join(words).encode())))
@settings(max_examples=300, deadline=None)
def test_whatever_the_bytes_the_answer_is_a_roster_or_malformed(data: bytes) -> None:
    path = ""
    try:
        roster = textlist.load(data)
        assert list(roster_problems(roster)) == [p.message for p in problems(roster, 0)]
    except Malformed as error:
        path = error.path
    assert re.fullmatch(r"(line \d+)?", path)
