"""Rosters handed in to an event: their content, and the objections of the event's limits."""

from __future__ import annotations

from typing import Any

import msgspec

import rules
from gamelog.contest.acts.rosters import SubmitRoster, holder
from gamelog.contest.errors import Refused
from gamelog.contest.state import TournamentState
from gamelog.contest.terms import Terms
from gamelog.games import selectors
from gamelog.games.access import rosters_visible
from gamelog.games.models import Roster
from gamelog.tournaments import access, visibility
from gamelog.tournaments.models import Nameplate, Tournament


def read(tournament: Tournament, state: TournamentState, act: Any, actor: access.Actor) -> Any:
    """A submission, completed with the roster's counts and the limits' objections; any other act unchanged.

    Raises: Refused: `no-roster` if the actor has no such roster, `no-member` and others of the act itself.
    """
    if not isinstance(act, SubmitRoster):
        return act
    holder(state, act.entrant, act.member)
    found = rosters_visible(actor).filter(sha256=act.sha256).order_by("created").first()
    if found is None:
        raise Refused("no-roster", "$.sha256", "you have no roster of this digest: upload it first")
    return msgspec.structs.replace(
        act, points=found.points, models=found.models_count, problems=problems_of(found, state.terms)
    )


def roster_at(
    tournament: Tournament, state: TournamentState, number: int, member: int, viewer: visibility.Viewer
) -> Roster | None:  # fmt: skip
    """The roster that an entrant, or a team's member, handed in; None if there is none that the viewer may read."""
    entrant = state.entrants.get(number)
    if entrant is None or not visibility.roster_open(state, entrant, viewer):
        return None
    return Roster.objects.defer("file").filter(nameplates__tournament=tournament, nameplates__number=number,
                                 nameplates__board=member).first()  # fmt: skip


NOT_ALLOWED = "specialities that datasheets do not allow: "
"""The beginning of that objection; kinds of models with their specialities follow."""


def problems_of(roster: Roster, terms: Terms) -> tuple[str, ...]:
    """The objections of an event's limits, and of its game's options, to a roster, as sentences."""
    limits, found = terms.rosters, []
    if roster.ruleset not in (terms.ruleset, rules.expands(terms.ruleset)):
        found.append(f"it is a roster of {roster.ruleset}, and the event plays {terms.ruleset}")
    if limits.points and roster.points > limits.points:
        found.append(f"{roster.points} points, and the limit is {limits.points}")
    if limits.models and roster.models_count > limits.models:
        found.append(f"{roster.models_count} models, and the limit is {limits.models}")
    if taken := _not_allowed(roster, terms):
        found.append(NOT_ALLOWED + ", ".join(taken))
    return tuple(found)


def _not_allowed(roster: Roster, terms: Terms) -> list[str]:
    """Kinds of models with specialities that the event's options do not allow: `Deckhand (zealot)`."""
    lists = rules.load(roster.ruleset).rosters
    if not terms.options.get(lists.allowing) or roster.ruleset != terms.ruleset:
        return []
    sheets = lists.agreed(selectors.sheets_of(roster), terms.options)
    refused = [each.facts for each in lists.problems(sheets, 0) if each.rule == lists.allowing]
    return list(dict.fromkeys(f"{facts['kind']} ({facts['specialism']})" for facts in refused))


def keep(tournament: Tournament, act: SubmitRoster, by: str) -> None:
    """Tie the roster's row to the nameplate, so that it can be shown once rosters are locked."""
    rows = Roster.objects.filter(sha256=act.sha256).defer("file", "parsed").order_by("created")
    roster = rows.filter(owner__participant=by).first() or rows.first()
    Nameplate.objects.filter(tournament=tournament, number=act.entrant, board=act.member).update(roster=roster)
