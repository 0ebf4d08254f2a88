"""`manage.py up` run for real in a folder of its own: starts, restarts, refuses a second instance, leaves nothing
behind.
"""

import argparse
import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from gamelog.setup import processes, supervisor
from gamelog.setup.paths import ROOT
from gamelog.setup.problem import Problem


class Up:
    """A running `manage.py up` whose data is in `var`."""

    def __init__(self, var: Path, *options: str) -> None:
        self.var = var
        self.output = var.with_suffix(".out")
        self.process = start(var, self.output, *options)

    def said(self) -> str:
        return self.output.read_text()

    def wait_ready(self) -> int:
        """Returns the port."""
        ended_or_ready = processes.wait_until(lambda: "Ready: " in self.said() or self.process.poll() is not None, 90)
        assert ended_or_ready, self.said()
        found = re.search(r"Ready: http://127\.0\.0\.1:(\d+)", self.said())
        assert found, self.said()
        return int(found.group(1))

    def helpers(self) -> list[int]:
        """Every live process that works in our folder, except the supervisor itself."""
        return [pid for pid in (int(path.name) for path in Path("/proc").glob("[0-9]*")) if self._ours(pid)]

    def _ours(self, pid: int) -> bool:
        try:
            environment = Path(f"/proc/{pid}/environ").read_bytes().split(b"\0")
        except OSError:
            return False
        return pid != self.process.pid and f"GAMELOG_VAR={self.var}".encode() in environment


def start(var: Path, output: Path, *options: str) -> processes.Process:
    environment = {name: value for name, value in os.environ.items() if name not in ("DATABASE_URL", "BROKER_URL")}
    environment |= {"GAMELOG_VAR": str(var), "PYTHONUNBUFFERED": "1"}
    command = [sys.executable, "manage.py", "up", "--no-demo", "--port", "8765", *options]
    with output.open("wb") as file:
        return processes.start(command, environment=environment, output=file, folder=ROOT)


@pytest.fixture(params=[(), ("--postgres",)], ids=["sqlite", "postgres"])
def up(request: pytest.FixtureRequest, scratch: Path) -> Iterator[Up]:
    running = Up(scratch / f"up-{os.getpid()}-{len(request.param)}", *request.param)
    yield running
    processes.stop(running.process, patience=30)


@pytest.mark.long
def test_it_runs_mends_itself_and_leaves_nothing(up: Up) -> None:
    port = up.wait_ready()
    # On a busy machine a worker may be late once with its answer; whoever waits sees it ready again.
    assert processes.wait_until(lambda: supervisor.readiness(port).get("ready") is True, 30)
    state = supervisor.readiness(port)
    assert state["database_kind"] == ("PostgreSQL" if "--postgres" in up.process.args else "SQLite")  # type: ignore[operator]

    second = start(up.var, up.var.with_suffix(".second"))
    assert second.wait(30) == 1
    said = up.var.with_suffix(".second").read_text()
    assert f"already runs here: process {up.process.pid}, http://127.0.0.1:{port}" in said
    assert "Traceback" not in said

    web = next(pid for pid in up.helpers() if b"uvicorn" in Path(f"/proc/{pid}/cmdline").read_bytes())
    os.kill(web, signal.SIGKILL)
    assert processes.wait_until(lambda: "web runs again" in up.said(), 30), up.said()
    assert processes.wait_until(lambda: supervisor.readiness(port).get("ready") is True, 30)

    up.process.send_signal(signal.SIGINT)
    assert up.process.wait(30) == 0
    assert up.helpers() == []
    assert "Traceback" not in up.said()


def test_killed_hard_it_takes_everything_along(up: Up) -> None:
    up.wait_ready()
    assert up.helpers()
    up.process.kill()
    up.process.wait()
    assert processes.wait_until(lambda: not up.helpers(), 30), up.helpers()


def test_stopped_while_starting_it_leaves_nothing(scratch: Path) -> None:
    early = Up(scratch / f"early-{os.getpid()}")
    assert processes.wait_until(lambda: "Database tables" in early.said(), 60)
    early.process.send_signal(signal.SIGTERM)
    assert early.process.wait(30) == 0
    assert early.helpers() == []


def test_a_taken_port_is_replaced() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        number = taken.getsockname()[1]
        with supervisor.open_door(number) as door:
            assert door.getsockname()[1] not in (0, number)


def test_answers_are_sent_at_once() -> None:
    """Also by a server that has only the descriptor of the door, and takes it for one of a Unix socket."""
    with supervisor.open_door(0) as door:
        server = socket.fromfd(door.fileno(), socket.AF_UNIX, socket.SOCK_STREAM)
        with server, socket.create_connection(door.getsockname()), server.accept()[0] as link:
            assert link.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)


def test_an_impossible_port_is_explained() -> None:
    with pytest.raises(Problem, match="no port 70000"):
        supervisor.open_door(70_000)


def test_two_databases_at_once_are_refused(scratch: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DATABASE_URL", "postgres://u@db/games")
    monkeypatch.setenv("GAMELOG_VAR", str(scratch / "both"))
    options = argparse.Namespace(postgres=True, once=False, port=0, no_demo=True)
    with (scratch / "lock").open("w") as lock, pytest.raises(Problem, match="leave one out"):
        supervisor.Platform(options, lock).start_database()


def test_a_server_that_does_not_answer_is_not_replaced_by_sqlite(scratch: Path) -> None:
    far = {"DATABASE_URL": "postgres://u:p@127.0.0.1:1/games", "GAMELOG_VAR": str(scratch / "far")}
    environment = {**os.environ, **far}
    command = [sys.executable, "manage.py", "up", "--no-demo"]
    found = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=120)
    assert found.returncode == 1
    assert "does not answer" in found.stderr
    assert "Traceback" not in found.stderr
    assert not list((scratch / "far").glob("*.sqlite3"))


def test_a_log_is_turned_over_while_it_is_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GAMELOG_VAR", str(tmp_path))
    monkeypatch.setattr(supervisor, "LARGEST_LOG", 1000)
    platform = supervisor.Platform(supervisor._parser().parse_args([]), None)  # type: ignore[arg-type]
    with platform.log("web").open("ab", buffering=0) as written:
        written.write(b"a" * 1001)
        platform.tend()
        written.write(b"later")
        platform.tend()
    logs = {path.name: path.read_bytes() for path in (tmp_path / "log").iterdir()}
    assert logs == {"web.log": b"later", "web.log.old": b"a" * 1001}


def test_the_pause_before_a_restart_grows_and_is_forgotten() -> None:
    child = supervisor.Child("x", lambda: processes.start(["true"]))
    child.started = 100.0
    assert [child._pause(101.0) for _ in range(7)] == [1.0, 2.0, 4.0, 8.0, 16.0, 30.0, 30.0]
    assert child._pause(200.0) == 1.0
