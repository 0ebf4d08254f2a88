"""The pairs of a large field to consider first: those that its order brings together anyway."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, pairwise, product

from gamelog.contest.pairing.costs import half
from gamelog.contest.pairing.score_groups import Field, Member

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
    count = len(field.members)
    for index in range(count):
        for way in (range(index + 1, count), range(index - 1, -1, -1)):
            yield from ((index, other) for other in _along(field, index, way, reach))
    groups = _indices(field)
    if field.order == "fold":
        for group, inside in enumerate(groups):
            yield from _folded(inside, half(field, group), reach)
    for upper, lower in pairwise(groups):
        yield from product(_floaters(field, upper[::-1], reach), _floaters(field, lower, reach))


def _along(field: Field, index: int, way: range, reach: int) -> Iterator[int]:
    """The next ones whom a member may meet; and if clubs are kept apart as many of other clubs, unless they are far."""
    me = field.members[index]
    seen = foreign = 0
    for steps, other in enumerate(way, 1):
        far = foreign >= reach or steps > FAR * reach
        if seen >= reach and far:
            return
        it = field.members[other]
        if allowed(field, me, it):
            strange = not (field.clubs and me.club) or me.club != it.club
            if seen < reach or (strange and not far):
                yield other
            seen += 1
            foreign += strange


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
    """The first who could float, with those before others who never did."""
    return sorted(inside, key=lambda index: field.members[index].floats)[:reach]
