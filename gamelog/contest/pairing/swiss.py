"""Swiss rounds: who meets whom. The rules in words are in `rules.py`."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile

from gamelog.contest.pairing.bound import lowest
from gamelog.contest.pairing.bye import least
from gamelog.contest.pairing.costs import broken, total, whole
from gamelog.contest.pairing.lifts import unpairable
from gamelog.contest.pairing.matching import cheapest
from gamelog.contest.pairing.neighbours import WHOLE, everybody, nearby
from gamelog.contest.pairing.request import Candidate, Request
from gamelog.contest.pairing.score_groups import Field, field

REACHES = tuple(8 << doubled for doubled in range(16))
"""How far one looks in a larger field, again and again until the best of what was seen is proved to be the best."""


def draw(request: Request, candidates: Sequence[Candidate]) -> tuple[list[tuple[int, int]], int]:
    """The pairs of these candidates, the better placed first, and who has the bye (0: nobody).

    A lifted constraint is broken only where no pairing keeps it, and then as seldom as possible.

    Raises:
        Unpairable: no pairing keeps the constraints that are not lifted.
    """
    for lifted in dict.fromkeys(((), request.lifted)):
        possible = least(request, candidates, lifted)
        if possible:
            playing = field(request, (each for each in candidates if each.entrant != possible.bye), lifted)
            members = playing.members
            return [(members[a].entrant, members[b].entrant) for a, b in best(playing)], possible.bye
    raise unpairable(request, candidates)


def best(playing: Field) -> list[tuple[int, int]]:
    """The best pairs of a field that can be paired, by index.

    Their leading costs (`costs.leading`) are the least there are. What the order inside the groups comes to is the
    least of all pairs that were looked at: all of them up to `WHOLE` entrants, else those within the reach that was
    enough to prove the leading costs.
    """
    size = len(playing.members)
    for reach in takewhile(lambda reach: WHOLE < size > reach, REACHES):
        found = _of(playing, nearby(playing, reach))
        if found is not None and _proved(playing, found, reach):
            return found
    found = _of(playing, everybody(playing))
    assert found is not None, "whoever asks for the best pairs has seen that there are some"
    return found


def _of(playing: Field, seen: Sequence[tuple[int, int]]) -> list[tuple[int, int]] | None:
    members = playing.members
    return cheapest(len(members), [(a, b, whole(playing, members[a], members[b])) for a, b in seen])


def _proved(playing: Field, found: Sequence[tuple[int, int]], reach: int) -> bool:
    """Whether no pairing at all has lower leading costs."""
    cost = total(playing, found)
    return not broken(cost) and lowest(playing, cost, exact=reach) == cost
