"""A Saturday: battles are recorded and watched, verified when they end, and all tables of an event report at once.

Web servers (`--web`) and a worker as `up` starts them, with Valkey and SQLite or (`--postgres`) PostgreSQL, on this
machine. It ends by itself after `--minutes`; everything that asks competes with the servers for the processor.

Battles      are recorded over HTTP, a step every `--every` seconds, each by one program; when one ends the next begins
Spectators   follow them, and have to get every step once
Event        each minute all tables send the page's form for a result at the same moment, then everybody confirms; after
             `--rounds` the next event begins, with the same people
Memory       of the web servers and of the worker with its children, at the end of each minute

    python -m benchmarks.soak [--minutes 10] [--tables 200] [--battles 8] [--spectators 100] [--every 0.5] [--web 1]
                              [--rounds 6] [--postgres]
"""

from __future__ import annotations

import argparse
import asyncio
import http.client
import json
import re
import time
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from importlib.metadata import version
from statistics import median
from threading import Barrier, Event, Thread
from typing import Any
from urllib.parse import urlencode

from benchmarks import database, games
from benchmarks.live import PATIENCE, Recorder, Spectator, door, serve
from benchmarks.measure import at_percent, number, print_table, print_versions, resident
from benchmarks.workers import over_session, start_worker, wait_for_worker
from gamelog.setup import processes

MINUTE = 60.0
LOOK = 5.0
"""Seconds between two looks at the queues."""


class Battles:
    """What is recorded, and how long each append took."""

    def __init__(self, ports: Sequence[int], token: str, owner: Any, played: Sequence[Any], every: float) -> None:
        self.ports, self.token, self.owner, self.played, self.every = ports, token, owner, played, every
        self.over, self.appends, self.finished = Event(), list[float](), 0
        self.missed, self.twice = 0, 0

    def record(self, place: int, spectators: int) -> None:
        """Record one battle after the other, each with its spectators, until it is over."""
        from django.db import connection

        from gamelog.games import services

        try:
            while not self.over.is_set():
                battle = self.played[place % len(self.played)]
                game = services.game_create(owner=self.owner, ruleset=battle.header.ruleset)
                port = self.ports[place % len(self.ports)]
                asyncio.run(self._one(Recorder(port, str(game.pk), self.token, battle), spectators))
                place += 1
        finally:
            connection.close()

    async def _one(self, recorder: Recorder, spectators: int) -> None:
        last = len(recorder.played.records)
        ports = [self.ports[each % len(self.ports)] for each in range(spectators)]
        people = [Spectator(port, recorder.address, after=0) for port in ports]
        following = [asyncio.create_task(each.follow(last)) for each in people]
        done = 0
        while done < last and not self.over.is_set():
            began = time.perf_counter()
            await asyncio.to_thread(recorder.record, done + 1)
            self.appends.append(time.perf_counter() - began)
            done += 1
            await asyncio.sleep(self.every)
        self.finished += done == last
        if done == last:
            await asyncio.wait(following, timeout=PATIENCE)
            self.missed += sum(step not in each.arrived for each in people for step in range(1, last + 1))
        self.twice += sum(each.twice for each in people)
        for task in following:
            task.cancel()


class Player:
    """Somebody at a table, who sends the page's form."""

    def __init__(self, port: int, session: str, path: str) -> None:
        self.port, self.session, self.path = port, session, path
        self.form: dict[str, str] = {}

    def look(self) -> None:
        """Open the page of the table."""
        status, page, cookie = self._ask("GET", "")
        assert status == 200, (status, page[:300])
        self.session += f"; {cookie}" if cookie else ""
        wanted = ("csrfmiddlewaretoken", "key", "expected")
        self.form = {
            name: found[1] for name in wanted if (found := re.search(rf'name="{name}"\s+value="([^"]*)"', page))
        }

    def send(self, **sent: str) -> tuple[float, int]:
        """Send the form; how many seconds that took, and the status."""
        began = time.perf_counter()
        status, _page, _cookie = self._ask("POST", urlencode(self.form | sent))
        return time.perf_counter() - began, status

    def _ask(self, method: str, body: str) -> tuple[int, str, str]:
        link = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        head = {"Cookie": self.session, "Content-Type": "application/x-www-form-urlencoded"}
        link.request(method, self.path, body, head)
        answer = link.getresponse()
        page = answer.read().decode()
        link.close()
        return answer.status, page, (answer.getheader("Set-Cookie") or "").partition(";")[0]


