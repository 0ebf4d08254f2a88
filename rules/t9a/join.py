"""Characters join units and leave them."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from rules.kernel import regiment
from rules.kernel.context import Context
from rules.kernel.effects import Joined
from rules.kernel.events import Action
from rules.kernel.lengths import show
from rules.kernel.part import Act, Choice, Objection, Option, Part, nothing, objection, refuse
from rules.kernel.state import Beside, Formation, Number, Unit
from rules.kernel.telling import Phrase
from rules.t9a import hooks, movement, ranks, turn, words

JOIN = "t9a.core.join-unit"
TOO_WIDE = "t9a.front-rank.matching.join-too-wide"
TWO = "t9a.front-rank.mismatching.max-two"
MOST_BESIDE = 2


class Join(Action, frozen=True, tag="join"):
    """A character by itself moves into a unit and joins it. `first` are the models with Front Rank in their order."""

    unit: str
    target: str
    first: tuple[str, ...] = ()


class Leave(Action, frozen=True, tag="leave"):
    """A character leaves its unit: `at` is then the left end of its front."""

    model: str
    at: tuple[Number, Number]
    facing: tuple[Number, Number]


def against(ctx: Context, one: Unit, host: Unit) -> Iterator[Objection]:
    """Why a character may not join a unit at all."""
    name, members = one.sheet.name, ctx.state.members(one.id)
    if len(members) != 1 or not words.is_(members[0], "Character"):
        yield objection(JOIN, "{name} is no character by itself", name=name)
        return
    if one.side != host.side or one.id == host.id:
        yield objection(JOIN, "{host} is no other unit of the same side", host=host.sheet.name)
    model = members[0]
    barred = ctx.value(hooks.MAY_JOIN, "", model=model, unit=host)
    if barred:
        yield objection(barred, "{name} may not join {host}", name=name, host=host.sheet.name)
    among = ranks.cell(ctx.state, host)
    span = ranks.spans(words.base(model), among)
    files = host.formation.files if host.formation else len(ctx.state.members(host.id))
    if span is not None and span[0] > files:
        yield objection(TOO_WIDE, "{name} is wider than the front of {host}", name=name, host=host.sheet.name)
    beside = [m for m in words.characters(ctx.state.members(host.id)) if ranks.spans(words.base(m), among) is None]
    if span is None and len(beside) >= MOST_BESIDE:
        yield objection(TWO, "two characters stand beside {host}", host=host.sheet.name)


def check(ctx: Context, one: Unit, host: Unit) -> bool:
    """Refuse a character that may not join a unit."""
    return refuse(ctx, against(ctx, one, host))


def objections(ctx: Context, one: Unit, host: Unit) -> Iterator[Objection]:
    """Why a character may not move into a unit now."""
    yield from against(ctx, one, host)
    yield from movement.objections(ctx, one, "advance")
    if words.fleeing(host) or words.engaged(ctx.state, host):
        yield objection(JOIN, "{host} is fleeing or engaged in combat", host=host.sheet.name)
    if one.formation is not None and host.formation is not None:
        away, most = words.apart(one, host), movement.rate(ctx, one, "Mar")
        if away > most:
            yield objection(JOIN, "{host} is {away} away, {most} is the most", host=host.sheet.name, away=show(away),
                            most=show(most))  # fmt: skip
        if nothing(against(ctx, one, host)):
            yield from _crowded(ctx, one, host, host.formation)


def _crowded(ctx: Context, one: Unit, host: Unit, stands: Formation) -> Iterator[Objection]:
    """Why a unit has no room for one more where it stands."""
    found = ranks.arranged(ctx, host, [*ctx.state.members(host.id), *ctx.state.members(one.id)], stands.files)
    left, right = (*(Beside(m.id, *words.base(m)) for m in found.beside), None, None)[:2]
    end = regiment.boundary(replace(stands, stands=dict(found.stands), left=left, right=right))
    if not movement.on_table(ctx.state, end):
        yield objection(JOIN, "{host} would not fit on the table", host=host.sheet.name)
    for what, gap in movement.gaps(ctx.state, host, end, against=(one.id,)):
        if gap <= movement.APART:
            yield objection(movement.SPACING, "{host} would be {gap} from {what}", host=host.sheet.name,
                            gap=show(gap), what=what)  # fmt: skip


def join(ctx: Context, action: Join) -> None:
    """A character joins a unit; the ranks make room for it."""
    if not turn.on_turn(ctx) or not turn.in_step(ctx, "movement", "moving"):
        return
    one, host = words.own(ctx, action.unit), words.own(ctx, action.target, "$.action.target")
    if refuse(ctx, objections(ctx, one, host)):
        into(ctx, one, host, action.first)


def into(ctx: Context, one: Unit, host: Unit, first: tuple[str, ...] = ()) -> None:
    """A character is part of a unit from now on."""
    model = ctx.state.members(one.id)[0]
    if one.formation is not None:
        words.form(ctx, one, None, JOIN)
    ctx.emit(Joined(rule=JOIN, model=model.id, unit=host.id))
    if host.formation is not None:
        stands = host.formation
        words.form(ctx, host, ranks.formed(ctx, host, stands.at, stands.facing, stands.files, first), JOIN)


def leave(ctx: Context, action: Leave) -> None:
    """A character is a unit by itself again."""
    if not turn.on_turn(ctx) or not turn.in_step(ctx, "movement", "moving"):
        return
    model = ctx.model(action.model)
    host, own = ctx.state.units[model.unit], ctx.state.units.get(_listed(ctx, model.id))
    inside = own is not None and own.id != host.id and model.side == ctx.by
    if not ctx.require(inside, JOIN, "{name} is in no unit that it has joined", name=model.sheet.name) or own is None:
        return
    if not refuse(ctx, movement.objections(ctx, host, "advance")):
        return
    before = regiment.places(words.formation(host))[model.id]
    ctx.emit(Joined(rule=JOIN, model=model.id, unit=own.id))
    stands = ranks.formed(ctx, own, action.at, action.facing, 1)
    far = regiment.apart((before,), (regiment.centre(stands),))
    most = movement.rate(ctx, own, "Mar")
    ctx.require(far <= most, JOIN, "{name} would move {far}, {most} is the most", name=model.sheet.name, far=show(far),
                most=show(most))  # fmt: skip
    ranks.closed(ctx, host, JOIN)
    movement.ends(ctx, own, regiment.boundary(stands))
    words.form(ctx, own, stands, JOIN)
    words.mark(ctx, own, words.MOVED, "advance")


def _listed(ctx: Context, model: str) -> str:
    """The unit in which a model is listed."""
    found = ctx.state.models[model]
    return next(
        (u.id for u in ctx.state.units.values() if u.side == found.side and found.sheet.id in u.sheet.models), ""
    )


def _may_join(ctx: Context) -> Iterator[Option]:
    if ctx.state.step != "moving":
        return
    units = words.on_table(ctx.state, ctx.state.to_act)
    for one in units:
        hosts = tuple(host.id for host in units if nothing(objections(ctx, one, host)))
        if hosts:
            yield Option(one.side, "join", one.id, hosts, clause=JOIN)


def _joins(choice: Choice) -> Iterator[Action]:
    if not choice.dice.below(3):
        yield from (Join(unit=choice.option.model, target=key) for key in choice.option.targets)


PART = Part(acts=(
    Act(Join, join, _may_join, phases=("movement",), propose=_joins,
        told=Phrase("%(unit)s joins %(target)s", "%(unit)s присоединяется: %(target)s")),
    Act(Leave, leave, told=Phrase("%(model)s leaves the unit", "%(model)s покидает подразделение")),
))  # fmt: skip
