"""Groups and flights: who is in which, how they are drawn, and how their names are said.

Groups are counted from 1 and called A, B, C... A pod after a Swiss is a group too, formed anew from the standings.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from gamelog.contest.pairing import round_robin
from gamelog.contest.pairing.request import Candidate
from gamelog.contest.pairing.score_groups import lot
from gamelog.contest.state import TournamentState


def letter(group: int) -> str:
    """What a group is called."""
    return chr(ord("A") + group - 1)


def dealt(order: Sequence[int], groups: int) -> dict[int, int]:
    """Everybody's group, dealt in an order there and back again: 1 2 3, 3 2 1, 1 2 3... Sizes differ by one at most."""
    found = {}
    for index, entrant in enumerate(order):
        row, at = divmod(index, groups)
        found[entrant] = (groups - at) if row % 2 else at + 1
    return found


def by_lot(entrants: Iterable[int], seed: str) -> list[int]:
    """The entrants in the order of their lots for the groups."""
    return sorted(entrants, key=lambda each: (lot(seed, "group", each), each))


def members(state: TournamentState, among: Collection[int]) -> dict[int, list[int]]:
    """Those of `among` by group, in the order of groups and numbers; 0 has everybody who is in none."""
    found: dict[int, list[int]] = {}
    for entrant in sorted(among, key=lambda each: (state.groups.get(each, 0), each)):
        found.setdefault(state.groups.get(entrant, 0), []).append(entrant)
    return found


def sizes(state: TournamentState) -> list[int]:
    """How many are in each group: of the first round, or as drawn, or as they would be if they were drawn now."""
    if state.rounds:
        return [len(each) for each in by_group(state.rounds[0].request.candidates).values()]
    playing = [each.number for each in state.playing()]
    drawn = members(state, playing)
    if state.groups and 0 not in drawn:
        return [len(each) for each in drawn.values()]
    number = state.terms.stages.groups
    return [(len(playing) + number - each) // number for each in range(1, number + 1)]


def by_group(candidates: Iterable[Candidate]) -> dict[int, list[Candidate]]:
    """Candidates by their group, in the order of groups."""
    found: dict[int, list[Candidate]] = {}
    for each in sorted(candidates, key=lambda each: each.group):
        found.setdefault(each.group, []).append(each)
    return found


def scheduled(candidates: Iterable[Candidate], number: int, *, double: bool = False) -> list[Candidate]:
    """Those whose group has a round `number` in its round robin: a smaller group is through earlier."""
    return [
        each
        for members in by_group(candidates).values()
        if number <= round_robin.rounds_of(len(members), double=double)
        for each in members
    ]
