"""The published documents of an event at stable addresses, as JSON and CSV. See docs/embedding.md.

Standings and pairings are contained as the acts give them, without names; the names are listed separately by number, so
that they can change or be erased without touching anything else. Nothing secret is in here: neither rosters nor
captains' choices.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any, NamedTuple
from uuid import UUID

import msgspec
from django.db.models import Count, Sum

from gamelog.clubs.models import Club
from gamelog.contest import counting, draw, groups, standings
from gamelog.contest.interchange import sheets
from gamelog.contest.interchange.entries import PublicEntry
from gamelog.contest.pairing.remarks import remarks
from gamelog.contest.pairing.request import Pair
from gamelog.contest.provisional import Provisional
from gamelog.contest.state import Line, Result, Round, TournamentState, open_seats, seat
from gamelog.tournaments import bracket, group_standings, selectors
from gamelog.tournaments.models import Tournament

FORMAT = 1
"""The version of every document. A new member does not change it; a member with a changed meaning does."""
_ENCODER = msgspec.json.Encoder(order="sorted")


class Shown(NamedTuple):
    """An event at one moment, with the public names: `names` by (entrant, board), `clubs` by id."""

    tournament: Tournament
    state: TournamentState
    line: Line
    names: Mapping[tuple[int, int], str]
    clubs: Mapping[str, str]
    live: bool

    @property
    def number(self) -> int:
        """The number of the last act that counts."""
        return self.state.number

    @property
    def at(self) -> datetime | None:
        """When the last act that counts was recorded; None before the first."""
        return selectors.recorded_at(self.tournament, self.state.number)

    @property
    def provisional(self) -> Provisional:
        """The places that rest on unsure results."""
        return selectors.provisional_after(self.tournament, self.state, self.line)

    def name(self, entrant: int, board: int = 0) -> str:
        """The name of an entrant, or of a team's player."""
        return self.names.get((entrant, board)) or f"#{entrant}"

    def club(self, entrant: int) -> str:
        """The name of an entrant's club; empty without one."""
        return self.clubs.get(self.state.entrants[entrant].club, "")


class NoSuchRound(Exception):
    """A round that is not paired, or an event without an elimination."""


def shown(tournament: Tournament, line: Line = "corrected", as_of: int | None = None) -> Shown:
    """An event live, or as of an act. Raises: NoSuchAct."""
    state = selectors.state_of(tournament, as_of)
    live = as_of is None or as_of == tournament.number
    return Shown(tournament, state, line, selectors.names_of(tournament), _clubs(state), live)


def _clubs(state: TournamentState) -> dict[str, str]:
    wanted = {each.club for each in state.entrants.values()} - {""}
    keys = [key for key in map(_uuid, sorted(wanted)) if key]
    return {str(key): name for key, name in Club.objects.filter(pk__in=keys).values_list("pk", "name")}


def _uuid(text: str) -> UUID | None:
    try:
        return UUID(text)
    except ValueError:
        return None


def tag_of(tournament: Tournament, line: Line = "corrected", as_of: int | None = None) -> str:
    """The ETag of every document, without quotes: it covers acts, names, and names of clubs. Raises: NoSuchAct."""
    clubs = Club.objects.aggregate(acts=Sum("number"), count=Count("pk"))
    standings = selectors.standings_tag(tournament, line, as_of).strip('"')
    return f"{standings}-{clubs['count']}.{clubs['acts'] or 0}-{FORMAT}"


def round_of(event: Shown, number: int) -> Round:
    """A round; 0 is the last one. Raises: NoSuchRound."""
    if not 0 <= number <= len(event.state.rounds) or not event.state.rounds:
        raise NoSuchRound(f"round {number} is not paired; {len(event.state.rounds)} are")
    return event.state.rounds[number - 1]


def terrain_of(event: Shown) -> dict[int, str]:
    """The terrain on the tables of the hall."""
    return {each.number: each.terrain for each in event.state.terms.tables}


# JSON


def standings_json(event: Shown, site: str) -> bytes:
    """The standings, with their canonical bytes unchanged; `site` is the prefix of links."""
    canonical = selectors.standings_json(event.tournament, event.line, event.number)
    unsure = {str(entrant): found for entrant, found in event.provisional.items()}
    return _document(
        event, site, "standings", standings=msgspec.Raw(canonical), provisional=unsure, tallies=_listed(event),
        groups=group_standings.tables(event.state, event.line),
    )  # fmt: skip


def _listed(event: Shown) -> dict[str, Any]:
    """The tallies that are listed beside the columns, and what everybody has of them, for and against."""
    shown = standings.listed(event.state.terms)
    places = selectors.table_of(event.tournament, event.line, event.number).places if shown else ()
    cells = {str(place.entrant): [standings.both_sides(place.card, each) for each in shown] for place in places}
    return {"columns": [{"id": each.id, "en": each.en, "ru": each.ru} for each in shown], "cells": cells}


