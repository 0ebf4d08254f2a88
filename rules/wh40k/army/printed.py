"""Terms in army lists and their meaning here: names of special rules, unit types and weapon types, in two languages.

Names are compared without case, dashes, apostrophes and the like; `ё` equals `е`. A rule that is not in this table is
kept by name, for the players to apply.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

from rules.textlines import pieces as pieces
from rules.textlines import plain as plain

Value = int | str

INVULNERABLE = "wh40k.assumed.save.invulnerable"
CAPACITY = "wh40k.assumed.transport.capacity"
MASTERY = "wh40k.assumed.psychic.warp-charge"
DEDICATED = "wh40k.assumed.transport.dedicated"


class Special(NamedTuple):
    """A special rule as printed: its id, its value, and whether it belongs to weapons rather than models."""

    rule: str
    value: Value
    weapon: bool = False


class _Row(NamedTuple):
    """`bracket` says what may follow the name in brackets: a roll, a number, words, or nothing significant."""

    rule: str
    names: str
    value: Value = 1
    bracket: str = ""
    weapon: bool = False


_ROWS = (
    _Row("wh40k.usr.acute-senses", "Acute Senses | Обострённые чувства"),
    _Row("wh40k.usr.adamantium-will", "Adamantium Will | Несокрушимая воля"),
    _Row("wh40k.usr.atsknf", "And They Shall Know No Fear | ATSKNF | И не познают они страха"),
    _Row("wh40k.usr.armourbane", "Armourbane | Armorbane | Губитель брони", weapon=True),
    _Row("wh40k.usr.assault-vehicle", "Assault Vehicle | Десантно-штурмовая техника | Десантноштурмовая техника"),
    _Row("wh40k.usr.barrage", "Barrage | Навесная стрельба", weapon=True),
    _Row("wh40k.usr.blast", "Blast | Small Blast | 3 Blast | Взрыв | Малый взрыв", weapon=True),
    _Row("wh40k.usr.blast", "Large Blast | 5 Blast | 5 Large Blast | Большой взрыв", value=2, weapon=True),
    _Row("wh40k.usr.blind", "Blind | Ослепление", weapon=True),
    _Row(
        "wh40k.usr.brotherhood",
        "Brotherhood of Psykers | Brotherhood of Sorcerers | Братство псайкеров | Братство чернокнижников",
        bracket="number",
    ),
    _Row("wh40k.usr.bulky", "Bulky | Крупногабаритный | Крупногабаритные", value=2),
    _Row("wh40k.usr.bulky", "Very Bulky | Очень крупногабаритный | Очень крупногабаритные", value=3),
    _Row("wh40k.usr.bulky", "Extremely Bulky | Чрезвычайно крупногабаритный | Чрезвычайно крупногабаритные", value=5),
    _Row("wh40k.usr.concussive", "Concussive | Контузящее", weapon=True),
    _Row("wh40k.usr.counter-attack", "Counter-attack | Counterattack | Контратака"),
    _Row("wh40k.usr.crusader", "Crusader | Крестоносец"),
    _Row("wh40k.usr.daemon", "Daemon | Daemons | Демон"),
    _Row("wh40k.usr.deep-strike", "Deep Strike | Глубокий удар"),
    _Row("wh40k.usr.deep-strike", "Must Deep Strike | Только глубокий удар", value=2),
    _Row("wh40k.usr.eternal-warrior", "Eternal Warrior | Вечный воин"),
    _Row("wh40k.usr.fear", "Fear | Устрашение"),
    _Row("wh40k.usr.fearless", "Fearless | Бесстрашие | Бестрашие"),
    _Row("wh40k.usr.feel-no-pain", "Feel No Pain | FNP | Не ведая боли", value=5, bracket="roll"),
    _Row("wh40k.usr.fleet", "Fleet | Fleet of Foot | Проворность", bracket="text"),
    _Row("wh40k.usr.fleshbane", "Fleshbane | Губитель плоти", weapon=True),
    _Row("wh40k.usr.force", "Force | Психосиловое", weapon=True),
    _Row("wh40k.usr.furious-charge", "Furious Charge | Яростное нападение"),
    _Row("wh40k.usr.gets-hot", "Gets Hot | Gets Hot! | Перегрев", weapon=True),
    _Row("wh40k.usr.hammer-of-wrath", "Hammer of Wrath | Молот ярости"),
    _Row("wh40k.usr.hatred", "Hatred | Ненависть", bracket="text"),
    _Row("wh40k.usr.haywire", "Haywire | Электромагнитное", weapon=True),
    _Row("wh40k.usr.hit-and-run", "Hit & Run | Hit and Run | Ударил-отступил"),
    _Row("wh40k.usr.ignores-cover", "Ignores Cover | Укрытие не спасает", weapon=True),
    _Row("wh40k.usr.infiltrate", "Infiltrate | Infiltrator | Infiltrators | Проникновение"),
    _Row("wh40k.usr.instant-death", "Instant Death | Мгновенная смерть", weapon=True),
    _Row("wh40k.usr.interceptor", "Interceptor | Перехватывающее", weapon=True),
    _Row("wh40k.usr.it-will-not-die", "It Will Not Die | IWND | Оно неубиваемо"),
    _Row("wh40k.usr.jink", "Jink | Уклонение"),
    _Row("wh40k.usr.lance", "Lance | Лэнс-излучатель | Лэнс", weapon=True),
    _Row("wh40k.assumed.usr.twin-linked", "Twin-linked | Twinlinked | Спаренное", weapon=True),
    _Row("wh40k.assumed.skyfire", "Skyfire | Противовоздушное", weapon=True),
    _Row("wh40k.assumed.pinning", "Pinning | Подавление огнём | Подавление", weapon=True),
    _Row("wh40k.assumed.outflank", "Outflank | Фланговый обход"),
    _Row(
        "wh40k.assumed.charge.difficult",
        "Assault Grenades | Frag Grenades | Frag and Krak Grenades | Plasma Grenades | Штурмовые гранаты",
    ),
    _Row(
        INVULNERABLE,
        "Invulnerable Save | Invulnerable | Непробиваемый спас-бросок | Непробиваемый спасбросок",
        value=0,
        bracket="roll",
    ),
    _Row(
        MASTERY,
        "Psyker | Mastery | Mastery Level | Псайкер | Уровень мастерства | Мастерство",
        bracket="number",
    ),
    _Row(CAPACITY, "Transport Capacity | Capacity | Вместимость", value=0, bracket="number"),
)

TYPES = {
    "Infantry": "Infantry | Пехота",
    "Beast": "Beast | Beasts | Звери | Зверь",
    "Cavalry": "Cavalry | Кавалерия",
    "Bike": "Bike | Bikes | Мотоцикл | Мотоциклы",
    "Jetbike": "Jetbike | Jetbikes | Jet bike | Jet bikes | Гравицикл | Гравициклы",
    "Jump": "Jump | Jump pack | Прыжковый ранец | Прыжковая | Прыжковые",
    "Jet Pack": "Jet pack | Jetpack | Реактивный ранец",
    "Monstrous Creature": "Monstrous creature | Monstrous creatures | Чудовищное существо | Чудовищные существа",
    "Artillery": "Artillery | Артиллерия",
    "Vehicle": "Vehicle | Vehicles | Техника",
    "Walker": "Walker | Walkers | Шагоход",
    "Tank": "Tank | Танк",
    "Skimmer": "Skimmer | Скиммер",
    "Fast": "Fast | Быстрая | Быстрый",
    "Flyer": "Flyer | Летательный аппарат",
    "Open-topped": "Open topped | Opentopped | Открытая | Открытый",
    "Transport": "Transport | Транспорт",
    "Character": "Character | Персонаж",
    "Independent Character": "Independent character | Независимый персонаж",
    "Psyker": "Psyker | Псайкер",
}
MAIN = ("Infantry", "Beast", "Cavalry", "Bike", "Jetbike", "Monstrous Creature", "Artillery", "Vehicle")
"""Unit types of which every model has one."""

CATEGORIES = {
    "HQ": "HQ | Штаб",
    "Troops": "Troops | Войска | Линейные",
    "Elites": "Elites | Elite | Элита",
    "Fast Attack": "Fast attack | Быстрая атака",
    "Heavy Support": "Heavy support | Тяжёлая поддержка",
    "Dedicated Transport": "Dedicated transport | Приданный транспорт",
    "Lords of War": "Lords of war | Lord of war | Повелители битвы | Повелитель битвы",
    "Fortification": "Fortification | Fortifications | Укрепление | Укрепления",
}

_WEAPONS = {
    "Assault": "Assault | Штурмовое",
    "Rapid Fire": "Rapid fire | Скорострельное",
    "Heavy": "Heavy | Тяжёлое",
    "Pistol": "Pistol | Пистолет",
    "Ordnance": "Ordnance | Орудие",
    "Template": "Template | Шаблон",
    "Melee": "Melee | Ближний бой | Рукопашное",
    "Grenade": "Grenade | Граната",
}


def _table(named: Iterable[tuple[str, str]]) -> dict[str, str]:
    return {plain(name): key for key, names in named for name in names.split("|")}


_SPECIAL = {plain(name): row for row in _ROWS for name in row.names.split("|")}
_TYPE_NAMES = _table(TYPES.items())
_CATEGORY_NAMES = _table(CATEGORIES.items())
_WEAPON_NAMES = _table(_WEAPONS.items())
_LONGEST = max(len(name.split()) for name in _TYPE_NAMES)


def special(text: str) -> Special | None:
    """The special rule of a printed name, with the value in its brackets: `Feel No Pain (6+)`, `Hatred (Orks)`."""
    found = re.fullmatch(r"(.*?)\s*(?:\(([^()]*)\)|\s([2-6]\+{1,2}|\d{1,2}))?\s*", text, re.ASCII)
    name, bracket, tail = found.groups() if found else (text, None, None)
    row = _SPECIAL.get(plain(name))
    if row is None:
        return None
    said = (bracket or tail or "").strip()
    value = _bracketed(row, said)
    return None if not value else Special(row.rule, value, row.weapon)


def _bracketed(row: _Row, said: str) -> Value:
    """The value of a rule with these words in its brackets; 0 if they mean nothing for this rule."""
    if row.bracket == "text":
        return said or row.value
    form = {"roll": r"([2-6])\+{1,2}", "number": r"\D*(\d{1,2})\D*"}.get(row.bracket)
    if form is None or not said:
        return row.value
    found = re.fullmatch(form, said, re.ASCII)
    return int(found[1]) if found else 0


def better(rule: str, one: Value, other: Value) -> Value:
    """Which of two values of the same rule counts: the better roll, the higher number, the wider hatred."""
    if isinstance(one, str) or isinstance(other, str):
        return one if isinstance(one, int) else other
    return min(one, other) if rule in (INVULNERABLE, "wh40k.usr.feel-no-pain") else max(one, other)


def held(specials: Iterable[Special]) -> dict[str, Value]:
    """Special rules as a sheet's `has`; the better value if a rule appears twice."""
    found: dict[str, Value] = {}
    for each in specials:
        found[each.rule] = better(each.rule, found[each.rule], each.value) if each.rule in found else each.value
    return found


