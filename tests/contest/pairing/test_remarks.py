"""What is said of a published pairing: pairs made by hand, and every constraint that does not hold."""

from __future__ import annotations

from gamelog.contest.acts import entries, rounds
from gamelog.contest.pairing.remarks import of_pair, remarks
from tests.contest.desk import Desk


def said(desk: Desk) -> tuple[str, ...]:
    found = desk.state.rounds[-1]
    return tuple(each for each in remarks(found.request, found.paired) if not each.startswith(("table", "float")))


def by_hand(desk: Desk, *pairs: tuple[int, int]) -> Desk:
    number = len(desk.state.rounds)
    desk.do(rounds.RePair(round=number, reason="a wrong list", by_hand=pairs))
    return desk


def test_a_rematch_by_hand_is_said() -> None:
    desk = Desk(rounds=4).enter(6).play().pair()
    first = desk.state.rounds[0].paired.pairs[0]
    two = f"{min(first.a, first.b)}-{max(first.a, first.b)}"
    by_hand(desk, (first.a, first.b))
    assert set(said(desk)) == {f"rematch:{two}", f"by-hand:{two}"}
    assert set(of_pair(said(desk), first.b, first.a)) == {f"rematch:{two}", f"by-hand:{two}"}


def test_a_forbidden_pair_by_hand_is_said() -> None:
    desk = Desk(rounds=4).enter(6)
    desk.do(entries.Forbid(a=5, b=2, reason="a family"))
    by_hand(desk.pair(), (5, 2))
    assert set(said(desk)) == {"forbidden:2-5", "by-hand:2-5"}


def test_a_pair_by_hand_that_breaks_nothing_is_by_hand() -> None:
    desk = by_hand(Desk(rounds=4).enter(6).pair(), (6, 1), (2, 5))
    assert set(said(desk)) == {"by-hand:1-6", "by-hand:2-5"}
    assert of_pair(said(desk), 3, 4) == ()


def test_a_rematch_stays_said_when_the_round_is_paired_once_more() -> None:
    """The second time the pair is one that is kept at its table."""
    desk = Desk(rounds=4).enter(6).play().pair()
    first = desk.state.rounds[0].paired.pairs[0]
    by_hand(desk, (first.a, first.b))
    table = desk.state.rounds[-1].pair_of(first.a)
    assert table
    desk.do(rounds.RePair(round=2, reason="another wrong list", keep=(table.table,)))
    assert [each.partition(":")[0] for each in said(desk)] == ["rematch"]


def test_a_schedule_brings_together_who_is_kept_apart_and_says_so() -> None:
    for format in ("round-robin", "league"):
        desk = Desk(format=format).enter(4)
        desk.do(entries.Forbid(a=1, b=2, reason="a family"))
        found: list[str] = []
        for _round in range(3):
            desk.play()
            found += said(desk)
        assert found == ["forbidden:1-2"]


def test_a_draw_brings_together_who_is_kept_apart_and_says_so() -> None:
    desk = Desk(format="single-elimination").enter(4)
    desk.do(entries.Forbid(a=1, b=4, reason="a family"))
    assert said(desk.pair()) == ("forbidden:1-4",)


def test_what_the_rules_lifted_is_said_once() -> None:
    desk = Desk(rounds=2).enter(2).play()
    desk.pair(lifted=("rematch",))
    assert said(desk) == ("rematch:1-2",)
