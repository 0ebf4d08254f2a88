"""What a site costs: the memory and processor time of each of its processes, and what it costs to watch it.

Watching    processor time that an id, log lines and counters add to a request, and that reading `/metrics` takes
Processes   `manage.py up` with its demo, after pages were read and battles recorded and verified: for each process its
            resident memory, and the part of it that it does not share (a page that several have counts by its share)

    python -m benchmarks.production [--only watching] [--postgres] [--pages 300] [--battles 3]
"""

from __future__ import annotations

import argparse
import asyncio
import http.client
import logging
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Sequence
from importlib.metadata import version
from pathlib import Path
from statistics import median
from typing import Any

from benchmarks import database, games
from benchmarks.measure import print_table, print_versions
from gamelog.setup import processes

ROUNDS = 7
CALLS = 2_000
KINDS = (
    ("gamelog.asgi", "web"), ("gamelog.celery worker", "worker"), ("gamelog.celery beat", "schedule"),
    ("valkey-server", "Valkey"), ("supervisor.main", "supervisor of `up`"), ("postgres", "PostgreSQL"),
)  # fmt: skip


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--postgres", action="store_true", help="the embedded PostgreSQL instead of SQLite")
    parser.add_argument("--pages", type=int, default=300, help="pages to read")
    parser.add_argument("--battles", type=int, default=3, help="rounds of battle to record and verify")
    parser.add_argument("--only", choices=("watching", "processes"))
    parsed = parser.parse_args(arguments)
    print_versions(Django=version("Django"), uvicorn=version("uvicorn"), celery=version("celery"))
    if parsed.only != "watching":
        _processes(parsed)
    if parsed.only != "processes":
        with database.platform():
            _watching()


# Watching.


def _watching() -> None:
    from django.test import Client

    from gamelog import metrics, monitoring
    from gamelog.api.requests import Observed

    logging.disable(logging.CRITICAL)
    for route in range(250):
        metrics.REQUESTS.add(f"route-{route}", "GET", "200")
        metrics.REQUEST_SECONDS.add(f"route-{route}", seconds=0.01)
    client = Client()
    bare, observed = _application, Observed(_application)
    rows = [
        ("a request that does nothing, microseconds", _micros(bare)),
        ("the same with an id and counters", _micros(observed)),
        ("what is counted by a process, written for 250 routes, ms", _millis(lambda: list(metrics.own_lines()))),
        ("how the site stands, ms", _millis(lambda: list(monitoring.site_lines()))),
        ("a page that says only that the process lives, ms", _millis(lambda: client.get("/healthz"))),
    ]
    logging.disable(logging.NOTSET)
    print_table("watching, processor time", ["", "median"], [[name, f"{value:.2f}"] for name, value in rows])


async def _application(scope: Any, receive: Any, send: Callable[[Any], Awaitable[None]]) -> None:
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-type", b"text/plain")]})
    await send({"type": "http.response.body", "body": b""})


def _micros(site: Any) -> float:
    async def sent(_: Any) -> None:
        return None

    async def ask() -> float:
        began = time.process_time()
        for _ in range(CALLS):
            await site({"type": "http", "method": "GET", "path": "/", "headers": [(b"host", b"here")]}, None, sent)
        return (time.process_time() - began) / CALLS * 1e6

    return median(asyncio.run(ask()) for _ in range(ROUNDS))


def _millis(work: Callable[[], object]) -> float:
    times = []
    for _ in range(ROUNDS * 5):
        began = time.process_time()
        work()
        times.append((time.process_time() - began) * 1000)
    return median(times)


# Processes.


def _processes(parsed: argparse.Namespace) -> None:
    folder = Path(tempfile.mkdtemp(prefix="gl-"))
    environment = {**os.environ, "GAMELOG_VAR": str(folder), "PYTHONUNBUFFERED": "1"}
    environment["DJANGO_SETTINGS_MODULE"] = "gamelog.settings"
    # The site has its own settings, and not those of the measurements before.
    for name in ("DATABASE_URL", "BROKER_URL", "CACHE_URL", "GAMELOG_KEYS", "GAMELOG_SECRET_KEY"):
        environment.pop(name, None)
    code = "import sys; from gamelog.setup import supervisor; sys.exit(supervisor.main(sys.argv[1:]))"
    # What `up` does once everything is installed.
    command = [sys.executable, "-c", code, "--port", "0", *(["--postgres"] if parsed.postgres else [])]
    log = folder / "up.log"
    with log.open("wb") as output:
        site = processes.start(command, environment=environment, output=output, folder=games.ROOT)
    try:
        assert processes.wait_until(lambda: "Ready: " in log.read_text(), 900), log.read_text()
        address = log.read_text().partition("Ready: ")[2].split()[0]
        _use(address, environment, parsed)
        _print_processes(site.pid)
    finally:
        processes.stop(site, stop_signal=signal.SIGTERM, patience=60)
        shutil.rmtree(folder, ignore_errors=True)


def _use(address: str, environment: dict[str, str], parsed: argparse.Namespace) -> None:
    for _ in range(parsed.battles):
        proof = [sys.executable, "manage.py", "prove_round", "--address", address, "--seconds", "300"]
        subprocess.run(proof, cwd=games.ROOT, env=environment, check=True, stdout=subprocess.DEVNULL)
    host, _, port = address.removeprefix("http://").rpartition(":")
    link = http.client.HTTPConnection(host, int(port), timeout=60)
    paths = ["/", "/games/", "/events/", "/rules/kt/", "/clubs/", "/api/games", "/api/events"]
    for number in range(parsed.pages):
        link.request("GET", paths[number % len(paths)])
        link.getresponse().read()


def _print_processes(root: int) -> None:
    parents = {int(path.name): _parent(path) for path in Path("/proc").iterdir() if path.name.isdigit()}
    ours = {root}
    while found := {child for child, parent in parents.items() if parent in ours} - ours:
        ours |= found
    amounts: dict[str, list[float]] = {}
    for pid in ours:
        row = amounts.setdefault(_kind(pid), [0, 0, 0, 0])
        for place, value in enumerate((1.0, *_memory(pid), _seconds(pid))):
            row[place] += value
    header = ["processes", "how many", "MB resident", "MB not shared", "processor seconds"]
    rows = [[kind, f"{row[0]:.0f}", *(f"{value:.0f}" for value in row[1:3]), f"{row[3]:.1f}"]
            for kind, row in sorted(amounts.items())]  # fmt: skip
    print_table("a site after some use", header, rows)


def _kind(pid: int) -> str:
    said = Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
    return next((kind for word, kind in KINDS if word in said), "other")


def _parent(folder: Path) -> int:
    try:
        return int((folder / "stat").read_text().rpartition(")")[2].split()[1])
    except OSError:
        return 0


def _memory(pid: int) -> tuple[float, float]:
    rows = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    found = {row.split()[0]: int(row.split()[1]) / 1024 for row in rows[1:]}
    return found["Rss:"], found["Pss:"]


def _seconds(pid: int) -> float:
    words = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")


if __name__ == "__main__":
    main()
