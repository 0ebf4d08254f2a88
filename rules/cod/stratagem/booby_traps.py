"""Booby Traps, a dirty trick."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rules.cod import destruction, ground, obstacles, prepared, ruins
from rules.cod.chosen import Spot, Stratagem, in_vain, marker, square
from rules.cod.stratagem import combat_engineers
from rules.kernel import convex, geometry
from rules.kernel.context import Context
from rules.kernel.effects import Marked, TerrainRemoved, TerrainSet
from rules.kernel.errors import Malformed
from rules.kernel.events import Action
from rules.kernel.marks import TEXTS, on_side, on_unit
from rules.kernel.part import Act, Choice, Objections, Option, Part, objection, refuse
from rules.kernel.rule import Clause, Rule
from rules.kernel.state import Decision, Model, Point, State, Terrain, Unit
from rules.kernel.telling import Phrase, Telling
from rules.wh40k import hooks, questions, words
from rules.wh40k.shooting import wound
from rules.wh40k.taste import Wish, mostly
from rules.wh40k.vehicles import vehicle

BOOBY_TRAPS = Rule(
    "cod.stratagem.booby-traps",
    en="Booby Traps",
    ru="Мины-ловушки",
    clauses={
        "count": Clause(
            "D3+3 trap markers",
            "D3+3 маркера ловушек",
            "The player gets D3+3 booby-trap markers.",
            "550-556",
            text_ru="Игрок получает D3+3 маркера мин-ловушек.",
        ),
        "placement": Clause(
            "In ruins and on obstacles",
            "В руинах и препятствиях",
            "The markers are placed in city ruins and on obstacles.",
            "556",
            text_ru="Маркеры ставят в городские руины и на препятствия.",
            note="The number of markers in one ruin is not limited.",
            note_ru="Сколько маркеров может быть в одних руинах, не ограничено.",
        ),
        "not-enemy-zone": Clause(
            "Not in the enemy's zone",
            "Не в зоне противника",
            "Booby traps may not be placed in the enemy's deployment zone.",
            "556",
            text_ru="В зоне расстановки врага мины-ловушки ставить нельзя.",
        ),
        "lost-with-terrain": Clause(
            "Lost with its terrain",
            "Теряется вместе с ландшафтом",
            "If the ruin or obstacle holding a marker is destroyed or removed, the marker is lost.",
            "557",
            text_ru="Если руины или препятствие с маркером уничтожены или убраны, маркер пропадает.",
            note="A vehicle that removes a barricade has passed the trap on it first.",
            note_ru="Машина, убирающая баррикаду, сначала проходит ловушку на ней.",
        ),
        "activate": Clause(
            "Activated by enemy movement",
            "Активация при проходе врага",
            "The trap's controller may choose to activate it when an enemy model passes through the ruin or "
            "obstacle holding the marker.",
            "558",
            text_ru="Хозяин ловушки может активировать её, когда вражеская модель проходит через руины или "
            "препятствие с маркером.",
            note="A choice of the trap's owner; his own models never set it off.",
            note_ru="Решает хозяин ловушки; его собственные модели её не приводят в действие.",
        ),
        "trigger": Clause(
            "Goes off on 4+",
            "Срабатывает на 4+",
            "When a trap is activated roll a D6: on 4+ it goes off.",
            "558",
            text_ru="За активированную ловушку бросают D6: на 4+ она срабатывает.",
            note="Against Combat Engineers only on 6.",
            note_ru="Против боевых инженеров только на 6.",
        ),
        "dud": Clause(
            "Fails on 1-3",
            "Не срабатывает на 1-3",
            "On 1-3 the trap fails and is removed from the table.",
            "558",
            text_ru="На 1-3 ловушка не срабатывает, и её убирают со стола.",
        ),
        "victim-choice": Clause(
            "Victim chosen by its owner",
            "Жертву выбирает хозяин отряда",
            "The player controlling the moving unit chooses which one of its models is affected.",
            "558",
            text_ru="Какая из моделей движущегося отряда пострадает, выбирает его хозяин.",
        ),
        "hit": Clause(
            "S8 AP2, no cover save",
            "Сила 8, AP 2, без укрытия",
            "The chosen model takes one wound of Strength 8, AP 2, with no cover save.",
            "558",
            text_ru="Выбранная модель получает одну рану силой 8 с AP 2, без спасброска за укрытие.",
            note="One S8 AP2 hit that is rolled to wound as usual.",
            note_ru="Одно попадание S8 AP2, за которое бросают на ранение как обычно.",
        ),
        "vehicle-front": Clause(
            "Vehicles hit on front armour",
            "Технику бьёт по передней броне",
            "A vehicle is struck on its front armour.",
            "558",
            text_ru="Технику бьёт в переднюю броню.",
        ),
        "single-use": Clause(
            "Each trap used once",
            "Ловушка одноразовая",
            "A trap is used once and then removed.",
            "558",
            text_ru="Ловушка одноразовая: после применения её убирают.",
        ),
    },
)

LAID = BOOBY_TRAPS["placement"]
CALLED = "booby trap"
"""The name of a marker."""
"""On a side, for the game: its traps, each as the id of its marker and of the ruin or obstacle it lies in."""
ACTIVATE = BOOBY_TRAPS["activate"]
"""On a unit, for the turn: the owner of traps has to be asked about it. Also that question."""
PASSED = BOOBY_TRAPS["trigger"]
"""On a unit, for the turn: the ruins and obstacles with traps that it has just passed through."""
VICTIM = BOOBY_TRAPS["victim-choice"]
"""The question to the owner of the moving unit, which of its models is hit."""
PACKS = "wh40k.assumed.movement.flying"
"""On a unit, for the turn: it used its packs, and flew over what it did not end in."""

TRIGGER = 4
STRENGTH, PIERCING = 8, 2

Path = tuple[Point, ...]


class ActivateTrap(Action, frozen=True, tag="activate-trap"):
    """A side activates one of its traps against the enemy unit that has just passed it."""

    trap: str


class TakeTrap(Action, frozen=True, tag="take-trap"):
    """The owner of the unit chooses which of its models the trap hits."""

    model: str


# laying


def _lay(ctx: Context, key: str, spot: Spot, path: str) -> None:
    """Put a marker into a ruin or on an obstacle, anywhere but in the enemy's zone.

    Raises:
        Malformed: no such ruin or obstacle; a place that is not in it.
    """
    state, side = ctx.state, ctx.by
    refuse(ctx, in_vain(LAID, spot, ("outline", "height"), "a trap is a marker", path))
    holder = next((piece for piece in _holders(state) if piece.id == spot.on), None)
    if holder is None:
        ctx.require(False, LAID, "a trap lies in a city ruin or on an obstacle, not in {piece!r}", piece=spot.on)
        return
    at = spot.at or ground.middle(holder)[:2]
    if not geometry.inside((*at, holder.floor), holder.outline):
        raise Malformed(f"{path}.at", f"that is not in {holder.name}")
    there = marker(key, CALLED, at, holder.floor)
    enemy = prepared.zones(state, state.enemy(side))
    own_half = not any(convex.overlap(there.outline, zone.outline) for zone in enemy)
    ctx.require(own_half, BOOBY_TRAPS["not-enemy-zone"], "{piece} there is in the enemy's zone", piece=holder.name)
    ctx.emit(TerrainSet(rule=LAID, piece=there))
    ctx.emit(Marked(rule=LAID, on=side, key=LAID, value=(*_laid(state, side), f"{key} {holder.id}"), until="game"))


def _holders(state: State) -> tuple[Terrain, ...]:
    return (*ruins.ruins(state), *obstacles.obstacles(state))


def _where_they_come(choice: Choice) -> Iterator[Spot]:
    """In a ruin or on an obstacle out of the enemy's zone."""
    state = choice.state
    enemy = prepared.zones(state, state.enemy(choice.option.side))
    squares = [(piece, square(ground.middle(piece)[:2])) for piece in _holders(state)]
    free = [piece for piece, at in squares if not any(convex.overlap(at, zone.outline) for zone in enemy)]
    if free:
        piece = choice.of(free)
        x, y, _ = ground.middle(piece)
        shift = choice.dice.below(3) if piece.kind == "ruin" else 0
        yield Spot(at=(x + 100 * shift, y), on=piece.id)


