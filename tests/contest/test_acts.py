"""Every act: what it changes, and everything that refuses it, by the code that programs read."""

from __future__ import annotations

from typing import Any, get_args

import msgspec
import pytest

from gamelog.contest import counting, draw, event_standings, stream, verification
from gamelog.contest.acts import KINDS, Act, entries, penalties, people, results, rosters, rounds, setting
from gamelog.contest.copying import copied
from gamelog.contest.errors import Refused
from gamelog.contest.outcomes import BattleOutcome, SideOutcome
from gamelog.contest.pairing.check import check
from gamelog.contest.state import TournamentState, open_seats
from gamelog.contest.terms import Bonus, RosterTerms, Scoring, TableTerms, TeamTerms, Terms, TieBreak
from rules.kernel.canonical import tag_of
from tests.contest.desk import AT, Desk, report

DIGEST = "a" * 64


@pytest.fixture
def desk() -> Desk:
    """Eight players, one of three rounds played."""
    return Desk(half_byes=1, late_entry=2).enter(8).play()


def paired() -> Desk:
    """Four players, the first round paired and nothing reported."""
    return Desk().enter(4).pair()


def test_every_act_has_a_word_of_its_own() -> None:
    tags = [tag_of(kind.struct) for kind in KINDS]
    assert len(set(tags)) == len(tags) > 40
    assert set(get_args(Act)) == {kind.struct for kind in KINDS}


def test_an_event_begins_with_its_announcement() -> None:
    with pytest.raises(Refused) as caught:
        stream.decide(TournamentState(), setting.OpenRegistration(), AT)
    assert caught.value.code == "not-announced"
    assert Desk().refused(setting.Announce(title="Again", terms=Terms(ruleset="kt"))).code == "already"


def test_wrong_terms_are_refused_with_all_that_is_wrong() -> None:
    terms = Terms(ruleset="kt", tables=(TableTerms(1), TableTerms(1)), tiebreaks=(TieBreak("sos", "7"),))
    with pytest.raises(Refused) as caught:
        stream.decide(TournamentState(), setting.Announce(title="Cup", terms=terms), AT)
    said = [caught.value.path, *(each.split(":")[0] for each in caught.value.facts["others"])]
    assert {path.split("[")[0] for path in said} == {"$.terms.tables", "$.terms.tiebreaks"}


@pytest.mark.parametrize(
    "change",
    [{"ruleset": "wh40k"}, {"format": "round-robin"}, {"teams": TeamTerms(size=3)}, {"double": True}, {"rounds": 0}],
    ids=lambda change: next(iter(change)),
)
def test_terms_that_are_fixed_once_a_round_is_paired(desk: Desk, change: dict[str, Any]) -> None:
    terms = msgspec.structs.replace(desk.state.terms, **change)
    refused = desk.refused(setting.SetTerms(terms=terms, reason="we thought again"))
    assert refused.code in ("fixed-terms", "bad-terms")
    assert refused.path.startswith("$.terms" if refused.code == "fixed-terms" else "$.")


def test_terms_change_later_only_with_a_reason(desk: Desk) -> None:
    longer = msgspec.structs.replace(desk.state.terms, rounds=4)
    assert desk.refused(setting.SetTerms(terms=longer)).code == "reason-wanted"
    desk.do(setting.SetTerms(terms=longer, reason="time for one more"))
    assert draw.rounds_of(desk.state) == 4


def test_the_cut_is_fixed_once_it_is_drawn() -> None:
    desk = Desk(format="swiss-cut", rounds=2, cut=2).enter(5).play().play()
    longer = msgspec.structs.replace(desk.state.terms, rounds=3)
    desk.do(setting.SetTerms(terms=longer, reason="time for one more"))
    desk.play().play()
    for change in ({"rounds": 4}, {"cut": 4}):
        terms = msgspec.structs.replace(desk.state.terms, **change)
        assert desk.refused(setting.SetTerms(terms=terms, reason="again")).path == f"$.terms.{next(iter(change))}"


def test_a_bonus_that_a_result_has_stays_in_the_terms() -> None:
    painted = Bonus("painted", "Painted", match=100)
    desk = Desk(scoring=Scoring(bonuses=(painted,))).enter(2).pair()
    desk.do(results.Enter(round=1, table=1, report=BattleOutcome(a=SideOutcome(bonuses=("painted",)))))
    without = setting.SetTerms(terms=msgspec.structs.replace(desk.state.terms, scoring=Scoring()), reason="no paint")
    refused = desk.refused(without)
    assert (refused.code, refused.path) == ("bad-report", "$.terms.scoring")
    desk.do(results.Enter(round=1, table=1, report=report(1, 0), reason="no paint"))
    assert desk.refused(without).code == "bad-report", "as played it is still there"


# entries


