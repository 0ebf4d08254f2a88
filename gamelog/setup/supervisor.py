"""`manage.py up`: starts everything in order, keeps it running, stops it in reverse order."""

import argparse
import contextlib
import fcntl
import http.client
import importlib
import json
import os
import shutil
import signal
import socket
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from types import FrameType
from typing import IO, Any

from gamelog.setup import bootstrap, paths, processes, services
from gamelog.setup.problem import Problem
from gamelog.setup.progress import step

HOST = "127.0.0.1"
READY_SECONDS = 60
LONGEST_PAUSE = 30.0
HEALTHY_SECONDS = 60.0
LARGEST_LOG = 5_000_000
MANAGE = (str(paths.PYTHON), str(paths.ROOT / "manage.py"))


class Stopped(BaseException):
    """The user asked us to stop: Ctrl-C, SIGTERM or a closed terminal."""


def main(arguments: Sequence[str]) -> int:
    """Run the platform until it is told to stop; returns the exit code. Raises: Problem."""
    options = _parser().parse_args(arguments)
    _listen_for_stop()
    try:
        with _only_one(paths.var()) as lock:
            return Platform(options, lock).run()
    except Stopped:
        return 0
    except OSError as error:
        raise Problem(f"The platform cannot run here: {error}") from error


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="manage.py up", description="Run the whole platform on this machine.")
    parser.add_argument("--port", type=int, default=8000, help="the port to listen on (another one if it is taken)")
    parser.add_argument("--postgres", action="store_true", help="the embedded PostgreSQL instead of SQLite")
    parser.add_argument("--once", action="store_true", help="prove one whole round, then stop")
    parser.add_argument("--no-demo", action="store_true", help="without the demo games and accounts")
    return parser


def _listen_for_stop() -> None:
    def stop(number: int, frame: FrameType | None) -> None:
        _ignore_stop()
        raise Stopped

    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, stop)


def _ignore_stop() -> None:
    # One request is enough; a second Ctrl-C must not interrupt the shutdown and leave processes behind.
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)


@contextlib.contextmanager
def _only_one(var: Path) -> Iterator[IO[str]]:
    path = paths.private_folder(var) / "up.lock"
    with path.open("a+") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise Problem(f"The platform already runs here: {path.read_text().strip() or 'it is starting'}.") from None
        _write(lock, f"process {os.getpid()}")
        yield lock
        _write(lock, "")


def _write(lock: IO[str], text: str) -> None:
    lock.truncate(0)
    lock.write(text)
    lock.flush()


@dataclass
class Child:
    """A process that is kept running: how to start it, how to stop it, and when it may be restarted after dying."""

    name: str
    launch: Callable[[], processes.Process]
    stop_signal: int = signal.SIGTERM
    process: processes.Process | None = None
    failures: int = 0
    started: float = 0.0
    again_at: float = field(default=0.0)

    def start(self) -> None:
        self.process = self.launch()
        self.started = time.monotonic()

    def stop(self) -> None:
        """Ask it to end, then end it."""
        if self.process:
            processes.stop(self.process, stop_signal=self.stop_signal)

    def tend(self, now: float) -> str | None:
        """Restart it if it died and its pause is over; returns a sentence if something happened."""
        if self.process is None or self.process.poll() is None:
            return None
        if not self.again_at:
            self.again_at = now + self._pause(now)
            processes.kill_session(self.process)
            return f"{self.name} ended with code {self.process.returncode}; starting it again"
        if now < self.again_at:
            return None
        self.again_at = 0.0
        try:
            self.start()
        except Problem as problem:
            return str(problem)
        return f"{self.name} runs again"

    def _pause(self, now: float) -> float:
        self.failures = 1 if now - self.started > HEALTHY_SECONDS else self.failures + 1
        return float(min(LONGEST_PAUSE, 0.5 * 2**self.failures))


