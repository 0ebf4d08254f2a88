"""Tests on characteristics other than Discipline."""

from __future__ import annotations

import pytest

from rules.kernel.effects import Noted
from rules.t9a.characteristic import TestCharacteristic as CharacteristicTest

from .parade import decide, effects_of, ground, refusal, regiment

TEST = "t9a.core.characteristic-test"


@pytest.mark.parametrize(
    ("value", "face", "text"),
    [
        pytest.param(3, 3, "Str: passed", id="t9a.core.characteristic-test.equal"),
        pytest.param(3, 4, "Str: failed", id="t9a.core.characteristic-test.above"),
        pytest.param(5, 5, "Str: passed", id="t9a.core.characteristic-test.five"),
        pytest.param(10, 5, "Str: passed", id="t9a.core.characteristic-test.ten"),
        pytest.param(10, 6, "Str: failed", id="t9a.core.characteristic-test.a-6-fails"),
    ],
)
def test_a_die_at_most_the_value_passes(value: int, face: int, text: str) -> None:
    done = decide(ground(regiment("a1", Str=value)), "a", CharacteristicTest("a1.1", "Str"), (face,))
    (note,) = effects_of(done, Noted, TEST)
    assert (note.model, note.value, note.text) == ("a1.1", value, text)


def test_a_rate_is_tested_in_inches() -> None:
    """t9a.core.characteristic-test: 4 inches."""
    done = decide(ground(regiment("a1")), "a", CharacteristicTest("a1.1", "Adv"), (4,))
    assert effects_of(done, Noted, TEST)[0].value == 4


def test_whose_model_and_which() -> None:
    """t9a.core.characteristic-test"""
    state = ground(regiment("a1"))
    assert refusal(state, "b", CharacteristicTest("a1.1", "Str"), (1,)) == "t9a.core.player-turn"
    state.models["a1.1"].out = True
    assert refusal(state, "a", CharacteristicTest("a1.1", "Str"), (1,)) == TEST