def test_who_comes_after_the_capacity_waits_and_moves_up() -> None:
    desk = Desk(capacity=2, rounds=1).enter(4)
    assert [each.status for each in desk.state.entrants.values()] == ["entered", "entered", "waiting", "waiting"]
    desk.do(entries.Drop(entrant=1))
    assert [each.status for each in desk.state.entrants.values()] == ["dropped", "entered", "entered", "waiting"]
    assert desk.refused(entries.Admit(entrant=4, reason="")).code == "reason-wanted"
    desk.do(entries.Admit(entrant=4, reason="the hall has one more table"))
    assert [each.number for each in desk.state.playing()] == [2, 3, 4]
    assert desk.refused(entries.Admit(entrant=4, reason="again")).code == "not-waiting"


def test_more_room_moves_up_who_waits() -> None:
    desk = Desk(capacity=2, rounds=1).enter(4)
    desk.do(setting.SetTerms(terms=msgspec.structs.replace(desk.state.terms, capacity=3)))
    assert [each.number for each in desk.state.waiting()] == [4]


def test_nobody_registers_twice_or_too_late() -> None:
    desk = Desk(late_entry=2).enter(4)
    assert desk.refused(entries.Register(person="p1")).code == "already"
    desk.play()
    desk.do(entries.Register(person="late"))
    assert desk.state.entrants[5].since == 2
    desk.play()
    assert desk.refused(entries.Register(person="later")).code == "too-late"
    absent = counting.cards(desk.state)[5].rounds[0]
    assert (absent.how, absent.match) == ("absent", 0)


def test_a_person_who_dropped_may_register_anew() -> None:
    desk = Desk().enter(2)
    desk.do(entries.Drop(entrant=1))
    desk.do(entries.Register(person="p1"))
    assert desk.state.entrants[3].person == "p1"


def test_a_team_has_as_many_members_as_the_terms_say() -> None:
    desk = Desk(teams=TeamTerms(size=2))
    desk.do(setting.OpenRegistration())
    member = entries.NewMember
    assert desk.refused(entries.Register(person="c")).code == "team-size"
    twice = entries.Register(person="c", members=(member("c"), member("c")))
    assert desk.refused(twice).path == "$.members"
    desk.do(entries.Register(person="c", members=(member("c"), member("d"))))
    assert desk.refused(entries.Register(person="e", members=(member("e"), member("d")))).code == "already"


def test_nobody_returns_beside_themselves() -> None:
    desk = Desk().enter(2)
    desk.do(entries.Drop(entrant=1))
    desk.do(entries.Register(person="p1"))
    assert desk.refused(entries.Return(entrant=1)).code == "already"


def test_an_entry_is_put_right_with_a_reason(desk: Desk) -> None:
    assert desk.refused(entries.CorrectEntry(entrant=1, reason="", faction="Orks")).code == "reason-wanted"
    assert desk.refused(entries.CorrectEntry(entrant=1, reason="typo", person="p2")).code == "already"
    assert desk.refused(entries.CorrectEntry(entrant=99, reason="typo")).code == "no-entrant"
    desk.do(entries.CorrectEntry(entrant=1, reason="typo", faction="Orks", rating=1))
    assert (desk.state.entrants[1].faction, desk.state.entrants[1].rating) == ("Orks", 1)


def test_who_drops_is_not_paired_and_stays_listed(desk: Desk) -> None:
    desk.do(entries.Drop(entrant=1))
    assert desk.refused(entries.Drop(entrant=1)).code == "already"
    desk.play()
    assert desk.state.rounds[1].pair_of(1) is None
    row = next(place for place in counting.table(desk.state).places if place.entrant == 1)
    assert row.card.withdrawn and [each.how for each in row.card.rounds] == ["played", "absent"]
    desk.do(entries.Return(entrant=1))
    assert desk.refused(entries.Return(entrant=1)).code == "not-dropped"
    desk.play()
    assert 1 in {each for pair in desk.state.rounds[2].paired.pairs for each in (pair.a, pair.b)}


def test_a_no_show_forfeits_and_may_be_out() -> None:
    desk = paired()
    pair = desk.state.rounds[0].paired.pairs[0]
    assert desk.refused(entries.NoShow(entrant=pair.a, round=2)).code == "no-round"
    desk.do(entries.NoShow(entrant=pair.a, round=1, drop=True))
    cards = counting.cards(desk.state)
    assert (cards[pair.a].rounds[0].how, cards[pair.b].rounds[0].how) == ("forfeit-loss", "forfeit-win")
    assert cards[pair.b].match() == 300 and desk.state.entrants[pair.a].status == "dropped"
    assert desk.refused(entries.NoShow(entrant=pair.b, round=1)).code == "has-result"


def test_who_has_the_bye_is_no_no_show() -> None:
    desk = Desk().enter(3).pair()
    assert desk.refused(entries.NoShow(entrant=desk.state.rounds[0].paired.bye, round=1)).code == "not-paired"


