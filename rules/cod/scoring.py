"""Occupation of ruins, flags, and how a scenario determines the winner."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from rules.cod import prepared
from rules.cod import ruins as city
from rules.cod import victory_points as vp
from rules.cod.book import ASSUMED, SCENARIOS
from rules.cod.mission import mission
from rules.kernel import geometry
from rules.kernel.context import Context
from rules.kernel.effects import Marked
from rules.kernel.marks import PIECES, on_side
from rules.kernel.part import Part
from rules.kernel.state import Model, Outcome, State, Terrain, Unit, leader
from rules.wh40k import hooks, turn, words

FLAGS = "cod.scenario.firesweep.flag.set"
"""The mark on a side with the ids of the ruins that bear its flag."""
OCCUPIES = SCENARIOS["occupy.definition"]

WIPED_OUT = ASSUMED["wiped-out"]


# occupation


def among(state: State, unit: Unit, piece: Terrain) -> bool:
    """Whether more than half of a unit's models are inside a ruin or its remains."""
    models = state.members(unit.id)
    return 2 * sum(in_it(state, model, piece) for model in models) > len(models)


def in_it(state: State, model: Model, piece: Terrain) -> bool:
    """Whether a model is inside a ruin; a vehicle with its middle, because more than half of it has to be."""
    if model.out or model.at is None or not city.inside(state, model, piece):
        return False
    return not words.is_vehicle(model) or geometry.inside(model.at, piece.outline)


def scoring_units(state: State) -> frozenset[str]:
    """The ids of the units in which there is something that is rated and scoring on its own."""
    found = [element for unit in state.units.values() for element in vp.scoring(state, unit)]
    return frozenset(model.unit for element in found for model in element.models if not model.out)


def holders(state: State, piece: Terrain, able: frozenset[str] | None = None) -> tuple[str, ...]:
    """The sides with a scoring unit that is more than half inside a ruin. `able` are the scoring units, if known."""
    able = scoring_units(state) if able is None else able
    found = [unit.side for unit in words.on_table(state) if unit.id in able and among(state, unit, piece)]
    return tuple(side for side in state.sides if side in found)


def occupier(state: State, piece: Terrain, able: frozenset[str] | None = None) -> str:
    """The side that occupies a ruin; empty if none does, or both are in it."""
    found = holders(state, piece, able)
    return found[0] if len(found) == 1 else ""


def occupied(state: State) -> dict[str, int]:
    """How many ruins each side occupies."""
    able = scoring_units(state)
    found = [occupier(state, piece, able) for piece in prepared.ruins(state)]
    return {side: found.count(side) for side in state.sides}


def occupant(state: State, key: str) -> str:
    """The side that occupies the ruin with an id."""
    piece = prepared.ruin(state, key)
    return occupier(state, piece) if piece is not None else ""


# flags


def flags(state: State, side: str) -> tuple[str, ...]:
    """The ids of the ruins that bear a side's flag."""
    found = state.sides[side].game.get(FLAGS, ())
    return found if isinstance(found, tuple) else ()


def without_flag(state: State, side: str) -> tuple[Terrain, ...]:
    """The ruins that do not bear a side's flag; all of them where there is none."""
    ours, every = flags(state, side), prepared.ruins(state)
    return tuple(piece for piece in every if piece.id not in ours) or every


def flagged(state: State) -> dict[str, int]:
    """How many flags each side has."""
    return {side: len(flags(state, side)) for side in state.sides}


def plant(ctx: Context, side: str, key: str, clause: str) -> None:
    """Plant a side's flag in a ruin, replacing the other side's."""
    other = ctx.state.enemy(side)
    lost = flags(ctx.state, other)
    if key in lost:
        left = tuple(one for one in lost if one != key)
        ctx.emit(Marked(rule="cod.scenario.firesweep.flag.replace", on=other, key=FLAGS, value=left, until="game"))
    held = flags(ctx.state, side)
    if key not in held:
        ctx.emit(Marked(rule=clause, on=side, key=FLAGS, value=(*held, key), until="game"))


@SCENARIOS.at(hooks.TURN_ENDS)
def _plant(ctx: Context, side: str, **_: Any) -> None:
    """At the end of every player turn each side flags the ruins it occupies (`cod.gap.occupation-timing`)."""
    played = mission(ctx.state)
    if played is None or played.flags is None:
        return
    able, bearing = scoring_units(ctx.state), played.flags(ctx.state)
    for piece in prepared.ruins(ctx.state):
        by = occupier(ctx.state, piece, able) if piece.id in bearing else ""
        if by:
            plant(ctx, by, piece.id, FLAGS)


# who wins


def by_score(clause: str, score: Callable[[State], dict[str, int]]) -> Callable[[State], Outcome]:
    """The higher score wins; equal scores are a draw (`cod.gap.scenario-tie`)."""

    def outcome(state: State) -> Outcome:
        counted = score(state)
        return Outcome(leader(counted), clause, counted)

    return outcome


def won(state: State, winner: str, clause: str, counted: Mapping[str, int]) -> Outcome:
    """A side has won by a clause; an empty winner is a draw."""
    return Outcome(winner, clause, dict(counted))


@SCENARIOS.at(hooks.VICTORY)
def _victory(ctx: Context, outcome: Outcome | None, *, reason: str, **_: Any) -> Outcome | None:
    """The scenario says who wins, unless nobody of a side is left."""
    played = mission(ctx.state)
    if played is None:
        return outcome
    counted = played.score(ctx.state)
    if reason == turn.WIPED_OUT:
        left = {m.side for m in ctx.state.models.values() if not m.out}
        return Outcome("".join(side for side in ctx.state.sides if side in left), WIPED_OUT, counted)
    return played.victory(ctx.state)


@SCENARIOS.at(hooks.IMMEDIATE)
def _immediate(ctx: Context, outcome: Outcome | None, **_: Any) -> Outcome | None:
    """A scenario may be won before it ends."""
    played = mission(ctx.state)
    return outcome or (played.immediate(ctx.state) if played is not None else None)


def score(state: State) -> dict[str, int]:
    """What each side has so far, as its scenario counts: flags, ruins, victory points in halves."""
    played = mission(state)
    return played.score(state) if played is not None else vp.totals(state)


PART = Part(marks=(on_side(FLAGS, "game", "The ruins that bear its flag.", PIECES),))
