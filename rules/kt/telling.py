"""Kill Team in words: its marks, its questions, and labels on pages. Each act has its own sentence."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rules.kernel.canonical import tag_of
from rules.kernel.part import Part
from rules.kernel.telling import Badge, Cast, Measure, Phrase, Plural, Telling, noted

MARKS: Mapping[str, Phrase] = {
    "kt.morale.shaken-effect": Phrase("%(holder)s is shaken", "%(holder)s: дрожит (шок)"),
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
    "denied": Phrase("the power is denied", "пси-сила отменена"),
    "stopped": Phrase("the charge is stopped", "чардж остановлен"),
    "no target": Phrase("there is no target", "цели нет"),
}


LOST_WOUNDS = Plural(
    (
        "%(count)d more wound of this weapon on %(target)s is lost",
        "%(count)d more wounds of this weapon on %(target)s are lost",
    ),
    (
        "Сгорает ещё %(count)d пробитие этого оружия, цель: %(target)s",
        "Сгорают ещё %(count)d пробития этого оружия, цель: %(target)s",
        "Сгорает ещё %(count)d пробитий этого оружия, цель: %(target)s",
    ),
)


def _lost_wounds(cast: Cast, effect: Any) -> str:
    return cast.say(LOST_WOUNDS, count=effect.value, target=cast.model(effect.target))


QUESTIONS: Mapping[str, Phrase] = {
    "kt.deploy.roll-off": Phrase("%(side)s chooses its table side", "%(side)s выбирает сторону стола"),
    "kt.move.advance": Phrase("%(side)s chooses where %(model)s runs", "%(side)s выбирает, куда бежит %(model)s"),
    "kt.charge.react": Phrase("%(side)s may react to the charge", "%(side)s может отреагировать на чардж"),
    "kt.charge.roll": Phrase("%(side)s rolls for the charge next", "Теперь %(side)s бросает на чардж"),
    "kt.charge.success": Phrase("%(side)s moves %(model)s next", "Теперь %(side)s двигает: %(model)s"),
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
        "%(points)s points, but the agreed limit is %(limit)s", "Очков: %(points)s, а договорились на %(limit)s"
    ),
    "kt.roster.min-models": Phrase(
        "A team needs at least %(needed)s models; this one has %(models)s",
        "В команде минимум моделей: %(needed)s, а здесь %(models)s",
    ),
    "kt.roster.leader-required": Phrase("The team has no Leader", "В команде нет лидера"),
    "kt.roster.unique-specialisations": Phrase(
        "The %(specialism)s specialism is taken more than once",
        "Специализация %(specialism)s встречается больше одного раза",
    ),
    "kt.roster.specialisation-allowed": Phrase(
        "%(model)s may not be a %(specialism)s specialist; its datasheet allows: %(allowed)s",
        "%(model)s не может взять специализацию %(specialism)s; в датащите: %(allowed)s",
    ),
    "kt.roster.max-specialists": Phrase(
        "%(specialists)s specialists; at most %(most)s are allowed, including the Leader",
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

MEASURED = {
    "obscured": Measure(
        Phrase("%(target)s is obscured from %(model)s", "Цель скрыта: %(target)s, смотрит %(model)s"),
        Phrase(
            "%(target)s is obscured from %(model)s by %(what)s",
            "Цель скрыта: %(target)s, смотрит %(model)s, мешает: %(what)s",
        ),
    ),
    "terrain between": Measure(
        Phrase("Terrain is between %(model)s and %(target)s", "Террейн между: %(model)s, %(target)s"),
        Phrase("%(what)s is between %(model)s and %(target)s", "Между ними стоит %(what)s: %(model)s, %(target)s"),
    ),
}
ROLLS = {
    "hit": Phrase("hit rolls", "броскам на попадание"),
    "wound": Phrase("wound rolls", "броскам на пробитие"),
    "save": Phrase("saving throws", "сейвам"),
    "injury": Phrase("injury rolls", "инджури роллам"),
}


def _denied(roll: Any, after: Sequence[Any]) -> bool:
    """Whether a power was denied: one that was not is worked out."""
    return not any(tag_of(each) == "answered" and each.rule == "kt.psychic.resolve" for each in after)


PART = Part(
    telling=Telling(
        measured=MEASURED,
        rolls=ROLLS,
        own_rolls=frozenset({"kt.save.roll", "kt.save.invulnerable"}),
        marks=MARKS,
        unmarks=UNMARKS,
        counted={FLESH_WOUND: FLESH_WOUNDS},
        questions=QUESTIONS,
        notes=NOTES,
        valued={"D3": Phrase("D3: %(value)d", "D3 даёт %(value)d")},
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
        decided={
            "kt.gap.victory": Phrase(
                "The points of enemies out of action decided", "Решили очки выведенных из строя врагов"
            ),
        },
        stages={
            "kt.hit.ranged.roll": "hits",
            "kt.hit.melee.roll": "hits",
            "kt.charge.overwatch": "hits",
            "kt.wound": "wounds",
            "kt.save.roll": "saves",
            "kt.save.invulnerable": "saves",
            **dict.fromkeys(
                (
                    "kt.injury.result",
                    "kt.shoot.attacks-random",
                    "kt.fight.attacks-number",
                    "kt.weapon.damage",
                    "kt.psychic.psybolt.strong",
                    "kt.psychic.perils",
                    "kt.psychic.perils.death",
                ),
                "untold",
            ),
        },
        verdicts={"kt.psychic.test": noted("failed"), "kt.psychic.deny.roll": _denied},
        distances=frozenset({"kt.charge.roll", "kt.move.advance"}),
        came_to={
            FLESH_WOUND: Phrase("%(model)s: flesh wound", "%(model)s: флешка"),
            "kt.morale.shaken-effect": Phrase("%(model)s is shaken", "%(model)s дрожит"),
        },
        phases=PHASES,
        counters={"cp": Phrase("CP", "КП")},
        roster_problems=ROSTER_PROBLEMS,
        columns=("M", "WS", "BS", "S", "T", "W", "A", "Ld", "Sv", "Max"),
        weapon_columns=("S", "AP", "D"),
        weapon_range="range",
        weapon_count="attacks",
        lengths=frozenset({"M"}),
        rolled=frozenset({"BS", "WS", "Sv"}),
        bookkeeping=frozenset({"pass", "morale"}),
        weighty=frozenset({"kt.charge.success"}),
        melee=frozenset({"fight"}),
        charges=frozenset({"charge-move"}),
        instead_of_wounds=FLESH_WOUND,
        said_with_rule=frozenset({"kt.stratagem.command-reroll"}),
    )
)
