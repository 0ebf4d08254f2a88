"""An event on other sites: the script for one line of HTML, the page for a frame, and the code to copy."""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import urlencode

from csp.constants import NONCE, SELF
from csp.decorators import csp_replace
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.cache import get_conditional_response
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import override
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_safe

from frontend.base.other_sites import for_everybody
from frontend.publishing import responses, text_rows, widget_script
from frontend.tournaments.bracket import titled
from gamelog.tournaments import bracket, published
from gamelog.tournaments.published import NoSuchRound, Shown

SHOWS = ("standings", "pairings", "bracket")
THEMES = ("auto", "light", "dark")
COLOURS = ("paper", "ink", "soft", "line", "shade", "link")
"""The colours of a frame that its address may set: three or six hexadecimal digits."""
FONTS = {
    "system": "system-ui, sans-serif", "sans": "Arial, Helvetica, sans-serif",
    "serif": "Georgia, Times, serif", "mono": "ui-monospace, Consolas, monospace",
}  # fmt: skip
SIZES = {"size": (10, 32), "radius": (0, 40)}
"""Lengths in pixels, from the least to the most."""
_COLOUR = re.compile(r"[0-9a-fA-F]{3}|[0-9a-fA-F]{6}")
ROWS = 16
MOST_ROWS = 1000
REFRESH = 60
"""Seconds after which a frame reloads."""
SCRIPT_KEPT = "public, max-age=3600, stale-while-revalidate=86400"
"""A page that embeds it revalidates after an hour, without waiting for the answer."""


@require_safe
@gzip_page
def embed_script(request: HttpRequest) -> HttpResponse:
    """The script, at an address that never changes; its ETag identifies the content."""
    try:
        file = widget_script.built()
    except widget_script.NotBuilt as error:
        return HttpResponse(str(error), status=503, content_type="text/plain; charset=utf-8")
    tag = f'"{file.stem}"'
    response = get_conditional_response(request, etag=tag) or HttpResponse(
        file.read_bytes(), content_type="text/javascript; charset=utf-8"
    )
    response.headers["ETag"] = tag
    response.headers["Cache-Control"] = SCRIPT_KEPT
    return for_everybody(response)


@require_safe
@xframe_options_exempt
@csp_replace({"frame-ancestors": ["*"], "style-src": [SELF, NONCE]})  # type: ignore[arg-type]
def frame(request: HttpRequest, slug: str) -> HttpResponse:
    """A script-free page that other sites may frame; it reloads itself."""
    asked = responses.wanted(request, slug)
    chosen = options(request)
    with override(responses.language_of(request)):
        context = {"event": asked.tournament, "chosen": chosen, "site": responses.site_of(request)}
        event = asked.shown()
        context |= {"at": event.at, "look": look(request), **_shown(event, chosen)}
        response = render(request, "frontend/publishing/embed/frame.html", context)
    response.headers["Refresh"] = str(REFRESH)
    response.headers["Cache-Control"] = responses.READER
    return response


def options(request: HttpRequest) -> dict[str, Any]:
    """The options of a frame: `show`, `theme`, `rows` (0: all), `round` (0: the last); unreadable values fall back to
    defaults.
    """
    show, theme = request.GET.get("show", ""), request.GET.get("theme", "")
    return {
        "show": show if show in SHOWS else SHOWS[0], "theme": theme if theme in THEMES else THEMES[0],
        "rows": _number(request.GET.get("rows", ""), ROWS), "round": _number(request.GET.get("round", ""), 0),
    }  # fmt: skip


def look(request: HttpRequest) -> dict[str, str]:
    """The custom properties of a frame that its address sets; what cannot be read is left out.

    Every value is a colour, a number or one of ours, so that nothing else can get into the style sheet.
    """
    given = {name: request.GET.get(name, "") for name in (*COLOURS, "font", *SIZES)}
    found = {name: f"#{given[name]}" for name in COLOURS if _COLOUR.fullmatch(given[name])}
    if given["font"] in FONTS:
        found["font"] = FONTS[given["font"]]
    for name, (least, most) in SIZES.items():
        text = given[name]
        if text.isascii() and text.isdigit() and len(text) < 4 and least <= int(text) <= most:
            found[name] = f"{int(text)}px"
    return found


def _number(text: str, usual: int) -> int:
    return min(int(text), MOST_ROWS) if text.isascii() and text.isdigit() and len(text) < 6 else usual


def _shown(event: Shown, chosen: dict[str, Any]) -> dict[str, Any]:
    """The event's data for a frame's template. `more` is the number of rows if not all are shown."""
    if chosen["show"] == "bracket":
        return {"stages": _stages(event), "heading": _("Bracket")}
    if chosen["show"] == "pairings":
        try:
            found = published.round_of(event, chosen["round"])
        except NoSuchRound:
            return {"tables": [], "heading": _("Pairings")}
        tables, alone = text_rows.tables(event, found), text_rows.alone(event, found)
        most = chosen["rows"] or len(tables)
        heading = text_rows.round_title(event, found) or _("Round %(round)s") % {"round": found.number}
        more = len(tables) if len(tables) > most else 0
        return {"heading": heading, "tables": tables[:most], "alone": alone, "more": more,
                "grouped": any(each.group for each in tables)}  # fmt: skip
    listed = text_rows.standings(event)
    most = chosen["rows"] or len(listed)
    return {
        "heading": text_rows.standings_title(event), "columns": text_rows.columns(event), "rows": listed[:most],
        "more": len(listed) if len(listed) > most else 0, **text_rows.groups(event),
    }  # fmt: skip


def _stages(event: Shown) -> list[tuple[str, list[dict[str, Any]]]]:
    """The elimination, each round with its name and its matches in words."""
    if not event.state.terms.has_bracket:
        return []
    return [(titled(stage), [_match(event, each) for each in stage.matches]) for stage in bracket.stages(event.state)]


def _match(event: Shown, match: bracket.Match) -> dict[str, Any]:
    names = [event.name(each) if each else "" for each in (match.a, match.b)]
    sides = [{"name": name, "won": bool(each) and each == match.winner}
             for name, each in zip(names, (match.a, match.b), strict=True)]  # fmt: skip
    return {"sides": sides, "match": match}


@require_safe
def code(request: HttpRequest, slug: str) -> HttpResponse:
    """The line of HTML to copy, with a preview."""
    asked = responses.wanted(request, slug, everybody=False)
    chosen = options(request)
    lang = responses.language_of(request)
    site, tournament = responses.site_of(request), asked.tournament
    looks = {"show": chosen["show"], "theme": chosen["theme"], "lang": lang, "rows": chosen["rows"]}
    frame_url = f"{reverse('event-embed', args=[tournament.slug])}?{urlencode(looks)}"
    context = {
        "event": tournament, "chosen": chosen, "shows": SHOWS, "themes": THEMES, "language": lang, "site": site,
        "script_line": _script_line(site, tournament.slug, looks), "frame_url": frame_url,
        "frame_line": _frame_line(f"{site}{frame_url}", tournament.title),
        "open": tournament.public and tournament.phase != "draft",
    }  # fmt: skip
    return render(request, "frontend/publishing/embed/code.html", context)


def _script_line(site: str, slug: str, looks: dict[str, Any]) -> SafeString:
    data = format_html_join("", ' data-{}="{}"', [("event", slug), *looks.items()])
    return format_html('<script async src="{}{}"{}></script>', site, reverse("embed-script"), data)


def _frame_line(address: str, title: str) -> SafeString:
    return format_html(
        '<iframe src="{}" title="{}" width="100%" height="600" loading="lazy" style="border:0"></iframe>',
        address,
        title,
    )
