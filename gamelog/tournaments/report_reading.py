"""An event from FIDE's tournament report file: its acts, what is kept beside them, and sentences about the rest.

The acts are declared by whoever reads the file in, all of them or none. Of people, names, federations, titles and FIDE
numbers are kept on their nameplates, where they can be erased; sex and date of birth are not kept. See
docs/interchange.md.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

import msgspec
from django.contrib.auth.models import User

from gamelog.contest import counting
from gamelog.contest.acts.entries import AskBye
from gamelog.contest.acts.penalties import Penalise
from gamelog.contest.acts.results import Enter
from gamelog.contest.acts.rounds import PairRound, RePair
from gamelog.contest.acts.setting import OpenRegistration
from gamelog.contest.interchange import trf
from gamelog.contest.interchange.book import OF_EVENTS, OF_PLAYERS, Book, BookPlayer, Meeting, System, worth
from gamelog.contest.interchange.entries import PublicEntry
from gamelog.contest.interchange.schedule import Schedule, format_said, schedule_of
from gamelog.contest.interchange.tiebreak_codes import ReadCodes, read_codes
from gamelog.contest.outcomes import BattleOutcome, Winner
from gamelog.contest.pairing.request import Constraint
from gamelog.contest.state import TournamentState
from gamelog.contest.terms import Award, PairingTerms, Scoring, Terms
from gamelog.streams.store import writing
from gamelog.tournaments import selectors, services
from gamelog.tournaments.interchange import Declared, refuse_all, register
from gamelog.tournaments.models import Nameplate, Tournament
from gamelog.tournaments.services import Named

READ_FROM = "Read from a report file"
ALL: tuple[Constraint, ...] = ("rematch", "second-bye", "forbidden")
"""All meetings in a file are taken as they are: no constraint forbids them."""
NEED_POINTS = ("battle-points", "victory-points", "victory-difference", "opponents-battle", "opponents-battle-mean",
               "opponents-victory", "opponents-victory-mean")  # fmt: skip
"""Tie-breaks that decide nothing where there are neither battle nor victory points."""
MOST_ROUNDS = 99


class Read(NamedTuple):
    """An imported event, and sentences about the parts of the file that were left out or changed."""

    tournament: Tournament
    notes: tuple[str, ...]


class Plan(NamedTuple):
    """How a book becomes an event. `schedule` is None where its rounds are paired by hand."""

    terms: Terms
    schedule: Schedule | None
    codes: ReadCodes


def event_from_trf(
    *, data: bytes, owner: User, ruleset: str, rules_version: str = "", title: str = "", public: bool = True
) -> Read:
    """An event from a report file: announced, entered, paired and its results entered by its owner.

    Points that the results do not explain become awards and penalties.

    Raises:
        Refused: `bad-file` with the line; or the refusal of an act, if the file contains something impossible here.
        rules.Malformed: an unknown ruleset or version.
    """
    reading = trf.read(data)
    refuse_all(reading.problems)
    book = reading.book
    assert book
    plan = plan_of(book, ruleset, rules_version)
    with writing():
        made = services.tournament_announce(
            owner=owner,
            title=(title or book.title or "Event")[: services.MOST_NAME],
            terms=plan.terms,
            public=public,
            played=True,
        )
        services.acts_append(
            tournament=made, expected=made.number, actor=owner, wanted=lambda state: _retold(state, book, plan)
        )
        _keep_beside(made, book)
    made.refresh_from_db()
    return Read(made, (*reading.notes, *_notes(book, plan), *_moved(made, book)))


def _keep_beside(tournament: Tournament, book: Book) -> None:
    Tournament.objects.filter(pk=tournament.pk).update(trf=_said(book, OF_EVENTS))
    for number, player in enumerate(book.players, 1):
        said = _said(player, OF_PLAYERS)
        if said:
            Nameplate.objects.filter(tournament=tournament, number=number, board=0).update(trf=said)


def _said(of: Book | BookPlayer, names: tuple[str, ...]) -> dict[str, Any]:
    said: dict[str, Any] = msgspec.to_builtins({name: getattr(of, name) for name in names if getattr(of, name)})
    return said


# terms


def plan_of(book: Book, ruleset: str, rules_version: str = "") -> Plan:
    """The terms that a report file implies: format, rounds, the worth of results, and the tie-breaks known here."""
    said, schedule = format_said(book), schedule_of(book)
    scheduled = said in ("round-robin", "league") and schedule is not None
    codes = read_codes(book.tiebreaks, book.starts)
    rounds = min(max(book.rounds, _rounds(book), 1), MOST_ROUNDS)
    starts, ends = _moments(book)
    terms = Terms(
        ruleset=ruleset, rules_version=rules_version, rounds=rounds, half_byes=rounds, round_minutes=0,
        place=book.city[:200], starts=starts, ends=ends, scoring=_scoring(book, rests=scheduled),
        tiebreaks=tuple(each for each in codes.known if each.id not in NEED_POINTS),
        pairing=PairingTerms(avoid_clubs=False, rotate_tables=False), format=said if scheduled else "swiss",
    )  # fmt: skip
    if not scheduled or schedule is None:
        return Plan(terms, None, codes)
    pairing = msgspec.structs.replace(terms.pairing, rank_by=schedule.rank_by, schedule=schedule.tables)
    return Plan(msgspec.structs.replace(terms, pairing=pairing, double=schedule.double), schedule, codes)


def _moments(book: Book) -> tuple[str, str]:
    """Beginning and end: the first moment of the first day, the last minute of the last one."""
    starts = f"{book.starts}T00:00:00+00:00" if book.starts else ""
    ends = f"{book.ends}T23:59:00+00:00" if book.ends and book.ends >= book.starts else ""
    return starts, ends


def _rounds(book: Book) -> int:
    return max((len(each.rounds) for each in book.players), default=0)


def _scoring(book: Book, *, rests: bool) -> Scoring:
    """The worth of results. `rests`: who sits out a round of the schedule gets what the file gives most of them."""
    system = book.system or System()
    sat_out = Counter(meeting.result for each in book.players for meeting in each.rounds if not meeting.opponent)
    bye = worth(system, sat_out.most_common(1)[0][0]) if rests and sat_out else system.bye
    return Scoring(
        win=system.win, draw=system.draw, loss=system.loss, bye=Award(match=bye), half_bye=Award(match=system.draw),
        forfeit_win=Award(match=system.win), forfeit_loss=Award(match=system.absence),
        zero_bye=Award(match=system.absence),
    )  # fmt: skip


# acts


def _retold(state: TournamentState, book: Book, plan: Plan) -> Iterator[Declared]:
    """The acts that make a book's event."""
    numbers = {each.number: index for index, each in enumerate(book.players, 1)}
    yield OpenRegistration(), ()
    for each in book.players:
        entry = PublicEntry(each.name, each.club, each.faction[:200], max(0, min(each.rating, 100_000)))
        yield register(entry), [Named(name=each.name or f"Player {each.number}")]
    for number in range(1, _rounds(book) + 1):
        meetings = {numbers[each.number]: _seen(each, number, numbers) for each in book.players}
        yield from _scheduled(number) if plan.schedule else _by_hand(number, meetings)
        yield from _results(state, number, meetings)
    for penalty in _adjusted(state, book, numbers):
        yield penalty, ()


