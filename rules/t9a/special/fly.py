"""Fly: other rates, over everything, Swiftstride and Light Troops."""

from __future__ import annotations

from typing import Any

from rules.kernel.context import Context
from rules.kernel.lengths import INCH
from rules.kernel.rule import Clause, Rule
from rules.kernel.state import Model, Unit
from rules.t9a import hooks, words
from rules.t9a.movement import Pace

FLY = Rule(
    "t9a.fly",
    en="Fly",
    ru="Полёт",
    clauses={
        "swiftstride": Clause(
            "Swiftstride",
            "Стремительность",
            "Models with Fly also have Swiftstride.",
            "79",
            text_ru="У моделей с полётом есть и стремительность.",
        ),
        "light-troops": Clause(
            "Light Troops",
            "Лёгкие войска",
            "Models with Fly also have Light Troops.",
            "79",
            text_ru="У моделей с полётом есть и правило «Лёгкие войска».",
        ),
        "all-models": Clause(
            "All models",
            "Все модели",
            "Only a unit in which every model has Fly may fly.",
            "81",
            text_ru="Летать может только подразделение, у всех моделей которого есть полёт.",
        ),
        "moves": Clause(
            "Which moves",
            "Какое движение",
            "Flying is possible for Charge, Advance and March moves.",
            "81",
            text_ru="Лететь можно в нападении, наступлении и на марше.",
            note="A failed charge is flown too, if the charge was.",
            note_ru="И при провале нападения, если нападали полётом.",
        ),
        "advance-rate": Clause(
            "Advance Rate",
            "Дальность наступления",
            "While flying the Advance Rate is X.",
            "81",
            text_ru="В полёте дальность наступления равна X.",
        ),
        "march-rate": Clause(
            "March Rate",
            "Дальность марша",
            "While flying the March Rate is Y.",
            "81",
            text_ru="В полёте дальность марша равна Y.",
        ),
        "modifiers": Clause(
            "Modifiers",
            "Модификаторы",
            "All modifiers to the model's ground movement also apply to its flying movement unless stated otherwise.",
            "81,85",
            text_ru="Все модификаторы к движению модели действуют и в полёте, если не указано иного.",
        ),
        "ignores-path": Clause(
            "Over everything",
            "Поверх всего",
            "Flying models ignore all terrain and all units in their path.",
            "81",
            text_ru="Летящие модели не учитывают ландшафт и подразделения на своём пути.",
        ),
        "landing-rules": Clause(
            "Landing",
            "Приземление",
            "Where it lands the unit must obey all movement rules, the spacing between units included.",
            "83",
            text_ru="Там, где оно садится, подразделение соблюдает все правила движения, включая расстояние между"
            " подразделениями.",
        ),
        "landing-charge-exception": Clause(
            "Landing of a charge",
            "Приземление при нападении",
            "The spacing does not apply when the move is a charge, which follows the charge rules.",
            "83",
            text_ru="К нападению это не относится: оно идёт по своим правилам.",
        ),
        "takeoff-landing-terrain": Clause(
            "Terrain at both ends",
            "Ландшафт на концах",
            "Terrain rules apply in the place where it takes off and in the place where it lands.",
            "84",
            text_ru="Ландшафт действует там, где подразделение взлетает и где садится.",
        ),
        "dangerous-landing": Clause(
            "Dangerous landing",
            "Опасная посадка",
            "Flying over Dangerous Terrain needs no test; landing in it does.",
            "84",
            text_ru="Над опасным ландшафтом теста не нужно; садясь в нём, тест проходят.",
        ),
        "declare-with-charge": Clause(
            "Said with the charge",
            "Объявляют при нападении",
            "When a charge is declared the player must say whether the charging unit flies.",
            "86",
            text_ru="Объявляя нападение, говорят, летит ли нападающее подразделение.",
        ),
    },
)


def flies(ctx: Context, unit: Unit) -> bool:
    """Whether all models of a unit can fly."""
    return words.every(ctx, unit, FLY.id)


def rates(ctx: Context, model: Model) -> tuple[int, int]:
    """The Advance and March Rate of a model that flies, in hundredths of an inch."""
    advance, _, march = str(ctx.holds(model, FLY.id) or "0,0").partition(",")
    return int(advance) * INCH, int(march or advance) * INCH


@FLY.at(hooks.RATE, of="model")
def _in_the_air(ctx: Context, pace: Pace, *, model: Model, name: str, flying: bool, **_: Any) -> Pace:
    if not flying:
        return pace
    advance, march = rates(ctx, model)
    return Pace(FLY["advance-rate"], advance) if name == "Adv" else Pace(FLY["march-rate"], march)


@FLY.at(hooks.MAY_FLY)
def _may_fly(ctx: Context, barred: str, *, unit: Unit, **_: Any) -> str:
    return "" if flies(ctx, unit) else barred


@FLY.at(hooks.IGNORES_UNITS)
def _over_everything(ctx: Context, clause: str, *, unit: Unit, flying: bool, **_: Any) -> str:
    return clause or (FLY["ignores-path"] if flying and flies(ctx, unit) else "")


@FLY.at(hooks.SPACED)
def _lands(ctx: Context, clause: str, *, flying: bool, **_: Any) -> str:
    return FLY["landing-rules"] if flying else clause


@FLY.at(hooks.CHARGE_MODE, of="unit")
def _said(ctx: Context, clause: str, *, unit: Unit, flying: bool | None, **_: Any) -> str:
    """A unit that can fly says whether it does."""
    return FLY["declare-with-charge"] if flying is None and flies(ctx, unit) else clause


@FLY.at(hooks.DICE, of="unit")
def _swift(ctx: Context, clause: str, *, unit: Unit, of: str, **_: Any) -> str:
    """A unit of models that all have Swiftstride, some of them because they fly."""
    members = ctx.state.members(unit.id)
    swift = of in words.SWIFT_ROLLS and all(ctx.holds(m, FLY.id) or ctx.holds(m, words.SWIFTSTRIDE) for m in members)
    return clause or (FLY["swiftstride"] if swift else "")
