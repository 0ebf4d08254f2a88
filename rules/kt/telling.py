"""Kill Team in words: its acts, its marks, its questions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.kernel.events import Event
from rules.kernel.state import State
from rules.kernel.telling import (
    Badge,
    Cast,
    Phrase,
    Plural,
    Sentence,
    Telling,
    by_asked,
    by_model,
    by_side,
    effects,
    filled,
    going,
    plain,
)


def _tactic(cast: Cast, state: State, event: Event[Any]) -> str:
    action, side = event.action, cast.side(event.by)
    if action.model:
        return cast.say(
            Phrase(
                "%(side)s plays “%(stratagem)s”: %(model)s (declared by the players)",
                "%(side)s играет стратагему «%(stratagem)s»: %(model)s (со слов игроков)",
            ),
            side=side,
            stratagem=action.name,
            model=cast.model(action.model),
        )
    return cast.say(
        Phrase(
            "%(side)s plays “%(stratagem)s” (declared by the players)",
            "%(side)s играет стратагему «%(stratagem)s» (со слов игроков)",
        ),
        side=side,
        stratagem=action.name,
    )


def _volleys(cast: Cast, state: State, event: Event[Any]) -> dict[str, str]:
    action = event.action
    targets = [v.target for v in action.volleys] + [s.target for v in action.volleys for s in v.split]
    return {
        "model": cast.model(action.model),
        "target": cast.listed(cast.model(key) for key in dict.fromkeys(targets)),
        "weapon": cast.listed(dict.fromkeys(cast.weapon(action.model, v.weapon) for v in action.volleys)),
    }


def _charge(cast: Cast, state: State, event: Event[Any]) -> dict[str, str]:
    targets = cast.listed(cast.model(key) for key in event.action.targets)
    return {"model": cast.model(event.action.model), "target": targets}


def _charge_roll(cast: Cast, state: State, event: Event[Any]) -> dict[str, str]:
    return {"model": cast.model(state.pending.model) if state.pending else cast.side(event.by)}


def _fight(cast: Cast, state: State, event: Event[Any]) -> str:
    action, model = event.action, cast.model(event.action.model)
    if not action.blows:
        return cast.say(
            Phrase("%(model)s is chosen to fight and strikes nobody", "%(model)s выбран(а) драться и никого не бьёт"),
            model=model,
        )
    return cast.say(
        Phrase("%(model)s fights %(target)s: %(weapon)s", "%(model)s дерётся, цель %(target)s: %(weapon)s"),
        model=model,
        target=cast.listed(dict.fromkeys(cast.model(blow.target) for blow in action.blows)),
        weapon=cast.listed(dict.fromkeys(cast.weapon(action.model, blow.weapon) for blow in action.blows)),
    )


def _manifest(cast: Cast, state: State, event: Event[Any]) -> dict[str, str]:
    return {"model": cast.model(event.action.model), "power": event.action.power}


def _comms(cast: Cast, state: State, event: Event[Any]) -> dict[str, str]:
    return {"model": cast.model(event.action.model), "friend": cast.model(event.action.friend)}


def _stratagem(cast: Cast, state: State, event: Event[Any]) -> dict[str, str]:
    played = [effect.rule for effect in effects(event, "marked")]
    chosen = (event.action.model, event.action.friend)
    return {
        "side": cast.side(event.by),
        "stratagem": cast.rule(played[0]) if played else cast.say(Phrase("stratagem", "стратагема")),
        "model": cast.listed(cast.model(key) for key in chosen if key),
    }


def _deploy(cast: Cast, state: State, event: Event[Any]) -> dict[str, str]:
    return {"side": cast.side(event.by), "model": cast.model(event.action.model)}


def _choose_zone(cast: Cast, state: State, event: Event[Any]) -> dict[str, str]:
    names = {zone.id: zone.name for zone in state.table.zones}
    return {"side": cast.side(event.by), "zone": names.get(event.action.zone) or event.action.zone}


def _pass(cast: Cast, state: State, event: Event[Any]) -> dict[str, str]:
    who = cast.model(event.action.model) if event.action.model else cast.side(event.by)
    return {"who": who, "rule": cast.rule(state.pending.clause) if state.pending else cast.phase(state.phase)}


ACTS: Mapping[str, Sentence] = {
    "roll-off": plain(Phrase("Both sides roll for the choice of side", "Ролоф: обе стороны бросают за сторону стола")),
    "choose-zone": filled(
        Phrase("%(side)s takes the zone: %(zone)s", "%(side)s выбирает зону: %(zone)s"), _choose_zone
    ),
    "initiative": plain(Phrase("Both sides roll for initiative", "Обе стороны бросают на инициативу")),
    "pass": filled(Phrase("%(who)s passes: %(rule)s", "%(who)s пасует: %(rule)s"), _pass),
    "deploy": filled(Phrase("%(side)s sets up %(model)s", "%(side)s ставит: %(model)s"), _deploy),
    "move": going(Phrase("%(model)s moves %(length)s", "%(model)s идёт %(length)s")),
    "fall-back": going(Phrase("%(model)s falls back %(length)s", "%(model)s: фолбек %(length)s")),
    "advance": by_model(Phrase("%(model)s advances", "%(model)s: адванс")),
    "run": by_asked(
        Phrase("%(model)s runs on", "%(model)s бежит"),
        Phrase("%(model)s stays where it is", "%(model)s остаётся на месте"),
    ),
    "ready": by_model(Phrase("%(model)s readies", "%(model)s становится в реди")),
    "charge": filled(
        Phrase("%(model)s declares a charge at %(target)s", "%(model)s объявляет чардж, цель: %(target)s"), _charge
    ),
    "overwatch": filled(
        Phrase(
            "%(model)s fires overwatch at %(target)s: %(weapon)s", "%(model)s: овервотч, цель %(target)s: %(weapon)s"
        ),
        _volleys,
    ),
    "retreat": going(Phrase("%(model)s retreats %(length)s", "%(model)s отходит на %(length)s")),
    "charge-roll": filled(Phrase("%(model)s rolls for the charge", "%(model)s бросает на чардж"), _charge_roll),
    "charge-move": by_asked(
        Phrase("%(model)s charges in", "%(model)s чарджит"),
        Phrase("%(model)s stays where it is", "%(model)s остаётся на месте"),
    ),
    "manifest": filled(Phrase("%(model)s attempts %(power)s", "%(model)s колдует: %(power)s"), _manifest),
    "deny": by_model(Phrase("%(model)s tries to deny the power", "%(model)s пробует денай")),
    "comms": filled(Phrase("%(model)s helps %(friend)s to aim", "%(model)s помогает целиться: %(friend)s"), _comms),
    "stratagem": filled(
        Phrase("%(side)s plays “%(stratagem)s”: %(model)s", "%(side)s играет стратагему «%(stratagem)s»: %(model)s"),
        _stratagem,
    ),
    "tactic": _tactic,
    "shoot": filled(
        Phrase("%(model)s shoots %(target)s: %(weapon)s", "%(model)s стреляет, цель %(target)s: %(weapon)s"), _volleys
    ),
    "fight": _fight,
    "consolidate": by_asked(
        Phrase("%(model)s consolidates", "%(model)s: консолидация"),
        Phrase("%(model)s does not consolidate", "%(model)s: без консолидации"),
    ),
    "morale": by_side(Phrase("%(side)s begins its Morale phase", "%(side)s начинает фазу морали")),
    "nerve-test": by_model(Phrase("%(model)s takes a nerve test", "%(model)s: проверка на нервы")),
}

MARKS: Mapping[str, Phrase] = {
    "kt.morale.shaken-effect": Phrase("%(holder)s is shaken", "%(holder)s дрожит"),
    "kt.status.broken-definition": Phrase("%(holder)s: the team is broken", "%(holder)s: отряд сломлен"),
    "kt.move.fall-back": Phrase("%(holder)s falls back this round", "%(holder)s: фолбек в этом раунде"),
    "kt.move.advance": Phrase("%(holder)s advances this round", "%(holder)s: адванс в этом раунде"),
    "kt.move.ready": Phrase("%(holder)s is ready", "%(holder)s в реди"),
    "kt.charge.retreat": Phrase("%(holder)s retreats this round", "%(holder)s: отход в этом раунде"),
    "kt.charge.success": Phrase("%(holder)s charges this round", "%(holder)s: чардж в этом раунде"),
}
UNMARKS: Mapping[str, Phrase] = {
    "kt.morale.shaken-effect": Phrase("%(holder)s is no longer shaken", "%(holder)s больше не дрожит"),
    "kt.move.ready": Phrase("%(holder)s is no longer ready", "%(holder)s больше не в реди"),
}

NOTES: Mapping[str, Phrase] = {
    "passed": Phrase("passed", "тест пройден"),
    "failed": Phrase("failed", "тест провален"),
    "denied": Phrase("the power is denied", "психосила отменена"),
    "stopped": Phrase("the charge is stopped", "чардж остановлен"),
    "no target": Phrase("there is no target", "цели нет"),
}


LOST_WOUNDS = Plural(
    (
        "%(count)d more wound of this weapon on %(target)s is lost",
        "%(count)d more wounds of this weapon on %(target)s are lost",
    ),
    (
        "Сгорает ещё %(count)d пробитие этого оружия по %(target)s",
        "Сгорают ещё %(count)d пробития этого оружия по %(target)s",
        "Сгорают ещё %(count)d пробитий этого оружия по %(target)s",
    ),
)


def _lost_wounds(cast: Cast, effect: Any) -> str:
    return cast.say(LOST_WOUNDS, count=effect.value, target=cast.model(effect.target))


QUESTIONS: Mapping[str, Phrase] = {
    "kt.deploy.roll-off": Phrase("%(side)s chooses its side of the table", "%(side)s выбирает сторону стола"),
    "kt.move.advance": Phrase("%(side)s chooses where %(model)s runs", "%(side)s выбирает, куда бежит %(model)s"),
    "kt.charge.react": Phrase("%(side)s may react to the charge", "%(side)s может отреагировать на чардж"),
    "kt.charge.roll": Phrase("%(side)s rolls for the charge next", "Дальше %(side)s бросает на чардж"),
    "kt.charge.success": Phrase("%(side)s moves %(model)s next", "Дальше %(side)s двигает: %(model)s"),
    "kt.psychic.deny": Phrase("%(side)s may try to deny the power", "%(side)s может попробовать денай"),
    "kt.fight.consolidate": Phrase("%(side)s may consolidate %(model)s", "%(side)s может консолидировать: %(model)s"),
}


FLESH_WOUND = "kt.status.flesh-wound-definition"
FLESH_WOUNDS = Plural(
    ("%(holder)s has %(count)d flesh wound", "%(holder)s has %(count)d flesh wounds"),
    ("%(holder)s: %(count)d флешка", "%(holder)s: %(count)d флешки", "%(holder)s: %(count)d флешек"),
)
ROSTER_PROBLEMS: Mapping[str, Phrase] = {
    "kt.roster.points-limit": Phrase(
        "%(points)s points are more than the %(limit)s agreed", "Очков: %(points)s, а договорились на %(limit)s"
    ),
    "kt.roster.min-models": Phrase(
        "A team has at least %(needed)s models; here there are %(models)s",
        "В команде минимум моделей: %(needed)s, а здесь %(models)s",
    ),
    "kt.roster.leader-required": Phrase("The team has no Leader", "В команде нет лидера"),
    "kt.roster.unique-specialisations": Phrase(
        "The specialism %(specialism)s stands more than once",
        "Специализация %(specialism)s встречается больше одного раза",
    ),
    "kt.roster.max-specialists": Phrase(
        "%(specialists)s specialists are more than %(most)s, the Leader included",
        "Специалистов: %(specialists)s, а можно не больше %(most)s вместе с лидером",
    ),
}
PHASES: Mapping[str, Phrase] = {
    "deployment": Phrase("Deployment", "Расстановка"),
    "initiative": Phrase("Initiative", "Инициатива"),
    "movement": Phrase("Movement", "Движение"),
    "psychic": Phrase("Psychic", "Психофаза"),
    "shooting": Phrase("Shooting", "Стрельба"),
    "fight": Phrase("Fight", "Рукопашная"),
    "morale": Phrase("Morale", "Мораль"),
}

TELLING = Telling(
    acts=ACTS,
    marks=MARKS,
    unmarks=UNMARKS,
    counted={FLESH_WOUND: FLESH_WOUNDS},
    questions=QUESTIONS,
    notes=NOTES,
    noted={"kt.gap.one-injury-per-weapon": _lost_wounds},
    statuses={
        FLESH_WOUND: "flesh",
        "kt.morale.shaken-effect": "shaken",
        "kt.move.ready": "ready",
        "kt.move.advance": "advanced",
        "kt.move.fall-back": "fell-back",
        "kt.charge.retreat": "retreated",
        "kt.charge.success": "charged",
    },
    side_statuses={"kt.status.broken-definition": "broken"},
    badges={
        "flesh": Badge(
            Phrase("flesh wound", "флешка"),
            "M12 3.5C8.5 9 6 12 6 15.200a6 6 0 0 0 12 0C18 12 15.5 9 12 3.500Z",
            filled=True,
        ),
        "shaken": Badge(Phrase("shaken", "дрожит"), "M3 14l4.5-6 4.5 8 4.5-8 4.5 6"),
        "ready": Badge(Phrase("ready", "реди"), "M12 3v5M12 16v5M3 12h5M16 12h5M12 11.900v.2"),
        "advanced": Badge(Phrase("advanced", "адванс"), "M5 5l7 7-7 7M12 5l7 7-7 7"),
        "fell-back": Badge(Phrase("fell back", "фолбек"), "M19 5l-7 7 7 7M12 5l-7 7 7 7"),
        "retreated": Badge(Phrase("retreated", "отход"), "M19 5l-8 7 8 7M6 5v14"),
        "charged": Badge(Phrase("charged", "чардж"), "M4 20L20 4M12 4h8v8"),
        "broken": Badge(Phrase("broken", "слом"), "M7 21V4h11l-3.5 4 3.5 4H7M11 4l-2 4 3 4"),
    },
    came_to={
        FLESH_WOUND: Phrase("flesh wound: %(model)s", "флешка: %(model)s"),
        "kt.morale.shaken-effect": Phrase("%(model)s is shaken", "%(model)s дрожит"),
    },
    phases=PHASES,
    counters={"cp": Phrase("CP", "КП")},
    roster_problems=ROSTER_PROBLEMS,
    columns=("M", "WS", "BS", "S", "T", "W", "A", "Ld", "Sv", "Max"),
    weapon_columns=("S", "AP", "D"),
    lengths=frozenset({"M"}),
    rolled=frozenset({"BS", "WS", "Sv"}),
    melee=frozenset({"fight"}),
    instead_of_wounds=FLESH_WOUND,
    said_with_rule=frozenset({"kt.stratagem.command-reroll"}),
)
