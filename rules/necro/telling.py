"""Necromunda's words for pages that belong to no chapter alone: phases, statuses that are drawn, columns of a sheet."""

from __future__ import annotations

from rules.kernel.effects import Noted
from rules.kernel.part import Part
from rules.kernel.telling import Badge, Cast, Phrase, Plural, Telling
from rules.necro import breach, door, options, terminal, vent, words
from rules.necro.book import BOTTLE

FLESH_WOUNDS = Plural(
    ("%(holder)s has %(count)d flesh wound", "%(holder)s has %(count)d flesh wounds"),
    (
        "%(holder)s: %(count)d лёгкая рана",
        "%(holder)s: %(count)d лёгкие раны",
        "%(holder)s: %(count)d лёгких ран",
    ),
)

ROSTER_PROBLEMS = {
    "necro.assumed.gang.fighters": Phrase("The gang has no fighters", "В банде нет бойцов"),
    options.CREDITS: Phrase(
        "%(points)s credits, but the agreed limit is %(limit)s",
        "Кредитов: %(points)s, а договорились на %(limit)s",
    ),
}

KINDS = {
    door.CLOSED: Phrase("closed door", "дверь закрыта"),
    door.OPEN: Phrase("open door", "дверь открыта"),
    door.DRAWN_LOCKED: Phrase("locked door", "дверь заперта"),
    terminal.KIND: Phrase("terminal", "терминал"),
    terminal.GENERATOR: Phrase("generator", "генератор"),
    vent.KIND: Phrase("vent", "вентиляция"),
    "pitfall": Phrase("pitfall", "провал"),
    "barricade": Phrase("barricade", "баррикада"),
    "platform": Phrase("platform", "платформа"),
    "ladder": Phrase("ladder", "лестница"),
    "wall": Phrase("wall", "стена"),
    "endless wall": Phrase("wall without an upper edge", "стена без верхнего края"),
    "openwork": Phrase("openwork, can be seen through", "решётка, видно насквозь"),
    "impassable": Phrase("impassable", "непроходимо"),
    "difficult": Phrase("difficult terrain", "труднопроходимая местность"),
    "dangerous": Phrase("dangerous terrain", "опасная местность"),
}

NOTES = {
    "passed": Phrase("passed", "тест пройден"),
    "failed": Phrase("failed", "тест провален"),
    "paid": Phrase('2" paid, no test', "2 дюйма уплачены, без теста"),
    "stays": Phrase("stays in place", "остаётся на месте"),
    "nowhere to go": Phrase("nowhere to go", "отойти некуда"),
}


def _bottle(cast: Cast, effect: Noted) -> str:
    """The total of a bottle test, beside the fighters that the gang began with."""
    said = Phrase(
        "%(side)s: bottle test %(value)d, the gang began with %(size)s",
        "%(side)s: тест на бегство банды %(value)d, начинали %(size)s",
    )
    return cast.say(said, side=cast.side(effect.target), value=effect.value, size=effect.text.removeprefix("against "))


