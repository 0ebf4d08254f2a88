"""Verification as jobs. A task takes whole games that wait, up to an amount of work, and stores their reports in one
transaction. A longer game is cut into chunks, which are taken one by one, and the last one sums up; so is a game whose
verification was begun before and did not end, which therefore stops no other game.

Every function may run twice and may be interrupted anywhere. Rows hold the state, and who has what (`leases`); messages
only say that there is something to do, and name nothing: whoever hears one takes what comes next. Battles that were
just played come first, then those who asked for something by turns; of each kind, what was begun before. So neither a
dead worker nor an emptied broker loses anything, and whoever asks for thousands delays nobody by more than one game.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from typing import Any, NamedTuple
from uuid import UUID, uuid4

import msgspec
from celery.exceptions import SoftTimeLimitExceeded
from django.conf import settings
from django.core.cache import cache
from django.db import transaction
from django.db.models import F, Max, Min, QuerySet, Sum
from django.utils import timezone

import rules
from gamelog import messages
from gamelog.cache import DOWN
from gamelog.games import leases, reactions, selectors, stored
from gamelog.games.models import OPEN, Chunk, Event, Game, JobState, Priority, Report
from gamelog.games.streams import KEYFRAMES, tell_followers
from gamelog.streams.store import writing
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
DICE_MARKS = ("commit", "begin", "reveal")
"""The types of the events that say where dice come from."""

VERIFY_WAITING = messages.Task("gamelog.games.tasks.verify_waiting")

TOLD, TOLD_SECONDS = "verification-told", 30
"""The mark in the cache that workers have been told of games that wait, and how long it counts if they do not look."""

log = logging.getLogger(__name__)


def send(report: Report, asked_by: str = "") -> None:
    """Give a report its place among those that wait, and tell the workers once the transaction is committed. Call it
    within one.
    """
    report.asked_by = asked_by
    report.priority = Priority.ASKED if asked_by else Priority.LIVE
    report.turn = _turn_of(report) if asked_by else 0
    report.save(update_fields=["asked_by", "priority", "turn"])
    transaction.on_commit(announce)


def _turn_of(report: Report) -> int:
    """The turn of a report that somebody asks for: after those of theirs that wait, and not before the turn that the
    others have come to.
    """
    waiting = Report.objects.filter(state=JobState.QUEUED, priority=Priority.ASKED).exclude(pk=report.pk).order_by()
    now = waiting.aggregate(turn=Min("turn"))["turn"] or 0
    own = waiting.filter(asked_by=report.asked_by).aggregate(turn=Max("turn"))["turn"]
    return now if own is None else max(now, own + 1)


def prefer(report: Report) -> None:
    """Let a report come before all that somebody asked for: its battle is being played."""
    Report.objects.filter(pk=report.pk, state__in=OPEN).update(priority=Priority.LIVE)


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
    report.chunks.exclude(state=JobState.DONE).update(state=JobState.QUEUED, holder=None, attempts=0)
    report.state, report.error, report.attempts, report.findings = JobState.QUEUED, "", 0, "[]"
    report.save(update_fields=["state", "error", "attempts", "findings"])


class Taken(NamedTuple):
    """What a holder has taken on: whole games, or a chunk of one; and whether more waits."""

    holder: UUID
    reports: Sequence[int] = ()
    chunk: int | None = None
    more: bool = False


def work() -> None:
    """Verify what waits, for about a second; if there is more, another task is called for it first."""
    with suppress(*DOWN):
        # Before looking: whoever stores a report from now on tells us again.
        cache.delete(TOLD)
    until = time.monotonic() + leases.SLICE
    called = False
    while taken := take():
        if taken.more and not called:
            announce()
            called = True
        try:
            _verify(taken)
        except SoftTimeLimitExceeded:
            raise
        except Exception:
            # It has been given back, and counts as begun.
            log.exception("%s cannot be verified", taken)
        if not leases.may_go_on(until):
            break


def _verify(taken: Taken) -> None:
    if taken.chunk is not None:
        check(taken.chunk, taken.holder)
    else:
        check_whole(taken.reports, taken.holder)


def _has_work() -> bool:
    """Whether anything may be taken, found out without a lock."""
    queued = Report.objects.filter(state=JobState.QUEUED)
    return queued.exists() or _lost().exists() or _chunks().exists()


def _lost() -> QuerySet[Report]:
    """The reports on whole games whose holder has not been heard of."""
    return Report.objects.filter(leases.lost(), holder__isnull=False)


def _chunks() -> QuerySet[Chunk]:
    """The chunks that may be taken: not those of a game that somebody has whole, after it was set aside once."""
    return Chunk.objects.filter(leases.free(), report__state=JobState.RUNNING, report__holder__isnull=True)


def take() -> Taken | None:
    """Take on what comes next: a chunk of a game that is cut already, or games that wait, up to `WORK` events but at
    least one. None if nothing waits.
    """
    if not _has_work():
        return None
    with writing():
        for report in _lost().select_for_update(skip_locked=True)[: messages.SWEPT]:
            _cut_or_fail(report)
        queued = Report.objects.filter(state=JobState.QUEUED).select_for_update(skip_locked=True)
        waiting = list(queued.order_by("priority", "turn", "pk")[: MOST + 1])
        chunk = _next_chunk()
        while waiting and not (chunk and chunk.report.priority <= waiting[0].priority) and not _short(waiting[0]):
            _cut_or_fail(waiting.pop(0))
            chunk = _next_chunk()
        if chunk and not (waiting and waiting[0].priority < chunk.report.priority):
            return _take_chunk(chunk, more=bool(waiting))
        return _take_whole(waiting) if waiting else None


def _short(report: Report) -> bool:
    """Whether one task may verify it with others: short, and never begun, so that it has killed no worker."""
    return report.attempts == 0 and report.number <= WHOLE


def _next_chunk() -> Chunk | None:
    """The chunk that comes next, locked."""
    rows = _chunks().select_related("report").select_for_update(skip_locked=True, of=("self",))
    return rows.order_by("report__priority", "report__turn", "report_id", "first").first()


def _take_chunk(chunk: Chunk, *, more: bool) -> Taken:
    holder = uuid4()
    leases.take(Chunk.objects.filter(pk=chunk.pk), holder)
    return Taken(holder, chunk=chunk.pk, more=more or _chunks().exists())


def _take_whole(waiting: Sequence[Report]) -> Taken:
    """The first of the reports that wait, which are locked."""
    taken: list[int] = []
    left = WORK
    for report in waiting[:MOST]:
        left -= report.number
        if taken and (left < 0 or not _short(report)):
            break
        taken.append(report.pk)
    holder, rows = uuid4(), Report.objects.filter(pk__in=taken)
    leases.take(rows, holder)
    rows.update(started=timezone.now())
    return Taken(holder, taken, more=len(waiting) > len(taken))


def check_whole(report_ids: Sequence[int], holder: UUID) -> None:
    """Verify whole games, and store all of their reports in one transaction. Games for which there was no time wait
    again; so does one that took too long or failed, to be cut.
    """
    rows = Report.objects.filter(pk__in=report_ids)
    made: dict[int, rules.Report] = {}
    try:
        with leases.renewed(leases.held(rows, holder)):
            games = _verified(rows, made)
            _publish(rows, holder, made, games)
    except Exception:
        # Which of them it was is not known: each is cut, and verified apart from the others.
        with writing():
            for report in leases.held(rows, holder).select_for_update():
                _cut_or_fail(report)
        raise


def _verified(rows: QuerySet[Report], made: dict[int, rules.Report]) -> dict[UUID, Game]:
    """Verify games, as long as there is time, at least one. Returns the games as they were read."""
    until = time.monotonic() + leases.SLICE
    reports = list(rows.order_by("priority", "turn", "pk"))
    games = stored.read({report.game_id: report.number for report in sorted(reports, key=lambda each: each.number)})
    wrong = _of_the_records([*games.values()])
    for report in reports:
        report.game = games[report.game_id].game
        made[report.pk] = _whole(report, games[report.game_id], wrong[report.game_id])
        if not leases.may_go_on(until):
            break
    return {key: game.game for key, game in games.items()}


def _publish(rows: QuerySet[Report], holder: UUID, made: dict[int, rules.Report], games: dict[UUID, Game]) -> None:
    """Store what was found on the games that the holder still has, and give the others back."""
    with writing():
        held = list(leases.held(rows, holder).select_for_update().order_by("pk"))
        for report in held:
            report.game = games[report.game_id]
        left = [report.pk for report in held if report.pk not in made]
        if leases.give_back(Report.objects.filter(pk__in=left), holder, begun=False):
            transaction.on_commit(announce)
        _close([(report, made[report.pk]) for report in held if report.pk in made])


def _whole(report: Report, game: stored.Stored, record: list[rules.Finding]) -> rules.Report:
    """The verdict on a whole game, in one go; `record` are the errors in its rows."""
    if not _decidable(report.game):
        return _undecidable(report, record)
    chain = game.chain(report.game.rules, report.number)
    marks = _decoded(report.game, [row.body for row in game.upto(report.number) if row.type in DICE_MARKS])
    found = [*_chain_findings(report, chain, 1, report.number), *_decided(report, 1, chain.events, marks)]
    return _summary(report, found, chain.events if chain.readable else [], marks, record)


def verified(report: Report, game: stored.Stored) -> rules.Report:
    """What a report on a whole game says when it is made now; nothing is stored."""
    return _whole(report, game, _of_the_records([game])[report.game_id])


def chunk_findings(chunk: Chunk) -> tuple[rules.Finding, ...]:
    """What a chunk finds when it is verified now; nothing is stored."""
    return tuple(_findings(chunk))


def begin(report_id: int) -> list[int]:
    """Cut a report's game into chunks, whoever has it whole. Returns the keys of those that are not done."""
    with writing():
        report = _locked(report_id)
        if report is None or report.state not in OPEN:
            return []
        _cut(report)
        return list(report.chunks.exclude(state=JobState.DONE).values_list("pk", flat=True))


