"""Writing events. Every function is one transaction; messages to workers leave once it is committed.

A writer locks the event's row first and only then reads the data for its decision, like the writers of games.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from hashlib import sha256
from typing import Any, NamedTuple, TypeAlias

import msgspec
from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied
from django.utils import timezone
from django.utils.text import slugify

import rules
from gamelog import messages
from gamelog.clubs.models import Club
from gamelog.contest import stream, validation_tiebreaks
from gamelog.contest.acts import entries, kind_of, people, rosters, rounds, setting, soft
from gamelog.contest.errors import Refused
from gamelog.contest.interchange.act_file import AT
from gamelog.contest.state import TournamentState
from gamelog.contest.terms import Terms
from gamelog.games import services as games
from gamelog.games.models import Game
from gamelog.games.streams import GAMES
from gamelog.people import names
from gamelog.people.models import Participant
from gamelog.people.selectors import participant_id
from gamelog.people.services import participant_of
from gamelog.streams.models import column
from gamelog.streams.store import (
    NOTHING_SENT,
    Draft,
    Sent,
    append_locked,
    moment,
    require_key,
    require_number,
    store,
    writing,
)
from gamelog.tournaments import access, reactions, selectors, submissions, tables, webhooks
from gamelog.tournaments.errors import EffectChanged
from gamelog.tournaments.models import Act, Nameplate, Officer, TableGame, Tournament
from gamelog.tournaments.roles import Role, acting_as, is_own
from gamelog.tournaments.streams import EVENTS
from rules.kernel.canonical import tag_of

MOST_NAME = 200
RESERVED = ("announce", "import", "import-trf")
"""Words that are taken by other addresses in the place of an event's."""


SALTED = (rounds.ChooseCaptain, soft.GiveSoft, soft.RateOpponent, soft.Vote, soft.WithdrawSoft)
"""Acts that are withheld from some, while everybody may see their hash."""


class Named(NamedTuple):
    """A person who registers: an account, or a name."""

    user: User | None = None
    name: str = ""


Wanted: TypeAlias = Callable[[TournamentState], Iterable[tuple[Any, Sequence[Named]]]]
"""Acts to be stored one after the other, each with the people who register by it."""


class Appended(NamedTuple):
    """A stored act, and whether this call stored it (otherwise an earlier one with the same key did)."""

    act: Act
    created: bool


def tournament_announce(
    *, owner: User, title: str, terms: Terms, club: Club | None = None, slug: str = "", public: bool = True,
    seed: str = "", open_registration: bool = False, played: bool = False,
) -> Tournament:  # fmt: skip
    """Announce an event, and open its registration at once if that is wanted: both are stored, or neither. Its first
    act holds the terms, and a seed that the site draws. One that was `played` already, such as that of a report file,
    keeps the tie-breaks that it was played by.

    Raises:
        Refused: title or terms are invalid, or the address is taken.
        rules.Malformed: an unknown ruleset or version.
        PermissionDenied: the owner is not an editor of the club.
    """
    access.require_club_editor(owner, club)
    require_rules(terms)
    if not played:
        require_suitable(terms)
    act = setting.Announce(title=title, terms=terms, seed=seed or secrets.token_hex(16))
    _refuse_contact(act)
    with writing():
        row = Tournament(
            owner=owner, club=club, public=public, title=column(title, MOST_NAME), slug=slug_free(slug or title),
            ruleset=terms.ruleset, format=terms.format,
        )  # fmt: skip
        row.save(force_insert=True)
        by = participant_of(owner)
        _store(row, TournamentState(), act, by=by, role="organiser")
        if open_registration:
            _store(row, selectors.state_of(row), setting.OpenRegistration(), by=by, role="organiser")
    return row


def require_rules(terms: Terms) -> None:
    """Refuse terms whose game is not installed here, or has no rosters and is to be checked in with one, or whose
    options about rosters cannot be read.

    Raises:
        rules.Malformed: with the member of the terms.
    """
    try:
        lists = rules.load(terms.ruleset, terms.rules_version).rosters
    except rules.Malformed as error:
        member = "rules_version" if error.path == "$.version" else "ruleset"
        raise rules.Malformed(f"$.terms.{member}", error.reason) from None
    if terms.rosters.required and not lists.wanted:
        raise rules.Malformed("$.terms.rosters.required", f"{terms.ruleset} is played without rosters")
    try:
        lists.agreed(rules.Roster("", ""), terms.options)
    except rules.Malformed as error:
        raise rules.Malformed(f"$.terms.options.{lists.allowing}", f"{error.path}: {error.reason}") from None


