"""The luck of whole battles: of every roll what it gave in points, and the exact mean of the same dice.

A projection that workers count once a game is verified (or earlier, where somebody asks), a few seconds a task, when
nothing else is to be done. Every event is counted once: a row says how far a game is counted, and goes on from there.
Counting anew gives the same bytes, since what is left out depends on the battle alone and never on the clock.

Every function may run twice and may be interrupted anywhere. The work to do follows from rows; messages only announce
it, and the sweeper finds it without them.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta
from fractions import Fraction
from itertools import takewhile
from typing import Any, Literal, NamedTuple, TypeAlias
from uuid import UUID

import msgspec
from django.db.models import Exists, OuterRef, Q, QuerySet

import rules
from gamelog import messages
from gamelog.games import luck as odds
from gamelog.games import selectors
from gamelog.games.models import BattleLuck, Event, Game, JobState, Report
from gamelog.streams.store import writing
from rules.kernel import line
from rules.swing import Swing, told

FORMAT = 2
"""Raise it when rows should be counted anew."""
MOST_WAYS = 5_000
"""The most ways of the dice that are followed for a roll, which is what a request may follow (`luck.RUNS`)."""
MODELS = 50_000
"""Divided by the models of both sides, it is what is followed for a roll in larger battles: there a way takes longer.
0.2 ms in a skirmish, 1.2 ms with 28 models, 2.5 ms with 78.
"""
WIDE = 20
"""Once a battle has cost as much as so many rolls at their limit, further ones have a tenth of it."""
SLICE = 5.0
"""Seconds after which a task stores what it has counted, and leaves the rest to another."""
ATTEMPTS = 5
"""A game that has been begun so often without progress is given up: its rolls kill workers."""
SENT = 50
"""Games that one sweep sends."""

COUNT = messages.Task("gamelog.games.tasks.count_luck")

log = logging.getLogger(__name__)


class Roll(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a step with dice gave. `why` is empty where it was counted: else the dice can fall in `many` ways (more than
    `limit`), or the `rules` of today do not allow the step.

    `good` is the probability of this result or a better one for the side `by`, `bad` of this or a worse one.
    """

    number: int
    by: str
    why: str = ""
    limit: int = 0
    swing: Swing | None = None
    good: str = ""
    bad: str = ""
    paid: bool = False


class Total(msgspec.Struct, frozen=True):
    """What the counted rolls of a battle gave a side: the points they took from the others, and the exact mean."""

    taken: int
    mean: str

    @property
    def luck(self) -> Fraction:
        """Points above the mean."""
        return self.taken - Fraction(self.mean)


class Counted(msgspec.Struct, frozen=True):
    """The luck of a battle as far as it is counted: up to step `number`. `failed`: it was given up there."""

    number: int
    failed: bool
    rolls: tuple[Roll, ...]
    totals: dict[str, Total]


State: TypeAlias = Literal["counted", "counting", "failed", "open"]

_ROLLS = msgspec.json.Decoder(tuple[Roll, ...])


# reading


def counted(game: Game, played: bool = False) -> Counted | None:
    """The luck of a game as far as `game` is shown; None where nobody has asked for it yet.

    Without `played`, steps that were corrected since are left out: what came of their dice no longer holds.
    """
    row = BattleLuck.objects.filter(game=game, format=FORMAT).first()
    if row is None:
        return None
    corrected = {} if played else line.newest(selectors.corrections_of(game))
    rolls = tuple(roll for roll in rolls_in(row) if roll.number <= game.number and roll.number not in corrected)
    number, failed = min(row.number, game.number), row.attempts >= ATTEMPTS
    return Counted(number, failed, rolls, summed(rolls))


def state_of(game: Game, found: Counted | None, last: int) -> State:
    """How far the luck of a game is counted, for a reader of the steps up to `last`.

    `counted`; `counting`, also where a verified battle waits for its turn; `failed`; or `open`: somebody has to ask.
    """
    if found is not None and found.number >= last:
        return "counted"
    if found is not None:
        return "failed" if found.failed else "counting"
    report = selectors.report_of(game) if game.finished else None
    coming = report is not None and report.state != JobState.FAILED and report.verdict != "unreadable"
    return "counting" if coming else "open"


