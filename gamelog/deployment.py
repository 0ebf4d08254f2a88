"""What `manage.py check --deploy` says about settings that are each right and do not fit together."""

from __future__ import annotations

import difflib
import os
import re
from collections.abc import Callable, Iterator
from urllib.parse import urlsplit

import psycopg
from django.conf import settings
from django.core.checks import CheckMessage, Error, Tags, Warning, register
from django.http.request import validate_host
from psycopg.conninfo import make_conninfo

from gamelog.setup import addresses, paths

LOOPBACK = ["127.0.0.1", "localhost", "[::1]"]
IN_PROCESS = "locmem://"
ELSEWHERE = {"GAMELOG_PG_BIN", "GAMELOG_CHROMIUM", "GAMELOG_SHARED", "GAMELOG_LONG"}
"""Variables that the site itself does not read: they are for tests and for what is embedded."""

Messages = Iterator[CheckMessage]


def register_checks() -> None:
    """Have Django run the checks; each that finds something says which variable to set."""
    checks: tuple[Callable[[], Messages], ...] = (_names, _addresses, _proxies, _database, _machines, _mail)

    def deployment(**_: object) -> list[CheckMessage]:
        return [message for check in checks for message in check()]

    register(deployment, Tags.security, deploy=True)


def is_public() -> bool:
    """Whether the site answers to other names than those of this machine."""
    return not all(validate_host(host, LOOPBACK) for host in settings.ALLOWED_HOSTS)


def variables() -> set[str]:
    """The variables that the table in the settings lists."""
    table = (paths.ROOT / "gamelog" / "settings.py").read_text(encoding="utf-8").split('"""')[1]
    return set(re.findall(r"^([A-Z][A-Z_]+)\b", table, re.MULTILINE))


def _names() -> Messages:
    known = variables() | ELSEWHERE
    for name in sorted(os.environ):
        if name.startswith("GAMELOG_") and name not in known:
            near = difflib.get_close_matches(name, known, 1)
            hint = f"Did you mean {near[0]}?" if near else "The table in gamelog/settings.py lists all variables."
            yield Warning(f"{name} is set, and nothing reads it.", hint, id="gamelog.W001")


def _addresses() -> Messages:
    parts = urlsplit(settings.SITE_URL)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        yield Error(f"GAMELOG_URL is {settings.SITE_URL!r}, not https:// and a name.", id="gamelog.E001")
        return
    if settings.HTTPS and parts.scheme == "http" and is_public():
        yield Error(
            f"GAMELOG_HTTPS is 1, but GAMELOG_URL is {settings.SITE_URL}: links in mails would not be safe.",
            "Write it with https://.", id="gamelog.E002",
        )  # fmt: skip
    if not settings.HTTPS and (parts.scheme == "https" or is_public()):
        yield Warning(
            "Others reach the site, and GAMELOG_HTTPS is not 1: passwords and cookies can be read on the way.",
            "Put a proxy with TLS before it (docs/operations.md) and set GAMELOG_HTTPS=1.", id="gamelog.W004",
        )  # fmt: skip
    if is_public() and not validate_host(parts.hostname, settings.ALLOWED_HOSTS):
        yield Error(
            f"GAMELOG_URL leads to {parts.hostname}, which is not among GAMELOG_HOSTS.",
            "Name it in both, so that links in mails and webhooks lead here.", id="gamelog.E003",
        )  # fmt: skip


def _proxies() -> Messages:
    behind = getattr(settings, "SECURE_PROXY_SSL_HEADER", None) is not None
    if settings.HTTPS and not behind:
        yield Error(
            "GAMELOG_HTTPS is 1 and GAMELOG_PROXY is not: every request would be sent on to itself for ever.",
            "Set GAMELOG_PROXY=1, and have the proxy set X-Forwarded-Proto.", id="gamelog.E004",
        )  # fmt: skip
    if behind and not settings.TRUSTED_PROXIES:
        yield Warning(
            "GAMELOG_PROXY is 1 and GAMELOG_PROXIES is 0: all visitors seem to come from the proxy, and a limit that "
            "one of them reaches holds for everybody.",
            "Set GAMELOG_PROXIES to the number of your proxies that append to X-Forwarded-For.", id="gamelog.W002",
        )  # fmt: skip


def _database() -> Messages:
    if settings.DATABASE_KIND == "SQLite":
        return
    try:
        make_conninfo("", **addresses.database(settings.DATABASE_URL)["OPTIONS"])
    except psycopg.ProgrammingError as error:
        yield Error(f"DATABASE_URL says something that PostgreSQL does not know: {error}.", id="gamelog.E009")


def _machines() -> Messages:
    if settings.MACHINES == 1:
        return
    said = f"GAMELOG_MACHINES is {settings.MACHINES}, and "
    if settings.DATABASE_KIND == "SQLite":
        yield Error(
            f"{said}DATABASE_URL names a file of SQLite, which the others do not have.",
            "Use PostgreSQL.", id="gamelog.E005",
        )  # fmt: skip
    for name, about in (
        ("GAMELOG_SECRET_KEY", "each machine would make a secret key of its own, and log out the others' visitors"),
        ("GAMELOG_KEYS", "each machine would sign with keys that the others do not have"),
    ):
        if not os.environ.get(name):
            yield Error(f"{said}{name} is not set: {about}.", id="gamelog.E006")
    if not os.environ.get("BROKER_URL") or urlsplit(settings.BROKER_URL).scheme == "redis+socket":
        yield Error(f"{said}BROKER_URL names no server that the others reach.", id="gamelog.E007")
    if settings.CACHE_URL == IN_PROCESS or urlsplit(settings.CACHE_URL).scheme == "unix":
        yield Error(
            f"{said}CACHE_URL names no server that the others reach: limits would count by machine, and live replays "
            "would not hear of steps that are stored elsewhere.", id="gamelog.E008",
        )  # fmt: skip


def _mail() -> Messages:
    backend = settings.MAIL_SERVER["backend"]
    if is_public() and not backend.endswith("smtp.EmailBackend"):
        yield Warning(
            "GAMELOG_MAIL_URL names no mail server: nobody who forgets a password gets a link.",
            "Set GAMELOG_MAIL_URL=smtp://user:password@host and try it with manage.py sendtestemail.",
            id="gamelog.W003",
        )  # fmt: skip
