"""Actions by which fighters move: Move and a second Move at once, Crawl, Stand Up, and turning before an action."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from rules.kernel import geometry
from rules.kernel.context import Context
from rules.kernel.effects import Moved
from rules.kernel.events import Action
from rules.kernel.marks import TEXT, TEXTS, QuestionKind, on_model
from rules.kernel.part import Act, Choice, Objection, Option, Part, nothing, objection, refuse
from rules.kernel.proposing import directions, towards
from rules.kernel.state import Decision, Facing, Model, Number, Point
from rules.kernel.telling import Phrase, Telling, going
from rules.necro import activation, ground, routes, way, words
from rules.necro.activation import BASIC, DOUBLE, SIMPLE
from rules.necro.book import MOVE as RULES

MOVE = "necro.core.move"
CRAWL = "necro.core.crawl"
STAND_UP = "necro.core.stand-up"
ENGAGES = "necro.engage.needs-permitting-move"
TURN_FIRST = RULES["turn-before-action"]
"""On a fighter, while it is activated: before which of its actions it has turned."""
SECOND = RULES["forbidden-second-move"]
ONLY_SO = {"injured": RULES["crawl-when-injured"], "pinned": words.PINNED, "engaged": "necro.core.engaged"}
"""By which clause a fighter of a status cannot make a Move."""
TWICE = 2
"""Two Moves in a row take so many action points."""


class Move(Action, frozen=True, tag="move"):
    """A fighter moves along `path`, the points after its place, and then faces `facing`.

    It goes as far as its movement lasts. It tests at every barricade but those in `pays`: for these it pays 2".
    """

    fighter: str
    path: tuple[Point, ...]
    facing: tuple[Number, Number] | None = None
    pays: tuple[str, ...] = ()


class MoveOn(Action, frozen=True, tag="move-on"):
    """A fighter whose Move has stopped in a forbidden place makes a second one at once."""

    fighter: str
    path: tuple[Point, ...]
    facing: tuple[Number, Number] | None = None
    pays: tuple[str, ...] = ()


class Crawl(Action, frozen=True, tag="crawl"):
    """A prone fighter crawls along `path`."""

    fighter: str
    path: tuple[Point, ...]
    facing: tuple[Number, Number] | None = None
    pays: tuple[str, ...] = ()


class StandUp(Action, frozen=True, tag="stand-up"):
    """A pinned fighter stands up."""

    fighter: str
    facing: tuple[Number, Number] | None = None


class TurnTo(Action, frozen=True, tag="turn"):
    """An activated fighter turns before it makes an action."""

    fighter: str
    facing: tuple[Number, Number]


def is_status(ctx: Context, model: Model, clause: str, *wanted: str) -> bool:
    """Refuse a fighter of another status."""
    now = words.status(ctx.state, model)
    return ctx.require(now in wanted, clause, "{name} is {now}, not {wanted}", name=model.sheet.name, now=now,
                       wanted=" or ".join(wanted))  # fmt: skip


# moving


def move(ctx: Context, action: Move) -> None:
    """Move: up to the Movement of an active fighter, as far as it lasts."""
    way.looks(action.facing)
    model = activation.begun(ctx, action.fighter, "move", SIMPLE)
    if model is None or not is_status(ctx, model, ONLY_SO.get(words.status(ctx.state, model), MOVE), "active"):
        return
    if not _goes(ctx, model, action.path, MOVE, action.pays):
        return
    if activation.points(model) < TWICE:
        refuse(ctx, ground.forbidden(ctx.state, model, action.path[-1], engaging=False))
    activation.spend(ctx, model, "move", SIMPLE)
    start = ctx.place(model)
    now = way.go(ctx, model, action.path, words.printed(model, "M"), action.pays)
    stuck = not now.fate and now.at != start and way.blocked(ctx, model, now.at)
    if stuck and nothing(activation.unaffordable(ctx, model, "move", SIMPLE)):
        _go_on(ctx, now, start)
        return
    _arrive(ctx, now, start, MOVE, action.facing)


def _goes(ctx: Context, model: Model, path: Sequence[Point], rule: str, pays: Sequence[str]) -> bool:
    """Refuse a way that a fighter cannot go of its own will."""
    if not ctx.require(path, rule, "{name} moves somewhere", name=model.sheet.name):
        return False
    ground.check(ctx, model, path)
    refuse(ctx, _keeps_off(ctx, model, path))
    refuse(ctx, way.unpaid(ctx.state, model, path, pays))
    return True


def _keeps_off(ctx: Context, model: Model, path: Sequence[Point]) -> Iterator[Objection]:
    """Why a way comes too near to enemies: into contact, or nearer than 1"."""
    for other in words.enemies(ctx.state, model):
        if words.standing(other) and ground.gap(model, path[-1], other) <= words.CONTACT:
            yield objection(ENGAGES, "this action of {name} does not engage {other}", name=model.sheet.name,
                            other=other.sheet.name)  # fmt: skip
    for other in ground.approached(ctx.state, model, ctx.place(model), path):
        yield objection(ground.ONE_INCH, '{name} would come nearer than 1" to {other}', name=model.sheet.name,
                        other=other.sheet.name)  # fmt: skip


