"""The language of whoever reads a page."""

from __future__ import annotations

from django.utils.translation import get_language


def russian() -> bool:
    """Whether the reader reads Russian."""
    return (get_language() or "").startswith("ru")
