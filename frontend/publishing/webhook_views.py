"""The page on which organisers manage an event's webhooks and see how deliveries went."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from frontend.base.visitor import signed_in_user
from gamelog.contest.errors import Refused
from gamelog.tournaments import access, selectors, subscriptions
from gamelog.tournaments import webhooks as told
from gamelog.tournaments.models import Delivery, Tournament, Webhook
from gamelog.tournaments.roles import ORGANISER

RESULTS = (
    "report", "confirm", "dispute", "concede", "enter", "clear", "take-game", "rule", "penalise", "lift", "no-show",
)  # fmt: skip
ROUNDS = (
    "pair-round", "re-pair", "move-table", "start-clock", "pause-clock", "extend-clock", "finish", "reopen", "cancel",
    "challenge", "answer-challenge", "enter-match", "call-off",
)  # fmt: skip
SECRET = "webhook-secret"
"""The session key that holds a new secret until the next page has shown it."""


class HookForm(forms.Form):
    """An address, and the acts it is told of."""

    url = forms.CharField(
        label=gettext_lazy("Address"), max_length=500,
        widget=forms.TextInput(attrs={"inputmode": "url", "placeholder": "https://", "autocomplete": "off"}),
    )  # fmt: skip
    what = forms.ChoiceField(
        label=gettext_lazy("What is sent"),
        choices=[
            ("", gettext_lazy("everything")),
            ("rounds", gettext_lazy("rounds: pairings, clocks, the end")),
            ("results", gettext_lazy("results: reports, rulings, penalties")),
            ("both", gettext_lazy("rounds and results")),
        ],
        required=False,
    )

    def wants(self) -> tuple[str, ...]:
        """The chosen types of acts; empty for all."""
        chosen = self.cleaned_data["what"]
        return {"rounds": ROUNDS, "results": RESULTS, "both": ROUNDS + RESULTS}.get(chosen, ())


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def webhooks(request: HttpRequest, slug: str) -> HttpResponse:
    """The webhooks with their last deliveries; a form to add one."""
    event = access.access_tournament(request.user, slug)
    roles = access.roles_of(request.user, event, selectors.state_of(event))
    access.require_role(roles, ORGANISER, "telling other programs")
    form = HookForm(request.POST if request.POST.get("act") == "add" else None)
    if request.method == "POST" and _done(request, event, form):
        return redirect("event-webhooks", slug)
    rows = [(hook, _wants(hook), told.deliveries_of(hook)) for hook in told.webhooks_of(event)]
    fresh = request.session.pop(SECRET, None) if request.method == "GET" else None
    context = {"event": event, "form": form, "hooks": rows, "fresh": fresh, "tries": told.TRIES}
    return render(request, "frontend/publishing/webhooks.html", context, status=400 if form.errors else 200)


def _wants(hook: Webhook) -> str:
    return ", ".join(hook.wants.split()) or _("everything")


def _done(request: HttpRequest, event: Tournament, form: HookForm) -> bool:
    """Do what was asked for. Returns whether that was possible; otherwise the form says why not."""
    act = request.POST.get("act", "")
    if act == "add":
        return form.is_valid() and _add(request, event, form)
    if act == "again":
        again = _delivery(event, request.POST.get("delivery", ""))
        subscriptions.delivery_again(delivery=again, actor=signed_in_user(request))
        messages.info(request, _("Sent again."))
        return True
    if act not in ACTS:
        raise Http404("there is no such act")
    do, said = ACTS[act]
    do(hook=_hook(event, request.POST.get("hook", "")), actor=signed_in_user(request))
    messages.info(request, str(said))
    return True


ACTS: dict[str, tuple[Any, Any]] = {
    "delete": (subscriptions.webhook_delete, gettext_lazy("Nothing is sent to this address any more.")),
    "ping": (subscriptions.webhook_ping, gettext_lazy("A test message is on its way.")),
    "on": (subscriptions.webhook_switch_on, gettext_lazy("The webhook is switched on again.")),
}
"""The acts on a webhook, with the message once done."""


def _add(request: HttpRequest, event: Tournament, form: HookForm) -> bool:
    try:
        hook = subscriptions.webhook_create(
            tournament=event, url=form.cleaned_data["url"].strip(), wants=form.wants(), actor=signed_in_user(request)
        )
    except Refused as error:
        form.add_error("url", _why(error))
        return False
    request.session[SECRET] = {"hook": str(hook.pk), "secret": hook.secret}
    return True


def _why(error: Refused) -> str:
    if error.code == "too-many":
        return _("An event has at most %(most)s webhooks. Remove one first.") % {"most": told.MOST_HOOKS}
    return _("Nothing can be sent there. The address must begin with https:// or http://, point to a machine on the "
             "public internet, and contain no password.")  # fmt: skip


def _hook(event: Tournament, key: str) -> Webhook:
    try:
        return Webhook.objects.select_related("tournament").get(tournament=event, pk=UUID(key))
    except (ValueError, Webhook.DoesNotExist):
        raise Http404("there is no such address") from None


def _delivery(event: Tournament, key: str) -> Delivery:
    rows = Delivery.objects.select_related("webhook__tournament").filter(webhook__tournament=event)
    found = rows.filter(pk=int(key)).first() if key.isascii() and key.isdigit() and len(key) < 19 else None
    if found is None:
        raise Http404("there is no such message")
    return found
