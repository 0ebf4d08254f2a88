"""Casualties of markers and templates in ruins: the owner takes them from any models of the unit, hit or not.

The owner is asked once it is known how many Wounds there are, unless it has said beforehand in which order its models
fall (`Casualties`, at any time and until changed). Left to the rules, the closest models fall first, as elsewhere.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rules.cod import ruins
from rules.cod.book import RUIN
from rules.kernel.context import Context
from rules.kernel.errors import Malformed
from rules.kernel.events import Action
from rules.kernel.marks import MODELS, QuestionKind, on_unit
from rules.kernel.part import Act, Choice, Option, Part
from rules.kernel.sheet import Weapon
from rules.kernel.state import Model, Unit
from rules.kernel.telling import Phrase, Telling
from rules.wh40k import hooks, questions, turn, words
from rules.wh40k.taste import Wish

CHOICE = RUIN["template.casualty-choice"]
"""On a unit, for the game: the ids of the models that fall first, and nobody asks. Also the question."""
RARELY = 100
"""The autoplayer considers it once in this many times."""


class TakeCasualties(Action, frozen=True, tag="take-casualties"):
    """Which models of a unit suffer the Wounds of a marker or template, in order; others follow, the closest first."""

    unit: str
    models: tuple[str, ...]


class Casualties(Action, frozen=True, tag="casualties"):
    """Which models of a unit fall first to markers and templates in ruins, in order; none restores the default.

    It is said beforehand, and nobody asks then.
    """

    unit: str
    models: tuple[str, ...] = ()


def choose(ctx: Context, action: Casualties) -> None:
    """Change the order in which a unit's models fall.

    Raises:
        Malformed: no such unit, a model that is not of it or is named twice.
    """
    unit = ctx.unit(action.unit)
    if not ctx.require(unit.side == ctx.by, CHOICE, "{name} belongs to the other side", name=unit.sheet.name):
        return
    _check(ctx, unit, action.models)
    if action.models:
        words.mark(ctx, unit, CHOICE, action.models, "game")
    elif CHOICE in unit.game:
        words.unmark(ctx, unit, CHOICE, "game")


def _check(ctx: Context, unit: Unit, models: tuple[str, ...]) -> None:
    for index, key in enumerate(models):
        path = f"$.action.models[{index}]"
        if ctx.model(key, path).unit != unit.id or key in models[:index]:
            raise Malformed(path, f"{key!r} is not a model of {unit.id!r}, or is named twice")


def take(ctx: Context, action: TakeCasualties) -> None:
    """Say who suffers the Wounds that are known by now.

    Raises:
        Malformed: no such unit, a model that is not of it or is named twice.
    """
    _check(ctx, ctx.unit(action.unit), action.models)
    questions.chosen(ctx, CHOICE, action.models, action.unit)


@RUIN.at(hooks.CASUALTIES)
def _as_chosen(
    ctx: Context, order: list[Model], *, weapon: Weapon | None, unit: Unit, wounds: int, assault: bool, **_: Any
) -> list[Model]:
    """The chosen ones first, where a template was fired at a unit with models in a ruin."""
    if assault or weapon is None or len(order) < 2 or not spreads(ctx, weapon):
        return order
    if not any(ruins.around(ctx.state, model) for model in words.standing(ctx.state, unit)):
        return order
    chosen = unit.game.get(CHOICE) or ctx.choice(
        CHOICE, unit.side, model=unit.id, targets=tuple(model.id for model in order), value=wounds
    )
    if not isinstance(chosen, tuple):
        return order
    first = {key: place for place, key in enumerate(chosen)}
    return sorted(order, key=lambda model: first.get(model.id, len(first)))


def spreads(ctx: Context, weapon: Weapon) -> bool:
    """Whether a weapon uses a marker or template."""
    blasts = ctx.holds(weapon, "wh40k.usr.blast") or ctx.holds(weapon, "wh40k.usr.barrage")
    return bool(blasts) or weapon.profile.get("type") == "Template"


def _may_choose(ctx: Context) -> Iterator[Option]:
    """Units of both sides in ruins, with the models they can lose."""
    state = ctx.state
    for unit in (unit for side in state.sides for unit in words.on_table(state, side)):
        models = words.standing(state, unit)
        if any(ruins.around(state, model) for model in models):
            yield Option(unit.side, "casualties", unit.id, targets=tuple(m.id for m in models), clause=CHOICE)


def _cheapest_first(choice: Choice) -> Iterator[Action]:
    """The model worth least falls first, or the default is restored."""
    state = choice.state
    each = choice.of(_led_in(choice) or choice.same)
    order = tuple(sorted(each.targets, key=lambda key: state.models[key].sheet.points))
    yield Casualties(unit=each.model, models=() if CHOICE in state.units[each.model].game else order)


def _led_in(choice: Choice) -> list[Option]:
    """The units whose first model is in a ruin."""
    models = choice.state.models
    return [each for each in choice.same if ruins.around(choice.state, models[each.targets[0]])]


def _rarely(choice: Choice) -> bool:
    state = choice.state
    now = state.phase in ("movement", "shooting") and not state.step
    return now and bool(_led_in(choice)) and not choice.dice.below(RARELY)


def _takes(choice: Choice) -> Iterator[Action]:
    """The models worth least, the closest first among equals."""
    order = sorted(choice.option.targets, key=lambda key: choice.state.models[key].sheet.points)
    yield TakeCasualties(unit=choice.option.model, models=tuple(order))


MARKS = (
    on_unit(CHOICE, "game", "The models that fall first under a template.", MODELS),
)  # fmt: skip


PART = Part(
    marks=MARKS,
    acts=(
        Act(Casualties, choose, _may_choose, phases=turn.PHASES, propose=_cheapest_first, aside=True,
            told=Phrase("The casualty order of %(unit)s is chosen", "%(unit)s: названо, кто гибнет первым")),
        questions.reply(TakeCasualties, take, CHOICE, targets=True, propose=_takes,
            told=Phrase("The casualties of %(unit)s are chosen", "%(unit)s: названо, кому достались ранения")),
    ),
    declines={CHOICE: questions.not_chosen},
    asks=(QuestionKind(CHOICE, targets=1, named=True),),
    telling=Telling(
        questions={CHOICE: Phrase("%(side)s says which models of %(model)s suffer the Wounds",
                                  "%(side)s: %(model)s, кому достанутся ранения")},
    ),
    brings=(Wish("casualties", _rarely),),
)  # fmt: skip
