"""Reading events. Nothing here writes, and nothing here checks permissions: see `access`."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import MINYEAR, UTC, datetime
from functools import partial
from hashlib import sha256
from threading import Lock
from typing import Any, TypeAlias
from uuid import UUID

import msgspec
from django.contrib.auth.models import User
from django.core.cache import cache
from django.db.models import QuerySet
from django.utils import timezone

from gamelog.contest import event_standings, stream
from gamelog.contest.copying import copied
from gamelog.contest.kept_standings import KeptStandings
from gamelog.contest.outcomes import BattleOutcome
from gamelog.contest.places import Place, StandingsTable
from gamelog.contest.provisional import Provisional, provisional
from gamelog.contest.state import Line, Round, TournamentState, seat
from gamelog.contest.stream import StoredAct
from gamelog.people.selectors import Account, display_name
from gamelog.streams.cache import DAY
from gamelog.tournaments.models import Act, Nameplate, TableGame, Tournament
from gamelog.tournaments.streams import KEPT_PAST, STATES
from rules import canonical

Names: TypeAlias = Mapping[tuple[int, int], str]
"""Names by (entrant, board); board 0 is the entrant."""


HELD = 8
HELD_ENTRANTS = 1024
"""Of so many events and lines, with so many entrants in all, a process keeps what their standings were computed from:
some 20 KB for each entrant. The one that was asked for last is kept however large it is.
"""


CARRIED = 50
"""The most acts since the kept state that are applied to it: more cost as much as reading the cached one."""


class NoSuchAct(Exception):
    """An act that an event does not have."""

    def __init__(self, number: int, last: int) -> None:
        super().__init__(f"there is no act {number}; the event has acts 1 to {last}")
        self.number = number
        self.last = last


def acts_of(tournament: Tournament, after: int = 0, upto: int | None = None) -> QuerySet[Act]:
    """The stored acts `after` + 1 to `upto`, in order."""
    last = tournament.number if upto is None else upto
    return Act.objects.filter(tournament=tournament, number__gt=after, number__lte=last).order_by("number")


def entries_of(tournament: Tournament, after: int = 0, upto: int | None = None) -> list[StoredAct]:
    """The acts `after` + 1 to `upto`, decoded."""
    return [stream.read_entry(body) for body in acts_of(tournament, after, upto).values_list("body", flat=True)]


def state_of(tournament: Tournament, as_of: int | None = None) -> TournamentState:
    """The event after act `as_of` (None: the last), as a state that the caller may change. Raises: NoSuchAct."""
    number = _number(tournament, as_of)
    kept = STATES.load(tournament.pk, number, _mark(tournament, number))
    if kept is not None:
        return kept
    state = stream.fold(entries_of(tournament, upto=number))
    keep(tournament, state)
    return state


def keep(tournament: Tournament, state: TournamentState) -> None:
    """Keep a state in the cache; losing the cache costs only time."""
    seconds = DAY if state.number == tournament.number else KEPT_PAST
    STATES.save(tournament.pk, state.number, _mark(tournament, state.number), state, seconds)


def supersede(tournament: Tournament) -> None:
    """Let the cached last state expire soon: another act is being stored."""
    STATES.expire(tournament.pk, tournament.number, _mark(tournament, tournament.number), KEPT_PAST)


def _mark(tournament: Tournament, number: int) -> str:
    """The hash of the last act; earlier ones are not looked up, since an act is never changed."""
    return tournament.head[:24] if number == tournament.number else "past"


def _number(tournament: Tournament, as_of: int | None) -> int:
    if as_of is not None and not 0 <= as_of <= tournament.number:
        raise NoSuchAct(as_of, tournament.number)
    return tournament.number if as_of is None else as_of


def number_at(tournament: Tournament, moment: datetime) -> int:
    """The number of the last act recorded at or before an aware moment; 0 if there is none."""
    try:
        moment = moment.astimezone(UTC)
    except OverflowError:
        # Before the first possible date, or after the last.
        return 0 if moment.year == MINYEAR else tournament.number
    found = acts_of(tournament).filter(recorded_at__lte=moment).order_by("-number").values_list("number", flat=True)
    return found.first() or 0


def recorded_at(tournament: Tournament, number: int) -> datetime | None:
    """When an act was recorded; None if there is no such act."""
    return acts_of(tournament, number - 1, number).values_list("recorded_at", flat=True).first()


def table_of(tournament: Tournament, line: Line = "corrected", as_of: int | None = None) -> StandingsTable:
    """The standings: live, or as of an act; as corrected, or as played. A projection of the acts. Raises: NoSuchAct."""
    return standings_after(tournament, state_of(tournament, as_of), line)


NO_PLACES = b'"places":[]'


@dataclass
class _Kept:
    """What standings were computed from, and after `standings_json` the event's state too: to carry it on by the acts
    since costs less than to read the cached one. It is changed in place, so nobody else may have it.
    """

    standings: KeptStandings = field(default_factory=KeptStandings)
    state: TournamentState | None = None
    head: str = ""
    entrants: int = 0


_kept: OrderedDict[tuple[UUID, Line], _Kept] = OrderedDict()
_keeping = Lock()


def standings_after(tournament: Tournament, state: TournamentState, line: Line = "corrected") -> StandingsTable:
    """The standings in a state of an event. From its last state this process keeps what they were computed from, so
    that those after the next result cost what it changes.
    """
    if state.number != tournament.number:
        return event_standings.current(state, line)
    kept = _taken(tournament, line)
    found = event_standings.current(state, line, kept.standings)
    _put_back(tournament, line, kept, state)
    return found


def _taken(tournament: Tournament, line: Line) -> _Kept:
    """What is kept, taken out while it is used: another thread computes from nothing meanwhile."""
    with _keeping:
        return _kept.pop((tournament.pk, line), None) or _Kept()


def _put_back(tournament: Tournament, line: Line, kept: _Kept, state: TournamentState) -> None:
    kept.entrants = len(state.entrants)
    with _keeping:
        _kept[tournament.pk, line] = kept
        while len(_kept) > HELD or (len(_kept) > 1 and _entrants_kept() > HELD_ENTRANTS):
            _kept.popitem(last=False)


def _entrants_kept() -> int:
    return sum(each.entrants for each in _kept.values())


_PROVISIONAL = msgspec.json.Decoder(Provisional)
PROVISIONAL_FORMAT = 1
"""The version of what is kept of the provisional places; raise it whenever they are found in another way."""


def provisional_after(tournament: Tournament, state: TournamentState, line: Line = "corrected") -> Provisional:
    """The provisional places in the standings in a state of an event. Cached; losing the cache costs only time."""
    key = f"provisional:{tournament.pk}:{state.number}:{tournament.head[:24]}:{line}:{PROVISIONAL_FORMAT}"
    kept = cache.get(key)
    if kept is not None:
        return _PROVISIONAL.decode(kept)
    found = provisional(state, line)
    cache.set(key, msgspec.json.encode(found), DAY)
    return found


def standings_json(tournament: Tournament, line: Line = "corrected", as_of: int | None = None) -> bytes:
    """The standings as canonical JSON without any name: the same acts give the same bytes. Raises: NoSuchAct."""
    number = _number(tournament, as_of)
    if number != tournament.number:
        state = state_of(tournament, number)
        return _standings_json(tournament, state, line, KeptStandings())
    kept = _taken(tournament, line)
    # Until it is put back it counts as lost: a computation that fails may leave half of a state.
    state, kept.state = _carried_on(tournament, kept), None
    found = _standings_json(tournament, state, line, kept.standings)
    kept.state, kept.head = state, tournament.head
    _put_back(tournament, line, kept, state)
    return found


def _standings_json(tournament: Tournament, state: TournamentState, line: Line, kept: KeptStandings) -> bytes:
    table = event_standings.current(state, line, kept)
    told = {"rounds": table.rounds, "columns": table.columns, "places": []}
    body = {"event": str(tournament.pk), "as_of": state.number, "line": line, "phase": state.phase, "table": told}
    # In a text the quotes would be escaped: nothing else looks like the empty list.
    before, empty, after = canonical(body).partition(NO_PLACES)
    # In a tuple, the same row is known without a look at what it holds.
    rows = [kept.made(("json", each.entrant), (each,), partial(canonical, each)) for each in table.places]
    return b"".join((before, empty[:-1], b",".join(rows), b"]", after))


def _carried_on(tournament: Tournament, kept: _Kept) -> TournamentState:
    """The last state of an event: the one that was kept with the acts since, if there are few, else the cached one."""
    state = kept.state
    if state is None or not 0 < state.number <= tournament.number <= state.number + CARRIED:
        return state_of(tournament)
    acts = list(acts_of(tournament, state.number - 1).values_list("hash", "body"))
    if not acts or (acts[0][0], acts[-1][0]) != (kept.head, tournament.head):
        # Kept from a transaction that was rolled back, perhaps: the act is another one by now.
        return state_of(tournament)
    for _hash, body in acts[1:]:
        stream.evolve(state, stream.read_entry(body))
    return state


def standings_tag(tournament: Tournament, line: Line = "corrected", as_of: int | None = None) -> str:
    """An ETag of the standings, known without computing them; names are part of it, because pages show them."""
    names = _names_of(tournament).items()
    named = sha256("\0".join(f"{number}.{board}={name}" for (number, board), name in names).encode()).hexdigest()
    return f'"{tournament.head[:24]}-{_number(tournament, as_of)}-{line}-{named[:16]}-{stream.FORMAT}"'


# names


def nameplates_of(tournament: Tournament) -> list[Nameplate]:
    """The people and teams behind the numbers."""
    return list(Nameplate.objects.filter(tournament=tournament).select_related("user").order_by("number", "board"))


def names_of(tournament: Tournament) -> dict[tuple[int, int], str]:
    """The public names by (entrant, board): a team's own, else the account's, else the one that was entered; the
    entrant's number for those without one.
    """
    return {place: name or f"#{place[0]}" for place, name in _names_of(tournament).items()}


def _names_of(tournament: Tournament) -> dict[tuple[int, int], str]:
    # Every page of an event shows names: as rows of two models, 400 of them took half of the time of a table's page.
    plates = Nameplate.objects.filter(tournament=tournament).order_by("number", "board")
    account = ("user_id", "user__username", "user__first_name", "user__is_active")
    rows = plates.values_list("number", "board", "name", *account)
    return {
        (number, board): name or (display_name(Account(*user)) if user[0] else "")
        for number, board, name, *user in rows
    }


def clubs_played_for(user: User) -> set[UUID]:
    """The clubs at whose events somebody played."""
    rows = Nameplate.objects.filter(user=user, tournament__club__isnull=False)
    return set(rows.values_list("tournament__club_id", flat=True))


# tables


def game_at(tournament: Tournament, number: int, table: int, board: int = 0) -> TableGame | None:
    """The record of a table's game, or None."""
    rows = TableGame.objects.select_related("game").filter(tournament=tournament)
    return rows.filter(round=number, table=table, board=board).first()


