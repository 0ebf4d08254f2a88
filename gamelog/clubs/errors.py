"""The refusals of clubs, besides `gamelog.contest.errors.Refused`."""

from __future__ import annotations


class StaleText(Exception):
    """Somebody changed a page, a post or a season after the form for changing it was shown."""


def require_fresh(seen: str, now: str) -> None:
    """Refuse an edit of anything but the present version; an empty `seen` means any version. Raises: StaleText."""
    if seen not in ("", now):
        raise StaleText(now)