PART = Part(
    telling=Telling(
        notes=NOTES,
        noted={BOTTLE[""]: _bottle},
        roster_problems=ROSTER_PROBLEMS,
        own_rolls=frozenset({"necro.core.save"}),
        stages={
            "necro.core.hit-roll": "hits",
            "necro.core.wound-roll": "wounds",
            "necro.core.save": "saves",
            **dict.fromkeys(
                (
                    "necro.core.injury-die",
                    "necro.core.fall-test",
                    "necro.core.running-for-cover",
                    "necro.terrain.dangerous-test-move",
                ),
                "untold",
            ),
        },
        distances=frozenset({"necro.core.charge"}),
        came_to={
            words.INJURED: Phrase("%(model)s: seriously injured", "%(model)s: тяжёлая рана"),
            words.FLESH: Phrase("%(model)s: flesh wound", "%(model)s: лёгкая рана"),
            words.FLED: Phrase("%(model)s: fled", "%(model)s: бегство с поля боя"),
            words.BOTTLED: Phrase("%(model)s: bottled", "%(model)s: банда дрогнула"),
            words.BROKEN: Phrase("%(model)s: broken", "%(model)s: боец сломлен"),
        },
        marks={
            words.PINNED: Phrase("%(holder)s: pinned", "%(holder)s: боец залёг"),
            words.INJURED: Phrase("%(holder)s: seriously injured", "%(holder)s: тяжёлая рана"),
            words.FLED: Phrase("%(holder)s: fled", "%(holder)s: бегство с поля боя"),
            words.BOTTLED: Phrase("%(holder)s: bottled", "%(holder)s: банда дрогнула"),
            door.LOCKED: Phrase("Locked: %(pieces)s", "Заперты: %(pieces)s"),
            door.OPERATED: Phrase(
                "Operated in this turn: %(pieces)s", "В этот ход открывали или закрывали: %(pieces)s"
            ),
            door.BROKEN_OPEN: Phrase("Forced in this turn: %(pieces)s", "Высажены в этот ход: %(pieces)s"),
        },
        unmarks={
            words.PINNED: Phrase("%(holder)s: no longer pinned", "%(holder)s: боец больше не залегает"),
            words.INJURED: Phrase("%(holder)s: no longer seriously injured", "%(holder)s: тяжёлой раны больше нет"),
            door.LOCKED: Phrase("No door is locked any more", "Запертых дверей больше нет"),
        },
        counted={words.FLESH: FLESH_WOUNDS},
        statuses={
            words.PINNED: "pinned",
            words.INJURED: "injured",
            words.BROKEN: "broken",
            words.INSANE: "insane",
            words.READY: "ready",
        },
        side_statuses={words.BOTTLED: "bottled"},
        terrain_statuses={
            door.LOCKED: "locked",
            breach.LOST: "damaged",
            terminal.LINKS: "linked",
            terminal.DEVICES: "running",
        },
        terrain_kinds=KINDS,
        roles={"Leader": "leader", "Champion": "champion"},
        keywords={
            "Leader": Phrase("Leader", "Главарь"),
            "Champion": Phrase("Champion", "Боец-ветеран"),
            "Ganger": Phrase("Ganger", "Бандит"),
            "Juve": Phrase("Juve", "Юнец"),
        },
        badges={
            "pinned": Badge(Phrase("pinned", "залёг"), "M4 17h16M12 4v9M8 9l4 4 4-4"),
            "injured": Badge(Phrase("seriously injured", "тяжело ранен"), "M5 5l14 14M19 5L5 19"),
            "broken": Badge(Phrase("broken", "сломлен"), "M3 14l4.5-6 4.5 8 4.5-8 4.5 6"),
            "insane": Badge(Phrase("insane", "безумен"), "M12 12a2 2 0 1 1 2 2a4 4 0 1 1-4-4a6 6 0 1 1 6 6"),
            "ready": Badge(Phrase("ready", "готов"), "M12 3v5M12 16v5M3 12h5M16 12h5M12 11.900v.2"),
            "bottled": Badge(Phrase("bottled", "дрогнула"), "M7 21V4h11l-3.5 4 3.5 4H7"),
            "locked": Badge(Phrase("locked", "заперта"), "M6 11h12v9H6zM8.5 11V8a3.5 3.5 0 0 1 7 0v3"),
            "damaged": Badge(Phrase("damaged", "повреждена"), "M13 3l-4 7 5 3-4 8"),
            "linked": Badge(Phrase("controls", "управляет"), "M4 12h11M11 7l5 5-5 5M19 5v14"),
            "running": Badge(Phrase("running", "работает"), "M13 2L5 14h6l-1 8 8-12h-6Z", filled=True),
            "leader": Badge(Phrase("leader", "главарь"), "M4 18h16L21 8l-5 4-4-7-4 7-5-4Z"),
            "champion": Badge(Phrase("champion", "боец-ветеран"), "M6 13l6-6 6 6M6 19l6-6 6 6"),
        },
        phases={
            "deployment": Phrase("Deployment", "Расстановка"),
            "priority": Phrase("Priority", "Приоритет"),
            "action": Phrase("Action", "Действия"),
            "end": Phrase("End", "Завершение"),
        },
        columns=("M", "WS", "BS", "S", "T", "W", "I", "A", "Ld", "Cl", "Wil", "Int", "Sv"),
        weapon_columns=("S", "AP", "D"),
        weapon_range="Range",
        lengths=frozenset({"M"}),
        rolled=frozenset({"WS", "BS", "I", "Ld", "Cl", "Wil", "Int", "Sv"}),
        melee=frozenset({"fight"}),
        charges=frozenset({"charge"}),
        openings=frozenset({"activate"}),
        apart=frozenset({"necro.core.broken", "necro.core.flee-check"}),
        decided={
            "necro.core.result": Phrase("The score after the last round decided", "Решил счёт после последнего раунда")
        },
    )
)