def boards_of(found: Round, table: int) -> list[tuple[int, int]]:
    """The pairs of a match, by position in the teams, board after board; empty until the captains have chosen."""
    now = found.captains.get(str(table))
    return [(each.a, each.b) for each in now.games] if now and now.asks == "done" else []


def games_of(tournament: Tournament) -> dict[tuple[int, str], TableGame]:
    """The records of an event by (round, seat)."""
    rows = TableGame.objects.filter(tournament=tournament).select_related("game")
    return {(each.round, seat(each.table, each.board)): each for each in rows}


# effects


class RowChange(msgspec.Struct, frozen=True):
    """An entrant whose row would change: place and cells before and after. 0 and empty if there is none."""

    entrant: int
    place_before: int
    place_after: int
    cells_before: tuple[str, ...]
    cells_after: tuple[str, ...]


class StandingsEffect(msgspec.Struct, frozen=True):
    """The effect of an act on the standings. `number` counts the earlier acts, `digest` identifies the effect."""

    number: int
    digest: str
    before: StandingsTable
    after: StandingsTable
    changes: tuple[RowChange, ...]


def effect_of(state: TournamentState, act: Any, at: str = "") -> StandingsEffect:
    """The effect on the standings of an act that is not stored. Raises: Refused if it cannot stand."""
    before, tried = event_standings.current(state), copied(state)
    decided = stream.decide(tried, act, at or timezone.now().isoformat())
    stream.apply(tried, decided.effects, state.number + 1)
    after = event_standings.current(tried)
    digest = sha256(canonical([decided.act, after])).hexdigest()
    return StandingsEffect(state.number, digest, before, after, changes_of(before, after))


