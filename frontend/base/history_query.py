"""Which version of the record a reader sees: as corrected or as played, now or as of a step. `?line=played`,
`?as_of=41`.
"""

from __future__ import annotations

from typing import Any, Literal
from urllib.parse import urlencode

import msgspec
from django.http import Http404

from frontend.base.numbers import whole_number

HistoryLine = Literal["corrected", "played"]


class HistoryQuery(msgspec.Struct, frozen=True):
    """What the reader asked for. `as_of` is the last step or act that counts, 0 where all do."""

    line: HistoryLine = "corrected"
    as_of: int = 0

    @property
    def upto(self) -> int | None:
        """The last step or act that counts; None: all of them."""
        return self.as_of or None

    @property
    def query(self) -> str:
        """The query string of the same view, its question mark included; empty where nothing was asked for."""
        return _query_string(self.line, self.as_of)

    @property
    def as_corrected(self) -> str:
        """The query string of the same view as corrected. Never empty, because a link of "" loses the fragment."""
        return _query_string("corrected", self.as_of) or "?"

    @property
    def as_played(self) -> str:
        """The query string of the same view as played."""
        return _query_string("played", self.as_of)

    @property
    def now(self) -> str:
        """The query string of the same line as it is now."""
        return _query_string(self.line, 0) or "?"


def _query_string(line: HistoryLine, as_of: int) -> str:
    said: dict[str, Any] = {"line": line} if line == "played" else {}
    if as_of:
        said["as_of"] = as_of
    return f"?{urlencode(said)}" if said else ""


def parse_as_of(text: str, last: int) -> int:
    """The step or act of `?as_of=`, 0 (the last one) if none is named. Raises: Http404 if it does not exist."""
    if not text:
        return 0
    wanted = whole_number(text)
    if not 1 <= wanted <= last:
        raise Http404(f"there are {last} steps, and {text[:20]!r} is none of them")
    return wanted if wanted < last else 0
