"""Points in their stored and their written form."""

from __future__ import annotations

from fractions import Fraction

POINT = 100
"""A point, in hundredths."""


def said(points: int) -> str:
    """Hundredths as people write them: `3`, `2.5`, `-0.25`."""
    whole, rest = divmod(abs(points), POINT)
    text = f"{whole}.{rest:02d}".rstrip("0").rstrip(".") if rest else str(whole)
    return f"-{text}" if points < 0 else text


def exact(value: Fraction) -> str:
    """An exact value as it is stored and compared: `7/12`, `3`."""
    return str(value)


def shown(value: Fraction, digits: int = 4) -> str:
    """A value rounded half up for display only; trailing zeros are left out. Never used to compare."""
    scaled = abs(value) * 10**digits
    rounded = (scaled.numerator * 2 + scaled.denominator) // (scaled.denominator * 2)
    whole, rest = divmod(rounded, 10**digits)
    text = f"{whole}.{rest:0{digits}d}".rstrip("0").rstrip(".") if rest else str(whole)
    return f"-{text}" if value < 0 and rounded else text