class Platform:
    """Database, broker, worker, beat and web server on this machine."""

    def __init__(self, options: argparse.Namespace, lock: IO[str]) -> None:
        self.options = options
        self.lock = lock
        self.var = paths.var()
        self.logs = paths.private_folder(self.var / "log")
        self.environment = {**os.environ, "DJANGO_SETTINGS_MODULE": "gamelog.settings", "PYTHONUNBUFFERED": "1"}
        self.owner_url: str | None = os.environ.get("DATABASE_OWNER_URL")
        self.children: list[Child] = []
        self.door: socket.socket | None = None

    @property
    def port(self) -> int:
        """The port the web server listens on."""
        return int(self.door.getsockname()[1]) if self.door else 0

    @property
    def address(self) -> str:
        """The address to open."""
        return f"http://{HOST}:{self.port}"

    def run(self) -> int:
        """Start everything, then watch, or prove one round. Whatever happens, everything is stopped in the end."""
        try:
            self.start()
            if self.options.once:
                return self.prove()
            self.announce()
            self.watch()
        finally:
            _ignore_stop()
            self.stop()
        return 0

    def start(self) -> None:
        """Start everything in order of dependency. Raises: Problem."""
        print("Starting the platform:", flush=True)
        self.start_database()
        self.start_broker()
        self.prepare()
        self.hold_door()
        self.start_jobs()
        self.start_web()
        with step("Waiting until everything answers"):
            self.wait_ready()

    # Data

    def start_database(self) -> None:
        """Start the embedded PostgreSQL if one is wanted, and migrate. Raises: Problem."""
        given = os.environ.get("DATABASE_URL")
        if self.options.postgres and given:
            raise Problem("Both --postgres and DATABASE_URL ask for a database: leave one out.")
        if self.options.postgres:
            self._start_postgres()
        elif given:
            with step("Database (the one that DATABASE_URL names)"):
                wait_for_database(given)

    def _start_postgres(self) -> None:
        server = services.Postgres.kept_in(self.var)
        with step("Database (embedded PostgreSQL)"):
            self.keep("postgres", lambda: server.start(self.log("postgres")), signal.SIGINT)
        self.environment["DATABASE_URL"] = server.url(server.APPLICATION)
        self.owner_url = server.url(server.OWNER)

    def start_broker(self) -> None:
        """Start the embedded broker unless BROKER_URL names one. Raises: Problem."""
        if os.environ.get("BROKER_URL"):
            print("  Broker: the server that BROKER_URL names", flush=True)
            return
        server = services.Valkey.kept_in(self.var)
        with step("Broker (embedded Valkey)"):
            self.keep("valkey", lambda: server.start(self.log("valkey")))
        self.environment["BROKER_URL"] = server.url

    def prepare(self) -> None:
        """Tables, static files, demo."""
        with step("Database tables"):
            self.manage("migrate", "--no-input", owner=True)
            if self.owner_url:
                self.manage("grant_application", self._application_role(), owner=True)
        self.collect_static()
        if not self.options.no_demo:
            with step("Demo games"):
                self.manage("load_demo")

    def collect_static(self) -> None:
        """Copy and compress static files, unless nothing changed: compressing takes five seconds."""
        stamp, fingerprint = self.var / "static.stamp", static_fingerprint()
        if stamp.exists() and stamp.read_text() == fingerprint:
            return
        with step("Static files"):
            # Source maps are for developers, who run from the sources.
            self.manage("collectstatic", "--no-input", "--clear", "--ignore", "*.map")
        stamp.write_text(fingerprint)

    def _application_role(self) -> str:
        from gamelog.setup.addresses import database

        return str(database(self.environment["DATABASE_URL"])["USER"])

    def manage(self, *command: str, owner: bool = False) -> None:
        """Run a management command to its end, output to its log. Raises: Problem with the log's last lines."""
        environment = dict(self.environment)
        if owner and self.owner_url:
            environment["DATABASE_URL"] = self.owner_url
        log = self.log(command[0])
        with log.open("ab") as output:
            code = self._finish(processes.start([*MANAGE, *command], environment=environment, output=output))
        if code != 0:
            raise Problem(f"manage.py {command[0]} failed; {log} ends with:\n{processes.last_lines(log)}")

    def _finish(self, process: processes.Process) -> int:
        try:
            return process.wait()
        finally:
            processes.stop(process)

    # Processes

    def start_jobs(self) -> None:
        """Start the worker and the schedule."""
        celery = [str(paths.PYTHON), "-m", "celery", "-A", "gamelog.celery"]
        alone = ["--without-gossip", "--without-mingle", "--concurrency", str(min(4, os.cpu_count() or 1))]
        schedule = ["-s", str(self.var / "beat-schedule"), "--pidfile="]
        with step("Worker and schedule"):
            self.keep_command("worker", [*celery, "worker", "--loglevel", "INFO", *alone])
            self.keep_command("beat", [*celery, "beat", "--loglevel", "INFO", *schedule])

    def hold_door(self) -> None:
        # We hold the socket and hand it down: nobody can take the port in between, and clients wait during a restart.
        """Take the port; every process learns the base address of links. Raises: Problem."""
        self.door = open_door(self.options.port)
        if self.port != self.options.port:
            print(f"  Port {self.options.port} is taken; using {self.port}", flush=True)
        self.environment.setdefault("GAMELOG_URL", self.address)

    def start_web(self) -> None:
        """Start the web server on the socket that is already held."""
        assert self.door, "the door is held before anybody is let in"
        with step("Web server"):
            uvicorn = [str(paths.PYTHON), "-m", "uvicorn", "gamelog.asgi:application"]
            options = ["--lifespan", "off", "--no-access-log", "--no-proxy-headers", "--timeout-graceful-shutdown", "5"]
            command = [*uvicorn, "--fd", str(self.door.fileno()), *options]
            environment = {**self.environment, "GAMELOG_PROCESS": "web"}
            door = [self.door.fileno()]
            self.keep("web", lambda: _launch(command, environment, self.log("web"), door))

    def keep_command(self, name: str, command: Sequence[str]) -> None:
        """Start `command` and keep it running, output to its log."""
        self.keep(name, lambda: _launch(command, self.environment, self.log(name)))

    def keep(self, name: str, launch: Callable[[], processes.Process], stop_signal: int = signal.SIGTERM) -> None:
        """Start a child and look after it from now on; children are stopped in reverse order."""
        child = Child(name, launch, stop_signal)
        self.children.append(child)
        child.start()

    def log(self, name: str) -> Path:
        """The log of one process; a large one is rotated first."""
        path = self.logs / f"{name}.log"
        if path.exists() and path.stat().st_size > LARGEST_LOG:
            path.replace(path.with_suffix(".log.old"))
        return path

    def turn_logs(self) -> None:
        """Put aside what running processes have written too much of. Each goes on writing to the end of the file that
        it has, which is therefore copied and emptied; a line that comes in between is lost.
        """
        for path in self.logs.glob("*.log"):
            if path.stat().st_size > LARGEST_LOG:
                shutil.copyfile(path, path.with_suffix(".log.old"))
                os.truncate(path, 0)

    def wait_ready(self) -> None:
        """Wait until /readyz is green. Raises: Problem, naming what is missing."""
        state: dict[str, object] = {}

        def ready() -> bool:
            self.tend()
            state.update(readiness(self.port))
            return state.get("ready") is True

        if not processes.wait_until(ready, READY_SECONDS, pause=0.3):
            missing = state.get("checks", "the web server does not answer")
            logs = "\n".join(processes.last_lines(self.log(name), 5) for name in ("web", "worker"))
            raise Problem(f"Not ready after {READY_SECONDS} s: {missing}. The logs in {self.logs} end with:\n{logs}")

    def tend(self) -> None:
        """Look after every child and its log once: dead ones are restarted after a pause."""
        self.turn_logs()
        for child in self.children:
            message = child.tend(time.monotonic())
            if message:
                print(f"  {message}", flush=True)

    def watch(self) -> None:
        """Run until somebody stops us."""
        while True:
            self.tend()
            time.sleep(0.5)

    def stop(self) -> None:
        """Stop every process that we started, the last one first."""
        if self.children:
            print("Stopping ...", flush=True)
        for child in reversed(self.children):
            child.stop()
        if self.door:
            self.door.close()
        if self.children:
            print("Everything is stopped; the data is kept in " + str(self.var), flush=True)

    # Words

    def announce(self) -> None:
        """Print the address and the demo accounts."""
        _write(self.lock, f"process {os.getpid()}, {self.address}")
        kind = readiness(self.port).get("database_kind", "")
        print(f"\nReady: {self.address}   (database: {kind})", flush=True)
        for line in [] if self.options.no_demo else demo_accounts():
            print(line, flush=True)
        print("Ctrl-C stops everything; the data stays.", flush=True)

    def prove(self) -> int:
        """One whole round against the running platform; returns the command's exit code."""
        command = [*MANAGE, "prove_round", "--address", self.address]
        return self._finish(processes.start(command, environment=self.environment))


