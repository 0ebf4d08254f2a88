"""Armies of The 9th Age written by hand: what each part says, the example of the docs, refusals that name the line."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import rules
from rules import autoplay
from rules.kernel.errors import IllegalAction, Malformed, OtherSystem
from rules.kernel.sheet import Ability, Roster, Sheet
from rules.t9a.army import byhand, forces, printed, roster, terms
from tests.rules.t9a.ground import army, hero, sheet, troop

ROOT = Path(__file__).parents[3]
DEMO = ROOT / "gamelog" / "demo" / "t9a"
ARMIES = ("ash-hunt.txt", "reed-banner.txt")
SPEAR = "weapon: Spear | Melee | Str+1 AP1\n"
UNIT = "regiment: Guard | Core | 100\n"
MAN = "Adv4 Mar8 Dis7 HP1 Def3 Res3 Arm1 Att1 Off3 Str3 AP0 Agi3"
FOOT = f"{MAN} | Standard, Infantry"


def read(text: str, name: str = "army.txt") -> Roster:
    return roster.load(text.encode(), name)


def one(fields: str, more: str = SPEAR, unit: str = UNIT) -> Sheet:
    """The only model of a list."""
    (found,) = read(f"{unit}1 x Man: {fields}\n{more}").models
    return found


def refused(text: str | bytes) -> str:
    with pytest.raises(Malformed) as caught:
        roster.load(text if isinstance(text, bytes) else text.encode())
    return str(caught.value)


# the whole list


def example() -> str:
    doc = (ROOT / "docs" / "army-list.md").read_text(encoding="utf-8")
    texts: list[str] = re.findall(r"```text\n(.*?)```", doc, re.DOTALL)
    return next(text for text in texts if "regiment:" in text)


def test_the_example_of_the_docs() -> None:
    found = read(example())
    assert (found.name, found.faction, found.points, found.system) == (
        "Reed Banner", "River Margraviate", 840, "The 9th Age, 2.0 beta",
    )  # fmt: skip
    assert [(u.id, u.name, u.category, u.points, len(u.models)) for u in found.units] == [
        ("u1", "Margravine Ottla", "Characters", 260, 1), ("u2", "Ilse of the Locks", "Characters", 310, 1),
        ("u3", "Ford Wardens", "Core", 270, 20),
    ]  # fmt: skip
    assert not found.remarks and not forces.listed(found, 0) and not list(printed.roster_problems(found))


@pytest.mark.parametrize("name", ARMIES)
def test_armies_of_our_own_can_be_fielded(name: str) -> None:
    ruleset, found = rules.read_roster((DEMO / name).read_bytes(), name)
    assert ruleset.id == "t9a" and found.points == sum(unit.points for unit in found.units)
    assert not found.remarks and not found.notes and not ruleset.rosters.problems(found, 4500)
    assert ruleset.rosters.pick(found, 4500) == tuple(each.id for each in found.models)


def test_armies_of_our_own_fight_a_battle() -> None:
    ruleset = rules.load("t9a")
    armies = [ruleset.rosters.load((DEMO / name).read_bytes(), name) for name in ARMIES]
    game = autoplay.play(ruleset, armies, 3)
    final = rules.fold(ruleset, game.events)
    assert final.over is not None and not rules.report(ruleset, game.events).findings


def test_a_comment_and_the_form_of_lines_mean_nothing() -> None:
    plain = read(f"{UNIT}2 x Man: {FOOT} | Spear | base 20x20\n{SPEAR}")
    dressed = (
        f"\ufeff# ours\r\n\r\n REGIMENT : Guard|Core|100 # hundred\r\n\t2 x Man : {FOOT}|spear|base: 20 x 20 mm\r\n"
    )
    assert read(dressed + SPEAR) == plain


def test_the_file_names_an_army_without_a_name() -> None:
    assert read(f"{UNIT}1 x Man: {FOOT} | - | base 20x20", "river guard.txt").name == "river guard"


def test_russian_keys_and_words() -> None:
    found = read(
        "игра: Девятый век\nармия: Камыш\nфракция: Река\n"
        "полк: Стража | основа | 41 | колонны 2 | правила: Боеспособные, Страх"
        " | командиры: Музыкант, Знаменосец (Рак)\n"
        f"3 х Страж: {MAN} | обычный, пехота | Копьё | подставка 25х25 | правила: Бешенство\n"
        "полк: Дана | персонажи | 200\n"
        f"1 x Дана: {MAN} | большой, кавалерия, генерал, персонаж, маг-адепт | - | подставка 50x50 мм | части: Конь"
        " | пути: Alchemy | правила: Полёт (8, 16)\n"
        "оружие: Копьё | ближний бой | Str+1\nчасть: Конь | скакун | Att1 Off3 Str4 Agi4 | правила: Стремительность\n"
    )
    guard, dana = found.models[0], found.models[-1]
    assert (found.name, found.faction, found.points) == ("Камыш", "Река", 241)
    assert found.units[0].has == {byhand.FILES: 2} and found.units[0].category == "Core"
    assert guard.has == {"t9a.core.scoring": 1, "t9a.fear": 1, "t9a.frenzy": 1}
    assert [m.keywords[2:] for m in found.models[:3]] == [("Musician",), ("Standard Bearer",), ()]
    assert Ability("Рак", kind="banner") in found.models[1].abilities
    assert dana.keywords == ("Large", "Cavalry", "General", "Character", "Wizard Adept")
    assert dana.has == {"t9a.fly": "8, 16"} and [w.name for w in dana.weapons] == ["Конь"]
    assert Ability("Стремительность", kind="mount", rule="t9a.core.swiftstride") in dana.abilities


# one model


def test_characteristics_are_read_as_printed() -> None:
    found = one(
        "Adv4 Mar 7.5 Dis: 7 HP=1, Def3 Res3 Arm- Att1 Off3 Str3 AP0 Agi3 Aegis5+"
        " | Standard, Infantry | Spear | base 20x40"
    )
    assert found.profile == {
        "Adv": 400, "Mar": 750, "Dis": 7, "HP": 1, "Def": 3, "Res": 3, "Att": 1, "Off": 3, "Str": 3, "AP": 0, "Agi": 3,
        "Aegis": 5, "Base": "20x40",
    }  # fmt: skip
    assert (found.base, found.height, found.hull) == (88, 150, (157, 79))


@pytest.mark.parametrize(("height", "tall"), [("Standard", 150), ("Large", 250), ("Gigantic", 400)])
def test_how_tall_a_model_is(height: str, tall: int) -> None:
    assert one(f"{MAN} | {height}, Beast | - | base 50x50").height == tall
    assert one(f'{MAN} | {height}, Beast | - | base 50x50 | height 3"').height == 300


def test_weapons_parts_and_what_a_rider_has_for_himself() -> None:
    found = one(
        f"{FOOT}, Character | Spear, Bow, 2 x Spear | base 25x50 | parts: Ox, 2 x Driver | rider Arm2 Aegis5+"
        " | items: Ring | banners: Carp, Pike | spells: Ebb",
        SPEAR + 'weapon: Bow | 24" | Shots2 Str3 AP0 Aim4+ | Volley\n'
        "part: Ox | mount | Att2 Off3 Str5 AP1 Agi2 | rules: Magic Resistance (2), Fear, Slow\n"
        "part: Driver | crew | Att1\n",
    )
    assert [w.id for w in found.weapons] == ["spear", "bow", "spear-2", "spear-3", "ox", "driver", "driver-2"]
    assert found.weapons[0].profile == {"Str": "+1", "AP": 1} and found.weapons[4].profile["Att"] == 2
    assert found.weapons[1].profile == {"Range": 2400, "Str": 3, "AP": 0, "Shots": 2, "Aim": 4}
    assert found.weapons[1].text == "Volley"
    assert found.profile["rider Arm"] == 2 and found.profile["rider Aegis"] == 5
    assert [(a.name, a.kind, a.text, a.rule) for a in found.abilities] == [
        ("Magic Resistance (2)", "mount", "2", "t9a.magic-resistance"), ("Fear", "mount", "", "t9a.fear"),
        ("Slow", "mount", "", ""), ("Ring", "wargear", "", ""), ("Carp", "banner", "", ""), ("Pike", "banner", "", ""),
        ("Ebb", "power", "", ""),
    ]  # fmt: skip


def test_a_mount_gives_its_rules_to_the_whole_model_in_a_game() -> None:
    text = f"{FOOT}, Character, General | - | base 25x50 | parts: Ox\n"
    found = read(f"{UNIT}1 x Man: {text}part: Ox | mount | Att2 | rules: Fear\n")
    game = autoplay.play(rules.load("t9a"), [found, found], 1)
    final = rules.fold(rules.load("t9a"), game.events)
    assert final.models["a1"].game["t9a.fear"] == 1


@pytest.mark.parametrize(
    ("printed_rule", "rule", "value"),
    [
        ("Ambush", "t9a.ambush", 1), ("Bodyguard", "t9a.bodyguard", 1), ("Bodyguard (General)", "t9a.bodyguard",
         "General"),
        ("Channel (2)", "t9a.channel", 2), ("Engineer (3+)", "t9a.engineer", 3), ("Fly (8, 16)", "t9a.fly", "8, 16"),
        ('fly (8"/16")', "t9a.fly", "8, 16"), ("Magic Resistance (1)", "t9a.magic-resistance", 1),
        ("Random Movement (2D6)", "t9a.core.random-movement", "2D6"), ("Случайная дальность движения (D6)",
        "t9a.core.random-movement", "1D6"), ("Sweeping Attack (D3, 4, 1)", "t9a.core.sweeping-attack", "D3,4,1"),
        ("Feigned-Flight", "t9a.feigned-flight", 1), ("Rally around the flag", "t9a.rally-around-the-flag", 1),
    ],
)  # fmt: skip
def test_special_rules_by_name(printed_rule: str, rule: str, value: int | str) -> None:
    assert one(f"{FOOT} | - | base 20x20 | rules: {printed_rule}").has == {rule: value}


def test_instances_of_channel_add_up_and_of_others_the_better_counts() -> None:
    assert terms.held([terms.Special("t9a.channel", 1), terms.Special("t9a.channel", 2)]) == {"t9a.channel": 3}
    assert terms.held([terms.Special("t9a.fear", 1), terms.Special("t9a.fear", 1)]) == {"t9a.fear": 1}
    assert terms.held([terms.Special("t9a.bodyguard", 1), terms.Special("t9a.bodyguard", "General")]) == {
        "t9a.bodyguard": "General"
    }


def test_every_rule_that_is_read_is_one_of_the_document() -> None:
    known = {*rules.load("t9a").clauses, *(rule.id for rule in rules.load("t9a").rules)}
    assert {row.rule for row in terms._ROWS} <= known


def test_unknown_rules_stay_and_are_named() -> None:
    found = read(f"{UNIT}1 x Man: {FOOT} | - | base 20x20 | rules: Slow Burn, Fear\n")
    assert found.notes == ("players apply what the rules do not know: Slow Burn",)


# units


def test_points_are_shared_in_whole_numbers() -> None:
    found = read(f"{UNIT}3 x Man: {FOOT} | - | base 20x20\n")
    assert [each.points for each in found.models] == [33, 33, 34] and found.points == 100


def test_a_command_group_is_of_the_first_models_that_are_no_characters() -> None:
    unit = "regiment: Guard | Core | 100 | command: full command\n"
    text = f"{unit}1 x Boss: {FOOT}, Character | - | base 20x20\n4 x Man: {FOOT} | - | base 20x20\n"
    assert [m.keywords[2:] for m in read(text).models] == [
        ("Character",), ("Champion",), ("Musician",), ("Standard Bearer",), (),
    ]  # fmt: skip


@pytest.mark.parametrize(("files", "wide"), [("", 5), (" | files 8", 8), (" | files 2", 2)])
def test_a_regiment_is_set_up_in_the_files_of_its_list(files: str, wide: int) -> None:
    text = f"regiment: Guard | Core | 100{files}\n12 x Man: {FOOT} | - | base 20x20\n"
    text += f"regiment: Voll | Characters | 100\n1 x Voll: {FOOT}, Character, General | - | base 20x20\n"
    found = read(text)
    game = autoplay.play(rules.load("t9a"), [found, found], 1)
    deploy = next(
        r.event for r in game.records if type(r.event.action).__name__ == "Deploy" and r.event.action.unit == "au1"
    )
    assert deploy.action.files == wide


# refusals


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("game: The 9th Age\narmy: X\n", "line 1: the list has no regiment"),
        (f"{UNIT}", "line 1: the regiment 'Guard' has no models"),
        (f"{UNIT}lancers\n", "line 2: 'lancers' has no colon"),
        (f"{UNIT}horde: 3\n", "line 2: 'horde' is not a key"),
        (f"1 x Man: {FOOT} | - | base 20x20\n{UNIT}", "line 1: models are listed below their regiment"),
        ("regiment: Guard | Core\n", "line 1: a regiment is"), ("regiment: Guard | | 5\n",
         "line 1: '' is not a category"),
        ("regiment: Guard | Core | many\n", "line 1: 'many' is not a number of points"),
        ("regiment: Guard | Core | 20001\n", "line 1: '20001' is not a number of points from 0 to 20000"),
        ("regiment: Guard | Core | 1 | files x\n", "line 1: files: 'x' is not a number"),
        ("regiment: Guard | Core | 1 | base 20x20\n", "line 1: 'base 20x20' is not a field here"),
        ("regiment: Guard | Core | 1 | command: Drummer\n", "line 1: command: 'Drummer' is none of Champion"),
        (f"{UNIT}1 x Man: {MAN}\n", "line 2: models are '20 x NAME"),
        (f"{UNIT}1 x Man: {MAN} | Infantry | - | base 20x20\n", "line 2: a model has one of Standard, Large"),
        (f"{UNIT}1 x Man: {MAN} | Standard, Infantry, Tank | - | base 20x20\n", "line 2: 'Tank' is not a height"),
        (f"{UNIT}1 x Man: {FOOT} | -\n", "line 2: a model has a base; add '| base 25x50'"),
        (f"{UNIT}1 x Man: {FOOT} | - | base 14x20\n", "line 2: base: '14x20' is not a width"),
        (f"{UNIT}1 x Man: {FOOT} | - | base 20x20 | base 20x20\n", "line 2: 'base' stands twice"),
        (f"{UNIT}1 x Man: {FOOT} | - | base 20x20 | rules\n", "line 2: there is nothing after 'rules'"),
        (f"{UNIT}1 x Man: {FOOT} | - | base 20x20 | files 3\n", "line 2: 'files 3' is not a field here"),
        (f"{UNIT}1 x Man: {FOOT} | - | base 20x20 | rules: Channel\n",
         "line 2: 'Channel': in its brackets it needs a number"),
        (f"{UNIT}1 x Man: {FOOT} | - | base 20x20 | height tall\n", "line 2: height: 'tall' is not a length"),
        (f"{UNIT}1 x Man: {FOOT} | - | base 20x20 | paths: Alchemy\n", "line 2: Man knows Paths and is no Wizard"),
        (f"{UNIT}1 x Man: Dis7 HP1 Def3 | Standard, Infantry | - | base 20x20\n", "line 2: Man: Res is missing"),
        (f"{UNIT}1 x Man: {MAN} Luck3 | Standard, Infantry | - | base 20x20\n",
         "line 2: Man: 'Luck3' is not a character"),
        (f"{UNIT}1 x Man: {MAN} Str4 | Standard, Infantry | - | base 20x20\n", "line 2: Man: Str stands twice"),
        (f"{UNIT}1 x Man: {MAN} Aim7+ | Standard, Infantry | - | base 20x20\n", "line 2: Man: Aim: '7+' is not a roll"),
        (f"{UNIT}1 x Man: {FOOT} | Spear | base 20x20\n", "line 2: the weapon 'Spear' is not described"),
        (f"{UNIT}1 x Man: {FOOT} | - | base 20x20 | parts: Ox\n", "line 2: the part 'Ox' is not described"),
        (f"{UNIT}1 x Man: {FOOT} | 21 x Spear | base 20x20\n{SPEAR}", "line 2: a model has at most 20 weapons"),
        (f'{UNIT}1 x Man: {FOOT} | Bow | base 20x20\nweapon: Bow | 24" | Str3\n',
         "line 2: nobody says the Aim of 'Bow'"),
        (f"{UNIT}101 x Man: {FOOT} | - | base 20x20\n", "line 2: 101 is not a number of models from 1 to 100"),
        (f"{UNIT}100 x Man: {FOOT} | - | base 20x20\n1 x Man: {FOOT} | - | base 20x20",
         "line 3: a regiment has at most 100"),
        ((UNIT + f"100 x Man: {FOOT} | - | base 20x20\n") * 4 + UNIT + f"1 x Man: {FOOT} | - | base 20x20",
         "line 10: a list has at most 400 models"),
        ((UNIT + f"1 x Man: {FOOT} | - | base 20x20\n") * 61, "line 121: a list has at most 60 regiments"),
        (f"regiment: Guard | Core | 1 | files 3\n2 x Man: {FOOT} | - | base 20x20\n",
         "line 1: 3 files are more than its 2"),
        (f"regiment: Guard | Core | 1 | command: FC\n2 x Man: {FOOT} | - | base 20x20\n",
         "line 1: a command group of 3"),
        (f"{UNIT}1 x Man: {FOOT} | - | base 20x20\n{SPEAR}{SPEAR}", "line 4: 'Spear' is described twice"),
        (UNIT + "weapon: Spear\n", "line 2: a weapon is"), (UNIT + "weapon: Bow | far\n",
         "line 2: Bow: 'far' is not Melee"),
        (UNIT + 'weapon: Bow | 24" | Str+1\n', "line 2: Bow: the Strength and AP of a shot are numbers"),
        (UNIT + "weapon: Maw | Melee | Att2\n", "line 2: Maw: attacks of its own has a part"),
        (UNIT + "part: Ox | beast | Att2\n", "line 2: a part is"), (UNIT + "part: Ox | mount | Adv2\n",
         "line 2: Ox: 'Adv2' is"),
    ],
)  # fmt: skip
def test_refusals_name_the_line(text: str, said: str) -> None:
    assert refused(text).startswith(said)


@pytest.mark.parametrize(("text", "said"), [("regiment: \xff", "line 1: this is not UTF-8"), ("x", "$.gameSystemName")])
def test_files_that_are_no_lists(text: str, said: str) -> None:
    assert refused(text.encode("latin-1")).startswith(said)


def test_a_list_of_another_game_is_refused_by_its_name() -> None:
    for system in ("t9a", "wh40k"):
        with pytest.raises(OtherSystem) as caught:
            rules.load(system).rosters.load(b"game: Grim Quays\nregiment: A | Core | 1\nunit: A | HQ | 1\n", "x.txt")
        assert caught.value.system == "Grim Quays"
    with pytest.raises(OtherSystem):
        rules.load("wh40k").rosters.load((DEMO / ARMIES[0]).read_bytes(), ARMIES[0])
    with pytest.raises(Malformed, match="no army of The 9th Age"):
        rules.load("t9a").rosters.load((DEMO.parent / "40k" / "copper-lances.txt").read_bytes(), "copper-lances.txt")
    ruleset, _ = rules.read_roster((DEMO.parent / "40k" / "copper-lances.txt").read_bytes(), "copper-lances.txt")
    assert ruleset.id == "wh40k"


# what makes an army


def test_problems_of_an_army() -> None:
    """t9a.core.pregame-sequence, t9a.core.general and t9a.core.size-and-type"""
    lists = rules.load("t9a").rosters
    plain = army([hero("g", keywords=("General",))], troop("s", 5))
    assert [p.rule for p in lists.problems(plain, 199)] == ["t9a.core.pregame-sequence"]
    assert not lists.problems(plain, 200) and not lists.problems(plain, 0)
    assert [p.facts for p in lists.problems(army(troop("s", 5)), 0)] == [{"generals": 0}]
    bare = army([hero("g", keywords=("General",))], [Sheet("s", "Spear", "Spears", {"Adv": 400})])
    (problem,) = lists.problems(bare, 0)
    assert problem.rule == "t9a.core.size-and-type"
    assert problem.facts == {"kind": "Spears", "missing": ", ".join(printed.NEEDED)}
    with pytest.raises(IllegalAction, match="Spears: the list does not say Adv, Mar"):
        lists.pick(bare, 0)


@pytest.mark.parametrize("lacks", printed.VITAL)
def test_a_model_lacks_what_no_battle_can_be_fought_without(lacks: str) -> None:
    """t9a.core.size-and-type"""
    profile = {key: value for key, value in sheet("s").profile.items() if key != lacks}
    bare = army([hero("g", keywords=("General",))], [Sheet("s", "Spear", "Spears", profile)])
    assert [p.facts["missing"] for p in forces.problems(bare, 0)] == [lacks]


def test_every_problem_is_said_in_both_languages() -> None:
    told = rules.load("t9a").telling.roster_problems
    bearer = ("Battle Standard Bearer",)
    bad = army(
        [hero("g", keywords=("General", *bearer), has={"t9a.not-a-leader": 1},
              abilities=[Ability(n, kind="banner") for n in "abc"])],
        [hero("h", keywords=bearer)], [Sheet("s", "Spear", "Spears", {})], [sheet("x", keywords=("General",))],
    )  # fmt: skip
    found = list(forces.problems(bad, 1))
    assert {each.rule for each in found} == set(told)
    for each in found:
        assert told[each.rule].en % each.facts and told[each.rule].ru % each.facts


def test_units_are_fielded_whole() -> None:
    whole = army(troop("s", 3), troop("t", 2))
    assert forces.team(whole, ("t1", "t2")).points == 100
    for ids in (("t1",), ("t1", "t2", "z"), ("t1", "t1", "t2")):
        with pytest.raises(IllegalAction):
            forces.team(whole, ids)


@pytest.mark.parametrize(
    ("keywords", "said"),
    [(("General", "Character", "Wizard Master"), "general"), (("Battle Standard Bearer", "Character"),
     "battle standard bearer"), (("Wizard Adept", "Character"), "wizard adept"), (("Character",), "character"),
     (("Musician",), "musician"), (("War Machine",), "war machine"), ((), "")],
)  # fmt: skip
def test_what_sets_a_model_apart(keywords: tuple[str, ...], said: str) -> None:
    assert forces.speciality(sheet("s", keywords=("Standard", "Infantry", *keywords))) == said


# properties

WORDS = st.sampled_from([
    "regiment", "полк", "model", "weapon", "part", "army", "game", "rule", ":", "|", "-", "20 x Man", "1 x",
    "base 20x20",
    "base", "rules:", "Fly (8)", "Core", "100", "4500", "Dis7", "HP1", FOOT, MAN, "Standard, Infantry", "General",
    "parts:",
    "Ox", "mount", "Att2", '24"', "Melee", "command: FC", "files 5", "280 - ", "Damsel, ", "\t", "#", "\x00", "Ж",
    "٣", "",
])  # fmt: skip


@given(lines=st.lists(st.lists(WORDS, max_size=8).map(" ".join), max_size=12))
@settings(max_examples=300, deadline=None, derandomize=True, database=None)
def test_any_text_is_an_army_or_a_refusal_with_its_line(lines: list[str]) -> None:
    text = f"{UNIT}1 x Man: {FOOT} | - | base 20x20\n" + "\n".join(lines)
    try:
        found = read(text)
    except Malformed as error:
        refusal = error
    else:
        assert not list(printed.roster_problems(found)) and found.points == sum(each.points for each in found.models)
        return
    assert re.match(r"line \d+\Z|\$", refusal.path) and refusal.reason
