"""A copy of a state is as the state, and nothing in it that can be changed is anybody else's."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from gamelog.contest import stream
from gamelog.contest.copying import copied
from gamelog.contest.state import TournamentState
from gamelog.contest.stream import StoredAct
from tests.contest.test_formats import FILES
from tests.contest.test_free_league import a_little_league
from tests.contest.test_verification import by_chance, later, two_groups


def changeable(found: Any) -> Iterator[Any]:
    """Everything in a value that can be changed in place."""
    if isinstance(found, msgspec.Struct):
        if found.__struct_config__.frozen:
            return
        yield found
        inner = [getattr(found, name) for name in found.__struct_fields__]
    elif isinstance(found, dict | list):
        yield found
        inner = list(found.values() if isinstance(found, dict) else found)
    else:
        return
    for each in inner:
        yield from changeable(each)


def all_kinds() -> Iterator[list[StoredAct]]:
    """Events that have every act and every effect between them, and some by chance."""
    yield from (each.entries() for each in FILES)
    yield from (desk.entries for desk in (later(), a_little_league(), two_groups()))
    yield from map(by_chance, range(5))


def test_a_copy_is_the_same_and_shares_nothing_that_changes() -> None:
    seen = set()
    for entries in all_kinds():
        state = TournamentState()
        for entry in entries:
            stream.evolve(state, entry)
            twin = copied(state)
            assert twin == state
            ours = {id(each): type(each) for each in changeable(state)}
            theirs = {id(each) for each in changeable(twin)}
            assert len(ours) == len(theirs) and not ours.keys() & theirs
            seen |= {kind.__name__ for kind in ours.values() if issubclass(kind, msgspec.Struct)}
    kinds = {"TournamentState", "Entrant", "Member", "SubmittedRoster", "Round", "Result", "Clock", "OpenGame"}
    assert seen == kinds | {"LeagueMatch", "Penalty"}


def test_what_acts_do_to_a_copy_the_state_does_not_notice() -> None:
    """Also within what is frozen, which the copy shares."""
    for entries in all_kinds():
        state = TournamentState()
        for entry in entries:
            before, twin = msgspec.json.encode(state), copied(state)
            stream.evolve(twin, entry)
            assert msgspec.json.encode(state) == before, entry.act
            stream.evolve(state, entry)
            assert twin == state


class Leaf(msgspec.Struct):
    number: int = 0


class Tree(msgspec.Struct):
    either: Leaf | list[int] | None = None
    leaves: dict[str, list[Leaf]] = {}
    sealed: tuple[int, ...] = ()


@pytest.mark.parametrize("either", [None, Leaf(3), [], [1, 2]], ids=repr)
def test_fields_of_several_kinds(either: Any) -> None:
    tree = Tree(either, {"a": [Leaf(1)], "b": []}, (1, 2))
    twin = copied(tree)
    assert twin == tree and twin.sealed is tree.sealed
    assert not {id(each) for each in changeable(tree)} & {id(each) for each in changeable(twin)}
