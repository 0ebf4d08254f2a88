"""Rounds: paired, paired again, their clock, the games of their tables, and captains who choose.

A pairing is declared without saying what it is: `completed` makes it from the state. What is stored holds its inputs
and what they came to, so that anyone can make it again.
"""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from gamelog.contest import captains, draw
from gamelog.contest.acts.entries import Number
from gamelog.contest.acts.setting import Reason
from gamelog.contest.errors import Refused
from gamelog.contest.outcomes import Report
from gamelog.contest.pairing.check import violations
from gamelog.contest.pairing.pair import pair
from gamelog.contest.pairing.request import Constraint, Paired, Request, Unpairable
from gamelog.contest.preconditions import (
    in_phase,
    last_round,
    place_of,
    reason_of,
    require,
    require_known_players,
    round_of,
)
from gamelog.contest.state import Clock, OpenGame, Result, Round, State, open_seats, seat, seats_of

Board = Annotated[int, Meta(ge=0, le=12)]
LONGEST = 600
"""Minutes by which a clock can be set forward or back at once."""


class PairRound(msgspec.Struct, frozen=True, omit_defaults=True, tag="pair-round", forbid_unknown_fields=True):
    """The next round is paired. `reason` says why, where results are missing; `lifted` which constraints do not hold.

    `request` and `paired` are the site's to fill in.
    """

    round: Number
    reason: Reason = ""
    lifted: tuple[Constraint, ...] = ()
    request: Request | None = None
    paired: Paired | None = None


class RePair(msgspec.Struct, frozen=True, omit_defaults=True, tag="re-pair", forbid_unknown_fields=True):
    """The round that is played is paired again, but for the tables with results, those in `keep`, and pairs `by_hand`.

    `request` and `paired` are the site's to fill in.
    """

    round: Number
    reason: Reason
    keep: tuple[Number, ...] = ()
    by_hand: tuple[tuple[Number, Number], ...] = ()
    lifted: tuple[Constraint, ...] = ()
    request: Request | None = None
    paired: Paired | None = None


class MoveTable(msgspec.Struct, frozen=True, omit_defaults=True, tag="move-table", forbid_unknown_fields=True):
    """A pair goes to another table; who plays there comes to theirs."""

    round: Number
    table: Number
    to: Number
    reason: Reason


class StartClock(msgspec.Struct, frozen=True, omit_defaults=True, tag="start-clock", forbid_unknown_fields=True):
    """The round's clock runs, with what is left of it."""

    round: Number


class PauseClock(msgspec.Struct, frozen=True, omit_defaults=True, tag="pause-clock", forbid_unknown_fields=True):
    """The round's clock stands."""

    round: Number


class ExtendClock(msgspec.Struct, frozen=True, omit_defaults=True, tag="extend-clock", forbid_unknown_fields=True):
    """The round lasts longer, or shorter, by so many minutes."""

    round: Number
    minutes: Annotated[int, Meta(ge=-LONGEST, le=LONGEST)]
    reason: Reason


class OpenTable(msgspec.Struct, frozen=True, omit_defaults=True, tag="open-table", forbid_unknown_fields=True):
    """The record of a table's game. `swapped`: its side a is the second of the pairing.

    With a `reason` it takes the place of the record that is there, which is tied to the table no more.
    """

    round: Number
    table: Number
    game: Annotated[str, Meta(max_length=60)]
    board: Board = 0
    swapped: bool = False
    reason: Reason = ""


class ChooseCaptain(msgspec.Struct, frozen=True, omit_defaults=True, tag="choose", forbid_unknown_fields=True):
    """A captain puts up a defender, offers attackers, or takes one of two: players by their order in the team.

    `salt` is the site's to fill in: without it the hash of an act that is not shown yet would tell the choice.
    """

    round: Number
    table: Number
    side: Literal["a", "b"]
    players: tuple[Number, ...]
    salt: Annotated[str, Meta(max_length=64)] = ""


