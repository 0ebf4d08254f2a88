"""Offers are whole: filled in as its act proposes, every option is accepted by the rules in at least one way."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

import rules
from rules.kernel.context import Context
from rules.kernel.dice import Seeded
from rules.kernel.errors import IllegalAction
from rules.kernel.events import Declaration
from rules.kernel.part import Choice, Option
from rules.kernel.state import State
from tests.kernel.systems import games, positions, ruleset

WHOLE = ("kt", "wh40k")
"""The systems of which this is shown."""
FILES = [(key, file.header.game) for key in WHOLE for file in games(key, 99)]
EVERY = {"kt": 5, "wh40k": 6}
"""One in so many positions of a game is looked at; which ones differs from game to game."""
SEEDS = range(3)
SEARCHED = {"arrive"}
"""What needs a place that is looked for at random: one try in twenty may find none."""


def proposed(of: rules.Ruleset, state: State, option: Option) -> Iterator[Any]:
    """What the act of an option proposes, with several dice to choose by."""
    for seed in SEEDS:
        choice = Choice(Context(of, state, option.side, ()), option, [option], Seeded(bytes([seed])), {})
        yield from of.act(option.action).proposals(choice)


def accepted(of: rules.Ruleset, state: State, option: Option) -> bool:
    """Whether the rules accept any of the proposals, each of which is an act of this kind."""
    for action in proposed(of, state, option):
        assert type(action) is of.act(option.action).kind
        try:
            rules.decide(of, state, Declaration(by=option.side, action=action), draw=Seeded(b"x").throw)
        except IllegalAction:
            continue
        return True
    return False


def looked_at(key: str, name: str) -> Iterator[State]:
    """Some positions of a recorded game, after both sides have mustered."""
    yield from positions((key, name))[3 + len(name) % EVERY[key] : -1 : EVERY[key]]


@pytest.mark.parametrize(("key", "name"), FILES)
def test_every_option_is_accepted_in_some_form(key: str, name: str) -> None:
    of = ruleset(key)
    offered = [(state, option) for state in looked_at(key, name) for option in rules.options(of, state)]
    refused = [option for state, option in offered if not accepted(of, state, option)]
    assert len(offered) > 20
    assert [option for option in refused if option.action not in SEARCHED] == []
    assert len(refused) <= 1


@pytest.mark.parametrize("key", WHOLE)
def test_most_acts_are_offered_somewhere(key: str) -> None:
    """So that the property above says something of them."""
    of = ruleset(key)
    states = (state for k, name in FILES if k == key for state in looked_at(k, name))
    seen = {option.action for state in states for option in rules.options(of, state)}
    offering = {act.tag for act in of.acts if act.offers is not None}
    assert 3 * len(seen) > 2 * len(offering), offering - seen
