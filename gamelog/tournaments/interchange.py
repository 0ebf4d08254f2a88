"""Events in other programs' formats: entrants as CSV, and FIDE's tournament report file, exported and imported.

Imports become ordinary acts, all of them or none. See docs/interchange.md.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from typing import Any, NamedTuple

import msgspec
from django.contrib.auth.models import User
from django.utils.text import slugify

from gamelog.clubs.models import Club
from gamelog.contest import counting, tiebreaks
from gamelog.contest.acts.entries import AskBye, NewMember, Register
from gamelog.contest.acts.penalties import Penalise
from gamelog.contest.acts.results import Enter
from gamelog.contest.acts.rounds import PairRound, RePair
from gamelog.contest.acts.setting import OpenRegistration
from gamelog.contest.cards import Card
from gamelog.contest.errors import Refused
from gamelog.contest.interchange import entries, trf
from gamelog.contest.interchange.book import CODES, Book, BookPlayer, Meeting, System, codes_of, filled
from gamelog.contest.interchange.entries import PublicEntry
from gamelog.contest.outcomes import BattleOutcome, Winner
from gamelog.contest.pairing.request import Constraint
from gamelog.contest.state import TournamentState
from gamelog.contest.terms import Award, PairingTerms, Scoring, Terms, TieBreak
from gamelog.streams.store import writing
from gamelog.tournaments import published, selectors, services
from gamelog.tournaments.access import Actor
from gamelog.tournaments.models import Tournament
from gamelog.tournaments.services import Named

READ_FROM = "Read from a report file"
ALL: tuple[Constraint, ...] = ("rematch", "second-bye", "forbidden")
"""All meetings in a file are taken as they are: no constraint forbids them."""
Declared = tuple[Any, Sequence[Named]]


class Read(NamedTuple):
    """An imported event, and sentences about the parts of the file that were left out."""

    tournament: Tournament
    notes: tuple[str, ...]


# entrants


def entrants_csv(tournament: Tournament) -> bytes:
    """Everybody who entered, by number."""
    return entries.write(published.entries(published.shown(tournament)))


def entrants_import(*, tournament: Tournament, expected: int, data: bytes, actor: Actor) -> int:
    """Register everybody on a list; in a team event, the rows of a team are its members. Returns how many entered.

    Raises:
        Refused: `bad-file` with the line, the other problems in the facts; or the refusal of a registration.
        PermissionDenied, StaleEvent: as `services.acts_append`.
    """
    found = entries.read(data)
    _refuse(found.problems)
    return services.acts_append(
        tournament=tournament, expected=expected, actor=actor, wanted=lambda state: _registrations(state, found.entries)
    )


def _refuse(problems: Sequence[Refused]) -> None:
    """Refuse with the first of several problems; the texts of the others are in its facts. Raises: Refused."""
    if problems:
        first, *others = problems
        raise Refused(first.code, first.path, first.text, **first.facts | {"others": [str(each) for each in others]})


def _registrations(state: TournamentState, rows: Sequence[PublicEntry]) -> Iterator[Declared]:
    if not state.terms.teams:
        for each in rows:
            yield _register(each), [Named(name=each.name)]
        return
    teams: dict[str, list[PublicEntry]] = {}
    for number, each in enumerate(rows, 1):
        if not each.team:
            raise Refused("bad-file", f"entrant {number}", f"{each.name} is in no team: the column team is wanted")
        teams.setdefault(each.team, []).append(each)
    for name, members in teams.items():
        made = tuple(NewMember(faction=each.faction, rating=each.rating) for each in members)
        yield Register(club=club_key(members[0].club), members=made), [
            Named(name=name), *(Named(name=each.name) for each in members)
        ]  # fmt: skip


def _register(each: PublicEntry) -> Register:
    return Register(club=club_key(each.club), faction=each.faction, rating=each.rating)


def club_key(name: str) -> str:
    """The club as an act holds it: the id of a club of this site, else a word of its own for every name."""
    if not name:
        return ""
    known = Club.objects.filter(name__iexact=name).order_by("created").values_list("pk", flat=True).first()
    digest = sha256(name.casefold().encode()).hexdigest()[:12]
    return str(known) if known else f"{slugify(name)[:40]}-{digest}".lstrip("-")


# the report file, written


def trf_of(tournament: Tournament, edition: trf.Edition = "2026") -> trf.Written:
    """The event as a tournament report file, elimination rounds included. Raises: Refused `bad-book`."""
    return trf.write(book_of(tournament), edition)


def book_of(tournament: Tournament) -> Book:
    """The event in the terms of chess: in a team event, the teams are the players."""
    event = published.shown(tournament)
    state, terms = event.state, event.state.terms
    players = tuple(
        BookPlayer(number, each.name, rating=each.rating, club=each.club, faction=each.faction)
        for number, each in published.entries(event).items()
    )
    empty = Book(
        title=state.title, city=terms.place, starts=terms.starts[:10], ends=terms.ends[:10], kind=terms.format,
        rounds=max(terms.rounds, len(state.rounds)), first="w", tiebreaks=codes_of(terms.tiebreaks), players=players,
    )  # fmt: skip
    places = {each.entrant: each.place for each in selectors.table_of(tournament).places}
    pairings = [[(pair.a, pair.b) for pair in each.paired.pairs] for each in state.rounds]
    scoring = terms.teams.scoring if terms.teams else terms.scoring
    return filled(empty, _cards(state), scoring, places, pairings)


def _cards(state: TournamentState) -> dict[int, Card]:
    """Everybody's card over all rounds, elimination rounds included."""
    scores = [counting.of_round(state, each, "corrected") for each in state.rounds]
    return {
        number: msgspec.structs.replace(card, rounds=tuple(each[number] for each in scores if number in each))
        for number, card in counting.cards(state).items()
    }


