"""The matches of a free league: a challenge, its answer, a match that staff enters, and what does not take place."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from gamelog.contest import free_league
from gamelog.contest.act_kind import ActKind
from gamelog.contest.acts.entries import Number
from gamelog.contest.acts.setting import Reason
from gamelog.contest.concerns import Concerns
from gamelog.contest.effects import ChallengeClosed, ChallengeMade, Effect, MatchAgreed, MatchCalledOff
from gamelog.contest.preconditions import entrant_of, in_phase, reason_of, require
from gamelog.contest.roles import PLAYERS, STAFF, is_entrant
from gamelog.contest.state import LeagueMatch, TournamentState, seat


def _may_meet(state: TournamentState, a: int, b: int) -> None:
    """Refuse two who may have no further match. Raises: Refused, see `free_league.why_not`."""
    in_phase(state, "running")
    require(state.terms.by_challenge, "fixed-pairs", "$.type",
            f"only in a free league do entrants agree on matches, not in {state.terms.format}")  # fmt: skip
    entrant_of(state, a, "$.a")
    entrant_of(state, b, "$.b")
    found = free_league.why_not(state, a, b)
    if found:
        raise found


def _in_season(state: TournamentState, at: str) -> None:
    terms = state.terms
    require(free_league.in_season(terms, at), "out-of-season", "$.type",
            f"the season is from {terms.starts or 'its beginning'} to {terms.ends or 'its end'}",
            starts=terms.starts, ends=terms.ends)  # fmt: skip


def the_two(state: TournamentState, act: Challenge | EnterMatch) -> Concerns:
    """The two who are to meet."""
    return Concerns(entrants=(act.a, act.b))


class Challenge(msgspec.Struct, frozen=True, omit_defaults=True, tag="challenge", forbid_unknown_fields=True):
    """Entrant `a` challenges entrant `b` to a match of a free league."""

    a: Number
    b: Number


def check_challenge(state: TournamentState, act: Challenge) -> None:
    """Raises: Refused `wrong-phase`, `fixed-pairs`, `no-entrant`, `not-entered`, `same-entrant`, `forbidden`,
    `already`, `rematch`.
    """
    _may_meet(state, act.a, act.b)


def effects_challenge(state: TournamentState, act: Challenge, at: str) -> Iterator[Effect]:
    """The challenge. Raises: Refused `out-of-season`: a check does not know the time."""
    _in_season(state, at)
    yield ChallengeMade(len(state.matches) + 1, act.a, act.b, at)


def own_challenge(state: TournamentState, act: Challenge, person: str) -> bool:
    """Whether somebody challenges for themselves."""
    return is_entrant(state, act.a, person)


CHALLENGE = ActKind(
    Challenge, check_challenge, effects_challenge, who=PLAYERS, concerns=the_two, own=own_challenge
)  # fmt: skip


class AnswerChallenge(
    msgspec.Struct, frozen=True, omit_defaults=True, tag="answer-challenge", forbid_unknown_fields=True
):
    """The challenged entrant accepts, and there is a match, or declines."""

    match: Number
    accept: bool


def _match(state: TournamentState, number: int, *standing: str) -> LeagueMatch:
    found = free_league.match_of(state, number)
    require(found, "no-match", "$.match", f"there is no match {number}; there are {len(state.matches)}")
    assert found
    require(found.standing in standing, "answered", "$.match", f"match {number} is {found.standing} already")
    return found


def check_answer(state: TournamentState, act: AnswerChallenge) -> None:
    """Raises: Refused `wrong-phase`, `no-match`, `answered`, `not-entered`."""
    in_phase(state, "running")
    found = _match(state, act.match, "asked")
    for each in (found.a, found.b) if act.accept else ():
        here = state.entrants[each].status == "entered"
        require(here, "not-entered", "$.match", f"entrant {each} has left the league")


def effects_answer(state: TournamentState, act: AnswerChallenge, at: str) -> Iterator[Effect]:
    """The match, or the end of the challenge. Raises: Refused `out-of-season`."""
    if not act.accept:
        yield ChallengeClosed(act.match, "declined", at)
        return
    _in_season(state, at)
    yield MatchAgreed(act.match, at)


def the_match(state: TournamentState, act: AnswerChallenge | CallOff) -> Concerns:
    """The table that has the number of the match."""
    return Concerns(tables=((free_league.SEASON, act.match),))


def own_answer(state: TournamentState, act: AnswerChallenge, person: str) -> bool:
    """Whether it is somebody who was challenged."""
    found = free_league.match_of(state, act.match)
    return found is not None and is_entrant(state, found.b, person)


ANSWER_CHALLENGE = ActKind(
    AnswerChallenge, check_answer, effects_answer, who=PLAYERS, concerns=the_match, own=own_answer
)  # fmt: skip


class EnterMatch(msgspec.Struct, frozen=True, omit_defaults=True, tag="enter-match", forbid_unknown_fields=True):
    """Staff enters a match of a free league that two have agreed on, before or after the season too."""

    a: Number
    b: Number


def check_enter_match(state: TournamentState, act: EnterMatch) -> None:
    """Raises: Refused, as `check_challenge`."""
    _may_meet(state, act.a, act.b)


def effects_enter_match(state: TournamentState, act: EnterMatch, at: str) -> Iterator[Effect]:
    """The match."""
    number = len(state.matches) + 1
    yield ChallengeMade(number, act.a, act.b, at)
    yield MatchAgreed(number, at)


ENTER_MATCH = ActKind(EnterMatch, check_enter_match, effects_enter_match, who=STAFF, concerns=the_two)


class CallOff(msgspec.Struct, frozen=True, omit_defaults=True, tag="call-off", forbid_unknown_fields=True):
    """A challenge is withdrawn by whoever made it, or a match that was agreed on does not take place."""

    match: Number
    reason: Reason = ""


def check_call_off(state: TournamentState, act: CallOff) -> None:
    """Raises: Refused `wrong-phase`, `no-match`, `answered`, `reason-wanted`, `has-result`."""
    in_phase(state, "running")
    found = _match(state, act.match, "asked", "agreed")
    if found.standing == "agreed":
        reason_of(act.reason)
        season, key = state.rounds[0], seat(act.match)
        begun = key in season.results or key in season.games
        require(not begun, "has-result", "$.match", f"match {act.match} has a result or a record already")


def effects_call_off(state: TournamentState, act: CallOff, at: str) -> Iterator[Effect]:
    """There is no such challenge or match any more."""
    found = _match(state, act.match, "asked", "agreed")
    if found.standing == "asked":
        yield ChallengeClosed(act.match, "withdrawn", at, act.reason)
    else:
        yield MatchCalledOff(act.match, at, act.reason)


def own_call_off(state: TournamentState, act: CallOff, person: str) -> bool:
    """Whether somebody withdraws a challenge of theirs; a match that was agreed on is for staff."""
    found = free_league.match_of(state, act.match)
    return found is not None and found.standing == "asked" and is_entrant(state, found.a, person)


CALL_OFF = ActKind(CallOff, check_call_off, effects_call_off, who=PLAYERS, concerns=the_match, own=own_call_off)
