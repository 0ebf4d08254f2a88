"""Firesweep, the first standard scenario."""

from __future__ import annotations

from rules.cod import prepared, quarters, scoring
from rules.cod.scenario._shared import standard
from rules.kernel.part import Part
from rules.kernel.rule import Clause, Rule
from rules.kernel.state import State
from rules.kernel.telling import Badge, Phrase, Telling

FIRESWEEP = Rule(
    "cod.scenario.firesweep",
    en="Firesweep",
    ru="Зачистка",
    clauses={
        "objective": Clause(
            "Plant flags in ruins",
            "Установить флаг",
            "Both sides clear the sector by occupying ruins and planting flags in them.",
            "783-789",
            text_ru="Обе стороны зачищают сектор: занимают руины и ставят в них флаги.",
        ),
        "flag.set": Clause(
            "A flag is planted",
            "Отряд ставит флаг",
            "When a unit occupies a ruin it plants a flag there and may then move on.",
            "789",
            text_ru="Отряд, занявший руины, ставит в них флаг и может идти дальше.",
            note="Looked at when a player turn ends.",
            note_ru="Смотрят в конце хода игрока.",
        ),
        "flag.persist": Clause(
            "A flag stays",
            "Флаг остаётся",
            "A flag stays in the ruin after the unit has left.",
            "789",
            text_ru="Когда отряд ушёл, флаг остаётся в руинах.",
        ),
        "flag.replace": Clause(
            "Enemy flag replaces it",
            "Враг меняет флаг",
            "A flag stays until an enemy scoring unit occupies the ruin and plants its own flag.",
            "789",
            text_ru="Флаг стоит, пока руины не займёт вражеский боеспособный отряд и не поставит свой.",
            note="Contesting alone does not remove a flag.",
            note_ru="Одного присутствия врага мало, чтобы флаг исчез.",
        ),
        "victory": Clause(
            "More flags win",
            "Побеждает больше флагов",
            "At every level the player with more flags at the end wins.",
            "791",
            text_ru="На любом уровне побеждает тот, у кого в конце больше флагов.",
            note="Equal numbers are a draw.",
            note_ru="Поровну – ничья.",
        ),
        **standard(rules=("795", "797", "799"), deploy=("803", "805", "807", "809"), length="811"),
    },
)


def _every_ruin(state: State) -> tuple[str, ...]:
    return tuple(piece.id for piece in prepared.ruins(state))


MISSION = quarters.scenario(
    FIRESWEEP,
    scoring.flagged,
    scoring.by_score(FIRESWEEP["victory"], scoring.flagged),
    flags=_every_ruin,
    scored=(FIRESWEEP["victory"],),
    wanted=scoring.without_flag,
)


PART = Part(telling=Telling(
    marks={FIRESWEEP["flag.set"]: Phrase("%(holder)s, flags: %(pieces)s", "%(holder)s, флаги: %(pieces)s")},
    terrain_statuses={FIRESWEEP["flag.set"]: "flag"},
    badges={"flag": Badge(Phrase("flag", "флаг"), "M6 21V4h12l-3 4 3 4H6")},
))  # fmt: skip