def test_check_in_wants_a_roster_where_the_terms_do() -> None:
    desk = Desk(check_in=True, rosters=RosterTerms(required=True)).enter(3)
    assert desk.refused(entries.CheckIn(entrant=1)).code == "roster-wanted"
    for number in (1, 2, 3):
        desk.do(rosters.SubmitRoster(entrant=number, sha256=DIGEST))
        desk.do(entries.CheckIn(entrant=number))
    desk.do(entries.UndoCheckIn(entrant=3))
    assert desk.refused(entries.UndoCheckIn(entrant=3)).code == "not-checked-in"
    desk.pair()
    assert {each.entrant for each in desk.state.rounds[0].request.candidates} == {1, 2}


def test_who_waits_cannot_check_in() -> None:
    assert Desk(capacity=2, rounds=1).enter(3).refused(entries.CheckIn(entrant=3)).code == "not-entered"


def test_byes_that_are_asked_for(desk: Desk) -> None:
    assert desk.refused(entries.AskBye(entrant=1, round=1)).code == "round-over"
    assert desk.refused(entries.AskBye(entrant=1, round=4)).code == "no-round"
    desk.do(entries.AskBye(entrant=1, round=2))
    assert desk.refused(entries.AskBye(entrant=1, round=3)).code == "too-many-byes"
    assert desk.refused(entries.WithdrawBye(entrant=1, round=3)).code == "no-bye"
    desk.do(entries.AskBye(entrant=2, round=2, kind="zero-bye"))
    desk.play()
    cards = counting.cards(desk.state)
    assert [(cards[number].rounds[1].how, cards[number].rounds[1].match) for number in (1, 2)] == [
        ("half-bye", 100), ("zero-bye", 0),
    ]  # fmt: skip


def test_a_bye_is_worth_nothing_to_who_left_before_its_round(desk: Desk) -> None:
    desk.do(entries.AskBye(entrant=1, round=2))
    desk.do(entries.Drop(entrant=1))
    desk.play()
    score = counting.cards(desk.state)[1].rounds[1]
    assert (score.how, score.match) == ("absent", 0)


def test_a_bye_can_be_taken_back(desk: Desk) -> None:
    desk.do(entries.AskBye(entrant=1, round=2))
    desk.do(entries.WithdrawBye(entrant=1, round=2))
    assert 1 in {each.entrant for each in draw.request_for(desk.state).candidates}


@pytest.mark.parametrize("format", ["round-robin", "league", "single-elimination"])
def test_no_round_is_left_out_where_all_pairs_are_fixed(format: Any) -> None:
    desk = Desk(format=format, half_byes=1).enter(4)
    assert desk.refused(entries.AskBye(entrant=1, round=1)).code == "fixed-pairs"
    desk.pair()
    assert desk.refused(entries.AskBye(entrant=1, round=2, kind="zero-bye")).code == "fixed-pairs"


def test_two_who_are_kept_apart_never_meet() -> None:
    desk = Desk(rounds=3).enter(4)
    assert desk.refused(entries.Forbid(a=1, b=1, reason="?")).code == "same-entrant"
    desk.do(entries.Forbid(a=2, b=1, reason="one household"))
    assert desk.refused(entries.Forbid(a=1, b=2, reason="again")).code == "already"
    desk.play().play()
    refused = desk.refused(rounds.PairRound(round=3))
    assert refused.code == "no-pairing"
    assert {each["constraint"] for each in refused.facts["lifts"]} == {"rematch", "forbidden"}
    assert desk.refused(entries.Allow(a=3, b=4, reason="?")).code == "not-forbidden"
    desk.do(entries.Allow(a=1, b=2, reason="they do not mind"))
    desk.pair()
    assert {(pair.a, pair.b) for pair in desk.state.rounds[2].paired.pairs} & {(1, 2), (2, 1)}


# rosters


def test_locked_rosters_are_opened_one_by_one() -> None:
    desk = Desk().enter(2)
    hand_in = rosters.SubmitRoster(entrant=1, sha256=DIGEST)
    assert desk.refused(rosters.UnlockRoster(entrant=1, reason="?")).code == "not-locked"
    desk.do(hand_in)
    desk.do(rosters.LockRosters())
    assert desk.refused(rosters.LockRosters()).code == "already"
    assert desk.refused(hand_in).code == "rosters-locked"
    assert desk.refused(rosters.UnlockRoster(entrant=2, reason="none yet")).code == "no-roster"
    desk.do(rosters.UnlockRoster(entrant=1, reason="wrong file"))
    desk.do(hand_in)
    assert desk.refused(hand_in).code == "rosters-locked"
    # Who handed in nothing may still do so.
    desk.do(rosters.SubmitRoster(entrant=2, sha256=DIGEST))
    assert desk.refused(rosters.SubmitRoster(entrant=2, sha256=DIGEST, member=1)).code == "no-member"


# rounds


