"""Persons who are one by the present links: a name that an account claimed, and names that staff merged.

Links are read here and written in `gamelog.seasons.regulars`. Nothing that was recorded is changed by one: whoever
counts people asks here for whom an opaque id counts.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import NamedTuple

from gamelog.clubs.models import LinkState, PersonLink

Links = Mapping[str, str]
"""The active links: source to target, by opaque id."""


class Change(NamedTuple):
    """Links as they would be: those that are `added`, without those whose sources are `removed`."""

    added: Links = {}
    removed: frozenset[str] = frozenset()


NO_CHANGE = Change()


def links_of(people: Iterable[str], change: Change = NO_CHANGE) -> Links:
    """The links that lead on from these people, step by step."""
    found: dict[str, str] = {}
    ask = set(people)
    while ask:
        rows = PersonLink.objects.filter(source__in=ask - change.removed, state=LinkState.ACTIVE)
        step = dict(rows.values_list("source", "target"))
        step |= {source: change.added[source] for source in ask & change.added.keys()}
        found |= step
        ask = set(step.values()) - found.keys()
    return found


def end_of(links: Links, person: str) -> str:
    """The person for whom somebody counts: the end of their links."""
    seen = {person}
    while person in links and links[person] not in seen:
        person = links[person]
        seen.add(person)
    return person


def counts_for(person: str, change: Change = NO_CHANGE) -> str:
    """The person for whom somebody counts."""
    return end_of(links_of([person], change), person)


def together(person: str, change: Change = NO_CHANGE) -> set[str]:
    """Everybody who counts for the same person as somebody, and that person."""
    found: set[str] = set()
    ask: Collection[str] = {counts_for(person, change)}
    while ask:
        found |= set(ask)
        rows = PersonLink.objects.filter(target__in=ask, state=LinkState.ACTIVE).exclude(source__in=change.removed)
        step = set(rows.values_list("source", flat=True))
        step |= {source for source, target in change.added.items() if target in ask}
        ask = step - found
    return found
