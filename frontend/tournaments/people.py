"""The people behind opaque ids."""

from __future__ import annotations

from collections.abc import Iterable

from gamelog.people.models import Participant
from gamelog.people.selectors import display_name


def names_of_people(people: Iterable[str]) -> dict[str, str]:
    """The names of people by their opaque ids."""
    rows = Participant.objects.select_related("user").filter(pk__in={each or "" for each in people} - {""})
    return {str(row.pk): display_name(row.user) for row in rows if row.user}
