"""The Gauntlet, a special scenario."""

from __future__ import annotations

from collections.abc import Mapping

from rules.cod import ground, placement, prepared, scoring
from rules.cod.mission import STRATAGEMS, Mission, Segment
from rules.cod.scenario._shared import roles, special_rules
from rules.kernel.lengths import INCH
from rules.kernel.part import Part
from rules.kernel.rule import Clause, Rule
from rules.kernel.state import Model, Outcome, State, Unit, Zone
from rules.kernel.telling import Badge, Phrase, Telling

GAUNTLET = Rule(
    "cod.scenario.gauntlet",
    en="The Gauntlet",
    ru="Испытание",
    clauses={
        "objective": Clause(
            "Leave by the exit",
            "Выйти через точку выхода",
            "The attacker must take as many of his units as possible off the table through the exit point.",
            "1023-1029",
            text_ru="Нападающий должен увести со стола через точку выхода как можно больше своих отрядов.",
        ),
        "victory": Clause(
            "Half the units out",
            "Вышла половина отрядов",
            'The attacker wins if at least half of his units leave through any point of the table edge within 6" '
            "of his exit point.",
            "1029",
            text_ru="Нападающий побеждает, если хотя бы половина его отрядов ушла через любое место края стола в "
            'пределах 6" от точки выхода.',
            note="Half of the units of the starting army: 4 of 7.",
            note_ru="Половина отрядов начальной армии: 4 из 7.",
        ),
        "counts-damaged": Clause(
            "Survivors count whole",
            "Считаются все выжившие",
            "All surviving soldiers and damaged vehicles count: what is left of a unit is a whole unit.",
            "1029",
            text_ru="Считаются все уцелевшие бойцы и подбитые машины: остаток отряда – это целый отряд.",
        ),
        "defender-win": Clause(
            "Otherwise defender wins",
            "Иначе побеждает защищающийся",
            "If fewer leave, the defender wins.",
            "1031",
            text_ru="Если ушло меньше, побеждает защищающийся.",
            note="A draw cannot happen.",
            note_ru="Ничьей не бывает.",
        ),
        "special-rules": special_rules("1033-1035", "Reserves"),
        "reserves.attacker": Clause(
            "Attacker's reserves",
            "Резервы нападающего",
            "The attacker's available reserves enter from any point within 6\" of his entry point.",
            "1037",
            text_ru='Доступные резервы нападающего выходят в любом месте в пределах 6" от точки входа.',
        ),
        "reserves.defender": Clause(
            "Defender's reserves",
            "Резервы защищающегося",
            "The defender's available reserves enter from any point of his own table edge.",
            "1037",
            text_ru="Доступные резервы защищающегося выходят в любом месте своего края стола.",
        ),
        "roles": roles("1041"),
        "deploy.edge": Clause(
            "Defender picks a long edge",
            "Защищающийся выбирает длинный край",
            "The defender chooses a long table edge; the attacker gets the opposite one.",
            "1042",
            text_ru="Длинный край стола выбирает защищающийся; край напротив – нападающего.",
            note="On a square table any edge may be chosen.",
            note_ru="На квадратном столе можно выбрать любой край.",
        ),
        "deploy.defender": Clause(
            "Defender's 6\" strip",
            'Защищающийся в полосе 6"',
            'The defender deploys his whole army in a 6" strip.',
            "1043",
            text_ru='Защищающийся выставляет всю армию в полосе 6".',
            note="The strip lies along his own edge.",
            note_ru="Полоса идёт вдоль его края.",
        ),
        "deploy.forced-reserve": Clause(
            "Fast Attack, Elites in reserve",
            "Быстрая Атака и Элита в резерве",
            "All Fast Attack and Elites choices are held in reserve.",
            "1043",
            text_ru="Вся быстрая атака и вся элита остаются в резерве.",
            note="The defender's units are meant: it is a part of his step.",
            note_ru="Имеются в виду отряды защищающегося: это часть его шага.",
        ),
        "deploy.points": Clause(
            "Entry and exit points",
            "Точки входа и выхода",
            "The attacker names an entry point on his own edge and an exit point on the defender's edge.",
            "1044",
            text_ru="Нападающий называет точку входа на своём краю и точку выхода на краю защищающегося.",
            note="Named after the defender has deployed.",
            note_ru="Называют, когда защищающийся выставился.",
        ),
        "first-turn": Clause(
            "Attacker goes first",
            "Нападающий ходит первым",
            'The attacker goes first, moving any number of his units on from any points within 6" of the entry point.',
            "1045",
            text_ru='Нападающий ходит первым: выводит сколько угодно своих отрядов из любых мест в пределах 6" от '
            "точки входа.",
        ),
        "attacker-reserve": Clause(
            "Attacker's units in reserve",
            "Нападающий оставляет резервы",
            "The attacker may leave any units in reserve.",
            "1045",
            text_ru="Нападающий может оставить любые отряды в резерве.",
        ),
    },
)