def _cut(report: Report) -> None:
    """Cut the game of a report into chunks, unless it is; whoever had it whole no longer has. Call it with the report
    locked.
    """
    if not _decidable(report.game):
        _close([(report, _undecidable(report, _of_the_record(report)))])
        return
    if not report.chunks.exists():
        attempts = report.attempts
        Chunk.objects.bulk_create(
            Chunk(report=report, first=first, last=min(first + CHUNK - 1, report.number), attempts=attempts)
            for first in range(1, report.number + 1, CHUNK)
        )
    report.state, report.holder, report.started = JobState.RUNNING, None, report.started or timezone.now()
    report.save(update_fields=["state", "holder", "started"])
    if not report.chunks.exclude(state=JobState.DONE).exists():
        _finish(report)


def _cut_or_fail(report: Report) -> None:
    """Cut the game of a report, or set the report aside: it must not hold up the others."""
    try:
        with transaction.atomic():
            _cut(report)
    except Exception as error:
        log.exception("the game %s cannot be cut", report.game_id)
        Report.objects.filter(pk=report.pk).update(
            state=JobState.FAILED, holder=None, error=f"{type(error).__name__}: {error}", finished=timezone.now()
        )


def check(chunk_id: int, holder: UUID) -> None:
    """Verify a chunk that the holder has taken, and finish the report if it was the last."""
    rows = Chunk.objects.filter(pk=chunk_id)
    chunk = leases.held(rows, holder).select_related("report__game").first()
    if chunk is None:
        return
    if chunk.attempts > leases.ATTEMPTS:
        _fail(chunk, f"were begun {leases.ATTEMPTS} times and never ended")
        return
    try:
        with leases.renewed(leases.held(rows, holder)):
            found = selectors.findings_json(_findings(chunk))
            _chunk_done(chunk, found)
    except SoftTimeLimitExceeded:
        _fail(chunk, "took too long")
        raise
    except Exception as error:
        Report.objects.filter(pk=chunk.report_id).update(error=f"{type(error).__name__}: {error}")
        leases.give_back(rows, holder, begun=True)
        raise


