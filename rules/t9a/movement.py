"""Moves of a unit in the Moving Units step: Advance, March and Reform, and what every move has to keep to."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from msgspec.structs import replace

from rules.kernel import convex, regiment
from rules.kernel.context import Context
from rules.kernel.convex import Core
from rules.kernel.events import Action
from rules.kernel.lengths import INCH, show
from rules.kernel.part import Act, Choice, Objection, Option, Part, nothing, objection, refuse
from rules.kernel.proposing import directions
from rules.kernel.state import Formation, Number, State, Unit
from rules.kernel.telling import Phrase
from rules.t9a import danger, discipline, hooks, manoeuvre, ranks, terrain, turn, words
from rules.t9a.book import MARCH
from rules.t9a.discipline import Check
from rules.t9a.manoeuvre import Ahead, Aside, Back, Redress, Step, Wheel
from rules.t9a.ranks import Place, Wish

SPACING = "t9a.core.unit-spacing"
APART, PASSING = INCH, INCH // 2
ADVANCE = "t9a.core.advance-move"
REFORM = "t9a.core.reform"
FLEEING, SHAKEN = words.FLEEING, words.SHAKEN
NEAR = 8 * INCH
"""Enemies that are no farther away have to be braved before a March."""
TESTED = "t9a.core.march-move"


class Advance(Action, frozen=True, tag="advance"):
    """A unit advances: forwards with wheels, or up to half of it sideways or backwards. `fly` if it flies.

    `places` are new places of models with Front Rank: file and rank from 0, or the side of the ranks.
    """

    unit: str
    way: tuple[Step, ...]
    fly: bool = False
    places: dict[str, Place] = {}


class March(Action, frozen=True, tag="march"):
    """A unit marches forwards with wheels. `fly` if it flies; `places` as in an Advance."""

    unit: str
    way: tuple[Step, ...]
    fly: bool = False
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
    if words.fleeing(unit):
        yield objection(FLEEING, "{name} is fleeing", name=name)
    if words.shaken(unit):
        yield objection(SHAKEN, "{name} is Shaken", name=name)
    if words.MOVED in unit.turn:
        yield objection(words.MOVED, "{name} has moved in this turn ({how})", name=name, how=unit.turn[words.MOVED])
    if words.engaged(ctx.state, unit):
        yield objection(ADVANCE, "{name} is engaged in combat", name=name)
    barred = ctx.value(hooks.MAY_MOVE, "", unit=unit, manner=manner)
    if barred:
        yield objection(barred, "{name} may not do that: {manner}", name=name, manner=manner)
    if manner == "march" and unit.turn.get(TESTED) == "failed":
        yield objection(TESTED, "{name} has failed its March test", name=name)


def ready(ctx: Context, key: str, manner: str) -> Unit | None:
    """The unit that is to move, if it may; refuses otherwise."""
    if not turn.on_turn(ctx) or not turn.in_step(ctx, "movement", "moving"):
        return None
    unit = words.own(ctx, key)
    return unit if refuse(ctx, objections(ctx, unit, manner)) else None


# how far and where


def rate(ctx: Context, unit: Unit, name: str, flying: bool = False) -> int:
    """The Advance or March Rate of a unit, that of its slowest model, in hundredths of an inch."""
    members = ctx.state.members(unit.id)
    return min(int(ctx.value(hooks.RATE, words.printed(m, name), model=m, name=name, flying=flying)) for m in members)


def moved(
    ctx: Context, unit: Unit, way: Sequence[Step], flying: bool, limit: int, begun: Formation | None = None
) -> Formation:
    """The formation at the end of a way; refuses one that is not allowed, or ends or passes too near to something.

    `limit` is how far no model may end from where it began, for reforms on the way, in hundredths of an inch; `begun`
    is the formation in which it begins, if models have changed places in it.
    """
    start, now = words.formation(unit), begun or words.formation(unit)
    over_units = ctx.value(hooks.IGNORES_UNITS, "", unit=unit, flying=flying)
    for step in way:
        if isinstance(step, Redress):
            now = _redressed(ctx, unit, now, step)
            far = regiment.farthest(start, now)
            ctx.require(
                far <= limit, REFORM, "a model gets {far} away, {limit} is the most", far=show(far), limit=show(limit)
            )
        else:
            for ground in manoeuvre.ground(now, step) if not over_units else ():
                _passes(ctx, unit, ground)
            now = manoeuvre.gone(now, step)
    barred = ctx.value(hooks.MAY_END_AT, "", unit=unit, end=now)
    ctx.require(not barred, barred, "{name} may not move there", name=unit.sheet.name)
    ends(ctx, unit, regiment.boundary(now))
    return now


def _redressed(ctx: Context, unit: Unit, now: Formation, step: Redress) -> Formation:
    clause = ctx.value(hooks.MAY_REFORM_WITHIN, "", unit=unit)
    ctx.require(clause, REFORM, "{name} may not reform while it moves", name=unit.sheet.name)
    return reformed(ctx, unit, now, step.facing, step.files or now.files)


def reformed(
    ctx: Context, unit: Unit, now: Formation, facing: tuple[int, int], files: int, wish: Wish = ranks.NO_WISH
) -> Formation:
    """A formation with other files and another facing around the same centre."""
    ctx.require(facing != (0, 0), REFORM, "a unit faces somewhere")
    most = ranks.most_files(ctx, unit)
    ctx.require(1 <= files <= most, REFORM, "{files} files; the models fill {most}", files=files, most=most)
    found = ranks.drawn(ctx, unit, max(1, min(files, most)), wish, before=now)
    refuse(ctx, found.objections)
    sides = replace(now, left=found.left, right=found.right)
    anew = regiment.reformed(sides, facing, found.files, found.stands)
    (x, y), (was_x, was_y) = regiment.centre(anew), regiment.centre(now)
    return replace(anew, at=(anew.at[0] + was_x - x, anew.at[1] + was_y - y))


def _passes(ctx: Context, unit: Unit, ground: Core) -> None:
    """A unit passes units and impassable terrain no nearer than half an inch."""
    for other in words.on_table(ctx.state):
        if other.id != unit.id:
            gap = regiment.apart(ground, words.boundary(other))
            clear = gap >= PASSING or _were_near(unit, other)
            ctx.require(clear, SPACING, "{name} would pass {gap} from {other}", name=unit.sheet.name, gap=show(gap),
                        other=other.sheet.name)  # fmt: skip
    if not all(ctx.value(hooks.IGNORES_TERRAIN, "", model=m) for m in ctx.state.members(unit.id)):
        for piece in terrain.of(ctx.state, "impassable"):
            clear = not convex.overlap(ground, piece.outline)
            ctx.require(clear, terrain.TYPES, "{piece} is impassable", piece=piece.name)


def _were_near(unit: Unit, other: Unit) -> bool:
    return words.apart(unit, other) < PASSING


def ends(ctx: Context, unit: Unit, end: Core, against: Iterable[str] = ()) -> None:
    """Refuse the end of a move off the table, or within 1" of a unit or of impassable terrain.

    Units `against` which it charges do not count.
    """
    ctx.require(on_table(ctx.state, end), SPACING, "{name} would leave the table", name=unit.sheet.name)
    for what, gap in gaps(ctx.state, unit, end, against):
        ctx.require(
            gap > APART, SPACING, "{name} would end {gap} from {what}", name=unit.sheet.name, gap=show(gap), what=what
        )


def on_table(state: State, area: Core) -> bool:
    """Whether an area lies on the table, touching its edge allowed."""
    return all(0 <= x <= state.table.width and 0 <= y <= state.table.depth for x, y in area)


def gaps(state: State, unit: Unit, end: Core, against: Iterable[str] = ()) -> Iterator[tuple[str, int]]:
    """How far an area is from each other unit and each impassable piece."""
    for other in words.on_table(state):
        if other.id != unit.id and other.id not in against:
            yield other.sheet.name, regiment.apart(end, words.boundary(other))
    for piece in terrain.of(state, "impassable"):
        yield piece.name, regiment.apart(end, piece.outline)


def clear(state: State, unit: Unit, end: Core) -> bool:
    """Whether a unit could end a move in an area: on the table, and more than 1" from everything."""
    return on_table(state, end) and all(gap > APART for _, gap in gaps(state, unit, end))


