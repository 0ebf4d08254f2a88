"""Reading the log. Nothing here writes, and nothing here checks permissions: see `access`."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime
from functools import lru_cache
from threading import Lock
from typing import Any, Literal, NamedTuple, TypeAlias
from uuid import UUID

import msgspec
from django.contrib.auth.models import User
from django.db import connection, transaction
from django.db.models import OuterRef, Q, QuerySet, Subquery

import rules
from gamelog.games import reactions
from gamelog.games.errors import StaleGame
from gamelog.games.models import Event, Game, JobState, Report, Roster, TakeBack, TakeBackState
from gamelog.games.streams import KEYFRAMES
from gamelog.streams import statements
from rules.kernel import line as lines
from rules.kernel.canonical import tag_of
from rules.kernel.rulings import KINDS as RULINGS
from rules.kernel.sheet import Roster as Sheets

Line: TypeAlias = Literal["played", "corrected"]
"""The two lines of a game: as played, or as corrected."""

HELD = 64
"""The positions at the end of so many battles stay in memory: those that are being recorded just now."""

_FINDINGS = msgspec.json.Decoder(tuple[rules.Finding, ...])
_REPORT = msgspec.json.Decoder(rules.Report)
_ROSTER = msgspec.json.Decoder(Sheets)
_BODIES = "SELECT body FROM games_event WHERE game_id = %s AND number > %s AND number <= %s ORDER BY number"

_HASHED = "SELECT hash, body FROM games_event WHERE game_id = %s AND number >= %s AND number <= %s ORDER BY number"


class NoSuchStep(Exception):
    """A step that a game does not have."""

    def __init__(self, number: int, last: int) -> None:
        super().__init__(f"there is no step {number}; the game has steps 0 to {last}")
        self.number = number
        self.last = last


def games_of(user: User) -> QuerySet[Game]:
    """The games somebody plays or runs, newest first."""
    seated = Game.objects.filter(seats__user_id=user.pk).values("pk")
    return Game.objects.filter(Q(owner_id=user.pk) | Q(pk__in=seated)).order_by("-created", "id")


def records_of(key: UUID) -> Q:
    """A condition on games: records of the game with this key, be it our own or copies from files."""
    return Q(pk=key) | Q(copy_of=key)


def original_of(game: Game) -> QuerySet[Game]:
    """Our own record of the game whose copy this is, if there is one."""
    return Game.objects.filter(pk=game.key, copy_of=None).exclude(pk=game.pk)


def with_originals(rows: QuerySet[Game]) -> QuerySet[Game]:
    """Games, each with the key of our own public record of the game whose copy it is, as `original_key`."""
    own = Game.objects.filter(pk=OuterRef("copy_of"), copy_of=None, public=True)
    return rows.annotate(original_key=Subquery(own.values("pk")[:1]))


def events_of(game: Game, after: int = 0, upto: int | None = None) -> list[rules.Event[Any]]:
    """The events `after` + 1 to `upto` of a game, decoded. Raises: rules.Malformed if one cannot be read."""
    ruleset = game.rules
    return [rules.read_event(ruleset, body) for body in _bodies(game, after, upto)]


def lines_of(game: Game, after: int = 0, upto: int | None = None) -> Iterator[bytes]:
    """The events `after` + 1 to `upto` as lines of a game file, undecoded, without line ends."""
    return (event.line() for event in _rows(game, after, upto).only("body", "hash").iterator(500))


def _bodies(game: Game, after: int, upto: int | None) -> list[str]:
    """The events `after` + 1 to `upto` as they were hashed.

    Bypasses the query builder, which for a game of 300 events takes as long as reading and folding them.
    """
    key = Game._meta.pk.get_db_prep_value(game.pk, connection)
    return [body for (body,) in statements.rows(_BODIES, (key, after, game.number if upto is None else upto))]


def _hashed_bodies(game: Game, first: int, last: int) -> list[tuple[Any, ...]]:
    """The hashes and bodies of the events `first` to `last`, in the same way."""
    key = Game._meta.pk.get_db_prep_value(game.pk, connection)
    return statements.rows(_HASHED, (key, first, last))


def _rows(game: Game, after: int, upto: int | None) -> QuerySet[Event]:
    last = game.number if upto is None else upto
    return Event.objects.filter(game=game, number__gt=after, number__lte=last).order_by("number")


def file_of(game: Game) -> bytes:
    """The game as a game file: header, then an event per line, the exact bytes that were hashed; then keys, head and
    seals.
    """
    lines = [line + b"\n" for line in (game.header.encode(), *lines_of(game))]
    return b"".join([*lines, *reactions.closing_lines(game)])


def position_at(
    game: Game, number: int, kept: bool = True, *, line: Line | None = None, as_of: int | None = None
) -> rules.State:
    """The position of a game after event `number`; 0 is before the first. Without `kept`, keyframes are not used.
    Without `line`, every correction takes effect at its own place; with it, the game is that of `line_of`. `as_of`
    leaves out all later events.

    Raises:
        NoSuchStep: the game has no such event, or had none as of `as_of`.
        rules.Malformed: a stored event cannot be read, or changes something that does not exist.
    """
    last = _last(game, as_of)
    if not 0 <= number <= last:
        raise NoSuchStep(number, last)
    if line is not None:
        return rules.fold(game.rules, [event for event in line_of(game, line, as_of) if event.number <= number])
    if not kept:
        return _folded_on(game, rules.empty(game.rules), 0, number)
    newest = number - number % KEYFRAMES.every
    rows = _hashed_bodies(game, newest, number) if newest else []
    found = KEYFRAMES.load(game.pk, newest, rows[0][0]) if len(rows) == number - newest + 1 else None
    if found is not None:
        for _hash, body in rows[1:]:
            rules.evolve(found, rules.read_changes(body))
        return found
    start, state = _nearest(game, number)
    for mark, hashed in _marks(game, KEYFRAMES.between(start, number)):
        _folded_on(game, state, start, mark)
        KEYFRAMES.save(game.pk, mark, hashed, state)
        start = mark
    return _folded_on(game, state, start, number)


class _Held(NamedTuple):
    """The position after event `number` with the hash `head`."""

    number: int
    head: str
    state: rules.State


_held: OrderedDict[UUID, _Held] = OrderedDict()
_holding = Lock()


def position_now(game: Game) -> rules.State:
    """The position after the last event, held by this process until others take its place. Nobody may change it.

    While a battle is recorded, it goes on from the position before: a stream is only ever added to.

    Raises: as `position_at`.
    """
    found = position_held(game)
    if found is not None:
        return found
    held = _held.get(game.pk)
    if held and held.number < game.number and held.head == head_of(game, held.number):
        state = _folded_on(game, held.state.copied(), held.number, game.number)
    else:
        state = position_at(game, game.number)
    if not game.shown_late:
        _hold(game.pk, _Held(game.number, game.head, state))
    return state


def position_held(game: Game) -> rules.State | None:
    """The position after the last event if this process holds it. Nobody may change it."""
    held = _held.get(game.pk)
    return held.state if held and (held.number, held.head) == (game.number, game.head) else None


def hold_on_commit(game: Game, state: rules.State) -> None:
    """Hold the position after the last event of a game once the current transaction is committed. Nobody may change
    it from now on.
    """
    held = _Held(game.number, game.head, state)
    transaction.on_commit(lambda: _hold(game.pk, held))


def _hold(key: UUID, held: _Held) -> None:
    with _holding:
        _held[key] = held
        _held.move_to_end(key)
        while len(_held) > HELD:
            _held.popitem(last=False)


@lru_cache(maxsize=4096)
def _ruleset(game_id: UUID) -> tuple[str, str]:
    return Game.every.values_list("ruleset", "version").get(pk=game_id)


def ruleset_of(game_id: UUID) -> rules.Ruleset:
    """The ruleset of a game, which never changes.

    Raises: Game.DoesNotExist; rules.Malformed if the ruleset is no longer installed.
    """
    return rules.load(*_ruleset(game_id))


def ruleset_name(game_id: UUID) -> str:
    """The name of a game's ruleset; empty if there is no such game."""
    try:
        return _ruleset(game_id)[0]
    except Game.DoesNotExist:
        return ""


