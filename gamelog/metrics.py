"""What this process counts about itself, and how figures are written for Prometheus.

A process is a target of its own: it has an address, and Prometheus adds up. So nothing is shared between processes,
and a count costs a lock and an addition. What concerns the whole site is read from the database when it is asked for
(`gamelog/monitoring.py`).
"""

from __future__ import annotations

import os
import resource
import time
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from itertools import accumulate
from pathlib import Path
from threading import Lock

CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"
SECONDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
"""The upper bounds of what is counted together of times that requests take."""

STORED, FAILED = "stored", "failed"

Labels = tuple[str, ...]
_STARTED = time.time()


class Counter:
    """Counts what happened, by the values of its labels."""

    def __init__(self, name: str, about: str, *labels: str) -> None:
        self.name, self.about, self.labels = name, about, labels
        self._counts: dict[Labels, float] = {}
        self._lock = Lock()

    def add(self, *values: str, amount: float = 1) -> None:
        """Count one more with these values of the labels."""
        with self._lock:
            self._counts[values] = self._counts.get(values, 0) + amount

    def lines(self) -> Iterator[str]:
        """The counts as text."""
        with self._lock:
            counts = dict(self._counts)
        yield from heading(self.name, "counter", self.about)
        for values, count in sorted(counts.items()):
            yield line(self.name, dict(zip(self.labels, values, strict=True)), count)


class Histogram:
    """Counts how long something took, in seconds, by the values of its labels."""

    def __init__(self, name: str, about: str, *labels: str, bounds: tuple[float, ...] = SECONDS) -> None:
        self.name, self.about, self.labels, self.bounds = name, about, labels, bounds
        self._counts: dict[Labels, list[int]] = {}
        self._sums: dict[Labels, float] = {}
        self._lock = Lock()

    def add(self, *values: str, seconds: float) -> None:
        """Count one that took so long, with these values of the labels."""
        with self._lock:
            counts = self._counts.get(values)
            if counts is None:
                counts = self._counts[values] = [0] * (len(self.bounds) + 1)
            counts[bisect_left(self.bounds, seconds)] += 1
            self._sums[values] = self._sums.get(values, 0.0) + seconds

    def lines(self) -> Iterator[str]:
        """The counts as text; each bound counts all that did not take longer."""
        with self._lock:
            found = [(values, list(counts), self._sums[values]) for values, counts in sorted(self._counts.items())]
        yield from heading(self.name, "histogram", self.about)
        for values, counts, total in found:
            labels = dict(zip(self.labels, values, strict=True))
            bounds = [*map(str, self.bounds), "+Inf"]
            for bound, count in zip(bounds, accumulate(counts), strict=True):
                yield line(f"{self.name}_bucket", {**labels, "le": bound}, count)
            yield line(f"{self.name}_sum", labels, total)
            yield line(f"{self.name}_count", labels, sum(counts))


class Level:
    """Counts what goes up and down."""

    def __init__(self, name: str, about: str) -> None:
        self.name, self.about = name, about
        self._now = 0
        self._lock = Lock()

    def change(self, amount: int) -> None:
        """So many more, or fewer."""
        with self._lock:
            self._now += amount

    def lines(self) -> Iterator[str]:
        """The present figure as text."""
        yield from gauge(self.name, self.about, [({}, self._now)])


REQUESTS = Counter("gamelog_requests_total", "Requests, by the name of their route.", "route", "method", "status")
REQUEST_SECONDS = Histogram(
    "gamelog_request_seconds", "Seconds from a request to the beginning of its answer.", "route"
)
REQUESTS_WAITING = Level("gamelog_requests_waiting", "Requests that wait for a place in this process.")
APPENDS = Counter("gamelog_appends_total", "Declarations, by the game's ruleset and what came of them.", "ruleset",
                  "outcome")  # fmt: skip
APPEND_SECONDS = Histogram("gamelog_append_seconds", "Seconds that declarations took.", "ruleset", "outcome")


@contextmanager
def appending(ruleset: str, refusals: Mapping[type[Exception], str]) -> Iterator[None]:
    """Counts a declaration, and what came of it: `refusals` names exceptions."""
    outcome, began = STORED, time.perf_counter()
    try:
        yield
    except Exception as error:
        outcome = next((word for kind, word in refusals.items() if isinstance(error, kind)), FAILED)
        raise
    finally:
        appended(ruleset, outcome, time.perf_counter() - began)


def appended(ruleset: str, outcome: str, seconds: float) -> None:
    """Count a declaration that took so long."""
    APPENDS.add(ruleset, outcome)
    APPEND_SECONDS.add(ruleset, outcome, seconds=seconds)


def own_lines() -> Iterator[str]:
    """Everything that this process counts, and what it takes of the machine."""
    for each in (REQUESTS, REQUEST_SECONDS, REQUESTS_WAITING, APPENDS, APPEND_SECONDS):
        yield from each.lines()
    used = resource.getrusage(resource.RUSAGE_SELF)
    about = "Processor time of this process, in seconds."
    yield from family("process_cpu_seconds_total", "counter", about, [({}, used.ru_utime + used.ru_stime)])
    yield from gauge("process_resident_memory_bytes", "Memory of this process.", [({}, resident_bytes())])
    yield from gauge("process_start_time_seconds", "When this process began.", [({}, _STARTED)])


def resident_bytes() -> int:
    """The memory of this process that is in use."""
    pages = Path("/proc/self/statm").read_text(encoding="ascii").split()[1]
    return int(pages) * os.sysconf("SC_PAGE_SIZE")


def gauge(name: str, about: str, found: Iterable[tuple[Mapping[str, str], float]]) -> Iterator[str]:
    """Figures that go up and down, each with its labels, as text."""
    yield from family(name, "gauge", about, found)


def family(name: str, kind: str, about: str, found: Iterable[tuple[Mapping[str, str], float]]) -> Iterator[str]:
    """Figures of one name as text."""
    yield from heading(name, kind, about)
    for labels, value in found:
        yield line(name, labels, value)


def heading(name: str, kind: str, about: str) -> Iterator[str]:
    """What stands before the figures of one name."""
    yield f"# HELP {name} {about}"
    yield f"# TYPE {name} {kind}"


def line(name: str, labels: Mapping[str, str], value: float) -> str:
    """One figure as text."""
    told = ",".join(f'{label}="{_escaped(said)}"' for label, said in labels.items())
    return f"{name}{{{told}}} {value:.15g}" if told else f"{name} {value:.15g}"


def _escaped(said: str) -> str:
    return said.replace("\\", r"\\").replace('"', r"\"").replace("\n", r"\n")
