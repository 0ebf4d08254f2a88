"""What clubs refuse beside `gamelog.contest.errors.Refused`."""

from __future__ import annotations


class StaleText(Exception):
    """Somebody changed a page, a post or a season since the form was shown from which it is to be changed."""


def require_fresh(seen: str, now: str) -> None:
    """Refuse what was written over something else than stands now; an empty `seen` does not say. Raises: StaleText."""
    if seen not in ("", now):
        raise StaleText(now)