def _arrive(ctx: Context, now: way.Going, start: Point, rule: str, facing: Facing | None) -> None:
    """End a move where the way ended, or else at the last place of it that is allowed."""
    if not now.fate and now.at != start and way.blocked(ctx, now.model, now.at):
        way.stop_short(ctx, now, start)
        rule = way.OTHERWISE
    elif not now.whole and not now.fate:
        rule = way.SHORT
    way.arrive(ctx, now, rule, facing)


def _go_on(ctx: Context, now: way.Going, start: Point) -> None:
    """A fighter has stopped where it may not: it makes a second Move at once, or stops earlier."""
    back = replace(now, behind=list(now.behind))
    way.stop_short(ctx, back, start)
    way.arrive(ctx, now, MOVE)
    ctx.ask(SECOND, words.controller(ctx.state, now.model), model=now.model.id, value=now.limit,
            about={"met": tuple(now.met), "back": way.texts((back.at,))})  # fmt: skip


def _back(asked: Decision) -> Point:
    """The last place of the first Move where its fighter may stop."""
    told = asked.about.get("back", ())
    return next(way.points(told if isinstance(told, tuple) else ()))


def move_on(ctx: Context, action: MoveOn) -> None:
    """The second Move, which has to end where a fighter may stop."""
    way.looks(action.facing)
    model = ctx.model(action.fighter, "$.action.fighter")
    asked = ctx.asked(SECOND, "no fighter of this side has to move on")
    if asked is None or not ctx.require(asked.model == model.id, SECOND, "{name} has not to move on",
                                        name=model.sheet.name):  # fmt: skip
        return
    if not _goes(ctx, model, action.path, SECOND, action.pays):
        return
    refuse(ctx, ground.forbidden(ctx.state, model, action.path[-1], engaging=False))
    ctx.answered(SECOND)
    activation.spend(ctx, model, "move", SIMPLE)
    met = asked.about.get("met", ())
    now = way.go(ctx, model, action.path, asked.value, action.pays, met if isinstance(met, tuple) else ())
    _arrive_second(ctx, now, _back(asked), action.facing)


def _arrive_second(ctx: Context, now: way.Going, back: Point, facing: Facing | None) -> None:
    """End the second Move; if it does not lead out of the forbidden place, the first one was not allowed either."""
    start = ctx.place(now.model)
    if not now.fate and way.blocked(ctx, now.model, now.at):
        way.stop_short(ctx, now, start)
        if not now.behind:
            _put_back(ctx, now.model, back)
            return
    way.arrive(ctx, now, SECOND, facing)


def _put_back(ctx: Context, model: Model, back: Point) -> None:
    ctx.emit(Moved(rule=way.OTHERWISE, model=model.id, path=(back,)))


