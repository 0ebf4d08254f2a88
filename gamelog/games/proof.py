"""One whole round as a client: log in, upload, record, verify, read back. Nothing here touches the database.

The client runs the engine on its own side and compares: the platform's stored events, its position and its workers'
verdict have to be what the engine gives here.
"""

from __future__ import annotations

import json
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic, sleep
from typing import Any, NamedTuple
from uuid import uuid4

import msgspec

import rules
from gamelog.games.demo import ACCOUNTS, files
from rules.autoplay import Autoplay
from rules.kernel.sheet import Roster

SEED = 7
TIMEOUT = 30


class Disproved(Exception):
    """The platform did not keep a promise."""


class Answer(NamedTuple):
    """An HTTP answer: status, headers and body."""

    status: int
    body: bytes
    type: str

    def json(self) -> Any:
        """The body, decoded."""
        return json.loads(self.body)


class Client:
    """A user of the API: an address and a token."""

    def __init__(self, address: str, token: str = "") -> None:
        self.address = address.rstrip("/")
        self.headers = {"Authorization": f"Token {token}"} if token else {}

    def ask(self, method: str, path: str, body: bytes | None = None, **headers: str) -> Answer:
        """One request. Raises: Disproved if nothing answers."""
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        request = urllib.request.Request(
            self.address + path, data=body, method=method, headers={**self.headers, **named}
        )
        try:
            with urllib.request.urlopen(request, timeout=TIMEOUT) as answer:
                return Answer(answer.status, answer.read(), answer.headers.get_content_type())
        except urllib.error.HTTPError as error:
            return Answer(error.code, error.read(), error.headers.get_content_type())
        except OSError as error:
            raise Disproved(f"{self.address} does not answer: {error}") from error

    def get(self, path: str) -> Answer:
        """GET. Raises: Disproved on any status other than 200."""
        return expect(self.ask("GET", path), 200)

    def post(self, path: str, body: bytes = b"", *statuses: int, **headers: str) -> Answer:
        """POST of JSON. Raises: Disproved on any status other than expected."""
        headers = {"Content_Type": "application/json", **headers}
        return expect(self.ask("POST", path, body, **headers), *(statuses or (200, 201)))

    def upload(self, path: str, file: Path) -> Answer:
        """POST of a file. Raises: Disproved on any status other than expected."""
        edge = uuid4().hex
        start = f'--{edge}\r\nContent-Disposition: form-data; name="file"; filename="{file.name}"\r\n\r\n'
        body = start.encode() + file.read_bytes() + f"\r\n--{edge}--\r\n".encode()
        return self.post(path, body, Content_Type=f"multipart/form-data; boundary={edge}")


def expect(answer: Answer, *statuses: int) -> Answer:
    """The answer, if it has one of the statuses. Raises: Disproved, with the answer's text."""
    if answer.status not in statuses:
        said = answer.body[:600].decode(errors="replace")
        raise Disproved(f"answered {answer.status} instead of {' or '.join(map(str, statuses))}: {said}")
    return answer


def require(ok: bool, message: str) -> None:
    """Raises: Disproved unless `ok`."""
    if not ok:
        raise Disproved(message)


def prove(address: str, *, seconds: float, say: Callable[[str], object]) -> None:
    """Do the whole round, printing each step. `seconds` is how long the worker may take. Raises: Disproved."""

    @contextmanager
    def step(name: str) -> Iterator[None]:
        start = monotonic()
        yield
        say(f"  {name:<58} {monotonic() - start:7.2f} s")

    say(f"One whole round against {address}")
    with step("log in: a member of staff and two players"):
        marshal, *players = (_log_in(address, *account[:2]) for account in ACCOUNTS)
    with step("upload two rosters"):
        rosters = [_upload(player, path) for player, path in zip(players, files(), strict=True)]
    with step("create a game"):
        game = _create(marshal)
    with step("record the first battle round, event by event"):
        state, number = _record(
            game, rosters, {"table": marshal, **dict(zip(rules.load("kt").sides, players, strict=True))}
        )
    say(f"  {number} events")
    with step("position and events are the engine's own"):
        _compare(marshal, game, state, number)
    with step("verified by a worker"):
        _verify(marshal, game, number, seconds)
    with step("the replay page shows it"):
        _look(Client(address), game)


