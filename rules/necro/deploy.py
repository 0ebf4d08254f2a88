"""Before the first round: mustering gangs, the roll-off for the zones, setting up fighters in turn."""

from __future__ import annotations

from collections.abc import Iterator

from rules.kernel import asking, convex, geometry, rolloff
from rules.kernel.actions import Muster, begun, may_muster, refuse_all
from rules.kernel.canonical import holds_float
from rules.kernel.context import Context
from rules.kernel.effects import Began, Marked, Mustered, OrderSet, Placed, Turned
from rules.kernel.errors import Malformed
from rules.kernel.events import Action
from rules.kernel.lengths import INCH
from rules.kernel.marks import ZONE, either, on_side, one_of
from rules.kernel.part import Act, Choice, Option, Part
from rules.kernel.state import Facing, Model, Number, Point, State, Zone
from rules.kernel.telling import Phrase
from rules.necro import activation, ground, hooks, options, position, words
from rules.necro.army import equipment, roster

SETUP = "necro.core.result"
ROLL, FIGHTERS = "", "fighters"
HOME = SETUP
TRIES = 40


class RollOff(Action, frozen=True, tag="roll-off"):
    """Both players roll; the higher chooses its zone."""


class ChooseZone(Action, frozen=True, tag="choose-zone"):
    """The winner of the roll-off takes a zone."""

    zone: str


class Deploy(Action, frozen=True, tag="deploy"):
    """A fighter is set up in its zone, facing some way."""

    fighter: str
    at: Point
    facing: tuple[Number, Number] | None = None


def muster(ctx: Context, action: Muster) -> None:
    """A gang joins, with what its equipment was agreed to do; of those named, if any are."""
    refuse_all(position.roster_problems(action.roster.models), "$.action.roster")
    if holds_float(action.roster.extra):
        raise Malformed("$.action.roster.extra", "a number with a fraction; numbers are whole or written as text")
    ready = begun(ctx)
    known = ctx.require(ctx.by in words.SIDES, SETUP, "the sides are {sides}", sides=" and ".join(words.SIDES))
    fresh = ctx.require(ctx.by not in ctx.state.sides, SETUP, "side {side} has mustered", side=ctx.by)
    early = ctx.require(ctx.state.phase == "setup", SETUP, "gangs muster before the battle")
    if not (ready and known and fresh and early):
        return
    chosen = roster.team(action.roster, action.pick) if action.pick else action.roster
    gang = equipment.agreed(chosen, ctx.state.options)
    for problem in roster.problems(gang, int(ctx.state.options.get(options.CREDITS, 0))):
        ctx.require(False, problem.rule, "{text}", text=problem.message)
    if gang.models:
        ctx.emit(Mustered(rule=SETUP, side=ctx.by, name=gang.name, models=gang.models, faction=gang.faction,
                          points=sum(sheet.points for sheet in gang.models)))  # fmt: skip


def roll_off(ctx: Context, action: RollOff) -> None:
    """Who chooses the zones."""
    if ctx.require(ctx.state.step == ROLL and not ctx.state.to_act, SETUP, "there is no roll-off now"):
        totals = rolloff.until_different(ctx, SETUP, SETUP)
        ctx.ask(SETUP, max(totals, key=lambda side: totals[side]))


def choose(ctx: Context, action: ChooseZone) -> None:
    """The zones are taken; the winner sets up first."""
    zones = [zone.id for zone in ctx.state.table.zones]
    ctx.require(action.zone in zones or not zones, SETUP, "there is no zone {zone!r}", zone=action.zone)
    asked = asking.answered(ctx, SETUP)
    if asked is None:
        return
    other = ctx.state.enemy(asked.side)
    for side, zone in ((asked.side, action.zone), (other, next((z for z in zones if z != action.zone), ""))):
        ctx.emit(Marked(rule=SETUP, on=side, key=HOME, value=zone, until="game"))
    ctx.emit(OrderSet(rule=SETUP, order=(asked.side, other)))
    ctx.emit(Turned(rule=SETUP, to=asked.side, step=FIGHTERS))


def zone_of(state: State, side: str) -> Zone | None:
    """The zone of a side; None on a table without zones."""
    key = state.sides[side].game.get(HOME)
    return next((zone for zone in state.table.zones if zone.id == key), None)


def left(state: State, side: str) -> list[Model]:
    """The fighters that a side has still to set up."""
    return [m for m in state.models.values() if m.side == side and m.at is None and not m.out]


