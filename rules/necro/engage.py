"""Engaging in melee: the Charge, its shortest way, interception, several targets, no room, and turning afterwards."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from rules.kernel import convex, direction, geometry, walk
from rules.kernel.context import Context
from rules.kernel.dice import d3
from rules.kernel.effects import Moved, Noted
from rules.kernel.events import Action
from rules.kernel.lengths import INCH, show
from rules.kernel.marks import LENGTH, TEXTS, QuestionKind
from rules.kernel.part import Act, Choice, Objection, Objections, Option, Part, nothing, objection, refuse
from rules.kernel.state import Decision, Facing, Model, Number, Point, State
from rules.kernel.telling import Phrase, Telling
from rules.necro import activation, danger, ground, move, routes, way, words
from rules.necro.activation import DOUBLE
from rules.necro.book import ENGAGE

CHARGE = words.FREE
D3 = "necro.core.d3"
ENGAGES = "necro.move.charge-engages"
ANNOUNCED = ENGAGE["declare-at-start"]
TARGET = ENGAGE["choose-target"]
SHORTEST = ENGAGE["shortest-path"]
DETOUR = ENGAGE["detour-shortest"]
WHOLE = ENGAGE["full-distance"]
INTERCEPTED = ENGAGE["interception"]
NOT_ENOUGH = ENGAGE["not-enough-movement"]
TOGETHER = ENGAGE["several-condition"]
ALL = ENGAGE["several-all"]
ONE = ENGAGE["several-otherwise-one"]
NO_ROOM = ENGAGE["no-room"]
THEN_CONTACT = ENGAGE["no-room-then-contact"]
TURNS = ENGAGE["turn-models"]
EXTRA = 3 * INCH
"""The most that a charge adds to Movement."""
SHIFT, STEP = 2 * INCH, 5
"""How far a target is shifted at most to make room, and how exactly that is looked for."""
NEAREST = 8
"""How many of the places around a target, the nearest first, a charger can come to that has no room."""

Path = tuple[Point, ...]


class Charge(Action, frozen=True, tag="charge"):
    """A fighter charges enemies along `path`, which ends in base contact with all of them; then it faces `facing`.

    `pays` are the barricades for which it pays 2" without a test.
    """

    fighter: str
    targets: tuple[str, ...]
    path: tuple[Point, ...]
    facing: tuple[Number, Number] | None = None
    pays: tuple[str, ...] = ()


class ChooseTarget(Action, frozen=True, tag="choose-target"):
    """A charger that cannot reach all its targets chooses one, and its way there."""

    fighter: str
    target: str
    path: tuple[Point, ...]
    facing: tuple[Number, Number] | None = None
    pays: tuple[str, ...] = ()


class GiveWay(Action, frozen=True, tag="give-way"):
    """The target of a charge is shifted to a place where the charger has room, and turned."""

    fighter: str
    at: Point
    facing: tuple[Number, Number] | None = None


class Face(Action, frozen=True, tag="face"):
    """A fighter that has become engaged is turned."""

    fighter: str
    facing: tuple[Number, Number]


class Aim(NamedTuple):
    """A charge after its dice: whom it is at, the way, how far it reaches, and what the charger does about it."""

    targets: tuple[Model, ...]
    path: Path
    limit: int
    facing: Facing | None
    pays: tuple[str, ...]


def charge(ctx: Context, action: Charge) -> None:
    """Charge: Movement and D3"; a fighter that ends engaged may fight at once."""
    way.looks(action.facing)
    model = activation.begun(ctx, action.fighter, "charge", DOUBLE)
    clause = move.ONLY_SO.get(words.status(ctx.state, model), CHARGE) if model is not None else CHARGE
    if model is None or not move.is_status(ctx, model, clause, "active"):
        return
    targets = tuple(ctx.model(key, "$.action.targets") for key in dict.fromkeys(action.targets))
    if not refuse(ctx, targeted(ctx.state, model, targets)):
        return
    if not refuse(ctx, astray(ctx, model, targets, action.path)) and not action.path:
        return
    refuse(ctx, way.unpaid(ctx.state, model, action.path, action.pays))
    activation.spend(ctx, model, "charge", DOUBLE)
    limit = words.printed(model, "M") + d3(ctx.roll(CHARGE, model.side, 1, model=model.id).total) * INCH
    ctx.emit(Noted(rule=D3, model=model.id, value=limit))
    run(ctx, model, Aim(targets, action.path, limit, action.facing, action.pays))


