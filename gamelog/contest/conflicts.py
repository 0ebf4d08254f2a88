"""The subjects of acts, so that acts on different subjects do not conflict.

Two people at the desk, and sixty tables that report: nearly always something has been stored since a page was shown. If
that is about another entrant, another table, or the clock, the decision on the page still holds, and the act is stored
after it. If it is about the same subject, or about the event as a whole, the page is shown again. Captains choose at
the same time and in secret: one does not wait for the other.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from gamelog.contest.acts import kind_of
from gamelog.contest.concerns import Concerns
from gamelog.contest.state import TournamentState
from gamelog.contest.stream import StoredAct


def concerns_of(state: TournamentState, act: Any) -> Concerns:
    """The entrants, tables, rounds and topics that an act is about."""
    return kind_of(act).concerns(state, act)


def concerns(state: TournamentState, act: Any) -> frozenset[str]:
    """The subject of an act, as words; empty for the event as a whole."""
    return concerns_of(state, act).words()


def stands(state: TournamentState, act: Any, since: Sequence[StoredAct]) -> bool:
    """Whether the basis of an act still holds after the acts stored `since`."""
    mine = concerns(state, act)
    if not mine or not since:
        return False
    others = [concerns(state, each.act) for each in since]
    return all(each and not each & mine for each in others)
