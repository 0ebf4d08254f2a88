"""Double elimination: who loses goes on in a lower bracket, and is out with the second loss.

With room for 2^k entrants the upper bracket has k rounds and is that of a single elimination. The lower one has
2(k - 1): in its first round the losers of the first upper round meet, in each even round its winners meet those who
have just lost in the upper bracket, in each odd one its winners meet each other. Rounds of the event:

    1: upper 1    2: upper 2, lower 1    3: lower 2    4: upper 3, lower 3    5: lower 4    ...    2k: final

The winners of both brackets meet in the final. If the winner of the lower one wins it, both have lost once, and a
second final, round 2k + 1, decides, where the terms have one.

The losers of the second upper round come into the lower bracket in reversed order, those of the third with their halves
swapped, those of the fourth with each half reversed, those of the fifth as they stand, and so on again: two who have
met do not meet again as long as that can be avoided by the order alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from gamelog.contest.errors import Refused
from gamelog.contest.pairing.elimination import rounds_of as upper_rounds
from gamelog.contest.pairing.request import Candidate


class Drawn(NamedTuple):
    """A round: its pairs, who goes on unopposed, and who waits for the other bracket."""

    pairs: list[tuple[int, int]]
    unopposed: tuple[int, ...]
    waiting: tuple[int, ...]


class Seat(NamedTuple):
    """A match of a bracket, counted from 0 at the top, and which of its two sides somebody takes."""

    match: int
    side: int


def final_of(entrants: int) -> int:
    """The round of the event that the first final is."""
    return 2 * upper_rounds(entrants)


def upper_of(number: int, entrants: int) -> int:
    """The round of the upper bracket that is played in a round of the event; 0 if it waits."""
    if number == 1:
        return 1
    return number // 2 + 1 if number % 2 == 0 and number < final_of(entrants) else 0


def lower_of(number: int, entrants: int) -> int:
    """The round of the lower bracket that is played in a round of the event; 0 if there is none."""
    return number - 1 if 1 < number < final_of(entrants) else 0


def fell_in(number: int, entrants: int) -> int:
    """The round of the upper bracket that somebody lost in a round of the event: see `Candidate.fell`. 0 is none."""
    return upper_of(number, entrants) or number // 2 + 1 if number else 0


def matches_in(bracket: str, within: int, entrants: int) -> int:
    """How many matches a round of the `upper` or `lower` bracket has, played or not."""
    rounds = upper_rounds(entrants)
    return 1 << (rounds - within if bracket == "upper" else rounds - 1 - (within + 1) // 2)


def upper_seat(candidate: Candidate, within: int) -> Seat:
    """Where a candidate plays in a round of the upper bracket."""
    block = (candidate.bracket - 1) >> (within - 1)
    return Seat(block >> 1, block & 1)


def lower_seat(candidate: Candidate, within: int, entrants: int) -> Seat:
    """Where a candidate who lost in the upper bracket plays in a round of the lower one, once they have come so far."""
    fell = candidate.fell
    block = (candidate.bracket - 1) >> fell
    if fell == 1:
        came, seat = 1, Seat(block >> 1, block & 1)
    else:
        came, seat = 2 * fell - 2, Seat(block ^ _crossing(fell, upper_rounds(entrants) - fell), 1)
    for each in range(came + 1, within + 1):
        seat = Seat(seat.match, 0) if each % 2 == 0 else Seat(seat.match >> 1, seat.match & 1)
    return seat


def seat_of(candidate: Candidate, part: str, within: int, entrants: int) -> Seat:
    """Where a candidate plays in a round of the `upper` or `lower` bracket, or in the `final`."""
    if part == "final":
        return Seat(0, int(0 < candidate.fell <= upper_rounds(entrants)))
    return upper_seat(candidate, within) if part == "upper" else lower_seat(candidate, within, entrants)


def _crossing(fell: int, bits: int) -> int:
    """Which bits of a match's number are turned round on the way into the lower bracket."""
    everything = (1 << bits) - 1
    half = 1 << bits >> 1
    return (everything - half, 0, everything, half)[fell % 4]


def draw(candidates: Sequence[Candidate], number: int, entrants: int) -> Drawn:
    """Round `number` of the event of a field of so many: the upper bracket's pairs first, each in the order of matches.

    Raises:
        Refused: `no-slot`, `slot-taken`, `two-in-a-half`.
    """
    _check(candidates, entrants)
    upper, lower = upper_of(number, entrants), lower_of(number, entrants)
    if number >= final_of(entrants):
        found = [_finalists(candidates, entrants)]
        waiting: tuple[int, ...] = ()
    else:
        above = [each for each in candidates if not each.fell]
        below = [each for each in candidates if each.fell]
        found = _matches([(upper_seat(each, upper), each.entrant) for each in above]) if upper else []
        found += _matches([(lower_seat(each, lower, entrants), each.entrant) for each in below]) if lower else []
        waiting = () if upper else tuple(each.entrant for each in sorted(above, key=lambda each: each.bracket))
    pairs = [(each[0], each[1]) for each in found if len(each) == 2]
    return Drawn(pairs, tuple(each[0] for each in found if len(each) == 1), waiting)


def _finalists(candidates: Sequence[Candidate], entrants: int) -> list[int]:
    """Both of them, the winner of the upper bracket first, who has lost nowhere but in the first final."""
    order = sorted(candidates, key=lambda each: seat_of(each, "final", 1, entrants))
    if len(order) > 2:
        raise Refused("two-in-a-half", "$.candidates", f"two play the final, not {len(order)}")
    return [each.entrant for each in order]


def _matches(seats: Sequence[tuple[Seat, int]]) -> list[list[int]]:
    found: dict[int, list[int]] = {}
    taken: dict[Seat, int] = {}
    for seat, entrant in sorted(seats):
        if seat in taken:
            text = f"{taken[seat]} and {entrant} come from one match, which has one winner and one loser"
            raise Refused("two-in-a-half", "$.candidates", text, entrants=[taken[seat], entrant])
        taken[seat] = entrant
        found.setdefault(seat.match, []).append(entrant)
    return list(found.values())


def _check(candidates: Sequence[Candidate], entrants: int) -> None:
    taken: set[int] = set()
    for each in candidates:
        if not 1 <= each.bracket <= 1 << upper_rounds(entrants):
            raise Refused("no-slot", "$.candidates", f"entrant {each.entrant} has no slot in a draw of {entrants}")
        if each.bracket in taken:
            raise Refused("slot-taken", "$.candidates", f"slot {each.bracket} of the draw is taken twice")
        taken.add(each.bracket)