def static_fingerprint() -> str:
    """A fingerprint of all static files: the packages', the built ones and those in frontend/static."""
    own = sorted((paths.FRONTEND / "static").rglob("*"))
    found = [bootstrap.STAMP.read_text(), *(f"{path} {path.stat().st_mtime_ns}" for path in own)]
    return sha256("\n".join(found).encode()).hexdigest()


def _launch(
    command: Sequence[str], environment: Mapping[str, str], log: Path, inherited: Sequence[int] = ()
) -> processes.Process:
    with log.open("ab") as output:
        return processes.start(command, environment=environment, output=output, folder=paths.ROOT, inherited=inherited)


def wait_for_database(url: str) -> None:
    """Wait until it answers, ten seconds at most. Raises: Problem, also for an address that cannot be read."""
    from gamelog.setup.addresses import database

    try:
        found = database(url)
    except ValueError as error:
        raise Problem(f"{error}.") from None
    if found["ENGINE"].endswith("sqlite3"):
        return
    said: list[str] = []
    if not processes.wait_until(lambda: _connects(found, said), services.START_SECONDS, pause=0.5):
        raise Problem(f"The database that DATABASE_URL names does not answer: {said[-1]}")


def _connects(found: Mapping[str, Any], said: list[str]) -> bool:
    import psycopg

    names = {"NAME": "dbname", "USER": "user", "PASSWORD": "password", "HOST": "host", "PORT": "port"}
    words = {name: found[key] for key, name in names.items() if found[key]}
    try:
        psycopg.connect(connect_timeout=3, **words, **found["OPTIONS"]).close()
    except psycopg.Error as error:
        said.append(str(error).strip())
        return False
    return True


