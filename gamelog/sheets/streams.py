"""Score sheets as streams."""

from __future__ import annotations

from gamelog.sheets.errors import StaleSheet
from gamelog.sheets.models import Sheet, SheetAct
from gamelog.streams.store import Kind

SHEETS = Kind(Sheet, SheetAct, "sheet", StaleSheet)
