"""Forms about entrants: registration, waiting list, check-in, leaving and coming back, byes, pairs kept apart."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from urllib.parse import urlencode

from django import forms
from django.contrib.auth.models import User
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from frontend.desk.forms import ActForm, EntrantForm
from frontend.tournaments.entrants import own_rosters
from frontend.tournaments.form_fields import reason_field
from gamelog.clubs.models import Club
from gamelog.contest.acts import entries, groups, rosters
from gamelog.tournaments.models import Nameplate
from gamelog.tournaments.services import MOST_NAME, Named

CLUBS_OFFERED = 500


def clubs() -> list[tuple[str, str]]:
    """The clubs to choose from; none is preselected."""
    return [("", _("none")), *((str(each.pk), each.name) for each in Club.objects.order_by("name")[:CLUBS_OFFERED])]


def account(name: str) -> User | None:
    """The account with this user name. Raises: ValidationError if there is none."""
    if not name:
        return None
    found = User.objects.filter(username=name.strip().lstrip("@"), is_active=True).first()
    if found is None:
        raise forms.ValidationError(_("There is no account named “%(name)s”.") % {"name": name[:60]})
    return found


class Register(ActForm):
    """Enter somebody at the desk: by the name they give, or by their account; a team with its members."""

    ACT = entries.Register
    TITLE = gettext_lazy("Add a player")
    WHAT = gettext_lazy("A name is enough. With their user name, they also see the event under My events.")
    BUTTON = gettext_lazy("Add")
    DONE = gettext_lazy("Added.")
    STAYS = True
    PLACES = {"names": "name", "person": "account", "members": "name"}

    name = forms.CharField(
        label=gettext_lazy("Player's name"), max_length=MOST_NAME, required=False,
        widget=forms.TextInput(attrs={"autocomplete": "off", "autofocus": True}),
    )  # fmt: skip
    account = forms.CharField(
        label=gettext_lazy("User name, if there is an account"), max_length=150, required=False,
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "off", "spellcheck": "false"}),
    )  # fmt: skip
    faction = forms.CharField(label=gettext_lazy("Faction"), max_length=200, required=False)
    rating = forms.IntegerField(label=gettext_lazy("Rating"), min_value=0, max_value=100_000, required=False)
    club = forms.ChoiceField(label=gettext_lazy("Club"), required=False)

    def build(self) -> None:
        """Add the clubs, and the members of a team."""
        self.fields["club"].choices = clubs()  # type: ignore[attr-defined]
        teams = self.desk.state.terms.teams
        self.size = teams.size if teams else 0
        if self.size:
            self.fields["name"].label = _("Name of the team")
            for name in ("faction", "account"):
                del self.fields[name]
        for board in range(1, self.size + 1):
            self._member(board)

    def _member(self, board: int) -> None:
        labels = {"name": _("Player %(board)d"), "account": _("User name of player %(board)d"),
                  "faction": _("Faction of player %(board)d")}  # fmt: skip
        for part, label in labels.items():
            self.fields[f"{part}_{board}"] = forms.CharField(
                label=label % {"board": board}, max_length=MOST_NAME, required=False
            )

    def clean(self) -> dict[str, Any]:
        """Look up the accounts; everybody needs a name or an account."""
        said = super().clean() or self.cleaned_data
        self.who = [self._named("", said)] + [self._named(f"_{board}", said) for board in range(1, self.size + 1)]
        return said

    def _named(self, end: str, said: dict[str, Any]) -> Named:
        name, user = str(said.get(f"name{end}", "")).strip(), None
        try:
            user = account(str(said.get(f"account{end}", "")))
        except forms.ValidationError as error:
            self.add_error(f"account{end}", error)
        if not name and not user and f"account{end}" not in self.errors:
            self.add_error(f"name{end}", _("A name or an account is needed."))
        return Named(user=user, name=name)

    def act_fields(self) -> dict[str, Any]:
        """The entry; who it is goes beside it."""
        factions = (self.cleaned_data[f"faction_{board}"] for board in range(1, self.size + 1))
        members = tuple(entries.NewMember(faction=each) for each in factions)
        return {**super().act_fields(), "rating": self.cleaned_data["rating"] or 0, "members": members}

    def named(self) -> list[Named]:
        """The entrant, or the members of a team after the team."""
        return self.who


class Admit(EntrantForm):
    ACT = entries.Admit
    TITLE = gettext_lazy("Admit from the waiting list")
    WHAT = gettext_lazy("Gives them a place out of turn, even beyond the limit.")
    BUTTON = gettext_lazy("Admit")
    DONE = gettext_lazy("Admitted.")
    reason = reason_field()


class CorrectEntry(EntrantForm):
    """Correct the name, club, faction or rating of an entry, or the account behind it."""

    ACT = entries.CorrectEntry
    TITLE = gettext_lazy("Edit entry")
    BUTTON = gettext_lazy("Save changes")
    DONE = gettext_lazy("Saved.")
    name = forms.CharField(label=gettext_lazy("Name"), max_length=MOST_NAME, required=False)
    account = forms.CharField(
        label=gettext_lazy("Their account"), max_length=150, required=False,
        help_text=gettext_lazy("The user name of the person playing under this entry, "
                               "if it has no account or the wrong one."),
    )  # fmt: skip
    faction = forms.CharField(label=gettext_lazy("Faction"), max_length=200, required=False)
    rating = forms.IntegerField(label=gettext_lazy("Rating"), min_value=0, max_value=100_000, required=False)
    club = forms.ChoiceField(label=gettext_lazy("Club"), required=False)
    reason = reason_field()

    def build(self) -> None:
        """Fill in what the entry says now."""
        super().build()
        found = self.desk.state.entrants.get(self.known())
        offered = clubs()
        plate = Nameplate.objects.filter(tournament=self.desk.tournament, number=self.known(), board=0).first()
        self.written = plate.name if plate else ""
        if not self.written:
            # An entrant with an account is called as the account is.
            del self.fields["name"]
        if found:
            self.begin(name=self.written, faction=found.faction, rating=found.rating, club=found.club)
            if found.club and found.club not in dict(offered):
                offered.append((found.club, found.club))
        self.fields["club"].choices = offered  # type: ignore[attr-defined]

    def clean(self) -> dict[str, Any]:
        """Require a change."""
        said = super().clean() or self.cleaned_data
        found = self.desk.state.entrants.get(said.get("entrant", 0))
        new = {"club": said.get("club", ""), "faction": said.get("faction", ""), "rating": said.get("rating") or 0}
        self.changed = {name: value for name, value in new.items() if found and value != getattr(found, name)}
        name = said.get("name", "").strip()
        self.renamed = name if name and name != self.written else ""
        if self.renamed and said.get("account"):
            raise forms.ValidationError({"name": _("Correct the account first, then the name.")})
        if not (self.changed or self.renamed or said.get("account")) and not self.errors:
            raise forms.ValidationError(_("Nothing was changed."))
        return said

    def clean_account(self) -> User | None:
        """The account. Raises: ValidationError if there is none."""
        return account(self.cleaned_data["account"])

    def act_fields(self) -> dict[str, Any]:
        """The correction: only the fields that differ."""
        kept = {name: self.cleaned_data[name] for name in ("entrant", "reason")}
        return {**kept, **self.changed}

    def named(self) -> Sequence[Named]:
        """The account, or the name, which no act holds."""
        found = self.cleaned_data.get("account")
        return [Named(user=found)] if found else [Named(name=self.renamed)] if self.renamed else []


class Drop(EntrantForm):
    """An entrant leaves."""

    ACT = entries.Drop
    TITLE = gettext_lazy("Drop from the event")
    WHAT = gettext_lazy("From the next pairing on. Results so far stay.")
    BUTTON = gettext_lazy("Drop")
    DONE = gettext_lazy("Dropped.")
    reason = reason_field(required=False)


class Return(EntrantForm):
    """An entrant who dropped plays again."""

    ACT = entries.Return
    TITLE = gettext_lazy("Bring back into the event")
    WHAT = gettext_lazy("They are paired again from the next round on.")
    BUTTON = gettext_lazy("Bring back")
    DONE = gettext_lazy("Back in the event.")
    reason = reason_field(required=False)


class NoShow(EntrantForm):
    """An entrant did not come to their table."""

    ACT = entries.NoShow
    TITLE = gettext_lazy("No-show at the table")
    WHAT = gettext_lazy("The table counts as forfeited: the opponent gets the points for it.")
    BUTTON = gettext_lazy("Forfeit")
    DONE = gettext_lazy("No-show recorded.")
    drop = forms.BooleanField(label=gettext_lazy("and drop them from the event"), required=False)

    def act_fields(self) -> dict[str, Any]:
        """The forfeit, in the round that is being played."""
        return {**super().act_fields(), "round": max(len(self.desk.state.rounds), 1)}


class CheckIn(EntrantForm):
    ACT = entries.CheckIn
    TITLE = gettext_lazy("Check in")
    BUTTON = gettext_lazy("Check in")
    DONE = gettext_lazy("Checked in.")


class UndoCheckIn(EntrantForm):
    ACT = entries.UndoCheckIn
    TITLE = gettext_lazy("Undo a check-in")
    BUTTON = gettext_lazy("Undo")
    DONE = gettext_lazy("No longer checked in.")


class AskBye(EntrantForm):
    """An entrant asks not to be paired in a round."""

    ACT = entries.AskBye
    TITLE = gettext_lazy("Bye in a round")
    WHAT = gettext_lazy("They are not paired in that round.")
    BUTTON = gettext_lazy("Record the bye")
    DONE = gettext_lazy("Bye recorded.")
    round = forms.TypedChoiceField(label=gettext_lazy("In round"), coerce=int)
    kind = forms.ChoiceField(label=gettext_lazy("Points for the bye"))

    def build(self) -> None:
        """Offer the rounds that are not paired yet and can be skipped, and what a bye may be worth here."""
        super().build()
        state = self.desk.state
        last = state.terms.rounds if state.terms.free_rounds else 0
        rounds = [(number, str(number)) for number in range(len(state.rounds) + 1, last + 1)]
        half = [("half-bye", _("half a point, as the event rules say"))] if state.terms.half_byes else []
        self.fields["round"].choices = rounds  # type: ignore[attr-defined]
        self.fields["kind"].choices = [*half, ("zero-bye", _("nothing"))]  # type: ignore[attr-defined]


class WithdrawBye(EntrantForm):
    """An entrant is paired in a round after all."""

    ACT = entries.WithdrawBye
    TITLE = gettext_lazy("Remove a bye")
    BUTTON = gettext_lazy("Remove bye")
    DONE = gettext_lazy("Bye removed.")
    round = forms.IntegerField(label=gettext_lazy("In round"), min_value=1, max_value=200)


class PairForm(ActForm):
    """An act about two entrants."""

    a = forms.TypedChoiceField(label=gettext_lazy("Who"), coerce=int)
    b = forms.TypedChoiceField(label=gettext_lazy("and"), coerce=int)
    reason = reason_field()

    def build(self) -> None:
        """Offer every entrant."""
        for name in ("a", "b"):
            self.fields[name].choices = self.desk.people()  # type: ignore[attr-defined]


class Forbid(PairForm):
    """Two entrants are never paired."""

    ACT = entries.Forbid
    TITLE = gettext_lazy("Never pair two players")
    WHAT = gettext_lazy("They will never be paired with each other: family, a dispute, a judge's decision.")
    BUTTON = gettext_lazy("Never pair them")
    DONE = gettext_lazy("They will not be paired with each other.")


class Allow(PairForm):
    """Two entrants may be paired again."""

    ACT = entries.Allow
    TITLE = gettext_lazy("Allow the pairing again")
    BUTTON = gettext_lazy("Allow pairing")
    DONE = gettext_lazy("They can be paired again.")


class DrawGroups(ActForm):
    """The groups, as the terms say."""

    ACT = groups.DrawGroups
    TITLE = gettext_lazy("Draw the groups")
    WHAT = gettext_lazy(
        "Everybody who is here is put into a group. Until the first round is paired you can draw again."
    )
    BUTTON = gettext_lazy("Draw the groups")
    DONE = gettext_lazy("The groups are drawn.")


class LockRosters(ActForm):
    """No roster can be changed from now on."""

    ACT = rosters.LockRosters
    TITLE = gettext_lazy("Lock the rosters")
    WHAT = gettext_lazy(
        "From now on nobody can change a roster, and all rosters are public. Players without one can still submit one."
    )
    BUTTON = gettext_lazy("Lock rosters")
    DONE = gettext_lazy("Rosters are locked.")


class HolderForm(EntrantForm):
    """An act about the roster of an entrant, or of a player of a team."""

    member = forms.TypedChoiceField(label=gettext_lazy("Player"), coerce=int, required=False)

    def build(self) -> None:
        """Offer the members if it is a team."""
        super().build()
        found = self.desk.state.entrants.get(self.known())
        members = range(1, len(found.members) + 1) if found else range(0)
        if members:
            offered = [(board, self.desk.name(self.known(), board)) for board in members]
            self.fields["member"].choices = offered  # type: ignore[attr-defined]
        else:
            del self.fields["member"]

    def act_fields(self) -> dict[str, Any]:
        """The act's fields; for an entrant that is not a team, without a member."""
        return {**super().act_fields(), "member": self.cleaned_data.get("member") or 0}


