"""Bulky, Very Bulky and Extremely Bulky: more room in a transport."""

from __future__ import annotations

from typing import Any

from rules.kernel.context import Context
from rules.kernel.rule import Clause, Rule
from rules.kernel.state import Model
from rules.wh40k import hooks

BULKY = Rule(
    "wh40k.usr.bulky",
    en="Bulky",
    ru="Крупногабаритный",
    clauses={
        "": Clause(
            "Bulky takes 2",
            "Крупногабаритный: 2 места",
            "A Bulky model takes up 2 points of transport capacity.",
            "368-372",
            text_ru="Крупногабаритная модель занимает 2 места в транспорте.",
        ),
        "very": Clause(
            "Very Bulky takes 3",
            "Очень крупногабаритный: 3 места",
            "A Very Bulky model takes up 3 points of transport capacity.",
            "374-376",
            text_ru="Очень крупногабаритная модель занимает 3 места в транспорте.",
        ),
        "extremely": Clause(
            "Extremely Bulky takes 5",
            "Чрезвычайно крупногабаритный: 5 мест",
            "An Extremely Bulky model takes up 5 points of transport capacity.",
            "378-380",
            text_ru="Чрезвычайно крупногабаритная модель занимает 5 мест в транспорте.",
        ),
        "buildings": Clause(
            "Also in buildings",
            "И в строениях тоже",
            "The extra space is needed in vehicles and in buildings alike.",
            "370",
            text_ru="Лишние места нужны и в технике, и в строениях.",
        ),
    },
)


@BULKY.at(hooks.CAPACITY)
def _wide(ctx: Context, room: int, *, model: Model, **_: Any) -> int:
    """A model takes the room of its own rule, not of its unit's."""
    points = model.sheet.has.get(BULKY.id, 0)
    return max(room, points) if isinstance(points, int) else room
