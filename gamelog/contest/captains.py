"""Who plays whom when two teams meet, as their captains choose it: defenders, attackers, refusals.

The process of the World Team Championship, in our own words (as retold in the rules of several events and programs for
eights and fives; no edition of the championship's own pack could be read here). In a step

1. both captains choose a defender in secret; both are shown together;
2. each chooses in secret two attackers against the other's defender; all are shown together;
3. each chooses in secret which of the two attackers its defender plays; the other attacker goes back to his team.

A step makes two games. Steps go on while each team has more than four players left. The last step makes all the games
that are left:

- four left (teams of 4, 6, 8, 10, 12): beside the two games of the step the two refused attackers meet, and the two
  players who were neither defender nor attacker;
- three left (3, 5, 7, 9, 11): there is no choice of attackers, both who are left attack; the refused ones meet;
- two left (teams of 2): each defender meets the other team's second player.

The captain with the table choice lets players choose their tables first: the defenders, then, in the last step, the
refused ones and the left-over ones, a side at a time. The table choice changes sides with every step. `pairs` are in
the order in which tables are chosen.

Players are numbers from 1 within their own team. What a captain has chosen is in the state until the other has chosen
as well; whatever leaves the server for a captain or a spectator goes through `view`.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from gamelog.contest.errors import Refused

Side: TypeAlias = Literal["a", "b"]
Step: TypeAlias = Literal["defender", "attackers", "acceptance", "done"]
"""What both captains are asked for: a defender, two attackers, or which of two attackers the defender plays."""
Kind: TypeAlias = Literal["defends-a", "defends-b", "refused", "left-over"]


class Hand(msgspec.Struct, frozen=True, omit_defaults=True):
    """One team: its players who are not paired yet, its defender and its attackers. `choice` is the captain's choice,
    hidden from the other; `chosen` tells that there is one.
    """

    free: tuple[int, ...]
    defender: int = 0
    attackers: tuple[int, ...] = ()
    choice: tuple[int, ...] = ()
    chosen: bool = False


class Game(msgspec.Struct, frozen=True):
    """A pair: the players of team a and team b, how it was made, and whose player chooses the table."""

    a: int
    b: int
    kind: Kind
    table_choice: Side


class Captains(msgspec.Struct, frozen=True, omit_defaults=True):
    """The progress of the captains. `step` counts from 1, `table_choice` is the side that chooses tables first in
    it.
    """

    a: Hand
    b: Hand
    asks: Step = "defender"
    step: int = 1
    table_choice: Side = "a"
    games: tuple[Game, ...] = ()


class Want(msgspec.Struct, frozen=True):
    """The choice a captain has to make: `count` players out of `among`."""

    asks: Step
    count: int
    among: tuple[int, ...]


def begin(size: int, table_choice: Side = "a") -> Captains:
    """Two teams of `size` players, numbered from 1 each; `table_choice` is the side that won the roll for it.

    Raises: Refused `bad-choice` for teams of fewer than 2 or more than 12.
    """
    if not 2 <= size <= 12:
        raise Refused("bad-choice", "$.size", f"teams have 2 to 12 players, not {size}", size=size)
    hand = Hand(free=tuple(range(1, size + 1)))
    return Captains(a=hand, b=hand, table_choice=table_choice)


def wants(state: Captains, side: Side) -> Want | None:
    """The choice a captain has to make; None if there is nothing to choose, or the captain has chosen."""
    mine = getattr(state, side)
    if state.asks == "done" or mine.chosen:
        return None
    if state.asks == "acceptance":
        return Want("acceptance", 1, getattr(state, _other(side)).attackers)
    return Want(state.asks, 2 if state.asks == "attackers" else 1, mine.free)


def choose(state: Captains, side: Side, players: tuple[int, ...]) -> Captains:
    """A captain's choice and, once both have chosen, its outcome. A choice cannot be taken back.

    Raises: Refused `not-asked` where the captain has chosen or nothing is left to choose, `bad-choice` for the wrong
    number of players, one named twice, or one who cannot be chosen.
    """
    want = wants(state, side)
    if want is None:
        text = "every game is settled" if state.asks == "done" else "you have chosen: the other captain has not yet"
        raise Refused("not-asked", "$.players", text)
    _check(want, players)
    mine = msgspec.structs.replace(getattr(state, side), choice=tuple(sorted(players)), chosen=True)
    state = msgspec.structs.replace(state, **{side: mine})
    return _revealed(state) if state.a.chosen and state.b.chosen else state


def pairs(state: Captains) -> tuple[Game, ...]:
    """Every game of the match, in the order in which tables are chosen.

    Raises: Refused `not-asked` while captains are still choosing.
    """
    if state.asks != "done":
        raise Refused("not-asked", "$", f"the captains still have to choose: {state.asks}", asks=state.asks)
    return state.games


def view(state: Captains, side: Side | Literal[""]) -> Captains:
    """The state as a captain or, with an empty side, a spectator may see it: without the other's hidden choice."""
    hidden = {each: _closed(getattr(state, each)) for each in ("a", "b") if each != side}
    return msgspec.structs.replace(state, **hidden)