def done(ctx: Context, unit: Unit, now: Formation, manner: str, clause: str) -> None:
    """A unit has moved: its place, its mark, its Dangerous Terrain tests, and what rules make of it."""
    before = words.formation(unit)
    words.form(ctx, unit, now, clause)
    words.mark(ctx, unit, words.MOVED, manner)
    danger.tests(ctx, unit, before, now, manner)
    ctx.fire(hooks.MOVED, manner, unit=unit, before=before)


# the moves


def advance(ctx: Context, action: Advance) -> None:
    """An Advance: up to the Advance Rate forwards, or half of it sideways or backwards."""
    unit = ready(ctx, action.unit, "advance")
    if unit is None:
        return
    most, length = rate(ctx, unit, "Adv", action.fly), manoeuvre.cost(action.way)
    aside = any(isinstance(step, Aside | Back) for step in action.way)
    mixed = aside and any(isinstance(step, Ahead | Wheel) for step in action.way)
    ctx.require(not mixed, ADVANCE, "an Advance goes forwards, or sideways or backwards, not both")
    limit = most // 2 if aside else most
    ctx.require(length <= limit, ADVANCE, "{name} would move {length}, {limit} is the most", name=unit.sheet.name,
                length=show(length), limit=show(limit))  # fmt: skip
    begun = ranks.changed(ctx, unit, action.places, length, limit)
    now = moved(ctx, unit, action.way, action.fly, rate(ctx, unit, "Mar", action.fly), begun)
    change(ctx, unit, begun)
    done(ctx, unit, now, "advance", ADVANCE)


