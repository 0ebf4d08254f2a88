"""Limits of uploaded files."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _


def refuse_larger(file: Any, limit: int) -> Any:
    """Refuse a file of more bytes than allowed. Raises: ValidationError."""
    if file.size > limit:
        text = _("This file is larger than %(size)s MB. Nothing was saved.")
        raise forms.ValidationError(text % {"size": limit // 2**20})
    return file
