"""A free league: its challenges, its matches, and how they count.

The season is one round in which nobody is paired. A match that is agreed on is a pair of that round, and its table has
the number of the match: whatever is done at a table is done here as everywhere. On the cards each match stands as a
round of its own, by its number, for its two entrants alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime
from fractions import Fraction

from gamelog.contest.cards import Card
from gamelog.contest.errors import Refused
from gamelog.contest.pairing.request import Paired
from gamelog.contest.state import LeagueMatch, Round, TournamentState, seat
from gamelog.contest.terms import Terms

SEASON = 1
"""The number of the round that all matches belong to."""


def rounds_counted(state: TournamentState, rounds: int | None = None) -> list[Round]:
    """The first `rounds` rounds (default: all) as they count on cards; of a free league a round for each match."""
    found = state.rounds[:rounds]
    return [each for season in found for each in _matches(season)] if state.terms.by_challenge else found


def _matches(season: Round) -> Iterator[Round]:
    for pair in season.paired.pairs:
        key = seat(pair.table)
        results = {key: season.results[key]} if key in season.results else {}
        paired = Paired(season.paired.version, (pair,))
        yield Round(pair.table, season.stage, season.request, paired, season.act, results=results)


def column_of(terms: Terms, round: int, table: int) -> int:
    """The number under which a result stands on cards: of its round, in a free league of its match."""
    return table if terms.by_challenge else round


def rate(terms: Terms, card: Card, points: int) -> Fraction:
    """Points, in hundredths, as they rank an entrant: as they are, or by games in a free league that ranks so."""
    if not terms.by_challenge or not terms.free_league.per_game:
        return Fraction(points)
    games = len(card.rounds) + terms.free_league.added_games
    return Fraction(points, games) if card.rounds else Fraction(0)


def placed(terms: Terms, card: Card) -> bool:
    """Whether an entrant has games enough for a place."""
    return not terms.by_challenge or len(card.rounds) >= terms.free_league.least_games


def match_of(state: TournamentState, number: int) -> LeagueMatch | None:
    """A challenge or match by its number."""
    return state.matches[number - 1] if 1 <= number <= len(state.matches) else None


def between(state: TournamentState, a: int, b: int) -> list[LeagueMatch]:
    """The challenges and matches of two that stand: neither declined, nor withdrawn, nor called off."""
    return [each for each in standing(state) if {each.a, each.b} == {a, b}]


def standing(state: TournamentState) -> list[LeagueMatch]:
    """All that stand, in the order in which they were made."""
    return [each for each in state.matches if each.standing in ("asked", "agreed")]


def over(state: TournamentState, match: LeagueMatch) -> bool:
    """Whether a match has its result."""
    return bool(state.rounds) and seat(match.number) in state.rounds[0].results


def last_opponent(state: TournamentState, entrant: int) -> int:
    """Whom somebody met last, or has agreed to meet; a challenge alone is no other opponent. 0: nobody yet."""
    mine = [each for each in state.matches if each.standing == "agreed" and entrant in (each.a, each.b)]
    return (mine[-1].b if mine[-1].a == entrant else mine[-1].a) if mine else 0


def why_not(state: TournamentState, a: int, b: int) -> Refused | None:
    """Why two may have no further match; None: they may."""
    terms, met = state.terms.free_league, between(state, a, b)
    for each in (a, b):
        found = state.entrants.get(each)
        if found is None or found.status != "entered":
            return Refused("not-entered", "$.a" if each == a else "$.b", f"entrant {each} is not in the league")
    if a == b:
        return Refused("same-entrant", "$.b", "nobody plays against themselves")
    if any({a, b} == set(pair) for pair in state.forbidden):
        return Refused("forbidden", "$.b", f"entrants {a} and {b} may not be paired")
    if any(not over(state, each) for each in met):
        return Refused("already", "$.b", f"entrants {a} and {b} have a match that is not over yet")
    if terms.meetings and len(met) >= terms.meetings:
        times = "once" if terms.meetings == 1 else f"{terms.meetings} times"
        return Refused("rematch", "$.b", f"entrants {a} and {b} have met: the same two meet {times} at most")
    if terms.others_between and met and b == last_opponent(state, a):
        return Refused("rematch", "$.b", f"entrant {a} met entrant {b} last: another opponent comes between")
    if terms.others_between and met and a == last_opponent(state, b):
        return Refused("rematch", "$.b", f"entrant {b} met entrant {a} last: another opponent comes between")
    return None


def in_season(terms: Terms, at: str) -> bool:
    """Whether a moment lies between the start and the end of the event, as far as it has them."""
    now = datetime.fromisoformat(at)
    started = not terms.starts or datetime.fromisoformat(terms.starts) <= now
    return started and (not terms.ends or now <= datetime.fromisoformat(terms.ends))


def opponents(state: TournamentState, entrant: int) -> Sequence[int]:
    """Whom somebody may challenge now."""
    return [each.number for each in state.playing() if why_not(state, entrant, each.number) is None]
