"""Some steps of a battle as a moving picture, drawn by a worker: it can take 20 seconds of computing, too much for a
request.

One is drawn at a time, the oldest first, so that at most one process of the workers is taken from what players wait
for. A row is the picture and its job. Every function may run twice and may be interrupted anywhere: messages only say
that there is something to draw, and the sweeper sends them again. What draws is registered (`reactions.drawn`).
Recorded steps never change, so a picture stays as it is; it is kept for a week, and drawn again for whoever asks later.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Any

from django.db.models import QuerySet

from gamelog import messages
from gamelog.games import reactions
from gamelog.games.errors import NotDrawn, TooManyPictures
from gamelog.games.models import OPEN, Game, JobState, MovingPicture
from gamelog.streams.store import writing

MOST_WAITING = 20
"""So many pictures wait at once: the last of them for some minutes."""
ATTEMPTS = 3
"""A picture that was begun so often without an end kills workers."""
KEPT = timedelta(days=7)
FAILED_KEPT = timedelta(hours=1)
"""Whoever asks again later has it tried again."""
MOST_KEPT = 300
"""Pictures that are kept, the newest: 100 to 700 KB each."""

DRAW = messages.Task("gamelog.games.tasks.draw_pictures")


def known(game: Game, **about: Any) -> MovingPicture | None:
    """The picture of a battle that looks like this, drawn or waiting; None if nobody has asked for it."""
    return MovingPicture.objects.defer("body").filter(game_id=game.pk, **about).first()


def ask(game: Game, **about: Any) -> MovingPicture:
    """The picture of a battle that looks like this; it is drawn now if nobody has asked for it yet.

    Raises: TooManyPictures: too many wait already.
    """
    found = known(game, **about)
    if found is not None:
        return found
    with writing():
        if _open().count() >= MOST_WAITING:
            raise TooManyPictures(MOST_WAITING)
        found, created = MovingPicture.objects.get_or_create(game_id=game.pk, **about, defaults={"due": messages.due()})
        if created:
            messages.deliver_on_commit(DRAW)
    return found


def before(picture: MovingPicture) -> int:
    """How many pictures are drawn before one that waits."""
    return _open().filter(pk__lt=picture.pk).count()


def work() -> None:
    """Draw the oldest picture that waits, and send for the next one."""
    row = _begun()
    if row is None:
        return
    try:
        (body,) = reactions.drawn(row)
    except NotDrawn as error:
        _end(row, state=JobState.FAILED, error=str(error))
    else:
        _end(row, state=JobState.DONE, body=body)
    if _open().exists():
        messages.deliver(DRAW)


def sweep(now: datetime | None = None) -> int:
    """Send for pictures that have waited too long, and delete those that are no longer kept. Returns how many wait."""
    now = now or messages.moment()
    rows = MovingPicture.objects.exclude(state__in=OPEN)
    rows.filter(created__lt=now - KEPT).delete()
    rows.filter(state=JobState.FAILED, created__lt=now - FAILED_KEPT).delete()
    rows.filter(pk__in=list(rows.order_by("-pk").values_list("pk", flat=True)[MOST_KEPT:])).delete()
    with writing():
        stalled = _open().filter(due__lt=now).update(due=messages.due())
        if stalled:
            messages.deliver_on_commit(DRAW)
    return stalled


def games_forget(games: Iterable[Game]) -> None:
    """Delete every picture of some battles: they show names. Call it in a transaction."""
    MovingPicture.objects.filter(game__in=[game.pk for game in games]).delete()


def _open() -> QuerySet[MovingPicture]:
    return MovingPicture.objects.filter(state__in=OPEN)


def _begun() -> MovingPicture | None:
    """The next picture, as begun once more; None if there is none, or one is just being drawn."""
    with writing():
        now = messages.moment()
        rows = list(_open().select_for_update().order_by("pk"))
        lease = now - timedelta(seconds=messages.LONGEST)
        if any(row.state == JobState.RUNNING and row.begun > lease for row in rows):
            return None
        for row in rows:
            row.state = JobState.RUNNING if row.attempts < ATTEMPTS else JobState.FAILED
            row.attempts, row.begun = row.attempts + 1, now
            row.due = now + timedelta(seconds=messages.LONGEST)
            row.save(update_fields=["state", "attempts", "begun", "due"])
            if row.state == JobState.RUNNING:
                return row
    return None


def _end(row: MovingPicture, **values: Any) -> None:
    MovingPicture.objects.filter(pk=row.pk, state__in=OPEN).update(**values)
