"""Every setting is in the table, what cannot be read stops the start with a sentence, what does not fit is said."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from typing import Any

import pytest
from django.core.checks import CheckMessage, registry, run_checks

from gamelog import deployment
from gamelog.setup import addresses
from gamelog.setup.paths import ROOT

NOT_OURS = {"DJANGO_SETTINGS_MODULE", "PYTHONUNBUFFERED"}


def ours() -> list[CheckMessage]:
    found = run_checks(tags=["security"], include_deployment_checks=True)
    return [each for each in found if str(each.id).startswith("gamelog.")]


def said() -> set[str]:
    return {str(each.id) for each in ours()}


@pytest.fixture(autouse=True)
def of_nobody_else(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a whole run of the tests tells its processes is no setting of a site."""
    monkeypatch.delenv("GAMELOG_DECIDED", raising=False)


@pytest.fixture
def in_order(settings: Any, monkeypatch: pytest.MonkeyPatch) -> Any:
    """A site as it should be: three machines behind a proxy with TLS."""
    for name, value in {
        "GAMELOG_SECRET_KEY": "x" * 60, "GAMELOG_KEYS": "/keys", "BROKER_URL": "rediss://cache",
    }.items():  # fmt: skip
        monkeypatch.setenv(name, value)
    settings.MACHINES, settings.DATABASE_KIND, settings.HTTPS = 3, "PostgreSQL", True
    settings.DATABASE_URL = "postgres://u:p@db/games?sslmode=verify-full&pool=4"
    settings.BROKER_URL, settings.CACHE_URL = "rediss://cache", "rediss://cache/1"
    settings.ALLOWED_HOSTS, settings.SITE_URL = ["games.example.org"], "https://games.example.org"
    settings.SECURE_PROXY_SSL_HEADER, settings.TRUSTED_PROXIES = ("HTTP_X_FORWARDED_PROTO", "https"), 1
    settings.MAIL_SERVER = addresses.mail("smtp://mail")
    return settings


def test_nothing_is_said_about_a_site_in_order(in_order: Any) -> None:
    assert ours() == []


@pytest.mark.parametrize(
    ("changed", "expected"),
    [
        ({"SITE_URL": "http://games.example.org"}, "gamelog.E002"),
        ({"SITE_URL": "games.example.org"}, "gamelog.E001"),
        ({"SITE_URL": "https://other.example.org"}, "gamelog.E003"),
        ({"SECURE_PROXY_SSL_HEADER": None}, "gamelog.E004"),
        ({"DATABASE_KIND": "SQLite"}, "gamelog.E005"),
        ({"BROKER_URL": "redis+socket:///run/valkey.sock"}, "gamelog.E007"),
        ({"CACHE_URL": "locmem://"}, "gamelog.E008"),
        ({"DATABASE_URL": "postgres://u@db/games?sslmod=require"}, "gamelog.E009"),
        ({"TRUSTED_PROXIES": 0}, "gamelog.W002"),
        ({"MAIL_SERVER": addresses.mail("console:")}, "gamelog.W003"),
        ({"HTTPS": False}, "gamelog.W004"),
    ],
)
def test_what_does_not_fit_is_said(changed: dict[str, Any], expected: str, in_order: Any) -> None:
    for name, value in changed.items():
        setattr(in_order, name, value)
    assert said() == {expected}


