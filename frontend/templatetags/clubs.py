"""Filters and tags for templates about clubs and players: {% load clubs %}"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from django import template
from django.contrib.auth.models import User
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

import rules
from frontend.base.language import russian
from frontend.base.points import figure
from frontend.clubs import labels, rating_chart
from frontend.tournaments import vocabulary
from gamelog.clubs.markdown import html_of
from gamelog.clubs.models import RatingPoint
from gamelog.people.selectors import display_name

register = template.Library()
register.filter("phase_name", vocabulary.phase)
register.filter("rating", rating_chart.rating_text)
register.filter("certainty", labels.certainty_text)
register.filter("role_name", labels.role_name)
register.filter("weight", labels.weight_text)


@register.filter
def markdown(text: str) -> SafeString:
    """User-written Markdown as HTML, sanitised so that it can be output as it is."""
    return mark_safe(html_of(text))


@register.filter
def percent(part: Fraction | None) -> str:
    """A ratio as a whole percentage, rounded half up."""
    if part is None:
        return "–"
    return _("%(number)s%%") % {"number": (part.numerator * 200 + part.denominator) // (2 * part.denominator)}


@register.filter
def number(cell: Any) -> str:
    """A value of a table in the notation of the language."""
    return figure(str(cell.shown)).replace("-", "−")


@register.filter
def worded(thing: Any) -> str:
    """The label in the reader's language of anything that has both: `en` and `ru`."""
    return str(thing.ru if russian() else thing.en)


@register.filter
def ruleset_name(ruleset: str) -> str:
    """The name of a ruleset; its id if it is no longer installed."""
    return rules.load(ruleset).name if ruleset in rules.RULESETS else ruleset


@register.filter
def result_name(result: str) -> str:
    """The result of a game for somebody, in a word."""
    return {"won": _("won"), "drawn": _("drawn"), "lost": _("lost")}.get(result, result)


@register.simple_tag
def player_link(user: User) -> SafeString:
    """A player's name, linked to their page if they can have one."""
    participant = getattr(user, "participant", None)
    name = display_name(user)
    if participant is None:
        return format_html("<span>{}</span>", name)
    return format_html('<a href="{}">{}</a>', reverse("player", args=[participant.pk]), name)


@register.simple_tag
def rating_graph(points: list[RatingPoint]) -> SafeString:
    """The course of a rating, as a drawing."""
    return rating_chart.rating_svg(points)
