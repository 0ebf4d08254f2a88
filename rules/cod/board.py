"""The board: ruins in the centre first, further ruins around them, then everything else; or what the players agreed.

Distances between ruins are measured between outlines; those to the centre of the table from the outline.
"""

from __future__ import annotations

from collections.abc import Iterator

from rules.cod import ground, options, prepared, steps
from rules.cod.book import ORGANISATION
from rules.cod.mission import missions
from rules.kernel import geometry, rolloff
from rules.kernel.context import Context
from rules.kernel.effects import Began, Marked, TerrainSet, Turned
from rules.kernel.errors import Malformed
from rules.kernel.events import Action
from rules.kernel.lengths import INCH, show
from rules.kernel.marks import on_side, on_table
from rules.kernel.part import Act, Choice, Condition, Option, Part, demand, fulfilled, refuse, unread
from rules.kernel.state import State, Table, Terrain, table_problems
from rules.kernel.telling import Phrase, Telling, filled
from rules.wh40k import words
from rules.wh40k.movement import terrain
from rules.wh40k.taste import Wish

SIZES = {"alpha": (4800, 4800), "gamma": (4800, 4800), "omega": (7200, 4800)}
COUNTS = {"alpha": (2, 3), "gamma": (4, 6), "omega": (1, 99)}
"""The table and the number of ruins of each level; no number is printed for Omega."""
FEWEST = 3
"""With fewer ruins a side might have none outside the enemy's quarter: no player settles for less."""
NEAREST, FARTHEST = 2 * INCH, 6 * INCH
STEP1, STEP2, STEP3, STEP4, STEP5 = (ORGANISATION[f"terrain.step{n}"] for n in range(1, 6))
STOP = ORGANISATION["terrain.step3-stop"]
AGREED = ORGANISATION["terrain.alternative"]
CONSTRAINT = ORGANISATION["level.constraint"]
RUINS, OTHERS, AGREE = "ruins", "others", "agree"
PARTS = ("floor", "wall")


class PlaceTerrain(Action, frozen=True, tag="place-terrain"):
    """A piece of terrain is placed; a ruin with its floors and walls, whose ids begin with its own and a dot.

    `anywhere` says that there is no room left for ruins within 6" of the central one.
    """

    piece: Terrain
    parts: tuple[Terrain, ...] = ()
    anywhere: bool = False


class EnoughTerrain(Action, frozen=True, tag="enough-terrain"):
    """A side wants no more ruins; after the ruins, it places nothing more."""


class AgreeTerrain(Action, frozen=True, tag="agree-terrain"):
    """A side agrees to the terrain that the table had when the game began."""


MAY_PLACE, MAY_STOP = (steps.during(("board", RUINS), ("board", OTHERS), clause=clause) for clause in (STEP3, STOP))
MAY_AGREE = Condition(
    AGREED, "there is no agreed terrain to accept", lambda state: steps.here(state) == ("board", AGREE)
)
NOT_AGREED = Condition(
    AGREED, "side {side} has already agreed", lambda state, side: AGREED not in state.sides[side].phase
)
A_RUIN_STANDS = Condition(
    STEP1, "there is no ruin on the table", lambda state: state.step != RUINS or bool(standing(state))
)


def begin(ctx: Context) -> None:
    """Both armies are chosen: the board is laid out, unless the players agreed on one."""
    ctx.emit(Began(rule=steps.ORDER, phase="board", round=0))
    if standing(ctx.state):
        ctx.emit(Turned(rule=AGREED, to="", step=AGREE))
        if options.option(ctx.state, options.ALTERNATIVE):
            finish(ctx, AGREED)


def standing(state: State) -> tuple[Terrain, ...]:
    """The ruins on the table, in the order in which they were placed."""
    return tuple(piece for piece in state.table.terrain if piece.kind == "ruin")


def agree(ctx: Context, action: AgreeTerrain) -> None:
    """Both sides have to agree to terrain not placed by the steps."""
    state = ctx.state
    if not demand(ctx, (MAY_AGREE,), state):
        return
    demand(ctx, (NOT_AGREED,), state, ctx.by, side=ctx.by)
    words.mark(ctx, ctx.by, AGREED, until="phase")
    if all(AGREED in side.phase for side in state.sides.values()):
        finish(ctx, AGREED)


def roll_due(state: State) -> str:
    """The clause of the roll-off for the first ruin, while it is due."""
    return STEP1 if steps.here(state) == ("board", "") else ""


def roll_off(ctx: Context) -> None:
    """The side that rolls higher places the tallest ruin."""
    table, (width, depth) = ctx.state.table, SIZES[options.level(ctx.state)]
    fits = max(table.width, table.depth) >= width and min(table.width, table.depth) >= depth
    ctx.require(
        fits, CONSTRAINT, "a table of {size} is too small for level {level}", level=options.level(ctx.state),
        size=f"{show(table.width)} by {show(table.depth)}",
    )  # fmt: skip
    totals = rolloff.until_different(ctx, STEP1, steps.TIE)
    winner = max(totals, key=lambda side: totals[side])
    ctx.emit(Turned(rule=STEP1, to=winner, step=RUINS))


