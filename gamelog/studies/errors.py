"""The refusals of studies, besides `gamelog.contest.errors.Refused`."""

from __future__ import annotations

from gamelog.streams.errors import StaleStream


class StaleStudy(StaleStream):
    """The study was changed after it was read: `expected` is the version that was read, `actual` the present one."""

    sentence = "the study was changed: version {actual} stands now, not {expected}"
