"""How likely the result of a step was, within the budget of a request, and cached once it is known.

A request counts for a second of processor time. What takes longer is left to a worker, which has more, and whoever asks
again finds the answer. An answer is exact or there is none.
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable
from fractions import Fraction
from functools import cache as once
from pathlib import Path
from typing import Any, TypeVar
from uuid import UUID

import msgspec
from django.core.cache import cache

import rules
from gamelog import messages
from gamelog.games import selectors
from gamelog.games.models import Event, Game
from rules import recording

RUNS = 5_000
"""How many ways of the dice are followed in a skirmish; see `runs`. The command line follows more."""
SKIRMISH = 25
"""The number of models on both sides up to which so many are followed. With more a way takes longer, and throws have
more dice.
"""
SECONDS = 1.0
"""The processor time that a request may spend on odds."""
WORKER_SECONDS = 60.0
"""The same for a worker: what `RUNS` ways take on a slow machine. A task may take `messages.LONGEST`."""
ASKED = 180
"""Seconds after which a worker is asked once more for what it has not answered."""
FORMAT = 4
KEPT = 7 * 24 * 3600
"""Seconds an answer stays in the cache: its key names everything it depends on, so that it never goes stale."""

COUNT = messages.Task("gamelog.games.tasks.count_odds")

_LUCK = msgspec.json.Decoder(rules.Luck)
_HURT = msgspec.json.Decoder(tuple[str, str, str, int])
_MANY = b"too many: "
Answer = TypeVar("Answer")


@once
def code() -> str:
    """What changes with the rules: the digest of their source."""
    root = Path(rules.__file__).parent
    found = hashlib.sha256()
    for path in sorted(each for each in root.rglob("*") if each.suffix in (".py", ".toml")):
        found.update(path.relative_to(root).as_posix().encode() + b"\0" + path.read_bytes())
    return found.hexdigest()[:16]


def key_of(game: Game, digest: str) -> str:
    """The key of a step's luck in the cache. An event's hash covers the step and every one before it, and stays when
    the game goes on.
    """
    return f"luck:{FORMAT}:{code()}:{game.ruleset}:{game.version}:{game.policy}:{digest}"


def keep(game: Game, digest: str, found: rules.Luck) -> None:
    """Keep the luck of the event with this hash for whoever asks for it."""
    cache.set(key_of(game, digest), msgspec.json.encode(found), KEPT)


def kept_of(game: Game, number: int) -> rules.Luck | None:
    """The luck of a step if it is kept; nothing is counted. None if it is not, or cannot be counted."""
    digest = selectors.head_of(game, number) if 1 <= number <= game.number else ""
    kept = cache.get(key_of(game, digest))
    return _LUCK.decode(kept) if kept is not None and not kept.startswith(_MANY) else None


def luck_of(game: Game, number: int, seconds: float | None = None) -> rules.Luck:
    """How likely the result of step `number` was, among all possible results, counted for so many seconds of processor
    time (by default `SECONDS`).

    Raises:
        selectors.NoSuchStep: the game has no such step, or it is 0, which is not a declaration.
        rules.OutOfTime: a request may not count for so long, and a worker has been asked to.
        rules.TooMany: its dice can fall in more ways than are followed.
        rules.IllegalAction, rules.Malformed: the present rules do not allow it to be decided again.
    """
    rows = Event.objects.filter(game=game, number__lte=game.number)
    row = rows.filter(number=number).only("hash", "body").first()
    if row is None:
        raise selectors.NoSuchStep(number, game.number)
    key = key_of(game, row.hash)

    def counted(go_on: Callable[[], bool]) -> rules.Luck:
        event, before = rules.read_event(game.rules, row.body), selectors.position_at(game, number - 1)
        return rules.luck(game.rules, before, event, most=runs(before), lenient=game.lenient, go_on=go_on)

    try:
        spend = SECONDS if seconds is None else seconds
        found: rules.Luck = _kept_or(key, _LUCK.decode, msgspec.json.encode, counted, spend)
        return found
    except rules.OutOfTime:
        if cache.add(f"asked:{key}", 1, ASKED):
            messages.deliver(COUNT, str(game.pk), number, priority=messages.LAST)
        raise rules.OutOfTime("these dice take a while to count; a worker does it, so look again in a minute") from None


def count(game_id: UUID, number: int) -> None:
    """Count what took too long for a request, and keep it, or that it is too much even for a worker."""
    game = Game.objects.filter(pk=game_id).first()
    if game is None or number > game.number:
        return
    try:
        luck_of(game, number, WORKER_SECONDS)
    except rules.OutOfTime:
        text = f"the dice can fall in too many ways to follow them in {WORKER_SECONDS:.0f} seconds"
        cache.set(key_of(game, selectors.head_of(game, number)), _MANY + text.encode(), KEPT)
    except rules.RulesError:
        return


def hurt_of(game: Game, state: rules.State, declaration: rules.Declaration[Any], most: int) -> recording.Hurt:
    """How likely a declaration harms the other side, before its dice have fallen, counted once for a position.

    Raises:
        rules.IllegalAction, rules.Malformed, rules.TooMany, rules.OutOfTime: as `rules.recording.hurt`.
    """
    blank: rules.Declaration[Any] = rules.Declaration(
        by=declaration.by, action=declaration.action, hold=declaration.hold
    )
    about = hashlib.sha256(rules.to_json(state) + b"\0" + rules.canonical(blank)).hexdigest()
    key = f"hurt:{FORMAT}:{code()}:{game.ruleset}:{game.version}:{most}:{about}"
    return _kept_or(
        key, _hurt_read, _hurt_written,
        lambda go_on: recording.hurt(game.rules, state, declaration, most=most, go_on=go_on), SECONDS,
    )  # fmt: skip


def _hurt_written(found: recording.Hurt) -> bytes:
    return msgspec.json.encode((str(found.harm), str(found.out), str(found.open), found.ways))


def _hurt_read(kept: bytes) -> recording.Hurt:
    *chances, ways = _HURT.decode(kept)
    harm, out, open_ = map(Fraction, chances)
    return recording.Hurt(harm, out, open_, ways)


def _kept_or(
    key: str,
    read: Callable[[bytes], Answer],
    written: Callable[[Answer], bytes],
    counted: Callable[[Callable[[], bool]], Answer],
    seconds: float,
) -> Answer:
    """An answer that is kept, or counted now for some seconds and kept. That there are too many ways is kept as well.

    Raises: rules.TooMany, rules.OutOfTime, which is not kept, and whatever else `counted` raises.
    """
    kept = cache.get(key)
    if kept is not None and kept.startswith(_MANY):
        raise rules.TooMany(kept.removeprefix(_MANY).decode())
    if kept is not None:
        return read(kept)
    try:
        found = counted(budget(seconds))
    except rules.OutOfTime:
        raise
    except rules.TooMany as error:
        text = f"{error}; the command line counts them: python -m rules odds"
        cache.set(key, _MANY + text.encode(), KEPT)
        raise rules.TooMany(text) from None
    cache.set(key, written(found), KEPT)
    return found


def budget(seconds: float) -> Callable[[], bool]:
    """Whether some processor time of this thread is left, for `go_on` of the rules, which know no clock."""
    ends = time.thread_time() + seconds
    return lambda: time.thread_time() < ends


def known(game: Game) -> dict[int, rules.Luck]:
    """The luck of the steps for which somebody has asked already, by their numbers. Nothing is computed."""
    rows = Event.objects.filter(game=game, number__lte=game.number).values_list("number", "hash")
    keys = {key_of(game, hashed): number for number, hashed in rows}
    kept = cache.get_many(keys)
    return {keys[key]: _LUCK.decode(body) for key, body in kept.items() if not body.startswith(_MANY)}


def runs(before: rules.State) -> int:
    """How many ways of the dice are followed from a position."""
    return RUNS * SKIRMISH**2 // max(SKIRMISH, len(before.models)) ** 2
