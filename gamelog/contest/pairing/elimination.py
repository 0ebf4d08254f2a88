"""Single elimination: a draw of 2, 4, 8... slots, of which neighbours meet, then the winners of neighbouring pairs.

Every candidate still in comes with the slot of the first round (`Candidate.bracket`). Where everybody left is seeded
anew, each round is the first of a draw of its own, with the slots that `reseeded` gives. In round r the slots fall into
blocks of 2^r, and whoever is left of a block's two halves meets. A player who is alone in a block goes on unopposed: in
the first round because the seed opposite is missing, later because a match had no winner.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

import msgspec

from gamelog.contest.errors import Refused
from gamelog.contest.pairing.request import Candidate


def bracket_size(entrants: int) -> int:
    """The least power of two with room for so many."""
    return 1 << rounds_of(entrants)


def rounds_of(entrants: int) -> int:
    """How many rounds it takes until one entrant is left."""
    return max(entrants - 1, 0).bit_length()


def left_in(entrants: int, number: int) -> int:
    """How many slots the round `number` (from 1) has: 8 in a quarter-final, 2 in a final."""
    return bracket_size(entrants) >> (number - 1)


def bracket_order(size: int) -> tuple[int, ...]:
    """The seed in each slot of a draw of `size` (a power of two): neighbours sum up to the size plus one.

    The first two seeds can meet in the final only, the first four in the semi-finals only, and so on.
    """
    order: tuple[int, ...] = (1,)
    while len(order) < size:
        order = tuple(seed for each in order for seed in (each, 2 * len(order) + 1 - each))
    return order


def slots(entrants: Sequence[int]) -> dict[int, int]:
    """The slot of every entrant, from 1, of a list that begins with the first seed."""
    order = bracket_order(bracket_size(len(entrants)))
    return {entrants[seed - 1]: slot for slot, seed in enumerate(order, 1) if seed <= len(entrants)}


def reseeded(candidates: Sequence[Candidate]) -> list[Candidate]:
    """The candidates with slots by their rank among those who are left; the match for the third place comes after."""
    order = sorted(candidates, key=lambda each: (each.bronze, each.rank))
    found = slots([each.entrant for each in order if not each.bronze])
    size = bracket_size(len(found))
    third = [each.entrant for each in order if each.bronze]
    found |= {entrant: size + at for at, entrant in enumerate(third, 1)}
    return [msgspec.structs.replace(each, bracket=found[each.entrant]) for each in candidates]


def draw(
    candidates: Sequence[Candidate], number: int, *, bronze: bool = False
) -> tuple[list[tuple[int, int]], tuple[int, ...]]:
    """The pairs of round `number` (from 1), the lower slot first, and who goes on unopposed.

    The match for the third place is that of the candidates marked `bronze`, and comes last.

    Raises:
        Refused: `no-slot`, `slot-taken`, `two-in-a-half`, `no-bronze`.
    """
    _check(candidates, bronze=bronze)
    finalists = sorted((each for each in candidates if not each.bronze), key=lambda each: each.bracket)
    blocks = groupby(finalists, key=lambda each: (each.bracket - 1) >> number)
    met = [_of_block(list(block), number) for _block, block in blocks]
    third = [each.entrant for each in sorted(candidates, key=lambda each: each.bracket) if each.bronze]
    met += [third] if third else []
    return [(each[0], each[1]) for each in met if len(each) == 2], tuple(each[0] for each in met if len(each) == 1)


def _of_block(block: Sequence[Candidate], number: int) -> list[int]:
    halves = {(each.bracket - 1) >> (number - 1) for each in block}
    if len(halves) < len(block):
        names = [each.entrant for each in block]
        text = f"two of {names} are from one half of their block of slots, whose match has one winner"
        raise Refused("two-in-a-half", "$.candidates", text, entrants=names)
    return [each.entrant for each in block]


def _check(candidates: Sequence[Candidate], *, bronze: bool) -> None:
    taken: set[int] = set()
    for each in candidates:
        if each.bracket < 1:
            raise Refused("no-slot", "$.candidates", f"entrant {each.entrant} has no slot in the draw")
        if each.bracket in taken:
            raise Refused("slot-taken", "$.candidates", f"slot {each.bracket} of the draw is taken twice")
        taken.add(each.bracket)
    third = sum(each.bronze for each in candidates)
    if third > (2 if bronze else 0):
        text = "two play for the third place" if bronze else "the event has no match for the third place"
        raise Refused("no-bronze", "$.candidates", f"{text}, and {third} are marked for it")
