"""Have a stored game verified and print the report."""

from argparse import ArgumentParser
from time import monotonic, sleep
from typing import Any
from uuid import UUID

from django.core.management.base import BaseCommand, CommandError

from gamelog.games import selectors, services, verification
from gamelog.games.models import Game, JobState, Report


class Command(BaseCommand):
    help = "Have a game verified by the workers and print what they find. Exit code 1: there are findings."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("game", type=UUID)
        parser.add_argument("--here", action="store_true", help="verify in this process, without worker or broker")
        parser.add_argument("--seconds", type=float, default=60, help="how long to wait for the workers")

        parser.add_argument(
            "--again", action="store_true", help="take a report that is done for not made, and make it anew"
        )

    def handle(self, *args: Any, game: UUID, here: bool, seconds: float, again: bool, **options: Any) -> None:
        found = Game.every.filter(pk=game).first()
        if found is None:
            raise CommandError(f"There is no game {game}.")
        report = services.verification_request(game=found, asked_by="command", again=again)
        if here:
            verification.run(report)
        report = self._wait(report, seconds)
        for finding in selectors.findings_of(report):
            self.stdout.write(f"{finding.number}: {finding.message} ({finding.rule}, {finding.severity})")
        self.stdout.write(f"{report.verdict}: {report.number} steps, {found.ruleset} {report.version}")
        if report.verdict != "verified":
            raise SystemExit(1)

    def _wait(self, report: Report, seconds: float) -> Report:
        end = monotonic() + seconds
        while report.state not in (JobState.DONE, JobState.FAILED) and monotonic() < end:
            sleep(0.2)
            report.refresh_from_db()
        if report.state != JobState.DONE:
            said = report.error or f"{report.done} of {report.total} steps after {seconds:g} s; is a worker running?"
            raise CommandError(f"The report is {report.state}: {said}")
        return report