def test_the_next_round_waits_for_results_unless_somebody_says_why_not() -> None:
    desk = paired()
    refused = desk.refused(rounds.PairRound(round=2))
    assert (refused.code, refused.facts["missing"]) == ("missing-results", ["1", "2"])
    assert desk.refused(rounds.PairRound(round=3, reason="late")).code == "wrong-round"
    desk.do(rounds.PairRound(round=2, reason="the hall closes at eight"))
    assert desk.state.rounds[1].override == "the hall closes at eight"


def test_a_disputed_result_is_a_missing_one(desk: Desk) -> None:
    desk.do(results.Dispute(round=1, table=1, side="a", reason="the last objective"))
    assert open_seats(desk.state, 1) == ["1"]
    assert desk.refused(rounds.PairRound(round=2)).facts["missing"] == ["1"]


def test_there_are_as_many_rounds_as_the_terms_say(desk: Desk) -> None:
    desk.play().play()
    assert desk.refused(rounds.PairRound(round=4)).code == "no-round"


def test_one_alone_is_not_paired() -> None:
    assert Desk().enter(1).refused(rounds.PairRound(round=1)).code == "too-few"


def test_a_published_pairing_can_be_made_again(desk: Desk) -> None:
    desk.play()
    for found in desk.state.rounds:
        assert check(found.request, found.paired) == ()


def test_a_pairing_made_from_another_state_is_refused() -> None:
    desk = Desk().enter(4)
    made = stream.decide(desk.state, rounds.PairRound(round=1), AT)
    desk.do(entries.Drop(entrant=4))
    found = verification.finding_of(desk.state, made.entry(desk.state))
    assert found and found.code == "not-as-made"


def test_pairing_again_keeps_tables_with_results_and_pairs_by_hand() -> None:
    desk = Desk().enter(8).pair()
    first, second, *_ = desk.state.rounds[0].paired.pairs
    desk.do(results.Enter(round=1, table=first.table, report=report(10, 0)))
    desk.do(entries.Drop(entrant=second.a))
    free = sorted({each.number for each in desk.state.playing()} - {first.a, first.b})
    assert desk.refused(rounds.RePair(round=1, reason="")).code == "reason-wanted"
    assert desk.refused(rounds.RePair(round=1, reason="x", keep=(99,))).code == "no-table"
    assert desk.refused(rounds.RePair(round=1, reason="x", by_hand=((first.a, free[0]),))).code == "not-free"
    desk.do(rounds.RePair(round=1, reason="a no-show before the start", by_hand=((free[0], free[1]),)))
    found = desk.state.rounds[0]
    assert found.pair_at(first.table) == first and str(first.table) in found.results
    assert {free[0], free[1]} in [{pair.a, pair.b} for pair in found.paired.pairs]
    assert second.a not in {each for pair in found.paired.pairs for each in (pair.a, pair.b)}
    assert found.paired.bye in free and check(found.request, found.paired) == ()


def test_who_dropped_with_a_result_stays_in_the_pair_that_stands() -> None:
    desk = Desk().enter(6).pair()
    first, *others = desk.state.rounds[0].paired.pairs
    desk.do(results.Enter(round=1, table=first.table, report=report(10, 0)))
    desk.do(entries.Drop(entrant=first.a))
    desk.do(entries.Drop(entrant=others[0].a))
    desk.do(rounds.RePair(round=1, reason="one left before the start"))
    found = desk.state.rounds[0]
    assert found.pair_at(first.table) == first and check(found.request, found.paired) == ()
    assert {each for pair in found.paired.pairs for each in (pair.a, pair.b)} | {found.paired.bye} == {
        1, 2, 3, 4, 5, 6
    } - {others[0].a}  # fmt: skip


def test_a_pair_moves_to_another_table() -> None:
    desk = paired()
    first, second = desk.state.rounds[0].paired.pairs
    assert desk.refused(rounds.MoveTable(round=1, table=1, to=9, reason="")).code == "reason-wanted"
    desk.do(rounds.MoveTable(round=1, table=1, to=2, reason="wheelchair"))
    found = desk.state.rounds[0]
    assert (found.pair_of(first.a), found.pair_of(second.a)) != (first, second)
    assert (found.pair_at(1).a, found.pair_at(2).a) == (second.a, first.a)  # type: ignore[union-attr]
    desk.do(rounds.MoveTable(round=1, table=1, to=9, reason="draught"))
    assert found.pair_at(1) is None and found.pair_at(9)
    desk.do(results.Enter(round=1, table=9, report=report(1, 0)))
    assert desk.refused(rounds.MoveTable(round=1, table=9, to=1, reason="back")).code == "has-result"


def test_the_clock_runs_stands_and_is_set_forward() -> None:
    desk = Desk(round_minutes=120).enter(2).pair()
    clock = rounds.StartClock(round=1)
    assert desk.refused(rounds.PauseClock(round=1)).code == "already"
    desk.do(clock, at="2026-11-21T10:00:00Z")
    assert desk.refused(clock).code == "already"
    desk.do(rounds.PauseClock(round=1), at="2026-11-21T10:30:15Z")
    # 120 minutes less 30 minutes and 15 seconds
    assert desk.state.rounds[0].clock.left == 7200 - 1815  # type: ignore[union-attr]
    assert desk.refused(rounds.ExtendClock(round=1, minutes=5, reason="")).code == "reason-wanted"
    desk.do(rounds.ExtendClock(round=1, minutes=-5, reason="lunch is ready"))
    assert desk.state.rounds[0].clock.left == 7200 - 1815 - 300  # type: ignore[union-attr]


