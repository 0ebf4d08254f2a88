"""Sewer Rats, a manoeuvre."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rules.cod import ground, options, placement, prepared
from rules.cod.chosen import MARKER, Spot, Stratagem, has, in_vain, marker
from rules.cod.mission import Segment, mission
from rules.kernel import footprint, geometry
from rules.kernel.context import Context
from rules.kernel.effects import Marked, TerrainSet
from rules.kernel.errors import Malformed
from rules.kernel.events import Action
from rules.kernel.lengths import INCH, show
from rules.kernel.marks import PIECE, PIECES, MarkKind, on_side, on_unit
from rules.kernel.part import Act, Choice, Condition, Objection, Option, Part, demand, fulfilled, objection, refuse
from rules.kernel.rule import Clause, Rule
from rules.kernel.state import Model, Point, State, Unit
from rules.kernel.telling import Phrase, Telling
from rules.wh40k import hooks, words
from rules.wh40k.deployment import deploy, places, reserve

SEWER_RATS = Rule(
    "cod.stratagem.sewer-rats",
    en="Sewer Rats",
    ru="Канализационные крысы",
    clauses={
        "reserve": Clause(
            "Infantry kept in reserve",
            "Пехота в резерве",
            "With the Reserves rule, friendly infantry units that have no transport of their own may be kept in "
            "reserve.",
            "752-758",
            text_ru="По правилу резервов свои пехотные отряды без собственного транспорта можно держать в резерве.",
            note="The stratagem also turns Reserves on for these units where the scenario lacks the rule.",
            note_ru="Стратегия и сама даёт этим отрядам резервы, если в сценарии этого правила нет.",
        ),
        "markers": Clause(
            "D3+3 sewer markers",
            "D3+3 канализационных маркера",
            "When stratagems are chosen, D3+3 sewer markers are placed anywhere on the battlefield at ground level.",
            "759",
            text_ru="При выборе стратегий где угодно на поле на уровне земли ставят D3+3 канализационных маркера.",
        ),
        "arrive": Clause(
            "Enter from a marker",
            "Выход из маркера",
            "Once reserves become available they may enter from any sewer marker as though it were a table edge.",
            "760",
            text_ru="Когда резервы стали доступны, они могут выйти из любого канализационного маркера, как с края "
            "стола.",
            note="Where the scenario has no reserves the markers are the only way in for these units.",
            note_ru="Если резервов в сценарии нет, маркеры – единственный путь для этих отрядов.",
        ),
        "enemy-near": Clause(
            'No enemy within 1"',
            'Нет врага в 1"',
            'A marker may be used only if no enemy model is within 1" of it.',
            "760",
            text_ru='Маркером можно воспользоваться, только если в 1" от него нет вражеских моделей.',
            note='Exactly 1" is within.',
            note_ru='Ровно 1" – это «в пределах».',
        ),
        "no-assault": Clause(
            "No assault on arrival",
            "Без атаки в ход появления",
            "A unit may not assault on the turn it comes onto the table by a sewer marker.",
            "760",
            text_ru="В ход, в который отряд вышел на стол из канализационного маркера, атаковать он не может.",
        ),
        "one-player": Clause(
            "One player's sewers",
            "Канализация одного игрока",
            "If only one player chose Sewer Rats, only his troops may enter that way.",
            "761",
            text_ru="Если канализационных крыс выбрал только один игрок, выходить так могут только его войска.",
        ),
        "both-players": Clause(
            "Sewers shared by both",
            "Канализация обоих игроков",
            "If both chose Sewer Rats, either side's reserves may use any sewer marker, whoever placed it.",
            "761",
            text_ru="Если канализационных крыс выбрали оба, резервы любой стороны могут выйти из любого "
            "канализационного маркера, кто бы его ни поставил.",
        ),
        "overflow": Clause(
            "More reserves than markers",
            "Резервов больше, чем маркеров",
            "If more reserves become available in a turn than there are sewer markers on the table, they do not "
            "come on this turn; a die is rolled for each unit next turn.",
            "762",
            text_ru="Если за ход доступных резервов больше, чем канализационных маркеров на столе, лишние в этот ход "
            "не выходят; на следующий ход за каждый такой отряд бросают кубик.",
            note="Only the surplus waits, an exception to the duty to arrive; so does a unit for which enemies block "
            "every marker.",
            note_ru="Ждут только лишние, это исключение из обязанности выйти; ждёт и отряд, которому враги закрыли "
            "все маркеры.",
        ),
        "one-unit-per-marker": Clause(
            "One unit per marker",
            "Один отряд на маркер",
            "Only one unit may enter through a given marker each turn.",
            "763",
            text_ru="Через один маркер за ход может выйти только один отряд.",
            note="Counted by player turns.",
            note_ru="Считают по ходам игроков.",
        ),
    },
)

PLACED = SEWER_RATS["markers"]
CALLED = "sewer"
"""The name of a marker."""
"""On a side, for the game: the ids of its sewer markers."""
USED = SEWER_RATS["one-unit-per-marker"]
"""On a side, for the turn (`cod.gap.turn-unit`): the ids of the markers through which a unit has come."""
CAME = SEWER_RATS["no-assault"]
"""On a unit, for the turn: it came onto the table by a marker."""
OVERFLOW = SEWER_RATS["overflow"]
OF_THE_UNIT = "wh40k.usr."
"""What keeps a unit from waiting by its own rules is never lifted."""

Path = tuple[Point, ...]


class WaitBelow(Action, frozen=True, tag="wait-below"):
    """A unit for which there is no free sewer marker waits for the next turn, and rolls again."""

    unit: str


def _set(ctx: Context, key: str, spot: Spot, path: str) -> None:
    """Put a marker anywhere on the ground.

    Raises:
        Malformed: no place, or one that is off the table.
    """
    table, side = ctx.state.table, ctx.by
    refuse(ctx, in_vain(PLACED, spot, ("on", "outline", "height"), "a sewer marker lies in a place", path))
    x, y = spot.at or (-1, -1)
    if not (0 <= x <= table.width and 0 <= y <= table.depth):
        raise Malformed(f"{path}.at", "a sewer marker lies on the ground of the table")
    ctx.emit(TerrainSet(rule=PLACED, piece=marker(key, CALLED, (x, y))))
    ctx.emit(Marked(rule=PLACED, on=side, key=PLACED, value=(*_own(ctx.state, side), key), until="game"))


def _in_the_open(choice: Choice) -> Iterator[Spot]:
    """A place well away from the edges and from whatever stands on the table."""
    table, dice = choice.state.table, choice.dice
    at = (8 * INCH + dice.below(table.width - 16 * INCH), 8 * INCH + dice.below(table.depth - 16 * INCH))
    near = [piece for piece in table.terrain if piece.kind not in ("road", "marker", "floor")]
    if all(ground.apart(piece.outline, (at,)) > 2 * INCH for piece in near):
        yield Spot(at=at)


STRATAGEM = Stratagem(
    "sewer-rats",
    "manoeuvres",
    SEWER_RATS,
    SEWER_RATS["reserve"],
    count=SEWER_RATS["markers"],
    place=_set,
    spots=_in_the_open,
)


def _own(state: State, side: str) -> tuple[str, ...]:
    found = state.sides[side].game.get(PLACED, ())
    return found if isinstance(found, tuple) else ()


def markers(state: State, side: str) -> dict[str, tuple[int, int]]:
    """The sewer markers a side may use, with their places: its own, and the enemy's too if both have sewers."""
    if not has(state, side, STRATAGEM.name):
        return {}
    enemy = state.enemy(side)
    keys = (*_own(state, side), *(_own(state, enemy) if has(state, enemy, STRATAGEM.name) else ()))
    pieces = {piece.id: piece for piece in state.table.terrain if piece.id in keys}
    return {key: (pieces[key].outline[0][0] + MARKER, pieces[key].outline[0][1] + MARKER) for key in keys
            if key in pieces}  # fmt: skip


