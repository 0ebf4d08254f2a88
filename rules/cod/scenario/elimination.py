"""Elimination, a special scenario."""

from __future__ import annotations

from collections.abc import Mapping

from rules.cod import ground, options, placement, prepared, scoring
from rules.cod import victory_points as vp
from rules.cod.mission import STRATAGEMS, Mission, Segment
from rules.cod.scenario._shared import roles, special_rules
from rules.kernel.lengths import INCH
from rules.kernel.marks import on_unit, one_of
from rules.kernel.part import Part
from rules.kernel.rule import Clause, Rule
from rules.kernel.state import Model, Outcome, State, Unit, Zone
from rules.wh40k import words

ELIMINATION = Rule(
    "cod.scenario.elimination",
    en="Elimination",
    ru="Устранение",
    clauses={
        "objective": Clause(
            "Destroy the enemy HQ",
            "Уничтожить Командное Подразделение",
            "The attacker must destroy the enemy HQ choice or make it fall back off the table.",
            "1161-1167",
            text_ru="Нападающий должен уничтожить вражеское командное подразделение или заставить его отступить со "
            "стола.",
        ),
        "hq-choice": Clause(
            "Which HQ is meant",
            "Какое Командное Подразделение",
            "If the HQ choice has several parts, the target is the HQ choice itself, e.g. the command squad in an "
            "Imperial Guard command platoon.",
            "1167",
            text_ru="Если командное подразделение состоит из нескольких частей, цель – оно само, например командное "
            "отделение в командном взводе имперской гвардии.",
        ),
        "hq-destroyed": Clause(
            "HQ destroyed: points decide",
            "Уничтожено: решают очки",
            "If the HQ is destroyed, the player with more victory points wins.",
            "1169",
            text_ru="Если командное подразделение уничтожено, побеждает тот, у кого больше победных очков.",
        ),
        "hq-survives": Clause(
            "HQ survives: defender wins",
            "Уцелело: победа защищающегося",
            "If the HQ is not destroyed, the defender wins whatever the victory points.",
            "1171",
            text_ru="Если командное подразделение не уничтожено, побеждает защищающийся, сколько бы ни было очков.",
            note="An HQ chased off the table counts as destroyed.",
            note_ru="Командное подразделение, бежавшее со стола, считается уничтоженным.",
        ),
        "own-units": Clause(
            "Attacker's own units",
            "Свои отряды нападающего",
            "The attacker adds the cost of each own scoring unit left on the table to his victory points.",
            "1173",
            text_ru="К своим победным очкам нападающий прибавляет стоимость каждого своего боеспособного отряда, "
            "оставшегося на столе.",
            note="The defender has points for damage only.",
            note_ru="У защищающегося очки только за повреждения.",
        ),
        "double": Clause(
            "Attacker's points doubled",
            "Очки нападающего удвоены",
            "For each of his units the attacker receives twice the normal victory points.",
            "1173",
            text_ru="Отряды нападающего приносят ему двойные победные очки.",
            note="Read literally: his own surviving units count double.",
            note_ru="Читаем буквально: вдвойне считаются его собственные уцелевшие отряды.",
        ),
        "foc": Clause(
            "Guerrilla War chart",
            "Диаграмма «Партизанская война»",
            "The scenario uses the Guerrilla War force organisation chart.",
            "1175",
            text_ru="В сценарии берут диаграмму организации армии «Партизанская война».",
            status="recorded",
            note="The chart is missing from the document: the players agree on one for each role. An army is held to "
            "it where the attacker is agreed on too, before the armies are chosen.",
            note_ru="Диаграммы в документе нет: игроки договариваются о ней для каждой роли. Армию по ней проверяют, "
            "если до выбора армий договорились и о том, кто атакует.",
        ),
        "special-rules": special_rules("1177-1179", "Victory Points", "Reserves"),
        "roles": roles("1183"),
        "deploy.defender": Clause(
            "Defender's compulsory units",
            "Обязательные отряды защищающегося",
            'The defender deploys all his compulsory units more than 12" from every table edge; all other units '
            "are in reserve.",
            "1185",
            text_ru='Защищающийся выставляет все обязательные отряды дальше 12" от любого края стола; остальные в '
            "резерве.",
            note="Which units are compulsory is read from the chart that the players entered.",
            note_ru="Какие отряды обязательны, видно из диаграммы, которую ввели игроки.",
        ),
        "deploy.attacker": Clause(
            "Attacker's Elites, Fast Attack",
            "Элита и Быстрая Атака нападающего",
            'The attacker deploys his Elites and Fast Attack within 12" of any table edge; his other units are in '
            "reserve.",
            "1187",
            text_ru='Элита и быстрая атака нападающего начинают не дальше 12" от края стола, какого угодно; прочие '
            "его отряды – в резерве.",
        ),
        "first-turn": Clause(
            "Attacker goes first",
            "Нападающий ходит первым",
            "The attacker goes first.",
            "1189",
            text_ru="Нападающий ходит первым.",
        ),
        "reserves.attacker": Clause(
            "Attacker's reserves arrive",
            "Выход резервов нападающего",
            "The attacker's reserves enter from any long table edge.",
            "1191",
            text_ru="Резервы нападающего выходят с любого длинного края стола.",
        ),
        "reserves.defender": Clause(
            "Defender's reserves arrive",
            "Выход резервов защищающегося",
            "The defender's reserves enter from a randomly chosen edge: roll a die for each unit.",
            "1191",
            text_ru="Резервы защищающегося выходят со случайного края: за каждый отряд бросают кубик.",
            note="A D6 for each unit: 1-4 are the edges, 5 and 6 are rolled again.",
            note_ru="D6 за каждый отряд: 1-4 – края, 5 и 6 перебрасывают.",
        ),
    },
)