# what a charge may be


def targeted(state: State, model: Model, targets: Sequence[Model]) -> Iterator[Objection]:
    """Why fighters cannot be the targets of a charge."""
    foes = {other.id for other in words.enemies(state, model)}
    if not targets:
        yield objection(ANNOUNCED, "{name} has to say whom it means to engage", name=model.sheet.name)
    for other in targets:
        if other.id not in foes:
            yield objection(TARGET, "{other} is no enemy of {name} on the table", other=other.sheet.name,
                            name=model.sheet.name)  # fmt: skip
    if len(targets) > 1 and all(other.id in foes for other in targets) and not routes.places(state, model, targets):
        yield objection(TOGETHER, "{name} cannot be in contact with {others} at the same time", name=model.sheet.name,
                        others=words.names(targets))  # fmt: skip


def astray(ctx: Context, model: Model, targets: Sequence[Model], path: Path) -> Objections:
    """Why the way of a charge is refused: it cannot be gone, ends without contact, or is longer than it has to be."""
    state, name = ctx.state, model.sheet.name
    if not path:
        yield objection(WHOLE, "{name} moves towards its target", name=name)
        return
    yield from impassable(state, model, targets, path)
    reached = [other for other in targets if routes.touches(model, path[-1], other)]
    for other in targets:
        if other not in reached:
            away = show(ground.gap(model, path[-1], other))
            yield objection(ALL if reached else WHOLE, "{name} would end {away} from {other}", name=name, away=away,
                            other=other.sheet.name)  # fmt: skip
    whole = routes.length(state, model, model.at or path[0], path)
    best = routes.approach(state, model, targets, within=whole + routes.SLACK)
    if best is not None:
        yield from too_long(state, model, targets, path, best)
        yield from ground.forbidden(state, model, path[-1], engaging=True)


def impassable(state: State, model: Model, targets: Sequence[Model], path: Path) -> Iterator[Objection]:
    """What is in the way of a charge; a target is not, if the way ends where it stands."""
    ends_on = {other.id for other in walk.at_place(model, path[-1], targets)}
    for a, b in ground.legs(model.at or path[0], path):
        yield from ground.hindrances(state, model, a, b, bodies=False)
        for other in ground.in_the_way(state, model, a, b):
            if other.id not in ends_on:
                yield objection(ground.INJURED_ONLY, "{other} stands in the way of {name}", other=other.sheet.name,
                                name=model.sheet.name)  # fmt: skip


def too_long(state: State, model: Model, targets: Sequence[Model], path: Path, best: routes.Way) -> Iterator[Objection]:
    """Why a way is not as short as possible; round dangers it may be longer, and no longer than it has to be."""
    start, name = model.at or path[0], model.sheet.name
    whole = routes.length(state, model, start, path)
    if whole <= best.length + routes.SLACK:
        return
    facts = {"name": name, "whole": show(whole)}
    if not ground.dangers(state, model, start, best.path) or ground.dangers(state, model, start, path):
        yield objection(SHORTEST, "the way of {name} is {whole} long, the shortest is {best}", best=show(best.length),
                        **facts)  # fmt: skip
        return
    round_ = routes.approach(state, model, targets, safe=True, within=whole)
    if round_ is not None and whole > round_.length + routes.SLACK:
        yield objection(DETOUR, "the way of {name} round the danger is {whole} long, the shortest is {best}",
                        best=show(round_.length), **facts)  # fmt: skip


