"""Which standings a reader looks at: as corrected or as played, now or as of an act. `?line=played`, `?as_of=41`."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

import msgspec
from django.http import Http404, HttpRequest

from gamelog.contest.state import Line, State
from gamelog.tournaments.models import Tournament


class Asked(msgspec.Struct, frozen=True):
    """What a reader asked for. `as_of` is the last act that counts, 0 where all do."""

    line: Line = "corrected"
    as_of: int = 0

    @property
    def upto(self) -> int | None:
        """The last act that counts; None: all of them."""
        return self.as_of or None

    @property
    def query(self) -> str:
        """What a link needs to lead to the same, its question mark included; empty where nothing was asked for."""
        return _query(self.line, self.as_of)

    @property
    def as_corrected(self) -> str:
        """The query that leads to the standings as corrected."""
        return _query("corrected", self.as_of) or "?"

    @property
    def as_played(self) -> str:
        """The query that leads to the standings as played."""
        return _query("played", self.as_of)

    @property
    def now(self) -> str:
        """The query that leads to the same line as it stands now."""
        return _query(self.line, 0) or "?"


def _query(line: Line, as_of: int) -> str:
    said: dict[str, Any] = {"line": line} if line == "played" else {}
    if as_of:
        said["as_of"] = as_of
    return f"?{urlencode(said)}" if said else ""


def asked(request: HttpRequest, tournament: Tournament) -> Asked:
    """What a request asks for. Raises: Http404 for an act that the event does not have."""
    line: Line = "played" if request.GET.get("line") == "played" else "corrected"
    return Asked(line, _act(request.GET.get("as_of", ""), tournament.number))


def _act(text: str, last: int) -> int:
    if not text:
        return 0
    if not (text.isascii() and text.isdigit() and len(text) < 10 and 1 <= int(text) <= last):
        raise Http404("the event has no such act")
    return int(text) if int(text) < last else 0


def is_corrected(state: State) -> bool:
    """Whether the standings as played are others than as corrected: a result or a penalty made the difference."""
    results = (each for found in state.rounds for each in found.results.values())
    penalties = any(not each.lifted and each.kind == "points" for each in state.penalties)
    return penalties or any(each.report != each.first for each in results)