def completed(state: State, act: PairRound | RePair, *, tables: bool = True) -> PairRound | RePair:
    """The act with its request and what that comes to; `tables` as in `draw.request_for`.

    Raises:
        Refused: `no-pairing` where no pairing keeps the constraints: its facts name what to lift; and what `check`
            refuses of the act before it is completed.
    """
    if isinstance(act, RePair):
        _check_again(state, act)
        request = draw.request_for(state, again=True, lifted=act.lifted, kept=_kept(state, act), tables=tables)
    else:
        _check_next(state, act)
        request = draw.request_for(state, lifted=act.lifted, tables=tables)
    try:
        return msgspec.structs.replace(act, request=request, paired=pair(request))
    except Unpairable as error:
        lifts = [
            {"constraint": each.constraint, "cost": each.cost} | ({"also": list(each.also)} if each.also else {})
            for each in error.lifts
        ]
        raise Refused("no-pairing", "$.lifted", error.why, lifts=lifts) from None


def made_again(state: State, act: PairRound | RePair) -> PairRound | RePair:
    """A stored act, completed again from the acts before it.

    Round robins and eliminations once forgot after their first round who had played at which table. A pairing that was
    made so is made so again.

    Raises:
        Refused: as `completed`.
    """
    bare = msgspec.structs.replace(act, request=None, paired=None)
    made = completed(state, bare)
    if made.request == act.request:
        return made
    before = completed(state, bare, tables=False)
    return before if before.request == act.request else made


def _kept(state: State, act: RePair) -> tuple[tuple[int, int, int], ...]:
    """The pairs that stand in a re-pairing, with their tables; 0 where the table is free to choose."""
    found = state.rounds[-1]
    stand = [
        (each.a, each.b, each.table)
        for each in found.paired.pairs
        if each.table in act.keep or any(key in found.results for key in seats_of(state, each))
    ]
    return (*stand, *((a, b, 0) for a, b in act.by_hand))


def _check_next(state: State, act: PairRound) -> None:
    in_phase(state, "registration", "ready", "running")
    number = len(state.rounds) + 1
    require(act.round == number, "wrong-round", "$.round", f"round {number} is the next to be paired")
    most = draw.rounds_of(state)
    require(number <= most, "no-round", "$.round", f"the event has {most} rounds")
    missing = open_seats(state, number - 1) if state.rounds else []
    require(not missing or act.reason.strip(), "missing-results", "$.reason",
            f"round {number - 1} has no result at {', '.join(missing[:8])}: give them, or a reason to go on without",
            missing=missing)  # fmt: skip
    draw.require_pairable(state)


def _check_again(state: State, act: RePair) -> None:
    in_phase(state, "running")
    found = last_round(state, act.round)
    reason_of(act.reason)
    tables = {each.table for each in found.paired.pairs}
    require(set(act.keep) <= tables, "no-table", "$.keep", f"nobody plays at {sorted(set(act.keep) - tables)}")
    named = [entrant for two in act.by_hand for entrant in two]
    kept = _kept(state, msgspec.structs.replace(act, by_hand=()))
    standing = {entrant for a, b, _table in kept for entrant in (a, b)}
    free = {each.number for each in draw.present(state, act.round)} - standing
    require(len(set(named)) == len(named) and set(named) <= free, "not-free", "$.by_hand",
            f"every entrant once, and only those without a result: {sorted(free)}")  # fmt: skip


def check_pair_round(state: State, act: PairRound) -> None:
    """Raises: Refused `wrong-phase`, `wrong-round`, `missing-results`, `too-few`, `not-as-made`."""
    _check_next(state, act)
    _as_made(act, *(draw.request_for(state, lifted=act.lifted, tables=each) for each in (True, False)))


