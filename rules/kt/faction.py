"""Faction stratagems, which the document mentions but does not print (line 220).

The players state its name, cost and effect; the engine deducts the cost and applies the changes, marked as declared
like those of an unknown ability.
"""

from __future__ import annotations

from typing import Annotated

import msgspec

from rules.kernel.actions import Loss, as_declared
from rules.kernel.context import Context
from rules.kernel.effects import Counted, Noted
from rules.kernel.events import Action, Claim
from rules.kernel.part import Act, Part
from rules.kernel.telling import Phrase, as_written, filled
from rules.kt.stratagem import COST

FACTION = "kt.stratagem.faction"
PHASES = ("deployment", "initiative", "movement", "psychic", "shooting", "fight", "morale")


class FactionTactic(Action, frozen=True, tag="tactic"):
    """A side plays a stratagem of its faction: its name and price as printed, and what it changed.

    `model` is the model it was played on, if any; `note` describes effects other than changes to models. `losses` are
    mortal wounds.
    """

    name: Annotated[str, msgspec.Meta(min_length=1, max_length=200)]
    cost: Annotated[int, msgspec.Meta(ge=0, le=99)] = 1
    model: str = ""
    note: str = ""
    changes: tuple[Claim, ...] = ()
    losses: tuple[Loss, ...] = ()


def tactic(ctx: Context, action: FactionTactic) -> None:
    """Deduct the cost and apply what is declared. It may interrupt anything."""
    side, now = ctx.side(ctx.by), ctx.state.phase
    ctx.require(now in PHASES, FACTION, "no stratagem can be played in the {phase} phase", phase=now)
    if action.model:
        model = ctx.model(action.model)
        name = model.sheet.name
        ctx.require(model.side == side.id, "kt.gap.two-players", "{name} belongs to the other side", name=name)
    cost, held = action.cost, side.counters.get("cp", 0)
    ctx.require(held >= cost, COST, "it costs {cost} CP and side {side} has {held}", cost=cost, side=side.id, held=held)
    ctx.effects.append(Noted(rule=FACTION, model=action.model, value=cost, text=action.name, declared=True))
    if cost:
        ctx.emit(Counted(rule=COST, side=side.id, counter="cp", by=-cost))
    as_declared(ctx, action.changes, action.losses, FACTION)


PART = Part(acts=(
    Act(FactionTactic, tactic,
        told=filled(
            Phrase("%(side)s plays “%(stratagem)s”%(who)s (declared by the players)",
                   "%(side)s играет стратагему «%(stratagem)s»%(who)s (со слов игроков)"),
            stratagem=as_written("name"),
            who=lambda now: f": {now.cast.model(now.action.model)}" if now.action.model else "")),
))  # fmt: skip
