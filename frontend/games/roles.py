"""What a token on the table shows of what a model does: a leader, a gunner, a rider.

Taken from its keywords, its specialism and its weapons as the roster prints them; nothing is guessed from names. The
drawings are in `frontend/src/board/glyphs.ts`.
"""

from __future__ import annotations

from typing import Any

BY_KEYWORD = {
    "LEADER": "leader", "GENERAL": "leader", "INDEPENDENT CHARACTER": "leader", "PSYKER": "psyker", "WIZARD": "psyker",
    "WALKER": "walker", "VEHICLE": "vehicle", "CAVALRY": "rider", "BIKE": "rider", "JETBIKE": "rider",
    "CHARIOT": "vehicle",
    "FLY": "flyer", "FLYER": "flyer", "JUMP": "flyer", "MONSTER": "beast", "MONSTROUS": "beast", "BEAST": "beast",
    "WAR MACHINE": "heavy", "CHARACTER": "leader", "CHAMPION": "leader",
}  # fmt: skip
"""The first of these that a model has says the most of it."""
BY_SPECIALISM = {
    "leader": "leader", "medic": "medic", "comms": "signal", "heavy": "heavy", "sniper": "sniper", "scout": "scout",
    "demolitions": "blast", "combat": "shield", "zealot": "blade", "veteran": "shield",
}  # fmt: skip
BY_WEAPON = {
    "TEMPLATE": "flame", "ORDNANCE": "heavy", "HEAVY": "heavy", "SALVO": "rifle", "RAPID FIRE": "rifle",
    "ASSAULT": "rifle", "PISTOL": "pistol", "GRENADE": "pistol",
}  # fmt: skip
"""By the type that is printed with a weapon, from whatever says the most about the model that carries it."""


def glyph(sheet: Any) -> str:
    """The key of what a model's token shows."""
    return _of_specialism(sheet) or _of_keywords(sheet) or _of_weapons(sheet) or "blade"


def _of_specialism(sheet: Any) -> str:
    rules = (ability.rule.split(".") for ability in sheet.abilities if ability.kind == "specialism")
    return next((BY_SPECIALISM[part] for parts in rules for part in parts if part in BY_SPECIALISM), "")


def _of_keywords(sheet: Any) -> str:
    words = {word.upper() for word in sheet.keywords}
    return next((drawn for word, drawn in BY_KEYWORD.items() if word in words), "")


def _of_weapons(sheet: Any) -> str:
    profiles = [weapon.profile for weapon in sheet.weapons]
    types = {str(profile.get("type", "")).upper() for profile in profiles}
    if found := next((drawn for printed, drawn in BY_WEAPON.items() if printed in types), ""):
        return found
    shoots = any(profile.get("range") or profile.get("Range") for profile in profiles)
    return "rifle" if shoots else ""
