"""Printed matter for tables as PDF: table cards and score sheets with a QR code that opens the table; and name
badges.
"""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from frontend.publishing import pdf_pages, text_rows
from frontend.publishing.pdf_pages import HEIGHT, MARGIN, WIDTH, Paper
from frontend.tournaments import vocabulary
from gamelog.contest.standings import counts_games
from gamelog.tournaments.published import Shown

GRIDS = {4: (2, 2), 8: (2, 4)}
"""Columns and rows of cards on a page, by the number of cards."""
INSET = 7.0


def table_cards(event: Shown, site: str, number: int, each_page: int = 4) -> bytes:
    """A card for each table of a round, 4 or 8 to a page. Raises: NoSuchRound, NoFont."""
    found = text_rows.paper_round(event, number)
    said = _("Round %(round)s") % {"round": found.number}
    sheet = Paper(f"{event.state.title} · {said}: {_('table cards')}", get_language() or "en")
    cards = text_rows.tables(event, found)
    draw = _large_card if each_page == 4 else _small_card
    for at in range(0, max(len(cards), 1), each_page):
        _cuts(sheet, *GRIDS[each_page])
        for corner, card in zip(_corners(*GRIDS[each_page]), cards[at : at + each_page], strict=False):
            draw(sheet, *corner, event, said, card, site + card.address)
        sheet.next_page()
    return sheet.bytes()


def _corners(columns: int, lines: int) -> list[tuple[float, float]]:
    return [(column * WIDTH / columns, line * HEIGHT / lines) for line in range(lines) for column in range(columns)]


def _cuts(sheet: Paper, columns: int, lines: int) -> None:
    for column in range(1, columns):
        sheet.line(column * WIDTH / columns, 0, column * WIDTH / columns, HEIGHT, 0.15, dashed=True)
    for line in range(1, lines):
        sheet.line(0, line * HEIGHT / lines, WIDTH, line * HEIGHT / lines, 0.15, dashed=True)


def _large_card(
    sheet: Paper, x: float, y: float, event: Shown, said: str, card: text_rows.TableRow, address: str
) -> None:
    """A card of 105 x 148 mm."""
    left, wide = x + INSET, WIDTH / 2 - 2 * INSET
    sheet.text(left, y + 12, event.state.title, 10, grey=True, width=wide)
    sheet.text(left, y + 19, said, 14, bold=True)
    sheet.text(left + wide, y + 33, str(card.number), 56, bold=True, align="right")
    sheet.text(left, y + 26, _("Table"), 11, grey=True)
    sheet.text(left, y + 32, card.terrain, 11, width=wide - 42)
    sheet.line(left, y + 38, left + wide, y + 38, 0.4)
    for side, base in ((card.a, y + 48), (card.b, y + 71)):
        sheet.text(left, base, side.name, 20, bold=True, width=wide)
        sheet.text(left, base + 5.5, side.detail, 10, grey=True, width=wide)
    sheet.text(left, y + 61.5, _("against"), 9, grey=True)
    sheet.code(x + (WIDTH / 2 - 56) / 2, y + 79, 56, address)
    sheet.text(x + WIDTH / 4, y + 139, _("Scan to open the game of this table"), 9, align="middle", width=wide)


def _small_card(
    sheet: Paper, x: float, y: float, event: Shown, said: str, card: text_rows.TableRow, address: str
) -> None:
    """A card of 105 x 74 mm."""
    left, wide, side = x + INSET, WIDTH / 2 - 2 * INSET, 40.0
    text = wide - side - 2
    sheet.text(left, y + 11, event.state.title, 8, grey=True, width=wide)
    sheet.text(left, y + 17, said, 10, bold=True)
    sheet.text(left, y + 32, str(card.number), 40, bold=True, width=text)
    sheet.text(left, y + 38, card.terrain, 8, width=text)
    for each, base in ((card.a, y + 47), (card.b, y + 60)):
        sheet.text(left, base, each.name, 13, bold=True, width=text)
        sheet.text(left, base + 4.2, each.detail, 7, grey=True, width=text)
    sheet.code(left + wide - side + 3, y + 16, side, address)
    sheet.text(left + wide - side / 2 + 3, y + 60, _("Scan to open the game"), 7, align="middle", width=side)


SMALL_SHEETS = 4
"""Score sheets with more lines than these (boards, bonuses) get a page each; otherwise two share one."""


def score_sheets(event: Shown, site: str, number: int) -> bytes:
    """A score sheet for each table of a round. Raises: NoSuchRound, NoFont."""
    found = text_rows.paper_round(event, number)
    said = _("Round %(round)s") % {"round": found.number}
    sheet = Paper(f"{event.state.title} · {said}: {_('score sheets')}", get_language() or "en")
    games = [_("Games won"), _("Games drawn")] if counts_games(event.state.terms) else []
    ticked = [vocabulary.label(each) for each in event.state.terms.scoring.bonuses]
    parts, beside = text_rows.tallies(event)
    written, counted = [*games, *parts, _("Victory points"), *beside], [*parts, *beside]
    lines = event.state.terms.teams.size if event.state.terms.teams else len(ticked) + len(written) - 1
    each_page = 2 if lines <= SMALL_SHEETS else 1
    mission = vocabulary.mission(event.state.terms, found.number)
    cards = text_rows.tables(event, found)
    for at in range(0, max(len(cards), 1), each_page):
        if each_page == 2:
            _cuts(sheet, 1, 2)
        for place, card in enumerate(cards[at : at + each_page]):
            _score_sheet(
                sheet, place * HEIGHT / 2, event, said, card, site + card.address, ticked, written, mission, counted
            )
        sheet.next_page()
    return sheet.bytes()


