"""The list of all checks. A check is one line here: what it is about, the rows that it goes through in the order of
their keys, and the function that looks at some of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from django.db import models
from django.db.models import Exists, OuterRef, Q

from gamelog.clubs.models import Club, ClubAct, RatedGame, Rating, RatingPoint, RatingRun
from gamelog.evidence.models import ClockSetBack, Seal
from gamelog.games.models import Event, Game, Roster
from gamelog.records import clocks, clubs, events, games, ratings, sheets, site
from gamelog.records.findings import Checked
from gamelog.reverify.models import Run
from gamelog.sheets.models import Sheet, SheetAct
from gamelog.signing.models import SigningKey
from gamelog.tournaments.models import Act, Tournament
from gamelog.transparency.models import LogHead


class Check(NamedTuple):
    """A check of one kind of subjects. `check` looks at the subjects with some keys, and reads nothing but the
    database; `changed` are the subjects to which something was added since a moment (None: there are few, and all are
    checked); `which` narrows them.
    """

    kind: str
    model: type[models.Model]
    check: Callable[[Sequence[Any], bool], Iterator[Checked]]
    changed: Callable[[datetime], Q] | None = None
    which: Q = Q()

    def keys(self, after: str, most: int, since: datetime | None) -> list[Any]:
        """The next keys after one; from the first on where it is empty."""
        rows = self.model._base_manager.filter(self.which).order_by("pk")
        if after:
            rows = rows.filter(pk__gt=self.key(after))
        if since and self.changed:
            rows = rows.filter(self.changed(since))
        return list(rows.values_list("pk", flat=True)[:most])

    def key(self, text: str) -> Any:
        """A key from its text."""
        return self.model._meta.pk.to_python(text)


def _grown(rows: type[models.Model], owner: str) -> Callable[[datetime], Q]:
    """The streams that have an entry since a moment."""
    return lambda since: Q(Exists(rows._base_manager.filter(**{owner: OuterRef("pk"), "recorded_at__gte": since})))


def _rated_since(since: datetime) -> Q:
    """The standings that a game has changed since."""
    points = RatingPoint.objects.filter(rated__game__updated__gte=since, ruleset=OuterRef("ruleset"))
    return Q(Exists(points.filter(person=OuterRef("person"))))


_WHAT_IF = Q(branch__isnull=False)

CHECKS: tuple[Check, ...] = (
    Check("game", Game, games.check, _grown(Event, "game"), ~_WHAT_IF),
    Check("what-if", Game, games.check, _grown(Event, "game"), _WHAT_IF),
    Check("event", Tournament, events.check, _grown(Act, "tournament")),
    Check("club", Club, clubs.check, _grown(ClubAct, "club")),
    Check("sheet", Sheet, sheets.check, _grown(SheetAct, "sheet")),
    Check("rated game", RatedGame, ratings.check_rated, lambda since: Q(game__updated__gte=since)),
    Check("rating", Rating, ratings.check_standing, _rated_since),
    Check("ruleset", RatingRun, ratings.check_runs),
    Check("roster", Roster, site.check_rosters, lambda since: Q(created__gte=since)),
    Check("run", Run, site.check_runs, lambda since: Q(created__gte=since)),
    Check("seal", Seal, site.check_seals),
    Check("set-back", ClockSetBack, clocks.check),
    Check("key", SigningKey, site.check_keys),
    Check("log", LogHead, site.check_log, which=Q(pk__in=LogHead.objects.order_by("-pk").values("pk")[:1])),
)