def deploy(ctx: Context, action: Deploy) -> None:
    """Set up a fighter, and let the other side go on."""
    if not activation.on_turn(ctx):
        return
    model = ctx.model(action.fighter, "$.action.fighter")
    ctx.require(
        ctx.state.step == FIGHTERS and model.at is None, SETUP, "{name} is not set up now", name=model.sheet.name
    )
    ctx.require(model.side == ctx.by, words.TURN, "{name} belongs to the other side", name=model.sheet.name)
    zone = zone_of(ctx.state, model.side)
    inside = zone is None or geometry.base_inside(action.at, model.sheet.base, zone.outline)
    ctx.require(inside, SETUP, "{name} would stand outside its zone", name=model.sheet.name)
    for clause, sentence in ground.forbidden(ctx.state, model, action.at, engaging=False):
        ctx.require(False, clause, "{text}", text=sentence)
    facing = action.facing or _inwards(ctx.state, action.at)
    ctx.emit(Placed(rule=SETUP, model=model.id, at=action.at, facing=facing))
    other = ctx.state.enemy(model.side)
    ctx.emit(Turned(rule=SETUP, to=other if left(ctx.state, other) else model.side, step=FIGHTERS))


def _inwards(state: State, at: Point) -> Facing:
    """Where a fighter faces if nobody says: the middle of the table, across it for one that stands in the middle."""
    dx, dy = state.table.width // 2 - at[0], state.table.depth // 2 - at[1]
    return (dx, dy) if (dx, dy) != (0, 0) else (0, 1)


def settle_setup(ctx: Context) -> bool:
    """When both gangs are there, the zones are rolled for."""
    if len(ctx.state.sides) < len(words.SIDES):
        return False
    ctx.fire(hooks.SET_UP)
    ctx.emit(Began(rule=SETUP, phase="deployment", round=0))
    return True


def settle(ctx: Context) -> bool:
    """When everybody stands, the first round begins."""
    state = ctx.state
    if state.step != FIGHTERS or any(left(state, side) for side in state.sides):
        return False
    activation.begin_round(ctx, 1)
    return True


def _may_roll(ctx: Context) -> Iterator[Option]:
    if ctx.state.step == ROLL and not ctx.state.to_act:
        yield from (Option(side, "roll-off", clause=SETUP) for side in ctx.state.sides)


def _may_choose(ctx: Context) -> Iterator[Option]:
    zones = tuple(zone.id for zone in ctx.state.table.zones)
    yield Option(ctx.pending.side, "choose-zone", targets=zones, clause=SETUP)


def _any_zone(choice: Choice) -> Iterator[Action]:
    yield ChooseZone(zone=choice.of(choice.option.targets) if choice.option.targets else "")


def _may_deploy(ctx: Context) -> Iterator[Option]:
    for model in left(ctx.state, ctx.state.to_act) if ctx.state.to_act else ():
        yield Option(model.side, "deploy", model.id, clause=SETUP)


def _places(choice: Choice) -> Iterator[Action]:
    zone, table, model = zone_of(choice.state, choice.option.side), choice.state.table, choice.model
    whole = ((0, 0), (table.width, 0), (table.width, table.depth), (0, table.depth))
    box = convex.box_of(zone.outline if zone else whole)
    for _ in range(TRIES):
        x = box.left + choice.dice.below(max(1, box.right - box.left))
        y = box.near + choice.dice.below(max(1, box.far - box.near))
        yield Deploy(fighter=model.id, at=(x, y, 0))
    for x in range(box.left, box.right, INCH):
        for y in range(box.near, box.far, INCH):
            yield Deploy(fighter=model.id, at=(x, y, 0))


PART = Part(
    acts=(
        Act(Muster, muster, may_muster(SETUP), phases=("setup",)),
        Act(RollOff, roll_off, _may_roll, phases=("deployment",),
            told=Phrase("Both sides roll off", "Обе стороны бросают кубик")),
        Act(ChooseZone, choose, _may_choose, answers=(SETUP,), propose=_any_zone,
            told=Phrase("%(side)s chooses its zone", "%(side)s выбирает зону расстановки")),
        Act(Deploy, deploy, _may_deploy, phases=("deployment",), propose=_places,
            told=Phrase("%(fighter)s is set up", "%(fighter)s: расстановка")),
    ),
    marks=(on_side(HOME, "game", "Its zone; none on a table without zones.", either(ZONE, one_of(""))),),
    settles={"setup": settle_setup, "deployment": settle},
)  # fmt: skip
