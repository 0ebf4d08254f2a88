"""When entries were recorded: none before the one it follows, and each at the time that its own content says."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

from gamelog.records.findings import Found, at_row

TOLERANCE = timedelta(seconds=5)
"""Between the time in an entry, in whole seconds, and the one at which its row was stored."""
LONGEST_IMPORT = timedelta(hours=1)
"""Within this the rows of a file are stored."""


def of_entries(
    rows: Iterable[Any], said: Callable[[Any], str], came: int = 0, arrived: datetime | None = None
) -> Iterator[Found]:  # fmt: skip
    """What is odd about the moments of a stream's rows, in order. `said` is the time in an entry's own content, empty
    if it names none. The first `came` entries came with a file, and their rows are as old as the import, at `arrived`.
    """
    before: datetime | None = None
    written: datetime | None = None
    for row in rows:
        at = row.recorded_at
        if before is not None and at < before:
            text = f"recorded at {_told(at)}, before the one that it follows ({_told(before)})"
            yield at_row(row, "remark", ["recorded_at"], text)
        before = at
        time = said(row)
        moment = _moment(time)
        if moment and written and moment < written:
            text = f"it says {time}, and the one that it follows {_told(written)}"
            yield at_row(row, "remark", ["body"], text)
        written = moment or written
        if arrived is not None and row.number <= came:
            if not -TOLERANCE < at - arrived < LONGEST_IMPORT:
                text = f"recorded at {_told(at)}, and its file was read in at {_told(arrived)}"
                yield at_row(row, "remark", ["recorded_at"], text)
            continue
        if moment is None:
            continue
        if not -TOLERANCE < at - moment < TOLERANCE:
            text = f"recorded at {_told(at)}, and its content says {time}"
            yield at_row(row, "remark", ["recorded_at"], text)


def _moment(text: str) -> datetime | None:
    try:
        found = datetime.fromisoformat(text)
    except ValueError:
        return None
    return found if found.tzinfo else found.replace(tzinfo=UTC)


def _told(at: datetime) -> str:
    return at.astimezone(UTC).isoformat(timespec="milliseconds")