# the report file, read in


def event_from_trf(
    *, data: bytes, owner: User, ruleset: str, rules_version: str = "", title: str = "", public: bool = True
) -> Read:
    """An event from a report file: announced, entered, paired by hand and its results entered by its owner.

    Points that the results do not explain become awards and penalties.

    Raises:
        Refused: `bad-file` with the line; or the refusal of an act, if the file contains something impossible here.
        rules.Malformed: an unknown ruleset or version.
    """
    reading = trf.read(data)
    _refuse(reading.problems)
    book = reading.book
    assert book
    terms = terms_of(book, ruleset, rules_version)
    with writing():
        made = services.tournament_announce(
            owner=owner, title=(title or book.title or "Event")[: services.MOST_NAME], terms=terms, public=public
        )
        services.acts_append(
            tournament=made, expected=made.number, actor=owner, wanted=lambda state: _retold(state, book)
        )
    return Read(made, reading.notes)


def terms_of(book: Book, ruleset: str, rules_version: str = "") -> Terms:
    """The terms that a report file implies: rounds, the worth of results, and the tie-breaks known here."""
    system = book.system or System()
    return Terms(
        ruleset=ruleset, rules_version=rules_version, rounds=min(max(book.rounds, _rounds(book), 1), 99),
        half_byes=min(max(book.rounds, _rounds(book), 1), 99), round_minutes=0, place=book.city[:200],
        starts=f"{book.starts}T00:00:00+00:00" if book.starts else "", scoring=_scoring(system),
        tiebreaks=_tiebreaks(book.tiebreaks), pairing=PairingTerms(avoid_clubs=False, rotate_tables=False),
    )  # fmt: skip


def _rounds(book: Book) -> int:
    return max((len(each.rounds) for each in book.players), default=0)


def _scoring(system: System) -> Scoring:
    return Scoring(
        win=system.win, draw=system.draw, loss=system.loss, bye=Award(match=system.bye),
        half_bye=Award(match=system.draw), forfeit_win=Award(match=system.win),
        forfeit_loss=Award(match=system.absence), zero_bye=Award(match=system.absence),
    )  # fmt: skip


