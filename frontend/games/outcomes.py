"""The outcome of a step in a few words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

from django.utils.translation import gettext as _

from frontend.games.cast import Cast
from frontend.games.sentences import tag


def came_to(cast: Cast, of: Iterable[Any]) -> str:
    """The outcome of effects in a few words: casualties, whatever else matters most, and losses."""
    said: dict[str, None] = {}
    effects = list(of)
    fallen = [effect.model for effect in effects if tag(effect) == "removed" and not effect.back]
    lost = Counter(cast.unit_of.get(model, "") for model in fallen)
    for effect in effects:
        kind = tag(effect)
        if kind == "removed" and not effect.back:
            said[_fallen(cast, effect.model, lost)] = None
        elif kind == "marked" and effect.key in cast.telling.came_to:
            said[cast.say(cast.telling.came_to[effect.key], model=cast.holder(effect.on))] = None
    return "; ".join([*said, *_hurt(cast, effects, set(fallen))])


def _hurt(cast: Cast, effects: Iterable[Any], fallen: set[str]) -> Iterator[str]:
    """Who was hurt and still stands: of a unit its models together."""
    lost: Counter[str] = Counter()
    one_of: dict[str, str] = {}
    for effect in effects:
        if tag(effect) == "wounds-set" and effect.model not in fallen:
            who = cast.unit_of.get(effect.model, "") or effect.model
            lost[who] += effect.was - effect.to
            one_of[who] = effect.model
    for who, count in lost.items():
        if count > 0:
            yield _("%(model)s loses %(lost)s") % {"model": cast.holder(who), "lost": cast.wounds(one_of[who], count)}


def _fallen(cast: Cast, model: str, lost: Counter[str]) -> str:
    unit = cast.unit_of.get(model, "")
    if not unit or lost[unit] < 2:
        return _("%(model)s is out of action") % {"model": cast.model(model)}
    return _("%(unit)s: out of action %(count)s") % {"unit": cast.holder(unit), "count": str(lost[unit])}
