"""Rappel Lines, a stratagem of the armoury."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import Any

from rules.cod import floors, ground, ruins
from rules.cod.chosen import Stratagem, has
from rules.kernel import footprint, geometry
from rules.kernel.context import Context
from rules.kernel.events import Action
from rules.kernel.part import Choice, Part
from rules.kernel.rule import Clause, Rule
from rules.kernel.state import Model, State, Unit
from rules.wh40k import hooks, words
from rules.wh40k.deployment import places
from rules.wh40k.movement import footing, formation, move, trail
from rules.wh40k.vehicles import transport
from rules.wh40k.vehicles import vehicle as vehicles

RAPPEL_LINES = Rule(
    "cod.stratagem.rappel-lines",
    en="Rappel Lines",
    ru="Десантные фалы",
    clauses={
        "who": Clause(
            "All skimmers",
            "Все скиммеры",
            "All the player's skimmers are fitted with rappel lines.",
            "657-661",
            text_ru="Десантными фалами оснащены все скиммеры игрока.",
        ),
        "disembark": Clause(
            "Landing on upper floors",
            "Высадка на верхние этажи",
            "A skimmer with rappel lines may disembark troops straight onto the upper floors of ruins.",
            "663",
            text_ru="Скиммер с десантными фалами может высадить войска прямо на верхние этажи руин.",
            note="Upper floors only: the ground floor is still entered on foot.",
            note_ru="Только на верхние этажи: на первый по-прежнему входят пешком.",
        ),
        "dangerous-test": Clause(
            "Dangerous test when landing",
            "Тест на Опасную Местность",
            "Each model disembarking this way must take a dangerous-terrain test.",
            "663",
            text_ru="Каждая высаженная так модель проходит тест на опасную местность.",
        ),
    },
)


def fitted(model: Model) -> bool:
    """Whether a model can have rappel lines."""
    return words.is_(model, "Skimmer")


STRATAGEM = Stratagem("rappel-lines", "armoury", RAPPEL_LINES, RAPPEL_LINES["who"], serves=fitted)


def from_lines(state: State, vehicle: Model, model: Model) -> bool:
    """Whether a passenger of a skimmer with rappel lines is set down on an upper floor of a ruin."""
    if not fitted(vehicle) or not has(state, vehicle.side, STRATAGEM.name):
        return False
    return ruins.around(state, model) is not None and ruins.floor_of(state, model) > 1


@RAPPEL_LINES.at(floors.SET_DOWN)
def _down_the_lines(ctx: Context, allowed: bool, *, vehicle: Model, model: Model, **_: Any) -> bool:
    """Upper floors are open to them; the ground floor is entered on foot."""
    return allowed or from_lines(ctx.state, vehicle, model)


@RAPPEL_LINES.at(hooks.DISEMBARKED)
def _dangerous(ctx: Context, vehicle: Model, *, unit: Unit, **_: Any) -> None:
    """Each model that came down the lines takes a dangerous terrain test."""
    for model in words.standing(ctx.state, unit):
        if from_lines(ctx.state, vehicle, model):
            footing.risk(ctx, model, 1, ruins.around(ctx.state, model))


# what a player would do with them


def _hovers(choice: Choice) -> Iterator[Action]:
    """A loaded skimmer goes above one of the nearest ruins with floors."""
    state, unit = choice.state, choice.unit
    models = words.standing(state, unit)
    loaded = [m for m in models if fitted(m) and vehicles.passengers(state, m)]
    if len(loaded) != len(models) or not has(state, unit.side, STRATAGEM.name):
        return
    here = choice.ctx.place(loaded[0])
    tall = [r for r in ruins.ruins(state) if len(ruins.levels(state, r)) > 1 and ruins.over(state, loaded[0]) != r]
    middles = [(*ground.middle(ruin)[:2], ruins.above(state, ruin)) for ruin in tall]
    for at in sorted(middles, key=lambda at: geometry.ground_square(at, here))[:2]:
        draft = formation.Draft(choice.ctx, unit, trail.Manner(), move.STEP)
        if draft.go(draft.models[0], (at,)):
            yield move.Move(unit=unit.id, moves=draft.moves)


def _onto_a_floor(choice: Choice) -> Iterator[Action]:
    """Down the lines onto the highest floor that has room."""
    state, unit = choice.state, choice.unit
    carrier = transport.carrier_of(state, unit)
    if state.pending is not None or carrier is None or carrier.at is None:
        return
    ruin, (x, y, z) = ruins.over(state, carrier), carrier.at
    if ruin is None:
        return

    def fits(stand_in: Model) -> bool:
        at = stand_in.at or (0, 0, 0)
        near = geometry.near(footprint.placed(stand_in, (at[0], at[1], z)), carrier, transport.OUT)
        return near and from_lines(state, carrier, stand_in)

    for level in reversed(ruins.levels(state, ruin)[1:]):
        for anchor in chain(((x, y, level),), ground.somewhere(choice, ruin, level)):
            found = places.set_up(choice.ctx, unit, anchor, gap=10, fits=fits)
            if found:
                yield transport.Disembark(unit=unit.id, places=found)


PART = Part(proposes={move.Move: _hovers, transport.Disembark: _onto_a_floor})