def rolls_in(row: BattleLuck) -> tuple[Roll, ...]:
    """The rolls that a row holds. Raises: msgspec.MsgspecError if somebody changed them."""
    return _ROLLS.decode(row.rolls)


def plain(found: Counted | None) -> dict[str, Any]:
    """What is counted, as plain values; nothing where nobody has asked."""
    if found is None:
        return {"number": 0, "totals": {}, "rolls": ()}
    return {"number": found.number, "totals": found.totals, "rolls": found.rolls}


def mark_of(game: Game) -> str:
    """What changes whenever there is something new to read of a game's luck."""
    found = BattleLuck.objects.filter(game=game, format=FORMAT).values_list("number", "attempts").first()
    return f"{FORMAT}.{min(found[0], game.number)}.{int(found[1] >= ATTEMPTS)}" if found else "none"


def summed(rolls: Iterable[Roll]) -> dict[str, Total]:
    """What the counted rolls gave each side together."""
    taken: dict[str, int] = {}
    means: dict[str, Fraction] = {}
    for roll in rolls:
        for side, share in roll.swing.shares.items() if roll.swing else ():
            taken[side] = taken.get(side, 0) + share.taken
            means[side] = means.get(side, Fraction(0)) + Fraction(share.mean)
    return {side: Total(taken[side], told(means[side])) for side in taken}


# working


def ask(game: Game) -> None:
    """Have the luck of a game counted up to its last step; from then on the sweeper goes on as the battle does."""
    with writing():
        row, created = BattleLuck.objects.get_or_create(game_id=game.pk, defaults=_nothing(game))
        if created or (row.head != game.head and row.due < messages.moment()):
            _send(row)


def run_some(game_id: str) -> None:
    """A worker's reaction to a message: some of the work, and a message for the rest."""
    if work(UUID(game_id)):
        messages.deliver(COUNT, game_id, priority=messages.LAST)


def work(game_id: UUID, seconds: float = SLICE) -> bool:
    """Count the rolls of a game for some seconds. Returns whether there is more to count."""
    row = _begun(game_id)
    if row is None:
        return False
    begun, since = row.number, time.monotonic()
    found = list(rolls_in(row))
    for each in _counted_on(row.game, row.number, row.spent):
        row.number, row.head, row.spent = each.number, each.head, each.spent
        found += each.rolls
        if time.monotonic() - since >= seconds:
            break
    row.rolls = rules.canonical(tuple(found)).decode()
    return _stored(row, begun)


class _Counting(NamedTuple):
    """A game counted up to event `number` with the hash `head`: what that event rolled, and what is spent by then."""

    number: int
    head: str
    rolls: tuple[Roll, ...]
    spent: int


def _counted_on(game: Game, after: int, spent: int) -> Iterator[_Counting]:
    """The events after `after`, counted one by one; `spent` is what it has cost so far."""
    state = selectors.position_at(game, after)
    for event, digest in _events(game, after):
        found: tuple[Roll, ...] = ()
        if rolled(event):
            roll, ways = _counted(game, state, event, digest, _limit(state, spent))
            found, spent = (roll,), spent + ways
        rules.evolve(state, event)
        yield _Counting(event.number, digest, found, spent)


def derived(game: Game, number: int) -> tuple[int, str]:
    """What a row of a game that is counted up to event `number` holds as `spent` and `rolls`, counted anew."""
    spent, found = 0, list[Roll]()
    for each in takewhile(lambda each: each.number <= number, _counted_on(game, 0, 0)):
        spent = each.spent
        found += each.rolls
    return spent, rules.canonical(tuple(found)).decode()


def rebuild(game: Game) -> None:
    """Count all of a game's luck anew, in this process."""
    with writing():
        BattleLuck.objects.filter(game_id=game.pk).delete()
        BattleLuck.objects.create(game_id=game.pk, **_nothing(game))
    while work(game.pk):
        pass


def sweep(now: datetime | None = None) -> int:
    """Send every game with luck to count. Returns how many."""
    waiting = list(lagging(now or messages.moment())[:SENT])
    for game in waiting:
        ask(game)
    return len(waiting)


