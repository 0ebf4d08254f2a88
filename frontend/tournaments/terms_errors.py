"""Errors in terms, in words, and the form field that holds them."""

from __future__ import annotations

from django.utils.translation import gettext as _

import rules
from frontend.base.language import russian
from frontend.tournaments import refusals, tally_rows, terms_fields, terms_rows
from gamelog.contest import validation
from gamelog.contest.errors import Refused
from gamelog.contest.terms import Terms
from gamelog.tournaments import services

PLACES = (
    ("$.scoring.scale", "scale"), ("$.scoring.bonuses", "bonuses"),
    ("$.scoring.tallies", "tallies"), *((f"$.scoring.{name.replace('_', '.', 1)}", name) for name in tally_rows.MAJOR),
    ("$.teams.scoring.ranks", "team_ranks"),
    ("$.scoring.draw_within", "draw_within"),
    *((f"$.scoring.{name}", name) for name in terms_fields.SCORED),
    *((f"$.scoring.{name}", "awards") for name in terms_rows.NO_BATTLE),
    ("$.scoring", "preset"), ("$.preset", "preset"),
    ("$.size", "preset_size"), ("$.tables", "tables"), ("$.missions", "missions"),
    ("$.rosters.points", "roster_points"),
    ("$.rosters.required", "roster_required"),
    ("$.rosters.models", "roster_models"),
    ("$.options.", "roster_allowed"), ("$.teams.size", "team_size"), ("$.teams.scoring", "team_preset"),
    ("$.teams.ranked_by", "team_ranks"),
    ("$.teams", "team_size"), ("$.season.starts", "season_starts"), ("$.season", "days_a_round"),
    ("$.ruleset", "ruleset"), ("$.rules_version", "ruleset"), ("$.title", "title"), ("$.reason", "reason"),
    *((f"$.pairing.{name}", name) for name in terms_fields.PAIRED),
    *((f"$.knockout.{name}", name) for name in terms_fields.KNOCKOUT),
    *((f"$.stages.{name}", name) for name in terms_fields.STAGES), ("$.stages", "groups"),
    *((f"$.free_league.{name}", name) for name in terms_fields.FREE), ("$.free_league", "meetings"),
    *((f"$.{name}", name) for name in terms_fields.PLAIN),
    ("$.soft", "soft"), ("$.overall.weight", "overall_weight"), ("$.overall", "overall"),
    ("$.starts", "starts"), ("$.ends", "ends"), ("$.tiebreaks", "tiebreak_1"), ("$.place", "place"),
)  # fmt: skip
"""Which field holds which part of the terms, the more exact paths first."""


def field_of(path: str) -> str:
    """The field that holds a part of the terms; empty if there is none in particular."""
    path = path.replace("$.terms.", "$.")
    if path.startswith("$.tiebreaks["):
        at = int(path.removeprefix("$.tiebreaks[").partition("]")[0]) + 1
        param = path.partition(".params.")[2] or next((kind for kind in ("of", "by") if path.endswith(f".{kind}")), "")
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
        "rounds": _("That is too many rounds for so few players without rematches."),
        "cut": _(
            "Only Swiss with a top cut has a cut: at least 2 players and no more than the event takes, or "
            "everybody with few enough losses."
        ),
        "losses": _("Losses are counted in a Swiss before an elimination, and there are fewer than its rounds."),
        "rotate_terrain": _("Terrain rotates where tables do, and where the tables of the hall have two kinds of it "
                            "or more."),
        "missions": _(
            "Each mission belongs to one round of the event, and each round has one at most; a paired round keeps "
            "its mission."
        ),
        "reseed": _("Only an elimination can be reseeded in each round."),
        "bronze": _("Only an elimination with semi-finals has a match for third place."),
        "knocked_out": _("Places by the standings need other rounds before the elimination."),
        "double": _("Only a round robin can be played twice."),
        "groups": _("An event in groups has 2 or more, with 2 or more players in each."),
        "play": _("Flights that go on together play a Swiss before, not a round robin."),
        "top": _("If an elimination follows, say how many qualify from each group."),
        "best_next": _("There are fewer best next-placed than groups."),
        "merged_rounds": _("If the flights go on together, say for how many rounds."),
        "pod": _("A pod needs two or more players."),
        "capacity": _("An event needs at least two players."),
        "ends": _("The event ends before it starts."),
        "starts": _("This is not a date and time."),
        "draw": _("A draw cannot be worth more than a win."),
        "loss": _("A loss cannot be worth more than a draw."),
        "scale": _("The scale has a gap or an overlap, or does not begin at 0 or end without a limit."),
        "victory_cap": _("This maximum is too low."), "battle_cap": _("This maximum is too low."),
        "match_cap": _("This maximum is too low."),
        "bonuses": _("Two bonuses have the same ID, or a team match has bonuses of its own."),
        "tallies": _("Each kind of points needs a name that no other kind has, and a maximum above 0."),
        "major_times": _("A ratio or a lead says when a victory is a major one."),
        "major_win": _("A major victory cannot be worth less than any other victory."),
        "major_loss": _("A major defeat cannot be worth more than any other defeat."),
        "ranks": _("The event has no such points to rank by."),
        "tables": _("Two tables have the same number."),
        "late_entry": _("No rounds are left to join after that one."),
        "best_of": _("In a team match each board is a single game."),
        "half_byes": _("There are more byes than rounds."),
        "preset_size": _("This scoring needs no number, or a different one."),
        "soft": _(
            "Each category needs its own name and a highest mark above the lowest; the value for a missing mark "
            "lies between the two. Settings for opponents' marks apply to those only. A category that already has "
            "marks cannot change."
        ),
        "overall": _("Best Overall needs a category of soft scores."),
        "overall_weight": _("Something has to count in Best Overall."),
        "season_starts": _("This is not a date."), "days_a_round": _("A season belongs to a league."),
        "meetings": _("Challenges belong to a free league."),
        "others_between": _("Where the same two meet only once, they do not meet again anyway."),
        "added_games": _("Games are added only where players are ranked by points per game."),
        "title": _("Leave out names and contact details: the record cannot hold them."),
        "reason": _("A reason is needed: it stays in the record."),
    }  # fmt: skip
    codes = {
        "fixed-terms": _("This cannot change once a round is paired."),
        "duplicate": _("This tie-break is already in the list."),
        "unknown-param": _("This tie-break has no such option."),
        "out-of-range": _("This value is out of range."),
        "unreadable": _("This value is not possible here."),
        "unequal-games": refusals.refusal_text(error),
        "free-league": refusals.refusal_text(error),
    }
    if not russian():
        return refusals.refusal_text(error)
    if error.ru:
        return refusals.refusal_text(error)
    return codes.get(error.code) or hints.get(field) or refusals.refusal_text(error)
