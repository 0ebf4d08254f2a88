"""Jink: cover for having moved."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rules.kernel.context import Context
from rules.kernel.marks import on_model
from rules.kernel.part import Part
from rules.kernel.rule import Clause, Rule
from rules.kernel.state import Model
from rules.wh40k import hooks, words

JINK = Rule(
    "wh40k.usr.jink",
    en="Jink",
    ru="Уклонение",
    clauses={
        "moved": Clause(
            "Jink 5+",
            "Уклонение 5+",
            "A model with this rule that moved in its Movement phase has a 5+ cover save until the start of its "
            "next Movement phase.",
            "640-644",
            text_ru="У модели с этим правилом, которая двигалась в свою фазу движения, до начала её следующей фазы "
            "движения спасбросок за укрытие 5+.",
            note="The owner's most recent Movement phase.",
            note_ru="Последняя фаза движения владельца.",
        ),
        "fast": Clause(
            "Jink 4+",
            "Уклонение 4+",
            "If a model with this rule moved flat out or turbo-boosted the save is 4+ until the start of its "
            "next Movement phase.",
            "646",
            text_ru="Если модель с этим правилом шла полным ходом или делала турбо-ускорение, спасбросок до начала её "
            "следующей фазы движения 4+.",
            note="The save improves from the Shooting phase in which it moved flat out or turbo-boosted.",
            note_ru="Спасбросок улучшается с той фазы стрельбы, в которую модель шла полным ходом или делала "
            "турбо-ускорение.",
        ),
    },
)

SAVES = {JINK["moved"]: 5, JINK["fast"]: 4}
"""The marks on a model, for the game, and the cover save each gives."""
BOOSTED = ("turbo-boost", "flat-out")


@JINK.at(hooks.MOVED)
def _jinks(ctx: Context, went: Sequence[tuple[Model, Any, Any]], *, manner: str, **_: Any) -> None:
    """Remember which models have moved: in their own Movement phase, or flat out in their Shooting phase."""
    own = [model for model, _, _ in went if model.side == ctx.state.turn and ctx.holds(model, JINK.id)]
    key = JINK["fast"] if manner in BOOSTED else JINK["moved"]
    for model in own if manner in BOOSTED or ctx.state.phase == "movement" else ():
        if not model.out and key not in model.game:
            words.mark(ctx, model, key, until="game")


@JINK.at(hooks.PHASE_BEGAN)
def _forgets(ctx: Context, phase: str, **_: Any) -> None:
    """The save lasts until the model's next Movement phase."""
    for model in ctx.state.models.values() if phase == "movement" else ():
        for key in SAVES if model.side == ctx.state.turn else ():
            if key in model.game:
                words.unmark(ctx, model, key, "game")


@JINK.at(hooks.COVER, of="model")
def _covers(ctx: Context, save: int, *, model: Model, **_: Any) -> int:
    return min([save, *(value for key, value in SAVES.items() if key in model.game)])


PART = Part(marks=(
    on_model(JINK["moved"], "game", "It moved in its last turn: while it jinks it has a cover save of 5+."),
    on_model(JINK["fast"], "game", "It moved at top speed in its last turn: while it jinks it has a cover save of 4+."),
))  # fmt: skip