# what becomes of it


def run(ctx: Context, model: Model, aim: Aim) -> None:
    """Make the move of a charge, as far as it goes; ask what has to be decided on the way."""
    state, start = ctx.state, ctx.place(model)
    met = interceptor(state, model, aim.targets, aim.path)
    if met is not None:
        other, path = met
        aim = aim._replace(targets=(other,), path=path)
    enough = ground.cost(state, model, start, aim.path) <= aim.limit
    if not enough and len(aim.targets) > 1 and _single(ctx, model, aim):
        _ask_which(ctx, model, aim)
    elif (
        enough and len(aim.targets) == 1 and not ground.clear(state, model, aim.path[-1]) and _ask_room(ctx, model, aim)
    ):
        return
    else:
        _arrives(ctx, model, aim, INTERCEPTED if met is not None else ENGAGES)


def interceptor(state: State, model: Model, targets: Sequence[Model], path: Path) -> tuple[Model, Path] | None:
    """The active and able enemy to whom a charge comes nearer than 1" before its targets, and the way into contact.

    Where the way comes near a target first, nobody intercepts it any more.
    """
    aims = {other.id for other in targets}
    behind: list[Point] = []
    for a, b in ground.legs(model.at or path[0], path):
        near = sorted(
            (part, other.id not in aims, other.id) for other in words.enemies(state, model)
            if (other.id in aims or intercepts(state, other))
            and (part := ground.comes_near(state, model, a, b, other)) is not None
        )  # fmt: skip
        if near and not near[0][1]:
            return None
        if near:
            part, _, key = near[0]
            place, other = ground.spot(a, b, part), state.models[key]
            return other, (*behind, place, *_into(state, model, other, place))
        behind.append(b)
    return None


def _into(state: State, model: Model, other: Model, place: Point) -> Path:
    """The way of a charger from the place where it is intercepted into contact."""
    twin = state.copied()
    charger = twin.models[model.id]
    charger.at = place
    twin.moved()
    found = routes.approach(twin, charger, (twin.models[other.id],))
    return found.path if found is not None else (routes.contact(model, other, place),)


def intercepts(state: State, other: Model) -> bool:
    """Whether an enemy intercepts chargers: it is active and able."""
    return words.status(state, other) == "active" and words.able(other)


def _arrives(ctx: Context, model: Model, aim: Aim, rule: str) -> None:
    """Go the way: into contact, or as near as 1" if the movement does not last."""
    start = ctx.place(model)
    now = way.go(ctx, model, aim.path, aim.limit, aim.pays)
    there = not now.fate and all(routes.touches(model, now.at, other) for other in aim.targets)
    there = there and ground.clear(ctx.state, model, now.at)
    if not there and not now.fate:
        rule = way.SHORT
        if way.blocked(ctx, model, now.at):
            way.stop_short(ctx, now, start)
            rule = NOT_ENOUGH
    way.arrive(ctx, now, CHARGE if now.fate else rule, aim.facing)
    if there:
        engaged(ctx, model)


def engaged(ctx: Context, model: Model) -> None:
    """A fighter has engaged: it may fight at once, and its enemies may be turned."""
    foes = words.engaged_with(ctx.state, model)
    if foes:
        words.mark(ctx, model, words.FREE, "fight", until="phase", rule=CHARGE)
        ask_turn(ctx, tuple(foe.id for foe in foes))


# several targets


def _single(ctx: Context, model: Model, aim: Aim) -> tuple[str, ...]:
    """The targets that a charge reaches one by one."""
    return tuple(other.id for other in aim.targets if _reached(ctx.state, model, other, aim.limit) is not None)


def _reached(state: State, model: Model, other: Model, limit: int) -> Path | None:
    """The way into contact with a single target, if a distance is enough for it."""
    start = model.at or (0, 0, 0)
    for safe in (False, True):
        found = routes.approach(state, model, (other,), safe, limit)
        if found is None or ground.cost(state, model, start, found.path) <= limit:
            return None if found is None else found.path
    return None