TARGET = ELIMINATION["hq-choice"]
"""On the sheet of the unit that is the HQ choice itself, where the choice has several parts."""
RANDOM = ELIMINATION["reserves.defender"]
"""The mark on a unit, for the turn, with the edge that its die has picked."""
STRIP = 12 * INCH
OUT_FIRST = ("Elites", "Fast Attack")


def targets(state: State) -> list[Unit]:
    """The defender's HQ choice: the units that are marked so, or else all units of the category."""
    side = prepared.side_of(state, "defender")
    own = [unit for unit in state.units.values() if unit.side == side]
    marked = [unit for unit in own if TARGET in unit.sheet.has]
    return marked or [unit for unit in own if unit.sheet.category == "HQ" and placement.owner(state, unit) is unit]


def destroyed(state: State) -> bool:
    """Whether nothing is left of the HQ choice; a unit chased off the table is out of action too."""
    return all(model.out for unit in targets(state) for found in vp.of_unit(state, unit) for model in found.models)


def _zones(state: State) -> Mapping[str, tuple[Zone, ...]]:
    """Everything within 12" of an edge for the attacker, the rest for the defender."""
    attacker, table = prepared.side_of(state, "attacker"), state.table
    if not attacker:
        return {}
    defender = state.enemy(attacker)
    strips = (ground.strip(table, name, STRIP, f"{attacker}.{name}") for name in ground.EDGES)
    inner = ground.box(defender, STRIP + 1, STRIP + 1, table.width - STRIP - 1, table.depth - STRIP - 1)
    return {attacker: tuple(strips), defender: (inner,)}


def _least(state: State, unit: Unit) -> int:
    """How many units of its category a unit's side has to set up: the least that its chart allows."""
    written = options.text(state, options.GUERRILLA[prepared.role(state, unit.side)])
    return options.chart(written).get(placement.category(state, unit), (0, 0))[0]


