"""Rosters: handed in, locked, reopened for one entrant."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

import msgspec
from msgspec import Meta

from gamelog.contest.act_kind import ActKind
from gamelog.contest.acts.entries import Number
from gamelog.contest.acts.setting import Reason
from gamelog.contest.concerns import the_entrant
from gamelog.contest.effects import Effect, RostersLocked, RosterSubmitted, RosterUnlocked
from gamelog.contest.preconditions import entrant_of, in_phase, reason_of, require
from gamelog.contest.roles import JUDGES, PLAYERS, is_entrant
from gamelog.contest.state import Entrant, Member, TournamentState


class SubmitRoster(msgspec.Struct, frozen=True, omit_defaults=True, tag="submit-roster", forbid_unknown_fields=True):
    """A roster is handed in. The site reads the file and fills in the counts and the objections of the limits.

    `member` is the board of a team's player, from 1; 0 where the entrant is a player.
    """

    entrant: Number
    sha256: Annotated[str, Meta(pattern=r"^[0-9a-f]{64}$")]
    member: Annotated[int, Meta(ge=0, le=12)] = 0
    points: int = 0
    models: int = 0
    problems: tuple[str, ...] = ()


def holder(state: TournamentState, entrant: int, member: int) -> Entrant | Member:
    """The owner of the roster. Raises: Refused `no-entrant`, `no-member`."""
    found = entrant_of(state, entrant)
    size = len(found.members)
    ok = 1 <= member <= size if size else member == 0
    require(ok, "no-member", "$.member", f"members are 1 to {size}" if size else "only teams have members")
    return found.members[member - 1] if member else found


def check_submit_roster(state: TournamentState, act: SubmitRoster) -> None:
    """Raises: Refused `wrong-phase`, `no-entrant`, `no-member`, `rosters-locked`."""
    in_phase(state, "registration", "ready", "running")
    who = holder(state, act.entrant, act.member)
    free = not state.rosters_locked or who.roster is None or who.roster.unlocked
    require(free, "rosters-locked", "$.entrant", "rosters are locked; a judge can open one again")


def effects_submit_roster(state: TournamentState, act: SubmitRoster, at: str) -> Iterator[Effect]:
    """The roster."""
    yield RosterSubmitted(act.entrant, act.sha256, act.member, act.points, act.models, act.problems)


def own_roster(state: TournamentState, act: SubmitRoster, person: str) -> bool:
    """Whether somebody hands in for their own entry, or their team."""
    return is_entrant(state, act.entrant, person)


SUBMIT_ROSTER = ActKind(
    SubmitRoster, check_submit_roster, effects_submit_roster, who=PLAYERS, concerns=the_entrant, own=own_roster
)


class LockRosters(msgspec.Struct, frozen=True, omit_defaults=True, tag="lock-rosters", forbid_unknown_fields=True):
    """No roster can be changed from now on; they become public."""


def check_lock_rosters(state: TournamentState, act: LockRosters) -> None:
    """Raises: Refused `wrong-phase`, `already`."""
    in_phase(state, "registration", "ready", "running")
    require(not state.rosters_locked, "already", "$.type", "rosters are locked already")


def effects_lock_rosters(state: TournamentState, act: LockRosters, at: str) -> Iterator[Effect]:
    """The lock."""
    yield RostersLocked()


LOCK_ROSTERS = ActKind(LockRosters, check_lock_rosters, effects_lock_rosters, who=JUDGES)


class UnlockRoster(msgspec.Struct, frozen=True, omit_defaults=True, tag="unlock-roster", forbid_unknown_fields=True):
    """One entrant may hand in another roster once, though rosters are locked."""

    entrant: Number
    reason: Reason
    member: Annotated[int, Meta(ge=0, le=12)] = 0


def check_unlock_roster(state: TournamentState, act: UnlockRoster) -> None:
    """Raises: Refused `not-locked`, `no-entrant`, `no-member`, `no-roster`, `reason-wanted`."""
    require(state.rosters_locked, "not-locked", "$.type", "rosters are not locked")
    who = holder(state, act.entrant, act.member)
    require(who.roster, "no-roster", "$.entrant", f"entrant {act.entrant} has handed in no roster")
    reason_of(act.reason)


def effects_unlock_roster(state: TournamentState, act: UnlockRoster, at: str) -> Iterator[Effect]:
    """The mark that opens it."""
    yield RosterUnlocked(act.entrant, act.member)


UNLOCK_ROSTER = ActKind(UnlockRoster, check_unlock_roster, effects_unlock_roster, who=JUDGES, concerns=the_entrant)
