"""Timing and tables. Everything is measured in several rounds, product and reference taking turns in each.

A ratio is taken within a round, and the median of the rounds counts: a machine that is busy or throttled in one round
is so for both. Rates are of processor time, so that other processes on the machine matter little.
"""

from __future__ import annotations

import gc
import importlib
import os
import platform
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median, quantiles
from typing import Any

WARM_UP = 2
"""Rounds at the start that are not counted."""


@dataclass
class Rounds:
    """Rates (things per second) by name, one for each round."""

    rates: dict[str, list[float]] = field(default_factory=dict)

    def add(self, name: str, count: float, seconds: float) -> None:
        self.rates.setdefault(name, []).append(count / max(seconds, 1e-9))

    def rate(self, name: str) -> float | None:
        """The median rate; None if it was not measured."""
        return median(self.rates[name]) if name in self.rates else None

    def ratio(self, ours: str, theirs: str) -> float | None:
        """The median over the rounds of our rate divided by theirs."""
        if not (ours in self.rates and theirs in self.rates):
            return None
        return median(a / b for a, b in zip(self.rates[ours], self.rates[theirs], strict=True))


def seconds(run: Callable[[], Any]) -> float:
    """The processor time of one call, after collecting the garbage of earlier calls."""
    gc.collect()
    start = time.process_time()
    run()
    return time.process_time() - start


def installed(name: str) -> Any:
    """A reference library; None if it is not installed."""
    try:
        return importlib.import_module(name)
    except ImportError:
        return None


def resident(process: int | None = None) -> float:
    """Megabytes that a process holds; this one if none is named."""
    pages = Path(f"/proc/{process or 'self'}/statm").read_text(encoding="ascii").split()[1]
    return int(pages) * os.sysconf("SC_PAGE_SIZE") / 1e6


def at_percent(values: Sequence[float], percent: int) -> float:
    """The value that so many percent are not above."""
    return quantiles(values, n=100, method="inclusive")[percent - 1] if len(values) > 1 else values[0]


def number(value: float | None, digits: int = 0) -> str:
    """A number for a table; a dash for a missing one."""
    return "-" if value is None else f"{value:,.{digits}f}"


def print_table(title: str, heads: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """Print rows under heads; the first column to the left, the others to the right."""
    widths = [max(len(row[index]) for row in (heads, *rows)) for index in range(len(heads))]
    print(f"\n{title}")
    for row in (heads, *rows):
        first, *rest = row
        cells = [first.ljust(widths[0]), *(cell.rjust(width) for cell, width in zip(rest, widths[1:], strict=True))]
        print("  " + "  ".join(cells).rstrip())


def print_versions(**more: str) -> None:
    """Print the versions of the interpreter, the machine, and the libraries given."""
    versions = {platform.python_implementation(): platform.python_version(), **more}
    print(", ".join(f"{name} {version}" for name, version in versions.items()), "on", platform.platform())
