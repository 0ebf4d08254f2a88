"""Rounds: paired, paired again, their clock, the games of their tables, and captains who choose.

A pairing is declared without its content: it is computed from the state. The effect holds its inputs and outcome, so
that anyone can recompute it.
"""

from __future__ import annotations

from collections.abc import Iterator, Set
from datetime import datetime
from typing import Annotated, Literal, NamedTuple

import msgspec
from msgspec import Meta

from gamelog.contest import captains, draw
from gamelog.contest.act_kind import ActKind
from gamelog.contest.acts.entries import Number
from gamelog.contest.acts.setting import Reason
from gamelog.contest.concerns import Concerns, the_clock, the_round, the_table
from gamelog.contest.effects import (
    ByeWithdrawn,
    CaptainsSet,
    ClockSet,
    Effect,
    GameOpened,
    NoShowsSet,
    PhaseChanged,
    ResultSet,
    RoundPaired,
    RoundPairedAgain,
    TableMoved,
)
from gamelog.contest.errors import Refused
from gamelog.contest.outcomes import BattleOutcome
from gamelog.contest.pairing.pair import pair
from gamelog.contest.pairing.request import Constraint, Pair, Paired, Request, Unpairable
from gamelog.contest.preconditions import (
    in_phase,
    last_round,
    place_of,
    reason_of,
    require,
    require_known_players,
)
from gamelog.contest.roles import JUDGES, PLAYERS, STAFF, sits_at
from gamelog.contest.state import Clock, Round, TournamentState, open_seats, seat, seats_of

Board = Annotated[int, Meta(ge=0, le=12)]
LONGEST = 600
"""Minutes by which a clock can be set forward or back at once."""


class Pairing(NamedTuple):
    """The inputs and the outcome of a round's pairing."""

    request: Request
    paired: Paired


def made(request: Request) -> Pairing:
    """The pairing of a request. Raises: Refused `no-pairing` if no pairing keeps the constraints: its facts say what to
    lift.
    """
    try:
        return Pairing(request, pair(request))
    except Unpairable as error:
        lifts = [
            {"constraint": each.constraint, "cost": each.cost} | ({"also": list(each.also)} if each.also else {})
            for each in error.lifts
        ]
        raise Refused("no-pairing", "$.lifted", error.why, error.why_ru, lifts=lifts) from None


def bare(act: PairRound | RePair) -> PairRound | RePair:
    """A pairing as declared: its outcome is in its effect."""
    return msgspec.structs.replace(act, request=None, paired=None)


class PairRound(msgspec.Struct, frozen=True, omit_defaults=True, tag="pair-round", forbid_unknown_fields=True):
    """The next round is paired.

    `reason` is needed if results are missing; `lifted` are the constraints that do not hold. `request` and `paired`
    were here in format 1; now they are in the effect.
    """

    round: Number
    reason: Reason = ""
    lifted: tuple[Constraint, ...] = ()
    request: Request | None = None
    paired: Paired | None = None


def check_pair_round(state: TournamentState, act: PairRound) -> None:
    """Raises: Refused `wrong-phase`, `wrong-round`, `no-round`, `missing-results`, `too-few`."""
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


def next_pairing(state: TournamentState, act: PairRound) -> Pairing:
    """The pairing of the next round as of now. Raises: Refused `no-winner`, `no-pairing`."""
    return made(draw.request_for(state, lifted=act.lifted))


def effects_pair_round(state: TournamentState, act: PairRound, at: str) -> Iterator[Effect]:
    """The pairing. Raises: Refused, as `next_pairing`."""
    return round_paired(state, act, next_pairing(state, act))


def round_paired(state: TournamentState, act: PairRound, pairing: Pairing) -> Iterator[Effect]:
    """The round with this pairing; entrants who have left lose the bye they asked for."""
    if state.phase != "running":
        yield PhaseChanged("running")
    for each in state.entrants.values():
        if each.status != "entered" and str(act.round) in each.byes:
            yield ByeWithdrawn(each.number, act.round)
    yield RoundPaired(act.round, draw.stage_of(state, act.round), *pairing, override=act.reason)
    yield from _begun(state, act.round, pairing.paired)
    if state.terms.round_minutes and not state.terms.by_challenge:
        yield ClockSet(act.round, state.terms.round_minutes * 60)


