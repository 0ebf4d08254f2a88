"""Rallying: a test for each fleeing unit, and a Reform, or another flee move."""

from __future__ import annotations

from collections.abc import Iterator

from rules.kernel import asking
from rules.kernel.context import Context
from rules.kernel.effects import Noted
from rules.kernel.events import Action
from rules.kernel.marks import QuestionKind
from rules.kernel.part import Choice, Part
from rules.kernel.state import Decision, Number, Unit
from rules.kernel.telling import Phrase
from rules.t9a import discipline, flight, hooks, movement, words
from rules.t9a.book import RALLY
from rules.t9a.discipline import Check

TEST = RALLY[""]
REFORM = movement.REFORM


class RallyReform(Action, frozen=True, tag="rally-reform"):
    """A unit that has just rallied reforms."""

    unit: str
    facing: tuple[Number, Number]
    files: Number = 0


@RALLY.at(hooks.STEP_BEGAN)
def _due(ctx: Context, step: str, **_: object) -> None:
    """Every fleeing unit of the active side tests."""
    if step == "movement rally":
        for unit in words.on_table(ctx.state, ctx.state.turn):
            if words.fleeing(unit):
                discipline.due(ctx, unit, TEST)


def _few(ctx: Context, unit: Unit) -> bool:
    """Whether a unit has at most a quarter of the Health Points it began with: it tests on half its Discipline."""
    listed = [m for m in ctx.state.models.values() if m.side == unit.side and m.sheet.id in unit.sheet.models]
    began = sum(words.printed(m, "HP") or 1 for m in listed)
    return 4 * words.health(ctx.state, unit) <= began


def _resolved(ctx: Context, unit: Unit, passed: bool) -> None:
    if not passed:
        flight.ask(ctx, unit, flight.onward(unit))
        return
    spared = ctx.value(hooks.RALLIED, "", unit=unit)
    words.unmark(ctx, unit, words.FLEEING, until="game", rule=TEST)
    if spared:
        ctx.effects.append(Noted(rule=spared, model=unit.id, text="not Shaken"))
    else:
        words.mark(ctx, unit, words.SHAKEN, rule=TEST)
    ctx.ask(REFORM, unit.side, model=unit.id)


def reform(ctx: Context, action: RallyReform) -> None:
    """The one Reform after rallying."""
    unit = words.own(ctx, action.unit)
    now = movement.redrawn(ctx, unit, action.facing, action.files)
    if asking.answered(ctx, REFORM, action.unit, phase="movement") is not None:
        words.form(ctx, unit, now, REFORM)


def _reforms(choice: Choice) -> Iterator[Action]:
    facings = movement.reforms(choice.ctx, choice.unit)
    yield from (RallyReform(unit=choice.unit.id, facing=each) for each in facings)


def _as_it_stands(ctx: Context, asked: Decision, action: Action) -> None:
    """The unit keeps its formation."""
    ctx.answered(asked.clause)


PART = Part(
    acts=(
        asking.reply(RallyReform, reform, REFORM, propose=_reforms,
            told=Phrase("%(unit)s [rallies and reforms|rally and reform]",
                        "%(unit)s: порядок восстановлен, перестроение")),
    ),
    brings=(Check(TEST, _resolved, halved=_few),),
    declines={REFORM: _as_it_stands},
    asks=(QuestionKind(REFORM, named=True),),
)  # fmt: skip
