"""Tests on characteristics other than Discipline, which spells and items call for: one die, at most the value."""

from __future__ import annotations

from typing import Literal

from rules.kernel.context import Context
from rules.kernel.effects import Noted
from rules.kernel.events import Action
from rules.kernel.part import Act, Part
from rules.kernel.telling import Phrase
from rules.t9a import words

TEST = "t9a.core.characteristic-test"
FAILS = 6
"""This face fails whatever the value."""

Characteristic = Literal["Adv", "Mar", "HP", "Def", "Res", "Arm", "Att", "Off", "Str", "AP", "Agi"]


class TestCharacteristic(Action, frozen=True, tag="characteristic-test"):
    """A model takes a test on one of its characteristics. Rates are tested in inches."""

    model: str
    characteristic: Characteristic


def take(ctx: Context, action: TestCharacteristic) -> None:
    """Roll the die: what follows is for the rule that called for the test."""
    model = ctx.model(action.model)
    name, mine = model.sheet.name, model.side == ctx.by
    ctx.require(mine, words.ACTED, "{name} belongs to the other side", name=name)
    ctx.require(not model.out, TEST, "{name} is out of action", name=name)
    printed = words.printed(model, action.characteristic)
    value = printed // 100 if action.characteristic in ("Adv", "Mar") else printed
    face = ctx.roll(TEST, model.side, 1, model=model.id).total
    passed = face <= value and face != FAILS
    text = f"{action.characteristic}: {'passed' if passed else 'failed'}"
    ctx.effects.append(Noted(rule=TEST, model=model.id, value=value, text=text))


PART = Part(acts=(
    Act(TestCharacteristic, take, told=Phrase("%(model)s takes a test on a characteristic",
                                              "%(model)s: тест на характеристику")),
))  # fmt: skip
