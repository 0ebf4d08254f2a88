"""The moments of entries. In a stream they never go back, whatever somebody does to the clock.

An entry has the time of the clock, or the moment of the entry that it follows if that is later. If the clock was set
back by more than a second, whoever registers with `set_back` writes that down: then time stands still in the record
until the clock has caught up, and the record says why.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

from gamelog.reactions import Reactions

NOTICED = timedelta(seconds=1)
"""Clocks are corrected by less all the time, and several machines never agree better."""

set_back: Reactions[[str, Any, int, datetime, datetime], object] = Reactions()
"""Called, in the transaction, when an entry is stored at a moment for which the clock is too early: the kind of the
stream, its key, the entry's number, what the clock said, and the moment."""


def now() -> datetime:
    """The time of the clock."""
    return datetime.now(UTC)


def after(last: datetime | None) -> datetime:
    """The moment of an entry that follows one of the moment `last` (None: it is the first)."""
    return max(now(), last) if last else now()


def notice(kind: str, stream: Any, number: int, moment: datetime) -> None:
    """Have it written down if the clock was set back before an entry that is stored now, at a moment."""
    said = now()
    if moment - said > NOTICED:
        set_back(kind, stream, number, said, moment)
