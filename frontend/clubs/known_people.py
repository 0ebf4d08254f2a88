"""The regulars of a club as an editor sees them."""

from __future__ import annotations

from typing import NamedTuple
from uuid import UUID

from gamelog.clubs.models import Club, LinkState, PersonLink, Regular
from gamelog.games.access import Actor
from gamelog.people.selectors import display_name
from gamelog.seasons.models import RegularEntry
from gamelog.tournaments.access import tournaments_visible


class KnownPerson(NamedTuple):
    """A regular with an event, since two may have the same name."""

    regular: Regular
    name: str
    event: str

    @property
    def called(self) -> str:
        """The name and the event."""
        return f"{self.name} ({self.event})"


def people_of(club: Club, actor: Actor) -> list[KnownPerson]:
    """The regulars of a club who are nobody else, by name: those at events that `actor` may see."""
    events = events_of(club, actor)
    gone = PersonLink.objects.filter(state=LinkState.ACTIVE).values("source")
    rows = Regular.objects.filter(club=club, pk__in=events).exclude(key="").exclude(person__in=gone)
    rows = rows.select_related("person__user").order_by("key", "created")
    return [KnownPerson(each, display_name(each.person.user), events[each.pk]) for each in rows if each.person.user]


def events_of(club: Club, actor: Actor) -> dict[UUID, str]:
    """The first event of each regular that `actor` may see."""
    rows = RegularEntry.objects.filter(regular__club=club, ended=None, tournament__in=tournaments_visible(actor))
    return dict(rows.order_by("-pk").values_list("regular", "tournament__title"))
