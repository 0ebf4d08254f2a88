"""How the autoplayer moves: towards its goals in formation, running, falling back, regrouping."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rules.kernel.context import Context
from rules.kernel.events import Action
from rules.kernel.part import Option
from rules.kernel.proposing import Propose
from rules.kernel.state import Model, State, Unit
from rules.wh40k import words
from rules.wh40k.army import join
from rules.wh40k.morale import fall_back, regroup
from rules.wh40k.movement import footing, move, run, trail
from rules.wh40k.playing.formation import Draft, Moves, formations, shortened
from rules.wh40k.playing.thinker import Thinker


def go(player: Thinker, state: State, option: Option, same: list[Option]) -> Iterator[Action]:
    """In formation towards the goal; who has heavy weapons and somebody to shoot at mostly stays."""
    ctx, unit = player.ctx(state, option.side), state.units[option.model]
    if player.stands(state, unit):
        return
    fast = player.hurries(state, unit)
    for manner in (fast, False) if fast else (False,):
        draft, reach = _drafted(ctx, unit, manner)
        for moves in formations(draft, player.goal(state, unit), player.stride(reach)):
            yield move.Move(unit=unit.id, moves=moves, fast=manner)


def _drafted(ctx: Context, unit: Unit, fast: bool) -> tuple[Draft, int]:
    """A draft of a move in the Movement phase, and how far its fastest model gets."""
    rolled = unit.phase.get(footing.DIFFICULT)
    dared = rolled if isinstance(rolled, int) else None
    models = words.standing(ctx.state, unit)
    limits = {m.id: _limit(ctx, unit, m, fast, dared) for m in models}
    packs = fast and any(words.is_(m, *move.WITH_PACKS) for m in models)
    draft = Draft(ctx, unit, trail.Manner(), limits, packs=packs, through=dared is not None)
    return draft, max(limits.values(), default=0)


def _limit(ctx: Context, unit: Unit, model: Model, fast: bool, dared: int | None) -> int:
    limit = move.allowance(ctx, unit, model, fast)
    sure = words.is_(model, *footing.SURE_FOOTED) or move.flies(model, "move", fast)
    return limit if dared is None or sure else min(limit, dared)


def brave(player: Thinker, state: State, option: Option, same: list[Option]) -> Iterator[Action]:
    """Roll for difficult terrain where the straight way leads through some."""
    ctx, unit = player.ctx(state, option.side), state.units[option.model]
    goal = player.goal(state, unit)
    if goal is None or player.stands(state, unit) or not player.dice.below(4):
        return
    for model in words.standing(state, unit):
        start = ctx.place(model)
        dx, dy = shortened((goal[0] - start[0], goal[1] - start[1]), option.limit or move.STEP)
        if footing.slowed(ctx, unit, model, start, ((start[0] + dx, start[1] + dy, start[2]),), "move", False):
            yield move.Brave(unit=unit.id)
            return


def joins(player: Thinker, state: State, option: Option, same: list[Option]) -> Iterator[Action]:
    """Join a unit now and then."""
    if player.dice.below(2):
        yield join.Join(unit=option.model, to=player.one_of(option.targets))


def leaves(player: Thinker, state: State, option: Option, same: list[Option]) -> Iterator[Action]:
    """Leave a unit once in a while."""
    if not player.dice.below(5):
        yield join.Leave(model=option.model)


# in place of shooting


def runs(player: Thinker, state: State, option: Option, same: list[Option]) -> Iterator[Action]:
    """Run where there is nobody to shoot at, else once in a while."""
    yield run.Run(unit=option.model)


def run_again(player: Thinker, state: State, option: Option, same: list[Option]) -> Iterator[Action]:
    """Roll low dice again."""
    pending = state.pending
    found = pending.about.get("faces", ()) if pending is not None else ()
    faces = found if isinstance(found, tuple) else ()
    low = tuple(index for index, face in enumerate(faces) if int(face) < 4)
    if low:
        yield run.RunAgain(unit=option.model, dice=low)


def run_move(player: Thinker, state: State, option: Option, same: list[Option]) -> Iterator[Action]:
    """Towards the goal."""
    for moves in _towards(player, state, option, trail.Manner("run", run.RUN), option.limit):
        yield run.RunMove(unit=option.model, moves=moves)


def turbo_boost(player: Thinker, state: State, option: Option, same: list[Option]) -> Iterator[Action]:
    """Towards the goal, where the unit is not wanted for shooting."""
    unit = state.units[option.model]
    name = "flat-out" if words.vehicle_of(state, unit) is not None else "turbo-boost"
    for moves in _towards(player, state, option, trail.Manner(name, run.FAR), player.stride(option.limit)):
        yield run.TurboBoost(unit=unit.id, moves=moves)


def _towards(player: Thinker, state: State, option: Option, manner: trail.Manner, reach: int) -> Iterator[Moves]:
    """Moves of a formation towards its goal, as far as the option lets it go."""
    ctx, unit = player.ctx(state, option.side), state.units[option.model]
    draft = Draft(ctx, unit, manner, option.limit)
    yield from formations(draft, player.goal(state, unit), reach)


# flight


def falls_back(player: Thinker, state: State, option: Option, same: list[Option]) -> Iterator[Action]:
    """The shortest way to the own edge; trapped where there is none."""
    ctx, unit = player.ctx(state, option.side), state.units[option.model]
    pending = state.pending
    assert pending is not None
    moves = fall_back.way_out(ctx, unit, pending)
    yield fall_back.FallBack(unit=unit.id, moves=moves or (), trapped=moves is None)


def regroups(player: Thinker, state: State, option: Option, same: list[Option]) -> Iterator[Action]:
    """Take the test: it has to be taken."""
    yield regroup.Regroup(unit=option.model)


def regroup_move(player: Thinker, state: State, option: Option, same: list[Option]) -> Iterator[Action]:
    """Close up, or take a few steps towards the goal."""
    for moves in _towards(player, state, option, trail.Manner("regroup", regroup.MOVE), option.limit):
        yield regroup.RegroupMove(unit=option.model, moves=moves)
    closer = regroup.closing(player.ctx(state, option.side), state.units[option.model])
    if closer:
        yield regroup.RegroupMove(unit=option.model, moves=closer)


PROPOSALS: Mapping[str, Propose] = {
    "move": go,
    "difficult-terrain": brave,
    "join": joins,
    "leave": leaves,
    "run": runs,
    "run-again": run_again,
    "run-move": run_move,
    "turbo-boost": turbo_boost,
    "fall-back": falls_back,
    "regroup": regroups,
    "regroup-move": regroup_move,
}
