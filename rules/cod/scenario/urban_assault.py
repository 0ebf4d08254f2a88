"""Urban Assault, the fifth standard scenario."""

from __future__ import annotations

from rules.cod import prepared, quarters, scoring
from rules.cod.scenario._shared import standard
from rules.kernel.part import Part
from rules.kernel.rule import Clause, Rule
from rules.kernel.state import Outcome, State, Terrain
from rules.kernel.telling import Badge, Phrase, Telling

URBAN_ASSAULT = Rule(
    "cod.scenario.urban-assault",
    en="Urban Assault",
    ru="Городской штурм",
    clauses={
        "objective": Clause(
            "Take the enemy's building",
            "Занять вражеские позиции",
            "Each player tries to get units into the building defended by the enemy while protecting his own.",
            "899-905",
            text_ru="Каждый старается ввести отряды в здание, которое обороняет враг, и защитить своё.",
        ),
        "victory": Clause(
            "Occupier of enemy's building",
            "Побеждает занявший здание врага",
            "At the end of the game the player who occupies the building that the enemy chose to defend wins.",
            "907",
            text_ru="В конце игры побеждает тот, кто занимает здание, которое выбрал для обороны враг.",
        ),
        "draw": Clause(
            "Neither or both: draw",
            "Ни один или оба: ничья",
            "If neither side, or both at once, occupy the building in question, the game is a draw.",
            "907",
            text_ru="Если нужное здание не занял никто или заняли оба, игра заканчивается вничью.",
            note="Both players succeed or neither does; a contested building is won by nobody.",
            note_ru="Удалось обоим или никому; здание, за которое ещё спорят, не выиграл никто.",
        ),
        "deploy.building-first": Clause(
            "Higher roller's building",
            "Здание выбросившего больше",
            "The player who rolled higher in step 1 picks one building anywhere on the table, except in the "
            "enemy's deployment zone, that he will defend.",
            "925",
            text_ru="Игрок, выбросивший больше на шаге 1, выбирает здание, которое будет оборонять: любое на столе, "
            "кроме зоны расстановки врага.",
        ),
        "deploy.building-second": Clause(
            "Opponent's building",
            "Здание его оппонента",
            "Then his opponent picks such a building, anywhere except in the enemy's deployment zone.",
            "925",
            text_ru="Затем такое здание выбирает его соперник: любое, кроме зоны расстановки врага.",
            note="Not the building that the first player picked.",
            note_ru="Не то здание, которое выбрал первый игрок.",
        ),
        **standard(rules=("911", "913", "915"), deploy=("921", "923", "927", "929"), length="917"),
    },
)


def taken(state: State) -> dict[str, int]:
    """For each side 1 where it occupies the building that the enemy chose to defend."""
    return {
        side: int(scoring.occupant(state, prepared.building(state, state.enemy(side))) == side) for side in state.sides
    }


def _victory(state: State) -> Outcome:
    counted = taken(state)
    winners = [side for side in counted if counted[side]]
    winner = winners[0] if len(winners) == 1 else ""
    return scoring.won(state, winner, URBAN_ASSAULT["victory" if winner else "draw"], counted)


def _defended(state: State, side: str) -> list[Terrain]:
    """The enemy's building for most units, the own one for the others."""
    keys = (prepared.building(state, state.enemy(side)), prepared.building(state, side))
    return [piece for key in keys for piece in prepared.ruins(state) if piece.id == key]


MISSION = quarters.scenario(
    URBAN_ASSAULT,
    taken,
    _victory,
    ("sides", "building-first"),
    ("sides", "building-second"),
    wanted=_defended,
)


PART = Part(telling=Telling(
    terrain_statuses={URBAN_ASSAULT["deploy.building-first"]: "defended"},
    badges={"defended": Badge(Phrase("to be defended", "под защитой"), "M12 3l8 3v6c0 5-4 8-8 9-4-1-8-4-8-9V6Z")},
))  # fmt: skip
