"""The pieces and zones of ready tables in the reader's language.

A game keeps their English names, as it keeps the names of units: they are part of its record. A name that somebody gave
to a piece of their own is shown as it is.
"""

from __future__ import annotations

import re

from frontend.base.language import russian

FURTHER = re.compile(r"(?P<name>.+?)(?P<east> east)?(?:, floor (?P<floor>\d+))?")
PANEL = re.compile(r"Panel: (?P<door>\w+)")

RUSSIAN = {
    "Assay office": "Пробирная палата", "Avenue": "Проспект", "Barracks": "Казармы",
    "Bonded store": "Таможенный склад", "Exchange": "Биржа", "Fallen arcade": "Рухнувшая аркада",
    "Gate house": "Сторожка у ворот", "Granary": "Зернохранилище", "Hospice": "Богадельня", "Law courts": "Здание суда",
    "Pilots' tower": "Лоцманская башня", "Printing works": "Типография", "Pump room": "Насосное отделение",
    "Sail loft": "Парусная мастерская", "Tram cars": "Трамваи", "Tram shed": "Трамвайное депо", "Vault": "Хранилище",
    "Abbey ruins": "Руины аббатства", "Acid pool": "Лужа кислоты", "Altar": "Алтарь", "Barley field": "Ячменное поле",
    "Barrels": "Бочки", "Barricade": "Баррикада", "Bath house": "Баня", "Bell tower": "Колокольня",
    "Birch wood": "Березняк", "Bog hole": "Топь", "Bollards": "Швартовные тумбы", "Boulders": "Валуны",
    "Broken floor": "Проломленный пол", "Carts": "Повозки", "Casting hall ruin": "Руины литейной",
    "Casting hall wall": "Стена литейной", "Cell block": "Блок камер", "Chapel": "Часовня", "Charnel house": "Склеп",
    "Cooling tower": "Градирня", "Corridor door": "Дверь коридора", "Corridor wall": "Стена коридора",
    "Crates": "Ящики",
    "Customs front": "Фасад таможни", "Customs house": "Таможня", "Customs wall": "Стена таможни",
    "Dredged mud": "Вычерпанный ил", "Dry dock": "Сухой док", "Dry-stone wall": "Стена сухой кладки",
    "Ductway": "Воздуховод", "East": "Восток", "East bulkhead": "Восточная переборка", "Fallen roof": "Рухнувшая крыша",
    "Far bulkhead": "Дальняя переборка", "Farm ruin": "Руины фермы", "Farm wall": "Стена фермы",
    "Farmhouse": "Фермерский дом", "Filter platform": "Платформа фильтров", "Fir wood": "Ельник",
    "Fish market": "Рыбный рынок", "Ford": "Брод", "Fuel tanks": "Топливные баки", "Furnace pit": "Жерло печи",
    "Gantry": "Мостки крана", "Gate traps": "Ловушки у ворот", "Generator": "Генератор", "Girders": "Балки",
    "Graveyard wall": "Кладбищенская стена", "Guard door": "Дверь караульной", "Guard wall": "Стена караульной",
    "Guild hall": "Дом гильдии", "Harbour office front": "Фасад конторы порта",
    "Harbour office wall": "Стена конторы порта", "Hatch": "Люк", "Hedge wood": "Перелесок",
    "High street": "Главная улица", "High walkway": "Верхние мостки", "Hub": "Узел",
    "Inner bulkhead": "Внутренняя переборка",
    "Ladder": "Лестница", "Loading dock": "Погрузочная площадка", "Long road": "Долгая дорога",
    "Long walkway": "Длинные мостки", "Low pipes": "Низкие трубы", "Mill pond": "Мельничный пруд",
    "Molten vat": "Чан с расплавом", "Nave wall": "Стена нефа", "Nets": "Сети", "North": "Север",
    "North pipeline": "Северный трубопровод", "North tower": "Северная башня", "Old wood": "Старый лес",
    "Orchard": "Сад", "Pallets": "Поддоны", "Pews": "Скамьи", "Pipes": "Трубы", "Pit": "Яма", "Pump house": "Насосная",
    "Pump platform": "Платформа насосов", "Quay": "Причал", "Rail": "Перила", "Reserve generator": "Запасной генератор",
    "Rope walk": "Канатный двор", "Rubble": "Обломки", "Ruined wall": "Разрушенная стена", "Shaft": "Шахта",
    "Shell hole": "Воронка", "Silo": "Силос", "Slag": "Шлак", "Slag heap": "Куча шлака", "Sludge": "Жижа",
    "South": "Юг", "South pipeline": "Южный трубопровод", "South tower": "Южная башня",
    "Spilled coal": "Рассыпанный уголь", "Stacked containers": "Штабель контейнеров", "Stone bank": "Каменная насыпь",
    "Store door": "Дверь склада", "Store ruin": "Руины склада", "Sump door": "Дверь отстойника", "Tank": "Бак",
    "Tannery": "Кожевня", "Toll house ruin": "Руины заставы", "Toll house wall": "Стена заставы",
    "Upper deck": "Верхний ярус", "Upper ladder": "Верхняя лестница", "Watch hill": "Сторожевой холм",
    "Water tower": "Водонапорная башня", "Weighhouse ruin": "Руины весовой", "Weighhouse wall": "Стена весовой",
    "West": "Запад", "West bulkhead": "Западная переборка", "Wheat field": "Пшеничное поле",
    "Yard wire": "Проволока во дворе",
}  # fmt: skip
MARKERS = {"booby trap": "мина-ловушка", "sewer": "канализационный люк"}
"""Markers that players place in a battle."""


def terrain_name(name: str) -> str:
    """What a piece of terrain or a zone is called in the reader's language."""
    if not russian() or not name:
        return name
    if found := RUSSIAN.get(name) or MARKERS.get(name):
        return found
    if panel := PANEL.fullmatch(name):
        return f"Панель: {panel['door']}"
    known = FURTHER.fullmatch(name)
    if known is None or known["name"] not in RUSSIAN:
        return name
    further = f"{', восточнее' if known['east'] else ''}{', этаж ' + known['floor'] if known['floor'] else ''}"
    return RUSSIAN[known["name"]] + further
