"""The weapons of models, as a table and in a line: what a datasheet prints of each."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.utils.translation import gettext as _

from frontend.base.lengths import inches
from frontend.games.datasheets import characteristic
from rules.kernel.sheet import Weapon
from rules.kernel.state import Model
from rules.kernel.telling import Telling

Json = dict[str, Any]
DASH = "–"


def table(telling: Telling, models: Iterable[Model]) -> Json:
    """Every weapon of these models once: `c` the heads of the columns, `r` the rows, [name, type, cells] each."""
    found = {_row(telling, weapon): weapon for model in models for weapon in model.sheet.weapons}
    rows = list(found)
    heads = [_("Range"), _("Shots"), *_others(telling)]
    used = [index for index in range(len(heads)) if any(row[2][index] != DASH for row in rows)]
    return {
        "c": [heads[index] for index in used],
        "r": [[name, kind, [cells[index] for index in used]] for name, kind, cells in rows],
    }  # fmt: skip


def _row(telling: Telling, weapon: Weapon) -> tuple[str, str, tuple[str, ...]]:
    profile = weapon.profile
    count = profile.get(telling.weapon_count, DASH)
    others = (characteristic(telling, key, profile[key]) if key in profile else DASH for key in _others(telling))
    far = reach(telling, weapon)
    cells = (inches(far) if far else DASH, str(count), *(cell.replace("-", "−") for cell in others))
    return weapon.name, str(profile.get("type", "")), cells


def _others(telling: Telling) -> list[str]:
    return [key for key in telling.weapon_columns if key != telling.weapon_count]


def line(telling: Telling, weapon: Weapon) -> str:
    """A weapon's profile in one line: `Boltgun · 24″ · Rapid Fire 1 · S 4 · AP 0 · D 1`."""
    profile, far = weapon.profile, reach(telling, weapon)
    # A number of shots that has a name of its own among the characteristics stands there.
    named = telling.weapon_count in telling.weapon_columns
    kind = f"{profile.get('type', '')} {'' if named else profile.get(telling.weapon_count, '')}".strip()
    rest = [
        f"{name} {characteristic(telling, name, profile[name])}".replace("-", "−")
        for name in telling.weapon_columns if name in profile
    ]  # fmt: skip
    return " · ".join(part for part in (weapon.name, inches(far) if far else "", kind, *rest) if part)


def reach(telling: Telling, weapon: Weapon) -> int:
    """The range that a weapon prints, in hundredths of an inch; 0 if it has none."""
    printed = weapon.profile.get(telling.weapon_range, 0)
    return printed if isinstance(printed, int) else 0
