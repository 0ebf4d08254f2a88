"""What every kind of act is about, and which acts stand in each other's way."""

from __future__ import annotations

from typing import Any

import pytest

from gamelog.contest.acts import (
    KINDS,
    challenges,
    entries,
    groups,
    penalties,
    people,
    results,
    rosters,
    rounds,
    setting,
    soft,
)
from gamelog.contest.conflicts import concerns, concerns_of, stands
from gamelog.contest.outcomes import BattleOutcome
from gamelog.contest.state import TournamentState
from gamelog.contest.stream import StoredAct
from gamelog.contest.terms import Terms
from rules.kernel.canonical import tag_of
from tests.contest.desk import AT, Desk

TABLE: dict[str, Any] = {"round": 1, "table": 2}
TERMS = Terms(ruleset="kt")
ABOUT: list[tuple[Any, set[str]]] = [
    (setting.Announce("Cup", TERMS), set()),
    (setting.Rename("Cup"), {"title"}),
    (setting.SetTerms(TERMS), set()),
    (setting.OpenRegistration(), set()),
    (setting.CloseRegistration(), set()),
    (setting.Cancel("no hall"), set()),
    (setting.Finish(), set()),
    (setting.Reopen("a hall"), set()),
    (entries.Register(), {"registration"}),
    (entries.Admit(3, "a table more"), {"entrant 3"}),
    (entries.CorrectEntry(3, "misread"), {"entrant 3"}),
    (entries.Drop(3), {"entrant 3"}),
    (entries.Return(3), {"entrant 3"}),
    (entries.NoShow(2, 1), {"entrant 2", "table 1/2"}),
    (entries.NoShow(2, 9), {"entrant 2", "table 9/0"}),
    (entries.CheckIn(3), {"entrant 3"}),
    (entries.UndoCheckIn(3), {"entrant 3"}),
    (entries.AskBye(3, 2), {"entrant 3"}),
    (entries.WithdrawBye(3, 2), {"entrant 3"}),
    (entries.Forbid(1, 3, "one household"), {"entrant 1", "entrant 3"}),
    (entries.Allow(1, 3, "they made up"), {"entrant 1", "entrant 3"}),
    (rosters.SubmitRoster(3, "a" * 64), {"entrant 3"}),
    (rosters.LockRosters(), set()),
    (rosters.UnlockRoster(3, "a typo"), {"entrant 3"}),
    (groups.DrawGroups(), set()),
    (groups.AssignGroups(((3, 1),)), {"groups"}),
    (rounds.PairRound(2), set()),
    (rounds.RePair(1, "late"), set()),
    (rounds.MoveTable(1, 2, 5, "light"), set()),
    (rounds.StartClock(1), {"clock"}),
    (rounds.PauseClock(1), {"clock"}),
    (rounds.ExtendClock(1, 5, "fire drill"), {"clock"}),
    (rounds.OpenTable(**TABLE, game="g"), {"table 1/2"}),
    (rounds.ChooseCaptain(**TABLE, side="a", players=(1,)), {"captain 1/2 a"}),
    (challenges.Challenge(1, 3), {"entrant 1", "entrant 3"}),
    (challenges.EnterMatch(1, 3), {"entrant 1", "entrant 3"}),
    (challenges.AnswerChallenge(5, accept=True), {"table 1/5"}),
    (challenges.CallOff(5, "ill"), {"table 1/5"}),
    (results.ReportResult(**TABLE, side="a", report=BattleOutcome()), {"table 1/2"}),
    (results.Confirm(**TABLE), {"table 1/2"}),
    (results.Dispute(**TABLE, side="a", reason="no"), {"table 1/2"}),
    (results.Concede(**TABLE, side="a"), {"table 1/2"}),
    (results.Enter(**TABLE, report=BattleOutcome()), {"table 1/2"}),
    (results.Clear(**TABLE, reason="a slip"), {"table 1/2"}),
    (results.TakeGame(**TABLE, report=BattleOutcome(), game="g", head="h"), {"table 1/2"}),
    (results.Rule(**TABLE, report=BattleOutcome(), reason="seen"), {"table 1/2"}),
    (penalties.Penalise(3, "warning", "late"), {"entrant 3"}),
    (penalties.Lift(9, "appeal"), {"penalty 9"}),
    (people.Appoint("judge", "p1"), {"person p1"}),
    (people.Dismiss("judge", "p1"), {"person p1"}),
    (people.SetWebhook("h1", "added"), {"webhook h1"}),
    (soft.GiveSoft("paint", (soft.Marked(1, 500),)), {"soft paint 0"}),
    (soft.RateOpponent("fair", **TABLE, side="a", points=500), {"soft fair 1/2 a"}),
    (soft.Vote("favourite", 1, 2), {"soft favourite 1"}),
    (soft.WithdrawSoft("favourite", 1), {"soft favourite 1"}),
]


@pytest.fixture(scope="module")
def state() -> TournamentState:
    """Four players in a round whose second table is that of entrant 2."""
    desk = Desk().enter(4).pair()
    pair = desk.state.rounds[0].pair_of(2)
    assert pair
    if pair.table != 2:
        desk.do(rounds.MoveTable(1, pair.table, 2, "light"))
    return desk.state


@pytest.mark.parametrize(("act", "words"), ABOUT, ids=lambda value: "" if isinstance(value, set) else tag_of(value))
def test_what_an_act_is_about(state: TournamentState, act: Any, words: set[str]) -> None:
    assert concerns(state, act) == words
    number = getattr(act, "round", None)
    assert concerns_of(state, act).rounds in ((number,), ()) if number else not concerns_of(state, act).rounds


def test_every_act_is_tried() -> None:
    assert {tag_of(act) for act, _words in ABOUT} == {kind.tag for kind in KINDS}


@pytest.mark.parametrize(
    ("since", "holds"),
    [
        ([results.Enter(1, 1, BattleOutcome())], True),
        ([results.Enter(1, 2, BattleOutcome())], False),
        ([results.Enter(1, 1, BattleOutcome()), rounds.StartClock(1)], True),
        ([rounds.RePair(1, "late")], False),
        ([], False),
    ],
    ids=["another table", "the same table", "two others", "the whole event", "nothing"],
)
def test_a_result_still_stands(state: TournamentState, since: list[Any], holds: bool) -> None:
    stored = [StoredAct(state.number + 1, each, AT) for each in since]
    assert stands(state, results.Enter(1, 2, BattleOutcome()), stored) is holds
    assert not stands(state, setting.Finish(), stored), "an act about the whole event is always looked at again"
