"""Concussive: the wounded model drops to Initiative 1."""

from __future__ import annotations

from typing import Any

from rules.kernel.context import Context
from rules.kernel.marks import TURN, on_model
from rules.kernel.part import Part
from rules.kernel.rule import Clause, Rule
from rules.kernel.state import Model
from rules.kernel.telling import Badge, Phrase, Telling
from rules.wh40k import hooks, words

CONCUSSIVE = Rule(
    "wh40k.usr.concussive",
    en="Concussive",
    ru="Контузящее",
    clauses={
        "": Clause(
            "Concussed: Initiative 1",
            "Контужен: инициатива 1",
            "A model that suffers one or more unsaved Wounds from a weapon with this rule has its Initiative "
            "set to 1 until the end of the following Assault phase.",
            "382-386",
            text_ru="У модели, получившей хотя бы одно ранение без спасброска от оружия с этим правилом, инициатива "
            "до конца следующей фазы наступления равна 1.",
            note="Only the wounded model; a Wound in an Assault phase counts to the end of the next Assault phase.",
            note_ru="Только раненая модель; рана, полученная в фазу наступления, действует до конца следующей фазы "
            "наступления.",
        ),
    },
)


CONCUSSED = CONCUSSIVE[""]
"""On a model, for the game: the number of the player turn at whose end, that of its Assault phase, it recovers."""


@CONCUSSIVE.at(hooks.WOUNDED, of="weapon")
def _wounded(ctx: Context, wounds: int, *, target: Model, **_: Any) -> None:
    """Only the wounded model: to the end of the next Assault phase that has not begun."""
    if not target.out:
        until = words.turn_number(ctx.state) + int(ctx.state.phase == "assault")
        words.mark(ctx, target, CONCUSSED, until, "game")


@CONCUSSIVE.at(hooks.CHARACTERISTIC)
def _initiative(
    ctx: Context, change: hooks.CharacteristicChange, *, model: Model, name: str, **_: Any
) -> hooks.CharacteristicChange:
    if name != "I" or CONCUSSED not in model.game:
        return change
    return hooks.CharacteristicChange(change.times, change.plus, 1)


MARKS = (
    on_model(CONCUSSED, "game", "It strikes at Initiative 1 until the end of this player turn.", TURN),
)  # fmt: skip

PART = Part(
    marks=MARKS,
    brings=(words.Expiring(CONCUSSED),),
    telling=Telling(
        marks={CONCUSSED: Phrase("%(holder)s: concussed, Initiative 1", "%(holder)s: контузия, инициатива 1")},
        unmarks={CONCUSSED: Phrase("%(holder)s: no longer concussed", "%(holder)s: контузия прошла")},
        statuses={CONCUSSED: "concussed"},
        badges={"concussed": Badge(Phrase("concussed", "контужен"), "M12 4a8 8 0 1 0 8 8M12 8a4 4 0 1 0 4 4M12 12h9")},
    ),
)  # fmt: skip
