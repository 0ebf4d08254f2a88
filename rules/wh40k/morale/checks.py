"""Morale checks: what triggers one, the value it is taken on, and its consequences.

The check for losses is due at the end of a Movement or Shooting phase; the check for a lost combat when the fight
demands it (`lost_combat`). A unit that fails the first falls back at once. One that fails the second bears the mark
`BROKEN` for the phase: the fight rolls its sweeping advance and then lets it fall back (`fall_back.begin`).
"""

from __future__ import annotations

from typing import Any

from rules.kernel.context import Context, Modifiers
from rules.kernel.effects import Noted
from rules.kernel.marks import COUNT, LASTING, MarkKind, number, on_unit
from rules.kernel.part import Part
from rules.kernel.state import Model, Unit
from rules.wh40k import hooks, options, questions, words
from rules.wh40k.book import MORALE
from rules.wh40k.morale import fall_back
from rules.wh40k.questions import Check

CASUALTIES = MORALE["trigger.casualties"]
LOST = MORALE["trigger.lost-assault"]
LOST_BY = MORALE["trigger.lost-assault.modifier"]
"""On a unit, for the phase: by how many Wounds it lost its combat."""
BROKEN = MORALE["trigger.lost-assault.fail"]
"""On a unit, for the phase: it failed the check for a lost combat."""
MODIFIER = MORALE["modifier"]
"""On a sheet, or as a mark on a unit or a model of it: by how much a Morale check is harder for the unit."""
PASSES_MORALE = MORALE["auto-pass.morale-only"]
"""On a sheet, or as a mark: the unit always passes Morale checks."""
PASSES_ALL = MORALE["auto-pass.all-leadership"]
"""On a sheet, or as a mark: the unit always passes Leadership tests."""

TAGS = frozenset({"leadership", "morale"})
PHASES = ("movement", "shooting")
"""Losses are counted in these phases, of both sides' turns."""
SHARE = 4
"""Losing one model in this many is enough."""


def failed(ctx: Context, unit: Unit, passed: bool) -> None:
    """A failed Morale check: the unit falls back at once.

    A unit already falling back, which fails without dice, falls back again only if that was agreed.
    """
    if passed:
        return
    again = not words.falling_back(unit) or options.option(ctx.state, options.FAILS_WHILE_FALLING_BACK)
    if again:
        fall_back.begin(ctx, unit, MORALE["check.fail"])
    else:
        ctx.effects.append(Noted(rule=options.FAILS_WHILE_FALLING_BACK, model=unit.id, text="no further move"))


def _lost(ctx: Context, unit: Unit, passed: bool) -> None:
    if not passed:
        words.mark(ctx, unit, BROKEN, until="phase")


CHECK = Check(CASUALTIES, "Ld", failed, TAGS, heroism=True)
LOST_CHECK = Check(LOST, "Ld", _lost, TAGS, heroism=True)


def check_due(ctx: Context, unit: Unit, clause: str = CASUALTIES) -> None:
    """A unit has to take a Morale check, for any reason; an additional one if one is already due."""
    if has_nerves(ctx, unit):
        questions.due(ctx, unit, CASUALTIES, clause)


def has_nerves(ctx: Context, unit: Unit) -> bool:
    """Whether a unit takes Morale checks: vehicles without a Leadership do not."""
    return any(not words.is_vehicle(m) or words.printed(m, "Ld") for m in ctx.state.members(unit.id))


def lost_combat(ctx: Context, unit: Unit, difference: int) -> None:
    """A unit lost a combat by a number of Wounds: it has to take a Morale check with that penalty."""
    if not has_nerves(ctx, unit):
        return
    words.mark(ctx, unit, LOST_BY, difference, "phase")
    questions.due(ctx, unit, LOST)


def shaken(ctx: Context, unit: Unit) -> bool:
    """Whether a unit has lost a quarter or more of the models it began the phase with."""
    began = unit.phase.get(words.BEGAN_WITH)
    if not isinstance(began, int):
        return False
    left = len(ctx.state.members(unit.id))
    return 0 < left < began and SHARE * (began - left) >= began


@MORALE.at(hooks.PHASE_ENDS)
def _losses(ctx: Context, phase: str, **_: Any) -> None:
    """Units that lost a quarter of their models in the phase take a test."""
    for unit in ctx.state.units.values() if phase in PHASES else ():
        lost = _percent_lost(ctx, unit)
        if lost:
            ctx.effects.append(Noted(rule=CASUALTIES, model=unit.id, value=lost, text="per cent lost"))
        if shaken(ctx, unit):
            check_due(ctx, unit)


def _percent_lost(ctx: Context, unit: Unit) -> int:
    """What a unit that still has models has lost in this phase, in per cent, rounded down."""
    began, left = unit.phase.get(words.BEGAN_WITH), len(ctx.state.members(unit.id))
    return 100 * (began - left) // began if isinstance(began, int) and 0 < left < began else 0


@MORALE.at(hooks.TEST_MODIFIERS)
def _worse(ctx: Context, modifiers: Modifiers, *, unit: Unit, check: Check, **_: Any) -> Modifiers:
    """A unit that lost a combat subtracts 1 for each Wound of difference."""
    by = unit.phase.get(LOST_BY)
    if check.clause != LOST or not isinstance(by, int) or not by:
        return modifiers
    return (*modifiers, (LOST_BY, -by))


@MORALE.at(hooks.TEST_MODIFIERS)
def _lowered(ctx: Context, modifiers: Modifiers, *, unit: Unit, check: Check, **_: Any) -> Modifiers:
    """What lowers the Leadership of a unit in its Morale checks: all that lies on it, and the worst of a model."""
    if "morale" not in check.tags:
        return modifiers
    worst = max((_lowering(model) for model in ctx.state.members(unit.id)), key=sum, default=())
    return (*modifiers, *((MODIFIER, -amount) for amount in (*_lowering(unit), *worst)))


def _lowering(holder: Unit | Model) -> tuple[int, ...]:
    """By how much marks on a holder and its sheet make Morale checks harder; their sign means nothing."""
    held = (one.get(MODIFIER) for one in (holder.sheet.has, holder.game, holder.round, holder.turn, holder.phase))
    return tuple(abs(amount) for amount in held if isinstance(amount, int) and amount)


@MORALE.at(hooks.AUTO_PASS)
def _passes(ctx: Context, clause: str, *, unit: Unit, check: Check, **_: Any) -> str:
    """Units whose codex makes them always pass Morale checks, or all Leadership tests."""
    if not clause and "morale" in check.tags and ctx.holds(unit, PASSES_MORALE):
        return PASSES_MORALE
    if not clause and check.name == "Ld" and ctx.holds(unit, PASSES_ALL):
        return PASSES_ALL
    return clause


MARKS = (
    on_unit(LOST_BY, "phase", "By how many Wounds it lost its combat.", COUNT),
    on_unit(BROKEN, "phase", "It failed the Morale check for the combat it lost."),
    MarkKind(MODIFIER, ("model", "unit"), LASTING, "By how much its Morale checks are harder, whatever the sign.",
             number(-10, 10)),
    MarkKind(PASSES_MORALE, ("model", "unit"), LASTING, "It passes every Morale check."),
    MarkKind(PASSES_ALL, ("model", "unit"), LASTING, "It passes every test on Leadership."),
)  # fmt: skip

PART = Part(marks=MARKS, brings=(CHECK, LOST_CHECK))
