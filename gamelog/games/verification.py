"""Verification as jobs. A task takes whole games that wait, up to an amount of work, and stores their reports in one
transaction. A longer game is cut into chunks, each decided again by a task of its own, and the last one sums up; so is
a game whose verification was begun before and did not end, which therefore stops no other game.

Every function may run twice and may be interrupted anywhere. Rows hold the state; messages only say that there is
something to do. The sweeper sends a stalled report again, so neither a dead worker nor an emptied broker loses
anything.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from datetime import datetime
from functools import partial
from typing import Any
from uuid import UUID

import msgspec
from django.conf import settings
from django.core.cache import cache
from django.db import transaction
from django.db.models import F, QuerySet, Sum
from django.utils import timezone

import rules
from gamelog import messages
from gamelog.games import reactions, selectors, stored
from gamelog.games.models import OPEN, Chunk, Event, Game, JobState, Report
from gamelog.games.streams import KEYFRAMES, tell_followers
from gamelog.streams.cache import DOWN
from rules import provenance
from rules.kernel import line

CHUNK = 2 * KEYFRAMES.every
"""Events per chunk: 15 to 30 ms of work (0.15 to 0.3 ms per event) against 1.6 ms for its message and two short
transactions; a large game takes 60 ms. A multiple of the keyframes, so that a chunk begins at one.
"""
WHOLE = 500
"""The events of the longest game that one task verifies whole: a tenth of a second to two, by game system."""
WORK = 2000
"""The events that a task takes on: enough that its message and its two transactions cost little beside them."""
MOST = 50
"""The games that a task takes on at most, however short they are."""
ENOUGH = 10.0
"""Seconds after which a task begins no further game: a quarter of what it may take."""
ATTEMPTS = 5
"""A chunk that has been begun this often without ending kills its workers; the report fails."""

DICE_MARKS = ("commit", "begin", "reveal")
"""The types of the events that say where dice come from."""

VERIFY_GAME = messages.Task("gamelog.games.tasks.verify_game")
VERIFY_WAITING = messages.Task("gamelog.games.tasks.verify_waiting")
VERIFY_CHUNK = messages.Task("gamelog.games.tasks.verify_chunk")

TOLD, TOLD_SECONDS = "verification-told", 30
"""The mark in the cache that workers have been told of games that wait, and how long it counts if they do not look."""

log = logging.getLogger(__name__)


def send(report: Report) -> None:
    """Tell the workers about a report once the transaction is committed. Call it within one.

    Whoever took it whole has had it too long, and it is free again.
    """
    Report.objects.filter(pk=report.pk).update(due=messages.due(report.attempts))
    _uncut().filter(pk=report.pk, state=JobState.RUNNING).update(state=JobState.QUEUED)
    if _fresh().filter(pk=report.pk).exists():
        transaction.on_commit(announce)
    else:
        messages.deliver_on_commit(VERIFY_GAME, report.pk)


def announce() -> None:
    """Tell the workers that games wait, unless they have been told and nobody has looked yet."""
    if not _told():
        messages.deliver(VERIFY_WAITING)


def _told() -> bool:
    """Whether a message is on its way; if not, the caller sends one. Only a cache that all processes share knows."""
    if not settings.CACHES["default"].get("LOCATION"):
        return False
    try:
        return not cache.add(TOLD, True, TOLD_SECONDS)
    except DOWN:
        return False


def forget(report: Report) -> None:
    """Make a failed report queued again, keeping the chunks that were done."""
    report.chunks.exclude(state=JobState.DONE).update(state=JobState.QUEUED, attempts=0)
    report.state, report.error, report.attempts = JobState.QUEUED, "", 0
    report.save(update_fields=["state", "error", "attempts"])


def coordinate(report_id: int) -> None:
    """Send the chunks of a report that are not done."""
    if _uncut().filter(pk=report_id, state=JobState.RUNNING).exists():
        # A task has the whole game. If that one died, the sweeper notices.
        return
    for chunk in begin(report_id):
        messages.deliver(VERIFY_CHUNK, chunk)


def work() -> None:
    """Verify some of the games that wait; if there are more, another task is called for them first."""
    with suppress(*DOWN):
        # Before looking: whoever stores a report from now on tells us again.
        cache.delete(TOLD)
    taken, more = take()
    if more:
        messages.deliver(VERIFY_WAITING)
    if taken:
        check_whole(taken)


def _uncut() -> QuerySet[Report]:
    """The reports whose games are not cut into chunks."""
    return Report.objects.exclude(pk__in=Chunk.objects.values("report"))


def _fresh() -> QuerySet[Report]:
    """The reports that one task may verify with others: short, and never begun, so none has killed its worker."""
    return _uncut().filter(state=JobState.QUEUED, attempts=0, number__lte=WHOLE)


def take() -> tuple[list[int], bool]:
    """Take on the oldest reports that wait, up to `WORK` events but at least one, and say whether more wait."""
    taken: list[int] = []
    left = WORK
    with transaction.atomic():
        rows = _fresh().order_by("pk").select_for_update(skip_locked=True).values_list("pk", "number")
        waiting = list(rows[: MOST + 1])
        for key, number in waiting[:MOST]:
            left -= number
            if taken and left < 0:
                break
            taken.append(key)
        Report.objects.filter(pk__in=taken).update(
            state=JobState.RUNNING, started=timezone.now(), attempts=1, due=messages.due(1)
        )
    return taken, len(waiting) > len(taken)


def check_whole(report_ids: Sequence[int]) -> None:
    """Verify whole games, and store all of their reports in one transaction. Games for which there was no time are sent
    again.
    """
    until = time.monotonic() + ENOUGH
    made: dict[int, rules.Report] = {}
    reports = list(Report.objects.filter(pk__in=report_ids).order_by("pk"))
    games = stored.read({report.game_id: report.number for report in sorted(reports, key=lambda each: each.number)})
    wrong = _of_the_records([*games.values()])
    for report in reports:
        if time.monotonic() < until:
            report.game = games[report.game_id].game
            made[report.pk] = _whole(report, games[report.game_id], wrong[report.game_id])
    with transaction.atomic():
        rows = Report.objects.select_for_update().filter(pk__in=report_ids, state__in=OPEN)
        waiting = list(rows.order_by("pk"))
        for report in waiting:
            report.game = games[report.game_id].game
            if report.pk not in made:
                report.attempts = 0
                report.save(update_fields=["attempts"])
                send(report)
        _close([(report, made[report.pk]) for report in waiting if report.pk in made])


def _whole(report: Report, game: stored.Stored, record: list[rules.Finding]) -> rules.Report:
    """The verdict on a whole game, in one go; `record` are the errors in its rows."""
    if not _decidable(report.game):
        return _undecidable(report, record)
    chain = game.chain(report.game.rules, report.number)
    marks = _decoded(report.game, [row.body for row in game.upto(report.number) if row.type in DICE_MARKS])
    found = [*_chain_findings(report, chain, 1, report.number), *_decided(report, 1, chain.events, marks)]
    return _summary(report, found, chain.events if chain.readable else [], marks, record)


def begin(report_id: int) -> list[int]:
    """Cut a report's game into chunks. Returns the keys of those that are not done."""
    with transaction.atomic():
        report = _locked(report_id)
        if report is None or report.state not in OPEN:
            return []
        if not _decidable(report.game):
            _close([(report, _undecidable(report, _of_the_record(report)))])
            return []
        if not report.chunks.exists():
            Chunk.objects.bulk_create(
                Chunk(report=report, first=first, last=min(first + CHUNK - 1, report.number))
                for first in range(1, report.number + 1, CHUNK)
            )
        report.state, report.started = JobState.RUNNING, report.started or timezone.now()
        report.attempts += 1
        report.save(update_fields=["state", "started", "attempts"])
        waiting = list(report.chunks.exclude(state=JobState.DONE).values_list("pk", flat=True))
        if not waiting:
            _finish(report)
    return waiting


