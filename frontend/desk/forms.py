"""What the forms of the desk have in common. Each stands for one act of a tournament, made from what was filled in."""

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
    """One act, as its fields say it."""

    ACT: ClassVar[type[msgspec.Struct]]
    """The act; fields of the form that are named as its members fill them."""
    TITLE: ClassVar[Promise]
    """What is done, as a heading."""
    WHAT: ClassVar[Promise | str] = ""
    """What follows from it, in a sentence or two."""
    BUTTON: ClassVar[Promise]
    DONE: ClassVar[Promise]
    """What is said once it is stored."""
    PLACES: ClassVar[dict[str, str]] = {}
    """Which part of the act stands in which field, where the names differ."""
    STAYS: ClassVar[bool] = False
    """Whether its page is there for the next one at once."""
    SHOWN_FIRST: ClassVar[bool] = False
    """Whether its effect on the standings is always shown before it is stored."""

    def __init__(self, data: Any = None, *, desk: Desk, initial: dict[str, Any] | None = None) -> None:
        super().__init__(data, initial=initial or {}, label_suffix="")
        self.desk = desk
        self.build()

    def build(self) -> None:
        """Add what depends on the tournament."""

    @classmethod
    def type(cls) -> str:
        """The word that declares the act."""
        return str(cls.ACT.__struct_config__.tag)

    def act_fields(self) -> dict[str, Any]:
        """What was filled in, by the members of the act. Call it on a valid form."""
        return dict(self.cleaned_data)

    def act(self) -> Any:
        """The act. Call it on a valid form."""
        said = self.act_fields()
        return self.ACT(**{name: said[name] for name in self.ACT.__struct_fields__ if name in said})

    def named(self) -> Sequence[Named]:
        """Who registers, where somebody does."""
        return ()

    def subject(self) -> str:
        """Whom or which table it is about, for the heading; empty where the fields say it."""
        return ""

    def leads(self, back: str) -> str:
        """Where to go once it is stored: to the page that sent the form, unless that is not there any more."""
        return back

    def refused(self, error: Refused) -> None:
        """Say at its field why the act cannot stand."""
        parts = error.path.removeprefix("$").strip(".").split(".")
        named = [self.PLACES.get(part, part) for part in (error.path, *parts)]
        field = next((name for name in named if name in self.fields and not self.fields[name].widget.is_hidden), None)
        self.add_error(field, refusals.refusal_text(error))

    def begin(self, **values: Any) -> None:
        """What fields begin with, unless the page was opened with something else."""
        for name, value in values.items():
            self.initial.setdefault(name, value)

    def given(self, name: str) -> Any:
        """What a field holds now: what was sent, else what the page began with."""
        return self[name].value()


class EntrantForm(ActForm):
    """An act about one entrant."""

    entrant = forms.TypedChoiceField(label=gettext_lazy("Who"), coerce=int)

    def build(self) -> None:
        """Everybody to choose from; who is given already stands in the heading."""
        field = self.fields["entrant"]
        field.choices = self.desk.people()  # type: ignore[attr-defined]
        if self.known():
            field.widget = forms.HiddenInput()

    def known(self) -> int:
        """The entrant that the page was opened for; 0 where one is to be chosen."""
        number = whole_number(self.given("entrant"))
        return number if number in self.desk.state.entrants else 0

    def subject(self) -> str:
        """The entrant's name."""
        return self.desk.name(self.known()) if self.known() else ""
