"""Soft scores: the staff give marks, players rate their opponent after a game and vote for a favourite opponent.

Marks are given until the event is finished; who gave one is for the staff alone (`gamelog.tournaments.visibility`).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

import msgspec
from msgspec import Meta

from gamelog.contest.act_kind import ActKind
from gamelog.contest.acts.entries import Number
from gamelog.contest.acts.results import Side, own_side
from gamelog.contest.concerns import Concerns
from gamelog.contest.effects import Effect, SoftGiven, SoftWithdrawn
from gamelog.contest.pairing.request import Pair
from gamelog.contest.points import said
from gamelog.contest.preconditions import entrant_of, in_phase, require, round_of
from gamelog.contest.roles import PLAYER, PLAYERS, STAFF, is_entrant
from gamelog.contest.soft import met, played
from gamelog.contest.state import SoftMark, TournamentState
from gamelog.contest.terms import Word
from gamelog.contest.terms_soft import Giver, Points, SoftCategory

RoundOrEvent = Annotated[int, Meta(ge=0, le=999)]
"""A round; 0 is the event as a whole."""
Salt = Annotated[str, Meta(max_length=64)]
"""The site draws it: marks are so few that the hash of an act, which everybody sees, would give one away."""


def category_of(state: TournamentState, word: str, *givers: Giver) -> SoftCategory:
    """A category in which these give marks. Raises: Refused `no-category`, `not-its-giver`."""
    found = state.terms.soft_category(word)
    known = ", ".join(each.id for each in state.terms.soft) or "none"
    require(found, "no-category", "$.category", f"there is no category {word}; there are: {known}")
    assert found
    wanted = {"staff": "the staff", "opponent": "opponents", "vote": "the players' votes"}[found.by]
    require(found.by in givers, "not-its-giver", "$.category", f"marks for {word} are given by {wanted}", by=found.by)
    return found


def require_mark(category: SoftCategory, points: int, path: str) -> None:
    """Refuse a mark that the category does not have. Raises: Refused `bad-mark`."""
    require(category.least <= points <= category.most, "bad-mark", path,
            f"marks for {category.id} are {said(category.least)} to {said(category.most)}, not {said(points)}",
            least=category.least, most=category.most)  # fmt: skip


def the_category(state: TournamentState, act: GiveSoft) -> Concerns:
    """The marks of a category in a round."""
    return Concerns(topics=(f"soft {act.category} {act.round}",))


class Marked(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """The mark of an entrant, in hundredths; null takes it back."""

    entrant: Number
    points: Points | None


class GiveSoft(msgspec.Struct, frozen=True, omit_defaults=True, tag="give-soft", forbid_unknown_fields=True):
    """The staff give marks of one category, in a round or (`round` 0) for the event. Later ones count."""

    category: Word
    marks: Annotated[tuple[Marked, ...], Meta(min_length=1, max_length=10_000)]
    round: RoundOrEvent = 0
    salt: Salt = ""


def check_give(state: TournamentState, act: GiveSoft) -> None:
    """Raises: Refused `wrong-phase`, `no-category`, `not-its-giver`, `no-round`, `no-entrant`, `already`, `bad-mark`,
    `no-mark`.
    """
    in_phase(state, "registration", "ready", "running")
    category = category_of(state, act.category, "staff")
    if category.each == "round":
        round_of(state, act.round)
    else:
        require(not act.round, "no-round", "$.round", f"{act.category} is marked once for the event, in no round")
    known = {each.key for each in state.soft}
    for at, each in enumerate(act.marks):
        path = f"$.marks[{at}]"
        entrant_of(state, each.entrant, f"{path}.entrant")
        twice = each.entrant in [before.entrant for before in act.marks[:at]]
        require(not twice, "already", f"{path}.entrant", f"entrant {each.entrant} is marked twice")
        if each.points is None:
            mark = SoftMark(act.category, each.entrant, 0, act.round)
            require(mark.key in known, "no-mark", f"{path}.points", f"entrant {each.entrant} has no mark to take back")
        else:
            require_mark(category, each.points, f"{path}.points")


def effects_give(state: TournamentState, act: GiveSoft, at: str) -> Iterator[Effect]:
    """A mark for each entrant, or none any more."""
    for each in act.marks:
        if each.points is None:
            yield SoftWithdrawn(act.category, each.entrant, act.round)
        else:
            yield SoftGiven(act.category, each.entrant, each.points, act.round)


GIVE_SOFT = ActKind(GiveSoft, check_give, effects_give, who=STAFF, concerns=the_category)


class RateOpponent(msgspec.Struct, frozen=True, omit_defaults=True, tag="rate-opponent", forbid_unknown_fields=True):
    """A player marks the opponent of a game that has a result; again, to change the mark."""

    category: Word
    round: Number
    table: Number
    side: Side
    points: Points
    board: Annotated[int, Meta(ge=0, le=0)] = 0
    """Teams mark each other, not their boards: always 0."""
    salt: Salt = ""


def _sides(pair: Pair, side: Side) -> tuple[int, int]:
    """The giver and the one who is marked."""
    return (pair.a, pair.b) if side == "a" else (pair.b, pair.a)


def check_rate(state: TournamentState, act: RateOpponent) -> None:
    """Raises: Refused `wrong-phase`, `no-category`, `not-its-giver`, `no-round`, `no-table`, `no-result`, `bad-mark`,
    `top-marks`.
    """
    in_phase(state, "running")
    category = category_of(state, act.category, "opponent")
    found = round_of(state, act.round)
    pair = found.pair_at(act.table)
    require(pair, "no-table", "$.table", f"nobody plays at table {act.table} in round {act.round}")
    assert pair
    over = played(state, found, pair)
    require(over, "no-result", "$.table", f"table {act.table} has no result yet: opponents are marked after the game")
    require_mark(category, act.points, "$.points")
    giver, _other = _sides(pair, act.side)
    if category.top_marks and act.points == category.most:
        given = sum(
            each.category == act.category and each.giver == giver and each.points == category.most
            and each.round != act.round
            for each in state.soft
        )  # fmt: skip
        require(given < category.top_marks, "top-marks", "$.points",
                f"the highest mark for {act.category} may be given to {category.top_marks}, and it is given already",
                top_marks=category.top_marks)  # fmt: skip


def effects_rate(state: TournamentState, act: RateOpponent, at: str) -> Iterator[Effect]:
    """The mark of the opponent."""
    pair = round_of(state, act.round).pair_at(act.table)
    assert pair
    giver, marked = _sides(pair, act.side)
    yield SoftGiven(act.category, marked, act.points, act.round, giver)


def the_giver_at(state: TournamentState, act: RateOpponent) -> Concerns:
    """The mark of one side of a table."""
    return Concerns(topics=(f"soft {act.category} {act.round}/{act.table} {act.side}",))


RATE_OPPONENT = ActKind(RateOpponent, check_rate, effects_rate, who=PLAYER, concerns=the_giver_at, own=own_side)


class Vote(msgspec.Struct, frozen=True, omit_defaults=True, tag="vote", forbid_unknown_fields=True):
    """A player (`entrant`) votes for somebody they met; again, to change the vote."""

    category: Word
    entrant: Number
    opponent: Number
    salt: Salt = ""


def check_vote(state: TournamentState, act: Vote) -> None:
    """Raises: Refused `wrong-phase`, `no-category`, `not-its-giver`, `no-entrant`, `not-met`."""
    in_phase(state, "running")
    category_of(state, act.category, "vote")
    entrant_of(state, act.entrant)
    entrant_of(state, act.opponent, "$.opponent")
    require(act.opponent in met(state, act.entrant), "not-met", "$.opponent",
            f"a vote is for somebody whom entrant {act.entrant} played against: {act.opponent} is not")  # fmt: skip


def effects_vote(state: TournamentState, act: Vote, at: str) -> Iterator[Effect]:
    """The vote, in the place of an earlier one."""
    yield SoftGiven(act.category, act.opponent, category_of(state, act.category, "vote").most, 0, act.entrant)


def the_voter(state: TournamentState, act: Vote) -> Concerns:
    """The vote of one player."""
    return Concerns(topics=(f"soft {act.category} {act.entrant}",))


def own_vote(state: TournamentState, act: Vote, person: str) -> bool:
    """Whether somebody votes for themselves as a voter."""
    return is_entrant(state, act.entrant, person)


VOTE = ActKind(Vote, check_vote, effects_vote, who=PLAYER, concerns=the_voter, own=own_vote)


class WithdrawSoft(msgspec.Struct, frozen=True, omit_defaults=True, tag="withdraw-soft", forbid_unknown_fields=True):
    """A mark or a vote that a player (`giver`) gave counts no more: they took it back, or the staff did."""

    category: Word
    giver: Number
    round: RoundOrEvent = 0
    salt: Salt = ""


def _given(state: TournamentState, act: WithdrawSoft) -> SoftMark | None:
    key = act.category, act.round, act.giver, 0
    return next((each for each in state.soft if each.key == key), None)


def check_withdraw(state: TournamentState, act: WithdrawSoft) -> None:
    """Raises: Refused `wrong-phase`, `no-category`, `not-its-giver`, `no-entrant`, `no-mark`."""
    in_phase(state, "running")
    category_of(state, act.category, "opponent", "vote")
    entrant_of(state, act.giver, "$.giver")
    require(_given(state, act), "no-mark", "$.giver", f"entrant {act.giver} gave no such mark for {act.category}")


def effects_withdraw(state: TournamentState, act: WithdrawSoft, at: str) -> Iterator[Effect]:
    """The mark is gone."""
    found = _given(state, act)
    assert found
    yield SoftWithdrawn(act.category, found.entrant, act.round, act.giver)


def own_mark(state: TournamentState, act: WithdrawSoft, person: str) -> bool:
    """Whether somebody gave the mark themselves."""
    return is_entrant(state, act.giver, person)


def the_mark(state: TournamentState, act: WithdrawSoft) -> Concerns:
    """The mark of one player, by where it was given."""
    if not act.round:
        return Concerns(topics=(f"soft {act.category} {act.giver}",))
    pair = state.rounds[act.round - 1].pair_of(act.giver) if act.round <= len(state.rounds) else None
    where = f"{pair.table} {'a' if pair.a == act.giver else 'b'}" if pair else str(act.giver)
    return Concerns(topics=(f"soft {act.category} {act.round}/{where}",))


WITHDRAW_SOFT = ActKind(
    WithdrawSoft, check_withdraw, effects_withdraw, who=PLAYERS, concerns=the_mark, own=own_mark
)  # fmt: skip
