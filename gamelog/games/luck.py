"""How likely the result of a step was, within the budget of a request, and cached once it is known.

A budget is one of steps: courses of the dice that are decided, and throws that are read for them. The same question
takes the same steps everywhere. What takes more than a request may is left to a worker, which has more, and whoever
asks again finds the answer. An answer is exact or there is none.
"""

from __future__ import annotations

import hashlib
import math
import time
from collections.abc import Callable
from fractions import Fraction
from functools import cache as once
from pathlib import Path
from typing import Any, TypeVar

import msgspec
from django.core.cache import cache

import rules
from gamelog.games import long_work, selectors
from gamelog.games.errors import StillQueued
from gamelog.games.models import OPEN, Event, Game, JobState, QueuedWork
from rules import recording

RUNS = 5_000
"""How many ways of the dice are followed in a skirmish; see `runs`. The command line follows more."""
SKIRMISH = 25
"""The number of models on both sides up to which so many are followed. With more a way takes longer, and throws have
more dice.
"""
STEPS = 3_000
"""The steps that a request may spend on odds: 0.1 to 0.4 s. Nine of ten rolls take fewer."""
CHANCE_STEPS = 12_000
"""The same for the chance of harm before the dice have fallen: fewer ways are followed, with more throws each."""
WORKER_STEPS = 200_000
"""The same for a worker: 5 to 25 s. `RUNS` ways of the dice take up to 70,000."""
SECONDS = 1.0
"""The processor time after which a request leaves its odds to a worker however few steps they took: before its first
throw, one course may look for a way through a whole table.
"""
FORMAT = 4
KEPT = 7 * 24 * 3600
"""Seconds an answer stays in the cache: its key names everything it depends on, so that it never goes stale."""

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


def luck_of(game: Game, number: int, asker: long_work.Asker) -> rules.Luck:
    """How likely the result of step `number` was, among all possible results, if that can be counted in a request.

    Raises:
        selectors.NoSuchStep: the game has no such step, or it is 0, which is not a declaration.
        StillQueued: a request may not count for so long, and a worker has been asked to.
        QueueFull: it would have been, but too much waits already.
        rules.TooMany: its dice can fall in more ways than are followed, or a worker had no end of them.
        rules.IllegalAction, rules.Malformed: the present rules do not allow it to be decided again.
    """
    digest = selectors.head_of(game, number) if 1 <= number <= game.number else ""
    key = key_of(game, digest)
    asked = long_work.find(long_work.ODDS, subject_of(key))
    if asked is not None and asked.state in OPEN and cache.get(key) is None:
        raise StillQueued(asked)
    if asked is not None and asked.state not in OPEN:
        return _worked_out(asked)
    try:
        return counted_luck(game, number, budget(STEPS, SECONDS))
    except rules.OutOfTime:
        payload = msgspec.json.encode(number)
        row = long_work.ask(long_work.ODDS, subject_of(key), asker, game=game, payload=payload)
        raise StillQueued(row) from None


def _worked_out(row: QueuedWork) -> rules.Luck:
    """What a worker found. Raises: rules.TooMany: nothing."""
    result = bytes(row.result)
    if row.error == long_work.BROKEN:
        raise rules.TooMany("they could not be counted: something broke here, and the log of the site has the error")
    if row.state == JobState.FAILED or not result:
        raise rules.TooMany("the dice can fall in too many ways to follow them in a worker's time")
    if result.startswith(_MANY):
        raise rules.TooMany(result.removeprefix(_MANY).decode())
    return _LUCK.decode(result)


def subject_of(key: str) -> str:
    """The name of what is counted, in the queue."""
    return hashlib.sha256(key.encode()).hexdigest()


def counted_luck(game: Game, number: int, go_on: Callable[[], bool]) -> rules.Luck:
    """How likely the result of a step was, kept or counted now.

    Raises:
        selectors.NoSuchStep: the game has no such step, or it is 0, which is not a declaration.
        rules.OutOfTime: `go_on` said no.
        rules.TooMany: its dice can fall in more ways than are followed.
        rules.IllegalAction, rules.Malformed: the present rules do not allow it to be decided again.
    """
    rows = Event.objects.filter(game=game, number__lte=game.number)
    row = rows.filter(number=number).only("hash", "body").first()
    if row is None:
        raise selectors.NoSuchStep(number, game.number)
    key = key_of(game, row.hash)

    def counted() -> rules.Luck:
        event, before = rules.read_event(game.rules, row.body), selectors.position_at(game, number - 1)
        return rules.luck(game.rules, before, event, most=runs(before), lenient=game.lenient, go_on=go_on)

    found: rules.Luck = _kept_or(key, _LUCK.decode, msgspec.json.encode, counted)
    return found


def work(row: QueuedWork) -> bytes | None:
    """Count what took too long for a request, and keep it, or that it is too much even for a worker."""
    if row.kind != long_work.ODDS or row.game is None:
        return None
    number = msgspec.json.decode(bytes(row.payload), type=int)
    try:
        return msgspec.json.encode(counted_luck(row.game, number, budget(WORKER_STEPS)))
    except rules.OutOfTime:
        told = _MANY + f"the dice can fall in too many ways to follow them in {WORKER_STEPS} steps".encode()
        cache.set(key_of(row.game, selectors.head_of(row.game, number)), told, KEPT)
        return told
    except (rules.RulesError, selectors.NoSuchStep) as error:
        return _MANY + str(error).encode()


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
        lambda: recording.hurt(game.rules, state, declaration, most=most, go_on=budget(CHANCE_STEPS, SECONDS)),
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
    counted: Callable[[], Answer],
) -> Answer:
    """An answer that is kept, or counted now and kept. That there are too many ways is kept as well.

    Raises: rules.TooMany, rules.OutOfTime, which is not kept, and whatever else `counted` raises.
    """
    kept = cache.get(key)
    if kept is not None and kept.startswith(_MANY):
        raise rules.TooMany(kept.removeprefix(_MANY).decode())
    if kept is not None:
        return read(kept)
    try:
        found = counted()
    except rules.OutOfTime:
        raise
    except rules.TooMany as error:
        text = f"{error}; the command line counts them: python -m rules odds"
        cache.set(key, _MANY + text.encode(), KEPT)
        raise rules.TooMany(text) from None
    cache.set(key, written(found), KEPT)
    return found


def budget(steps: int, seconds: float = math.inf) -> Callable[[], bool]:
    """Whether some of these steps and seconds of processor time of this thread are left, for `go_on` of the rules,
    which know no clock and ask before each step.
    """
    ends, left = time.thread_time() + seconds, steps

    def go_on() -> bool:
        nonlocal left
        left -= 1
        return left >= 0 and time.thread_time() < ends

    return go_on


def known(game: Game) -> dict[int, rules.Luck]:
    """The luck of the steps for which somebody has asked already, by their numbers. Nothing is computed."""
    rows = Event.objects.filter(game=game, number__lte=game.number).values_list("number", "hash")
    keys = {key_of(game, hashed): number for number, hashed in rows}
    kept = cache.get_many(keys)
    return {keys[key]: _LUCK.decode(body) for key, body in kept.items() if not body.startswith(_MANY)}


def runs(before: rules.State) -> int:
    """How many ways of the dice are followed from a position."""
    return RUNS * SKIRMISH**2 // max(SKIRMISH, len(before.models)) ** 2