def _folded_on(game: Game, state: rules.State, after: int, upto: int) -> rules.State:
    """The state after event `after`, folded on to event `upto`, in place."""
    for body in _bodies(game, after, upto):
        rules.evolve(state, rules.read_changes(body))
    return state


def _marks(game: Game, numbers: Sequence[int]) -> list[tuple[int, str]]:
    """Those of the numbers that are events of the game, with their hashes, in the order of the game."""
    if not numbers:
        return []
    rows = Event.objects.filter(game=game, number__in=numbers)
    return list(rows.order_by("number").values_list("number", "hash"))


def line_of(game: Game, line: Line = "corrected", as_of: int | None = None) -> list[rules.Event[Any]]:
    """The game as `played` or as `corrected`: its events, each with its effects on that line.

    With `as_of` as it stood after that event. Numbers stay those of the stream; as played, corrections after the last
    step of the battle are left out. The events fold to positions like any others.

    Raises:
        NoSuchStep: the game has no event `as_of`.
        rules.Malformed: a stored event cannot be read.
    """
    events = events_of(game, upto=_last(game, as_of))
    return lines.played(events) if line == "played" else lines.corrected(events)


def replay_of(game: Game, line: Line | None = None, as_of: int | None = None) -> Iterator[bytes]:
    """The events on a line, each in the form of a line of a game file; without `line` they are exactly those lines.

    An event whose effects a correction changed has the correction's number as `corrected`, beside its stored hash.

    Raises:
        NoSuchStep: the game has no event `as_of`.
        rules.Malformed: a stored event cannot be read.
    """
    if line is None:
        yield from lines_of(game, upto=_last(game, as_of))
        return
    hashes = dict(_rows(game, 0, None).values_list("number", "hash"))
    events = events_of(game, upto=_last(game, as_of))
    newest = lines.newest(events) if line == "corrected" else {}
    for event in lines.played(events) if line == "played" else lines.corrected(events):
        by = b',"corrected":%d' % newest[event.number] if event.number in newest else b""
        yield b'{"event":' + rules.canonical(event) + b',"hash":"' + hashes[event.number].encode() + b'"' + by + b"}"


