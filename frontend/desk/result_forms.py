"""Forms about results at a table and about penalties, with the previews of corrections."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from django import forms
from django.http import Http404
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from frontend.base.numbers import whole_number
from frontend.desk import seats
from frontend.desk.forms import ActForm, EntrantForm
from frontend.tournaments import report_fields
from frontend.tournaments.form_fields import PointsField, players_widget, reason_field
from frontend.tournaments.report_fields import ReportFields
from gamelog.contest import captains
from gamelog.contest.acts import penalties, results, rounds
from gamelog.contest.outcomes import BattleOutcome
from gamelog.contest.state import Result, seat

FORFEITS = ("", "a", "b", "both")


class TableForm(ActForm):
    """An act about one table, or one board of a match between teams. The page is opened for it, and the heading names
    it.
    """

    round = forms.IntegerField(min_value=1, max_value=10_000, widget=forms.HiddenInput)
    table = forms.IntegerField(min_value=1, max_value=100_000, widget=forms.HiddenInput)
    board = forms.IntegerField(min_value=0, max_value=12, required=False, widget=forms.HiddenInput)

    def build(self) -> None:
        """Find who plays there. Raises: Http404 if nobody does."""
        self.place = (
            whole_number(self.given("round")),
            whole_number(self.given("table")),
            whole_number(self.given("board")),
        )
        self.sitting = seats.names_at(self.desk, *self.place)
        if self.sitting is None:
            raise Http404("nobody plays at this table")

    def known(self) -> Result | None:
        """The current result."""
        number, table, board = self.place
        return self.desk.state.rounds[number - 1].results.get(seat(table, board))

    def subject(self) -> str:
        """Round, table and players."""
        return seats.seat_with_names(self.desk, *self.place)

    def act_fields(self) -> dict[str, Any]:
        """The act's fields, and the table."""
        number, table, board = self.place
        return {**super().act_fields(), "round": number, "table": table, "board": board}


class ReportForm(ReportFields, TableForm):
    """A result, with absences."""

    forfeit = forms.ChoiceField(label=gettext_lazy("Did not play"), required=False)

    PLACES = {**report_fields.PLACES, "bonuses": "bonuses_a"}

    def build(self) -> None:
        """Show the names of both sides, what the tournament counts, and the current result."""
        super().build()
        assert self.sitting
        first, second = self.sitting
        self.fields["a"].label = _("Points of %(name)s") % {"name": first}
        self.fields["b"].label = _("Points of %(name)s") % {"name": second}
        missing = (_("both played"), first, second, _("neither of them"))
        self.fields["forfeit"].choices = list(zip(FORFEITS, missing, strict=True))  # type: ignore[attr-defined]
        terms, known = self.desk.state.terms, self.known()
        self.sides(self.sitting, terms, known.report if known else None)
        if known:
            self.begin(**report_fields.fields_of(known.report, terms.tallies), forfeit=known.report.forfeit)

    def act_fields(self) -> dict[str, Any]:
        """The act's fields, and the result."""
        return {**super().act_fields(), "report": self.report()}

    def report(self) -> BattleOutcome:
        """The result that was filled in."""
        forfeit = self.cleaned_data["forfeit"]
        return BattleOutcome(forfeit=forfeit) if forfeit else super().report()

    def clean(self) -> dict[str, Any]:
        """Require a score, unless somebody did not play."""
        said = super().clean() or self.cleaned_data
        if not said.get("forfeit"):
            self.require_score()
        return said


class Enter(ReportForm):
    """Staff enters a result from a score sheet."""

    ACT = results.Enter
    TITLE = gettext_lazy("Enter a result")
    WHAT = gettext_lazy("From a score sheet. If there is already a result, this corrects it; you see the effect first.")
    BUTTON = gettext_lazy("Enter the result")
    DONE = gettext_lazy("Result entered.")
    reason = reason_field(required=False, label=gettext_lazy("Reason, if this corrects a result"))

    def build(self) -> None:
        """Ask for a reason only where this would correct a standing result."""
        super().build()
        known = self.known()
        if known is None or known.standing not in results.SETTLED:
            del self.fields["reason"]


class Confirm(TableForm):
    """Staff confirms a result that a player reported."""

    ACT = results.Confirm
    TITLE = gettext_lazy("Confirm a result")
    BUTTON = gettext_lazy("Confirm")
    DONE = gettext_lazy("Result confirmed.")


class Clear(TableForm):
    """Staff removes a result that was entered by mistake."""

    ACT = results.Clear
    TITLE = gettext_lazy("Remove a result")
    WHAT = gettext_lazy("Leaves the table without a result. Earlier entries stay in the record.")
    BUTTON = gettext_lazy("Remove result")
    DONE = gettext_lazy("The table has no result now.")
    SHOWN_FIRST = True
    reason = reason_field()


class Rule(ReportForm):
    """A judge decides the result."""

    ACT = results.Rule
    TITLE = gettext_lazy("Make a ruling on a result")
    WHAT = gettext_lazy("A judge's ruling is final: no later report or recorded game changes it.")
    BUTTON = gettext_lazy("Make this ruling")
    DONE = gettext_lazy("Ruling recorded.")
    SHOWN_FIRST = True
    rule = forms.CharField(label=gettext_lazy("Rule the ruling is based on"), max_length=200, required=False)
    reason = reason_field()


