"""From a state to cards and standings: the worth of every round for everybody, and how certain it is."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, Literal, TypeAlias

import msgspec

from gamelog.contest import groups, places, scoring, standings, tiebreaks
from gamelog.contest.cards import Card, How, RoundScore
from gamelog.contest.free_league import rounds_counted
from gamelog.contest.kept_standings import KeptStandings
from gamelog.contest.outcomes import BattleOutcome, Games, Points, Winner
from gamelog.contest.places import Certainty
from gamelog.contest.standings import Sure
from gamelog.contest.state import Entrant, Line, Result, Round, TournamentState, seats_of

Scored: TypeAlias = Callable[[Round], Mapping[int, RoundScore]]
Known: TypeAlias = Callable[[Round], Mapping[int, Certainty | Literal[""]]]
SURE: tuple[Certainty, ...] = ("verified", "ruled", "awarded", "confirmed", "reported", "disputed")
"""From the surest to the least: a team's match is as sure as the least sure of its boards."""
GIVEN: Mapping[str, Winner] = {"": "by-points", "a": "b", "b": "a", "both": "neither"}
"""Who has won a match of teams where one, or both, stayed away."""


def ranked(state: TournamentState) -> dict[int, int]:
    """Everybody's place in the initial ranking: by rating, then by number."""
    took = [each for each in state.entrants.values() if took_part(state, each)]
    order = sorted(took, key=lambda each: (-each.rating, each.number))
    return {each.number: rank for rank, each in enumerate(order, 1)}


def took_part(state: TournamentState, entrant: Entrant) -> bool:
    """Whether an entrant is in the standings: they are in the event, or were paired in it."""
    if entrant.status == "entered":
        return True
    number = entrant.number
    return any(number in (*one.paired.resting, *one.paired.unopposed) or one.pair_of(number) for one in state.rounds)


def cards(
    state: TournamentState, line: Line = "corrected", rounds: int | None = None, scored: Scored | None = None
) -> dict[int, Card]:
    """Everybody's card over the first `rounds` rounds (default: all paired ones), without those of a final elimination.

    A round whose result is missing is left out of the two cards. As `played`, results are those that the tables
    gave first, and no penalty counts. `scored` gives `of_round` of a round, where it is known already.
    """
    whole = state.terms.elimination == state.terms.format
    counted = [each for each in rounds_counted(state, rounds) if whole or each.stage == "swiss"]
    return _cards_of(state, counted, line, scored)


def _cards_of(
    state: TournamentState, counted: Sequence[Round], line: Line, scored: Scored | None = None
) -> dict[int, Card]:
    """Everybody's card over these rounds."""
    ranks = ranked(state)
    scores: dict[int, list[RoundScore]] = {number: [] for number in ranks}
    for found in counted:
        for number, each in (scored(found) if scored else of_round(state, found, line)).items():
            if number in scores:
                scores[number].append(each)
    used = state.terms.paired_scoring
    return {
        number: _card(state, number, rank, scoring.with_own_means(used, tuple(scores[number])), line)
        for number, rank in ranks.items()
    }


def counted(
    state: TournamentState, line: Line = "corrected", rounds: int | None = None, kept: KeptStandings | None = None
) -> tuple[dict[int, Card], dict[int, Sure]]:
    """Everybody's card and how certain its results are; only of rounds that are not as they were kept, they are worked
    out.
    """
    kept = kept or KeptStandings()
    told = {found.number: _told(state, found) for found in rounds_counted(state)}

    def scored(found: Round) -> dict[int, RoundScore]:
        key = "scores", found.number
        return kept.made(key, told[found.number], partial(of_round, state, found, line, kept))

    def sure(found: Round) -> dict[int, Certainty | Literal[""]]:
        return kept.made(("sure", found.number), told[found.number], partial(_sure, state, found, line))

    made = cards(state, line, rounds, scored)
    return made, sureness(state, made, line, sure)


def _told(state: TournamentState, found: Round) -> tuple[Any, ...]:
    """All that the points of a round and their certainty follow from. States are changed in place: these are copies."""
    number = str(found.number)
    byes = [(each.number, each.byes[number]) for each in state.entrants.values() if number in each.byes]
    return state.terms, tuple(state.entrants), byes, msgspec.json.encode((found.number, found.paired, found.results))


def _card(state: TournamentState, number: int, rank: int, rounds: tuple[RoundScore, ...], line: Line) -> Card:
    given = [each for each in state.penalties if each.entrant == number and not each.lifted and line == "corrected"]
    return Card(
        entrant=number, rank=rank, rounds=rounds, match_adjustment=sum(each.match for each in given),
        battle_adjustment=sum(each.battle for each in given), victory_adjustment=sum(each.victory for each in given),
        withdrawn=state.entrants[number].status == "dropped",
        rating=state.entrants[number].rating if tiebreaks.ask_ratings(state.terms.tiebreaks) else 0,
    )  # fmt: skip


