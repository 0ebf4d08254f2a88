"""Compare every game of a ruleset with its outcome under another version. Nothing is changed."""

from argparse import ArgumentParser
from time import monotonic, sleep
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

import rules
from gamelog.games.models import OPEN, JobState
from gamelog.reverify import jobs, selectors, services
from gamelog.reverify.models import Comparison, Run
from rules.report import Result


class Command(BaseCommand):
    help = (
        "Have the workers compare every game of a ruleset under another version, and print which results would change. "
        "Nothing is changed. Exit code 1: the run did not end, or games could not be compared."
    )

    def create_parser(self, prog_name: str, subcommand: str, **more: Any) -> CommandParser:
        """The parser. Here `--version` is the ruleset's; Django's own option gives way."""
        return super().create_parser(prog_name, subcommand, conflict_handler="resolve", **more)

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("ruleset")
        parser.add_argument("--version", dest="to", required=True, help="the version to decide every game by")
        parser.add_argument("--wait", action="store_true", help="wait for the workers and print what they found")
        parser.add_argument("--here", action="store_true", help="do the work in this process, without worker or broker")
        parser.add_argument("--seconds", type=float, default=3600, help="how long to wait")

    def handle(self, *args: Any, ruleset: str, to: str, wait: bool, here: bool, seconds: float, **options: Any) -> None:
        try:
            run, created = services.run_create(ruleset=ruleset, version=to, created_by=None)
        except rules.RulesError as error:
            raise CommandError(rules.problem(error).line()) from None
        self.stdout.write(f"run {run.pk}: {ruleset} under {to}{'' if created else ' (under way already)'}")
        if here:
            jobs.run_here(run)
        if here or wait:
            self._told(self._wait(run, seconds))
        else:
            self.stdout.write(f"the workers are at it: /reverify/{run.pk}/ shows how far they are")

    def _wait(self, run: Run, seconds: float) -> Run:
        end, shown = monotonic() + seconds, -1
        run.refresh_from_db()
        while run.state in OPEN and monotonic() < end:
            if run.total and run.done != shown:
                shown = run.done
                self.stdout.write(f"{run.done} of {run.total} games, {run.changed} would change")
            sleep(0.5)
            run.refresh_from_db()
        if run.state != JobState.DONE:
            said = run.error or f"{run.done} of {run.total} games after {seconds:g} s; is a worker running?"
            raise CommandError(f"The run is {run.state}: {said}")
        return run

    def _told(self, run: Run) -> None:
        results, summary = list(selectors.results_of(run)), selectors.summary_of(run)
        self.stdout.write(
            f"{run.done} games: {len(results)} results would change, {run.changed} games in some way "
            f"({summary.steps} steps), {run.failed} cannot be compared"
        )
        for row in results:
            self.stdout.write(_line(row))
        for count in summary.rules:
            self.stdout.write(f"  rule {count.rule}: {count.steps} steps in {count.games} games")
        for row in selectors.failed_of(run):
            self.stdout.write(f"  cannot be compared: {row.game_id} {row.game}: {row.error}")
        self.stdout.write(f"all of it: /reverify/{run.pk}/")
        if run.failed:
            raise SystemExit(1)


def _line(row: Comparison) -> str:
    found = selectors.comparison_of(row)
    before, after = (_words(found.before), _words(found.after)) if found else ("", "")
    return f"  {row.game_id} {row.game}: {before} -> {after}, {row.steps_changed} steps: /games/{row.game_id}/"


def _words(result: Result) -> str:
    if not result.finished:
        return "unfinished"
    score = ":".join(str(points) for points in result.score.values())
    return " ".join(part for part in (result.winner or "draw", score) if part)
