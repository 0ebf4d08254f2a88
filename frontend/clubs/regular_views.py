"""Pages of a club's regulars: names without an account, who claims them, and which of them are one person."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.http import require_http_methods

from frontend.clubs.known_people import KnownPerson, events_of, people_of
from frontend.clubs.page import club_page
from frontend.tournaments import identity
from frontend.tournaments.people import names_of_people
from gamelog.clubs import access
from gamelog.clubs.models import Club, Regular
from gamelog.contest.errors import Refused
from gamelog.seasons import previews, regular_names, regulars
from gamelog.seasons.models import RegularEntry
from gamelog.tournaments.access import tournaments_visible

SHOWN = 100
"""How many decisions of the past are listed."""
RATINGS_SHOWN = 20
"""How many ratings a preview lists: every opponent's changes a little."""


class NameForm(forms.Form):
    """Another name for a regular."""

    name = forms.CharField(label=gettext_lazy("Player’s name"), max_length=regular_names.LONGEST)


class MergeForm(forms.Form):
    """Two regulars who are one person."""

    source = forms.ChoiceField(label=gettext_lazy("This name"))
    target = forms.ChoiceField(label=gettext_lazy("is the same person as"))

    def __init__(self, data: Any, *, people: Sequence[KnownPerson]) -> None:
        super().__init__(data, label_suffix="")
        offered = [("", _("choose")), *((str(each.regular.pk), each.called) for each in people)]
        for field in self.fields.values():
            field.choices = offered  # type: ignore[attr-defined]

    def clean(self) -> dict[str, Any]:
        """Two different people are wanted."""
        said = super().clean() or self.cleaned_data
        if said.get("source") and said.get("source") == said.get("target"):
            self.add_error("target", _("Choose two different people."))
        return said


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def all_regulars(request: HttpRequest, slug: str) -> HttpResponse:
    """The names that a club knows: what waits for an answer, what is open, everybody, and what was decided."""
    club = access.access_club(request.user, slug)
    access.require_editor(request.user, club)
    form, of = NameForm(), ""
    if request.method == "POST":
        if request.POST.get("act") == "rename":
            form, of = NameForm(request.POST), request.POST.get("regular", "")
        try:
            done = _act(request, club, form)
        except Refused as error:
            if not form.is_bound:
                messages.error(request, identity.refusal_text(error))
                return redirect("club-regulars", slug)
            form.add_error("name", identity.refusal_text(error))
        else:
            if done:
                messages.success(request, done)
                return redirect("club-regulars", slug)
    return club_page(request, club, "regulars", "regulars", {
        **_shown(request, club, of), "form": form, "status": 400 if form.errors else 200,
    })  # fmt: skip


def _shown(request: HttpRequest, club: Club, renamed: str) -> dict[str, Any]:
    rows = identity.link_rows(regulars.links_of_club(club), request.user, decides=True)
    visible, people = tournaments_visible(request.user), people_of(club, request.user)
    events = events_of(club, request.user)
    entries = RegularEntry.objects.filter(regular__club=club, tournament__in=visible)
    entries = entries.select_related("regular", "tournament")
    return {
        "waiting": [each for each in rows if each.waits], "links": [each for each in rows if not each.waits][:SHOWN],
        "open": [(each, [(one, f"{each.name} ({events[one.pk]})") for one in each.regulars if one.pk in events])
                 for each in regular_names.names_open(club, visible)],
        "regulars": [(each.regular, each.called, each.event, str(each.regular.pk) == renamed) for each in people],
        "entries": identity.entry_rows(entries.order_by("-since", "-pk")[:SHOWN]),
        "merge": MergeForm(None, people=people),
    }  # fmt: skip


