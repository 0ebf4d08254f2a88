"""Points as readers of a language write them: 2.5 in English, 2,5 in Russian."""

from __future__ import annotations

import re

from django.utils.formats import get_format

from gamelog.contest import points

_DECIMAL_POINT = re.compile(r"(?<=\d)\.(?=\d)")


def figure(text: str) -> str:
    """The engine's numbers in a text, with the decimal separator of the language that is active."""
    return _DECIMAL_POINT.sub(str(get_format("DECIMAL_SEPARATOR")), text)


def said(hundredths: int) -> str:
    """Hundredths of a point, for a page. A field of a form takes the engine's notation, which it can read back."""
    return figure(points.said(hundredths))