def require_suitable(terms: Terms, before: Terms | None = None) -> None:
    """Refuse tie-breaks that FIDE does not allow in the format, but for those that the event has already. Raises:
    Refused `needs-a-swiss`.
    """
    for refused in validation_tiebreaks.unsuitable(terms, before):
        raise refused.at(f"$.terms{refused.path[1:]}")


def slug_free(wanted: str) -> str:
    """A free address: the words of the title, with a number if they are taken."""
    base = (slugify(wanted) or "event")[:50]
    slug, count = base, 1
    while slug in RESERVED or Tournament.objects.filter(slug=slug).exists():
        count += 1
        slug = f"{base}-{count}"
    return slug


def act_append(
    *, tournament: Tournament, expected: int, act: Any, actor: access.Actor, key: str = "", effect: str = "",
    named: Sequence[Named] = (), holds: Callable[[Sequence[stream.StoredAct]], bool] | None = None,
) -> Appended:  # fmt: skip
    """Decide an act and store it as number `expected` + 1. A retry with the same `key` gives its sender the stored act.

    If there are more acts than `expected`, `holds` is asked, with those, whether it may be stored behind them: while
    the event is locked, so that many who act at once come one after the other, and nobody has to try again.

    A correction needs the digest of the previewed effect (`effect_preview`). `named` are the people who register: the
    entrant, then the members of a team; or the person an act is about. The act itself holds opaque ids.

    Raises:
        PermissionDenied: the actor may not declare it, or not for others.
        StaleEvent: the event does not have `expected` acts, and the act does not hold behind those that came since.
        rules.Malformed: the key is too long.
        KeyReused: the key came with another act, or from somebody else.
        EffectChanged: a correction does not have the effect with this digest.
        Refused: it cannot stand in the present state; or a text of it names people or contains contact data.
    """
    # Nobody else may guess a captain's secret choice by retrying its key, so keys belong to their senders.
    sent = Sent(key, _request(act, named), _person(actor)) if key else NOTHING_SENT

    def write(row: Tournament) -> Act:
        return _declared(row, act, actor, effect, named, sent)

    require_key(sent.key)
    with writing():
        row = EVENTS.lock(tournament.pk)
        if holds and 0 <= expected < row.number and holds(selectors.entries_of(row, after=expected)):
            expected = row.number
        found = append_locked(EVENTS, row, write, expected=expected, sent=sent)
    tournament.refresh_from_db()
    return Appended(*found)


def _person(actor: access.Actor) -> str:
    return participant_id(actor) if isinstance(actor, User) else ""


def _declared(
    row: Tournament, act: Any, actor: access.Actor, effect: str, named: Sequence[Named], sent: Sent
) -> Act:  # fmt: skip
    """Decide somebody's act as the next act of a locked event, and store it."""
    state = selectors.state_of(row)
    act = _with_people(row, act, named)
    role = permitted(row, state, act, actor)
    _refuse_names(row, act, actor)
    if isinstance(act, setting.SetTerms):
        require_rules(act.terms)
        require_suitable(act.terms, state.terms)
    act = submissions.read(row, state, _salted(act), actor)
    if isinstance(act, rounds.OpenTable):
        kind_of(act).check(state, act)
        act = tables.tied(row, state, act, tables.given(actor, act.game), desk=access.is_desk(frozenset({role})))
    if stream.is_correction(state, act):
        shown = selectors.effect_of(state, act)
        if shown.digest != effect:
            raise EffectChanged(shown)
    return _store(row, state, act, by=participant_of(actor), role=role, sent=sent, named=named)


def acts_append(*, tournament: Tournament, expected: int, actor: access.Actor, wanted: Wanted) -> int:
    """Store many acts, all of them or none. `wanted` receives the event's state, which is updated after every stored
    act.

    For imports of lists. Nothing is previewed, not even corrections, whose effect can only be shown for one act at a
    time. Reasons are the site's own words here, one of which may happen to be a player's name.

    Raises:
        PermissionDenied, StaleEvent, Refused: as `act_append`.
    """
    with writing():
        row = EVENTS.lock(tournament.pk)
        require_number(EVENTS, row, expected)
        state = selectors.state_of(row)
        for declared, named in wanted(state):
            act = _with_people(row, declared, named)
            role = permitted(row, state, act, actor)
            _refuse_contact(act)
            _store(row, state, act, by=participant_of(actor), role=role, named=named)
    tournament.refresh_from_db()
    return tournament.number - expected


