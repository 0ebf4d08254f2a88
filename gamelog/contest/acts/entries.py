"""Entrants: registration, waiting list, check-in, drops, no-shows, requested byes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

import msgspec
from msgspec import Meta

from gamelog.contest import draw
from gamelog.contest.act_kind import ActKind
from gamelog.contest.acts.setting import Reason
from gamelog.contest.concerns import Concerns, the_entrant
from gamelog.contest.effects import (
    ByeGranted,
    ByeWithdrawn,
    CheckInSet,
    Effect,
    Entered,
    EntryCorrected,
    NoShowsSet,
    PairAllowed,
    PairForbidden,
    ResultSet,
    StatusChanged,
)
from gamelog.contest.outcomes import BattleOutcome
from gamelog.contest.preconditions import entrant_of, in_phase, last_round, reason_of, require
from gamelog.contest.roles import EVERYBODY, JUDGES, PLAYERS, STAFF, is_entrant
from gamelog.contest.state import ByeKind, TournamentState, seats_of
from gamelog.contest.terms import Label
from gamelog.contest.waiting_list import is_full, moved_up

Number = Annotated[int, Meta(ge=1, le=100_000)]
Rating = Annotated[int, Meta(ge=0, le=100_000)]
Opaque = Annotated[str, Meta(max_length=60, pattern=r"^[A-Za-z0-9-]*$")]


class NewMember(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A player of a registering team."""

    person: Opaque = ""
    faction: Label = ""
    rating: Rating = 0


class Register(msgspec.Struct, frozen=True, omit_defaults=True, tag="register", forbid_unknown_fields=True):
    """Somebody enters, as the next number; on the waiting list if the event is full. `person` is an opaque id, never a
    name.

    Once a round is paired this is a late entry, from the next round on.
    """

    person: Opaque = ""
    club: Opaque = ""
    faction: Label = ""
    rating: Rating = 0
    members: tuple[NewMember, ...] = ()


def check_register(state: TournamentState, act: Register) -> None:
    """Raises: Refused `wrong-phase`, `too-late`, `already`, `team-size`."""
    in_phase(state, "registration", "ready", "running")
    played, late = len(state.rounds), state.terms.late_entry
    until = f"late entries end before round {late}" if late else "there are no late entries"
    require(
        not played or played < late or state.terms.by_challenge,
        "too-late",
        "$.type",
        f"round {played} is paired; {until}",
        late_entry=late,
    )
    _can_be_paired(state)
    teams = state.terms.teams
    size = teams.size if teams else 0
    require(len(act.members) == size, "team-size", "$.members", f"{size} members are wanted, not {len(act.members)}")
    known = {person for each in state.entrants.values() if each.status != "dropped" for person in each.people()}
    people = [person for person in (act.person, *(each.person for each in act.members)) if person]
    require(not known & set(people), "already", "$.person", "this person is registered already")
    named = [each.person for each in act.members if each.person]
    require(len(named) == len(set(named)), "already", "$.members", "a person is a member twice")


def _can_be_paired(state: TournamentState) -> None:
    require(draw.still_open(state), "too-late", "$.type", "the draw is made: who comes now is paired with nobody")


def effects_register(state: TournamentState, act: Register, at: str) -> Iterator[Effect]:
    """A new entrant, on the waiting list if there is no place."""
    yield Entered(
        entrant=len(state.entrants) + 1, person=act.person, club=act.club, faction=act.faction, rating=act.rating,
        members=tuple((each.person, each.faction, each.rating) for each in act.members),
        status="waiting" if is_full(state) else "entered", since=len(state.rounds) + 1,
    )  # fmt: skip


def the_registration(state: TournamentState, act: Register) -> Concerns:
    """Registrations as a whole: they compete for places in order of arrival."""
    return Concerns(topics=("registration",))


def registers_themselves(state: TournamentState, act: Register, person: str) -> bool:
    """Whether somebody registers themselves, or a team that they belong to."""
    return act.person == person or person in {each.person for each in act.members}


REGISTER = ActKind(
    Register, check_register, effects_register, who=EVERYBODY, concerns=the_registration, own=registers_themselves
)


class Admit(msgspec.Struct, frozen=True, omit_defaults=True, tag="admit", forbid_unknown_fields=True):
    """An entrant on the waiting list gets a place out of turn, or beyond the limit."""

    entrant: Number
    reason: Reason


