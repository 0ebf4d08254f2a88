"""The page of a free league's matches, on which players challenge one another and answer."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django import forms
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from frontend.base.numbers import whole_number
from frontend.tournaments import challenges, submission
from frontend.tournaments.page import tournament_page
from frontend.tournaments.player_acts import METHODS, declared
from frontend.tournaments.player_forms import PlayerForm
from frontend.tournaments.visit import Visit, visit
from gamelog.contest.acts.challenges import AnswerChallenge, CallOff, Challenge
from gamelog.tournaments import access
from gamelog.tournaments.roles import PLAYER


class ChallengeForm(PlayerForm):
    """Whom the visitor challenges."""

    PLACES = {"b": "opponent", "a": "opponent"}

    opponent = forms.TypedChoiceField(label=gettext_lazy("Opponent"), coerce=int)

    def __init__(self, data: Any = None, *, visit: Visit) -> None:
        super().__init__(data)
        self.visit = visit
        self.fields["opponent"].choices = challenges.opponents(visit)  # type: ignore[attr-defined]

    def act(self) -> Challenge:
        """The challenge."""
        assert self.visit.own
        return Challenge(a=self.visit.own.number, b=self.cleaned_data["opponent"])


@never_cache
@require_http_methods(METHODS)
def matches_page(request: HttpRequest, slug: str) -> HttpResponse:
    """The matches of a free league by day. Raises: Http404 for other events, PermissionDenied for acts of others."""
    found = visit(request, slug)
    if request.method == "POST":
        access.require_role(found.roles, PLAYER, "this")
    if not found.state.terms.by_challenge:
        raise Http404("matches are agreed on only in a free league")
    form = ChallengeForm(visit=found)
    if request.method == "POST":
        do = request.POST.get("do", "")
        if do == "challenge":
            form = ChallengeForm(request.POST, visit=found)
            done = form.is_valid() and declared(
                request, found, form.act(), _("You have challenged them: now they accept or decline."), form
            )
        elif do in ANSWERS:
            act, text = ANSWERS[do](whole_number(request.POST.get("match", ""), 1))
            done = declared(request, found, act, text)
        else:
            raise PermissionDenied("there is no such act")
        if done:
            return redirect("event-matches", slug)
        found = visit(request, slug)
    return tournament_page(request, found, "matches", {
        "form": form, "opponents": challenges.opponents(found), "matches": challenges.of_league(found),
        "key": submission.fresh_key(),
    }, status=400 if form.errors else 200)  # fmt: skip


Answered = Callable[[int], tuple[Any, str]]
ANSWERS: dict[str, Answered] = {
    "accept": lambda match: (AnswerChallenge(match=match, accept=True), _("The match is on.")),
    "decline": lambda match: (AnswerChallenge(match=match, accept=False), _("You have declined.")),
    "withdraw": lambda match: (CallOff(match=match), _("The challenge is withdrawn.")),
}
"""What can be said to a challenge: the act, and the message once it is stored."""