def lagging(now: datetime) -> QuerySet[Game]:
    """The games whose luck is to be counted and that are not just being counted, newest first.

    Those are the verified ones, and whatever somebody asked for.
    """
    row = BattleLuck.objects.filter(game=OuterRef("pk"))
    current = row.filter(format=FORMAT, head=OuterRef("head"))
    idle = current | row.filter(Q(due__gte=now) | Q(attempts__gte=ATTEMPTS, format=FORMAT))
    report = Report.objects.filter(game=OuterRef("pk"), head=OuterRef("head"), state=JobState.DONE)
    verified = Q(Exists(report.exclude(verdict="unreadable")), finished=True)
    return Game.objects.filter(verified | Q(Exists(row)), ~Q(Exists(idle)), number__gt=0).order_by("-created", "id")


def rolled(event: rules.Event[Any]) -> bool:
    """Whether dice fell in a step."""
    return bool(event.dice)


def _nothing(game: Game) -> dict[str, Any]:
    """A row for which nothing is counted yet."""
    return {"format": FORMAT, "number": 0, "head": game.header_hash, "spent": 0, "rolls": "[]", "attempts": 0}


def _send(row: BattleLuck) -> None:
    BattleLuck.objects.filter(pk=row.pk).update(due=messages.due(row.attempts))
    messages.deliver_on_commit(COUNT, str(row.game_id), priority=messages.LAST)


def _begun(game_id: UUID) -> BattleLuck | None:
    """The row of a game with something to count, as begun once more; counted anew if it is of another format, or of
    other events than the game has.
    """
    with writing():
        row = BattleLuck.objects.select_for_update().select_related("game").filter(game_id=game_id).first()
        if row is None:
            return None
        if row.format != FORMAT or selectors.head_of(row.game, row.number) != row.head:
            for name, value in _nothing(row.game).items():
                setattr(row, name, value)
        now = messages.moment()
        at_it = row.attempts and row.begun > now - timedelta(seconds=messages.LONGEST)
        if at_it or row.number >= row.game.number or row.attempts >= ATTEMPTS:
            return None
        row.attempts += 1
        row.due, row.begun = messages.due(row.attempts), now
        row.save()
    return row


def _events(game: Game, after: int) -> Iterable[tuple[rules.Event[Any], str]]:
    """The events after a number, with their hashes."""
    rows = Event.objects.filter(game=game, number__gt=after, number__lte=game.number).order_by("number")
    for body, digest in rows.values_list("body", "hash"):
        yield rules.read_event(game.rules, body), digest


def _limit(before: rules.State, spent: int) -> int:
    """How many ways of the dice are followed for a roll."""
    most = min(MOST_WAYS, MODELS // max(1, len(before.models)))
    return most if spent < WIDE * most else most // 10


def _counted(
    game: Game, before: rules.State, event: rules.Event[Any], digest: str, most: int
) -> tuple[Roll, int]:  # fmt: skip
    """What a roll gave, and how many ways of the dice were followed. Whoever asks for its odds gets them at once."""
    try:
        luck = rules.luck(game.rules, before, event, most=most, lenient=game.lenient)
    except rules.TooMany:
        return Roll(event.number, event.by, "many", most), most
    except rules.RulesError:
        return Roll(event.number, event.by, "rules"), 1
    odds.keep(game, digest, luck)
    good, bad = luck.good.exact if luck.good else luck.swing.good, luck.bad.exact if luck.bad else luck.swing.bad
    return Roll(event.number, event.by, swing=luck.swing, good=good, bad=bad, paid=luck.paid), luck.ways


def _stored(row: BattleLuck, begun: int) -> bool:
    """Store what was counted from step `begun` on, unless another task was faster. Returns whether there is more."""
    with writing():
        now = BattleLuck.objects.select_for_update().filter(pk=row.pk, number=begun, format=FORMAT).first()
        if now is None:
            return False
        row.attempts, row.due = 0, messages.due()
        row.save(update_fields=["number", "head", "spent", "rolls", "attempts", "due"])
        return Game.objects.filter(pk=row.game_id, number__gt=row.number).exists()
