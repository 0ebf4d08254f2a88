"""The common base of the desk's forms. Each form stands for one act of a tournament, built from its fields."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

import msgspec
from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

from frontend.base.numbers import whole_number
from frontend.desk.access import Desk
from frontend.tournaments import refusals
from gamelog.contest.errors import Refused
from gamelog.tournaments.services import Named


class ActForm(forms.Form):
    """One act, filled in through form fields."""

    ACT: ClassVar[type[msgspec.Struct]]
    """The act; form fields named like its members fill them."""
    TITLE: ClassVar[Promise]
    """The heading."""
    WHAT: ClassVar[Promise | str] = ""
    """The consequences, in a sentence or two."""
    BUTTON: ClassVar[Promise]
    DONE: ClassVar[Promise]
    """The message once it is stored."""
    PLACES: ClassVar[dict[str, str]] = {}
    """Which form field shows which part of the act, where the names differ."""
    STAYS: ClassVar[bool] = False
    """Whether its page returns at once for the next act."""
    SHOWN_FIRST: ClassVar[bool] = False
    """Whether its effect on the standings is always previewed before it is stored."""

    def __init__(self, data: Any = None, *, desk: Desk, initial: dict[str, Any] | None = None) -> None:
        super().__init__(data, initial=initial or {}, label_suffix="")
        self.desk = desk
        self.build()

    def build(self) -> None:
        """Add the fields that depend on the tournament."""

    @classmethod
    def type(cls) -> str:
        """The tag of the act."""
        return str(cls.ACT.__struct_config__.tag)

    def act_fields(self) -> dict[str, Any]:
        """The values for the act's members. Call it on a valid form."""
        return dict(self.cleaned_data)

    def act(self) -> Any:
        """The act. Call it on a valid form."""
        said = self.act_fields()
        return self.ACT(**{name: said[name] for name in self.ACT.__struct_fields__ if name in said})

    def named(self) -> Sequence[Named]:
        """The names of a registration, which no act holds."""
        return ()

    def subject(self) -> str:
        """Whom or which table it is about, for the heading; empty if the fields say it."""
        return ""

    def leads(self, back: str) -> str:
        """Where to go once it is stored: back to the page that sent the form, unless that no longer exists."""
        return back

    def place_of(self, path: str) -> str:
        """The field that an act's path is about, where its name does not follow from `PLACES`; else empty."""
        return ""

    def refused(self, error: Refused) -> None:
        """Show a refusal at the field it is about."""
        parts = error.path.removeprefix("$").strip(".").split(".")
        named = [self.place_of(error.path), *(self.PLACES.get(part, part) for part in (error.path, *parts))]
        field = next((name for name in named if name in self.fields and not self.fields[name].widget.is_hidden), None)
        self.add_error(field, refusals.refusal_text(error))

    def begin(self, **values: Any) -> None:
        """Set initial values, unless the page was opened with others."""
        for name, value in values.items():
            self.initial.setdefault(name, value)

    def given(self, name: str) -> Any:
        """The current value of a field: what was sent, else the initial value."""
        return self[name].value()


class EntrantForm(ActForm):
    """An act about one entrant."""

    entrant = forms.TypedChoiceField(label=gettext_lazy("Who"), coerce=int)

    def build(self) -> None:
        """Offer every entrant; one given by the link is named in the heading instead."""
        field = self.fields["entrant"]
        field.choices = self.desk.people()  # type: ignore[attr-defined]
        if self.known():
            field.widget = forms.HiddenInput()

    def known(self) -> int:
        """The entrant the page was opened for; 0 where one is to be chosen."""
        number = whole_number(self.given("entrant"))
        return number if number in self.desk.state.entrants else 0

    def subject(self) -> str:
        return self.desk.name(self.known()) if self.known() else ""
