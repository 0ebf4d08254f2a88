"""Moves of a unit in the Moving Units step: Advance, March and Reform, and what every move has to keep to."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import Any, NamedTuple

from msgspec.structs import replace

from rules.kernel import convex, regiment
from rules.kernel.context import Context, Modifiers
from rules.kernel.convex import Core
from rules.kernel.events import Action
from rules.kernel.lengths import INCH, show
from rules.kernel.marks import on_unit, one_of
from rules.kernel.part import Act, Choice, Objection, Option, Part, nothing, objection, refuse
from rules.kernel.proposing import directions
from rules.kernel.state import Formation, Model, Number, Stand, State, Unit
from rules.kernel.telling import Phrase
from rules.t9a import danger, discipline, hooks, manoeuvre, placing, ranks, sweeping, taste, terrain, turn, words
from rules.t9a.book import ADVANCES, MARCH
from rules.t9a.discipline import Check
from rules.t9a.manoeuvre import Ahead, Aside, Back, Redress, Step, Wheel
from rules.t9a.ranks import Drawn, Place, Wish
from rules.t9a.sweeping import Sweep

SPACING = "t9a.core.unit-spacing"
APART, PASSING = INCH, INCH // 2
ADVANCE = "t9a.core.advance-move"
REFORM = "t9a.core.reform"
FLEEING, SHAKEN = words.FLEEING, words.SHAKEN
NEAR = 8 * INCH
"""Enemies that are no farther away have to be braved before a March."""
TESTED = "t9a.core.march-move"
RATES = {"Adv": ADVANCE, "Mar": TESTED}
CLAUSES = {"advance": ADVANCE, "march": TESTED, "reform": REFORM}
"""The clause of each manner of moving."""


class Advance(Action, frozen=True, tag="advance"):
    """A unit advances: forwards with wheels, or up to half as far sideways or backwards; an empty way stays in place.

    `fly` if it flies; `sweeps` is a Sweeping Attack on the way; `places` are new places of models with Front Rank: file
    and rank from 0, or the side of the ranks.
    """

    unit: str
    way: tuple[Step, ...]
    fly: bool = False
    sweeps: Sweep | None = None
    places: dict[str, Place] = {}


class March(Action, frozen=True, tag="march"):
    """A unit marches forwards with wheels. `fly`, `sweeps` and `places` are as in an Advance."""

    unit: str
    way: tuple[Step, ...]
    fly: bool = False
    sweeps: Sweep | None = None
    places: dict[str, Place] = {}


class Reform(Action, frozen=True, tag="reform"):
    """A unit stands still and changes its files and its facing around its centre.

    `first` are its models with Front Rank, in the order in which they take their places; `places` as in an Advance.
    """

    unit: str
    facing: tuple[Number, Number]
    files: Number = 0
    first: tuple[str, ...] = ()
    places: dict[str, Place] = {}


# what may move at all


def objections(ctx: Context, unit: Unit, manner: str) -> Iterator[Objection]:
    """Why a unit may not move in this manner now."""
    name = unit.sheet.name
    yield from words.disordered(unit)
    if words.MOVED in unit.turn:
        yield objection(words.MOVED, "{name} has moved in this turn ({how})", name=name, how=unit.turn[words.MOVED])
    if words.engaged(ctx.state, unit):
        yield objection(CLAUSES[manner], "{name} is engaged in combat", name=name)
    barred = ctx.value(hooks.MAY_MOVE, "", unit=unit, manner=manner)
    if barred:
        yield objection(barred, "{name} may not do that: {manner}", name=name, manner=manner)
    if manner == "march" and unit.turn.get(TESTED) == "failed":
        yield objection(TESTED, "{name} has failed its March test", name=name)


def ready(ctx: Context, key: str, manner: str) -> Unit | None:
    """The unit that is to move, if it may; refuses otherwise."""
    fits, unit = turn.now(ctx, "movement", "moving"), words.own(ctx, key)
    may = refuse(ctx, objections(ctx, unit, manner))
    return unit if fits and may else None


# how far and where


class Pace(NamedTuple):
    """How far a unit may go, in hundredths of an inch, and the clause that says so."""

    clause: str
    length: int


class Excess(NamedTuple):
    """A model that would go too far: the clause it breaks, and its way in hundredths of an inch."""

    clause: str
    length: int


def pace(ctx: Context, unit: Unit, name: str, flying: bool = False) -> Pace:
    """The Advance or March Rate of a unit: that of its slowest model."""
    found = [of_model(ctx, model, name, flying) for model in ctx.state.members(unit.id)]
    return min(found, key=lambda each: each.length)


def rate(ctx: Context, unit: Unit, name: str, flying: bool = False) -> int:
    """The length of the same, in hundredths of an inch."""
    return pace(ctx, unit, name, flying).length


def of_model(ctx: Context, model: Model, name: str, flying: bool = False) -> Pace:
    """The Advance or March Rate of a model with its modifiers."""
    printed = Pace(RATES[name], words.printed(model, name))
    base: Pace = ctx.value(hooks.RATE, printed, model=model, name=name, flying=flying)
    modifiers: Modifiers = ctx.value(hooks.RATE_MODIFIERS, (), model=model, name=name)
    return Pace(base.clause, max(0, base.length + sum(amount for _, amount in modifiers)))


@ADVANCES.at(hooks.RATE_MODIFIERS, of="model")
def _hastened(ctx: Context, modifiers: Modifiers, *, has: Any, name: str, **__: Any) -> Modifiers:
    """What a model or its unit has gained or lost: `2,4` is an Advance Rate 2" and a March Rate 4" greater."""
    more, _, on_a_march = str(has).partition(",")
    return (*modifiers, (ADVANCE, int(more if name == "Adv" else on_a_march or more) * INCH))


def way(ctx: Context, unit: Unit, steps: Sequence[Step], flying: bool, begun: Formation) -> list[Formation]:
    """The formations of a unit on a way, from that in which it begins to the last; refuses to pass what it may not."""
    found = [begun]
    over_units = ctx.value(hooks.IGNORES_UNITS, "", unit=unit, flying=flying)
    for step in steps:
        if isinstance(step, Redress):
            found.append(_redressed(ctx, unit, found[-1], step))
            continue
        for ground in manoeuvre.ground(found[-1], step) if not over_units else ():
            passes(ctx, unit, ground)
        found.append(manoeuvre.gone(found[-1], step))
    return found


def _redressed(ctx: Context, unit: Unit, now: Formation, step: Redress) -> Formation:
    clause = ctx.value(hooks.MAY_REFORM_WITHIN, "", unit=unit)
    ctx.require(clause, REFORM, "{name} may not reform while it moves", name=unit.sheet.name)
    return reformed(ctx, unit, now, step.facing, step.files or now.files)


def reformed(
    ctx: Context, unit: Unit, now: Formation, facing: tuple[int, int], files: int, wish: Wish = ranks.NO_WISH
) -> Formation:
    """A formation with other files and another facing around the same centre."""
    if not ctx.require(facing != (0, 0), REFORM, "a unit faces somewhere"):
        return now
    most = ranks.most_files(ctx, unit)
    ctx.require(1 <= files <= most, REFORM, "{files} files; the models fill {most}", files=files, most=most)
    found = ranks.drawn(ctx, unit, max(1, min(files, most)), wish, before=now)
    refuse(ctx, found.objections)
    sides = replace(now, left=found.left, right=found.right)
    if (facing, found.files) == (now.facing, now.files) and (sides.left, sides.right) == (now.left, now.right):
        return replace(now, stands=found.stands)  # exactly where it was: nothing is rounded anew
    ways = [_about(now, regiment.reformed(sides, facing, found.files, stands)) for stands in _orders(found, now)]
    return min(ways, key=lambda anew: regiment.farthest(now, anew))


def _orders(found: Drawn, now: Formation) -> Iterator[dict[str, Stand]]:
    """Who stands where: the rank and file on their places as far as there are any, or one rank after the other."""
    yield found.stands
    front = {key: stand for key, stand in found.stands.items() if key in found.front}
    others = [key for key in found.stands if key not in front]
    others.sort(key=lambda key: (now.stands[key].rank, now.stands[key].file) if key in now.stands else (0, 0))
    yield {**front, **placing.filled(front, others, found.files, {})}


def _about(now: Formation, anew: Formation) -> Formation:
    """A formation around the centre of what it was before, sides and all."""
    (x, y), (was_x, was_y) = regiment.centre(anew), regiment.centre(now)
    return replace(anew, at=(anew.at[0] + was_x - x, anew.at[1] + was_y - y))


def passes(ctx: Context, unit: Unit, ground: Core) -> None:
    """Refuse a unit that passes units or impassable terrain nearer than half an inch, and nearer than it stood."""
    for what, gap, least in _passed(ctx, unit, words.boundary(unit), ground):
        ctx.require(False, SPACING, "{name} would pass {gap} from {what}, {least} is the least",
                    name=unit.sheet.name, gap=show(gap), what=what, least=show(least))  # fmt: skip


def _passed(ctx: Context, unit: Unit, stood: Core, ground: Core) -> Iterator[tuple[str, int, int]]:
    """What is too near to the ground that a unit covers: its name, how near, and the least that was needed."""
    for what, outline in _obstacles(ctx, unit):
        # most are far away
        if not convex.boxes_apart(ground, outline, PASSING):
            gap, least = regiment.apart(ground, outline), min(PASSING, regiment.apart(stood, outline))
            if gap < least:
                yield what, gap, least


def _obstacles(ctx: Context, unit: Unit) -> Iterator[tuple[str, Core]]:
    """What a unit on foot has to go round, with its name."""
    yield from ((other.sheet.name, words.boundary(other)) for other in words.on_table(ctx.state) if other.id != unit.id)
    if not ghostly(ctx, unit):
        yield from ((piece.name, piece.outline) for piece in terrain.of(ctx.state, "impassable"))


def ghostly(ctx: Context, unit: Unit) -> bool:
    """Whether all terrain is open to every model of a unit that moves."""
    return all(ctx.value(hooks.IGNORES_TERRAIN, "", model=m) for m in ctx.state.members(unit.id))


def ends(ctx: Context, unit: Unit, end: Core, against: Iterable[str] = (), flying: bool = False) -> None:
    """Refuse the end of a move off the table, or within 1" of a unit or of impassable terrain.

    Units `against` which it charges do not count; a unit that stays exactly where it is may.
    """
    ctx.require(on_table(ctx.state, end), SPACING, "{name} would leave the table", name=unit.sheet.name)
    if unit.formation is not None and end == words.boundary(unit):
        return
    clause = ctx.value(hooks.SPACED, SPACING, unit=unit, flying=flying)
    for what, gap in crowding(ctx.state, unit, end, against):
        ctx.require(False, clause, "{name} would end {gap} from {what}, and has to be more than {least} away",
                    name=unit.sheet.name, gap=show(gap), what=what, least=show(APART))  # fmt: skip


def on_table(state: State, area: Core) -> bool:
    """Whether an area lies on the table, touching its edge allowed."""
    return all(0 <= x <= state.table.width and 0 <= y <= state.table.depth for x, y in area)


def crowding(state: State, unit: Unit, end: Core, against: Iterable[str] = ()) -> Iterator[tuple[str, int]]:
    """The other units and impassable pieces within 1" of an area, and how far it is from each."""
    others = (other for other in words.on_table(state) if other.id != unit.id and other.id not in against)
    units = ((other.sheet.name, words.boundary(other)) for other in others)
    pieces = ((piece.name, piece.outline) for piece in terrain.of(state, "impassable"))
    for what, outline in chain(units, pieces):
        # most are far away
        if not convex.boxes_apart(end, outline, APART + 1) and (gap := regiment.apart(end, outline)) <= APART:
            yield what, gap


