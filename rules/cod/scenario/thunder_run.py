"""Thunder Run, a special scenario."""

from __future__ import annotations

from collections.abc import Mapping

from rules.cod import ground, placement, prepared, scoring
from rules.cod import victory_points as vp
from rules.cod.mission import STRATAGEMS, Mission, Segment
from rules.cod.scenario._shared import roles, special_rules
from rules.kernel import convex, geometry
from rules.kernel.lengths import INCH
from rules.kernel.rule import Clause, Rule
from rules.kernel.state import State, Table, Terrain, Unit, Zone

THUNDER_RUN = Rule(
    "cod.scenario.thunder-run",
    en="Thunder Run",
    ru="Грозное наступление",
    clauses={
        "objective": Clause(
            "Leave along the street",
            "Уйти по главной улице",
            "The attacker must take as many of his units as possible off the table along the main street.",
            "1125-1131",
            text_ru="Нападающий должен увести со стола по главной улице как можно больше своих отрядов.",
            note="Units leave by the short edge opposite the attacker's.",
            note_ru="Отряды уходят через короткий край напротив края нападающего.",
        ),
        "exit-points": Clause(
            "Points for units gone",
            "Очки за ушедшие отряды",
            "Add the cost of each unit that left the table to the attacker's victory points.",
            "1131",
            text_ru="К победным очкам нападающего прибавляют стоимость каждого ушедшего со стола отряда.",
        ),
        "defender-double": Clause(
            "Defender's points doubled",
            "Очки защищающегося удвоены",
            "Victory points the defender gains for damaging or destroying attacking units are doubled.",
            "1131",
            text_ru="Победные очки, которые защищающийся получает за повреждение и уничтожение отрядов нападающего, "
            "удваиваются.",
            note="Only points for damage and destruction are doubled.",
            note_ru="Удваивают только очки за повреждения и уничтожение.",
        ),
        "victory": Clause(
            "More victory points win",
            "Побеждает больше Победных Очков",
            "The player with more victory points wins.",
            "1131",
            text_ru="Побеждает тот, у кого больше победных очков.",
            note="Own scoring units left on the table count too, as in the victory-point rules; equal points are "
            "a draw.",
            note_ru="Считаются и свои боеспособные отряды, оставшиеся на столе, как в правилах победных очков; при "
            "равных очках – ничья.",
        ),
        "no-manoeuvre": Clause(
            "No manoeuvre stratagems",
            "Без стратегий расстановки",
            "Manoeuvre (deployment) stratagems may not be used.",
            "1131",
            text_ru="Манёвры (стратегии выставления) применять нельзя.",
        ),
        "special-rules": special_rules("1133-1135", "Reserves"),
        "reserves": Clause(
            "Defender's reserves arrive",
            "Выход резервов защищающегося",
            "The defender's reserves enter from either long table edge.",
            "1137",
            text_ru="Резервы защищающегося выходят с любого из длинных краёв стола.",
        ),
        "roles": roles("1141"),
        "deploy.road": Clause(
            "Road down the middle",
            "Дорога через центр",
            "Terrain is placed so that a road runs from the centre of one short edge to the centre of the "
            "opposite short edge.",
            "1143",
            text_ru="Ландшафт ставят так, чтобы от середины одного короткого края до середины другого шла дорога.",
        ),
        "deploy.edge": Clause(
            "Attacker's short edge",
            "Короткий край нападающего",
            "The attacker chooses the short edge along which he deploys.",
            "1145",
            text_ru="Нападающий выбирает короткий край, у которого выставляется.",
        ),
        "deploy.defender": Clause(
            "Defender at a long edge",
            "Защищающийся у длинного края",
            "The defender deploys within 6\" of a long table edge, but not in the attacker's zone.",
            "1147",
            text_ru='Защищающийся ставит войска не дальше 6" от одного из длинных краёв, но не в зоне нападающего.',
            note="One long edge, which he chooses before stratagems are declared. The attacker's zone is the 12\" "
            "along his short edge.",
            note_ru='Один длинный край, который он выбирает до объявления стратегий. Зона нападающего – 12" вдоль его '
            "короткого края.",
        ),
        "deploy.defender-reserve": Clause(
            "Defender's reserve",
            "Резерв защищающегося",
            "The defender may leave any number of units in reserve.",
            "1147",
            text_ru="Защищающийся может оставить в резерве сколько угодно отрядов.",
        ),
        "deploy.attacker": Clause(
            'Attacker within 12"',
            'Нападающий в 12" от края',
            'The attacker deploys his army within 12" of his edge.',
            "1149",
            text_ru='Армию нападающего ставят не дальше 12" от его края.',
        ),
        "first-turn": Clause(
            "Attacker goes first",
            "Нападающий ходит первым",
            "The attacker goes first.",
            "1151",
            text_ru="Нападающий ходит первым.",
        ),
    },
)

