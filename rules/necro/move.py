"""Actions by which fighters move: Move, Charge, Crawl, Stand Up, and turning."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rules.kernel import geometry
from rules.kernel.context import Context
from rules.kernel.dice import d3
from rules.kernel.effects import Moved
from rules.kernel.events import Action
from rules.kernel.lengths import INCH, show
from rules.kernel.part import Act, Choice, Option, Part, nothing
from rules.kernel.proposing import directions, towards
from rules.kernel.state import Facing, Model, Number, Point
from rules.kernel.telling import Phrase
from rules.necro import activation, checks, ground, words
from rules.necro.activation import BASIC, DOUBLE, SIMPLE

MOVE = "necro.core.move"
CHARGE = words.FREE
CRAWL = "necro.core.crawl"
STAND_UP = "necro.core.stand-up"
BARRICADE = "necro.move.barricade-test"
BARRICADE_COST = "necro.move.barricade-cost"
DANGER = "necro.terrain.dangerous-test-move"
DANGER_FAILED = "necro.terrain.dangerous-fail"
ENGAGES = "necro.engage.needs-permitting-move"
REACHES = "necro.engage.not-enough-movement"
TOLL = 2 * INCH


class Move(Action, frozen=True, tag="move"):
    """A fighter moves along `path`, the points after its place, and then faces `facing`."""

    fighter: str
    path: tuple[Point, ...]
    facing: tuple[Number, Number] | None = None


class Charge(Action, frozen=True, tag="charge"):
    """A fighter charges enemies along `path`, which ends in base contact with them."""

    fighter: str
    targets: tuple[str, ...]
    path: tuple[Point, ...]


class Crawl(Action, frozen=True, tag="crawl"):
    """A prone fighter crawls along `path`."""

    fighter: str
    path: tuple[Point, ...]


class StandUp(Action, frozen=True, tag="stand-up"):
    """A pinned fighter stands up."""

    fighter: str
    facing: tuple[Number, Number] | None = None


def is_status(ctx: Context, model: Model, clause: str, *wanted: str) -> bool:
    """Refuse a fighter of another status."""
    now = words.status(ctx.state, model)
    return ctx.require(now in wanted, clause, "{name} is {now}, not {wanted}", name=model.sheet.name, now=now,
                       wanted=" or ".join(wanted))  # fmt: skip


def move(ctx: Context, action: Move) -> None:
    """Move: up to the Movement of an active fighter."""
    model = activation.begun(ctx, action.fighter, "move", SIMPLE)
    if model is None or not is_status(ctx, model, words.PINNED, "active"):
        return
    ctx.require(action.path, MOVE, "{name} moves somewhere", name=model.sheet.name)
    ground.check(ctx, model, action.path)
    _may_end(ctx, model, action.path, engaging=False)
    _keeps_off(ctx, model, action.path)
    activation.spend(ctx, model, "move", SIMPLE)
    along(ctx, model, action.path, words.printed(model, "M"), MOVE, action.facing)


def _may_end(ctx: Context, model: Model, path: Sequence[Point], engaging: bool) -> None:
    for clause, sentence in ground.forbidden(ctx.state, model, path[-1] if path else ctx.place(model), engaging):
        ctx.require(False, clause, "{text}", text=sentence)


def _keeps_off(ctx: Context, model: Model, path: Sequence[Point]) -> None:
    """No point of a way is nearer than 1" to an enemy, unless the fighter begins there and goes away."""
    foes = [other for other in words.enemies(ctx.state, model) if words.INJURED not in other.game]
    close = geometry.met(ctx.place(model), path, model.sheet.base, foes, words.NEAR - 1)
    for other in close:
        ctx.require(False, "necro.one-inch.rule", '{name} would come nearer than 1" to {other}', name=model.sheet.name,
                    other=other.sheet.name)  # fmt: skip