def of_round(
    state: TournamentState, found: Round, line: Line, kept: KeptStandings | None = None
) -> dict[int, RoundScore]:
    """The worth of a round for everybody except those whose result is missing."""
    kept = kept or KeptStandings()
    scores: dict[int, RoundScore] = {}
    scheduled = found.stage == "pods" or (state.terms.grouped and found.request.format == "round-robin")
    """Whether a group that has no pairs in the round has no such round."""
    paired = set(found.paired.resting)
    for pair in found.paired.pairs:
        paired |= {pair.a, pair.b}
        results = [found.results[key] for key in seats_of(state, pair) if key in found.results]
        if len(results) == len(seats_of(state, pair)):
            told = state.terms, pair.a, pair.b, msgspec.json.encode(results)
            work = partial(_both, state, found.number, pair.a, pair.b, results, line)
            scores[pair.a], scores[pair.b] = kept.made(("pair", found.number, pair.table), told, work)
    for each in state.entrants.values() if not state.terms.by_challenge else ():
        if each.number in (*found.paired.resting, *found.paired.unopposed):
            scores[each.number] = _awarded(state, found.number, "bye")
        elif each.number in found.paired.waiting:
            scores[each.number] = _awarded(state, found.number, "zero-bye")
        elif each.number not in paired and not scheduled:
            scores[each.number] = _awarded(state, found.number, each.byes.get(str(found.number), "absent"))
    return scores


def _both(
    state: TournamentState, number: int, a: int, b: int, results: Sequence[Result], line: Line
) -> tuple[RoundScore, RoundScore]:
    reports = [_report(each, line) for each in results]
    forfeits, away = {each.forfeit for each in reports}, stayed_away(reports)
    points = match_points(state, results, line)
    games = (reports[0].games if len(reports) == 1 and not state.terms.teams else None) or Games()
    made = []
    for mine, its, entrant, side in ((*points, b, "a"), (*points[::-1], a, "b")):
        lost = away in (side, "both", "")
        how: How = "played" if "" in forfeits else "forfeit-loss" if lost else "forfeit-win"
        made.append(
            RoundScore(
                round=number, how=how, opponent=entrant, outcome=mine.outcome, match=mine.match, battle=mine.battle,
                battle_against=its.battle, victory=mine.victory, victory_against=its.victory,
                tallies=mine.tallies, tallies_against=its.tallies,
                **_games(games, side, how),
            )
        )  # fmt: skip
    return made[0], made[1]


def _games(games: Games, side: str, how: How) -> dict[str, int]:
    """The games of a match as one side has them; none of a match that was not played."""
    if how != "played":
        return {}
    won, lost = (games.a, games.b) if side == "a" else (games.b, games.a)
    return {"games": won, "games_drawn": games.drawn, "games_against": lost}


def _report(result: Result, line: Line) -> BattleOutcome:
    return result.first if line == "played" else result.report


def match_points(state: TournamentState, results: Sequence[Result], line: Line = "corrected") -> tuple[Points, Points]:
    """The points of a table's results for both sides: of its one game, or of all the boards of a team match."""
    reports = [_report(each, line) for each in results]
    boards = [scoring.score(state.terms.scoring, each) for each in reports]
    if not state.terms.teams:
        return boards[0]
    return scoring.score_team(state.terms.teams.scoring, boards, GIVEN[stayed_away(reports)])


def stayed_away(reports: Sequence[BattleOutcome]) -> Literal["", "a", "b", "both"]:
    """Which side came to none of its boards; empty where both came to some of them."""
    a = all(each.forfeit in ("a", "both") for each in reports)
    b = all(each.forfeit in ("b", "both") for each in reports)
    return "both" if a and b else "a" if a else "b" if b else ""


def _awarded(state: TournamentState, number: int, how: How) -> RoundScore:
    """A round without a battle, in a team event by the scoring of its matches."""
    award = scoring.award_of(state.terms.paired_scoring, how)
    return RoundScore(
        round=number, how=how, match=award.match, battle=award.battle, battle_against=award.battle_against,
        victory=award.victory, victory_against=award.victory_against, tallies=dict(award.tallies),
        tallies_against=dict(award.tallies_against),
    )  # fmt: skip


def sureness(
    state: TournamentState, cards: Mapping[int, Card], line: Line = "corrected", known: Known | None = None
) -> dict[int, Sure]:
    """How certain the result of each round on everybody's card is; empty for rounds in which they were absent.

    `known` gives that of a round for everybody, where it is known already.
    """
    by_round = {each.number: known(each) if known else _sure(state, each, line) for each in rounds_counted(state)}
    return {
        number: tuple(by_round[each.round].get(number, "") for each in card.rounds) for number, card in cards.items()
    }


