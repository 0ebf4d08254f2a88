"""Massive Bulk: a monstrous mount has no use for its rider's armour."""

from __future__ import annotations

from typing import Any

from rules.kernel.context import Context
from rules.kernel.rule import Clause, Rule
from rules.kernel.state import Model
from rules.t9a import hooks, words

MASSIVE_BULK = Rule(
    "t9a.massive-bulk",
    en="Massive Bulk",
    ru="Массивная туша",
    clauses={
        "ignores-rider": Clause(
            "The rider's armour",
            "Доспех всадника",
            "If a Character rides a model with Massive Bulk, that part of the model ignores the rider's armour "
            "and personal protections.",
            "179",
            text_ru="Если на модели едет персонаж, эта часть модели не учитывает доспех и личную защиту всадника.",
        ),
        "item-exception": Clause(
            "Unless an item says so",
            "Если не указано иного",
            "This does not hold for equipment whose own text says otherwise.",
            "179",
            text_ru="Если в описании снаряжения не указано иного.",
        ),
    },
)


RIDER = "rider "
"""Before names in the profile of a model with a rider: the Armour that his equipment gives, his own Special Saves."""
COUNTS = MASSIVE_BULK["item-exception"]
"""On a sheet: the Armour of equipment that counts all the same; `Aegis` or `Fortitude` if that does."""


def _counts(model: Model) -> list[str]:
    """What of the rider's equipment counts all the same."""
    return str(model.sheet.has.get(COUNTS, "")).split(",")


@MASSIVE_BULK.at(hooks.ARMOUR, of="model")
def _bare(ctx: Context, armour: int, *, model: Model, **_: Any) -> int:
    """The mount's own Armour, and that of items whose text says so."""
    if not words.is_(model, "Character"):
        return armour
    counted = sum(int(each) for each in _counts(model) if each.strip().isdigit())
    return armour - words.printed(model, f"{RIDER}Arm") + counted


@MASSIVE_BULK.at(hooks.SPECIAL_SAVE, of="model")
def _unprotected(ctx: Context, needed: int, *, model: Model, name: str, **_: Any) -> int:
    """No Special Save that the rider alone has."""
    his = words.is_(model, "Character") and words.printed(model, RIDER + name) == needed
    return 0 if his and name not in _counts(model) else needed
