"""Writing games. Every function is one transaction; messages to workers leave once it is committed."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from hashlib import sha256
from typing import Any, Literal, NamedTuple, cast
from uuid import UUID, uuid4

from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied
from django.db import IntegrityError, transaction
from django.http import Http404
from django.utils import timezone

import rules
from gamelog import metrics
from gamelog.games import (
    access,
    calls,
    consent,
    corrections,
    late,
    reactions,
    seeds,
    selectors,
    steps,
    verification,
    writer,
)
from gamelog.games.errors import BrokenChain, ConsequencesChanged, TakeBackClosed, TakenDown
from gamelog.games.models import (
    Event,
    Game,
    JobState,
    Report,
    Roster,
    Seat,
    TakeBack,
    TakeBackState,
    game_key,
)
from gamelog.games.names import refuse_names
from gamelog.games.streams import GAMES, KEYFRAMES, tell_followers
from gamelog.people.services import participant_of
from gamelog.signing.services import key_current
from gamelog.streams.errors import KeyReused, StaleStream
from gamelog.streams.models import column
from gamelog.streams.store import (
    NOTHING_SENT,
    Sent,
    append_locked,
    require_key,
    require_number,
    store,
    store_all,
    writing,
)
from rules.kernel.events import Provenance, Source

ROSTER_BYTES = rules.MAX_ROSTER
"""A larger roster file is not read."""
TITLE_LENGTH = 200
POLICIES = ("enforced", "declared")
PROVENANCES = ("table", "server", "shared")
OUTCOMES: Mapping[type[Exception], str] = {
    rules.IllegalAction: "illegal", rules.DiceWanted: "dice-wanted", rules.Malformed: "malformed",
    StaleStream: "stale", KeyReused: "stale", Http404: "not-allowed", PermissionDenied: "not-allowed",
}  # fmt: skip
"""What comes of a declaration that is not stored, as the metrics count it."""


class Appended(NamedTuple):
    """A stored event, and whether this call stored it (otherwise an earlier one with the same key did). One that was
    stored with others has no primary key.
    """

    event: Event
    created: bool


class Imported(NamedTuple):
    """A stored game, and whether this call stored it."""

    game: Game
    created: bool


def game_create(
    *,
    owner: User,
    ruleset: str,
    version: str = "",
    policy: Literal["enforced", "declared"] = "enforced",
    title: str = "",
    public: bool = True,
    seats: Mapping[str, User | None] | None = None,
    agreed: Collection[User] | None = None,
    dice: Provenance = "table",
    delay: int = 0,
    branch: Source | None = None,
) -> Game:
    """A game without events. `seats` gives the players of side "a" and side "b"; an omitted side has no player yet.
    `delay` is how many minutes late others see it (`late`). Whoever is not the owner is asked (`consent`), with
    `agreed` everybody else but these; how many they may ask is then no matter of the owner's.

    Where the site rolls (`dice` is `server` or `shared`) its first event is the commitment to the site's seed. A
    what-if says where it comes from (`branch`), and nobody signs it.

    Raises:
        rules.Malformed: an unknown ruleset, version or side, a title that is too long, a delay of many hours, or a
            player whom the owner may not name.
    """
    chosen = rules.load(ruleset, version)
    seats = seats or {}
    _require(policy in POLICIES, "$.policy", f"{policy!r} is none of {', '.join(POLICIES)}")
    _require(dice in PROVENANCES, "$.dice", f"{dice!r} is none of {', '.join(PROVENANCES)}")
    _require(set(seats) <= set(chosen.sides), "$.seats", f"the sides are {' and '.join(chosen.sides)}")
    _require_delay(delay)
    issuer = "" if branch else key_current().pk
    header = rules.Header(
        game=str(uuid4()), ruleset=chosen.id, version=chosen.version, policy=policy, issuer=issuer, dice=dice,
        branch=branch,
    )  # fmt: skip
    with writing():
        game = _game_row(header, owner=owner, title=title, public=public)
        game.delay = delay
        game.save(force_insert=True)
        Seat.objects.bulk_create(Seat(game=game, side=side, user=seats.get(side)) for side in chosen.sides)
        named = {side: user for side, user in seats.items() if user and user not in (owner, *(agreed or ()))}
        if named and agreed is None:
            consent.require_may_name(owner, named)
        consent.ask(game, named, owner)
        if dice != "table":
            decided = _decide(game, rules.empty(chosen), seeds.site_seed(game))
            _advance(game, _store(game, *decided), decided[1].state)
    return game


def game_delay(*, game_id: UUID, minutes: int, actor: access.Actor) -> Game:
    """Have everybody who has no part in a game see it so many minutes late from now on, or at once with 0.

    Raises:
        Http404, PermissionDenied: the actor may not see the game, or does not run it.
        rules.Malformed: a number of minutes that is no delay.
    """
    _require_delay(minutes)
    with writing():
        access.require_runs(actor, access.access_played(actor, game_id))
        game = GAMES.lock(game_id)
        game.delay = minutes
        game.save(update_fields=["delay"])
        tell_followers(game)
    return game


def _require_delay(minutes: int) -> None:
    _require(0 <= minutes <= late.MOST_MINUTES, "$.delay", f"a delay is 0 to {late.MOST_MINUTES} minutes")


def _game_row(header: rules.Header, *, owner: User, title: str, public: bool) -> Game:
    _require(title == column(title, TITLE_LENGTH), "$.title", f"longer than {TITLE_LENGTH} characters, or unprintable")
    written = header.bytes()
    hashed = rules.digest(written)
    return Game(
        id=game_key(header.game), owner=owner, title=title, public=public, ruleset=header.ruleset,
        version=header.version, policy=header.policy, header=written.decode(), header_hash=hashed, head=hashed,
    )  # fmt: skip


def _require(ok: bool, path: str, reason: str) -> None:
    if not ok:
        raise rules.Malformed(path, reason)


def event_append(
    *, game_id: UUID, expected: int, declaration: rules.Declaration[Any], key: str = "", actor: access.Actor
) -> Appended:
    """Decide a declaration and store it as event `expected` + 1. A retry with the same `key` gives the stored event.

    Outside of a transaction it is stored with the others that wait, if it is a plain step (`writer`).

    Raises:
        Http404, PermissionDenied: the actor may not see the game, or not declare for this side, or for a side whose
            re-roll it names.
        StaleGame: the game does not have `expected` events.
        KeyReused: the key came with another declaration.
        rules.IllegalAction, rules.DiceWanted, rules.Malformed: the rules' answer; nothing is stored.
        rules.IllegalAction: it is a correction, which is not declared like a step: see `correction_append` and
            `take_back_propose`.
        rules.Malformed: a text of the declaration names people of the game, or contains contact data.
    """
    with metrics.appending(selectors.ruleset_name(game_id), OUTCOMES):
        require_key(key)
        stored = writer.append(writer.Wanted(game_id, expected, declaration, key, actor))
        if stored is not None:
            return Appended(stored, created=True)
        with writing():
            game = access.access_locked(actor, game_id)
            steps.require_declared(declaration, game, actor)
            return _append(game, expected, declaration, key=key, actor=actor)


def correction_append(
    *, game_id: UUID, expected: int, declaration: rules.Declaration[Any], consequences_digest: str, key: str = "",
    actor: access.Actor,
) -> Appended:  # fmt: skip
    """Store a judge's ruling as event `expected` + 1, if its consequences are those that `corrections.preview` showed.

    Raises:
        Http404, PermissionDenied: the actor may not see the game, or is not staff.
        StaleGame: the game does not have `expected` events.
        KeyReused: the key came with another declaration.
        ConsequencesChanged: its consequences are not those with this digest.
        rules.Malformed: it is no ruling, or names something the game does not have, or people.
        rules.IllegalAction: the rules' answer; nothing is stored.
    """
    require_key(key)
    with writing():
        game = access.access_locked(actor, game_id)
        access.require_judge(actor, game)
        _require(corrections.is_ruling(declaration), "$.action", "it is no ruling")
        appended = _append(game, expected, declaration, key=key, actor=actor, shown=consequences_digest)
        if appended.created:
            calls.ruled(appended.event, declaration, cast(User, actor))
        return appended


def seat_ask(*, game_id: UUID, side: str, asks: bool, actor: access.Actor) -> Seat:
    """Switch on or off, where the site rolls, that a side is asked at each of its rolls that it may re-roll.

    Raises: Http404, PermissionDenied: the actor may not see the game, or does not play the side.
    """
    with writing():
        game = access.access_game(actor, game_id)
        access.require_own(actor, game, side)
        seat = game.seats.get(side=side)
        seat.asks_since = timezone.now() if asks else None
        seat.save(update_fields=["asks_since"])
    return seat


def _append(
    game: Game, expected: int, declaration: rules.Declaration[Any], *, key: str = "", actor: access.Actor,
    shown: str = "",
) -> Appended:  # fmt: skip
    """Decide and store what the actor may declare as an event of a locked game. Call it within `writing`. `shown` is
    the digest of its consequences.
    """
    sent = steps.sent(key, declaration)

    def write(game: Game) -> Event:
        return _write(game, declaration, actor, shown, sent)

    return Appended(*append_locked(GAMES, game, write, expected=expected, sent=sent))


def _write(game: Game, declaration: rules.Declaration[Any], actor: access.Actor, shown: str, sent: Sent) -> Event:
    """Decide a declaration as the next event of a locked game, and store it."""
    state = selectors.position_now(game)
    refuse_names(declaration, game, actor, state)
    decided = _decide(game, state, declaration, shown)
    row = _store(game, *decided, who=participant_of(actor), sent=sent)
    selectors.hold_on_commit(game, _advance(game, row, decided[1].state))
    KEYFRAMES.save(game.pk, row.number, row.hash, decided[1].state)
    return row


def _decide(
    game: Game, state: rules.State, declaration: rules.Declaration[Any], shown: str = ""
) -> tuple[rules.Declaration[Any], rules.Decided]:
    """The decision on a declaration, and the declaration with the site's dice if the site rolls.

    Only a correction needs all earlier events.
    """
    if not corrections.is_correction(declaration):
        return seeds.decide(game, state, declaration)
    history = selectors.events_of(game)
    declaration = seeds.as_rolled(game, declaration, history)
    decided = rules.decide(game.rules, state, declaration, history=history)
    if corrections.is_ruling(declaration) and corrections.effects_digest(decided.effects) != shown:
        raise ConsequencesChanged(corrections.told(game.rules, history, declaration, state, decided))
    return declaration, decided


def _store(
    game: Game, declaration: rules.Declaration[Any], decided: rules.Decided, *, who: str = "",
    sent: Sent = NOTHING_SENT,
) -> Event:  # fmt: skip
    """Store a decided declaration as the next event of a locked game; the game's other columns are for `_advance`."""
    row = store(GAMES, game, steps.drafted(game, declaration, decided, who), sent)
    seeds.opened(game, declaration)
    return row


