"""Appending over HTTP: how many declarations a server decides and stores in a second, and how long each waits.

A web server as `up` starts it, with Valkey, on this machine; every client records battles of the autoplayer, one after
the other, on a connection that stays open. No worker runs.

Queries   statements and processor time of an append in this process, through all layers, by what they are for
Appends   appends a second, the 50th and 99th percentile of their time, the server's processor time for each; beside
          the same rows written by bare `sqlite3`, a commit each, or by PostgreSQL's own `pgbench` on as many
          connections. `--beside` names another checkout, whose server takes turns with this one's in every round.

    python -m benchmarks.append [--clients 1 8 32] [--seconds 3] [--rounds 3] [--postgres] [--beside ../before]
"""

from __future__ import annotations

import argparse
import json
import os
import re
import socket
import sqlite3
import subprocess
import time
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from importlib.metadata import version
from pathlib import Path
from queue import Empty, SimpleQueue
from statistics import median
from typing import Any
from urllib.parse import unquote, urlsplit

from benchmarks import database, games
from benchmarks.live import door, processor, serve
from benchmarks.measure import at_percent, number, print_table, print_versions
from gamelog.setup import addresses, paths, processes, services

DECLARED = ("by", "action", "dice", "claim", "rerolls", "hold")
SPARE = 4
"""Battles for each client and second: a client that has recorded one begins the next."""

_ROWS = """
CREATE TABLE head (game CHAR(32) PRIMARY KEY, number INT, hash CHAR(64));
CREATE TABLE entry (id INTEGER PRIMARY KEY, game CHAR(32), number INT, body TEXT, hash CHAR(64), UNIQUE (game, number));
"""
_PGBENCH = """\\set game random(1, 1000000000)
BEGIN;
INSERT INTO bench_entry (game, number, body, hash) VALUES (:game, :client_id, repeat('x', {size}), repeat('0', 64));
UPDATE bench_head SET number = number + 1, hash = repeat('0', 64) WHERE game = :client_id;
COMMIT;
"""


@dataclass
class Load:
    """What one server did in one round."""

    appends: int = 0
    wall: float = 0
    processor: float = 0
    times: list[float] = field(default_factory=list)


class Table:
    """A game that waits to be recorded, and the token of the person who records it."""

    def __init__(self, game: str, token: str) -> None:
        self.game, self.token = game, token

    def request(self, body: bytes) -> bytes:
        head = (
            f"POST /api/games/{self.game}/events HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Token {self.token}\r\n"
            f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
        )
        return head.encode() + body


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--clients", type=int, nargs="+", default=[1, 8, 32], help="connections that append at once")
    parser.add_argument("--seconds", type=float, default=3, help="how long each measurement takes")
    parser.add_argument("--rounds", type=int, default=3, help="measurements of each, of which the median counts")
    parser.add_argument("--postgres", action="store_true", help="PostgreSQL instead of SQLite")
    parser.add_argument("--beside", type=Path, help="another checkout, measured in the same rounds")
    parsed = parser.parse_args(arguments)
    os.environ["GAMELOG_LOG_LEVEL"] = "WARNING"
    bodies = _bodies()
    print_versions(Django=version("Django"), uvicorn=version("uvicorn"))
    with database.platform(parsed.postgres) as folder:
        _print_queries(bodies)
        trees = {"this": paths.ROOT, **({"beside": parsed.beside.resolve()} if parsed.beside else {})}
        ports = {name: door() for name in trees}
        servers = {}
        try:
            for name, tree in trees.items():
                servers[name] = serve(folder, ports[name], tree)
            for clients in parsed.clients:
                _print_appends(parsed, folder, bodies, clients, servers, ports)
        finally:
            for server in servers.values():
                processes.stop(server)


def _bodies() -> list[bytes]:
    """The declarations of a whole battle, as a recorder sends them."""
    return [json.dumps({**body, "expected": place}).encode() for place, body in enumerate(declarations())]


def declarations() -> list[dict[str, Any]]:
    """The declarations of a whole battle."""
    (played,) = games.play(games.rosters(games.DEMO), 1)
    return [
        {key: declared[key] for key in DECLARED if key in declared}
        for declared in (json.loads(record.body) for record in played.records)
    ]