def _act(request: HttpRequest, club: Club, form: NameForm) -> str:
    """Do what a button says, and return what happened; empty if the form shows why it did not."""
    act, given = request.POST.get("act", ""), request.POST.get
    match act:
        case "adopt":
            count = regular_names.names_adopt(club=club, actor=request.user)
            return ngettext("%(count)d name was recognised.", "%(count)d names were recognised.", count) % {
                "count": count
            }
        case "rename":
            if not form.is_valid():
                return ""
            regulars.rename(regular=_regular(club, given), name=form.cleaned_data["name"], actor=request.user)
            return _("The name has been changed.")
        case "remove":
            regulars.remove(regular=_regular(club, given), actor=request.user)
            return _("The name has been removed. The results stay, without a name.")
        case "decide":
            return _decide(request, club)
        case "undo-entry":
            rows = RegularEntry.objects.filter(regular__club=club).select_related("tournament__club", "regular")
            row = get_object_or_404(rows, pk=_number(given("entry", "")))
            regular_names.entry_undo(row=row, actor=request.user)
            return _("Undone. Everything counts as it did before.")
    link = identity.link_of(given("link", ""), regulars.links_of_club(club))
    return identity.link_act(act, link, request.user)


def _number(text: str) -> int:
    if not text.isascii() or not text.isdigit() or len(text) > 18:
        raise Http404("there is nothing of this number")
    return int(text)


def _regular(club: Club, given: Any) -> Regular:
    rows = Regular.objects.filter(club=club).select_related("club", "person__user")
    return get_object_or_404(rows, pk=identity.id_of(given("regular", "")))


def _decide(request: HttpRequest, club: Club) -> str:
    given = request.POST.get
    tournament = get_object_or_404(club.tournaments.select_related("club"), pk=identity.id_of(given("event", "")))
    spot = _number(given("number", "")), _number(given("board", "0"))
    regular = _regular(club, given) if given("regular", "") != "new" else None
    regular_names.entry_decide(tournament=tournament, spot=spot, regular=regular, actor=request.user)
    return _("Saved.")


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def merge(request: HttpRequest, slug: str) -> HttpResponse:
    """What a merge would change; POST makes exactly that."""
    club = access.access_club(request.user, slug)
    access.require_editor(request.user, club)
    given = request.POST if request.method == "POST" else request.GET
    form = MergeForm(given, people=people_of(club, request.user))
    if not form.is_valid():
        return club_page(request, club, "regulars", "merge", {"form": form, "status": 400 if given else 200})
    source, target = (get_object_or_404(Regular, club=club, pk=form.cleaned_data[key]) for key in ("source", "target"))
    context: dict[str, Any] = {"form": form, "source": source, "target": target}
    try:
        regulars.merge_check(source, target, request.user)
        found = previews.preview(previews.of_merge(source.person_id, target.person_id))
        if request.method == "POST" and given.get("shown") == found.digest:
            regulars.merge(source=source, target=target, actor=request.user)
            messages.success(request, _("Merged. You can undo this in the list below."))
            return redirect("club-regulars", slug)
    except Refused as error:
        field = "target" if error.path == "$.target" else "source"
        form.add_error(field, identity.refusal_text(error))
        return club_page(request, club, "regulars", "merge", {**context, "status": 400})
    outdated = request.method == "POST"
    return club_page(request, club, "regulars", "merge", {
        **context, **changes_shown(found), "outdated": outdated, "status": 409 if outdated else 200,
    })  # fmt: skip


def changes_shown(found: previews.LinkPreview) -> dict[str, Any]:
    """A preview with the names of the people in it."""
    people = {row.person for each in found.seasons for pair in each.rows for row in pair if row}
    people |= {each.person for each in found.ratings} | {each.person for each in found.records}
    names = names_of_people(people)

    def named(person: str) -> str:
        return names.get(person, person)

    return {
        "digest": found.digest,
        "seasons": [(each.season, [(named((was or now).person), was, now)  # type: ignore[union-attr]
                                   for was, now in each.rows]) for each in found.seasons],
        "ratings": [(named(each.person), each) for each in found.ratings[:RATINGS_SHOWN]],
        "ratings_left": max(len(found.ratings) - RATINGS_SHOWN, 0),
        "records": [(named(each.person), each) for each in found.records],
    }  # fmt: skip