def _advance(game: Game, last: Event, state: rules.State, asked_by: str = "") -> rules.State:
    """Update the columns that lists show to the last event, and have a game that has just ended verified. Returns the
    position after its last event, which may be the reveal of a secret that the site kept until the end. `asked_by` is
    whoever imported the game; otherwise it is being played.
    """
    was_over, is_over = game.finished, state.over is not None
    for opening in seeds.closing(game, state) if is_over and not was_over else ():
        decided = _decide(game, state, opening)
        last, state = _store(game, *decided), decided[1].state
    steps.show(game, state, last.recorded_at)
    game.save(update_fields=steps.SHOWN)
    for seat in steps.seats_to_name(game, state):
        seat.save(update_fields=["name", "faction"] if seat.pk else None)
    game.take_backs.filter(state=TakeBackState.PROPOSED).update(state=TakeBackState.STALE)
    if game.finished:
        consent.note_declared(game)
        reactions.advanced(game)
    corrected = (last.type in corrections.TAGS or last.type == "reveal") and (was_over or is_over)
    if corrected:
        # If the game is a table's, the result of a ruling counts at once; the verdict on it follows.
        reactions.corrected([game])
    if (is_over and not was_over) or corrected:
        verification_request(game=game, asked_by=asked_by)
    return state


