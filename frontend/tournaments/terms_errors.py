"""Errors in terms, in words, and the form field that holds them."""

from __future__ import annotations

from django.utils.translation import gettext as _

import rules
from frontend.base.language import russian
from frontend.tournaments import refusals, terms_fields, terms_rows
from gamelog.contest import validation
from gamelog.contest.errors import Refused
from gamelog.contest.terms import Terms
from gamelog.tournaments import services

PLACES = (
    ("$.scoring.scale", "scale"), ("$.scoring.bonuses", "bonuses"),
    ("$.scoring.draw_within", "draw_within"),
    *((f"$.scoring.{name}", name) for name in terms_fields.SCORED),
    *((f"$.scoring.{name}", "awards") for name in terms_rows.NO_BATTLE),
    ("$.scoring", "preset"), ("$.preset", "preset"),
    ("$.size", "preset_size"), ("$.tables", "tables"), ("$.rosters.points", "roster_points"),
    ("$.rosters.required", "roster_required"),
    ("$.rosters.models", "roster_models"),
    ("$.options.", "roster_allowed"), ("$.teams.size", "team_size"), ("$.teams.scoring", "team_preset"),
    ("$.teams.ranked_by", "team_ranks"),
    ("$.teams", "team_size"), ("$.season.starts", "season_starts"), ("$.season", "days_a_round"),
    ("$.ruleset", "ruleset"), ("$.rules_version", "ruleset"), ("$.title", "title"), ("$.reason", "reason"),
    *((f"$.pairing.{name}", name) for name in terms_fields.PAIRED),
    *((f"$.{name}", name) for name in terms_fields.PLAIN),
    ("$.starts", "starts"), ("$.ends", "ends"), ("$.tiebreaks", "tiebreak_1"), ("$.place", "place"),
)  # fmt: skip
"""Which field holds which part of the terms, the more exact paths first."""


def field_of(path: str) -> str:
    """The field that holds a part of the terms; empty if there is none in particular."""
    path = path.replace("$.terms.", "$.")
    if path.startswith("$.tiebreaks["):
        at = int(path.removeprefix("$.tiebreaks[").partition("]")[0]) + 1
        param = path.partition(".params.")[2]
        return f"{param}_{at}" if param else f"tiebreak_{at}"
    return next((name for start, name in PLACES if path.startswith(start)), "")


def problems(terms: Terms) -> list[Refused]:
    """Everything that is wrong with terms: the sport's findings, and a game or version that is not installed."""
    found = validation.problems(terms)
    try:
        services.require_rules(terms)
    except rules.Malformed as error:
        found.append(Refused(_code(error.path), error.path, error.reason))
    return found


def _code(path: str) -> str:
    if path == "$.terms.rosters.required":
        return "no-rosters"
    return "unreadable" if path.startswith("$.terms.options.") else "unknown-ruleset"


def error_text(error: Refused, field: str) -> str:
    """An error in the reader's language; in English as the sport words it, with the numbers."""
    hints = {
        "roster_required": _("This game is played without rosters."),
        "rounds": _("So many rounds cannot be played by so few entrants without meeting twice."),
        "cut": _("The cut is 2, 4, 8, 16 or another power of two, not more than may play, and only for that format."),
        "bronze": _("Only an elimination with semi-finals has a match for third place."),
        "knocked_out": _("Places by the Swiss standings need a Swiss before the elimination."),
        "double": _("Only a round robin is played twice over."),
        "capacity": _("An entrant alone has nobody to play."),
        "ends": _("The event ends before it has begun."),
        "starts": _("This is not a date and time."),
        "draw": _("A draw cannot be worth more than a win."),
        "loss": _("A loss cannot be worth more than a draw."),
        "scale": _("The scale has a gap or an overlap, or does not begin at 0 or end without a limit."),
        "victory_cap": _("The cap leaves too little."), "battle_cap": _("The cap leaves too little."),
        "match_cap": _("The cap leaves too little."),
        "bonuses": _("Two bonuses have the same id, or a match of teams has bonuses of its own."),
        "tables": _("Two tables have the same number."),
        "late_entry": _("After that round there is nothing left to enter for."),
        "half_byes": _("There are more byes than rounds."),
        "preset_size": _("This preset takes no number, or a different one."),
        "season_starts": _("This is not a date."), "days_a_round": _("A season belongs to a league."),
        "title": _("People's names and contact data do not enter the record."),
        "reason": _("A reason is needed: it stays in the record."),
    }  # fmt: skip
    codes = {
        "fixed-terms": _("This is fixed once a round is paired."),
        "duplicate": _("This tie-break is already in the list."),
        "unknown-param": _("This tie-break has no such parameter."),
        "out-of-range": _("This parameter is out of its range."),
        "unreadable": _("This value is not possible here."),
    }
    if not russian():
        return refusals.refusal_text(error)
    return codes.get(error.code) or hints.get(field) or refusals.refusal_text(error)
