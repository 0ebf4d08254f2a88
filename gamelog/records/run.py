"""A run over all records: in chunks, each in a short read transaction of its own, so that a live site is not held up.

What a chunk finds is not believed at once. A row may have been changed while it was read, and ratings or reports may
still be on their way: so every subject with an error is looked at again after all others, and only what is found both
times is reported.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import msgspec
from django.db import DatabaseError, connection, transaction

from gamelog.records.checks import CHECKS, Check
from gamelog.records.findings import Checked, Found, Subject, alarming

CHUNK = 20
"""Subjects in a transaction: a fifth of a second for games of 300 events."""


class Tally(msgspec.Struct):
    """How many subjects of a kind were checked, and what was found; `findings` by severity."""

    subjects: int = 0
    findings: dict[str, int] = {}

    def count(self, found: Iterable[Found]) -> None:
        """Add findings."""
        for each in found:
            self.findings[each.severity] = self.findings.get(each.severity, 0) + 1


class Progress(msgspec.Struct):
    """A run so far, as it is kept in a file to be continued: the kind and the last key that were checked, and the
    suspects, by kind and key, with what was found of them. `own` and `imported` are tallies by kind.
    """

    started: str
    deep: bool = False
    since: str = ""
    kind: str = ""
    after: str = ""
    seconds: float = 0.0
    own: dict[str, Tally] = {}
    imported: dict[str, Tally] = {}
    suspects: dict[str, dict[str, list[str]]] = {}
    done: bool = False

    def tally(self, subject: Subject) -> Tally:
        """Where a subject is counted."""
        tallies = self.imported if subject.imported else self.own
        return tallies.setdefault(subject.kind, Tally())

    def counted(self, severity: str) -> int:
        """The findings of a severity."""
        tallies = (*self.own.values(), *self.imported.values())
        return sum(each.findings.get(severity, 0) for each in tallies)


def begun(deep: bool = False, since: datetime | None = None) -> Progress:
    """A run from the beginning."""
    now = datetime.now(UTC).isoformat(timespec="seconds")
    return Progress(now, deep, since.astimezone(UTC).isoformat() if since else "")


def load(path: Path) -> Progress | None:
    """The run in a file; None if there is none that is to be continued. Raises: OSError, msgspec.MsgspecError."""
    if not path.exists():
        return None
    found = msgspec.json.decode(path.read_bytes(), type=Progress)
    return None if found.done else found


def save(path: Path, progress: Progress) -> None:
    """Keep a run in a file, which is never half written. Raises: OSError."""
    written(path, msgspec.json.encode(progress))


def written(path: Path, data: bytes) -> None:
    """Write a file of which nobody ever reads a half. Raises: OSError."""
    path.parent.mkdir(parents=True, exist_ok=True)
    aside = path.with_name(f".{path.name}.new")
    aside.write_bytes(data)
    aside.replace(path)


@contextmanager
def snapshot() -> Iterator[None]:
    """A read transaction in which nothing changes. On SQLite it is not Django's, which would lock out writers."""
    if connection.in_atomic_block:
        yield
    elif connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            cursor.execute("BEGIN DEFERRED")
        try:
            yield
        finally:
            with connection.cursor() as cursor:
                cursor.execute("ROLLBACK")
    else:
        with transaction.atomic():
            with connection.cursor() as cursor:
                cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
            yield


def look(check: Check, keys: Sequence[Any], deep: bool) -> list[Checked]:
    """What is found of some subjects, in one transaction. Raises: DatabaseError: the database does not answer."""
    try:
        with snapshot():
            return list(check.check(keys, deep))
    except DatabaseError:
        raise
    except Exception as error:
        # Somebody may have written anything into a row: it must not keep the others from being checked.
        if len(keys) > 1:
            return [found for key in keys for found in look(check, [key], deep)]
        table = check.model._meta.db_table
        text = f"it cannot be checked: {type(error).__name__}: {error}"
        return [(Subject(check.kind, str(keys[0]), str(keys[0])), [Found("broken", table, str(keys[0]), (), text)])]


def go_on(
    progress: Progress, chunk: int = CHUNK, report: Callable[[Subject, Found], object] = lambda *_: None,
    checks: Sequence[Check] = CHECKS,
) -> Iterator[Progress]:  # fmt: skip
    """Go on with a run, chunk by chunk; each is in `progress`, which is yielded after it. `report` hears what is found:
    remarks at once, errors when they were seen twice.

    Raises: DatabaseError: the database does not answer; the run can be continued.
    """
    kinds = [each.kind for each in checks]
    since = datetime.fromisoformat(progress.since) if progress.since else None
    for check in checks[kinds.index(progress.kind) if progress.kind else 0 :]:
        after = progress.after if progress.kind == check.kind else ""
        progress.kind, progress.after = check.kind, after
        while keys := check.keys(progress.after, chunk, since):
            began = time.monotonic()
            for subject, found in look(check, keys, progress.deep):
                _note(progress, subject, found, report)
            progress.after = str(keys[-1])
            progress.seconds += time.monotonic() - began
            yield progress
    for check in checks:
        yield from _again(progress, check, chunk, report)
    progress.done = True
    yield progress


def _note(
    progress: Progress, subject: Subject, found: Sequence[Found], report: Callable[[Subject, Found], object]
) -> None:
    tally, errors = progress.tally(subject), alarming(found)
    tally.subjects += 1
    remarks = [each for each in found if each not in errors]
    tally.count(remarks)
    for each in remarks:
        report(subject, each)
    if errors:
        progress.suspects.setdefault(subject.kind, {})[subject.key] = [_mark(each) for each in errors]


def _again(
    progress: Progress, check: Check, chunk: int, report: Callable[[Subject, Found], object]
) -> Iterator[Progress]:
    suspects = progress.suspects.get(check.kind, {})
    while some := list(suspects)[:chunk]:
        began = time.monotonic()
        for subject, found in look(check, [check.key(key) for key in some], progress.deep):
            known = set(suspects[subject.key])
            stays = [each for each in alarming(found) if _mark(each) in known]
            progress.tally(subject).count(stays)
            for each in stays:
                report(subject, each)
        for key in some:
            del suspects[key]
        progress.seconds += time.monotonic() - began
        yield progress


def _mark(found: Found) -> str:
    """What makes two findings the same: the place, and not the values, which go on while somebody plays."""
    return f"{found.severity} {found.table} {found.row} {','.join(found.columns)}"
