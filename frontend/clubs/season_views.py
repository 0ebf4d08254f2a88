"""Pages of a club's seasons: their standings, in which every value can be opened, and how they are scored."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import User
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from frontend.clubs import edit_conflicts
from frontend.clubs.forms import add_refusal
from frontend.clubs.page import club_page
from frontend.clubs.season_forms import SeasonForm, initial
from gamelog.clubs import access
from gamelog.clubs.errors import StaleText
from gamelog.clubs.models import Club
from gamelog.contest.errors import Refused
from gamelog.contest.points import said
from gamelog.contest.season import Extra, PlacePoints, SeasonRules, SizedPoints
from gamelog.seasons import records
from gamelog.seasons import services as seasons
from gamelog.seasons.models import Season


def season_of(club: Club, slug: str) -> Season:
    """A season of a club. Raises: Http404."""
    found = Season.objects.filter(club=club, slug=slug).first()
    if found is None:
        raise Http404(f"there is no season {slug}")
    return found


@require_safe
def all_seasons(request: HttpRequest, slug: str) -> HttpResponse:
    """The seasons of a club, newest first."""
    club = access.access_club(request.user, slug)
    return club_page(request, club, "seasons", "seasons", {"seasons": seasons.seasons_of(club)})


@require_safe
def season(request: HttpRequest, slug: str, season_slug: str) -> HttpResponse:
    """The standings of a season; every row opens to its events, counted and not."""
    club = access.access_club(request.user, slug)
    found = season_of(club, season_slug)
    rules = seasons.rules_of(found)
    return club_page(request, club, "seasons", "season", {
        "season": found, "rules": rules, "by_places": isinstance(rules.points, PlacePoints), "worth": _worth(rules),
        "sized": _sized(rules), "extras": [extra_words(each) for each in rules.extras],
        "after": said(rules.points.after) if isinstance(rules.points, PlacePoints) and rules.points.after else "",
        "events": [each for each in seasons.events_of(found) if each.tournament.phase != "draft"],
        "armies": records.armies(records.games_of_season(found)), **table_shown(found),
    })  # fmt: skip


def _worth(rules: SeasonRules) -> list[str]:
    match rules.points:
        case PlacePoints(points):
            return [said(each) for each in points]
        case SizedPoints():
            return []
        case field:
            return [said(field.top)]


def _sized(rules: SeasonRules) -> dict[str, Any] | None:
    """Points by the size of the event, as the page says them; None where a season counts otherwise."""
    points = rules.points
    if not isinstance(points, SizedPoints):
        return None
    bases = [(each.rounds, said(each.points)) for each in sorted(points.bases, key=lambda each: each.rounds)]
    return {"bases": bases, "each": said(points.each), "most": points.most_players}


def extra_words(extra: Extra) -> str:
    """What points beside the place are for, with their number and their limit."""
    text = {
        "attendance": _("%(points)s for taking part in an event"),
        "win": _("%(points)s for each battle won"),
        "draw": _("%(points)s for each battle drawn"),
        "before-first-loss": _("%(points)s for each round before the first loss"),
    }[extra.kind] % {"points": said(extra.each)}
    return _("%(what)s, at most %(most)s an event") % {"what": text, "most": said(extra.most)} if extra.most else text


def table_shown(season: Season, most: int = 0) -> dict[str, Any]:
    """The standings with everything templates need: names of people, titles of events, how many rows are left out.

    At most `most` rows are shown; 0 shows all.
    """
    table = seasons.table_of(season)
    rows = table.rows[: most or None]
    events = {str(each.tournament_id): each.tournament for each in seasons.events_of(season)}
    users = _users(row.person for row in rows)
    shown = [
        {"row": row, "user": users.get(row.person), "counted": sum(each.counted for each in row.results),
         "provisional": any(each.counted and each.provisional for each in row.results),
         "results": [(each, events[each.event]) for each in row.results]}
        for row in rows
    ]  # fmt: skip
    return {"columns": table.columns, "rows": shown, "further": len(table.rows) - len(rows), "all": len(table.rows)}


def _users(people: Iterable[str]) -> dict[str, User]:
    rows = User.objects.filter(participant__in=list(people)).select_related("participant")
    return {user.participant.pk: user for user in rows}


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def edit(request: HttpRequest, slug: str, season_slug: str = "") -> HttpResponse:
    """Create a season, or change how it is scored."""
    club = access.access_club(request.user, slug)
    access.require_editor(request.user, club)
    known = season_of(club, season_slug) if season_slug else None
    form, both = _form(request, club, known, request.POST or None), None
    shown = edit_conflicts.shown(request, form, seasons.digest_of(known)) if known else ""
    if form.is_valid():
        whole = edit_conflicts.whole(shown)
        try:
            stored = seasons.season_set(club=club, actor=request.user, terms=form.terms(), season=known, seen=whole)
        except Refused as error:
            add_refusal(form, error)
        except StaleText:
            known = season_of(club, season_slug)
            now = _form(request, club, known)
            fresh = edit_conflicts.marks(now, seasons.digest_of(known))
            both, form, shown = edit_conflicts.carry_over(form, now, shown), now, fresh
        else:
            messages.success(request, _("The season has been saved."))
            return redirect("club-season", slug, stored.slug)
    return club_page(request, club, "seasons", "season_edit", {
        "form": form, "season": known, "shown": shown, "both": both, "status": edit_conflicts.status(form, both),
    })  # fmt: skip


def _form(request: HttpRequest, club: Club, season: Season | None, data: Any = None) -> SeasonForm:
    begins = initial(season) if season else None
    return SeasonForm(data, actor=request.user, club=club, season=season, initial=begins)


@login_required
@require_POST
def close(request: HttpRequest, slug: str, season_slug: str) -> HttpResponse:
    """Delete a season; its events stay. Deleting it twice does no harm."""
    club = access.access_club(request.user, slug)
    access.require_editor(request.user, club)
    found = Season.objects.filter(club=club, slug=season_slug).first()
    if found:
        seasons.season_close(season=found, actor=request.user)
    messages.success(request, _("The season has been deleted; its events remain."))
    return redirect("club-seasons", slug)
