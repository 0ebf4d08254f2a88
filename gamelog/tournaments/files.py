"""Events as files: exported as they are stored, and imported once everything in them has been checked. See
docs/event-file.md.

A file says who did what, so only the site's staff imports one.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import NamedTuple

from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied

import rules
from gamelog.contest import stream
from gamelog.contest.errors import Refused
from gamelog.contest.interchange import event_file
from gamelog.contest.interchange.act_file import AT
from gamelog.contest.interchange.event_file import EventFile
from gamelog.contest.state import Entrant, TournamentState, seat
from gamelog.contest.stream import StoredAct
from gamelog.contest.verification import Finding, verify
from gamelog.games.access import is_staff
from gamelog.signing import closing
from gamelog.streams.models import column
from gamelog.streams.store import Draft, store_all, writing
from gamelog.tournaments import reactions, selectors, services, trailers
from gamelog.tournaments.errors import EventExists
from gamelog.tournaments.models import Nameplate, Officer, Tournament
from gamelog.tournaments.roles import ACTS, SITE
from gamelog.tournaments.streams import EVENTS
from gamelog.tournaments.visibility import Viewer, withheld
from rules.kernel.canonical import tag_of

MOST_BYTES = 16 * 1024 * 1024
SITE_ROLES = ("site", "organiser")
"""On whose behalf undeclared acts are recorded: results read by the site, and the announcement."""


class Imported(NamedTuple):
    """A stored event, and whether this call stored it."""

    tournament: Tournament
    created: bool


def file_of(tournament: Tournament, viewer: Viewer) -> bytes:
    """The acts of the event's file that the viewer may see: up to the first that is still secret."""
    hidden = withheld(tournament, selectors.state_of(tournament), viewer)
    upto = min(hidden) - 1 if hidden else tournament.number
    return whole_file(tournament, upto)


def whole_file(tournament: Tournament, upto: int | None = None) -> bytes:
    """The acts of the event's file up to one (None: the last), for those who may see everything; without closing
    lines.
    """
    rows = selectors.acts_of(tournament, 0, upto).values_list("body", "hash")
    return event_file.dump(tournament.pk, [(body.encode(), hash) for body, hash in rows])


def checked(data: bytes) -> tuple[EventFile, TournamentState]:
    """A file that is valid in every respect, closing lines included, and the state after its acts.

    Raises:
        Refused: with the line; `bad-file`, the code of the refusal of an act, or `not-as-made` if an act is recorded
            with effects other than those of the rules.
        rules.Malformed: its game is not known here.
    """
    file = whole(data)
    return file, event_file.replayed(each.entry for each in file.acts)


def examined(data: bytes) -> tuple[EventFile, TournamentState, list[Finding]]:
    """A file whose bytes, links and roles are valid, the state after its acts, and all findings of verification.

    Raises: Refused: `bad-file`, with the line.
    """
    file, state = whole(data), TournamentState()
    return file, state, list(verify((each.entry for each in file.acts), state))


def whole(data: bytes) -> EventFile:
    """A file whose bytes, links, roles and closing lines are valid; nothing is decided again.

    Raises: Refused: `bad-file`, with the line.
    """
    acts, lines = closing.split(data)
    file = event_file.read(acts)
    for each in file.acts:
        _require_role(each.entry)
    trailers.read(lines, file.header)
    return file


def _require_role(entry: StoredAct) -> None:
    """Refuse an act in a role that may not declare it. Raises: Refused `bad-file`."""
    kind = tag_of(entry.act)
    allowed = SITE_ROLES if ACTS[kind] == SITE else ACTS[kind]
    if entry.role not in allowed:
        line = entry.number + 1
        raise Refused("bad-file", f"line {line}", f"a {entry.role or 'nobody'} declares no {kind!r}", line=line)