def _request(act: Any, named: Sequence[Named]) -> str:
    """The digest of a request: the same key with any other request is a mistake."""
    return sha256(rules.canonical([act, [[each.user.pk if each.user else 0, each.name] for each in named]])).hexdigest()


def _salted(act: Any) -> Any:
    """A captain's choice or a soft score, salted by the site: there are so few that a bare hash would give one away."""
    return msgspec.structs.replace(act, salt=secrets.token_hex(16)) if isinstance(act, SALTED) else act


def effect_preview(*, tournament: Tournament, act: Any, actor: access.Actor) -> selectors.StandingsEffect:
    """The effect of an act on the standings; nothing is stored.

    Raises:
        PermissionDenied, Refused: as `act_append`.
    """
    state = selectors.state_of(tournament)
    permitted(tournament, state, act, actor)
    _refuse_names(tournament, act, actor)
    return selectors.effect_of(state, act)


def site_append(*, tournament_id: Any, act: Any) -> Act:
    """Store an act of the site itself: a result read from a record. Never use it for an act that a person declares.

    Raises: Refused: it cannot stand in the present state.
    """
    return _appended(tournament_id, act, role="site")


def organised(*, tournament_id: Any, act: Any, actor: User) -> Act:
    """Store an act that accompanies rows of its own, for an authorised organiser. Call it where those rows are written.

    Raises: Refused: it cannot stand in the present state.
    """
    return _appended(tournament_id, act, by=participant_of(actor), role="organiser")


def _appended(tournament_id: Any, act: Any, *, role: str, by: str = "") -> Act:
    with writing():
        row = EVENTS.lock(tournament_id)
        state = selectors.state_of(row)
        return _store(row, state, act, by=by, role=role)


def permitted(tournament: Tournament, state: TournamentState, act: Any, actor: access.Actor) -> Role:
    """The role in which somebody declares an act. Raises: PermissionDenied."""
    roles = access.roles_of(actor, tournament, state)
    kind = tag_of(act)
    role = acting_as(kind, roles)
    if role is None or not isinstance(actor, User):
        raise PermissionDenied(f"{kind!r} is not for you: you are {', '.join(sorted(roles))} at this event")
    if not access.is_desk(frozenset({role})):
        if not is_own(state, act, participant_of(actor)):
            raise PermissionDenied("players act for themselves: their own entry, their own table")
        if isinstance(act, entries.Register) and state.phase != "registration":
            raise PermissionDenied("registration is not open; ask the organiser")
    return role


def _with_people(row: Tournament, act: Any, named: Sequence[Named]) -> Any:
    """An act with the opaque ids of the accounts it is about. Raises: Refused `name-wanted`, `no-person`."""
    match act:
        case entries.Register():
            return _entering(act, named)
        case entries.CorrectEntry() if named and not named[0].user:
            return _renamed(row, act, named)
        case entries.CorrectEntry() | people.Appoint() | people.Dismiss():
            return _meant(act, named)
    return act


def _meant(act: Any, named: Sequence[Named]) -> Any:
    """An act about one person with an account here; anybody can be removed from an office."""
    if named:
        if len(named) != 1 or named[0].user is None or act.person:
            raise Refused("name-wanted", "$.users", "one account is wanted, or an opaque id in the act")
        return msgspec.structs.replace(act, person=participant_of(named[0].user))
    if act.person and not isinstance(act, people.Dismiss) and not _is_here(act.person):
        text = f"nobody here has the opaque id {act.person!r}: give a user name in users"
        raise Refused("no-person", "$.person", text)
    return act


def _is_here(person: str) -> bool:
    found = person_named(person)
    return found is not None and found.is_active


def _renamed(row: Tournament, act: entries.CorrectEntry, named: Sequence[Named]) -> entries.CorrectEntry:
    """A correction of somebody's name, which is kept on the nameplate and in no act."""
    if len(named) != 1 or not named[0].name.strip():
        raise Refused("name-wanted", "$.names", "one account or one name is wanted")
    _require_names(named)
    if Nameplate.objects.filter(tournament=row, number=act.entrant, board=0, name="").exists():
        raise Refused("name-wanted", "$.names", f"entrant {act.entrant} is called as their account is")
    return act


