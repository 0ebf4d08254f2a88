"""Consistency of the terms of a free league: see `validation`."""

from __future__ import annotations

from collections.abc import Iterator

from gamelog.contest.errors import Refused, bad_terms
from gamelog.contest.terms import Terms
from gamelog.contest.terms_free import FreeLeague

UNEQUAL = frozenset({
    "battle-points", "direct-encounter", "extended-direct-encounter", "game-win", "head-to-head", "lots",
    "match-points", "match-win", "median-points", "opponents-game-win", "opponents-match-win", "opponents-rating",
    "points-per-game", "rating", "sos-per-round", "extended-sos-per-round", "standard-points", "victory-difference",
    "victory-points", "wins", "wins-played",
})  # fmt: skip
"""Tie-breaks that say the same of entrants with unequal numbers of games: an entrant's own points, a mean by games, who
beat whom. All others add up something of the opponents, or ask in which round it was, or what a round that was not
played is worth: they need as many rounds for everybody.
"""


def problems(terms: Terms) -> Iterator[Refused]:
    """Everything that contradicts a free league, or asks for one in another format."""
    league = terms.free_league
    if not terms.by_challenge:
        if league != FreeLeague():
            text = f"challenges, and games enough for a place, belong to the format free-league, not to {terms.format}"
            yield bad_terms("$.free_league", text, format=terms.format)
        return
    if league.added_games and not league.per_game:
        text = "games are added to those that points are divided by: rank by points per game"
        yield bad_terms("$.free_league.added_games", text)
    if league.others_between and league.meetings == 1:
        text = "where the same two meet once at most, they do not meet again after other games either"
        yield bad_terms("$.free_league.others_between", text)
    yield from _of_rounds(terms)
    for at, tiebreak in enumerate(terms.tiebreaks):
        if tiebreak.id not in UNEQUAL:
            text = f"{tiebreak.id} assumes that everybody has as many rounds; in a free league numbers of games differ"
            yield Refused("unequal-games", f"$.tiebreaks[{at}].id", text, tiebreak=tiebreak.id)


def _of_rounds(terms: Terms) -> Iterator[Refused]:
    """What belongs to rounds that are paired, in a hall."""
    if terms.teams:
        yield Refused("free-league", "$.teams", "a free league is played by players, not by teams")
    for name, why in (
        ("tables", "matches of a free league are played anywhere: it has no tables of a hall"),
        ("missions", "a free league has no rounds that could have a mission"),
        ("half_byes", "in a free league nobody is paired, so nobody can ask for a bye"),
        ("check_in", "in a free league nobody is paired, so nobody has to be checked in"),
        ("late_entry", "a free league can be entered at any time: it has no round until which it could be"),
    ):
        if getattr(terms, name):
            yield Refused("free-league", f"$.{name}", why)