def take_back_propose(
    *, game_id: UUID, expected: int, side: str, since: int, reason: str, rule: str = "log.take-back",
    both: bool = False, actor: access.Actor,
) -> TakeBack:  # fmt: skip
    """Propose to take back every step from `since` to the last, which is number `expected`.

    It waits for the other side's answer; an earlier proposal of the same side becomes stale. With `both` the actor
    agrees for all sides, which sit at one table, and the steps are taken back at once.

    Raises:
        Http404, PermissionDenied: the actor may not see the game, or not declare for this side, or not agree for all.
        StaleGame: the game does not have `expected` events.
        rules.Malformed, rules.IllegalAction: the rules' answer to the take-back; nothing is stored.
    """
    with writing():
        game = access.access_game(actor, game_id)
        access.require_declare(actor, game, side)
        if both:
            _require_others_agree(actor, game, side)
        game = Game.every.select_for_update().get(pk=game_id)
        require_number(GAMES, game, expected)
        _check_take_back(game, corrections.take_back(game, side, since, reason, rule), actor)
        game.take_backs.filter(side=side, state=TakeBackState.PROPOSED).update(state=TakeBackState.STALE)
        row = TakeBack.objects.create(
            game=game, side=side, since=since, rule=rule, reason=reason, proposed_by=cast(User, actor),
            number=game.number, head=game.head,
        )  # fmt: skip
        return _agree(row, actor) if both else row


