"""Which pairs of a large field are looked at first: those that its order brings together anyhow."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, pairwise, product

from gamelog.contest.pairing.costs import half
from gamelog.contest.pairing.field import Field, Member

WHOLE = 64
"""Up to how many entrants all pairs are looked at from the beginning."""

FAR = 4
"""How many times its reach one goes to find others of another club."""


def allowed(field: Field, a: Member, b: Member) -> bool:
    """Whether two members may meet."""
    return b.entrant not in field.barred[a.entrant]


def everybody(field: Field) -> list[tuple[int, int]]:
    """All pairs of members that may meet, by index."""
    members = field.members
    return [pair for pair in combinations(range(len(members)), 2) if allowed(field, members[pair[0]], members[pair[1]])]


def nearby(field: Field, reach: int) -> list[tuple[int, int]]:
    """The pairs that may meet and lie within `reach` of what the order asks for, by index."""
    members = field.members
    near = {(min(pair), max(pair)) for pair in _near(field, reach)}
    return sorted((a, b) for a, b in near if a != b and allowed(field, members[a], members[b]))


def _near(field: Field, reach: int) -> Iterator[tuple[int, int]]:
    """Next in the whole order, across the group where it is folded, and from each group's end to the next's head."""
    for index in range(len(field.members)):
        yield from ((index, other) for other in _behind(field, index, reach))
    groups = _indices(field)
    if field.order == "fold":
        for group, inside in enumerate(groups):
            yield from _folded(inside, half(field, group), reach)
    for upper, lower in pairwise(groups):
        yield from product(_floaters(field, upper[::-1], reach), _floaters(field, lower, reach))


def _behind(field: Field, index: int, reach: int) -> Iterator[int]:
    """The next ones in the order, and if clubs are kept apart as many of other clubs, unless they are far."""
    members = field.members
    club = members[index].club if field.clubs else ""
    others = 0
    for other in range(index + 1, min(index + FAR * reach + 1, len(members))):
        foreign = not club or members[other].club != club
        if other <= index + reach or (foreign and others < reach):
            yield other
        others += foreign


def _indices(field: Field) -> list[list[int]]:
    """The indices of each group's members, in order."""
    groups: list[list[int]] = [[] for _ in field.sizes]
    for index, each in enumerate(field.members):
        groups[each.group].append(index)
    return groups


def _folded(inside: list[int], distance: int, reach: int) -> Iterator[tuple[int, int]]:
    for place, index in enumerate(inside):
        first = max(place + distance - reach, place + 1)
        yield from ((index, other) for other in inside[first : place + distance + reach + 1])


def _floaters(field: Field, inside: list[int], reach: int) -> list[int]:
    """The first who could float, those before others who never did."""
    return sorted(inside, key=lambda index: field.members[index].floats)[:reach]
