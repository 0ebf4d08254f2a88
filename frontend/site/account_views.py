"""Pages of the logged-in user: games, rosters, settings, data export, deletion of the account."""

from __future__ import annotations

from allauth.mfa.utils import is_mfa_enabled
from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import FileResponse, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from knox.models import AuthToken

from frontend.base.visitor import signed_in_user
from frontend.games import game_lists, results, sheet_list
from frontend.site.account_forms import DeleteAccountForm
from frontend.tournaments import identity, participation
from gamelog.accounts import export, services
from gamelog.games import confirmations, consent
from gamelog.games.models import Roster
from gamelog.games.selectors import games_of
from gamelog.people import selectors
from gamelog.seasons import regulars

A_PAGE = 12
ROSTERS_SHOWN = 20
EVENTS_SHOWN = 12
SHEETS_SHOWN = 20


@never_cache
@login_required
@require_safe
def me(request: HttpRequest) -> HttpResponse:
    """My games, events, rosters and settings, and what I can do with my data."""
    user = signed_in_user(request)
    own = game_lists.games(user).filter(pk__in=games_of(user).values("pk"))
    rosters = Roster.objects.filter(owner=user).defer("file", "parsed").order_by("-created", "pk")
    return render(request, "frontend/site/account.html", {
        "page": Paginator(own, A_PAGE).get_page(request.GET.get("page")),
        "rosters": rosters[:ROSTERS_SHOWN], "rosters_count": rosters.count(),
        "tokens": AuthToken.objects.filter(user=user).order_by("-created"),
        "participant": selectors.participant_id(user), "second_factor": is_mfa_enabled(user),
        "unconfirmed": [
            {"game": game, "side": side, "result": results.describe(game, corrected=True).now}
            for game, side in confirmations.waiting_for(user)
        ],
        "questions": consent.waiting_for(user)[:A_PAGE],
        "sheets": sheet_list.sheet_rows(user, SHEETS_SHOWN),
        "claims": [
            (row, reverse("player-claim", args=[row.link.source_id]))
            for row in identity.link_rows(regulars.claims_of(user), user)
        ],
        "parts": participation.participations(user, EVENTS_SHOWN),
    })  # fmt: skip


@login_required
@require_safe
def my_data(request: HttpRequest) -> FileResponse:
    """Everything the site holds about me, as a zip file."""
    return export.answer(signed_in_user(request))


@login_required
@require_POST
def revoke_tokens(request: HttpRequest) -> HttpResponse:
    """Revoke the access of every program that has a token of mine."""
    AuthToken.objects.filter(user=signed_in_user(request)).delete()
    messages.success(request, _("No program has access to your account any more."))
    return redirect("me")


@never_cache
@sensitive_post_parameters("said")
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def delete_me(request: HttpRequest) -> HttpResponse:
    """What is deleted and what stays; with the password, delete the account."""
    user = signed_in_user(request)
    form = DeleteAccountForm(user, request)
    if form.is_valid():
        services.person_erase(user=user, by=user)
        logout(request)
        messages.success(request, _("Your account is deleted and your name is gone. The games stay as they were."))
        return redirect("home")
    games, rosters = games_of(user).count(), Roster.objects.filter(owner=user).count()
    return render(
        request, "frontend/site/account_delete.html", {"form": form, "games": games, "rosters": rosters},
        status=400 if form.errors else 200,
    )  # fmt: skip
