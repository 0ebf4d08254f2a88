"""Names that are entered without an account, and the regulars whom a club knows by them.

A name at an event of a club is recognised: as the one regular of the club who has that name, or as somebody new.
Whatever is ambiguous stays open until staff decides it (`entry_decide`). Acts are not touched: what is decided here are
rows beside them, and everything that counts people reads these (`links`, `services.table_of`, `clubs.ratings`).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Any, NamedTuple
from uuid import UUID

from django.core.exceptions import PermissionDenied
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone

from gamelog import messages
from gamelog.clubs import access as club_access
from gamelog.clubs import links
from gamelog.clubs.models import Club, Regular, SeatPerson
from gamelog.clubs.ratings import RATE
from gamelog.clubs.services import locked
from gamelog.contest.acts import entries, rounds
from gamelog.contest.errors import Refused
from gamelog.contest.roles import ORGANISER, STAFF
from gamelog.contest.state import TournamentState
from gamelog.games.access import Actor
from gamelog.people import names
from gamelog.people.models import Participant
from gamelog.people.services import guest_create, participant_of
from gamelog.seasons.models import RegularEntry
from gamelog.streams.store import writing
from gamelog.tournaments import access as event_access
from gamelog.tournaments import selectors as tournaments
from gamelog.tournaments import tables
from gamelog.tournaments.models import Nameplate, TableGame, Tournament

LONGEST = 150
"""A longer name is nobody's."""
Spot = tuple[int, int]
"""Where a name stands at an event: the entrant, and the board in a team, else 0."""


class Suggestion(NamedTuple):
    """A name at an event that is nobody yet, and the regulars who may be meant."""

    tournament: Tournament
    spot: Spot
    name: str
    regulars: tuple[Regular, ...]


def key_of(name: str) -> str:
    """A name as it is compared: in one form of its letters, whatever their case and the spaces between them."""
    return names.plain_text(name).casefold()


def known_as(club: Club, written: Iterable[str]) -> dict[str, list[Regular]]:
    """The regulars of a club who have one of these names, by key; of several who are one person by now, the first."""
    keys = {key_of(name) for name in written} - {""}
    rows = list(Regular.objects.filter(club=club, key__in=keys).select_related("person__user"))
    now = links.links_of(row.person_id for row in rows)
    found: dict[str, dict[str, Regular]] = {}
    for row in sorted(rows, key=lambda each: (each.created, each.pk)):
        found.setdefault(row.key, {}).setdefault(links.end_of(now, row.person_id), row)
    return {key: list(people.values()) for key, people in found.items()}


def regular_create(club: Club | None, name: str, by: str) -> Regular:
    """Somebody new of this name. The club is locked."""
    person = Participant.objects.create(user=guest_create(names.plain_text(name)[:LONGEST]))
    return Regular.objects.create(club=club, person=person, key=key_of(name)[:200], by=by)


# names at an event


def entries_of(tournament: Tournament) -> dict[Spot, RegularEntry]:
    """Who is behind the names of an event, where that is known."""
    rows = RegularEntry.objects.filter(tournament=tournament, ended=None).select_related("regular__person__user")
    return {(row.number, row.board): row for row in rows}


def names_typed(
    tournament: Tournament, state: TournamentState, numbers: Collection[int] | None = None
) -> dict[Spot, str]:
    """The names of people without an account at an event, of all entrants or of some; a team's name is nobody's."""
    found = {}
    plates = Nameplate.objects.filter(tournament=tournament, user=None).exclude(name="")
    for plate in plates if numbers is None else plates.filter(number__in=numbers):
        entrant = state.entrants.get(plate.number)
        team = entrant is not None and bool(entrant.members)
        if entrant is not None and bool(plate.board) == team and not entrant.player(plate.board).person:
            found[plate.number, plate.board] = plate.name
    return found


def played(state: TournamentState, number: int) -> bool:
    """Whether an entrant takes part: they were paired, or have not left."""
    entrant = state.entrants.get(number)
    if entrant is None:
        return False
    return entrant.status != "dropped" or any(each.pair_of(number) for each in state.rounds)


def act_followed(tournament: Tournament, state: TournamentState, act: Any, by: str) -> None:
    """What follows from an act that was just stored: new names are recognised, and seats have their people."""
    match act:
        case entries.Register() if tournament.club_id:
            names_recognise(tournament, state, by, [len(state.entrants)])
        case entries.CorrectEntry():
            _entry_corrected(tournament, state, act.entrant, by)
        case rounds.OpenTable():
            seats_follow(tournament, state, TableGame.objects.filter(tournament=tournament, game_id=UUID(act.game)))
        case rounds.RePair() | rounds.ChooseCaptain():
            seats_follow(tournament, state)


