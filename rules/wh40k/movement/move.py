"""The Movement phase: a unit moves model by model; difficult terrain is rolled for first.

`walk` is the unit move shared by every part of the sequence: it checks the paths, moves the models, keeps the unit
together, rolls for dangerous terrain and fires the hook for rules that act on moves.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from rules.kernel import direction
from rules.kernel.context import Context
from rules.kernel.effects import Moved, Placed
from rules.kernel.errors import Malformed
from rules.kernel.events import Action
from rules.kernel.lengths import INCH, show
from rules.kernel.marks import LENGTH, on_unit
from rules.kernel.part import (
    Act,
    Choice,
    Condition,
    Objections,
    Option,
    Part,
    demand,
    nothing,
    refuse,
    unread,
)
from rules.kernel.state import Model, Point, Unit
from rules.kernel.telling import Phrase, going
from rules.wh40k import hooks, taste, words
from rules.wh40k.deployment import placing
from rules.wh40k.movement import footing, trail
from rules.wh40k.movement.formation import Draft, formations, gathered
from rules.wh40k.movement.trail import Manner
from rules.wh40k.movement.trail import ModelMove as ModelMove

MOVE = "wh40k.assumed.movement.infantry"
TYPES = "wh40k.assumed.movement.unit-types"
PACKS = "wh40k.assumed.movement.flying"
"""On a unit, for the turn: it used its packs in the Movement phase."""
LOCKED = "wh40k.assumed.movement.locked"
COHERENCY = "wh40k.assumed.coherency"

STEP, STRIDE = 6 * INCH, 12 * INCH

Walked = tuple[Model, Point, tuple[Point, ...]]
"""A model, its starting point, and its path."""


class Move(Action, frozen=True, tag="move"):
    """A unit moves in the Movement phase. With `fast` it uses its packs, or drives at cruising speed.

    The models move one after the other, in the order named; a model that is not named stays.
    """

    unit: str
    moves: tuple[ModelMove, ...]
    fast: bool = False


class Brave(Action, frozen=True, tag="difficult-terrain"):
    """A unit rolls how far it may move in this Movement phase, because it will go through difficult terrain."""

    unit: str


def move(ctx: Context, action: Move) -> None:
    """Move a unit in the Movement phase."""
    unit = _mover(ctx, action.unit)
    if not action.moves or not hastens(words.standing(ctx.state, unit)):
        refuse(ctx, unread(TYPES, action, ("fast",), HASTE))
    limits = _limits(ctx, unit, action.fast)
    if _dared(unit) is None:
        _undared(ctx, unit, action)
    rule = MOVE if not action.fast else TYPES
    packs = action.fast and _with_packs(ctx, unit)
    went = walk(ctx, unit, action.moves, limits, Manner(rule=rule), packs=action.fast)
    words.mark(ctx, unit, words.ACTED, until="phase", rule=MOVE)
    if packs and went:
        words.mark(ctx, unit, PACKS)


def _dared(unit: Unit) -> int | None:
    """How far a unit may move through difficult terrain, as rolled; None if it has not rolled."""
    rolled = unit.phase.get(footing.DIFFICULT)
    return rolled if isinstance(rolled, int) else None


def _mover(ctx: Context, key: str) -> Unit:
    """A unit that may move now."""
    words.in_phase(ctx, "movement", clause=MOVE)
    words.on_turn(ctx)
    unit = words.own(ctx, key)
    refuse(ctx, _moving(ctx, unit))
    return unit


def _moving(ctx: Context, unit: Unit) -> Objections:
    """Objections to a unit moving in its Movement phase."""
    yield from barred(ctx, unit, "move")
    yield from words.acted(ctx, unit)


def may_not(ctx: Context, unit: Unit, manner: str) -> str:
    """The clause that forbids a unit such a move now; empty if allowed."""
    return str(ctx.value(hooks.MAY_MOVE, _locked(ctx, unit), unit=unit, manner=manner))


def _locked(ctx: Context, unit: Unit) -> str:
    return LOCKED if words.locked(ctx.state, unit) else ""


def barred(ctx: Context, unit: Unit, manner: str) -> Objections:
    """An objection by each rule that forbids a unit such a move now."""
    text = "{name} cannot " + {"turbo-boost": "turbo-boost", "flat-out": "move flat out"}.get(manner, manner) + " now"
    return words.barred(ctx, hooks.MAY_MOVE, unit, text, _locked(ctx, unit), manner=manner)


def allowance(model: Model, fast: bool = False) -> int:
    """How far a model may move in the Movement phase, ignoring difficult terrain."""
    driven = words.is_vehicle(model) and not words.is_(model, "Walker")
    strides = words.is_(model, *footing.SURE_FOOTED) or (fast and (words.is_(model, "Jump") or driven))
    return STRIDE if strides else STEP


HASTE = "only who moves with a pack or drives goes fast"


def hastens(models: Sequence[Model]) -> bool:
    """Whether a unit has models that may go fast: by their packs, or at cruising speed."""
    return any(words.is_(m, *trail.WITH_PACKS) or allowance(m, fast=True) > allowance(m) for m in models)


def _limits(ctx: Context, unit: Unit, fast: bool = False) -> dict[str, int]:
    """How far each model of a unit may move, by its id: no farther than its roll where difficult terrain slows it."""
    limits, dared = {}, _dared(unit)
    for model in words.standing(ctx.state, unit):
        limit = allowance(model, fast)
        sure = words.is_(model, *footing.SURE_FOOTED) or trail.flies(model, "move", fast)
        limits[model.id] = limit if dared is None or sure else min(limit, dared)
    return limits


def _farthest(ctx: Context, unit: Unit) -> int:
    """How far the fastest model of a unit may move, with its packs or at cruising speed if it has them."""
    return max(max(_limits(ctx, unit, fast).values(), default=0) for fast in (False, True))


def _with_packs(ctx: Context, unit: Unit) -> bool:
    return any(words.is_(m, *trail.WITH_PACKS) for m in words.standing(ctx.state, unit))


def _undared(ctx: Context, unit: Unit, action: Move) -> None:
    """Refuse a path through difficult terrain without a roll."""
    for step in action.moves:
        model = words.member(ctx, unit, step.model, "$.action.moves")
        flying = trail.flies(model, "move", action.fast)
        slow = footing.slowed(ctx, model, ctx.place(model), step.path, "move", flying)
        ctx.require(
            not slow,
            footing.DIFFICULT,
            "{name} goes through difficult terrain: roll for it first",
            name=model.sheet.name,
        )


NOT_DARED = Condition(
    footing.DIFFICULT, "{name} has already rolled for it", lambda unit: footing.DIFFICULT not in unit.phase
)


def dare(ctx: Context, action: Brave) -> None:
    """Roll 2D6 for difficult terrain: the higher die is how far the unit may move."""
    unit = _mover(ctx, action.unit)
    demand(ctx, (NOT_DARED,), unit, name=unit.sheet.name)
    rolled = ctx.roll(footing.DIFFICULT, unit.side, 2, model=unit.id)
    best = max(rolled.final())
    words.mark(ctx, unit, footing.DIFFICULT, best * INCH, "phase")


# the move of a unit


def walk(
    ctx: Context,
    unit: Unit,
    moves: Sequence[ModelMove],
    limit: int | Mapping[str, int],
    manner: Manner,
    *,
    packs: bool = False,
    finish: Callable[[Sequence[Walked]], None] | None = None,
    where: str = "$.action.moves",
) -> list[Walked]:
    """Move models of a unit, one after the other. Returns the models with their starting points and paths.

    `limit` is in hundredths, for all or for each model by its id; `packs` says that packs are used. The unit has to be
    in coherency in the end; one that had lost it and cannot restore it has to come nearer. With `finish` that function
    is called with the moves instead, to make its own checks. A model that is not on the table comes onto it at the
    first point of its path. Then dangerous terrain is rolled for, and `hooks.MOVED` fires.

    Raises:
        IllegalAction: what `trail.check` raises, `wh40k.assumed.coherency`, `table.present`.
        Malformed: a model that is named twice, or does not exist; what `trail.readable` raises.
    """
    before = words.standing(ctx.state, unit)
    strayed = placing.stray(ctx, before)
    closest = gathered(ctx, unit, manner, limit, packs=packs)[0] if strayed and not finish else strayed
    made = [*_go(ctx, unit, moves, limit, manner, packs, where)]
    went = [walked for walked, _ in made]
    lengths = {model.id: length for (model, _, _), length in made}
    if finish is not None:
        finish(went)
    else:
        _keep_together(ctx, unit, strayed, closest, bool(went))
    if went:
        _arrived(ctx, unit, went, lengths, manner, packs)
    return went


def _go(
    ctx: Context,
    unit: Unit,
    moves: Sequence[ModelMove],
    limit: int | Mapping[str, int],
    manner: Manner,
    packs: bool,
    where: str,
) -> Iterator[tuple[Walked, int]]:
    """Move the models, or place those coming onto the table: which ones moved, and how far in hundredths."""
    for index, step in enumerate(moves):
        path = f"{where}[{index}]"
        model = _named(ctx, unit, step, [m.model for m in moves[:index]], path)
        way, facing = step.path, step.facing
        if not way and (facing is None or model.at is None):
            continue
        start = model.at or way[0]
        most = limit if isinstance(limit, int) else limit.get(model.id, 0)
        flying = trail.flies(model, manner.name, packs)
        trail.readable(model, way, facing, path)
        length = trail.check(ctx, model, start, way, most, manner, flying=flying, facing=facing)
        if model.at is None:
            ctx.emit(Placed(rule=manner.rule, model=model.id, at=way[-1], facing=facing))
        else:
            ctx.emit(Moved(rule=manner.rule, model=model.id, path=way, length=length, facing=facing))
        if way:
            yield (model, start, way), length


def _named(ctx: Context, unit: Unit, step: ModelMove, named: Sequence[str], path: str) -> Model:
    if step.model in named:
        raise Malformed(f"{path}.model", f"{step.model!r} is moved twice")
    model = ctx.model(step.model, f"{path}.model")
    if model.at is None and model.unit == unit.id and not model.out:
        return model
    return words.member(ctx, unit, step.model, f"{path}.model")


def _arrived(
    ctx: Context, unit: Unit, went: Sequence[Walked], lengths: Mapping[str, int], manner: Manner, packs: bool
) -> None:
    """The whole unit has moved: models that crossed dangerous terrain now test."""
    earlier = unit.turn.get(words.MOVED, 0)
    farthest = max(1, earlier if isinstance(earlier, int) else 0, *lengths.values())
    words.mark(ctx, unit, words.MOVED, farthest, rule=manner.rule)
    for model, start, path in went:
        if not model.out:
            footing.endanger(ctx, model, start, path, lengths[model.id], trail.flies(model, manner.name, packs))
    ctx.fire(hooks.MOVED, tuple(went), unit=unit, manner=manner.name)


# coherency


def _keep_together(ctx: Context, unit: Unit, strayed: int, closest: int, went: bool) -> None:
    """The unit has to end in coherency; where it had lost it and cannot restore it in this move, nearer to it."""
    now = placing.stray(ctx, words.standing(ctx.state, unit))
    ctx.require(
        not (now and went) or closest, COHERENCY,
        "{name} can come back into coherency with this move; {gap} would still be missing",
        name=unit.sheet.name, gap=show(now),
    )  # fmt: skip
    ctx.require(
        not now or now < strayed or (not went and now == strayed), COHERENCY,
        "the models of {name} are not in coherency", name=unit.sheet.name,
    )  # fmt: skip


# what may be declared


def ready(ctx: Context, unit: Unit) -> bool:
    """Whether a unit may still move in this Movement phase."""
    return nothing(_moving(ctx, unit))


def _movers(ctx: Context) -> list[Unit]:
    state = ctx.state
    return [u for u in words.on_table(state, state.to_act) if not state.step and ready(ctx, u)]


def _may_move(ctx: Context) -> Iterator[Option]:
    for unit in _movers(ctx):
        yield Option(unit.side, "move", model=unit.id, limit=_farthest(ctx, unit), clause=MOVE)


def _may_dare(ctx: Context) -> Iterator[Option]:
    for unit in _movers(ctx):
        on_foot = any(not words.is_vehicle(m) or words.is_(m, "Walker") for m in words.standing(ctx.state, unit))
        if on_foot and NOT_DARED.holds(unit):
            yield Option(unit.side, "difficult-terrain", model=unit.id, clause=footing.DIFFICULT)


# what is worth declaring


def in_formation(choice: Choice) -> Iterator[Action]:
    """Towards the goal of the unit; one in a hurry first uses its packs, or drives at cruising speed. Or it stays."""
    ctx, unit = choice.ctx, choice.unit
    able = hastens(words.standing(ctx.state, unit))
    for fast in (True, False) if taste.hurries(choice, unit) else (False,):
        limits, through = _limits(ctx, unit, fast), _dared(unit) is not None
        draft = Draft(ctx, unit, Manner(), limits, packs=fast and _with_packs(ctx, unit), through=through)
        reach = max(limits.values(), default=0)
        for moves in formations(draft, taste.goal(choice, unit), taste.stride(choice, reach)):
            yield Move(unit=unit.id, moves=moves, fast=fast and able)
    yield Move(unit=unit.id, moves=())


def is_slowed(ctx: Context, unit: Unit, goal: Point) -> bool:
    """Whether difficult terrain is on the straight way of some model of a unit towards a place."""
    for model in words.standing(ctx.state, unit):
        start = ctx.place(model)
        dx, dy = direction.shortened((goal[0] - start[0], goal[1] - start[1]), STEP)
        if footing.slowed(ctx, model, start, ((start[0] + dx, start[1] + dy, start[2]),), "move", False):
            return True
    return False


MARKS = (
    on_unit(footing.DIFFICULT, "phase", "How far it may move through difficult terrain, as rolled.", LENGTH),
    on_unit(PACKS, "turn", "It used its packs in the Movement phase."),
)  # fmt: skip


def _fights(ctx: Context, unit: Unit) -> dict[str, str]:
    return {"others": ", ".join(other.sheet.name for other in words.locked_with(ctx.state, unit))}


PART = Part(
    marks=MARKS,
    brings=(words.Because(LOCKED, "it is locked in combat with {others}", _fights),),
    acts=(
        Act(Move, move, _may_move, phases=("movement",), propose=in_formation,
            told=going(Phrase("%(unit)s [moves|move] %(length)s", "%(unit)s: движение, до %(length)s"),
                       Phrase("%(unit)s [stays|stay] put", "%(unit)s: остаётся на месте"))),
        Act(Brave, dare, _may_dare, phases=("movement",), towards="move",
            told=Phrase("%(unit)s [rolls|roll] for difficult terrain",
                        "%(unit)s: бросок за труднопроходимую местность")),
    ),
)  # fmt: skip