def _ask_which(ctx: Context, model: Model, aim: Aim) -> None:
    ctx.ask(ONE, words.controller(ctx.state, model), model=model.id, targets=_single(ctx, model, aim), value=aim.limit)


def choose(ctx: Context, action: ChooseTarget) -> None:
    """Go on against one of the targets."""
    way.looks(action.facing)
    model, target = ctx.model(action.fighter, "$.action.fighter"), ctx.model(action.target, "$.action.target")
    asked = ctx.asked(ONE, "no charge of this side has to choose one of its targets")
    if asked is None:
        return
    mine = asked.model == model.id and target.id in asked.targets
    if not ctx.require(mine, ONE, "{name} does not reach {target}", name=model.sheet.name, target=target.sheet.name):
        return
    if not refuse(ctx, astray(ctx, model, (target,), action.path)) and not action.path:
        return
    refuse(ctx, way.unpaid(ctx.state, model, action.path, action.pays))
    ctx.answered(ONE)
    run(ctx, model, Aim((target,), action.path, asked.value, action.facing, action.pays))


# no room


def _ask_room(ctx: Context, model: Model, aim: Aim) -> bool:
    """Ask the owner of a target to make room for the charger; returns whether there is a way to."""
    target = aim.targets[0]
    found = next(shifts(ctx.state, model, target, aim.path), None)
    if found is None:
        return False
    about: dict[str, int | str | tuple[str, ...]] = {
        "path": way.texts(aim.path), "limit": aim.limit, "pays": aim.pays,
        "facing": way.texts(((*aim.facing, 0),)) if aim.facing is not None else (),
    }  # fmt: skip
    ctx.ask(NO_ROOM, words.controller(ctx.state, target), model=target.id, targets=(model.id,), value=found[0],
            about=about)  # fmt: skip
    return True


def shifts(state: State, model: Model, target: Model, path: Path) -> Iterator[tuple[int, Point]]:
    """How far and where to a target can be shifted so that the charger fits, the least distance first.

    To a twentieth of an inch, directly away from the charger or every 15 degrees.
    """
    twin, at, end = state.copied(), target.at or path[-1], path[-1]
    moved, away = twin.models[target.id], (at[0] - end[0], at[1] - end[1])
    ways = [away] * (away != (0, 0)) + [direction.vector(angle) for angle in range(0, direction.TURN, routes.RING)]
    for length in range(STEP, SHIFT + 1, STEP):
        for place in dict.fromkeys(ground.along(at, way_, length) for way_ in ways):
            moved.at = at
            twin.moved()
            if ground.clear(twin, moved, place):
                moved.at = place
                twin.moved()
                if fitting(twin, twin.models[model.id], moved, path) is not None:
                    yield length, place


def fitting(state: State, model: Model, target: Model, path: Path) -> Point | None:
    """The place in contact with a target where a charger fits that has come along a way: the nearest to its end."""
    end = path[-1]
    ring = sorted(routes.ring(model, target), key=lambda at: (geometry.ground_square(at, end), at))
    for at in (end, *ring[:NEAREST]) if routes.touches(model, end, target) else ring[:NEAREST]:
        open_ = at == end or nothing(ground.hindrances(state, model, end, at))
        if ground.clear(state, model, at) and not _across(end, at, target) and open_:
            return at
    return None


def _across(a: Point, b: Point, target: Model) -> bool:
    """Whether a leg leads across the place where a target stands."""
    middle = target.at or a
    square, divisor = convex.leg_distance(a, b, middle)
    return square < divisor * min(geometry.ground_square(a, middle), geometry.ground_square(b, middle))


