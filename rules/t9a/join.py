"""Characters join units and leave them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rules.kernel import direction, regiment
from rules.kernel.context import Context
from rules.kernel.convex import Core
from rules.kernel.effects import Joined
from rules.kernel.events import Action
from rules.kernel.lengths import INCH, show
from rules.kernel.marks import on_unit
from rules.kernel.part import Act, Choice, Objection, Option, Part, nothing, objection, refuse
from rules.kernel.proposing import COMPASS, directions
from rules.kernel.state import Facing, Formation, Model, Number, Unit
from rules.kernel.telling import Phrase
from rules.t9a import hooks, movement, placing, ranks, turn, words
from rules.t9a.book import JOINING
from rules.t9a.ranks import Drawn, Place, Wish

JOIN = JOINING[""]
"""Also a mark on a unit, for the turn: somebody has joined it, and it goes nowhere else."""


class Join(Action, frozen=True, tag="join"):
    """A character by itself moves into a unit and joins it.

    `first` are the models with Front Rank in the order in which they take their places, `places` those of some: file
    and rank from 0, or the side of the ranks.
    """

    unit: str
    target: str
    first: tuple[str, ...] = ()
    places: dict[str, Place] = {}


class Leave(Action, frozen=True, tag="leave"):
    """A character leaves its unit: `at` is then the left end of its front."""

    model: str
    at: tuple[Number, Number]
    facing: tuple[Number, Number]


def against(ctx: Context, one: Unit, host: Unit, wish: Wish = ranks.NO_WISH) -> Iterator[Objection]:
    """Why a character may not join a unit at all."""
    name, members = one.sheet.name, ctx.state.members(one.id)
    if len(members) != 1 or not words.is_(members[0], "Character"):
        yield objection(JOIN, "{name} is no character by itself", name=name)
        return
    if one.side != host.side or one.id == host.id or not words.alive(ctx.state, host):
        yield objection(JOIN, "{host} is no other unit of the same side", host=host.sheet.name)
        return
    barred = ctx.value(hooks.MAY_JOIN, "", model=members[0], unit=host)
    if barred:
        yield objection(barred, "{name} may not join {host}", name=name, host=host.sheet.name)
    files = host.formation.files if host.formation else ranks.most_files(ctx, host)
    yield from _drawn(ctx, members[0], host, files, wish).objections


def _drawn(ctx: Context, model: Model, host: Unit, files: int, wish: Wish) -> Drawn:
    """A unit with a character more in it. Each objection asks; without a wish it is drawn up once in a position."""

    models = [*ctx.state.members(host.id), model]

    def drawn() -> Drawn:
        return ranks.drawn(ctx, host, files, wish, models, host.formation, narrow=ranks.TOO_WIDE)

    if wish != ranks.NO_WISH:
        return drawn()
    has = tuple((ranks.has_front(ctx, m), bool(ctx.holds(m, ranks.PLATFORM))) for m in models)
    found: Drawn = ctx.once(("joined", model.id, host.id, files, has), drawn)
    return found


def check(ctx: Context, one: Unit, host: Unit) -> bool:
    """Refuse a character that may not join a unit."""
    return refuse(ctx, against(ctx, one, host))


def objections(ctx: Context, one: Unit, host: Unit, wish: Wish = ranks.NO_WISH) -> Iterator[Objection]:
    """Why a character may not move into a unit now."""
    yield from movement.objections(ctx, one, "advance")
    against_it = list(into_objections(ctx, one, host, wish))
    yield from against_it
    if one.formation is not None and host.formation is not None:
        yield from _too_far(ctx, one, host)
        yield from _strays(ctx, one, host, host.formation, wish) if not against_it else ()


def _too_far(ctx: Context, one: Unit, host: Unit) -> Iterator[Objection]:
    """Whether a character on the table does not come as far as a unit."""
    away, most = words.apart(one, host), movement.rate(ctx, one, _rate(ctx, one))
    if away > most:
        yield objection(JOIN, "{host} is {away} away, {most} is the most", host=host.sheet.name, away=show(away),
                        most=show(most))  # fmt: skip


def _strays(ctx: Context, one: Unit, host: Unit, stands: Formation, wish: Wish) -> Iterator[Objection]:
    """A character who would stand in a unit where he may not come in this turn."""
    members = ctx.state.members(one.id)
    anew = _drawn(ctx, members[0], host, stands.files, wish).formation(stands.at, stands.facing)
    ground = tuple(regiment.core(anew, m.id) for m in members if m.id in regiment.spread(anew))
    barred = ctx.value(hooks.MAY_COVER, "", unit=one, ground=ground, flying=False)
    if barred:
        yield objection(barred, "{name} may not move there", name=one.sheet.name)


def _rate(ctx: Context, unit: Unit) -> str:
    """The rate at which characters of a unit go to join or to leave: the Advance Rate where it may not march."""
    return "Mar" if nothing(movement.objections(ctx, unit, "march")) else "Adv"


def into_objections(ctx: Context, one: Unit, host: Unit, wish: Wish = ranks.NO_WISH) -> Iterator[Objection]:
    """Why a character may not become part of a unit where that stands."""
    found = list(against(ctx, one, host, wish))
    yield from found
    if words.fleeing(host) or words.engaged(ctx.state, host):
        yield objection(JOIN, "{host} is fleeing or engaged in combat", host=host.sheet.name)
    stands = host.formation
    if found or stands is None:
        return
    model = ctx.state.members(one.id)[0]
    anew = _drawn(ctx, model, host, stands.files, wish)
    end = regiment.boundary(anew.formation(stands.at, stands.facing))
    if not movement.on_table(ctx.state, end):
        yield objection(JOIN, "{host} would not fit on the table with him", host=host.sheet.name)
    for what, gap in movement.crowding(ctx.state, host, end, against=(one.id,)):
        yield objection(movement.SPACING, "{host} would be {gap} from {what} with him", host=host.sheet.name,
                        gap=show(gap), what=what)  # fmt: skip
    yield from _shuffles(ctx, model, host, stands, wish, anew)


def grown(ctx: Context, one: Unit, host: Unit, wish: Wish) -> Core | None:
    """The boundary of a unit with a character more in it; None where there is none."""
    stands, members = host.formation, ctx.state.members(one.id)
    if stands is None or not members:
        return None
    return regiment.boundary(_drawn(ctx, members[0], host, stands.files, wish).formation(stands.at, stands.facing))


def _shuffles(
    ctx: Context, model: Model, host: Unit, stands: Formation, wish: Wish, anew: Drawn
) -> Iterator[Objection]:
    """Models that would change their places without need when somebody joins."""
    least = _drawn(ctx, model, host, stands.files, ranks.NO_WISH)
    was = {m.id for m in ranks.fronted(ctx, ctx.state.members(host.id))} & stands.stands.keys()
    need, would = (placing.cost(stands.stands, each.stands, was) for each in (least, anew))
    if would > need:
        yield objection(ranks.SHUFFLE, "{moved} models would change places by {bases} bases, {least} by {fewest} do",
                        moved=would.moved, bases=would.length, least=need.moved, fewest=need.length)  # fmt: skip


def join(ctx: Context, action: Join) -> None:
    """A character joins a unit; the ranks make room for it."""
    fits = turn.now(ctx, "movement", "moving")
    one, host = words.own(ctx, action.unit), words.own(ctx, action.target, "$.action.target")
    wish = Wish(action.first, action.places)
    if refuse(ctx, objections(ctx, one, host, wish)) and fits:
        into(ctx, one, host, wish)
        words.mark(ctx, host, JOIN)


def into(ctx: Context, one: Unit, host: Unit, wish: Wish = ranks.NO_WISH) -> None:
    """A character is part of a unit from now on."""
    model, stands = ctx.state.members(one.id)[0], host.formation
    anew = _drawn(ctx, model, host, stands.files, wish) if stands is not None else None
    if one.formation is not None:
        words.form(ctx, one, None, JOIN)
    ctx.emit(Joined(rule=JOIN, model=model.id, unit=host.id))
    if stands is not None and anew is not None:
        words.form(ctx, host, anew.formation(stands.at, stands.facing), _placed_by(model, stands, anew))


def _placed_by(model: Model, stands: Formation, anew: Drawn) -> str:
    """The clause by which a character that has joined stands where it does."""
    place = anew.stands.get(model.id)
    if place is None:
        return ranks.BESIDE
    shifted = any(key in anew.stands and anew.stands[key] != was for key, was in _front_of(stands, anew))
    return ranks.SHUFFLE if shifted else ranks.BEHIND if place.rank else ranks.INSIDE


def _front_of(stands: Formation, anew: Drawn) -> Iterator[tuple[str, Any]]:
    """The models with Front Rank that stood in a formation before."""
    return ((key, was) for key, was in stands.stands.items() if key in anew.front)


def leave(ctx: Context, action: Leave) -> None:
    """A character is a unit by itself again."""
    fits, model = turn.now(ctx, "movement", "moving"), ctx.model(action.model)
    host, own = ctx.state.units[model.unit], ctx.state.units.get(_listed(ctx, model.id))
    inside = own is not None and own.id != host.id and model.side == ctx.by
    if not ctx.require(inside, JOIN, "{name} is in no unit that it has joined", name=model.sheet.name) or own is None:
        return
    may = refuse(ctx, movement.objections(ctx, host, "advance"))
    if not (fits and may):
        return
    if not ctx.require(action.facing != (0, 0), JOIN, "a character faces somewhere"):
        return
    stands = _alone(ctx, own, model, action.at, action.facing)
    before = regiment.places(words.formation(host))[model.id]
    far = regiment.apart((before,), (regiment.centre(stands),))
    most = _farthest(ctx, model, host)
    ctx.require(far <= most, JOIN, "{name} would move {far}, {most} is the most", name=model.sheet.name, far=show(far),
                most=show(most))  # fmt: skip
    movement.covers(ctx, host, (regiment.boundary(stands),))
    movement.ends(ctx, own, regiment.boundary(stands))
    ctx.emit(Joined(rule=JOIN, model=model.id, unit=own.id))
    if words.alive(ctx.state, host):
        ranks.closed(ctx, host, JOIN)
    else:
        words.form(ctx, host, None, JOIN)
    words.form(ctx, own, stands, JOIN)
    words.mark(ctx, own, words.MOVED, "advance")


def _alone(ctx: Context, own: Unit, model: Model, at: tuple[int, int], facing: Facing) -> Formation:
    """A character as a unit by himself."""
    return ranks.drawn(ctx, own, 1, models=(model,)).formation(at, facing)


def _farthest(ctx: Context, model: Model, host: Unit) -> int:
    """How far a character who leaves a unit can go by himself, in hundredths of an inch."""
    return movement.of_model(ctx, model, _rate(ctx, host)).length


def _listed(ctx: Context, model: str) -> str:
    """The unit in which a model is listed."""
    found = ctx.state.models[model]
    return next(
        (u.id for u in ctx.state.units.values() if u.side == found.side and found.sheet.id in u.sheet.models), ""
    )


@JOINING.at(hooks.MAY_MOVE)
def _joined(ctx: Context, barred: str, *, unit: Unit, **_: Any) -> str:
    """A unit that a character has moved into in this turn does not carry it farther."""
    return barred or (JOIN if JOIN in unit.turn else "")


def _may_join(ctx: Context) -> Iterator[Option]:
    if ctx.state.step != "moving":
        return
    units = words.on_table(ctx.state, ctx.state.to_act)
    for one in units:
        alone = ctx.state.members(one.id)
        if len(alone) != 1 or not words.is_(alone[0], "Character"):
            continue
        if not nothing(movement.objections(ctx, one, "advance")):
            continue
        # what is too far away needs no drawing up
        near = (host for host in units if nothing(_too_far(ctx, one, host)))
        hosts = tuple(host.id for host in near if nothing(objections(ctx, one, host)))
        if hosts:
            yield Option(one.side, "join", one.id, hosts, clause=JOIN)


def _may_leave(ctx: Context) -> Iterator[Option]:
    if ctx.state.step != "moving":
        return
    for host in words.on_table(ctx.state, ctx.state.to_act):
        for model in words.characters(ctx.state.members(host.id)):
            free = _listed(ctx, model.id) not in ("", host.id) and nothing(movement.objections(ctx, host, "advance"))
            if free and next(_ways_out(ctx, model, host), None) is not None:
                yield Option(host.side, "leave", model.id, limit=_farthest(ctx, model, host), clause=JOIN)


def _ways_out(ctx: Context, model: Model, host: Unit) -> Iterator[Leave]:
    """Places around a unit to which a character of it could go, those ahead of it first."""
    own, stands = ctx.state.units[_listed(ctx, model.id)], words.formation(host)
    alone = _alone(ctx, own, model, (0, 0), stands.facing)
    (x, y), (middle_x, middle_y) = regiment.places(stands)[model.id], regiment.centre(alone)
    ahead = (x + stands.facing[0], y + stands.facing[1], 0)
    most = _farthest(ctx, model, host)
    for way in directions((x, y, 0), ahead)[: len(COMPASS)]:
        for length in range(most - 1, 0, -INCH):
            at_x, at_y = direction.scaled(way, length)
            at = (x - middle_x + at_x, y - middle_y + at_y)
            end = regiment.boundary(_alone(ctx, own, model, at, stands.facing))
            barred = ctx.value(hooks.MAY_COVER, "", unit=host, ground=(end,), flying=False)
            if not barred and movement.clear(ctx.state, own, end):
                yield Leave(model=model.id, at=at, facing=stands.facing)
                break


def _leaves(choice: Choice) -> Iterator[Action]:
    """Now and then."""
    if not choice.dice.below(6):
        host = choice.state.units[choice.model.unit]
        yield from _ways_out(choice.ctx, choice.model, host)


def _joins(choice: Choice) -> Iterator[Action]:
    if not choice.dice.below(3):
        yield from (Join(unit=choice.option.model, target=key) for key in choice.option.targets)


PART = Part(
    acts=(
        Act(Join, join, _may_join, phases=("movement",), propose=_joins,
            told=Phrase("%(unit)s [joins|join] %(target)s", "%(unit)s: присоединение, %(target)s")),
        Act(Leave, leave, _may_leave, phases=("movement",), propose=_leaves,
            told=Phrase("%(model)s leaves the unit", "%(model)s покидает подразделение")),
    ),
    marks=(on_unit(JOIN, "turn", "A Character has joined it, and it goes nowhere else."),),
)  # fmt: skip
