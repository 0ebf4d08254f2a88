"""Offers are whole: every option can be declared as its act proposes, what is declared was offered, a game can go on.

Shown of every system that has golden games, over all of them.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import Any

import pytest

import rules
from rules.kernel.context import Context
from rules.kernel.dice import Seeded
from rules.kernel.errors import IllegalAction
from rules.kernel.events import Administrative, Declaration
from rules.kernel.part import Choice, Option
from rules.kernel.state import State
from tests.kernel.games import tag_of
from tests.kernel.systems import games, positions, recorded, ruleset
from tests.playthroughs import SYSTEMS

FILES = [(key, file.header.game) for key in SYSTEMS for file in games(key, 99)]
EVERY = {"kt": 6, "wh40k": 8, "cod": 12, "t9a": 12, "necro": 12}
"""One in so many positions of a game is looked at, beside the first of each kind; which ones differs."""
SEEDS = range(12)
SEARCHED = {"arrive", "deploy", "place-terrain"}
"""What needs a place that is looked for at random: one try in twenty may find none."""
SEALED = {"reveal", "open-hideout"}
"""What only the player that wrote it down can fill in: see `tests/rules/cod/test_playing.py`."""
UNOFFERED = {"apart", "begin", "concede", "fact", "tactic", "go-on", "characteristic-test", "madden"}
"""What belongs to the record itself, or is told of what the rules do not know."""


def proposed(of: rules.Ruleset, state: State, option: Option) -> Iterator[Any]:
    """What the act of an option proposes, with several dice to choose by."""
    for seed in SEEDS:
        choice = Choice(Context(of, state, option.side, ()), option, [option], Seeded(bytes([seed])), {})
        yield from of.act(option.action).proposals(choice)


def accepted(of: rules.Ruleset, state: State, option: Option) -> bool:
    """Whether the rules accept any of the proposals, each of which is an act of this kind, or what a part would rather
    have in its place.
    """
    act = of.act(option.action)
    for action in proposed(of, state, option):
        assert type(action) is act.kind or act.leads
        try:
            rules.decide(of, state, Declaration(by=option.side, action=action), draw=Seeded(b"x").throw)
        except IllegalAction:
            continue
        return True
    return False


def looked_at(key: str, name: str) -> Iterator[State]:
    """Positions of a recorded game after mustering: the first of every step and question, and some others."""
    known = set()
    for number, state in enumerate(positions((key, name))[3:-1], len(name)):
        kind = (state.phase, state.step, state.pending.clause if state.pending is not None else "")
        if kind not in known or number % EVERY[key] == 0:
            known.add(kind)
            yield state


@pytest.mark.parametrize(("key", "name"), FILES)
def test_every_option_is_accepted_in_some_form(key: str, name: str) -> None:
    of = ruleset(key)
    offered = [(state, option) for state in looked_at(key, name) for option in rules.options(of, state)]
    refused = [o for state, o in offered if o.action not in SEALED and not accepted(of, state, o)]
    assert len(offered) > 20
    assert [option for option in refused if option.action not in SEARCHED] == []
    assert len(refused) <= 1


@pytest.mark.parametrize(("key", "name"), FILES)
def test_what_is_declared_was_offered(key: str, name: str) -> None:
    """Every declaration of a game has its option: same action and side, and the unit or model where one is named."""
    of = ruleset(key)
    for before, event in list(zip(positions((key, name)), recorded(key, name).events, strict=False))[3:]:
        tag, unit = tag_of(type(event.action)), getattr(event.action, "unit", "")
        if tag in UNOFFERED or before.over is not None:
            continue
        of_side = [option for option in rules.options(of, before) if option.side == event.by]
        # a unit lets go what else it is offered
        offered = [o for o in of_side if o.action == tag or (tag == "pass" and o.model == unit != "")]
        assert offered, (tag, event.number)
        named = {getattr(event.action, field, "") for field in ("unit", "model", "of", "fighter")} - {"", None}
        about = {o.model for o in offered} | set(chain.from_iterable(o.targets for o in offered))
        assert not named or named & about or tag == "pass", (tag, event.number, about)


@pytest.mark.parametrize(("key", "name"), FILES)
def test_a_game_can_always_go_on(key: str, name: str) -> None:
    """There is more to declare than what may be said beside the battle."""
    of = ruleset(key)
    for state in looked_at(key, name):
        left = [option for option in rules.options(of, state) if not of.act(option.action).aside]
        assert left, (state.phase, state.step, state.pending)


@pytest.mark.parametrize("key", SYSTEMS)
def test_most_acts_are_offered_somewhere(key: str) -> None:
    """So that the property above says something of them."""
    of = ruleset(key)
    states = (state for k, name in FILES if k == key for state in looked_at(k, name))
    seen = {option.action for state in states for option in rules.options(of, state)}
    offering = {act.tag for act in of.acts if act.offers is not None}
    assert 3 * len(seen) > 2 * len(offering), offering - seen


@pytest.mark.parametrize("key", SYSTEMS)
def test_every_act_of_a_battle_can_be_offered(key: str) -> None:
    acts = ruleset(key).acts
    record = {act.tag for act in acts if issubclass(act.kind, Administrative)}
    assert {act.tag for act in acts if act.offers is None} <= UNOFFERED | record
