"""The picture of a step for chats: the table, what happened, and the score, 1200 by 630 pixels, as SVG and PNG.

The sizes are those that chats show whole (Open Graph). The same step gives the same bytes: the letters are those of the
project's own font, and no font of the machine is read.
"""

from __future__ import annotations

import resvg_py
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe

from frontend.games import table_drawing
from frontend.publishing import pdf_pages
from frontend.publishing.battle_moments import Moment
from frontend.publishing.pdf_pages import BOLD, FOLDER, PLAIN

WIDTH, HEIGHT = 1200, 630
MARGIN = 30
TABLE = 700
"""The room for the table, in pixels; the words stand to the right of it."""
POINT = 96 / 72
"""Pixels of a point, in which the widths of letters are measured."""
PER_INCH = 25.4 / 96
"""Millimetres of a pixel."""
STYLE = """
.paper { fill: #f6f3ec } .ink { fill: #1d2126 } .soft { fill: #565c64 } .line { stroke: #d9d3c6; stroke-width: 2 }
.felt { fill: #cccdb2 } .edge { fill: none; stroke: #1d2126; stroke-width: 12 }
.zone polygon { fill: none; stroke: #1d2126; stroke-width: 10; stroke-dasharray: 60 45; opacity: .35 }
.terrain .body { fill: #bfb6a6; stroke: #3b372f; stroke-width: 10 } .terrain .shadow { fill: #262416; opacity: .3 }
.kind-floor .body, .kind-ruin .body, .kind-ruins .body { fill: #f1eadb }
.kind-road .body, .kind-trench .body { fill: #d9d0bd } .kind-forest .body { fill: #8f9c6a }
.kind-hill .body, .kind-field .body { fill: #deddc3 }
.kind-water .body, .kind-river .body { fill: #b3c6c8; stroke: #5f7f86 }
.kind-crater .body, .kind-rubble .body, .kind-difficult .body,
.kind-dangerous .body { fill: #8f8575; fill-opacity: .25 }
.block.blue .boundary { fill: #1f5fa8; stroke: #123e74; stroke-width: 14 }
.block.amber .boundary { fill: #e8a33d; stroke: #713c00; stroke-width: 14 }
.front-edge path { stroke: #1d2126; stroke-width: 26 }
.model.blue .base { fill: #1f5fa8; stroke: #fdfcf9; stroke-width: 8 } .model.blue .face { fill: #1f5fa8 }
.model.amber .base { fill: #713c00 } .model.amber .face { fill: #fdfcf9 } .model.amber .diamond { fill: #e8a33d }
.model.amber polygon.base { fill: #e8a33d; stroke: #713c00; stroke-width: 12 }
.model.ranked .base { stroke: #fdfcf9; stroke-width: 5 } .model.amber.ranked .base { fill: #e8a33d }
.model .name { fill: #fff; font-weight: bold; font-size: 46px } .model.amber .name { fill: #241500 }
.fallen .x { fill: none; stroke-width: 14; stroke: #1d2126; opacity: .6 }
.ring { fill: none; stroke: #1d2126; stroke-width: 20 } .blue-side { fill: #1f5fa8 }
.amber-side { fill: #e8a33d; stroke: #713c00 }
"""
DISC = '<circle class="blue-side" cx="{}" cy="{}" r="10"/>'
DIAMOND = '<path class="amber-side" d="M{} {}l11 11 -11 11 -11 -11Z"/>'


def svg(moment: Moment) -> SafeString:
    """The picture of a step. Raises: pdf_pages.NoFont."""
    pdf_pages.load_fonts()
    drawn = table_drawing.table(moment.state, moment.cast, moment.title or " ", moment.concerned)
    inner = drawn.replace(
        '<svg class="thumb"', f'<svg x="{MARGIN}" y="{MARGIN}" width="{TABLE}" height="{HEIGHT - 2 * MARGIN}"', 1
    )
    left = TABLE + 2 * MARGIN
    room = WIDTH - left - MARGIN
    lines = [*_block(moment.title or moment.where, 34, room, 5, BOLD), *_block(moment.outcome, 26, room, 4, PLAIN)]
    texts, y = [], MARGIN + 160
    for text, size, font in lines:
        texts.append((left, y, size, "bold" if font == BOLD else "normal", text))
        y += size * 13 // 10
    return format_html(
        '<svg xmlns="http://www.w3.org/2000/svg" width="{0}" height="{1}" viewBox="0 0 {0} {1}"'
        ' font-family="DejaVu Sans" font-stretch="condensed"><style>{2}</style>'
        '<rect class="paper" width="{0}" height="{1}"/>{3}{4}'
        '<text class="soft" x="{5}" y="{6}" font-size="22">{7}</text>{8}</svg>',
        WIDTH, HEIGHT, mark_safe(STYLE), mark_safe(inner), _score(moment, left, room), left, MARGIN + 112,
        pdf_pages.fitted(moment.where, 22 / POINT, room * PER_INCH)[0],
        format_html_join("", '<text class="ink" x="{}" y="{}" font-size="{}" font-weight="{}">{}</text>', texts),
    )  # fmt: skip


def png(moment: Moment) -> bytes:
    """The picture of a step as PNG. Raises: pdf_pages.NoFont."""
    fonts = [str(FOLDER / f"{name}.ttf") for name in (PLAIN, BOLD)]
    return bytes(resvg_py.svg_to_bytes(
        svg_string=str(svg(moment)), skip_system_fonts=True, font_files=fonts, width=WIDTH, height=HEIGHT,
    ))  # fmt: skip


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