def test_an_event_without_round_minutes_has_no_clock() -> None:
    assert Desk(round_minutes=0).enter(2).pair().refused(rounds.StartClock(round=1)).code == "no-clock"


def test_a_table_has_one_record_and_a_record_one_table() -> None:
    desk = paired()
    desk.do(rounds.OpenTable(round=1, table=1, game="g1"))
    assert desk.refused(rounds.OpenTable(round=1, table=1, game="g2")).code == "already"
    assert desk.refused(rounds.OpenTable(round=1, table=2, game="g1")).path == "$.game"
    assert desk.refused(rounds.OpenTable(round=1, table=7, game="g3")).code == "no-table"
    assert desk.refused(rounds.OpenTable(round=1, table=2, board=1, game="g3")).code == "no-board"
    desk.do(rounds.OpenTable(round=1, table=1, game="g2", reason="begun in passing"))
    assert desk.state.rounds[0].games["1"].game == "g2"
    desk.do(results.TakeGame(round=1, table=1, report=report(2, 1), game="g2", head="h", standing="verified"))
    instead = rounds.OpenTable(round=1, table=1, game="g4", reason="another game")
    assert desk.refused(instead).code == "has-result", "its result was read: that is cleared first, and seen"
    desk.do(results.Clear(round=1, table=1, reason="another game"))
    desk.do(instead)


def test_captains_choose_and_the_boards_are_played() -> None:
    desk = Desk(teams=TeamTerms(size=2, scoring=Scoring(win=200, draw=100)))
    desk.do(setting.OpenRegistration())
    for name in "ab":
        people_of = tuple(entries.NewMember(person=f"{name}{board}") for board in (1, 2))
        desk.do(entries.Register(person=f"{name}1", members=people_of))
    desk.pair()
    choose = rounds.ChooseCaptain
    assert desk.refused(choose(round=1, table=1, side="a", players=(3,))).code == "bad-choice"
    desk.do(choose(round=1, table=1, side="a", players=(1,)))
    said: dict[str, Any] = {"round": 1, "table": 1, "board": 1, "side": "a"}
    early = results.ReportResult(**said, report=report(9, 0)), results.Concede(**said)
    for act in (*early, rounds.OpenTable(round=1, table=1, board=1, game="g1")):
        assert desk.refused(act).code == "captains-choose"
    desk.do(choose(round=1, table=1, side="b", players=(2,)))
    assert desk.state.rounds[0].captains["1"].asks == "done"
    assert {(game.a, game.b) for game in desk.state.rounds[0].captains["1"].games} == {(1, 1), (2, 2)}
    assert desk.refused(results.Enter(round=1, table=1, report=report(1, 0))).code == "no-board"
    desk.do(results.Enter(round=1, table=1, board=1, report=report(10, 4)))
    assert open_seats(desk.state, 1) == ["1.2"]
    desk.do(results.Enter(round=1, table=1, board=2, report=report(3, 5)))
    pair = desk.state.rounds[0].paired.pairs[0]
    cards = counting.cards(desk.state)
    # 10 + 3 battle points against 4 + 5: the first team wins its match
    assert (cards[pair.a].rounds[0].match, cards[pair.b].rounds[0].match) == (200, 0)
    assert cards[pair.a].rounds[0].battle == 1300


def test_individuals_have_no_captains() -> None:
    assert paired().refused(rounds.ChooseCaptain(round=1, table=1, side="a", players=(1,))).code == "no-captains"


# results


def standing_at(desk: Desk, key: str = "1") -> str:
    """How sure the result of a seat of the first round is."""
    return desk.state.rounds[0].results[key].standing


def test_the_same_report_from_both_sides_is_confirmed() -> None:
    desk = paired()
    for side, standing in (("a", "reported"), ("b", "confirmed")):
        desk.do(results.ReportResult(round=1, table=1, side=side, report=report(10, 5)))  # type: ignore[arg-type]
        assert desk.state.rounds[0].results["1"].standing == standing
    assert desk.refused(results.ReportResult(round=1, table=1, side="a", report=report(9, 5))).code == "settled"


def test_different_reports_are_disputed_until_a_judge_rules() -> None:
    desk = paired()
    desk.do(results.ReportResult(round=1, table=1, side="a", report=report(10, 5)))
    desk.do(results.ReportResult(round=1, table=1, side="b", report=report(5, 10)))
    assert standing_at(desk) == "disputed"
    assert desk.refused(results.Rule(round=1, table=1, report=report(7, 7), reason=" ")).code == "reason-wanted"
    desk.do(results.Rule(round=1, table=1, report=report(7, 7), reason="both counted the relic"))
    assert standing_at(desk) == "ruled"
    assert desk.refused(results.Dispute(round=1, table=1, side="a", reason="no")).code == "ruled"