def clear(state: State, unit: Unit, end: Core) -> bool:
    """Whether a unit could end a move in an area: on the table, and more than 1" from everything."""
    return on_table(state, end) and next(crowding(state, unit, end), None) is None


def room(ctx: Context, unit: Unit, before: Formation, after: Formation, flying: bool = False) -> bool:
    """Whether there is room for a straight move that the unit does not choose: on its way, and where it ends."""
    end = regiment.boundary(after)
    if not clear(ctx.state, unit, end):
        return False
    return flying or unhindered(ctx, unit, before, after)


def unhindered(ctx: Context, unit: Unit, before: Formation, after: Formation) -> bool:
    """Whether a straight move passes everything at half an inch, or no nearer than the unit stood."""
    ground, stood = regiment.covered(before, after), regiment.boundary(before)
    return next(_passed(ctx, unit, stood, ground), None) is None


def done(ctx: Context, unit: Unit, now: Formation, manner: str, clause: str, flying: bool = False) -> None:
    """A unit has moved: its place, its mark, and its Dangerous Terrain tests."""
    before = words.formation(unit)
    words.form(ctx, unit, now, clause)
    words.mark(ctx, unit, words.MOVED, manner)
    danger.tests(ctx, unit, before, now, manner, flying)


# the moves


def advance(ctx: Context, action: Advance) -> None:
    """An Advance: up to the Advance Rate forwards, or half of it sideways or backwards."""
    unit = ready(ctx, action.unit, "advance")
    if unit is None or not may_fly(ctx, unit, action.fly):
        return
    most = pace(ctx, unit, "Adv", action.fly)
    if any(isinstance(step, Aside | Back) for step in action.way):
        ahead = any(isinstance(step, Ahead | Wheel) for step in action.way)
        ctx.require(not ahead, ADVANCE, "an Advance goes forwards, or sideways or backwards, not both")
        most = Pace(ADVANCE, most.length // 2)
    begun, now = _gone(ctx, unit, action, most)
    change(ctx, unit, begun)
    _passed_over(ctx, unit, action)
    done(ctx, unit, now, "advance", ADVANCE, action.fly)


def change(ctx: Context, unit: Unit, begun: Formation) -> None:
    """Models with Front Rank change places before the unit goes its way."""
    before = words.formation(unit)
    if begun != before:
        words.form(ctx, unit, begun, ranks.change_clause(before, begun))


def march(ctx: Context, action: March) -> None:
    """A March: up to the March Rate forwards; near enemies only after a March test."""
    unit = ready(ctx, action.unit, "march")
    if unit is None or not may_fly(ctx, unit, action.fly):
        return
    ahead = not any(isinstance(step, Aside | Back) for step in action.way)
    ctx.require(ahead, MARCH[""], "a March goes forwards")
    begun, now = _gone(ctx, unit, action, pace(ctx, unit, "Mar", action.fly))
    if braves(ctx.state, unit) and unit.turn.get(TESTED) != "passed":
        raise_test(ctx, unit)
        return
    change(ctx, unit, begun)
    _passed_over(ctx, unit, action)
    done(ctx, unit, now, "march", MARCH[""], action.fly)


def may_fly(ctx: Context, unit: Unit, flying: bool) -> bool:
    """Refuse a unit that cannot fly and is to; anybody may go on foot."""
    barred = ctx.value(hooks.MAY_FLY, words.NO_FLYER, unit=unit) if flying else ""
    return ctx.require(not barred, barred, "not every model of {name} can fly", name=unit.sheet.name)


def modes(ctx: Context, unit: Unit) -> tuple[bool, ...]:
    """How a unit can go: on foot, and in the air if it flies."""
    return (False,) if ctx.value(hooks.MAY_FLY, words.NO_FLYER, unit=unit) else (False, True)


class Gone(NamedTuple):
    """In which formation a unit begins its way, models with Front Rank having changed places, and where it ends."""

    begun: Formation
    end: Formation


def _gone(ctx: Context, unit: Unit, action: Advance | March, most: Pace) -> Gone:
    """Where a unit ends; refuses a way that is too long, passes too near to something, or ends where it may not."""
    reforms, cost = any(isinstance(step, Redress) for step in action.way), manoeuvre.cost(action.way)
    length = 0 if reforms else cost
    ctx.require(length <= most.length, most.clause, "{name} would move {length}, {limit} is the most",
                name=unit.sheet.name, length=show(length), limit=show(most.length))  # fmt: skip
    begun = ranks.changed(ctx, unit, action.places, cost, most.length)
    on_the_way = way(ctx, unit, action.way, action.fly, begun)
    if action.sweeps is not None:
        sweeping.check(ctx, unit, action.sweeps, on_the_way)
    if reforms:
        _measured(ctx, unit, action, on_the_way, most)
    end = on_the_way[-1]
    covers(ctx, unit, _grounds(action.way, on_the_way), action.fly)
    ends(ctx, unit, regiment.boundary(end), flying=action.fly)
    return Gone(begun, end)


def _grounds(steps: Sequence[Step], on_the_way: Sequence[Formation]) -> Iterator[Core]:
    """The areas that a unit covers on its way, the formations in which it begins, reforms and ends included."""
    yield regiment.boundary(on_the_way[0])
    for step, before, after in zip(steps, on_the_way[:-1], on_the_way[1:], strict=True):
        yield from manoeuvre.ground(before, step)
        yield regiment.boundary(after)


def covers(ctx: Context, unit: Unit, ground: Iterable[Core], flying: bool = False) -> bool:
    """Refuse a move of a unit's own will over ground where it may not come."""
    barred = ctx.value(hooks.MAY_COVER, "", unit=unit, ground=tuple(ground), flying=flying)
    return ctx.require(not barred, barred, "{name} may not move there", name=unit.sheet.name)


def _measured(ctx: Context, unit: Unit, action: Advance | March, on_the_way: Sequence[Formation], most: Pace) -> None:
    """Refuse a way with reforms on which a model would go too far, measured for each model by itself."""
    stop = () if action.sweeps is None else (on_the_way[action.sweeps.after],)
    legs = (words.formation(unit), *stop, on_the_way[-1])
    found: Excess | None = ctx.value(hooks.TOO_FAR, None, unit=unit, legs=legs, most=most, flying=action.fly)
    if found is not None:
        ctx.require(False, found.clause, "a model of {name} would move {far}, {limit} is the most",
                    name=unit.sheet.name, far=show(found.length), limit=show(most.length))  # fmt: skip


def _passed_over(ctx: Context, unit: Unit, action: Advance | March) -> None:
    if action.sweeps is not None:
        sweeping.strike(ctx, unit, action.sweeps)


def braves(state: State, unit: Unit) -> list[Unit]:
    """The enemies that are so near that a unit has to take a March test."""
    return [other for other in words.near(state, unit, NEAR, friends=False) if not words.fleeing(other)]


def raise_test(ctx: Context, unit: Unit) -> None:
    """The March test is taken before the unit marches; the March is declared again when it is passed."""
    check = discipline.check_of(ctx, TESTED)
    assert check is not None
    discipline.ask(ctx, unit, check)


def _tested(ctx: Context, unit: Unit, passed: bool) -> None:
    words.mark(ctx, unit, TESTED, "passed" if passed else "failed")


def reform(ctx: Context, action: Reform) -> None:
    """A Reform: no model gets farther than its March Rate."""
    unit = ready(ctx, action.unit, "reform")
    if unit is not None:
        now = redrawn(ctx, unit, action.facing, action.files, Wish(action.first, action.places))
        covers(ctx, unit, (regiment.boundary(now),))
        done(ctx, unit, now, "reform", REFORM)


def redrawn(ctx: Context, unit: Unit, facing: tuple[int, int], files: int, wish: Wish = ranks.NO_WISH) -> Formation:
    """A unit after a Reform where it stands; refuses one that moves a model too far, or comes too near to something."""
    before = words.formation(unit)
    now = reformed(ctx, unit, before, facing, files or before.files, wish)
    far, most = regiment.farthest(before, now), rate(ctx, unit, "Mar")
    ctx.require(far <= most, REFORM, "a model would move {far}, {limit} is the most", far=show(far), limit=show(most))
    ends(ctx, unit, regiment.boundary(now))
    return now


# what is open, and what is worth declaring


def _may(manner: str, name: str) -> Any:
    def offers(ctx: Context) -> Iterator[Option]:
        if ctx.state.step != "moving":
            return
        for unit in words.on_table(ctx.state, ctx.state.to_act):
            if nothing(objections(ctx, unit, manner)):
                limit = max(rate(ctx, unit, name, flying) for flying in modes(ctx, unit))
                yield Option(unit.side, manner, model=unit.id, limit=limit, clause=CLAUSES[manner])

    return offers


def _onward(choice: Choice, limit: int) -> Iterator[tuple[Step, ...]]:
    """To where the unit wants to be: with a wheel if that lies to the side, and straight ahead; then less of both."""
    aim = taste.aim(choice.ctx, choice.unit)
    if aim is None:
        return
    goal = taste.heading(choice.unit, aim.at)
    turns = dict.fromkeys((min(limit, goal.turn if goal.ahead > 0 else limit), 0, limit // 4, limit // 2))
    for turn_ in turns if 4 * goal.turn > INCH else (0,):
        wheel: tuple[Step, ...] = (Wheel(goal.flank, turn_),) if turn_ else ()
        most = min(limit - turn_, max(0, goal.ahead))
        for length in dict.fromkeys((most, most // 2, most // 4)):
            yield (*wheel, Ahead(length)) if length else wheel


def _advances(choice: Choice) -> Iterator[Action]:
    """To where it wants to be, in the air if that is possible; else a little to the side or back, or nowhere."""
    unit, limit = choice.unit, rate(choice.ctx, choice.unit, "Adv")
    yield from _flights(choice, Advance, "Adv")
    yield from (Advance(unit=unit.id, way=way) for way in _onward(choice, limit))
    for length in (limit // 2, limit // 4):
        if length:
            yield from (Advance(unit=unit.id, way=(step,)) for step in
                        (Aside("left", length), Aside("right", length), Back(length)))  # fmt: skip
    yield Advance(unit=unit.id, way=())


def _marches(choice: Choice) -> Iterator[Action]:
    """To where it wants to be, in the air if that is possible; else nowhere."""
    yield from _flights(choice, March, "Mar")
    limit = rate(choice.ctx, choice.unit, "Mar")
    yield from (March(unit=choice.unit.id, way=way) for way in _onward(choice, limit))
    yield March(unit=choice.unit.id, way=())


def _flights(choice: Choice, kind: type[Advance | March], name: str) -> Iterator[Action]:
    """The same in the air: straight ahead as far as the unit flies, sweeping over an enemy half-way if it can."""
    ctx, unit = choice.ctx, choice.unit
    if True not in modes(ctx, unit):
        return
    length = rate(ctx, unit, name, flying=True)
    for far in (length, length * 3 // 4, length // 2):
        for part in range(INCH, far, INCH) if sweeping.can(ctx, unit) else ():
            way = (Ahead(part), Ahead(far - part))
            for target in sweeping.below(ctx, unit, manoeuvre.gone(words.formation(unit), way[0])):
                yield kind(unit=unit.id, way=way, fly=True, sweeps=Sweep(target, 1))
        yield kind(unit=unit.id, way=(Ahead(far),), fly=True) if far else kind(unit=unit.id, way=(), fly=True)


def reforms(ctx: Context, unit: Unit) -> Iterator[tuple[int, int]]:
    """Where a unit that reforms may want to face: the way it wants to go first, at last where it faces."""
    stands = words.formation(unit)
    wanted = taste.aim(ctx, unit)
    if wanted is not None:
        x, y = regiment.centre(stands)
        yield from directions((x, y, 0), (*wanted.at, 0))[:4]
    yield stands.facing


def _reforms(choice: Choice) -> Iterator[Action]:
    yield from (Reform(unit=choice.unit.id, facing=each) for each in reforms(choice.ctx, choice.unit))


PART = Part(
    acts=(
        Act(Advance, advance, _may("advance", "Adv"), phases=("movement",), propose=_advances,
            told=Phrase("%(unit)s [advances|advance]", "%(unit)s: наступление")),
        Act(March, march, _may("march", "Mar"), phases=("movement",), propose=_marches,
            told=Phrase("%(unit)s [marches|march]", "%(unit)s: марш")),
        Act(Reform, reform, _may("reform", "Mar"), phases=("movement",), propose=_reforms,
            told=Phrase("%(unit)s [reforms|reform]", "%(unit)s: перестроение")),
    ),
    brings=(Check(TESTED, _tested),),
    marks=(on_unit(TESTED, "turn", "How its March test ended.", one_of("passed", "failed")),),
)  # fmt: skip