def _sure(state: TournamentState, found: Round, line: Line) -> dict[int, Certainty | Literal[""]]:
    sure: dict[int, Certainty | Literal[""]] = dict.fromkeys(
        (*found.paired.resting, *found.paired.unopposed), "awarded"
    )
    for each in state.entrants.values():
        if str(found.number) in each.byes:
            sure[each.number] = "awarded"
    for pair in found.paired.pairs:
        standings_here = [found.results[key].sure(line) for key in seats_of(state, pair) if key in found.results]
        if standings_here:
            sure[pair.a] = sure[pair.b] = max(standings_here, key=SURE.index)
    return sure


def table(
    state: TournamentState, line: Line = "corrected", rounds: int | None = None, kept: KeptStandings | None = None
) -> places.StandingsTable:
    """The standings of the rounds that everybody plays; `event_standings` has those after an elimination."""
    if state.terms.ranked_by_group:
        return _of_all_groups(state, group_tables(state, line, rounds, kept))
    found, sure = counted(state, line, rounds, kept)
    return standings.standings(found, state.terms, state.seed, sure, kept)


def cards_with(cards: Mapping[int, Card], state: TournamentState, entrant: int) -> dict[int, Card]:
    """The cards from which an entrant's values follow: everybody's, or those of the group."""
    if not state.terms.ranked_by_group:
        return dict(cards)
    group = state.groups.get(entrant, 0)
    return {number: card for number, card in cards.items() if state.groups.get(number, 0) == group}


def group_tables(
    state: TournamentState, line: Line = "corrected", rounds: int | None = None, kept: KeptStandings | None = None
) -> dict[int, places.StandingsTable]:
    """The standings of each group by itself, by its number; 0 are those who are in none yet."""
    found, sure = counted(state, line, rounds, kept)
    made = {}
    for group, entrants in groups.members(state, found).items():
        cards = {each: found[each] for each in entrants}
        made[group] = standings.standings(cards, state.terms, state.seed, sure)
    return made


def _of_all_groups(state: TournamentState, tables: Mapping[int, places.StandingsTable]) -> places.StandingsTable:
    """One table of all groups: those who have the same place in their groups share one, and the others come last."""
    rows = [(group == 0, row) for group, found in tables.items() for row in found.places]
    rows.sort(key=lambda each: (each[0], each[1].place, each[1].card.rank))
    first: dict[tuple[bool, int], int] = {}
    for at, (outside, row) in enumerate(rows, 1):
        first.setdefault((outside, row.place), at)
    made = tuple(msgspec.structs.replace(row, place=first[outside, row.place]) for outside, row in rows)
    columns = tuple(each.column for each in standings.criteria_of(state.terms))
    return places.StandingsTable(max((each.rounds for each in tables.values()), default=0), columns, made)


def across_groups(state: TournamentState, rounds: int | None = None) -> list[int]:
    """Everybody in a group in one order, as if they had played in one.

    Where groups that play a round robin differ in size, only matches among the first places count, as many as the
    smallest group has: the larger groups have more matches, and those against their last ones are left out.
    """
    found = cards(state, rounds=rounds)
    tables = [each for group, each in group_tables(state, rounds=rounds).items() if group]
    orders = [[row.entrant for row in each.places] for each in tables]
    fewest = min(map(len, orders), default=0)
    uneven = state.terms.stages.play == "round-robin" and any(len(each) > fewest for each in orders)
    compared = {entrant for each in orders for entrant in (each[:fewest] if uneven else each)}
    if uneven:
        found = {
            entrant: msgspec.structs.replace(
                found[entrant], rounds=tuple(each for each in found[entrant].rounds if each.opponent in compared)
            )
            for entrant in compared
        }
    table = standings.standings({each: found[each] for each in compared}, state.terms, state.seed)
    order = [each.entrant for each in table.places]
    return order + [entrant for each in orders for entrant in each if entrant not in compared]


def pod_tables(state: TournamentState, line: Line = "corrected") -> dict[int, places.StandingsTable]:
    """The standings of each pod that plays a round robin, on the matches of the pod alone."""
    played = [each for each in state.rounds if each.stage == "pods"]
    found = _cards_of(state, played, line)
    made = {}
    for pod, members in groups.by_group(played[0].request.candidates).items():
        own = {each.entrant: _since(state, found[each.entrant], played[0].number, line) for each in members}
        made[pod] = standings.standings(own, state.terms, state.seed)
    return made


def _since(state: TournamentState, card: Card, number: int, line: Line) -> Card:
    """A card with the penalties alone that were given from a round on."""
    given = [
        each
        for each in state.penalties
        if each.entrant == card.entrant and not each.lifted and line == "corrected" and each.round >= number
    ]
    return msgspec.structs.replace(
        card, match_adjustment=sum(each.match for each in given), battle_adjustment=sum(each.battle for each in given),
        victory_adjustment=sum(each.victory for each in given),
    )  # fmt: skip
