"""Two web processes and two workers, each with a folder of its own as on a machine of its own, over one PostgreSQL and
one Valkey, behind a proxy with TLS. The second machine is elsewhere: it asks the database and Valkey over TLS too, and
takes no server for ours without our certificate.
"""

from __future__ import annotations

import http.client
import json
import re
import ssl
from collections.abc import Iterator
from http.cookies import SimpleCookie
from pathlib import Path
from typing import Any
from urllib.parse import urlencode, urlsplit

import msgspec
import pytest
import redis
from django.contrib.auth.hashers import Argon2PasswordHasher
from django.contrib.auth.models import User
from django.db import OperationalError, connection

import rules
from gamelog.games.models import Game, JobState, Report
from gamelog.setup import addresses, processes
from tests.conftest import Worker
from tests.frontend.following import Site, Stream
from tests.gamelog.conftest import battle, people, rosters, table
from tests.production.tls import Proxy, certificate

__all__ = ["battle", "people", "rosters", "table"]

pytestmark = [pytest.mark.storage, pytest.mark.long]

NAME = "games.example.org"
SHARED = {
    "GAMELOG_HTTPS": "1", "GAMELOG_PROXY": "1", "GAMELOG_PROXIES": "1", "GAMELOG_MACHINES": "2",
    "GAMELOG_HOSTS": f"{NAME},127.0.0.1", "GAMELOG_URL": f"https://{NAME}", "GAMELOG_METRICS_TOKEN": "metrics-secret",
    "GAMELOG_LOG_FORMAT": "json", "GAMELOG_LOG_LEVEL": "INFO", "GAMELOG_DEBUG": "0",
}  # fmt: skip
SECONDS = 30.0


def _socket_of_database() -> int | Path:
    found = connection.settings_dict
    port = found["PORT"] or 5432
    return Path(found["HOST"]) / f".s.PGSQL.{port}" if found["HOST"].startswith("/") else int(port)


def _over_tls(port: int, pem: Path) -> str:
    found = connection.settings_dict
    url = addresses.postgres_url(
        user=found["USER"], password=found["PASSWORD"], name=found["NAME"], host="localhost", port=port
    )
    return f"{url}?sslmode=verify-full&sslrootcert={pem}"


def _valkey_over_tls(port: int, pem: Path, number: int) -> str:
    return f"rediss://127.0.0.1:{port}/{number}?ssl_cert_reqs=required&ssl_ca_certs={pem}"


def _with_tls(pem: Path, broker: str) -> tuple[Proxy, Proxy]:
    """The database and Valkey as servers with TLS."""
    valkey = addresses.socket_of(broker) or urlsplit(broker).port or 6379
    return Proxy(pem, [_socket_of_database()], "postgres"), Proxy(pem, [valkey], "bytes")


class Machines:
    """The sites and workers, and the proxy before the sites."""

    def __init__(self, folder: Path, pem: Path, broker: str) -> None:
        self.folder, self.mails = folder, folder / "mails"
        shared = {**SHARED, "BROKER_URL": broker, "GAMELOG_MAIL_URL": f"file://{self.mails}"}
        cache = addresses.cache_of(broker)
        self.database, self.valkey = _with_tls(pem, broker)
        elsewhere = {
            "DATABASE_URL": _over_tls(self.database.port, pem),
            "BROKER_URL": _valkey_over_tls(self.valkey.port, pem, 0),
            "CACHE_URL": _valkey_over_tls(self.valkey.port, pem, 1),
        }
        self.sites, self.workers = [], []
        for name, more in (("one", {}), ("two", elsewhere)):
            own = folder / name
            own.mkdir()
            self.sites.append(Site(own, cache, **{**shared, **more}))
            about = {**self.sites[-1].environment, "GAMELOG_PROCESS": "worker"}
            self.workers.append(Worker(about, own / "worker.log", name=name))
        self.proxy = Proxy(pem, [site.port for site in self.sites])
        self.direct = [Proxy(pem, [site.port]) for site in self.sites]
        self.context = ssl.create_default_context(cafile=str(pem))

    def start(self) -> None:
        parts: list[Site | Worker] = [*self.sites, *self.workers]
        for each in parts:
            each.start()

    def stop(self) -> None:
        before = [self.proxy, *self.direct, self.database, self.valkey]
        parts: list[Site | Worker | Proxy] = [*self.sites, *self.workers, *before]
        for each in parts:
            each.stop()

    def visitor(self, port: int | None = None) -> Visitor:
        return Visitor(self, port or self.proxy.port)

    def lines(self, name: str) -> list[dict[str, Any]]:
        """The whole log lines of the processes of this kind on both machines."""
        files = [self.folder / machine / f"{name}.log" for machine in ("one", "two")]
        whole = [line for path in files for line in path.read_text().rpartition("\n")[0].splitlines()]
        return [json.loads(line) for line in whole if line.startswith("{")]