def _seen(player: BookPlayer, number: int, numbers: Mapping[int, int]) -> Meeting:
    meeting = player.rounds[number - 1]
    return msgspec.structs.replace(meeting, opponent=numbers.get(meeting.opponent, 0))


def _scheduled(number: int) -> Iterator[Declared]:
    yield PairRound(round=number, reason=READ_FROM), ()


def _by_hand(number: int, meetings: Mapping[int, Meeting]) -> Iterator[Declared]:
    """Byes that were asked for, and the pairing by hand. An entrant without an opponent has the bye."""
    pairs = tuple((each, meeting.opponent) for each, meeting in meetings.items() if _is_first(each, meeting))
    alone = [each for each, meeting in meetings.items() if not meeting.opponent]
    bye = next((each for kind in "UF" for each in alone if meetings[each].result == kind), 0)
    for each in alone:
        if each != bye:
            kind = "half-bye" if meetings[each].result == "H" else "zero-bye"
            yield AskBye(entrant=each, round=number, kind=kind), ()  # type: ignore[arg-type]
    yield PairRound(round=number, reason=READ_FROM, lifted=ALL), ()
    yield RePair(round=number, reason=READ_FROM, by_hand=pairs, lifted=ALL), ()


def _is_first(entrant: int, meeting: Meeting) -> bool:
    """Whether an entrant is the first side of their pair: white or, if no colour is given, the lower number."""
    if not meeting.opponent:
        return False
    return meeting.colour == "w" or (meeting.colour == "-" and entrant < meeting.opponent)


