"""Who stands for a large group where only those matter who float, and clubs only where they are too large to avoid.

In a group of m members of whom at most f float, a club with no more than (m - f) / 2 of them never has to meet itself:
its members are as good as others without a club. The larger clubs keep their name. Pairs of different clubs may go, and
of a club that is far ahead of all others pairs of its own, each of which costs one; what is left needs as many pairs
within a club as before, less those, whoever floats.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from gamelog.contest.pairing.score_groups import Member


class StandIns(NamedTuple):
    """Members who stand for their group, those of small clubs without them, and how many pairs within a club went."""

    members: list[Member]
    clashes: int


def stand_ins(members: Sequence[Member], floating: int, *, clubs: bool) -> StandIns | None:
    """Who is left of a group of whom at most so many float; None if that is nearly everybody.

    Of every club that is kept, and of the others, as many are left as may float, those with the fewest floats.
    """
    counts = Counter(each.club for each in members if each.club) if clubs else Counter()
    large = [club for club, count in counts.most_common(3) if 2 * count + floating > len(members)]
    others = [each._replace(club="") for each in members if each.club not in large]
    own = [[each for each in members if each.club == club] for club in large]
    if not large:
        return StandIns(_first(others, floating + (len(others) - floating) % 2), 0)
    if len(large) > 2:
        return None
    first, second, rest = own[0], *([own[1], others] if len(large) == 2 else [others, []])
    ahead = len(first) - len(second)
    kept = min(ahead, floating + (ahead - floating) % 2)
    behind = min(len(second), floating + max(0, -kept))
    return StandIns([*_first(first, behind + kept), *_first(second, behind), *rest], (ahead - kept) // 2)


def _first(members: Sequence[Member], count: int) -> list[Member]:
    return sorted(members, key=lambda each: each.floats)[:count]