def give_way(ctx: Context, action: GiveWay) -> None:
    """Shift and turn the target by the least distance, and place the charger in contact."""
    way.looks(action.facing)
    target = ctx.model(action.fighter, "$.action.fighter")
    asked = ctx.asked(NO_ROOM, "no fighter of this side has to make room")
    if asked is None or not ctx.require(asked.model == target.id, NO_ROOM, "{name} has not to make room",
                                        name=target.sheet.name):  # fmt: skip
        return
    model, path = ctx.model(asked.targets[0]), tuple(way.points(_told(asked, "path")))
    shift = geometry.ceil_root(geometry.ground_square(ctx.place(target), action.at))
    ctx.require(shift <= asked.value, NO_ROOM, "{name} would be shifted {shift}, {least} is enough",
                name=target.sheet.name, shift=show(shift), least=show(asked.value))  # fmt: skip
    for clause, sentence in ground.forbidden(ctx.state, target, action.at, engaging=True):
        ctx.require(False, clause, "{text}", text=sentence)
    ctx.require(_makes_room(ctx.state, model, target, action.at, path), NO_ROOM, "{name} would not fit beside {other}",
                name=model.sheet.name, other=target.sheet.name)  # fmt: skip
    ctx.answered(NO_ROOM)
    start = ctx.place(target)
    ctx.emit(Moved(rule=NO_ROOM, model=target.id, path=(action.at,), length=shift, facing=action.facing))
    danger.moved(ctx, target, start, action.at)
    _comes_in(ctx, model, target, asked, path)


def _makes_room(state: State, model: Model, target: Model, at: Point, path: Path) -> bool:
    twin = state.copied()
    twin.models[target.id].at = at
    twin.moved()
    return fitting(twin, twin.models[model.id], twin.models[target.id], path) is not None


def _told(asked: Decision, key: str) -> tuple[str, ...]:
    told = asked.about.get(key, ())
    return told if isinstance(told, tuple) else ()


def _comes_in(ctx: Context, model: Model, target: Model, asked: Decision, path: Path) -> None:
    """The charger goes its way and into the place that there is now; if the target is gone, to the end of its way."""
    place = path[-1] if target.out else fitting(ctx.state, model, target, path)
    if place is None:
        return
    whole = path if place == path[-1] else (*path, place)
    facing = next(((x, y) for x, y, _ in way.points(_told(asked, "facing"))), None)
    limit = max(int(str(asked.about["limit"])), ground.cost(ctx.state, model, ctx.place(model), whole))
    _arrives(ctx, model, Aim(() if target.out else (target,), whole, limit, facing, _told(asked, "pays")), THEN_CONTACT)


# turning


def ask_turn(ctx: Context, waiting: tuple[str, ...]) -> None:
    """Ask for the next fighter that has become engaged whether it is turned."""
    if waiting:
        model = ctx.model(waiting[0])
        ctx.ask(TURNS, words.controller(ctx.state, model), model=model.id, targets=waiting[1:])


def turned(ctx: Context, action: Face) -> None:
    """Turn a fighter that has become engaged."""
    way.looks(action.facing)
    model = ctx.model(action.fighter, "$.action.fighter")
    asked = ctx.asked(TURNS, "no fighter of this side has become engaged")
    if asked is not None and ctx.require(asked.model == model.id, TURNS, "{name} has not become engaged",
                                         name=model.sheet.name):  # fmt: skip
        ctx.answered(TURNS)
        way.face(ctx, model, action.facing, TURNS)
        ask_turn(ctx, asked.targets)


def _not_turned(ctx: Context, asked: Decision, action: Action) -> None:
    ctx.answered(TURNS)
    ask_turn(ctx, asked.targets)


# what is open, and what is worth declaring


def _may_charge(ctx: Context) -> Iterator[Option]:
    model = move.offered(ctx, "charge", DOUBLE, "active")
    if model is not None:
        reach = words.printed(model, "M") + EXTRA
        near = tuple(
            m.id for m in geometry.within(words.enemies(ctx.state, model), model, reach)
            if _reached(ctx.state, model, m, reach) is not None
        )  # fmt: skip
        if near:
            side = words.controller(ctx.state, model)
            yield Option(side, "charge", model.id, near, limit=reach, clause=CHARGE)