def check_re_pair(state: State, act: RePair) -> None:
    """Raises: Refused `round-over`, `reason-wanted`, `no-table`, `not-free`, `not-as-made`."""
    _check_again(state, act)
    kept = _kept(state, act)
    made = (draw.request_for(state, again=True, lifted=act.lifted, kept=kept, tables=each) for each in (True, False))
    _as_made(act, *made)


def _as_made(act: PairRound | RePair, *requests: Request) -> None:
    require(act.request in requests, "not-as-made", "$.request", "the pairing was made from another state of the event")
    require(act.paired, "not-as-made", "$.paired", "there is no pairing in it")
    assert act.request and act.paired
    wrong = violations(act.request, act.paired)
    require(not wrong, "not-as-made", "$.paired", "; ".join(wrong))


def apply_pair_round(state: State, act: PairRound, number: int, at: str) -> None:
    """The round; who is not there forfeits where the pairing was fixed before, and a bye is for who is in the event."""
    assert act.request and act.paired
    state.phase = "running"
    for each in state.entrants.values():
        if each.status != "entered":
            each.byes.pop(str(act.round), None)
    made = Round(
        number=act.round, stage=draw.stage_of(state, act.round), request=act.request, paired=act.paired, act=number,
        override=act.reason,
    )  # fmt: skip
    state.rounds.append(made)
    _begin(state, made, number)


def apply_re_pair(state: State, act: RePair, number: int, at: str) -> None:
    """The round's pairs; results, games and captains of pairs that stand are kept."""
    assert act.request and act.paired
    found = state.rounds[-1]
    before = {(each.a, each.b): each.table for each in found.paired.pairs}
    stand = {each.table for each in act.paired.pairs if before.get((each.a, each.b)) == each.table}
    for kept in (found.results, found.games, found.captains):
        for key in [key for key in kept if int(key.split(".")[0]) not in stand]:
            del kept[key]
    found.request, found.paired, found.act = act.request, act.paired, number
    found.no_shows = [each for each in found.no_shows if found.pair_of(each)]
    _begin(state, found, number)


def _begin(state: State, found: Round, number: int) -> None:
    """Forfeit for who is paired and not there, which a fixed schedule brings about; and the captains' first choice."""
    here = {each.number for each in draw.present(state, found.number)}
    for each in found.paired.pairs:
        missing = [side for side, entrant in (("a", each.a), ("b", each.b)) if entrant not in here]
        if missing:
            report = Report(forfeit="both" if len(missing) == 2 else missing[0])  # type: ignore[arg-type]
            for key in seats_of(state, each):
                found.results.setdefault(key, Result(report, "awarded", number, report))
        elif state.terms.teams and state.terms.teams.captains:
            found.captains.setdefault(seat(each.table), captains.begin(state.terms.teams.size))
    if found.clock is None and state.terms.round_minutes:
        found.clock = Clock(left=state.terms.round_minutes * 60)


def check_move_table(state: State, act: MoveTable) -> None:
    """Raises: Refused `round-over`, `no-table`, `has-result`, `reason-wanted`."""
    in_phase(state, "running")
    found = last_round(state, act.round)
    place_of(state, act.round, act.table, 1 if state.terms.teams else 0)
    reason_of(act.reason)
    for table in (act.table, act.to):
        at = found.pair_at(table)
        free = at is None or not any(key in found.results or key in found.games for key in seats_of(state, at))
        require(free, "has-result", "$.table", f"table {table} has a result or a record already")


def apply_move_table(state: State, act: MoveTable, number: int, at: str) -> None:
    """The tables of one or two pairs."""
    found = state.rounds[-1]
    places = {act.table: act.to, act.to: act.table}
    pairs = [msgspec.structs.replace(each, table=places.get(each.table, each.table)) for each in found.paired.pairs]
    found.paired = msgspec.structs.replace(found.paired, pairs=tuple(sorted(pairs, key=lambda each: each.table)))
    found.captains = {str(places.get(int(key), int(key))): each for key, each in found.captains.items()}


