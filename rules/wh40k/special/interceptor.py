"""Interceptor: fire at units that have just arrived."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rules.kernel.context import Context
from rules.kernel.events import Action
from rules.kernel.marks import TEXTS, QuestionKind, on_model
from rules.kernel.part import Act, Choice, Objections, Option, Part, nothing, objection, refuse
from rules.kernel.rule import Clause, Rule
from rules.kernel.sheet import Weapon
from rules.kernel.state import Model, Unit
from rules.kernel.telling import Phrase, Telling
from rules.wh40k import hooks, questions, taste, words
from rules.wh40k.shooting import arms, shoot, sight
from rules.wh40k.shooting.volley import Fire

INTERCEPTOR = Rule(
    "wh40k.usr.interceptor",
    en="Interceptor",
    ru="Перехватывающее",
    clauses={
        "fire": Clause(
            "Fire at arrivals",
            "Огонь по прибывшим",
            "At the end of the enemy Movement phase a weapon with this rule may fire at any one unit that has "
            "arrived from reserve and is within its line of sight and range.",
            "626-630",
            text_ru="В конце вражеской фазы движения оружие с этим правилом может выстрелить по одному прибывшему из "
            "резерва отряду, который в его линии видимости и дальности.",
        ),
        "weapon-spent": Clause(
            "Weapon is spent",
            "Оружие не стреляет в следующий ход",
            "A weapon that used this rule may not fire in the next turn.",
            "630",
            text_ru="Оружие, выстрелившее по этому правилу, в следующий ход не стреляет.",
            note="The next turn is the firer's own following turn.",
            note_ru="Следующий ход – собственный ход стрелявшего.",
        ),
        "other-weapon": Clause(
            "Other weapons may fire",
            "Другое оружие стреляет",
            "The firing model may still fire a different weapon, if it has one, in that turn.",
            "630",
            text_ru="Из другого оружия, если оно есть, модель в тот ход стрелять может.",
        ),
        "skyfire": Clause(
            "Interceptor with Skyfire",
            "Перехват и противовоздушное",
            "A weapon with both Interceptor and Skyfire uses its full BS against any target, though not when "
            "firing Snap Shots.",
            "632",
            text_ru="Оружие и с перехватом, и противовоздушное стреляет с полным BS по любой цели, но не когда "
            "стреляет навскидку.",
            note="Skyfire's penalty on ground targets does not apply; any other Snap Shot limit does.",
            note_ru="Штраф противовоздушного по наземным целям не действует; любое другое ограничение стрельбой "
            "навскидку действует.",
        ),
    },
)


INTERCEPT = INTERCEPTOR["fire"]
SPENT = INTERCEPTOR["weapon-spent"]
"""On a model, for the game, to the end of its own next turn: the ids of the weapons that may not fire."""


class Intercept(Action, frozen=True, tag="intercept"):
    """At the end of the enemy's Movement phase a unit fires its Interceptor weapons at a unit that has just arrived."""

    unit: str
    target: str
    fire: tuple[Fire, ...]
    facts: tuple[sight.LineOfSight, ...] = ()


def arrived(ctx: Context) -> list[Unit]:
    """The units of the active side that came from reserve this turn and are on the table."""
    return [unit for unit in words.on_table(ctx.state, ctx.state.turn) if words.ARRIVED in unit.turn]


def _against(ctx: Context, target: Unit) -> Objections:
    """Objections to firing at a unit: it has not just come from reserve, or may not be shot at."""
    if target not in arrived(ctx):
        yield objection(INTERCEPT, "{name} has not arrived from reserve this turn", name=target.sheet.name)
    yield from shoot.may_be_shot(ctx, target)


def weapons_of(ctx: Context, unit: Unit) -> list[tuple[Model, Weapon]]:
    """The Interceptor weapons of a unit that may fire now."""
    if not words.standing(ctx.state, unit) or words.locked(ctx.state, unit):
        return []
    return [
        (model, weapon)
        for model in words.standing(ctx.state, unit)
        for weapon in model.sheet.weapons
        if ctx.holds(weapon, INTERCEPTOR.id) and weapon.id not in spent(model) and _is_ready(ctx, unit, model, weapon)
    ]


def _is_ready(ctx: Context, unit: Unit, model: Model, weapon: Weapon) -> bool:
    return arms.is_ranged(weapon) and not ctx.value(hooks.MAY_SHOOT, "", unit=unit, model=model, weapon=weapon)


def spent(model: Model) -> tuple[str, ...]:
    """The ids of a model's weapons that intercepted and may not fire yet."""
    found = model.game.get(SPENT, ())
    return found if isinstance(found, tuple) else ()


def plan(ctx: Context, unit: Unit, target: Unit) -> tuple[Fire, ...]:
    """What a unit can fire at a unit that has arrived."""
    able = [(model.id, weapon.id) for model, weapon in weapons_of(ctx, unit)]
    return shoot.plan(ctx, unit, target, only=able)


def _targets(ctx: Context, unit: Unit) -> list[Unit]:
    there = [target for target in arrived(ctx) if nothing(_against(ctx, target))]
    return [target for target in there if plan(ctx, unit, target)]


