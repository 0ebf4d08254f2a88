"""Entrants, rounds and tables of an event over HTTP; how a round was paired, recomputed; the games of its tables."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Annotated, Any
from uuid import UUID

import msgspec
from django.http import Http404, HttpResponse
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from gamelog.api import documents
from gamelog.api import event_documents as shapes
from gamelog.api.bodies import BoundedView, RawJson, whole_number
from gamelog.api.documents import refusals
from gamelog.api.event_bodies import EventRequest, asked, body
from gamelog.api.events import JSON, names_json
from gamelog.api.serializers import RosterDetailSerializer
from gamelog.contest.acts.setting import Reason
from gamelog.contest.errors import Refused
from gamelog.contest.pairing.remarks import remarks
from gamelog.contest.pairing.request import Constraint, Pair
from gamelog.contest.pairing.rules import RULES
from gamelog.contest.preconditions import place_of
from gamelog.contest.state import Entrant, OpenGame, Round, TournamentState, open_seats, seat, seats_of
from gamelog.tournaments import access, group_standings, recomputation, selectors, services, submissions, tables
from gamelog.tournaments.models import TableGame
from gamelog.tournaments.roles import ACTS
from gamelog.tournaments.selectors import Names
from gamelog.tournaments.visibility import shown


class Next(msgspec.Struct, forbid_unknown_fields=True):
    """A trial pairing of the next round."""

    reason: Reason = ""
    lifted: Annotated[tuple[Constraint, ...], msgspec.Meta(max_length=3)] = ()


class Open(msgspec.Struct, forbid_unknown_fields=True):
    """The game of a table: a new record, or an existing game."""

    game: UUID | None = None
    swapped: bool = False


_OPENS = "Without `game`, a new one is begun with the players in its seats. Repeating the request changes nothing."
MOST_MEMBERS = 12
NEXT = msgspec.json.Decoder(Next)
OPEN = msgspec.json.Decoder(Open)


class EventEntrants(BoundedView):
    """The entrants of an event."""

    @extend_schema(
        operation_id="tournaments_entrants", summary="Everybody who entered an event, by number",
        responses={200: shapes.ENTRANTS, **refusals(404)},
    )  # fmt: skip
    def get(self, request: Request, slug: str) -> HttpResponse:
        """Entrants with their names, waiting and dropped ones included."""
        found = asked(request, slug)
        names = selectors.names_of(found.tournament)
        seen = shown(found.state, found.viewer)
        rows = [
            entrant_json(each, names, group_standings.letter_of(seen, each.number)) for each in seen.entrants.values()
        ]
        return HttpResponse(msgspec.json.encode({"entrants": rows}), content_type=JSON)


class EventRoster(BoundedView):
    """The roster of an entrant or a team's player."""

    @extend_schema(
        operation_id="tournaments_roster", summary="The roster that an entrant handed in, with all its models",
        description="404 while it is withheld: until rosters are locked, if the terms say so, only the desk and the "
                    "entrant may read it.",
        parameters=[documents.number("member", "a team's player, by board from 1")],
        responses={200: RosterDetailSerializer, **refusals(400, 404)},
    )  # fmt: skip
    def get(self, request: Request, slug: str, entrant: int) -> Response:
        """Every model with weapons and abilities."""
        found = asked(request, slug)
        member = whole_number(request, "member", 0, MOST_MEMBERS)
        row = submissions.roster_at(found.tournament, found.state, entrant, member, found.viewer)
        if row is None:
            raise Http404("there is no roster to read")
        return Response(RosterDetailSerializer(row).data)


def entrant_json(each: Entrant, names: Names, group: str = "") -> dict[str, Any]:
    """An entrant with the names that are beside the acts."""
    members = [
        {"board": board, "name": names.get((each.number, board), ""), **_plain(member)}
        for board, member in enumerate(each.members, 1)
    ]
    return {**_plain(each), "name": names.get((each.number, 0), ""), "group": group, "members": members}


def _plain(struct: msgspec.Struct) -> dict[str, Any]:
    return {name: getattr(struct, name) for name in struct.__struct_fields__}


