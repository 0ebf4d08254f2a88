"""Check event files without a database, or every stored event."""

from argparse import ArgumentParser
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from gamelog.contest.errors import Refused
from gamelog.contest.verification import Finding
from gamelog.tournaments.files import examined, whole_file
from gamelog.tournaments.models import Tournament


class Command(BaseCommand):
    help = (
        "Check an event: bytes, numbers, links, and that the rules give what every act says it did; pairings are made "
        "again. Without a file every stored event is checked."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("files", nargs="*", type=Path, metavar="FILE")

    def handle(self, *args: Any, files: list[Path], **options: Any) -> None:
        wrong = sum(self._check(name, read) for name, read in _named(files))
        if wrong:
            raise CommandError(f"{wrong} {'act is' if wrong == 1 else 'acts are'} not what the rules give today.")

    def _check(self, name: str, read: Any) -> int:
        """How many acts of an event are recorded differently from what the rules give; each is printed."""
        try:
            found, state, findings = examined(read())
        except (OSError, Refused) as error:
            raise CommandError(f"{name}: {error}") from error
        for each in findings:
            self.stdout.write(f"{name}: {_said(each)}")
        if not findings:
            rounds = len(state.rounds)
            self.stdout.write(f"{name}: {state.title}, {state.phase}: {found.header.number} acts hold, the pairings of "
                              f"{rounds} {'round' if rounds == 1 else 'rounds'} come out the same")  # fmt: skip
            self.stdout.write(f"head {found.header.head}")
        return len(findings)


def _named(files: list[Path]) -> Iterator[tuple[str, Any]]:
    """The events to check: name, and a function that reads the bytes."""
    if files:
        yield from ((str(each), each.read_bytes) for each in files)
        return
    for row in Tournament.objects.order_by("created", "pk").iterator():
        yield row.slug, lambda row=row: whole_file(row)


def _said(finding: Finding) -> str:
    """A finding in up to three lines: place, code and reason; then the recorded effect beside the rules'."""
    text = f"line {finding.number + 1}: {finding.path}: {finding.text} [{finding.code}]"
    if finding.recorded or finding.computed:
        text += f"\n  recorded: {finding.recorded or 'nothing'}\n  computed: {finding.computed or 'nothing'}"
    return text
