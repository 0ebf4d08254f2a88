"""Two captains pair their teams: what they are asked, what is hidden, and who meets whom."""

from __future__ import annotations

import itertools
import random

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gamelog.contest.captains import Captains, Game, Side, begin, choose, pairs, view, wants
from gamelog.contest.errors import Refused


def both(state: Captains, a: tuple[int, ...], b: tuple[int, ...]) -> Captains:
    return choose(choose(state, "a", a), "b", b)


def asked(state: Captains, side: Side) -> tuple[str, int, tuple[int, ...]] | None:
    want = wants(state, side)
    return None if want is None else (want.asks, want.count, want.among)


def test_a_team_of_five() -> None:
    """Two games, then three: the players of both teams are 1 to 5."""
    state = begin(5)
    assert asked(state, "a") == ("defender", 1, (1, 2, 3, 4, 5))
    state = both(state, (1,), (5,))
    assert asked(state, "a") == ("attackers", 2, (2, 3, 4, 5))
    assert asked(state, "b") == ("attackers", 2, (1, 2, 3, 4))
    state = both(state, (2, 3), (1, 2))  # 2 and 3 of a against 5 of b; 1 and 2 of b against 1 of a
    assert asked(state, "a") == ("acceptance", 1, (1, 2))
    assert asked(state, "b") == ("acceptance", 1, (2, 3))
    state = both(state, (2,), (3,))  # a's 1 plays b's 2; b's 5 plays a's 3; a's 2 and b's 1 go back
    assert state.games == (Game(1, 2, "defends-a", "a"), Game(3, 5, "defends-b", "b"))
    assert asked(state, "a") == ("defender", 1, (2, 4, 5))
    assert asked(state, "b") == ("defender", 1, (1, 3, 4))
    state = both(state, (4,), (1,))  # three left: both others attack, nobody chooses attackers
    assert asked(state, "a") == ("acceptance", 1, (3, 4))
    assert asked(state, "b") == ("acceptance", 1, (2, 5))
    state = both(state, (3,), (5,))  # a's 4 plays b's 3, b's 1 plays a's 5, the refused 2 and 4 meet
    assert asked(state, "a") is None
    assert pairs(state)[2:] == (
        Game(5, 1, "defends-b", "b"),  # in the second step b chooses tables first
        Game(4, 3, "defends-a", "a"),
        Game(2, 4, "refused", "b"),
    )


def test_the_last_step_of_four() -> None:
    """Beside the defenders the refused meet, and those who are left over."""
    state = both(both(begin(4), (1,), (1,)), (2, 3), (3, 4))
    state = both(state, (3,), (2,))  # a's 1 plays b's 3, b's 1 plays a's 2
    assert pairs(state) == (
        Game(1, 3, "defends-a", "a"),
        Game(2, 1, "defends-b", "b"),
        Game(3, 4, "refused", "a"),
        Game(4, 2, "left-over", "b"),
    )


def test_a_team_of_two() -> None:
    """A defender each, and the second players attack."""
    state = both(begin(2, table_choice="b"), (1,), (2,))
    assert pairs(state) == (Game(2, 2, "defends-b", "b"), Game(1, 1, "defends-a", "a"))


@pytest.mark.parametrize(
    "size, steps, kinds",
    [
        (2, 1, ["defends-a", "defends-b"]),
        (3, 1, ["defends-a", "defends-b", "refused"]),
        (4, 1, ["defends-a", "defends-b", "refused", "left-over"]),
        (5, 2, ["defends-a", "defends-b", "defends-b", "defends-a", "refused"]),
        (6, 2, ["defends-a", "defends-b", "defends-b", "defends-a", "refused", "left-over"]),
        (8, 3, ["defends-a", "defends-b", "defends-b", "defends-a", "defends-a", "defends-b", "refused", "left-over"]),
    ],
)
def test_how_many_steps_a_size_takes(size: int, steps: int, kinds: list[str]) -> None:
    state = played(begin(size), random.Random(1))
    assert state.step == steps
    assert [game.kind for game in pairs(state)] == kinds


def played(state: Captains, dice: random.Random) -> Captains:
    """Choices at random to the end, either captain first."""
    while state.asks != "done":
        sides: list[Side] = ["a", "b"]
        dice.shuffle(sides)
        for side in sides:
            want = wants(state, side)
            assert want is not None
            state = choose(state, side, tuple(dice.sample(want.among, want.count)))
    return state


