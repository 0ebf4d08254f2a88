"""Light Troops: reforms while they move, shooting after a March, no Full Ranks."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from rules.kernel import geometry, regiment, route
from rules.kernel.context import Context
from rules.kernel.convex import Core, Flat
from rules.kernel.rule import Clause, Rule
from rules.kernel.state import Formation, Model, Unit
from rules.t9a import hooks, movement, terrain, words
from rules.t9a.movement import Excess, Pace

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
            text_ru="Так можно делать даже на марше.",
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
            note="An Advance has its own limit, the Advance Rate.",
            note_ru="У наступления свой предел – дальность наступления.",
        ),
        "measure-path": Clause(
            "Each model by itself",
            "Каждую отдельно",
            "Each model is measured by itself along the path it could really take from its old to its new place, "
            "around units and terrain.",
            "163",
            text_ru="Путь каждой модели меряют отдельно, как она могла бы пройти на новое место в обход "
            "подразделений и ландшафта.",
            note="Each model keeps its rank and file; it passes others at half an inch, as a unit does.",
            note_ru="Модель сохраняет свой ряд и колонну; мимо других она проходит в полудюйме, как и подразделение.",
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
MARCHES = (movement.TESTED, "t9a.fly.march-rate")
"""The clauses of a March Rate."""
ENDLESS = 100_000
"""Longer than any table."""


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


@LIGHT_TROOPS.at(hooks.TOO_FAR)
def _measured(
    ctx: Context, found: Excess | None, *, unit: Unit, legs: Sequence[Formation], most: Pace, flying: bool, **_: Any
) -> Excess | None:
    """Each model by itself: in a straight line, then round whatever is in its way, then by way of where it acted."""
    if found is not None or not wholly(ctx, unit):
        return found
    walls = [] if flying else _walls(ctx, unit)
    for model in ctx.state.members(unit.id):
        places = [regiment.places(stands)[model.id] for stands in legs]
        if clause := _broken(ctx, model, places, walls, most):
            return Excess(clause, _length(ctx, model, places, walls))
    return None


def _broken(ctx: Context, model: Model, places: Sequence[Flat], walls: Sequence[Core], most: Pace) -> str:
    """The clause by which a model may not go from the first of these places to the last; empty if it may."""
    ends = (places[0], places[-1])
    if geometry.ground_square(*ends) > most.length * most.length:
        # an Advance has its own limit
        return LIGHT_TROOPS["max-distance"] if most.clause in MARCHES else most.clause
    if _length(ctx, model, ends, walls) > most.length:
        return LIGHT_TROOPS["measure-path"]
    return LIGHT_TROOPS["action-mid-move"] if _length(ctx, model, places, walls) > most.length else ""


def _length(ctx: Context, model: Model, places: Sequence[Flat], walls: Sequence[Core]) -> int:
    """The shortest way of a model along these places, round the walls, in hundredths of an inch.

    A model goes as a round base as wide as the narrower side of its own, half an inch past what is in its way, as a
    unit does. Where there is no way at all it has to go farther than any limit.
    """
    half = min(words.base(model)) * regiment.HALF_INCHES[0] // regiment.HALF_INCHES[1] // 2
    obstacles = [route.around(wall, half, movement.PASSING) for wall in walls]
    total, bounds = 0, route.on(ctx.state.table, half)
    for start, end in pairwise(places):
        if start != end:
            way = route.shortest((*start, 0), route.Goal(end, end), obstacles, bounds)
            total += geometry.path_length((*start, 0), way) if way is not None else ENDLESS
    return total


def _walls(ctx: Context, unit: Unit) -> list[Core]:
    """The units and the terrain that models have to go round."""
    units = [words.boundary(other) for other in words.on_table(ctx.state) if other.id != unit.id]
    pieces = [] if movement.ghostly(ctx, unit) else terrain.of(ctx.state, "impassable")
    return [*units, *(piece.outline for piece in pieces)]


@LIGHT_TROOPS.at(hooks.MAY_STILL_SHOOT)
def _shoots(ctx: Context, clause: str, *, unit: Unit, manner: str, **_: Any) -> str:
    return clause or (LIGHT_TROOPS["march-and-shoot"] if manner == "march" and wholly(ctx, unit) else "")


@LIGHT_TROOPS.at(hooks.FULL_RANKS)
def _loose(ctx: Context, ranks: int, *, unit: Unit, **_: Any) -> int:
    models = ctx.state.members(unit.id)
    light = sum(1 for m in models if is_light(ctx, m))
    return 0 if light and 2 * light >= len(models) else ranks