def take_back_answer(*, take_back_id: int, agree: bool, actor: access.Actor) -> TakeBack:
    """Agree to a proposed take-back, which then is an event of the game, or decline it.

    The other side's player answers; the proposer may withdraw the proposal. The same answer twice counts once.

    Raises:
        Http404, PermissionDenied: the actor may not see the game, or not answer.
        TakeBackClosed: it has been answered differently, or the game has moved on.
        rules.Malformed, rules.IllegalAction: the rules' answer; nothing is stored.
    """
    with writing():
        row = access.access_take_back(actor, take_back_id)
        Game.every.select_for_update().get(pk=row.game_id)
        row.refresh_from_db()
        if not agree:
            access.require_answer(actor, row.game)
        else:
            _require_others_agree(actor, row.game, row.side)
        if row.state == (TakeBackState.AGREED if agree else TakeBackState.DECLINED):
            return row
        if row.state != TakeBackState.PROPOSED:
            raise TakeBackClosed(row.state)
        return _agree(row, actor) if agree else _answered(row, TakeBackState.DECLINED, actor)


def _require_others_agree(actor: access.Actor, game: Game, side: str) -> None:
    for other in game.rules.sides:
        if other != side:
            access.require_agree(actor, game, other)


def _check_take_back(game: Game, declaration: rules.Declaration[Any], actor: access.Actor) -> None:
    """Refuse at once what could not be stored after the other side agrees."""
    rules.read_declaration(game.rules, rules.canonical(declaration))
    state = selectors.position_at(game, game.number)
    refuse_names(declaration, game, actor, state)
    rules.decide(game.rules, state, declaration, history=selectors.events_of(game))


def _agree(row: TakeBack, actor: access.Actor) -> TakeBack:
    # Answered first, because the event makes every other proposal stale.
    _answered(row, TakeBackState.AGREED, actor)
    declaration = corrections.take_back(row.game, row.side, row.since, row.reason, row.rule)
    appended = _append(GAMES.lock(row.game_id), row.number, declaration, actor=actor)
    calls.taken_back(appended.event, row.since, cast(User, actor))
    row.event = appended.event.number
    row.save(update_fields=["event"])
    return row


def _answered(row: TakeBack, state: TakeBackState, actor: access.Actor) -> TakeBack:
    row.state, row.answered_by, row.answered = state, cast(User, actor), timezone.now()
    row.save(update_fields=["state", "answered_by", "answered"])
    return row


