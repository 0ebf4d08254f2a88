"""Cities of Death in words: its own marks and questions, and its phases."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.kernel.part import Part
from rules.kernel.telling import Badge, Cast, NoteSentence, Phrase, Telling

MARKS: Mapping[str, Phrase] = {
    "cod.status.dangerous-ruin.definition": Phrase("Dangerous ruins: %(pieces)s", "Опасные руины: %(pieces)s"),
    "cod.stratagem.fortifications.cover": Phrase("Fortified ruins: %(pieces)s", "Укреплённые руины: %(pieces)s"),
    "cod.destruction.replace": Phrase("Destroyed: %(pieces)s", "Уничтожено: %(pieces)s"),
    "cod.scenario.firesweep.flag.set": Phrase("%(holder)s, flags: %(pieces)s", "%(holder)s, флаги: %(pieces)s"),
    "cod.sequence.scenario.choose": Phrase("Scenario: %(section)s", "Сценарий: %(section)s"),
    "cod.scenario.gauntlet.victory": Phrase("%(holder)s: got away", "%(holder)s: отряд ушёл"),
    "cod.stratagem.combat-engineers.smoke-save": Phrase(
        "%(holder)s: in smoke, cover save 5+", "%(holder)s: в дыму, укрытие 5+"
    ),
    "cod.stratagem.combat-engineers.breaching": Phrase(
        "%(holder)s: breaching charges, Initiative 10", "%(holder)s: пробивные заряды, инициатива 10"
    ),
    "cod.stratagem.sewer-rats.no-assault": Phrase(
        "%(holder)s: out of the sewers, no charge this turn",
        "%(holder)s: выход из канализации, в этот ход без нападения",
    ),
    "cod.stratagem.wreckers.no-attack": Phrase(
        "%(holder)s: wrecker used, no shooting and no charge", "%(holder)s: крушит здание, без стрельбы и нападения"
    ),
}
UNMARKS: Mapping[str, Phrase] = {
    "cod.stratagem.combat-engineers.smoke-save": Phrase(
        "%(holder)s: the smoke has cleared", "%(holder)s: дым рассеялся"
    ),
    "cod.stratagem.fortifications.cover": Phrase("No ruin is fortified any more", "Укреплённых руин больше нет"),
}
CAME_TO: Mapping[str, Phrase] = {
    "cod.stratagem.combat-engineers.smoke-save": Phrase("%(model)s: in smoke", "%(model)s: в дыму"),
    "cod.scenario.gauntlet.victory": Phrase("%(model)s: got away", "%(model)s: отряд ушёл"),
}
QUESTIONS: Mapping[str, Phrase] = {
    "cod.stratagem.booby-traps.activate": Phrase(
        "%(side)s may activate a trap that %(model)s passed",
        "%(side)s может активировать ловушку, мимо которой прошёл отряд: %(model)s",
    ),
    "cod.stratagem.booby-traps.victim-choice": Phrase(
        "%(side)s says whom of %(model)s the trap hits", "%(side)s говорит, кого задела ловушка: %(model)s"
    ),
    "cod.stratagem.preliminary-bombardment.base": Phrase(
        "%(side)s rolls for the bombardment of %(model)s", "%(side)s: бросок за артподготовку, %(model)s"
    ),
    "cod.special.random-length.roll": Phrase(
        "%(side)s rolls for whether the battle goes on", "%(side)s: бросок, продолжается ли бой"
    ),
    "cod.scenario.scorched-earth.hideout": Phrase("%(side)s opens its hideout", "%(side)s раскрывает убежище"),
    "cod.gap.hideout-reveal": Phrase("%(side)s opens its hideout", "%(side)s раскрывает убежище"),
}


def _night(cast: Cast, effect: Any) -> str:
    model, target, length = cast.model(effect.model), cast.model(effect.target), cast.length(effect.value)
    return cast.say(
        Phrase(
            "%(model)s → %(target)s: seen as far as %(length)s in the dark",
            "%(model)s → %(target)s: в темноте видно на %(length)s",
        ),
        model=model,
        target=target,
        length=length,
    )


NOTED: Mapping[str, NoteSentence] = {"cod.special.night.limit": _night}
NOTES: Mapping[str, Phrase] = {"the charge is a dud": Phrase("the charge is a dud", "заряд не сработал")}

KEY_BUILDINGS = (
    "cod.stratagem.ammunition-store.reroll-hits", "cod.stratagem.command-centre.choose-one",
    "cod.stratagem.fuel-depot.strength", "cod.stratagem.hospital.feel-no-pain",
    "cod.stratagem.observation-post.night-vision", "cod.stratagem.power-generator.reroll",
    "cod.stratagem.sacred-ground.stubborn",
)  # fmt: skip
"""The marks on a side with the id of its key building."""

PART = Part(
    telling=Telling(
        marks=MARKS,
        unmarks=UNMARKS,
        questions=QUESTIONS,
        notes=NOTES,
        noted=NOTED,
        statuses={
            "cod.stratagem.combat-engineers.smoke-save": "smoke",
            "cod.scenario.gauntlet.victory": "got-away",
        },
        terrain_statuses={
            "cod.status.dangerous-ruin.definition": "dangerous",
            "cod.stratagem.fortifications.cover": "fortified",
            "cod.scenario.firesweep.flag.set": "flag",
            "cod.scenario.urban-assault.deploy.building-first": "defended",
            **dict.fromkeys(KEY_BUILDINGS, "key-building"),
        },
        badges={
            "smoke": Badge(Phrase("in smoke", "в дыму"), "M4 17h13a3 3 0 0 0 0-6 5 5 0 0 0-9-2 4 4 0 0 0-4 8"),
            "got-away": Badge(Phrase("got away", "ушёл"), "M4 4h8v16H4M9 12h12M17 8l4 4-4 4"),
            "dangerous": Badge(Phrase("dangerous", "опасные"), "M12 3l9.5 17h-19ZM12 9v5M12 17v.1"),
            "fortified": Badge(Phrase("fortified", "укреплённые"), "M4 20V8h3v3h3V8h4v3h3V8h3v12Z"),
            "flag": Badge(Phrase("flag", "флаг"), "M6 21V4h12l-3 4 3 4H6"),
            "defended": Badge(Phrase("to be defended", "под защитой"), "M12 3l8 3v6c0 5-4 8-8 9-4-1-8-4-8-9V6Z"),
            "key-building": Badge(
                Phrase("key building", "ключевое здание"),
                "M12 3l2.500 6 6.500.500-5 4.200 1.600 6.300-5.600-3.500-5.600 3.500L8 13.700 3 9.500l6.500-.5Z",
            ),
        },
        came_to=CAME_TO,
        phases={
            "scenario": Phrase("Scenario", "Сценарий"),
            "board": Phrase("Terrain", "Ландшафт"),
            "sides": Phrase("Sides", "Стороны"),
            "stratagems": Phrase("Stratagems", "Стратегии"),
            "dusk": Phrase("Dusk and dawn", "Сумерки и рассвет"),
            "first-turn": Phrase("First turn", "Первый ход"),
        },
    )
)