def _closed(hand: Hand) -> Hand:
    return msgspec.structs.replace(hand, choice=())


def _other(side: Side) -> Side:
    return "b" if side == "a" else "a"


def _check(want: Want, players: tuple[int, ...]) -> None:
    if len(players) != want.count:
        text = f"choose {want.count}, not {len(players)}"
        raise Refused("bad-choice", "$.players", text, count=want.count)
    for at, player in enumerate(players):
        where = f"$.players[{at}]"
        if player not in want.among:
            text = f"{player} cannot be chosen now: {', '.join(map(str, want.among))} can"
            raise Refused("bad-choice", where, text, player=player)
        if player in players[:at]:
            raise Refused("bad-choice", where, f"{player} is named twice", player=player)


def _revealed(state: Captains) -> Captains:
    """The outcome once both captains have chosen."""
    if state.asks == "defender":
        return _defended(state)
    if state.asks == "attackers":
        return msgspec.structs.replace(state, a=_attacking(state.a), b=_attacking(state.b), asks="acceptance")
    return _accepted(state)


def _without(free: tuple[int, ...], gone: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(player for player in free if player not in gone)


def _defending(hand: Hand) -> Hand:
    return Hand(free=_without(hand.free, hand.choice), defender=hand.choice[0])


def _attacking(hand: Hand) -> Hand:
    return Hand(free=_without(hand.free, hand.choice), defender=hand.defender, attackers=hand.choice)


def _defended(state: Captains) -> Captains:
    """Both defenders are known. With one or two others left in each team there is no choice of attackers."""
    a, b = _defending(state.a), _defending(state.b)
    state = msgspec.structs.replace(state, a=a, b=b, asks="attackers")
    if len(a.free) == 1:
        return _finished(state, _defences(state, a.free[0], b.free[0]))
    if len(a.free) == 2:
        chosen = [msgspec.structs.replace(hand, choice=hand.free) for hand in (a, b)]
        return msgspec.structs.replace(state, a=_attacking(chosen[0]), b=_attacking(chosen[1]), asks="acceptance")
    return state


def _accepted(state: Captains) -> Captains:
    """Two games, and the next step or the remaining games. A hand's choice is the attacker its defender plays."""
    by_a, by_b = state.b.choice[0], state.a.choice[0]
    games = _defences(state, by_a, by_b)
    refused = _without(state.a.attackers, (by_a,)) + _without(state.b.attackers, (by_b,))
    if len(state.a.free) > 1:
        return _next_step(state, games, refused)
    games += (Game(refused[0], refused[1], "refused", state.table_choice),)
    if state.a.free:
        games += (Game(state.a.free[0], state.b.free[0], "left-over", _other(state.table_choice)),)
    return _finished(state, games)


def _defences(state: Captains, by_a: int, by_b: int) -> tuple[Game, ...]:
    """The games of both defenders, against the attackers `by_a` and `by_b`; the side with the table choice comes
    first.
    """
    defends = {
        "a": Game(state.a.defender, by_b, "defends-a", "a"),
        "b": Game(by_a, state.b.defender, "defends-b", "b"),
    }
    return defends[state.table_choice], defends[_other(state.table_choice)]


def _next_step(state: Captains, games: tuple[Game, ...], refused: tuple[int, ...]) -> Captains:
    return Captains(
        a=Hand(free=tuple(sorted((*state.a.free, refused[0])))),
        b=Hand(free=tuple(sorted((*state.b.free, refused[1])))),
        step=state.step + 1,
        table_choice=_other(state.table_choice),
        games=state.games + games,
    )


def _finished(state: Captains, games: tuple[Game, ...]) -> Captains:
    nobody = Hand(free=())
    return msgspec.structs.replace(state, a=nobody, b=nobody, asks="done", games=state.games + games)
