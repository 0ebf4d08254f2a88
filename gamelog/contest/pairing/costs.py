"""The cost of a pair as one whole number: every rule outweighs all later ones, however many pairs they touch."""

from __future__ import annotations

from collections.abc import Iterable

from gamelog.contest.pairing.score_groups import Field, Member, short_lot

WIDTH = 44
"""Bits of a level."""
LEVEL = (1 << WIDTH) - 1


def leading(field: Field, a: Member, b: Member) -> int:
    """The levels that are kept exactly: constraints broken by leave, distance of groups, earlier floats, clubs.

    The distance is the square of how many groups lie between two members, plus one; the floats are those that both
    have behind them, if the pair is a float.
    """
    distance = a.group - b.group
    cost = field.lifted[a.entrant].get(b.entrant, 0) << 3 * WIDTH
    if distance:
        cost += (distance * distance << 2 * WIDTH) + (a.floats + b.floats << WIDTH)
    return cost + (field.clubs and bool(a.club) and a.club == b.club)


def whole(field: Field, a: Member, b: Member) -> int:
    """All levels: the leading ones, then the order inside the groups, then the lot that decides between equals."""
    low, high = sorted((a.entrant, b.entrant))
    tie = short_lot(field.seed, "pair", f"{low}-{high}")
    return ((leading(field, a, b) << WIDTH) + disorder(field, a, b) << WIDTH) + tie


def disorder(field: Field, a: Member, b: Member) -> int:
    """How far a pair is from what the order of the groups asks for, squared; 0 is just so.

    `fold`: the two are half of those who stay in the group apart. `adjacent`, and `random` once the lots are drawn:
    neighbours, and rather the first with the second than the second with the third. Who floats is the last of the
    upper group, and meets the first of the lower one.
    """
    upper, lower = (a, b) if (a.group, a.place) < (b.group, b.place) else (b, a)
    if upper.group != lower.group:
        return (field.sizes[upper.group] - 1 - upper.place) ** 2 + lower.place**2
    if field.order == "fold":
        return (lower.place - upper.place - half(field, upper.group)) ** 2
    between = lower.place - upper.place - 1
    return between**2 + (upper.place - floats_up(field, upper.group)) % 2


def half(field: Field, group: int) -> int:
    """Half of those who stay in a group when only those float who must."""
    return (field.sizes[group] - must_float(field, group)) // 2


def must_float(field: Field, group: int) -> int:
    """How many of a group float at least: one down if it and all above are odd together, one up if all above are."""
    return field.odd[group] + floats_up(field, group)


def floats_up(field: Field, group: int) -> int:
    """How many of a group meet somebody from above at least: one, if all above are odd together."""
    return field.odd[group - 1] if group else 0


def broken(total: int) -> int:
    """How many lifted constraints are broken, of a sum of leading costs."""
    return total >> 3 * WIDTH


def unbroken(cost: int) -> int:
    """A leading cost as if no constraint were broken."""
    return cost & (1 << 3 * WIDTH) - 1


def distances(total: int) -> int:
    """The squared distances of the pairs, of a sum of leading costs."""
    return total >> 2 * WIDTH & LEVEL


def total(field: Field, pairs: Iterable[tuple[int, int]]) -> int:
    """The leading costs of pairs of members, by their index in the field."""
    return sum(leading(field, field.members[a], field.members[b]) for a, b in pairs)