class Choose(TableForm):
    """Staff enters a captain's choice."""

    ACT = rounds.ChooseCaptain
    TITLE = gettext_lazy("Choose for a captain")
    WHAT = gettext_lazy("Enter what the captain tells you. The choice is final.")
    BUTTON = gettext_lazy("Enter choice")
    DONE = gettext_lazy("The captain's choice is recorded.")
    side = forms.ChoiceField(label=gettext_lazy("Team"))
    players = forms.TypedMultipleChoiceField(
        label=gettext_lazy("Players"), coerce=int, widget=forms.CheckboxSelectMultiple
    )

    def build(self) -> None:
        """Offer the members of the side that chooses."""
        super().build()
        assert self.sitting
        number, table, _board = self.place
        found = self.desk.state.rounds[number - 1]
        pair, now = found.pair_at(table), found.captains.get(seat(table))
        assert pair
        side = str(self.given("side") or "a")
        want = captains.wants(now, side) if now and side in ("a", "b") else None  # type: ignore[arg-type]
        entrant = pair.b if side == "b" else pair.a
        other = pair.a if side == "b" else pair.b
        whose = other if want and want.asks == "acceptance" else entrant
        among = want.among if want else ()
        self.fields["side"].choices = list(zip("ab", self.sitting, strict=True))  # type: ignore[attr-defined]
        if self.given("side"):
            self.fields["side"].widget = forms.HiddenInput()
        held: Any = self.fields["players"]
        if want:
            held.label = f"{self.desk.name(entrant)}: {choice_label(want)}"
            held.widget = players_widget(want.count)
        held.choices = [(each, self.desk.name(whose, each)) for each in among]

    def act_fields(self) -> dict[str, Any]:
        return {**super().act_fields(), "players": tuple(self.cleaned_data["players"])}

    def leads(self, back: str) -> str:
        """To the next choice of this match, while there is one."""
        number, table, _board = self.place
        side, players = self.cleaned_data["side"], tuple(self.cleaned_data["players"])
        now = captains.choose(self.desk.state.rounds[number - 1].captains[seat(table)], side, players)
        others: tuple[captains.Side, ...] = ("b", "a") if side == "a" else ("a", "b")
        for each in others:
            if captains.wants(now, each):
                place = {"side": each, "round": number, "table": table, "next": back}
                return f"{reverse('event-desk-act', args=[self.desk.tournament.slug, self.type()])}?{urlencode(place)}"
        return back


def choice_label(want: captains.Want) -> str:
    """The question a captain has to answer, in words."""
    return {
        "defender": _("Who defends?"),
        "attackers": _("Which two attack?"),
        "acceptance": _("Which of the two attackers does the defender play?"),
    }[want.asks]


class Penalise(EntrantForm):
    """A judge warns, deducts or adds points, or disqualifies."""

    ACT = penalties.Penalise
    TITLE = gettext_lazy("Give a penalty")
    WHAT = gettext_lazy("Negative points are deducted. A disqualified entrant is out of the event.")
    BUTTON = gettext_lazy("Give penalty")
    DONE = gettext_lazy("Penalty recorded.")
    SHOWN_FIRST = True
    KINDS = [
        ("warning", gettext_lazy("warning")), ("points", gettext_lazy("penalty points")),
        ("disqualification", gettext_lazy("disqualification")),
    ]  # fmt: skip
    kind = forms.ChoiceField(label=gettext_lazy("Kind"), choices=KINDS)
    match = PointsField(label=gettext_lazy("Match points"), required=False)
    battle = PointsField(label=gettext_lazy("Battle points"), required=False)
    victory = PointsField(label=gettext_lazy("Victory points"), required=False)
    rule = forms.CharField(label=gettext_lazy("Rule the ruling is based on"), max_length=200, required=False)
    reason = reason_field()


class Lift(ActForm):
    """A penalty no longer counts."""

    ACT = penalties.Lift
    TITLE = gettext_lazy("Lift a penalty")
    WHAT = gettext_lazy(
        "It stays on the list but no longer counts. A disqualified player has to be brought back separately."
    )
    BUTTON = gettext_lazy("Lift penalty")
    DONE = gettext_lazy("The penalty is lifted.")
    SHOWN_FIRST = True
    penalty = forms.IntegerField(min_value=1, widget=forms.HiddenInput)
    reason = reason_field()

    def build(self) -> None:
        """Find the penalty. Raises: Http404 if there is none with this number."""
        wanted = whole_number(self.given("penalty"))
        self.found = next((each for each in self.desk.state.penalties if each.act == wanted), None)
        if self.found is None:
            raise Http404("there is no such penalty")

    def subject(self) -> str:
        """Who has the penalty, and the reason for it."""
        assert self.found
        kind = dict(Penalise.KINDS)[self.found.kind]
        return f"{self.desk.name(self.found.entrant)}: {kind}. {self.found.reason}"
