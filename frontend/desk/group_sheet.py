"""The sheet on which the staff put entrants into groups. Only what was changed on it is sent."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from frontend.base.numbers import whole_number
from frontend.desk.access import Desk
from frontend.tournaments import refusals
from gamelog.contest import groups
from gamelog.contest.acts.groups import AssignGroups
from gamelog.contest.errors import Refused


class SheetRow(NamedTuple):
    """An entrant on the sheet: `typed` is the group that is chosen, `was` the one that the page showed first. `fixed`:
    they have been paired in it.
    """

    entrant: int
    name: str
    rating: int
    typed: str
    was: str
    fixed: bool
    error: str = ""


class GroupSheet:
    """The group of everybody, as stored and as chosen in a form that was sent."""

    def __init__(self, desk: Desk, sent: Mapping[str, Any] | None = None) -> None:
        self.desk = desk
        self.errors: dict[int, str] = {}
        self.refused = ""
        self._paired = {each.entrant for found in desk.state.rounds for each in found.request.candidates}
        self._typed = {each: str(sent.get(f"group-{each}", "")) for each in self._field()} if sent else {}
        self._was = {each: str(sent.get(f"was-{each}", "")) for each in self._field()} if sent else {}

    def _field(self) -> list[int]:
        return [each.number for each in self.desk.state.playing()]

    @property
    def choices(self) -> list[tuple[str, str]]:
        """The groups by number."""
        return [(str(each), groups.letter(each)) for each in range(1, self.desk.state.terms.stages.groups + 1)]

    @property
    def rows(self) -> list[SheetRow]:
        """Everybody, by number. What was chosen stays; what was not touched is as it is stored now."""
        return [self._row(each) for each in self._field()]

    def _row(self, entrant: int) -> SheetRow:
        now = str(self.desk.state.groups.get(entrant, ""))
        typed = self._typed[entrant] if self._changed(entrant) else now
        rating = self.desk.state.entrants[entrant].rating
        fixed = entrant in self._paired
        return SheetRow(entrant, self.desk.name(entrant), rating, typed, now, fixed, self.errors.get(entrant, ""))

    def _changed(self, entrant: int) -> bool:
        return bool(self._typed.get(entrant)) and self._typed[entrant] != self._was[entrant]

    def act(self) -> AssignGroups | None:
        """The act of everything that was changed; None if nothing was."""
        changed = tuple((each, whole_number(self._typed[each])) for each in self._field() if self._changed(each))
        return AssignGroups(changed) if changed else None

    def refuse(self, error: Refused, act: AssignGroups) -> None:
        """Show a refusal at the entrant it is about, or above the sheet."""
        at = error.path.removeprefix("$.groups[").partition("]")[0]
        text = refusals.refusal_text(error)
        if error.path.startswith("$.groups[") and at.isdigit():
            self.errors[act.groups[int(at)][0]] = text
        else:
            self.refused = text
