"""What an act is about, so that acts about something else do not stand in its way.

Two people at the desk, and sixty tables that report: nearly always something was stored since a page was shown. Where
that is about another entrant, another table, or the clock, what was decided on the page still holds, and the act is
stored after it. Where it is about the same, or about the tournament as a whole, the page is shown again. Captains
choose at the same time and in secret: one does not wait for the other.
"""

from __future__ import annotations

from typing import Any

from gamelog.contest.acts import entries, penalties, people, results, rosters, rounds, setting
from gamelog.contest.state import State
from gamelog.contest.stream import Entry

_OF_ENTRANT = (
    entries.Admit | entries.CorrectEntry | entries.Drop | entries.Return | entries.CheckIn | entries.UndoCheckIn
    | entries.AskBye | entries.WithdrawBye | rosters.SubmitRoster | rosters.UnlockRoster | penalties.Penalise
)  # fmt: skip
_OF_TABLE = (
    results.ReportResult | results.Confirm | results.Dispute | results.Concede | results.Enter | results.Clear
    | results.TakeGame | results.Rule | rounds.OpenTable
)  # fmt: skip


def concerns(state: State, act: Any) -> frozenset[str]:
    """What an act is about; empty where it is about the tournament as a whole."""
    if isinstance(act, _OF_ENTRANT):
        return frozenset({f"entrant {act.entrant}"})
    if isinstance(act, _OF_TABLE):
        return frozenset({f"table {act.round}/{act.table}"})
    match act:
        case entries.NoShow():
            found = state.rounds[act.round - 1] if 1 <= act.round <= len(state.rounds) else None
            pair = found.pair_of(act.entrant) if found else None
            return frozenset({f"entrant {act.entrant}", f"table {act.round}/{pair.table if pair else 0}"})
        case entries.Forbid() | entries.Allow():
            return frozenset({f"entrant {act.a}", f"entrant {act.b}"})
        case rounds.ChooseCaptain():
            return frozenset({f"captain {act.round}/{act.table} {act.side}"})
        case entries.Register():
            return frozenset({"registration"})
        case rounds.StartClock() | rounds.PauseClock() | rounds.ExtendClock():
            return frozenset({"clock"})
        case penalties.Lift():
            return frozenset({f"penalty {act.penalty}"})
        case people.Appoint() | people.Dismiss():
            return frozenset({f"person {act.person}"})
        case people.SetWebhook():
            return frozenset({f"webhook {act.webhook}"})
        case setting.Rename():
            return frozenset({"title"})
    return frozenset()


def stands(state: State, act: Any, since: list[Entry]) -> bool:
    """Whether what an act was decided on still holds after the acts that were stored `since`."""
    mine = concerns(state, act)
    if not mine or not since:
        return False
    others = [concerns(state, each.act) for each in since]
    return all(each and not each & mine for each in others)
