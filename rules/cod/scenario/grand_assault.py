"""Grand Assault, a special scenario."""

from __future__ import annotations

from collections.abc import Mapping

from rules.cod import ground, placement, prepared, scoring
from rules.cod.mission import STRATAGEMS, Mission, Segment
from rules.cod.scenario._shared import roles, special_rules
from rules.kernel.context import Context
from rules.kernel.lengths import INCH
from rules.kernel.rule import Clause, Rule
from rules.kernel.state import Model, Outcome, State, Terrain, Unit, Zone

GRAND_ASSAULT = Rule(
    "cod.scenario.grand-assault",
    en="Grand Assault",
    ru="Грандиозный штурм",
    clauses={
        "objective": Clause(
            "Flag in every building",
            "Флаг в каждом здании",
            "The attacker must plant his flag in every building in the defender's deployment zone.",
            "1097-1103",
            text_ru="Нападающий должен поставить свой флаг в каждом здании в зоне расстановки защищающегося.",
            note="Flags are planted as in Firesweep.",
            note_ru="Флаги ставят как в «Зачистке».",
        ),
        "initial-flags": Clause(
            "Defender's flags at start",
            "Флаги защищающегося в начале",
            "At the start all buildings in the defender's deployment zone bear his flags.",
            "1103",
            text_ru="В начале на всех зданиях в зоне расстановки защищающегося его флаги.",
        ),
        "attacker-win": Clause(
            "All flags planted",
            "Все флаги установлены",
            "The attacker wins if he has planted flags in all those buildings.",
            "1103",
            text_ru="Нападающий побеждает, если поставил флаги во всех этих зданиях.",
            note="Decided at the end of the game.",
            note_ru="Решается в конце игры.",
        ),
        "defender-win": Clause(
            "A flag is lacking",
            "Не хватает флага",
            "If at the end the attacker lacks a flag in any of them, the defender wins.",
            "1103",
            text_ru="Если в конце хоть в одном из них нет флага нападающего, побеждает защищающийся.",
        ),
        "extra-bombardment": Clause(
            "Free bombardment",
            "Бесплатная артподготовка",
            "The attacker gets an additional preliminary bombardment that does not count toward his number of "
            "stratagems.",
            "1105",
            text_ru="Нападающий получает дополнительную артиллерийскую подготовку, которая не входит в число его "
            "стратегий.",
        ),
        "special-rules": special_rules("1107-1109", "Reserves"),
        "roles": roles("1113"),
        "deploy.edge": Clause(
            "Winner's long edge",
            "Длинный край победителя броска",
            "Roll a D6: the winner chooses which long table edge he deploys along.",
            "1115",
            text_ru="Бросают D6: победитель выбирает, вдоль какого длинного края стола выставляется.",
        ),
        "deploy.attacker": Clause(
            'Attacker within 6"',
            'Нападающий в 6" от края',
            'The attacker deploys his whole army within 6" of his own edge.',
            "1117",
            text_ru='Нападающий выставляет всю армию в пределах 6" от своего края.',
        ),
        "deploy.defender": Clause(
            'Defender within 24"',
            'Защищающийся в 24" от края',
            'The defender deploys as many units as he likes within 24" of his own edge and 18" from enemy models.',
            "1119",
            text_ru='Защищающийся выставляет сколько угодно отрядов в пределах 24" от своего края и в 18" от '
            "вражеских моделей.",
            note='More than 18" away from enemy models: the printed "in 18 inches" is a slip.',
            note_ru='Дальше 18" от вражеских моделей: напечатанное «в 18 дюймах» – описка.',
        ),
        "deploy.defender-reserve": Clause(
            "Defender's reserve",
            "Резерв защищающегося",
            "Units not deployed may stay in reserve.",
            "1119",
            text_ru="Невыставленные отряды могут остаться в резерве.",
        ),
        "first-turn": Clause(
            "Defender goes first",
            "Защищающийся ходит первым",
            "The defender goes first.",
            "1121",
            text_ru="Защищающийся ходит первым.",
        ),
        "reserves": Clause(
            "Defender's reserves arrive",
            "Выход резервов защищающегося",
            "The defender's reserves enter from the edge of his deployment zone.",
            "1123",
            text_ru="Резервы защищающегося выходят с края его зоны расстановки.",
            note="The defender's table edge is meant.",
            note_ru="Имеется в виду край стола защищающегося.",
        ),
    },
)

DEPTHS = {"attacker": 6 * INCH, "defender": 24 * INCH}
"""How far from their own edge the sides set up."""


def _zones(state: State) -> Mapping[str, tuple[Zone, ...]]:
    found: dict[str, tuple[Zone, ...]] = {}
    for side in state.sides:
        names, role = prepared.own_edges(state, side), prepared.role(state, side)
        if names and role:
            found[side] = (ground.strip(state.table, names[0], DEPTHS[role], side),)
    return found


def buildings(state: State) -> tuple[str, ...]:
    """The ids of the buildings in the defender's deployment zone."""
    side = prepared.side_of(state, "defender")
    return tuple(piece.id for piece in prepared.ruins(state) if prepared.in_zone(state, piece, side))


def _refused(state: State, unit: Unit, models: tuple[Model, ...]) -> str:
    if placement.out_of_order(state, unit):
        return placement.ORDER
    role = prepared.role(state, unit.side)
    inside = placement.in_own_zone(state, unit, models)
    near = role == "defender" and placement.near_enemy(state, models, 18 * INCH)
    return "" if inside and not near else GRAND_ASSAULT[f"deploy.{role}"]


def _kept(state: State, unit: Unit) -> str:
    return GRAND_ASSAULT["deploy.attacker"] if prepared.role(state, unit.side) == "attacker" else ""


def _arrival(state: State, unit: Unit) -> tuple[Segment, ...]:
    return prepared.segments(state, unit.side)


def _begins(ctx: Context) -> None:
    """The defender's flags stand in all buildings of his zone."""
    for key in buildings(ctx.state):
        scoring.plant(ctx, prepared.side_of(ctx.state, "defender"), key, GRAND_ASSAULT["initial-flags"])


def _score(state: State) -> dict[str, int]:
    wanted = buildings(state)
    return {side: sum(key in wanted for key in scoring.flags(state, side)) for side in state.sides}


def _victory(state: State) -> Outcome:
    planted = scoring.flags(state, prepared.side_of(state, "attacker"))
    won = all(key in planted for key in buildings(state))
    winner, key = ("attacker", "attacker-win") if won else ("defender", "defender-win")
    return scoring.won(state, prepared.side_of(state, winner), GRAND_ASSAULT[key], _score(state))


def _in_the_zone(state: State, side: str) -> list[Terrain]:
    """The defender's buildings; for the attacker first those without his flag."""
    pieces = [piece for piece in prepared.ruins(state) if piece.id in buildings(state)]
    if prepared.role(state, side) == "defender":
        return pieces
    return [piece for piece in pieces if piece.id not in scoring.flags(state, side)] or pieces


MISSION = Mission(
    GRAND_ASSAULT,
    (
        ("sides", "roles"),
        ("sides", "long-edge-rolled"),
        STRATAGEMS,
        ("deployment", "attacker"),
        ("deployment", "defender"),
    ),
    _score,
    _victory,
    _refused,
    _kept,
    arrival=_arrival,
    zones=_zones,
    flags=buildings,
    wanted=_in_the_zone,
    begins=_begins,
    first="defender",
    extra={("attacker", "preliminary-bombardment"): GRAND_ASSAULT["extra-bombardment"]},
)