def types(text: str) -> tuple[list[str], list[str]]:
    """The unit types and keywords in a printed unit type, and its unknown words."""
    words, found, strange = plain(text).split(), list[str](), list[str]()
    at = 0
    while at < len(words):
        for count in range(min(_LONGEST, len(words) - at), 0, -1):
            key = _TYPE_NAMES.get(" ".join(words[at : at + count]))
            if key:
                found.append(key)
                break
        else:
            count = 1
            strange.append(words[at])
        at += count
    if "Walker" in found:
        found.insert(0, "Vehicle")
    if not any(kind in MAIN for kind in found) and ("Jump" in found or "Jet Pack" in found):
        found.insert(0, "Infantry")
    return list(dict.fromkeys(found)), strange


def category(text: str) -> str:
    """The army role with this name; empty if there is none."""
    return _CATEGORY_NAMES.get(plain(text), "")


def categories() -> tuple[str, ...]:
    """The roles in an army."""
    return tuple(CATEGORIES)


def weapon_type(text: str) -> tuple[str, Value] | None:
    """Type and shots of a weapon: `Heavy 2` is Heavy with 2, `Rapid Fire` has 1."""
    found = re.fullmatch(r"(.*?)\s*(\d{1,2}|[1-9]?[DdДдКк][36])?", text.strip(), re.ASCII)
    kind = _WEAPON_NAMES.get(plain(found[1])) if found else None
    if not found or kind is None:
        return None
    shots = found[2] or "1"
    if shots.isdecimal():
        return (kind, int(shots)) if int(shots) else None
    return kind, f"{shots[:-2]}D{shots[-1]}"


def weapon_types() -> tuple[str, ...]:
    """The types of weapons."""
    return tuple(_WEAPONS)
