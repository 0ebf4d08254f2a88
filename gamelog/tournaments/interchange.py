"""Events in other programs' formats: entrants as CSV, in and out, and FIDE's tournament report file, out. What is read
from a report file is in `report_reading`. See docs/interchange.md.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from typing import Any

import msgspec
from django.utils.text import slugify

from gamelog.clubs.models import Club
from gamelog.contest import counting, draw
from gamelog.contest.acts.entries import NewMember, Register
from gamelog.contest.cards import Card
from gamelog.contest.errors import Refused
from gamelog.contest.interchange import entries, trf
from gamelog.contest.interchange.book import OF_EVENTS, OF_PLAYERS, Book, BookPlayer, filled
from gamelog.contest.interchange.entries import PublicEntry
from gamelog.contest.interchange.tiebreak_codes import codes_of
from gamelog.contest.state import TournamentState
from gamelog.contest.terms import Terms
from gamelog.contest.terms_tallies import name_of
from gamelog.tournaments import published, selectors, services
from gamelog.tournaments.access import Actor
from gamelog.tournaments.models import Nameplate, Tournament
from gamelog.tournaments.services import Named

Declared = tuple[Any, Sequence[Named]]


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
    refuse_all(found.problems)
    return services.acts_append(
        tournament=tournament, expected=expected, actor=actor, wanted=lambda state: _registrations(state, found.entries)
    )


def refuse_all(problems: Sequence[Refused]) -> None:
    """Refuse with the first of several problems; the texts of the others are in its facts. Raises: Refused."""
    if problems:
        first, *others = problems
        raise Refused(first.code, first.path, first.text, **first.facts | {"others": [str(each) for each in others]})


def _registrations(state: TournamentState, rows: Sequence[PublicEntry]) -> Iterator[Declared]:
    if not state.terms.teams:
        for each in rows:
            yield register(each), [Named(name=each.name)]
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


def register(each: PublicEntry) -> Register:
    return Register(club=club_key(each.club), faction=each.faction, rating=each.rating)


def club_key(name: str) -> str:
    """The club as an act holds it: the id of a club of this site, else a word of its own for every name."""
    if not name:
        return ""
    known = Club.objects.filter(name__iexact=name).order_by("created").values_list("pk", flat=True).first()
    digest = sha256(name.casefold().encode()).hexdigest()[:12]
    return str(known) if known else f"{slugify(name)[:40]}-{digest}".lstrip("-")


# the report file, written

CODES = {
    "swiss": "CUSTOM_SWISS", "swiss-cut": "CUSTOM_SWISS", "round-robin": "CUSTOM_ROUNDROBIN",
    "league": "CUSTOM_ROUNDROBIN", "single-elimination": "CUSTOM_KNOCKOUT",
    "double-elimination": "CUSTOM_KNOCKOUT", "groups": "CUSTOM_SWISS", "pods": "CUSTOM_SWISS",
}  # fmt: skip
"""Our formats in FIDE's table of types of tournaments (record 192), where they are not paired by FIDE's own rules."""
SCHEDULED = ("round-robin", "league")
NEVER_THERE = "Not in this file: victory and battle points, tallies, tables, rosters, rulings, recorded games."


def trf_of(tournament: Tournament, edition: trf.Edition = "2026") -> trf.Written:
    """The event as a tournament report file, elimination rounds included. It ends with comments (`###`) that say what
    it cannot carry.

    Raises: Refused `bad-book`, of a free league too: a report file has rounds, each with a line for everybody.
    """
    terms = selectors.state_of(tournament).terms
    if not terms.ranks_by_points:
        name = name_of(terms.tallies, terms.ranks).en
        text = f"a report file has no points but those of games and rounds; this event ranks by {name}: take the CSV"
        raise Refused("bad-book", "$.scoring.ranks", text, ranks=terms.ranks)
    if terms.by_challenge:
        text = "a report file has the same rounds for everybody; in a free league numbers of games differ: take the CSV"
        raise Refused("bad-book", "$.format", text)
    book = book_of(tournament)
    written = trf.write(book, edition)
    notes = (*written.notes, *_left_out(selectors.state_of(tournament), book), NEVER_THERE)
    comments = "".join(f"### {note}\r\n" for note in notes)
    return trf.Written(written.data + comments.encode(), notes)


def book_of(tournament: Tournament) -> Book:
    """The event in the terms of chess: in a team event, the teams are the players."""
    event = published.shown(tournament)
    state, terms = event.state, event.state.terms
    plates = dict(Nameplate.objects.filter(tournament=tournament, board=0).values_list("number", "trf"))
    players = tuple(
        BookPlayer(
            number, each.name, rating=each.rating, club=each.club, faction=each.faction,
            **_known(BookPlayer, OF_PLAYERS, plates.get(number) or {}),
        )
        for number, each in published.entries(event).items()
    )  # fmt: skip
    empty = Book(
        title=state.title, city=terms.place, starts=terms.starts[:10], ends=terms.ends[:10], kind=terms.format,
        code=code_of(terms), rounds=max(draw.rounds_of(state), len(state.rounds)), first="w", players=players,
        **_known(Book, OF_EVENTS, tournament.trf or {}),
    )  # fmt: skip
    places = {each.entrant: each.place for each in selectors.table_of(tournament).places}
    pairings = [[(pair.a, pair.b) for pair in each.paired.pairs] for each in state.rounds]
    book = filled(empty, _cards(state), terms.paired_scoring, places, pairings, ranks=terms.ranks,
                  scheduled=terms.format in SCHEDULED)  # fmt: skip
    codes = codes_of(terms.tiebreaks, starts=terms.starts, ranks=terms.ranks, own_points=trf.fits(book),
                     teams=terms.teams is not None)  # fmt: skip
    return msgspec.structs.replace(book, tiebreaks=codes)


def code_of(terms: Terms) -> str:
    """The type of the event by FIDE's table: a round robin by the Berger tables is FIDE's own, played once or twice."""
    if terms.format in SCHEDULED and terms.pairing.schedule == "berger":
        return f"BERGER_ROUNDROBIN_G{1 + terms.double}"
    return CODES[terms.format]


def _known(of: type[msgspec.Struct], names: Sequence[str], kept: Mapping[str, Any]) -> dict[str, Any]:
    """The members of a book that are kept beside the acts."""
    types = {each.name: each.type for each in msgspec.structs.fields(of)}
    return {name: msgspec.convert(kept[name], types[name]) for name in names if name in kept}


def _cards(state: TournamentState) -> dict[int, Card]:
    """Everybody's card over all rounds, elimination rounds included."""
    scores = [counting.of_round(state, each, "corrected") for each in state.rounds]
    return {
        number: msgspec.structs.replace(card, rounds=tuple(each[number] for each in scores if number in each))
        for number, card in counting.cards(state).items()
    }


def _left_out(state: TournamentState, book: Book) -> Iterator[str]:
    """Sentences about what a reader of this event's file would take for something else."""
    own = [code for code in book.tiebreaks.split(",") if code.startswith("OTHER_")]
    if own:
        yield f"Tie-breaks that FIDE has no code for, or whose rules are others here: {', '.join(own)}"
    if any(each.match for each in state.penalties if not each.lifted):
        yield "Penalties and awards belong to no round: they are in the points of XXW lines, and in the places"
    if state.terms.teams:
        yield "Each team stands as one player, with its matches; its members and their boards are left out"
    if state.terms.format in SCHEDULED and any("U" in {each.result for each in one.rounds} for one in book.players):
        yield "Who sits out a round of the schedule gets points for it: that is the bye U, where FIDE has a rest (Z)"
    if state.terms.grouped:
        yield "Entrants play in groups, which the file does not name; who has the same place in a group shares one"
    if any(each.stage == "pods" for each in state.rounds):
        yield "The last rounds are played in pods: the places follow them, and not the points"
    if any(each.stage == "cut" for each in state.rounds):
        yield "The last rounds are an elimination: the places follow it, and not the points"