def check(chunk_id: int) -> None:
    """Verify one chunk, and finish the report if it was the last."""
    chunk = Chunk.objects.select_related("report__game").filter(pk=chunk_id).first()
    if chunk is None or chunk.state == JobState.DONE or chunk.report.state != JobState.RUNNING:
        return
    if chunk.attempts >= ATTEMPTS:
        _fail(chunk)
        return
    Chunk.objects.filter(pk=chunk.pk).update(state=JobState.RUNNING, attempts=F("attempts") + 1)
    found = selectors.findings_json(_findings(chunk))
    with transaction.atomic():
        report = _locked(chunk.report_id)
        done = (
            Chunk.objects.filter(pk=chunk.pk).exclude(state=JobState.DONE).update(state=JobState.DONE, findings=found)
        )
        if not report or report.state != JobState.RUNNING or not done:
            return
        steps = report.chunks.filter(state=JobState.DONE).aggregate(steps=Sum(F("last") - F("first") + 1))["steps"]
        report.done, report.attempts, report.due = steps, 0, messages.due()
        report.save(update_fields=["done", "attempts", "due"])
        if not report.chunks.exclude(state=JobState.DONE).exists():
            _finish(report)


def _locked(report_id: int) -> Report | None:
    return Report.objects.select_for_update().filter(pk=report_id).first()


