"""Lengths are whole hundredths of an inch everywhere; only this module reads and prints them as inches."""

from __future__ import annotations

import re

from rules.kernel.errors import Malformed

INCH = 100

_PRINTED = re.compile(r'\s*(-?)(\d{1,6})(?:\.(\d{1,2}))?\s*(?:"|″|in)?\s*\Z')


def parse(text: str, path: str = "$") -> int:
    """Return hundredths of an inch for `6"`, `1.5"` or `12`.

    Raises:
        Malformed: the text is not a length with at most two decimals.
    """
    found = _PRINTED.match(text)
    if not found:
        raise Malformed(path, f"{text!r} is not a length in inches")
    sign, whole, part = found.groups()
    hundredths = int(whole) * INCH + int((part or "0").ljust(2, "0"))
    return -hundredths if sign else hundredths


def show(hundredths: int) -> str:
    """Return a length as players write it: 600 is `6"`, 150 is `1.5"`."""
    sign = "-" if hundredths < 0 else ""
    whole, part = divmod(abs(hundredths), INCH)
    decimals = f".{part:02d}".rstrip("0") if part else ""
    return f'{sign}{whole}{decimals}"'
