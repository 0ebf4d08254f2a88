"""The refusals of score sheets, besides `gamelog.contest.errors.Refused`."""

from __future__ import annotations

from gamelog.streams.errors import StaleStream


class StaleSheet(StaleStream):
    """The sheet was corrected after it was read: `expected` is the version that was read, `actual` the present one."""

    sentence = "the sheet was corrected: version {actual} stands now, not {expected}"
