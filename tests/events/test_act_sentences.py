"""Every act of an event has a sentence in both languages."""

import re
from types import SimpleNamespace
from typing import Any

import pytest
from django.utils import translation

from frontend.tournaments import act_sentences, history
from frontend.tournaments.visit import of_tournament
from gamelog.contest.acts import KINDS, challenges, entries, groups, penalties, results, rosters, rounds, setting, soft
from gamelog.contest.acts import people as offices
from gamelog.contest.outcomes import BattleOutcome, SideOutcome
from gamelog.contest.pairing.request import Pair, Paired, Request
from gamelog.contest.stream import StoredAct
from gamelog.contest.terms import Terms
from gamelog.people.services import participant_of
from rules.kernel.canonical import tag_of
from tests.tournaments import making

CYRILLIC = re.compile("[а-яё]", re.I)
NAMES = {(1, 0): "Ada", (2, 0): "Boris", (1, 1): "Ann", (3, 0): "Carol"}
RESULT = BattleOutcome(a=SideOutcome(victory=1250), b=SideOutcome(victory=700))
PAIRED = Paired("1", (Pair(4, 1, 2),), bye=3)
MADE_FROM = Request(round=1, format="swiss", candidates=())
AT: Any = {"round": 2, "table": 4}
SAMPLES: list[tuple[Any, str]] = [
    (setting.Announce("Muster", Terms(ruleset="kt")), "The event is announced: Muster"),
    (setting.Rename("Winter"), "The event is now called: Winter"),
    (setting.SetTerms(Terms(ruleset="kt")), "The terms of the event are changed"),
    (setting.OpenRegistration(), "Registration opens"),
    (setting.CloseRegistration(), "Registration closes"),
    (setting.Cancel("snow"), "The event is cancelled"),
    (setting.Finish(), "The event is over"),
    (setting.Reopen("a mistake"), "The event continues"),
    (entries.Register(), "Ada registers"),
    (entries.Admit(1, "fair"), "Ada gets a place from the waiting list"),
    (entries.CorrectEntry(1, "typo", faction="Kroot", rating=5), "The entry of Ada is corrected: army, rating"),
    (entries.Drop(1), "Ada leaves the event"),
    (entries.Return(1), "Ada is back in the event"),
    (entries.NoShow(1, 2), "Ada did not show up for round 2"),
    (entries.NoShow(1, 2, drop=True), "Ada did not show up for round 2 and is out"),
    (entries.CheckIn(1), "Ada checks in"),
    (entries.UndoCheckIn(1), "The check-in of Ada is undone"),
    (entries.AskBye(1, 3), "Ada asks for a half-point bye in round 3"),
    (entries.AskBye(1, 3, "zero-bye"), "Ada sits out round 3, for no points"),
    (entries.WithdrawBye(1, 3), "Ada will play in round 3 after all"),
    (challenges.Challenge(1, 2), "Ada challenges Boris"),
    (challenges.AnswerChallenge(1, accept=True), "Boris accepts the challenge of Ada"),
    (challenges.AnswerChallenge(1, accept=False), "Boris declines the challenge of Ada"),
    (challenges.EnterMatch(1, 2), "The staff enters a match of Ada and Boris"),
    (challenges.CallOff(1, "ill"), "The match of Ada and Boris is off"),
    (entries.Forbid(1, 2, "family"), "Ada and Boris will not be paired"),
    (entries.Allow(1, 2, "made up"), "Ada and Boris may be paired again"),
    (rosters.SubmitRoster(1, "0" * 64, 1, 125, 9), "Ann submits a roster: 125 points, 9 models"),
    (rosters.SubmitRoster(1, "0" * 64, 1, 125, 9, ("125 points",)),
     "Ann submits a roster: 125 points, 9 models; over the limits"),
    (groups.DrawGroups(), "The groups are drawn"),
    (groups.AssignGroups(((1, 1), (2, 2))), "Players are put into groups: Ada – A, Boris – B"),
    (rosters.LockRosters(), "Rosters are locked, and everybody can read them"),
    (rosters.UnlockRoster(1, "wrong file"), "Ada may submit another roster"),
    (rounds.PairRound(2, request=MADE_FROM, paired=PAIRED), "Round 2 is paired, 1 table, bye: Carol"),
    (rounds.PairRound(2, lifted=("rematch",), request=MADE_FROM, paired=PAIRED),
     "Round 2 is paired, 1 table, bye: Carol, lifted: nobody meets the same opponent twice"),
    (rounds.RePair(2, "late", request=MADE_FROM, paired=PAIRED), "Round 2 is paired again, 1 table, bye: Carol"),
    (rounds.MoveTable(2, 4, 9, "light"), "Round 2: the pair at table 4 moves to table 9"),
    (rounds.StartClock(2), "The clock of round 2 is running"),
    (rounds.PauseClock(2), "The clock of round 2 is paused"),
    (rounds.ExtendClock(2, 10, "fire"), "Round 2: 10 min more"),
    (rounds.ExtendClock(2, -5, "early"), "Round 2: 5 min less"),
    (rounds.OpenTable(**AT, game="x"), "The table now has a game record (round 2, table 4)"),
    (rounds.ChooseCaptain(**AT, side="a", players=(3,)), "The captain of Ada has chosen (round 2, table 4)"),
    (results.ReportResult(**AT, side="b", report=RESULT), "Boris reports (round 2, table 4): Ada 12.5 : 7 Boris"),
    (results.Confirm(**AT, side="a"), "Ada confirms the result (round 2, table 4)"),
    (results.Confirm(**AT), "The result is confirmed (round 2, table 4)"),
    (results.Dispute(**AT, side="a", reason="no"), "Ada disputes the result (round 2, table 4)"),
    (results.Concede(**AT, side="a", report=RESULT), "Ada concedes (round 2, table 4): Ada 12.5 : 7 Boris"),
    (results.Enter(**AT, board=3, report=RESULT),
     "The staff enters a result (round 2, table 4, board 3): Ada 12.5 : 7 Boris"),
    (results.Enter(**AT, report=BattleOutcome(forfeit="b")),
     "The staff enters a result (round 2, table 4): Boris did not play"),
    (results.Clear(**AT, reason="slip"), "The staff removes a result (round 2, table 4)"),
    (results.TakeGame(**AT, report=RESULT, game="x", head="y"),
     "The result is taken from the verified game (round 2, table 4): Ada 12.5 : 7 Boris"),
    (results.TakeGame(**AT, report=RESULT, game="x", head="y", standing="disputed"),
     "The result is taken from a game that has findings (round 2, table 4): Ada 12.5 : 7 Boris"),
    (results.TakeGame(**AT, report=RESULT, game="x", head="y", standing="ruled"),
     "The result follows a judge's ruling in the game (round 2, table 4): Ada 12.5 : 7 Boris"),
    (results.Rule(**AT, report=BattleOutcome(winner="b", a=SideOutcome(victory=900)), reason="slow"),
     "The judge rules (round 2, table 4): Ada 9 : 0 Boris, won by Boris"),
    (penalties.Penalise(1, "warning", "late"), "Ada is warned"),
    (penalties.Penalise(1, "points", "late", match=-100, battle=50),
     "Ada: match points −1, battle points 0.5 by a judge"),
    (penalties.Penalise(1, "disqualification", "cheating"), "Ada is disqualified"),
    (penalties.Lift(12, "appeal"), "The penalty of entry 12 is lifted"),
    (soft.GiveSoft("painting", (soft.Marked(1, 700),)), "The staff enters soft scores"),
    (soft.RateOpponent("sports", 2, 7, "a", 400), "A player rates their opponent"),
    (soft.Vote("favourite", 1, 2), "A player votes for an opponent"),
    (soft.WithdrawSoft("favourite", 1), "A rating or a vote is withdrawn"),
    (offices.Appoint(person="P1", role="judge"), "Julia is now: judge"),
    (offices.Dismiss(person="P1", role="judge"), "Julia is no longer: judge"),
    (offices.SetWebhook("h1", "added"), "A webhook is added"),
    (offices.SetWebhook("h1", "switched-on"), "A webhook is switched on again"),
    (offices.SetWebhook("h1", "removed"), "A webhook is removed"),
]  # fmt: skip
BESIDE = act_sentences.ActContext(entered={7: 1}, pairs={7: (1, 2)}, people={"P1": "Julia"})


