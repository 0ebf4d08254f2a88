"""An event in the terms of a chess program: players, opponents, colours, results. Between our cards and a report file.

A battle has sides where chess has colours: the first side of a pairing is written as white, the second as black.
Results are the characters of FIDE's tournament report file (TRF26, player section):

1 = 0    won, drawn, lost                    + -    won or lost by forfeit
    W D L    the same, broken off at once        H F    a half-point bye, a full-point bye
    U        the bye that the pairing gave       Z      absent, or a bye that is worth nothing

An empty result is a game that is not finished. Days are ISO dates, points are hundredths.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal, TypeAlias

import msgspec

from gamelog.contest.cards import Card, Cards, How, Outcome, RoundScore
from gamelog.contest.errors import Refused
from gamelog.contest.scoring import award_of
from gamelog.contest.terms import Ranks, Scoring

Colour: TypeAlias = Literal["w", "b", "-"]
Seats: TypeAlias = dict[tuple[int, int], tuple[int, Colour]]
"""Opponent and colour by round and player."""
RESULTS = "1=0+-WDLHFUZ"
"""Every result that a round can have."""
ALONE = "HFUZ"
"""Results of a round without an opponent."""

OF_EVENTS = ("federation", "arbiter", "deputies", "time", "dates")
OF_PLAYERS = ("title", "federation", "fide")
"""What a book says and an event's acts do not: it is kept beside them, so that it can be erased."""


class Meeting(msgspec.Struct, frozen=True, omit_defaults=True):
    """A round of a player. `opponent` 0 is nobody, `result` empty a game that is not finished."""

    opponent: int = 0
    colour: Colour = "-"
    result: str = "Z"


class BookPlayer(msgspec.Struct, frozen=True, omit_defaults=True):
    """A player by starting number. `fide` is a number of the federation, `birth` a year or an ISO date."""

    number: int
    name: str = ""
    sex: str = ""
    title: str = ""
    rating: int = 0
    federation: str = ""
    fide: str = ""
    birth: str = ""
    club: str = ""
    faction: str = ""
    points: int = 0
    rank: int = 0
    rounds: tuple[Meeting, ...] = ()


class Team(msgspec.Struct, frozen=True, omit_defaults=True):
    """A team: its players by starting number, its match points and the sum of its boards, its place."""

    number: int
    name: str = ""
    nickname: str = ""
    players: tuple[int, ...] = ()
    match: int = 0
    game: int = 0
    rank: int = 0


class System(msgspec.Struct, frozen=True, omit_defaults=True):
    """The worth of results.

    A forfeit is won like a game; `absence` is a lost forfeit or a bye worth nothing. `bye` is the one that the pairing
    gives; a half-point bye is worth a draw.
    """

    win: int = 100
    draw: int = 50
    loss: int = 0
    absence: int = 0
    bye: int = 100


class Book(msgspec.Struct, frozen=True, omit_defaults=True):
    """An event. `rounds` is how many are planned, `dates` are the days of each, `first` is the first player's colour.

    `kind` says the format in words, `code` by FIDE's table of types of tournaments.

    `system` None: what the results are worth cannot be said as a system, and only `points` tell. `tiebreaks` is their
    order in FIDE's codes.
    """

    title: str = ""
    city: str = ""
    federation: str = ""
    starts: str = ""
    ends: str = ""
    kind: str = ""
    code: str = ""
    arbiter: str = ""
    deputies: tuple[str, ...] = ()
    time: str = ""
    dates: tuple[str, ...] = ()
    rounds: int = 0
    first: Literal["", "w", "b"] = ""
    system: System | None = System()
    tiebreaks: str = ""
    players: tuple[BookPlayer, ...] = ()
    teams: tuple[Team, ...] = ()


def worth(system: System, result: str) -> int:
    """The worth of a result, in hundredths. An unfinished game is worth nothing yet."""
    if result in ("1", "+", "W", "F"):
        return system.win
    if result in ("=", "D", "H"):
        return system.draw
    return {"0": system.loss, "L": system.loss, "U": system.bye, "": 0}.get(result, system.absence)


def total(system: System, player: BookPlayer) -> int:
    """The total worth of a player's rounds, in hundredths."""
    return sum(worth(system, meeting.result) for meeting in player.rounds)


def system_of(scoring: Scoring) -> System | None:
    """The system of a scoring that ranks by match points alone; None if FIDE's file cannot express it."""
    system = System(scoring.win, scoring.draw, scoring.loss, absence=scoring.forfeit_loss.match, bye=scoring.bye.match)
    alike = (
        scoring.ranks == "match"
        and scoring.major is None
        and scoring.forfeit_win.match == scoring.win
        and scoring.half_bye.match == scoring.draw
        and scoring.zero_bye.match == scoring.forfeit_loss.match == 0
    )
    return system if alike else None


