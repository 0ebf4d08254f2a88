"""A what-if beside what happened: what each side has at the end of each round, in both."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

import msgspec
from django.core.cache import cache

import rules
from frontend.games import sentences
from gamelog.games import selectors
from gamelog.games.models import Game
from rules import scoresheet

KEPT = 24 * 3600
FORMAT = 1
BESIDE = "\u00a0:\u00a0"
Rounds = dict[int, dict[str, tuple[int, int, int]]]
"""By round, what each side has after the last step of it: score, points and models left."""
_ROUNDS = msgspec.json.Decoder(Rounds)


class Pair(NamedTuple):
    """Score and points left of both sides, as they are told: `31 : 20`."""

    score: str
    points: str


class Compared(NamedTuple):
    """A round of a what-if, and the same round of the record (None: it never came to that)."""

    round: int
    here: Pair | None
    there: Pair | None


def compared(branch: Game, origin: Game) -> list[Compared]:
    """Every round from the one on in which the what-if begins. `origin` is the battle as the reader sees it."""
    here, there = _rounds(branch), _rounds(origin)
    first = min(here, default=0)
    numbers = sorted({*here, *(number for number in there if number >= first)})
    per = branch.rules.reading.per_point(selectors.position_at(branch, 1))
    return [
        Compared(number, _pair(branch, here.get(number), per), _pair(origin, there.get(number), per))
        for number in numbers
    ]


def _pair(game: Game, found: Mapping[str, tuple[int, int, int]] | None, per: int) -> Pair | None:
    if found is None:
        return None
    sides = [found.get(side, (0, 0, 0)) for side in game.rules.sides]
    score = BESIDE.join(sentences.score(each[0], per) for each in sides)
    return Pair(score, BESIDE.join(str(each[1]) for each in sides))


def _rounds(game: Game) -> Rounds:
    key = f"what-if-rounds:{FORMAT}:{game.pk}:{game.head}"
    kept = cache.get(key)
    if kept is not None:
        return _ROUNDS.decode(kept)
    found, state = Rounds(), rules.empty(game.rules)
    for event in selectors.line_of(game):
        rules.evolve(state, event)
        if state.round:
            found[state.round] = dict(scoresheet.standings(game.rules, state))
    cache.set(key, msgspec.json.encode(found), KEPT)
    return found
