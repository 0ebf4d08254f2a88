"""Orders of places of the field: each that can be said here is announced through the API, played, and ranked twice."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest
from msgspec import to_builtins
from msgspec.structs import replace

from gamelog.contest import counting, event_standings, standings
from gamelog.contest.acts.results import Enter
from gamelog.contest.acts.rounds import PairRound
from gamelog.contest.outcomes import BattleOutcome, Games, SideOutcome
from gamelog.contest.terms import Terms
from gamelog.tournaments.models import Tournament
from tests.contest.desk import Desk
from tests.contest.orders_in_the_field import ORDERS, POINT, Order
from tests.contest.second_method import table
from tests.tournaments import making

SAID = tuple(each for each in ORDERS if not each.why_not)
ROUNDS = 4


def terms_of(order: Order) -> Terms:
    assert order.scoring
    return Terms("kt", rounds=ROUNDS, format=order.format, scoring=order.scoring, tiebreaks=order.tiebreaks)  # type: ignore[arg-type]


def result(chance: random.Random, terms: Terms) -> BattleOutcome:
    """A result by chance: a draw, a forfeit, claims of bonuses, games where a tie-break reads them."""
    claims = [bonus.id for bonus in terms.scoring.bonuses]
    a, b = (
        SideOutcome(chance.randint(0, 30) * 100 * chance.choice((1, POINT // 2)),
                    tuple(each for each in claims if chance.random() < 0.3),
                    tallies={each.id: chance.randint(0, 9) * POINT for each in terms.tallies})
        for _side in "ab"
    )  # fmt: skip
    if chance.random() < 0.06:
        return BattleOutcome(forfeit=chance.choice(("a", "b")))
    if chance.random() < 0.2:
        return BattleOutcome(winner="draw", a=a, b=replace(a, bonuses=b.bonuses))
    if standings.counts_games(terms):
        return BattleOutcome(a=a, b=b, games=Games(*chance.choice(((2, 0), (2, 1), (1, 2), (0, 2), (1, 1, 1)))))
    return BattleOutcome(a=a, b=b)


def played(order: Order, terms: Terms) -> Desk:
    """Seven players, so that somebody has a bye in each round."""
    chance = random.Random(order.name)
    desk = Desk(**{name: getattr(terms, name) for name in terms.__struct_fields__}).enter(7)
    for number in range(1, ROUNDS + 1):
        desk.do(PairRound(round=number))
        for pair in desk.state.rounds[-1].paired.pairs:
            desk.do(Enter(round=number, table=pair.table, report=result(chance, terms)))
    return desk


def test_the_list_is_what_it_says() -> None:
    """How many can be said, exactly: a loss must show. What cannot be said needs what is not there yet."""
    assert len({each.name for each in ORDERS}) == len(ORDERS)
    assert all(each.system and each.source and each.rank and each.seen in ("whole", "excerpt") for each in ORDERS)
    assert all(
        bool(each.why_not) == (each.scoring is None) and not (each.why_not and each.tiebreaks) for each in ORDERS
    )
    print(f"{len(SAID)} of {len(ORDERS)} orders can be said")
    assert (len(ORDERS), len(SAID)) == (62, 58)


@pytest.mark.django_db
@pytest.mark.parametrize("order", SAID, ids=lambda order: order.name)
def test_an_order_is_announced_played_and_ranked_as_the_second_method_ranks_it(
    order: Order, people: Any, client_of: Callable[[str], Any]
) -> None:
    wanted = terms_of(order)
    sent = {"title": order.name, "terms": to_builtins(wanted)}
    answer = client_of("organiser").post("/api/events", sent, format="json")
    assert answer.status_code == 201, answer.content
    terms = making.state_of(Tournament.objects.get(title=order.name)).terms
    assert (terms.scoring, terms.tiebreaks) == (wanted.scoring, wanted.tiebreaks)
    desk = played(order, replace(terms, rosters=wanted.rosters))
    cards = counting.cards(desk.state)
    found = event_standings.current(desk.state).places
    assert [(each.place, each.entrant, [cell.exact for cell in each.cells]) for each in found] == table(
        cards, desk.state.terms, desk.state.seed
    )
    assert len({each.cells[0].exact for each in found}) > 1, "the event told them apart"
