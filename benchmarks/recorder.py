"""Following a finger: how fast a server answers who records a battle, in the densest positions of the golden games.

A web server as `up` starts it, with Valkey and SQLite, on this machine; one client, logged in by token or session, asks
over one connection that stays open, one question after the other.

options   what may be declared now (API)
decide    what a declaration comes to: the one that was recorded there, without its dice (API)
now       where the battle stands, as the recorder's page asks after every step
ways      whole declarations for everything that one unit may do
consider  what one of them comes to, in words

    python -m benchmarks.recorder [--positions 12] [--times 5] [--systems kt wh40k ...]
"""

from __future__ import annotations

import argparse
import http.client
import json
import time
from collections.abc import Sequence
from importlib.metadata import version
from itertools import groupby
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple
from uuid import uuid4

import msgspec

import rules
from benchmarks import database
from benchmarks.live import door, serve
from benchmarks.measure import at_percent, number, print_table, print_versions
from gamelog.setup import processes
from rules.gamefile import GameFile

GOLDEN = Path(__file__).resolve().parents[1] / "tests" / "playthroughs"
ADMINISTRATIVE = ("begin", "muster", "commit", "reveal", "void", "amend", "adjust", "award", "strike", "penalty")


class Dense(NamedTuple):
    """A position with many options: the game up to it, and what was declared there."""

    options: int
    game: GameFile
    declared: Any


class Client:
    """Somebody who plays in a game, on one connection."""

    def __init__(self, port: int, headers: dict[str, str]) -> None:
        self.link = http.client.HTTPConnection("127.0.0.1", port)
        self.headers = {"Content-Type": "application/json", **headers}

    def ask(self, address: str, body: Any = None) -> tuple[float, Any]:
        """Milliseconds until the whole answer was there, and the answer."""
        began = time.perf_counter()
        text = None if body is None else json.dumps(body)
        self.link.request("GET" if body is None else "POST", address, text, self.headers)
        answer = self.link.getresponse()
        read = answer.read()
        spent = (time.perf_counter() - began) * 1000
        # Dice that are wanted are an answer like any other.
        assert answer.status in (200, 422), (address, answer.status, read[:300])
        return spent, json.loads(read)


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--positions", type=int, default=12, help="positions of each system")
    parser.add_argument("--times", type=int, default=5, help="how often each question is asked")
    parser.add_argument("--games", type=int, default=6, help="golden games of each system that are searched")
    parser.add_argument("--systems", nargs="*", default=rules.RULESETS, help="game systems")
    parsed = parser.parse_args(arguments)
    print_versions(Django=version("Django"), uvicorn=version("uvicorn"))
    with database.platform() as folder:
        port = door()
        server = serve(folder, port)
        try:
            for system in parsed.systems:
                _print(system, _measured(port, densest(system, parsed.games, parsed.positions), parsed.times))
        finally:
            processes.stop(server)


def densest(system: str, games: int, most: int) -> list[Dense]:
    """The positions of the golden games of a system with the most options, one for each step."""
    found: list[Dense] = []
    for path in sorted(GOLDEN.glob(f"{system}@*/*.jsonl"))[:games]:
        game = rules.read_game(path.read_bytes())
        ruleset = rules.load(game.header.ruleset, game.header.version)
        state = rules.empty(ruleset)
        for place, record in enumerate(game.records):
            event = record.event
            if event.action.__struct_config__.tag not in ADMINISTRATIVE and event.by in state.sides:
                part = GameFile(game.header, game.records[:place])
                found.append(Dense(len(rules.options(ruleset, state)), part, event))
            rules.evolve(state, event)
    return sorted(found, key=lambda each: -each.options)[:most]


def _measured(port: int, positions: Sequence[Dense], times: int) -> dict[str, list[float]]:
    spent: dict[str, list[float]] = {name: [] for name in ("options", "decide", "now", "ways", "consider")}
    for dense in positions:
        game, by_token, by_session = _stored(port, dense.game)
        api, page = f"/api/games/{game.pk}", f"/games/{game.pk}/record"
        blank = {"by": dense.declared.by, "action": json.loads(rules.canonical(dense.declared.action))}
        shown = by_session.ask(f"{page}/now/")[1]
        whose = [act for act in shown["acts"] if not act["aside"]] or shown["acts"]
        units = [[act["k"] for act in acts] for _who, acts in groupby(whose, lambda act: act["who"])]
        for turn in range(times):
            spent["options"].append(by_token.ask(f"{api}/options")[0])
            spent["decide"].append(by_token.ask(f"{api}/decide", {**blank, "expected": game.number})[0])
            spent["now"].append(by_session.ask(f"{page}/now/")[0])
            asked = {"number": game.number, "acts": units[turn % len(units)]}
            took, answer = by_session.ask(f"{page}/ways/", asked)
            spent["ways"].append(took)
            if answer["ways"]:
                way = answer["ways"][turn % len(answer["ways"])]["declaration"]
                spent["consider"].append(
                    by_session.ask(f"{page}/consider/", {"number": game.number, "declaration": way})[0]
                )
    return spent


def _stored(port: int, file: GameFile) -> tuple[Any, Client, Client]:
    """The game as a row of its own, and its owner with a token and with a session."""
    from django.conf import settings
    from django.test import Client as Browser
    from knox.models import AuthToken

    game = database.store(of_its_own(file))
    browser = Browser()
    browser.force_login(game.owner)
    session = browser.cookies[settings.SESSION_COOKIE_NAME].value
    token = AuthToken.objects.create(game.owner)[1]
    forgery = {"Cookie": f"sessionid={session}; csrftoken={'a' * 32}", "X-CSRFToken": "a" * 32}
    return game, Client(port, {"Authorization": f"Token {token}"}), Client(port, forgery)


def of_its_own(file: GameFile) -> GameFile:
    """The same steps as a game with another id, which is in every hash: golden games are taken at several steps."""
    renamed = GameFile(msgspec.structs.replace(file.header, game=str(uuid4())))
    for event in file.events:
        renamed.records.append(rules.seal(msgspec.structs.replace(event, previous=renamed.head)))
    return renamed


def _print(system: str, spent: dict[str, list[float]]) -> None:
    heads = ("milliseconds", "median", "p95", "p99", "most")
    rows = [
        (
            name,
            number(median(each), 1),
            number(at_percent(each, 95), 1),
            number(at_percent(each, 99), 1),
            number(max(each), 1),
        )
        for name, each in spent.items()
        if each
    ]
    print_table(f"{rules.load(system).name}: {len(spent['options'])} questions of each kind", heads, rows)


if __name__ == "__main__":
    main()