def _tables(count: int) -> list[Table]:
    from django.contrib.auth.models import User
    from knox.models import AuthToken

    from gamelog.games import services as log

    made = []
    for _ in range(count):
        # Somebody else each: the limit of requests is a person's.
        owner = User.objects.create(username=f"benchmark-{User.objects.count()}")
        game = log.game_create(owner=owner, ruleset="kt")
        made.append(Table(str(game.pk), AuthToken.objects.create(owner)[1]))
    return made


# in process


def _print_queries(bodies: list[bytes]) -> None:
    from django.db import connection
    from django.test import Client
    from django.test.utils import CaptureQueriesContext

    counted, plain = _tables(2)
    client, kinds, spent = Client(SERVER_NAME="127.0.0.1"), Counter[str](), []
    with CaptureQueriesContext(connection) as seen:
        for body in bodies:
            _appended(client, counted, body)
    kinds.update(_kind(each["sql"]) for each in seen.captured_queries)
    for body in bodies:
        began = time.thread_time()
        _appended(client, plain, body)
        spent.append((time.thread_time() - began) * 1000)
    rows = [(kind, number(count / len(bodies), 2)) for kind, count in kinds.most_common(24)]
    rows.append(("all", number(sum(kinds.values()) / len(bodies), 2)))
    print_table(f"statements an append, {len(bodies)} appends in process", ("", "an append"), rows)
    print(f"  processor time of one, ms: median {median(spent):.2f}, 99th percentile {at_percent(spent, 99):.2f}")


def _appended(client: Any, table: Table, body: bytes) -> None:
    answer = client.post(
        f"/api/games/{table.game}/events", body, "application/json", headers={"authorization": f"Token {table.token}"}
    )
    assert answer.status_code == 201, answer.content[:300]


def _kind(statement: str) -> str:
    """The verb and the tables of a statement."""
    verb = statement.split(maxsplit=1)[0].upper()
    tables = re.findall(r'(?:FROM|JOIN|INTO|UPDATE) "(\w+)"', statement)
    return " ".join([verb, *dict.fromkeys(tables)])


# over HTTP


def _print_appends(
    parsed: argparse.Namespace, folder: Path, bodies: list[bytes], clients: int,
    servers: dict[str, processes.Process], ports: dict[str, int],
) -> None:  # fmt: skip
    loads: dict[str, list[Load]] = {name: [] for name in servers}
    references = []
    size = sum(map(len, bodies)) // len(bodies) + 600
    for _ in range(parsed.rounds):
        for name, server in servers.items():
            waiting: SimpleQueue[Table] = SimpleQueue()
            for table in _tables(clients + round(SPARE * parsed.seconds)):
                waiting.put(table)
            loads[name].append(_load(ports[name], server.pid, waiting, bodies, clients, parsed.seconds))
        if parsed.postgres:
            references.append(_pgbench(folder, size, clients, parsed.seconds))
        else:
            references.append(_bare(folder, size, parsed.seconds))
    heads = ("", "appends/s", "of the reference", "p50 ms", "p99 ms", "server's processor time, ms", "appends")
    rows = [_row(name, found, references) for name, found in loads.items()]
    reference = "pgbench" if parsed.postgres else "bare sqlite3"
    rows.append((reference, number(median(references)), "1", "-", "-", "-", "-"))
    print_table(f"{clients} clients, {parsed.rounds} rounds", heads, rows)


def _row(name: str, found: list[Load], references: list[float]) -> tuple[str, ...]:
    rates = [each.appends / each.wall for each in found]
    times = [each for load in found for each in load.times]
    appends = sum(each.appends for each in found)
    shares = median(rate / reference for rate, reference in zip(rates, references, strict=True))
    return (
        name, number(median(rates)), f"{shares:.1%}", number(median(times), 1), number(at_percent(times, 99), 1),
        number(sum(each.processor for each in found) * 1000 / appends, 2), number(appends),
    )  # fmt: skip


