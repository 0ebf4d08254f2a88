"""Titles and outcomes of every step of all golden games, as a reader sees them, in both languages."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest
from django.utils import translation

import rules
from frontend.games import replay
from rules import gamefile
from rules.kernel.canonical import tag_of
from tests.playthroughs import SYSTEMS

FILES = [file for name in SYSTEMS for file in sorted(SYSTEMS[name].folder.glob("*.jsonl"))]
ID = re.compile(r"\b(?:kt|wh40k|cod|t9a|necro|log|table|ruling)\.[a-z]|\b[ab]u?\d{1,3}\b")
UNFILLED = re.compile(r"%\(|%[sd]\b|[\[\]|{}]|\bNone\b|\bTrue\b|\bFalse\b|  ")
ONE = re.compile(r"(?<!\d)(?<!of )\b1 (?:wounds|hits|hull points|Health Points|dice|steps)\b")
MANY = re.compile(r"\b(?:[02-9]|\d\d+) (?:wound|hit|hull point|Health Point|die|step)\b")
# "Теряет 1 вунда": whoever loses something loses it in the accusative. No name tells a gender.
RU_CASE = re.compile(r"\bминус \d|\bтеряет \d*1 вунда\b")
RU_GENDER = re.compile(r"(?<!боец)(?<!машина) (?:ранен|сломлен|безумен|обездвижена?|залёг|сбежал|согласн[аы])\b")
RU_MANY = re.compile(r"\b(?:[05-9]|1[1-4]) (?:попадание|попадания|вунда|вунды)\b")
# What the steps of a regiment of several do is never told of one.
VERBS = (
    "charges|fires|flees|pursues|marches|advances|reforms|shoots|loses|holds|rolls|moves|stays|goes|runs|declares|breaks"
    "|consolidates|tries|regroups|falls|arrives|finds|boards|disembarks|enters|leaves|joins|forms|throws|intercepts|is|has"
)


def _told(file: Path, language: str) -> tuple[gamefile.GameFile, list[replay.ReplayStep]]:
    game = gamefile.loads(file.read_bytes(), rules.load)
    ruleset = rules.load(game.header.ruleset, game.header.version)
    with translation.override(language):
        return game, list(replay.steps(ruleset, game.events))


@pytest.mark.parametrize("language", ["en", "ru"])
@pytest.mark.parametrize("file", FILES, ids=lambda file: f"{file.parent.name}-{file.stem}")
def test_every_title_reads_as_a_sentence(file: Path, language: str) -> None:
    game, told = _told(file, language)
    ruleset = rules.load(game.header.ruleset, game.header.version)
    state = rules.fold(ruleset, [])
    began: dict[str, int] = {}
    for event, step in zip(game.events, told, strict=True):
        rules.evolve(state, event)
        for text in (step.t, step.o):
            assert not ID.search(text), (step.n, text)
            assert not UNFILLED.search(text), (step.n, text)
            assert "(а)" not in text and not text.isdigit(), (step.n, text)
            assert not ONE.search(text) and not MANY.search(text) and not RU_MANY.search(text), (step.n, text)
            assert not RU_CASE.search(text) and not RU_GENDER.search(text), (step.n, text)
            assert text == text.strip() and not text.endswith((":", ";", ",")), (step.n, text)
        if language == "en":
            names = rules.names(state)
            of = Counter(model.unit for model in state.models.values())
            began = {key: of[key] for key in state.units if of[key]} | began
            several = [names[key] for key in state.units if began.get(key, 0) > 1]
            wrong = re.compile(rf"^(?:{'|'.join(map(re.escape, several)) or '-'}) (?:{VERBS})\b")
            assert not wrong.search(step.t) and not wrong.search(step.o), (step.n, step.t, step.o)
        assert step.t and step.t != step.o, step.n


@pytest.mark.parametrize("language", ["en", "ru"])
@pytest.mark.parametrize("file", FILES, ids=lambda file: f"{file.parent.name}-{file.stem}")
def test_a_roll_is_told_with_what_came_of_it(file: Path, language: str) -> None:
    """Whoever rolls has an outcome, or a title that says it: not the attempt alone."""
    game, told = _told(file, language)
    ruleset = rules.load(game.header.ruleset, game.header.version)
    stages = ruleset.telling.stages
    dumb = []
    for event, step in zip(game.events, told, strict=True):
        rolled = [each for each in event.effects if tag_of(each) == "rolled"]
        plain = [stages.get(each.rule, stages.get(each.rule.partition(".table.")[0])) for each in rolled]
        if any(stage != "untold" for stage in plain) and not step.o:
            dumb.append((step.n, step.t))
    assert not dumb


@pytest.mark.parametrize("file", FILES, ids=lambda file: f"{file.parent.name}-{file.stem}")
def test_bookkeeping_changes_nothing_that_can_be_seen(file: Path) -> None:
    """What is folded away rolls nothing, hurts nobody, moves nobody and ends nothing."""
    game, told = _told(file, "en")
    for event, step in zip(game.events, told, strict=True):
        if step.e == "quiet":
            kinds = {tag_of(each) for each in event.effects}
            assert not kinds & {"rolled", "wounds-set", "removed", "moved", "placed", "ended", "laid"}, (step.n, step.t)
            assert not step.o
    if "pass" in {tag_of(event.action) for event in game.events}:
        assert any(step.e == "quiet" for step in told)