def pairings_json(event: Shown, site: str, number: int) -> bytes:
    """A round: the pairing's inputs and outcome, and the results. Raises: NoSuchRound."""
    found = round_of(event, number)
    terrain = terrain_of(event)
    return _document(
        event, site, "pairings",
        round={"number": found.number, "stage": found.stage, "clock": found.clock},
        mission=event.state.terms.mission(found.number),
        pairing={"request": found.request, "paired": found.paired},
        tables=[_table(event, site, found, pair, terrain.get(pair.table, "")) for pair in found.paired.pairs],
        bye=found.paired.bye or None, remarks=remarks(found.request, found.paired),
    )  # fmt: skip


def _document(event: Shown, site: str, kind: str, **members: Any) -> bytes:
    state, row = event.state, event.tournament
    about = {
        "slug": row.slug, "title": state.title, "phase": state.phase, "format": state.terms.format,
        "ruleset": state.terms.ruleset, "rounds": draw.rounds_of(state), "paired": len(state.rounds),
        "missing": len(open_seats(state, len(state.rounds))) if state.rounds else 0,
        "place": state.terms.place, "starts": state.terms.starts, "ends": state.terms.ends,
        "url": f"{site}/events/{row.slug}/",
    }  # fmt: skip
    moment = {"number": event.number, "at": event.at, "live": event.live, "line": event.line}
    return _ENCODER.encode(
        {"format": FORMAT, "kind": kind, "event": about, "as_of": moment, "entrants": entrants(event), **members}
    )


def entrants(event: Shown) -> dict[str, dict[str, Any]]:
    """The public names behind the numbers."""
    return {
        str(each.number): {
            "name": event.name(each.number), "faction": each.faction, "club": event.club(each.number),
            "group": group_standings.letter_of(event.state, each.number),
            "members": [
                {"name": event.name(each.number, board), "faction": member.faction}
                for board, member in enumerate(each.members, 1)
            ],
        }
        for each in event.state.entrants.values()
    }  # fmt: skip


def _table(event: Shown, site: str, found: Round, pair: Pair, terrain: str) -> dict[str, Any]:
    size = event.state.terms.teams.size if event.state.terms.teams else 0
    chosen = selectors.boards_of(found, pair.table) or [(board, board) for board in range(1, size + 1)]
    settled = not size or not found.captains.get(str(pair.table)) or selectors.boards_of(found, pair.table)
    return {
        "table": pair.table, "terrain": terrain, "group": group_standings.name_in(event.state, found, pair.a),
        "a": pair.a, "b": pair.b,
        "url": f"{site}/events/{event.tournament.slug}/tables/{found.number}/{pair.table}/",
        **points_of(event, found, pair),
        **({} if size else _played(event, site, found, seat(pair.table))),
        "boards": [
            {"board": board, "a": a, "b": b, **_played(event, site, found, seat(pair.table, board))}
            for board, (a, b) in enumerate(chosen, 1)
        ] if size and settled else [],
    }  # fmt: skip


def _played(event: Shown, site: str, found: Round, key: str) -> dict[str, Any]:
    """The record and the result of a seat; null if there is none."""
    game = found.games.get(key)
    result = found.results.get(key)
    return {"game": f"{site}/games/{game.game}/" if game else None, "result": _result(event, result)}


def _result(event: Shown, result: Result | None) -> dict[str, Any] | None:
    if result is None:
        return None
    report = result.first if event.line == "played" else result.report
    return {"report": report, "shown": selectors.report_said(report), "standing": result.standing}


def points_of(event: Shown, found: Round, pair: Pair) -> dict[str, Any]:
    """The points of a table for both sides, in hundredths; null until every game at it has a result."""
    results = bracket.results_at(event.state, found, pair)
    if not results:
        return {"points": None}
    a, b = counting.match_points(event.state, results, event.line)
    return {"points": {"a": a, "b": b}}


def bracket_json(event: Shown, site: str) -> bytes:
    """The elimination, empty before it is drawn. Raises: NoSuchRound if the event has none."""
    if not event.state.terms.has_bracket:
        raise NoSuchRound("this event has no elimination")
    stages = bracket.stages(event.state, event.line)
    return _document(event, site, "bracket", stages=stages, seeds=bracket.seeds(event.state))


# CSV


def entries(event: Shown) -> dict[int, PublicEntry]:
    """Entrants in the form that `interchange` needs."""
    return {
        each.number: PublicEntry(
            name=event.name(each.number), club=event.club(each.number), faction=each.faction, rating=each.rating,
            number=each.number,
        )
        for each in event.state.entrants.values()
    }  # fmt: skip


def standings_csv(event: Shown) -> bytes:
    """The standings as CSV, best first."""
    table = selectors.table_of(event.tournament, event.line, event.number)
    grouped = {each: groups.letter(group) for each, group in event.state.groups.items()}
    return sheets.standings(
        table, entries(event), event.provisional, grouped if event.state.terms.grouped else None,
        event.state.terms.tallies,
    )  # fmt: skip


def pairings_csv(event: Shown, number: int) -> bytes:
    """The pairings of a round as CSV, by table, with the games of matches of several. Raises: NoSuchRound."""
    found = round_of(event, number)
    number = found.number
    played = {
        (number, pair.table): games
        for pair in found.paired.pairs
        if (result := found.results.get(seat(pair.table)))
        if (games := (result.first if event.line == "played" else result.report).games)
    }
    return sheets.pairings({found.number: found.paired}, entries(event), played)