def _results(state: TournamentState, number: int, meetings: Mapping[int, Meeting]) -> Iterator[Declared]:
    for pair in state.rounds[-1].paired.pairs:
        report = report_of(meetings[pair.a].result, meetings[pair.b].result)
        if report:
            yield Enter(round=number, table=pair.table, report=report), ()


def report_of(first: str, second: str) -> BattleOutcome | None:
    """A result as a table reports it; None for a game that is not finished."""
    if not first or not second:
        return None
    lost = {("+", "-"): "b", ("-", "+"): "a", ("-", "-"): "both"}.get((first, second))
    if lost:
        return BattleOutcome(forfeit=lost)  # type: ignore[arg-type]
    winners: dict[str, Winner] = {"1": "a", "W": "a", "=": "draw", "D": "draw"}
    return BattleOutcome(winner=winners.get(first, "b" if second in "1W" else "neither"))


def _adjusted(state: TournamentState, book: Book, numbers: Mapping[int, int]) -> Iterator[Penalise]:
    """The difference between the points of the file and those of the results."""
    cards = counting.cards(state)
    for each in book.players:
        entrant = numbers[each.number]
        more = each.points - cards[entrant].match()
        if more:
            yield Penalise(entrant=entrant, kind="points", match=more, reason=f"{READ_FROM}: points without a game")


# what is left out


def _notes(book: Book, plan: Plan) -> Iterator[str]:
    """Sentences about what the event does not have of its file."""
    said = format_said(book)
    if said != plan.terms.format:
        scheduled = said in ("round-robin", "league")
        why = "whose rounds are not those of the schedule here" if scheduled else "which cannot be read as one"
        yield f"the file is of a {said.replace('-', ' ')}, {why}: the event is a Swiss, paired by hand"
    if plan.schedule and not plan.schedule.sides:
        yield "first sides (white) are those of the schedule here, not those of the file"
    if plan.codes.unknown:
        yield f"tie-breaks that are not known here are left out: {', '.join(plan.codes.unknown)}"
    lost = [each.id for each in plan.codes.known if each.id in NEED_POINTS]
    if lost:
        yield f"tie-breaks by battle or victory points, which are not in the file, are left out: {', '.join(lost)}"
    if book.ends and not plan.terms.ends:
        yield f"the event ends ({book.ends}) before it begins ({book.starts}): the end is left out"
    if book.teams:
        yield f"{len(book.teams)} teams are left out: their players are entered one by one"
    yield from _notes_of_players(book)


def _notes_of_players(book: Book) -> Iterator[str]:
    private = sum(bool(each.sex or each.birth) for each in book.players)
    if private:
        yield f"sex and date of birth are not kept here: {private} players have them in the file"
    results = Counter(meeting.result for each in book.players for meeting in each.rounds)
    broken_off = sum(results[each] for each in "WDL")
    if broken_off:
        yield f"games that were broken off at once (W, D, L) are games like others here: {broken_off} results"
    if results["F"]:
        yield f"full-point byes on request (F) are byes of the pairing, or awards without a game: {results['F']}"


def _moved(made: Tournament, book: Book) -> Iterator[str]:
    """How many places are others here than in the file."""
    places = {each.entrant: each.place for each in selectors.table_of(made).places}
    moved = sum(each.rank not in (0, places.get(number)) for number, each in enumerate(book.players, 1))
    if moved:
        yield f"{moved} players have another place than in the file: results and tie-breaks decide as they are here"
