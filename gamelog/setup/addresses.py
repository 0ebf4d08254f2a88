"""Parses `DATABASE_URL` and `BROKER_URL` for Django. Standard library only."""

from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, quote, unquote, urlsplit

POSTGRES_SCHEMES = ("postgres", "postgresql")
SQLITE_OPTIONS = {
    "timeout": 20,
    # A writer takes the lock at once: a reader that turns into a writer halfway could only fail.
    "transaction_mode": "IMMEDIATE",
    "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON",
}


def database(url: str, *, pool: bool = False) -> dict[str, Any]:
    """Django's settings for `sqlite:///absolute/path` or `postgres://user:password@host:port/name?host=/socket/folder`.

    `pool`: keep connections in a pool (PostgreSQL, web processes only). Raises: ValueError, naming the error.
    """
    parts = urlsplit(url)
    if parts.scheme == "sqlite":
        return _sqlite(unquote(parts.path)[1:])
    if parts.scheme in POSTGRES_SCHEMES:
        return _postgres(url, pool)
    raise ValueError(f"DATABASE_URL starts with {parts.scheme or 'no scheme'!r}, not with sqlite or postgres")


def _sqlite(path: str) -> dict[str, Any]:
    if not path:
        raise ValueError("DATABASE_URL names no file: write sqlite:////absolute/path")
    return {"ENGINE": "django.db.backends.sqlite3", "NAME": path, "OPTIONS": dict(SQLITE_OPTIONS)}


def _postgres(url: str, pool: bool) -> dict[str, Any]:
    parts = urlsplit(url)
    options: dict[str, Any] = dict(parse_qsl(parts.query))
    name = unquote(parts.path.lstrip("/"))
    if not name:
        raise ValueError("DATABASE_URL names no database: write postgres://user:password@host/name")
    host = options.pop("host", unquote(parts.hostname or ""))
    if pool:
        options["pool"] = {"min_size": 1, "max_size": 16, "timeout": 10}
    return {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": name,
        "USER": unquote(parts.username or ""),
        "PASSWORD": unquote(parts.password or ""),
        "HOST": host,
        "PORT": str(options.pop("port", parts.port or "")),
        "OPTIONS": options,
        # Persistent connections leak under ASGI; web processes use the pool instead.
        "CONN_MAX_AGE": 0,
    }


def postgres_url(*, user: str, password: str, name: str, host: str, port: str | int = "") -> str:
    """The address of a PostgreSQL database; `host` may be a socket folder."""
    who = f"{quote(user, safe='')}:{quote(password, safe='')}"
    if host.startswith("/"):
        at = f"{who}@/{quote(name, safe='')}?host={quote(host, safe='')}"
        return f"postgres://{at}&port={port}" if port else f"postgres://{at}"
    return f"postgres://{who}@{host}{f':{port}' if port else ''}/{quote(name, safe='')}"


def broker_socket(path: Path) -> str:
    """The broker's address for a Valkey that listens on a Unix socket."""
    return f"redis+socket://{quote(str(path))}"


def socket_of(broker: str) -> Path | None:
    """The socket that a broker address names, or None if it names a host."""
    parts = urlsplit(broker)
    return Path(unquote(parts.path)) if parts.scheme == "redis+socket" else None


def cache_of(broker: str, number: int = 1) -> str:
    """The address of Valkey database `number` on the broker's server, in the form that redis-py reads."""
    socket = socket_of(broker)
    if socket:
        password = urlsplit(broker).password
        return f"unix://{f':{password}@' if password else ''}{quote(str(socket))}?db={number}"
    parts = urlsplit(broker)
    return parts._replace(path=f"/{number}").geturl()