STRATAGEM = Stratagem(
    "booby-traps",
    "dirty-tricks",
    BOOBY_TRAPS,
    BOOBY_TRAPS["single-use"],
    count=BOOBY_TRAPS["count"],
    place=_lay,
    spots=_where_they_come,
)


def _laid(state: State, side: str) -> tuple[str, ...]:
    found = state.sides[side].game.get(LAID, ()) if side in state.sides else ()
    return found if isinstance(found, tuple) else ()


def traps(state: State, side: str) -> dict[str, str]:
    """The traps of a side that are left: by the id of the marker that of the ruin or obstacle it lies in."""
    parted = (entry.partition(" ") for entry in _laid(state, side))
    return {key: holder for key, _, holder in parted}


def _take_up(ctx: Context, side: str, key: str, clause: str) -> None:
    """A marker leaves the table."""
    left = tuple(f"{one} {holder}" for one, holder in traps(ctx.state, side).items() if one != key)
    ctx.emit(Marked(rule=clause, on=side, key=LAID, value=left, until="game"))
    ctx.emit(TerrainRemoved(rule=clause, piece=key))


@BOOBY_TRAPS.at(destruction.FELL)
@BOOBY_TRAPS.at(obstacles.GONE)
def _lost(ctx: Context, piece: str, **_: Any) -> None:
    """A trap is lost with its ruin or obstacle, but only after its owner was asked about a unit just passing it."""
    if not any(piece in passed(unit) for unit in ctx.state.units.values()):
        _sweep(ctx, piece)