# placing


def place(ctx: Context, action: PlaceTerrain) -> None:
    """A side places a piece of terrain, then it is the other's turn."""
    state, piece = ctx.state, action.piece
    if not steps.at(ctx, MAY_PLACE):
        return
    _readable(state, action)
    if state.step != RUINS or len(standing(state)) < 2:
        refuse(
            ctx, unread(_clause(state, action), action, ("anywhere",), "only further ruins are placed around the first")
        )
    if state.step == RUINS:
        _ruin(ctx, action)
    else:
        other = piece.kind not in ("ruin", *PARTS)
        ctx.require(other, STEP5, "ruins are placed before all other terrain")
    _on_table(ctx, piece, _clause(state, action))
    for part in (piece, *action.parts):
        ctx.emit(TerrainSet(rule=_clause(state, action), piece=part))
    if action.anywhere and STEP4 not in state.game:
        ctx.emit(Marked(rule=STEP4, on="", key=STEP4, until="game"))
    _next(ctx)


def _readable(state: State, action: PlaceTerrain) -> None:
    """Raises Malformed for anything but a piece of terrain on this table."""
    piece, known = action.piece, {one.id for one in state.table.terrain}
    wrong = list(table_problems(Table(state.table.width, state.table.depth, terrain=(piece, *action.parts))))
    wrong += [f"there is a piece {one.id!r}" for one in (piece, *action.parts) if one.id in known]
    wrong += [
        f"{one.kind!r} is not a kind of terrain" for one in (piece, *action.parts) if one.kind not in terrain.KINDS
    ]
    for part in action.parts:
        if part.kind not in PARTS or not part.id.startswith(f"{piece.id}."):
            wrong.append(f"{part.id!r} is not a floor or wall of {piece.id!r}")
        if not all(geometry.inside(corner, piece.outline) for corner in part.outline):
            wrong.append(f"{part.id!r} reaches out of {piece.id!r}")
    if not piece.id or "." in piece.id or piece.floor:
        wrong.append("a piece of terrain has an id without a dot and stands on the ground")
    if wrong:
        raise Malformed("$.action.piece", "; ".join(wrong))


def _ruin(ctx: Context, action: PlaceTerrain) -> None:
    """The steps of placing ruins: the two tallest first, all but the last ones around the first."""
    state, piece = ctx.state, action.piece
    before, clause = standing(state), _clause(state, action)
    ctx.require(piece.kind == "ruin", clause, "ruins are placed first")
    most = COUNTS[options.level(state)][1]
    ctx.require(len(before) < most, STOP, "{most} ruins are the most at this level", most=most)
    _height(ctx, piece, before)
    if not before:
        away = ground.apart(piece.outline, (ground.centre(state.table)[:2],))
        ctx.require(away <= FARTHEST, STEP1, '{name} is {away} from the centre; 6" is the most', name=piece.name,
                    away=show(away))  # fmt: skip
        return
    for other in before:
        away = ground.apart(piece.outline, other.outline)
        ctx.require(away >= NEAREST, clause, '{name} is {away} from {other}; 2" is the least', name=piece.name,
                    other=other.name, away=show(away))  # fmt: skip
    away = ground.apart(piece.outline, before[0].outline)
    near = away <= FARTHEST or (clause == STEP4 and len(before) > 1)
    ctx.require(near, clause, '{name} is {away} from the first ruin; 6" is the most', name=piece.name, away=show(away))


def _clause(state: State, action: PlaceTerrain) -> str:
    """The step by which a piece is placed."""
    if state.step != RUINS:
        return STEP5
    count = len(standing(state))
    if count < 2:
        return (STEP1, STEP2)[count]
    return STEP4 if action.anywhere or STEP4 in state.game else STEP3


def _on_table(ctx: Context, piece: Terrain, clause: str) -> None:
    table = ctx.state.table
    whole = all(0 <= x <= table.width and 0 <= y <= table.depth for x, y in piece.outline)
    ctx.require(whole, clause, "{name} would not be on the table", name=piece.name, severity="impossible")


def _height(ctx: Context, piece: Terrain, before: tuple[Terrain, ...]) -> None:
    """The first two ruins are the tallest available: of the agreed stock, and of those placed later."""
    state, placed = ctx.state, {one.id for one in before}
    stock = options.stock(state)
    if stock:
        listed = stock.get(piece.id) == piece.height
        ctx.require(listed, STEP1, "{name} is not one of the available ruins", name=piece.name)
    left = [height for key, height in stock.items() if key not in placed]
    clause = STEP1 if not before else STEP2
    if len(before) < 2 and left:
        ctx.require(piece.height >= max(left), clause, "{name} is not the tallest ruin left", name=piece.name)
    for index, earlier in enumerate(before[:2]):
        lower = piece.height <= earlier.height
        ctx.require(lower, (STEP1, STEP2)[index], "{name} is taller than {other}, which came first", name=piece.name,
                    other=earlier.name)  # fmt: skip


