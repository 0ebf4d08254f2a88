"""Children end when told to, when they do not listen, and when we are killed."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

from gamelog.setup import processes
from gamelog.setup.paths import ROOT

DEAF = "import signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN); print('deaf', flush=True); time.sleep(60)"
PARENT = """
import sys, time
from gamelog.setup import processes
child = processes.start([sys.executable, "-c", "import time; time.sleep(60)"])
print(child.pid, flush=True)
time.sleep(60)
"""


def gone(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] == "Z"
    except OSError:
        return True


def test_stop_asks_first() -> None:
    process = processes.start([sys.executable, "-c", "import time; time.sleep(60)"])
    assert processes.stop(process) == -signal.SIGTERM
    assert processes.stop(process) == -signal.SIGTERM, "stopping twice does no harm"


def test_stop_kills_what_does_not_listen() -> None:
    process = processes.start([sys.executable, "-c", DEAF], output=subprocess.PIPE)
    assert process.stdout
    assert process.stdout.readline() == b"deaf\n"
    assert processes.stop(process, patience=0.3) == -signal.SIGKILL
    process.stdout.close()


def test_stop_ends_the_grandchildren_too(tmp_path: Path) -> None:
    note = tmp_path / "pid"
    process = processes.start(["sh", "-c", f"sleep 60 & echo $! > {note}; wait"])
    assert processes.wait_until(lambda: note.exists() and bool(note.read_text()), 5)
    processes.stop(process)
    assert processes.wait_until(lambda: gone(int(note.read_text())), 5)


def test_a_child_does_not_outlive_a_parent_that_is_killed() -> None:
    parent = subprocess.Popen([sys.executable, "-c", PARENT], cwd=ROOT, stdout=subprocess.PIPE)
    assert parent.stdout
    child = int(parent.stdout.readline())
    parent.kill()
    parent.wait()
    parent.stdout.close()
    assert processes.wait_until(lambda: gone(child), 5)


def test_a_child_has_a_session_of_its_own() -> None:
    process = processes.start(["sleep", "60"])
    assert os.getsid(process.pid) == process.pid
    processes.stop(process)


def test_wait_until_gives_up() -> None:
    started = time.monotonic()
    assert not processes.wait_until(lambda: False, 0.2)
    assert time.monotonic() - started < 5
