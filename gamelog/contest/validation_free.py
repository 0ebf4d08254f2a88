"""Consistency of the terms of a free league: see `validation`."""

from __future__ import annotations

from collections.abc import Iterator

from gamelog.contest.errors import Refused, bad_terms
from gamelog.contest.terms import Terms
from gamelog.contest.terms_free import FreeLeague

UNEQUAL = frozenset({
    "battle-points", "best-round", "direct-encounter", "extended-direct-encounter", "extended-match-win",
    "extended-sos-per-round", "game-win", "head-to-head", "lots", "match-points", "match-win", "median-points",
    "opponents-game-win", "opponents-match-win", "opponents-rating", "pairing-number", "points-per-game", "rating",
    "sos-per-round", "sos-pooled-mean", "standard-points", "victory-difference", "victory-points", "victory-share",
    "wins", "wins-played",
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
            ru = "вызовы и число игр, нужное для места, бывают только в свободной лиге"
            yield bad_terms("$.free_league", text, ru, format=terms.format)
        return
    if league.added_games and not league.per_game:
        text = "games are added to those that points are divided by: rank by points per game"
        ru = "игры прибавляются к тем, на которые делятся очки: для этого места считаются по очкам за игру"
        yield bad_terms("$.free_league.added_games", text, ru)
    if league.others_between and league.meetings == 1:
        text = "where the same two meet once at most, they do not meet again after other games either"
        ru = "если двое встречаются не больше одного раза, то и после других игр они не встретятся снова"
        yield bad_terms("$.free_league.others_between", text, ru)
    yield from _of_rounds(terms)
    for at, tiebreak in enumerate(terms.tiebreaks):
        if tiebreak.id not in UNEQUAL:
            text = f"{tiebreak.id} assumes that everybody has as many rounds; in a free league numbers of games differ"
            ru = "показатель рассчитан на равное число туров, а в свободной лиге число игр разное"
            yield Refused("unequal-games", f"$.tiebreaks[{at}].id", text, ru, tiebreak=tiebreak.id)


def _of_rounds(terms: Terms) -> Iterator[Refused]:
    """What belongs to rounds that are paired, in a hall."""
    if terms.teams:
        yield Refused("free-league", "$.teams", "a free league is played by players, not by teams",
                      "в свободной лиге играют игроки, а не команды")  # fmt: skip
    for name, why, why_ru in (
        ("tables", "matches of a free league are played anywhere: it has no tables of a hall",
         "матчи свободной лиги играют где угодно: столов в зале у неё нет"),
        ("missions", "a free league has no rounds that could have a mission",
         "в свободной лиге нет туров, у которых могла бы быть миссия"),
        ("half_byes", "in a free league nobody is paired, so nobody can ask for a bye",
         "в свободной лиге нет жеребьёвки, поэтому бай не запросить"),
        ("check_in", "in a free league nobody is paired, so nobody has to be checked in",
         "в свободной лиге нет жеребьёвки, поэтому отмечаться не нужно"),
        ("late_entry", "a free league can be entered at any time: it has no round until which it could be",
         "в свободную лигу можно вступить в любое время: туров, до которых это возможно, у неё нет"),
    ):  # fmt: skip
        if getattr(terms, name):
            yield Refused("free-league", f"$.{name}", why, why_ru)
