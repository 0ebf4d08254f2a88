"""What every page says of the site itself."""

from __future__ import annotations

from django import template
from django.conf import settings

register = template.Library()


@register.simple_tag
def database_kind() -> str:
    """Which database this is."""
    return str(settings.DATABASE_KIND)