@pytest.mark.parametrize("name", ["GAMELOG_SECRET_KEY", "GAMELOG_KEYS"])
def test_machines_share_what_has_to_be_shared(name: str, in_order: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(name)
    (message,) = ours()
    assert (message.id, name in message.msg) == ("gamelog.E006", True)


def test_a_slip_of_the_pen_is_noticed(in_order: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GAMELOG_PROXYS", "1")
    (message,) = ours()
    assert message.hint in ("Did you mean GAMELOG_PROXY?", "Did you mean GAMELOG_PROXIES?")


def test_the_checks_are_djangos() -> None:
    assert any(check.__module__ == deployment.__name__ for check in registry.registry.deployment_checks)


@pytest.mark.parametrize(
    ("name", "value", "sentence"),
    [
        ("DATABASE_URL", "mysql://u@db/games", "DATABASE_URL starts with 'mysql', not with sqlite or postgres."),
        ("DATABASE_URL", "postgres://u@db/g?sslmode=on", "DATABASE_URL cannot be read: sslmode is 'on'; it can be"),
        ("DATABASE_URL", "postgres://u@db/g?pool=many", "DATABASE_URL cannot be read: pool is 'many'"),
        ("BROKER_URL", "amqp://mq", "BROKER_URL cannot be read: it starts with 'amqp', not with redis or"),
        ("CACHE_URL", "redis:///1", "CACHE_URL cannot be read: it names no host: write redis://host."),
        ("GAMELOG_MAIL_URL", "smtp://mail?starttls=1", "GAMELOG_MAIL_URL cannot be read: starttls says nothing"),
        ("GAMELOG_HTTPS", "yes", "GAMELOG_HTTPS is 'yes'; it can be 0 or 1."),
        ("GAMELOG_PROXIES", "-1", "GAMELOG_PROXIES is '-1', not a whole number from 0 up."),
        ("GAMELOG_MACHINES", "0", "GAMELOG_MACHINES is '0', not a whole number from 1 up."),
        ("GAMELOG_METRICS", "10.0.0.300", "GAMELOG_METRICS cannot be read: '10.0.0.300' does not appear to be"),
        ("GAMELOG_LOG_FORMAT", "xml", "GAMELOG_LOG_FORMAT is 'xml'; it can be text or json."),
    ],
)
def test_what_cannot_be_read_stops_the_start_with_a_sentence(
    name: str, value: str, sentence: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    import gamelog.settings as module
    from gamelog.setup.problem import Problem

    monkeypatch.setenv(name, value)
    source = (ROOT / "gamelog" / "settings.py").read_text()
    with pytest.raises(Problem, match=re.escape(sentence)):
        exec(compile(source, "settings", "exec"), {"__name__": module.__name__})


def test_the_command_prints_the_sentence_alone() -> None:
    environment = {**os.environ, "DATABASE_URL": "mysql://u@db/games"}
    command = [sys.executable, "manage.py", "check"]
    found = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True)
    assert (found.returncode, found.stdout) == (1, "")
    assert found.stderr == "DATABASE_URL starts with 'mysql', not with sqlite or postgres.\n"


def test_every_variable_is_in_the_table() -> None:
    readers = "switched_on|text|words|number|networks|one_of|read|environ|environ.get"
    read = re.compile(rf"(?:{readers})[\[(]\"([A-Z_]+)\"")
    sources = [ROOT / "gamelog" / "settings.py", *(ROOT / "gamelog" / "setup").glob("*.py")]
    found = {name for path in sources for name in read.findall(path.read_text())} - NOT_OURS
    assert {"GAMELOG_VAR", "DATABASE_URL", "GAMELOG_METRICS", "GAMELOG_MAIL_URL"} <= found
    assert {name for name in found if name.startswith("GAMELOG_") or name.endswith("_URL")} <= (
        deployment.variables() | deployment.ELSEWHERE
    )


def test_behind_pgbouncer_nothing_is_kept_between_statements() -> None:
    found = addresses.database("postgres://u@bouncer:6432/games?pgbouncer=1&sslmode=require", pool=True)
    assert found["DISABLE_SERVER_SIDE_CURSORS"] is True
    assert found["OPTIONS"] == {"sslmode": "require"}
    assert addresses.database("postgres://u@db/games?pool=5", pool=True)["OPTIONS"]["pool"]["max_size"] == 5
    assert "pool" not in addresses.database("postgres://u@db/games?pool=0", pool=True)["OPTIONS"]


def test_mail_servers() -> None:
    found = addresses.mail("smtp://post%40site:p%2Fw@mail.example:2525?timeout=3")
    assert (found["host"], found["port"], found["username"], found["password"]) == (
        "mail.example", 2525, "post@site", "p/w",
    )  # fmt: skip
    assert (found["use_tls"], found["use_ssl"], found["timeout"]) == (True, False, 3)
    assert addresses.mail("smtps://mail.example")["port"] == 465
    assert addresses.mail("smtp://mail.example?tls=0")["use_tls"] is False
    assert addresses.mail("file:///srv/mail%20here")["file_path"] == "/srv/mail here"
