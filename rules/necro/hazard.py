"""Dangerous terrain under a fighter that is activated."""

from __future__ import annotations

from typing import Any

from rules.kernel.context import Context
from rules.kernel.marks import on_model
from rules.kernel.part import Part
from rules.kernel.state import Model
from rules.kernel.telling import Phrase, Telling
from rules.necro import checks, danger, hooks, words
from rules.necro.book import TERRAIN

STANDS = TERRAIN["dangerous-test-activation"]
"""On a fighter, while it is activated: it has still to test for the ground it stands on."""


@TERRAIN.at(hooks.ACTIVATED)
def _activated(ctx: Context, occasion: object, *, model: Model, **_: Any) -> None:
    if danger.under(ctx.state, model, ctx.place(model)):
        words.mark(ctx, model, STANDS, until="phase")


@TERRAIN.at(hooks.ASKS)
def _ask(ctx: Context, asked: bool, **_: Any) -> bool:
    """Ask the fighter for its test, before it acts."""
    model = words.active(ctx.state)
    if asked or model is None or STANDS not in model.phase:
        return asked
    words.unmark(ctx, model, STANDS, until="phase")
    if not model.out and model.at is not None:
        checks.ask(ctx, model, STANDS)
    return True


def _tested(ctx: Context, model: Model, passed: bool) -> None:
    if not passed:
        words.out(ctx, model, danger.FAILED)


PART = Part(
    brings=(checks.Check(STANDS, "I", _tested),),
    marks=(on_model(STANDS, "phase", "It has still to test for the ground it stands on."),),
    telling=Telling(
        questions={
            STANDS: Phrase("%(side)s: %(model)s stands on dangerous ground",
                           "%(side)s: %(model)s на опасном террейне"),
        },
    ),
)  # fmt: skip