DEPTHS = {"attacker": 12 * INCH, "defender": 6 * INCH}
MANOEUVRES = ("deep-strike", "infiltrate", "sewer-rats")


def street(table: Table) -> bool:
    """Whether pieces of road lie one by the other from the middle of a short edge to that of the opposite one."""
    roads = [piece for piece in table.terrain if piece.kind == "road"]
    names = ground.short_edges(table)
    return any(_leads(table, roads, name) for name in names)


def _leads(table: Table, roads: list[Terrain], name: str) -> bool:
    start, end = _middle(table, name), _middle(table, ground.OPPOSITE[name])
    reached = [piece for piece in roads if geometry.inside(start, piece.outline)]
    for here in reached:
        beside = [p for p in roads if p not in reached and not convex.separation(here.outline, p.outline)[0]]
        reached.extend(beside)
    return any(geometry.inside(end, piece.outline) for piece in reached)


def _middle(table: Table, name: str) -> tuple[int, int]:
    (ax, ay), (bx, by) = ground.edge(table, name)
    return (ax + bx) // 2, (ay + by) // 2


def _board(state: State) -> str:
    return "" if street(state.table) else THUNDER_RUN["deploy.road"]


def _zones(state: State) -> Mapping[str, tuple[Zone, ...]]:
    """The attacker's strip, and the defender's without what is the attacker's."""
    attacker = prepared.side_of(state, "attacker")
    names = prepared.own_edges(state, attacker) if attacker else ()
    if not names:
        return {}
    first = ground.strip(state.table, names[0], DEPTHS["attacker"], attacker)
    defender = state.enemy(attacker)
    beside = [name for name in prepared.own_edges(state, defender) if name not in (names[0], ground.OPPOSITE[names[0]])]
    strips = [ground.strip(state.table, name, DEPTHS["defender"], defender) for name in beside]
    return {attacker: (first,), defender: tuple(ground.less(strip, first) for strip in strips)}


def _kept(state: State, unit: Unit) -> str:
    return THUNDER_RUN["deploy.attacker"] if prepared.role(state, unit.side) == "attacker" else ""


def _arrival(state: State, unit: Unit) -> tuple[Segment, ...]:
    """The defender's reserves come on over either edge along the street."""
    attacker = prepared.own_edges(state, prepared.side_of(state, "attacker"))
    across = {*attacker, *(ground.OPPOSITE[name] for name in attacker)}
    return ground.edges(state.table, (name for name in ground.EDGES if name not in across))


def _exits(state: State, unit: Unit) -> tuple[Segment, ...]:
    """The attacker leaves over the edge opposite his own."""
    if prepared.role(state, unit.side) != "attacker":
        return ()
    return ground.edges(state.table, (ground.OPPOSITE[name] for name in prepared.own_edges(state, unit.side)))


def totals(state: State) -> dict[str, int]:
    """Half points: the attacker's units that left at their whole cost, the defender's for damage twice."""
    found: dict[str, int] = {}
    for side in state.sides:
        damage = vp.for_enemies(state, side)
        if prepared.role(state, side) == "defender":
            found[side] = 2 * damage + vp.for_own(state, side)
        else:
            found[side] = damage + vp.for_own(state, side) + vp.for_gone(state, side)
    return found


MISSION = Mission(
    THUNDER_RUN,
    (
        ("sides", "roles"),
        ("sides", "short-edge"),
        ("sides", "side-edge"),
        STRATAGEMS,
        ("deployment", "defender"),
        ("deployment", "attacker"),
    ),
    totals,
    scoring.by_score(THUNDER_RUN["victory"], totals),
    placement.in_zones({role: THUNDER_RUN[f"deploy.{role}"] for role in DEPTHS}),
    _kept,
    board=_board,
    arrival=_arrival,
    exits=_exits,
    zones=_zones,
    first="attacker",
    scored=(THUNDER_RUN["victory"],),
    per_point=2,
    banned=dict.fromkeys(MANOEUVRES, THUNDER_RUN["no-manoeuvre"]),
)