def _fail(chunk: Chunk) -> None:
    error = f"events {chunk.first} to {chunk.last} were begun {chunk.attempts} times and never ended"
    with transaction.atomic():
        Chunk.objects.filter(pk=chunk.pk).update(state=JobState.FAILED)
        Report.objects.filter(pk=chunk.report_id).update(state=JobState.FAILED, error=error, finished=timezone.now())


def _findings(chunk: Chunk) -> Iterator[rules.Finding]:
    """Errors in the chain of a chunk's events, and everything that does not follow from the rules."""
    report, first = chunk.report, chunk.first
    rows = stored.rows_of(report.game_id, first - 1, chunk.last)
    chain = stored.chain_of(report.game.rules, rows, _previous(chunk), first)
    yield from _chain_findings(report, chain, first, chunk.last)
    yield from _decided(report, first, chain.events, _dice_marks(report))


def _chain_findings(report: Report, chain: stored.Chain, first: int, last: int) -> Iterator[rules.Finding]:
    """Errors in the chain of the events `first` to `last` of a report's game."""
    yield from chain.findings
    if not chain.readable:
        return
    missing = last - first + 1 - len(chain.records)
    if missing:
        yield stored.finding(last, "log.number", f"{missing} events are missing")
    if last == report.number and chain.head != report.head:
        yield stored.finding(last, "log.chain", "the chain does not end in the game's head")


def _decided(
    report: Report, first: int, events: list[rules.Event[Any]], marks: list[rules.Event[Any]]
) -> Iterator[rules.Finding]:
    """Errors in the dice of the events from `first` on, and everything that does not follow from the rules."""
    game = report.game
    yield from _dice_findings(game, first, events, marks)
    try:
        # From the events alone: a keyframe might date from before somebody changed them behind our back.
        start = selectors.position_at(game, first - 1, kept=False)
    except rules.Malformed:
        # An earlier chunk contains the event that cannot be folded, and reports it.
        return
    yield from rules.verify(game.rules, events, start, partial(_earlier, game, first))


def _dice_findings(
    game: Game, first: int, events: list[rules.Event[Any]], marks: list[rules.Event[Any]]
) -> Iterator[rules.Finding]:
    """Errors in the dice of events from `first` on, if the seeds are revealed; with the first, also in the seeds."""
    header = rules.read_header(game.header)
    key = provenance.key_revealed(game.rules, header, marks)
    yield from provenance.faces(header, key, events, provenance.first_reveal(marks))
    if first == 1:
        yield from provenance.protocol(game.rules, header, marks)


def _dice_marks(report: Report) -> list[rules.Event[Any]]:
    """The events that commit, begin and reveal."""
    rows = Event.objects.filter(game=report.game_id, number__lte=report.number, type__in=DICE_MARKS)
    return _decoded(report.game, rows.order_by("number").values_list("body", flat=True))


def _decoded(game: Game, bodies: Iterable[str]) -> list[rules.Event[Any]]:
    """Events without those that cannot be read, each of which is a finding of its own chunk."""
    found = []
    for body in bodies:
        with suppress(rules.Malformed):
            found.append(rules.read_event(game.rules, body))
    return found


def _earlier(game: Game, first: int) -> list[rules.Event[Any]]:
    """The events before a chunk, which only corrections need."""
    try:
        return selectors.events_of(game, upto=first - 1)
    except rules.Malformed:
        # An earlier chunk contains the event that cannot be read, and reports it.
        return []