def names_recognise(tournament: Tournament, state: TournamentState, by: str, numbers: Collection[int]) -> int:
    """Say who is behind names of an event of a club, where it can only be one. Returns how many were recognised."""
    typed = names_typed(tournament, state, numbers)
    if not typed or tournament.club is None:
        return 0
    count = 0
    with locked(tournament.club) as club:
        rows = RegularEntry.objects.filter(tournament=tournament, ended=None, number__in=numbers)
        here = set(rows.values_list("number", "board"))
        for spot, name in typed.items():
            regular = _meant(club, tournament, state, name, by) if spot not in here else None
            if regular:
                _enter(regular, tournament, spot, by)
                count += 1
        if count and state.rounds:
            seats_follow(tournament, state)
    return count


def _meant(club: Club, tournament: Tournament, state: TournamentState, name: str, by: str) -> Regular | None:
    """The only person who can be meant by a name: nobody is entered twice. None if there are several, or the name is
    too long for one.
    """
    if len(name) > LONGEST:
        return None
    known = known_as(club, [name]).get(key_of(name), [])
    at = [_numbers_of(each, tournament, state) for each in known]
    if all(any(state.entrants[number].status != "dropped" for number in numbers) for numbers in at):
        return regular_create(club, name, by)
    return known[0] if len(known) == 1 and not at[0] else None


def _numbers_of(regular: Regular, tournament: Tournament, state: TournamentState) -> set[int]:
    """The numbers under which a regular is at an event already, by any name or account that is theirs."""
    same = links.together(regular.person_id)
    rows = RegularEntry.objects.filter(tournament=tournament, ended=None, regular__person__in=same)
    accounts = {number for number, entrant in state.entrants.items() if entrant.people() & same}
    return accounts | set(rows.values_list("number", flat=True))


def _enter(regular: Regular, tournament: Tournament, spot: Spot, by: str) -> RegularEntry:
    return RegularEntry.objects.create(
        regular=regular, tournament=tournament, number=spot[0], board=spot[1], by=by
    )  # fmt: skip


def _entry_corrected(tournament: Tournament, state: TournamentState, number: int, by: str) -> None:
    """A correction may have given an entry an account, or corrected a slip in the name of somebody new."""
    row = entries_of(tournament).get((number, 0))
    name = names_typed(tournament, state, [number]).get((number, 0), "")
    if row is None:
        names_recognise(tournament, state, by, [number])
    elif not name:
        _end(row, by)
        seats_follow(tournament, state)
    elif row.regular.club is not None and key_of(name) != row.regular.key and _is_new(row.regular):
        with locked(row.regular.club) as club:
            _slip_corrected(club, row, name, by)
        seats_follow(tournament, state)


def _is_new(regular: Regular) -> bool:
    """Whether this is the only place where a regular was ever entered, and nobody else is linked to them."""
    return regular.entries.count() == 1 and links.together(regular.person_id) == {regular.person_id}


def _slip_corrected(club: Club, row: RegularEntry, name: str, by: str) -> None:
    """Somebody new was written wrongly: they are the one regular of the right name, or are called so from now on."""
    known = known_as(club, [name]).get(key_of(name), [])
    state = tournaments.state_of(row.tournament)
    if len(known) == 1 and not _numbers_of(known[0], row.tournament, state):
        _end(row, by)
        _enter(known[0], row.tournament, (row.number, row.board), by)
    else:
        name_set(row.regular, name)


def name_set(regular: Regular, name: str) -> None:
    """Another name for the same person."""
    assert regular.person.user
    regular.person.user.first_name = names.plain_text(name)[:LONGEST]
    regular.person.user.save(update_fields=["first_name"])
    regular.key = key_of(name)[:200]
    regular.save(update_fields=["key"])


def _end(row: RegularEntry, by: str) -> None:
    row.ended, row.ended_by = timezone.now(), by
    row.save(update_fields=["ended", "ended_by"])


