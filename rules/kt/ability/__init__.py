"""Abilities of weapons and models that the engine knows, one file each: the rule and the text it is recognised by.

A module here holds a `Rule` with its hooks and, in `TEXTS`, how rosters print it. Nothing else lists it.
"""

from __future__ import annotations

import importlib
import pkgutil
import re
from functools import cache
from typing import NamedTuple

_SENTENCE = r"(?:\A|(?<=[.!?]\s))"
_END = r"(?=\.|\Z)"


class Text(NamedTuple):
    """How rosters print an ability of a weapon. A group in the pattern is the value of the rule, 1 without one."""

    rule: str
    pattern: re.Pattern[str]


def sentence(*bodies: str) -> re.Pattern[str]:
    """One whole sentence of an abilities column, in one of several wordings; what follows it does not matter."""
    return re.compile(_SENTENCE + "(?:" + "|".join(bodies) + ")" + _END, re.IGNORECASE)


@cache
def texts() -> tuple[Text, ...]:
    """Every text the modules of this package recognise, in the order of the rules' ids."""
    found: list[Text] = []
    for info in pkgutil.iter_modules(__path__, __name__ + "."):
        found += getattr(importlib.import_module(info.name), "TEXTS", ())
    return tuple(sorted(found, key=lambda text: (text.rule, text.pattern.pattern)))


def recognised(printed: str) -> dict[str, int | str]:
    """The rules in a weapon's text, by id, with their values."""
    matches = ((text.rule, text.pattern.search(printed)) for text in texts())
    return {rule: _value(match) for rule, match in matches if match}


def _value(match: re.Match[str]) -> int:
    value = next((group for group in match.groups() if group), "1")
    return int(re.sub("[−–]", "-", value))
