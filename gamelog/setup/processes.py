"""Child processes that cannot outlive us: each in its own session, stopped by us, or by Linux if we are killed."""

import contextlib
import ctypes
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import IO

_PR_SET_PDEATHSIG = 1
# Loaded here and not between fork and exec, where taking the loader's lock could hang.
_LIBC = ctypes.CDLL(None, use_errno=True) if sys.platform == "linux" else None

Process = subprocess.Popen[bytes]


def die_with_parent(death_signal: int, before: Callable[[], None] | None = None) -> Callable[[], None]:
    """A function for the child, between fork and exec, so that the kernel sends it `death_signal` when we die.

    `before` runs first: a change of user would clear the setting.
    """
    parent = os.getpid()

    def prepare() -> None:
        if before:
            before()
        if _LIBC:
            _LIBC.prctl(_PR_SET_PDEATHSIG, death_signal, 0, 0, 0)
            if os.getppid() != parent:  # we died before the signal was set
                os._exit(1)

    return prepare


def start(
    command: Sequence[str | Path],
    *,
    environment: Mapping[str, str] | None = None,
    output: IO[bytes] | int | None = None,
    folder: Path | None = None,
    death_signal: int = signal.SIGTERM,
    before: Callable[[], None] | None = None,
    inherited: Sequence[int] = (),
) -> Process:
    """Start `command` in a session of its own, so that Ctrl-C at the terminal reaches only us. Raises: OSError."""
    return subprocess.Popen(
        [str(part) for part in command],
        env=None if environment is None else dict(environment),
        stdin=subprocess.DEVNULL,
        stdout=output,
        stderr=subprocess.STDOUT if output is not None else None,
        cwd=folder,
        start_new_session=True,
        pass_fds=inherited,
        preexec_fn=die_with_parent(death_signal, before),
    )


def stop(process: Process, *, stop_signal: int = signal.SIGTERM, patience: float = 10) -> int:
    """Ask `process` to end, kill its whole session after `patience` seconds. Returns its exit code; safe to repeat."""
    if process.poll() is None:
        with contextlib.suppress(ProcessLookupError):
            process.send_signal(stop_signal)
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(patience)
    kill_session(process)
    return process.wait()


def kill_session(process: Process) -> None:
    """SIGKILL to `process` and everything in its session that is still alive (pool workers, for example)."""
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)


def wait_until(holds: Callable[[], bool], seconds: float, pause: float = 0.05) -> bool:
    """Wait until `holds()` is true; returns whether it was within `seconds`."""
    end = time.monotonic() + seconds
    while not holds():
        if time.monotonic() >= end:
            return False
        time.sleep(pause)
    return True


def last_lines(path: Path, count: int = 15) -> str:
    """The end of a log file, for a message; empty if there is none."""
    try:
        return "\n".join(path.read_text(errors="replace").splitlines()[-count:])
    except OSError:
        return ""