class Visitor:
    """A browser as far as it matters here: it keeps cookies, and sends them back only over TLS."""

    def __init__(self, machines: Machines, port: int) -> None:
        self.machines, self.port, self.cookies = machines, port, SimpleCookie()
        self.id = ""

    def ask(self, path: str, form: dict[str, str] | None = None, **headers: str) -> http.client.HTTPResponse:
        link = http.client.HTTPSConnection(
            "127.0.0.1", self.port, timeout=SECONDS, context=self.machines.context
        )  # fmt: skip
        told = {"Host": NAME, **{name.replace("_", "-"): value for name, value in headers.items()}}
        if self.cookies:
            told["Cookie"] = "; ".join(f"{each.key}={each.value}" for each in self.cookies.values())
        body = None
        if form is not None:
            form = {**form, "csrfmiddlewaretoken": self.cookies["csrftoken"].value}
            told |= {"Content-Type": "application/x-www-form-urlencoded", "Referer": f"https://{NAME}{path}"}
            body = urlencode(form)
        link.request("POST" if form is not None else "GET", path, body, told)
        answer = link.getresponse()
        for said in answer.headers.get_all("Set-Cookie") or []:
            self.cookies.load(said)
        self.id = answer.headers["X-Request-ID"]
        return answer

    def log_in(self, name: str, password: str) -> int:
        self.ask("/accounts/login/").read()
        answer = self.ask("/accounts/login/", {"login": name, "password": password})
        answer.read()
        return answer.status

    def logged_in(self) -> bool:
        answer = self.ask("/accounts/email/")
        answer.read()
        return answer.status == 200


@pytest.fixture
def machines(folder: Path, pem: Path, broker: str, transactional_db: None) -> Iterator[Machines]:
    if connection.vendor != "postgresql":
        pytest.skip("several machines share no file of SQLite; the run on PostgreSQL has this test")
    found = Machines(folder, pem, broker)
    try:
        found.start()
        yield found
    finally:
        found.stop()


def test_they_are_one_site(machines: Machines, people: Any, table: Game, battle: rules.GameFile) -> None:
    first, second = (proxy.port for proxy in machines.direct)
    for user in (people.ada, people.marshal):
        # This process hashes passwords in a way that is quick, and that no site takes.
        user.password = Argon2PasswordHasher().encode(f"{user.username}-secret", "salt-of-a-test")
        user.save(update_fields=["password"])

    # Logging in at one is logging in at both, with cookies that travel over TLS alone.
    ada = machines.visitor(first)
    assert ada.log_in("ada", "ada-secret") == 302
    session = ada.cookies["sessionid"]
    assert (session["secure"], session["httponly"], session["samesite"]) == (True, True, "Lax")
    assert ada.cookies["csrftoken"]["secure"] is True
    for port in (first, second, machines.proxy.port, machines.proxy.port):
        ada.port = port
        assert ada.logged_in()
    assert not machines.visitor(second).logged_in()

    # A step that is stored through one is seen at the other while it happens, and verified by a worker.
    token = services_token(machines, first)
    marshal = {"Authorization": f"Token {token}", "Content-Type": "application/json"}
    follower = machines.visitor(second)
    stream = Stream(follower.ask(f"/games/{table.pk}/live?after=0"))
    ids = []
    for port, event in zip((first, second, machines.proxy.port), battle.events, strict=False):
        ids.append(append_over_http(machines, port, table, event, marshal))
    assert [message.data["step"]["n"] for message in stream.take(3)] == [1, 2, 3]
    stream.close()
    asked = post(machines, second, f"/api/games/{table.pk}/verify", "", marshal)
    # A worker may have verified it before the answer was written, which is then 200.
    state = json.loads(asked.read())["state"]
    assert (asked.status, state) in {(202, "queued"), (202, "running"), (200, "done")}
    ids.append(str(asked.headers["X-Request-ID"]))
    verified = Report.objects.filter(game=table, state=JobState.DONE, number=3)
    assert processes.wait_until(verified.exists, SECONDS, pause=0.1)

    # The id that the proxy gave a request is in the lines of whoever served it, and of the worker it called.
    assert all(each.startswith("proxy-") for each in ids)
    assert {each["request_id"] for each in machines.lines("site") if "request_id" in each} >= set(ids)

    def called() -> set[str]:
        return {each["event"] for each in machines.lines("worker") if each.get("request_id") == ids[-1]}

    # The report is stored before the task that made it says that it has ended.
    assert processes.wait_until(lambda: called() >= {"task_started", "task_succeeded"}, SECONDS, pause=0.1), called()

    # Limits are those of the site and not of a process.
    statuses = []
    for turn in range(8):
        visitor = machines.visitor((first, second)[turn % 2])
        visitor.ask("/accounts/login/").read()
        answer = visitor.ask("/accounts/login/", {"login": "boris", "password": "wrong"})
        statuses.append("Too many" in answer.read().decode())
    assert statuses == [False] * 5 + [True] * 3

    # Links in mails lead to the site.
    User.objects.filter(username="carol").update(email="carol@club.example")
    visitor = machines.visitor()
    visitor.ask("/accounts/password/reset/").read()
    visitor.ask("/accounts/password/reset/", {"email": "carol@club.example"}).read()
    assert processes.wait_until(lambda: bool(mail(machines)), SECONDS, pause=0.1)
    assert re.search(rf"https://{NAME}/accounts/password/reset/key/\S+", mail(machines))

    # Without TLS nothing is served but what probes ask.
    plain = machines.sites[0].ask("/games/", {"Host": NAME})
    assert (plain.status, plain.headers["Location"]) == (301, f"https://{NAME}/games/")
    assert machines.sites[0].ask("/healthz").status == 200
    metrics = machines.sites[1].ask("/metrics", {"Authorization": "Bearer metrics-secret"}).read().decode()
    assert 'gamelog_appends_total{ruleset="kt",outcome="stored"} ' in metrics
    assert 'gamelog_up{part="cache"} 1' in metrics and 'gamelog_up{part="worker"} 1' in metrics
    secure = ada.ask("/games/").headers["Strict-Transport-Security"]
    assert secure == "max-age=31536000; includeSubDomains; preload"
    assert machines.database.served and machines.valkey.served
    assert not re.search(r"ada-secret|carol@|203\.0\.113|sessionid|" + token, str(machines.lines("site")))


