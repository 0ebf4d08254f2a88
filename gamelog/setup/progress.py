"""Progress of long steps: one line per step, with its time. Standard library only."""

import contextlib
import sys
import time
from collections.abc import Iterator

_WIDTH = 78
_QUIET_SECONDS = 10.0


class Ticker:
    """Shows the progress of a step: rewritten in place on a terminal, every ten seconds elsewhere (a CI log)."""

    def __init__(self) -> None:
        self._terminal = sys.stdout.isatty()
        self._shown = time.monotonic()

    def show(self, text: str) -> None:
        """Show the newest state of the step."""
        if self._terminal:
            print(f"\r    {text}"[:_WIDTH].ljust(_WIDTH), end="", flush=True)
        elif time.monotonic() - self._shown >= _QUIET_SECONDS:
            self._shown = time.monotonic()
            print(f"    {text}", flush=True)

    def clear(self) -> None:
        """Erase the state."""
        if self._terminal:
            print("\r" + " " * _WIDTH + "\r", end="", flush=True)


@contextlib.contextmanager
def step(name: str) -> Iterator[Ticker]:
    """Announces `name`, and its time when it is done."""
    print(f"  {name} ...", flush=True)
    started, ticker = time.monotonic(), Ticker()
    try:
        yield ticker
    finally:
        ticker.clear()
    print(f"  {name}: done in {time.monotonic() - started:.1f} s", flush=True)
