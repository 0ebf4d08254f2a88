"""The picture of a step for chats: the table, what happened, and the score, 1200 by 630 pixels, as SVG and PNG.

The sizes are those that chats show whole (Open Graph). The same step gives the same bytes: the letters are those of the
project's own font, and no font of the machine is read.
"""

from __future__ import annotations

import resvg_py
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe

from frontend.games import act_drawing, schematic, table_drawing
from frontend.publishing import pdf_pages
from frontend.publishing.battle_moments import Moment
from frontend.publishing.pdf_pages import BOLD, FOLDER, PLAIN
from frontend.publishing.picture_style import style
from rules import State

WIDTH, HEIGHT = 1200, 630
MARGIN = 30
TABLE = 700
"""The room for the table, in pixels; the words stand to the right of it."""
POINT = 96 / 72
"""Pixels of a point, in which the widths of letters are measured."""
PER_INCH = 25.4 / 96
"""Millimetres of a pixel."""
DISC = '<circle class="blue-side" cx="{}" cy="{}" r="10"/>'
DIAMOND = '<path class="amber-side" d="M{} {}l11 11 -11 11 -11 -11Z"/>'


def svg(moment: Moment) -> SafeString:
    """The picture of a step. Raises: pdf_pages.NoFont."""
    pdf_pages.load_fonts()
    state = schematic.drawn(moment.state)
    pixel = pixel_of(state, TABLE, HEIGHT - 2 * MARGIN)
    inner = format_html(
        '<svg x="{0}" y="{0}" width="{1}" height="{2}" viewBox="{3}">{4}</svg>',
        MARGIN, TABLE, HEIGHT - 2 * MARGIN, table_drawing.view_box(state), scene(moment, state, pixel),
    )  # fmt: skip
    left = TABLE + 2 * MARGIN
    room = WIDTH - left - MARGIN
    lines = [*_block(moment.title or moment.where, 34, room, 5, BOLD), *_block(moment.outcome, 26, room, 4, PLAIN)]
    texts, y = [], MARGIN + 160
    for text, size, font in lines:
        texts.append((left, y, size, "bold" if font == BOLD else "normal", text))
        y += size * 13 // 10
    return document(WIDTH, HEIGHT, pixel, format_html(
        '<rect class="paper" width="{}" height="{}"/>{}{}<text class="soft" x="{}" y="{}" font-size="22">{}</text>{}',
        WIDTH, HEIGHT, inner, _score(moment, left, room), left, MARGIN + 112,
        pdf_pages.fitted(moment.where, 22 / POINT, room * PER_INCH)[0],
        format_html_join("", '<text class="ink" x="{}" y="{}" font-size="{}" font-weight="{}">{}</text>', texts),
    ))  # fmt: skip


def pixel_of(state: State, width: float, height: float) -> float:
    """Hundredths of an inch that a pixel shows where the whole table stands in so many pixels."""
    margin = 2 * table_drawing.MARGIN
    return max((state.table.width + margin) / width, (state.table.depth + margin) / height)


def scene(moment: Moment, state: State, pixel: float) -> SafeString:
    """The table after a step with its act."""
    act = moment.act(pixel)
    look = table_drawing.Look(moment.cast, moment.concerned, pixel)
    under, over = (act_drawing.ways(act), act_drawing.over(act)) if act else ("", "")
    parts = (
        table_drawing.ground(state, look),
        under,
        table_drawing.figures(state, look),
        over,
        table_drawing.edge(state),
    )
    return format_html("{}{}{}{}{}", *parts)


def document(width: int, height: int, pixel: float, inside: SafeString) -> SafeString:
    """A picture with its letters and colours."""
    return format_html(
        '<svg xmlns="http://www.w3.org/2000/svg" width="{0}" height="{1}" viewBox="0 0 {0} {1}"'
        ' font-family="DejaVu Sans" font-stretch="condensed"><style>{2}</style>{3}</svg>',
        width, height, mark_safe(style(pixel)), inside,
    )  # fmt: skip


def rendered(drawing: SafeString) -> bytes:
    """A drawing as PNG, in the size that it says."""
    fonts = [str(FOLDER / f"{name}.ttf") for name in (PLAIN, BOLD)]
    return bytes(resvg_py.svg_to_bytes(svg_string=str(drawing), skip_system_fonts=True, font_files=fonts))


def png(moment: Moment) -> bytes:
    """The picture of a step as PNG. Raises: pdf_pages.NoFont."""
    return rendered(svg(moment))


def _block(text: str, size: int, room: int, most: int, font: str) -> list[tuple[str, int, str]]:
    """A text on several lines, each with its size and font."""
    return [(line, size, font) for line in pdf_pages.wrapped(text, size / POINT, room * PER_INCH, most, font)]


def _score(moment: Moment, left: int, room: int) -> SafeString:
    """A line for each side: its sign, its name, and its score."""
    rows = []
    for index, (name, score) in enumerate(moment.sides):
        y = MARGIN + 26 + index * 36
        sign = format_html(DIAMOND if index else DISC, left + 10, y - 20 if index else y - 9)
        shown = pdf_pages.fitted(name, 26 / POINT, (room - 120) * PER_INCH)[0]
        rows.append((sign, left + 32, y, shown, left + room, y, score))
    return format_html_join(
        "",
        '{}<text class="ink" x="{}" y="{}" font-size="26">{}</text>'
        '<text class="ink" x="{}" y="{}" font-size="30" font-weight="bold" text-anchor="end">{}</text>',
        rows,
    )