def _log_in(address: str, name: str, password: str) -> Client:
    body = json.dumps({"username": name, "password": password}).encode()
    return Client(address, Client(address).post("/api/token", body).json()["token"])


def _upload(player: Client, file: Path) -> Roster:
    stored = player.upload("/api/rosters", file).json()
    again = player.get(f"/api/rosters/{stored['id']}").json()
    return msgspec.convert(again["roster"], Roster)


def _create(marshal: Client) -> str:
    seats = dict(zip(rules.load("kt").sides, (name for name, _, _ in ACCOUNTS[1:]), strict=True))
    body = {"ruleset": "kt", "policy": "enforced", "title": f"Proof {uuid4().hex[:8]}", "seats": seats}
    return str(marshal.post("/api/games", json.dumps(body).encode(), 201).json()["id"])


def _record(game: str, rosters: list[Roster], people: dict[str, Client]) -> tuple[rules.State, int]:
    """Play until the second round begins, each declaration sent by its side's player."""
    auto, number = Autoplay(rules.load("kt"), SEED), 0
    for declaration in auto.begin(rosters, auto.ruleset.table(SEED), {}):
        number = _send(game, number, people, *auto.play(declaration, auto.decide(declaration)))
    while auto.state.round < 2 and (step := auto.next()) is not None:
        number = _send(game, number, people, *step)
    return auto.state, number


def _send(
    game: str, number: int, people: dict[str, Client], declaration: rules.Declaration[Any], decided: rules.Decided
) -> int:
    path, person = f"/api/games/{game}/events", people[declaration.by]
    body = _body(number, declaration)
    if declaration.dice and number < 10:
        without = _body(number, msgspec.structs.replace(declaration, dice=()))
        wanted = person.post(path, without, 422).json()
        require(wanted["type"] == "urn:gamelog:dice-wanted" and wanted["count"] > 0, f"no dice were wanted: {wanted}")
    stored = person.post(path, body, 201, Idempotency_Key=f"proof-{number}").json()
    effects = msgspec.json.decode(rules.canonical(decided.effects))
    require(stored["event"].get("effects", []) == effects, f"event {number + 1} has not the effects the engine gives")
    if number % 10 == 0:
        again = person.post(path, body, 200, Idempotency_Key=f"proof-{number}").json()
        require(again == stored, f"a retry of event {number + 1} gave another event")
    return number + 1


def _body(number: int, declaration: rules.Declaration[Any]) -> bytes:
    return rules.canonical({"expected": number, **msgspec.to_builtins(declaration)})


def _compare(client: Client, game: str, state: rules.State, number: int) -> None:
    position = client.get(f"/api/games/{game}/position?at={number}").body
    require(position == rules.to_json(state), "the position is not the engine's")
    file = rules.read_game(client.get(f"/api/games/{game}/file").body)
    require(not file.findings, f"the chain of the game file is broken: {file.findings}")
    folded = rules.fold(rules.load("kt"), file.events)
    require(rules.to_json(folded) == position, "the game file folds to another position")


def _verify(client: Client, game: str, number: int, seconds: float) -> None:
    client.post(f"/api/games/{game}/verify", b"", 200, 202)
    end = monotonic() + seconds
    while (report := client.get(f"/api/games/{game}/report").json())["state"] not in ("done", "failed"):
        require(monotonic() < end, f"not verified after {seconds:g} s: {report['done']} of {report['total']} steps")
        sleep(0.1)
    verdict = (report["state"], report["verdict"], report["done"])
    said = report["findings"] or report["error"]
    require(verdict == ("done", "verified", number), f"verification says {verdict}: {said}")


def _look(client: Client, game: str) -> None:
    page = client.get(f"/games/{game}/")
    require(page.type == "text/html" and game in page.body.decode(), "the replay page does not show the game")
