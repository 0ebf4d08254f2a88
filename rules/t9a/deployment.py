"""Before the first Game Turn: mustering, the roll-off for the zones, special deployment, and setting up units.

The steps are those of the pre-game sequence that players declare something in; what they agree on before is the table
and its options.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from rules.kernel import asking, convex, geometry, regiment, rolloff
from rules.kernel.actions import Muster, begun, may_muster, refuse_all
from rules.kernel.context import Context
from rules.kernel.effects import Began, Marked, Mustered, OrderSet, Turned
from rules.kernel.events import Action
from rules.kernel.lengths import INCH
from rules.kernel.marks import ZONE, either, on_side, one_of
from rules.kernel.part import Act, Choice, Objection, Option, Part, nothing, objection, refuse
from rules.kernel.state import Facing, Formation, Number, State, Unit, Zone
from rules.kernel.telling import Phrase, Telling
from rules.t9a import join, movement, options, ranks, spells, turn, words
from rules.t9a.army import forces
from rules.t9a.army.byhand import FILES
from rules.t9a.ranks import Place, Wish
from rules.t9a.special import universal

SEQUENCE = "t9a.core.pregame-sequence"
TIE = SEQUENCE
IN_AMBUSH = "t9a.ambush.declare-binding"
PHASE = "deployment"
ROLL, ZONES, AMBUSHES, UNITS = "zones", "choose-zone", "ambushes", "units"
HOME = SEQUENCE
DEPTH = 12 * INCH
TRIES = 6


class RollOff(Action, frozen=True, tag="roll-off"):
    """Both sides roll; the higher chooses its deployment zone."""


class ChooseZone(Action, frozen=True, tag="choose-zone"):
    """The winner of the roll-off takes a deployment zone."""

    zone: str


class Deploy(Action, frozen=True, tag="deploy"):
    """A unit is set up: `at` is the left end of its front rank, seen from behind.

    `first` are its models with Front Rank, in the order in which they take their places; `places` those of some, by
    file and rank from 0, or the side of the ranks.
    """

    unit: str
    at: tuple[Number, Number]
    facing: tuple[Number, Number]
    files: Number = 0
    first: tuple[str, ...] = ()
    places: dict[str, Place] = {}


class DeployInside(Action, frozen=True, tag="deploy-inside"):
    """A character is set up in a unit that stands already, and joins it. `first` and `places` as for a unit."""

    unit: str
    target: str
    first: tuple[str, ...] = ()
    places: dict[str, Place] = {}


class LeaveOut(Action, frozen=True, tag="leave-out"):
    """A unit is not set up at all, because its zone has no room for it: it counts as lost."""

    unit: str


def muster(ctx: Context, action: Muster) -> None:
    """A side joins with its army: the whole of its list, or the units of it that are picked."""
    begun(ctx)
    ctx.require(ctx.by in words.SIDES, SEQUENCE, "the sides are {sides}", sides=" and ".join(words.SIDES))
    ctx.require(ctx.by not in ctx.state.sides, SEQUENCE, "side {side} has mustered", side=ctx.by)
    ctx.require(ctx.state.phase == "setup", SEQUENCE, "armies muster before the game")
    refuse_all(forces.problems_of(ctx.ruleset, action.roster), "$.action.roster")
    roster = forces.team(action.roster, action.pick) if action.pick else action.roster
    for problem in forces.problems(roster, options.option(ctx.state, options.POINTS)):
        ctx.require(False, problem.rule, "{text}", text=problem.message)
    ctx.emit(Mustered(rule=SEQUENCE, side=ctx.by, name=roster.name, models=roster.models, faction=roster.faction,
                      points=roster.points, units=roster.units))  # fmt: skip
    for model in [m for m in ctx.state.models.values() if m.side == ctx.by]:
        for clause, rule, value in universal.of_parts(model.sheet):
            words.mark(ctx, model, rule, value, until="game", rule=clause)


def roll_off(ctx: Context, action: RollOff) -> None:
    """Who chooses the zones."""
    if not ctx.require(ctx.state.step == ROLL, SEQUENCE, "there is no roll-off now"):
        return
    totals = rolloff.until_different(ctx, SEQUENCE, TIE)
    winner = max(totals, key=lambda side: totals[side])
    ctx.emit(Turned(rule=SEQUENCE, to=winner, step=ZONES))
    ctx.ask(SEQUENCE, winner, targets=())


def choose(ctx: Context, action: ChooseZone) -> None:
    """The zones are taken; the chooser declares special deployment, and sets up, first."""
    zones = [zone.id for zone in ctx.state.table.zones]
    known = action.zone in zones or not zones
    if not ctx.require(known, SEQUENCE, "there is no zone {zone!r}", zone=action.zone):
        return
    asked = asking.answered(ctx, SEQUENCE, phase=PHASE)
    if asked is None:
        return
    other = ctx.state.enemy(asked.side)
    for side, zone in ((asked.side, action.zone), (other, next((z for z in zones if z != action.zone), ""))):
        ctx.emit(Marked(rule=SEQUENCE, on=side, key=HOME, value=zone, until="game"))
    ctx.emit(OrderSet(rule=SEQUENCE, order=(asked.side, other)))
    ctx.emit(Turned(rule=SEQUENCE, to=asked.side, step=spells.STEP))


def zone_of(state: State, side: str) -> Zone | None:
    """The deployment zone of a side; None on a table without zones."""
    key = state.sides[side].game.get(HOME)
    return next((zone for zone in state.table.zones if zone.id == key), None)


def left(state: State, side: str) -> list[Unit]:
    """The units that a side has still to set up."""
    return [
        u for u in state.units.values()
        if u.side == side and u.formation is None and words.alive(state, u) and words.AWAY not in u.game
    ]  # fmt: skip


def objections(ctx: Context, unit: Unit) -> Iterator[Objection]:
    """Why a unit cannot be set up now."""
    name = unit.sheet.name
    if ctx.state.step != UNITS or ctx.state.phase != PHASE:
        yield objection(SEQUENCE, "units are set up in the deployment, not now")
    if words.AWAY in unit.game:
        yield objection(IN_AMBUSH, "{name} is in ambush", name=name)
    if unit.formation is not None or not words.alive(ctx.state, unit):
        yield objection(SEQUENCE, "{name} has been set up, or is no unit by itself any longer", name=name)


def deploy(ctx: Context, action: Deploy) -> None:
    """Set up a unit in its zone, and let the other side go on."""
    turns, unit = turn.on_turn(ctx), ctx.unit(action.unit)
    ctx.require(unit.side == ctx.by, words.ACTED, "{name} belongs to the other side", name=unit.sheet.name)
    may = refuse(ctx, objections(ctx, unit))
    if not (turns and may):
        return
    if not ctx.require(action.facing != (0, 0), SEQUENCE, "a unit faces somewhere"):
        return
    found = drawn_up(ctx, unit, action.files, Wish(action.first, action.places))
    stands = found.formation(action.at, action.facing)
    zone, end = zone_of(ctx.state, unit.side), regiment.boundary(stands)
    inside = zone is None or all(geometry.inside((*corner, 0), zone.outline) for corner in end)
    ctx.require(inside, SEQUENCE, "{name} would stand outside its zone", name=unit.sheet.name)
    movement.ends(ctx, unit, end)
    words.form(ctx, unit, stands, SEQUENCE)
    _goes_on(ctx, unit.side)


def drawn_up(ctx: Context, unit: Unit, files: int, wish: Wish = ranks.NO_WISH) -> ranks.Drawn:
    """A unit in so many files, the usual ones if 0; refuses what does not keep to the rules of ranks."""
    most = ranks.most_files(ctx, unit)
    files = files or default_files(ctx, unit)
    ctx.require(1 <= files <= most, ranks.FIRST, "{files} files; the models fill {most}", files=files, most=most)
    found = ranks.drawn(ctx, unit, max(1, min(files, most)), wish, before=None)
    refuse(ctx, found.objections)
    return found


def _goes_on(ctx: Context, side: str) -> None:
    """The other side sets up next, if it has anything left; what is set up at another time changes no order."""
    if ctx.state.phase != PHASE:
        return
    other = ctx.state.enemy(side)
    ctx.emit(Turned(rule=SEQUENCE, to=other if left(ctx.state, other) else side, step=UNITS))


def inside_objections(ctx: Context, one: Unit, host: Unit, wish: Wish = ranks.NO_WISH) -> Iterator[Objection]:
    """Why a character cannot be set up in a unit now."""
    yield from objections(ctx, one)
    if host.formation is None:
        yield objection(join.JOIN, "{host} is not yet set up", host=host.sheet.name)
    yield from join.into_objections(ctx, one, host, wish)
    yield from _sticks_out(ctx, one, host, wish)


def _sticks_out(ctx: Context, one: Unit, host: Unit, wish: Wish) -> Iterator[Objection]:
    """A unit that would not lie in its zone with a character more."""
    zone, end = zone_of(ctx.state, one.side), join.grown(ctx, one, host, wish)
    if zone is not None and end is not None and not all(geometry.inside((*at, 0), zone.outline) for at in end):
        yield objection(SEQUENCE, "{name} would stand outside its zone", name=host.sheet.name)


def deploy_inside(ctx: Context, action: DeployInside) -> None:
    """Set up a character in a unit, and let the other side go on."""
    turns, one, host = turn.on_turn(ctx), ctx.unit(action.unit), ctx.unit(action.target, "$.action.target")
    ctx.require(one.side == ctx.by, words.ACTED, "{name} belongs to the other side", name=one.sheet.name)
    wish = Wish(action.first, action.places)
    if refuse(ctx, inside_objections(ctx, one, host, wish)) and turns:
        join.into(ctx, one, host, wish)
        _goes_on(ctx, one.side)


def leave_out(ctx: Context, action: LeaveOut) -> None:
    """Give a unit up, and let the other side go on."""
    turns, unit = turn.on_turn(ctx), ctx.unit(action.unit)
    ctx.require(unit.side == ctx.by, words.ACTED, "{name} belongs to the other side", name=unit.sheet.name)
    if refuse(ctx, objections(ctx, unit)) and turns:
        words.destroy(ctx, unit, SEQUENCE)
        _goes_on(ctx, unit.side)


def default_files(ctx: Context, unit: Unit) -> int:
    """The files of a unit whose owner says nothing: those of its list, or what its kind needs for a Full Rank.

    They are more where a base is wider, or the ranks would be no ranks.
    """
    usual, most = ranks.FULL[words.height(words.rank_and_file(ctx.state, unit)[0])], ranks.most_files(ctx, unit)
    said = unit.sheet.has.get(FILES)
    usual = said if isinstance(said, int) and said > 0 else usual
    tried = (*range(min(usual, most), most + 1), *range(min(usual, most), 0, -1))
    return next((files for files in tried if not ranks.drawn(ctx, unit, files).objections), min(usual, most))


def settle_setup(ctx: Context) -> bool:
    """When both armies are there, the zones are rolled for."""
    if len(ctx.state.sides) < len(words.SIDES):
        return False
    ctx.emit(Began(rule=SEQUENCE, phase=PHASE, round=0))
    ctx.emit(Turned(rule=SEQUENCE, to="", step=ROLL))
    return True


def settle(ctx: Context) -> bool:
    """When everybody stands, the game begins; a side with nothing left lets the other go on."""
    state = ctx.state
    if state.step == spells.STEP:
        return _after_spells(ctx)
    if state.step != UNITS:
        return False
    if any(left(state, side) for side in state.sides):
        if left(state, state.to_act):
            return False
        ctx.emit(Turned(rule=SEQUENCE, to=state.enemy(state.to_act), step=UNITS))
        return True
    turn.begin_game(ctx, state.order[0])
    return True


def _after_spells(ctx: Context) -> bool:
    """When the Wizards of a side know their spells, those of the other choose; then ambushes are declared."""
    state = ctx.state
    if spells.waiting(state, state.to_act):
        return False
    first, second = state.order
    done = state.to_act == second
    ctx.emit(Turned(rule=SEQUENCE, to=first if done else second, step=AMBUSHES if done else spells.STEP))
    return True


# what is open, and what is worth declaring


def _may_roll(ctx: Context) -> Iterator[Option]:
    if ctx.state.step == ROLL:
        yield from (Option(side, "roll-off", clause=SEQUENCE) for side in ctx.state.sides)


def _may_choose(ctx: Context) -> Iterator[Option]:
    zones = tuple(zone.id for zone in ctx.state.table.zones)
    yield Option(ctx.pending.side, "choose-zone", targets=zones, clause=SEQUENCE)


def _any_zone(choice: Choice) -> Iterator[Action]:
    zones = choice.option.targets
    yield ChooseZone(zone=choice.of(zones) if zones else "")


def _may_deploy(ctx: Context) -> Iterator[Option]:
    for unit in left(ctx.state, ctx.state.to_act) if ctx.state.to_act else ():
        if nothing(objections(ctx, unit)):
            yield Option(unit.side, "deploy", unit.id, clause=SEQUENCE)


def _may_leave_out(ctx: Context) -> Iterator[Option]:
    for unit in left(ctx.state, ctx.state.to_act) if ctx.state.to_act else ():
        if nothing(objections(ctx, unit)):
            yield Option(unit.side, "leave-out", unit.id, clause=SEQUENCE)


def _may_deploy_inside(ctx: Context) -> Iterator[Option]:
    for one in left(ctx.state, ctx.state.to_act) if ctx.state.to_act else ():
        if words.characters(ctx.state.members(one.id)):
            units = words.on_table(ctx.state, one.side)
            hosts = tuple(host.id for host in units if nothing(inside_objections(ctx, one, host)))
            if hosts:
                yield Option(one.side, "deploy-inside", one.id, hosts, clause=join.JOIN)


def _inside(choice: Choice) -> Iterator[Action]:
    """In any unit that has room for him."""
    yield from (DeployInside(unit=choice.option.model, target=key) for key in choice.option.targets)


def _in_zone(choice: Choice) -> Iterator[Deploy]:
    """Somewhere in the zone where there is room, facing the middle of the table; if that fails, the first by a grid."""
    unit, files = choice.unit, default_files(choice.ctx, choice.unit)
    near, far, facing = _extent(choice.state, unit.side)
    drawn, found = ranks.drawn(choice.ctx, unit, files), False
    spots = [
        (near[0] + choice.dice.below(max(1, far[0] - near[0])), near[1] + choice.dice.below(max(1, far[1] - near[1])))
        for _ in range(TRIES)
    ]
    grid = ((x, y) for x in range(near[0], far[0], INCH) for y in range(near[1], far[1] + 1, INCH))
    for number, at in enumerate(chain(spots, grid)):
        if found and number >= TRIES:
            return
        if _has_room(choice.state, unit, drawn.formation(at, facing)):
            found = True
            yield Deploy(unit=unit.id, at=at, facing=facing, files=files)


def _extent(state: State, side: str) -> tuple[tuple[int, int], tuple[int, int], Facing]:
    """The corners of a side's zone, and the direction to the middle of the table."""
    zone, table = zone_of(state, side), state.table
    outline = zone.outline if zone else ((0, 0), (table.width, 0), (table.width, table.depth), (0, table.depth))
    box = convex.box_of(outline)
    return (box.left, box.near), (box.right, box.far), _inwards(state, outline)


