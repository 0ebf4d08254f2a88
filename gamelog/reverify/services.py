"""Writing a run, with its job."""

from __future__ import annotations

from typing import NamedTuple

from django.contrib.auth.models import User
from django.db import IntegrityError, transaction

import rules
from gamelog.games.models import OPEN
from gamelog.reverify import jobs
from gamelog.reverify.models import Run


class Started(NamedTuple):
    """A run, and whether this call started it (otherwise it was already under way)."""

    run: Run
    created: bool


def run_create(*, ruleset: str, version: str, created_by: User | None) -> Started:
    """Compare every game of a ruleset under `version`. If such a run is already under way, that one is returned.

    Raises:
        rules.Malformed: there is no such ruleset or version.
    """
    if not version:
        raise rules.Malformed("$.version", "say which version to compare with")
    wanted = {"ruleset": rules.load(ruleset, version).id, "version": version}
    while True:
        try:
            with transaction.atomic():
                run = Run.objects.create(**wanted, created_by=created_by)
                jobs.send(run)
                return Started(run, created=True)
        except IntegrityError:
            under_way = Run.objects.filter(**wanted, state__in=OPEN).first()
        if under_way:
            return Started(under_way, created=False)
        # It ended between the two queries: the next attempt starts one.
