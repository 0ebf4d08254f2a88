"""A web server in a process of its own on the test database, and readers of its live streams."""

import http.client
import json
import os
import socket
import sys
import time
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

from django.conf import settings
from django.contrib.auth.models import User
from django.test import Client

from gamelog.setup import processes
from gamelog.setup.paths import ROOT
from tests.conftest import test_database_url

SECONDS = 20.0


class Message(NamedTuple):
    """A message of a stream."""

    id: str
    event: str
    data: Any


class Site:
    """The web server as `up` starts it. `stop()` and `start()` keep its address."""

    def __init__(self, folder: Path, cache: str, **environment: str) -> None:
        self.log = folder / "site.log"
        with socket.socket() as door:
            door.bind(("127.0.0.1", 0))
            self.port = door.getsockname()[1]
        self.environment = {
            **os.environ, "DATABASE_URL": test_database_url(), "CACHE_URL": cache, "GAMELOG_VAR": str(folder / "var"),
            # The keys that signed what this process stored are those of this process.
            "GAMELOG_KEYS": str(settings.KEYS_FOLDER),
            "GAMELOG_SECRET_KEY": settings.SECRET_KEY, "GAMELOG_PROCESS": "web",
            # Static files are served from where they are, without being collected.
            "GAMELOG_DEBUG": "1", **environment,
        }  # fmt: skip
        self._process: processes.Process | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        uvicorn = [sys.executable, "-m", "uvicorn", "gamelog.asgi:application", "--port", str(self.port)]
        with self.log.open("ab") as output:
            self._process = processes.start(
                [*uvicorn, "--lifespan", "off", "--no-access-log", "--timeout-graceful-shutdown", "1"],
                environment=self.environment, output=output, folder=ROOT,
            )  # fmt: skip
        assert processes.wait_until(self._answers, 60), processes.last_lines(self.log, 40)

    def _answers(self) -> bool:
        try:
            return self.ask("/healthz").status == 200
        except OSError:
            return False

    def alive(self) -> bool:
        return self._process is not None and self._process.poll() is None

    def stop(self) -> None:
        if self._process:
            processes.stop(self._process)

    def kill(self) -> None:
        """As when a machine dies."""
        assert self._process
        processes.kill_session(self._process)
        self._process.wait()

    def ask(self, address: str, headers: dict[str, str] | None = None) -> http.client.HTTPResponse:
        link = http.client.HTTPConnection("127.0.0.1", self.port, timeout=SECONDS)
        link.request("GET", address, headers=headers or {})
        return link.getresponse()

    def stream(
        self, game: Any, after: str = "0", *, cut: str = "", by: User | None = None, language: str = "en"
    ) -> "Stream":
        """Follow a game. `cut` is the id of the last message before the connection was cut."""
        headers = {"Accept-Language": language, **({"Last-Event-ID": cut} if cut else {}), **cookie(by)}
        return Stream(self.ask(f"/games/{game.pk}/live?after={after}", headers))

    def data(self, game: Any, *, by: User | None = None, language: str = "en") -> Any:
        """What replay.json says."""
        headers = {"Accept-Language": language, **cookie(by)}
        return json.loads(self.ask(f"/games/{game.pk}/replay.json", headers).read())


def cookie(user: User | None) -> dict[str, str]:
    """The header of somebody who has logged in."""
    if user is None:
        return {}
    client = Client()
    client.force_login(user)
    return {"Cookie": f"sessionid={client.cookies['sessionid'].value}"}


class Stream:
    """An open stream. Reading fails after some seconds without a message."""

    def __init__(self, answer: http.client.HTTPResponse) -> None:
        self.answer = answer
        self.status = answer.status

    def __iter__(self) -> Iterator[Message]:
        said: dict[str, str] = {}
        until = time.monotonic() + SECONDS
        while line := self.answer.readline().decode():
            name, _colon, text = line.rstrip("\n").partition(": ")
            if name:
                said[name] = text
            elif "data" in said:
                yield Message(said["id"], said["event"], json.loads(said["data"]))
                until = time.monotonic() + SECONDS
            assert time.monotonic() < until, "nothing but signs of life"
            if not name:
                said = {}

    def take(self, count: int) -> list[Message]:
        """The next messages; fewer if the stream ends."""
        return list(islice(self, count))

    def close(self) -> None:
        self.answer.close()