class HandIn(HolderForm):
    """A roster handed in for somebody who brings it to the desk on paper or has no account."""

    ACT = rosters.SubmitRoster
    TITLE = gettext_lazy("Submit a roster")
    WHAT = gettext_lazy("For players who bring it to the desk: upload the file, then choose it here.")
    BUTTON = gettext_lazy("Submit roster")
    DONE = gettext_lazy("Roster submitted.")
    sha256 = forms.ChoiceField(label=gettext_lazy("Roster"))

    def build(self) -> None:
        """Offer the rosters of the staff member at the desk."""
        super().build()
        field = self.fields["sha256"]
        field.choices = own_rosters(self.desk)  # type: ignore[attr-defined]
        here = reverse("event-desk-act", args=[self.desk.tournament.slug, self.type()])
        back = urlencode({"next": f"{here}?entrant={self.known()}" if self.known() else here})
        field.help_text = format_html('<a href="{}?{}">{}</a>', reverse("rosters"), back, _("Upload a roster"))


class UnlockRoster(HolderForm):
    """One entrant may hand in another roster once."""

    ACT = rosters.UnlockRoster
    TITLE = gettext_lazy("Reopen a roster")
    WHAT = gettext_lazy("Lets them submit one more roster although rosters are locked.")
    BUTTON = gettext_lazy("Reopen")
    DONE = gettext_lazy("The roster is open again.")
    reason = reason_field()
