"""How the autoplayer moves: towards its goals in formation, running, falling back, regrouping."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rules.kernel.context import Context
from rules.kernel.events import Action
from rules.kernel.part import Choice, Propose
from rules.kernel.state import Model, Unit
from rules.wh40k import taste, words
from rules.wh40k.army import join
from rules.wh40k.morale import fall_back, regroup
from rules.wh40k.movement import footing, move, run, trail
from rules.wh40k.playing.formation import Draft, Moves, formations, shortened


def go(choice: Choice) -> Iterator[Action]:
    """In formation towards the goal; who has heavy weapons and somebody to shoot at mostly stays."""
    ctx, unit = choice.ctx, choice.unit
    if taste.stands(choice, unit):
        return
    fast = taste.hurries(choice, unit)
    for manner in (fast, False) if fast else (False,):
        draft, reach = _drafted(ctx, unit, manner)
        for moves in formations(draft, taste.goal(choice, unit), taste.stride(choice, reach)):
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


def brave(choice: Choice) -> Iterator[Action]:
    """Roll for difficult terrain where the straight way leads through some."""
    ctx, unit = choice.ctx, choice.unit
    goal = taste.goal(choice, unit)
    if goal is None or taste.stands(choice, unit) or not choice.dice.below(4):
        return
    for model in words.standing(choice.state, unit):
        start = ctx.place(model)
        dx, dy = shortened((goal[0] - start[0], goal[1] - start[1]), choice.option.limit or move.STEP)
        if footing.slowed(ctx, unit, model, start, ((start[0] + dx, start[1] + dy, start[2]),), "move", False):
            yield move.Brave(unit=unit.id)
            return


def joins(choice: Choice) -> Iterator[Action]:
    """Join a unit now and then."""
    if choice.dice.below(2):
        yield join.Join(unit=choice.option.model, to=choice.of(choice.option.targets))


def leaves(choice: Choice) -> Iterator[Action]:
    """Leave a unit once in a while."""
    if not choice.dice.below(5):
        yield join.Leave(model=choice.option.model)


# in place of shooting


def runs(choice: Choice) -> Iterator[Action]:
    """Run where there is nobody to shoot at, else once in a while."""
    if taste.runs(choice, choice.unit):
        yield run.Run(unit=choice.option.model)


def run_again(choice: Choice) -> Iterator[Action]:
    """Roll low dice again."""
    pending = choice.state.pending
    found = pending.about.get("faces", ()) if pending is not None else ()
    faces = found if isinstance(found, tuple) else ()
    low = tuple(index for index, face in enumerate(faces) if int(face) < 4)
    if low:
        yield run.RunAgain(unit=choice.option.model, dice=low)


def run_move(choice: Choice) -> Iterator[Action]:
    """Towards the goal."""
    for moves in _towards(choice, trail.Manner("run", run.RUN), choice.option.limit):
        yield run.RunMove(unit=choice.option.model, moves=moves)


def turbo_boost(choice: Choice) -> Iterator[Action]:
    """Towards the goal, where the unit is not wanted for shooting."""
    unit = choice.unit
    name = "flat-out" if words.vehicle_of(choice.state, unit) is not None else "turbo-boost"
    for moves in _towards(choice, trail.Manner(name, run.FAR), taste.stride(choice, choice.option.limit)):
        yield run.TurboBoost(unit=unit.id, moves=moves)


def _towards(choice: Choice, manner: trail.Manner, reach: int) -> Iterator[Moves]:
    """Moves of a formation towards its goal, as far as the option lets it go."""
    unit = choice.unit
    draft = Draft(choice.ctx, unit, manner, choice.option.limit)
    yield from formations(draft, taste.goal(choice, unit), reach)


# flight


def falls_back(choice: Choice) -> Iterator[Action]:
    """The shortest way to the own edge; trapped where there is none."""
    ctx, unit = choice.ctx, choice.unit
    pending = choice.state.pending
    assert pending is not None
    moves = fall_back.way_out(ctx, unit, pending)
    yield fall_back.FallBack(unit=unit.id, moves=moves or (), trapped=moves is None)


def regroups(choice: Choice) -> Iterator[Action]:
    """Take the test: it has to be taken."""
    yield regroup.Regroup(unit=choice.option.model)


def regroup_move(choice: Choice) -> Iterator[Action]:
    """Close up, or take a few steps towards the goal."""
    for moves in _towards(choice, trail.Manner("regroup", regroup.MOVE), choice.option.limit):
        yield regroup.RegroupMove(unit=choice.option.model, moves=moves)
    closer = regroup.closing(choice.ctx, choice.unit)
    if closer:
        yield regroup.RegroupMove(unit=choice.option.model, moves=closer)


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
