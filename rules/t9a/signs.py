"""The signs of the 9th Age's characters and command groups, drawn on their bases."""

from __future__ import annotations

from rules.kernel.part import Part
from rules.kernel.telling import Badge, Phrase, Telling

BADGES = {
    "general": Badge(Phrase("general", "генерал"), "M4 19h16L21 8l-5 4-4-8-4 8-5-4Z", filled=True),
    "battle-standard": Badge(Phrase("battle standard", "боевой штандарт"), "M6 22V3h13l-4 5 4 5H6", filled=True),
    "wizard": Badge(
        Phrase("wizard", "маг"), "M12 2l3 6.500 7 .7-5.500 4.700 1.700 7-6.200-3.700-6.200 3.700 1.700-7L2 9.200l7-.7Z"
    ),
    "character": Badge(Phrase("character", "персонаж"), "M5 3h14v9c0 4.500-3 7.500-7 9.500-4-2-7-5-7-9.500Z"),
    "champion": Badge(Phrase("champion", "чемпион"), "M5 13l7-7 7 7M5 20l7-7 7 7"),
    "standard": Badge(Phrase("standard bearer", "знаменосец"), "M7 22V3h12v9H7"),
    "musician": Badge(Phrase("musician", "музыкант"), "M9 18V6l10-3v12M9 18a3 3 0 1 1-3-3M19 15a3 3 0 1 1-3-3"),
}

PART = Part(
    telling=Telling(
        badges=BADGES,
        roles={
            "General": "general",
            "Battle Standard Bearer": "battle-standard",
            "Wizard Master": "wizard",
            "Wizard Adept": "wizard",
            "Wizard Apprentice": "wizard",
            "Character": "character",
            "Champion": "champion",
            "Standard Bearer": "standard",
            "Musician": "musician",
        },
    )
)
