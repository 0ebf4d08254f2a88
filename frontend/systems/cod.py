"""Cities of Death in words: what Warhammer 40,000 says, and its own acts, marks and questions."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import Any

from django.utils.translation import gettext as _

from frontend.base.lengths import inches
from frontend.systems import wh40k
from frontend.systems.cast import Cast
from frontend.systems.sentence_patterns import by_model, by_side, by_unit, into, plain
from frontend.systems.system import NoteSentence, Sentence, System, Text
from rules import Event, State


def _piece(field: str, text: Text, without: Text | None = None) -> Sentence:
    """A sentence about the side and the piece of terrain that a field of its act names; `without` where none is."""

    def say(cast: Cast, state: State, event: Event[Any]) -> str:
        key = getattr(event.action, field)
        told = text if key or without is None else without
        return told() % {"side": cast.side(event.by), "piece": cast.thing(key) if key else ""}

    return say


def _chosen(field: str, text: Text, words: Callable[[], dict[str, str]]) -> Sentence:
    """A sentence about the side and the word that a field of its act holds."""

    def say(cast: Cast, state: State, event: Event[Any]) -> str:
        value = getattr(event.action, field)
        return text() % {"side": cast.side(event.by), "choice": words().get(value, value)}

    return say


def _edges() -> dict[str, str]:
    return {"south": _("south"), "east": _("east"), "north": _("north"), "west": _("west")}


def _quarters() -> dict[str, str]:
    return {"south-west": _("south-west"), "south-east": _("south-east"), "north-east": _("north-east"),
            "north-west": _("north-west")}  # fmt: skip


def _place_terrain(cast: Cast, state: State, event: Event[Any]) -> str:
    piece = event.action.piece
    return _("%(side)s places terrain: %(piece)s") % {"side": cast.side(event.by), "piece": piece.name or piece.id}


def _agree_scenario(cast: Cast, state: State, event: Event[Any]) -> str:
    about = {"side": cast.side(event.by), "scenario": cast.section(event.action.scenario)}
    return _("%(side)s wants the scenario “%(scenario)s”") % about


def _declare(cast: Cast, state: State, event: Event[Any]) -> str:
    action = event.action
    about = {"side": cast.side(event.by), "stratagem": cast.section(action.stratagem)}
    if action.ruin:
        return _("%(side)s declares “%(stratagem)s”: %(piece)s") % {**about, "piece": cast.thing(action.ruin)}
    return _("%(side)s declares “%(stratagem)s”") % about


def _key_building(cast: Cast, state: State, event: Event[Any]) -> str:
    about = {"unit": cast.holder(event.action.unit), "stratagem": cast.section(event.action.stratagem)}
    return _("%(unit)s: help from “%(stratagem)s”") % about


def _choose_first(text: Text) -> Sentence:
    def say(cast: Cast, state: State, event: Event[Any]) -> str:
        return text() % {"side": cast.side(event.by), "first": cast.side(event.action.first)}

    return say


def _siege_shells(cast: Cast, state: State, event: Event[Any]) -> str:
    action = event.action
    target = cast.holder(action.target) if action.target else cast.thing(action.ruin)
    return _("%(unit)s: siege shells at %(target)s") % {"unit": cast.holder(action.unit), "target": target}


def _points(cast: Cast, state: State, event: Event[Any]) -> str:
    about = {"side": cast.side(event.by), "entry": inches(event.action.entry), "exit": inches(event.action.exit)}
    return _("%(side)s enters at %(entry)s and leaves at %(exit)s of the edges") % about


PHASES: dict[str, Text] = {
    **wh40k.PHASES,
    "scenario": lambda: _("Scenario"),
    "board": lambda: _("Terrain"),
    "sides": lambda: _("Sides"),
    "stratagems": lambda: _("Stratagems"),
    "dusk": lambda: _("Dusk and dawn"),
    "first-turn": lambda: _("First turn"),
}

ACTIONS: dict[str, Sentence] = {
    "place-terrain": _place_terrain,
    "enough-terrain": by_side(lambda: _("%(side)s has placed enough terrain")),
    "agree-terrain": by_side(lambda: _("%(side)s agrees to the terrain on the table")),
    "casualties": by_unit(lambda: _("%(unit)s: who falls first is named")),
    "roll-scenario": plain(lambda: _("A roll for the scenario")),
    "agree-scenario": _agree_scenario,
    "end-deployment": by_side(lambda: _("%(side)s sets up no more")),
    "no-room-to-deploy": by_unit(lambda: _("%(unit)s: no room to set up")),
    "open-hideout": _piece("ruin", lambda: _("%(side)s opens its hideout: %(piece)s")),
    "use-key-building": _key_building,
    "dusk-and-dawn": plain(lambda: _("A roll for dusk and dawn")),
    "leave-table": by_unit(lambda: _("%(unit)s: off the table by the exit")),
    "random-edge": by_unit(lambda: _("%(unit)s: a roll for the table edge")),
    "city-roll-off": plain(lambda: _("Both sides roll off")),
    "choose-role": _chosen(
        "role",
        lambda: _("%(side)s: %(choice)s"),
        lambda: {"attacker": _("the attacker"), "defender": _("the defender")},
    ),
    "choose-quarter": _chosen("quarter", lambda: _("%(side)s takes a quarter of the table: %(choice)s"), _quarters),
    "choose-edge": _chosen("edge", lambda: _("%(side)s takes an edge of the table: %(choice)s"), _edges),
    "choose-building": _piece("building", lambda: _("%(side)s names its building: %(piece)s")),
    "name-points": _points,
    "written": by_side(lambda: _("%(side)s has written down its hideout")),
    "fortify-ruin": _piece(
        "building", lambda: _("%(side)s fortifies %(piece)s"), lambda: _("%(side)s fortifies no more ruins")
    ),
    "choose-first": _choose_first(lambda: _("%(side)s chooses who has the first turn: %(first)s")),
    "activate-trap": by_side(lambda: _("%(side)s activates a booby trap")),
    "take-trap": by_model(lambda: _("%(model)s is hit by the trap")),
    "cut-wire": by_unit(lambda: _("%(unit)s: wire is cut")),
    "throw-smoke": by_unit(lambda: _("%(unit)s: smoke grenades")),
    "demolish": _piece("ruin", lambda: _("%(side)s sets off its charge: %(piece)s")),
    "bombard": by_side(lambda: _("%(side)s: preliminary bombardment")),
    "wait-below": by_unit(lambda: _("%(unit)s: waiting in the sewers")),
    "fire-siege-shells": _siege_shells,
    "use-wrecker": into("target", lambda: _("%(unit)s: tearing down %(where)s")),
    "roll-stratagems": plain(lambda: _("A roll for who declares stratagems first")),
    "choose-declarer": _choose_first(lambda: _("%(side)s chooses who declares first: %(first)s")),
    "declare-stratagem": _declare,
    "place-pieces": by_side(lambda: _("%(side)s places what its stratagem brings")),
    "no-more-stratagems": by_side(lambda: _("%(side)s declares no more stratagems")),
}

MARKS: dict[str, Text] = {
    "cod.status.dangerous-ruin.definition": lambda: _("Dangerous ruins: %(pieces)s"),
    "cod.stratagem.fortifications.cover": lambda: _("Fortified ruins: %(pieces)s"),
    "cod.destruction.replace": lambda: _("Destroyed: %(pieces)s"),
    "cod.scenario.firesweep.flag.set": lambda: _("%(holder)s, flags: %(pieces)s"),
    "cod.sequence.scenario.choose": lambda: _("Scenario: %(section)s"),
    "cod.scenario.gauntlet.victory": lambda: _("%(holder)s: got away"),
    "cod.stratagem.combat-engineers.smoke-save": lambda: _("%(holder)s: in smoke, cover save 5+"),
    "cod.stratagem.combat-engineers.breaching": lambda: _("%(holder)s: breaching charges, Initiative 10"),
    "cod.stratagem.sewer-rats.no-assault": lambda: _("%(holder)s: out of the sewers, no charge this turn"),
    "cod.stratagem.wreckers.no-attack": lambda: _("%(holder)s: wrecker used, no shooting and no charge"),
}
UNMARKS: dict[str, Text] = {
    "cod.stratagem.combat-engineers.smoke-save": lambda: _("%(holder)s: the smoke has cleared"),
    "cod.stratagem.fortifications.cover": lambda: _("No ruin is fortified any more"),
}
CAME_TO: dict[str, Text] = {
    "cod.stratagem.combat-engineers.smoke-save": lambda: _("%(model)s: in smoke"),
    "cod.scenario.gauntlet.victory": lambda: _("%(model)s: got away"),
}
QUESTIONS: dict[str, Text] = {
    "cod.stratagem.booby-traps.activate": lambda: _("%(side)s may activate a trap that %(model)s passed"),
    "cod.stratagem.booby-traps.victim-choice": lambda: _("%(side)s says whom of %(model)s the trap hits"),
    "cod.stratagem.preliminary-bombardment.base": lambda: _("%(side)s rolls for the bombardment of %(model)s"),
    "cod.special.random-length.roll": lambda: _("%(side)s rolls for whether the battle goes on"),
    "cod.scenario.scorched-earth.hideout": lambda: _("%(side)s opens its hideout"),
    "cod.gap.hideout-reveal": lambda: _("%(side)s opens its hideout"),
}


def _night(cast: Cast, effect: Any) -> str:
    about = {"model": cast.model(effect.model), "target": cast.model(effect.target), "length": inches(effect.value)}
    return _("%(model)s → %(target)s: seen as far as %(length)s in the dark") % about


NOTED: dict[str, NoteSentence] = {"cod.special.night.limit": _night}
NOTES: dict[str, Text] = {"the charge is a dud": lambda: _("the charge is a dud")}

KEY_BUILDINGS = (
    "cod.stratagem.ammunition-store.reroll-hits", "cod.stratagem.command-centre.choose-one",
    "cod.stratagem.fuel-depot.strength", "cod.stratagem.hospital.feel-no-pain",
    "cod.stratagem.observation-post.night-vision", "cod.stratagem.power-generator.reroll",
    "cod.stratagem.sacred-ground.stubborn",
)  # fmt: skip
"""The marks on a side with the id of its key building."""

SYSTEM: System = dataclasses.replace(
    wh40k.SYSTEM,
    actions={**wh40k.ACTIONS, "pass": wh40k.passing(PHASES), **ACTIONS},
    marks={**wh40k.MARKS, **MARKS},
    unmarks={**wh40k.UNMARKS, **UNMARKS},
    questions={**wh40k.QUESTIONS, **QUESTIONS},
    notes={**wh40k.NOTES, **NOTES},
    noted={**wh40k.NOTED, **NOTED},
    statuses={
        **wh40k.STATUSES,
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
        **wh40k.BADGES,
        "smoke": lambda: _("in smoke"),
        "got-away": lambda: _("got away"),
        "dangerous": lambda: _("dangerous"),
        "fortified": lambda: _("fortified"),
        "flag": lambda: _("flag"),
        "defended": lambda: _("to be defended"),
        "key-building": lambda: _("key building"),
    },
    came_to={**wh40k.CAME_TO, **CAME_TO},
    phases=PHASES,
)
