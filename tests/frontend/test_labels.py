"""The words of buttons and forms, in the reader's language."""

from __future__ import annotations

import pytest
from django.utils import translation

import rules
from frontend.games.cast import Cast
from rules.cod import chosen
from rules.cod.mission import missions
from rules.kernel.telling import Phrase, Telling


@pytest.mark.parametrize(("language", "named"), [("en", ("Shoot", "Weapon", "Hold")),
                                                 ("ru", ("Стрелять", "Оружие", "Держать строй"))])  # fmt: skip
def test_acts_members_and_words_are_named(language: str, named: tuple[str, str, str]) -> None:
    with translation.override(language):
        cast = Cast(rules.load("t9a"))
        assert (cast.act("shoot"), cast.member("allocate", "weapon"), cast.value("reaction", "hold")) == named


def test_a_member_may_mean_something_else_in_one_act() -> None:
    with translation.override("en"):
        cast = Cast(rules.load("t9a"))
        assert [cast.member(tag, "at") for tag in ("deploy", "fact")] == ["Left end of the front", "Place"]


def test_a_word_of_a_member_comes_before_the_word_alone() -> None:
    words = {"flank.left": Phrase("to the left", "влево"), "left": Phrase("left", "левый")}
    with translation.override("en"):
        cast = Cast(rules.load("t9a"))
        cast.telling = Telling(values=words)
        assert [cast.value(member, "left") for member in ("flank", "edge")] == ["to the left", "left"]


def test_without_names_they_are_told_by_their_tags() -> None:
    with translation.override("en"):
        cast = Cast(rules.load("kt"))
        cast.telling = Telling()
        assert cast.act("fall-back") == "Fall back"
        assert cast.member("fight", "pile_in") == "Pile in"
        assert cast.value("reaction", "stand-and-shoot") == "stand and shoot"


@pytest.mark.parametrize("language", ["en", "ru"])
def test_words_with_a_label_are_called_by_it(language: str) -> None:
    """Scenarios and stratagems go by the names of their rules, and so does a rule named by its whole id."""
    labels = {("scenario", key): each.rule for key, each in missions().items()}
    labels |= {("stratagem", key): each.rule for key, each in chosen.stratagems().items()}
    with translation.override(language):
        cast = Cast(rules.load("cod"))
        for (member, key), rule in labels.items():
            assert cast.value(member, key) == getattr(rule, language)
            assert cast.value("weapon", rule.id) == getattr(rule, language)