def head_of(game: Game, number: int) -> str:
    """The hash of event `number`; of the header for 0."""
    if number == game.number:
        return game.head
    found = Event.objects.filter(game=game, number=number).values_list("hash", flat=True).first()
    return found or game.header_hash


def result_of(game: Game, line: Line = "corrected", as_of: int | None = None) -> rules.Result:
    """Winner, reason and score of the game on a line, with `as_of` as it stood after that event.

    Raises:
        NoSuchStep: the game has no event `as_of`.
        rules.Malformed: a stored event cannot be read, or changes something that does not exist.
    """
    state = rules.fold(game.rules, line_of(game, line, as_of))
    return rules.result(game.rules, state, adjusted=line == "corrected")


def tallies_of(game: Game, line: Line = "corrected") -> dict[str, dict[str, int]]:
    """What the game has counted beside its score, by name and side, in score units. Raises: as `result_of`."""
    return rules.tallies(game.rules, rules.fold(game.rules, line_of(game, line)))


def number_at(game: Game, moment: datetime) -> int:
    """The number of the last event recorded at or before an aware moment; 0 if there is none.

    An event carries its time of recording, to the second, so that every copy of the game gives the same number; for an
    event without one, the time it was stored here counts.
    """
    rows = Event.objects.filter(game=game, number__lte=game.number).order_by("-number")
    for number, recorded, body in rows.values_list("number", "recorded_at", "body").iterator(100):
        if (_moment(_AT.decode(body).at) or recorded) <= moment:
            return int(number)
    return 0


def corrections_of(game: Game) -> list[rules.Event[Any]]:
    """The judge's rulings and the take-backs of a game, in their order. Raises: rules.Malformed."""
    rows = _rows(game, 0, None).filter(type__in=_CORRECTIONS).values_list("body", flat=True)
    return [rules.read_event(game.rules, body) for body in rows]


def take_backs_of(game: Game, *, open_only: bool = False) -> list[TakeBack]:
    """Proposed take-backs, newest first; with `open_only`, those that still wait for an answer."""
    rows = TakeBack.objects.filter(game=game).select_related("proposed_by").order_by("-created", "-id")
    if game.shown_late:
        rows = rows.filter(number__lte=game.number)
    if open_only:
        rows = rows.filter(state=TakeBackState.PROPOSED, head=game.head)
    return list(rows)


def _last(game: Game, as_of: int | None) -> int:
    if as_of is not None and not 0 <= as_of <= game.number:
        raise NoSuchStep(as_of, game.number)
    return game.number if as_of is None else as_of