def check_admit(state: TournamentState, act: Admit) -> None:
    """Raises: Refused `no-entrant`, `not-waiting`, `too-late`, `reason-wanted`."""
    in_phase(state, "registration", "ready", "running")
    found = entrant_of(state, act.entrant)
    require(found.status == "waiting", "not-waiting", "$.entrant", f"entrant {act.entrant} does not wait")
    _can_be_paired(state)
    reason_of(act.reason)


def effects_admit(state: TournamentState, act: Admit, at: str) -> Iterator[Effect]:
    """A place, from the next round on."""
    yield StatusChanged(act.entrant, "entered", since=len(state.rounds) + 1)


ADMIT = ActKind(Admit, check_admit, effects_admit, who=STAFF, concerns=the_entrant)


class CorrectEntry(msgspec.Struct, frozen=True, omit_defaults=True, tag="correct-entry", forbid_unknown_fields=True):
    """An entry is corrected."""

    entrant: Number
    reason: Reason
    person: Opaque | None = None
    club: Opaque | None = None
    faction: Label | None = None
    rating: Rating | None = None


def check_correct_entry(state: TournamentState, act: CorrectEntry) -> None:
    """Raises: Refused `no-entrant`, `already`, `reason-wanted`."""
    entrant_of(state, act.entrant)
    reason_of(act.reason)
    others = (each for each in state.entrants.values() if each.number != act.entrant and each.status != "dropped")
    known = {person for each in others for person in each.people()}
    require(act.person is None or act.person not in known, "already", "$.person", "this person is registered already")


def effects_correct_entry(state: TournamentState, act: CorrectEntry, at: str) -> Iterator[Effect]:
    yield EntryCorrected(act.entrant, act.person, act.club, act.faction, act.rating)


CORRECT_ENTRY = ActKind(CorrectEntry, check_correct_entry, effects_correct_entry, who=STAFF, concerns=the_entrant)


class Drop(msgspec.Struct, frozen=True, omit_defaults=True, tag="drop", forbid_unknown_fields=True):
    """An entrant leaves, from the next pairing on. Before the first, the waiting list moves up."""

    entrant: Number
    reason: Reason = ""


def check_drop(state: TournamentState, act: Drop) -> None:
    """Raises: Refused `no-entrant`, `already`."""
    in_phase(state, "draft", "registration", "ready", "running")
    found = entrant_of(state, act.entrant)
    require(found.status != "dropped", "already", "$.entrant", f"entrant {act.entrant} is out already")


def effects_drop(state: TournamentState, act: Drop, at: str) -> Iterator[Effect]:
    """They are out, and the waiting list moves up."""
    yield StatusChanged(act.entrant, "dropped")
    yield from moved_up(state, state.terms.capacity, leaving=act.entrant)


def own_entry(state: TournamentState, act: Drop | CheckIn | AskBye | WithdrawBye, person: str) -> bool:
    """Whether somebody acts for their own entry."""
    return is_entrant(state, act.entrant, person)


DROP = ActKind(Drop, check_drop, effects_drop, who=PLAYERS, concerns=the_entrant, own=own_entry)


class Return(msgspec.Struct, frozen=True, omit_defaults=True, tag="return", forbid_unknown_fields=True):
    """An entrant who dropped plays again, from the next pairing on."""

    entrant: Number
    reason: Reason = ""


def check_return(state: TournamentState, act: Return) -> None:
    """Raises: Refused `no-entrant`, `not-dropped`, `already`, `disqualified`, `too-late`."""
    in_phase(state, "registration", "ready", "running")
    found = entrant_of(state, act.entrant)
    require(found.status == "dropped", "not-dropped", "$.entrant", f"entrant {act.entrant} is {found.status}")
    others = [each for each in state.entrants.values() if each.number != act.entrant and each.status != "dropped"]
    known = {person for each in others for person in each.people()}
    require(not known & found.people(), "already", "$.entrant", "this person is registered again, as another entrant")
    gone = any(each.entrant == act.entrant and each.kind == "disqualification" and not each.lifted
               for each in state.penalties)  # fmt: skip
    require(not gone, "disqualified", "$.entrant", f"entrant {act.entrant} is disqualified: lift that first")
    drawn = state.rounds and any(each.entrant == act.entrant for each in state.rounds[-1].request.candidates)
    if not drawn:
        _can_be_paired(state)


def effects_return(state: TournamentState, act: Return, at: str) -> Iterator[Effect]:
    """They are in again, or at the end of the waiting list if there is no place."""
    yield StatusChanged(act.entrant, "waiting" if is_full(state) and not state.rounds else "entered")