def used(state: State, *sides: str) -> tuple[str, ...]:
    """The markers through which a unit has come in this turn; of one side if named."""
    found: list[str] = []
    for holder in (state.sides[key] for key in sides or state.sides):
        for marks in (holder.turn.get(USED, ()), holder.round.get(USED, ())):
            found += marks if isinstance(marks, tuple) else ()
    return tuple(found)


def usable(state: State, side: str) -> dict[str, tuple[int, int]]:
    """The markers through which a unit could come now: not used this turn, no enemy within 1"."""
    foes, gone = words.foes(state, side), used(state)
    return {
        key: at
        for key, at in markers(state, side).items()
        if key not in gone and not any(footprint.distance_to_point(foe, (*at, _foot(foe))) <= INCH for foe in foes)
    }


def _foot(model: Model) -> int:
    return model.at[2] if model.at is not None else 0


def rats(state: State, unit: Unit) -> bool:
    """Whether a unit can use the sewers: infantry of a side with the stratagem, without a transport of its own."""
    models = state.members(unit.id)
    own = unit.sheet.has.get(placement.DEDICATED)
    return has(state, unit.side, STRATAGEM.name) and not own and all(words.is_(m, "Infantry") for m in models)


# waiting


@SEWER_RATS.at(hooks.MAY_RESERVE)
def _below(ctx: Context, clause: str, *, unit: Unit, manner: str, **_: Any) -> str:
    """Such units may be kept in reserve, also where the scenario has none."""
    if manner != "reserve" or not clause or clause.startswith(OF_THE_UNIT) or not rats(ctx.state, unit):
        return clause
    return ""


