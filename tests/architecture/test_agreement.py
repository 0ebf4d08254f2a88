"""Numbers and nouns agree in every Russian text: 1 очко, 2 очка, 5 очков, 11 очков, 21 очко; не больше 1 очка.

Each text of the catalogue, of the game systems and of their refusals is filled with these numbers, and every number
that stands before a known noun is looked at. A text with one form for all numbers is caught by that, too: it has to
put the number after the noun, as in «очков: 1».
"""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path

import polib
import pytest

from rules.kernel.telling import russian_form

ROOT = Path(__file__).resolve().parents[2]
NUMBERS = (1, 2, 5, 11, 21)
PLACE = re.compile(r"%\(\w+\)[sd]|\{\w+\}")
COUNTED = re.compile(
    r"(?P<before>[а-яё]+ )?(?<![\d,.:×#№])\b(?P<number>\d+)"
    r"(?P<between> [а-яё]+(?:ых|их|ые|ие|ая|ое|ой|ую))? (?P<noun>[а-яё]+)"
)
GENITIVE = {
    "из", "до", "от", "у", "больше", "меньше", "длиннее", "короче", "после", "более", "менее", "около", "без", "нет",
    "хватает", "касается",
}  # fmt: skip
"""Words after which a number and its noun are in the genitive: «не больше 1 очка», «из 5 очков»."""
NOUNS = """
    вунда/вунду вунды вунд; очко очка очков; модель модели моделей; игра/игру игры игр; тур тура туров;
    стол стола столов;
    участник/участника участника участников; игрок/игрока игрока игроков; шаг шага шагов; бросок броска бросков;
    кубик кубика кубиков; раз раза раз; результат результата результатов; попадание попадания попаданий;
    пробитие пробития пробитий; флешка/флешку флешки флешек; место места мест; символ символа символов;
    знак знака знаков; минута/минуту минуты минут; победа/победу победы побед; ничья/ничью ничьи ничьих;
    поражение поражения поражений; рана/рану раны ран; пункт пункта пунктов; пиксель пикселя пикселей;
    бай бая баев; запись записи записей; событие события событий; пара/пару пары пар; матч матча матчей;
    предмет предмета предметов; вебхук вебхука вебхуков; кредит кредита кредитов; команда/команду команды команд;
    подразделение подразделения подразделений; отряд отряда отрядов; ростер ростера ростеров; ход хода ходов;
    секунда/секунду секунды секунд; час часа часов; день дня дней; балл балла баллов; ошибка/ошибку ошибки ошибок
"""
FORMS: dict[str, list[tuple[frozenset[str], str, str]]] = {}
for _noun in NOUNS.split(";"):
    _one, _two, _five = _noun.split()
    for _form in {*_one.split("/"), _two, _five}:
        FORMS.setdefault(_form, []).append((frozenset(_one.split("/")), _two, _five))


FIXED = {
    "Не больше %(most)d шагов за раз.", "«%(name)s»: длиннее %(most)d символов.",
    "В анимации не больше %(most)d шагов.",
    "У турнира не больше %(most)s вебхуков. Сначала удалите какой-нибудь.", "%(width)s пикселей",
    "Дайте столу название не длиннее %(most)d знаков.", "На столе не больше %(count)d предметов.",
    "У вас уже %(most)d сохранённых столов: сначала удалите один из них.",
}  # fmt: skip
"""Texts whose numbers are constants of the code: all of them are above 4 and do not end in 1 to 4."""


def wrong(text: str) -> list[str]:
    """The places of a text where a number and its noun do not agree."""
    return [found[0] for found in COUNTED.finditer(text.lower()) if not agrees(found)]


def agrees(found: re.Match[str]) -> bool:
    form = russian_form(int(found["number"]))
    kinds = FORMS.get(found["noun"], [])
    if (found["before"] or "").strip() in GENITIVE:
        return not kinds or any(found["noun"] == (two if form == 0 else five) for _one, two, five in kinds)
    return not kinds or any(found["noun"] in (one, {two}, {five})[form] for one, two, five in kinds)


def filled(forms: tuple[str, ...]) -> Iterator[str]:
    """A text with each of the numbers in all of its places; `forms` are one text, or three."""
    for number in NUMBERS:
        yield PLACE.sub(str(number), forms[russian_form(number)] if len(forms) == 3 else forms[0])


def of_the_catalogue() -> Iterator[tuple[str, ...]]:
    for entry in polib.pofile(str(ROOT / "frontend/locale/ru/LC_MESSAGES/django.po")):
        yield tuple(entry.msgstr_plural[each] for each in range(3)) if entry.msgid_plural else (entry.msgstr,)


def of_the_systems() -> Iterator[tuple[str, ...]]:
    """The Russian of every `Phrase` and `Plural` of the rules."""
    for file in sorted((ROOT / "rules").rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text())):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("Phrase", "Plural"):
                said = node.args[1] if len(node.args) > 1 else None
                if isinstance(said, ast.Constant | ast.Tuple):
                    found = ast.literal_eval(said)
                    yield found if isinstance(found, tuple) else (found,)


def of_refusals() -> Iterator[tuple[str, ...]]:
    for file in sorted((ROOT / "rules").glob("*/book/refusals.toml")):
        yield from ((said,) for said in tomllib.loads(file.read_text()).values() if isinstance(said, str))


@pytest.mark.parametrize("texts", [of_the_catalogue, of_the_systems, of_refusals])
def test_numbers_and_nouns_agree(texts: Callable[[], Iterator[tuple[str, ...]]]) -> None:
    seen = {forms: [each for text in filled(forms) for each in wrong(text)] for forms in texts()}
    assert len(seen) > 50
    assert not [f"{forms[0]}: {found}" for forms, found in seen.items() if found and forms[0] not in FIXED]


@pytest.mark.parametrize(
    ("text", "agreed"),
    [
        ("осталась 1 вунда", True), ("минус 1 вунду", True), ("осталось 5 вунд", True), ("1 очков", False),
        ("21 очко", True), ("11 очко", False), ("2 очка", True), ("не больше 1 очка", True),
        ("не больше 2 очка", False),
        ("из 21 очка", True), ("очков: 1", True), ("2 проверенные игры", True), ("5 проверенных игры", False),
    ],
)  # fmt: skip
def test_what_agrees(text: str, agreed: bool) -> None:
    assert (not wrong(text)) == agreed
