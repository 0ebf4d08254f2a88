"""How likely the result of a step was, within the cost limit of a request, and cached once it is known."""

from __future__ import annotations

import msgspec
from django.core.cache import cache

import rules
from gamelog.games import selectors
from gamelog.games.models import Event, Game

RUNS = 5_000
"""How many ways of the dice a request may follow: 0.1 to 0.4 ms each in a skirmish, so 2 s at most; see `runs`. The
command line follows more.
"""
SKIRMISH = 25
"""The number of models on both sides up to which one way costs that little. With more it takes longer, and throws have
more dice.
"""
FORMAT = 3
KEPT = 7 * 24 * 3600
"""Seconds an answer stays in the cache: its key names everything it depends on, so that it never goes stale."""

_LUCK = msgspec.json.Decoder(rules.Luck)
_MANY = b"more than "


def key_of(game: Game, digest: str) -> str:
    """The key of a step's luck in the cache. An event's hash covers the step and every one before it, and stays when
    the game goes on.
    """
    return f"luck:{FORMAT}:{game.ruleset}:{game.version}:{game.policy}:{digest}"


def keep(game: Game, digest: str, found: rules.Luck) -> None:
    """Keep the luck of the event with this hash for whoever asks for it."""
    cache.set(key_of(game, digest), msgspec.json.encode(found), KEPT)


def kept_of(game: Game, number: int) -> rules.Luck | None:
    """The luck of a step if it is kept; nothing is counted. None if it is not, or cannot be counted."""
    digest = selectors.head_of(game, number) if 1 <= number <= game.number else ""
    kept = cache.get(key_of(game, digest))
    return _LUCK.decode(kept) if kept is not None and not kept.startswith(_MANY) else None


def luck_of(game: Game, number: int) -> rules.Luck:
    """How likely the result of step `number` was, among all possible results.

    Raises:
        selectors.NoSuchStep: the game has no such step, or it is 0, which is not a declaration.
        rules.TooMany: its dice can fall in more ways than a request may follow.
        rules.IllegalAction, rules.Malformed: the present rules do not allow it to be decided again.
    """
    rows = Event.objects.filter(game=game, number__lte=game.number)
    row = rows.filter(number=number).only("hash", "body").first()
    if row is None:
        raise selectors.NoSuchStep(number, game.number)
    key = key_of(game, row.hash)
    kept = cache.get(key)
    if kept is not None and kept.startswith(_MANY):
        raise rules.TooMany(_too_many(int(kept.removeprefix(_MANY))))
    if kept is not None:
        return _LUCK.decode(kept)
    event, before = rules.read_event(game.rules, row.body), selectors.position_at(game, number - 1)
    most = runs(before)
    try:
        found = rules.luck(game.rules, before, event, most=most, lenient=game.lenient)
    except rules.TooMany:
        cache.set(key, _MANY + str(most).encode(), KEPT)
        raise rules.TooMany(_too_many(most)) from None
    keep(game, row.hash, found)
    return found


def known(game: Game) -> dict[int, rules.Luck]:
    """The luck of the steps for which somebody has asked already, by their numbers. Nothing is computed."""
    rows = Event.objects.filter(game=game, number__lte=game.number).values_list("number", "hash")
    keys = {key_of(game, hashed): number for number, hashed in rows}
    kept = cache.get_many(keys)
    return {keys[key]: _LUCK.decode(body) for key, body in kept.items() if not body.startswith(_MANY)}


def runs(before: rules.State) -> int:
    """How many ways of the dice a request may follow from a position."""
    return RUNS * SKIRMISH**2 // max(SKIRMISH, len(before.models)) ** 2


def _too_many(most: int) -> str:
    return f"the dice can fall in more than {most} different ways; the command line counts them: python -m rules odds"
