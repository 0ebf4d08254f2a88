"""The refusals of every stream."""

from __future__ import annotations

from django.db import InterfaceError, OperationalError

STORAGE = (OperationalError, InterfaceError)
"""What says that the database does not answer, is full or cannot be written: nothing was stored, and it may pass."""


class LogError(Exception):
    """Base of the log's own refusals."""


class StaleStream(LogError):
    """Somebody else was faster: the entry would have been number `expected` + 1, and the stream has `actual`
    entries.
    """

    sentence = "the stream has {actual} entries, not {expected}: somebody was first"

    def __init__(self, expected: int, actual: int) -> None:
        super().__init__(self.sentence.format(expected=expected, actual=actual))
        self.expected = expected
        self.actual = actual


class KeyReused(LogError):
    """An idempotency key was used again, with different content or by somebody else."""

    def __init__(self, key: str, number: int) -> None:
        super().__init__(f"the key {key!r} belongs to number {number}, which is something else or somebody else's")
        self.key = key
        self.number = number


class BrokenStream(LogError):
    """Rows to be stored together do not follow one another."""
