"""Scorched Earth, a special scenario."""

from __future__ import annotations

from rules.cod import placement, prepared, quarters, scoring
from rules.cod import ruins as city
from rules.cod.mission import ALTERNATE, STRATAGEMS, Mission
from rules.cod.scenario._shared import by_quarters, first_turn, roles, special_rules
from rules.kernel.effects import sealed_key
from rules.kernel.rule import Clause, Rule
from rules.kernel.state import Outcome, State

SCORCHED_EARTH = Rule(
    "cod.scenario.scorched-earth",
    en="Scorched Earth",
    ru="Тотальное опустошение",
    clauses={
        "objective": Clause(
            "Destroy the buildings",
            "Уничтожить здания",
            "The attacker must destroy as many buildings as he can, seeking the defender's hideout.",
            "1047-1053",
            text_ru="Нападающий разыскивает убежище защищающегося и рушит здания: чем больше, тем лучше.",
        ),
        "hideout": Clause(
            "Secret hideout",
            "Тайное убежище",
            "The defender writes down which ruin is the hideout after all terrain is placed and keeps it secret.",
            "1053",
            text_ru="Когда весь ландшафт расставлен, защищающийся записывает, какие руины – его убежище, и держит это "
            "в секрете.",
            note="A commitment, opened when that ruin is destroyed and otherwise at the end of the game.",
            note_ru="Закреплённая запись; её открывают, когда эти руины уничтожены, а иначе в конце игры.",
        ),
        "attacker-win": Clause(
            "Hideout destroyed",
            "Убежище уничтожено",
            "The attacker wins if the hideout is destroyed.",
            "1053",
            text_ru="Нападающий побеждает, если убежище уничтожено.",
            note="Decided at the end of the game.",
            note_ru="Решается в конце игры.",
        ),
        "defender-win": Clause(
            "Hideout stands",
            "Убежище уцелело",
            "If the hideout was not completely destroyed the defender wins.",
            "1053",
            text_ru="Если убежище не уничтожено полностью, побеждает защищающийся.",
            note="A dangerous ruin is not destroyed.",
            note_ru="Опасные руины – ещё не уничтоженные.",
        ),
        "multiple-demolition": Clause(
            "Several Demolitions",
            "Несколько Подрывов",
            "The attacker may take several Demolition stratagems.",
            "1055",
            text_ru="Нападающий может взять несколько подрывов.",
            note="Still within the limit of the level.",
            note_ru="Всё равно в пределах того, что даёт уровень.",
        ),
        "defender-fortify": Clause(
            "Defender fortifies freely",
            "Защищающийся укрепляет руины",
            "The defender may fortify as many ruins as he has models of terrain for, in addition to his own "
            "stratagems.",
            "1055",
            text_ru="Помимо своих стратегий, защищающийся может укрепить столько руин, сколько у него есть для этого "
            "моделей.",
            note="Any number of ruins that he can represent; players may agree a limit.",
            note_ru="Сколько угодно руин, лишь бы было чем их изобразить; игроки могут договориться о пределе.",
        ),
        "special-rules": special_rules("1057-1059"),
        "roles": roles("1063"),
        **by_quarters("1065", "1067"),
        "first-turn": first_turn("1069"),
    },
)

HIDEOUT = SCORCHED_EARTH["hideout"]


def is_lost(state: State) -> bool:
    """Whether the hideout is destroyed, or counts as destroyed: it was not opened, or names no ruin."""
    sealed = state.sealed.get(sealed_key(prepared.side_of(state, "defender"), HIDEOUT))
    if sealed is None:
        return False
    return prepared.ruin(state, sealed.value) is None or city.is_fallen(state, sealed.value)


def _score(state: State) -> dict[str, int]:
    """The attacker's score is the number of buildings that fell."""
    fell = sum(city.is_fallen(state, piece.id) for piece in prepared.ruins(state))
    attacker = prepared.side_of(state, "attacker")
    return {side: fell if side == attacker else 0 for side in state.sides}


def _victory(state: State) -> Outcome:
    winner, key = ("attacker", "attacker-win") if is_lost(state) else ("defender", "defender-win")
    return scoring.won(state, prepared.side_of(state, winner), SCORCHED_EARTH[key], _score(state))


MISSION = Mission(
    SCORCHED_EARTH,
    (
        ("sides", "roles"),
        ("sides", "hideout"),
        quarters.QUARTERS,
        STRATAGEMS,
        ("sides", "fortify"),
        ALTERNATE,
    ),
    _score,
    _victory,
    placement.by_quarters(
        SCORCHED_EARTH["deploy.quarters"], SCORCHED_EARTH["deploy.order"], SCORCHED_EARTH["deploy.exclusion"]
    ),
    quarters.none_kept,
    arrival=quarters.own_edges,
    zones=quarters.quarter_zones,
    repeated={("attacker", "demolition"): SCORCHED_EARTH["multiple-demolition"]},
)
