"""The course of a rating, game by game, as an SVG that works without JavaScript. A table holds the same numbers."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.formats import date_format
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from gamelog.clubs.models import RatingPoint
from gamelog.clubs.rating_scale import START, points

WIDE, HIGH = 640, 240
LEFT, RIGHT, TOP, BOTTOM = 40, 12, 14, 26
"""The margins that hold the scales."""
DOTS = 60
"""The line has dots only up to this many games."""
STEPS = (10, 20, 50, 100, 200, 500, 1000)
"""Possible distances between the horizontal lines, in points of rating."""
LINES = 5
FEWEST = 8
"""Games from which on there is a graph: the first ones move a rating by chance more than by strength."""


def rating_svg(history: Sequence[RatingPoint]) -> SafeString:
    """The drawing; a sentence instead after too few games."""
    if len(history) < FEWEST:
        return format_html('<p class="soft">{}</p>', _("A graph is drawn after %(games)s games.") % {"games": FEWEST})
    values = [START, *(points(each.mu) for each in history)]
    low, high, step = scale(min(values), max(values))
    places = [(_across(at, len(values)), _down(value, low, high)) for at, value in enumerate(values)]
    line = " ".join(f"{x},{y}" for x, y in places)
    dots = format_html_join(
        "", '<circle cx="{}" cy="{}" r="3"><title>{}</title></circle>',
        ((x, y, _title(point)) for (x, y), point in zip(places[1:], history, strict=True)),
    ) if len(history) <= DOTS else ""  # fmt: skip
    return format_html(
        '<svg class="rating-graph" viewBox="0 0 {} {}" role="img" aria-label="{}">{}<polyline points="{}"/>{}{}</svg>',
        WIDE, HIGH, _label(history), _lines(low, high, step), line, dots, _days(history),
    )  # fmt: skip


def scale(least: int, most: int) -> tuple[int, int, int]:
    """Lower end, upper end and line spacing of the scale; both ends are multiples of the spacing."""
    step = next((each for each in STEPS if most - least <= each * LINES), STEPS[-1])
    low, high = least // step * step, -(-most // step) * step
    return low, max(high, low + step), step


def _across(at: int, count: int) -> float:
    return round(LEFT + (WIDE - LEFT - RIGHT) * at / max(count - 1, 1), 1)


def _down(value: int, low: int, high: int) -> float:
    return round(TOP + (HIGH - TOP - BOTTOM) * (high - value) / (high - low), 1)


def _lines(low: int, high: int, step: int) -> SafeString:
    """The horizontal lines, each with its number."""
    drawn_at = ((_down(value, low, high), value) for value in range(low, high + 1, step))
    return format_html_join(
        "", '<path d="M{} {}H{}"/><text x="{}" y="{}" text-anchor="end">{}</text>',
        ((LEFT, y, WIDE - RIGHT, LEFT - 8, y + 4, str(value).replace("-", "−")) for y, value in drawn_at),
    )  # fmt: skip


def _days(history: Sequence[RatingPoint]) -> SafeString:
    """The days of the first and the last game, below the chart."""
    first, last = (date_format(each.at, "j E Y") for each in (history[0], history[-1]))
    return format_html(
        '<text x="{}" y="{}">{}</text><text x="{}" y="{}" text-anchor="end">{}</text>',
        LEFT, HIGH - 6, first, WIDE - RIGHT, HIGH - 6, last,
    )  # fmt: skip


def _title(point: RatingPoint) -> str:
    return f"{date_format(point.at, 'j E Y')}: {rating_text(point.mu)}"


def _label(history: Sequence[RatingPoint]) -> str:
    facts = {
        "games": len(history),
        "now": rating_text(history[-1].mu),
        "best": rating_text(max(each.mu for each in history)),
    }
    return _("The rating after each of %(games)s games: now %(now)s, at best %(best)s") % facts


def rating_text(mu: int) -> str:
    """A mean of the model as the rating that people read."""
    return str(points(mu)).replace("-", "−")
