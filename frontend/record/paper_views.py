"""A battle that is over: entered from paper, read as a score sheet, confirmed, disputed, corrected, withdrawn."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from typing import Any, NamedTuple
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.dateparse import parse_datetime
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

import rules
from frontend.base.language import russian
from frontend.base.numbers import whole_number
from frontend.base.visitor import signed_in_user
from frontend.record import forces
from frontend.record.paper_forms import PaperForm, rounds_sent, values_from, values_of
from frontend.record.sheet_words import refusal_words
from frontend.tournaments import participation, submission
from gamelog.contest.errors import Refused
from gamelog.people.selectors import is_erased
from gamelog.sheets import access, files, selectors, services
from gamelog.sheets.acts import SIDES, Side
from gamelog.sheets.errors import StaleSheet
from gamelog.sheets.models import Sheet
from gamelog.sheets.selectors import SheetView, Version
from gamelog.streams.errors import KeyReused

EVENTS_LOOKED_AT = 12
CHANGES = {"more": 1, "fewer": -1, "units": 0}
"""Buttons that change the form and send nothing: by how many rounds."""


class SideShown(NamedTuple):
    """A side as a sheet's page shows it. `stance` is what it says about the sheet: confirmed, disputed, silent, or
    absent if it has no account.
    """

    key: Side
    name: str
    army: str
    lost: Any
    total: int
    won: bool
    stance: str
    at: Any
    reason: str


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def paper(request: HttpRequest) -> HttpResponse:
    """Which system; then the battle on one page."""
    user = access.require_account(signed_in_user(request))
    wanted = (request.POST if request.method == "POST" else request.GET).get("ruleset", "")
    if wanted not in rules.RULESETS:
        return render(request, "frontend/record/paper_systems.html", {
            "rulesets": [rules.load(key) for key in rules.RULESETS], "seats": _own_tables(user),
        })  # fmt: skip
    ruleset = rules.load(wanted)
    rosters = forces.offered(user, ruleset)
    if request.method != "POST":
        return _form_page(request, PaperForm(ruleset, user, rosters))
    changed = _changed(request, PaperForm(ruleset, user, rosters, rounds_sent(request.POST, ruleset)))
    if changed is not None:
        return _form_page(request, changed)
    form = PaperForm(ruleset, user, rosters, rounds_sent(request.POST, ruleset), request.POST)
    sheet = _entered(request, user, form) if form.is_valid() else None
    return redirect("sheet", sheet.pk) if sheet else _form_page(request, form)


def _own_tables(user: User) -> list[Any]:
    """The visitor's tables of rounds that are being played: their results belong to the event."""
    found = participation.participations(user, EVENTS_LOOKED_AT)
    return [part for part in found if part.seated and not part.seated.away]


def _changed(request: HttpRequest, form: PaperForm, **kept: Any) -> PaperForm | None:
    """The form with another number of rounds or with the units of a roster; None if it was sent to be stored."""
    by = CHANGES.get(request.POST.get("do", ""))
    if by is None:
        return None
    said = {**form.initial, **values_of(form, request.POST)}
    return PaperForm(form.ruleset, form.user, form.rosters, max(form.rounds + by, 1), initial=said, **kept)


def _entered(request: HttpRequest, user: User, form: PaperForm) -> Sheet | None:
    key = request.POST.get("key", "")[: submission.LONGEST_KEY]
    try:
        return services.sheet_enter(
            actor=user, wanted=form.wanted(), public=form.cleaned_data["public"], key=key
        )[0]  # fmt: skip
    except Refused as error:
        form.blame(error)
    except KeyReused:
        form.add_error(None, _("This form was already sent with other answers. Open it again."))
    return None


def _form_page(request: HttpRequest, form: PaperForm, sheet: Sheet | None = None, version: int = 0) -> HttpResponse:
    return render(request, "frontend/record/paper.html", {
        "form": form, "ruleset": form.ruleset, "sheet": sheet, "version": version,
        "key": request.POST.get("key") or submission.fresh_key(),
        "seats": [] if sheet else _own_tables(form.user),
    }, status=400 if form.is_bound and form.errors else 200)  # fmt: skip


