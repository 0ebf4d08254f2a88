"""Titles and outcomes of every step of all golden games, as a reader sees them, in both languages.

One test a game and language looks for everything: to tell a whole game in words takes longer than to look at the words.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.utils import translation

import rules
from frontend.games import replay
from frontend.games.replay import ReplayStep
from rules import Event, Ruleset
from rules.kernel.canonical import tag_of
from rules.kernel.effects import Removed, WoundsSet
from tests.playthroughs import SYSTEMS

FILES = [file for name in SYSTEMS for file in sorted(SYSTEMS[name].folder.glob("*.jsonl"))]
ID = re.compile(r"\b(?:kt|wh40k|cod|t9a|necro|log|table|ruling)\.[a-z]|\b[ab]u?\d{1,3}\b")
UNFILLED = re.compile(r"%\(|%[sd]\b|[\[\]|{}]|\bNone\b|\bTrue\b|\bFalse\b|  ")
ONE = re.compile(r"(?<!\d)(?<!of )\b1 (?:wounds|hits|hull points|Health Points|dice|steps|models)\b")
MANY = re.compile(r"\b(?:[02-9]|\d\d+) (?:wound|hit|hull point|Health Point|die|step|model)\b")
RU_MANY = re.compile(r"\b(?:[05-9]|1[1-4]) (?:попадание|попадания|вунда|вунды)\b")
# "Теряет 1 вунда": whoever loses something loses it in the accusative. No name tells a gender.
RU_CASE = re.compile(r"\bминус \d|\bтеряет \d*1 вунда\b")
RU_GENDER = re.compile(r"(?<!боец)(?<!машина) (?:ранен|сломлен|безумен|обездвижена?|залёг|сбежал|согласн[аы])\b")
# What the steps of a unit of several do is never told of one.
VERBS = (
    "charges|fires|flees|pursues|marches|advances|reforms|shoots|loses|holds|rolls|moves|stays|goes|runs|declares|breaks"
    "|consolidates|tries|regroups|falls|arrives|finds|boards|disembarks|enters|leaves|joins|forms|throws|intercepts|is|has"
)
SEEN = frozenset({"rolled", "wounds-set", "removed", "moved", "placed", "ended", "laid"})
NOUNS: dict[str, dict[str, tuple[str, ...]]] = {
    "wh40k": {"en": ("hull point", "wound"), "ru": ("корпуса", "вунд")},
    "t9a": {"en": ("Health Point",), "ru": ("здоровья",)},
}
LOSES = {"en": (" loses {} ", " lose {} "), "ru": (" теряет {} ",)}
NOBODY_HURT = ("cantons-storm-13",)
"""Battles in which nobody is hurt who is not killed."""
Told = list[tuple[Event[Any], ReplayStep]]


@pytest.mark.parametrize("language", ["en", "ru"])
@pytest.mark.parametrize("file", FILES, ids=lambda file: f"{file.parent.name}-{file.stem}")
def test_every_step_is_told_as_a_reader_expects(file: Path, language: str) -> None:
    game = rules.read_game(file.read_bytes())
    ruleset = rules.load(game.header.ruleset, game.header.version)
    with translation.override(language):
        told = list(zip(game.events, replay.steps(ruleset, game.events), strict=True))
    assert not list(odd(told))
    assert not list(told_without_what_came_of_it(ruleset, told))
    assert not list(folded_though_it_can_be_seen(told))
    if language == "en":
        assert not list(told_as_one(ruleset, told))
    if ruleset.id in NOUNS:
        hurt = list(who_is_hurt(ruleset, told, language))
        assert all(right for _step, right in hurt), [step for step, right in hurt if not right]
        assert hurt or file.stem in NOBODY_HURT


def odd(told: Told) -> Iterator[tuple[int, str]]:
    """Texts with an id, an unfilled place, a wrong number or case, or nothing to say."""
    for _event, step in told:
        if not step.t or step.t == step.o:
            yield step.n, step.t
        for text in (step.t, step.o):
            wrong = any(each.search(text) for each in (ID, UNFILLED, ONE, MANY, RU_MANY, RU_CASE, RU_GENDER))
            if wrong or "(а)" in text or text.isdigit() or text != text.strip() or text.endswith((":", ";", ",")):
                yield step.n, text


def told_as_one(ruleset: Ruleset, told: Told) -> Iterator[tuple[int, str]]:
    """Units that began with several models and are told of in the singular."""
    state, began = rules.fold(ruleset, []), dict[str, int]()
    for event, step in told:
        rules.evolve(state, event)
        names, of = rules.names(state), Counter(model.unit for model in state.models.values())
        began = {key: of[key] for key in state.units if of[key]} | began
        several = [names[key] for key in state.units if began.get(key, 0) > 1]
        wrong = re.compile(rf"^(?:{'|'.join(map(re.escape, several)) or '-'}) (?:{VERBS})\b")
        said = (step.t, step.o, *(line.t for line in step.l))
        yield from ((step.n, text) for text in said if wrong.search(text))


def told_without_what_came_of_it(ruleset: Ruleset, told: Told) -> Iterator[tuple[int, str]]:
    """Whoever rolls has an outcome, or a title that says it: not the attempt alone."""
    stages = ruleset.telling.stages
    for event, step in told:
        rolled = [each for each in event.effects if tag_of(each) == "rolled"]
        plain = [stages.get(each.rule, stages.get(each.rule.partition(".table.")[0])) for each in rolled]
        if any(stage != "untold" for stage in plain) and not step.o:
            yield step.n, step.t


def folded_though_it_can_be_seen(told: Told) -> Iterator[tuple[int, str]]:
    """What is folded away rolls nothing, hurts nobody, moves nobody and ends nothing."""
    quiet = [(event, step) for event, step in told if step.e == "quiet"]
    yield from ((step.n, step.t) for event, step in quiet if step.o or SEEN & {tag_of(each) for each in event.effects})
    if not quiet and "pass" in {tag_of(event.action) for event, _step in told}:
        yield 0, "no bookkeeping is folded"


def who_is_hurt(ruleset: Ruleset, told: Told, language: str) -> Iterator[tuple[int, bool]]:
    """Steps in which somebody is hurt who still stands, and whether the outcome says how much, in the right words."""
    state = rules.fold(ruleset, [])
    for event, step in told:
        rules.evolve(state, event)
        fallen = {each.model for each in event.effects if isinstance(each, Removed) and not each.back}
        lost: Counter[str] = Counter()
        for effect in event.effects:
            if isinstance(effect, WoundsSet) and effect.model not in fallen:
                lost[state.models[effect.model].unit or effect.model] += effect.was - effect.to
        for count in filter(lambda count: count > 0, lost.values()):
            signs = [sign.format(count) for sign in LOSES[language]]
            found = [part for part in step.o.split("; ") if any(sign in part for sign in signs)]
            yield step.n, any(noun in part for noun in NOUNS[ruleset.id][language] for part in found)
