"""Texts in two languages, the forms of a number, and what an expansion makes of its basis' words."""

from __future__ import annotations

import ast
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

import rules
from rules.kernel.actions import Concede
from rules.kernel.effects import Moved
from rules.kernel.events import Action, Event
from rules.kernel.state import Decision
from rules.kernel.telling import (
    PHASES,
    Language,
    Moment,
    Phrase,
    Plural,
    Telling,
    as_written,
    either,
    filled,
    going,
    named,
)
from rules.kt.morale import NerveTest

HITS = Plural(
    ("%(count)d hit", "%(count)d hits"), ("%(count)d попадание", "%(count)d попадания", "%(count)d попаданий")
)
SOURCES = Path(rules.__file__).parent
TOLD = [path for path in sorted(SOURCES.rglob("*.py")) if path.parent.name != "kernel"]


def test_a_phrase_is_filled_in_either_language() -> None:
    runs = Phrase("%(model)s runs", "%(model)s бежит")
    assert runs.fill("en", {"model": "Kell"}) == "Kell runs"
    assert runs.fill("ru", {"model": "Kell", "more": 1}) == "Kell бежит"


@pytest.mark.parametrize(
    ("counts", "ending"),
    [((1, 21, 31, 101, 121), "ие"), ((2, 3, 4, 22, 24, 102, 1004), "ия"),
     ((0, 5, 9, 11, 12, 14, 20, 25, 111, 114, 211), "ий")],
)  # fmt: skip
def test_russian_has_three_forms_of_a_number(counts: tuple[int, ...], ending: str) -> None:
    assert [HITS.fill("ru", {"count": n}) for n in counts] == [f"{n} попадан{ending}" for n in counts]


def test_english_has_two() -> None:
    said = [HITS.fill("en", {"count": n}) for n in (0, 1, 2, 11, 21)]
    assert said == ["0 hits", "1 hit", "2 hits", "11 hits", "21 hits"]


@pytest.mark.parametrize(
    ("en", "ru"),
    [("%(model)s runs", "бежит"), ("runs", "%(model)s бежит"), ("%(model)s", "%(unit)s"), ("5 % off", "5 % off"),
     ("%(model)x", "%(model)x")],
)  # fmt: skip
def test_both_texts_ask_for_the_same(en: str, ru: str) -> None:
    with pytest.raises(ValueError, match="same places"):
        Phrase(en, ru)
    with pytest.raises(ValueError, match="same places"):
        Plural((en, en), (en, en, ru))


def test_texts_inside_functions_ask_for_the_same_too() -> None:
    """They are made when their sentence is first said, which no game of the tests may come to."""
    found = 0
    for path in TOLD:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") in ("Phrase", "Plural"):
                texts = [ast.literal_eval(argument) for argument in node.args]
                assert {"Phrase": Phrase, "Plural": Plural}[node.func.id](*texts), path  # type: ignore[attr-defined]
                found += 1
    assert found > 300


# sentences of acts


class Names:
    """Names that show by which function they were asked for."""

    language: Language = "en"

    def say(self, phrase: Phrase | Plural, **about: Any) -> str:
        return phrase.fill(self.language, about)

    def model(self, key: str) -> str:
        return f"model {key}"

    def side(self, key: str) -> str:
        return f"side {key}"

    def zone(self, key: str) -> str:
        return key

    def several(self, key: str) -> bool:
        return key == "u2"

    def holder(self, key: str) -> str:
        return f"holder {key}"

    def weapon(self, model: str, key: str) -> str:
        return f"weapon {key}"

    def thing(self, key: str) -> str:
        return f"thing {key}"

    def rule(self, clause: str) -> str:
        return f"rule {clause}"

    def section(self, name: str) -> str:
        return f"section {name}"

    def phase(self, key: str) -> str:
        return f"phase {key}"

    def length(self, hundredths: int) -> str:
        return f"length {hundredths}"

    def listed(self, names: Iterable[str]) -> str:
        return " and ".join(names)


class Shove(Action, frozen=True, tag="shove"):
    """An act with every kind of member."""

    unit: str = "u1"
    targets: tuple[str, ...] = ("m1", "m2")
    wall: str = "w1"
    cry: str = "Heave"