@pytest.mark.parametrize("ends", ["enter", "rule"])
def test_what_both_had_agreed_on_stays_what_was_played(ends: str) -> None:
    desk = paired()
    desk.do(results.ReportResult(round=1, table=1, side="a", report=report(10, 5)))
    desk.do(results.Confirm(round=1, table=1, side="b"))
    desk.do(results.Dispute(round=1, table=1, side="b", reason="the relic counts twice"))
    kind = results.Enter if ends == "enter" else results.Rule
    desk.do(kind(round=1, table=1, report=report(8, 7), reason="it does"))
    found = desk.state.rounds[0].results["1"]
    assert (found.report, found.first) == (report(8, 7), report(10, 5))
    assert found.sure("played") == "confirmed"


@pytest.mark.parametrize("confirm", ["opponent", "staff", "none"])
def test_who_reported_does_not_overrule_a_dispute(confirm: Any) -> None:
    desk = Desk(confirm=confirm).enter(2).pair()
    desk.do(results.ReportResult(round=1, table=1, side="a", report=report(10, 5)))
    desk.do(results.Dispute(round=1, table=1, side="b", reason="the relic counts twice"))
    assert desk.refused(results.ReportResult(round=1, table=1, side="a", report=report(10, 5))).code == "disputed"
    other = results.ReportResult(round=1, table=1, side="a", report=report(8, 7))
    if confirm == "opponent":
        desk.do(other)
        assert standing_at(desk) == "reported", "the other side may agree to that"
    else:
        assert desk.refused(other).code == "disputed"


def test_a_reporter_may_report_again_before_the_other_side_has() -> None:
    desk = paired()
    for score in ((10, 5), (10, 6)):
        desk.do(results.ReportResult(round=1, table=1, side="a", report=report(*score)))
    assert desk.state.rounds[0].results["1"].report == report(10, 6)


def test_confirming() -> None:
    desk = paired()
    confirm = results.Confirm
    assert desk.refused(confirm(round=1, table=1, side="b")).code == "nothing-to-confirm"
    desk.do(results.ReportResult(round=1, table=1, side="a", report=report(10, 5)))
    assert desk.refused(confirm(round=1, table=1, side="a")).code == "own-report"
    desk.do(confirm(round=1, table=1, side="b"))
    assert counting.sureness(desk.state, counting.cards(desk.state))[desk.state.rounds[0].paired.pairs[0].a] == (
        "confirmed",
    )


def test_where_staff_confirms_players_cannot() -> None:
    desk = Desk(confirm="staff").enter(2).pair()
    desk.do(results.ReportResult(round=1, table=1, side="a", report=report(10, 5)))
    assert desk.refused(results.Confirm(round=1, table=1, side="b")).code == "staff-confirms"
    desk.do(results.Confirm(round=1, table=1))
    assert desk.state.rounds[0].results["1"].standing == "confirmed"


def test_where_nobody_confirms_a_report_stands() -> None:
    desk = Desk(confirm="none").enter(2).pair()
    desk.do(results.ReportResult(round=1, table=1, side="b", report=report(10, 5)))
    assert desk.state.rounds[0].results["1"].standing == "confirmed"


def test_a_bonus_that_the_event_does_not_have_is_refused() -> None:
    refused = paired().refused(
        results.Enter(round=1, table=1, report=BattleOutcome(a=SideOutcome(bonuses=("painted",))))
    )
    assert refused.path.startswith("$.report") or "bonuses" in refused.path


def test_players_do_not_say_who_did_not_play() -> None:
    refused = paired().refused(results.ReportResult(round=1, table=1, side="a", report=BattleOutcome(forfeit="b")))
    assert (refused.code, refused.path) == ("not-yours", "$.report.forfeit")


def test_who_concedes_loses_whatever_the_points_say() -> None:
    desk = paired()
    desk.do(results.Concede(round=1, table=1, side="a", report=report(20, 5)))
    pair = desk.state.rounds[0].pair_at(1)
    assert pair and counting.cards(desk.state)[pair.b].rounds[0].outcome == "win"
    assert desk.refused(results.Concede(round=1, table=1, side="b")).code == "settled"


def test_who_concedes_claims_no_bonus_that_the_event_does_not_have() -> None:
    # A forfeit is scored without its bonuses; what is stored of a concession is none.
    odd = BattleOutcome(forfeit="a", b=SideOutcome(bonuses=("painted",)))
    assert paired().refused(results.Concede(round=1, table=1, side="a", report=odd)).code == "bad-report"


