"""Gang lists in plain text: what each part says, the example of the docs, and refusals that name the line."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.kernel.errors import Malformed
from rules.kernel.sheet import Ability, Roster, Sheet
from rules.necro.army import ganglist, printed
from rules.necro.army.roster import load, problems
from rules.necro.position import roster_problems

ROOT = Path(__file__).parents[3]
DEMO = ROOT / "gamelog" / "demo" / "necro"
GANGS = ("valve-sisters.txt", "cinder-choir.txt")
PROFILE = "M5 WS4+ BS4+ S3 T3 W1 I4+ A1 Ld7+ Cl7+ Wil8+ Int8+ Sv5+"
RIFLE = "weapon: Rifle | 8/24 | +1/- | 3 | - | 1 | 4+ | Rapid Fire (1)\n"


def read(text: str, name: str = "gang.txt") -> Roster:
    return load(text.encode(), name)


def one(line: str, weapons: str = RIFLE) -> Sheet:
    """The only fighter of a list."""
    (sheet,) = read(f"gang: Made\n1 x {line}\n{weapons}").models
    return sheet


def refused(text: str | bytes) -> str:
    with pytest.raises(Malformed) as caught:
        ganglist.load(text if isinstance(text, bytes) else text.encode())
    return str(caught.value)


# --- the whole list ------------------------------------------------------------------------------------------------


def example() -> str:
    found = re.search(r"```text\n(.*?)```", (ROOT / "docs" / "gang-list.md").read_text(encoding="utf-8"), re.DOTALL)
    assert found is not None
    return found[1]


def test_the_example_of_the_docs() -> None:
    roster = read(example())
    assert (roster.name, roster.faction, roster.system) == ("Lock Rats", "Canal Row", "Necromunda")
    assert roster.points == 120 + 3 * 50 + 25
    assert [(m.id, m.name, m.keywords, m.points, m.base) for m in roster.models] == [
        ("1", "Old Merrit", ("Leader",), 120, 49), ("2", "Bargee 1", ("Ganger",), 50, 49),
        ("3", "Bargee 2", ("Ganger",), 50, 49), ("4", "Bargee 3", ("Ganger",), 50, 49),
        ("5", "Cabin boy", ("Juve",), 25, 49),
    ]  # fmt: skip
    assert roster.rules == (Ability("Owed a favour", "Somebody in the harbour looks the other way.", "faction"),)
    assert roster.remarks == () and problems(roster, 0) == []


def test_a_fighter_of_the_example() -> None:
    merrit, bargee = read(example()).models[:2]
    assert merrit.profile == {
        "M": 500, "WS": 3, "BS": 3, "S": 3, "T": 3, "W": 2, "I": 4, "A": 2, "Ld": 5, "Cl": 5, "Wil": 6, "Int": 7,
        "Sv": 5,
    }  # fmt: skip
    assert merrit.abilities == (Ability("Hard Stare"), Ability("Oilskin", kind="wargear"))
    assert [w.id for w in bargee.weapons] == ["flare-pistol", "hook", "hook-2"]
    assert bargee.abilities == (Ability("One Eye", kind="injury"),)
    assert "Sv" not in bargee.profile


@pytest.mark.parametrize(("name", "credits", "count"), [("valve-sisters.txt", 660, 9), ("cinder-choir.txt", 665, 9)])
def test_the_gangs_that_are_shipped(name: str, credits: int, count: int) -> None:
    roster = load((DEMO / name).read_bytes(), name)
    assert (roster.points, len(roster.models)) == (credits, count)
    assert sum(sheet.points for sheet in roster.models) == credits
    assert problems(roster, 1000) == [] and not list(roster_problems(roster.models))
    assert [sheet.keywords[0] for sheet in roster.models].count("Leader") == 1
    assert all(sheet.weapons for sheet in roster.models)


def test_a_list_in_russian() -> None:
    roster = load((DEMO / "cinder-choir.txt").read_bytes(), "list.txt")
    assert (roster.name, roster.faction) == ("Хор пепла", "Прихожане топки")
    leader, pot = roster.models[0], roster.models[-1].weapons[1]
    assert leader.keywords == ("Leader",) and leader.weapons[1].profile["Knockback"] == 100
    assert pot.profile == {"S": 3, "AP": 0, "D": 1, "Range": 900, "Grenade": 1, "Blast": 300}
    assert next(m for m in roster.models if m.name == "Немой").base == 63


def test_a_gang_without_a_name_is_called_like_its_file() -> None:
    assert ganglist.load(f"1 x Jo: Ganger | 50 | {PROFILE} | -".encode(), "lads.txt").name == "lads"


# --- weapons -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "profile", "text"),
    [
        ('24"', {"S": 3, "AP": 0, "D": 1, "Range": 2400}, ""),
        ("8/24", {"S": 3, "AP": 0, "D": 1, "Range": 2400}, "Rng 8 / 24"),
        ("4.5", {"S": 3, "AP": 0, "D": 1, "Range": 450}, ""),
        ("E", {"S": 3, "AP": 0, "D": 1}, ""),
        ('E/2"', {"S": 3, "AP": 0, "D": 1}, 'Rng E / 2"'),
        ("T", {"S": 3, "AP": 0, "D": 1, "Range": 800, "Template": 1}, ""),
        ("Sx3", {"S": 3, "AP": 0, "D": 1, "Range": 1200}, ""),
    ],
)
def test_ranges(line: str, profile: dict[str, int], text: str) -> None:
    sheet = one("Jo: Ganger | 50 | S4 T3 W1 | Rifle", f"weapon: Rifle | {line} | - | 3 | - | 1\n")
    assert (sheet.weapons[0].profile, sheet.weapons[0].text) == (profile, text)


@pytest.mark.parametrize(
    ("strength", "hits"), [("3", 3), ("S", 4), ("S+2", 6), ("s-1", 3), ("+1", 5), ("S-4", 1), ("10", 10)]
)
def test_strengths_in_the_hands_of_a_fighter_of_strength_4(strength: str, hits: int) -> None:
    sheet = one("Jo: Ganger | 50 | S4 T3 W1 | Hook", f"weapon: Hook | E | - | {strength} | -2 | 2\n")
    assert sheet.weapons[0].profile == {"S": hits, "AP": -2, "D": 2}


@pytest.mark.parametrize(
    ("traits", "values", "text"),
    [
        ("Knockback", {"Knockback": 100}, ""), ('Knockback (2")', {"Knockback": 200}, ""),
        ("Blast", {"Blast": 300}, ""), ('Blast (5")', {"Blast": 500}, ""), ("Grenade", {"Grenade": 1}, ""),
        ("Web, toxin, Gas", {"Web": 1, "Toxin": 1, "Gas": 1}, ""), ("Template", {"Template": 1}, ""),
        ("Unwieldy, Blast (wide)", {}, "Unwieldy\nBlast (wide)"), ("-", {}, ""),
    ],
)  # fmt: skip
def test_traits_that_rules_read_and_others(traits: str, values: dict[str, int], text: str) -> None:
    sheet = one("Jo: Ganger | 50 | T3 W1 | Gun", f"weapon: Gun | 12 | - | 3 | - | 1 | - | {traits}\n")
    assert sheet.weapons[0].profile == {"S": 3, "AP": 0, "D": 1, "Range": 1200, **values}
    assert sheet.weapons[0].text == text


def test_what_no_rule_reads_stays_on_the_weapon() -> None:
    (rifle,) = one(f"Jo: Ganger | 50 | {PROFILE} | Rifle").weapons
    assert rifle.text == "Rng 8 / 24\nAcc +1 / -\nAmmo 4+\nRapid Fire (1)"


# --- profiles ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cells", "profile"),
    [
        ("T3 W1", {"T": 3, "W": 1}), ("t3 w1 int10+", {"T": 3, "W": 1, "Int": 10}), ("Т3 W1", {"T": 3, "W": 1}),
        ('M4.5" T3 W1 Sv-', {"M": 450, "T": 3, "W": 1}), ("T=3, W: 1", None), ("T3 W2 WS2", {"T": 3, "W": 2, "WS": 2}),
    ],
)  # fmt: skip
def test_profiles(cells: str, profile: dict[str, int] | None) -> None:
    if profile is None:
        assert "is not a characteristic" in refused(f"1 x Jo: Ganger | 50 | {cells} | -")
    else:
        assert one(f"Jo: Ganger | 50 | {cells} | -").profile == {k: profile[k] for k in printed.MODEL if k in profile}


@pytest.mark.parametrize(("words", "rank"), [("Gang Leader", "Leader"), ("ЧЕМПИОН", "Champion"), ("juve", "Juve")])
def test_ranks(words: str, rank: str) -> None:
    assert one(f"Jo: {words} | 50 | {PROFILE} | -").keywords == (rank,)


# --- refusals ------------------------------------------------------------------------------------------------------

JO = f"1 x Jo: Ganger | 50 | {PROFILE} | Rifle\n"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("gang: A\n", "line 1: the gang has no fighters"),
        ("gang: A\ngang: B\n" + RIFLE + JO, "line 2: 'gang' stands twice; first in line 1"),
        ("gang: A\nbase\n", "line 2: 'base' has no colon"),
        ("boss: Jo\n", "line 1: 'boss' is not a key; the keys are gang, house, rule, weapon"),
        ("gang: A\n" + JO, "line 2: the weapon 'Rifle' is not described; add 'weapon: Rifle | RANGE"),
        (RIFLE + RIFLE, "line 2: the weapon 'Rifle' is described twice"),
        ("weapon: Rifle | 8/24 | 3 | - | 1\n", "line 1: a weapon is 'weapon: NAME | RANGE | ACCURACY"),
        ("weapon: Rifle | far | - | 3 | - | 1\n", "line 1: Rifle, range: 'far' is not E, T, Sx3 or a length"),
        ("weapon: Rifle | 1/2/3 | - | 3 | - | 1\n", "line 1: '1/2/3' is not a short and a long value"),
        ("weapon: Rifle | - | - | 3 | - | 1\n", "line 1: Rifle, range is missing"),
        ("weapon: Rifle | 8 | - | X | - | 1\n", "line 1: Rifle, S: 'X' is not a number, S or S+1"),
        ("weapon: Rifle | 8 | - | - | - | 1\n", "line 1: Rifle, S is missing"),
        ("weapon: Rifle | 8 | - | 3 | 1 | 1\n", "line 1: Rifle, AP: '1' is not 0 or a negative number"),
        ("weapon: Rifle | 8 | - | 3 | - | D3\n", "line 1: Rifle, D: 'D3' is not a number"),
        ("1 x Jo: Ganger | 50\n", "line 1: fighters are '1 x NAME: RANK | CREDITS | PROFILE"),
        ("1 x Jo: Baker | 50 | T3 W1\n", "line 1: 'Baker' names none of the ranks Leader, Champion, Ganger, Juve"),
        ("1 x Jo: Ganger | many | T3 W1\n", "line 1: 'many' is not a number of credits from 0 to 10000"),
        ("1 x Jo: Ganger | 10001 | T3 W1\n", "line 1: '10001' is not a number of credits"),
        ("0 x Jo: Ganger | 50 | T3 W1\n", "line 1: 0 is not a number of fighters from 1 to 200"),
        ("201 x Jo: Ganger | 50 | T3 W1\n", "line 1: 201 is not a number of fighters from 1 to 200"),
        ("1 x Jo: Ganger | 50 | W1\n", "line 1: Jo, T is missing"),
        ("1 x Jo: Ganger | 50 | T0 W1\n", "line 1: Jo, T: '0' is not a number from 1"),
        ("1 x Jo: Ganger | 50 | T3 T3 W1\n", "line 1: T stands twice"),
        ("1 x Jo: Ganger | 50 | T3 W1 X4\n", "line 1: 'X4' is not a characteristic here"),
        ("1 x Jo: Ganger | 50 | T3 W1 WS11\n", "line 1: Jo, WS: '11' is not a roll such as 3+"),
        ("1 x Jo: Ganger | 50 | T3 W1 | - | size 3\n", "line 1: 'size 3' is not a field"),
        ("1 x Jo: Ganger | 50 | T3 W1 | - | gear: A | gear: B\n", "line 1: 'gear' stands twice"),
        ("1 x Jo: Ganger | 50 | T3 W1 | - | base: 300mm\n", "line 1: base: '300mm' is not a diameter"),
        (RIFLE + "1 x Jo: Ganger | 50 | T3 W1 | 51 x Rifle\n", "line 2: a fighter carries at most 50 weapons"),
    ],
)  # fmt: skip
def test_refusals_name_the_line(text: str, reason: str) -> None:
    assert refused(text).startswith(reason)


def test_gangs_both_sides_of_the_largest_number() -> None:
    half = "100 x Jo: Ganger | 5 | T3 W1\n"
    assert len(read("gang: Many\n" + half + half).models) == 200
    assert refused(half + half + "1 x Jim: Ganger | 5 | T3 W1\n") == "line 3: a gang has at most 200 fighters"


@pytest.mark.parametrize(
    ("before", "is_one"), [("gang: A", True), ("БАНДА : A", True), ("weapon: A", False), ("", False)]
)
def test_what_is_a_gang_list(before: str, is_one: bool) -> None:
    assert ganglist.is_list(f"# hello\n{before}\n".encode()) is is_one
    assert not ganglist.is_list(f'{{"{before}": 1}}'.encode())


WORDS = st.lists(
    st.one_of(
        st.sampled_from([
            "gang: ", "weapon: ", "1 x Jo: ", "3 x ", " | ", "Ganger", "50", "T3 W1", "Rifle", "E", "T", "Sx3", "S+1",
            "-", "1", "Blast (3\")", "base: 32mm", "gear: A", "\n", ":", "x", "#", "((", "\u0663",
        ]),
        st.text(max_size=5),
    ),
    max_size=30,
)  # fmt: skip


@given(words=WORDS)
@settings(derandomize=True, database=None, max_examples=300)
def test_any_text_is_a_gang_or_is_refused_with_its_line(words: list[str]) -> None:
    roster = answer("gang: A\n" + RIFLE + JO + "".join(words))
    assert roster is None or (roster.models and not list(roster_problems(roster.models)))


def answer(text: str) -> Roster | None:
    """The gang, or None if it is refused with a line; any other error fails the test."""
    try:
        return ganglist.load(text.encode("utf-8", "replace"))
    except Malformed as error:
        refused = error
    assert re.match(r"line \d+\Z", refused.path) and refused.reason
    return None
