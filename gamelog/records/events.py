"""Events against their acts: the chain and what was signed of it, the columns of lists, and the rows of people and
tables.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from gamelog.clubs import links
from gamelog.clubs.models import SeatPerson
from gamelog.contest import stream
from gamelog.contest.errors import Refused
from gamelog.contest.state import TournamentState, seat
from gamelog.contest.verification import verify
from gamelog.evidence.events import EVIDENCE
from gamelog.evidence.models import EventOrigin
from gamelog.games.models import Event, game_key
from gamelog.people.models import Participant
from gamelog.records import acts
from gamelog.records.findings import Checked, Found, Subject, at_row, differing, missing
from gamelog.seasons.regular_names import people_wanted
from gamelog.tournaments import services
from gamelog.tournaments.models import Act, Nameplate, Officer, TableGame, Tournament
from gamelog.tournaments.streams import EVENTS
from rules.kernel.canonical import tag_of

SHOWN = ("title", "phase", "ruleset", "format", "round", "entrants", "capacity", "place", "starts", "ends")


def check(keys: Sequence[Any], deep: bool) -> Iterator[Checked]:
    """What is wrong with these events. With `deep` every act is decided again."""
    rows = Tournament.objects.in_bulk(keys)
    for key in keys:
        if key in rows:
            event = rows[key]
            origin = EventOrigin.objects.filter(tournament=event).first()
            subject = Subject("event", str(key), event.slug, origin is not None)
            yield subject, list(_checked(event, origin, deep))


def _checked(event: Tournament, origin: EventOrigin | None, deep: bool) -> Iterator[Found]:
    rows = [*EVENTS.rows_of(event).iterator(500)]
    chain = acts.Chain(EVENTS, event, rows, _read, _columns)
    yield from chain.found()
    yield from acts.signed(EVIDENCE, event, origin, chain.hashes)
    if not chain.whole:
        return
    try:
        state = stream.fold(chain.entries)
    except stream.ASTRAY as error:
        yield at_row(event, "broken", ["head"], f"its acts do not follow one another: {error}")
        return
    yield from _shown(event, state)
    yield from _plates(event, state)
    yield from _officers(event, state)
    yield from _tables(event, state, came=origin is not None)
    yield from _known(event, state)
    if deep:
        for each in verify(chain.entries, TournamentState()):
            text = f"the rules give something else today: {each}"
            yield Found(
                "remark", Act._meta.db_table, str(event.pk), ("body",), text, f"manage.py check_event {event.slug}"
            )


def _read(body: str) -> stream.StoredAct:
    try:
        return stream.read_entry(body)
    except Refused as error:
        raise msgspec.DecodeError(error.text) from None


def _columns(row: Act, entry: stream.StoredAct) -> dict[str, Any]:
    return {"number": entry.number, "by": entry.by, "type": tag_of(entry.act), "role": entry.role}


def _shown(event: Tournament, state: TournamentState) -> Iterator[Found]:
    if not state.number:
        return
    derived = Tournament()
    services.tournament_show(derived, state)
    yield from differing(event, {each: getattr(derived, each) for each in SHOWN})


def _plates(event: Tournament, state: TournamentState) -> Iterator[Found]:
    wanted: dict[tuple[int, int], tuple[str, Any]] = {}
    for each in state.entrants.values():
        wanted[each.number, 0] = each.person, each.roster
        for board, member in enumerate(each.members, 1):
            wanted[each.number, board] = member.person, member.roster
    rows = Nameplate.objects.filter(tournament=event).select_related("user__participant", "roster")
    plates = {(row.number, row.board): row for row in rows.defer("roster__file", "roster__parsed")}
    accounts = dict(
        Participant.objects.filter(pk__in={person for person, _ in wanted.values()}).values_list("pk", "user")
    )
    for spot, row in plates.items():
        if spot not in wanted:
            yield at_row(row, "wrong", ["tournament", "number", "board"], "nobody is entered under this number")
            continue
        person, roster = wanted[spot]
        yield from differing(row, {"user": accounts.get(person)})
        if row.roster is not None and (roster is None or roster.sha256 != row.roster.sha256):
            yield at_row(row, "wrong", ["roster"], "another roster was handed in")
    for number, board in wanted.keys() - plates.keys():
        yield missing(Nameplate, f"{event.pk} {seat(number, board)}")


def _officers(event: Tournament, state: TournamentState) -> Iterator[Found]:
    people = Participant.objects.filter(pk__in=state.roles, user__isnull=False)
    users = {row.pk: row for row in people}
    wanted = {
        (users[person].user_id, role) for person, roles in state.roles.items() if person in users for role in roles
    }
    erased = {row.user_id for row in users.values() if row.erased}
    rows = {(row.user_id, row.role): row for row in Officer.objects.filter(tournament=event)}
    for key in rows.keys() - wanted:
        yield at_row(rows[key], "wrong", ["tournament", "user", "role"], "no act gives this office to this person")
    for user, role in wanted - rows.keys():
        if user not in erased:
            yield missing(Officer, f"{event.pk} {role} of account {user}")


def _tables(event: Tournament, state: TournamentState, came: bool) -> Iterator[Found]:
    wanted = {
        (each.number, place): (game_key(game.game), game.swapped)
        for each in state.rounds for place, game in each.games.items()
    }  # fmt: skip
    rows = {(row.round, seat(row.table, row.board)): row for row in TableGame.objects.filter(tournament=event)}
    for key, row in rows.items():
        if key not in wanted:
            columns = ["tournament", "round", "table", "board"]
            yield at_row(row, "wrong", columns, "no act opens this table")
            continue
        game, swapped = wanted[key]
        yield from differing(row, {"game": game, "swapped": swapped})
        if row.read and not Event.objects.filter(game=row.game_id, hash=row.read).exists():
            yield at_row(row, "wrong", ["read"], "the result was read from an event that its game does not have")
    # A file brings the acts of an event and not the games of its tables.
    for number, place in () if came else wanted.keys() - rows.keys():
        yield missing(TableGame, f"{event.pk} {number}/{place}")


def _known(event: Tournament, state: TournamentState) -> Iterator[Found]:
    """The people without an account in the seats of the event's games."""
    for table, wanted in people_wanted(event, state):
        for seated in table.game.seats.all():
            person, row = wanted.get(seated.side, ""), getattr(seated, "known", None)
            if row is None and person:
                yield missing(SeatPerson, str(seated.pk))
            elif row is not None and not person:
                yield at_row(row, "wrong", ["seat"], "nobody was entered for this seat")
            elif row is not None:
                yield from differing(row, {"regular": person, "person": links.counts_for(person)})
