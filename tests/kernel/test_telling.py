"""Texts in two languages, the forms of a number, and what an expansion makes of its basis' words."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import rules
from rules.kernel.telling import PHASES, Phrase, Plural, Telling, by_side, plain

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


def test_an_expansion_says_what_its_basis_says_and_more() -> None:
    first, other = by_side(Phrase("one", "один")), plain(Phrase("two", "два"))
    move, shoot, ours = Phrase("Move", "Ход"), Phrase("Shoot", "Стрельба"), Phrase("March", "Марш")
    basis = Telling(acts={"a": first, "b": first}, phases={"move": move, "shoot": shoot}, melee=frozenset("a"),
                    columns=("M", "S"), instead_of_wounds="x.flesh")  # fmt: skip
    whole = basis | Telling(acts={"b": other}, phases={"move": ours}, melee=frozenset("b"), columns=("M",))
    assert whole == Telling(acts={"a": first, "b": other}, phases={"move": ours, "shoot": shoot},
                            melee=frozenset("ab"), columns=("M",), instead_of_wounds="x.flesh")  # fmt: skip
    assert basis | Telling() == basis == Telling() | basis


@pytest.mark.parametrize("ruleset", rules.RULESETS)
def test_a_ruleset_names_its_own_phases_alone(ruleset: str) -> None:
    assert not set(PHASES) & set(rules.load(ruleset).telling.phases)
