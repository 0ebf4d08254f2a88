"""What cards hold beside points: the games of a match, and ratings where an event asks for them."""

from __future__ import annotations

from gamelog.contest import counting
from gamelog.contest.acts import results
from gamelog.contest.outcomes import BattleOutcome, Games
from gamelog.contest.terms import TieBreak
from tests.contest.desk import Desk, report


def of_one_match(**told: object) -> Desk:
    """Two who met once, and the result that was entered."""
    desk = Desk(rounds=1).enter(2).pair()
    desk.do(results.Enter(round=1, table=1, report=BattleOutcome(**told)))  # type: ignore[arg-type]
    return desk


def test_whoever_won_more_games_has_won_the_match() -> None:
    desk = of_one_match(games=Games(a=1, b=2, drawn=1))
    cards, pair = counting.cards(desk.state), desk.state.rounds[0].paired.pairs[0]
    a, b = cards[pair.a].rounds[0], cards[pair.b].rounds[0]
    assert (a.outcome, a.games, a.games_drawn, a.games_against) == ("loss", 1, 1, 2)
    assert (b.outcome, b.games, b.games_drawn, b.games_against) == ("win", 2, 1, 1)


def test_as_many_games_are_a_draw_and_a_winner_who_was_said_has_won() -> None:
    desk = of_one_match(games=Games(a=1, b=1))
    assert {card.rounds[0].outcome for card in counting.cards(desk.state).values()} == {"draw"}
    desk = of_one_match(games=Games(a=1, b=1), winner="a")
    assert counting.cards(desk.state)[desk.state.rounds[0].paired.pairs[0].a].rounds[0].outcome == "win"


def test_a_match_that_was_not_played_has_no_games() -> None:
    desk = of_one_match(games=Games(a=2), forfeit="b")
    assert {card.rounds[0].games for card in counting.cards(desk.state).values()} == {0}


def test_ratings_are_on_the_cards_of_events_that_ask_for_them() -> None:
    plain, asked = Desk().enter(2), Desk(tiebreaks=(TieBreak("opponents-rating", "1"),)).enter(2)
    for desk, ratings in ((plain, [0, 0]), (asked, [1999, 1998])):
        desk.play()
        assert [card.rating for card in counting.cards(desk.state).values()] == ratings


def test_without_games_victory_points_decide() -> None:
    desk = Desk(rounds=1).enter(2).pair()
    desk.do(results.Enter(round=1, table=1, report=report(3, 7)))
    assert counting.cards(desk.state)[desk.state.rounds[0].paired.pairs[0].b].rounds[0].outcome == "win"
