"""Combat Engineers, a stratagem of the armoury."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rules.cod import obstacles, ruins, steps
from rules.cod.chosen import Stratagem, has
from rules.cod.stratagem import fortifications
from rules.kernel import geometry
from rules.kernel.context import Context
from rules.kernel.events import Action
from rules.kernel.marks import TEXTS, TURN, on_unit
from rules.kernel.part import (
    Act,
    Choice,
    Condition,
    Objections,
    Option,
    Part,
    demand,
    fulfilled,
    nothing,
    objection,
    refuse,
)
from rules.kernel.rule import Clause, Rule
from rules.kernel.state import Model, Point, State, Unit
from rules.kernel.telling import Badge, Phrase, Telling
from rules.wh40k import hooks, turn, words
from rules.wh40k.movement import terrain
from rules.wh40k.shooting import shoot
from rules.wh40k.taste import Wish

COMBAT_ENGINEERS = Rule(
    "cod.stratagem.combat-engineers",
    en="Combat Engineers",
    ru="Боевые инженеры",
    clauses={
        "who": Clause(
            "All models on foot",
            "Все пешие модели",
            "All the player's models on foot are equipped as combat engineers, whatever the individual models' "
            "own weapons.",
            "644-650",
            text_ru="Все пешие модели игрока снаряжены как боевые инженеры, каким бы ни было их собственное оружие.",
            note="Infantry, with packs or without, whatever the individual models carry.",
            note_ru="Пехота, с ранцами и без, что бы ни несли отдельные модели.",
        ),
        "not-falling-back": Clause(
            "Not while falling back",
            "Не действует при отступлении",
            "The engineer rules do not apply to a unit while it is falling back.",
            "650",
            text_ru="На отступающий отряд правила инженеров не действуют.",
        ),
        "breaching": Clause(
            "Initiative 10 against fortified",
            "Пробивные заряды: Инициатива 10",
            "When assaulting an enemy in a fortified ruin, models with breaching charges fight at Initiative 10, "
            "i.e. at the same time as the defenders.",
            "652",
            text_ru="Атакуя врага в укреплённых руинах, модели с пробивными зарядами бьют с инициативой 10, то есть "
            "одновременно с обороняющимися.",
            note="Those who are charged in the ruin strike at Initiative 10 too, whatever their own is.",
            note_ru="Те, кого атакуют в этих руинах, тоже бьют с инициативой 10, какой бы ни была их собственная.",
        ),
        "fortification-lost": Clause(
            "Fortification lost",
            "Фортификация теряется",
            "After such an assault the ruin's fortification has no effect until the end of the game.",
            "652",
            text_ru="После такой атаки укрепление этих руин до конца игры не действует.",
            note="Lost when the assault is made.",
            note_ru="Теряется, когда атака проведена.",
        ),
        "wire-cutters": Clause(
            "Wire cut on 4+",
            "Кусачки: проволока на 4+",
            "When crossing razor wire, a unit with cutters may remove it from the table on a D6 of 4+.",
            "653",
            text_ru="Переходя колючую проволоку, отряд с кусачками может убрать её со стола на D6 с результатом 4+.",
        ),
        "smoke-use": Clause(
            "Smoke instead of shooting",
            "Дым вместо стрельбы",
            "Smoke grenades may be used once per game by each unit, in its Shooting phase, instead of shooting.",
            "654",
            text_ru="Каждый отряд может применить дымовые гранаты раз за игру, в свою фазу стрельбы, вместо стрельбы.",
        ),
        "smoke-save": Clause(
            "Smoke: 5+ cover",
            "Дым: укрытие 5+",
            "Smoke grenades give a 5+ cover save until the start of the player's next turn.",
            "654",
            text_ru="Дым даёт спасбросок за укрытие 5+ до начала следующего хода игрока.",
        ),
        "smoke-assault": Clause(
            "Smoke no cover in assault",
            "Дым в рукопашной не укрытие",
            "A unit does not count as being in cover because of smoke if it is assaulted.",
            "654",
            text_ru="Если отряд атакуют, из-за дыма он в укрытии не считается.",
            note="The unit hidden by smoke is meant.",
            note_ru="Имеется в виду отряд, скрытый дымом.",
        ),
        "suppressors": Clause(
            "Traps only on 6",
            "Подавители: мины лишь на 6",
            "Enemy booby traps go off against the unit only on a D6 of 6 instead of 4+; any other result is a misfire.",
            "655",
            text_ru="Вражеские мины-ловушки срабатывают против отряда, только если на D6 выпала 6, а не на 4+; любой "
            "другой результат – осечка.",
            note="A misfire removes the trap, as usual.",
            note_ru="Осечка, как обычно, убирает ловушку.",
        ),
    },
)

BREACHING = COMBAT_ENGINEERS["breaching"]
"""On a unit, for the turn: it charges with breaching charges. On those it charges: the ids of the ruins it storms."""
CUTTERS = COMBAT_ENGINEERS["wire-cutters"]
"""On a unit, for the phase: the ids of the razor wire it has crossed and may cut."""
THROWN = COMBAT_ENGINEERS["smoke-use"]
"""On a unit, for the game: it has used its smoke grenades."""
SMOKE = COMBAT_ENGINEERS["smoke-save"]
"""On a unit, for the game: the number of the player turn at whose end its smoke is gone."""
SMOKE_COVER = 5
CUT = 4
FIRST = 10
"""The Initiative of breaching charges."""

Path = tuple[Point, ...]


class CutWire(Action, frozen=True, tag="cut-wire"):
    """A unit with wire cutters tries to remove razor wire that it has just crossed."""

    unit: str
    wire: str


class ThrowSmoke(Action, frozen=True, tag="throw-smoke"):
    """A unit uses its smoke grenades instead of shooting."""

    unit: str


def on_foot(model: Model) -> bool:
    """Whether a model goes on foot, with or without a pack."""
    return words.is_(model, "Infantry") and not words.is_(model, "Bike", "Jetbike", "Cavalry")


NEAR = 2400
"""Enemies farther away are not worth shooting at: a player would rather hide in smoke."""

STRATAGEM = Stratagem("combat-engineers", "armoury", COMBAT_ENGINEERS, COMBAT_ENGINEERS["who"], serves=on_foot)


def trained(state: State, unit: Unit) -> bool:
    """Whether a unit has combat engineers: models on foot, on the side with the stratagem."""
    return has(state, unit.side, STRATAGEM.name) and any(on_foot(model) for model in state.members(unit.id))


STEADY = Condition(
    COMBAT_ENGINEERS["not-falling-back"], "{name} is falling back", lambda state, unit: not words.falling_back(unit)
)


def equipped(state: State, unit: Unit) -> bool:
    """Whether a unit acts as combat engineers now: it has some and is not falling back."""
    return trained(state, unit) and bool(STEADY.holds(state, unit))


# breaching charges


@COMBAT_ENGINEERS.at(hooks.CHARGE_MADE)
def _breach(ctx: Context, occasion: Any, *, unit: Unit, **_: Any) -> None:
    """The charge into a fortified ruin is made: the fortification is lost for the rest of the game."""
    into = fortifications.charged_into(ctx.state, unit) if equipped(ctx.state, unit) else ()
    if into:
        words.mark(ctx, unit, BREACHING)
        for key in fortifications.charged(unit):
            words.mark(ctx, ctx.state.units[key], BREACHING, into)
    for ruin in into:
        ruins.lose_fortification(ctx, ruin, COMBAT_ENGINEERS["fortification-lost"])


@COMBAT_ENGINEERS.at(hooks.INITIATIVE)
def _with_charges(ctx: Context, step: int, *, model: Model, unit: Unit, **_: Any) -> int:
    """The engineers strike at 10, and at the same time those whom they charge inside the ruins."""
    breached = unit.turn.get(BREACHING)
    if isinstance(breached, tuple):
        known = (ruins.find(ctx.state, key) for key in breached)
        return FIRST if any(ruin is not None and ruins.inside(ctx.state, model, ruin) for ruin in known) else step
    return FIRST if breached and on_foot(model) else step


# wire cutters


@COMBAT_ENGINEERS.at(hooks.MOVED)
def _over_wire(ctx: Context, moves: tuple[tuple[Model, Point, Path], ...], *, unit: Unit, **_: Any) -> None:
    """Remember the razor wire that a unit has crossed in this phase."""
    if not equipped(ctx.state, unit):
        return
    crossed = tuple(
        wire.id
        for wire in obstacles.obstacles(ctx.state)
        if wire.kind == "razor-wire" and any(obstacles.crossed(m, start, path, wire) for m, start, path in moves)
    )
    if crossed:
        words.mark(ctx, unit, CUTTERS, tuple(dict.fromkeys((*to_cut(unit), *crossed))), "phase")


def to_cut(unit: Unit) -> tuple[str, ...]:
    """The razor wire a unit has crossed in this phase."""
    found = unit.phase.get(CUTTERS, ())
    return found if isinstance(found, tuple) else ()


MAY_CUT = (Condition(CUTTERS, "{name} has no wire cutters", trained), STEADY)
HAS_CROSSED = Condition(CUTTERS, "{name} has not just crossed {wire}", lambda unit, wire: wire.id in to_cut(unit))


def cut(ctx: Context, action: CutWire) -> None:
    """Try once to cut wire that was crossed."""
    steps.nothing_pending(ctx)
    unit = words.own(ctx, action.unit)
    name = unit.sheet.name
    demand(ctx, MAY_CUT, ctx.state, unit, name=name)
    wire = obstacles.named(ctx, action.wire, "$.action.wire")
    if not demand(ctx, (HAS_CROSSED,), unit, wire, name=name, wire=wire.name):
        return
    left = tuple(key for key in to_cut(unit) if key != wire.id)
    words.mark(ctx, unit, CUTTERS, left, "phase")
    if ctx.roll(CUTTERS, unit.side, 1, needed=CUT, model=unit.id).passed[0]:
        obstacles.remove(ctx, wire.id, CUTTERS, "$.action.wire")


# smoke


def throw(ctx: Context, action: ThrowSmoke) -> None:
    """Use smoke grenades: the unit does not shoot."""
    words.on_turn(ctx)
    words.in_phase(ctx, "shooting", clause=THROWN)
    unit = words.own(ctx, action.unit)
    refuse(ctx, _against_smoke(ctx, unit))
    words.mark(ctx, unit, THROWN, until="game")
    words.mark(ctx, unit, SMOKE, words.turn_number(ctx.state) + 1, "game")
    words.mark(ctx, unit, words.ACTED, until="phase", rule=THROWN)


def _against_smoke(ctx: Context, unit: Unit) -> Objections:
    yield from shoot.may_shoot(ctx, unit)
    name = unit.sheet.name
    if not trained(ctx.state, unit):
        yield THROWN, f"{name} has no smoke grenades to use"
    elif not STEADY.holds(ctx.state, unit):
        yield objection(STEADY.clause, STEADY.refusal, name=name)
    if THROWN in unit.game:
        yield THROWN, f"{name} has used its smoke grenades"


def smoke_save(unit: Unit) -> int:
    """The cover save that smoke gives a unit; 7 for none."""
    return SMOKE_COVER if SMOKE in unit.game else terrain.NO_SAVE


@COMBAT_ENGINEERS.at(hooks.COVER)
def _in_smoke(ctx: Context, save: int, *, model: Model, **_: Any) -> int:
    return min(save, smoke_save(words.unit_of(ctx.state, model)))


# suppressors


def trap_needs(state: State, unit: Unit, usual: int) -> int:
    """What an enemy trap needs to go off against a unit."""
    return 6 if equipped(state, unit) else usual


def _may_cut(ctx: Context) -> Iterator[Option]:
    for unit in words.on_table(ctx.state):
        crossed = [wire for wire in obstacles.obstacles(ctx.state) if HAS_CROSSED.holds(unit, wire)]
        wires = tuple(sorted((wire.id for wire in crossed), key=to_cut(unit).index))
        if wires and fulfilled(MAY_CUT, ctx.state, unit):
            yield Option(unit.side, "cut-wire", model=unit.id, targets=wires, clause=CUTTERS)


def _may_throw(ctx: Context) -> Iterator[Option]:
    for unit in words.on_table(ctx.state, ctx.state.to_act) if not ctx.state.step else ():
        if nothing(_against_smoke(ctx, unit)):
            yield Option(unit.side, "throw-smoke", model=unit.id, clause=THROWN)


def _has_none_to_shoot(choice: Choice) -> bool:
    """Smoke if no enemy is near enough to be shot at well, and otherwise occasionally."""
    model = words.standing(choice.state, choice.unit)[0]
    near = geometry.within(words.foes(choice.state, choice.option.side), model, NEAR)
    return not choice.dice.below(6 if near else 2)


MARKS = (
    on_unit(BREACHING, "turn", "It charges with breaching charges."),
    on_unit(CUTTERS, "phase", "The razor wire that it has crossed and may cut.", TEXTS),
    on_unit(THROWN, "game", "It has used its smoke grenades."),
    on_unit(SMOKE, "game", "It stands in smoke until the end of this player turn.", TURN),
)  # fmt: skip

PART = Part(
    marks=MARKS,
    acts=(
        Act(CutWire, cut, _may_cut, phases=turn.PHASES,
            told=Phrase("%(unit)s [cuts|cut] the wire", "%(unit)s: резка проволоки")),
        Act(ThrowSmoke, throw, _may_throw, phases=("shooting",),
            told=Phrase("%(unit)s [throws|throw] smoke grenades", "%(unit)s: дымовые гранаты")),
    ),
    brings=(words.Expiring(SMOKE), Wish("throw-smoke", _has_none_to_shoot)),
    telling=Telling(
        marks={SMOKE: Phrase("%(holder)s: in smoke, cover save 5+", "%(holder)s: в дыму, укрытие 5+"),
               BREACHING: Phrase("%(holder)s: breaching charges, Initiative 10",
                                 "%(holder)s: пробивные заряды, инициатива 10")},
        unmarks={SMOKE: Phrase("%(holder)s: the smoke has cleared", "%(holder)s: дым рассеялся")},
        came_to={SMOKE: Phrase("%(model)s: in smoke", "%(model)s: в дыму")},
        statuses={SMOKE: "smoke"},
        badges={"smoke": Badge(Phrase("in smoke", "в дыму"),
                               "M4 17h13a3 3 0 0 0 0-6 5 5 0 0 0-9-2 4 4 0 0 0-4 8")},
    ),
)  # fmt: skip