RETURN = ActKind(Return, check_return, effects_return, who=STAFF, concerns=the_entrant)


class NoShow(msgspec.Struct, frozen=True, omit_defaults=True, tag="no-show", forbid_unknown_fields=True):
    """An entrant did not come to their table in the current round, and forfeits it. `drop`: they are also out."""

    entrant: Number
    round: Number
    drop: bool = False


def check_no_show(state: TournamentState, act: NoShow) -> None:
    """Raises: Refused `no-entrant`, `no-round`, `round-over`, `fixed-pairs`, `not-paired`, `has-result`."""
    in_phase(state, "running")
    require(not state.terms.by_challenge, "fixed-pairs", "$.round",
            "a free league has many matches at once: enter the result of the match, with who stayed away")  # fmt: skip
    entrant_of(state, act.entrant)
    found = last_round(state, act.round)
    pair = found.pair_of(act.entrant)
    require(pair, "not-paired", "$.entrant", f"entrant {act.entrant} is not paired in round {act.round}")
    assert pair
    played = any(key in found.results for key in seats_of(state, pair))
    require(not played, "has-result", "$.entrant", f"table {pair.table} has a result already")


def effects_no_show(state: TournamentState, act: NoShow, at: str) -> Iterator[Effect]:
    """A forfeit at every board of the table."""
    found = state.rounds[-1]
    pair = found.pair_of(act.entrant)
    assert pair
    yield NoShowsSet(act.round, (*found.no_shows, act.entrant))
    report = BattleOutcome(forfeit="a" if pair.a == act.entrant else "b")
    for key in seats_of(state, pair):
        yield ResultSet(act.round, key, report, "awarded")
    if act.drop:
        yield StatusChanged(act.entrant, "dropped")


def the_entrant_and_table(state: TournamentState, act: NoShow) -> Concerns:
    """The entrant who did not come, and the table where the opponent waits."""
    found = state.rounds[act.round - 1] if 1 <= act.round <= len(state.rounds) else None
    pair = found.pair_of(act.entrant) if found else None
    return Concerns((act.entrant,), ((act.round, pair.table if pair else 0),), (act.round,))


NO_SHOW = ActKind(NoShow, check_no_show, effects_no_show, who=STAFF, concerns=the_entrant_and_table)


class CheckIn(msgspec.Struct, frozen=True, omit_defaults=True, tag="check-in", forbid_unknown_fields=True):
    entrant: Number


def check_check_in(state: TournamentState, act: CheckIn) -> None:
    """Raises: Refused `wrong-phase`, `no-entrant`, `not-entered`, `roster-wanted`."""
    in_phase(state, "registration", "ready", "running")
    found = entrant_of(state, act.entrant)
    require(found.status == "entered", "not-entered", "$.entrant", f"entrant {act.entrant} is {found.status}")
    missing = state.terms.rosters.required and not all(found.lists())
    require(not missing, "roster-wanted", "$.entrant", f"entrant {act.entrant} has handed in no roster")


def effects_check_in(state: TournamentState, act: CheckIn, at: str) -> Iterator[Effect]:
    """The mark."""
    yield CheckInSet(act.entrant)


CHECK_IN = ActKind(CheckIn, check_check_in, effects_check_in, who=PLAYERS, concerns=the_entrant, own=own_entry)


class UndoCheckIn(msgspec.Struct, frozen=True, omit_defaults=True, tag="undo-check-in", forbid_unknown_fields=True):
    """An entrant turned out not to be here."""

    entrant: Number


def check_undo_check_in(state: TournamentState, act: UndoCheckIn) -> None:
    """Raises: Refused `no-entrant`, `not-checked-in`."""
    found = entrant_of(state, act.entrant)
    require(found.checked_in, "not-checked-in", "$.entrant", f"entrant {act.entrant} is not checked in")


def effects_undo_check_in(state: TournamentState, act: UndoCheckIn, at: str) -> Iterator[Effect]:
    """No mark."""
    yield CheckInSet(act.entrant, here=False)


UNDO_CHECK_IN = ActKind(UndoCheckIn, check_undo_check_in, effects_undo_check_in, who=STAFF, concerns=the_entrant)


class AskBye(msgspec.Struct, frozen=True, omit_defaults=True, tag="ask-bye", forbid_unknown_fields=True):
    """An entrant asks not to be paired in a round."""

    entrant: Number
    round: Number
    kind: ByeKind = "half-bye"