def along(
    ctx: Context, model: Model, path: Sequence[Point], limit: int, rule: str, facing: Facing | None = None
) -> None:
    """Go along a way: tests at barricades and on dangerous ground, as far as the movement lasts."""
    start, name = ctx.place(model), model.sheet.name
    length = ground.cost(ctx.state, start, path)
    ctx.require(length <= limit, rule, "{name} would move {length}, {limit} is the most", name=name,
                length=show(length), limit=show(limit))  # fmt: skip
    for piece in ground.crossed(ctx.state, start, path):
        if not checks.taken(ctx, model, BARRICADE, "I"):
            length += TOLL
            ctx.require(length <= limit, BARRICADE_COST, "{name} has not the movement left to cross {piece}", name=name,
                        piece=piece.name)  # fmt: skip
    if length > limit:
        return
    ctx.emit(Moved(rule=rule, model=model.id, path=tuple(path), length=length, facing=facing))
    for _ in ground.entered(ctx.state, start, path, model.sheet.base):
        if not model.out and not checks.taken(ctx, model, DANGER, "I"):
            words.out(ctx, model, DANGER_FAILED)


def charge(ctx: Context, action: Charge) -> None:
    """Charge: Movement and D3"; a fighter that ends engaged may fight at once."""
    model = activation.begun(ctx, action.fighter, "charge", DOUBLE)
    if model is None or not is_status(ctx, model, words.PINNED, "active"):
        return
    targets = [ctx.model(key, "$.action.targets") for key in action.targets]
    foes = {other.id for other in words.enemies(ctx.state, model)}
    ctx.require(targets and all(t.id in foes for t in targets), ENGAGES, "a charge is at enemies")
    ground.check(ctx, model, action.path)
    _may_end(ctx, model, action.path, engaging=True)
    end = action.path[-1] if action.path else ctx.place(model)
    for target in targets:
        gap = geometry.gap(end, model.sheet.base, ctx.place(target), target.sheet.base)
        ctx.require(gap <= words.CONTACT, ENGAGES, "{name} would end {gap} from {target}", name=model.sheet.name,
                    gap=show(gap), target=target.sheet.name)  # fmt: skip
    activation.spend(ctx, model, "charge", DOUBLE)
    rolled = ctx.roll(CHARGE, ctx.by, 1, model=model.id)
    limit = words.printed(model, "M") + d3(rolled.total) * INCH
    start, path = ctx.place(model), list(action.path)
    if ground.cost(ctx.state, start, path) > limit:
        path = _short(ctx, model, path, limit, targets)
    if path:
        along(ctx, model, path, max(limit, ground.cost(ctx.state, start, path)), CHARGE)
    if not model.out and words.engaged_with(ctx.state, model):
        words.mark(ctx, model, words.FREE, "fight", until="phase", rule=CHARGE)