def _require_names(named: Sequence[Named]) -> None:
    if any(len(each.name) > MOST_NAME or each.name != column(each.name, MOST_NAME) for each in named):
        raise Refused("name-wanted", "$.names", f"a name is longer than {MOST_NAME} characters, or unprintable")


def _entering(act: entries.Register, named: Sequence[Named]) -> entries.Register:
    wanted = 1 + len(act.members)
    if len(named) != wanted or not all(each.user or each.name.strip() for each in named):
        raise Refused("name-wanted", "$.names", f"{wanted} accounts or names are wanted: the entrant, and its members")
    _require_names(named)
    ids = [participant_of(each.user) if each.user else "" for each in named]
    members = [msgspec.structs.replace(one, person=ids[board]) for board, one in enumerate(act.members, 1)]
    return msgspec.structs.replace(act, person=ids[0], members=tuple(members))


FREE = ("reason", "title", "note", "terrain", "place", "rule")
"""Members of acts that hold free text."""


def _refuse_contact(act: Any) -> None:
    """Refuse an act that contains contact data; ids and hashes are not checked. Raises: Refused `names`."""
    for each in names.texts(msgspec.to_builtins(act)):
        written = each.free or each.path.rpartition(".")[2] in (*FREE, "faction")
        for what, found in names.contact(each.text) if written else ():
            raise Refused("names", each.path, f"{found!r} looks like {what}: {names.WHY}")


def _refuse_names(tournament: Tournament, act: Any, actor: access.Actor) -> None:
    """Acts are for ever: refuse names of people at the event, and contact data. Raises: Refused `names`."""
    _refuse_contact(act)
    free = [each for each in names.texts(msgspec.to_builtins(act)) if each.path.rpartition(".")[2] in FREE]
    if not free:
        return
    plates = selectors.nameplates_of(tournament)
    users = [each.user for each in plates if each.user] + ([actor] if isinstance(actor, User) else [])
    words = [word for user in users for word in names.words_of(user)]
    words += [names.plain_text(each.name) for each in plates if len(each.name) >= names.SHORTEST]
    known = names.pattern(words)
    for each in free:
        found = known and known.search(names.plain_text(each.text))
        if found:
            raise Refused("names", each.path, f"{found.group()!r} is the name of somebody at this event: {names.WHY}")


def _store(
    row: Tournament, state: TournamentState, act: Any, *, by: str = "", role: str = "", sent: Sent = NOTHING_SENT,
    named: Sequence[Named] = (),
) -> Act:  # fmt: skip
    """Decide an act, store it as the next of a locked event, and update rows and cache. Raises: Refused."""
    now = moment(EVENTS, row)
    decided = stream.decide(state, act, now.strftime(AT))
    entry = decided.entry(state, by=by, role=role, previous=row.head)
    selectors.supersede(row)
    stored = store(EVENTS, row, Draft(entry.bytes(), tag_of(act), by, now, {"role": role}), sent)
    stream.evolve(state, entry)
    tournament_advance(row, state)
    _rows(row, state, decided.act, named, by)
    selectors.keep(row, state)
    webhooks.enqueue(row, stored)
    reactions.stored(row, state, decided.act, by)
    if row.over:
        reactions.advanced(row)
    return stored


def tournament_advance(row: Tournament, state: TournamentState) -> None:
    """Store the columns that lists show after the last act."""
    tournament_show(row, state)
    row.updated = timezone.now()
    row.save()


def tournament_show(row: Tournament, state: TournamentState) -> None:
    """Set the columns that follow from an event's state; they are not saved."""
    terms = state.terms
    row.phase = state.phase
    # PostgreSQL stores no NUL; the act keeps the whole text.
    row.title, row.place = column(state.title, MOST_NAME), column(terms.place, MOST_NAME)
    row.ruleset, row.format, row.capacity = terms.ruleset, terms.format, terms.capacity
    row.round, row.entrants = len(state.rounds), len(state.playing())
    row.starts, row.ends = (datetime.fromisoformat(text) if text else None for text in (terms.starts, terms.ends))