def entry_claimed(tournament: Tournament, spot: Spot, by: str) -> RegularEntry:
    """The entry of a name that somebody claims and that is nobody yet. Where no club holds the event, a person is made
    of it who counts nowhere until the claim is accepted.

    Raises: Refused `no-name`; `undecided`: several may be meant.
    """
    state = tournaments.state_of(tournament)
    name = names_typed(tournament, state, [spot[0]]).get(spot)
    if name is None or len(name) > LONGEST:
        raise Refused("no-name", "$.entrant", "there is no name without an account under this number")
    if tournament.club_id is None:
        return _enter(regular_create(None, name, by), tournament, spot, by)
    names_recognise(tournament, state, by, [spot[0]])
    row = entries_of(tournament).get(spot)
    if row is None:
        raise Refused("undecided", "$.entrant", "the club knows several people of this name, and says who is meant")
    return row


# decisions of staff


def may_decide(actor: Actor, club: Club | None, tournament: Tournament | None = None) -> bool:
    """Whether `actor` decides who is who: the club's editors; at an event that no club holds, its organisers."""
    if club is not None:
        return club_access.edits(actor, club)
    if tournament is None:
        return False
    return bool(event_access.roles_of(actor, tournament, tournaments.state_of(tournament)) & ORGANISER)


def require_decider(actor: Actor, club: Club | None, tournament: Tournament | None = None) -> str:
    """The opaque id of somebody who decides who is who. Raises: PermissionDenied."""
    if not may_decide(actor, club, tournament):
        raise PermissionDenied("who is who is for the editors of the club, else for the organiser of the event")
    return participant_of(actor)


def entry_decide(*, tournament: Tournament, spot: Spot, regular: Regular | None, actor: Actor) -> RegularEntry:
    """Say who is behind a name at an event of a club: a regular of the club, or (None) somebody new of that name.

    Raises:
        PermissionDenied: the actor is not an editor of the club, nor on the staff of the event.
        Refused: `no-name`: there is no such name without an account; `no-regular`: nobody of this club;
            `same-event`: this regular is somebody else at the event.
    """
    roles = event_access.roles_of(actor, tournament, tournaments.state_of(tournament))
    if not (may_decide(actor, tournament.club) or roles & STAFF):
        raise PermissionDenied("who is who is for the editors of the club, and for the staff of the event")
    by = participant_of(actor)
    with writing():
        club = Club.objects.select_for_update().get(pk=tournament.club_id) if tournament.club_id else None
        state = tournaments.state_of(tournament)
        name = names_typed(tournament, state).get(spot)
        if name is None:
            raise Refused("no-name", "$.entrant", f"entrant {spot[0]} has an account, or there is none of that number")
        if regular is not None and (club is None or regular.club_id != club.pk or not regular.key):
            raise Refused("no-regular", "$.regular", "the club knows nobody like this")
        here = entries_of(tournament)
        known = here.pop(spot, None)
        if known is not None and regular is not None and known.regular_id == regular.pk:
            return known
        if regular is not None:
            _require_apart(tournament, state, here, regular)
        if known is not None:
            _end(known, by)
        row = _enter(regular or regular_create(club, name, by), tournament, spot, by)
        seats_follow(tournament, state)
    return row


def _require_apart(
    tournament: Tournament, state: TournamentState, here: dict[Spot, RegularEntry], regular: Regular
) -> None:  # fmt: skip
    """Refuse a regular who is somebody else at the event, by a name or by an account."""
    same = links.together(regular.person_id)
    others = {number for (number, _board), row in here.items() if row.regular.person_id in same}
    others |= {number for number, entrant in state.entrants.items() if entrant.people() & same}
    if any(played(state, number) for number in others):
        text = f"they are somebody else at {tournament.title} already"
        raise Refused("same-event", "$.regular", text, event=tournament.title)


def entry_undo(*, row: RegularEntry, actor: Actor) -> None:
    """Take back who is behind a name: what was decided before it holds again, else nobody is.

    Raises: PermissionDenied; Refused `undone`: it does not hold any more; `same-event`.
    """
    by = require_decider(actor, row.tournament.club, row.tournament)
    with writing():
        if row.tournament.club_id:
            Club.objects.select_for_update().get(pk=row.tournament.club_id)
        row.refresh_from_db()
        if row.ended is not None:
            raise Refused("undone", "$", "this does not hold any more")
        _end(row, by)
        state = tournaments.state_of(row.tournament)
        earlier = RegularEntry.objects.filter(
            tournament=row.tournament, number=row.number, board=row.board, pk__lt=row.pk
        ).exclude(regular=row.regular)
        before = earlier.select_related("regular").order_by("-pk").first()
        if before is not None and before.regular.key:
            _require_apart(row.tournament, state, entries_of(row.tournament), before.regular)
            _enter(before.regular, row.tournament, (row.number, row.board), by)
        seats_follow(row.tournament, state)


