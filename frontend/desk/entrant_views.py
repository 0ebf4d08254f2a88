"""The list of entrants with the acts for each, and the check-in at the door."""

from __future__ import annotations

from typing import Any, NamedTuple

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_safe

from frontend.desk import act_log
from frontend.desk.access import Desk, desk_page, open_desk, show
from frontend.desk.submission import sent, store
from frontend.tournaments import refusals
from frontend.tournaments.submission import stored_since
from gamelog.clubs.models import Club
from gamelog.contest import conflicts
from gamelog.contest.acts.entries import CheckIn
from gamelog.contest.errors import Refused
from gamelog.contest.state import Entrant
from gamelog.tournaments.errors import StaleEvent


class Listed(NamedTuple):
    """An entrant as the desk lists them. `lists` are the rosters required of them, each with its player."""

    entrant: Entrant
    name: str
    club: Club | None
    lists: list[tuple[str, Any]]
    penalties: int
    hidden: bool

    @property
    def find(self) -> str:
        """The text that the search looks through."""
        words = (f"#{self.entrant.number}", self.name, *(name for name, _roster in self.lists), self.entrant.faction)
        return " ".join(words).casefold()

    @property
    def byes(self) -> list[tuple[str, str]]:
        """The rounds in which they asked not to be paired, each with the kind of bye."""
        return list(self.entrant.byes.items())

    @property
    def complete(self) -> bool:
        """Whether every roster is handed in."""
        return all(roster for _name, roster in self.lists)


def listed(desk: Desk, words: list[str]) -> list[Listed]:
    """Every entrant by number; those that do not match all search words are hidden."""
    rows = [_listed(desk, each) for each in desk.state.entrants.values()]
    return [each._replace(hidden=not all(word in each.find for word in words)) for each in rows]


def _listed(desk: Desk, each: Entrant) -> Listed:
    names = [desk.name(each.number, board) for board in range(1, len(each.members) + 1)] or [desk.name(each.number)]
    given = sum(not one.lifted for one in desk.state.penalties if one.entrant == each.number)
    return Listed(each, desk.name(each.number), desk.club(each.number), list(zip(names, each.lists(), strict=True)),
                  given, hidden=False)  # fmt: skip


@require_safe
@desk_page
def entrants(request: HttpRequest, desk: Desk) -> HttpResponse:
    """Everybody who is entered, is on the waiting list, or has dropped."""
    rows = listed(desk, request.GET.get("q", "").casefold().split())
    found = desk.state.round if desk.state.phase == "running" else None
    open_tables = {
        number for pair in (found.paired.pairs if found else ()) for number in (pair.a, pair.b)
        if found and not any(key.partition(".")[0] == str(pair.table) for key in found.results)
    }  # fmt: skip
    groups = [(key, [each for each in rows if each.entrant.status == key]) for key in ("entered", "waiting", "dropped")]
    return show(request, desk, "entrants", {
        "groups": groups, "q": request.GET.get("q", ""), "here": request.get_full_path(), "open_tables": open_tables,
    })  # fmt: skip


@require_http_methods(["GET", "HEAD", "POST"])
@desk_page
def check_in(request: HttpRequest, desk: Desk) -> HttpResponse:
    """The check-in: tap each arrival; POST checks in everybody whose rosters are complete.

    Raises: PermissionDenied.
    """
    if request.method == "POST":
        return _check_in_all(request, desk)
    return _check_in_page(request, desk)


def _check_in_page(request: HttpRequest, desk: Desk, since: Any = None) -> HttpResponse:
    rows = [each for each in listed(desk, request.GET.get("q", "").casefold().split())
            if each.entrant.status == "entered"]  # fmt: skip
    rows.sort(key=lambda each: (each.entrant.checked_in, each.name.casefold()))
    shown = {
        "rows": rows, "here": request.get_full_path(), "q": request.GET.get("q", ""), "stale": since is not None,
        "ready": len(ready(desk)), "checked": sum(each.entrant.checked_in for each in rows), "since": since,
        "over": desk.state.phase in ("finished", "cancelled"),
    }  # fmt: skip
    return show(request, desk, "check_in", shown, 409 if since is not None else 200)


def ready(desk: Desk) -> list[int]:
    """Entrants that could be checked in and are not: their rosters are complete, or none is required."""
    wanted = desk.state.terms.rosters.required
    return [each.number for each in desk.state.playing() if not each.checked_in and (all(each.lists()) or not wanted)]


def _check_in_all(request: HttpRequest, desk: Desk) -> HttpResponse:
    if not desk.may("check-in"):
        raise PermissionDenied("check-in is not for you")
    given, numbers = sent(request), ready(desk)
    since = stored_since(desk, given.expected)
    acts = [CheckIn(entrant=number) for number in numbers]
    if given.expected != desk.tournament.number and not all(conflicts.stands(desk.state, each, since) for each in acts):
        now = open_desk(request, desk.tournament.slug)
        return _check_in_page(request, now, act_log.entries_in_words(now, since))
    try:
        for each in acts:
            store(desk, each, given._replace(expected=desk.tournament.number))
    except StaleEvent:
        now = open_desk(request, desk.tournament.slug)
        return _check_in_page(request, now, [])
    except Refused as error:
        messages.error(request, refusals.refusal_text(error))
        return redirect(request.path)
    text = ngettext("%(count)d is checked in.", "%(count)d are checked in.", len(numbers)) % {"count": len(numbers)}
    messages.success(request, text)
    return redirect(request.path)