def _previous(chunk: Chunk) -> str:
    game = chunk.report.game
    if chunk.first == 1:
        return rules.digest(game.header.encode())
    before = Event.objects.filter(game=game, number=chunk.first - 1).values_list("hash", flat=True).first()
    return before or ""


def _finish(report: Report) -> None:
    """Combine the chunks' findings into the verdict. Call it with the report locked."""
    found = report.chunks.order_by("first").values_list("findings", flat=True)
    findings = [finding for text in found for finding in selectors.decode_findings(text)]
    try:
        events = selectors.events_of(report.game, upto=report.number)
    except rules.Malformed:
        events = []
    summary = _summary(report, findings, events, _dice_marks(report), _of_the_record(report))
    _close([(report, summary)])


def _summary(
    report: Report, findings: list[rules.Finding], events: list[rules.Event[Any]], marks: list[rules.Event[Any]],
    record: list[rules.Finding],
) -> rules.Report:  # fmt: skip
    """The verdict on a game whose steps have these findings; `events` are all or, if one cannot be read, none, and
    `record` are the errors in the game's rows.
    """
    game = report.game
    findings = [*findings, *(each for each in _clipped(report, record) if each not in findings)]
    final, as_played = rules.finals(game.rules, events)
    findings += rules.unopened(final, events)
    header = rules.read_header(game.header)
    findings += provenance.seen_and_taken_back(header, events)
    dice = provenance.standing(game.rules, header, marks)
    word = rules.on_word(game.rules, events, final)
    return rules.summarise(game.rules, final, report.number, findings, line.settled(events), as_played, dice, word)


def _close(summaries: Sequence[tuple[Report, rules.Report]]) -> None:
    """Store what was found for reports that are locked."""
    for report, summary in summaries:
        _store(report, summary)
        tell_followers(report.game)
    reactions.verified([report.game for report, _ in summaries])


def _store(report: Report, summary: rules.Report) -> None:
    report.state, report.verdict, report.done = JobState.DONE, summary.verdict, report.number
    report.findings = selectors.findings_json(summary.findings)
    report.summary = rules.canonical(summary).decode()
    report.finished = timezone.now()
    report.save(update_fields=["state", "verdict", "done", "findings", "summary", "finished"])


def _of_the_record(report: Report) -> list[rules.Finding]:
    """Errors in the rows of a report's game, which the chunks do not show."""
    return _of_the_records([*stored.read({report.game_id: report.number}).values()])[report.game_id]


def _of_the_records(games: Sequence[stored.Stored]) -> dict[UUID, list[rules.Finding]]:
    """Errors in the rows of games, by game."""
    found = reactions.record_checks(games)
    return {game.game.pk: [each for some in found for each in some[game.game.pk]] for game in games}


def _clipped(report: Report, record: list[rules.Finding]) -> Iterator[rules.Finding]:
    """The errors in a game's rows as a report shows them that ends before the game does."""
    return (msgspec.structs.replace(each, number=min(each.number, report.number)) for each in record)


def _decidable(game: Game) -> bool:
    """Whether header and ruleset can be read; if somebody changed them, no step can be decided."""
    with suppress(rules.Malformed):
        rules.read_header(game.header)
        return bool(game.rules)
    return False


def _undecidable(report: Report, record: list[rules.Finding]) -> rules.Report:
    """The report on a game of which only the record itself can be checked."""
    ruleset = _any_ruleset(report.game)
    return rules.summarise(ruleset, rules.empty(ruleset), report.number, _clipped(report, record))


def _any_ruleset(game: Game) -> rules.Ruleset:
    """The ruleset that the header names, else any: enough to report that the record was changed."""
    try:
        header = rules.read_header(game.header)
        return rules.load(header.ruleset, header.version)
    except rules.Malformed:
        return rules.load(rules.RULESETS[0])


def sweep(now: datetime | None = None) -> int:
    """Send every stalled report again. Returns how many."""
    return messages.send_overdue(Report.objects.filter(state__in=OPEN), send, now)


def run(report: Report) -> None:
    """Do all of a report's work in this process, without messages."""
    for chunk in begin(report.pk):
        check(chunk)
