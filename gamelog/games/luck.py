"""How likely the result of a step was, within what one request may cost, and kept once it is known."""

from __future__ import annotations

import msgspec
from django.core.cache import cache

import rules
from gamelog.games import selectors
from gamelog.games.models import Event, Game

RUNS = 5_000
"""Courses of the dice that a request may follow: 0.1 to 0.4 ms each, so 2 s at most. The command line follows more."""
FORMAT = 1
KEPT = 7 * 24 * 3600
"""Seconds an answer stays in the cache: its key names what it follows from, so that it never goes stale."""

_LUCK = msgspec.json.Decoder(rules.Luck)
_MANY = b"too many"


def luck_of(game: Game, number: int) -> rules.Luck:
    """How likely the result of step `number` was, and everything the step could have come to.

    Raises:
        selectors.NoSuchStep: the game has no such step, or it is 0, which nobody declared.
        rules.TooMany: its dice can fall in more than `RUNS` ways.
        rules.IllegalAction, rules.Malformed: the rules as they are now do not let it be decided again.
    """
    row = Event.objects.filter(game=game, number=number).only("hash", "body").first()
    if row is None:
        raise selectors.NoSuchStep(number, game.number)
    # The event's hash covers the step and every one before it, and stays when the game goes on.
    key = f"luck:{FORMAT}:{game.ruleset}:{game.version}:{game.policy}:{row.hash}"
    kept = cache.get(key)
    if kept == _MANY:
        raise rules.TooMany(_too_many())
    if kept is not None:
        return _LUCK.decode(kept)
    try:
        event, before = rules.read_event(game.rules, row.body), selectors.position_at(game, number - 1)
        found = rules.luck(game.rules, before, event, most=RUNS, lenient=game.lenient)
    except rules.TooMany:
        cache.set(key, _MANY, KEPT)
        raise rules.TooMany(_too_many()) from None
    cache.set(key, msgspec.json.encode(found), KEPT)
    return found


def _too_many() -> str:
    return f"the dice can fall in more than {RUNS} different ways; the command line counts them: python -m rules odds"
