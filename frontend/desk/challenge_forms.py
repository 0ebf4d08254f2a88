"""Forms of a free league: its beginning, a match that staff enters, and one that does not take place."""

from __future__ import annotations

from typing import Any

from django import forms
from django.http import Http404
from django.urls import reverse
from django.utils.translation import gettext_lazy

from frontend.base.numbers import whole_number
from frontend.desk.forms import ActForm
from frontend.tournaments.form_fields import reason_field
from gamelog.contest import free_league
from gamelog.contest.acts import challenges, rounds


class LeagueForm(ActForm):
    """An act of a free league alone."""

    def build(self) -> None:
        """Raises: Http404 in other events."""
        if not self.desk.state.terms.by_challenge:
            raise Http404("this is done in a free league alone")


class BeginSeason(LeagueForm):
    """The season is the only round, and nobody is paired in it: there is no pairing to look at first."""

    ACT = rounds.PairRound
    TITLE = gettext_lazy("Begin the season")
    WHAT = gettext_lazy("From now on players can challenge one another. Others can still join.")
    BUTTON = gettext_lazy("Begin the season")
    DONE = gettext_lazy("The season has begun.")

    def act_fields(self) -> dict[str, Any]:
        """The round."""
        return {"round": free_league.SEASON}


class EnterMatch(LeagueForm):
    ACT = challenges.EnterMatch
    TITLE = gettext_lazy("Enter a match")
    WHAT = gettext_lazy(
        "For two players who have agreed on a match, or have played it already. Nobody else is affected."
    )
    BUTTON = gettext_lazy("Enter")
    DONE = gettext_lazy("The match is entered.")
    a = forms.TypedChoiceField(label=gettext_lazy("First player"), coerce=int)
    b = forms.TypedChoiceField(label=gettext_lazy("Second player"), coerce=int)

    def build(self) -> None:
        """Offer everybody who is in the league."""
        super().build()
        here = {each.number for each in self.desk.state.playing()}
        people = [each for each in self.desk.people() if each[0] in here]
        for name in ("a", "b"):
            self.fields[name].choices = [("", "–"), *people]  # type: ignore[attr-defined]


class CallOff(LeagueForm):
    ACT = challenges.CallOff
    TITLE = gettext_lazy("Call off a match")
    WHAT = gettext_lazy(
        "It does not take place and counts for nobody. If somebody stayed away, enter that as its result."
    )
    BUTTON = gettext_lazy("Call off")
    DONE = gettext_lazy("The match is called off.")
    match = forms.IntegerField(min_value=1, max_value=100_000, widget=forms.HiddenInput)
    reason = reason_field()

    def subject(self) -> str:
        found = free_league.match_of(self.desk.state, whole_number(self.given("match")))
        return f"{self.desk.name(found.a)} – {self.desk.name(found.b)}" if found else ""

    def leads(self, back: str) -> str:
        """The page of the match is no more."""
        return reverse("event-desk", args=[self.desk.tournament.slug]) if "/tables/" in back else back