class EventRound(BoundedView):
    """One round."""

    @extend_schema(
        operation_id="tournaments_round", summary="A round: its tables, results, and the inputs of its pairing",
        description="With `request` and the rule set it names, anybody can recompute the pairing.",
        responses={200: shapes.ROUND_SHOWN, **refusals(404)},
    )  # fmt: skip
    def get(self, request: Request, slug: str, number: int) -> HttpResponse:
        """Tables by number, with names and results."""
        found = asked(request, slug)
        return HttpResponse(msgspec.json.encode(round_json(found, round_at(found.state, number))), content_type=JSON)


def round_at(state: TournamentState, number: int) -> Round:
    """A paired round. Raises: Http404."""
    if not 1 <= number <= len(state.rounds):
        raise Http404(f"round {number} is not paired; {len(state.rounds)} are")
    return state.rounds[number - 1]


def round_json(found: EventRequest, of: Round) -> dict[str, Any]:
    """A round as JSON."""
    names, version = selectors.names_of(found.tournament), of.request.terms.version
    games = {key: row for (number, key), row in selectors.games_of(found.tournament).items() if number == of.number}
    seats = [each for pair in of.paired.pairs for each in _seats(found.state, of, pair, names, games)]
    return {
        "number": of.number, "stage": of.stage, "act": of.act, "override": of.override, "seed": of.request.seed,
        "rule_set": {"version": version, "en": RULES[version].en, "ru": RULES[version].ru},
        "request": of.request, "paired": of.paired, "clock": of.clock, "seats": seats,
        "bye": side_json(of.paired.bye, 0, names) if of.paired.bye else None,
        "byes": [side_json(each, 0, names) for each in of.paired.resting],
        "unopposed": [side_json(each, 0, names) for each in of.paired.unopposed],
        "waiting": [side_json(each, 0, names) for each in of.paired.waiting],
        "missing": open_seats(found.state, of.number), "remarks": remarks(of.request, of.paired),
    }  # fmt: skip


def _seats(
    state: TournamentState, of: Round, pair: Pair, names: Names, games: Mapping[str, TableGame]
) -> Iterable[dict[str, Any]]:
    boards = range(1, len(seats_of(state, pair)) + 1) if state.terms.teams else (0,)
    return [seat_json(state, of, pair, board, names, games.get(seat(pair.table, board))) for board in boards]


def seat_json(
    state: TournamentState, of: Round, pair: Pair, board: int, names: Names, game: TableGame | None
) -> dict[str, Any]:
    """The game of a table, or of a board of a match."""
    key = seat(pair.table, board)
    result = of.results.get(key)
    a, b = tables.players(of, pair.table, board)
    return {
        "round": of.number, "table": pair.table, "board": board,
        "terrain": next((each.terrain for each in state.terms.tables if each.number == pair.table), ""),
        "a": side_json(*a, names), "b": side_json(*b, names), "result": result,
        "shown": selectors.report_said(result.report) if result else "",
        "game": _game(of.games.get(key), game),
    }  # fmt: skip


def _game(opened: OpenGame | None, row: TableGame | None) -> dict[str, Any] | None:
    """The record of a table: only games on this site can be read; those of an imported event may not be here."""
    return {"id": str(row.game_id), "swapped": row.swapped} if row and opened else None


def side_json(entrant: int, board: int, names: Names) -> dict[str, Any]:
    """A side of a table, by name."""
    name = names.get((entrant, board)) or names.get((entrant, 0), "")
    return {"entrant": entrant, "board": board, "name": name}


class EventRecompute(BoundedView):
    """A recomputed pairing."""

    @extend_schema(
        operation_id="tournaments_recompute", summary="A round's pairing, recomputed from the earlier acts",
        responses={200: shapes.RECOMPUTED, **refusals(404)},
    )  # fmt: skip
    def get(self, request: Request, slug: str, number: int) -> HttpResponse:
        """Whether it equals the published one, and if not, where it differs."""
        found = asked(request, slug)
        round_at(found.state, number)
        return HttpResponse(msgspec.json.encode(recomputation.recomputed(found.tournament, number)), content_type=JSON)


