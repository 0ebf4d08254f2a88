"""Dusk and dawn, the effect of night on shooting, and the length of the game.

A unit that cannot see its target loses its shots. Barrage weapons fire anyway but scatter farther; only the shots of
other weapons are lost.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rules.cod import steps
from rules.cod.book import SPECIAL
from rules.cod.mission import mission
from rules.kernel import geometry
from rules.kernel.context import Context
from rules.kernel.effects import Marked, Noted
from rules.kernel.events import Action
from rules.kernel.lengths import INCH, show
from rules.kernel.marks import number, on_table, on_unit
from rules.kernel.part import Act, Condition, Option, Part, demand
from rules.kernel.sheet import Weapon
from rules.kernel.state import State, Unit
from rules.kernel.telling import Cast, Phrase, Telling
from rules.wh40k import hooks, turn, words

DUSK = SPECIAL["dusk-dawn.roll"]
"""Also the mark on the table with the face that was rolled."""
REACH = SPECIAL["night.roll"]
LIMIT = SPECIAL["night.limit"]
LENGTH = SPECIAL["random-length.roll"]
"""Also the mark on a unit, for the phase, whose target is farther away than it sees."""
BARRAGE = "wh40k.usr.barrage"
NIGHT_VISION = "cod.assumed.night-vision"
LAST = 6
"""The last game turn by the scenarios; some may last longer."""
GOES_ON = 4


class DuskAndDawn(Action, frozen=True, tag="dusk-and-dawn"):
    """The die that says whether the battle begins or ends in the dark."""


NOT_ROLLED = Condition(
    DUSK,
    "no roll for dusk and dawn is due",
    lambda state: steps.here(state) == steps.DUSK and DUSK not in state.game,
)


def dusk_and_dawn(ctx: Context, action: DuskAndDawn) -> None:
    """Roll once, after deployment and before the first turn is rolled for."""
    if not demand(ctx, (NOT_ROLLED,), ctx.state):
        return
    face = ctx.roll(DUSK, ctx.by, 1).total
    clause = SPECIAL[{1: "dusk-dawn.one", 6: "dusk-dawn.six"}.get(face, "dusk-dawn.other")]
    ctx.emit(Marked(rule=clause, on="", key=DUSK, value=face, until="game"))
    steps.advance(ctx)


def is_night(state: State) -> bool:
    """Whether it is night in this game turn: the first after a 1, the last and all after it after a 6."""
    face = state.game.get(DUSK)
    return (face == 1 and state.round == 1) or (face == 6 and state.round >= LAST)


@SPECIAL.at(hooks.TARGETED)
def _in_the_dark(ctx: Context, clause: str, *, unit: Unit, target: Unit, **_: Any) -> str:
    """A unit sees three times 2D6 inches."""
    if clause or not is_night(ctx.state) or ctx.holds(unit, NIGHT_VISION):
        return clause
    rolled = ctx.roll(REACH, unit.side, 2, model=unit.id, target=target.id)
    sees, away = 3 * INCH * rolled.total, distance(ctx.state, unit, target)
    hidden = away > sees
    text = f"{show(away)} away, seen as far as {show(sees)}"
    ctx.effects.append(Noted(rule=LIMIT, model=unit.id, target=target.id, value=sees, text=text))
    if LIMIT in unit.phase and not hidden:
        words.unmark(ctx, unit, LIMIT, "phase")
    if not hidden:
        return ""
    words.mark(ctx, unit, LIMIT, until="phase")
    return "" if has_barrage(ctx, unit) else LIMIT


def distance(state: State, unit: Unit, target: Unit) -> int:
    """The distance between the nearest models of two units."""
    return min(
        (geometry.distance(a, b) for a in words.standing(state, unit) for b in words.standing(state, target)),
        default=0,
    )


def has_barrage(ctx: Context, unit: Unit) -> bool:
    """Whether a unit has a barrage weapon on the table."""
    there = words.standing(ctx.state, unit)
    return any(ctx.holds(weapon, BARRAGE) for model in there for weapon in model.sheet.weapons)


@SPECIAL.at(hooks.SHOTS)
def _shots_lost(ctx: Context, shots: int, *, model: Any, weapon: Weapon, **_: Any) -> int:
    """Beyond the night roll only barrages fire."""
    dark = LIMIT in words.unit_of(ctx.state, model).phase
    return 0 if dark and not ctx.holds(weapon, BARRAGE) else shots


@SPECIAL.at(hooks.SCATTER_DICE)
def _scatter(ctx: Context, dice: int, *, weapon: Weapon, unit: Unit, **_: Any) -> int:
    """A barrage at a target beyond the night roll scatters by one die more."""
    return dice + 1 if LIMIT in unit.phase and ctx.holds(weapon, BARRAGE) else dice


# how long


@SPECIAL.at(hooks.ROUND_LIMIT)
def _length(ctx: Context, limit: turn.Limit, **_: Any) -> turn.Limit:
    """Six game turns; then a die each turn where the scenario has Random Game Length, without a maximum."""
    played = mission(ctx.state)
    if played is None:
        return limit
    if ctx.state.round < LAST:
        return turn.Limit()
    if steps.uses(ctx.state, "length"):
        return turn.Limit(needed=GOES_ON, clause=LENGTH)
    return turn.Limit(ends=True, clause=played["length"])


def _may_roll(ctx: Context) -> Iterator[Option]:
    if NOT_ROLLED.holds(ctx.state):
        yield from (Option(side, "dusk-and-dawn", clause=DUSK) for side in ctx.state.sides)


def _seen_in_the_dark(cast: Cast, effect: Any) -> str:
    return cast.say(
        Phrase("%(model)s → %(target)s: seen as far as %(length)s in the dark",
               "%(model)s → %(target)s: в темноте видно на %(length)s"),
        model=cast.model(effect.model), target=cast.model(effect.target), length=cast.length(effect.value),
    )  # fmt: skip


MARKS = (
    on_table(DUSK, "The face rolled for dusk and dawn: 1 is night in the first game turn, 6 in the last.",
             number(1, 6)),
    on_unit(LIMIT, "phase", "Its target is farther away than it sees in the dark."),
)  # fmt: skip

PART = Part(
    marks=MARKS,
    acts=(
        Act(DuskAndDawn, dusk_and_dawn, _may_roll, phases=("dusk",),
            told=Phrase("A roll for dusk and dawn", "Бросок за сумерки и рассвет")),
    ),
    telling=Telling(
        phases={"dusk": Phrase("Dusk and dawn", "Сумерки и рассвет")},
        questions={LENGTH: Phrase("%(side)s rolls to see whether the battle continues",
                                  "%(side)s: бросок, продолжается ли бой")},
        noted={LIMIT: _seen_in_the_dark},
    ),
)  # fmt: skip
