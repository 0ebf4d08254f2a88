"""Facts about the site itself, for every page."""

from __future__ import annotations

from urllib.parse import quote

from django import template
from django.conf import settings
from django.utils.safestring import SafeString, mark_safe

register = template.Library()

ICON = (
    "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 24 24'>"
    "<rect x='2' y='2' width='20' height='20' rx='5' fill='#1d2126'/>"
    "<circle cx='8' cy='8' r='2.4' fill='#7db4f2'/><path d='M16 13l3 3-3 3-3-3Z' fill='#e8a33d'/></svg>"
)


@register.simple_tag
def database_kind() -> str:
    """The kind of database in use."""
    return str(settings.DATABASE_KIND)


@register.simple_tag
def site_icon() -> SafeString:
    """The icon of the site as a data address, so that no page requests it."""
    return mark_safe("data:image/svg+xml," + quote(ICON, safe=" '=:/"))