def _chunk_done(chunk: Chunk, found: str) -> None:
    """Store what was found in a chunk, if its holder still has it."""
    with writing():
        report = _locked(chunk.report_id)
        assert chunk.holder, "it was taken"
        mine = leases.held(Chunk.objects.filter(pk=chunk.pk), chunk.holder)
        if not report or report.state != JobState.RUNNING or not mine.update(state=JobState.DONE, findings=found):
            return
        steps = report.chunks.filter(state=JobState.DONE).aggregate(steps=Sum(F("last") - F("first") + 1))["steps"]
        report.done = steps
        report.save(update_fields=["done"])
        if not report.chunks.exclude(state=JobState.DONE).exists():
            _finish(report)


def _locked(report_id: int) -> Report | None:
    return Report.objects.select_for_update().filter(pk=report_id).first()


def _fail(chunk: Chunk, why: str) -> None:
    """Set a report aside, with a finding at the chunk that cannot be verified. The other chunks are left."""
    error = f"events {chunk.first} to {chunk.last} {why}"
    with writing():
        report = _locked(chunk.report_id)
        assert chunk.holder, "it was taken"
        mine = leases.held(Chunk.objects.filter(pk=chunk.pk), chunk.holder)
        if not report or report.state != JobState.RUNNING or not mine.update(state=JobState.FAILED):
            return
        found = stored.finding(chunk.first, "log.undecided", f"nothing was decided: {error}")
        report.findings = selectors.findings_json([msgspec.structs.replace(found, severity="advice")])
        report.error = f"{error}; {report.error}" if report.error else error
        report.state, report.finished = JobState.FAILED, timezone.now()
        report.save(update_fields=["state", "findings", "error", "finished"])


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
    report.error, report.finished = "", timezone.now()
    report.save(update_fields=["state", "verdict", "done", "findings", "summary", "error", "finished"])


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


def run(report: Report) -> None:
    """Do all of a report's work in this process, without messages."""
    for chunk in begin(report.pk):
        holder = uuid4()
        leases.take(Chunk.objects.filter(pk=chunk), holder)
        check(chunk, holder)
