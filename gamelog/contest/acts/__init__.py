"""Everything that can be done to an event. An act is declared, checked against the state, and stored for ever.

Each module holds acts of one kind: the struct, what refuses it (`check`), and what it changes (`apply`). Who may
declare which act is not decided here: see `gamelog.tournaments.roles`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple, TypeAlias

from gamelog.contest.acts import entries, penalties, people, results, rosters, rounds, setting
from gamelog.contest.state import State

Act: TypeAlias = (
    setting.Announce | setting.SetTerms | setting.Rename | setting.OpenRegistration | setting.CloseRegistration
    | setting.Cancel | setting.Finish | setting.Reopen
    | entries.Register | entries.Admit | entries.Drop | entries.Return | entries.NoShow | entries.CorrectEntry
    | entries.CheckIn | entries.UndoCheckIn | entries.AskBye | entries.WithdrawBye | entries.Forbid | entries.Allow
    | rosters.SubmitRoster | rosters.LockRosters | rosters.UnlockRoster
    | rounds.PairRound | rounds.RePair | rounds.MoveTable | rounds.StartClock | rounds.PauseClock | rounds.ExtendClock
    | rounds.OpenTable | rounds.ChooseCaptain
    | results.ReportResult | results.Confirm | results.Dispute | results.Enter | results.Clear | results.TakeGame
    | results.Rule | results.Concede
    | penalties.Penalise | penalties.Lift
    | people.Appoint | people.Dismiss | people.SetWebhook
)  # fmt: skip
"""Every act, told apart by its `type`."""


class Handler(NamedTuple):
    """What refuses an act, and what it changes. `apply` gets the act's number and time (ISO 8601)."""

    check: Callable[[State, Any], None]
    apply: Callable[[State, Any, int, str], None]


HANDLERS: dict[type, Handler] = {
    kind: Handler(*pair)
    for module in (setting, entries, rosters, rounds, results, penalties, people)
    for kind, pair in module.HANDLERS.items()
}