def _rows(row: Tournament, state: TournamentState, act: Any, named: Sequence[Named], by: str) -> None:
    """The rows that follow from an act: nameplates, officers, games of tables."""
    match act:
        case entries.Register():
            number = len(state.entrants)
            Nameplate.objects.bulk_create(
                Nameplate(tournament=row, number=number, board=board, user=each.user, name=each.name.strip())
                for board, each in enumerate(named)
            )
        case entries.CorrectEntry():
            plates = Nameplate.objects.filter(tournament=row, number=act.entrant, board=0)
            if act.person is not None:
                plates.update(user=person_named(act.person))
            elif named:
                plates.update(name=named[0].name.strip())
        case rosters.SubmitRoster():
            submissions.keep(row, act, by)
        case rounds.OpenTable():
            place = {"tournament": row, "round": act.round, "table": act.table, "board": act.board}
            TableGame.objects.filter(**place).delete()
            TableGame.objects.create(**place, game_id=act.game, swapped=act.swapped, due=messages.moment())
            # A record may be complete already: then no verdict will follow by itself.
            messages.deliver_on_commit(tables.READ_RECORD, act.game)
        case rounds.RePair():
            kept = {each.game for each in state.rounds[-1].games.values()}
            gone = [each.pk for each in row.games.filter(round=act.round) if str(each.game_id) not in kept]
            row.games.filter(pk__in=gone).delete()
        case people.Appoint() | people.Dismiss():
            user = User.objects.filter(participant__pk=act.person).first()
            held = Officer.objects.filter(tournament=row, user=user, role=act.role)
            if isinstance(act, people.Dismiss):
                held.delete()
            elif user and not held.exists():
                Officer.objects.create(tournament=row, user=user, role=act.role)


def table_open(
    *, tournament: Tournament, number: int, table: int, board: int = 0, actor: access.Actor, game: Game | None = None,
    swapped: bool = False, reason: str = "",
) -> TableGame:  # fmt: skip
    """The record of a table's game: begun now with the table's players in its seats, or a given one tied to it.

    Doing it again returns the existing record. With a `reason`, the desk replaces it by a given one.

    Raises:
        PermissionDenied: the actor neither plays there nor works at the desk.
        Refused: nobody plays at this table, or the given game was not played at it (`tables.tied`).
    """
    with writing():
        row = EVENTS.lock(tournament.pk)
        known = selectors.game_at(row, number, table, board)
        state = selectors.state_of(row)
        act = rounds.OpenTable(
            round=number, table=table, board=board, game="-", swapped=swapped, reason=reason if known and game else ""
        )
        role = permitted(row, state, act, actor)
        if known and (game is None or game.pk == known.game_id):
            return known
        if known and not act.reason.strip():
            raise Refused("not-its-game", "$.game", "the table has another record already")
        _refuse_names(row, act, actor)
        kind_of(act).check(state, act)
        if game:
            act = tables.tied(row, state, act, game, desk=access.is_desk(frozenset({role})))
        else:
            act = msgspec.structs.replace(act, game=str(tables.begin(row, state, act, actor).pk))
        _store(row, state, act, by=participant_of(actor), role=role)
        found = selectors.game_at(row, number, table, board)
    assert found
    tournament.refresh_from_db()
    return found


def table_delay(*, table: TableGame, minutes: int, actor: access.Actor) -> Game:
    """Have spectators see a table's game so many minutes late. The desk decides it; players may ask for it before the
    first step, and what the desk has decided is never shortened for them: their wish changes nothing then.

    Raises:
        PermissionDenied: the actor neither plays there nor works at the desk, or the event does not run this game.
        rules.Malformed: a number of minutes that is no delay.
    """
    row = table.tournament
    act = rounds.OpenTable(round=table.round, table=table.table, board=table.board, game="-")
    role = permitted(row, selectors.state_of(row), act, actor)
    # The event is not locked: a step of the game locks the game first, and then the event whose table it is.
    with writing():
        game = GAMES.lock(table.game_id)
        if minutes == game.delay:
            return game
        if not access.is_desk(frozenset({role})) and (game.number or minutes < game.delay):
            return game
        return games.game_delay(game_id=game.pk, minutes=minutes, actor=row.owner)


def person_forget(user: User, known: re.Pattern[str] | None) -> None:
    """Remove a person from the nameplates and offices of all events; `known` finds their names.

    Acts never held one. A team keeps its name, unless it is a person's.
    """
    Nameplate.objects.filter(user=user, trf__isnull=False).update(trf=None)
    for plate in Nameplate.objects.filter(user=user).exclude(name=""):
        if known and known.search(names.plain_text(plate.name)):
            Nameplate.objects.filter(pk=plate.pk).update(name="")
    Officer.objects.filter(user=user).delete()


def person_named(person: str) -> User | None:
    """The account behind an opaque id, if there is one."""
    row = Participant.objects.select_related("user").filter(pk=person).first()
    return row.user if row else None
