"""Before the first round: mustering, the roll-off, deployment (document lines 84-103, 216-218, 248-252)."""

from __future__ import annotations

from collections.abc import Iterator

from rules.kernel import convex, rolloff
from rules.kernel.actions import Muster, begun, may_muster, refuse_all
from rules.kernel.canonical import holds_float
from rules.kernel.context import Context
from rules.kernel.effects import Answered, Counted, Marked, Mustered, Placed, Turned
from rules.kernel.errors import Malformed
from rules.kernel.events import Action
from rules.kernel.geometry import base_inside, surface
from rules.kernel.marks import ZONE as TABLE_ZONE
from rules.kernel.marks import either, on_side, one_of
from rules.kernel.part import Act, Choice, Option, Part, drawn
from rules.kernel.state import Model, Point, State
from rules.kernel.telling import Moment, Phrase, filled
from rules.kt import move, words
from rules.kt.allowed import agreed
from rules.kt.options import option
from rules.kt.position import SIDES as SIDES
from rules.kt.position import roster_problems
from rules.kt.roster import problems, team

ZONE = "kt.deploy.zone"
UNMARKED = ("near", "far")
"""The ends of a table without drawn zones: recorded, not measured."""


class RollOff(Action, frozen=True, tag="roll-off"):
    """Both players roll; the winner chooses a table side."""


class ChooseZone(Action, frozen=True, tag="choose-zone"):
    """The winner of the roll-off takes a deployment zone; the other side has the other."""

    zone: str


class Deploy(Action, frozen=True, tag="deploy"):
    """Set up one model with its whole base in its side's zone."""

    model: str
    at: Point


def muster(ctx: Context, action: Muster) -> None:
    """Join with a kill team that respects the limits of the agreed format."""
    state = ctx.state
    refuse_all(roster_problems(action.roster.models), "$.action.roster")
    if holds_float(action.roster.extra):
        raise Malformed("$.action.roster.extra", "a number with a fraction; numbers are whole or written as text")
    known = ctx.require(ctx.by in SIDES, "kt.gap.two-players", "the sides of a game are a and b, not {by!r}", by=ctx.by)
    fresh = ctx.require(ctx.by not in state.sides, "kt.roster.definition", "side {by} has already mustered", by=ctx.by)
    if not (begun(ctx) and words.in_phase(ctx, "setup") and known and fresh):
        return
    chosen = team(action.roster, action.pick) if action.pick else action.roster
    for problem in problems(agreed(chosen, state.options), option(state, "kt.roster.format-agreed")):
        ctx.require(False, problem.rule, problem.message.replace("{", "{{").replace("}", "}}"))
    ctx.emit(
        Mustered(
            rule="kt.roster.definition",
            side=ctx.by,
            name=action.roster.name,
            models=chosen.models,
            faction=action.roster.faction,
            points=sum(sheet.points for sheet in chosen.models),
        )
    )


def underdog(ctx: Context) -> None:
    """Command points before the first round: from the event's pack, and for the cheaper roster."""
    pack = option(ctx.state, "kt.cp.other-sources")
    totals = {key: side.points for key, side in ctx.state.sides.items()}
    for key, total in totals.items():
        if pack:
            ctx.emit(Counted(rule="kt.cp.other-sources", side=key, counter="cp", by=pack))
        extra = (max(totals.values()) - total) // 10
        if extra:
            ctx.emit(Counted(rule="kt.cp.underdog", side=key, counter="cp", by=extra))


def roll_off(ctx: Context, action: RollOff) -> None:
    """Roll for the choice of side."""
    if not words.in_phase(ctx, "deployment", "kt.deploy.roll-off"):
        return
    undone = not ctx.state.to_act and ctx.state.pending is None
    if not ctx.require(undone, "kt.deploy.roll-off", "the roll-off has been made"):
        return
    totals = rolloff.until_different(
        ctx, "kt.deploy.roll-off", "kt.deploy.tie", option(ctx.state, "kt.gap.roll-off-dice")
    )
    ctx.ask("kt.deploy.roll-off", max(totals, key=lambda side: totals[side]))


def choose_zone(ctx: Context, action: ChooseZone) -> None:
    """Take a zone; the loser of the roll-off sets up the first model."""
    if words.asked(ctx, "kt.deploy.roll-off", "deployment", "the winner of the roll-off chooses a zone") is None:
        return
    zones = zones_of(ctx.state)
    ctx.require(action.zone in zones, ZONE, "there is no zone {zone!r} on this table", zone=action.zone)
    loser = ctx.state.enemy(ctx.by)
    other = next((zone for zone in zones if zone != action.zone), "")
    ctx.emit(Marked(rule="kt.deploy.roll-off", on=ctx.by, key=ZONE, value=action.zone, until="game"))
    ctx.emit(Marked(rule="kt.deploy.roll-off", on=loser, key=ZONE, value=other, until="game"))
    ctx.emit(Answered(rule="kt.deploy.roll-off"))
    ctx.emit(Turned(rule="kt.deploy.loser-first", to=loser))


