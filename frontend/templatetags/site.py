"""Facts about the site itself, for every page."""

from __future__ import annotations

from urllib.parse import quote

from django import template
from django.utils.safestring import SafeString, mark_safe

from frontend.base.icon import ICON

register = template.Library()


@register.simple_tag
def site_icon() -> SafeString:
    """The icon of the site as a data address, so that no page requests it."""
    return mark_safe("data:image/svg+xml," + quote(ICON, safe=" '=:/"))
