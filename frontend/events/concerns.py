"""What an act is about is sport: see `gamelog.contest.conflicts`."""

from gamelog.contest.conflicts import concerns, stands

__all__ = ["concerns", "stands"]
