"""Which scenario is played: agreed when the game began, rolled for, or agreed after the board stands."""

from __future__ import annotations

from collections.abc import Iterator

from rules.cod import options, steps
from rules.cod.book import ORGANISATION
from rules.cod.mission import SCENARIO, missions
from rules.kernel.context import Context
from rules.kernel.effects import Marked, Turned
from rules.kernel.errors import Malformed
from rules.kernel.events import Action
from rules.kernel.part import Option
from rules.wh40k import words

CHOOSE = ORGANISATION["scenario.choose"]
ROLLED = {
    1: "firesweep",
    2: "high-ground",
    3: "domination",
    4: "maximum-attrition",
    5: "urban-assault",
}
SIX = ORGANISATION["scenario.roll.6"]
AFTER_SIX = "six"
"""The step after a 6: the roll is made again, or both agree on a special scenario."""


class RollScenario(Action, frozen=True, tag="roll-scenario"):
    """A die picks one of the standard scenarios."""


class AgreeScenario(Action, frozen=True, tag="agree-scenario"):
    """A side wants a scenario; it is played when both name the same."""

    scenario: str


def roll(ctx: Context, action: RollScenario) -> None:
    """Roll for the scenario. A 6 leaves the roll to be repeated or a special scenario to be agreed."""
    if not ctx.require(ctx.state.phase == "scenario", CHOOSE, "the scenario is not chosen now"):
        return
    rolled = ctx.roll(CHOOSE, ctx.by, 1, exact=True)
    if rolled.total in ROLLED:
        take(ctx, ROLLED[rolled.total], ORGANISATION[f"scenario.roll.{rolled.total}"])
    else:
        ctx.emit(Turned(rule=SIX, to="", step=AFTER_SIX))


def agree(ctx: Context, action: AgreeScenario) -> None:
    """A side names a scenario; after a 6 only a special one."""
    state = ctx.state
    if action.scenario not in missions():
        raise Malformed("$.action.scenario", f"there is no scenario {action.scenario!r}")
    if not ctx.require(state.phase == "scenario", CHOOSE, "the scenario is not chosen now"):
        return
    special = missions()[action.scenario].special
    ctx.require(special or state.step != AFTER_SIX, SIX, "after a 6 only a special scenario is agreed on")
    words.mark(ctx, ctx.by, CHOOSE, action.scenario, "phase")
    if state.sides[state.enemy(ctx.by)].phase.get(CHOOSE) == action.scenario:
        take(ctx, action.scenario, CHOOSE)


def take(ctx: Context, name: str, clause: str) -> None:
    """The scenario is chosen: its clauses hold from here on."""
    lacking = missions()[name].board(ctx.state)
    ctx.require(not lacking, lacking, "the scenario {name} wants other terrain", name=name)
    ctx.emit(Marked(rule=clause, on="", key=SCENARIO, value=name, until="game"))
    steps.first_step(ctx)


def settle(ctx: Context) -> bool:
    """A scenario that was agreed when the game began is played."""
    name = options.text(ctx.state, options.SCENARIO)
    if not name or SCENARIO in ctx.state.game:
        return False
    take(ctx, name, CHOOSE)
    return True


HANDLERS = {RollScenario: roll, AgreeScenario: agree}


def offers(ctx: Context) -> Iterator[Option]:
    """Rolling, or naming a scenario."""
    state = ctx.state
    if state.phase != "scenario":
        return
    names = tuple(name for name, played in missions().items() if played.special or state.step != AFTER_SIX)
    for side in state.sides:
        yield Option(side, "roll-scenario", clause=CHOOSE)
        yield Option(side, "agree-scenario", targets=names, clause=SIX if state.step else CHOOSE)
