"""Facts about the site itself, for every page."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any
from urllib.parse import quote

from django import template
from django.forms.utils import flatatt
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

from frontend.base.icon import ICON

register = template.Library()


@register.simple_tag
def site_icon() -> SafeString:
    """The icon of the site as a data address, so that no page requests it."""
    return mark_safe("data:image/svg+xml," + quote(ICON, safe=" '=:/"))


# Django's own widgets include a template for each option and for its attributes: 1,900 on the form of an event, which
# then takes twice as long.


@register.filter
def attributes(of: Mapping[str, Any]) -> SafeString:
    """The attributes of a widget as HTML."""
    return flatatt({name: value for name, value in of.items() if value is not False})


@register.filter
def options(groups: Iterable[tuple[str | None, Sequence[Mapping[str, Any]], int]]) -> SafeString:
    """The options of a `select`, in their groups, as `ChoiceWidget.optgroups` gives them."""
    parts = [
        format_html('<optgroup label="{}">{}</optgroup>', name, _options(of)) if name else _options(of)
        for name, of, _at in groups
    ]
    return mark_safe("\n".join(parts))


def _options(of: Sequence[Mapping[str, Any]]) -> SafeString:
    each = '<option value="{}"{}>{}</option>'
    return mark_safe("\n".join(format_html(each, one["value"], attributes(one["attrs"]), one["label"]) for one in of))