class Tables:
    """Events, one after the other, whose players all report at once."""

    def __init__(self, ports: Sequence[int], tables: int, rounds: int) -> None:
        from django.contrib.auth.models import User

        self.ports, self.tables, self.rounds = ports, tables, min(rounds, 2 * tables - 1)
        self.round, self.events, self.played = 0, 0, 0
        self.owner = User.objects.create_user("organiser")
        self.people = [User.objects.create_user(f"player{at}") for at in range(2 * tables)]
        self.sessions = [_session(each) for each in self.people]
        self.reports, self.confirms, self.answers = list[float](), list[float](), Counter[int]()
        self.left = 0
        self.announce()

    def announce(self) -> None:
        """Begin the next event."""
        from benchmarks.events import append
        from gamelog.contest.acts.entries import Register
        from gamelog.contest.acts.setting import OpenRegistration
        from gamelog.contest.terms import Terms
        from gamelog.tournaments import services

        self.events, self.round = self.events + 1, 0
        terms = Terms(ruleset="kt", rounds=self.rounds, capacity=2 * self.tables)
        self.event = services.tournament_announce(
            owner=self.owner, title=f"Soak {self.events}", terms=terms, seed="soak"
        )
        append(self.event, self.owner, OpenRegistration())
        for each in self.people:
            append(self.event, self.owner, Register(), named=[services.Named(user=each)])

    def play(self) -> None:
        """Pair a round; one of each table reports, all at once, and then the other one confirms."""
        from benchmarks.events import append
        from gamelog.contest.acts.results import Enter
        from gamelog.contest.acts.rounds import PairRound
        from gamelog.contest.outcomes import BattleOutcome, SideOutcome
        from gamelog.tournaments import selectors

        if self.round == self.rounds:
            self.announce()
        self.round, self.played = self.round + 1, self.played + 1
        self.event.refresh_from_db()
        append(self.event, self.owner, PairRound(round=self.round))
        pairs = selectors.state_of(self.event).rounds[-1].paired.pairs
        page = f"/events/{self.event.slug}/tables/{self.round}"
        first, second = (
            [
                Player(self.ports[entrant % len(self.ports)], self.sessions[entrant - 1], f"{page}/{table}/")
                for table, entrant in seats
            ]
            for seats in ([(pair.table, pair.a) for pair in pairs], [(pair.table, pair.b) for pair in pairs])
        )
        self.reports += self._together(first, do="report", a="12", b="7")
        self.confirms += self._together(second, do="confirm")
        self.event.refresh_from_db()
        # Whoever was told that it was not stored asks the organiser.
        results = selectors.state_of(self.event).rounds[-1].results
        for pair in pairs:
            found = results.get(str(pair.table))
            if found is None or found.standing != "confirmed":
                self.left += 1
                report = BattleOutcome(a=SideOutcome(victory=1200), b=SideOutcome(victory=700))
                self.event.refresh_from_db()
                append(self.event, self.owner, Enter(round=self.round, table=pair.table, report=report))

    def _together(self, players: Sequence[Player], **sent: str) -> list[float]:
        with ThreadPoolExecutor(len(players)) as pool:
            all(pool.map(Player.look, players))
            start = Barrier(len(players))

            def send(player: Player) -> tuple[float, int]:
                start.wait()
                return player.send(**sent)

            found = list(pool.map(send, players))
        self.answers.update(status for _, status in found)
        return [seconds for seconds, _ in found]


