"""Entries before which the clock was set back, as it was written down when that happened."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from typing import Any

from gamelog.clubs.streams import CLUBS
from gamelog.evidence.models import ClockSetBack
from gamelog.games.streams import GAMES
from gamelog.records.findings import Checked, Found, Subject, at_row
from gamelog.sheets.streams import SHEETS
from gamelog.streams import clock
from gamelog.tournaments.streams import EVENTS

KINDS: dict[str, Any] = {kind.owner: kind for kind in (GAMES, EVENTS, CLUBS, SHEETS)}


def check(keys: Sequence[Any], deep: bool) -> Iterator[Checked]:
    """What the site wrote down of clocks that were set back, and whether the entries bear it out."""
    for row in ClockSetBack.objects.filter(pk__in=keys).order_by("pk"):
        yield Subject("set-back", str(row.pk), str(row)), list(_noted(row))


def _noted(row: ClockSetBack) -> Iterator[Found]:
    if _recorded_at(row) != row.moment:
        columns = ["kind", "stream", "number", "moment"]
        yield at_row(row, "wrong", columns, "the entry that it names was recorded at another moment")
    elif row.moment - row.clock <= clock.NOTICED:
        yield at_row(row, "wrong", ["clock", "moment"], "the clock was not set back")
    else:
        said, moment = (each.astimezone(UTC).isoformat(timespec="seconds") for each in (row.clock, row.moment))
        text = f"the clock was set back to {said} after an entry of {moment}, whose moment the next ones have"
        yield at_row(row, "remark", ["number"], text)


def _recorded_at(row: ClockSetBack) -> datetime | None:
    kind = KINDS.get(row.kind)
    if kind is None:
        return None
    entries = kind.rows._default_manager.filter(**{f"{kind.owner}_id": row.stream}, number=row.number)
    found: datetime | None = entries.values_list("recorded_at", flat=True).first()
    return found
