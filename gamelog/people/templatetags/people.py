"""Names of people in templates: {% load people %}{{ seat.user|display_name }}"""

from __future__ import annotations

from django import template

from gamelog.people import selectors

register = template.Library()
register.filter("display_name", selectors.display_name)
