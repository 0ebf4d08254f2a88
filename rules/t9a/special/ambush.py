"""Ambush: units that come onto the table later, at any edge."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Literal

from rules.kernel import regiment
from rules.kernel.context import Context
from rules.kernel.convex import Core
from rules.kernel.effects import Joined, Turned
from rules.kernel.events import Action
from rules.kernel.lengths import INCH
from rules.kernel.marks import on_side, on_unit, one_of
from rules.kernel.part import Act, Choice, Objection, Option, Part, nothing, objection, refuse
from rules.kernel.rule import Clause, Rule
from rules.kernel.state import Formation, Number, State, Table, Unit
from rules.kernel.telling import Phrase, Telling
from rules.t9a import deployment, hooks, join, movement, random_movement, ranks, turn, words
from rules.t9a.ranks import Drawn, Place, Wish

AMBUSH = Rule(
    "t9a.ambush",
    en="Ambush",
    ru="Засада",
    clauses={
        "optional": Clause(
            "Ambush is a choice",
            "Засада – по желанию",
            "A unit with Ambush may be left off the table at the start of the game and come on later; using the "
            "rule is a choice, not a duty.",
            "11",
            text_ru="Подразделение с засадой можно не выставлять в начале игры, а вывести на поле позднее; это "
            "право, а не обязанность.",
        ),
        "declare-step": Clause(
            "When it is declared",
            "Когда объявляют",
            "Which units use Ambush is declared at step 8 of the pre-game sequence, immediately after Spell Selection.",
            "11",
            text_ru="Какие подразделения будут в засаде, объявляют на шаге 8 подготовки, сразу после выбора "
            "заклинаний.",
        ),
        "declare-order": Clause(
            "Who declares first",
            "Кто объявляет первым",
            "The declarations start with the player who chose the Deployment Zones, then the other player.",
            "11",
            text_ru="Первым объявляет игрок, который выбирал зону расстановки, затем другой.",
        ),
        "declare-binding": Clause(
            "Only those declared",
            "Только объявленные",
            "Only units declared at that step are in ambush; every other unit is deployed under the normal rules "
            "while the ambushers stay off the table.",
            "11",
            text_ru="В засаде только объявленные тогда подразделения; остальные выставляют по обычным правилам, а"
            " эти не выставляют.",
        ),
        "roll-from-turn-2": Clause(
            "From the second round",
            "Со второго раунда",
            "Arrival dice are rolled from the second Round on; no roll is made in the first.",
            "11",
            text_ru="На выход бросают начиная со второго раунда; в первом бросков нет.",
        ),
        "roll-per-unit": Clause(
            "A die for each unit",
            "Куб за каждое",
            "The player rolls one D6 for each of his units that is still in ambush.",
            "11",
            text_ru="Игрок бросает один D6 за каждое своё подразделение, которое ещё в засаде.",
        ),
        "roll-timing": Clause(
            "When it is rolled",
            "Когда бросают",
            "The roll is made in step 2 of the Movement Phase, after units with Random Movement have moved.",
            "11",
            text_ru="Бросают на шаге 2 фазы движения, после движения подразделений со случайной дальностью.",
        ),
        "arrival-roll": Clause(
            "Arrival on 3+",
            "Выход на 3+",
            "A unit comes on when its die shows 3 or more.",
            "11",
            text_ru="Подразделение выходит, если на кубе 3 или больше.",
        ),
        "arrival-fail": Clause(
            "Still in ambush",
            "Остаётся в засаде",
            "A unit that rolled 1 or 2 remains in ambush and is rolled for again in each later own turn.",
            "11",
            text_ru="На 1 и 2 подразделение остаётся в засаде, и за него бросают снова в каждый следующий свой ход.",
        ),
        "roll-all-first": Clause(
            "All dice first",
            "Сначала все кубы",
            "All arrival dice of the turn must be rolled before the first arriving unit is placed.",
            "11",
            text_ru="Все кубы на выход бросают до того, как выставлять первое вышедшее подразделение.",
        ),
        "placement-edge": Clause(
            "At a table edge",
            "У края стола",
            "An arriving unit is placed with its entire rear rank in base contact with any table edge.",
            "11",
            text_ru="Вышедшее подразделение ставят так, чтобы весь его задний ряд касался любого края стола.",
        ),
        "no-march": Clause(
            "No march on arrival",
            "Без марша",
            "A unit that came on from ambush may not March.",
            "13",
            text_ru="Вышедшее из засады подразделение не марширует.",
            note="In the movement phase in which it arrives.",
            note_ru="В фазу движения, в которую вышло.",
        ),
        "max-distance": Clause(
            "Not far from the edge",
            "Недалеко от края",
            "While moving after arrival no model of the unit may get farther from the table edge than its March Rate.",
            "13",
            text_ru="Ни одна модель вышедшего подразделения не отходит от края стола дальше своей дальности марша.",
            note="On the whole way, from the edge of arrival; moves against its will do not count.",
            note_ru="На всём пути, от края выхода; движение не по своей воле не считается.",
        ),
        "never-arrived": Clause(
            "Never arrived",
            "Так и не вышло",
            "A unit that has not come on by the end of the game counts as destroyed.",
            "14",
            text_ru="Подразделение, которое до конца игры не вышло, считается уничтоженным.",
        ),
        "late-loses-scoring": Clause(
            "Late arrivals do not score",
            "Вышедшие поздно",
            "A unit that comes on in the fourth Game Turn or later loses Scoring.",
            "15",
            text_ru="Вышедшее в четвёртом раунде или позднее теряет правило «Боеспособные».",
        ),
        "character-joins": Clause(
            "A character in ambush",
            "Персонаж в засаде",
            "A Character with Ambush may join a unit with Ambush while both are in ambush; this is announced when"
            " the ambushing units are chosen.",
            "16",
            text_ru="Персонаж с засадой может присоединиться к подразделению с засадой; об этом говорят, когда "
            "объявляют засаду.",
        ),
        "character-one-roll": Clause(
            "One die for both",
            "Один куб на всех",
            "One arrival die is rolled for the combined unit.",
            "16",
            text_ru="За такое подразделение делают один бросок на выход.",
        ),
        "character-arrives-inside": Clause(
            "Arrives inside",
            "Выходит в составе",
            "The Character arrives as part of the unit he joined.",
            "16",
            text_ru="Персонаж выходит в составе подразделения, к которому присоединился.",
        ),
        "off-table-status": Clause(
            "Off the table",
            "Вне стола",
            "Until it arrives the unit behaves like a unit that pursued off the table edge.",
            "17",
            text_ru="Пока подразделение не вышло, оно ведёт себя как преследовавшее за край стола.",
            note="It does nothing, and nothing of it works.",
            note_ru="Оно ничего не делает, и ничто у него не действует.",
        ),
    },
)


NEEDED = 3
FIRST_ROUND, LATE_ROUND = 2, 4
AWAY = words.AWAY
DECLARED = AMBUSH["declare-step"]
ROLLED = AMBUSH["roll-per-unit"]
COMES = AMBUSH["arrival-roll"]
ORDER = AMBUSH["declare-order"]
EDGE = AMBUSH["placement-edge"]
"""On a unit, for the turn: the edge at which it has arrived."""
Edge = Literal["south", "north", "west", "east"]
EDGES: tuple[Edge, ...] = ("south", "north", "west", "east")
INWARDS: dict[str, tuple[int, int]] = {"south": (0, 1000), "north": (0, -1000), "west": (1000, 0), "east": (-1000, 0)}


class LieInAmbush(Action, frozen=True, tag="lie-in-ambush"):
    """A side names its units that stay in ambush, and the characters in ambush that have joined such a unit."""

    units: tuple[str, ...] = ()
    joined: dict[str, str] = {}


class AmbushRoll(Action, frozen=True, tag="ambush-roll"):
    """A side rolls for all of its units in ambush."""


class Arrive(Action, frozen=True, tag="arrive"):
    """A unit arrives at an edge: `along` is how far the nearer end of its rear is from the start of that edge.

    The edges south and north start in the west, west and east in the south. `files` 0 are the usual ones; `first` and
    `places` are as in the deployment.
    """

    unit: str
    edge: Edge
    along: Number
    files: Number = 0
    first: tuple[str, ...] = ()
    places: dict[str, Place] = {}


def may_lie(ctx: Context, unit: Unit) -> bool:
    """Whether a unit has Ambush."""
    return all(ctx.holds(m, AMBUSH.id) for m in ctx.state.members(unit.id))


def lie(ctx: Context, action: LieInAmbush) -> None:
    """Declare who stays in ambush; the other side declares next."""
    now = ctx.state.phase == deployment.PHASE and ctx.state.step == deployment.AMBUSHES
    ctx.require(now, DECLARED, "ambushes are declared before the deployment, at step 8")
    chooser = ctx.state.to_act == ctx.by
    ctx.require(not now or chooser, ORDER, "side {side} declares its ambushes now", side=ctx.state.to_act)
    for key in action.units:
        unit = ctx.unit(key, "$.action.units")
        fits = unit.side == ctx.by and may_lie(ctx, unit)
        ctx.require(fits, AMBUSH["optional"], "{name} has no Ambush", name=unit.sheet.name)
    for key in dict.fromkeys(action.units):
        if key not in action.joined:
            words.mark(ctx, key, AWAY, "ambush", until="game", rule=DECLARED)
    for one, host in action.joined.items():
        _joins(ctx, action, one, host)
    if not now:
        return
    first = ctx.state.order[0] == ctx.by
    ctx.emit(Turned(rule=ORDER, to=ctx.state.order[1 if first else 0],
                    step=deployment.AMBUSHES if first else deployment.UNITS))  # fmt: skip


def _joins(ctx: Context, action: LieInAmbush, one: str, host: str) -> None:
    """A character joins a unit in ambush: one after the other, each with those in it that have joined it before."""
    together = one in action.units and host in action.units and host not in action.joined
    ctx.require(together, AMBUSH["character-joins"], "both have to be in ambush")
    if join.check(ctx, ctx.unit(one, "$.action.joined"), ctx.unit(host, "$.action.joined")):
        for model in ctx.state.members(one):
            ctx.emit(Joined(rule=AMBUSH["character-joins"], model=model.id, unit=host))


def waiting(state: State, side: str) -> list[Unit]:
    """The units of a side that are in ambush."""
    return [
        u for u in state.units.values() if u.side == side and u.game.get(AWAY) == "ambush" and words.alive(state, u)
    ]


def roll_objections(ctx: Context) -> Iterator[Objection]:
    """Why the arrival dice cannot be rolled now."""
    state = ctx.state
    if (state.phase, state.step) != ("movement", "compulsory"):
        yield objection(AMBUSH["roll-timing"], "arrival dice are rolled in step 2 of the Movement Phase")
    elif random_movement.due(ctx):
        yield objection(AMBUSH["roll-timing"], "units with Random Movement move first")
    if state.round < FIRST_ROUND:
        yield objection(
            AMBUSH["roll-from-turn-2"], "no arrival dice are rolled before round {first}", first=FIRST_ROUND
        )
    if state.turn and ROLLED in state.sides[state.turn].turn:
        yield objection(ROLLED, "the arrival dice have been rolled")
    if state.turn and not waiting(state, state.turn):
        yield objection(ROLLED, "nobody is in ambush")


def roll(ctx: Context, action: AmbushRoll) -> None:
    """One die for each unit in ambush, all of them before anybody is placed."""
    turns, may = turn.on_turn(ctx), refuse(ctx, roll_objections(ctx))
    if not (turns and may):
        return
    words.mark(ctx, ctx.by, ROLLED)
    for unit in waiting(ctx.state, ctx.by):
        rolled = ctx.roll(COMES, ctx.by, 1, needed=NEEDED, model=unit.id)
        if sum(rolled.passed):
            words.mark(ctx, unit, COMES)


def arrive(ctx: Context, action: Arrive) -> None:
    """Place a unit that arrives, its whole rear rank at an edge."""
    turns, unit = turn.on_turn(ctx), ctx.unit(action.unit)
    may = refuse(ctx, arrive_objections(ctx, unit))
    if not (turns and may):
        return
    found = deployment.drawn_up(ctx, unit, action.files, Wish(action.first, action.places))
    stands, room = placed(ctx, found, action.edge, action.along)
    ctx.require(room, EDGE, "the rear of {name} would not be wholly at the edge", name=unit.sheet.name)
    movement.ends(ctx, unit, regiment.boundary(stands))
    words.unmark(ctx, unit, AWAY, until="game", rule=COMES)
    words.form(ctx, unit, stands, EDGE)
    words.mark(ctx, unit, EDGE, action.edge)
    if ctx.state.round >= LATE_ROUND:
        words.mark(ctx, unit, words.SCORELESS, until="game", rule=words.SCORELESS)


def arrive_objections(ctx: Context, unit: Unit) -> Iterator[Objection]:
    """Why a unit does not arrive now."""
    name, side = unit.sheet.name, unit.side
    if side != ctx.by or unit.game.get(AWAY) != "ambush":
        yield objection(COMES, "{name} is in no ambush of this side", name=name)
    elif nothing(roll_objections(ctx)):
        yield objection(AMBUSH["roll-all-first"], "the arrival dice of side {side} are rolled first", side=side)
    elif ROLLED not in ctx.state.sides[side].turn:
        yield from roll_objections(ctx)
    elif COMES not in unit.turn:
        yield objection(AMBUSH["arrival-fail"], "{name} stays in ambush in this turn", name=name)


def placed(ctx: Context, found: Drawn, edge: str, along: int) -> tuple[Formation, bool]:
    """A unit with its rear at an edge of the table, facing inwards; and whether all of its rear is at that edge."""
    table, facing = ctx.state.table, INWARDS[edge]
    left, _, rear = regiment.frame(found.formation((0, 0), facing))
    deep, wide = _inches(rear), regiment.width(found.formation((0, 0), facing))
    start = along + _inches(-left)
    at = {
        "south": (start, deep),
        "north": (along + wide - _inches(-left), table.depth - deep),
        "west": (deep, along + wide - _inches(-left)),
        "east": (table.width - deep, start),
    }[edge]
    length = table.width if edge in ("south", "north") else table.depth
    return found.formation(at, facing), 0 <= along <= length - wide


def _inches(half_millimetres: int) -> int:
    """A length in hundredths of an inch, rounded up."""
    return -(-half_millimetres * regiment.HALF_INCHES[0] // regiment.HALF_INCHES[1])


@AMBUSH.at(hooks.MAY_MOVE)
def _no_march(ctx: Context, barred: str, *, unit: Unit, manner: str, **_: Any) -> str:
    return barred or (AMBUSH["no-march"] if manner == "march" and EDGE in unit.turn else "")


@AMBUSH.at(hooks.MAY_COVER)
def _near_the_edge(ctx: Context, barred: str, *, unit: Unit, ground: Sequence[Core], flying: bool, **_: Any) -> str:
    """A unit that has arrived stays within its March Rate of the edge, on its whole way and in the way it moves."""
    edge = unit.turn.get(EDGE)
    if edge is None:
        return barred
    table, most = ctx.state.table, movement.rate(ctx, unit, "Mar", flying)
    near = {"south": 0, "north": table.depth, "west": 0, "east": table.width}[str(edge)]
    upright = edge in ("south", "north")
    beyond = any(abs((y if upright else x) - near) > most for area in ground for x, y in area)
    return barred or (AMBUSH["max-distance"] if beyond else "")


@AMBUSH.at(hooks.MAY_END)
def _not_placed(ctx: Context, barred: str, **_: Any) -> str:
    """Dice that are due are rolled, and units that arrive are placed, before the step ends."""
    if (ctx.state.phase, ctx.state.step) != ("movement", "compulsory"):
        return barred
    if nothing(roll_objections(ctx)):
        return barred or ROLLED
    return barred or (COMES if any(_has_room(ctx, unit) for unit in coming(ctx.state)) else "")


def _has_room(ctx: Context, unit: Unit) -> bool:
    """Whether a unit that arrives finds a place at an edge; without one it stays in ambush for this turn."""
    found = ranks.drawn(ctx, unit, deployment.default_files(ctx, unit))
    for edge, along in _everywhere(ctx.state.table):
        stands, room = placed(ctx, found, edge, along)
        end = regiment.boundary(stands)
        if room and movement.clear(ctx.state, unit, end):
            return True
    return False


def _everywhere(table: Table) -> Iterator[tuple[Edge, int]]:
    """Places at the edges, an inch apart."""
    for edge in EDGES:
        length = table.width if edge in ("south", "north") else table.depth
        yield from ((edge, along) for along in range(0, length, INCH))


@AMBUSH.at(hooks.GAME_ENDS)
def _never_came(ctx: Context, occasion: object, **_: Any) -> None:
    for unit in list(ctx.state.units.values()):
        if unit.game.get(AWAY) == "ambush" and words.alive(ctx.state, unit):
            words.destroy(ctx, unit, AMBUSH["never-arrived"])


def coming(state: State) -> list[Unit]:
    """The units that arrive in this turn and are not yet placed."""
    return [u for u in state.units.values() if COMES in u.turn and u.formation is None]


def _may_lie(ctx: Context) -> Iterator[Option]:
    if ctx.state.step == deployment.AMBUSHES:
        able = tuple(u.id for u in deployment.left(ctx.state, ctx.state.to_act) if may_lie(ctx, u))
        yield Option(ctx.state.to_act, "lie-in-ambush", targets=able, clause=DECLARED)


def _lies(choice: Choice) -> Iterator[Action]:
    """Some of those who can."""
    chosen = tuple(key for key in choice.option.targets if choice.dice.below(2))
    yield LieInAmbush(units=chosen)


def _may_roll(ctx: Context) -> Iterator[Option]:
    if ctx.state.to_act and nothing(roll_objections(ctx)):
        yield Option(ctx.state.to_act, "ambush-roll", clause=ROLLED)


def _may_arrive(ctx: Context) -> Iterator[Option]:
    yield from (Option(u.side, "arrive", u.id, EDGES, clause=COMES) for u in coming(ctx.state))


def _arrives(choice: Choice) -> Iterator[Action]:
    """At a place drawn at random, then anywhere with room."""
    table = choice.state.table
    for _ in range(12):
        edge = choice.of(EDGES)
        length = table.width if edge in ("south", "north") else table.depth
        yield Arrive(unit=choice.option.model, edge=edge, along=choice.dice.below(max(1, length)))
    yield from (Arrive(unit=choice.option.model, edge=edge, along=along) for edge, along in _everywhere(table))


PART = Part(
    acts=(
        Act(LieInAmbush, lie, _may_lie, phases=(deployment.PHASE,), propose=_lies,
            told=Phrase("%(side)s declares its ambushes", "%(side)s объявляет засады")),
        Act(AmbushRoll, roll, _may_roll, phases=("movement",),
            told=Phrase("%(side)s rolls for its units in ambush", "%(side)s бросает на выход из засады")),
        Act(Arrive, arrive, _may_arrive, phases=("movement",), propose=_arrives,
            told=Phrase("%(unit)s [arrives|arrive] from ambush", "%(unit)s: выход из засады")),
    ),
    telling=Telling(marks={AWAY: Phrase("%(holder)s: off the table", "%(holder)s: вне стола")}),
    marks=(
        on_side(ROLLED, "turn", "It has rolled for its units in ambush."),
        on_unit(COMES, "turn", "It arrives from ambush in this turn."),
        on_unit(EDGE, "turn", "The edge at which it has arrived.", one_of(*EDGES)),
    ),
)  # fmt: skip