def check_ask_bye(state: TournamentState, act: AskBye) -> None:
    """Raises: Refused `no-entrant`, `fixed-pairs`, `round-over`, `too-many-byes`, `no-round`."""
    in_phase(state, "registration", "ready", "running")
    found = entrant_of(state, act.entrant)
    require(state.terms.free_rounds, "fixed-pairs", "$.round",
            "who meets whom is fixed here: nobody can be left out of a round and play on")  # fmt: skip
    require(act.round > len(state.rounds), "round-over", "$.round", f"round {act.round} is paired already")
    require(act.round <= state.terms.rounds, "no-round", "$.round", f"the event has {state.terms.rounds} rounds")
    most = state.terms.half_byes
    have = sum(kind == "half-bye" for number, kind in found.byes.items() if number != str(act.round))
    require(act.kind != "half-bye" or have < most, "too-many-byes", "$.kind",
            f"{most} half-point byes are allowed; entrant {act.entrant} has {have}", allowed=most)  # fmt: skip


def effects_ask_bye(state: TournamentState, act: AskBye, at: str) -> Iterator[Effect]:
    """The bye."""
    yield ByeGranted(act.entrant, act.round, act.kind)


ASK_BYE = ActKind(AskBye, check_ask_bye, effects_ask_bye, who=PLAYERS, concerns=the_entrant, own=own_entry)


class WithdrawBye(msgspec.Struct, frozen=True, omit_defaults=True, tag="withdraw-bye", forbid_unknown_fields=True):
    """An entrant wants to be paired in a round after all."""

    entrant: Number
    round: Number


def check_withdraw_bye(state: TournamentState, act: WithdrawBye) -> None:
    """Raises: Refused `no-entrant`, `round-over`, `no-bye`."""
    found = entrant_of(state, act.entrant)
    require(act.round > len(state.rounds), "round-over", "$.round", f"round {act.round} is paired already")
    require(str(act.round) in found.byes, "no-bye", "$.round",
            f"entrant {act.entrant} has asked for no bye in round {act.round}")  # fmt: skip


def effects_withdraw_bye(state: TournamentState, act: WithdrawBye, at: str) -> Iterator[Effect]:
    """No bye."""
    yield ByeWithdrawn(act.entrant, act.round)


WITHDRAW_BYE = ActKind(
    WithdrawBye, check_withdraw_bye, effects_withdraw_bye, who=PLAYERS, concerns=the_entrant, own=own_entry
)


class Forbid(msgspec.Struct, frozen=True, omit_defaults=True, tag="forbid", forbid_unknown_fields=True):
    """Two entrants are never paired: a family, an argument."""

    a: Number
    b: Number
    reason: Reason


def _two(act: Forbid | Allow) -> tuple[int, int]:
    return min(act.a, act.b), max(act.a, act.b)


def check_forbid(state: TournamentState, act: Forbid) -> None:
    """Raises: Refused `no-entrant`, `same-entrant`, `already`, `reason-wanted`."""
    entrant_of(state, act.a, "$.a")
    entrant_of(state, act.b, "$.b")
    require(act.a != act.b, "same-entrant", "$.b", "two different entrants are wanted")
    require(_two(act) not in state.forbidden, "already", "$", f"{act.a} and {act.b} are kept apart already")
    reason_of(act.reason)


def effects_forbid(state: TournamentState, act: Forbid, at: str) -> Iterator[Effect]:
    """The pair."""
    yield PairForbidden(*_two(act))


def the_two(state: TournamentState, act: Forbid | Allow) -> Concerns:
    """Both entrants."""
    return Concerns(entrants=(act.a, act.b))


FORBID = ActKind(Forbid, check_forbid, effects_forbid, who=JUDGES, concerns=the_two)


class Allow(msgspec.Struct, frozen=True, omit_defaults=True, tag="allow", forbid_unknown_fields=True):
    """Two entrants may be paired again."""

    a: Number
    b: Number
    reason: Reason


def check_allow(state: TournamentState, act: Allow) -> None:
    """Raises: Refused `not-forbidden`, `reason-wanted`."""
    require(_two(act) in state.forbidden, "not-forbidden", "$", f"{act.a} and {act.b} are not kept apart")
    reason_of(act.reason)


def effects_allow(state: TournamentState, act: Allow, at: str) -> Iterator[Effect]:
    """The pair."""
    yield PairAllowed(*_two(act))


ALLOW = ActKind(Allow, check_allow, effects_allow, who=JUDGES, concerns=the_two)