def game_import(*, data: bytes, owner: User, title: str = "", public: bool = True) -> Imported:
    """Store a game file exactly as it is; steps against the rules are stored too.

    A file is a copy and gives nobody any right to its game: whatever is stored of that game already, and by whomever, a
    file that says something else is stored beside it, under a key of its own if that of its game is taken. A file that
    the owner can read here already, or the beginning of a game that was recorded here, is that game.

    Raises:
        rules.Malformed: it is no game file, or it cannot be folded: an event changes something that does not exist.
        BrokenChain: its numbers, links, hashes or the form of its bytes are wrong.
        TakenDown: staff took down this very record.
    """
    read = rules.read_game(data)
    wrong = [*read.findings, *(each for each in rules.check(read).findings if each.severity == "impossible")]
    if wrong:
        raise BrokenChain(wrong)
    _require(bool(read.header.game), "$.game", "the header names no game")
    _require(read.header.branch is None, "$.branch", "it is a what-if: nobody played this game")
    # Digests of positions have been compared; they follow from the events and are not stored.
    _require(read.dump() == data, "$", "the lines are not written as a game file's are")
    row = _game_row(read.header, owner=owner, title=title, public=public)
    row.copy_of = row.pk
    final = rules.fold(row.rules, read.events)
    with writing():
        for known in Game.every.filter(selectors.records_of(row.pk)).order_by("created"):
            if known.taken_down and known.head == read.head:
                raise TakenDown(known.pk)
            if access.may_read(owner, known) and _holds(known, read):
                return Imported(known, created=False)
        _insert(row)
        Seat.objects.bulk_create(Seat(game=row, side=side) for side in row.rules.sides if not final.sides)
        events = store_all(GAMES, row, [steps.draft_of(record) for record in read.records])
        reactions.imported(row, read)
        if events:
            _advance(row, events[-1], final, asked_by=str(owner.pk))
    return Imported(row, created=True)


def _holds(game: Game, read: rules.GameFile) -> bool:
    """Whether a stored game says what a file says, or, if it was recorded here, continues it.

    A copy that continues it may be anybody's invention.
    """
    if game.header_hash != rules.digest(read.header.bytes()) or game.taken_down:
        return False
    return read.head == (game.head if game.copy_of else selectors.head_of(game, len(read.records)))


def _insert(row: Game) -> None:
    """Store an import's row under the key of its game, or under one of its own where that is taken."""
    try:
        with transaction.atomic():
            row.save(force_insert=True)
    except IntegrityError:
        row.pk = uuid4()
        row.save(force_insert=True)


def roster_import(*, owner: User, data: bytes, name: str) -> tuple[Roster, bool]:
    """Store a roster file (`.ros`, `.rosz`, `.txt`, `.json`, `.jsonl`) with its content. The same file of the same
    owner is the same roster.

    Returns the roster and whether this call stored it.

    Raises:
        rules.Malformed: it is too large, or not a roster of a known system; nothing is stored.
    """
    _require(len(data) <= ROSTER_BYTES, "$", f"the file is larger than {ROSTER_BYTES // 2**20} MiB")
    ruleset, parsed = rules.read_roster(data, name)
    values = {
        "name": column(parsed.name, 200), "ruleset": ruleset.id, "system": column(parsed.system, 40),
        "faction": column(parsed.faction, 200), "points": parsed.points, "models_count": len(parsed.models),
        "file_name": column(name, 255), "file": data,
        "parsed": rules.canonical(parsed).decode(),
    }  # fmt: skip
    roster, created = Roster.objects.get_or_create(owner=owner, sha256=sha256(data).hexdigest(), defaults=values)
    return roster, created


def roster_complete(*, roster: Roster, lines: str) -> Roster:
    """Store the file of a roster with lines by hand below it, as another roster of its owner.

    Raises:
        rules.Malformed: as `roster_import`; a line is counted in `lines`.
    """
    before = bytes(roster.file).rstrip() + b"\n\n"
    try:
        return roster_import(owner=roster.owner, data=before + lines.encode(), name=roster.file_name)[0]
    except rules.Malformed as error:
        raise rules.Malformed(_counted_in_lines(error.path, before.count(b"\n")), error.reason) from None


def _counted_in_lines(path: str, before: int) -> str:
    """The path of an error in a file, for those who see only what stands below its first lines."""
    word, _, number = path.partition(" ")
    below = int(number) - before if word == "line" and number.isdecimal() else 0
    return f"line {below}" if below > 0 else path


def verification_request(*, game: Game, asked_by: str = "", again: bool = False) -> Report:
    """The report on a game as it is now, by the ruleset it names; queued if there is none yet, or if the last one
    failed. It comes after battles that were just played, and in turn with what others wait for, if somebody asked for
    it: `asked_by` tells one from the other. With `again` nothing counts that was found before.
    """
    with writing():
        if again:
            Report.objects.filter(game=game, head=game.head).delete()
        report, created = Report.objects.get_or_create(
            game=game, head=game.head, version=game.version, defaults={"number": game.number}
        )
        failed = report.state == JobState.FAILED
        if failed:
            verification.forget(report)
        if created or failed:
            verification.send(report, asked_by)
        elif not asked_by:
            verification.prefer(report)
    return report