def _load(
    port: int, server: int, waiting: SimpleQueue[Table], bodies: list[bytes], clients: int, seconds: float
) -> Load:
    spent, began = processor(server), time.perf_counter()
    with ThreadPoolExecutor(clients) as pool:
        until = began + seconds
        running = [pool.submit(_record, port, waiting, bodies, until) for _ in range(clients)]
        times = [each for some in running for each in some.result()]
    return Load(len(times), time.perf_counter() - began, processor(server) - spent, times)


def _record(port: int, waiting: SimpleQueue[Table], bodies: list[bytes], until: float) -> list[float]:
    """Record battles until the time is over; milliseconds that each append took."""
    times: list[float] = []
    with socket.create_connection(("127.0.0.1", port)) as link:
        link.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        while time.perf_counter() < until:
            try:
                table = waiting.get_nowait()
            except Empty:
                break
            for body in bodies:
                began = time.perf_counter()
                link.sendall(table.request(body))
                _expect_created(link)
                ended = time.perf_counter()
                times.append((ended - began) * 1000)
                if ended >= until:
                    break
    return times


def _expect_created(link: socket.socket) -> None:
    answer = b""
    while b"\r\n\r\n" not in answer:
        answer += _more(link)
    head, _, body = answer.partition(b"\r\n\r\n")
    length = re.search(rb"(?i)content-length: (\d+)", head)
    assert head.startswith(b"HTTP/1.1 201") and length, answer[:600]
    missing = int(length[1]) - len(body)
    while missing > 0:
        missing -= len(_more(link))


def _more(link: socket.socket) -> bytes:
    read = link.recv(65536)
    assert read, "the server closed the connection"
    return read


# references


def _bare(folder: Path, size: int, seconds: float) -> float:
    """Events a second that bare `sqlite3` stores on one connection, with the settings of ours and a commit each."""
    path = folder / f"bare-{time.time_ns()}.sqlite3"
    link = sqlite3.connect(path, isolation_level=None)
    link.executescript(str(addresses.SQLITE_OPTIONS["init_command"]) + ";" + _ROWS)
    link.execute("INSERT INTO head VALUES ('game', 0, '')")
    body, hashed, count = "x" * size, "0" * 64, 0
    until, began = time.perf_counter() + seconds, time.perf_counter()
    while time.perf_counter() < until:
        count += 1
        link.execute("BEGIN IMMEDIATE")
        link.execute("INSERT INTO entry (game, number, body, hash) VALUES ('game', ?, ?, ?)", (count, body, hashed))
        link.execute("UPDATE head SET number = ?, hash = ? WHERE game = 'game'", (count, hashed))
        link.execute("COMMIT")
    rate = count / (time.perf_counter() - began)
    link.close()
    return rate


def _pgbench(folder: Path, size: int, clients: int, seconds: float) -> float:
    """Events a second that PostgreSQL's own benchmark stores on so many connections, with a commit each."""
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute(
            "CREATE TABLE IF NOT EXISTS bench_entry"
            " (id BIGSERIAL PRIMARY KEY, game BIGINT, number INT, body TEXT, hash TEXT);"
            "CREATE TABLE IF NOT EXISTS bench_head (game BIGINT PRIMARY KEY, number INT, hash TEXT);"
            f"INSERT INTO bench_head SELECT g, 0, '' FROM generate_series(0, {clients - 1}) g ON CONFLICT DO NOTHING"
        )
    script = folder / "append.sql"
    script.write_text(_PGBENCH.format(size=size))
    url = urlsplit(os.environ["DATABASE_URL"])
    where = dict(part.split("=", 1) for part in url.query.split("&"))
    environment = {**os.environ, "PGPASSWORD": unquote(url.password or ""), "PGHOST": unquote(where["host"])}
    how = services.account(folder)
    if how.libraries:
        environment["LD_LIBRARY_PATH"] = str(how.libraries)
    command = [
        str(how.binaries / "pgbench"), "-n", "-M", "prepared", "-f", str(script), "-c", str(clients), "-j", "1",
        "-T", str(max(1, round(seconds))), "-U", unquote(url.username or ""), url.path.lstrip("/"),
    ]  # fmt: skip
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    found = re.search(r"tps = ([\d.]+)", done.stdout)
    assert found, done.stderr
    return float(found[1])


if __name__ == "__main__":
    main()