def event_import(
    *, data: bytes, owner: User, names: Mapping[str, str] | None = None, slug: str = "", public: bool = True,
    as_recorded: bool = False,
) -> Imported:  # fmt: skip
    """Store a file's event, exactly as it is. If it is stored already, the stored event is returned.

    `names` are by entrant (`5`), or by entrant and board for a team's member (`5.2`). Accounts of this site whose
    opaque ids are in the acts are linked to their numbers again. With `as_recorded`, effects are taken from the file
    whatever the rules give today: for an event from before a rule was corrected.

    Raises:
        PermissionDenied: the owner is not staff of the site.
        Refused, rules.Malformed: as `checked`; `no-entrant` and `name-wanted` for names.
        EventExists: an event of this id is here with other acts.
    """
    if not is_staff(owner):
        raise PermissionDenied("an event's file says who did what: only staff reads one in")
    file, state = _recorded(data) if as_recorded else checked(data)
    rules.load(state.terms.ruleset, state.terms.rules_version)
    plates = _nameplates(state, names or {})
    with writing():
        known = Tournament.objects.filter(pk=file.header.event).first()
        if known:
            return Imported(_same(known, file), created=False)
        row = Tournament(
            id=file.header.event, owner=owner, public=public, slug=services.slug_free(slug or state.title)
        )  # fmt: skip
        row.save(force_insert=True)
        store_all(EVENTS, row, [_draft(each) for each in file.acts])
        services.tournament_advance(row, state)
        _people(row, state, plates)
        reactions.imported(row, file, data[len(closing.split(data)[0]) :])
    return Imported(row, created=True)


def _recorded(data: bytes) -> tuple[EventFile, TournamentState]:
    """A file, and the state after its acts as recorded. Raises: Refused."""
    file = whole(data)
    return file, stream.fold(each.entry for each in file.acts)


def _same(known: Tournament, file: EventFile) -> Tournament:
    """The stored event, if its acts continue those of the file. Raises: EventExists."""
    at = known.acts.filter(number=file.header.number).values_list("hash", flat=True).first()
    if at != file.header.head:
        raise EventExists(known.number, known.head)
    return known


def _draft(stored: event_file.EventFileAct) -> Draft:
    entry = stored.entry
    at = datetime.strptime(entry.at, AT).replace(tzinfo=UTC)
    return Draft(stored.body, tag_of(entry.act), entry.by, at, {"role": entry.role})


def _nameplates(state: TournamentState, names: Mapping[str, str]) -> dict[tuple[int, int], tuple[str, str]]:
    """Opaque id and name by entrant and board. Raises: Refused for a name of nobody in the event."""
    persons = {key: person for each in state.entrants.values() for key, person in _persons(each)}
    keys = {seat(*key): key for key in persons}
    for key, name in names.items():
        if key not in keys:
            raise Refused("no-entrant", f"$.names.{key[:20]}", f"the event has nobody under the number {key[:20]}")
        if name != column(name, services.MOST_NAME):
            text = f"longer than {services.MOST_NAME} characters, or unprintable"
            raise Refused("name-wanted", f"$.names.{key}", text)
    return {keys[key]: (persons[keys[key]], names.get(key, "").strip()) for key in keys}


def _persons(each: Entrant) -> list[tuple[tuple[int, int], str]]:
    members = [((each.number, board), member.person) for board, member in enumerate(each.members, 1)]
    return [((each.number, 0), each.person), *members]


def _people(row: Tournament, state: TournamentState, plates: Mapping[tuple[int, int], tuple[str, str]]) -> None:
    """The nameplates, and the officers who have an account here."""
    Nameplate.objects.bulk_create(
        Nameplate(tournament=row, number=number, board=board, user=services.person_named(person), name=name)
        for (number, board), (person, name) in plates.items()
    )
    for person, offices in state.roles.items():
        user = services.person_named(person)
        if user:
            Officer.objects.bulk_create(Officer(tournament=row, user=user, role=office) for office in offices)