def _sweep(ctx: Context, piece: str) -> None:
    for side in ctx.state.sides:
        for key, holder in traps(ctx.state, side).items():
            if holder == piece:
                _take_up(ctx, side, key, BOOBY_TRAPS["lost-with-terrain"])


# passing a trap


@BOOBY_TRAPS.at(hooks.MOVED)
def _came_by(ctx: Context, moves: tuple[tuple[Model, Point, Path], ...], *, unit: Unit, **_: Any) -> None:
    """An enemy has passed through places with traps: their owner may activate them."""
    state = ctx.state
    held = traps(state, state.enemy(unit.side)).values()
    through = tuple(
        piece.id
        for piece in _holders(state)
        if piece.id in held and any(_through(state, model, start, path, piece) for model, start, path in moves)
    )
    if through:
        words.mark(ctx, unit, PASSED, tuple(dict.fromkeys((*passed(unit), *through))))
        words.mark(ctx, unit, ACTIVATE)


def _through(state: State, model: Model, start: Point, path: Path, piece: Terrain) -> bool:
    """Whether a model went through a piece: not one that hovers above it."""
    if words.is_(model, "Skimmer", "Flyer"):
        return piece.kind == "ruin" and ruins.inside(state, model, piece)
    return obstacles.crossed(model, start, path, piece)


def passed(unit: Unit) -> tuple[str, ...]:
    """The ruins and obstacles with traps that a unit has just passed through."""
    found = unit.turn.get(PASSED, ())
    return found if isinstance(found, tuple) else ()


def in_reach(state: State, unit: Unit) -> tuple[str, ...]:
    """The traps that may be activated against a unit now. A unit flying with packs is only hit where it landed."""
    places = passed(unit)
    if PACKS in unit.turn:
        ended = {p.id for p in _holders(state) for m in words.standing(state, unit) if obstacles.touches(m, p)}
        places = tuple(key for key in places if key in ended)
    if not words.standing(state, unit):
        return ()
    return tuple(key for key, holder in traps(state, state.enemy(unit.side)).items() if holder in places)


def _ask(ctx: Context, unit: Unit) -> None:
    """Ask the owner of the traps, as long as there are any."""
    left = in_reach(ctx.state, unit)
    if left:
        ctx.ask(ACTIVATE, ctx.state.enemy(unit.side), model=unit.id, about={"traps": left})
    else:
        _gone_by(ctx, unit)


def _gone_by(ctx: Context, unit: Unit) -> None:
    """The unit has gone by; traps whose ruin or obstacle is gone are lost now."""
    places, standing = passed(unit), {piece.id for piece in _holders(ctx.state)}
    words.unmark(ctx, unit, PASSED)
    for piece in places:
        if piece not in standing:
            _sweep(ctx, piece)


def _spare(ctx: Context, asked: Decision, action: Action) -> None:
    """The owner of the traps lets the unit go by."""
    ctx.answered(ACTIVATE)
    _gone_by(ctx, ctx.unit(asked.model))


# going off


def _passed_by(asked: Decision) -> tuple[str, ...]:
    """The traps about which a side is asked."""
    found = asked.about.get("traps", ())
    return found if isinstance(found, tuple) else ()


def _spent(ctx: Context, trap: str) -> Objections:
    """Objections to a trap that does not lie on the table: it was used, or its ruin or obstacle has fallen."""
    left = traps(ctx.state, ctx.by)
    if not any(trap in traps(ctx.state, side) for side in ctx.state.sides):
        names = ", ".join(left) or "none"
        refusal = "{trap!r} is not on the table: a trap is used once, or lost with its place; left: {names}"
        yield objection(BOOBY_TRAPS["single-use"], refusal, trap=trap, names=names)


