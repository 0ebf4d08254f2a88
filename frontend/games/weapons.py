"""The weapons of models as a table: what a datasheet prints of each."""

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
COUNTS = ("attacks", "shots", "Shots")
"""The characteristics that say how many shots or blows a weapon makes."""


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
    count = next((profile[key] for key in COUNTS if key in profile), DASH)
    others = (characteristic(telling, key, profile[key]) if key in profile else DASH for key in _others(telling))
    far = reach(profile)
    cells = (inches(far) if far else DASH, str(count), *(cell.replace("-", "−") for cell in others))
    return weapon.name, str(profile.get("type", "")), cells


def _others(telling: Telling) -> list[str]:
    return [key for key in telling.weapon_columns if key not in COUNTS]


def reach(profile: dict[str, int | str]) -> int:
    """The range that a weapon prints, in hundredths of an inch; 0 if it has none."""
    printed = profile.get("range", profile.get("Range", 0))
    return printed if isinstance(printed, int) else 0
