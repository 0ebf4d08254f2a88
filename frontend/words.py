"""What every sentence of `narrate` and `ruled` is made with."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

import msgspec
from django.utils.translation import gettext as _

from frontend.cast import Cast
from frontend.cast import listed as listed
from rules.kernel.canonical import tag_of
from rules.kernel.telling import effects as effects

tag = tag_of
"""The word of an action or effect, as in a game file."""


class Words(msgspec.Struct, frozen=True):
    """A sentence; `quiet` for bookkeeping, `declared` where players said so and nothing was measured.

    `step` is the number of the step it speaks of, 0 where it speaks of its own.
    """

    text: str
    quiet: bool = False
    declared: bool = False
    step: int = 0


def signed(amount: int) -> str:
    """A number with its sign: +1, −1."""
    return f"{amount:+d}".replace("-", "−")


def came_to(cast: Cast, of: Iterable[Any]) -> str:
    """What effects come to, in a few words: who falls, and what else matters most."""
    said: dict[str, None] = {}
    given = list(of)
    fallen = [effect.model for effect in given if tag(effect) == "removed" and not effect.back]
    lost = Counter(cast.unit_of.get(model, "") for model in fallen)
    for effect in given:
        kind = tag(effect)
        if kind == "removed" and not effect.back:
            said[_fallen(cast, effect.model, lost)] = None
        elif kind == "marked" and effect.key in cast.telling.came_to:
            said[cast.say(cast.telling.came_to[effect.key], model=cast.holder(effect.on))] = None
    return "; ".join(said)


def _fallen(cast: Cast, model: str, lost: Counter[str]) -> str:
    unit = cast.unit_of.get(model, "")
    if not unit or lost[unit] < 2:
        return _("%(model)s is out of action") % {"model": cast.model(model)}
    return _("%(unit)s: out of action %(count)s") % {"unit": cast.holder(unit), "count": str(lost[unit])}