# the sheet


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def sheet_page(request: HttpRequest, sheet_id: UUID) -> HttpResponse:
    """A score sheet; its players say what they think of it here."""
    sheet = access.access_sheet(request.user, sheet_id)
    view = selectors.view_of(sheet)
    if request.method != "POST":
        return _page(request, sheet, view)
    do = DOES.get(request.POST.get("do", ""))
    if do is None:
        raise PermissionDenied("there is no such act")
    try:
        do(request, sheet)
    except Refused as error:
        return _page(request, sheet, view, refusal_words(error), 400)
    except StaleSheet:
        why = _("The sheet was corrected in the meantime. Look at it again.")
        return _page(request, sheet, selectors.view_of(sheet), why, 409)
    return redirect("sheet", sheet.pk)


def _confirm(request: HttpRequest, sheet: Sheet) -> None:
    services.sheet_confirm(sheet=sheet, actor=request.user, version=_version(request))
    messages.success(request, _("You have confirmed this sheet."))


def _dispute(request: HttpRequest, sheet: Sheet) -> None:
    reason = request.POST.get("reason", "")
    services.sheet_dispute(sheet=sheet, actor=request.user, version=_version(request), reason=reason)
    messages.success(request, _("Your objection is shown with the sheet."))


def _withdraw(request: HttpRequest, sheet: Sheet) -> None:
    services.sheet_withdraw(sheet=sheet, actor=request.user, reason=request.POST.get("reason", ""))
    messages.success(request, _("The sheet has been withdrawn."))


DOES: dict[str, Callable[[HttpRequest, Sheet], None]] = {
    "confirm": _confirm, "dispute": _dispute, "withdraw": _withdraw,
}  # fmt: skip
"""The acts that the page can send."""


def _version(request: HttpRequest) -> int:
    return whole_number(request.POST.get("version", ""))


def _page(request: HttpRequest, sheet: Sheet, view: SheetView, why: str = "", status: int = 200) -> HttpResponse:
    shown = _chosen(request, view)
    state = view.state
    open_now = not state.withdrawn and shown is view.now
    battle = shown.battle
    sides = [_side(view, shown, side) for side in SIDES]
    versions = [_version_shown(each) for each in view.versions]
    return render(request, "frontend/record/sheet.html", {
        "sheet": sheet, "view": view, "shown": shown, "battle": battle, "words": shown.words, "sides": sides,
        "ruleset": rules.load(battle.ruleset), "mission": selectors.mission_of(battle, shown.words, russian()),
        "rounds": list(enumerate(battle.rounds, 1)), "played": date.fromisoformat(battle.played),
        "entered": versions[0], "versions": versions, "older": shown is not view.now,
        "withdrawn": view.reasons.get(state.withdrawn, ""), "why": why, "sent": request.POST.get("do", ""),
        "reason": request.POST.get("reason", ""),
        **_may(request, sheet, view, open_now),
    }, status=status)  # fmt: skip


def _may(request: HttpRequest, sheet: Sheet, view: SheetView, open_now: bool) -> dict[str, bool]:
    """What the visitor may do about the sheet. Who made the present version corrects it instead of objecting."""
    own, state = access.side_of(request.user, sheet), view.state
    agreed = state.confirmed.get(own) if own else None
    return {
        "may_confirm": open_now and own is not None and agreed is None,
        "may_dispute": open_now and own is not None and agreed != state.version,
        "may_correct": open_now and access.corrects(request.user, sheet),
        "may_withdraw": open_now and access.runs(request.user, sheet),
    }


def _chosen(request: HttpRequest, view: SheetView) -> Version:
    wanted = request.GET.get("version", "")
    if not wanted:
        return view.now
    found = next((each for each in view.versions if str(each.entry.number) == wanted), None)
    if found is None:
        raise Http404("there is no such version")
    return found