# arriving


@SEWER_RATS.at(hooks.ARRIVAL)
def _up(ctx: Context, ways: tuple[Segment, ...], *, unit: Unit, manner: str, **_: Any) -> tuple[Segment, ...]:
    """Each marker that is free is a way onto the table, as though it were an edge.

    Where the scenario has no reserves for a unit it is the only way.
    """
    if manner != "reserve" or not rats(ctx.state, unit):
        return ways
    played = mission(ctx.state)
    edges = () if played is not None and played.kept(ctx.state, unit) else ways
    return (*edges, *((at, at) for at in usable(ctx.state, unit.side).values()))


@SEWER_RATS.at(hooks.CLOSED)
def _shut(
    ctx: Context, closed: tuple[tuple[Segment, Objection], ...], *, unit: Unit, manner: str, **_: Any
) -> tuple[tuple[Segment, Objection], ...]:
    """The markers by which nobody can come now, because a unit has this turn or an enemy is too near."""
    state = ctx.state
    if manner != "reserve" or not rats(state, unit):
        return closed
    own = ((at, against) for key, at in markers(state, unit.side).items() for against in _blocked(state, unit, key, at))
    return (*closed, *(((at, at), against) for at, against in own))


def _blocked(state: State, unit: Unit, key: str, at: tuple[int, int]) -> Iterator[Objection]:
    """The objections to a unit coming by a marker."""
    if key in used(state):
        came = next((u.sheet.name for u in state.units.values() if u.turn.get(CAME) == key), "a unit")
        yield objection(USED, "{came} has already come by {marker} in game turn {turn}", came=came, marker=key,
                        turn=state.round)  # fmt: skip
    apart = [(footprint.distance_to_point(foe, (*at, _foot(foe))), foe) for foe in words.foes(state, unit.side)]
    for gap, foe in apart:
        if gap <= INCH:
            yield objection(SEWER_RATS["enemy-near"], '{enemy} is {gap} from {marker}; more than 1" is needed',
                            enemy=foe.sheet.name, gap=show(gap), marker=key)  # fmt: skip


