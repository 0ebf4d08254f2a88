"""Light Troops: reforms while they move, shooting after a March, no Full Ranks."""

from __future__ import annotations

from typing import Any

from rules.kernel.context import Context
from rules.kernel.rule import Clause, Rule
from rules.kernel.state import Model, Unit
from rules.t9a import hooks, words

LIGHT_TROOPS = Rule(
    "t9a.light-troops",
    en="Light Troops",
    ru="Лёгкие войска",
    clauses={
        "reforms": Clause(
            "Any number of reforms",
            "Сколько угодно перестроений",
            "A unit made entirely of Light Troops may make any number of reforms while it moves in the remaining-"
            "moves sub-phase.",
            "161",
            text_ru="Подразделение из одних таких моделей может, двигаясь на шаге движения подразделений, сколько"
            " угодно раз перестроиться.",
        ),
        "reform-and-march": Clause(
            "Even while marching",
            "Даже на марше",
            "It may do so even while Marching.",
            "161",
            text_ru="Даже на марше.",
        ),
        "march-and-shoot": Clause(
            "March and shoot",
            "Марш и стрельба",
            "It may shoot even if it Marched.",
            "161",
            text_ru="Такое подразделение стреляет и после марша.",
        ),
        "max-distance": Clause(
            "Not beyond the March Rate",
            "Не дальше марша",
            "No model may cover more than its March Rate in such a move.",
            "161",
            text_ru="Ни одна модель не проходит при этом больше дальности марша.",
        ),
        "measure-path": Clause(
            "Each model by itself",
            "Каждую отдельно",
            "Each model is measured by itself along the path it could really take from its old to its new place, "
            "around units and terrain.",
            "163",
            text_ru="Путь каждой модели меряют отдельно, как она могла бы пройти на новое место в обход "
            "подразделений и ландшафта.",
        ),
        "action-mid-move": Clause(
            "With an action on the way",
            "С действием в пути",
            "If the unit did something during the move (for example a Sweeping Attack), the distance is start to "
            "the place of the action plus that place to the end.",
            "164",
            text_ru="Если подразделение в движении что-то делало, складывают путь до места действия и от него до "
            "конца.",
        ),
        "no-full-ranks": Clause(
            "No Full Ranks",
            "Без полных рядов",
            "A unit in which at least half of the models are Light Troops counts as having 0 Full Ranks.",
            "165",
            text_ru="Если таких моделей в подразделении хотя бы половина, полных рядов у него 0.",
        ),
        "character-loses": Clause(
            "Characters lose it",
            "Персонажи теряют",
            "Light Troops Characters who join a unit with one or more models without the rule lose it.",
            "166",
            text_ru="Персонаж с этим правилом в подразделении, где не у всех оно есть, теряет его.",
        ),
        "character-gains": Clause(
            "Characters gain it",
            "Персонажи получают",
            "A Character on foot who joins an infantry unit of his own size that is entirely Light Troops gains "
            "the rule while he stays with it.",
            "167",
            text_ru="Пеший персонаж в пехоте своего размера, целиком из лёгких войск, получает это правило, пока "
            "он в ней.",
        ),
    },
)


FLY = "t9a.fly"


def is_light(ctx: Context, model: Model) -> bool:
    """Whether a model has Light Troops: by itself, by Fly, or as the character of a unit that gives or takes it."""
    own = bool(ctx.holds(model, LIGHT_TROOPS.id) or ctx.holds(model, FLY))
    mates = [m for m in ctx.state.members(model.unit) if m.id != model.id and not words.is_(m, "Character")]
    if not words.is_(model, "Character") or not mates:
        return own
    light = all(ctx.holds(m, LIGHT_TROOPS.id) or ctx.holds(m, FLY) for m in mates)
    return (own or _gains(model, mates)) if light else False


def _gains(model: Model, mates: list[Model]) -> bool:
    """Whether a character on foot is of the height of the infantry it has joined."""
    foot = words.is_(model, "Infantry") and all(words.is_(m, "Infantry") for m in mates)
    return foot and all(words.height(m) == words.height(model) for m in mates)


def wholly(ctx: Context, unit: Unit) -> bool:
    """Whether every model of a unit has Light Troops."""
    return all(is_light(ctx, m) for m in ctx.state.members(unit.id))


@LIGHT_TROOPS.at(hooks.MAY_REFORM_WITHIN)
def _reforms(ctx: Context, clause: str, *, unit: Unit, **_: Any) -> str:
    return clause or (LIGHT_TROOPS["reforms"] if wholly(ctx, unit) else "")


@LIGHT_TROOPS.at(hooks.MAY_STILL_SHOOT)
def _shoots(ctx: Context, clause: str, *, unit: Unit, manner: str, **_: Any) -> str:
    return clause or (LIGHT_TROOPS["march-and-shoot"] if manner == "march" and wholly(ctx, unit) else "")


@LIGHT_TROOPS.at(hooks.FULL_RANKS)
def _loose(ctx: Context, ranks: int, *, unit: Unit, **_: Any) -> int:
    models = ctx.state.members(unit.id)
    light = sum(1 for m in models if is_light(ctx, m))
    return 0 if light and 2 * light >= len(models) else ranks