# names of earlier events


def names_open(club: Club, visible: QuerySet[Tournament]) -> list[Suggestion]:
    """The names at events of a club that are nobody yet, newest events first, each with the people who may be meant."""
    found = []
    for tournament in visible.filter(club=club, pk__in=_with_open_names(club)).order_by("-starts", "-created", "id"):
        here = entries_of(tournament)
        typed = names_typed(tournament, tournaments.state_of(tournament))
        left = {spot: name for spot, name in typed.items() if spot not in here and len(name) <= LONGEST}
        known = known_as(club, left.values())
        found += [Suggestion(tournament, spot, name, tuple(known.get(key_of(name), ()))) for spot, name in left.items()]
    return found


def _with_open_names(club: Club) -> QuerySet[Nameplate, Any]:
    """The events of a club with names that may be nobody yet. The name of a team, whose players stand beside it, is
    none.
    """
    same = {"tournament": OuterRef("tournament"), "number": OuterRef("number")}
    known = Exists(RegularEntry.objects.filter(**same, board=OuterRef("board"), ended=None))
    team = Q(Exists(Nameplate.objects.filter(**same, board__gt=0)), board=0)
    rows = Nameplate.objects.filter(tournament__club=club, user=None).exclude(name="")
    return rows.exclude(known).exclude(team).values("tournament")


def names_adopt(*, club: Club, actor: Actor) -> int:
    """Recognise the names of all events of a club that are nobody yet, oldest event first, where it can only be one.
    Returns how many. Doing it again changes nothing more. Raises: PermissionDenied.
    """
    by = require_decider(actor, club)
    count = 0
    for tournament in Tournament.objects.filter(pk__in=_with_open_names(club)).order_by("starts", "created", "id"):
        with writing():
            state = tournaments.state_of(tournament)
            count += names_recognise(tournament, state, by, list(state.entrants))
    return count


# seats


def seats_follow(
    tournament: Tournament, state: TournamentState, games: QuerySet[TableGame] | None = None
) -> None:  # fmt: skip
    """Let the seats of an event's games without an account have the people who were entered; ratings follow."""
    for row, people in people_wanted(tournament, state, games):
        _seats_set(row, people)


def people_wanted(
    tournament: Tournament, state: TournamentState, games: QuerySet[TableGame] | None = None
) -> Iterator[tuple[TableGame, dict[str, str]]]:
    """The games of an event, or some of them, each with the people who were entered, by side."""
    found = entries_of(tournament)
    linked = links.links_of(row.regular.person_id for row in found.values())
    here = {
        spot: row.regular.person_id for spot, row in found.items()
        if row.regular.club_id or row.regular.person_id in linked
    }  # fmt: skip
    rows = TableGame.objects.filter(tournament=tournament) if games is None else games
    for row in rows.select_related("game").prefetch_related("game__seats__known"):
        people = _people_at(row, state, here)
        yield row, dict(zip(row.game.rules.sides, people, strict=False)) if any(people) else {}


def _people_at(row: TableGame, state: TournamentState, here: dict[Spot, str]) -> Sequence[str]:
    found = state.rounds[row.round - 1] if row.round <= len(state.rounds) else None
    if found is None or found.pair_at(row.table) is None:
        return ()
    people = [here.get(spot, "") for spot in tables.players(found, row.table, row.board)]
    return people[::-1] if row.swapped else people


def _seats_set(row: TableGame, wanted: dict[str, str]) -> None:
    changed = False
    for seat in row.game.seats.all():
        regular, known = wanted.get(seat.side, ""), getattr(seat, "known", None)
        if regular and (known is None or known.regular_id != regular):
            values = {"regular_id": regular, "person_id": links.counts_for(regular)}
            SeatPerson.objects.update_or_create(seat=seat, defaults=values)
            changed = True
        elif known is not None and not regular:
            known.delete()
            changed = True
    if changed:
        messages.deliver_on_commit(RATE, row.game.ruleset)


def seats_relink(people: Collection[str]) -> None:
    """Let the games of these people count for whom the present links say; the workers rate them anew."""
    rulesets: set[str] = set()
    now = links.links_of(people)
    for person in sorted(people):
        rows = SeatPerson.objects.filter(~Q(person=links.end_of(now, person)), regular=person)
        rulesets |= set(rows.values_list("seat__game__ruleset", flat=True))
        rows.update(person=links.end_of(now, person))
    for ruleset in sorted(rulesets):
        messages.deliver_on_commit(RATE, ruleset)
