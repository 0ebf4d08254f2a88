"""Lengths as players write them."""

from __future__ import annotations

from frontend.base.language import russian


def inches(hundredths: int) -> str:
    """A length as players write it: 6″, 1.5″; in Russian 1,5″."""
    whole, part = divmod(abs(hundredths), 100)
    decimals = f"{',' if russian() else '.'}{part:02d}".rstrip("0") if part else ""
    return f"{'−' if hundredths < 0 else ''}{whole}{decimals}″"