def said(act: Any) -> str:
    return act_sentences.sentence(StoredAct(7, act, "2026-05-01T10:00:00Z"), NAMES, BESIDE)


def test_every_type_of_act_has_a_sentence() -> None:
    kinds: list[Any] = [kind.struct for kind in KINDS]
    tags = {str(kind.__struct_config__.tag) for kind in kinds}
    assert set(act_sentences.SENTENCES) == tags
    assert {tag_of(act) for act, _text in SAMPLES} == tags, "and every one of them is tried below"


@pytest.mark.parametrize(("act", "text"), SAMPLES, ids=lambda value: "" if isinstance(value, str) else tag_of(value))
def test_what_is_said(act: Any, text: str) -> None:
    with translation.override("en"):
        assert said(act) == text
    with translation.override("ru"):
        russian = said(act)
    assert CYRILLIC.search(russian)
    assert "%(" not in russian


def test_without_anything_beside_it_an_act_is_told_by_numbers() -> None:
    entry = StoredAct(7, results.ReportResult(**AT, side="b", report=RESULT), "2026-05-01T10:00:00Z")
    with translation.override("en"):
        text = act_sentences.sentence(entry, {})
    assert text == "the second side reports (round 2, table 4): the first side 12.5 : 7 the second side"


@pytest.mark.django_db
def test_who_sat_at_a_table_is_told_as_of_the_act(people: SimpleNamespace) -> None:
    """Moving a table, or pairing its round again, does not change what was said about it before."""
    made = making.announce(people.organiser)
    making.register(made, *(getattr(people, f"p{number}") for number in range(1, 5)))
    making.pair_round(made)
    first, second = making.state_of(made).rounds[0].paired.pairs
    making.act(made, people.organiser, results.Enter(round=1, table=second.table, report=RESULT))
    making.act(made, people.organiser, results.Clear(round=1, table=second.table, reason="a slip"))
    making.act(made, people.organiser, rounds.MoveTable(round=1, table=second.table, to=8, reason="light"))
    making.act(made, people.organiser, results.Enter(round=1, table=8, report=RESULT))
    making.act(made, people.organiser, rounds.RePair(round=1, reason="late", by_hand=((first.b, first.a),)))
    now = making.state_of(made).rounds[0].pair_of(first.a)
    assert now
    making.act(made, people.organiser, results.Enter(round=1, table=now.table, report=RESULT))
    visit = of_tournament(made, people.organiser)
    every = history.acts(visit)
    with translation.override("en"):
        lines = [each.text for each in history.entries_in_words(visit, every, every)]
    entered = [each.partition(": ")[2] for each in lines if each.startswith("The staff enters")]
    names = {number: f"p{number}" for number in range(1, 5)}
    assert entered == [
        f"{names[second.a]} 12.5 : 7 {names[second.b]}",
        f"{names[second.a]} 12.5 : 7 {names[second.b]}",
        f"{names[now.a]} 12.5 : 7 {names[now.b]}",
    ]


@pytest.mark.django_db
def test_the_author_is_named_with_the_office(people: SimpleNamespace) -> None:
    entry = StoredAct(1, setting.OpenRegistration(), "2026-05-01T10:00:00Z", participant_of(people.judge), "judge")
    with translation.override("en"):
        assert act_sentences.author(entry, {participant_of(people.judge): "julia"}) == "julia, judge"
        assert act_sentences.author(entry, {}) == "judge"