def test_a_correction_wants_a_reason_and_keeps_what_was_reported_first(desk: Desk) -> None:
    act = results.Enter(round=1, table=1, report=report(1, 2))
    assert stream.is_correction(desk.state, act)
    assert desk.refused(act).code == "reason-wanted"
    pair, before = desk.state.rounds[0].pair_at(1), counting.table(desk.state)
    desk.do(results.Enter(round=1, table=1, report=report(1, 2), reason="read the sheet wrong"))
    assert pair and counting.cards(desk.state)[pair.b].rounds[0].outcome == "win"
    assert counting.table(desk.state, "played") == before != counting.table(desk.state)
    desk.do(results.Rule(round=1, table=1, report=report(3, 3), reason="nobody can read the sheet"))
    # Also how sure a result was is told as it was played.
    assert counting.table(desk.state, "played") == before
    assert pair and counting.sureness(desk.state, counting.cards(desk.state))[pair.a] == ("ruled",)


def test_a_result_at_the_wrong_table_is_cleared(desk: Desk) -> None:
    assert desk.refused(results.Clear(round=1, table=1, reason="")).code == "reason-wanted"
    desk.do(results.Clear(round=1, table=1, reason="it was table 2"))
    assert open_seats(desk.state, 1) == ["1"]
    assert desk.refused(results.Clear(round=1, table=1, reason="again")).code == "no-result"


def take(**more: Any) -> results.TakeGame:
    given: dict[str, Any] = {"round": 1, "table": 1, "report": report(8, 3), "game": "g1", "head": "h1"}
    return results.TakeGame(**(given | more))


def test_a_verified_record_gives_the_result() -> None:
    desk = paired()
    assert desk.refused(take()).code == "not-its-game"
    desk.do(rounds.OpenTable(round=1, table=1, game="g1"))
    desk.do(take())
    assert desk.refused(take()).code == "already"
    assert desk.refused(take(head="h2", played=BattleOutcome(a=SideOutcome(bonuses=("painted",))))).code == "bad-report"
    assert desk.state.rounds[0].results["1"].standing == "verified"
    desk.do(take(head="h2", report=report(2, 3), standing="ruled", played=report(8, 3)))
    found = desk.state.rounds[0].results["1"]
    assert (found.standing, found.first) == ("ruled", report(8, 3))
    desk.do(take(head="h2", report=report(2, 3), played=report(8, 3)))
    assert desk.state.rounds[0].results["1"].standing == "verified"


def test_a_record_with_findings_is_disputed_and_a_judge_of_the_event_has_the_last_word() -> None:
    desk = paired()
    desk.do(rounds.OpenTable(round=1, table=1, game="g1"))
    desk.do(take(standing="disputed"))
    assert open_seats(desk.state, 1) == ["1", "2"]
    desk.do(results.Rule(round=1, table=1, report=report(0, 3), reason="the move was too long"))
    assert desk.refused(take(head="h2")).code == "ruled"


# penalties and people


def test_the_penalties_ledger(desk: Desk) -> None:
    penalise = penalties.Penalise
    assert desk.refused(penalise(entrant=1, kind="points", reason="late")).code == "no-points"
    assert desk.refused(penalise(entrant=1, kind="warning", reason="late", match=-100)).code == "no-points"
    assert desk.refused(penalise(entrant=99, kind="warning", reason="late")).code == "no-entrant"
    before = counting.cards(desk.state)[1].match()
    given = desk.do(penalise(entrant=1, kind="points", reason="slow play", match=-100, rule="event 4.2"))
    assert counting.cards(desk.state)[1].match() == before - 100
    assert counting.cards(desk.state, "played")[1].match() == before
    assert desk.refused(penalties.Lift(penalty=1, reason="?")).code == "no-penalty"
    desk.do(penalties.Lift(penalty=given.number, reason="the clock was wrong"))
    assert counting.cards(desk.state)[1].match() == before
    assert desk.refused(penalties.Lift(penalty=given.number, reason="again")).code == "already"


def test_who_is_disqualified_is_out_until_it_is_lifted(desk: Desk) -> None:
    given = desk.do(penalties.Penalise(entrant=1, kind="disqualification", reason="loaded dice"))
    assert 1 not in {each.number for each in desk.state.playing()}
    assert desk.refused(entries.Return(entrant=1)).code == "disqualified"
    desk.do(penalties.Lift(penalty=given.number, reason="they were fair"))
    desk.do(entries.Return(entrant=1))
    assert 1 in {each.number for each in desk.state.playing()}


def test_whoever_waits_has_the_place_of_who_is_disqualified_before_the_first_round() -> None:
    desk = Desk(capacity=2, rounds=1).enter(3)
    assert [each.number for each in desk.state.waiting()] == [3]
    desk.do(penalties.Penalise(entrant=1, kind="disqualification", reason="another army than handed in"))
    assert [each.number for each in desk.state.playing()] == [2, 3]