def _set_up(state: State, unit: Unit) -> int:
    """How many other units of its category are set up, their own transports not counted."""
    there = {m.unit for m in state.models.values() if m.at is not None and not m.out}
    wanted = placement.category(state, unit)
    return sum(
        other.side == unit.side
        and other.id in there
        and placement.owner(state, other) is other
        and placement.category(state, other) == wanted
        for other in state.units.values()
    )


def _held(state: State, unit: Unit) -> str:
    if prepared.role(state, unit.side) == "attacker":
        return "" if placement.category(state, unit) in OUT_FIRST else ELIMINATION["deploy.attacker"]
    enough = _set_up(state, unit) >= _least(state, unit)
    return ELIMINATION["deploy.defender"] if enough and placement.owner(state, unit) is unit else ""


def _kept(state: State, unit: Unit) -> str:
    """Units that have to be set up are not kept back: the defender's as long as all of a category are needed."""
    if prepared.role(state, unit.side) == "attacker":
        return ELIMINATION["deploy.attacker"] if placement.category(state, unit) in OUT_FIRST else ""
    if placement.owner(state, unit) is not unit:
        return ""
    others = [u for u in placement.waiting(state, unit.side) if u is not unit and placement.owner(state, u) is u]
    left = sum(placement.category(state, other) == placement.category(state, unit) for other in others)
    return ELIMINATION["deploy.defender"] if _set_up(state, unit) + left < _least(state, unit) else ""


def _refused(state: State, unit: Unit, models: tuple[Model, ...]) -> str:
    held = _held(state, unit)
    if held:
        return held
    if placement.out_of_order(state, unit):
        return placement.ORDER
    clause = ELIMINATION[f"deploy.{prepared.role(state, unit.side)}"]
    return "" if placement.in_own_zone(state, unit, models) else clause


def _arrival(state: State, unit: Unit) -> tuple[Segment, ...]:
    """Any long edge for the attacker; for the defender the edge that a die has picked."""
    if prepared.role(state, unit.side) == "attacker":
        return ground.edges(state.table, ground.long_edges(state.table))
    picked = unit.turn.get(RANDOM)
    return (ground.edge(state.table, picked),) if isinstance(picked, str) else ()


def _random(state: State, unit: Unit) -> str:
    return RANDOM if prepared.role(state, unit.side) == "defender" else ""


def totals(state: State) -> dict[str, int]:
    """Half points: damage for both; for the attacker his own scoring units, twice."""
    found: dict[str, int] = {}
    doubled = options.text(state, options.DOUBLE)
    for side in state.sides:
        damage, own = vp.for_enemies(state, side), vp.for_own(state, side)
        if prepared.role(state, side) == "defender":
            found[side] = damage
        else:
            found[side] = damage + 2 * own if doubled == "own" else 2 * damage + own
    return found


def _victory(state: State) -> Outcome:
    if destroyed(state):
        return scoring.by_score(ELIMINATION["hq-destroyed"], totals)(state)
    winner = prepared.side_of(state, "defender")
    return scoring.won(state, winner, ELIMINATION["hq-survives"], totals(state))


def _hunted(state: State, side: str) -> list[Model]:
    """The headquarters, for the attacker."""
    attacks = prepared.role(state, side) == "attacker"
    return [model for unit in targets(state) for model in words.standing(state, unit)] if attacks else []


MISSION = Mission(
    ELIMINATION,
    (("sides", "roles"), STRATAGEMS, ("deployment", "defender"), ("deployment", "attacker")),
    totals,
    _victory,
    _refused,
    _kept,
    held=_held,
    arrival=_arrival,
    random_edge=_random,
    zones=_zones,
    first="attacker",
    hunted=_hunted,
    scored=(ELIMINATION["hq-destroyed"],),
    per_point=2,
)


PART = Part(marks=(on_unit(RANDOM, "turn", "The edge over which it comes on, as rolled.", one_of(*ground.EDGES)),))