def test_a_server_with_another_certificate_is_none_of_ours(
    folder: Path, pem: Path, broker: str, transactional_db: None
) -> None:
    if connection.vendor != "postgresql":
        pytest.skip("the run on PostgreSQL has this test")
    (folder / "others").mkdir()
    other = certificate(folder / "others")
    database, valkey = _with_tls(pem, broker)
    try:
        for trusted in (pem, other):
            settings = addresses.database(_over_tls(database.port, trusted))
            own = connection.copy(alias="over TLS")
            own.settings_dict = {**connection.settings_dict, **settings}
            client = redis.Redis.from_url(addresses.cache(_valkey_over_tls(valkey.port, trusted, 1)))
            if trusted == pem:
                with own.cursor() as cursor:
                    cursor.execute("SELECT count(*) FROM auth_user")
                own.close()
                assert client.ping()
            else:
                with pytest.raises(OperationalError, match="certificate verify failed"):
                    own.ensure_connection()
                with pytest.raises(redis.ConnectionError, match="certificate verify failed"):
                    client.ping()
            client.close()
    finally:
        database.stop()
        valkey.stop()


def services_token(machines: Machines, port: int) -> str:
    """A token for the API, asked for at one of the sites."""
    body = json.dumps({"username": "marshal", "password": "marshal-secret"})
    answer = post(machines, port, "/api/token", body, {"Content-Type": "application/json"})
    return str(json.loads(answer.read())["token"])


def append_over_http(
    machines: Machines, port: int, game: Game, event: rules.Event[Any], headers: dict[str, str]
) -> str:
    """Declare an event; returns the id of the request."""
    body = json.dumps({**msgspec.to_builtins(event.declaration()), "expected": event.number - 1})
    answer = post(machines, port, f"/api/games/{game.pk}/events", body, headers)
    assert answer.status == 201, answer.read()
    return str(answer.headers["X-Request-ID"])


def post(machines: Machines, port: int, path: str, body: str, headers: dict[str, str]) -> http.client.HTTPResponse:
    link = http.client.HTTPSConnection("127.0.0.1", port, timeout=SECONDS, context=machines.context)
    link.request("POST", path, body, {"Host": NAME, **headers})
    return link.getresponse()


def mail(machines: Machines) -> str:
    return "".join(path.read_text() for path in machines.mails.glob("*")) if machines.mails.is_dir() else ""
