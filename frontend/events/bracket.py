"""The tree of an elimination: its rounds from the first to the final, each match with who won it."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from django.utils.translation import gettext as _

from frontend.events.pairings import match_points
from frontend.events.standings import cut_round
from frontend.events.visit import Visit
from gamelog.contest import counting, draw
from gamelog.contest.errors import Refused
from gamelog.contest.pairing.elimination import rounds_of
from gamelog.contest.pairing.request import Pair
from gamelog.contest.state import Round, seats_of


class Corner(msgspec.Struct, frozen=True):
    """One side of a match: who, with which seed and points; `won` None while that is open. Entrant 0: not known yet."""

    entrant: int = 0
    name: str = ""
    seed: int = 0
    points: str = ""
    won: bool | None = None


class Meeting(msgspec.Struct, frozen=True):
    """A match of the tree. `table` 0 is one that is not paired, or has one side only (`unopposed`)."""

    a: Corner
    b: Corner
    table: int = 0
    round: int = 0
    standing: str = ""
    unopposed: bool = False

    @property
    def corners(self) -> tuple[Corner, Corner]:
        """Both sides, the upper one first."""
        return self.a, self.b


class Stage(msgspec.Struct, frozen=True):
    """A round of the tree, from the top to the bottom."""

    title: str
    meetings: tuple[Meeting, ...]


def has_tree(visit: Visit) -> bool:
    """Whether the event has an elimination, played yet or not."""
    return visit.state.terms.format in ("single-elimination", "swiss-cut")


def stages(visit: Visit) -> list[Stage]:
    """The whole tree; empty until its first round is paired."""
    cut = [each for each in visit.state.rounds if each.stage == "cut"]
    if not cut:
        return []
    seeds = {each.entrant: each.rank for each in cut[0].request.candidates}
    slots = {each.entrant: each.bracket for each in cut[0].request.candidates}
    total = max(rounds_of(len(slots)), (max(slots.values()) - 1).bit_length())
    made = [_stage(visit, cut, number, total, slots, seeds) for number in range(1, total + 1)]
    third = _third(visit, cut, slots, seeds)
    return made + ([Stage(_("for the third place"), (third,))] if third else [])


def _stage(
    visit: Visit, cut: Sequence[Round], number: int, total: int, slots: dict[int, int], seeds: dict[int, int]
) -> Stage:
    blocks = 1 << (total - number)
    found = cut[number - 1] if number <= len(cut) else None
    meetings = [_meeting(visit, cut, found, number, block, slots, seeds) for block in range(blocks)]
    return Stage(cut_round(blocks), tuple(meetings))


def _meeting(
    visit: Visit, cut: Sequence[Round], found: Round | None, number: int, block: int, slots: dict[int, int],
    seeds: dict[int, int],
) -> Meeting:  # fmt: skip
    """The match of a block of slots: paired, or who is known to come to it."""
    here = {each for each, slot in slots.items() if (slot - 1) >> number == block}
    bronze = {each.entrant for each in found.request.candidates if each.bronze} if found else set()
    for two in found.paired.pairs if found else ():
        if {two.a, two.b} <= here - bronze:
            assert found
            return _played(visit, found, two, seeds)
    alone = [each for each in found.paired.unopposed if each in here] if found else []
    if alone:
        return Meeting(_corner(visit, alone[0], seeds, won=True), Corner(), unopposed=True)
    coming = _coming(visit, cut, number, here)
    corners = [_corner(visit, each, seeds) for each in sorted(coming, key=lambda each: slots[each])]
    a, b = (*corners, Corner(), Corner())[:2]
    return Meeting(a, b)


def _coming(visit: Visit, cut: Sequence[Round], number: int, here: set[int]) -> set[int]:
    """Who has won through to a round that is not paired."""
    before = cut[number - 2] if 2 <= number <= len(cut) + 1 else None
    if before is None:
        return set()
    through = {_winner(visit, before, each) for each in before.paired.pairs} | set(before.paired.unopposed)
    return through & here


def _played(visit: Visit, found: Round, two: Pair, seeds: dict[int, int]) -> Meeting:
    winner = _winner(visit, found, two)
    points = match_points(visit, found, two)
    results = [found.results[key] for key in seats_of(visit.state, two) if key in found.results]
    sure = max((each.standing for each in results), key=counting.SURE.index, default="")
    a, b = (
        _corner(visit, entrant, seeds, shown, entrant == winner if winner else None)
        for entrant, shown in zip((two.a, two.b), points, strict=True)
    )
    return Meeting(a, b, two.table, found.number, sure)


def _winner(visit: Visit, found: Round, two: Pair) -> int:
    try:
        return draw.winner_of(visit.state, found, two.table)
    except Refused:
        return 0


def _corner(visit: Visit, entrant: int, seeds: dict[int, int], points: str = "", won: bool | None = None) -> Corner:
    return Corner(entrant, visit.name(entrant), seeds.get(entrant, 0), points, won)


def _third(visit: Visit, cut: Sequence[Round], slots: dict[int, int], seeds: dict[int, int]) -> Meeting | None:
    last = cut[-1]
    bronze = {each.entrant for each in last.request.candidates if each.bronze}
    two = next((each for each in last.paired.pairs if {each.a, each.b} <= bronze), None) if bronze else None
    return _played(visit, last, two, seeds) if two else None
