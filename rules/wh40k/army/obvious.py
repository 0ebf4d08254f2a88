"""What odd words in a BattleScribe file of Warhammer 40,000 obviously mean: misspelt types, types that are not printed,
saves without a plus. Files are written by programs, so their owner cannot mend them.

Each function gives the words as the rest of this package reads them, or the words it was given.
"""

from __future__ import annotations

import re

from rules.kernel.spelling import nearest
from rules.selections import DASHES, bare
from rules.wh40k.army.datasheet import PrintedWeapon, save, without_reach
from rules.wh40k.army.printed import MAIN, plain, special, types, weapon_type, weapon_types


def unit_types(text: str) -> str:
    """A printed unit type without the words that are no types, and with misspelt types mended."""
    _, strange = types(text)
    meant = {word: nearest(word, MAIN) for word in strange}
    words = [meant.get(word, word) for word in plain(text).split()]
    return " ".join(word for word in words if word)


def saves(text: str) -> str:
    """`2` is 2+ and `2+/4` is 2+/4++."""
    if save(text) is not None:
        return text
    found = re.fullmatch(rf"([2-6]|{'|'.join(DASHES)})(?:/([2-6]))?", re.sub(r"[\s+()]|inv\w*", "", text), re.ASCII)
    if not found:
        return text
    armour = f"{found[1]}+" if found[1].isdecimal() else found[1]
    return f"{armour}/{found[2]}++" if found[2] else armour


def armed(line: PrintedWeapon) -> PrintedWeapon:
    """A weapon whose type is misspelt, or is not printed and can only be Melee; with plain numbers."""
    strength, piercing = (text if text in DASHES else bare(text) for text in (line.strength, line.piercing))
    line = line._replace(kind=_kind(line.kind), strength=strength, piercing=piercing)
    if weapon_type(line.kind) or not without_reach(line.reach):
        return line
    if line.kind in ("", *DASHES):
        return line._replace(kind="Melee")
    return line._replace(kind="Melee", rules=(line.kind, *line.rules)) if special(line.kind) else line


def _kind(text: str) -> str:
    """A weapon type with the right spelling, and the number of shots after it."""
    found = re.fullmatch(r"(.*?)[\s:-]*(\d{1,2}|[1-9]?[Dd][36])?[\s.]*", text, re.ASCII)
    kind = nearest(found[1], weapon_types()) if found and not weapon_type(text) else ""
    return f"{kind} {found[2] or ''}".strip() if found and kind else text
