"""QR codes of addresses, as vectors: SVG for pages, runs of squares for paper."""

from __future__ import annotations

import io
from collections.abc import Iterator
from typing import NamedTuple

import segno

QUIET = 4
"""The width of the quiet zone in modules, as ISO/IEC 18004 requires."""


class DarkRun(NamedTuple):
    """A horizontal run of dark modules: column and row of the first from the upper left corner, and their number."""

    column: int
    row: int
    length: int


def code_of(address: str) -> segno.QRCode:
    """The code of an address. A sixth of it may be damaged (level M): cards lie on tables among dice and drinks."""
    return segno.make(address, error="m", micro=False)


def svg(address: str) -> bytes:
    """A code as an SVG file, black on white, that scales to the space it gets."""
    out = io.BytesIO()
    code_of(address).save(out, kind="svg", border=QUIET, dark="#000", light="#fff", omitsize=True, xmldecl=False)
    return out.getvalue()


def side(code: segno.QRCode) -> int:
    """The width of a code in modules, quiet zone included."""
    return int(code.symbol_size(border=QUIET)[0])


def runs(code: segno.QRCode) -> Iterator[DarkRun]:
    """The dark modules of a code, row by row, in coordinates that include the quiet zone."""
    for row, line in enumerate(code.matrix, QUIET):
        start = None
        for column, dark in enumerate((*line, 0), QUIET):
            if dark and start is None:
                start = column
            elif not dark and start is not None:
                yield DarkRun(start, row, column - start)
                start = None
