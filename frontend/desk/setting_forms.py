"""Forms about the tournament as a whole, its clock and tables, and its staff."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from frontend.desk import seats
from frontend.desk.entry_forms import account
from frontend.desk.forms import ActForm
from frontend.desk.result_forms import TableForm
from frontend.tournaments.form_fields import reason_field
from frontend.tournaments.people import names_of_people
from gamelog.contest.acts import people, rounds, setting
from gamelog.people.services import participant_of

OFFICES = [
    ("judge", gettext_lazy("judge")), ("scorekeeper", gettext_lazy("scorekeeper")),
    ("organiser", gettext_lazy("organiser")),
]  # fmt: skip


class OpenRegistration(ActForm):
    ACT = setting.OpenRegistration
    TITLE = gettext_lazy("Open registration")
    WHAT = gettext_lazy(
        "Players can register themselves from now on. Once the event is full, they join the waiting list."
    )
    BUTTON = gettext_lazy("Open registration")
    DONE = gettext_lazy("Registration is open.")


class CloseRegistration(ActForm):
    ACT = setting.CloseRegistration
    TITLE = gettext_lazy("Close registration")
    WHAT = gettext_lazy("Players can no longer register themselves. The desk can still add entrants.")
    BUTTON = gettext_lazy("Close registration")
    DONE = gettext_lazy("Registration is closed.")


class Rename(ActForm):
    """Change the title."""

    ACT = setting.Rename
    TITLE = gettext_lazy("Rename the event")
    BUTTON = gettext_lazy("Rename")
    DONE = gettext_lazy("Renamed.")
    title = forms.CharField(label=gettext_lazy("Title of the event"), max_length=200)

    def build(self) -> None:
        """Show the current title."""
        self.begin(title=self.desk.state.title)


class Cancel(ActForm):
    """The tournament will not take place, or ends early."""

    ACT = setting.Cancel
    TITLE = gettext_lazy("Cancel the event")
    WHAT = gettext_lazy("It will not take place, or it ends early. It can be reopened.")
    BUTTON = gettext_lazy("Cancel the event")
    DONE = gettext_lazy("The event is cancelled.")
    reason = reason_field()


class Finish(ActForm):
    ACT = setting.Finish
    TITLE = gettext_lazy("Finish the event")
    WHAT = gettext_lazy("The standings are final. A judge can still correct results, and the event can be reopened.")
    BUTTON = gettext_lazy("Finish")
    DONE = gettext_lazy("The event is finished.")
    reason = reason_field(required=False, label=gettext_lazy("Reason, if results are missing"))


class Reopen(ActForm):
    """A finished or cancelled tournament continues."""

    ACT = setting.Reopen
    TITLE = gettext_lazy("Reopen the event")
    BUTTON = gettext_lazy("Reopen")
    DONE = gettext_lazy("The event continues.")
    reason = reason_field()


class ClockForm(ActForm):
    """An act about the clock of the current round."""

    round = forms.IntegerField(min_value=1, max_value=10_000, widget=forms.HiddenInput)

    def build(self) -> None:
        """Choose the current round, unless another is given."""
        self.begin(round=len(self.desk.state.rounds))


class StartClock(ClockForm):
    ACT = rounds.StartClock
    TITLE = gettext_lazy("Start the clock")
    BUTTON = gettext_lazy("Start the clock")
    DONE = gettext_lazy("The clock is running.")


class PauseClock(ClockForm):
    ACT = rounds.PauseClock
    TITLE = gettext_lazy("Pause the clock")
    BUTTON = gettext_lazy("Pause")
    DONE = gettext_lazy("The clock is paused.")


class ExtendClock(ClockForm):
    """Add minutes to the round, or take some away."""

    ACT = rounds.ExtendClock
    TITLE = gettext_lazy("Add time")
    WHAT = gettext_lazy("Negative minutes shorten the round.")
    BUTTON = gettext_lazy("Add time")
    DONE = gettext_lazy("The round's time has been changed.")
    most = rounds.LONGEST
    minutes = forms.IntegerField(label=gettext_lazy("Minutes"), min_value=-most, max_value=most, initial=10)
    reason = reason_field()

    def build(self) -> None:
        """Prefill a reason: time is mostly added in a hurry."""
        super().build()
        self.begin(reason=_("The round was interrupted."))


class MoveTable(TableForm):
    """A pair moves to another table."""

    ACT = rounds.MoveTable
    TITLE = gettext_lazy("Move to another table")
    WHAT = gettext_lazy("The pair at the other table moves to this one.")
    BUTTON = gettext_lazy("Move")
    DONE = gettext_lazy("Moved.")
    to = forms.IntegerField(label=gettext_lazy("To table"), min_value=1, max_value=10_000)
    reason = reason_field()

    def leads(self, back: str) -> str:
        """From the page of the table they left to that of their new table."""
        number, table, board = self.place
        left = seats.table_page(self.desk, number, table, board)
        return seats.table_page(self.desk, number, self.cleaned_data["to"], board) if back == left else back


class Appoint(ActForm):
    """Give somebody an office."""

    ACT = people.Appoint
    TITLE = gettext_lazy("Add staff")
    WHAT = gettext_lazy("Judges make rulings, scorekeepers run rounds and results, organisers can do everything.")
    BUTTON = gettext_lazy("Appoint")
    DONE = gettext_lazy("Appointed.")
    PLACES = {"person": "account"}
    account = forms.CharField(
        label=gettext_lazy("User name"), max_length=150,
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "off", "spellcheck": "false"}),
    )  # fmt: skip
    role = forms.ChoiceField(label=gettext_lazy("Role"), choices=OFFICES)

    def clean_account(self) -> str:
        """The opaque id of the person."""
        found = account(str(self.cleaned_data["account"]))
        assert found
        return participant_of(found)

    def act_fields(self) -> dict[str, Any]:
        """The person and the office."""
        return {**super().act_fields(), "person": self.cleaned_data["account"]}


class Dismiss(ActForm):
    """Remove somebody from an office."""

    ACT = people.Dismiss
    TITLE = gettext_lazy("Remove a role")
    BUTTON = gettext_lazy("Remove role")
    DONE = gettext_lazy("Role removed.")
    person = forms.CharField(max_length=60, widget=forms.HiddenInput)
    role = forms.ChoiceField(choices=OFFICES, widget=forms.HiddenInput)

    def subject(self) -> str:
        """The person and the office."""
        person, role = str(self.given("person") or ""), str(self.given("role") or "")
        office: dict[str, Any] = dict(OFFICES)
        return f"{names_of_people([person]).get(person, '?')}, {office.get(role, role)}"
