"""Score sheets in templates: {% load sheets %}{{ sheet.standing|sheet_standing }}"""

from __future__ import annotations

from django import template
from django.utils.dateparse import parse_datetime

from frontend.record.sheet_words import standing_words

register = template.Library()
register.filter("sheet_standing", standing_words)
register.filter("sheet_time", parse_datetime)