def open_door(wanted: int) -> socket.socket:
    """A listening socket on `wanted`, else on a free port. Raises: Problem for a port that we may not use."""
    door = socket.socket()
    door.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    # Connections inherit it. The server gets the socket by its descriptor, takes it for a Unix one, and would leave
    # Nagle's algorithm on: from the second answer of a connection on each would wait 40 ms for the reader.
    door.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    try:
        _bind(door, wanted)
    except Problem:
        door.close()
        raise
    door.listen(128)
    return door


def _bind(door: socket.socket, wanted: int) -> None:
    try:
        door.bind((HOST, wanted))
    except PermissionError:
        raise Problem(f"This user may not listen on port {wanted}: choose one above 1023.") from None
    except OverflowError:
        raise Problem(f"There is no port {wanted}: ports are 1 to 65535.") from None
    except OSError:
        door.bind((HOST, 0))


def readiness(port: int) -> dict[str, object]:
    """The answer of /readyz; empty while nothing answers."""
    link = http.client.HTTPConnection(HOST, port, timeout=5)
    try:
        link.request("GET", "/readyz")
        found = json.loads(link.getresponse().read())
    except (OSError, ValueError, http.client.HTTPException):
        return {}
    finally:
        link.close()
    return found if isinstance(found, dict) else {}


def demo_accounts() -> list[str]:
    """The lines that name the demo's accounts; the demo's module is imported only now, because set-up knows no
    domain.
    """
    import django

    django.setup()
    accounts = importlib.import_module("gamelog.games.demo").ACCOUNTS
    if importlib.import_module("gamelog.deployment").is_public():
        names = ", ".join(username for username, _, _ in accounts)
        return [f"Demo accounts: {names}. Others reach this site, so set their passwords: manage.py changepassword."]
    lines = [f"  {username:<12} {password:<16} {role}" for username, password, role in accounts]
    return ["Demo accounts (name, password, role):", *lines]