def test_offices_are_given_and_taken() -> None:
    desk = Desk()
    desk.do(people.Appoint(person="p9", role="judge"))
    assert desk.refused(people.Appoint(person="p9", role="judge")).code == "already"
    assert desk.refused(people.Dismiss(person="p9", role="organiser")).code == "no-office"
    desk.do(people.Dismiss(person="p9", role="judge"))
    assert desk.state.roles["p9"] == []


# the end


def test_finishing_wants_every_result_or_a_reason() -> None:
    desk = paired()
    assert desk.refused(setting.Finish()).facts["missing"] == ["1/1", "1/2"]
    desk.do(setting.Finish(reason="the fire alarm"))
    assert desk.refused(rounds.PairRound(round=2)).code == "wrong-phase"
    assert desk.refused(setting.Reopen(reason="")).code == "reason-wanted"
    desk.do(setting.Reopen(reason="false alarm"))
    assert desk.state.phase == "running"


def test_a_cancelled_event_takes_no_entries() -> None:
    desk = Desk().enter(2)
    desk.do(setting.Cancel(reason="no hall"))
    assert desk.refused(entries.Register(person="p9")).code == "wrong-phase"
    desk.do(setting.Reopen(reason="a hall was found"))
    assert desk.state.phase == "ready"


def test_registration_opens_and_closes() -> None:
    desk = Desk()
    assert desk.refused(setting.CloseRegistration()).code == "wrong-phase"
    desk.do(setting.OpenRegistration())
    assert desk.refused(setting.OpenRegistration()).code == "wrong-phase"
    desk.do(setting.CloseRegistration())
    desk.do(setting.Rename(title="Winter cup"))
    assert (desk.state.phase, desk.state.title) == ("ready", "Winter cup")


# what acts come to


def test_folding_the_stream_again_gives_the_same_state(desk: Desk) -> None:
    desk.do(penalties.Penalise(entrant=2, kind="points", reason="late", battle=-500))
    desk.play()
    assert stream.fold(desk.entries) == desk.state == copied(desk.state)


def test_an_elimination_ranks_by_how_far_somebody_came() -> None:
    desk = Desk(format="single-elimination", bronze=True).enter(6).play().play()
    # Six in a draw of eight: 1 and 2 have nobody opposite; the lower numbers win everything.
    third = {frozenset((pair.a, pair.b)) for pair in desk.play().state.rounds[2].paired.pairs}
    assert third == {frozenset((1, 2)), frozenset((3, 4))}
    places = [(place.place, place.entrant) for place in event_standings.current(desk.state).places]
    assert places == [(1, 1), (2, 2), (3, 3), (4, 4), (5, 5), (5, 6)]


def test_a_top_cut_stands_above_everybody_else_and_is_not_in_their_scores() -> None:
    desk = Desk(format="swiss-cut", rounds=2, cut=2).enter(5).play().play()
    before = event_standings.current(desk.state)
    desk.play()
    final = event_standings.current(desk.state)
    assert [place.entrant for place in final.places][:2] == [each.entrant for each in before.places[:2]]
    assert {place.entrant: place.cells for place in final.places} == {
        place.entrant: place.cells for place in before.places
    }
    assert [place.place for place in final.places[:2]] == [1, 2]


def test_a_match_of_an_elimination_that_nobody_won_waits_for_a_judge() -> None:
    desk = Desk(format="single-elimination").enter(4).play({1: (5, 5)})
    assert desk.refused(rounds.PairRound(round=2)).code == "no-winner"


def test_a_round_robin_goes_on_with_those_it_began_with() -> None:
    desk = Desk(format="round-robin").enter(4).play()
    desk.do(entries.Drop(entrant=4))
    desk.play().play()
    met = {number: {each.opponent for each in card.rounds} for number, card in counting.cards(desk.state).items()}
    assert met == {number: {1, 2, 3, 4} - {number} for number in (1, 2, 3, 4)}
    hows = [each.how for each in counting.cards(desk.state)[4].rounds]
    assert hows == ["played", "forfeit-loss", "forfeit-loss"]


@pytest.mark.parametrize(("format", "count"), [("round-robin", 8), ("league", 8), ("single-elimination", 9)])
def test_unchanged_terms_are_accepted_where_the_entrants_decide_how_many_rounds_there_are(
    format: Any, count: int
) -> None:
    desk = Desk(format=format, rounds=2).enter(count)
    while len(desk.state.rounds) < 4:
        desk.play()
    desk.do(setting.SetTerms(terms=desk.state.terms, reason="to be sure"))
    other = msgspec.structs.replace(desk.state.terms, rounds=1, place="The other hall")
    desk.do(setting.SetTerms(terms=other, reason="the hall is flooded"))


def test_an_unreadable_act_names_its_member() -> None:
    with pytest.raises(Refused) as caught:
        stream.read_act(b'{"type":"drop","entrant":"one"}')
    assert (caught.value.code, caught.value.path) == ("unreadable", "$.entrant")
    with pytest.raises(Refused):
        stream.read_act(b'{"type":"no-such-act"}')
    with pytest.raises(Refused):
        stream.read_act(b"\xff")