def change(ctx: Context, unit: Unit, begun: Formation) -> None:
    """Models with Front Rank change places before the unit goes its way."""
    before = words.formation(unit)
    if begun != before:
        words.form(ctx, unit, begun, ranks.change_clause(before, begun))


def march(ctx: Context, action: March) -> None:
    """A March: up to the March Rate forwards; near enemies only after a March test."""
    unit = ready(ctx, action.unit, "march")
    if unit is None:
        return
    most, length = rate(ctx, unit, "Mar", action.fly), manoeuvre.cost(action.way)
    ahead = not any(isinstance(step, Aside | Back) for step in action.way)
    ctx.require(ahead, MARCH[""], "a March goes forwards")
    ctx.require(length <= most, MARCH[""], "{name} would march {length}, {limit} is the most", name=unit.sheet.name,
                length=show(length), limit=show(most))  # fmt: skip
    begun = ranks.changed(ctx, unit, action.places, length, most)
    now = moved(ctx, unit, action.way, action.fly, most, begun)
    if braves(ctx.state, unit) and unit.turn.get(TESTED) != "passed":
        raise_test(ctx, unit)
        return
    change(ctx, unit, begun)
    done(ctx, unit, now, "march", MARCH[""])


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
    if unit is None:
        return
    before = words.formation(unit)
    wish = Wish(action.first, action.places)
    now = reformed(ctx, unit, before, action.facing, action.files or before.files, wish)
    barred = ctx.value(hooks.MAY_END_AT, "", unit=unit, end=now)
    ctx.require(not barred, barred, "{name} may not reform there", name=unit.sheet.name)
    far, most = regiment.farthest(before, now), rate(ctx, unit, "Mar")
    ctx.require(far <= most, REFORM, "a model would move {far}, {limit} is the most", far=show(far), limit=show(most))
    ends(ctx, unit, regiment.boundary(now))
    done(ctx, unit, now, "reform", REFORM)


# what is open, and what is worth declaring


def _may(manner: str, name: str) -> Any:
    def offers(ctx: Context) -> Iterator[Option]:
        if ctx.state.step != "moving":
            return
        for unit in words.on_table(ctx.state, ctx.state.to_act):
            if nothing(objections(ctx, unit, manner)):
                limit = rate(ctx, unit, name)
                yield Option(
                    unit.side, manner, model=unit.id, limit=limit, clause={"advance": ADVANCE}.get(manner, manner)
                )

    return offers


def _onward(choice: Choice) -> Iterator[tuple[Step, ...]]:
    """Towards the nearest enemy: straight ahead, or with a wheel."""
    state, unit, limit = choice.state, choice.unit, choice.option.limit
    stands, foes = words.formation(unit), [u for u in words.on_table(state) if u.side != unit.side]
    if not foes:
        return
    middle = regiment.centre(stands)
    foe = min(foes, key=lambda u: words.apart(unit, u))
    goal = regiment.centre(words.formation(foe))
    fx, fy = stands.facing
    across = fx * (goal[1] - middle[1]) - fy * (goal[0] - middle[0])
    flank: regiment.Flank = "left" if across > 0 else "right"
    for share in (0, limit // 4, limit // 2):
        for length in (limit - share, (limit - share) // 2):
            wheel: tuple[Step, ...] = (Wheel(flank, share),) if share else ()
            yield (*wheel, Ahead(length)) if length else wheel


def _advances(choice: Choice) -> Iterator[Action]:
    yield from (Advance(unit=choice.unit.id, way=way) for way in _onward(choice))


def _marches(choice: Choice) -> Iterator[Action]:
    yield from (March(unit=choice.unit.id, way=way) for way in _onward(choice))


def _reforms(choice: Choice) -> Iterator[Action]:
    """Facing the nearest enemy."""
    unit = choice.unit
    stands = words.formation(unit)
    foes = [u for u in words.on_table(choice.state) if u.side != unit.side]
    if foes:
        (x, y), goal = (
            regiment.centre(stands),
            regiment.centre(words.formation(min(foes, key=lambda u: words.apart(unit, u)))),
        )
        for way in directions((x, y, 0), (*goal, 0))[:4]:
            yield Reform(unit=unit.id, facing=way, files=stands.files)


PART = Part(
    acts=(
        Act(Advance, advance, _may("advance", "Adv"), phases=("movement",), propose=_advances,
            told=Phrase("%(unit)s advances", "%(unit)s: наступление")),
        Act(March, march, _may("march", "Mar"), phases=("movement",), propose=_marches,
            told=Phrase("%(unit)s marches", "%(unit)s: марш")),
        Act(Reform, reform, _may("reform", "Mar"), phases=("movement",), propose=_reforms,
            told=Phrase("%(unit)s reforms", "%(unit)s перестраивается")),
    ),
    brings=(Check(TESTED, _tested),),
)  # fmt: skip