def _clock_of(state: State, number: int) -> Clock:
    clock = last_round(state, number).clock
    require(clock, "no-clock", "$.round", "rounds of this event have no clock")
    assert clock
    return clock


def check_start_clock(state: State, act: StartClock) -> None:
    """Raises: Refused `round-over`, `no-clock`, `already`."""
    in_phase(state, "running")
    require(not _clock_of(state, act.round).since, "already", "$.round", "the clock runs already")


def apply_start_clock(state: State, act: StartClock, number: int, at: str) -> None:
    """When it runs since."""
    _clock_of(state, act.round).since = at


def check_pause_clock(state: State, act: PauseClock) -> None:
    """Raises: Refused `round-over`, `no-clock`, `already`."""
    in_phase(state, "running")
    require(_clock_of(state, act.round).since, "already", "$.round", "the clock stands already")


def apply_pause_clock(state: State, act: PauseClock, number: int, at: str) -> None:
    """What is left."""
    clock = _clock_of(state, act.round)
    passed = datetime.fromisoformat(at) - datetime.fromisoformat(clock.since)
    clock.left, clock.since = clock.left - passed.days * 86_400 - passed.seconds, ""


def check_extend_clock(state: State, act: ExtendClock) -> None:
    """Raises: Refused `round-over`, `no-clock`, `reason-wanted`."""
    in_phase(state, "running")
    _clock_of(state, act.round)
    reason_of(act.reason)


def apply_extend_clock(state: State, act: ExtendClock, number: int, at: str) -> None:
    """What is left."""
    _clock_of(state, act.round).left += act.minutes * 60


def check_open_table(state: State, act: OpenTable) -> None:
    """Raises: Refused `no-round`, `no-table`, `no-board`, `captains-choose`, `already`, `has-result`."""
    in_phase(state, "running", "finished")
    found, _pair, key = place_of(state, act.round, act.table, act.board)
    require_known_players(found, act.table, act.board)
    here = _game(found, key)
    require(not here or act.reason.strip(), "already", "$.table", f"table {key} has its record: {here}")
    require(not here or found.replaceable(key), "has-result", "$.table",
            f"the result of table {key} was read from the record that is there: clear it first")  # fmt: skip
    known = {each.game for one in state.rounds for each in one.games.values()}
    require(act.game not in known, "already", "$.game", "this record belongs to another table")


def _game(found: Round, key: str) -> str:
    return found.games[key].game if key in found.games else ""


def apply_open_table(state: State, act: OpenTable, number: int, at: str) -> None:
    """The game of the seat."""
    round_of(state, act.round).games[seat(act.table, act.board)] = OpenGame(act.game, act.swapped)


def check_choose(state: State, act: ChooseCaptain) -> None:
    """Raises: Refused `round-over`, `no-captains`, and what `captains.choose` refuses."""
    in_phase(state, "running")
    found = last_round(state, act.round)
    now = found.captains.get(seat(act.table))
    require(now, "no-captains", "$.table", f"no captains choose at table {act.table}")
    assert now
    captains.choose(now, act.side, act.players)


def apply_choose(state: State, act: ChooseCaptain, number: int, at: str) -> None:
    """The captains' state."""
    found = state.rounds[-1]
    key = seat(act.table)
    found.captains[key] = captains.choose(found.captains[key], act.side, act.players)


HANDLERS = {
    PairRound: (check_pair_round, apply_pair_round),
    RePair: (check_re_pair, apply_re_pair),
    MoveTable: (check_move_table, apply_move_table),
    StartClock: (check_start_clock, apply_start_clock),
    PauseClock: (check_pause_clock, apply_pause_clock),
    ExtendClock: (check_extend_clock, apply_extend_clock),
    OpenTable: (check_open_table, apply_open_table),
    ChooseCaptain: (check_choose, apply_choose),
}
