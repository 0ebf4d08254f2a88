"""Lists for the wall as PDF: pairings by table and by name, and standings. Large type, few words."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from frontend.publishing import pdf_pages, text_rows
from frontend.publishing.pdf_pages import MARGIN, Paper
from frontend.tournaments import vocabulary
from gamelog.tournaments.published import Shown

HEAD = 30.0
"""Millimetres from the top edge to the first row of a list."""
FOOT = 14.0
MANY_COLUMNS = 4
"""With more columns of values than these, standings are printed in landscape."""

DrawRow = Callable[[Paper, float, Any], None]


def pairings(event: Shown, number: int) -> bytes:
    """A round by table. Raises: NoSuchRound, NoFont."""
    found = text_rows.paper_round(event, number)
    title = _("Round %(round)s: pairings by table") % {"round": found.number}
    sheet = Paper(f"{event.state.title} · {title}", get_language() or "en")
    listed = text_rows.tables(event, found)
    alone = [(_("bye"), name) for name in text_rows.alone(event, found)]
    _pages(sheet, event, title, [*listed, *alone], 10.5, _pairing_row, below=_mission(event, found.number))
    return sheet.bytes()


SCORED = 15
"""How far from the middle the names stand where a score is between them, in millimetres."""


def _pairing_row(sheet: Paper, y: float, row: Any) -> None:
    """A table, or an entrant without an opponent: a word and a name."""
    middle, base = sheet.width / 2 + 8, y + 7.4
    if isinstance(row, text_rows.TableRow):
        sheet.text(MARGIN + 15, base, str(row.number), 22, bold=True, align="right", width=16)
        sheet.text(MARGIN + 16, base - 3, row.group, 8, grey=True, width=8)
        apart = SCORED if row.score else 5
        sheet.text(middle - apart, base, row.a.name, 17, align="right", width=middle - MARGIN - 21 - apart)
        sheet.text(middle, base, row.score or "–", 12 if row.score else 17, align="middle", width=2 * SCORED - 4)
        sheet.text(middle + apart, base, row.b.name, 17, width=sheet.width - MARGIN - middle - apart)
    else:
        word, name = row
        sheet.text(middle - 5, base, name, 17, align="right", width=middle - MARGIN - 26)
        sheet.text(middle + 5, base, word, 17, grey=True)


def names(event: Shown, number: int) -> bytes:
    """A round by name. Raises: NoSuchRound, NoFont."""
    found = text_rows.paper_round(event, number)
    title = _("Round %(round)s: pairings by name") % {"round": found.number}
    sheet = Paper(f"{event.state.title} · {title}", get_language() or "en")
    _pages(sheet, event, title, text_rows.seats(event, found), 8.6, _name_row, below=_mission(event, found.number))
    return sheet.bytes()


def _name_row(sheet: Paper, y: float, seat: text_rows.SeatRow) -> None:
    base, table_at = y + 6.1, MARGIN + 84
    sheet.text(MARGIN, base, seat.name, 15, width=table_at - MARGIN - 16)
    if seat.table:
        sheet.text(table_at, base, str(seat.table), 17, bold=True, align="right", width=15)
        sheet.text(table_at + 8, base, seat.opponent, 13, width=sheet.width - MARGIN - table_at - 8)
    else:
        sheet.text(table_at, base, _("bye"), 13, align="right", grey=True)


def standings(event: Shown) -> bytes:
    """The standings, with the values that rank them. Raises: NoFont."""
    columns = text_rows.columns(event)
    title = text_rows.standings_title(event)
    sheet = Paper(f"{event.state.title} · {title}", get_language() or "en", across=len(columns) > MANY_COLUMNS)
    listed = text_rows.standings(event)
    unsure = any(each.provisional for each in listed)
    note = _("* Provisional: rests on a result that is disputed, not confirmed or not verified") if unsure else ""
    _pages(
        sheet, event, title, listed, 6.4, _standing_row(sheet, columns), _headings(sheet, columns), room=9.0, note=note,
    )  # fmt: skip
    return sheet.bytes()


NAME_AT, NAME_SHARE = MARGIN + 13, 0.36
RECORD = 19.0
READABLE = 8.0
"""In points: a name is set in smaller type only if it would not fit at all."""
ARMY = 10.0
"""The room, in millimetres, from which an army is worth printing."""


def _places(sheet: Paper, count: int) -> tuple[float, float, list[float]]:
    """The width of names, the end of the record, and the end of each column of values."""
    across = sheet.width - 2 * MARGIN
    name = across * NAME_SHARE
    left = NAME_AT + name + RECORD
    step = (sheet.width - MARGIN - left) / max(count, 1)
    return name, left, [left + step * (at + 1) for at in range(count)]


def _headings(sheet: Paper, columns: Sequence[str]) -> Callable[[float], None]:
    name, record, ends = _places(sheet, len(columns))
    step = ends[0] - record if ends else 0.0

    def draw(y: float) -> None:
        sheet.text(NAME_AT, y, _("Entrant"), 8, grey=True, width=name)
        sheet.text(record, y, _("W–D–L"), 8, grey=True, align="right")
        for label, end in zip(columns, ends, strict=True):
            lines = pdf_pages.wrapped(label, 6.5, step - 3, 3)
            for at, text in enumerate(reversed(lines)):
                sheet.text(end, y - 2.6 * at, text, 6.5, grey=True, align="right", width=step - 3)

    return draw


def _standing_row(sheet: Paper, columns: Sequence[str]) -> DrawRow:
    name, record, ends = _places(sheet, len(columns))
    step = ends[0] - record if ends else 0.0

    def draw(sheet: Paper, y: float, row: text_rows.StandingRow) -> None:
        base = y + 4.6
        sheet.text(MARGIN + 9, base, str(row.place or "–"), 11, bold=True, align="right")
        if row.provisional:
            sheet.text(MARGIN + 9.5, base, "*", 11, bold=True)
        # Names get two thirds of the room; whatever they need beyond that, to be read from afar, comes from the army.
        wanted = max(name * 0.66, pdf_pages.width_of(row.name, READABLE) + 2) if row.detail else name
        shown, size = pdf_pages.fitted(row.name, 10.5, min(wanted, name) - 2)
        sheet.text(NAME_AT, base, shown, size, grey=row.withdrawn)
        used = pdf_pages.width_of(shown, size) + 2.5
        if name - used > ARMY:
            detail, small = pdf_pages.fitted(row.detail, 8, name - used - 2, least=7)
            sheet.text(NAME_AT + used, base, detail, small, grey=True)
        sheet.text(record, base, row.record, 9.5, align="right")
        for at, (value, end) in enumerate(zip(row.cells, ends, strict=True)):
            sheet.text(end, base, value, 10.5 if at == 0 else 9.5, bold=at == 0, align="right", width=step - 2)

    return draw


def _pages(
    sheet: Paper, event: Shown, title: str, listed: Sequence[Any], high: float, draw: DrawRow,
    headings: Callable[[float], None] | None = None, room: float = 0.0, note: str = "",
    below: str = "",
) -> None:  # fmt: skip
    """Rows of equal height on as many pages as needed, every second one shaded. `room` is for the headings above
    them, `note` stands at the foot of every page, `below` the title beside that of the event.
    """
    first = HEAD + room
    each_page = int((sheet.height - first - FOOT) / high)
    pages = [listed[at : at + each_page] for at in range(0, len(listed), each_page)] or [[]]
    for number, page in enumerate(pages, 1):
        _head(sheet, event, title, number, len(pages), below)
        sheet.text(sheet.width / 2, sheet.height - 7, note, 7, align="middle")
        if headings:
            headings(first - 2)
        for at, row in enumerate(page):
            y = first + at * high
            if at % 2 == 0:
                sheet.shade(MARGIN - 2, y, sheet.width - 2 * MARGIN + 4, high)
            draw(sheet, y, row)
        sheet.next_page()


def _mission(event: Shown, number: int) -> str:
    name = vocabulary.mission(event.state.terms, number)
    return f"{_('Mission:')} {name}" if name else ""


def _head(sheet: Paper, event: Shown, title: str, number: int, of: int, below: str) -> None:
    sheet.text(MARGIN, 17, title, 18, bold=True, width=sheet.width - 2 * MARGIN - 24)
    line = " · ".join(filter(None, (event.state.title, below)))
    sheet.text(MARGIN, 23, line, 11, grey=True, width=sheet.width - 2 * MARGIN - 24)
    if of > 1:
        sheet.text(sheet.width - MARGIN, 17, f"{number} / {of}", 12, align="right")
    sheet.line(MARGIN - 2, 26, sheet.width - MARGIN + 2, 26, 0.5)
    said = _("As of act %(number)s") % {"number": event.number}
    sheet.text(MARGIN, sheet.height - 7, said, 7, grey=True)
    sheet.text(sheet.width - MARGIN, sheet.height - 7, event.tournament.slug, 7, grey=True, align="right")
