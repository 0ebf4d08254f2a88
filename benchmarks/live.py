"""Following a battle live: how late 200 spectators see a step, and what they cost the server.

A web server as `up` starts it, with Valkey and SQLite, on this machine; this process records the steps of a battle at
a steady pace, holds the streams of all spectators, and competes with the server for the processor.

Delay    from the recorder's request to the arrival of the step, over all spectators and steps
Cost     the server's memory when all have come, and at the end, its threads, and its processor time for each step
Cuts     meanwhile, one spectator in ten is cut now and then and comes back; every spectator has to get every step once

    python -m benchmarks.live [--spectators 200] [--steps 60] [--every 0.5]
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import socket
import sys
import time
from collections.abc import Sequence
from importlib.metadata import version
from pathlib import Path
from statistics import median, quantiles
from typing import Any
from urllib.request import Request, urlopen

from benchmarks import database, games
from benchmarks.measure import number, print_table, print_versions, resident
from gamelog.setup import paths, processes

PATIENCE = 60.0
SETTLED = 20
"""Steps that are recorded before anybody comes: the set-up, in which models join."""


class Spectator:
    """An open stream that notes when each step arrived; `cuts` of them are between two steps."""

    def __init__(self, port: int, address: str, after: int = SETTLED) -> None:
        self.port, self.address = port, address
        self.arrived: dict[int, float] = {}
        self.twice = 0
        self.last = f"{after}"
        self.writer: asyncio.StreamWriter | None = None

    async def follow(self, until: int) -> None:
        """Stay until a step has arrived, and come back after every cut."""
        while until not in self.arrived:
            try:
                await self._connected(until)
            except OSError:
                await asyncio.sleep(0.1)

    def cut(self) -> None:
        if self.writer:
            self.writer.transport.abort()

    async def _connected(self, until: int) -> None:
        reader, self.writer = await asyncio.open_connection("127.0.0.1", self.port)
        self.writer.write(
            f"GET {self.address} HTTP/1.1\r\nHost: localhost\r\nLast-Event-ID: {self.last}\r\n\r\n".encode()
        )
        while until not in self.arrived:
            line = await reader.readline()
            if not line:
                return
            if line.startswith(b"id: "):
                self.last = line[4:].strip().decode()
                step = int(self.last.partition(".")[0])
                self.twice += step in self.arrived
                self.arrived.setdefault(step, time.perf_counter())
        self.writer.close()


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--spectators", type=int, default=200, help="open streams")
    parser.add_argument("--steps", type=int, default=60, help="steps that are recorded while they follow")
    parser.add_argument("--every", type=float, default=0.5, help="seconds between two steps")
    parsed = parser.parse_args(arguments)
    played = games.long_game(SETTLED + parsed.steps)
    print_versions(Django=version("Django"), uvicorn=version("uvicorn"))
    with database.platform() as folder:
        game, token = _begin(played)
        port = door()
        server = serve(folder, port)
        try:
            asyncio.run(_measured(parsed, played, Recorder(port, game, token, played), server.pid))
        finally:
            processes.stop(server)


def _begin(played: Any) -> tuple[str, str]:
    """An empty game of somebody, and a token of theirs."""
    from django.contrib.auth.models import User
    from knox.models import AuthToken

    from gamelog.games import services

    owner = User.objects.create_user("benchmark")
    game = services.game_create(owner=owner, ruleset=played.header.ruleset)
    return str(game.pk), AuthToken.objects.create(owner)[1]


def door() -> int:
    """A port that is free."""
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


def serve(folder: Path, port: int, tree: Path = paths.ROOT) -> processes.Process:
    """A web server as `up` starts it, once it answers; `tree` is the checkout whose server it is."""
    command = [sys.executable, "-m", "uvicorn", "gamelog.asgi:application", "--port", str(port), "--lifespan", "off"]
    environment = {**os.environ, "GAMELOG_PROCESS": "web", "GAMELOG_LOG_LEVEL": "WARNING"}
    with (folder / "web.log").open("wb") as log:
        quiet = ["--no-access-log", "--timeout-graceful-shutdown", "1"]
        server = processes.start([*command, *quiet], environment=environment, output=log, folder=tree)
    assert processes.wait_until(lambda: _answers(port), PATIENCE), processes.last_lines(folder / "web.log")
    return server


def _answers(port: int) -> bool:
    try:
        return bool(urlopen(f"http://127.0.0.1:{port}/healthz", timeout=2).status == 200)
    except OSError:
        return False


class Recorder:
    """Whoever records the battle, over HTTP."""

    def __init__(self, port: int, game: str, token: str, played: Any) -> None:
        self.port, self.game, self.token, self.played = port, game, token, played

    @property
    def address(self) -> str:
        return f"/games/{self.game}/live"

    def record(self, number: int) -> float:
        """Record a step; the time at which that began."""
        declared = json.loads(self.played.records[number - 1].body)
        body = {key: declared[key] for key in ("by", "action", "dice", "claim", "rerolls", "hold") if key in declared}
        url = f"http://127.0.0.1:{self.port}/api/games/{self.game}/events"
        headers = {"Authorization": f"Token {self.token}", "Content-Type": "application/json"}
        asked = Request(url, json.dumps({**body, "expected": number - 1}).encode(), headers)
        began = time.perf_counter()
        with urlopen(asked, timeout=PATIENCE) as answer:
            answer.read()
        return began


async def _measured(parsed: argparse.Namespace, played: Any, recorder: Recorder, server: int) -> None:
    last, dice = len(played.records), random.Random(1)
    for step in range(1, SETTLED + 1):
        await asyncio.to_thread(recorder.record, step)
    people = [Spectator(recorder.port, recorder.address) for _ in range(parsed.spectators)]
    following = [asyncio.create_task(each.follow(last)) for each in people]
    await asyncio.sleep(2 + parsed.spectators / 100)
    before, spent, recorded = resident(server), processor(server), {}
    for step in range(SETTLED + 1, last + 1):
        recorded[step] = await asyncio.to_thread(recorder.record, step)
        await asyncio.sleep(parsed.every)
        if step % 5 == 0:
            for each in dice.sample(people, len(people) // 10):
                each.cut()
    after, spent, threads = resident(server), processor(server) - spent, len(os.listdir(f"/proc/{server}/task"))
    _done, missing = await asyncio.wait(following, timeout=PATIENCE)
    for task in missing:
        task.cancel()
    _print(people, recorded, [("threads of the server", number(threads)), *_cost(before, after, spent, len(recorded))])


def _print(people: list[Spectator], recorded: dict[int, float], cost: list[tuple[str, str]]) -> None:
    late = [
        (each.arrived[step] - at) * 1000 for each in people for step, at in recorded.items() if step in each.arrived
    ]
    lost = sum(step not in each.arrived for each in people for step in recorded)
    rows = [
        ("delay of a step, median, ms", number(median(late))), ("95th percentile, ms", number(_p95(late))),
        ("worst, ms", number(max(late))), ("steps that were missed", number(lost)),
        ("steps that came twice", number(sum(each.twice for each in people))), *cost,
    ]  # fmt: skip
    print_table(f"{len(people):,} spectators, {len(recorded):,} steps", ("", ""), rows)


def _cost(before: float, after: float, spent: float, steps: int) -> list[tuple[str, str]]:
    return [
        ("memory of the server at the start, MB", number(before, 1)), ("at the end, MB", number(after, 1)),
        ("processor time a step, ms", number(spent * 1000 / steps)),
    ]  # fmt: skip


def _p95(values: list[float]) -> float:
    return quantiles(values, n=20)[-1] if len(values) > 1 else values[0]


def processor(process: int) -> float:
    """Seconds of processor time that a process has used."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


if __name__ == "__main__":
    main()