_CORRECTIONS = [tag_of(kind) for kind in RULINGS]


class _At(msgspec.Struct):
    at: str = ""


_AT = msgspec.json.Decoder(_At)


def _moment(text: str) -> datetime | None:
    """The time that an event carries; None if it has none, or none that can be read."""
    try:
        found = datetime.fromisoformat(text)
    except ValueError:
        return None
    return found if found.tzinfo else found.replace(tzinfo=UTC)


def _nearest(game: Game, number: int) -> tuple[int, rules.State]:
    """The last cached position up to `number`, else the empty one before the first event."""
    wanted = KEYFRAMES.between(0, number)
    # The newest is nearly always cached; the others are looked up only if it is not.
    for some in (wanted[-1:], wanted[:-1]):
        for at, hashed in reversed(_marks(game, some)):
            state = KEYFRAMES.load(game.pk, at, hashed)
            if state is not None:
                return at, state
    return 0, rules.empty(game.rules)


def decided_now(game: Game, expected: int, declaration: rules.Declaration[Any]) -> rules.Decided:
    """What a declaration would come to after the last event, with the dice it has.

    Raises:
        StaleGame: the game does not have `expected` events.
        rules.IllegalAction, rules.DiceWanted, rules.Malformed: the rules' answer.
    """
    if game.number != expected:
        raise StaleGame(expected, game.number)
    return rules.decide(game.rules, position_now(game), declaration, lenient=game.lenient)


def steps_of(
    game: Game, after: int, upto: int, line: Line | None = None, as_of: int | None = None
) -> Iterator[rules.Step]:
    """The steps `after` + 1 to `upto` with their effects, and the findings of the newest report. On a line they are
    those of `line_of`.

    Raises:
        NoSuchStep: `after` is beyond the last step.
        rules.Malformed: a stored event cannot be read, or the position before the first of them cannot be reached.
    """
    report = report_of(game)
    findings = findings_of(report) if report else ()
    wanted = [finding for finding in findings if after < finding.number <= upto]
    if line is None:
        return rules.steps(game.rules, events_of(game, after, upto), wanted, position_at(game, after, as_of=as_of))
    if after > _last(game, as_of):
        raise NoSuchStep(after, _last(game, as_of))
    events = line_of(game, line, as_of)
    start = rules.fold(game.rules, [event for event in events if event.number <= after])
    return rules.steps(game.rules, [event for event in events if after < event.number <= upto], wanted, start)


def report_of(game: Game) -> Report | None:
    """The newest report of a game, preferably of its present head; of one that is shown late, none of later steps."""
    reports = game.reports.order_by("-number", "-created")
    # Only then: a row that was read before the last steps has the report on them, too.
    return (reports.filter(number__lte=game.number) if game.shown_late else reports).first()


def is_current(game: Game, report: Report) -> bool:
    """Whether a report covers the whole game as it is now."""
    return report.head == game.head


def findings_of(report: Report) -> tuple[rules.Finding, ...]:
    """The findings of a report, in the order of steps; empty until it is done."""
    return decode_findings(report.findings)


def decode_findings(text: str) -> tuple[rules.Finding, ...]:
    """Findings as `findings_json` wrote them."""
    return _FINDINGS.decode(text)


def summary_of(report: Report) -> rules.Report | None:
    """The report as the engine writes it, or None until it is done."""
    return _REPORT.decode(report.summary) if report.state == JobState.DONE else None


def sheets_of(roster: Roster) -> Sheets:
    """A stored roster as the engine reads it."""
    return _ROSTER.decode(roster.parsed)


def roster_json(roster: Roster) -> dict[str, Any]:
    """A stored roster as plain JSON values, in the form that `muster` declares."""
    plain: dict[str, Any] = msgspec.json.decode(roster.parsed)
    return plain


def team_of(roster: Roster, limit: int) -> tuple[tuple[str, ...], int]:
    """The ids of a legal team of at most `limit` points, and its points. Raises: rules.IllegalAction."""
    sheets = sheets_of(roster)
    lists = rules.load(roster.ruleset).rosters
    chosen = lists.pick(sheets, limit)
    return chosen, lists.team(sheets, chosen).points


def findings_json(findings: Iterable[rules.Finding]) -> str:
    """Findings as they are stored."""
    return rules.canonical(tuple(findings)).decode()
