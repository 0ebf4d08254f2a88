"""The broker and the cache die: whatever needs only the database answers, and limits still count."""

from __future__ import annotations

import http.client
import json
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlencode

import msgspec
import pytest
from django.contrib.auth.hashers import PBKDF2PasswordHasher
from knox.models import AuthToken

import rules
from gamelog.accounts.attempts import PAIR
from gamelog.games import services
from gamelog.games.models import Game, Report
from gamelog.setup import addresses, processes
from gamelog.setup.services import Valkey
from tests.frontend.following import Site

pytestmark = [pytest.mark.storage, pytest.mark.django_db(transaction=True)]


class Parts(NamedTuple):
    """A web server, and a broker of its own that the test may stop."""

    site: Site
    valkey: Valkey
    folder: Path


@pytest.fixture
def parts(transactional_db: None) -> Iterator[Parts]:
    folder = Path(tempfile.mkdtemp(prefix="gl-"))
    valkey = Valkey.kept_in(folder)
    site = Site(folder, addresses.cache_of(valkey.url), BROKER_URL=valkey.url, GAMELOG_DEBUG="0")
    try:
        yield Parts(site, valkey, folder)
    finally:
        site.stop()
        shutil.rmtree(folder, ignore_errors=True)


def ask(site: Site, method: str, path: str, body: Any = None, **headers: str) -> tuple[int, dict[str, str], str]:
    link = http.client.HTTPConnection("127.0.0.1", site.port, timeout=30)
    link.request(method, path, body, headers)
    answer = link.getresponse()
    return answer.status, dict(answer.getheaders()), answer.read().decode()


def log_in(site: Site, name: str, password: str) -> tuple[int, str]:
    """As a browser does: the page, and then its form."""
    link = http.client.HTTPConnection("127.0.0.1", site.port, timeout=30)
    link.request("GET", "/accounts/login/")
    answer = link.getresponse()
    answer.read()
    cookie = str(answer.getheader("Set-Cookie")).partition(";")[0]
    form = urlencode({"login": name, "password": password, "csrfmiddlewaretoken": cookie.partition("=")[2]})
    link.request("POST", "/accounts/login/", form, {
        "Cookie": cookie, "Content-Type": "application/x-www-form-urlencoded",
    })  # fmt: skip
    answer = link.getresponse()
    return answer.status, answer.read().decode()


def test_what_needs_only_the_database_answers(
    parts: Parts, people: Any, table: Game, battle: rules.GameFile, wait_until: Any
) -> None:
    site = parts.site
    for person in (people.ada, people.boris, people.marshal):
        # The server reads other hashes than the quick ones of tests.
        person.password = PBKDF2PasswordHasher().encode(f"{person.username}-secret", "salt")
        person.save()
    process = parts.valkey.start(parts.folder / "valkey.log")
    try:
        site.start()
        assert json.loads(ask(site, "GET", "/readyz")[2])["checks"] == {
            "database": True, "broker": True, "migrations": True, "worker": False,
        }  # fmt: skip
    finally:
        processes.stop(process)

    status, _, ready = ask(site, "GET", "/readyz")
    assert (status, json.loads(ready)["checks"]["broker"]) == (503, False)
    assert log_in(site, "ada", "ada-secret")[0] == 302
    body = {"username": "marshal", "password": "marshal-secret"}
    status, _, answer = ask(site, "POST", "/api/token", json.dumps(body), **{"Content-Type": "application/json"})
    assert status == 200
    given = {"Authorization": f"Token {json.loads(answer)['token']}", "Content-Type": "application/json"}
    for event in battle.events:
        declared = {"expected": event.number - 1, **msgspec.to_builtins(event.declaration())}
        status, _, line = ask(site, "POST", f"/api/games/{table.pk}/events", json.dumps(declared), **given)
        assert status == 201, line
    pages = ("/", "/games/", f"/games/{table.pk}/", f"/games/{table.pk}/replay.json", f"/games/{table.pk}/verify/",
             "/events/", "/rules/kt/", "/api/games", f"/api/games/{table.pk}")  # fmt: skip
    assert {page: ask(site, "GET", page)[0] for page in pages} == dict.fromkeys(pages, 200)

    # The game waits for its verification, as a row.
    assert Report.objects.filter(game=table).exists()
    # Limits count in this process.
    assert [log_in(site, "boris", "guess")[0] for _ in range(PAIR.most)] == [200] * PAIR.most
    assert "Too many failed login attempts" in log_in(site, "boris", "boris-secret")[1]

    process = parts.valkey.start(parts.folder / "valkey.log")
    try:
        wait_until(lambda: json.loads(ask(site, "GET", "/readyz")[2])["checks"]["broker"], 30)
    finally:
        processes.stop(process)


def test_tokens_need_no_cache_either(parts: Parts, people: Any) -> None:
    """A server that was begun without a broker serves as well."""
    parts.site.start()
    token = AuthToken.objects.create(people.ada)[1]
    game = services.game_create(owner=people.marshal, ruleset="kt")
    status, _, _ = ask(parts.site, "GET", f"/api/games/{game.pk}", Authorization=f"Token {token}")
    assert status == 200