def _begun(
    state: TournamentState, number: int, paired: Paired, decided: Set[str] = frozenset(), chosen: Set[str] = frozenset()
) -> Iterator[Effect]:
    """What begins at tables immediately: forfeits of absent entrants, and the captains' first choice. Only a fixed
    schedule or a draw pairs absent entrants. `decided` are the seats that have a result already, `chosen` the tables
    where captains choose already.
    """
    here = {each.number for each in draw.present(state, number)}
    for each in paired.pairs:
        forfeit = _forfeit(each, here)
        if forfeit:
            seats = [key for key in seats_of(state, each) if key not in decided]
            yield from (ResultSet(number, key, forfeit, "awarded") for key in seats)
        elif state.terms.teams and state.terms.teams.captains and seat(each.table) not in chosen:
            yield CaptainsSet(number, seat(each.table), captains.begin(state.terms.teams.size))


def _forfeit(sides: Pair, here: Set[int]) -> BattleOutcome | None:
    """The result of a table with an absent side."""
    if sides.a in here:
        return None if sides.b in here else BattleOutcome(forfeit="b")
    return BattleOutcome(forfeit="a" if sides.b in here else "both")


PAIR_ROUND = ActKind(PairRound, check_pair_round, effects_pair_round, who=STAFF, concerns=the_round, stored=bare)


class RePair(msgspec.Struct, frozen=True, omit_defaults=True, tag="re-pair", forbid_unknown_fields=True):
    """The current round is paired again, except for the tables with results, those in `keep`, and pairs `by_hand`.

    `request` and `paired` were here in format 1; now they are in the effect.
    """

    round: Number
    reason: Reason
    keep: tuple[Number, ...] = ()
    by_hand: tuple[tuple[Number, Number], ...] = ()
    lifted: tuple[Constraint, ...] = ()
    request: Request | None = None
    paired: Paired | None = None


def check_re_pair(state: TournamentState, act: RePair) -> None:
    """Raises: Refused `wrong-phase`, `no-round`, `round-over`, `reason-wanted`, `no-table`, `not-free`."""
    in_phase(state, "running")
    _paired_by_us(state)
    found = last_round(state, act.round)
    reason_of(act.reason)
    tables = {each.table for each in found.paired.pairs}
    require(set(act.keep) <= tables, "no-table", "$.keep", f"nobody plays at {sorted(set(act.keep) - tables)}")
    named = [entrant for two in act.by_hand for entrant in two]
    kept = kept_pairs(state, msgspec.structs.replace(act, by_hand=()))
    standing = {entrant for a, b, _table in kept for entrant in (a, b)}
    free = {each.number for each in draw.present(state, act.round)} - standing
    require(len(set(named)) == len(named) and set(named) <= free, "not-free", "$.by_hand",
            f"every entrant once, and only those without a result: {sorted(free)}")  # fmt: skip


def _paired_by_us(state: TournamentState) -> None:
    text = "in a free league entrants agree on matches, and their tables are no places in a hall: call a match off"
    require(not state.terms.by_challenge, "fixed-pairs", "$.round", text)


def kept_pairs(state: TournamentState, act: RePair) -> tuple[tuple[int, int, int], ...]:
    """The pairs kept in a re-pairing, with their tables; 0 if the table is free to choose."""
    found = state.rounds[-1]
    stand = [
        (each.a, each.b, each.table)
        for each in found.paired.pairs
        if each.table in act.keep or any(key in found.results for key in seats_of(state, each))
    ]
    return (*stand, *((a, b, 0) for a, b in act.by_hand))


def pairing_again(state: TournamentState, act: RePair) -> Pairing:
    """The new pairing of the current round. Raises: Refused `no-winner`, `no-pairing`."""
    return made(draw.request_for(state, again=True, lifted=act.lifted, kept=kept_pairs(state, act)))


def effects_re_pair(state: TournamentState, act: RePair, at: str) -> Iterator[Effect]:
    """The pairing; results, games and captains of kept pairs are preserved. Raises: Refused, as `pairing_again`."""
    return round_paired_again(state, act, pairing_again(state, act))


