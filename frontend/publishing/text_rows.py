"""An event's standings and pairings as rows of text, for paper and embedded pages."""

from __future__ import annotations

from typing import Any, NamedTuple

from django.urls import reverse
from django.utils.translation import gettext as _

from frontend.base.points import figure
from frontend.tournaments import group_tables, provisional, vocabulary
from frontend.tournaments.report_fields import tally_name
from gamelog.contest import places
from gamelog.contest import standings as contest_standings
from gamelog.contest.pairing.request import Pair
from gamelog.contest.state import Round, open_seats
from gamelog.tournaments import bracket, group_standings, published, selectors
from gamelog.tournaments.published import NoSuchRound, Shown, terrain_of


class StandingRow(NamedTuple):
    """A row of the standings. `record` is wins, draws and losses; `cells` are texts. `provisional` says why the place
    is, and is empty if it is not.
    """

    place: int
    number: int
    name: str
    faction: str
    club: str
    record: str
    cells: tuple[str, ...]
    withdrawn: bool
    provisional: str
    group: str = ""

    @property
    def detail(self) -> str:
        """The group and the army."""
        return " · ".join(each for each in (self.group, self.faction) if each)


class Side(NamedTuple):
    """A side of a table. `detail` is the army, or else the club; `won` is whether this side has won."""

    number: int
    name: str
    detail: str
    won: bool = False


class Board(NamedTuple):
    """A board of a match between teams: the players by name, the result, how sure it is."""

    number: int
    a: str
    b: str
    score: str
    standing: str


class TableRow(NamedTuple):
    """A table of a round. `score` and `standing` are empty without a result; `address` opens the table."""

    number: int
    terrain: str
    a: Side
    b: Side
    score: str
    standing: str
    boards: tuple[Board, ...]
    address: str
    group: str = ""
    """The letter of the group, or the places of the pod such as 5–8."""


class SeatRow(NamedTuple):
    """A player's place in a round: the table (0 for a bye), and the opponent."""

    name: str
    table: int
    opponent: str


def columns(event: Shown) -> list[str]:
    """The headings of the ranking values, and of the tallies that are listed beside them."""
    listed = contest_standings.listed(event.state.terms)
    return [vocabulary.label(each) for each in (*_table_of(event).columns, *listed)]


def tallies(event: Shown) -> tuple[list[str], list[str]]:
    """What a score sheet asks for before the victory points, as parts of them, and after them, each with its limit."""
    found = event.state.terms.tallies
    parts, beside = ([tally_name(each) for each in found if bool(each.into) is into] for into in (True, False))
    return parts, beside


def paper_round(event: Shown, number: int) -> Round:
    """A round to be printed. Raises: NoSuchRound, in a free league too: its matches are played in no hall."""
    if event.state.terms.by_challenge:
        raise NoSuchRound("a free league has no rounds to print")
    return published.round_of(event, number)


def round_title(event: Shown, found: Round) -> str:
    """What the only round of a free league is called; empty in other events, which call it by its number."""
    return _("Matches") if event.state.terms.by_challenge else ""


def standings_title(event: Shown) -> str:
    """The title of the standings: after which round, and whether it is still being played."""
    last = event.state.round
    if last is None:
        return _("Entrants")
    if event.state.terms.by_challenge:
        return _("Final standings") if event.state.phase == "finished" else _("Standings")
    if open_seats(event.state, last.number):
        return _("Standings, round %(round)s being played") % {"round": last.number}
    return _("Standings after round %(round)s") % {"round": last.number}


def standings(event: Shown, most: int = 0) -> list[StandingRow]:
    """The standings, best first; at most `most` rows."""
    unsure = event.provisional
    listed = _table_of(event).places[: most or None]
    return [_standing(event, each, provisional.because(unsure.get(each.entrant, ()))) for each in listed]


def groups(event: Shown) -> dict[str, Any]:
    """The tables of the groups, for a template."""
    found = group_tables.shown(event.state, event.name, event.line)
    return {"groups": found, "ranks": vocabulary.ranks(event.state.terms), "state": event.state}


def _table_of(event: Shown) -> places.StandingsTable:
    return selectors.table_of(event.tournament, event.line, event.number)


def _standing(event: Shown, place: places.Place, why: str) -> StandingRow:
    tallies = vocabulary.listed_tallies(place.card, event.state.terms)
    return StandingRow(
        place=place.place, number=place.entrant, name=event.name(place.entrant),
        faction=event.state.entrants[place.entrant].faction, club=event.club(place.entrant),
        record=f"{place.wins}–{place.draws}–{place.losses}",
        cells=(*(figure(cell.shown) for cell in place.cells), *tallies),
        withdrawn=place.card.withdrawn, provisional=why,
        group=vocabulary.group(group_standings.letter_of(event.state, place.entrant)),
    )  # fmt: skip


def tables(event: Shown, found: Round) -> list[TableRow]:
    """The tables of a round, by number."""
    terrain = terrain_of(event)
    return [_table(event, found, pair, terrain.get(pair.table, "")) for pair in found.paired.pairs]


def _table(event: Shown, found: Round, pair: Pair, terrain: str) -> TableRow:
    results = bracket.results_at(event.state, found, pair)
    winner = bracket.winner_at(event.state, found, pair.table) if results else 0
    return TableRow(
        number=pair.table, terrain=terrain, a=_side(event, pair.a, winner), b=_side(event, pair.b, winner),
        score=figure(bracket.score_said(event.state, results, event.line)), standing=bracket.least_sure(results),
        boards=boards(event, found, pair),
        address=reverse("event-table", args=[event.tournament.slug, found.number, pair.table]),
        group=group_standings.name_in(event.state, found, pair.a),
    )  # fmt: skip


def _side(event: Shown, number: int, winner: int) -> Side:
    detail = event.state.entrants[number].faction or event.club(number)
    return Side(number, event.name(number), detail, won=bool(winner) and number == winner)


def boards(event: Shown, found: Round, pair: Pair) -> tuple[Board, ...]:
    """The boards of a match between teams once the pairs are known; until then, without players."""
    size = event.state.terms.teams.size if event.state.terms.teams else 0
    known = selectors.boards_of(found, pair.table)
    if size and not known and str(pair.table) not in found.captains:
        known = [(board, board) for board in range(1, size + 1)]
    made = []
    for board in range(1, size + 1):
        a, b = known[board - 1] if known else (0, 0)
        result = found.results.get(f"{pair.table}.{board}")
        made.append(
            Board(
                board, event.name(pair.a, a) if a else "", event.name(pair.b, b) if b else "",
                figure(selectors.report_said(result.report)) if result else "", result.standing if result else "",
            )
        )  # fmt: skip
    return tuple(made)


def seats(event: Shown, found: Round) -> list[SeatRow]:
    """The seats of a round, by name."""
    made = [
        SeatRow(event.name(mine), pair.table, event.name(other))
        for pair in found.paired.pairs
        for mine, other in ((pair.a, pair.b), (pair.b, pair.a))
    ]
    made += [SeatRow(event.name(each), 0, "") for each in (*found.paired.resting, *found.paired.unopposed)]
    return sorted(made, key=lambda each: (order_of(each.name), each.table))


def order_of(name: str) -> str:
    """The sort key of names: case-insensitive, with the Russian ё beside е."""
    return name.casefold().replace("ё", "е")


def alone(event: Shown, found: Round) -> list[str]:
    """The entrants of a round without an opponent."""
    return [event.name(each) for each in (*found.paired.resting, *found.paired.unopposed)]
