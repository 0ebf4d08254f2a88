"""Abilities of weapons the engine knows: how they are recognised and what they do."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

import rules
from rules.kernel.effects import Noted, Rolled
from rules.kernel.sheet import Weapon
from rules.kernel.state import State
from rules.kt import ability, roster
from rules.kt.ability import Text, recognised, sentence, texts
from rules.kt.fight import Blow, Fight
from rules.kt.shoot import Shoot, Volley

from .board import KT, blade, decide, effects_of, gun, model, position, refusal, wanted


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("This weapon automatically hits its target.", {"kt.weapon.ability.auto-hit": 1}),
        ("On an unmodified hit roll of 1, the bearer is slain.", {"kt.weapon.ability.overcharge": 1}),
        (
            "Each time the bearer fights, it can make 1 additional attack with this weapon.",
            {"kt.ability.extra-attack": 1},
        ),
        (
            "Each time the bearer fights, it can make one additional attack with this weapon.",
            {"kt.ability.extra-attack": 1},
        ),
        (
            "Each time the bearer fights, it can make 1 additional attack with this weapon unless it has a shield.",
            {},
        ),
        ("Each unmodified hit roll of 6 made with this weapon scores 2 hits.", {"kt.ability.extra-hits": 2}),
        (
            "Each unmodified hit roll of 6 made for an attack with this weapon scores 3 hits rather than 1.",
            {"kt.ability.extra-hits": 3},
        ),
        ("Each hit roll of 6+ with this weapon causes 3 hits rather than 1.", {"kt.ability.extra-hits-modified": 3}),
        ("Each hit roll of 6+ made for this weapon automatically results in a wound.", {}),
        ("You can re-roll wound rolls of 1 for this weapon.", {"kt.ability.reroll-wounds-of-1": 2}),
        ("Re-roll wound rolls of 1 for this weapon.", {"kt.ability.reroll-wounds-of-1": 1}),
        ("You can re-roll failed wound rolls for this weapon.", {"kt.ability.reroll-failed-wounds": 2}),
        ("Re-roll failed wound rolls for this weapon.", {"kt.ability.reroll-failed-wounds": 1}),
        ("You can re-roll hit rolls of 1 for this weapon.", {}),
        ("All wound rolls of 6+ have an AP of -4.", {"kt.ability.wound-6-ap": -4}),
        (
            "Each time you make a wound roll of 6+ for this weapon, "
            "that hit is resolved with an AP of −4 instead of -1.",
            {"kt.ability.wound-6-ap": -4},
        ),
        (
            "Each time you make a wound roll of 6+ for this weapon, that hit is resolved with a Damage of 3.",
            {"kt.ability.wound-6-damage": 3},
        ),
        (
            "Any attacks with a wound roll of 6+ for this weapon have a Damage characteristic of 2 instead of 1.",
            {"kt.ability.wound-6-damage": 2},
        ),
        ("If the target is within half range, add 1 to this weapon's strength.", {"kt.ability.half-range-strength": 1}),
        (
            "Roll a D6 for luck. When attacking with this weapon, you must subtract 1 from the hit roll.",
            {"kt.ability.unwieldy": 1},
        ),
        ("", {}),
        ("If the target has a Save of 3+ or better, this weapon has a Damage of D3.", {}),
    ],
)
def test_texts(text: str, found: dict[str, int]) -> None:
    assert recognised(text) == found


def test_real_rosters(shared: Path) -> None:
    # how many weapon profiles in the files carry each sentence
    models = [m for path in sorted((shared / "data/rosters/kill-team").glob("*.ros")) for m in roster.load(path).models]
    found = Counter(rule for m in models for w in m.weapons for rule in w.has if rule.startswith("kt.ability."))
    counted = {
        "kt.ability.extra-attack": 11,
        "kt.ability.extra-hits": 11,
        "kt.ability.extra-hits-modified": 3,
        "kt.ability.half-range-strength": 5,
        "kt.ability.reroll-failed-wounds": 9,
        "kt.ability.reroll-wounds-of-1": 5,
        "kt.ability.unwieldy": 5,
        "kt.ability.wound-6-ap": 16,
        "kt.ability.wound-6-damage": 9,
    }
    assert {rule: found[rule] for rule in counted} == counted


def test_every_text_belongs_to_a_rule_of_the_ruleset() -> None:
    known = {rule.id for rule in KT.rules}
    assert {text.rule for text in texts()} <= known
    abilities = {rule.id for rule in KT.rules if rule.id.startswith(("kt.ability.", "kt.weapon.ability."))}
    assert {text.rule for text in texts()} == abilities


def test_an_ability_is_one_file() -> None:
    # nothing else lists the ids of abilities
    source = Path(rules.__file__).parent / "kt"
    naming = [path for path in source.rglob("*.py") if '"kt.ability.' in path.read_text()]
    assert naming and {path.parent.name for path in naming} == {"ability"}


# what they do


def shooting(weapon: Weapon, gap: int = 1000, **target: Any) -> State:
    return position(
        model("a1", (500, 500), weapons=(weapon,)),
        model("b1", (600 + gap, 500), **{"W": 9, **target}),
        phase="shooting",
        step="fire-at-will",
    )


SHOOT = Shoot(model="a1", volleys=(Volley("gun", "b1"),))


def special(rule: str, value: int = 1, **profile: Any) -> Weapon:
    return gun(**{"type": "Heavy", "has": {rule: value}, "text": "As printed.", **profile})


def fighting(*weapons: Weapon, **fighter: Any) -> State:
    return position(
        model("a1", (500, 500), weapons=weapons, **fighter),
        model("b1", (620, 500), W=9),
        model("b2", (500, 620), W=9),
        phase="fight",
        step="lives",
    )


def blows(*made: tuple[str, str, int]) -> Fight:
    return Fight(model="a1", blows=tuple(Blow(*blow) for blow in made))


CHAINSWORD = blade("chainsword", has={"kt.ability.extra-attack": 1})
KNIFE = blade("knife")


@pytest.mark.parametrize(
    ("made", "allowed"),
    [
        pytest.param([("chainsword", "b1", 3)], True, id="kt.ability.extra-attack"),  # A 2 and 1
        pytest.param([("chainsword", "b1", 4)], False, id="kt.ability.extra-attack.more"),
        pytest.param([("knife", "b1", 2), ("chainsword", "b2", 1)], True, id="kt.ability.extra-attack.beside"),
        pytest.param([("knife", "b1", 3)], False, id="kt.ability.extra-attack.other-weapon"),
        pytest.param([("knife", "b1", 3), ("chainsword", "b2", 0)], False, id="kt.ability.extra-attack.borrowed"),
        pytest.param([("knife", "b1", 1), ("chainsword", "b2", 2)], True, id="kt.ability.extra-attack.shared"),
        pytest.param(
            [("knife", "b1", 1), ("chainsword", "b1", 1), ("chainsword", "b2", 1)],
            True,
            id="kt.ability.extra-attack.split",
        ),
    ],
)
def test_extra_attack(made: list[tuple[str, str, int]], allowed: bool) -> None:
    state = fighting(CHAINSWORD, KNIFE, A=2)
    if allowed:
        assert decide(state, "a", blows(*made), [1] * 3).dice == (1, 1, 1)
    else:
        assert refusal(state, "a", blows(*made)) == "kt.fight.split"


def test_the_rest_takes_the_extra_attack_too() -> None:
    done = decide(fighting(CHAINSWORD, KNIFE, A=2), "a", blows(("chainsword", "b1", 0)), [1] * 3)
    assert [len(r.faces) for r in effects_of(done, Rolled)] == [3]
    done = decide(fighting(CHAINSWORD, KNIFE, A=2), "a", blows(("knife", "b1", 0), ("chainsword", "b2", 1)), [1] * 3)
    assert [len(r.faces) for r in effects_of(done, Rolled)] == [2, 1]


@pytest.mark.parametrize(
    ("rule", "face", "flesh", "hits"),
    [
        pytest.param("kt.ability.extra-hits", 6, 0, 3, id="kt.ability.extra-hits"),
        pytest.param("kt.ability.extra-hits", 5, 0, 1, id="kt.ability.extra-hits.5"),
        pytest.param("kt.ability.extra-hits", 6, 1, 3, id="kt.ability.extra-hits.natural"),  # -1 does not matter
        pytest.param("kt.ability.extra-hits-modified", 6, 0, 3, id="kt.ability.extra-hits-modified"),
        pytest.param("kt.ability.extra-hits-modified", 6, 1, 1, id="kt.ability.extra-hits-modified.5"),  # 6 - 1 = 5
    ],
)
def test_extra_hits(rule: str, face: int, flesh: int, hits: int) -> None:
    state = shooting(special(rule, 3))
    if flesh:
        state.models["a1"].game["kt.status.flesh-wound-definition"] = flesh
    assert wanted(state, "a", SHOOT, [face]) == (hits, "kt.wound.table.equal")


def test_a_six_that_misses_scores_nothing() -> None:
    state = shooting(special("kt.ability.extra-hits", 3))
    state.models["a1"].game["kt.status.flesh-wound-definition"] = 4  # 6 - 4 = 2 misses
    assert decide(state, "a", SHOOT, [6]).dice == (6,)


@pytest.mark.parametrize(
    ("rule", "dice", "final"),
    [
        pytest.param("kt.ability.reroll-wounds-of-1", [1, 3, 4, 6], (4, 3), id="kt.ability.reroll-wounds-of-1"),
        pytest.param("kt.ability.reroll-failed-wounds", [1, 3, 4, 2, 6], (4, 2), id="kt.ability.reroll-failed-wounds"),
    ],
)
def test_wound_rolls_again(rule: str, dice: list[int], final: tuple[int, int]) -> None:
    # two hits against 4+; the re-rolled dice follow; then one save of 6
    done = decide(shooting(special(rule, attacks=2)), "a", SHOOT, [6, 6, *dice])
    (roll,) = effects_of(done, Rolled, "kt.wound.table.equal")
    faces = list(roll.faces)
    for index, face in roll.again:
        faces[index] = face
    assert (tuple(faces), roll.passed) == (final, (1, 0))


@pytest.mark.parametrize(
    ("face", "piercing"),
    [
        pytest.param(6, (("kt.weapon.ap", -4),), id="kt.ability.wound-6-ap"),
        pytest.param(5, (("kt.weapon.ap", -1),), id="kt.ability.wound-6-ap.5"),
    ],
)
def test_piercing_wounds(face: int, piercing: tuple[tuple[str, int], ...]) -> None:
    done = decide(shooting(special("kt.ability.wound-6-ap", -4, AP=-1)), "a", SHOOT, [6, face, 1])
    assert effects_of(done, Rolled, "kt.save.roll")[0].modifiers == piercing


@pytest.mark.parametrize(
    ("face", "left"),
    [
        pytest.param(6, 6, id="kt.ability.wound-6-damage"),  # 3 off 9
        pytest.param(5, 8, id="kt.ability.wound-6-damage.5"),
    ],
)
def test_damaging_wounds(face: int, left: int) -> None:
    done = decide(shooting(special("kt.ability.wound-6-damage", 3)), "a", SHOOT, [6, face, 1])
    assert done.state.models["b1"].wounds == left
    assert bool(effects_of(done, Noted, "kt.ability.wound-6-damage")) == (face == 6)


@pytest.mark.parametrize(
    ("gap", "table"),
    [
        pytest.param(1200, "kt.wound.table.greater", id="kt.ability.half-range-strength"),  # S 4 + 1 against T 4
        pytest.param(1201, "kt.wound.table.equal", id="kt.ability.half-range-strength.far"),
    ],
)
def test_stronger_up_close(gap: int, table: str) -> None:
    assert wanted(shooting(special("kt.ability.half-range-strength"), gap), "a", SHOOT, [6]) == (1, table)


def test_unwieldy() -> None:
    # kt.ability.unwieldy: -1 in melee and in shooting
    fist = blade("fist", has={"kt.ability.unwieldy": 1})
    (roll,) = effects_of(decide(fighting(fist), "a", blows(("fist", "b1", 1)), [3]), Rolled)
    assert (roll.modifiers, roll.passed) == ((("kt.ability.unwieldy", -1),), (0,))
    (roll,) = effects_of(decide(shooting(special("kt.ability.unwieldy")), "a", SHOOT, [3]), Rolled)
    assert roll.modifiers == (("kt.ability.unwieldy", -1),)


# abilities of models


DEMO = Path(rules.__file__).parents[1] / "gamelog" / "demo" / "harbour-watch.ros"


def read_with(monkeypatch: pytest.MonkeyPatch, body: str) -> Any:
    """The models of our own roster, read when the engine knows one more text, of models."""
    more = Text("test.of-a-model", sentence(body), of="model")
    known = (*texts(), more)
    monkeypatch.setattr(ability, "texts", lambda: known)
    return roster.load(DEMO.read_bytes(), DEMO.name).models


def test_an_ability_of_a_model_is_recognised_on_a_roster(monkeypatch: pytest.MonkeyPatch) -> None:
    plain = roster.load(DEMO.read_bytes(), DEMO.name).models
    printed = next(a for m in plain for a in m.abilities if a.text and not a.rule)
    bearers = {m.id for m in plain if printed in m.abilities}
    read = read_with(monkeypatch, re.escape(printed.text.rstrip(".")))
    assert {m.id for m in read if m.has.get("test.of-a-model") == 1} == bearers
    named = {a.rule for m in read for a in m.abilities if a.text == printed.text}
    assert named == {"test.of-a-model"}


def test_a_text_that_says_more_is_applied_as_far_as_it_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    read_with(monkeypatch, r"This model shrugs off (\d) wounds")
    both = "This model shrugs off 2 wounds. It is also loud."
    assert ability.recognised(both, "model") == {"test.of-a-model": 2}
    assert ability.recognised("This model shrugs off 2 wounds.") == {}
    assert ability.known_whole("This model shrugs off 2 wounds.") == "test.of-a-model"
    assert ability.known_whole(both) == ""
