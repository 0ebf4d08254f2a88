"""Every act has a name for its button, every member and word of it one for its form, and no name is left over."""

from __future__ import annotations

import re

import pytest

import rules
from rules.cod import chosen, ground, sides
from rules.cod.mission import missions
from rules.kernel.telling import Phrase
from rules.kt import fight, psychic
from rules.wh40k.deployment import deploy, reserve
from tests.labels import MOST, asked, needless, shared, shown, unnamed

CYRILLIC = re.compile("[а-яё]", re.I)


def _words(ruleset: str) -> set[tuple[str, str]]:
    """The words that a ruleset knows for members whose type is any text, and for its options."""
    of = rules.load(ruleset)
    found = {("zone", zone.id) for zone in of.table(0).zones} | {("roll", kind) for kind in of.telling.rolls}
    found |= {(each.key, word) for each in of.settings for word in each.choices if word not in ("", *of.sides)}
    if ruleset == "kt":
        found |= {("weapon", fight.IMPROVISED.id), ("power", psychic.PSYBOLT)}
        found |= {("obscured", "terrain"), ("obscured", "model")}
    if ruleset in ("wh40k", "cod"):
        found |= {("manner", manner) for manner in reserve.DECLARED}
        found |= {("zone", zone.id) for zone in deploy.drawn(rules.load("wh40k").table(0))}
    if ruleset == "cod":
        found |= {("role", role) for role in sides.ROLES}
        found |= {("quarter", quarter) for quarter in ground.QUARTERS} | {("edge", edge) for edge in ground.EDGES}
        found |= {("scenario", key) for key in missions()} | {("stratagem", key) for key in chosen.stratagems()}
        found |= {("choice", word) for one in chosen.stratagems().values() for word in one.uses}
    return found


WORDS = {ruleset: _words(ruleset) for ruleset in rules.RULESETS}


def _names(ruleset: str) -> list[Phrase]:
    said = rules.load(ruleset).telling
    return [*said.acts.values(), *said.members.values(), *said.values.values()]


@pytest.mark.parametrize("ruleset", WORDS)
def test_every_act_member_and_word_has_a_name(ruleset: str) -> None:
    assert not unnamed(rules.load(ruleset), WORDS[ruleset])


@pytest.mark.parametrize("ruleset", WORDS)
def test_no_name_is_for_nothing(ruleset: str) -> None:
    assert not needless(rules.load(ruleset), WORDS[ruleset]) - shared()


def test_what_every_system_shares_is_used_by_one() -> None:
    assert not set.intersection(*(needless(rules.load(ruleset), WORDS[ruleset]) for ruleset in WORDS))


@pytest.mark.parametrize("ruleset", WORDS)
def test_names_are_in_both_languages_and_short(ruleset: str) -> None:
    for name in _names(ruleset):
        assert name.en.strip() and not CYRILLIC.search(name.en)
        assert CYRILLIC.search(name.ru)
        assert "%" not in name.en + name.ru
        assert max(len(name.en), len(name.ru)) <= MOST, name


@pytest.mark.parametrize("ruleset", WORDS)
def test_no_two_buttons_are_called_the_same(ruleset: str) -> None:
    said = rules.load(ruleset).telling.acts
    for texts in ([name.en for name in said.values()], [name.ru for name in said.values()]):
        assert len(texts) == len(set(texts)), sorted({text for text in texts if texts.count(text) > 1})


def test_forms_are_read_from_the_types() -> None:
    """Parts of parts, words of choices and of variants, and values of mappings count; keys do not."""
    t9a, kt = asked(rules.load("t9a")), asked(rules.load("kt"))
    assert {("shoot", "volleys", ""), ("shoot", "split", ""), ("shoot", "attacks", "")} <= kt
    assert {("fact", "until", "round"), ("fact", "wounds", "")} <= kt
    assert {("march", "way", "wheel"), ("march", "flank", "left"), ("deploy", "places", "right")} <= t9a
    assert not {word for _tag, name, word in t9a if name == "joined"} - {""}


def test_administration_is_no_button_unless_it_is_offered() -> None:
    kt, cod = ({act.tag for act in shown(rules.load(ruleset))} for ruleset in ("kt", "cod"))
    assert not {"begin", "muster", "commit", "reveal", "void", "take-back"} & kt
    assert "reveal" in cod