def zones_of(state: State) -> tuple[str, ...]:
    """The zones to choose from: the table's, or its two ends where the mission marks none."""
    return tuple(zone.id for zone in state.table.zones) or UNMARKED


def deploy(ctx: Context, action: Deploy) -> None:
    """Set up a model."""
    words.in_phase(ctx, "deployment", "kt.deploy.alternate")
    words.on_turn(ctx, "kt.deploy.alternate")
    model = ctx.model(action.model)
    name, table = model.sheet.name, ctx.state.table
    ctx.require(model.side == ctx.by, "kt.gap.two-players", "{name} belongs to the other side", name=name)
    ctx.require(not model.out, "table.present", "{name} is out of action", name=name, severity="impossible")
    ctx.require(model.at is None, "kt.deploy.alternate", "{name} is already deployed", name=name)
    own = ctx.state.sides[ctx.by].game.get(ZONE)
    zone = next((zone for zone in table.zones if zone.id == own), None)
    whole = zone is None or base_inside(action.at, model.sheet.base, zone.outline)
    ctx.require(whole, ZONE, "the whole base of {name} has to be in its side's zone", name=name)
    ctx.require(
        surface(action.at, table.terrain),
        "table.surface",
        "{name} would hang in the air",
        name=name,
        severity="impossible",
    )
    move.clear_of_others(ctx, model, action.at)
    ctx.emit(Placed(rule=ZONE, model=model.id, at=action.at))
    other = ctx.state.enemy(ctx.by)
    ctx.emit(Turned(rule="kt.deploy.alternate", to=other if undeployed(ctx.state, other) else ctx.by))


def undeployed(state: State, side: str) -> list[Model]:
    """Models of a side that are not yet on the table."""
    return [m for m in state.models.values() if m.side == side and m.at is None and not m.out]


def _may_roll_off(ctx: Context) -> Iterator[Option]:
    if not ctx.state.to_act:
        yield from (Option(side, "roll-off", clause="kt.deploy.roll-off") for side in ctx.state.sides)


def _zones(ctx: Context) -> Iterator[Option]:
    yield Option(ctx.pending.side, "choose-zone", targets=zones_of(ctx.state), clause=ctx.pending.clause)


def _may_deploy(ctx: Context) -> Iterator[Option]:
    side = ctx.state.to_act
    for model in undeployed(ctx.state, side) if side else ():
        zone = str(ctx.state.sides[side].game.get(ZONE, ""))
        yield Option(side, "deploy", model=model.id, targets=(zone,), clause=ZONE)


def _places(choice: Choice) -> Iterator[Action]:
    """Any free place in the zone, then every point of a grid."""
    table, model = choice.state.table, choice.model
    zone = next((zone.outline for zone in table.zones if zone.id == choice.option.targets[0]), None)
    outline = zone or ((0, 0), (table.width, table.depth))
    base = model.sheet.base
    left, near, right, far = convex.box_of(outline)
    for _ in range(60):
        x = left + base + choice.dice.below(max(1, right - left - 2 * base))
        y = near + base + choice.dice.below(max(1, far - near - 2 * base))
        yield Deploy(model=model.id, at=(x, y, 0))
    step = 2 * base + 2
    for x in range(left + base, right - base + 1, step):
        for y in range(near + base, far - base + 1, step):
            yield Deploy(model=model.id, at=(x, y, 0))


def _zone_name(now: Moment) -> str:
    return now.cast.zone(now.action.zone)


MARKS = (
    on_side(ZONE, "game", "Its deployment zone.", either(TABLE_ZONE, one_of("near", "far"))),
)  # fmt: skip

PART = Part(
    marks=MARKS,
    acts=(
        Act(Muster, muster, may_muster("kt.roster.definition"), phases=("setup",)),
        Act(RollOff, roll_off, _may_roll_off, phases=("deployment",),
            told=Phrase("Both sides roll for the choice of side", "Ролоф: обе стороны бросают за сторону стола")),
        Act(ChooseZone, choose_zone, _zones, answers=("kt.deploy.roll-off",), propose=drawn,
            told=filled(Phrase("%(side)s takes the zone: %(zone)s", "%(side)s выбирает зону: %(zone)s"),
                        zone=_zone_name)),
        Act(Deploy, deploy, _may_deploy, phases=("deployment",), propose=_places,
            told=Phrase("%(side)s sets up %(model)s", "%(side)s ставит: %(model)s")),
    ),
)  # fmt: skip
