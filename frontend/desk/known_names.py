"""Names that are pasted and that the club knows: who is meant, in the words of the person who pastes them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from django.db.models import QuerySet
from django.utils.translation import ngettext

from frontend.desk.access import Desk
from gamelog.clubs.models import Regular
from gamelog.seasons import regular_names
from gamelog.tournaments.access import tournaments_visible
from gamelog.tournaments.models import Nameplate, Tournament

NEW = "new"
"""The choice of somebody else of a name that the club knows."""


class KnownName(NamedTuple):
    """A pasted name that the club knows: who may be meant, whom the form has chosen, and who it is if that is clear."""

    field: str
    name: str
    offered: list[tuple[str, str]]
    chosen: str | None
    clear: str

    @property
    def selected(self) -> str:
        """What the list of choices shows."""
        return self.clear if self.chosen is None else self.chosen


def _met(regular: Regular, seen: QuerySet[Tournament]) -> str:
    """Where a regular was last, in words; empty if the visitor may see none of their events."""
    rows = regular.entries.filter(ended=None, tournament__in=seen).select_related("tournament")
    last, count = rows.order_by("-pk").first(), rows.count()
    if last is None:
        return ""
    text = ngettext("%(event)s (%(count)d event)", "%(event)s (%(count)d events)", count)
    return text % {"count": count, "event": last.tournament.title}


def recognised(desk: Desk, written: Sequence[str], given: Mapping[str, Any]) -> list[KnownName]:
    """Those of these names that the club knows, each with the choice that was sent."""
    if desk.tournament.club is None:
        return []
    known = regular_names.known_as(desk.tournament.club, written)
    seen = tournaments_visible(desk.user)
    rows: list[KnownName] = []
    for name in written:
        several = known.get(regular_names.key_of(name), [])
        met = [(str(each.pk), _met(each, seen)) for each in several]
        offered = [(key, text) for key, text in met if text]
        if offered:
            field = f"who_{len(rows)}"
            chosen = given.get(field) if given.get(f"{field}_name") == name else None
            allowed = {NEW, *dict(offered)}
            clear = offered[0][0] if len(several) == 1 else ""
            rows.append(KnownName(field, name, offered, chosen if chosen in allowed else None, clear))
    return rows


def decide(desk: Desk, asked: Sequence[KnownName], names: Sequence[str], *, team: bool) -> None:
    """Let the names of the entry that was just stored be the people who were chosen. Raises: Refused."""
    by_name = {each.name: each for each in asked}
    rows = Nameplate.objects.filter(tournament=desk.tournament).order_by("-number").values_list("number", flat=True)
    for board, name in enumerate(names, int(team)):
        if name in by_name:
            _decide(desk, by_name[name], (rows[0], board))


def _decide(desk: Desk, known: KnownName, spot: regular_names.Spot) -> None:
    here = regular_names.entries_of(desk.tournament).get(spot)
    stands = str(here.regular_id) if here else ""
    if known.chosen == NEW:
        if not stands or stands in dict(known.offered):
            regular_names.entry_decide(tournament=desk.tournament, spot=spot, regular=None, actor=desk.user)
    elif known.chosen and stands != known.chosen:
        regular = Regular.objects.get(pk=known.chosen)
        regular_names.entry_decide(tournament=desk.tournament, spot=spot, regular=regular, actor=desk.user)