def activate(ctx: Context, action: ActivateTrap) -> None:
    """Roll for a trap: it goes off or fails, and is used up either way."""
    pending = ctx.state.pending
    known = _passed_by(pending) if pending is not None and pending.clause == ACTIVATE else (action.trap,)
    if not refuse(ctx, _spent(ctx, action.trap)):
        return
    if not ctx.require(action.trap in known, ACTIVATE, "the unit did not pass {trap!r}", trap=action.trap):
        return
    asked = questions.answered(ctx, ACTIVATE)
    if asked is None:
        return
    unit = ctx.unit(asked.model)
    needed = combat_engineers.trap_needs(ctx.state, unit, TRIGGER)
    rolled = ctx.roll(BOOBY_TRAPS["trigger"], ctx.by, 1, needed=needed, target=unit.id)
    went_off = bool(rolled.passed[0])
    _take_up(ctx, ctx.by, action.trap, BOOBY_TRAPS["single-use" if went_off else "dud"])
    models = words.standing(ctx.state, unit)
    if went_off and len(models) > 1:
        ctx.ask(VICTIM, unit.side, model=unit.id, targets=tuple(model.id for model in models))
        return
    if went_off:
        _hit(ctx, unit, models[0])
    words.mark(ctx, unit, ACTIVATE)


def take(ctx: Context, action: TakeTrap) -> None:
    """The model that was chosen is hit."""
    pending = ctx.state.pending
    known = pending.targets if pending is not None and pending.clause == VICTIM else (action.model,)
    if not ctx.require(action.model in known, VICTIM, "{model!r} is not of the unit", model=action.model):
        return
    asked = questions.answered(ctx, VICTIM)
    if asked is None:
        return
    unit = ctx.unit(asked.model)
    _hit(ctx, unit, words.member(ctx, unit, action.model))
    words.mark(ctx, unit, ACTIVATE)


def _hit(ctx: Context, unit: Unit, model: Model) -> None:
    """One hit without cover, rolled to wound (`cod.gap.wound-or-hit`); a vehicle is hit on its front."""
    by, clause = ctx.state.enemy(unit.side), BOOBY_TRAPS["hit"]
    if words.is_vehicle(model):
        vehicle.penetrate(ctx, model, 1, vehicle.Hits(by, STRENGTH, PIERCING))
        return
    hit = wound.Pool(by, unit, 1, STRENGTH, PIERCING, cover=False, clause=clause, only=(model.id,))
    wound.resolve(ctx, hit)


def _may_activate(ctx: Context) -> Iterator[Option]:
    asked = ctx.pending
    yield Option(asked.side, "activate-trap", model=asked.model, weapons=_passed_by(asked), clause=ACTIVATE)


def _any_trap(choice: Choice) -> Iterator[Action]:
    yield ActivateTrap(trap=choice.of(choice.option.weapons))


def _cheapest(choice: Choice) -> Iterator[Action]:
    """The model worth least."""
    models = choice.state.models
    yield TakeTrap(model=min(choice.option.targets, key=lambda key: models[key].sheet.points))


MARKS = (
    on_side(LAID, "game", "Its traps: the id of each marker and of the ruin or obstacle it lies in.", TEXTS),
    on_unit(PASSED, "turn", "The ruins and obstacles with traps that it has just passed through.", TEXTS),
)  # fmt: skip

PART = Part(
    marks=MARKS,
    acts=(
        Act(ActivateTrap, activate, _may_activate, answers=(ACTIVATE,), propose=_any_trap,
            told=Phrase("%(side)s activates a booby trap", "%(side)s активирует мину-ловушку")),
        questions.reply(TakeTrap, take, VICTIM, targets=True, propose=_cheapest,
            told=Phrase("%(model)s is hit by the trap", "%(model)s попадает в ловушку")),
    ),
    declines={ACTIVATE: _spare},
    brings=(questions.Due(ACTIVATE, _ask), Wish("activate-trap", mostly(5))),
    telling=Telling(questions={
        ACTIVATE: Phrase("%(side)s may trigger a trap that %(model)s passed",
                         "%(side)s может активировать ловушку, мимо которой прошёл отряд: %(model)s"),
        VICTIM: Phrase("%(side)s chooses which model of %(model)s the trap hits",
                       "%(side)s говорит, кого задела ловушка: %(model)s"),
    }),
)  # fmt: skip