def _next(ctx: Context) -> None:
    """The other side continues, unless it wants no more; after the last ruin the other terrain follows."""
    state = ctx.state
    if state.step == RUINS and (len(standing(state)) >= COUNTS[options.level(state)][1] or _used_up(state)):
        ctx.emit(Turned(rule=STOP, to=state.enemy(ctx.by), step=OTHERS))
        return
    other = state.enemy(ctx.by)
    willing = state.step == RUINS or STEP5 not in state.sides[other].phase
    ctx.emit(Turned(rule=STEP3 if state.step == RUINS else STEP5, to=other if willing else ctx.by, step=state.step))


def _used_up(state: State) -> bool:
    stock = options.stock(state)
    return bool(stock) and len(standing(state)) >= len(stock)


def enough(ctx: Context, action: EnoughTerrain) -> None:
    """No more ruins: at once where their number suits the level, else when both are satisfied. Or no more terrain."""
    state = ctx.state
    if not steps.at(ctx, MAY_STOP):
        return
    other = state.enemy(ctx.by)
    if state.step == OTHERS:
        words.mark(ctx, ctx.by, STEP5, until="phase")
        if STEP5 in state.sides[other].phase:
            finish(ctx, STEP5)
        else:
            steps.to_act(ctx, other, STEP5)
        return
    demand(ctx, (A_RUIN_STANDS,), state)
    words.mark(ctx, ctx.by, STOP, until="phase")
    least = COUNTS[options.level(state)][0]
    if len(standing(state)) >= least or STOP in state.sides[other].phase:
        ctx.emit(Turned(rule=STOP, to=other, step=OTHERS))
    else:
        steps.to_act(ctx, other, STOP)


def finish(ctx: Context, clause: str) -> None:
    """The board is complete: its ruins are recorded, and the scenario is chosen."""
    wanted = lacking(ctx.state)
    ctx.require(not wanted, wanted, "the scenario requires different terrain")
    keys = tuple(piece.id for piece in standing(ctx.state))
    ctx.emit(Marked(rule=clause, on="", key=prepared.RUINS, value=keys, until="game"))
    ctx.emit(Began(rule=steps.ORDER, phase="scenario", round=0))


def _may_agree(ctx: Context) -> Iterator[Option]:
    for side in ctx.state.sides:
        if MAY_AGREE.holds(ctx.state) and NOT_AGREED.holds(ctx.state, side):
            yield Option(side, "agree-terrain", clause=AGREED)


def _may_place(ctx: Context) -> Iterator[Option]:
    state = ctx.state
    if not (MAY_PLACE.holds(state) and state.to_act):
        return
    clause = _clause(state, PlaceTerrain(Terrain("", "", (), 0)))
    near = FARTHEST if state.step == RUINS and clause != STEP4 else 0
    left = tuple(key for key in options.stock(state) if key not in {p.id for p in standing(state)})
    ruins = left if state.step == RUINS else ()
    yield Option(state.to_act, "place-terrain", targets=ruins, limit=near, clause=clause)


def _may_stop(ctx: Context) -> Iterator[Option]:
    state = ctx.state
    if state.to_act and fulfilled((MAY_STOP, A_RUIN_STANDS), state):
        yield Option(state.to_act, "enough-terrain", clause=STOP if state.step == RUINS else STEP5)


def lacking(state: State) -> str:
    """The clause by which the scenario that was agreed when the game began wants other terrain; empty if none."""
    named = missions().get(options.text(state, options.SCENARIO))
    return named.board(state) if named is not None else ""


def _is_enough(choice: Choice) -> bool:
    """Enough ruins only if there are as many as the level requires and all that the scenario requires."""
    state = choice.state
    if state.step == RUINS:
        return len(standing(state)) >= max(COUNTS[options.level(state)][0], FEWEST)
    return not lacking(state)


MARKS = (
    on_side(AGREED, "phase", "It agrees to the terrain that is on the table."),
    on_side(STEP5, "phase", "It agrees to the outlines of the ruins."),
    on_side(STOP, "phase", "It places no more terrain."),
    on_table(STEP4, "All terrain has been placed."),
)  # fmt: skip

PART = Part(
    marks=MARKS,
    acts=(
        Act(AgreeTerrain, agree, _may_agree, phases=("board",),
            told=Phrase("%(side)s agrees to the terrain on the table", "%(side)s принимает террейн на столе")),
        Act(PlaceTerrain, place, _may_place, phases=("board",),
            told=filled(Phrase("%(side)s places terrain: %(piece)s", "%(side)s ставит террейн: %(piece)s"),
                        piece=lambda now: now.action.piece.name or now.action.piece.id)),
        Act(EnoughTerrain, enough, _may_stop, phases=("board",),
            told=Phrase("%(side)s has placed enough terrain", "%(side)s: террейна достаточно")),
    ),
    brings=(Wish("enough-terrain", _is_enough),),
    telling=Telling(phases={"board": Phrase("Terrain", "Террейн")}),
)  # fmt: skip