def now(action: Action, *effects: Any, pending: Decision | None = None) -> Moment:
    ruleset = rules.load("kt")
    state = rules.empty(ruleset)
    state.phase, state.pending = "movement", pending
    return Moment(Names(), state, Event(number=1, by="a", action=action, effects=effects))


def same(text: str) -> Phrase:
    return Phrase(text, text)


@pytest.mark.parametrize(
    ("text", "said"),
    [("%(side)s", "side a"), ("%(unit)s: %(target)s", "holder u1: holder m1 and holder m2"), ("%(wall)s", "thing w1"),
     ("%(rule)s", "phase movement"), ("%(length)s", "length 0"), ("on", "on")],
)  # fmt: skip
def test_a_phrase_is_the_sentence_of_an_act_that_fills_its_places(text: str, said: str) -> None:
    assert same(text)(now(Shove())) == said


def test_a_phrase_that_its_act_does_not_fill_is_no_sentence_of_it() -> None:
    with pytest.raises(AttributeError):
        same("%(gate)s")(now(Shove()))


def test_without_a_member_it_is_about_who_is_asked_else_about_the_side() -> None:
    asked = Decision("x.where", "b", model="m3")
    assert same("%(model)s, %(rule)s")(now(Concede(), pending=asked)) == "holder m3, rule x.where"
    assert same("%(model)s")(now(Concede())) == "holder a"
    assert same("%(model)s")(now(NerveTest(model="m1"), pending=asked)) == "holder m1"


def test_an_act_fills_places_in_its_own_way() -> None:
    sentence = filled(same("%(cry)s %(wall)s %(side)s"), cry=as_written("cry"), wall=named("wall"))
    assert sentence(now(Shove())) == "Heave holder w1 side a"


def test_a_sentence_depends_on_what_is_given() -> None:
    sentence = either("wall", same("at %(wall)s"), same("at nothing"))
    assert [sentence(now(Shove(wall=wall))) for wall in ("w2", "")] == ["at thing w2", "at nothing"]


def test_a_step_goes_as_far_as_the_model_that_goes_farthest() -> None:
    sentence = going(same("%(length)s"), same("%(side)s stays"))
    moved = [Moved(rule="x", model=model, path=((0, 0, 0),), length=length) for model, length in
             (("m1", 250), ("m2", 300), ("m1", 100))]  # fmt: skip
    assert sentence(now(Shove(), *moved)) == "length 350"
    assert sentence(now(Shove())) == "side a stays"


def test_an_expansion_says_what_its_basis_says_and_more() -> None:
    move, shoot, ours = Phrase("Move", "Ход"), Phrase("Shoot", "Стрельба"), Phrase("March", "Марш")
    basis = Telling(marks={"a": move, "b": move}, phases={"move": move, "shoot": shoot}, melee=frozenset("a"),
                    columns=("M", "S"), instead_of_wounds="x.flesh")  # fmt: skip
    whole = basis | Telling(marks={"b": ours}, phases={"move": ours}, melee=frozenset("b"), columns=("M",))
    assert whole == Telling(marks={"a": move, "b": ours}, phases={"move": ours, "shoot": shoot},
                            melee=frozenset("ab"), columns=("M",), instead_of_wounds="x.flesh")  # fmt: skip
    assert basis | Telling() == basis == Telling() | basis


@pytest.mark.parametrize("ruleset", rules.RULESETS)
def test_a_ruleset_names_its_own_phases_alone(ruleset: str) -> None:
    assert not set(PHASES) & set(rules.load(ruleset).telling.phases)


def test_words_go_after_the_number_of_the_first_unit_that_is_named() -> None:
    text = filled(Phrase("%(unit)s [shoves|shove] %(target)s", "%(unit)s [толкает|толкают]: %(target)s"))
    assert " shoves " in text(now(Shove(unit="u1", targets=("u2",))))
    assert " shove " in text(now(Shove(unit="u2", targets=("u1",))))
    assert Phrase("[It goes|They go]", "[Идёт|Идут]").fill("ru", {"several": True}) == "Идут"
