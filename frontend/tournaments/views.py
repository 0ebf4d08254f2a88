"""The public pages of tournaments: the list, standings with explained values, pairings, the bracket, entrants, rules,
and the history.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.cache import cache
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import condition, require_POST, require_safe

import rules
from frontend.base.history_query import HistoryQuery
from frontend.games.remarks import told
from frontend.tournaments import (
    bracket,
    entrants,
    group_tables,
    history,
    identity,
    listing,
    pairings,
    participation,
    round_clock,
    soft_words,
    standings,
    standings_pages,
    terms_summary,
    vocabulary,
)
from frontend.tournaments import standings_query as asking
from frontend.tournaments.page import fragment, part_tag, tag_of, tournament_page
from frontend.tournaments.visit import Visit, of_tournament, person_of, visit
from gamelog.clubs.models import Club
from gamelog.contest import standings as contest_standings
from gamelog.contest.errors import Refused
from gamelog.games import selectors as rosters
from gamelog.seasons import regulars
from gamelog.tournaments import access, selectors, submissions
from gamelog.transparency.selectors import is_logged

PAST_A_PAGE = 20
ACTS_A_PAGE = 50
LEGEND = ("verified", "confirmed", "ruled", "reported", "disputed", "awarded")


@require_safe
def tournament_list(request: HttpRequest) -> HttpResponse:
    """Tournaments: current, upcoming, past; with filters."""
    chosen = {key: request.GET.get(key, "")[:100] for key in ("ruleset", "q", "club")}
    rows = listing.tournaments(request.user, chosen["ruleset"], chosen["q"], chosen["club"])
    page = Paginator(listing.past(rows), PAST_A_PAGE).get_page(request.GET.get("page"))
    held = Club.objects.filter(tournaments__in=access.tournaments_visible(request.user)).distinct().order_by("name")
    return render(request, "frontend/tournaments/list.html", {
        "running": listing.running(rows), "coming": listing.coming(rows), "page": page, "chosen": chosen,
        "rulesets": [rules.load(name) for name in rules.RULESETS], "clubs": held, "filtered": any(chosen.values()),
    })  # fmt: skip


def _seat_tag(request: HttpRequest, slug: str) -> str:
    tournament = access.access_tournament(request.user, slug)
    return tag_of(tournament, HistoryQuery(), person_of(request.user), "seat")


@require_safe
@condition(etag_func=_seat_tag)
def part_seat(request: HttpRequest, slug: str) -> HttpResponse:
    """The visitor's own table alone; empty if they have none now."""
    found = visit(request, slug)
    shown = {
        "event": found.tournament,
        "seated": participation.current_table(found),
        "clock": round_clock.clock_of(found.state),
    }
    return fragment(request, "frontend/tournaments/_current_table.html", shown)


# standings


@require_safe
@gzip_page
def standings_page(request: HttpRequest, slug: str) -> HttpResponse:
    """The standings: now or as of an act, as corrected or as played."""
    found, asked = _requested(request, slug)
    context = {**_standings_context(request, found, asked), "then": _then(found, asked)}
    return tournament_page(request, found, "standings", context)


def _requested(request: HttpRequest, slug: str) -> tuple[Visit, HistoryQuery]:
    tournament = access.access_tournament(request.user, slug)
    asked = asking.requested_standings(request, tournament)
    return of_tournament(tournament, request.user, asked.upto), asked


def _standings_context(request: HttpRequest, found: Visit, asked: HistoryQuery) -> dict[str, Any]:
    table, rows = standings.table_of(found, asked), standings_pages.asked_rows(request.GET)
    page = standings_pages.page_of(found, table, rows)
    columns = [
        (number, vocabulary.label(each), vocabulary.column_means(each)) for number, each in enumerate(table.columns)
    ]
    return {
        "tallies": [vocabulary.label(each) for each in contest_standings.listed(found.state.terms)],
        "asked": asked, "table": table, "columns": columns, "rows": standings.rows(found, table, page, asked.line),
        "page": page, "found": rows, "part_query": rows.query(asked),
        "own_page": standings_pages.own_page(found, table),
        "many": len(table.places) > standings_pages.ROWS_A_PAGE,
        "stages": standings.stages(found), "corrected": asking.is_corrected(found.state),
        "legend": [(key, vocabulary.standing(key), vocabulary.standing_means(key)) for key in LEGEND],
        "tag": tag_of(found.tournament, asked, found.person, rows.tag),
        "ranks": vocabulary.ranks(found.state.terms),
        "groups": group_tables.shown(found.state, found.name, asked.line, found.own.number if found.own else 0),
    }  # fmt: skip


