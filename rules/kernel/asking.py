"""Questions to sides: acts that answer one, and letting one go."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from rules.kernel.canonical import tag_of
from rules.kernel.context import Context
from rules.kernel.effects import Answered
from rules.kernel.events import Action
from rules.kernel.part import Act, Declare, Objections, Option, Propose, objection
from rules.kernel.state import Decision, State
from rules.kernel.telling import Sentence


def reply(
    kind: type[Action],
    declare: Declare,
    *clauses: str,
    targets: bool = False,
    limit: bool = False,
    propose: Propose | None = None,
    towards: str = "",
    told: Sentence | None = None,
) -> Act:
    """An act that answers questions of these clauses, offered to the side and the unit or model that is asked.

    `targets` says that the option names the targets of the question, `limit` that it has its length; `towards` is that
    of the act.
    """

    def offers(ctx: Context) -> Iterator[Option]:
        asked = ctx.pending
        yield Option(
            asked.side, tag_of(kind), model=asked.model, targets=asked.targets if targets else (),
            limit=asked.value if limit else 0, clause=asked.clause,
        )  # fmt: skip

    return Act(kind, declare, offers, answers=clauses, propose=propose, towards=towards, told=told)


def let_go(ctx: Context, asked: Decision, action: Action) -> None:
    """A question is declined without consequences."""
    ctx.answered(asked.clause)


def _not_now(state: State, clause: str, phase: str) -> Objections:
    """That a question belongs to another phase, if it belongs to one."""
    if phase not in ("", state.phase):
        now = f"{state.phase} {state.step}".strip()
        yield objection(clause, "that belongs to the {phase} phase; it is {now}", phase=phase, now=now)


def answered(ctx: Context, clause: str, unit: str = "", why: Objections = (), phase: str = "") -> Decision | None:
    """The pending question if it is this one and the declaring side's, now answered; refuses otherwise.

    `unit` names the unit or model it has to be about, where that is declared. `why` are the rules that kept it from
    being asked, as far as they still can be told; a `phase` is that in which it is.
    """
    pending = ctx.state.pending
    asked = pending is not None and pending.clause == clause and pending.side == ctx.by
    if asked and pending is not None and unit in ("", pending.model):
        ctx.emit(Answered(rule=clause))
        return pending
    ctx.explain(chain(_not_now(ctx.state, clause, phase), why))
    if asked and pending is not None:
        about = ctx.state.units.get(pending.model) or ctx.state.models.get(pending.model)
        name = about.sheet.name if about is not None else pending.model
        ctx.require(False, clause, "{name} is asked for that now, not {unit}", general=True, name=name, unit=unit)
    else:
        ctx.require(False, clause, "side {side} is not asked for that", general=True, side=ctx.by)
    return None