def _side(view: SheetView, shown: Version, side: Side) -> SideShown:
    said, state, at = getattr(shown.words, side), view.state, SIDES.index(side)
    stance, number = "silent", 0
    if not getattr(shown.battle, side):
        stance = "absent"
    elif side in state.disputed:
        stance, number = "disputed", state.disputed[side]
    elif side in state.confirmed:
        stance, number = "confirmed", state.confirmed[side]
    return SideShown(
        side, selectors.side_name(shown.battle, shown.words, side), said.army, said.lost, shown.battle.totals[at],
        shown.battle.won == side, stance, parse_datetime(view.times.get(number, "")), view.reasons.get(number, ""),
    )  # fmt: skip


def _version_shown(version: Version) -> dict[str, Any]:
    entry = version.entry
    return {
        "number": entry.number, "by": selectors.person_name(entry.by), "at": parse_datetime(entry.at),
        "reason": version.words.reason, "cleared": version.cleared,
    }  # fmt: skip


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def correct(request: HttpRequest, sheet_id: UUID) -> HttpResponse:
    """Enter what the sheet should have said."""
    sheet = access.access_sheet(request.user, sheet_id)
    user, now = access.require_corrects(request.user, sheet), selectors.view_of(sheet).now
    if sheet.standing == "withdrawn":
        return redirect("sheet", sheet.pk)
    ruleset, players = rules.load(now.battle.ruleset), access.runs(user, sheet) and not _erased(sheet)
    rosters, kept = forces.offered(user, ruleset), {"corrects": True, "players": players}
    if request.method != "POST":
        form = PaperForm(ruleset, user, rosters, len(now.battle.rounds), initial=_said(sheet, now), **kept)
        return _form_page(request, form, sheet, now.entry.number)
    count, version = rounds_sent(request.POST, ruleset), _version(request)
    changed = _changed(request, PaperForm(ruleset, user, rosters, count, initial=_said(sheet, now), **kept), **kept)
    if changed is not None:
        return _form_page(request, changed, sheet, version)
    form = PaperForm(ruleset, user, rosters, count, request.POST, initial=_said(sheet, now), **kept)
    if form.is_valid() and _corrected(user, sheet, form, version, None if players else _players(sheet, now)):
        messages.success(request, _("The sheet is corrected. The other side can confirm it now."))
        return redirect("sheet", sheet.pk)
    return _form_page(request, form, sheet, version)


def _erased(sheet: Sheet) -> bool:
    """Whether a player has erased their account, and so has no user name to write down."""
    return any(is_erased(player) for player in (sheet.a, sheet.b) if player)


def _corrected(
    user: User, sheet: Sheet, form: PaperForm, version: int, players: dict[str, tuple[str, str]] | None
) -> bool:
    try:
        services.sheet_correct(
            sheet=sheet, actor=user, version=version, wanted=form.wanted(players), reason=form.cleaned_data["reason"]
        )
    except Refused as error:
        form.blame(error)
        return False
    except StaleSheet:
        form.add_error(None, _("The sheet was corrected in the meantime. Look at it again, then reopen this form."))
        return False
    return True


def _players(sheet: Sheet, now: Version) -> dict[str, tuple[str, str]]:
    """The user name and the typed name of each side."""
    found: dict[str, tuple[str, str]] = {}
    for side in SIDES:
        player = getattr(sheet, side)
        found[side] = (player.username if player else "", getattr(now.words, side).name)
    return found


def _said(sheet: Sheet, now: Version) -> dict[str, Any]:
    called: dict[str, str] = {side: selectors.side_name(now.battle, now.words, side) for side in SIDES}
    players = {f"{side}_player": named[0] for side, named in _players(sheet, now).items()}
    mission = selectors.mission_of(now.battle, now.words, russian())
    return {**values_from(now.battle, now.words, called), **players, "mission": mission}


@never_cache
@require_safe
def sheet_file(request: HttpRequest, sheet_id: UUID) -> HttpResponse:
    """The sheet as a file."""
    sheet = access.access_sheet(request.user, sheet_id)
    named = {"Content-Disposition": f'attachment; filename="{sheet.ruleset}-{sheet.pk}.json"'}
    return HttpResponse(files.file_of(sheet), content_type="application/json", headers=named)
