"""What is read from the log. Nothing here writes, and nothing here asks who may read: see `access`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import msgspec
from django.db import connection
from django.db.models import QuerySet

import rules
from gamelog.games import keyframes
from gamelog.games.models import Event, Game, Report, Roster, State
from rules.kernel.sheet import Roster as Sheets

_FINDINGS = msgspec.json.Decoder(tuple[rules.Finding, ...])
_REPORT = msgspec.json.Decoder(rules.Report)
_ROSTER = msgspec.json.Decoder(Sheets)
_BODIES = "SELECT body FROM games_event WHERE game_id = %s AND number > %s AND number <= %s ORDER BY number"


class NoSuchStep(Exception):
    """A step that a game does not have."""

    def __init__(self, number: int, last: int) -> None:
        super().__init__(f"there is no step {number}; the game has steps 0 to {last}")
        self.number = number
        self.last = last


def events_of(game: Game, after: int = 0, upto: int | None = None) -> list[rules.Event[Any]]:
    """The events `after` + 1 to `upto` of a game, decoded. Raises: rules.Malformed when one cannot be read."""
    ruleset = game.rules
    return [rules.read_event(ruleset, body) for body in _bodies(game, after, upto)]


def lines_of(game: Game, after: int = 0, upto: int | None = None) -> Iterator[bytes]:
    """The events `after` + 1 to `upto` as lines of a game file, undecoded, without the ends of lines."""
    return (event.line() for event in _rows(game, after, upto).only("body", "hash").iterator(500))


def _bodies(game: Game, after: int, upto: int | None) -> list[str]:
    """The events `after` + 1 to `upto` as they were hashed.

    Past the query builder: for a game of 300 events it takes as long as reading and folding them.
    """
    key = Game._meta.pk.get_db_prep_value(game.pk, connection)
    with connection.cursor() as cursor:
        cursor.execute(_BODIES, (key, after, game.number if upto is None else upto))
        return [body for (body,) in cursor.fetchall()]


def _rows(game: Game, after: int, upto: int | None) -> QuerySet[Event]:
    last = game.number if upto is None else upto
    return Event.objects.filter(game=game, number__gt=after, number__lte=last).order_by("number")


def file_of(game: Game) -> bytes:
    """The game as a game file: header, then an event a line; the bytes that were hashed."""
    return b"".join(line + b"\n" for line in (game.header.encode(), *lines_of(game)))


def position_at(game: Game, number: int, kept: bool = True) -> rules.State:
    """The position of a game after event `number`; 0 is before the first. Without `kept` keyframes play no part.

    Raises:
        NoSuchStep: the game has no such event.
        rules.Malformed: a stored event cannot be read, or changes what is not there.
    """
    if not 0 <= number <= game.number:
        raise NoSuchStep(number, game.number)
    if not kept:
        return _folded_on(game, rules.empty(game.rules), 0, number)
    start, state = _nearest(game, number)
    for mark, hashed in _marks(game, keyframes.between(start, number)):
        _folded_on(game, state, start, mark)
        keyframes.save(game.pk, mark, hashed, state)
        start = mark
    return _folded_on(game, state, start, number)


def _folded_on(game: Game, state: rules.State, after: int, upto: int) -> rules.State:
    """The state after event `after` taken on to the one after `upto`, in place."""
    for body in _bodies(game, after, upto):
        rules.evolve(state, rules.read_changes(body))
    return state


def _marks(game: Game, numbers: Sequence[int]) -> list[tuple[int, str]]:
    """Those of the numbers that are events of the game, with their hashes, in the order of the game."""
    if not numbers:
        return []
    rows = Event.objects.filter(game=game, number__in=numbers)
    return list(rows.order_by("number").values_list("number", "hash"))


def _nearest(game: Game, number: int) -> tuple[int, rules.State]:
    """The last kept position up to `number`, else the empty one before the first event."""
    wanted = keyframes.between(0, number)
    # The newest is nearly always there; only where it is not are the others asked for.
    for some in (wanted[-1:], wanted[:-1]):
        for at, hashed in reversed(_marks(game, some)):
            state = keyframes.load(game.pk, at, hashed)
            if state is not None:
                return at, state
    return 0, rules.empty(game.rules)


def options_of(game: Game) -> list[rules.Option]:
    """What each side may declare now."""
    return rules.options(game.rules, position_at(game, game.number))


def steps_of(game: Game, after: int, upto: int) -> Iterator[rules.Step]:
    """What the steps `after` + 1 to `upto` did, with what the newest report objects to.

    Raises:
        NoSuchStep: `after` is beyond the last step.
        rules.Malformed: a stored event cannot be read, or the position before the first of them cannot be come to.
    """
    report = report_of(game)
    findings = findings_of(report) if report else ()
    wanted = [finding for finding in findings if after < finding.number <= upto]
    return rules.steps(game.rules, events_of(game, after, upto), wanted, position_at(game, after))


def report_of(game: Game) -> Report | None:
    """The newest report of a game, of its present head when there is one."""
    reports = list(game.reports.order_by("-number", "-created")[:1])
    return reports[0] if reports else None


def is_current(game: Game, report: Report) -> bool:
    """Whether a report speaks of the whole game as it stands now."""
    return report.head == game.head


def findings_of(report: Report) -> tuple[rules.Finding, ...]:
    """What a report objects to, in the order of steps; empty until it is done."""
    return decode_findings(report.findings)


def decode_findings(text: str) -> tuple[rules.Finding, ...]:
    """Findings as `findings_json` wrote them."""
    return _FINDINGS.decode(text)


def summary_of(report: Report) -> rules.Report | None:
    """The report as the engine writes it, or None until it is done."""
    return _REPORT.decode(report.summary) if report.state == State.DONE else None


def sheets_of(roster: Roster) -> Sheets:
    """A stored roster as the engine reads it."""
    return _ROSTER.decode(roster.parsed)


def roster_json(roster: Roster) -> dict[str, Any]:
    """A stored roster as plain JSON values, in the form a `muster` declares."""
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
