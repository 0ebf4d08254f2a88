"""A cost that no pairing of a large field can undercut, found without looking at all its pairs.

Only the first of the leading costs counts here, the squared distances of the groups. Call a border between two groups
odd if an odd number of members stands above it: at least one pair crosses it. A pair d groups apart costs d x d, which
is no less than the borders it crosses; what it costs beyond the odd ones among them is its excess. A member whose every
possible pair has an excess brings at least that with them: the member's own. So any pairing costs at least one for each
odd border and everybody's own; how much more a known pairing costs is the slack. In a pairing that is no dearer

- no pair has an excess above the own of its two by more than the slack;
- no more pairs cross the odd borders than one each and the slack;
- a pair that crosses a border that is not odd has an excess, so it takes from the slack or holds a member with an own.

So from a group no more can float than its odd borders, the slack and the members with an own near it. For a large group
some members stand in (`stand_ins`), who may meet each other and everybody else: whatever pairing there is of the whole
field that is no dearer than the known one, there is one of this smaller field that costs no more. If the cheapest
pairing of the smaller field costs what the known pairing does, that one is the best there is.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import accumulate, chain, count
from typing import NamedTuple

from gamelog.contest.pairing.costs import distances, leading, must_float, unbroken
from gamelog.contest.pairing.matching import cheapest
from gamelog.contest.pairing.neighbours import allowed
from gamelog.contest.pairing.prices import Edge
from gamelog.contest.pairing.score_groups import Field, Member
from gamelog.contest.pairing.stand_ins import stand_ins


class Stand(NamedTuple):
    """A member of the smaller field, the excess that is their own, and whether they only stand for their group."""

    member: Member
    own: int
    alone: bool


class Known(NamedTuple):
    """What is known before any search: odd borders above each group, everybody's own by index, and the slack."""

    crossed: list[int]
    own: list[int]
    slack: int


def lowest(field: Field, cost: int, exact: int) -> int:
    """A bound for the leading costs of all pairings, given those of one that breaks no lifted constraint.

    Groups of up to `exact` members are taken as they are; the more, the closer the bound, and the longer it takes.
    """
    crossed = [0, *accumulate(field.odd)]
    own = _own(field, crossed)
    known = Known(crossed, own, distances(cost) - sum(field.odd) - sum(own))
    stands: list[Stand] = []
    clashes = 0
    for group in range(len(field.sizes)):
        there, gone = _stands(field, known, group, exact)
        stands += there
        clashes += gone
    edges = list(_edges(field, known, stands))
    found = cheapest(len(stands), edges)
    assert found is not None, "the pairing whose cost was given is one of the smaller field too"
    costs = {(a, b): price for a, b, price in edges}
    return clashes + sum(costs[pair] for pair in found)


def _excess(crossed: list[int], a: Member, b: Member) -> int:
    """What a pair costs beyond the odd borders it crosses."""
    apart = b.group - a.group
    return apart * apart - abs(crossed[b.group] - crossed[a.group])


def _own(field: Field, crossed: list[int]) -> list[int]:
    """By index, the least excess of all pairs of a member, less what is the other's own already."""
    members = field.members
    own = [0] * len(members)
    for index, each in enumerate(members):
        around = chain(range(index + 1, len(members)), range(index - 1, -1, -1))
        may = (other for other in around if allowed(field, each, members[other]))
        own[index] = _least(_excess(crossed, each, members[other]) - own[other] for other in may)
    return own


def _least(values: Iterator[int]) -> int:
    """The least of values that are never below 0: the search ends at the first 0."""
    found = next(values)
    for value in values:
        if not found:
            break
        found = min(found, value)
    return found


def _stands(field: Field, known: Known, group: int, exact: int) -> tuple[list[Stand], int]:
    """Who is there of a group, everybody or stand-ins; and how many pairs within a club were left out with others."""
    size, first = field.sizes[group], sum(field.sizes[:group])
    far = next(apart for apart in count(1) if apart * apart - apart > known.slack + 2 * max(known.own))
    near = sum(1 for each, own in zip(field.members, known.own, strict=True) if own and abs(each.group - group) <= far)
    floating = must_float(field, group) + known.slack + near
    members, owns = field.members[first : first + size], known.own[first : first + size]
    few = stand_ins(members, floating, clubs=field.clubs) if size > max(exact, floating + 1) else None
    if few is None:
        return [Stand(each, own, False) for each, own in zip(members, owns, strict=True)], 0
    return [Stand(each, max(owns), True) for each in few.members], few.clashes


def _edges(field: Field, known: Known, stands: list[Stand]) -> Iterator[Edge]:
    """What may be matched. Stands are in the order of the groups: behind one that is too far all others are."""
    most = max((each.own for each in stands), default=0)
    for index, a in enumerate(stands):
        for other in range(index + 1, len(stands)):
            b = stands[other]
            beyond = _excess(known.crossed, a.member, b.member) - known.slack - a.own
            if beyond > most:
                break
            if beyond <= b.own and (a.alone or b.alone or allowed(field, a.member, b.member)):
                cost = leading(field, a.member, b.member)
                yield index, other, unbroken(cost) if a.alone or b.alone else cost