def _tiebreaks(codes: str) -> tuple[TieBreak, ...]:
    """The tie-breaks of record 212 that have a rule here, in their newest version; each once."""
    known = {codes_of((each,)).partition(",")[2]: each for each in _known_tiebreaks()}
    return tuple(known[code] for code in dict.fromkeys(codes.split(",")) if code in known)


def _known_tiebreaks() -> Iterator[TieBreak]:
    for rule in tiebreaks.ALL:
        if rule.id in CODES or not rule.params:
            yield TieBreak(rule.id, rule.version)
            ids = {param.id for param in rule.params}
            for cut in (1, 2) if "cut-lowest" in ids and rule.id != "median-buchholz" else ():
                yield TieBreak(rule.id, rule.version, {"cut-lowest": cut})


def _retold(state: TournamentState, book: Book) -> Iterator[Declared]:
    """The acts that make a book's event."""
    numbers = {each.number: index for index, each in enumerate(book.players, 1)}
    yield OpenRegistration(), ()
    for each in book.players:
        entry = PublicEntry(each.name, each.club, each.faction[:200], min(each.rating, 100_000))
        yield _register(entry), [Named(name=each.name or f"Player {each.number}")]
    for number in range(1, _rounds(book) + 1):
        yield from _round(state, number, {numbers[each.number]: _seen(each, number, numbers) for each in book.players})
    for penalty in _adjusted(state, book, numbers):
        yield penalty, ()


def _seen(player: BookPlayer, number: int, numbers: Mapping[int, int]) -> Meeting:
    meeting = player.rounds[number - 1]
    return msgspec.structs.replace(meeting, opponent=numbers.get(meeting.opponent, 0))


def _round(state: TournamentState, number: int, meetings: Mapping[int, Meeting]) -> Iterator[Declared]:
    """A round: byes that were asked for, the pairing by hand, the results. An entrant without an opponent has the
    bye.
    """
    pairs = [(each, meeting.opponent) for each, meeting in meetings.items() if _is_first(each, meeting, meetings)]
    alone = [each for each, meeting in meetings.items() if not meeting.opponent]
    bye = next((each for kind in "UF" for each in alone if meetings[each].result == kind), 0)
    for each in alone:
        if each != bye:
            kind = "half-bye" if meetings[each].result == "H" else "zero-bye"
            yield AskBye(entrant=each, round=number, kind=kind), ()  # type: ignore[arg-type]
    yield PairRound(round=number, reason=READ_FROM, lifted=ALL), ()
    yield RePair(round=number, reason=READ_FROM, by_hand=tuple(pairs), lifted=ALL), ()
    for a, b in pairs:
        report = report_of(meetings[a].result, meetings[b].result)
        pair = state.rounds[-1].pair_of(a)
        if report and pair:
            yield Enter(round=number, table=pair.table, report=report), ()


def _is_first(entrant: int, meeting: Meeting, meetings: Mapping[int, Meeting]) -> bool:
    """Whether an entrant is the first side of their pair: white or, if no colour is given, the lower number."""
    if not meeting.opponent:
        return False
    return meeting.colour == "w" or (meeting.colour == "-" and entrant < meeting.opponent)


def report_of(first: str, second: str) -> BattleOutcome | None:
    """A result as a table reports it; None for a game that is not finished."""
    if not first or not second:
        return None
    lost = {("+", "-"): "b", ("-", "+"): "a", ("-", "-"): "both"}.get((first, second))
    if lost:
        return BattleOutcome(forfeit=lost)  # type: ignore[arg-type]
    winners: dict[str, Winner] = {"1": "a", "W": "a", "=": "draw", "D": "draw"}
    return BattleOutcome(winner=winners.get(first, "b" if second in "1W" else "neither"))


def _adjusted(state: TournamentState, book: Book, numbers: Mapping[int, int]) -> Iterable[Penalise]:
    """The difference between the points of the file and those of the results."""
    cards = counting.cards(state)
    for each in book.players:
        entrant = numbers[each.number]
        more = each.points - cards[entrant].match()
        if more:
            yield Penalise(entrant=entrant, kind="points", match=more, reason=f"{READ_FROM}: points without a game")
