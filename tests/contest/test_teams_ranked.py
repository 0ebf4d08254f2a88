"""What teams are ranked by: their matches' scoring, and not that of their boards."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from gamelog.contest import draw, event_standings, stream
from gamelog.contest.acts import entries, results, setting
from gamelog.contest.presets import PRESETS, scoring_of
from gamelog.contest.state import TournamentState
from gamelog.contest.terms import Scoring, TeamTerms, Terms
from gamelog.contest.verification import verify
from tests.contest.desk import AT, Desk, report

BOARDS = scoring_of("wtc-20-0@1")
TEAM = PRESETS["team-2-1-0@1"]


def matches(*, boards: Scoring = BOARDS, **team: Any) -> Desk:
    """Four teams of two. The first wins both its matches narrowly, and the third makes most battle points of all."""
    teams = TeamTerms(size=2, captains=False, scoring=scoring_of(TEAM.key, 1), **team)
    desk = Desk(scoring=boards, tiebreaks=TEAM.tiebreaks, teams=teams, pairing=Terms("kt").pairing, rounds=2)
    desk.do(setting.OpenRegistration())
    for number in range(1, 5):
        desk.do(entries.Register(rating=2000 - number, members=(entries.NewMember(), entries.NewMember())))
    return desk


def play(desk: Desk) -> Desk:
    """Two rounds: team 1 wins by 6 victory points on one board, team 3 or whoever else plays by 60 on both."""
    for _ in range(2):
        desk.pair()
        found = desk.state.rounds[-1]
        for pair in found.paired.pairs:
            for board in (1, 2):
                won, lead = (1, 6 if board == 1 else 0) if 1 in (pair.a, pair.b) else (max(pair.a, pair.b), 60)
                score = (lead, 0) if pair.a == won else (0, lead)
                desk.do(results.Enter(round=found.number, table=pair.table, board=board, report=report(*score)))
    return desk


def order(desk: Desk) -> list[int]:
    return [each.entrant for each in event_standings.current(desk.state).places]


def test_a_team_with_two_wins_stands_above_teams_with_one() -> None:
    desk = play(matches())
    table = event_standings.current(desk.state)
    assert (table.columns[0].en, table.columns[1].id) == ("Match points", "battle-points")
    assert table.places[0].entrant == 1 and table.places[0].wins == 2
    battle = {each.entrant: each.card.battle() for each in table.places}
    assert max(battle, key=battle.__getitem__) != 1, "by the boards' battle points somebody else would be first"
    assert not list(verify(desk.entries))


def test_teams_are_paired_by_what_ranks_them() -> None:
    desk = play(matches())
    request = draw.request_for(desk.state)
    assert {each.entrant: each.score for each in request.candidates}[1] == 400


def test_the_effect_says_what_teams_are_ranked_by() -> None:
    desk = matches()
    assert desk.state.terms.teams and desk.state.terms.teams.ranked_by == "teams"
    assert desk.entries[0].format == stream.FORMAT


def test_teams_may_be_ranked_by_their_boards_where_the_terms_say_so() -> None:
    desk = play(matches(ranked_by="boards"))
    table = event_standings.current(desk.state)
    assert table.columns[0].en == "Battle points"
    assert table.places[0].entrant != 1


def test_unchanged_terms_are_accepted_after_a_pairing() -> None:
    """Both as they were announced, and as the state holds them."""
    desk = play(matches())
    announced = desk.entries[0].act.terms
    for terms in (announced, desk.state.terms):
        desk.do(setting.SetTerms(terms=terms, reason="to be sure"))
        assert desk.state.terms.ranks == "match"
    other = msgspec.structs.replace(announced, teams=msgspec.structs.replace(announced.teams, ranked_by="boards"))
    assert desk.refused(setting.SetTerms(terms=other, reason="why not")).path == "$.terms.teams"


@pytest.mark.parametrize("format", [2, 3])
def test_events_of_before_are_ranked_as_they_were_published(format: Any) -> None:
    """Their terms left it open, and the boards' scoring decided; that holds for what is declared in them later, too."""
    today = matches()
    desk = Desk.__new__(Desk)
    desk.state, desk.entries = TournamentState(), []
    decided = stream.decide(desk.state, today.entries[0].act, AT, format)
    desk.entries.append(msgspec.structs.replace(decided.entry(desk.state, role="organiser"), format=format))
    stream.evolve(desk.state, desk.entries[0])
    assert not list(verify(desk.entries))
    for each in today.entries[1:]:
        desk.do(each.act)
    assert desk.state.terms.teams and desk.state.terms.teams.ranked_by == ""
    play(desk)
    assert event_standings.current(desk.state).columns[0].en == "Battle points" and order(desk)[0] != 1
    desk.do(setting.SetTerms(terms=desk.state.terms, reason="to be sure"))
    assert desk.state.terms.ranks == "battle"
    assert not list(verify(desk.entries))


def test_an_event_of_before_that_is_not_paired_yet_may_be_put_right() -> None:
    desk = matches()
    assert desk.state.terms.teams
    teams = msgspec.structs.replace(desk.state.terms.teams, ranked_by="")
    old = msgspec.structs.replace(desk.state.terms, teams=teams)
    desk.state.terms = old
    desk.do(setting.SetTerms(terms=old))
    assert desk.state.terms.ranks == "match"