REACH = 6 * INCH
"""How far from a point of entry or exit units come and go, and how deep the defender's strip is."""
HELD = ("Fast Attack", "Elites")


def _zones(state: State) -> Mapping[str, tuple[Zone, ...]]:
    """The defender's strip; the attacker sets up no units."""
    side = prepared.side_of(state, "defender")
    names = prepared.own_edges(state, side) if side else ()
    return {side: (ground.strip(state.table, names[0], REACH, side),)} if names else {}


def _refused(state: State, unit: Unit, models: tuple[Model, ...]) -> str:
    if prepared.role(state, unit.side) == "attacker":
        return GAUNTLET["first-turn"]
    if _held(state, unit):
        return GAUNTLET["deploy.forced-reserve"]
    if placement.out_of_order(state, unit):
        return placement.ORDER
    return "" if placement.in_own_zone(state, unit, models) else GAUNTLET["deploy.defender"]


def _held(state: State, unit: Unit) -> str:
    defends = prepared.role(state, unit.side) == "defender"
    return GAUNTLET["deploy.forced-reserve"] if defends and placement.category(state, unit) in HELD else ""


def _kept(state: State, unit: Unit) -> str:
    """The attacker may keep back any unit, the defender only those that have to be."""
    attacks = prepared.role(state, unit.side) == "attacker"
    return "" if attacks or _held(state, unit) else GAUNTLET["deploy.defender"]


def _arrival(state: State, unit: Unit) -> tuple[Segment, ...]:
    if prepared.role(state, unit.side) == "defender":
        return prepared.segments(state, unit.side)
    entry, _ = prepared.points(state, unit.side)
    return tuple(ground.stretch(state.table, name, entry, REACH) for name in prepared.own_edges(state, unit.side))


def _exits(state: State, unit: Unit) -> tuple[Segment, ...]:
    if prepared.role(state, unit.side) != "attacker":
        return ()
    _, out = prepared.points(state, unit.side)
    theirs = prepared.own_edges(state, state.enemy(unit.side))
    return tuple(ground.stretch(state.table, name, out, REACH) for name in theirs)


def _score(state: State) -> dict[str, int]:
    """The attacker's score is the number of his units that have left."""
    return {side: sum(u.side == side and prepared.GONE in u.game for u in state.units.values()) for side in state.sides}


def _victory(state: State) -> Outcome:
    attacker, counted = prepared.side_of(state, "attacker"), _score(state)
    army = sum(unit.side == attacker for unit in state.units.values())
    won = 2 * counted.get(attacker, 0) >= army
    winner, key = ("attacker", "victory") if won else ("defender", "defender-win")
    return scoring.won(state, prepared.side_of(state, winner), GAUNTLET[key], counted)


MISSION = Mission(
    GAUNTLET,
    (
        ("sides", "roles"),
        ("sides", "long-edge"),
        STRATAGEMS,
        ("deployment", "defender"),
        ("sides", "points"),
        ("deployment", "attacker"),
    ),
    _score,
    _victory,
    _refused,
    _kept,
    held=_held,
    arrival=_arrival,
    exits=_exits,
    zones=_zones,
    first="attacker",
    comes_on="attacker",
)


PART = Part(telling=Telling(
    marks={GAUNTLET["victory"]: Phrase("%(holder)s: escaped", "%(holder)s: отряд ушёл")},
    came_to={GAUNTLET["victory"]: Phrase("%(model)s: got away", "%(model)s: отряд ушёл")},
    statuses={GAUNTLET["victory"]: "got-away"},
    badges={"got-away": Badge(Phrase("escaped", "ушёл"), "M4 4h8v16H4M9 12h12M17 8l4 4-4 4")},
))  # fmt: skip