def _short(ctx: Context, model: Model, path: Sequence[Point], limit: int, targets: Sequence[Model]) -> list[Point]:
    """The way as far as the movement lasts, and no nearer than 1" to the enemy."""
    start = ctx.place(model)
    done: list[Point] = []
    for a, b in ground.legs(start, path):
        if ground.cost(ctx.state, start, [*done, b]) <= limit:
            done.append(b)
            continue
        for part in range(20, 0, -1):
            spot = tuple(p + (q - p) * part // 20 for p, q in zip(a, b, strict=True))
            at = (spot[0], spot[1], spot[2])
            fits = ground.cost(ctx.state, start, [*done, at]) <= limit
            if fits and not list(ground.forbidden(ctx.state, model, at, engaging=False)):
                return [*done, at]
        return done if not list(ground.forbidden(ctx.state, model, done[-1] if done else start, False)) else []
    return done


def crawl(ctx: Context, action: Crawl) -> None:
    """Crawl: half the Movement of a prone fighter."""
    model = activation.begun(ctx, action.fighter, "crawl", DOUBLE)
    if model is None or not is_status(ctx, model, CRAWL, "pinned", "injured"):
        return
    ground.check(ctx, model, action.path)
    _may_end(ctx, model, action.path, engaging=False)
    activation.spend(ctx, model, "crawl", DOUBLE)
    along(ctx, model, action.path, words.printed(model, "M") // 2, CRAWL)


def stand_up(ctx: Context, action: StandUp) -> None:
    """Stand Up: a pinned fighter is active again."""
    model = activation.begun(ctx, action.fighter, "stand-up", BASIC)
    if model is None or not is_status(ctx, model, STAND_UP, "pinned"):
        return
    activation.spend(ctx, model, "stand-up", BASIC)
    words.unmark(ctx, model, words.PINNED, rule=STAND_UP)
    if action.facing is not None:
        ctx.emit(Moved(rule="necro.move.turn-after-move", model=model.id, path=(), facing=action.facing))


# what is open, and what is worth declaring


def offered(ctx: Context, tag: str, kind: str, *statuses: str) -> Model | None:
    """The fighter that is being activated, if it can make an action of this kind in its status."""
    model = words.active(ctx.state)
    if model is None or ctx.state.step == "finished" or words.status(ctx.state, model) not in statuses:
        return None
    return model if nothing(activation.unaffordable(ctx, model, tag, kind)) else None


def _may_move(ctx: Context) -> Iterator[Option]:
    model = offered(ctx, "move", SIMPLE, "active")
    if model is not None:
        side = words.controller(ctx.state, model)
        yield Option(side, "move", model.id, limit=words.printed(model, "M"), clause=MOVE)


def _may_charge(ctx: Context) -> Iterator[Option]:
    model = offered(ctx, "charge", DOUBLE, "active")
    if model is not None:
        reach = words.printed(model, "M") + 3 * INCH
        near = tuple(m.id for m in geometry.within(words.enemies(ctx.state, model), model, reach))
        if near:
            side = words.controller(ctx.state, model)
            yield Option(side, "charge", model.id, near, limit=words.printed(model, "M"), clause=CHARGE)


def _may_crawl(ctx: Context) -> Iterator[Option]:
    model = offered(ctx, "crawl", DOUBLE, "pinned", "injured")
    if model is not None:
        side = words.controller(ctx.state, model)
        yield Option(side, "crawl", model.id, limit=words.printed(model, "M") // 2, clause=CRAWL)


def _may_stand(ctx: Context) -> Iterator[Option]:
    model = offered(ctx, "stand-up", BASIC, "pinned")
    if model is not None:
        yield Option(words.controller(ctx.state, model), "stand-up", model.id, clause=STAND_UP)


def _paths(choice: Choice, away: bool = False) -> Iterator[tuple[Point, ...]]:
    state, model, limit = choice.state, choice.model, choice.option.limit
    start = model.at or (0, 0, 0)
    foes = words.enemies(state, model)
    goal = min(foes, key=lambda m: geometry.distance(m, model)).at if foes else None
    for length in (limit, limit // 2, limit // 4):
        for way in directions(start, goal, away)[:9]:
            yield (towards(start, way, length),)


def _moves(choice: Choice) -> Iterator[Action]:
    yield from (Move(fighter=choice.option.model, path=path) for path in _paths(choice))


def _crawls(choice: Choice) -> Iterator[Action]:
    yield from (Crawl(fighter=choice.option.model, path=path) for path in _paths(choice, away=True))


def _stands(choice: Choice) -> Iterator[Action]:
    yield StandUp(fighter=choice.option.model)


def _charges(choice: Choice) -> Iterator[Action]:
    """Straight at the nearest enemies."""
    model = choice.model
    start = model.at or (0, 0, 0)
    for other in geometry.nearest(model, [choice.state.models[key] for key in choice.option.targets]):
        centre, radius = other.at or (0, 0, 0), model.sheet.base + other.sheet.base + 2
        for way in directions(centre, start)[:6]:
            yield Charge(fighter=model.id, targets=(other.id,), path=(towards(centre, way, radius),))


PART = Part(acts=(
    Act(Move, move, _may_move, phases=("action",), propose=_moves,
        told=Phrase("%(fighter)s moves", "%(fighter)s: движение")),
    Act(Charge, charge, _may_charge, phases=("action",), propose=_charges,
        told=Phrase("%(fighter)s charges", "%(fighter)s: нападение")),
    Act(Crawl, crawl, _may_crawl, phases=("action",), propose=_crawls,
        told=Phrase("%(fighter)s crawls", "%(fighter)s ползёт")),
    Act(StandUp, stand_up, _may_stand, phases=("action",), propose=_stands,
        told=Phrase("%(fighter)s stands up", "%(fighter)s встаёт")),
))  # fmt: skip
