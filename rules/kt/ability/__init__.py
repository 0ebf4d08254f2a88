"""Abilities of weapons and models that the engine knows, one file each: the rule and the text it is recognised by.

Each module has a `Rule` with its hooks and, in `TEXTS`, how rosters print it on a weapon or model. It is listed nowhere
else.
"""

from __future__ import annotations

import importlib
import pkgutil
import re
from functools import cache
from typing import Literal, NamedTuple

_SENTENCE = r"(?:\A|(?<=[.!?]\s))"
_END = r"(?=\.|\Z)"


class Text(NamedTuple):
    """How rosters print an ability `of` a weapon or model. Its value is a group of the pattern, without one `value`."""

    rule: str
    pattern: re.Pattern[str]
    of: Literal["weapon", "model"] = "weapon"
    value: int = 1


def sentence(*bodies: str) -> re.Pattern[str]:
    """One whole sentence of an abilities column, in one of several wordings; any text may follow."""
    return re.compile(_SENTENCE + "(?:" + "|".join(bodies) + ")" + _END, re.IGNORECASE)


@cache
def texts() -> tuple[Text, ...]:
    """Every text the modules of this package recognise, in the order of the rules' ids."""
    found: list[Text] = []
    for info in pkgutil.iter_modules(__path__, __name__ + "."):
        found += getattr(importlib.import_module(info.name), "TEXTS", ())
    return tuple(sorted(found, key=lambda text: (text.rule, text.pattern.pattern)))


def recognised(printed: str, of: Literal["weapon", "model"] = "weapon") -> dict[str, int | str]:
    """The rules in the text of a weapon or a model, by id, with their values."""
    matches = ((text, text.pattern.search(printed)) for text in texts() if text.of == of)
    return {text.rule: _value(match, text.value) for text, match in matches if match}


def known_whole(printed: str) -> str:
    """The id of the rule that covers a model's ability text completely; otherwise empty."""
    body = printed.strip().rstrip(".")
    matches = ((text.rule, text.pattern.match(body)) for text in texts() if text.of == "model")
    return next((rule for rule, match in matches if match is not None and match[0] == body), "")


def _value(match: re.Match[str], without: int) -> int:
    value = next((group for group in match.groups() if group), str(without))
    return int(re.sub("[−–]", "-", value))
