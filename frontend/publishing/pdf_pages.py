"""PDF pages in A4, black on white, with Latin and Cyrillic letters. The same content gives the same bytes.

All lengths are in millimetres; `x` runs from the left edge, `y` from the top, and a text has its baseline at `y`. Font
sizes are in points.
"""

from __future__ import annotations

import io
from functools import cache
from pathlib import Path
from typing import Literal

from reportlab.lib.units import mm
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFError, TTFont
from reportlab.pdfgen.canvas import Canvas

from frontend.publishing import qr_codes
from gamelog.setup.paths import FRONTEND

WIDTH, HEIGHT = 210.0, 297.0
MARGIN = 14.0
FOLDER = FRONTEND / "node_modules" / "dejavu-fonts-ttf" / "ttf"
PLAIN, BOLD = "DejaVuSansCondensed", "DejaVuSansCondensed-Bold"
SMALLEST = 5.0
GREY = 0.35
"""Dark enough for a bad printer."""
Align = Literal["left", "middle", "right"]


class NoFont(Exception):
    """The font is not installed; the message says what to do."""


def load_fonts() -> None:
    """Register the fonts with reportlab. Raises: NoFont."""
    _load(FOLDER)


@cache
def _load(folder: Path) -> None:
    for name in (PLAIN, BOLD):
        try:
            pdfmetrics.registerFont(TTFont(name, str(folder / f"{name}.ttf")))
        except (TTFError, OSError) as error:
            raise NoFont(
                f"The font {name} is not installed, so no PDF can be made: run npm ci in the folder frontend ({error})"
            ) from None


def width_of(text: str, size: float, font: str = PLAIN) -> float:
    """The width of a text."""
    return float(pdfmetrics.stringWidth(text, font, size) / mm)


def fitted(text: str, size: float, width: float, font: str = PLAIN, least: float = SMALLEST) -> tuple[str, float]:
    """A text and a font size at which it is no wider than `width`: first smaller, then cut off."""
    wide = width_of(text, size, font)
    if wide <= width:
        return text, size
    size = max(least, size * width / wide)
    while len(text) > 1 and width_of(text, size, font) > width:
        text = text[:-2].rstrip() + "…"
    return text, size


def wrapped(text: str, size: float, width: float, most: int, font: str = PLAIN) -> list[str]:
    """A text on at most so many lines; the last line is cut off if necessary."""
    lines: list[str] = []
    words = text.split()
    while words and len(lines) < most:
        count = len(words) if len(lines) == most - 1 else 1
        while count < len(words) and width_of(" ".join(words[: count + 1]), size, font) <= width:
            count += 1
        lines.append(fitted(" ".join(words[:count]), size, width, font, least=size)[0])
        words = words[count:]
    return lines


class Paper:
    """A document in the making. `across`: landscape."""

    def __init__(self, title: str, language: str, across: bool = False) -> None:
        """Raises: NoFont."""
        load_fonts()
        self.width, self.height = (HEIGHT, WIDTH) if across else (WIDTH, HEIGHT)
        self._out = io.BytesIO()
        # `invariant` leaves out the creation time and derives the document id from the content.
        self._canvas = Canvas(
            self._out, (self.width * mm, self.height * mm), invariant=1, pageCompression=1, lang=language
        )
        self._canvas.setTitle(title)
        self._canvas.setCreator("gamelog")

    def bytes(self) -> bytes:
        """The finished document."""
        self._canvas.save()
        return self._out.getvalue()

    def next_page(self) -> None:
        """End a page."""
        self._canvas.showPage()

    def text(
        self, x: float, y: float, text: str, size: float, *, bold: bool = False, align: Align = "left",
        width: float = 0.0, grey: bool = False,
    ) -> None:  # fmt: skip
        """A line of text, made to fit `width` if one is given. `x` is its left end, middle or right end."""
        font = BOLD if bold else PLAIN
        if width:
            text, size = fitted(text, size, width, font)
        self._canvas.setFillGray(GREY if grey else 0)
        self._canvas.setFont(font, size)
        draw = {
            "left": self._canvas.drawString, "middle": self._canvas.drawCentredString,
            "right": self._canvas.drawRightString,
        }[align]  # fmt: skip
        draw(x * mm, (self.height - y) * mm, text)

    def line(self, x: float, y: float, to_x: float, to_y: float, thick: float = 0.2, dashed: bool = False) -> None:
        """A straight line."""
        self._canvas.setStrokeGray(GREY if dashed else 0)
        self._canvas.setLineWidth(thick * mm)
        self._canvas.setDash([2, 3] if dashed else [])
        self._canvas.line(x * mm, (self.height - y) * mm, to_x * mm, (self.height - to_y) * mm)

    def box(self, x: float, y: float, width: float, height: float, thick: float = 0.2) -> None:
        """An empty box, by its upper left corner."""
        self._canvas.setStrokeGray(0)
        self._canvas.setLineWidth(thick * mm)
        self._canvas.setDash([])
        self._canvas.rect(x * mm, (self.height - y - height) * mm, width * mm, height * mm)

    def shade(self, x: float, y: float, width: float, height: float, grey: float = 0.93) -> None:
        """A light area, by its upper left corner."""
        self._canvas.setFillGray(grey)
        self._canvas.rect(x * mm, (self.height - y - height) * mm, width * mm, height * mm, stroke=0, fill=1)

    def code(self, x: float, y: float, side: float, address: str) -> None:
        """The QR code of an address, by its upper left corner, quiet zone included."""
        code = qr_codes.code_of(address)
        square = side / qr_codes.side(code)
        path = self._canvas.beginPath()
        for run in qr_codes.runs(code):
            top = self.height - y - (run.row + 1) * square
            path.rect((x + run.column * square) * mm, top * mm, run.length * square * mm, square * mm)
        self._canvas.setFillGray(0)
        self._canvas.drawPath(path, stroke=0, fill=1)
