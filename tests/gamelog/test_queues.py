"""What waits for workers, as whoever watches the site sees it."""

from datetime import datetime, timedelta
from types import SimpleNamespace

import pytest
from django.utils import timezone

from gamelog.games import queues, services
from gamelog.games.models import JobState, Priority, Report
from gamelog.reverify.models import Comparison, Run

KINDS = [
    "verification-live",
    "verification-asked",
    "moving-picture",
    "what-if",
    "reverification",
    "webhook",
    "odds-and-files",
    "mail",
]


def found() -> dict[str, queues.Queue]:
    return {each.kind: each for each in queues.queue_state()}


def ago(seconds: int) -> datetime:
    return timezone.now() - timedelta(seconds=seconds)


@pytest.mark.storage
@pytest.mark.django_db
def test_what_waits_and_for_how_long(people: SimpleNamespace) -> None:
    assert sorted(found()) == sorted(KINDS)
    assert all(each[1:] == (0, 0, 0.0) for each in queues.queue_state())
    game = services.game_create(owner=people.ada, ruleset="kt")
    rows = [
        Report.objects.create(
            game=game, number=number, head=str(number), version="1", state=state, created=ago(seconds)
        )
        for number, (state, seconds) in enumerate(
            [(JobState.QUEUED, 30), (JobState.QUEUED, 90), (JobState.RUNNING, 500), (JobState.DONE, 900)]
        )
    ]
    asked = found()["verification-asked"]
    assert (asked.waiting, asked.running) == (2, 1)
    assert 90 <= asked.oldest < 400
    Report.objects.filter(pk=rows[1].pk).update(priority=Priority.LIVE)
    assert (found()["verification-live"].waiting, found()["verification-asked"].waiting) == (1, 1)
    run = Run.objects.create(ruleset="kt", version="2018.1", created=ago(60))
    Comparison.objects.create(run=run, game=game, number=1, head="1", older="1")
    compared = found()["reverification"]
    assert (compared.waiting, compared.running) == (1, 0) and 60 <= compared.oldest < 400