def _session(user: Any) -> str:
    from django.test import Client

    client = Client()
    client.force_login(user)
    return f"sessionid={client.cookies['sessionid'].value}"


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--minutes", type=float, default=10, help="how long it lasts")
    parser.add_argument("--tables", type=int, default=200, help="tables of the event")
    parser.add_argument("--battles", type=int, default=8, help="battles that are recorded at once")
    parser.add_argument("--spectators", type=int, default=100, help="people who follow them, in all")
    parser.add_argument("--every", type=float, default=0.5, help="seconds between two steps of a battle")
    parser.add_argument("--web", type=int, default=1, help="web servers; people are spread over them")
    parser.add_argument("--rounds", type=int, default=6, help="rounds of an event")
    parser.add_argument("--postgres", action="store_true", help="PostgreSQL instead of SQLite")
    parsed = parser.parse_args(arguments)
    print_versions(Django=version("Django"), uvicorn=version("uvicorn"))
    played = games.play(games.rosters(games.DEMO), 4)
    with database.platform(parsed.postgres) as folder:
        from django.contrib.auth.models import User
        from knox.models import AuthToken

        ports = [door() for _ in range(parsed.web)]
        owner = User.objects.create_user("recorder")
        battles = Battles(ports, AuthToken.objects.create(owner)[1], owner, played, parsed.every)
        tables = Tables(ports, parsed.tables, parsed.rounds)
        web, worker = [serve(folder, port) for port in ports], start_worker(folder)
        try:
            wait_for_worker(folder)
            rows = _lived(parsed, battles, tables, [each.pid for each in web], worker.pid)
        finally:
            for each in (*web, worker):
                processes.stop(each)
    _print(parsed, battles, tables, rows)


def _lived(
    parsed: argparse.Namespace, battles: Battles, tables: Tables, web: Sequence[int], worker: int
) -> list[tuple[str, ...]]:
    from gamelog.games.queues import queue_state

    each = parsed.spectators // parsed.battles
    recording = [Thread(target=battles.record, args=(place, each)) for place in range(parsed.battles)]
    for thread in recording:
        thread.start()
    began, rows = time.monotonic(), list[tuple[str, ...]]()
    end = began + MINUTE * parsed.minutes
    while (now := time.monotonic()) < end:
        steps, reports = len(battles.appends), len(tables.reports)
        tables.play()
        lag = 0.0
        until = min(end, now + MINUTE)
        while time.monotonic() < until:
            lag = max(lag, *(queue.oldest for queue in queue_state()))
            time.sleep(min(LOOK, max(0.0, until - time.monotonic())))
        held = (sum(map(resident, web)), over_session(worker, resident))
        appended, reported = battles.appends[steps:], tables.reports[reports:]
        rows.append((
            number((time.monotonic() - began) / MINUTE, 1), number(len(appended)), _ms(appended, 50), _ms(appended, 99),
            _ms(reported, 50), _ms(reported, 99), number(lag, 1), *(number(each, 1) for each in held),
        ))  # fmt: skip
    battles.over.set()
    for thread in recording:
        thread.join()
    return rows


def _ms(values: Sequence[float], percent: int) -> str:
    return number(at_percent(values, percent) * 1000) if values else "-"


def _print(parsed: argparse.Namespace, battles: Battles, tables: Tables, rows: Sequence[tuple[str, ...]]) -> None:
    heads = ("minute", "appends", "p50 ms", "p99 ms", "reports p50", "p99 ms", "longest lag s", "web MB", "workers MB")
    print_table(f"{parsed.battles} battles, {parsed.spectators} spectators, {parsed.tables} tables", heads, rows)
    refused = {status: count for status, count in tables.answers.items() if status != 302}
    print_table("In all", ("", ""), [
        ("appends, p50 and p99, ms", f"{_ms(battles.appends, 50)} / {_ms(battles.appends, 99)}"),
        ("battles that ended", number(battles.finished)),
        ("steps that a spectator missed, or got twice", f"{battles.missed} / {battles.twice}"),
        ("events, and their rounds", f"{tables.events} / {tables.played}"),
        ("reports, p50 and p99, ms", f"{_ms(tables.reports, 50)} / {_ms(tables.reports, 99)}"),
        ("confirmations, p50 and p99, ms", f"{_ms(tables.confirms, 50)} / {_ms(tables.confirms, 99)}"),
        ("forms that were answered with something else", json.dumps(refused)),
        ("tables whose result was not stored by the players", number(tables.left)),
        ("median of the web servers' memory, MB", number(median(float(row[-2].replace(",", "")) for row in rows), 1)),
    ])  # fmt: skip


if __name__ == "__main__":
    main()