def _has_room(state: State, unit: Unit, stands: Formation) -> bool:
    zone, end = zone_of(state, unit.side), regiment.boundary(stands)
    inside = zone is None or all(geometry.inside((*corner, 0), zone.outline) for corner in end)
    return inside and movement.clear(state, unit, end)


def _inwards(state: State, outline: tuple[tuple[int, int], ...]) -> Facing:
    """Along the table, from the middle of a zone towards the middle of the table."""
    box = convex.box_of(outline)
    up = state.table.depth - (box.near + box.far)
    across = state.table.width - (box.left + box.right)
    if abs(up) >= abs(across):
        return (0, 1000 if up >= 0 else -1000)
    return (1000 if across >= 0 else -1000, 0)


PART = Part(
    acts=(
        Act(Muster, muster, may_muster(SEQUENCE), phases=("setup",)),
        Act(RollOff, roll_off, _may_roll, phases=(PHASE,),
            told=Phrase("Both sides roll off", "Обе стороны бросают кубик")),
        Act(ChooseZone, choose, _may_choose, answers=(SEQUENCE,), propose=_any_zone,
            told=Phrase("%(side)s chooses its deployment zone", "%(side)s выбирает зону расстановки")),
        Act(DeployInside, deploy_inside, _may_deploy_inside, phases=(PHASE,), propose=_inside,
            told=Phrase("%(unit)s [is|are] set up in %(target)s", "%(unit)s: расстановка в составе, %(target)s")),
        Act(Deploy, deploy, _may_deploy, phases=(PHASE,), propose=_in_zone,
            told=Phrase("%(unit)s [is|are] set up", "%(unit)s: расстановка")),
        Act(LeaveOut, leave_out, _may_leave_out, phases=(PHASE,),
            told=Phrase("%(unit)s [finds|find] no room and [is|are] left out", "%(unit)s: места нет, не выставлено")),
    ),
    settles={"setup": settle_setup, PHASE: settle},
    telling=Telling(roster_problems=forces.SAID),
    marks=(on_side(HOME, "game", "Its deployment zone; nothing where the table has none.", either(ZONE, one_of(""))),),
)  # fmt: skip
