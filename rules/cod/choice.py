"""Choosing the scenario: agreed when the game began, rolled for, or agreed once the board is complete."""

from __future__ import annotations

from collections.abc import Iterator

from rules.cod import options, steps
from rules.cod.book import ORGANISATION
from rules.cod.mission import SCENARIO, missions
from rules.kernel.context import Context
from rules.kernel.effects import Marked, Turned
from rules.kernel.errors import Malformed
from rules.kernel.events import Action
from rules.kernel.marks import TEXT, on_side, on_table, one_of
from rules.kernel.part import Act, Choice, Condition, Option, Part, demand
from rules.kernel.telling import Phrase, Telling, filled
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
"""The step after a 6: the roll is repeated, or both agree on a special scenario."""


class RollScenario(Action, frozen=True, tag="roll-scenario"):
    """A die picks one of the standard scenarios."""


class AgreeScenario(Action, frozen=True, tag="agree-scenario"):
    """A side names a scenario; it is played if both name the same."""

    scenario: str


NOW = Condition(CHOOSE, "the scenario cannot be chosen now", lambda state: state.phase == "scenario")
SPECIAL = Condition(
    SIX,
    "after a 6 only a special scenario can be agreed on",
    lambda state, name: state.step != AFTER_SIX or missions()[name].special,
)


def roll(ctx: Context, action: RollScenario) -> None:
    """Roll for the scenario. A 6 leaves the roll to be repeated or a special scenario to be agreed."""
    if not demand(ctx, (NOW,), ctx.state):
        return
    rolled = ctx.roll(CHOOSE, ctx.by, 1)
    if rolled.total in ROLLED:
        take(ctx, ROLLED[rolled.total], ORGANISATION[f"scenario.roll.{rolled.total}"])
    else:
        ctx.emit(Turned(rule=SIX, to="", step=AFTER_SIX))


def agree(ctx: Context, action: AgreeScenario) -> None:
    """A side names a scenario; after a 6 only a special one."""
    state = ctx.state
    if action.scenario not in missions():
        raise Malformed("$.action.scenario", f"there is no scenario {action.scenario!r}")
    if not demand(ctx, (NOW,), state):
        return
    demand(ctx, (SPECIAL,), state, action.scenario)
    words.mark(ctx, ctx.by, CHOOSE, action.scenario, "phase")
    if state.sides[state.enemy(ctx.by)].phase.get(CHOOSE) == action.scenario:
        take(ctx, action.scenario, CHOOSE)


def take(ctx: Context, name: str, clause: str) -> None:
    """The scenario is chosen: its clauses apply from now on."""
    lacking = missions()[name].board(ctx.state)
    ctx.require(not lacking, lacking, "the scenario {name} requires different terrain", name=name)
    ctx.emit(Marked(rule=clause, on="", key=SCENARIO, value=name, until="game"))
    steps.first_step(ctx)


def settle(ctx: Context) -> bool:
    """A scenario that was agreed when the game began is played."""
    name = options.text(ctx.state, options.SCENARIO)
    if not name or SCENARIO in ctx.state.game:
        return False
    take(ctx, name, CHOOSE)
    return True


def _may_roll(ctx: Context) -> Iterator[Option]:
    yield from (Option(side, "roll-scenario", clause=CHOOSE) for side in ctx.state.sides)


def _may_agree(ctx: Context) -> Iterator[Option]:
    state = ctx.state
    names = tuple(name for name in missions() if SPECIAL.holds(state, name))
    for side in state.sides:
        yield Option(side, "agree-scenario", targets=names, clause=SIX if state.step else CHOOSE)


def _what_the_other_wants(choice: Choice) -> Iterator[Action]:
    """What the other side has named, else any that can be played on this table."""
    state, side = choice.state, choice.option.side
    playable = [name for name in choice.option.targets if not missions()[name].board(state)]
    other = str(state.sides[state.enemy(side)].phase.get(CHOOSE, ""))
    if other in playable:
        yield AgreeScenario(scenario=other)
    elif playable and CHOOSE not in state.sides[side].phase:
        yield AgreeScenario(scenario=choice.of(playable))


MARKS = (
    on_table(SCENARIO, "The scenario that is played.", one_of(*missions())),
    on_side(CHOOSE, "phase", "The scenario to which it agrees.", TEXT),
)  # fmt: skip

PART = Part(
    marks=MARKS,
    acts=(
        Act(RollScenario, roll, _may_roll, phases=("scenario",),
            told=Phrase("A roll for the scenario", "Бросок за сценарий")),
        Act(AgreeScenario, agree, _may_agree, phases=("scenario",), propose=_what_the_other_wants,
            told=filled(
                Phrase("%(side)s wants the scenario “%(scenario)s”", "%(side)s предлагает сценарий «%(scenario)s»"),
                scenario=lambda now: now.cast.section(now.action.scenario))),
    ),
    settles={"scenario": settle},
    telling=Telling(
        marks={SCENARIO: Phrase("Scenario: %(section)s", "Сценарий: %(section)s")},
        phases={"scenario": Phrase("Scenario", "Сценарий")},
    ),
)  # fmt: skip