class EventNextRound(BoundedView):
    """The next pairing, as a trial."""

    parser_classes = [RawJson]

    @extend_schema(
        operation_id="tournaments_next_round", summary="A trial pairing of the next round; nothing is stored",
        description="422 gives the reason why it cannot be paired; the facts of `no-pairing` are the constraints to "
                    "lift, cheapest first.",
        request={JSON: shapes.NEXT},
        responses={200: shapes.NEXT_SHOWN, **refusals(400, 401, 403, 404, 413, 415, 422)},
    )  # fmt: skip
    def post(self, request: Request, slug: str) -> HttpResponse:
        """A dry run, for people who may pair."""
        found = asked(request, slug)
        access.require_role(found.roles, ACTS["pair-round"], "pairing")
        wanted = body(request, NEXT)
        number, made = recomputation.next_pairing(found.tournament, wanted.reason, wanted.lifted)
        answer = {"round": number, **made._asdict(), "names": names_json(found.tournament)}
        return HttpResponse(msgspec.json.encode(answer), content_type=JSON)


class EventTable(BoundedView):
    """A table."""

    parser_classes = [RawJson]

    @extend_schema(
        operation_id="tournaments_table", summary="A table of a round",
        responses={200: shapes.SEAT, **refusals(404)},
    )  # fmt: skip
    def get(self, request: Request, slug: str, number: int, table: int) -> HttpResponse:
        """Players, result and game."""
        return shown_table(request, slug, number, table)

    @extend_schema(
        operation_id="tournaments_table_open", summary="Open the record of a table's game, or tie one to it",
        description=_OPENS, request={JSON: shapes.OPEN},
        responses={200: shapes.SEAT, **refusals(400, 401, 403, 404, 413, 415, 422)},
    )  # fmt: skip
    def post(self, request: Request, slug: str, number: int, table: int) -> HttpResponse:
        """The table with its game."""
        return opened_table(request, slug, number, table)


class EventBoard(BoundedView):
    """A board of a team match."""

    parser_classes = [RawJson]

    @extend_schema(
        operation_id="tournaments_board", summary="A board of a team match",
        responses={200: shapes.SEAT, **refusals(404)},
    )  # fmt: skip
    def get(self, request: Request, slug: str, number: int, table: int, board: int) -> HttpResponse:
        """Players, result and game."""
        return shown_table(request, slug, number, table, board)

    @extend_schema(
        operation_id="tournaments_board_open", summary="Open the record of a board's game, or tie one to it",
        description=_OPENS, request={JSON: shapes.OPEN},
        responses={200: shapes.SEAT, **refusals(400, 401, 403, 404, 413, 415, 422)},
    )  # fmt: skip
    def post(self, request: Request, slug: str, number: int, table: int, board: int) -> HttpResponse:
        """The board with its game."""
        return opened_table(request, slug, number, table, board)


def shown_table(request: Request, slug: str, number: int, table: int, board: int = 0) -> HttpResponse:
    """A table as it is. Raises: Http404."""
    answer = table_json(asked(request, slug), number, table, board)
    return HttpResponse(msgspec.json.encode(answer), content_type=JSON)


def opened_table(request: Request, slug: str, number: int, table: int, board: int = 0) -> HttpResponse:
    """A table with its game, newly opened or tied to it. Raises: as `services.table_open`."""
    tournament = access.access_tournament(request.user, slug)
    wanted = body(request, OPEN)
    game = tables.given(request.user, str(wanted.game)) if wanted.game else None
    services.table_open(
        tournament=tournament, number=number, table=table, board=board, actor=request.user, game=game,
        swapped=wanted.swapped,
    )  # fmt: skip
    return shown_table(request, slug, number, table, board)


def table_json(found: EventRequest, number: int, table: int, board: int) -> dict[str, Any]:
    """A table of a round as JSON. Raises: Http404."""
    of = round_at(found.state, number)
    try:
        _, pair, _ = place_of(found.state, number, table, board)
    except Refused as error:
        raise Http404(error.text) from None
    game = selectors.game_at(found.tournament, number, table, board)
    return seat_json(found.state, of, pair, board, selectors.names_of(found.tournament), game)