def _charges(choice: Choice) -> Iterator[Action]:
    """The shortest way to the nearest enemies."""
    model = choice.model
    for other in geometry.nearest(model, [choice.state.models[key] for key in choice.option.targets]):
        for safe in (False, True):
            found = routes.approach(choice.state, model, (other,), safe, choice.option.limit)
            if found is not None:
                yield Charge(fighter=model.id, targets=(other.id,), path=found.path)


def _may_choose(ctx: Context) -> Iterator[Option]:
    asked = ctx.pending
    yield Option(asked.side, "choose-target", asked.model, asked.targets, limit=asked.value, clause=ONE)


def _chooses(choice: Choice) -> Iterator[Action]:
    for key in choice.option.targets:
        path = _reached(choice.state, choice.model, choice.state.models[key], choice.option.limit)
        if path is not None:
            yield ChooseTarget(fighter=choice.option.model, target=key, path=path)


def _may_give_way(ctx: Context) -> Iterator[Option]:
    asked = ctx.pending
    yield Option(asked.side, "give-way", asked.model, limit=asked.value, clause=NO_ROOM)


def _gives_way(choice: Choice) -> Iterator[Action]:
    asked = choice.ctx.pending
    path, charger = tuple(way.points(_told(asked, "path"))), choice.state.models[asked.targets[0]]
    found = next(shifts(choice.state, charger, choice.model, path), None)
    if found is not None:
        yield GiveWay(fighter=choice.option.model, at=found[1])


def _may_face(ctx: Context) -> Iterator[Option]:
    yield Option(ctx.pending.side, "face", ctx.pending.model, clause=TURNS)


def _faces(choice: Choice) -> Iterator[Action]:
    """Towards the enemy in contact."""
    model = choice.model
    here = model.at or (0, 0, 0)
    for foe in words.engaged_with(choice.state, model):
        if foe.at is not None:
            yield Face(fighter=model.id, facing=(foe.at[0] - here[0], foe.at[1] - here[1]))
    yield Face(fighter=model.id, facing=(0, 1000))


PART = Part(
    acts=(
        Act(Charge, charge, _may_charge, phases=("action",), propose=_charges,
            told=Phrase("%(fighter)s charges", "%(fighter)s: нападение")),
        Act(ChooseTarget, choose, _may_choose, answers=(ONE,), propose=_chooses,
            told=Phrase("%(fighter)s charges only %(target)s",
                        "%(fighter)s: нападение, единственная цель — %(target)s")),
        Act(GiveWay, give_way, _may_give_way, answers=(NO_ROOM,), propose=_gives_way,
            told=Phrase("%(fighter)s makes room", "%(fighter)s подвигается")),
        Act(Face, turned, _may_face, answers=(TURNS,), propose=_faces,
            told=Phrase("%(fighter)s is turned", "%(fighter)s поворачивается")),
    ),
    declines={TURNS: _not_turned},
    asks=(
        QuestionKind(ONE, targets=1, named=True),
        QuestionKind(NO_ROOM, targets=1, named=True,
                     about={"path": way.PLACE, "limit": LENGTH, "pays": TEXTS, "facing": way.PLACES}),
        QuestionKind(TURNS, named=True),
    ),
    telling=Telling(
        questions={
            ONE: Phrase("%(side)s: %(model)s reaches only one target. Which one?",
                        "%(side)s: %(model)s достаёт только одну цель, какую?"),
            NO_ROOM: Phrase("%(side)s: %(model)s makes room for the charger",
                            "%(side)s: %(model)s подвигается, чтобы нападающий встал"),
            TURNS: Phrase("%(side)s: is %(model)s turned?", "%(side)s: повернуть ли %(model)s?"),
        },
    ),
)  # fmt: skip
