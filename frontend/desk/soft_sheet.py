"""The sheet on which the staff enter the marks of a category for everybody at once.

A mark is sent only if it differs from what the page showed, so that two people can fill in halves of one sheet.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from django import forms

from frontend.desk.access import Desk
from frontend.tournaments import refusals, vocabulary
from frontend.tournaments.form_fields import PointsOrNone
from gamelog.contest.acts.soft import GiveSoft, Marked
from gamelog.contest.errors import Refused
from gamelog.contest.points import said
from gamelog.contest.state import SoftMark
from gamelog.contest.terms_soft import SoftCategory


class SheetRow(NamedTuple):
    """An entrant on the sheet: `typed` is in the field, `was` is what the page showed first."""

    entrant: int
    name: str
    typed: str
    was: str
    error: str = ""


class PlayersMark(NamedTuple):
    """A mark or a vote by a player: who gave it to whom."""

    giver: int
    by: str
    to: str
    points: str
    round: int


class Sheet:
    """The marks of a category, in a round or for the event: as stored, and as typed in a form that was sent."""

    def __init__(self, desk: Desk, category: SoftCategory, number: int, sent: Mapping[str, Any] | None = None) -> None:
        self.desk, self.category, self.number = desk, category, number
        self.errors: dict[int, str] = {}
        self.refused = ""
        self._stored = {
            each.entrant: said(each.points) for each in desk.state.soft
            if (each.category, each.round, each.giver) == (category.id, number, 0)
        }  # fmt: skip
        self._typed = {each: str(sent.get(f"mark-{each}", "")).strip()[:20] for each in self._field()} if sent else {}
        self._was = {each: str(sent.get(f"was-{each}", "")) for each in self._field()} if sent else {}

    def _field(self) -> list[int]:
        return [each.number for each in self.desk.state.entrants.values() if each.status != "waiting"]

    @property
    def title(self) -> str:
        """The category in the reader's language."""
        return vocabulary.label(self.category)

    @property
    def rows(self) -> list[SheetRow]:
        """Everybody, by number. What was typed stays; what was not touched is as it is stored now."""
        return [self._row(each) for each in self._field()]

    def _row(self, entrant: int) -> SheetRow:
        now = self._stored.get(entrant, "")
        typed = self._typed[entrant] if self._changed(entrant) else now
        return SheetRow(entrant, self.desk.name(entrant), typed, now, self.errors.get(entrant, ""))

    def _changed(self, entrant: int) -> bool:
        return entrant in self._typed and self._typed[entrant] != self._was[entrant]

    def act(self) -> GiveSoft | None:
        """The act of everything that was changed; None if nothing was, or `errors` say what is no number."""
        marks = []
        for entrant in filter(self._changed, self._field()):
            try:
                points = PointsOrNone(required=False).clean(self._typed[entrant])
            except forms.ValidationError as error:
                self.errors[entrant] = " ".join(error.messages)
                continue
            # What somebody else took back meanwhile needs not to be taken back again.
            if points is not None or entrant in self._stored:
                marks.append(Marked(entrant, points))
        return GiveSoft(self.category.id, tuple(marks), self.number) if marks and not self.errors else None

    def refuse(self, error: Refused, act: GiveSoft) -> None:
        """Show a refusal at the entrant it is about, or above the sheet."""
        at = error.path.removeprefix("$.marks[").partition("]")[0]
        text = refusals.refusal_text(error)
        if error.path.startswith("$.marks[") and at.isdigit():
            self.errors[act.marks[int(at)].entrant] = text
        else:
            self.refused = text


def players_marks(desk: Desk, category: SoftCategory) -> list[PlayersMark]:
    """Who gave which mark, by round and number: for the staff alone."""
    found = [each for each in desk.state.soft if each.category == category.id and each.giver]
    return [
        PlayersMark(each.giver, desk.name(each.giver), desk.name(each.entrant), said(each.points), each.round)
        for each in sorted(found, key=_order)
    ]


def _order(mark: SoftMark) -> tuple[int, int]:
    return mark.round, mark.giver