def _then(found: Visit, asked: HistoryQuery) -> dict[str, Any] | None:
    """The act that the standings are as of, in words; None for the present."""
    if not asked.as_of:
        return None
    every = selectors.entries_of(found.tournament, upto=asked.as_of)
    (line,) = history.entries_in_words(found, every, every[-1:])
    return {"line": line, "page": (found.tournament.number - asked.as_of) // ACTS_A_PAGE + 1}


def _standings_tag(request: HttpRequest, slug: str) -> str:
    tournament = access.access_tournament(request.user, slug)
    rows = standings_pages.asked_rows(request.GET)
    return tag_of(tournament, asking.requested_standings(request, tournament), person_of(request.user), rows.tag)


@require_safe
@gzip_page
@condition(etag_func=_standings_tag)
def part_standings(request: HttpRequest, slug: str) -> HttpResponse:
    """The table of standings alone, for the page that polls it."""
    found, asked = _requested(request, slug)
    context = {"visit": found, "event": found.tournament, **_standings_context(request, found, asked)}
    return fragment(request, "frontend/tournaments/_standings.html", context)


@require_safe
def value(request: HttpRequest, slug: str, entrant: int, column: int) -> HttpResponse:
    """A value of the standings explained: its terms, rule, version and source."""
    found, asked = _requested(request, slug)
    try:
        opened = standings.explanation_of(found, asked, entrant, column)
    except Refused as error:
        raise Http404(error.text) from None
    table = standings.table_of(found, asked)
    columns = [(number, vocabulary.label(each)) for number, each in enumerate(table.columns)]
    place = next((each for each in table.places if each.entrant == entrant), None)
    return tournament_page(request, found, "value", {
        "asked": asked, "opened": opened, "entrant": entrant, "name": found.name(entrant), "column": column,
        "columns": columns, "place": place, "why": standings.why_provisional(found, asked, entrant),
        "then": _then(found, asked),
        "back": standings_pages.where(table, entrant).query(asked),
    }, "explained_value")  # fmt: skip


# pairings


@require_safe
def rounds(request: HttpRequest, slug: str) -> HttpResponse:
    """The current or the last round."""
    found = visit(request, slug)
    if found.state.terms.by_challenge:
        return redirect("event-matches", slug)
    return redirect("event-pairings", slug, max(len(found.state.rounds), 1))


@require_safe
@gzip_page
def round_page(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """A round: its tables with results, and how it was paired; or what the next one waits for."""
    found = visit(request, slug)
    if found.state.terms.by_challenge:
        return redirect("event-matches", slug)
    paired = len(found.state.rounds)
    if number == paired + 1 and number <= max(found.number_of_rounds, 1):
        return tournament_page(
            request,
            found,
            "pairings",
            {
                "number": number,
                "waiting": pairings.waiting(found),
                "mission": vocabulary.mission(found.state.terms, number),
                "season": pairings.season(found),
            },
            "waiting",
        )
    shown = found.round(number)
    made = pairings.pairing_of(found, shown)
    return tournament_page(request, found, "pairings", {
        "number": number, "round": shown, "made": made, "season": pairings.season(found),
        "mission": vocabulary.mission(found.state.terms, number), "inputs": pairings.inputs(found, made.request),
        "said": pairings.said_of(found, made),
        "lifted": [vocabulary.constraint(each) for each in made.lifted],
        "rules": terms_summary.pairing_rules(made.paired.version),
        "options": terms_summary.pairing(found.state.terms), **_pairings_context(found, number),
        "tag": part_tag(found, number),
    })  # fmt: skip


def _pairings_context(found: Visit, number: int) -> dict[str, Any]:
    shown = found.round(number)
    return {"number": number, "round": shown, "matches": pairings.matches(found, shown),
            "asides": pairings.asides(found, shown),
            "ranks": vocabulary.kind(found.state.terms.ranks, found.state.terms.tallies)}  # fmt: skip


def _pairings_tag(request: HttpRequest, slug: str, number: int) -> str:
    tournament = access.access_tournament(request.user, slug)
    return tag_of(tournament, HistoryQuery(), person_of(request.user), str(number))


@require_safe
@gzip_page
@condition(etag_func=_pairings_tag)
def part_pairings(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """The tables of a round alone, for the page that polls them."""
    found = visit(request, slug)
    return fragment(request, "frontend/tournaments/_pairings.html", {
        "visit": found, "event": found.tournament, **_pairings_context(found, number),
    })  # fmt: skip


@require_safe
def recompute(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """A round paired again from its published inputs, beside the published pairing."""
    found = visit(request, slug)
    if found.state.terms.by_challenge:
        raise Http404("nobody is paired in a free league")
    made = pairings.pairing_of(found, found.round(number))
    digest = pairings.inputs_digest(made)
    again = kept(f"recomputed:{found.tournament.pk}:{made.act}:{digest}", lambda: pairings.recomputed(found, made))
    return tournament_page(request, found, "pairings", {
        "number": number, "made": made, "again": again, "digest": digest,
        "rules": terms_summary.pairing_rules(made.paired.version),
    }, "recompute")  # fmt: skip


def kept(key: str, make: Callable[[], Any]) -> Any:
    """A cached value, computed if it is missing."""
    found = cache.get(key)
    if found is None:
        found = make()
        cache.set(key, found, standings.KEPT)
    return found


@require_safe
def bracket_page(request: HttpRequest, slug: str) -> HttpResponse:
    """The bracket of the elimination."""
    found = visit(request, slug)
    if not bracket.has_tree(found):
        raise Http404("this event has no elimination")
    return tournament_page(request, found, "bracket", {"parts": bracket.parts(bracket.stages(found))})


# who plays, by which rules, and what was done


@require_safe
@gzip_page
def entrants_page(request: HttpRequest, slug: str) -> HttpResponse:
    """Entrants, waiting list and dropped entrants, with rosters once those are public."""
    found = visit(request, slug)
    rows = entrants.listed(found, names=True)
    return tournament_page(request, found, "entrants", {
        "playing": [each for each in rows if each.status == "entered"],
        "waiting": [each for each in rows if each.status == "waiting"],
        "gone": [each for each in rows if each.status == "dropped"],
    })  # fmt: skip


@login_required
@require_POST
def entrant_claim(request: HttpRequest, slug: str, entrant: int, member: int = 0) -> HttpResponse:
    """Say that a name at an event is oneself."""
    found = visit(request, slug)
    try:
        regulars.claim_entry(tournament=found.tournament, spot=(entrant, member), actor=request.user)
    except Refused as error:
        messages.error(request, identity.refusal_text(error))
    else:
        messages.success(request, _("The staff has been asked. The answer will appear on your page."))
    return redirect("event-entrants", slug)


@require_safe
def entrant_roster(request: HttpRequest, slug: str, entrant: int, member: int = 0) -> HttpResponse:
    """A roster that was handed in, once it is public."""
    found = visit(request, slug)
    row = submissions.roster_at(found.tournament, found.state, entrant, member, found.viewer)
    if row is None:
        raise Http404("there is no roster to read")
    of = found.state.entrants[entrant]
    given = (of.members[member - 1] if member else of).roster
    sheets = rosters.sheets_of(row)
    return tournament_page(request, found, "entrants", {
        "roster": row, "sheets": sheets, "handed": given, "remarks": told(sheets.remarks),
        "name": found.name(entrant, member),
        "objections": entrants.objected(given, found.state.terms) if given else (),
        "same": given is not None and given.sha256 == row.sha256,
    }, "roster")  # fmt: skip


@require_safe
def rules_page(request: HttpRequest, slug: str) -> HttpResponse:
    """Scoring, tie-breaks, pairing and all other terms, in words."""
    found = visit(request, slug)
    terms = found.state.terms
    game, options = terms_summary.game(terms)
    return tournament_page(request, found, "rules", {
        "game": game, "options": options, "ranks": terms_summary.ranks(terms),
        "scoring": terms_summary.scoring(terms.scoring, contest_standings.counts_games(terms)),
        "team": terms_summary.scoring(terms.teams.scoring, tallies=terms.tallies) if terms.teams else None,
        "criteria": terms_summary.criteria(terms),
        "agreed": terms_summary.agreements(terms), "pairing": terms_summary.pairing(terms),
        "paragraphs": terms_summary.pairing_rules(terms.pairing.version), "tables": terms.tables,
        "missions": [(each.round, vocabulary.label(each)) for each in terms.missions],
        "soft": soft_words.categories(terms), "overall": soft_words.overall(terms),
    })  # fmt: skip


@require_safe
@gzip_page
def history_page(request: HttpRequest, slug: str) -> HttpResponse:
    """Everything that was done, newest first."""
    found = visit(request, slug)
    every = history.acts(found)
    page = Paginator(every[::-1], ACTS_A_PAGE).get_page(request.GET.get("page"))
    lines = history.entries_in_words(found, every, list(page.object_list))
    return tournament_page(request, found, "history", {
        "page": page, "lines": lines, "logged": is_logged("event", str(found.tournament.pk)),
    })  # fmt: skip