@SEWER_RATS.at(hooks.MOVED)
def _came_up(ctx: Context, moves: tuple[tuple[Model, Point, Path], ...], *, unit: Unit, manner: str, **_: Any) -> None:
    """Remember the marker a unit came through."""
    if manner != "arrival" or not moves:
        return
    start = moves[0][1][:2]
    for key, at in usable(ctx.state, unit.side).items() if rats(ctx.state, unit) else ():
        if at == start:
            words.mark(ctx, unit.side, USED, (*used(ctx.state, unit.side), key), options.once_until(ctx))
            words.mark(ctx, unit, CAME, key)
            return


@SEWER_RATS.at(hooks.MAY_CHARGE)
def _no_assault(ctx: Context, clause: str, *, unit: Unit, **_: Any) -> str:
    return CAME if CAME in unit.turn else clause


TO_WAIT = (
    Condition(OVERFLOW, "{name} does not come by the sewers", rats),
    Condition(OVERFLOW, "a unit may still come by {marker}", lambda state, unit: not usable(state, unit.side)),
)


def wait(ctx: Context, action: WaitBelow) -> None:
    """More units are there than markers that can be used: what is left over waits and rolls again."""
    unit = reserve.available(ctx, action.unit)
    left = next(iter(usable(ctx.state, unit.side)), "")
    demand(ctx, TO_WAIT, ctx.state, unit, name=unit.sheet.name, marker=left)
    words.unmark(ctx, unit, reserve.AVAILABLE, rule=OVERFLOW)


def _may_wait(ctx: Context) -> Iterator[Option]:
    """Units for which no marker is left."""
    state = ctx.state
    for unit in reserve.waiting(state, state.to_act) if not state.step else ():
        if fulfilled(TO_WAIT, state, unit):
            yield Option(unit.side, "wait-below", model=unit.id, clause=OVERFLOW)


def _up_a_sewer(choice: Choice) -> Iterator[Action]:
    """Round a marker, each model no farther from it than it can move; the one that moves farthest goes first."""
    unit = choice.unit
    waits = reserve.manner_of(unit) == "reserve" and rats(choice.state, unit)
    for hole in usable(choice.state, unit.side).values() if waits else ():

        def fits(stand_in: Model, at: tuple[int, int] = hole) -> bool:
            return reserve.depth(stand_in, (at, at)) <= 600 and stand_in.at is not None and stand_in.at[:2] != at

        found = places.set_up(choice.ctx, unit, (*hole, 0), gap=20, fits=fits)
        order = sorted(found, key=lambda place: -geometry.ground_square(place.at, hole))
        if order:
            yield reserve.Arrive(unit=unit.id, places=tuple(order), manner="reserve")


def _rather_below(choice: Choice) -> Iterator[Action]:
    """Mostly such a unit is kept back once there are sewers to come up from; infiltrators need none."""
    state, unit = choice.state, choice.unit
    below = rats(state, unit) and markers(state, unit.side) and not prepared.infiltrates(state, unit)
    if below and choice.dice.below(3):
        yield deploy.Reserve(unit=unit.id, manner="reserve")


MARKS = (
    on_side(PLACED, "game", "Its sewer markers.", PIECES),
    MarkKind(USED, ("side",), ("turn", "round"), "The markers through which a unit has come.", PIECES),
    on_unit(CAME, "turn", "The marker by which it came onto the table.", PIECE),
)  # fmt: skip

PART = Part(
    marks=MARKS,
    brings=(words.Because(CAME, "it came up from the sewers this turn"),),
    acts=(
        Act(WaitBelow, wait, _may_wait, phases=("movement",),
            told=Phrase("%(unit)s [waits|wait] in the sewers", "%(unit)s: ожидание в канализации")),
    ),
    proposes={reserve.Arrive: _up_a_sewer, deploy.Deploy: _rather_below},
    telling=Telling(
        marks={CAME: Phrase("%(holder)s: out of the sewers, no charge this turn",
                            "%(holder)s: выход из канализации, в этот ход без нападения")},
    ),
)  # fmt: skip
