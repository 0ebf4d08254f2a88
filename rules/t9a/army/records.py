"""Lists of The 9th Age in JSON: armies one a line, as a tournament's converter wrote them, and reports of matches.

Members that cannot be read are named by their path. A price that is no number is 0 and a number of models that is none
is 1, with a remark; a list without units is refused.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from decimal import ROUND_CEILING, Decimal
from typing import Any, NoReturn

from rules.kernel.errors import Malformed
from rules.kernel.remarks import Fault, Notes
from rules.t9a.army import datasheet
from rules.t9a.army.entries import ARMIES, MOST_CHOICES, TOO_MANY, Choice, Entry, Listed

LISTS = ("armyListOne", "armyListTwo")
CODES = ("armyOne", "armyTwo")
REPORT = "The 9th Age, 3rd edition"
"""The edition of which match reports are."""
MOST_LINES = 500
MOST_POINTS = 20_000


def decoded(text: str) -> tuple[list[Any], str]:
    """The JSON values at the beginning of a text, one after the other, and what stands below them.

    Raises:
        Malformed: with the line and column.
    """
    decoder = json.JSONDecoder(parse_float=Decimal, parse_constant=_constant)
    found: list[Any] = []
    at = _past_blanks(text, 0)
    while text[at : at + 1] in ("{", "["):
        try:
            value, at = decoder.raw_decode(text, at)
        except json.JSONDecodeError as error:
            raise Malformed("$", f"{error.msg} (line {error.lineno}, column {error.colno})") from None
        except (ValueError, ArithmeticError) as error:
            raise Malformed("$", f"this JSON holds a number that cannot be read ({type(error).__name__})") from None
        except RecursionError:
            raise Malformed("$", "this JSON is nested too deep") from None
        found.append(value)
        if len(found) > MOST_LINES:
            raise Malformed("$", f"this file holds more than {MOST_LINES} lists")
        at = _past_blanks(text, at)
    return found, text[at:]


def _constant(word: str) -> NoReturn:
    raise ValueError(word)


def _past_blanks(text: str, at: int) -> int:
    while text[at : at + 1].isspace():
        at += 1
    return at


def is_ours(values: list[Any]) -> bool:
    """Whether JSON values are lists of this game: they have units with upgrades or options, or are a report."""
    first = values[0][0] if values and isinstance(values[0], list) and values[0] else values[0] if values else None
    if not isinstance(first, dict):
        return False
    report = any(key in first for key in LISTS) or {"scoreOne", "scoreTwo"} <= set(first)
    return report or ("units" in first and ("army" in first or "total_points" in first))


def paths(values: list[Any]) -> list[tuple[str, Any, str]]:
    """The lists in JSON values: the path, the value and the army of each; a list that a report lacks is None."""
    flat = values[0] if len(values) == 1 and isinstance(values[0], list) else values
    found: list[tuple[str, Any, str]] = []
    for number, value in enumerate(flat):
        path = f"$[{number}]" if len(flat) > 1 or flat is not values else "$"
        if not isinstance(value, dict):
            raise Malformed(path, "this is no list; an object with units is wanted")
        if any(key in value for key in LISTS):
            for key, code in zip(LISTS, CODES, strict=True):
                said = value.get(code)
                army = ARMIES.get(said, datasheet.short(said)) if isinstance(said, str) else ""
                found.append((f"{path}.{key}", value.get(key), army))
        else:
            said = value.get("army")
            found.append((path, value, datasheet.short(said) if isinstance(said, str) else ""))
    return found


def listed(path: str, value: Any, army: str, notes: Notes) -> Listed:
    """One list. Raises: Malformed with the path of the member that cannot be read."""
    if not isinstance(value, dict):
        raise Malformed(path, "there is no list here; an object with units is wanted")
    units = value.get("units")
    if not isinstance(units, list):
        raise Malformed(f"{path}.units", "a list of units is wanted")
    entries = tuple(
        _entry(f"{path}.units[{number}]", unit, notes) for number, unit in enumerate(units[: 10 * MOST_CHOICES])
    )
    return Listed(army, entries, figure(value), _whole(_of(value.get("modelCount"), "total")) or 0)


def _of(value: Any, key: str) -> Any:
    return value.get(key) if isinstance(value, dict) else None


def figure(value: Any) -> int:
    """The points that a list itself says it has, 0 if it does not."""
    total = _of(value, "total_points")
    return _whole(_of(_of(value, "pointsPerCategory"), "Total") if total is None else total) or 0


def _whole(value: Any) -> int | None:
    """A whole number from 0, rounded up; None for anything else."""
    if isinstance(value, str) and value.strip().isascii() and value.strip().isdecimal() and len(value) < 9:
        return int(value)
    if isinstance(value, bool) or not isinstance(value, int | Decimal):
        return None
    if isinstance(value, Decimal):
        if not value.is_finite() or value.adjusted() > 6:
            return None
        value = int(value.to_integral_value(ROUND_CEILING))
    return value if 0 <= value <= 1_000_000 else None


def _entry(path: str, unit: Any, notes: Notes) -> Entry:
    if not isinstance(unit, dict):
        raise Malformed(path, "a unit is an object with a name")
    name = unit.get("name")
    if not isinstance(name, str) or not datasheet.short(name):
        raise Malformed(f"{path}.name", "a unit has a name")
    name = datasheet.short(name)
    category = unit.get("category")
    return Entry(
        name,
        _counted(name, "models" if "models" in unit else "quantity", unit, notes),
        _priced(name, unit, notes),
        tuple(_choices(path, name, unit, notes)),
        datasheet.short(category) if isinstance(category, str) else "",
    )


def _said(value: Any) -> str:
    """A member as a remark shows it."""
    return datasheet.short(str(value) if isinstance(value, str | Decimal) else json.dumps(value, default=str)[:80])


def _counted(name: str, key: str, unit: Mapping[str, Any], notes: Notes) -> int:
    if key not in unit:
        return 1
    found = _whole(unit[key])
    if found is None or not 1 <= found <= 100:
        notes.read_as("", name, "number", _said(unit[key]), "1")
        return 1
    return found


def _priced(name: str, unit: Mapping[str, Any], notes: Notes) -> int:
    said = unit.get("points", unit.get("cost"))
    found = _whole(said)
    if found is None or found > MOST_POINTS:
        notes.read_as("", name, "points", "" if said is None else _said(said), "0")
        return 0
    if isinstance(said, Decimal) and said != found:
        notes.read_as("", name, "points", _said(said), str(found))
    return found


def _choices(path: str, name: str, unit: Mapping[str, Any], notes: Notes) -> Iterator[Choice]:
    key = "upgrades" if "upgrades" in unit else "options"
    said = unit.get(key, [])
    if not isinstance(said, list):
        raise Malformed(f"{path}.{key}", "a list of options is wanted")
    for number, choice in enumerate(said):
        text = choice if isinstance(choice, str) else _of(choice, "name")
        kind = _of(choice, "type")
        clean = _clean(text) if isinstance(text, str) else ""
        if number >= MOST_CHOICES or not clean:
            notes.left_out(name, "", Fault(f"{key}[{number}]", _said(choice), TOO_MANY))
        else:
            yield Choice(clean, _clean(kind) if isinstance(kind, str) else "")


def _clean(text: str) -> str:
    """A text without what cannot be printed."""
    return " ".join("".join(c if c.isprintable() else " " for c in text[:400]).split())
