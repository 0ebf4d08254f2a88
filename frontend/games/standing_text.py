"""Where everybody stands after a step, in words, for pages without JavaScript: what the drawn table shows.

Places are from the left and the top edge of the table as it is drawn.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from frontend.games.cast import Cast
from frontend.games.replay_state import statuses
from rules import State
from rules.kernel.sheet import wounds_of


class Stand(NamedTuple):
    """A unit, or a model where models act for themselves: its name and what is to be said of it."""

    name: str
    told: str


class Force(NamedTuple):
    """A side and those of it that are on the table."""

    name: str
    stands: list[Stand]


def forces(cast: Cast, state: State) -> list[Force]:
    """Everybody on the table, by side, units and models in the order of the record."""
    return [Force(cast.side(side), list(_stands(cast, state, side))) for side in state.sides]


def _stands(cast: Cast, state: State, side: str) -> Iterator[Stand]:
    together: dict[str, list[Any]] = {}
    for key, model in state.models.items():
        if model.side == side and model.at is not None and not model.out:
            together.setdefault(model.unit or key, []).append(model)
    for key, models in together.items():
        parts = [_place(cast, models), *_condition(cast, state, key, models)]
        yield Stand(cast.holder(key), "; ".join(filter(None, parts if not state.table.sketch else parts[1:])))


def _place(cast: Cast, models: list[Any]) -> str:
    across, down = (round(sum(model.at[axis] for model in models) / len(models), -1) for axis in (0, 1))
    up = max(model.at[2] for model in models)
    place = _("%(across)s from the left, %(down)s from the top") % {
        "across": cast.length(int(across)), "down": cast.length(int(down)),
    }  # fmt: skip
    return f"{place}, ▲{cast.length(up)}" if up else place


def _condition(cast: Cast, state: State, key: str, models: list[Any]) -> Iterator[str]:
    """How many are left, who is hurt, and the marks."""
    unit = state.units.get(key)
    if unit and unit.size > 1:
        yield f"{len(models)}/{unit.size} {_('standing')}"
    for model in models:
        whole = wounds_of(model.sheet)
        if len(models) == 1 or model.wounds < whole:
            about = "" if len(models) == 1 else f"{cast.model(model.id)}: "
            yield f"{about}{model.wounds}/{cast.wounds(model.id, whole)}"
    for holder in (unit, models[0] if len(models) == 1 else None):
        if holder:
            yield from (cast.say(cast.telling.badges[each].name) for each in statuses(cast.telling, holder))
