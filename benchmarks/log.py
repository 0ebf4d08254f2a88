"""The transparency log: adding entries, a run that finds nothing, proofs, and the check of everything, by size.

So many games without events are stored as rows, each with two players, and the log is told of all of them. Beside it
the same entries are hashed and inserted into a bare table of `sqlite3`, with a commit as often. Processor time of this
process, on SQLite; medians where something is measured several times.

    python -m benchmarks.log [--games 1000 10000] [--times 15]
"""

from __future__ import annotations

import argparse
import logging
import sqlite3
from collections.abc import Sequence
from contextlib import closing
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path
from statistics import median
from typing import Any
from uuid import uuid4

from benchmarks import database
from benchmarks.measure import number, print_table, print_versions, seconds


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--games", type=int, nargs="+", default=[1000, 10_000], help="sizes, ascending")
    parser.add_argument("--times", type=int, default=15, help="measurements of each, of which the median counts")
    parsed = parser.parse_args(arguments)
    print_versions(Django=version("Django"))
    with database.platform() as folder:
        logging.disable(logging.CRITICAL)
        rows, stored = [], 0
        for size in parsed.games:
            _store(size - stored)
            rows.append(_measured(size - stored, folder, parsed.times))
            stored = size
    heads = ["games", "entry added, us", "bare sqlite3, us", "idle run, ms", "proof, ms", "check_log, us an entry"]
    print_table("The transparency log", [*heads, "bytes an entry"], rows)


def _store(count: int) -> None:
    from django.contrib.auth.models import User

    from gamelog.games.models import Game, Seat

    users = [User.objects.get_or_create(username=name)[0] for name in ("one", "two")]
    games = []
    for _ in range(count):
        header = f'{{"game":"{uuid4()}"}}'
        hashed = sha256(header.encode()).hexdigest()
        games.append(Game(owner=users[0], ruleset="kt", version="2018.1", policy="declared", header=header,
                          header_hash=hashed, head=hashed))  # fmt: skip
    Game.objects.bulk_create(games, batch_size=500)
    Seat.objects.bulk_create(
        (Seat(game=game, side=side, user=user) for game in games for side, user in zip("ab", users, strict=True)),
        batch_size=500,
    )


def _measured(count: int, folder: Path, times: int) -> list[str]:
    from gamelog.transparency import checking, selectors, services
    from gamelog.transparency.models import Leaf

    before = Leaf.objects.count()
    room = _bytes()
    adding = seconds(_grow)
    assert Leaf.objects.count() - before == count
    room = _bytes() - room
    bodies = list(Leaf.objects.filter(index__gte=before).values_list("body", flat=True))
    bare = seconds(lambda: _bare(bodies, folder))
    idle = median(seconds(services.log_grow) for _ in range(times))
    last: Any = Leaf.objects.order_by("-index")[0]
    proof = median(seconds(lambda: selectors.proof_of("game", last.subject)) for _ in range(times))
    checked = seconds(lambda: _nothing_wrong(checking.findings()))
    size = before + count
    return [
        number(size), number(adding / count * 1e6), number(bare / count * 1e6), number(idle * 1e3, 1),
        number(proof * 1e3, 1), number(checked / size * 1e6), number(room / count),
    ]  # fmt: skip


def _grow() -> None:
    from gamelog.transparency import services

    while services.log_grow().more:
        pass
    # Streams that the last run of a large site did not come to.
    while services.log_grow().entries:
        pass


def _nothing_wrong(findings: Any) -> None:
    wrong = next(iter(findings), None)
    assert wrong is None, wrong


def _bytes() -> int:
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute("SELECT (SELECT page_count FROM pragma_page_count) * (SELECT page_size FROM pragma_page_size)")
        (found,) = cursor.fetchone()
    return int(found)


def _bare(bodies: Sequence[str], folder: Path) -> None:
    with closing(sqlite3.connect(folder / f"{uuid4()}.sqlite3")) as bare:
        bare.execute("CREATE TABLE leaf (id INTEGER PRIMARY KEY, body TEXT, hash TEXT)")
        for start in range(0, len(bodies), 2000):
            bare.executemany(
                "INSERT INTO leaf (body, hash) VALUES (?, ?)",
                ((body, sha256(b"\0" + body.encode()).hexdigest()) for body in bodies[start : start + 2000]),
            )
            bare.commit()


if __name__ == "__main__":
    main()
