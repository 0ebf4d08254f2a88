"""The score sheets from paper that somebody has a part in, as a list shows them."""

from __future__ import annotations

from typing import NamedTuple

from django.contrib.auth.models import User

import rules
from gamelog.people.selectors import display_name
from gamelog.sheets import access, selectors
from gamelog.sheets.acts import SIDES
from gamelog.sheets.models import Sheet


class SheetRow(NamedTuple):
    """A sheet in a list. `waits`: the reader played and has said nothing about it yet."""

    sheet: Sheet
    system: str
    names: tuple[str, str]
    totals: tuple[int, int]
    waits: bool


def sheet_rows(user: User, count: int) -> list[SheetRow]:
    """The newest sheets of somebody that were not withdrawn."""
    return [_row(user, sheet) for sheet in access.sheets_of(user).exclude(standing="withdrawn")[:count]]


def _row(user: User, sheet: Sheet) -> SheetRow:
    view = selectors.view_of(sheet)
    battle, words, own = view.now.battle, view.now.words, access.side_of(user, sheet)
    players = {"a": sheet.a, "b": sheet.b}
    first, second = (display_name(player) if (player := players[side]) else getattr(words, side).name for side in SIDES)
    answered = own in view.state.confirmed or own in view.state.disputed
    return SheetRow(
        sheet, rules.load(sheet.ruleset).name, (first, second), battle.totals, own is not None and not answered
    )