def _stays(ctx: Context, asked: Decision, action: Action) -> None:
    """No second Move: the fighter stops at the last allowed place of its way."""
    ctx.answered(SECOND)
    _put_back(ctx, ctx.model(asked.model), _back(asked))


def crawl(ctx: Context, action: Crawl) -> None:
    """Crawl: half the Movement of a prone fighter."""
    way.looks(action.facing)
    model = activation.begun(ctx, action.fighter, "crawl", DOUBLE)
    if model is None or not is_status(ctx, model, CRAWL, "pinned", "injured"):
        return
    if not _goes(ctx, model, action.path, CRAWL, action.pays):
        return
    refuse(ctx, ground.forbidden(ctx.state, model, action.path[-1], engaging=False))
    activation.spend(ctx, model, "crawl", DOUBLE)
    start = ctx.place(model)
    now = way.go(ctx, model, action.path, words.printed(model, "M") // 2, action.pays)
    _arrive(ctx, now, start, CRAWL, action.facing)


def stand_up(ctx: Context, action: StandUp) -> None:
    """Stand Up: a pinned fighter is active again."""
    way.looks(action.facing)
    model = activation.begun(ctx, action.fighter, "stand-up", BASIC)
    if model is None or not is_status(ctx, model, STAND_UP, "pinned"):
        return
    activation.spend(ctx, model, "stand-up", BASIC)
    words.unmark(ctx, model, words.PINNED, rule=STAND_UP)
    if action.facing is not None:
        way.face(ctx, model, action.facing, TURN_FIRST)


# turning


def turn(ctx: Context, action: TurnTo) -> None:
    """Turn before an action: active or engaged fighters, once before each, without cost."""
    way.looks(action.facing)
    if not activation.on_turn(ctx):
        return
    model = words.acting(ctx, action.fighter)
    if refuse(ctx, _unturned(ctx, model)):
        words.mark(ctx, model, TURN_FIRST, _ahead(model), until="phase")
        way.face(ctx, model, action.facing, TURN_FIRST)


def _unturned(ctx: Context, model: Model) -> Iterator[Objection]:
    """Why a fighter may not turn now."""
    now, name = words.status(ctx.state, model), model.sheet.name
    if now not in ("active", "engaged"):
        yield objection(TURN_FIRST, "{name} is {now}, not active or engaged", name=name, now=now)
    if ctx.state.step == "finished" or not (activation.points(model) or words.FREE in model.phase):
        yield objection(TURN_FIRST, "{name} has no action before it", name=name)
    if model.phase.get(TURN_FIRST) == _ahead(model):
        yield objection(TURN_FIRST, "{name} has turned before this action", name=name)


def _ahead(model: Model) -> str:
    """The action that is before a fighter, by what it has left."""
    return f"{activation.points(model)} {model.phase.get(words.FREE, '')}".strip()


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


def _may_move_on(ctx: Context) -> Iterator[Option]:
    asked = ctx.pending
    yield Option(asked.side, "move-on", asked.model, limit=asked.value, clause=SECOND)


def _may_crawl(ctx: Context) -> Iterator[Option]:
    model = offered(ctx, "crawl", DOUBLE, "pinned", "injured")
    if model is not None:
        side = words.controller(ctx.state, model)
        yield Option(side, "crawl", model.id, limit=words.printed(model, "M") // 2, clause=CRAWL)


def _may_stand(ctx: Context) -> Iterator[Option]:
    model = offered(ctx, "stand-up", BASIC, "pinned")
    if model is not None:
        yield Option(words.controller(ctx.state, model), "stand-up", model.id, clause=STAND_UP)


def _may_turn(ctx: Context) -> Iterator[Option]:
    model = words.active(ctx.state)
    if model is not None and model.at is not None and not model.out and nothing(_unturned(ctx, model)):
        yield Option(words.controller(ctx.state, model), "turn", model.id, clause=TURN_FIRST)


def _paths(choice: Choice, away: bool = False) -> Iterator[tuple[Point, ...]]:
    state, model, limit = choice.state, choice.model, choice.option.limit
    start = model.at or (0, 0, 0)
    foes = words.enemies(state, model)
    goal = min(foes, key=lambda m: geometry.distance(m, model)).at if foes else None
    length = choice.of((limit, limit // 2, limit // 4))
    for heading in directions(start, goal, away)[:9]:
        yield (towards(start, heading, length),)


def _moves(choice: Choice) -> Iterator[Action]:
    climbs = _climbs(choice)
    yield from (Move(fighter=choice.option.model, path=path) for path in (*climbs, *_paths(choice)))


def _climbs(choice: Choice) -> list[tuple[Point, ...]]:
    """Up a ladder within reach and onto its floor, and now and then down again."""
    model, state = choice.model, choice.state
    if choice.dice.below(2) or model.at is None:
        return []
    return list(routes.ascents(state, model, choice.option.limit))


def _moves_on(choice: Choice) -> Iterator[Action]:
    """On in any direction."""
    model, limit = choice.model, choice.option.limit
    start = model.at or (0, 0, 0)
    back = _back(choice.ctx.pending)
    for length in (limit // 4, limit // 2, limit):
        for heading in directions(start, back, away=True):
            yield MoveOn(fighter=model.id, path=(towards(start, heading, length),))
    yield MoveOn(fighter=model.id, path=(back,))


def _crawls(choice: Choice) -> Iterator[Action]:
    yield from (Crawl(fighter=choice.option.model, path=path) for path in _paths(choice, away=True))


def _stands(choice: Choice) -> Iterator[Action]:
    yield StandUp(fighter=choice.option.model)


def _turns(choice: Choice) -> Iterator[Action]:
    """Now and then, towards the nearest enemy."""
    model = choice.model
    if choice.dice.below(4):
        return
    here = model.at or (0, 0, 0)
    foes = geometry.nearest(model, words.enemies(choice.state, model))
    aims = ((foe.at[0] - here[0], foe.at[1] - here[1]) for foe in foes if foe.at)
    yield from (TurnTo(fighter=model.id, facing=aim) for aim in (*aims, (0, 1000)) if aim != (0, 0))


PART = Part(
    acts=(
        Act(Move, move, _may_move, phases=("action",), propose=_moves,
            told=going(Phrase("%(fighter)s moves %(length)s", "%(fighter)s: движение на %(length)s"),
                       Phrase("%(fighter)s stays put", "%(fighter)s остаётся на месте"))),
        Act(MoveOn, move_on, _may_move_on, answers=(SECOND,), propose=_moves_on,
            told=going(Phrase("%(fighter)s moves on at once, %(length)s",
                              "%(fighter)s: сразу второе движение на %(length)s"),
                       Phrase("%(fighter)s stays put", "%(fighter)s остаётся на месте"))),
        Act(Crawl, crawl, _may_crawl, phases=("action",), propose=_crawls,
            told=Phrase("%(fighter)s crawls", "%(fighter)s ползёт")),
        Act(StandUp, stand_up, _may_stand, phases=("action",), propose=_stands,
            told=Phrase("%(fighter)s stands up", "%(fighter)s встаёт")),
        Act(TurnTo, turn, _may_turn, phases=("action",), propose=_turns,
            told=Phrase("%(fighter)s turns", "%(fighter)s поворачивается")),
    ),
    declines={SECOND: _stays},
    marks=(on_model(TURN_FIRST, "phase", "The action before which it has turned, by what it had left.", TEXT),),
    asks=(QuestionKind(SECOND, named=True, about={"met": TEXTS, "back": way.PLACE}),),
    telling=Telling(
        questions={
            SECOND: Phrase("%(side)s: %(model)s has stopped where it may not: a second Move at once?",
                           "%(side)s: %(model)s в запрещённом месте: сразу второе движение?"),
        },
    ),
)  # fmt: skip
