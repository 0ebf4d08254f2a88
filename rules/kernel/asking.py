"""Questions to sides: acts that answer one, and letting one go."""

from __future__ import annotations

from collections.abc import Iterator

from rules.kernel.canonical import tag_of
from rules.kernel.context import Context
from rules.kernel.effects import Answered
from rules.kernel.events import Action
from rules.kernel.part import Act, Declare, Option, Propose
from rules.kernel.state import Decision
from rules.kernel.telling import Sentence


def reply(
    kind: type[Action],
    declare: Declare,
    *clauses: str,
    targets: bool = False,
    limit: bool = False,
    propose: Propose | None = None,
    told: Sentence | None = None,
) -> Act:
    """An act that answers questions of these clauses, offered to the side and the unit or model that is asked.

    `targets` says that the option names the targets of the question, `limit` that it has its length.
    """

    def offers(ctx: Context) -> Iterator[Option]:
        asked = ctx.pending
        yield Option(
            asked.side, tag_of(kind), model=asked.model, targets=asked.targets if targets else (),
            limit=asked.value if limit else 0, clause=asked.clause,
        )  # fmt: skip

    return Act(kind, declare, offers, answers=clauses, propose=propose, told=told)


def let_go(ctx: Context, asked: Decision, action: Action) -> None:
    """A question is declined without consequences."""
    ctx.answered(asked.clause)


def answered(ctx: Context, clause: str, unit: str = "") -> Decision | None:
    """The pending question if it is this one and the declaring side's, now answered; refuses otherwise.

    `unit` names the unit it has to be about, where that is declared.
    """
    pending = ctx.state.pending
    asked = pending is not None and pending.clause == clause and pending.side == ctx.by
    asked = asked and pending is not None and unit in ("", pending.model)
    if not ctx.require(asked, clause, "side {side} is not asked for that", side=ctx.by):
        return None
    ctx.emit(Answered(rule=clause))
    return pending
