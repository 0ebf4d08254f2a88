"""Forms about the tournament as a whole, its rounds' clock and tables, and who works at it."""

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
    """Players may register from now on."""

    ACT = setting.OpenRegistration
    TITLE = gettext_lazy("Open registration")
    WHAT = gettext_lazy("Players may register themselves from now on. Whoever comes when it is full waits.")
    BUTTON = gettext_lazy("Open registration")
    DONE = gettext_lazy("Registration is open.")


class CloseRegistration(ActForm):
    """Players register no more."""

    ACT = setting.CloseRegistration
    TITLE = gettext_lazy("Close registration")
    WHAT = gettext_lazy("Players register themselves no more. The desk still can enter somebody.")
    BUTTON = gettext_lazy("Close registration")
    DONE = gettext_lazy("Registration is closed.")


class Rename(ActForm):
    """Another title."""

    ACT = setting.Rename
    TITLE = gettext_lazy("Rename the event")
    BUTTON = gettext_lazy("Rename")
    DONE = gettext_lazy("Renamed.")
    title = forms.CharField(label=gettext_lazy("Title of the event"), max_length=200)

    def build(self) -> None:
        """The title now."""
        self.begin(title=self.desk.state.title)


class Cancel(ActForm):
    """The tournament does not take place, or is broken off."""

    ACT = setting.Cancel
    TITLE = gettext_lazy("Cancel the event")
    WHAT = gettext_lazy("It does not take place, or is broken off. It can be reopened.")
    BUTTON = gettext_lazy("Cancel the event")
    DONE = gettext_lazy("The event is cancelled.")
    reason = reason_field()


class Finish(ActForm):
    """The tournament is over."""

    ACT = setting.Finish
    TITLE = gettext_lazy("Finish the event")
    WHAT = gettext_lazy("The standings are final. A judge can still correct results, and the event can be reopened.")
    BUTTON = gettext_lazy("Finish")
    DONE = gettext_lazy("The event is finished.")
    reason = reason_field(required=False, label=gettext_lazy("Reason, where results are missing"))


class Reopen(ActForm):
    """A finished or cancelled tournament goes on."""

    ACT = setting.Reopen
    TITLE = gettext_lazy("Reopen the event")
    BUTTON = gettext_lazy("Reopen")
    DONE = gettext_lazy("The event goes on.")
    reason = reason_field()


class ClockForm(ActForm):
    """An act about the clock of the round that is played."""

    round = forms.IntegerField(min_value=1, max_value=10_000, widget=forms.HiddenInput)

    def build(self) -> None:
        """The round that is played, unless another is said."""
        self.begin(round=len(self.desk.state.rounds))


class StartClock(ClockForm):
    """The clock runs."""

    ACT = rounds.StartClock
    TITLE = gettext_lazy("Start the clock")
    BUTTON = gettext_lazy("Start the clock")
    DONE = gettext_lazy("The clock runs.")


class PauseClock(ClockForm):
    """The clock stands."""

    ACT = rounds.PauseClock
    TITLE = gettext_lazy("Pause the clock")
    BUTTON = gettext_lazy("Pause")
    DONE = gettext_lazy("The clock stands.")


class ExtendClock(ClockForm):
    """The round lasts longer, or shorter."""

    ACT = rounds.ExtendClock
    TITLE = gettext_lazy("Add time")
    WHAT = gettext_lazy("Minutes with a minus shorten the round.")
    BUTTON = gettext_lazy("Add time")
    DONE = gettext_lazy("The round's time is changed.")
    most = rounds.LONGEST
    minutes = forms.IntegerField(label=gettext_lazy("Minutes"), min_value=-most, max_value=most, initial=10)
    reason = reason_field()

    def build(self) -> None:
        """A reason to begin with: time is mostly added in a hurry."""
        super().build()
        self.begin(reason=_("The round was interrupted."))


class MoveTable(TableForm):
    """A pair goes to another table."""

    ACT = rounds.MoveTable
    TITLE = gettext_lazy("Move to another table")
    WHAT = gettext_lazy("Whoever plays at the other table comes to this one.")
    BUTTON = gettext_lazy("Move")
    DONE = gettext_lazy("Moved.")
    to = forms.IntegerField(label=gettext_lazy("To table"), min_value=1, max_value=10_000)
    reason = reason_field()

    def leads(self, back: str) -> str:
        """From the page of the table that they left to that of the table where they play now."""
        number, table, board = self.place
        left = seats.table_page(self.desk, number, table, board)
        return seats.table_page(self.desk, number, self.cleaned_data["to"], board) if back == left else back


class Appoint(ActForm):
    """Somebody gets an office."""

    ACT = people.Appoint
    TITLE = gettext_lazy("Appoint somebody")
    WHAT = gettext_lazy("A judge rules, a scorekeeper runs rounds and results, an organiser does everything.")
    BUTTON = gettext_lazy("Appoint")
    DONE = gettext_lazy("Appointed.")
    PLACES = {"person": "account"}
    account = forms.CharField(
        label=gettext_lazy("User name"), max_length=150,
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "off", "spellcheck": "false"}),
    )  # fmt: skip
    role = forms.ChoiceField(label=gettext_lazy("Office"), choices=OFFICES)

    def clean_account(self) -> str:
        """The opaque id of the person."""
        found = account(str(self.cleaned_data["account"]))
        assert found
        return participant_of(found)

    def act_fields(self) -> dict[str, Any]:
        """The person and the office."""
        return {**super().act_fields(), "person": self.cleaned_data["account"]}


class Dismiss(ActForm):
    """Somebody has an office no more."""

    ACT = people.Dismiss
    TITLE = gettext_lazy("Dismiss from an office")
    BUTTON = gettext_lazy("Dismiss")
    DONE = gettext_lazy("Dismissed.")
    person = forms.CharField(max_length=60, widget=forms.HiddenInput)
    role = forms.ChoiceField(choices=OFFICES, widget=forms.HiddenInput)

    def subject(self) -> str:
        """Who, and from what."""
        person, role = str(self.given("person") or ""), str(self.given("role") or "")
        office: dict[str, Any] = dict(OFFICES)
        return f"{names_of_people([person]).get(person, '?')}, {office.get(role, role)}"
