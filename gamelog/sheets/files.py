"""A score sheet as a file: one JSON object with every act, its hash, and its texts. See docs/paper.md."""

from __future__ import annotations

from typing import Any

import msgspec

from gamelog.sheets.models import Sheet
from gamelog.sheets.selectors import words_of
from gamelog.sheets.streams import SHEETS

FORMAT = "gamelog-sheet@1"
NOTICE = "Entered afterwards from paper. No step was recorded, so nothing was verified."


def file_of(sheet: Sheet) -> bytes:
    """The file. Acts stand in it byte for byte; `salt` is missing where a name was removed from the texts."""
    rows, acts = words_of(sheet), []
    for row in SHEETS.rows_of(sheet).filter(number__lte=sheet.number):
        said: dict[str, Any] = {"act": msgspec.Raw(row.body.encode()), "hash": row.hash}
        texts = rows.get(row.number)
        if texts is not None:
            said["words"] = msgspec.Raw(texts.body.encode())
            said |= {"cleared": True} if texts.cleared else {"salt": texts.salt}
        acts.append(said)
    whole = {"format": FORMAT, "notice": NOTICE, "sheet": str(sheet.pk), "head": sheet.head, "acts": acts}
    return msgspec.json.encode(whole) + b"\n"
