"""Deep Strike: arrival anywhere, with scatter and mishaps.

The owner names the place of one model (`reserve.Arrive`); it scatters. If it can stand there, the owner is asked for
the places of the others round it (`Formation`); a model that cannot be placed makes it a mishap.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from rules.kernel import direction, footprint, geometry, hull
from rules.kernel.context import Context
from rules.kernel.convex import Box
from rules.kernel.effects import Laid, Noted
from rules.kernel.events import Action
from rules.kernel.marks import COUNT, on_unit
from rules.kernel.part import Choice, Part
from rules.kernel.rule import Clause, Rule
from rules.kernel.state import Decision, Model, Point, Terrain, Unit
from rules.kernel.telling import Phrase, Telling
from rules.wh40k import dice, hooks, questions, taste, words
from rules.wh40k.deployment import edges, places, placing, reserve
from rules.wh40k.movement import footing, terrain
from rules.wh40k.vehicles import transport, vehicle

DEEP_STRIKE = Rule(
    "wh40k.usr.deep-strike",
    en="Deep Strike",
    ru="Глубокий удар",
    clauses={
        "all-models": Clause(
            "Every model needs it",
            "Правило нужно всем моделям",
            "A unit can Deep Strike only if every model in it has this rule.",
            "464-468",
            text_ru="Отряд может прибыть глубоким ударом, только если это правило есть у каждой его модели.",
        ),
        "start-in-reserve": Clause(
            "Starts in Reserve",
            "Начинает в резерве",
            "A Deep Striking unit must begin the game in Reserve.",
            "468",
            text_ru="Чтобы прибыть глубоким ударом, отряд должен начать игру в резерве.",
        ),
        "declare": Clause(
            "Told to the opponent",
            "Объявляется противнику",
            "When placing the unit in Reserve its player must tell the opponent that it will arrive by Deep Strike.",
            "468",
            text_ru="Отправляя отряд в резерв, игрок должен сказать сопернику, что тот прибудет глубоким ударом.",
            note="Without the declaration the unit arrives as ordinary reserves.",
            note_ru="Без объявления отряд прибывает как обычный резерв.",
        ),
        "compulsory": Clause(
            "Deep Strike only",
            "Только глубокий удар",
            "Some units may arrive only by Deep Strike: they always begin in Reserve and always arrive that way.",
            "470",
            text_ru="Некоторые отряды прибывают только глубоким ударом: они всегда начинают в резерве и всегда "
            "прибывают так.",
            note="The value 2 on a sheet says so.",
            note_ru="Об этом говорит значение 2 на листе.",
        ),
        "compulsory.reserve-count": Clause(
            "Outside the Reserve limit",
            "Вне лимита резервов",
            "Units that must Deep Strike, and everything embarked on them, are left out when counting how many "
            "units may be put in Reserve.",
            "470",
            text_ru="Отряды, обязанные прибыть глубоким ударом, и всех, кто на борту, не считают, когда считают, "
            "сколько отрядов можно отправить в резерв.",
        ),
        "compulsory.no-reserves-mission": Clause(
            "Missions without Reserves",
            "Миссия без резервов",
            "A unit that must Deep Strike (a drop pod, say) still does so in a mission that does not use the "
            "Reserves rule.",
            "470",
            text_ru="Отряд, обязанный прибыть глубоким ударом (скажем, десантная капсула), прибывает так и в миссии "
            "без правила резервов.",
        ),
        "eternal-war": Clause(
            "Eternal War has Reserves",
            "В Вечной войне есть резервы",
            "All Eternal War missions use Reserves.",
            "470",
            text_ru="Во всех миссиях Вечной войны резервы есть.",
        ),
        "reserve-roll": Clause(
            "Roll for arrival",
            "Бросок на прибытие",
            "Roll for the arrival of Deep Striking units as the Reserves rules say, then place them with "
            "scatter and rings.",
            "472-474",
            text_ru="За прибытие глубоким ударом бросают по правилам резервов, потом отряд ставят со смещением и "
            "кольцами.",
        ),
        "first-model": Clause(
            "First model scatters",
            "Смещение первой модели",
            "Place one model of the unit anywhere on the table where it is meant to arrive and roll for scatter "
            "to find its final position.",
            "476",
            text_ru="Одну модель отряда ставят в любое место стола, куда он должен прибыть, и бросают смещение, чтобы "
            "узнать, где она окажется.",
            note="BS is never subtracted.",
            note_ru="BS не вычитают никогда.",
        ),
        "vehicle-facing": Clause(
            "Facing is kept",
            "Техника сохраняет ориентацию",
            "A vehicle that scatters while Deep Striking keeps the facing it had before the roll.",
            "476",
            text_ru="Сместившись при глубоком ударе, машина смотрит туда же, куда до броска.",
        ),
        "rings": Clause(
            "Rings round the first model",
            "Кольца вокруг первой модели",
            "The other models are placed in base contact around the first; when that ring is full further rings "
            "are formed, each touching the ring inside it and holding as many models as will fit.",
            "478",
            text_ru="Остальные модели ставят вокруг первой в контакте подставок; когда кольцо заполнено, начинают "
            "следующее, которое касается внутреннего и вмещает столько моделей, сколько войдёт.",
        ),
        "difficult-is-dangerous": Clause(
            "Difficult counts as dangerous",
            "Труднопроходимый считается опасным",
            "When Deep Striking models are placed, difficult terrain counts as dangerous.",
            "480",
            text_ru="Для моделей, которых ставят глубоким ударом, труднопроходимый ландшафт считается опасным.",
            note="A test for each model landing in it.",
            note_ru="По тесту на каждую модель, которую в него ставят.",
        ),
        "no-move": Clause(
            "No further move",
            "В этот ход не движется",
            "In the Movement phase in which it arrives a Deep Striking unit may not move any further.",
            "482",
            text_ru="В фазу движения, в которую отряд прибыл глубоким ударом, он больше не движется.",
        ),
        "disembark": Clause(
            "Passengers may disembark",
            "Пассажиры могут высадиться",
            "Exception: units aboard a transport that has just Deep Struck may disembark.",
            "482",
            text_ru="Исключение: отряды на борту транспорта, который только что прибыл глубоким ударом, могут "
            "высадиться.",
        ),
        "ruins": Clause(
            "Ground level of ruins",
            "Наземный уровень руин",
            "Units Deep Striking into ruins are placed on the ground level.",
            "482",
            text_ru="В руины глубоким ударом ставят на наземный уровень.",
            note="The Russian first floor is the ground floor.",
            note_ru="Первый этаж по-русски – наземный.",
        ),
        "buildings-impassable": Clause(
            "Buildings are impassable",
            "Строения непроходимы",
            "Deep Striking units treat intact buildings as impassable terrain, except for their battlements.",
            "482",
            text_ru="Для прибывающих глубоким ударом целые строения – непроходимый ландшафт, кроме парапетов.",
        ),
        "shoot-or-run": Clause(
            "May shoot or run",
            "Может стрелять или бежать",
            "In the Shooting phase of its arrival a Deep Striking unit may shoot (or run) as normal.",
            "484",
            text_ru="В фазу стрельбы хода прибытия отряд может как обычно стрелять (или бежать).",
        ),
        "counts-as-moved": Clause(
            "Counts as having moved",
            "Считается двигавшимся",
            "When it shoots on its arrival a Deep Striking unit counts as having moved in the Movement phase.",
            "484",
            text_ru="Стреляя в ход прибытия, отряд считается двигавшимся в фазу движения.",
        ),
        "vehicle-cruising": Clause(
            "Vehicles at Cruising Speed",
            "Техника на крейсерской скорости",
            "Deep Striking vehicles count as having moved at Cruising Speed, even immobile ones, which limits "
            "how many weapons fire at full BS.",
            "484",
            text_ru="Техника, прибывшая глубоким ударом, даже неподвижная, считается прошедшей на маршевой скорости, "
            "и это ограничивает, сколько орудий стреляет с полным BS.",
        ),
        "walker-exception": Clause(
            "Walkers do not cruise",
            "Шагоходы: исключение",
            "Deep Striking walkers do not count as moving at Cruising Speed.",
            "484",
            text_ru="Шагоходы, прибывшие глубоким ударом, прошедшими на маршевой скорости не считаются.",
            note="They count as having moved only.",
            note_ru="Они считаются просто двигавшимися.",
        ),
        "no-charge": Clause(
            "No charge on arrival",
            "В ход прибытия не нападает",
            "Units that Deep Struck may not charge in the Assault phase of that turn.",
            "486",
            text_ru="Отряды, прибывшие глубоким ударом, не могут нападать в фазу наступления этого хода.",
        ),
        "no-charge.passengers": Clause(
            "Passengers may not charge",
            "Пассажиры не нападают",
            "Units that disembarked from transports which Deep Struck that turn may not charge either, Assault "
            "Vehicles included.",
            "486",
            text_ru="Отряды, высадившиеся из транспорта, который в этот ход прибыл глубоким ударом, тоже не могут "
            "нападать, даже из штурмовой машины.",
        ),
        "mishap.trigger": Clause(
            "Deep Strike mishap",
            "Несчастный случай при глубоком ударе",
            "A mishap happens if any model cannot be placed because at least one model would land partly or "
            "wholly off the table, in impassable terrain, on top of a friendly or enemy model, or within 1 inch "
            "of an enemy model.",
            "488-490",
            text_ru="Несчастный случай – это когда модель нельзя поставить, потому что хотя бы одна оказалась бы "
            "целиком или частью за столом, в непроходимом ландшафте, на своей или вражеской модели или в пределах 1 "
            "дюйма от вражеской.",
            note="Any model of the unit may cause it, not only the first.",
            note_ru="Причиной может быть любая модель отряда, а не только первая.",
        ),
        "mishap.passengers": Clause(
            "Mishap of a transport",
            "Несчастный случай с транспортом",
            "If the unit is a transport the mishap result applies to the transport and to everything aboard it.",
            "490",
            text_ru="Если отряд – транспорт, результат несчастного случая относится и к нему, и ко всем на борту.",
        ),
        "mishap.table": Clause(
            "Mishap table",
            "Таблица несчастных случаев",
            "Mishap table, D6: 1 Terrible Accident; 2-3 Misplaced; 4-6 Delayed.",
            "492-508",
            text_ru="Таблица несчастных случаев, D6: 1 ужасное происшествие; 2-3 затерявшиеся; 4-6 задержавшиеся.",
            note="The controlling player rolls.",
            note_ru="Бросает игрок, которому принадлежит отряд.",
        ),
        "mishap.1": Clause(
            "Terrible Accident",
            "Ужасное происшествие",
            "1, Terrible Accident: the entire unit is destroyed.",
            "496-498",
            text_ru="1, ужасное происшествие: весь отряд уничтожен.",
        ),
        "mishap.2-3": Clause(
            "Misplaced by the opponent",
            "Затерявшиеся",
            "2-3, Misplaced: the opponent places the unit anywhere on the table in a proper Deep Strike "
            "formation, with no scatter roll.",
            "500-504",
            text_ru="2-3, затерявшиеся: соперник ставит отряд где угодно на столе правильным построением глубокого "
            "удара, без броска на смещение.",
        ),
        "mishap.2-3.forbidden": Clause(
            "Where not to misplace",
            "Куда ставить нельзя",
            "The opponent may not put a misplaced unit in impassable or lethal terrain.",
            "502",
            text_ru="Ставить затерявшийся отряд в непроходимый или смертельный ландшафт соперник не может.",
            note="The other limits of a landing hold too, so that no second mishap arises.",
            note_ru="Прочие ограничения высадки тоже действуют, чтобы не вышло второго несчастного случая.",
        ),
        "mishap.2-3.difficult": Clause(
            "Misplaced in difficult terrain",
            "Затерявшиеся в труднопроходимом",
            "The opponent may put a misplaced unit in difficult terrain, which counts as dangerous for Deep "
            "Striking units.",
            "502",
            text_ru="В труднопроходимый ландшафт поставить затерявшийся отряд можно; для прибывших глубоким ударом он "
            "опасный.",
        ),
        "mishap.4-6": Clause(
            "Delayed into Ongoing Reserves",
            "Задержавшиеся",
            "4-6, Delayed: the unit goes into Ongoing Reserves.",
            "504-508",
            text_ru="4-6, задержавшиеся: отряд уходит в действующие резервы.",
        ),
        "mishap.4-6.endgame": Clause(
            "Delayed to the end",
            "Не прибыл до конца игры",
            "A unit delayed on turn 5 or later that is still in reserve when the game ends counts as destroyed.",
            "508",
            text_ru="Отряд, который задержался на ходу 5 или позже и к концу игры всё ещё в резерве, считается "
            "уничтоженным.",
        ),
    },
)

EVERY, DECLARE, ONLY = DEEP_STRIKE["all-models"], DEEP_STRIKE["declare"], DEEP_STRIKE["compulsory"]
FIRST, RINGS, MOVED = DEEP_STRIKE["first-model"], DEEP_STRIKE["rings"], DEEP_STRIKE["counts-as-moved"]
MISPLACED, FORBIDDEN = DEEP_STRIKE["mishap.2-3"], DEEP_STRIKE["mishap.2-3.forbidden"]
DELAYED, LATE = DEEP_STRIKE["mishap.4-6"], DEEP_STRIKE["mishap.4-6.endgame"]
"""DELAYED, on a unit, for the game: the game turn in which it was delayed last."""
MANNER = "deep-strike"
MUST = 2
SLACK = 2
"""Hundredths by which a base may be pressed in when it is asked whether there is room for one more."""
GAPS = 5
"""Degrees between the places round a base at which it is asked whether there is room for one more."""


class Formation(Action, frozen=True, tag="formation"):
    """The other models of a unit that is Deep Striking, round the first; no places where they find no room."""

    unit: str
    places: tuple[placing.Place, ...] = ()


class Misplace(Action, frozen=True, tag="misplace"):
    """The opponent sets up a unit after a mishap: its first model, then the others round it."""

    unit: str
    places: tuple[placing.Place, ...]


def able(ctx: Context, unit: Unit) -> bool:
    """Whether every model of a unit has the rule."""
    return all(ctx.holds(m, DEEP_STRIKE.id) for m in ctx.state.members(unit.id))


# landing


def arrive(ctx: Context, unit: Unit, action: reserve.Arrive) -> None:
    """Place one model, roll for scatter, and go on with the others."""
    name = unit.sheet.name
    ctx.require(able(ctx, unit), EVERY, "not every model of {name} can Deep Strike", name=name)
    ctx.require(len(action.places) == 1, FIRST, "one model of {name} is placed first", name=name)
    aimed = placing.stand_ins(ctx, unit, action.places[:1], FIRST, partly=True)
    if not aimed:
        return
    first = aimed[0]
    assert first.at is not None
    on = footprint.on_table(first, ctx.state.table)
    ctx.require(on, FIRST, "{name} is placed on the table", name=name)
    low = grounded(ctx, first)
    ctx.require(
        first.at[2] == low, DEEP_STRIKE["ruins"], "{name} lands on the ground", name=name, severity="impossible"
    )
    scattered = dice.scatter(ctx, unit.side, model=first.id, clause=FIRST)
    fallen = footprint.placed(first, scattered.moved(first.at))
    if scattered.length and words.is_vehicle(first):
        ctx.effects.append(Noted(rule=DEEP_STRIKE["vehicle-facing"], model=first.id, text="keeps its facing"))
    fallen = _lowered(ctx, fallen)
    assert fallen.at is not None
    wide = hull.wide(first.sheet)
    ctx.effects.append(Laid(rule=FIRST, at=fallen.at, radius=wide, aimed=first.at, model=first.id))
    if placing.trouble(ctx, fallen, ctx.state.alive()) is not None:
        mishap(ctx, unit)
    elif len(ctx.state.members(unit.id)) == 1:
        land(ctx, unit, [fallen])
    else:
        ctx.ask(RINGS, unit.side, model=unit.id, about=_told(fallen))


def grounded(ctx: Context, model: Model) -> int:
    """The height on which a model lands: the battlements of a building if it was put there, else the ground."""
    assert model.at is not None
    return model.at[2] if any(_top(piece) == model.at[2] for piece in _under(ctx, model)) else 0


def _under(ctx: Context, model: Model) -> list[Terrain]:
    """The buildings below the middle of a model."""
    assert model.at is not None
    pieces = ctx.state.table.terrain
    return [piece for piece in pieces if piece.kind == "building" and geometry.inside(model.at, piece.outline)]


def _top(piece: Terrain) -> int:
    return piece.floor + piece.height


def _lowered(ctx: Context, model: Model) -> Model:
    assert model.at is not None
    return footprint.placed(model, (model.at[0], model.at[1], grounded(ctx, model)))


def _told(first: Model) -> dict[str, int | str | tuple[str, ...]]:
    """Where the first model has come down, for the question about the others."""
    assert first.at is not None
    facing = first.facing or (0, 0)
    return {"first": first.id, "x": first.at[0], "y": first.at[1], "z": first.at[2], "fx": facing[0], "fy": facing[1]}


def _remembered(ctx: Context, asked: Decision) -> Model:
    """The first model as it has come down."""
    about = {key: value for key, value in asked.about.items() if isinstance(value, int)}
    at: Point = (about.get("x", 0), about.get("y", 0), about.get("z", 0))
    facing = (about.get("fx", 0), about.get("fy", 0))
    first = ctx.model(str(asked.about.get("first", "")), "$.pending.about.first")
    return footprint.placed(first, at, facing if facing != (0, 0) else None)


def formation(ctx: Context, action: Formation) -> None:
    """Set up the others round the first model, or find that they cannot be."""
    asked = questions.answered(ctx, RINGS, action.unit)
    if asked is None:
        return
    unit, first = ctx.unit(action.unit), _remembered(ctx, asked)
    if not action.places:
        # what stands on a table without a map is known to the players alone
        room = ctx.state.table.mapped and bool(places.rings(ctx, unit, first))
        trigger = DEEP_STRIKE["mishap.trigger"]
        ctx.require(not room, trigger, "there is room for all of {name} round the first", name=unit.sheet.name)
        mishap(ctx, unit)
        return
    others = placing.stand_ins(ctx, unit, action.places, RINGS, partly=True)
    stand_ins = [first, *(m for m in others if m.id != first.id)]
    _in_formation(ctx, unit, stand_ins)
    land(ctx, unit, stand_ins)


def _in_formation(ctx: Context, unit: Unit, stand_ins: Sequence[Model], forbidden: str = "") -> None:
    """Refuse models that cannot stand where they would, or that are not in rings round the first."""
    missing = len(ctx.state.members(unit.id)) - len(stand_ins)
    ctx.require(not missing, RINGS, "{missing} models of {name} have no place", missing=missing, name=unit.sheet.name)
    there: list[Model] = [m for m in ctx.state.alive() if m.unit != unit.id]
    for model in stand_ins:
        assert model.at is not None
        name = model.sheet.name
        ctx.require(
            model.at[2] == grounded(ctx, model), DEEP_STRIKE["ruins"], "{name} lands on the ground", name=name,
            severity="impossible",
        )  # fmt: skip
        found = placing.trouble(ctx, model, there)
        if found is not None:
            clause = forbidden if forbidden and found[0] == placing.IMPASSABLE else found[0]
            ctx.require(False, clause, "{name} {text}", name=name, text=found[1])
        there.append(model)
    ctx.require(ringed(stand_ins), RINGS, "the models of {name} stand in rings round the first", name=unit.sheet.name)


def ringed(stand_ins: Sequence[Model]) -> bool:
    """Whether models stand in rings round the first, each ring full before the next begins."""
    ring, left = list(stand_ins[:1]), list(stand_ins[1:])
    inner: list[Model] = []
    while left:
        outer = [m for m in left if any(geometry.near(m, one, words.CONTACT) for one in ring)]
        left = [m for m in left if m not in outer]
        if not outer or (left and _room(ring, [*inner, *ring, *outer], left[0])):
            return False
        inner, ring = [*inner, *ring], outer
    return True


def _room(ring: Sequence[Model], placed: Sequence[Model], model: Model) -> bool:
    """Whether a model would still fit in base contact with a ring. Hulls are not asked about."""
    if any(m.sheet.hull is not None for m in (*placed, model)):
        return False
    small = msgspec.structs.replace(model, sheet=msgspec.structs.replace(model.sheet, base=model.sheet.base - SLACK))
    for one in ring:
        assert one.at is not None
        for angle in range(0, direction.TURN, GAPS):
            spot = direction.along(one.at, direction.vector(angle), one.sheet.base + model.sheet.base)
            here = footprint.placed(small, spot)
            if not any(footprint.overlaps(here, other) for other in placed):
                return True
    return False


def land(ctx: Context, unit: Unit, stand_ins: Sequence[Model]) -> None:
    """A unit has come down: it counts as having moved, and difficult terrain is dangerous to it."""
    placing.put(ctx, stand_ins, RINGS if len(stand_ins) > 1 else FIRST)
    reserve.arrived(ctx, unit, MANNER, FIRST)
    driving = any(words.is_vehicle(m) and not words.is_(m, "Walker") for m in stand_ins)
    length, clause = (vehicle.CRUISING, DEEP_STRIKE["vehicle-cruising"]) if driving else (1, MOVED)
    words.mark(ctx, unit, words.MOVED, length, rule=clause)
    for model in words.standing(ctx.state, unit):
        _endanger(ctx, model)


def _endanger(ctx: Context, model: Model) -> None:
    """The dangerous terrain test of a model that landed in terrain: the piece that demands the most dice decides."""
    counts = [
        int(ctx.value(hooks.DANGEROUS_DICE, 1, model=model, piece=piece, length=0))
        for piece in ctx.state.table.terrain
        if placing.stands_in(model, piece) and terrain.kind_of(ctx, piece).way(model) in ("difficult", "dangerous")
    ]
    if counts and max(counts) > 0:
        rule = DEEP_STRIKE["difficult-is-dangerous"]
        ctx.effects.append(Noted(rule=rule, model=model.id, text="landed in difficult terrain"))
        footing.risk(ctx, model, max(counts))


# mishaps


def mishap(ctx: Context, unit: Unit) -> None:
    """Roll on the mishap table; the result also applies to every unit aboard."""
    face = ctx.roll(DEEP_STRIKE["mishap.table"], unit.side, 1, model=unit.id).total
    if face == 1:
        inside = [u for m in ctx.state.members(unit.id) for u in vehicle.passengers(ctx.state, m)]
        for each in inside:
            words.destroy(ctx, each, DEEP_STRIKE["mishap.passengers"])
        words.destroy(ctx, unit, DEEP_STRIKE["mishap.1"])
    elif face <= 3:
        ctx.ask(MISPLACED, ctx.state.enemy(unit.side), model=unit.id)
    else:
        reserve.delay(ctx, unit, DELAYED)
        words.mark(ctx, unit, DELAYED, ctx.state.round, "game")


def misplace(ctx: Context, action: Misplace) -> None:
    """The opponent places a unit anywhere."""
    if questions.answered(ctx, MISPLACED, action.unit) is None:
        return
    unit = ctx.unit(action.unit)
    stand_ins = placing.stand_ins(ctx, unit, action.places, MISPLACED)
    _in_formation(ctx, unit, stand_ins, FORBIDDEN)
    land(ctx, unit, stand_ins)


# eligibility and restrictions


@DEEP_STRIKE.at(hooks.MAY_RESERVE)
def _whole_unit(ctx: Context, clause: str, *, unit: Unit, manner: str, **_: Any) -> str:
    if must(ctx, unit):
        # even if the mission has no reserves
        return "" if manner == MANNER and clause in ("", reserve.IN_USE) else clause or ONLY
    return clause or (EVERY if manner == MANNER and not able(ctx, unit) else "")


def must(ctx: Context, unit: Unit) -> bool:
    """Whether a unit can arrive by Deep Strike only."""
    return bool(ctx.holds(unit, DEEP_STRIKE.id) == MUST)


@DEEP_STRIKE.at(hooks.MAY_DEPLOY, of="unit")
def _begins_in_reserve(ctx: Context, clause: str, *, has: Any, **_: Any) -> str:
    return clause or (ONLY if has == MUST else "")


@DEEP_STRIKE.at(hooks.RESERVE_COUNTED, of="unit")
def _not_counted(ctx: Context, counts: bool, *, has: Any, **_: Any) -> bool:
    return counts and has != MUST


@DEEP_STRIKE.at(hooks.MAY_MOVE)
def _no_move(ctx: Context, clause: str, *, unit: Unit, **_: Any) -> str:
    landed = ctx.state.phase == "movement" and unit.turn.get(words.ARRIVED) == MANNER
    return DEEP_STRIKE["no-move"] if landed else clause


@DEEP_STRIKE.at(hooks.MAY_CHARGE)
def _no_charge(ctx: Context, clause: str, *, unit: Unit, **_: Any) -> str:
    if clause not in ("", words.ARRIVED, transport.DISEMBARK):
        return clause
    if words.DISEMBARKED in unit.turn:
        return DEEP_STRIKE["no-charge.passengers"] if from_above(ctx, unit) else clause
    return DEEP_STRIKE["no-charge"] if unit.turn.get(words.ARRIVED) == MANNER else clause


def from_above(ctx: Context, unit: Unit) -> bool:
    """Whether a unit got out of a vehicle that has Deep Struck this turn."""
    carrier = ctx.state.models.get(str(unit.turn.get(words.DISEMBARKED, "")))
    return carrier is not None and words.unit_of(ctx.state, carrier).turn.get(words.ARRIVED) == MANNER


@DEEP_STRIKE.at(hooks.LOST_IN_RESERVE)
def _too_late(ctx: Context, clause: str, *, unit: Unit, **_: Any) -> str:
    since = unit.game.get(DELAYED, 0)
    return LATE if isinstance(since, int) and since >= 5 else clause


# what is worth declaring


def _from_above(choice: Choice, manner: str) -> Iterator[Action]:
    """The first model at a free place, the nearer to an enemy the better; at last in the middle."""
    state, unit, dice = choice.state, choice.unit, choice.dice
    first, table, goal = state.members(unit.id)[0], state.table, taste.goal(choice, unit)
    for _ in range(places.TRIES):
        x, y = dice.below(table.width), dice.below(table.depth)
        if goal is not None and dice.below(3):
            x, y = (goal[0] + x) // 2, (goal[1] + y) // 2
        stand_in = _coming_down(choice, first, x, y)
        if footprint.on_table(stand_in, table) and not geometry.within(state.alive(), stand_in, 2 * words.NEAR):
            yield reserve.Arrive(unit=unit.id, places=(_place(stand_in),), manner=manner)
    middle = placing.Place(first.id, (table.width // 2, table.depth // 2, 0))
    yield reserve.Arrive(unit=unit.id, places=(middle,), manner=manner)


def _coming_down(choice: Choice, model: Model, x: int, y: int) -> Model:
    """A stand-in for a first model at a place, a vehicle with its front across the table."""
    facing = edges.across(choice.state.table, (x, y, 0)) if words.is_vehicle(model) else None
    return footprint.placed(model, (x, y, 0), facing)


def _place(stand_in: Model) -> placing.Place:
    facing = stand_in.facing if words.is_vehicle(stand_in) else None
    return placing.Place(stand_in.id, stand_in.at or (0, 0, 0), facing)


def _round_the_first(choice: Choice) -> Iterator[Action]:
    found = places.rings(choice.ctx, choice.unit, _remembered(choice.ctx, choice.ctx.pending))
    if found:
        yield Formation(unit=choice.option.model, places=found)
    yield Formation(unit=choice.option.model)


def _anywhere(choice: Choice) -> Iterator[Action]:
    """Wherever there is room for the whole formation."""
    ctx, unit, table = choice.ctx, choice.unit, choice.state.table
    first, *others = choice.state.members(unit.id)
    for x, y, _ in places.anchors(choice.dice, Box(0, 0, table.width, table.depth)):
        stand_in = _coming_down(choice, first, x, y)
        found = places.rings(ctx, unit, stand_in) if footprint.on_table(stand_in, table) else ()
        if found or (not others and footprint.on_table(stand_in, table)):
            yield Misplace(unit=unit.id, places=(_place(stand_in), *found))


MARKS = (
    on_unit(DELAYED, "game", "The game turn in which a mishap delayed it last.", COUNT),
)  # fmt: skip

BECAUSE = (
    words.Because(DEEP_STRIKE["no-move"], "it arrived by Deep Strike this turn"),
    words.Because(DEEP_STRIKE["no-charge"], "it arrived by Deep Strike this turn"),
    words.Because(DEEP_STRIKE["no-charge.passengers"], "its vehicle arrived by Deep Strike this turn"),
    words.Because(ONLY, "it arrives by Deep Strike only"),
    words.Because(EVERY, "not every model of it can Deep Strike"),
)
PART = Part(
    marks=MARKS,
    acts=(
        questions.reply(Formation, formation, RINGS, propose=_round_the_first,
            told=Phrase("%(unit)s [forms|form] up at the landing place", "%(unit)s: построение на месте высадки")),
        questions.reply(Misplace, misplace, MISPLACED, propose=_anywhere,
            told=Phrase("%(unit)s [is|are] placed by the opponent", "%(unit)s: расставляет противник")),
    ),
    brings=(reserve.Manner(MANNER, arrive, _from_above), *BECAUSE),
    telling=Telling(questions={
        RINGS: Phrase("%(side)s places the other models of %(model)s", "%(side)s ставит остальные модели: %(model)s"),
        MISPLACED: Phrase("%(side)s places %(model)s where it wants", "%(side)s ставит где угодно: %(model)s"),
    }),
)  # fmt: skip