def round_paired_again(state: TournamentState, act: RePair, pairing: Pairing) -> Iterator[Effect]:
    """The round with this pairing."""
    found = state.rounds[-1]
    before = {(each.a, each.b): each.table for each in found.paired.pairs}
    stand = {each.table for each in pairing.paired.pairs if before.get((each.a, each.b)) == each.table}
    yield RoundPairedAgain(act.round, *pairing, kept=tuple(sorted(stand)))
    paired = {entrant for each in pairing.paired.pairs for entrant in (each.a, each.b)}
    here = tuple(each for each in found.no_shows if each in paired)
    if here != tuple(found.no_shows):
        yield NoShowsSet(act.round, here)
    decided, chosen = (
        {key for key in held if int(key.partition(".")[0]) in stand} for held in (found.results, found.captains)
    )
    yield from _begun(state, act.round, pairing.paired, decided, chosen)
    if found.clock is None and state.terms.round_minutes:
        yield ClockSet(act.round, state.terms.round_minutes * 60)


RE_PAIR = ActKind(RePair, check_re_pair, effects_re_pair, who=JUDGES, concerns=the_round, stored=bare)


class MoveTable(msgspec.Struct, frozen=True, omit_defaults=True, tag="move-table", forbid_unknown_fields=True):
    """A pair moves to another table; the pair there moves to theirs."""

    round: Number
    table: Number
    to: Number
    reason: Reason


def check_move_table(state: TournamentState, act: MoveTable) -> None:
    """Raises: Refused `round-over`, `no-table`, `has-result`, `reason-wanted`."""
    in_phase(state, "running")
    _paired_by_us(state)
    found = last_round(state, act.round)
    place_of(state, act.round, act.table, 1 if state.terms.teams else 0)
    reason_of(act.reason)
    for table in (act.table, act.to):
        at = found.pair_at(table)
        free = at is None or not any(key in found.results or key in found.games for key in seats_of(state, at))
        require(free, "has-result", "$.table", f"table {table} has a result or a record already")


def effects_move_table(state: TournamentState, act: MoveTable, at: str) -> Iterator[Effect]:
    """The tables of one or two pairs."""
    yield TableMoved(act.round, act.table, act.to)


MOVE_TABLE = ActKind(MoveTable, check_move_table, effects_move_table, who=STAFF, concerns=the_round)


class StartClock(msgspec.Struct, frozen=True, omit_defaults=True, tag="start-clock", forbid_unknown_fields=True):
    """The round's clock runs, with the time that is left."""

    round: Number


def _clock_of(state: TournamentState, number: int) -> Clock:
    clock = last_round(state, number).clock
    require(clock, "no-clock", "$.round", "rounds of this event have no clock")
    assert clock
    return clock


def check_start_clock(state: TournamentState, act: StartClock) -> None:
    """Raises: Refused `round-over`, `no-clock`, `already`."""
    in_phase(state, "running")
    require(not _clock_of(state, act.round).since, "already", "$.round", "the clock runs already")


def effects_start_clock(state: TournamentState, act: StartClock, at: str) -> Iterator[Effect]:
    """It runs from now on."""
    yield ClockSet(act.round, _clock_of(state, act.round).left, at)


START_CLOCK = ActKind(StartClock, check_start_clock, effects_start_clock, who=STAFF, concerns=the_clock)


class PauseClock(msgspec.Struct, frozen=True, omit_defaults=True, tag="pause-clock", forbid_unknown_fields=True):
    """The round's clock is paused."""

    round: Number


def check_pause_clock(state: TournamentState, act: PauseClock) -> None:
    """Raises: Refused `round-over`, `no-clock`, `already`."""
    in_phase(state, "running")
    require(_clock_of(state, act.round).since, "already", "$.round", "the clock stands already")


def effects_pause_clock(state: TournamentState, act: PauseClock, at: str) -> Iterator[Effect]:
    clock = _clock_of(state, act.round)
    passed = datetime.fromisoformat(at) - datetime.fromisoformat(clock.since)
    yield ClockSet(act.round, clock.left - passed.days * 86_400 - passed.seconds)


PAUSE_CLOCK = ActKind(PauseClock, check_pause_clock, effects_pause_clock, who=STAFF, concerns=the_clock)


