"""Buttons and fields of Kill Team: its acts, their members, and values of these."""

from __future__ import annotations

from rules.kernel.part import Part
from rules.kernel.telling import Phrase, Telling

ACTS = {
    "roll-off": Phrase("Roll off", "Ролоф"),
    "choose-zone": Phrase("Choose a zone", "Выбрать зону"),
    "deploy": Phrase("Set up", "Выставить модель"),
    "initiative": Phrase("Roll for initiative", "Бросок на инициативу"),
    "fall-back": Phrase("Fall back", "Фолбек"),
    "ready": Phrase("Ready", "Встать в реди"),
    "move": Phrase("Move", "Двигаться"),
    "advance": Phrase("Advance", "Адванс"),
    "run": Phrase("Advance: the path", "Адванс: путь"),
    "charge": Phrase("Declare a charge", "Объявить чардж"),
    "overwatch": Phrase("Fire overwatch", "Овервотч"),
    "retreat": Phrase("Retreat", "Отойти"),
    "charge-roll": Phrase("Roll for the charge", "Бросок на чардж"),
    "charge-move": Phrase("Charge: the path", "Чардж: путь"),
    "manifest": Phrase("Attempt a power", "Колдовать"),
    "deny": Phrase("Deny the power", "Денай"),
    "comms": Phrase("Help to aim (Comms)", "Помочь целиться (комз)"),
    "shoot": Phrase("Shoot", "Стрелять"),
    "fight": Phrase("Fight", "Драться"),
    "consolidate": Phrase("Consolidate", "Консолидация"),
    "morale": Phrase("Begin Morale phase", "Начать фазу морали"),
    "nerve-test": Phrase("Nerve test", "Проверка на нервы"),
    "pass": Phrase("Pass", "Пас"),
    "stratagem": Phrase("Play a stratagem", "Сыграть стратагему"),
    "tactic": Phrase("Faction stratagem", "Стратагема фракции"),
}
MEMBERS = {
    "across": Phrase("Targets across terrain", "Цели за террейном"),
    "blows": Phrase("Attacks by weapon", "Атаки по оружию"),
    "cost": Phrase("Command points", "Командные очки"),
    "cover": Phrase('Within 1" of that terrain', 'В 1" от террейна'),
    "covered": Phrase("Enemies in cover", "Враги в укрытии"),
    "difficulty": Phrase("Needed to manifest", "Сложность пси-силы"),
    "facts": Phrase("Lines of sight", "Линии видимости"),
    "friend": Phrase("Friendly model", "Своя модель"),
    "more": Phrase("More weapons to fire", "Потом ещё оружие"),
    "name": Phrase("Stratagem", "Стратагема"),
    "obscured": Phrase("Obscured by", "Чем скрыта"),
    "pile_in": Phrase("Pile in: the path", "Пайл ин: путь"),
    "power": Phrase("Power", "Пси-сила"),
    "reroll": Phrase("Re-roll up to", "Перебросить до"),
    "split": Phrase("Attacks on others", "Атаки по другим целям"),
    "stratagem.model": Phrase("Specialist", "Специалист"),
    "unseen": Phrase("Targets not in sight", "Невидимые цели"),
    "visible": Phrase("Visible", "Видна"),
    "manifest.visible": Phrase("Enemies in sight", "Видимые враги"),
    "volleys": Phrase("Shots by weapon", "Выстрелы по оружию"),
}
VALUES = {
    "obscured.terrain": Phrase("terrain", "террейном"),
    "obscured.model": Phrase("a model", "моделью"),
    "power.Psybolt": Phrase("Psybolt", "Псиболт"),
    "roll.hit": Phrase("to hit", "на попадание"),
    "roll.wound": Phrase("to wound", "на пробитие"),
    "roll.save": Phrase("saving throw", "сейв"),
    "roll.injury": Phrase("injury", "инджури ролл"),
    "weapon.improvised": Phrase("improvised weapon", "подручное оружие"),
}

PART = Part(telling=Telling(acts=ACTS, members=MEMBERS, values=VALUES))
