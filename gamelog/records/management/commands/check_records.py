"""Whether stored records are still what was recorded, and whatever follows from them what follows."""

from __future__ import annotations

import time
from argparse import ArgumentParser, ArgumentTypeError
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import msgspec
from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError

from gamelog.records import run, told
from gamelog.records.findings import ALARMING, Found, Subject
from gamelog.records.run import Progress

EVERY = 5.0
"""Seconds between two lines of progress."""


class Command(BaseCommand):
    help = (
        "Check every stored record, and derive anew whatever follows from it. Nothing is changed; a finding names the "
        "command that derives its row. Exit code 0: nothing wrong; 1: something is broken or wrong; 2: it could not be "
        "checked, or not to the end."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--deep", action="store_true", help="also verify battles, count luck and read rosters anew")
        parser.add_argument("--format", choices=("text", "json", "prometheus"), default="text")
        parser.add_argument("--output", type=Path, help="a file for the result, which is never half written")
        parser.add_argument("--chunk", type=_positive, default=run.CHUNK, help="subjects in one read transaction")
        parser.add_argument("--since", type=_moment, help="only what was added to since this moment (ISO 8601)")
        parser.add_argument(
            "--resume", type=Path, help="a file that keeps the run, and continues one that was broken off"
        )

    def handle(
        self, *args: Any, format: str, output: Path | None, chunk: int, resume: Path | None, **options: Any
    ) -> None:
        found: list[tuple[Subject, Found]] = []
        progress = self._progress(resume, options["deep"], options["since"])

        def report(subject: Subject, each: Found) -> None:
            if format == "text":
                self._write(output, told.line(subject, each))
            elif len(found) <= told.MOST:
                found.append((subject, each))

        if output and format == "text":
            output.write_text("")
        try:
            self._run(progress, chunk, report, resume)
        except (DatabaseError, OSError) as error:
            raise CommandError(f"The records could not be checked to the end: {error}", returncode=2) from error
        self._tell(progress, format, output, found)
        wrong = sum(progress.counted(each) for each in ALARMING)
        if wrong:
            raise CommandError(told.summary(progress), returncode=1)
        if format == "text":
            self._write(output, told.summary(progress))

    def _progress(self, resume: Path | None, deep: bool, since: datetime | None) -> Progress:
        try:
            kept = run.load(resume) if resume else None
        except (OSError, msgspec.MsgspecError) as error:
            raise CommandError(f"{resume} cannot be continued: {error}", returncode=2) from error
        return kept or run.begun(deep, since)

    def _run(self, progress: Progress, chunk: int, report: Any, resume: Path | None) -> None:
        told_at = time.monotonic()
        for each in run.go_on(progress, chunk, report):
            if resume:
                run.save(resume, each)
            if time.monotonic() - told_at >= EVERY:
                told_at = time.monotonic()
                self.stderr.write(f"{each.kind} {each.after}: {told.summary(each)}")

    def _tell(self, progress: Progress, format: str, output: Path | None, found: list[tuple[Subject, Found]]) -> None:
        if format == "text":
            return
        data = told.as_json(progress, found) if format == "json" else told.as_metrics(progress)
        if output:
            run.written(output, data)
        else:
            self.stdout.write(data.decode(), ending="")

    def _write(self, output: Path | None, text: str) -> None:
        if output is None:
            self.stdout.write(text)
        else:
            with output.open("a", encoding="utf-8") as file:
                file.write(f"{text}\n")


def _positive(text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise ArgumentTypeError("a chunk has at least one subject")
    return int(text)


def _moment(text: str) -> datetime:
    try:
        found = datetime.fromisoformat(text)
    except ValueError:
        raise ArgumentTypeError(f"{text!r} is no moment: 2026-11-27 or 2026-11-27T18:00:00+00:00") from None
    return found if found.tzinfo else found.replace(tzinfo=UTC)
