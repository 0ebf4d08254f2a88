"""The lists of games: filters, verdicts, and the newest verified game for the front page."""

from __future__ import annotations

from typing import Any

from django.db.models import Exists, F, OuterRef, Q, QuerySet, Subquery

from frontend.games import ruling_sentences
from gamelog.games import access
from gamelog.games.models import Event, Game, Report
from gamelog.searching import says

VERDICTS = ("verified", "findings", "waiting")


def games(actor: Any, ruleset: str = "", verdict: str = "", words: str = "") -> QuerySet[Game]:
    """Games that `actor` may read, newest first, each with its `verdict` (None if there is none yet).

    `corrected` says whether a ruling or take-back is among a game's steps.
    """
    reports = Report.objects.filter(game=OuterRef("pk"), head=OuterRef("head"), version=OuterRef("version"))
    rows = access.games_visible(actor).annotate(verdict=Subquery(reports.values("verdict")[:1]))
    rows = rows.annotate(
        corrected=Exists(Event.objects.filter(game=OuterRef("pk"), type__in=ruling_sentences.CORRECTIONS))
    )
    rows = rows.prefetch_related("seats__user").order_by("-created", "id")
    if ruleset:
        rows = rows.filter(ruleset=ruleset)
    if verdict == "waiting":
        rows = rows.filter(Q(verdict=None) | Q(verdict=""))
    elif verdict:
        rows = rows.filter(Q(verdict=verdict))
    for word in words.split()[:5]:
        rows = rows.filter(says(word, "seats__name", "seats__faction", "title")).distinct()
    return rows


def newest_verified(actor: Any) -> Game | None:
    """The newest finished game whose every step follows from the rules; failing that, the newest finished one that
    stands.
    """
    struck = Exists(Event.objects.filter(game=OuterRef("pk"), type="strike"))
    rows = games(actor).filter(~struck, public=True, finished=True).order_by(F("created").desc())
    return rows.filter(Q(verdict="verified")).first() or rows.first()
