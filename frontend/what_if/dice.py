"""Other dice for an act: its throws one after the other, and how likely each of its results was."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import msgspec
from django.utils.http import urlencode

import rules
from frontend.base.numbers import whole_number
from frontend.games import narration, odds, refusal_words, replay
from frontend.what_if import patience
from frontend.what_if.places import Asked, as_event, told
from gamelog.games import luck
from rules import otherwise
from rules.otherwise import Course, Faces, Fall

SHOWN = 10
"""So many results are listed."""
MOST_THROWS = 60
PATIENCE = 0.5
"""Seconds for counting the odds of a page."""
FACES = 6
"""Up to so many faces are chosen from a list; any others are typed."""


class Throw(NamedTuple):
    """A throw on the page: its words, what a die needs, and the field of each die with the face in it (0: none)."""

    name: str
    label: str
    side: str
    needs: int
    faces: tuple[int, ...]
    choices: Sequence[int]
    sides: int


class DicePage(NamedTuple):
    """An act with the faces that were said: its throws, its outcome once there is one, its odds or why not."""

    throws: list[Throw]
    course: Course
    step: replay.ReplayStep | None
    refused: str


def said(query: Any) -> list[Faces]:
    """The faces in a form, throw by throw; nothing where a die has none yet."""
    found: list[Faces] = []
    for number in range(MOST_THROWS):
        texts = query.getlist(f"d{number}")
        if not texts:
            break
        faces = tuple(whole_number(text) for text in texts)
        found.append(faces if all(faces) else ())
    return found


def page_of(asked: Asked, act: rules.Declaration[Any], given: Sequence[Faces] | None) -> DicePage:
    """The page of an act; without `given` faces, with those of the record as far as they apply."""
    ruleset, before = asked.game.rules, asked.before
    try:
        if given is not None:
            course = otherwise.course(ruleset, before, act, given)
        else:
            dice = otherwise.unpaid(asked.event) if act.action == asked.event.action else ()
            course = otherwise.as_fallen(ruleset, before, act, dice)
    except rules.RulesError as error:
        return DicePage([], Course((), None), None, refusal_words.problem_text(ruleset, error, asked.cast))
    step = told(asked, as_event(asked, act, course.decided)) if course.decided else None
    return DicePage([_throw(asked, number, fall) for number, fall in enumerate(course.falls)], course, step, "")


def _throw(asked: Asked, number: int, fall: Fall) -> Throw:
    throw, cast = fall.throw, asked.cast
    choices = range(1, throw.sides + 1) if throw.sides <= FACES else ()
    faces = fall.faces or (0,) * throw.count
    return Throw(f"d{number}", cast.rule(throw.clause), cast.side(throw.by), throw.needs, faces, choices, throw.sides)


def odds_of(asked: Asked, act: rules.Declaration[Any]) -> Mapping[str, Any]:
    """How likely each result of an act was, each with the query that fills in dice with which it comes out.

    Raises: rules.RulesError where that cannot be counted in a moment.
    """
    ruleset, before = asked.game.rules, asked.before
    recorded = act.action == asked.event.action
    event = asked.event if recorded else as_event(asked, act, patience.somehow(asked, act))
    most, go_on = patience.courses(asked, act, PATIENCE), luck.budget(luck.CHANCE_STEPS, luck.SECONDS)
    found, dice = otherwise.likely(ruleset, before, event, most=most, go_on=go_on)
    shown = odds.describe(asked.cast, found, SHOWN)
    listed = [*range(len(found.possible))[:SHOWN]]
    listed += [n for n in range(SHOWN, len(found.possible)) if found.possible[n].happened]
    rows = [
        {**row, "h": row["h"] and recorded, "query": _query(asked, act, dice[number])}
        for row, number in zip(shown["rows"], listed, strict=True)
    ]
    return {**shown, "rows": rows}


def _query(asked: Asked, act: rules.Declaration[Any], dice: Faces) -> str:
    """The faces as the form sends them; empty where there are none to choose."""
    if not dice:
        return ""
    course = otherwise.as_fallen(asked.game.rules, asked.before, act, dice)
    return urlencode([(f"d{number}", face) for number, fall in enumerate(course.falls) for face in fall.faces])


def declared(act: rules.Declaration[Any], course: Course) -> rules.Declaration[Any]:
    """The act with the faces that are known."""
    blank: rules.Declaration[Any] = rules.Declaration(by=act.by, action=act.action)
    return msgspec.structs.replace(blank, dice=course.dice)


def title(asked: Asked, act: rules.Declaration[Any]) -> str:
    """The act in words, before any die has fallen."""
    event = rules.make_event(asked.step, act, (), "")
    return narration.title(asked.cast, asked.before, event)
