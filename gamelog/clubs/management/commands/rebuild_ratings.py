"""Recompute ratings from the first verified game on. The result equals the present ratings, unless those were wrong."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

import rules
from gamelog.clubs import ratings


class Command(BaseCommand):
    help = "Make the ratings of all rulesets, or of those named, anew from their verified games."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("ruleset", nargs="*", help="a ruleset; all of them where none is named")

    def handle(self, *args: Any, ruleset: list[str], **options: Any) -> None:
        unknown = sorted(set(ruleset) - set(rules.RULESETS))
        if unknown:
            raise CommandError(f"there is no ruleset {unknown[0]!r}; there are {', '.join(rules.RULESETS)}")
        for each in ruleset or rules.RULESETS:
            count = ratings.rebuild(each)
            self.stdout.write(f"{each}: {count} games, {ratings.ratings_of(each).count()} players")
