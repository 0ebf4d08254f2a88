"""Buttons and fields of Necromunda: its acts, and their members."""

from __future__ import annotations

from rules.kernel.part import Part
from rules.kernel.telling import Phrase, Telling

ACTS = {
    "take-test": Phrase("Take the test", "Пройти тест"),
    "roll-off": Phrase("Roll off", "Бросить кубик"),
    "choose-zone": Phrase("Choose a zone", "Выбрать зону"),
    "deploy": Phrase("Set up", "Выставить бойца"),
    "priority": Phrase("Roll for priority", "Бросок на приоритет"),
    "activate": Phrase("Activate", "Активировать"),
    "pass": Phrase("Nothing more to do", "Больше ничего"),
    "madden": Phrase("Becomes Insane", "Теряет рассудок"),
    "insane-roll": Phrase("Roll for insanity", "Бросок безумца"),
    "operate-door": Phrase("Open or close a door", "Открыть/закрыть дверь"),
    "step-aside": Phrase("Leave the doorway", "Уйти из проёма"),
    "force-door": Phrase("Force a door", "Высадить дверь"),
    "attack-door": Phrase("Attack a door", "Атаковать дверь"),
    "access-terminal": Phrase("Access a terminal", "Взломать терминал"),
    "operate-now": Phrase("Operate the door now", "Сразу управлять дверью"),
    "crawl-vent": Phrase("Crawl through a vent", "Ползти в вентиляцию"),
    "shoot-vent": Phrase("Shoot through a vent", "Стрелять в вентиляцию"),
    "run-for-cover": Phrase("Run for cover", "Бежать в укрытие"),
    "bottle-test": Phrase("Bottle test", "Тест на бегство банды"),
    "recover": Phrase("Recover", "Восстановление"),
    "shoot": Phrase("Shoot", "Стрелять"),
    "fight": Phrase("Fight", "Драться"),
    "move": Phrase("Move", "Двигаться"),
    "move-on": Phrase("Move on at once", "Сразу второе движение"),
    "crawl": Phrase("Crawl", "Ползти"),
    "stand-up": Phrase("Stand up", "Встать"),
    "turn": Phrase("Turn", "Повернуться"),
    "charge": Phrase("Charge", "Напасть"),
    "choose-target": Phrase("Charge only one", "Напасть на одного"),
    "give-way": Phrase("Make room", "Подвинуться"),
    "face": Phrase("Face the enemy", "Повернуться к врагу"),
    "stand-apart": Phrase("Shift from enemies", "Отойти от врагов"),
}
MEMBERS = {
    "door": Phrase("Door", "Дверь"),
    "engages": Phrase("Engages", "Кого атакует"),
    "fighter": Phrase("Fighter", "Боец"),
    "group": Phrase("Activated with it", "Активируются вместе"),
    "pays": Phrase("Barricades crossed", 'Баррикады, по 2" за каждую'),
    "terminal": Phrase("Terminal", "Терминал"),
    "vent": Phrase("Vent", "Вентиляция"),
}

PART = Part(telling=Telling(acts=ACTS, members=MEMBERS))