@given(st.integers(2, 12), st.randoms(use_true_random=False), st.sampled_from(["a", "b"]))
def test_everybody_plays_once(size: int, dice: random.Random, first: Side) -> None:
    games = pairs(played(begin(size, first), dice))
    everybody = list(range(1, size + 1))
    assert sorted(game.a for game in games) == sorted(game.b for game in games) == everybody
    assert games[0].table_choice == first
    assert abs(sum(1 if game.table_choice == "a" else -1 for game in games)) <= 1


@given(st.integers(2, 12), st.randoms(use_true_random=False))
def test_a_defender_plays_one_of_the_two_who_attack(size: int, dice: random.Random) -> None:
    state = begin(size)
    while state.asks != "done":
        before = state
        for side in ("a", "b"):
            want = wants(state, side)
            assert want is not None
            state = choose(state, side, tuple(dice.sample(want.among, want.count)))
        if before.asks == "acceptance":
            new = {game.kind: game for game in state.games[len(before.games) :]}
            assert new["defends-a"].a == before.a.defender and new["defends-a"].b in before.b.attackers
            assert new["defends-b"].b == before.b.defender and new["defends-b"].a in before.a.attackers
            if "refused" in new:
                assert {new["refused"].a, new["defends-b"].a} == set(before.a.attackers)
                assert {new["refused"].b, new["defends-a"].b} == set(before.b.attackers)


def test_a_choice_is_hidden_until_both_have_chosen() -> None:
    state = choose(begin(5), "a", (3,))
    assert view(state, "a").a.choice == (3,)
    assert view(state, "b").a.choice == view(state, "").a.choice == ()
    assert view(state, "b").a.chosen  # that there is one is no secret
    assert view(choose(begin(5), "a", (4,)), "b") == view(state, "b")
    assert view(choose(begin(5), "a", (4,)), "a") != view(state, "a")
    state = choose(state, "b", (1,))
    assert view(state, "b").a.defender == 3


@given(st.integers(3, 8), st.randoms(use_true_random=False))
def test_states_that_differ_only_in_a_secret_look_alike(size: int, dice: random.Random) -> None:
    state = begin(size)
    while state.asks != "done":
        want = wants(state, "a")
        assert want is not None
        possible = list(itertools.combinations(want.among, want.count))
        seen = {msgspec.json.encode(view(choose(state, "a", players), "b")) for players in possible}
        assert len(seen) == 1
        state = choose(state, "a", dice.choice(possible))
        mine = wants(state, "b")
        assert mine is not None
        state = choose(state, "b", tuple(dice.sample(mine.among, mine.count)))


@pytest.mark.parametrize(
    "players, text",
    [
        ((), "choose 1, not 0"),
        ((1, 2), "choose 1, not 2"),
        ((6,), "6 cannot be chosen now: 1, 2, 3, 4, 5 can"),
        ((0,), "0 cannot be chosen now: 1, 2, 3, 4, 5 can"),
    ],
)
def test_a_choice_that_cannot_be(players: tuple[int, ...], text: str) -> None:
    with pytest.raises(Refused) as refused:
        choose(begin(5), "a", players)
    assert (refused.value.code, refused.value.text) == ("bad-choice", text)


def test_nobody_attacks_twice_or_beside_the_defence() -> None:
    state = both(begin(5), (1,), (1,))
    with pytest.raises(Refused, match="2 is named twice") as twice:
        choose(state, "a", (2, 2))
    assert twice.value.path == "$.players[1]"
    with pytest.raises(Refused, match="1 cannot be chosen now: 2, 3, 4, 5 can"):
        choose(state, "a", (1, 2))


def test_a_choice_stands() -> None:
    state = choose(begin(5), "a", (3,))
    with pytest.raises(Refused, match="the other captain has not yet") as refused:
        choose(state, "a", (4,))
    assert refused.value.code == "not-asked"


def test_the_games_are_told_when_all_are_settled() -> None:
    with pytest.raises(Refused, match="still have to choose: defender"):
        pairs(begin(5))
    with pytest.raises(Refused, match="every game is settled"):
        choose(played(begin(5), random.Random(1)), "a", (1,))


@pytest.mark.parametrize("size, sound", [(1, False), (2, True), (12, True), (13, False)])
def test_sizes(size: int, sound: bool) -> None:
    if sound:
        assert begin(size).a.free == tuple(range(1, size + 1))
        return
    with pytest.raises(Refused, match=f"2 to 12 players, not {size}"):
        begin(size)


@given(st.integers(2, 12), st.randoms(use_true_random=False))
def test_a_state_is_json(size: int, dice: random.Random) -> None:
    state = choose(begin(size), "b", (dice.randint(1, size),))
    assert msgspec.json.decode(msgspec.json.encode(state), type=Captains) == state
    done = played(begin(size), dice)
    assert msgspec.json.decode(msgspec.json.encode(done), type=Captains) == done
