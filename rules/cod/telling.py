"""Cities of Death in words: what Warhammer 40,000 says, and its own acts, marks and questions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.kernel.events import Event
from rules.kernel.state import State
from rules.kernel.telling import (
    Badge,
    Cast,
    NoteSentence,
    Phrase,
    Sentence,
    Telling,
    by_model,
    by_side,
    by_unit,
    filled,
    into,
    plain,
)
from rules.wh40k import telling as wh40k


def _piece(member: str, text: Phrase, without: Phrase | None = None) -> Sentence:
    """A sentence about the side and the piece of terrain that a member of its act names; `without` where none is."""

    def say(cast: Cast, state: State, event: Event[Any]) -> str:
        key, side = getattr(event.action, member), cast.side(event.by)
        if without is not None and not key:
            return cast.say(without, side=side)
        return cast.say(text, side=side, piece=cast.thing(key) if key else "")

    return say


def _chosen(member: str, text: Phrase, words: Mapping[str, Phrase]) -> Sentence:
    """A sentence about the side and the word that a member of its act holds."""

    def say(cast: Cast, state: State, event: Event[Any]) -> str:
        value = getattr(event.action, member)
        return cast.say(text, side=cast.side(event.by), choice=cast.say(words[value]) if value in words else value)

    return say


EDGES: Mapping[str, Phrase] = {
    "south": Phrase("south", "южный"),
    "east": Phrase("east", "восточный"),
    "north": Phrase("north", "северный"),
    "west": Phrase("west", "западный"),
}
QUARTERS: Mapping[str, Phrase] = {
    "south-west": Phrase("south-west", "юго-западная"),
    "south-east": Phrase("south-east", "юго-восточная"),
    "north-east": Phrase("north-east", "северо-восточная"),
    "north-west": Phrase("north-west", "северо-западная"),
}
ROLES: Mapping[str, Phrase] = {
    "attacker": Phrase("the attacker", "нападающий"),
    "defender": Phrase("the defender", "защищающийся"),
}


def _place_terrain(cast: Cast, state: State, event: Event[Any]) -> dict[str, str]:
    piece = event.action.piece
    return {"side": cast.side(event.by), "piece": piece.name or piece.id}


def _agree_scenario(cast: Cast, state: State, event: Event[Any]) -> dict[str, str]:
    return {"side": cast.side(event.by), "scenario": cast.section(event.action.scenario)}


def _declare(cast: Cast, state: State, event: Event[Any]) -> str:
    action, side, stratagem = event.action, cast.side(event.by), cast.section(event.action.stratagem)
    if not action.ruin:
        return cast.say(
            Phrase("%(side)s declares “%(stratagem)s”", "%(side)s объявляет стратегию «%(stratagem)s»"),
            side=side,
            stratagem=stratagem,
        )
    return cast.say(
        Phrase(
            "%(side)s declares “%(stratagem)s”: %(piece)s", "%(side)s объявляет стратегию «%(stratagem)s»: %(piece)s"
        ),
        side=side,
        stratagem=stratagem,
        piece=cast.thing(action.ruin),
    )


def _key_building(cast: Cast, state: State, event: Event[Any]) -> dict[str, str]:
    return {"unit": cast.holder(event.action.unit), "stratagem": cast.section(event.action.stratagem)}


def _first(cast: Cast, state: State, event: Event[Any]) -> dict[str, str]:
    return {"side": cast.side(event.by), "first": cast.side(event.action.first)}


def _siege_shells(cast: Cast, state: State, event: Event[Any]) -> dict[str, str]:
    action = event.action
    target = cast.holder(action.target) if action.target else cast.thing(action.ruin)
    return {"unit": cast.holder(action.unit), "target": target}


def _points(cast: Cast, state: State, event: Event[Any]) -> dict[str, str]:
    entry, leave = (cast.length(length) for length in (event.action.entry, event.action.exit))
    return {"side": cast.side(event.by), "entry": entry, "exit": leave}


ACTS: Mapping[str, Sentence] = {
    "place-terrain": filled(
        Phrase("%(side)s places terrain: %(piece)s", "%(side)s ставит ландшафт: %(piece)s"), _place_terrain
    ),
    "enough-terrain": by_side(Phrase("%(side)s has placed enough terrain", "%(side)s: ландшафта достаточно")),
    "agree-terrain": by_side(
        Phrase("%(side)s agrees to the terrain on the table", "%(side)s согласна с ландшафтом на столе")
    ),
    "casualties": by_unit(Phrase("%(unit)s: who falls first is named", "%(unit)s: названо, кто гибнет первым")),
    "roll-scenario": plain(Phrase("A roll for the scenario", "Бросок за сценарий")),
    "agree-scenario": filled(
        Phrase("%(side)s wants the scenario “%(scenario)s”", "%(side)s предлагает сценарий «%(scenario)s»"),
        _agree_scenario,
    ),
    "end-deployment": by_side(Phrase("%(side)s sets up no more", "%(side)s больше никого не выставляет")),
    "no-room-to-deploy": by_unit(Phrase("%(unit)s: no room to set up", "%(unit)s: нет места для расстановки")),
    "open-hideout": _piece(
        "ruin", Phrase("%(side)s opens its hideout: %(piece)s", "%(side)s раскрывает убежище: %(piece)s")
    ),
    "use-key-building": filled(
        Phrase("%(unit)s: help from “%(stratagem)s”", "%(unit)s: помощь, «%(stratagem)s»"), _key_building
    ),
    "dusk-and-dawn": plain(Phrase("A roll for dusk and dawn", "Бросок за сумерки и рассвет")),
    "leave-table": by_unit(Phrase("%(unit)s: off the table by the exit", "%(unit)s: выход со стола")),
    "random-edge": by_unit(Phrase("%(unit)s: a roll for the table edge", "%(unit)s: бросок за край стола")),
    "city-roll-off": plain(Phrase("Both sides roll off", "Обе стороны бросают кубик")),
    "choose-role": _chosen("role", Phrase("%(side)s: %(choice)s", "%(side)s: %(choice)s"), ROLES),
    "choose-quarter": _chosen(
        "quarter",
        Phrase("%(side)s takes a quarter of the table: %(choice)s", "%(side)s берёт четверть стола: %(choice)s"),
        QUARTERS,
    ),
    "choose-edge": _chosen(
        "edge",
        Phrase("%(side)s takes an edge of the table: %(choice)s", "%(side)s берёт край стола: %(choice)s"),
        EDGES,
    ),
    "choose-building": _piece(
        "building", Phrase("%(side)s names its building: %(piece)s", "%(side)s называет своё здание: %(piece)s")
    ),
    "name-points": filled(
        Phrase(
            "%(side)s enters at %(entry)s and leaves at %(exit)s of the edges",
            "%(side)s: точка входа %(entry)s, точка выхода %(exit)s вдоль края",
        ),
        _points,
    ),
    "written": by_side(Phrase("%(side)s has written down its hideout", "%(side)s: убежище записано")),
    "fortify-ruin": _piece(
        "building",
        Phrase("%(side)s fortifies %(piece)s", "%(side)s укрепляет руины: %(piece)s"),
        Phrase("%(side)s fortifies no more ruins", "%(side)s больше не укрепляет руины"),
    ),
    "choose-first": filled(
        Phrase("%(side)s chooses who has the first turn: %(first)s", "%(side)s выбирает, кто ходит первым: %(first)s"),
        _first,
    ),
    "activate-trap": by_side(Phrase("%(side)s activates a booby trap", "%(side)s активирует мину-ловушку")),
    "take-trap": by_model(Phrase("%(model)s is hit by the trap", "%(model)s попадает в ловушку")),
    "cut-wire": by_unit(Phrase("%(unit)s: wire is cut", "%(unit)s: резка проволоки")),
    "throw-smoke": by_unit(Phrase("%(unit)s: smoke grenades", "%(unit)s: дымовые гранаты")),
    "demolish": _piece(
        "ruin", Phrase("%(side)s sets off its charge: %(piece)s", "%(side)s подрывает заряд: %(piece)s")
    ),
    "bombard": by_side(Phrase("%(side)s: preliminary bombardment", "%(side)s: артподготовка")),
    "wait-below": by_unit(Phrase("%(unit)s: waiting in the sewers", "%(unit)s: ждёт в канализации")),
    "fire-siege-shells": filled(
        Phrase("%(unit)s: siege shells at %(target)s", "%(unit)s: осадные снаряды, цель — %(target)s"), _siege_shells
    ),
    "use-wrecker": into("target", Phrase("%(unit)s: tearing down %(where)s", "%(unit)s: крушит, %(where)s")),
    "roll-stratagems": plain(
        Phrase("A roll for who declares stratagems first", "Бросок: кто первым объявляет стратегии")
    ),
    "choose-declarer": filled(
        Phrase("%(side)s chooses who declares first: %(first)s", "%(side)s выбирает, кто объявляет первым: %(first)s"),
        _first,
    ),
    "declare-stratagem": _declare,
    "place-pieces": by_side(
        Phrase("%(side)s places what its stratagem brings", "%(side)s ставит маркеры своей стратегии")
    ),
    "no-more-stratagems": by_side(
        Phrase("%(side)s declares no more stratagems", "%(side)s больше не объявляет стратегий")
    ),
}

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

TELLING = wh40k.TELLING | Telling(
    acts=ACTS,
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
