"""What else could have been done at a step: the same act with every target that the rules offer there."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any, NamedTuple

import msgspec
from django.core.cache import cache
from django.utils.translation import get_language

import rules
from frontend.record import recorder_data
from frontend.what_if import patience
from frontend.what_if.places import Asked
from gamelog.games.selectors import events_of
from rules.kernel import sketch
from rules.kernel.canonical import tag_of
from rules.kernel.part import actor

MOST = 24
"""So many ways of an act are offered at most."""
PATIENCE = 0.5
"""Seconds for counting all the chances of a page: it says what it knows by then."""
KEPT = 3600
FORMAT = 1

_DECODER = msgspec.json.Decoder(list[dict[str, Any]])


class Other(NamedTuple):
    """Another way of the act: its place in the list, its words, what is measured, and how likely it hurts."""

    number: int
    title: str
    facts: Sequence[str]
    chance: str
    declaration: rules.Declaration[Any]
    recorded: bool


def has_targets(asked: Asked) -> bool:
    """Whether the rules offered the act of a step against more than one target, or in more than one way."""
    return asked.is_act and any(len(option.targets) > 1 for _number, option in _options(asked))


def others(asked: Asked) -> list[Other]:
    """Every way of the act, the recorded one among them."""
    ruleset = asked.game.rules
    found = []
    for number, way in enumerate(_ways(asked)):
        declaration = rules.read_declaration(ruleset, rules.canonical(way["declaration"]))
        recorded = declaration.action == asked.event.action
        found.append(Other(number, way["title"], way["facts"], way["chance"], declaration, recorded))
    return found


def other(asked: Asked, number: int) -> Other | None:
    """One of these ways."""
    return next((each for each in others(asked) if each.number == number), None)


def _ways(asked: Asked) -> list[dict[str, Any]]:
    key = f"what-if-ways:{FORMAT}:{asked.game.head}:{asked.step}:{asked.shown.query}:{get_language()}"
    kept = cache.get(key)
    if kept is not None:
        return _DECODER.decode(kept)
    made = list(_counted(asked))
    cache.set(key, msgspec.json.encode(made), KEPT)
    return made


def _counted(asked: Asked) -> Any:
    """The ways with their chances, as long as there is time to count."""
    now, until = _now(asked), time.monotonic() + PATIENCE
    numbers = [number for number, _option in _options(asked)]
    ways = [way for way in recorder_data.ways(now, numbers)[:MOST] if not way["sketch"]] if numbers else []
    for place, way in enumerate(ways):
        declaration = rules.read_declaration(asked.game.rules, rules.canonical(way["declaration"]))
        most = patience.courses(asked, declaration, (until - time.monotonic()) / (len(ways) - place))
        chance = recorder_data.chance(now, declaration, most) if most else None
        yield {
            "declaration": way["declaration"], "title": way["title"], "facts": way["facts"], "chance": chance or "",
        }  # fmt: skip


def _now(asked: Asked) -> recorder_data.Now:
    """The battle before the step, as the side that acts would record it."""
    known = {}
    if asked.before.table.sketch:
        first = max(0, asked.step - 1 - recorder_data.PHASE)
        known = dict(sketch.known(asked.before, events_of(asked.game, first, asked.step - 1)))
    return recorder_data.Now(asked.game, asked.before, asked.cast, (asked.event.by,), known, asked.step - 1)


def _options(asked: Asked) -> list[tuple[int, rules.Option]]:
    """The options that the act of the step took up, with their numbers in the recorder's list."""
    action, who = asked.event.action, actor(asked.event.action)
    found = [
        (number, option)
        for number, option in enumerate(rules.options(asked.game.rules, asked.before))
        if (option.side, option.action) == (asked.event.by, tag_of(action))
    ]
    return [each for each in found if each[1].model == who] or [each for each in found if not each[1].model]
