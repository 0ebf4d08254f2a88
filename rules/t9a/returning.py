"""Pursuit off the table: a unit that leaves by an edge, is nowhere for a while, and comes back at that edge."""

from __future__ import annotations

from collections.abc import Iterator

from rules.kernel import regiment
from rules.kernel.context import Context
from rules.kernel.convex import Core
from rules.kernel.effects import Noted
from rules.kernel.events import Action
from rules.kernel.lengths import INCH
from rules.kernel.marks import on_unit
from rules.kernel.part import Act, Choice, Objection, Option, Part, objection, refuse
from rules.kernel.state import Facing, Formation, Number, Table, Unit
from rules.kernel.telling import Phrase, Telling
from rules.t9a import deployment, hooks, movement, ranks, turn, words
from rules.t9a.book import PURSUED_OFF
from rules.t9a.special import ambush

CLAUSE = PURSUED_OFF[""]
"""On a unit, for the turn: it has come back, and does not march."""


class Return(Action, frozen=True, tag="return"):
    """A unit comes back at the edge by which it left: `along` is how far the left end of its front is from its start.

    The edges south and north start in the west, west and east in the south. `files` 0 are the usual ones.
    """

    unit: str
    along: Number
    files: Number = 0


def beyond(table: Table, area: Core) -> str:
    """The edge over which an area juts out the farthest; empty if it is on the table."""
    xs, ys = zip(*area, strict=True)
    out = {"south": -min(ys), "north": max(ys) - table.depth, "west": -min(xs), "east": max(xs) - table.width}
    edge = max(out, key=lambda each: out[each])
    return edge if out[edge] > 0 else ""


def leaves(ctx: Context, unit: Unit, facing: Facing, length: int) -> bool:
    """Whether a pursuit takes a unit off the table, with nothing in its way; it is then gone until it comes back."""
    stands = words.formation(unit)
    turned = regiment.reformed(stands, facing, stands.files, stands.stands)
    after = regiment.forward(turned, length)
    edge = beyond(ctx.state.table, regiment.boundary(after))
    if not edge or not movement.unhindered(ctx, unit, turned, after):
        return False
    ctx.effects.append(Noted(rule=CLAUSE, model=unit.id, value=length, text=edge))
    words.form(ctx, unit, None, CLAUSE)
    words.mark(ctx, unit, words.AWAY, edge, until="game", rule=CLAUSE)
    return True


def away(ctx: Context) -> list[Unit]:
    """The units of the active side that have pursued off the table."""
    units = (u for u in ctx.state.units.values() if u.side == ctx.state.turn and words.alive(ctx.state, u))
    return [u for u in units if u.formation is None and u.game.get(words.AWAY) in ambush.EDGES]


def objections(ctx: Context, unit: Unit) -> Iterator[Objection]:
    """Why a unit does not come back now."""
    if unit.side != ctx.by:
        yield objection(words.ACTED, "{name} belongs to the other side", name=unit.sheet.name)
    if unit not in away(ctx):
        yield objection(CLAUSE, "{name} has not pursued off the table", name=unit.sheet.name)


def come_back(ctx: Context, action: Return) -> None:
    """Place a unit with its rear at the edge by which it left."""
    fits, unit = turn.now(ctx, "movement", "compulsory"), ctx.unit(action.unit)
    away = refuse(ctx, objections(ctx, unit))
    if not (fits and away):
        return
    stands = _placed(ctx, unit, action.along, action.files)
    words.unmark(ctx, unit, words.AWAY, until="game", rule=CLAUSE)
    words.form(ctx, unit, stands, CLAUSE)
    words.mark(ctx, unit, CLAUSE)


def _placed(ctx: Context, unit: Unit, along: int, files: int) -> Formation:
    found = deployment.drawn_up(ctx, unit, files)
    stands, room = ambush.placed(ctx, found, str(unit.game[words.AWAY]), along)
    ctx.require(room, CLAUSE, "the rear of {name} would not be wholly at the edge", name=unit.sheet.name)
    movement.ends(ctx, unit, regiment.boundary(stands))
    return stands


def places(ctx: Context, unit: Unit) -> Iterator[int]:
    """Where along its edge a unit has room in its usual files, inch by inch."""
    table, edge = ctx.state.table, str(unit.game[words.AWAY])
    found = ranks.drawn(ctx, unit, deployment.default_files(ctx, unit))
    for along in range(0, table.width if edge in ("south", "north") else table.depth, INCH):
        stands, room = ambush.placed(ctx, found, edge, along)
        if room and not found.objections and movement.clear(ctx.state, unit, regiment.boundary(stands)):
            yield along


def expected(ctx: Context) -> list[Unit]:
    """The units that come back now: an edge without room keeps a unit away for another turn."""
    return [unit for unit in away(ctx) if next(places(ctx, unit), None) is not None]


@PURSUED_OFF.at(hooks.MAY_MOVE)
def _no_march(ctx: Context, barred: str, *, unit: Unit, manner: str, **_: object) -> str:
    return barred or (CLAUSE if manner == "march" and CLAUSE in unit.turn else "")


@PURSUED_OFF.at(hooks.MAY_END)
def _comes_back(ctx: Context, barred: str, **_: object) -> str:
    now = (ctx.state.phase, ctx.state.step) == ("movement", "compulsory")
    return barred or (CLAUSE if now and expected(ctx) else "")


def _may_return(ctx: Context) -> Iterator[Option]:
    if ctx.state.step == "compulsory":
        yield from (Option(unit.side, "return", unit.id, clause=CLAUSE) for unit in expected(ctx))


def _returns(choice: Choice) -> Iterator[Action]:
    yield from (Return(unit=choice.unit.id, along=along) for along in places(choice.ctx, choice.unit))


PART = Part(
    acts=(
        Act(Return, come_back, _may_return, phases=("movement",), propose=_returns,
            told=Phrase("%(unit)s [comes|come] back to the table", "%(unit)s: возвращение на стол")),
    ),
    telling=Telling(marks={CLAUSE: Phrase("%(holder)s: back on the table", "%(holder)s: снова на столе")}),
    marks=(on_unit(CLAUSE, "turn", "It has come back to the table, and does not march."),),
)  # fmt: skip