def filled(
    book: Book,
    cards: Cards,
    scoring: Scoring,
    places: Mapping[int, int],
    pairings: Sequence[Sequence[tuple[int, int]]],
    *,
    ranks: Ranks | None = None,
    scheduled: bool = False,
) -> Book:
    """A book with what its players' cards hold: points, places and rounds.

    `places` are by entrant; `pairings` are the pairs of each round, its first side white. A player without a card keeps
    what the book says. A round that was paired and has no score on the card is a game that is not finished. `ranks` is
    what the event ranks by, where that is not what the scoring names. `scheduled`: who has no opponent in a round robin
    sits out by the schedule. Where that is worth nothing it is a rest (`Z`), not a bye that a pairing gave (`U`).
    """
    system = system_of(scoring) if ranks in (None, scoring.ranks) else None
    rest = scheduled and not scoring.bye.match
    seats = _seats(pairings)
    players = tuple(
        _filled(
            each, cards[each.number], ranks or scoring.ranks, places, _meetings(each, cards, seats, len(pairings), rest)
        )
        if each.number in cards
        else each
        for each in book.players
    )
    return level(msgspec.structs.replace(book, players=players, system=system))


def _seats(pairings: Sequence[Sequence[tuple[int, int]]]) -> Seats:
    seats: Seats = {}
    for number, pairs in enumerate(pairings, 1):
        for first, second in pairs:
            seats[number, first] = second, "w"
            seats[number, second] = first, "b"
    return seats


def _filled(
    player: BookPlayer, card: Card, ranks: Ranks, places: Mapping[int, int], rounds: tuple[Meeting, ...]
) -> BookPlayer:
    place = places.get(player.number, 0)
    return msgspec.structs.replace(player, points=card.of(ranks), rank=place, rounds=rounds)


def _meetings(player: BookPlayer, cards: Cards, seats: Seats, rounds: int, rest: bool) -> tuple[Meeting, ...]:
    scores = {score.round: score for score in cards[player.number].rounds}
    met = (_meeting(player.number, number, scores.get(number), seats) for number in range(1, rounds + 1))
    return tuple(Meeting() if rest and each.result == "U" else each for each in met)


def _meeting(player: int, number: int, score: RoundScore | None, seats: Seats) -> Meeting:
    opponent, colour = seats.get((number, player), (0, "-"))
    if score is None:
        return Meeting(opponent, colour, "") if opponent else Meeting()
    if score.how == "played":
        return Meeting(score.opponent, colour, {"win": "1", "draw": "=", "loss": "0", "": ""}[score.outcome])
    if score.how in ("forfeit-win", "forfeit-loss"):
        return Meeting(score.opponent, colour, "+" if score.how == "forfeit-win" else "-")
    return Meeting(result={"bye": "U", "half-bye": "H"}.get(score.how, "Z"))


def level(book: Book) -> Book:
    """The same book with as many rounds for every player: missing ones at the end are absences."""
    most = max((len(player.rounds) for player in book.players), default=0)
    players = tuple(
        msgspec.structs.replace(player, rounds=player.rounds + (Meeting(),) * (most - len(player.rounds)))
        for player in book.players
    )
    return msgspec.structs.replace(book, players=players)


def cards_of(book: Book, scoring: Scoring) -> dict[int, Card]:
    """The cards of a book's players, scored anew: match points alone, as a report file knows no others.

    A full-point bye is taken for the pairing's bye. Points that the results do not explain become an adjustment, if the
    scoring ranks by match points.

    Raises: Refused `bad-file` for a game that is not finished.
    """
    return {player.number: _card(player, scoring, rank) for rank, player in enumerate(book.players, 1)}


def _card(player: BookPlayer, scoring: Scoring, rank: int) -> Card:
    rounds = tuple(_score(player, number, scoring) for number in range(1, len(player.rounds) + 1))
    card = Card(player.number, rank, rounds)
    if scoring.ranks != "match":
        return card
    return msgspec.structs.replace(card, match_adjustment=player.points - card.match())


def _score(player: BookPlayer, number: int, scoring: Scoring) -> RoundScore:
    meeting = player.rounds[number - 1]
    if not meeting.result:
        text = f"player {player.number} has no result in round {number} yet"
        raise Refused("bad-file", f"$.players[{player.number}].rounds[{number - 1}]", text)
    how, outcome = _how(meeting)
    if outcome:
        match = {"win": scoring.win, "draw": scoring.draw, "loss": scoring.loss}[outcome]
    else:
        match = award_of(scoring, how).match
    return RoundScore(number, how, meeting.opponent, outcome, match)


def _how(meeting: Meeting) -> tuple[How, Outcome]:
    outcome: Outcome = {"1": "win", "W": "win", "=": "draw", "D": "draw", "0": "loss", "L": "loss"}.get(
        meeting.result, ""
    )  # type: ignore[assignment]
    if outcome:
        return "played", outcome
    if meeting.result == "-" and not meeting.opponent:
        return "absent", ""
    hows: dict[str, How] = {
        "+": "forfeit-win", "-": "forfeit-loss", "U": "bye", "F": "bye", "H": "half-bye", "Z": "zero-bye"
    }  # fmt: skip
    return hows[meeting.result], ""
