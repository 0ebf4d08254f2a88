"""Words in army lists and their meaning here: special rules, heights, types, the command group, levels of Wizards.

In two languages, and as hands shorten them. A word that is in none of these tables is kept by name, for the players to
apply.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from rules.textlines import plain

Value = int | str


class Special(NamedTuple):
    """A special rule as printed: its id and its value."""

    rule: str
    value: Value


class _Row(NamedTuple):
    """`bracket` says what stands in the brackets: `number`, `target` (3+), `two` (8, 16), `dice` (2D6), `hits`, `text`.

    All but `text` are needed; without a bracket the rule has the value 1.
    """

    rule: str
    names: str
    bracket: str = ""


_ROWS = (
    _Row("t9a.ambush", "Ambush | Засада"),
    _Row("t9a.bodyguard", "Bodyguard | Bodyguards | Телохранитель | Телохранители", "text"),
    _Row("t9a.channel", "Channel | Направление", "number"),
    _Row("t9a.chariot", "Chariot | Колесница"),
    _Row("t9a.commanding-presence", "Commanding Presence | Воодушевляющее присутствие"),
    _Row("t9a.engineer", "Engineer | Инженер", "target"),
    _Row("t9a.fear", "Fear | Страх"),
    _Row("t9a.fearless", "Fearless | Бесстрашие"),
    _Row("t9a.feigned-flight", "Feigned Flight | Налёт и отскок"),
    _Row("t9a.fly", "Fly | Полёт", "two"),
    _Row("t9a.frenzy", "Frenzy | Бешенство"),
    _Row("t9a.front-rank", "Front Rank | В первом ряду"),
    _Row("t9a.ghost-step", "Ghost Step | Призрачный шаг"),
    _Row("t9a.insignificant", "Insignificant | Малые мира сего"),
    _Row("t9a.light-troops", "Light Troops | Лёгкие войска"),
    _Row("t9a.magic-resistance", "Magic Resistance | Сопротивление магии", "number"),
    _Row("t9a.massive-bulk", "Massive Bulk | Массивная туша"),
    _Row("t9a.not-a-leader", "Not a Leader | Совсем не лидер"),
    _Row("t9a.protean-magic", "Protean Magic | Первобытная магия"),
    _Row("t9a.rally-around-the-flag", "Rally Around the Flag | Ни шагу назад"),
    _Row("t9a.core.bound-spell", "Bound Spell | Связанное заклинание"),
    _Row("t9a.core.random-movement", "Random Movement | Случайная дальность движения", "dice"),
    _Row("t9a.core.scoring", "Scoring | Боеспособные"),
    _Row("t9a.core.stubborn", "Stubborn | Упорство"),
    _Row("t9a.core.sweeping-attack", "Sweeping Attack | Налёт", "hits"),
    _Row("t9a.core.swiftstride", "Swiftstride | Стремительность"),
    _Row("t9a.core.war-platform", "War Platform | Боевая платформа"),
)
FORMS: Mapping[str, tuple[str, str]] = {
    "number": (r"([1-9]\d?)", "a number from 1"),
    "target": (r"([2-6])\+?", "a roll such as 3+"),
    "two": (r'(\d{1,2})\s*"?\s*[,/]\s*(\d{1,2})\s*"?', "two rates in inches such as 8, 16"),
    "dice": (r"([1-9]?)[DdДдКк]([36])", "dice such as 2D6"),
    "hits": (r"(\d{1,2}|[DdДдКк][36])\s*,\s*(\d{1,2})\s*,\s*(\d{1,2})",
             "hits, Strength and Armour Penetration such as 2, 4, 1"),
}  # fmt: skip
"""What stands in brackets: its pattern, and its form in words."""

HEIGHTS = {
    "Standard": "Standard | Обычный | Обычная", "Large": "Large | Большой | Большая",
    "Gigantic": "Gigantic | Гигантский | Гигантская",
}  # fmt: skip
TYPES = {
    "Infantry": "Infantry | Пехота", "Beast": "Beast | Зверь", "Cavalry": "Cavalry | Кавалерия",
    "Construct": "Construct | Конструкт",
}  # fmt: skip
COMMAND = {
    "Champion": "Champion | C | Чемпион",
    "Musician": "Musician | M | Muso | Mus | Музыкант",
    "Standard Bearer": "Standard Bearer | S | SB | Std | Standard | Знаменосец",
}  # fmt: skip
FULL_COMMAND = ("full command group", "full command", "fcg", "fc", "msc", "полная командная группа")
RANKS = {
    "Character": "Character | Персонаж", "General": "General | Генерал",
    "Battle Standard Bearer": "Battle Standard Bearer | BSB | Знаменосец армии",
}  # fmt: skip
LEVELS = {
    "Wizard Apprentice": "Wizard Apprentice | Apprentice | Маг-ученик",
    "Wizard Adept": "Wizard Adept | Adept | Маг-адепт",
    "Wizard Master": "Wizard Master | Master | Маг-мастер",
}  # fmt: skip
MACHINE = {"War Machine": "War Machine | Боевая машина"}
PATHS = (
    "Alchemy", "Cosmology", "Divination", "Druidism", "Evocation", "Occultism", "Pyromancy", "Shamanism",
    "Thaumaturgy", "Witchcraft",
)  # fmt: skip
"""The Paths of Magic by their names."""
PARTS = {"mount": "mount | скакун", "crew": "crew | экипаж", "chassis": "chassis | шасси", "rider": "rider | всадник"}
"""Parts of a model beside its main one."""
CATEGORIES = {
    "Characters": "Characters | Character | Персонажи", "Core": "Core | Основа", "Special": "Special | Особые",
}  # fmt: skip
"""Those that every army has; armies have others of their own."""


def table(*named: Mapping[str, str]) -> dict[str, str]:
    """Words in the form used for comparison, with what they mean."""
    return {plain(word): key for each in named for key, words in each.items() for word in words.split("|")}


_SPECIAL = {plain(name): row for row in _ROWS for name in row.names.split("|")}
_COMMAND, _LEVELS, _RANKS = table(COMMAND), table(LEVELS), table(RANKS)
_CATEGORIES = table(CATEGORIES)
_KEYWORDS = table(HEIGHTS, TYPES, RANKS, LEVELS, MACHINE, {k: v.split(" | ")[0] for k, v in COMMAND.items()},
                  {k: v.split(" | ")[-1] for k, v in COMMAND.items()})  # fmt: skip
_PATHS = {plain(path): path for path in PATHS}
_BRACKET = re.compile(r"(.*?)\s*\(([^()]*)\)\s*", re.DOTALL)


def parted(text: str) -> tuple[str, str]:
    """A name and what stands in the brackets after it: `Fly (8, 16)`."""
    found = _BRACKET.fullmatch(text)
    return (found[1], found[2].strip()) if found else (text.strip(), "")


def special(text: str) -> Special | None:
    """The special rule of a printed name with the value in its brackets; None if it is unknown or lacks its value."""
    name, said = parted(text)
    row = _SPECIAL.get(plain(name))
    if row is None:
        return None
    if row.bracket in ("", "text"):
        return Special(row.rule, said or 1) if row.bracket else Special(row.rule, 1)
    found = re.fullmatch(FORMS[row.bracket][0], said, re.ASCII if row.bracket in ("number", "target", "two") else 0)
    return Special(row.rule, _value(row.bracket, found)) if found else None


def _value(bracket: str, found: re.Match[str]) -> Value:
    if bracket in ("number", "target"):
        return int(found[1])
    if bracket == "two":
        return f"{int(found[1])}, {int(found[2])}"
    if bracket == "dice":
        return f"{found[1] or 1}D{found[2]}"
    count = found[1] if found[1].isdecimal() else f"D{found[1][-1]}"
    return f"{count},{int(found[2])},{int(found[3])}"


def wanted(text: str) -> str:
    """The form of the value that a known special rule lacks in this text; empty if nothing is wrong."""
    row = _SPECIAL.get(plain(parted(text)[0]))
    return FORMS[row.bracket][1] if row and row.bracket in FORMS and special(text) is None else ""


def held(specials: Iterable[Special]) -> dict[str, Value]:
    """Special rules as a sheet's `has`; instances of Channel add up, of others the greater value counts."""
    found: dict[str, Value] = {}
    for each in specials:
        before = found.get(each.rule)
        if isinstance(before, int) and isinstance(each.value, int):
            both = before + each.value if each.rule == "t9a.channel" else max(before, each.value)
            found[each.rule] = both
        elif before is None or isinstance(before, int):
            found[each.rule] = each.value
    return found


def keywords(texts: Iterable[str]) -> tuple[list[str], list[str]]:
    """Height, type, rank and level of a model, and the words that are none of these."""
    known = [(text, _KEYWORDS.get(plain(text), "")) for text in texts]
    return list(dict.fromkeys(key for _, key in known if key)), [text for text, key in known if not key]


def rank(text: str) -> str:
    """General, Battle Standard Bearer or a level of Wizards, by its name; otherwise empty."""
    return _RANKS.get(plain(text)) or _LEVELS.get(plain(text), "")


def command(text: str) -> tuple[str, ...]:
    """The members of the command group that a word names: one, or all."""
    word = plain(text)
    return tuple(COMMAND) if word in FULL_COMMAND else tuple(each for each in [_COMMAND.get(word, "")] if each)


def path(text: str) -> str:
    """The Path of Magic of this name; empty if there is none."""
    return _PATHS.get(plain(text), "")


def category(text: str) -> str:
    """A category as it is usually written; one of an army's own as it is."""
    return _CATEGORIES.get(plain(text), " ".join(text.split()))


def full(words: Sequence[str], *kinds: Mapping[str, str]) -> bool:
    """Whether one of some keywords is of each kind."""
    return all(any(word in kind for word in words) for kind in kinds)
