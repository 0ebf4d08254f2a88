"""What an archive costs as it grows: the same acts with 10^2, 10^3, 10^4 games in the database, and more if wanted.

A few beginnings of the autoplayer's battles are stored, verified and copied under new ids by the database itself: a
copy has the rows of a game, its seats and its report. Games that are measured are real ones, stored for it. Processor
time of this process, medians; on PostgreSQL, whose work is another process's, time by the clock.

Append         an event through the service that all doors call
List           the page with the newest games; `last`, the last page that it links to
API            the first page of games over the API
Position       the position after the middle step of a game, with nothing kept
Standings      of an event of 16 players, computed and written as JSON
Verification   a game requested and verified by what a worker's task calls
Bytes          of the database, for each event

    python -m benchmarks.growth [--games 100 1000 10000] [--steps 20] [--times 15] [--postgres]
"""

from __future__ import annotations

import argparse
import gc
import json
import logging
import time
import zlib
from collections.abc import Callable, Sequence
from importlib.metadata import version
from statistics import median
from typing import Any
from uuid import uuid4

import brotli

import rules
from benchmarks import database, games
from benchmarks.append import declarations
from benchmarks.measure import number, print_table, print_versions
from benchmarks.recorder import of_its_own
from benchmarks.standings import an_event
from rules.gamefile import GameFile

DIFFERENT = 8
BATCH = 1000


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--games", type=int, nargs="+", default=[100, 1000, 10_000], help="sizes, ascending")
    parser.add_argument("--steps", type=int, default=20, help="events of each game")
    parser.add_argument("--times", type=int, default=15, help="measurements of each, of which the median counts")
    parser.add_argument("--postgres", action="store_true", help="PostgreSQL instead of SQLite")
    parsed = parser.parse_args(arguments)
    print_versions(Django=version("Django"))
    whole = games.play(games.rosters(games.DEMO), DIFFERENT)
    _print_packed(whole)
    files = [GameFile(each.header, each.records[: parsed.steps]) for each in whole]
    clock = time.perf_counter if parsed.postgres else time.process_time
    with database.platform(parsed.postgres):
        logging.disable(logging.CRITICAL)
        _print_growth(parsed, files, clock)


def _print_packed(whole: Sequence[GameFile]) -> None:
    """Bytes an event of the bodies of finished games, each game packed by itself."""
    bodies = [b"\n".join(record.body for record in each.records) for each in whole]
    events = sum(len(each.records) for each in whole)
    packed: dict[str, Callable[[bytes], bytes]] = {
        "as stored": lambda data: data,
        "zlib 6": lambda data: zlib.compress(data, 6),
        "brotli 5": lambda data: brotli.compress(data, quality=5),
        "brotli 11": lambda data: brotli.compress(data, quality=11),
    }
    rows = []
    for name, pack in packed.items():
        began = time.process_time()
        size = sum(len(pack(data)) for data in bodies)
        rows.append((name, number(size / events), number((time.process_time() - began) * 1e6 / events, 1)))
    heads = ("bodies of whole games", "bytes an event", "microseconds an event to pack")
    print_table(f"{len(whole)} games, {events:,} events", heads, rows)


def _print_growth(parsed: argparse.Namespace, files: Sequence[GameFile], clock: Callable[[], float]) -> None:
    from gamelog.games import services, verification
    from gamelog.games.models import Event, Game

    event, _ = an_event(16, 3, 0)
    sources = [database.store(of_its_own(file)) for file in files]
    for game in sources:
        services.verification_request(game=game)
    verification.work()
    rows = []
    for size in parsed.games:
        _copy(sources, size - Game.every.count())
        spent = _measured(parsed.times, files, event, clock)
        bytes_each = _size() / Event.objects.count()
        rows.append((f"{size:,}", *(number(each * 1000, 2) for each in spent.values()), number(bytes_each)))
    heads = ("games", *spent, "bytes an event")
    print_table(f"milliseconds, games of {parsed.steps} events", heads, rows)


def _copy(sources: Sequence[Any], count: int) -> None:
    """So many more games, each with the rows of one of the sources."""
    from django.db import connection, transaction

    from gamelog.games.models import Event, Game, Report, Seat

    for begun in range(0, count, BATCH):
        pairs = [(sources[place % len(sources)], uuid4()) for place in range(begun, min(begun + BATCH, count))]
        with transaction.atomic():
            for model in (Game, Seat, Event, Report):
                for source, key in pairs:
                    _copy_rows(connection, model, source.pk, key)


def _copy_rows(connection: Any, model: Any, source: Any, key: Any) -> None:
    own = model._meta.model_name == "game"
    column = "id" if own else "game_id"
    columns = [each.column for each in model._meta.concrete_fields if own or not each.primary_key]
    field = model._meta.get_field("id" if own else "game")
    new, old = (field.get_db_prep_value(value, connection) for value in (key, source))
    others = [name for name in columns if name != column]
    listed = ", ".join(f'"{name}"' for name in others)
    table = model._meta.db_table
    with connection.cursor() as cursor:
        cursor.execute(
            f'INSERT INTO "{table}" ("{column}", {listed}) SELECT %s, {listed} FROM "{table}" WHERE "{column}" = %s',
            [new, old],
        )


def _measured(times: int, files: Sequence[GameFile], event: Any, clock: Callable[[], float]) -> dict[str, float]:
    from django.contrib.auth.models import User
    from django.core.cache import cache
    from django.test import Client

    from gamelog.games import selectors, services, verification
    from gamelog.tournaments import selectors as tournaments

    owner = User.objects.get(username="benchmark")
    kt = rules.load("kt")
    bodies = [rules.read_declaration(kt, json.dumps(each)) for each in declarations()]
    game = services.game_create(owner=owner, ruleset="kt")
    client = Client(SERVER_NAME="127.0.0.1")
    stored = [database.store(of_its_own(files[place % len(files)])) for place in range(times)]
    asked = iter(range(len(bodies)))

    def append() -> None:
        place = next(asked)
        services.event_append(game_id=game.pk, expected=place, declaration=bodies[place], actor=owner)

    def page(address: str) -> Callable[[], None]:
        def get() -> None:
            answer = client.get(address)
            assert answer.status_code == 200, (address, answer.status_code)

        return get

    waiting = iter(stored)

    def verify() -> None:
        services.verification_request(game=next(waiting))
        verification.work()

    def position() -> None:
        cache.clear()
        selectors.position_at(stored[0], stored[0].number // 2)

    acts: dict[str, Callable[[], None]] = {
        "append": append,
        "list": page("/games/"),
        "last": page("/games/?page=1000000"),
        "API": page("/api/games"),
        "position": position,
        "standings": lambda: tournaments.standings_json(event) and None,
        "verification": verify,
    }
    return {name: _median(act, times, clock) for name, act in acts.items()}


def _median(act: Callable[[], None], times: int, clock: Callable[[], float]) -> float:
    spent = []
    gc.collect()
    for _ in range(times):
        began = clock()
        act()
        spent.append(clock() - began)
    return median(spent)


def _size() -> int:
    """Bytes of the database."""
    from django.db import connection

    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute("SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size()")
        else:
            cursor.execute("SELECT pg_database_size(current_database())")
        return int(cursor.fetchone()[0])


if __name__ == "__main__":
    main()
