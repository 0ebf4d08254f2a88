"""What is wrong with terms, in words, and the field of the form that it stands in."""

from __future__ import annotations

from django.utils.translation import gettext as _

import rules
from frontend.tournaments import refusals, terms_fields, vocabulary
from gamelog.contest import validation
from gamelog.contest.errors import Refused
from gamelog.contest.terms import Terms

PLACES = (
    ("$.scoring.scale", "scale"), ("$.scoring.bonuses", "bonuses"),
    ("$.scoring.draw_within", "draw_within"),
    *((f"$.scoring.{name}", name) for name in terms_fields.SCORED), ("$.scoring", "json"), ("$.preset", "preset"),
    ("$.size", "preset_size"), ("$.tables", "tables"), ("$.rosters.points", "roster_points"),
    ("$.rosters.models", "roster_models"), ("$.teams.size", "team_size"), ("$.teams.scoring", "team_preset"),
    ("$.teams", "team_size"), ("$.season.starts", "season_starts"), ("$.season", "days_a_round"),
    ("$.ruleset", "ruleset"), ("$.version", "ruleset"), ("$.title", "title"), ("$.reason", "reason"),
    *((f"$.pairing.{name}", name) for name in terms_fields.PAIRED),
    *((f"$.{name}", name) for name in terms_fields.PLAIN),
    ("$.starts", "starts"), ("$.ends", "ends"), ("$.tiebreaks", "tiebreak_1"), ("$.place", "place"),
)  # fmt: skip
"""Which field a part of the terms stands in, the more exact first."""


def field_of(path: str) -> str:
    """The field that a part of the terms stands in; empty for none in particular."""
    path = path.replace("$.terms.", "$.")
    if path.startswith("$.tiebreaks["):
        at = int(path.removeprefix("$.tiebreaks[").partition("]")[0]) + 1
        return f"params_{at}" if ".params" in path else f"tiebreak_{at}"
    return next((name for start, name in PLACES if path.startswith(start)), "")


def problems(terms: Terms) -> list[Refused]:
    """Everything that is wrong with terms: what the sport finds, and a game or version that is not installed."""
    found = validation.problems(terms)
    try:
        rules.load(terms.ruleset, terms.rules_version)
    except rules.Malformed as error:
        found.insert(0, Refused("unknown-ruleset", error.path, error.reason))
    return found


def error_text(error: Refused, field: str) -> str:
    """What is wrong, in the reader's language: in English with the numbers, as the sport says it."""
    hints = {
        "rounds": _("So many rounds cannot be played by so few without meeting twice."),
        "cut": _("The cut is 2, 4, 8, 16 or another power of two, not more than may play, and only for that format."),
        "bronze": _("Only an elimination with semi-finals has a match for the third place."),
        "double": _("Only a round robin is played twice over."),
        "capacity": _("An event of one has nobody to play."),
        "ends": _("The event ends before it has begun."),
        "starts": _("This is no date and time."),
        "draw": _("A draw cannot be worth more than a win."),
        "loss": _("A loss cannot be worth more than a draw."),
        "scale": _("The scale has a gap or an overlap, or does not begin at 0 or end without a limit."),
        "victory_cap": _("The cap leaves too little."), "battle_cap": _("The cap leaves too little."),
        "match_cap": _("The cap leaves too little."),
        "bonuses": _("Two bonuses have the same id, or a match of teams has bonuses of its own."),
        "tables": _("Two tables have the same number."),
        "late_entry": _("After that round there is nothing left to enter for."),
        "half_byes": _("These are more byes than rounds."),
        "preset_size": _("This preset takes no number, or another one."),
        "season_starts": _("This is no date."), "days_a_round": _("A season belongs to a league."),
        "title": _("Names and contact data of people do not enter the record."),
        "reason": _("A reason is wanted: it stands in the record."),
    }  # fmt: skip
    codes = {
        "fixed-terms": _("This is fixed once a round is paired."),
        "duplicate": _("This tie-break stands in the list already."),
        "unknown-param": _("This tie-break has no such parameter."),
        "out-of-range": _("This parameter is out of its range."),
        "unreadable": _("This value is not possible here."),
    }
    if not vocabulary.russian():
        return refusals.refusal_text(error)
    return codes.get(error.code) or hints.get(field) or refusals.refusal_text(error)
