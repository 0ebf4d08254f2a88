"""Swiss events from the first round to the last, with drops, late entries and byes; the same for the same number."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

import msgspec

from gamelog.contest.pairing.pair import pair
from gamelog.contest.pairing.request import Candidate, Paired, Request, Unpairable
from gamelog.contest.terms import PairingTerms
from tests.contest.pairing import chance

WIN, DRAW = 300, 100
MOST_BATTLE = 2000


class Round(NamedTuple):
    """A round, and the refusal before it if a constraint had to be lifted."""

    request: Request
    paired: Paired
    refused: Unpairable | None


@dataclass
class Player:
    """Somebody who plays from round `since` on until they drop, after round `until`."""

    number: int
    strength: float
    club: str
    since: int
    until: int
    score: int = 0
    byes: int = 0
    floats: int = 0
    met: list[int] = field(default_factory=list)
    tables: list[int] = field(default_factory=list)


def event(number: int, sizes: tuple[int, int] = (4, 40), rounds: tuple[int, int] = (3, 7)) -> Iterator[Round]:
    """The rounds of an event; a constraint is lifted where nothing else helps, as a judge would."""
    dice = random.Random(number)
    terms, length, battle = chance.terms(dice), dice.randint(*rounds), dice.random() < 0.3
    players = [_player(dice, each, length) for each in range(1, dice.randint(*sizes) + 1)]
    for played in range(1, length + 1):
        request = _request(dice, played, terms, [each for each in players if each.since <= played <= each.until])
        refused = None
        try:
            paired = pair(request)
        except Unpairable as error:
            refused = error
            request = msgspec.structs.replace(request, lifted=(error.lifts[0].constraint, *error.lifts[0].also))
            paired = pair(request)
        yield Round(request, paired, refused)
        _play(dice, {each.number: each for each in players}, paired, battle=battle)


def _player(dice: random.Random, number: int, rounds: int) -> Player:
    since = 2 if dice.random() < 0.05 else 1
    until = dice.randint(1, rounds) if dice.random() < 0.15 else rounds
    return Player(number, dice.gauss(0, 1), dice.choice(("", "", "north", "south", "west")), since, until)


def _request(dice: random.Random, played: int, terms: PairingTerms, here: list[Player]) -> Request:
    order = sorted(here, key=lambda each: (-each.score, dice.random()))
    candidates = [
        Candidate(each.number, rank, each.score, tuple(each.met), each.byes, each.floats, each.club, tuple(each.tables))
        for rank, each in enumerate(order, 1)
    ]
    return Request(played, "swiss", tuple(candidates), terms, seed=f"event/{played}")


def _play(dice: random.Random, players: dict[int, Player], paired: Paired, *, battle: bool) -> None:
    """Results, and what is kept of them."""
    for each in paired.pairs:
        a, b = players[each.a], players[each.b]
        ahead = dice.gauss(a.strength - b.strength, 1)
        scores = _battle(ahead) if battle else _match(ahead)
        for player, other, score in ((a, b, scores[0]), (b, a, scores[1])):
            player.score += score
            player.floats += each.floated
            player.met.append(other.number)
            player.tables.append(each.table)
    if paired.bye:
        players[paired.bye].byes += 1
        players[paired.bye].score += MOST_BATTLE * 3 // 4 if battle else WIN


def _match(ahead: float) -> tuple[int, int]:
    if abs(ahead) < 0.1:
        return DRAW, DRAW
    return (WIN, 0) if ahead > 0 else (0, WIN)


def _battle(ahead: float) -> tuple[int, int]:
    """A 20-0 scale."""
    mine = min(max(10 + round(4 * ahead), 0), 20) * 100
    return mine, MOST_BATTLE - mine
