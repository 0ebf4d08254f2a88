"""Stratagems for tests: sides that have declared some, and the phase in which they do.

here = town(squad("au1"), **planned(a={"hospital": "r1"}, b=["booby-traps"]))
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from rules.cod.chosen import DECLARED, stratagems
from rules.kernel.secrets import Commit, Reveal, commitment
from rules.kernel.state import Mark, State, Terrain

from ..wh40k.field import Group, box, decide
from .streets import city

SALT = "0123456789abcdef" * 2
Plans = Mapping[str, str] | Iterable[str]
RUINS = (box("r1", 600, 600, 1200, 1200, 600), box("r2", 2100, 2100, 2700, 2700, 600),
         box("r3", 3600, 3600, 4200, 4200, 600))  # fmt: skip
"""One ruin in the south-west (the zone of a), one in the middle, one in the north-east (the zone of b)."""


def planned(a: Plans = (), b: Plans = (), **more: Mapping[str, Mark]) -> dict[str, Any]:
    """Sides that have declared these stratagems, by name, with the ruin each is applied to. `more` are other marks."""
    return {"sides": {"a": {**marks(a), **more.get("on_a", {})}, "b": {**marks(b), **more.get("on_b", {})}}}


def marks(chosen: Plans) -> dict[str, Mark]:
    """The marks of a side that has declared stratagems."""
    names = list(chosen)
    if not names:
        return {}
    ruins = chosen if isinstance(chosen, Mapping) else {}
    return {DECLARED: tuple(names), **{stratagems()[name].mark: ruins.get(name) or 1 for name in names}}


def preparing(*groups: Group, step: str = "", to_act: str = "", ruins: Iterable[Terrain] = RUINS, **more: Any) -> State:
    """The phase in which stratagems are declared; with a side to act, that side's turn to declare."""
    return city(
        *groups, phase="stratagems", step=step or ("declare" if to_act else ""), turn="", to_act=to_act, round=0,
        ruins=ruins, order=(), **more,
    )  # fmt: skip


def sealed(state: State, side: str, subject: str, value: str) -> State:
    """The position after a side has written something down."""
    return decide(state, side, Commit(subject=subject, commitment=commitment(side, subject, value, SALT))).state


def opened(state: State, side: str, subject: str, value: str) -> State:
    """The position after a side has shown what it had written down."""
    return decide(state, side, Reveal(subject=subject, value=value, salt=SALT)).state