def _score_sheet(
    sheet: Paper, y: float, event: Shown, said: str, card: text_rows.TableRow, address: str, ticked: Sequence[str],
    written: Sequence[str], mission: str, counted: Sequence[str],
) -> None:  # fmt: skip
    right = WIDTH - MARGIN
    above = " · ".join(filter(None, (event.state.title, mission)))
    sheet.text(MARGIN, y + 15, above, 10, grey=True, width=110)
    sheet.text(MARGIN, y + 24, f"{said} · {_('Table')} {card.number}", 20, bold=True, width=130)
    sheet.text(MARGIN, y + 31, card.terrain, 10, width=130)
    sheet.code(right - 34, y + 6, 34, address)
    for line, text in enumerate(pdf_pages.wrapped(_("Scan to enter it online"), 7, 38, 2)):
        sheet.text(right - 17, y + 42 + 2.8 * line, text, 7, align="middle")
    end = _boards(sheet, y + 46, card, counted) if card.boards else _sides(sheet, y + 46, card, ticked, written)
    _signatures(sheet, end + 16, card)


FIRST, SECOND, WIDE = MARGIN + 44, MARGIN + 116, 64.0
"""Where the columns of the two sides begin, and how wide they are."""


def _sides(
    sheet: Paper, y: float, card: text_rows.TableRow, ticked: Sequence[str], written: Sequence[str]
) -> float:  # fmt: skip
    """Names over boxes to fill in: games, points of each kind, bonuses, winner. Returns the lower end."""
    for side, x in ((card.a, FIRST), (card.b, SECOND)):
        sheet.text(x, y + 6, side.name, 14, bold=True, width=WIDE)
        sheet.text(x, y + 11, side.detail, 8, grey=True, width=WIDE)
    lines = [*written, *ticked, _("Winner (one, or both for a draw)")]
    top = y + 15
    for at, label in enumerate(lines):
        points, high = at < len(written), 9.5 if len(written) > 1 or at else 16.0
        sheet.text(MARGIN, top + high / 2 + 0.8, label, 9.5, width=FIRST - MARGIN - 3)
        for x in (FIRST,) if label == _("Games drawn") else (FIRST, SECOND):
            sheet.box(x, top, WIDE if points else 8, high - 1.5, 0.4 if points else 0.25)
        top += high
    return top


def _boards(sheet: Paper, y: float, card: text_rows.TableRow, counted: Sequence[str]) -> float:
    """The boards of a match between teams; blanks for names that the captains have not chosen, and below them what else
    is reported for each. Returns the lower end.
    """
    columns = (MARGIN + 10, WIDTH / 2 + 6)
    for side, x in zip((card.a, card.b), columns, strict=True):
        sheet.text(x, y + 6, side.name, 14, bold=True, width=56)
        sheet.text(x + 60, y + 6, _("VP"), 9, grey=True)
    top = y + 12
    for board in card.boards:
        sheet.text(MARGIN, top + 7, str(board.number), 12, bold=True)
        for name, x in zip((board.a, board.b), columns, strict=True):
            sheet.text(x, top + 6.5, name, 11, width=56)
            sheet.line(x, top + 9, x + 56, top + 9)
            sheet.box(x + 59, top, 20, 10, 0.4)
        top += 15
    if counted:
        text = _("Also reported for each board: %(points)s") % {"points": "; ".join(counted)}
        sheet.text(MARGIN, top + 2, text, 8, width=WIDTH - 2 * MARGIN)
        top += 4
    return top


def _signatures(sheet: Paper, y: float, card: text_rows.TableRow) -> None:
    for side, x in ((card.a, FIRST), (card.b, SECOND)):
        sheet.line(x, y, x + WIDE, y)
        sheet.text(x, y + 4, _("Signature: %(name)s") % {"name": side.name}, 8, grey=True, width=WIDE)


def badges(event: Shown) -> bytes:
    """A badge for every player, eight to a page, players of teams included. Raises: NoFont."""
    sheet = Paper(f"{event.state.title} · {_('name badges')}", get_language() or "en")
    people = _people(event)
    for at in range(0, max(len(people), 1), 8):
        _cuts(sheet, *GRIDS[8])
        for (x, y), (name, team, faction) in zip(_corners(*GRIDS[8]), people[at : at + 8], strict=False):
            middle, wide = x + WIDTH / 4, WIDTH / 2 - 2 * INSET
            sheet.text(middle, y + 16, event.state.title, 9, grey=True, align="middle", width=wide)
            sheet.text(middle, y + 40, name, 26, bold=True, align="middle", width=wide)
            sheet.text(middle, y + 50, team, 12, align="middle", width=wide)
            sheet.text(middle, y + 58, faction, 11, grey=True, align="middle", width=wide)
        sheet.next_page()
    return sheet.bytes()


def _people(event: Shown) -> list[tuple[str, str, str]]:
    """The name, team or club, and army of every player, by name."""
    found = []
    for each in event.state.playing():
        if each.members:
            team = event.name(each.number)
            found += [(event.name(each.number, at), team, one.faction) for at, one in enumerate(each.members, 1)]
        else:
            found.append((event.name(each.number), event.club(each.number), each.faction))
    return sorted(found, key=lambda each: text_rows.order_of(each[0]))