@INTERCEPTOR.at(hooks.PHASE_ENDS)
def _movement_ends(ctx: Context, phase: str, **_: Any) -> None:
    """Units with a weapon that can intercept are asked, one after another."""
    if phase == "movement" and arrived(ctx):
        for unit in words.on_table(ctx.state, ctx.state.enemy(ctx.state.turn)):
            if weapons_of(ctx, unit):
                words.mark(ctx, unit, INTERCEPT, until="turn")


def _ask(ctx: Context, unit: Unit) -> None:
    found = _targets(ctx, unit)
    if found:
        ctx.ask(INTERCEPT, unit.side, model=unit.id, targets=tuple(target.id for target in found))


def _not_asked(ctx: Context, action: Intercept) -> Objections:
    """Why a unit may not fire by this rule at a target now."""
    state, unit, target = ctx.state, ctx.unit(action.unit), ctx.unit(action.target, "$.action.target")
    name, models = unit.sheet.name, words.standing(state, unit)
    if unit.side != ctx.by or not models:
        return
    if state.phase != "movement" or state.turn == unit.side:
        yield objection(INTERCEPT, "that is done at the end of the enemy's Movement phase")
    yield from words.in_combat(state, unit, INTERCEPT)
    yield from _against(ctx, target)
    able = [(m, w) for m in models for w in m.sheet.weapons if ctx.holds(w, INTERCEPTOR.id)]
    if not able:
        yield objection(INTERCEPT, "{name} has no weapon with the Interceptor rule", name=name)
    for model, weapon in able:
        if weapon.id in spent(model):
            yield objection(SPENT, "{weapon} of {name} has fired by Interceptor", weapon=weapon.name, name=name)


def intercept(ctx: Context, action: Intercept) -> None:
    """Fire at a unit that has just arrived. Weapons that are left may choose another target after that."""
    if questions.answered(ctx, INTERCEPT, action.unit, _not_asked(ctx, action)) is None:
        return
    unit, target = words.own(ctx, action.unit), words.enemy(ctx, action.target)
    refuse(ctx, _against(ctx, target))
    for index, one in enumerate(action.fire):
        model = words.member(ctx, unit, one.model, f"$.action.fire[{index}].model")
        weapon = arms.weapon_of(model, one.weapon, f"$.action.fire[{index}]")
        fits = bool(ctx.holds(weapon, INTERCEPTOR.id))
        ctx.require(fits, INTERCEPT, "{weapon} does not have the Interceptor rule", weapon=weapon.name)
    shoot.volley(ctx, unit, target, action.fire, rule=INTERCEPT, facts=action.facts)
    for one in action.fire:
        model = ctx.model(one.model)
        words.mark(ctx, model, SPENT, (*spent(model), one.weapon), "game")
    if ctx.state.pending is None and _targets(ctx, unit):
        words.mark(ctx, unit, INTERCEPT, until="turn")


@INTERCEPTOR.at(hooks.MAY_SHOOT)
def _spent(ctx: Context, clause: str, *, model: Model, weapon: Weapon | None = None, **_: Any) -> str:
    """A weapon that intercepted does not fire; another of the model's may."""
    return clause or (SPENT if weapon is not None and weapon.id in spent(model) else "")


@INTERCEPTOR.at(hooks.TURN_ENDS)
def _ready_again(ctx: Context, side: str, **_: Any) -> None:
    """At the end of the firer's own turn its weapons may be used again."""
    for model in ctx.state.models.values():
        if model.side == side and SPENT in model.game:
            words.unmark(ctx, model, SPENT, "game")


def _may_intercept(ctx: Context) -> Iterator[Option]:
    """Firing at units that have arrived, when a unit is asked."""
    asked = ctx.pending
    weapons = tuple(weapon.id for _, weapon in weapons_of(ctx, ctx.unit(asked.model)))
    yield Option(asked.side, "intercept", asked.model, asked.targets, weapons, clause=INTERCEPT)


def _with_everything(choice: Choice) -> Iterator[Action]:
    for target in taste.targets(choice, choice.unit, choice.option.targets):
        fire = plan(choice.ctx, choice.unit, target)
        if fire:
            yield Intercept(unit=choice.option.model, target=target.id, fire=fire)


MARKS = (
    on_model(SPENT, "game", "The ids of the weapons that may not fire until the end of its next turn.", TEXTS),
)  # fmt: skip

PART = Part(
    marks=MARKS,
    asks=(QuestionKind(INTERCEPT, named=True),),
    acts=(
        Act(Intercept, intercept, _may_intercept, answers=(INTERCEPT,), propose=_with_everything,
            told=shoot.firing(
                Phrase("%(unit)s [intercepts|intercept] %(target)s", "%(unit)s: перехват, цель — %(target)s"),
                Phrase("%(unit)s [intercepts|intercept] %(target)s: %(weapon)s",
                       "%(unit)s: перехват, цель — %(target)s, оружие — %(weapon)s"))),
    ),
    declines={INTERCEPT: questions.let_go},
    brings=(questions.Due(INTERCEPT, _ask), words.Because(SPENT, "the weapon has intercepted since the last turn")),
    telling=Telling(
        marks={SPENT: Phrase("%(holder)s: this weapon does not fire next turn",
                             "%(holder)s: оружие не стреляет в следующий ход")},
        questions={INTERCEPT: Phrase("%(side)s: %(model)s may fire at the arriving unit",
                                     "%(side)s: %(model)s, возможен огонь по прибывшим")},
    ),
)  # fmt: skip
