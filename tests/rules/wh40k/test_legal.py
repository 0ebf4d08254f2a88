"""What is declared in a game was offered; the game can always go on."""

from __future__ import annotations

from typing import Any

import pytest

import rules
from tests.kernel.games import states, tag_of
from tests.rules.wh40k.games import PAIRS, WH40K, game

FREE = {"begin", "muster", "concede", "fact", "instruct", "go-on"}
"""What is declared without being offered: before the battle, or at any time."""
SEEDS = range(1, 7)


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
