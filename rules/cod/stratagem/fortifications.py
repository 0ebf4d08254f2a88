"""Fortifications, a dirty trick."""

from __future__ import annotations

from typing import Any

from rules.cod import prepared, ruins
from rules.cod.chosen import Stratagem
from rules.kernel.context import Context
from rules.kernel.part import Objections, Part
from rules.kernel.rule import Clause, Rule
from rules.kernel.state import Model, State, Terrain, Unit
from rules.kernel.telling import Badge, Phrase, Telling
from rules.wh40k import hooks, words

FORTIFICATIONS = Rule(
    "cod.stratagem.fortifications",
    en="Fortifications",
    ru="Фортификации",
    clauses={
        "target": Clause(
            "One building, own zone",
            "Одно здание в своей зоне",
            "Fortifications may be applied to one building in the player's own deployment zone.",
            "583-589",
            text_ru="Укрепить можно одно здание в своей зоне расстановки.",
            note="The building is a city ruin.",
            note_ru="Здание – это городские руины.",
        ),
        "may-be-key": Clause(
            "May be a key building",
            "Может быть ключевым зданием",
            "The fortified building may also be a key building.",
            "589",
            text_ru="Укреплённое здание может быть и ключевым.",
        ),
        "cover": Clause(
            "Cover better by 1",
            "Укрытие лучше на +1",
            "A fortified ruin improves its cover save by a further +1.",
            "590",
            text_ru="Спасбросок за укрытие в укреплённых руинах лучше ещё на +1.",
            note="3+ for a fortified ruin, and for one that is dangerous as well.",
            note_ru="3+ за укреплённые руины, даже если они ещё и опасные.",
        ),
        "grenades": Clause(
            "Enemy grenades ignored",
            "Вражеские гранаты не действуют",
            "Models inside a fortified building ignore the effect of enemy grenades when Initiative order is "
            "worked out.",
            "591",
            text_ru="На модели в укреплённом здании вражеские гранаты при определении порядка инициативы не действуют.",
            note="Asked of the charging unit: models of the units it charges are in the ruin. Combat Engineers are "
            "the exception.",
            note_ru="Спрашивают у нападающего отряда: в руинах модели отрядов, на которые он нападает. Исключение – "
            "боевые инженеры.",
        ),
        "terrain-type": Clause(
            "Still difficult or dangerous",
            "Трудный или опасный, как прежде",
            "A fortified ruin stays difficult terrain for infantry and dangerous terrain for vehicles.",
            "1261",
            text_ru="Для пехоты укреплённые руины остаются труднопроходимыми, для техники – опасными.",
            note="Stands only in the cheat sheet.",
            note_ru="Есть только в памятке.",
        ),
    },
)

SLOWED = "wh40k.assumed.charge.difficult"
"""On a unit, for the turn: it charged through difficult terrain."""
LAST = 1
"""The Initiative at which those strike who charged through difficult terrain without grenades."""


def _own_zone(state: State, side: str, ruin: Terrain) -> Objections:
    if not prepared.in_zone(state, ruin, side):
        yield FORTIFICATIONS["target"], f"{ruin.name} is not in the deployment zone of side {side}"


def _fortified(ctx: Context, ruin: str) -> None:
    ruins.fortify(ctx, ruin, FORTIFICATIONS["target"])


STRATAGEM = Stratagem(
    "fortifications", "dirty-tricks", FORTIFICATIONS, FORTIFICATIONS["target"], ruin=_own_zone, declared=_fortified
)


def charged(unit: Unit) -> tuple[str, ...]:
    """The ids of the units that a unit charged this turn."""
    found = unit.turn.get(words.CHARGED, ())
    return found if isinstance(found, tuple) else ()


def charged_into(state: State, unit: Unit) -> tuple[str, ...]:
    """The ids of the fortified ruins with models of the units that a unit charged this turn in them."""
    models = [model for key in charged(unit) for model in words.standing(state, key)]
    return tuple(
        ruin.id
        for ruin in ruins.ruins(state)
        if ruins.is_fortified(state, ruin.id) and any(ruins.inside(state, model, ruin) for model in models)
    )


@FORTIFICATIONS.at(hooks.INITIATIVE)
def _grenades_in_vain(ctx: Context, step: int, *, model: Model, unit: Unit, **_: Any) -> int:
    """Grenades do not help models that charge into a fortified ruin: the difficult ground slows them anyway."""
    if SLOWED not in unit.turn or not charged_into(ctx.state, unit):
        return step
    return min(step, LAST)


PART = Part(telling=Telling(
    marks={FORTIFICATIONS["cover"]: Phrase("Fortified ruins: %(pieces)s", "Укреплённые руины: %(pieces)s")},
    unmarks={FORTIFICATIONS["cover"]: Phrase("No ruin is fortified any more", "Укреплённых руин больше нет")},
    terrain_statuses={FORTIFICATIONS["cover"]: "fortified"},
    badges={"fortified": Badge(Phrase("fortified", "укреплённые"), "M4 20V8h3v3h3V8h4v3h3V8h3v12Z")},
))  # fmt: skip