class ExtendClock(msgspec.Struct, frozen=True, omit_defaults=True, tag="extend-clock", forbid_unknown_fields=True):
    """The round lasts longer, or shorter, by so many minutes."""

    round: Number
    minutes: Annotated[int, Meta(ge=-LONGEST, le=LONGEST)]
    reason: Reason


def check_extend_clock(state: TournamentState, act: ExtendClock) -> None:
    """Raises: Refused `round-over`, `no-clock`, `reason-wanted`."""
    in_phase(state, "running")
    _clock_of(state, act.round)
    reason_of(act.reason)


def effects_extend_clock(state: TournamentState, act: ExtendClock, at: str) -> Iterator[Effect]:
    """What is left."""
    clock = _clock_of(state, act.round)
    yield ClockSet(act.round, clock.left + act.minutes * 60, clock.since)


EXTEND_CLOCK = ActKind(ExtendClock, check_extend_clock, effects_extend_clock, who=STAFF, concerns=the_clock)


class OpenTable(msgspec.Struct, frozen=True, omit_defaults=True, tag="open-table", forbid_unknown_fields=True):
    """The record of a table's game. `swapped`: its side a is the second of the pairing.

    With a `reason` it replaces the existing record, which is then no longer tied to the table.
    """

    round: Number
    table: Number
    game: Annotated[str, Meta(max_length=60)]
    board: Board = 0
    swapped: bool = False
    reason: Reason = ""


def check_open_table(state: TournamentState, act: OpenTable) -> None:
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


def effects_open_table(state: TournamentState, act: OpenTable, at: str) -> Iterator[Effect]:
    """The game of the seat."""
    yield GameOpened(act.round, seat(act.table, act.board), act.game, act.swapped)


def own_table(state: TournamentState, act: OpenTable, person: str) -> bool:
    """Whether somebody plays at the table. Replacing a record is for the desk."""
    return not act.reason and any(sits_at(state, act.round, act.table, side, person) for side in ("a", "b"))


OPEN_TABLE = ActKind(OpenTable, check_open_table, effects_open_table, who=PLAYERS, concerns=the_table, own=own_table)


class ChooseCaptain(msgspec.Struct, frozen=True, omit_defaults=True, tag="choose", forbid_unknown_fields=True):
    """A captain puts up a defender, offers attackers, or takes one of two: players by their position in the team.

    The site fills in `salt`: without it the hash of a hidden act would give the choice away.
    """

    round: Number
    table: Number
    side: Literal["a", "b"]
    players: tuple[Number, ...]
    salt: Annotated[str, Meta(max_length=64)] = ""


def check_choose(state: TournamentState, act: ChooseCaptain) -> None:
    """Raises: Refused `round-over`, `no-captains`, and what `captains.choose` refuses."""
    in_phase(state, "running")
    found = last_round(state, act.round)
    now = found.captains.get(seat(act.table))
    require(now, "no-captains", "$.table", f"no captains choose at table {act.table}")
    assert now
    captains.choose(now, act.side, act.players)


def effects_choose(state: TournamentState, act: ChooseCaptain, at: str) -> Iterator[Effect]:
    """The captains' state."""
    key = seat(act.table)
    now = state.rounds[-1].captains[key]
    yield CaptainsSet(act.round, key, captains.choose(now, act.side, act.players))


def the_captain(state: TournamentState, act: ChooseCaptain) -> Concerns:
    """One captain: they choose at the same time and in secret, without waiting for each other."""
    return Concerns(rounds=(act.round,), topics=(f"captain {act.round}/{act.table} {act.side}",))


def own_team(state: TournamentState, act: ChooseCaptain, person: str) -> bool:
    """Whether somebody belongs to the team that chooses."""
    return sits_at(state, act.round, act.table, act.side, person)


CHOOSE = ActKind(ChooseCaptain, check_choose, effects_choose, who=PLAYERS, concerns=the_captain, own=own_team)


def pairing_for(state: TournamentState, act: PairRound | RePair) -> Pairing:
    """The pairing that declaring an act now would give. Raises: Refused, as the act itself."""
    if isinstance(act, RePair):
        check_re_pair(state, act)
        return pairing_again(state, act)
    check_pair_round(state, act)
    return next_pairing(state, act)
