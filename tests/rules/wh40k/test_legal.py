"""What is offered is accepted in some form; what is declared in a game was offered; the game can always go on."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import rules
from rules.kernel.dice import Seeded
from rules.kernel.errors import IllegalAction
from rules.kernel.events import Declaration
from rules.kernel.part import Option
from rules.kernel.state import State
from rules.wh40k.deployment.outflank import EdgeRoll
from rules.wh40k.movement.move import Brave
from rules.wh40k.movement.run import RunAgain
from rules.wh40k.player import Player
from rules.wh40k.special.force import Activate
from rules.wh40k.turn import Pass
from tests.kernel.games import states, tag_of
from tests.rules.wh40k.games import PAIRS, WH40K, game

FREE = {"begin", "muster", "concede", "fact", "instruct", "go-on"}
"""What is declared without being offered: before the battle, or at any time."""
MOVES = {
    "move", "run-move", "turbo-boost", "regroup-move", "consolidate-move", "pile-in", "arrive", "deploy", "disembark",
    "come-out", "formation",
}  # fmt: skip
"""What needs room: a unit that is hemmed in may have no place to go."""
SEEDS = range(1, 7)
BARE: dict[str, Callable[[State, Option], Any]] = {
    "pass": lambda state, option: Pass(),
    "difficult-terrain": lambda state, option: Brave(unit=option.model),
    "run-again": lambda state, option: RunAgain(unit=option.model, dice=(0,)),
    "activate-force": lambda state, option: Activate(unit=state.models[option.model].unit, model=option.model),
    "edge-roll": lambda state, option: EdgeRoll(unit=option.model),
}
"""Declarations that need nothing more, and that the autoplayer would not always make."""


def accepted(state: State, option: Option) -> bool:
    """Whether some completion of an option is accepted: the bare action, or what the autoplayer proposes."""
    if option.action in BARE:
        return _fine(state, option.side, BARE[option.action](state, option))
    for seed in range(12):
        for proposed in Player(Seeded(bytes([seed]))).answers(WH40K, state, [option]):
            named = tag_of(type(proposed.action)) == option.action
            if named and _fine(state, proposed.by, proposed.action):
                return True
    return False


def _fine(state: State, by: str, action: Any) -> bool:
    try:
        rules.decide(WH40K, state, Declaration(by=by, action=action), draw=Seeded(b"x").throw)
    except IllegalAction:
        return False
    return True


@pytest.mark.parametrize("seed", SEEDS)
def test_every_option_is_accepted_in_some_form(seed: int) -> None:
    events = game(seed, PAIRS[seed % len(PAIRS)]).events
    tried, refused = 0, []
    for state in states(events)[4 + seed % 3 : -1 : 3]:
        for option in rules.options(WH40K, state):
            tried += 1
            if not accepted(state, option):
                refused.append(option)
    assert tried > 50
    assert [option for option in refused if option.action not in MOVES] == []
    assert len(refused) * 12 < tried, refused


@pytest.mark.parametrize("seed", SEEDS)
def test_the_game_can_always_go_on(seed: int) -> None:
    for state in states(game(seed, PAIRS[seed % len(PAIRS)]).events)[3:-1]:
        assert rules.options(WH40K, state), (state.phase, state.step, state.pending)


@pytest.mark.parametrize("seed", SEEDS)
def test_what_is_declared_was_offered(seed: int) -> None:
    """Every declaration of a game has its option: same action and side, and the unit or model where one is named."""
    events = game(seed, PAIRS[seed % len(PAIRS)]).events
    for state, event in list(zip(states(events), events, strict=False))[3:]:
        action: Any = event.action
        tag = tag_of(type(action))
        if tag in FREE:
            continue
        offered = [o for o in rules.options(WH40K, state) if o.action == tag and o.side == event.by]
        if tag == "pass" and getattr(action, "unit", None):
            offered = [o for o in rules.options(WH40K, state) if o.model == action.unit]
        assert offered, (tag, event.number)
        keys: list[Any] = [getattr(action, "unit", ""), getattr(action, "model", ""), getattr(action, "of", "")]
        named = set(keys) - {""}
        about = {o.model for o in offered} | {key for o in offered for key in o.targets}
        if named and tag != "pass":
            assert named & about, (tag, named, about)
