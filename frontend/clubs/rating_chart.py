"""The course of a rating, game by game, as an SVG that works without JavaScript. A table holds the same numbers."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal

from django.utils.formats import date_format, number_format
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from gamelog.clubs.models import RatingPoint
from gamelog.clubs.weng_lin import UNIT

WIDE, HIGH = 640, 240
LEFT, RIGHT, TOP, BOTTOM = 40, 12, 14, 26
"""The margins that hold the scales."""
DOTS = 60
"""The line has dots only up to this many games."""
STEPS = (1, 2, 5, 10, 20, 50, 100)
"""Possible distances between the horizontal lines, in whole points of rating."""
LINES = 5


def rating_svg(points: Sequence[RatingPoint]) -> SafeString:
    """The drawing; empty without games."""
    if not points:
        return SafeString("")
    values = [0, *(point.ordinal for point in points)]
    low, high, step = scale(min(values), max(values))
    places = [(_across(at, len(values)), _down(value, low, high)) for at, value in enumerate(values)]
    line = " ".join(f"{x},{y}" for x, y in places)
    dots = format_html_join(
        "", '<circle cx="{}" cy="{}" r="3"><title>{}</title></circle>',
        ((x, y, _title(point)) for (x, y), point in zip(places[1:], points, strict=True)),
    ) if len(points) <= DOTS else ""  # fmt: skip
    return format_html(
        '<svg class="rating-graph" viewBox="0 0 {} {}" role="img" aria-label="{}">{}<polyline points="{}"/>{}{}</svg>',
        WIDE, HIGH, _label(points), _lines(low, high, step), line, dots, _days(points),
    )  # fmt: skip


def scale(least: int, most: int) -> tuple[int, int, int]:
    """Lower end, upper end and line spacing of the scale, in millionths; both ends are whole points."""
    wanted = max(most - least, UNIT)
    step = next((each * UNIT for each in STEPS if wanted <= each * UNIT * LINES), STEPS[-1] * UNIT)
    low, high = least // step * step, -(-most // step) * step
    return low, max(high, low + step), step


def _across(at: int, count: int) -> float:
    return round(LEFT + (WIDE - LEFT - RIGHT) * at / max(count - 1, 1), 1)


def _down(value: int, low: int, high: int) -> float:
    return round(TOP + (HIGH - TOP - BOTTOM) * (high - value) / (high - low), 1)


def _lines(low: int, high: int, step: int) -> SafeString:
    """The horizontal lines, each with its number."""
    drawn_at = ((_down(value, low, high), value // UNIT) for value in range(low, high + 1, step))
    return format_html_join(
        "", '<path d="M{} {}H{}"/><text x="{}" y="{}" text-anchor="end">{}</text>',
        ((LEFT, y, WIDE - RIGHT, LEFT - 8, y + 4, str(value).replace("-", "−")) for y, value in drawn_at),
    )  # fmt: skip


def _days(points: Sequence[RatingPoint]) -> SafeString:
    """The days of the first and the last game, below the chart."""
    first, last = (date_format(each.at, "j E Y") for each in (points[0], points[-1]))
    return format_html(
        '<text x="{}" y="{}">{}</text><text x="{}" y="{}" text-anchor="end">{}</text>',
        LEFT, HIGH - 6, first, WIDE - RIGHT, HIGH - 6, last if len(points) > 1 else "",
    )  # fmt: skip


def _title(point: RatingPoint) -> str:
    return f"{date_format(point.at, 'j E Y')}: {rating_text(point.ordinal)}"


def _label(points: Sequence[RatingPoint]) -> str:
    facts = {
        "games": len(points),
        "now": rating_text(points[-1].ordinal),
        "best": rating_text(max(p.ordinal for p in points)),
    }
    return _("The rating after each of %(games)s games: now %(now)s, at best %(best)s") % facts


def rating_text(millionths: int) -> str:
    """A rating in the notation of the language: one decimal, rounded half up."""
    tenths = (2 * millionths * 10 + UNIT) // (2 * UNIT)
    return number_format(Decimal(tenths) / 10, 1).replace("-", "−")
