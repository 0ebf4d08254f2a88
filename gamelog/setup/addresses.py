"""Parses the addresses of the database, the broker, the cache and the mail server for Django. Standard library only."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, quote, unquote, urlsplit

POSTGRES_SCHEMES = ("postgres", "postgresql")
SSL_MODES = ("disable", "allow", "prefer", "require", "verify-ca", "verify-full")
BROKER_SCHEMES = ("redis", "rediss", "redis+socket", "memory")
CACHE_SCHEMES = ("redis", "rediss", "unix", "locmem")
MAIL_SCHEMES = ("smtp", "smtps", "file", "console")
POOL = 16
"""So many connections to PostgreSQL a web process keeps at most, unless the address says how many."""
MAIL_SECONDS = 10
"""So long a worker waits for the mail server, unless the address says how long."""
SQLITE_OPTIONS = {
    "timeout": 20,
    # A writer takes the lock at once: a reader that turns into a writer halfway could only fail.
    "transaction_mode": "IMMEDIATE",
    "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON",
}


def database(url: str, *, pool: bool = False) -> dict[str, Any]:
    """Django's settings for `sqlite:///absolute/path` or `postgres://user:password@host:port/name?host=/socket/folder`.

    `pool`: keep connections in a pool (PostgreSQL, web processes only). Of what follows the `?`, `pool=8` is its size
    and `pgbouncer=1` says that PgBouncer keeps the connections instead; the rest is libpq's, such as
    `sslmode=verify-full`. Raises: ValueError, naming the error.
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
    if options.get("sslmode", "prefer") not in SSL_MODES:
        raise ValueError(f"sslmode is {options['sslmode']!r}; it can be {', '.join(SSL_MODES)}")
    bouncer = _whole(options, "pgbouncer", 0) == 1
    size = _whole(options, "pool", POOL)
    if pool and size and not bouncer:
        options["pool"] = {"min_size": 1, "max_size": size, "timeout": 4}
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
        # The cursors of a server live in one connection, and PgBouncer may give the next statement another.
        "DISABLE_SERVER_SIDE_CURSORS": bouncer,
    }


def _whole(options: dict[str, Any], name: str, default: int) -> int:
    """Takes a whole number out of what follows the `?`. Raises: ValueError."""
    found = str(options.pop(name, default))
    if not (found.isascii() and found.isdigit()):
        raise ValueError(f"{name} is {found!r}, not a whole number")
    return int(found)


def postgres_url(*, user: str, password: str, name: str, host: str, port: str | int = "") -> str:
    """The address of a PostgreSQL database; `host` may be a socket folder."""
    who = f"{quote(user, safe='')}:{quote(password, safe='')}"
    if host.startswith("/"):
        at = f"{who}@/{quote(name, safe='')}?host={quote(host, safe='')}"
        return f"postgres://{at}&port={port}" if port else f"postgres://{at}"
    return f"postgres://{who}@{host}{f':{port}' if port else ''}/{quote(name, safe='')}"


def broker(url: str) -> str:
    """The address of the broker. Raises: ValueError, naming the error."""
    return _of_scheme(url, BROKER_SCHEMES)


def cache(url: str) -> str:
    """The address of the cache. Raises: ValueError, naming the error."""
    return _of_scheme(url, CACHE_SCHEMES)


def _of_scheme(url: str, schemes: tuple[str, ...]) -> str:
    parts = urlsplit(url)
    if parts.scheme not in schemes:
        raise ValueError(f"it starts with {parts.scheme or 'no scheme'!r}, not with {' or '.join(schemes)}")
    if parts.scheme in ("redis", "rediss", "smtp", "smtps") and not parts.hostname:
        raise ValueError(f"it names no host: write {parts.scheme}://host")
    parts.port  # noqa: B018, raises ValueError for what is no port
    return url


def mail(url: str) -> Mapping[str, Any]:
    """Django's settings for `smtp://user:password@host:587?tls=1`, `smtps://host`, `file:///folder` or `console:`.

    `tls=0` sends in clear, `timeout=20` says how many seconds to wait. Raises: ValueError, naming the error.
    """
    parts = urlsplit(_of_scheme(url, MAIL_SCHEMES))
    if parts.scheme == "console":
        return {"backend": "django.core.mail.backends.console.EmailBackend"}
    if parts.scheme == "file":
        if not parts.path.strip("/"):
            raise ValueError("it names no folder: write file:///absolute/path")
        return {"backend": "django.core.mail.backends.filebased.EmailBackend", "file_path": unquote(parts.path)}
    options: dict[str, Any] = dict(parse_qsl(parts.query))
    implicit = parts.scheme == "smtps"
    found = {
        "backend": "django.core.mail.backends.smtp.EmailBackend",
        "host": parts.hostname,
        "port": parts.port or (465 if implicit else 587),
        "username": unquote(parts.username or ""),
        "password": unquote(parts.password or ""),
        "use_ssl": implicit,
        "use_tls": not implicit and _whole(options, "tls", 1) == 1,
        "timeout": _whole(options, "timeout", MAIL_SECONDS),
    }
    if options:
        raise ValueError(f"{', '.join(sorted(options))} says nothing to a mail server; there are tls and timeout")
    return found


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
