"""Buttons and fields that every game system has: acts, their members, and values of these."""

from __future__ import annotations

from rules.kernel.telling import Phrase, Telling

ACTS = {
    "apart": Phrase("Enter the distance", "Назвать дистанцию"),
    "concede": Phrase("Concede", "Сдаться"),
    "fact": Phrase("Printed ability", "Способность с листа"),
    "go-on": Phrase("Continue", "Дальше"),
}
MEMBERS = {
    "ability": Phrase("Ability", "Способность"),
    "amount": Phrase("By how much", "На сколько"),
    "at": Phrase("Place", "Место"),
    "attacks": Phrase("Attacks", "Атаки"),
    "apart.distance": Phrase("Distance", "Дистанция"),
    "apart.of": Phrase("Who", "Кто"),
    "apart.side": Phrase("Facing side", "С какой стороны"),
    "apart.to": Phrase("From whom", "До кого"),
    "changes": Phrase("Changes to models", "Что стало с моделями"),
    "facing": Phrase("Facing", "Куда повернуть"),
    "losses": Phrase("Wounds lost", "Потеряно вунд"),
    "marks": Phrase("Effects", "Эффекты"),
    "model": Phrase("Model", "Модель"),
    "modifiers": Phrase("Modifiers", "Модификаторы"),
    "note": Phrase("Note", "Примечание"),
    "out": Phrase("Out of action", "Выведена из строя"),
    "path": Phrase("Path", "Путь"),
    "roll": Phrase("Roll", "Бросок"),
    "target": Phrase("Target", "Цель"),
    "targets": Phrase("Targets", "Цели"),
    "unit": Phrase("Unit", "Отряд"),
    "until": Phrase("Lasts until the end of", "Действует до конца"),
    "weapon": Phrase("Weapon", "Оружие"),
    "wounds": Phrase("Wounds", "Вунды"),
    "zone": Phrase("Deployment zone", "Зона расстановки"),
}
VALUES = {
    "side.front": Phrase("front", "спереди"),
    "side.left": Phrase("left", "слева"),
    "side.rear": Phrase("rear", "сзади"),
    "side.right": Phrase("right", "справа"),
    "until.game": Phrase("the game", "игры"),
    "until.round": Phrase("the round", "раунда"),
    "until.turn": Phrase("the turn", "хода"),
    "until.phase": Phrase("the phase", "фазы"),
    "zone.south": Phrase("South", "Юг"),
    "zone.north": Phrase("North", "Север"),
    "zone.west": Phrase("West", "Запад"),
    "zone.east": Phrase("East", "Восток"),
}

TELLING = Telling(acts=ACTS, members=MEMBERS, values=VALUES)