def changes_of(before: StandingsTable, after: StandingsTable) -> tuple[RowChange, ...]:
    """The rows that differ, in the order of the places afterwards."""
    was, now = ({each.entrant: each for each in table.places} for table in (before, after))
    order = [each.entrant for each in after.places] + [each for each in was if each not in now]
    return tuple(
        RowChange(each, *_places(was.get(each), now.get(each)), *_cells(was.get(each), now.get(each)))
        for each in order
        if _row(was.get(each)) != _row(now.get(each))
    )


def _row(place: Place | None) -> Any:
    return place and (place.place, place.cells)


def _places(was: Place | None, now: Place | None) -> tuple[int, int]:
    return was.place if was else 0, now.place if now else 0


def _cells(was: Place | None, now: Place | None) -> Sequence[tuple[str, ...]]:
    return [tuple(cell.shown for cell in each.cells) if each else () for each in (was, now)]


def report_said(report: BattleOutcome) -> str:
    """A result as a score sheet says it: `12 : 7`, `2 : 1 (=1)` for games with a drawn one, or who did not play."""
    if report.forfeit:
        return {"a": "0 : 1", "b": "1 : 0", "both": "0 : 0"}[report.forfeit] + " ff"
    drawn = f" (={report.games.drawn})" if report.games and report.games.drawn else ""
    return " : ".join(report.score) + drawn
