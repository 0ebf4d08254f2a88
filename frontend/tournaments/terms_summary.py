"""The terms of a tournament in words: scoring, ranking, pairing, and everything else that was agreed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

import rules
from frontend.base.language import russian
from frontend.base.points import said
from frontend.games.cast import Cast
from frontend.tournaments import soft_words, vocabulary
from gamelog.contest import standings
from gamelog.contest.pairing.rules import RULES
from gamelog.contest.presets import PRESETS
from gamelog.contest.terms import Award, Band, Scoring, Terms
from gamelog.contest.terms_tallies import Tally


class ScaleBand(msgspec.Struct, frozen=True):
    """A band of a scale: its differences, and the points of both sides."""

    differences: str
    winner: str
    loser: str


class Criterion(msgspec.Struct, frozen=True):
    """A ranking criterion: its name, the rule in words, its source, version and parameters."""

    label: str
    rule: str
    source: str
    id: str
    version: str
    params: tuple[tuple[str, int | str], ...]


def scoring(found: Scoring, games: bool = False, tallies: Sequence[Tally] = ()) -> dict[str, Any]:
    """A scoring in words, for the page of rules. `games`: a match is of several; `tallies`: those of the boards, for a
    match of teams.
    """
    preset = PRESETS.get(found.preset)
    return {
        "outcomes": [(vocabulary.outcome(key), said(getattr(found, key)))
                                                       for key in ("win", "draw", "loss")],
        "scale": [step(each) for each in found.scale], "caps": list(caps(found)),
        "draw": _("The side that won more games wins; equal numbers are a draw.") if games else draw_words(found),
        "bonuses": [(vocabulary.label(each), worth(each), said(each.battle_against)) for each in found.bonuses],
        "tallies": [(vocabulary.label(each), tally(each)) for each in found.tallies], "major": major(found),
        "awards": [
            (vocabulary.bye_kind(how), worth(getattr(found, field), tallies or found.tallies)) for how, field in AWARDS
        ],
        "preset": preset and {"label": vocabulary.label(preset), "key": preset.key,
                              "source": preset.source_ru if russian() else preset.source_en},
    }  # fmt: skip


AWARDS = (
    ("bye", "bye"), ("half-bye", "half_bye"), ("zero-bye", "zero_bye"), ("forfeit-win", "forfeit_win"),
    ("forfeit-loss", "forfeit_loss"),
)  # fmt: skip
"""Rounds without a battle, and the terms that give their worth."""


def step(band: Band) -> ScaleBand:
    """A band in words: `over 5 to 10`."""
    least, most = said(band.least), said(band.most) if band.most is not None else ""
    if not most:
        text = _("over %(least)s") if band.open_least else _("%(least)s or more")
    elif band.least == band.most:
        text = "%(least)s"
    elif band.open_least:
        text = _("over %(least)s, under %(most)s") if band.open_most else _("over %(least)s, up to %(most)s")
    else:
        text = _("from %(least)s, under %(most)s") if band.open_most else _("%(least)s to %(most)s")
    return ScaleBand(text % {"least": least, "most": most}, said(band.winner), said(band.loser))


def draw_words(found: Scoring) -> str:
    """What a draw is."""
    battle = found.decided_by == "battle"
    if found.draw_within:
        text = (
            _("A difference of up to %(points)s battle points is a draw.")
            if battle
            else _("A difference of up to %(points)s victory points is a draw.")
        )
        return text % {"points": said(found.draw_within)}
    return (
        _("The side with more battle points wins; equal points are a draw.")
        if battle
        else _("The side with more victory points wins; equal points are a draw.")
    )


def caps(found: Scoring) -> Iterator[tuple[str, str]]:
    """The maximum of a round, for each kind of points that has a cap."""
    for key in ("match", "battle", "victory"):
        cap = getattr(found, f"{key}_cap")
        if cap is not None:
            yield vocabulary.kind(key), said(cap)


def tally(found: Tally) -> str:
    """What is counted of a tally."""
    parts = [_("part of the victory points") if found.into else _("counted by itself")]
    if found.cap is not None:
        parts.append(_("at most %(points)s per round") % {"points": said(found.cap)})
    return ", ".join(parts)


def major(found: Scoring) -> str:
    """When a victory is a major one, and what it brings; empty where none is."""
    if found.major is None:
        return ""
    grounds = []
    if found.major.times:
        grounds.append(_("at least %(times)d times the points of the other side") % {"times": found.major.times})
    if found.major.over is not None:
        grounds.append(_("a lead of more than %(points)s") % {"points": said(found.major.over)})
    told = {"when": _(" or ").join(grounds), "win": said(found.major.win), "loss": said(found.major.loss)}
    if found.major.win == found.win:
        return _("A clear loss (%(when)s): %(loss)s.") % told
    return _("Major victory (%(when)s): %(win)s, and %(loss)s for the loser.") % told


def worth(given: Award | Any, tallies: Sequence[Tally] = ()) -> str:
    """Points of all kinds in one line; a dash for none."""
    own = getattr(given, "own_mean", ())
    parts = [(vocabulary.kind(key), _("own average") if key in own else said(getattr(given, key)))
             for key in ("match", "battle", "victory") if key in own or getattr(given, key)]  # fmt: skip
    for each in tallies:
        if points := getattr(given, "tallies", {}).get(each.id):
            parts.append((vocabulary.label(each), said(points)))
    return ", ".join(f"{name}: {points}" for name, points in parts) or "–"


def ranks(terms: Terms) -> str:
    """What the entrants are ranked by first, in a sentence."""
    text = _("Teams are ranked by %(ranks)s of their matches.") if terms.teams else _("Ranked by %(ranks)s.")
    return text % {"ranks": vocabulary.ranks(terms)}


def criteria(terms: Terms) -> list[Criterion]:
    """The ranking criteria in order: the score, then the tie-breaks."""
    return [
        Criterion(
            vocabulary.label(each.column), each.rule.text_ru if russian() else each.rule.text_en,
            each.rule.source_ru if russian() else each.rule.source,
            each.column.id, each.column.version,
            tuple(vocabulary.settings(each, terms.tallies)),
        )
        for each in standings.criteria_of(terms)
    ]  # fmt: skip


def pairing_rules(version: str) -> list[str]:
    """The rule set for pairing, one paragraph each; empty for a version that is not known here."""
    found = RULES.get(version)
    text = "" if found is None else found.ru if russian() else found.en
    return [each for each in text.split("\n\n") if each.strip()]


def pairing(terms: Terms) -> list[tuple[str, str]]:
    """How the tournament uses that rule set; nothing where nobody is paired."""
    if terms.by_challenge:
        return []
    found = terms.pairing
    order = {"random": _("random, by the published seed"), "fold": _("upper half against lower half"),
             "adjacent": _("neighbours in the standings")}  # fmt: skip
    rank = {"standings": _("the standings"), "rating": _("the rating"), "number": _("the entry number")}
    clubs = (
        _("until round %(round)s") % {"round": found.avoid_clubs_rounds} if found.avoid_clubs_rounds < 99 else _("yes")
    )
    return [
        (_("Order within a score group"), order[found.order]), (_("Ranked by"), rank[found.rank_by]),
        (_("Avoid pairing clubmates"), clubs if found.avoid_clubs else _("no")),
        (_("Rotate tables"), _("by terrain as well") if found.rotate_terrain else yes_or_no(found.rotate_tables)),
        (
            _("The bye goes to"),
            _("the lowest-ranked player") if found.bye_goes_to == "lowest" else _("a random player"),
        ),
        *([(_("Schedule of a round robin"), vocabulary.schedule(found.schedule))]
          if terms.format in ("round-robin", "league") else []),
    ]  # fmt: skip


def yes_or_no(value: bool) -> str:
    """Yes or no."""
    return _("yes") if value else _("no")


def _advance(terms: Terms) -> str:
    """Who plays the elimination after a Swiss."""
    losses = terms.knockout.losses
    if losses is None:
        return _("the best %(count)s") % {"count": terms.cut} if terms.cut else ""
    if not losses:
        return _("all undefeated players")
    text = ngettext("all with at most %(count)d loss", "all with at most %(count)d losses", losses)
    return text % {"count": losses}


def _free_league(terms: Terms) -> list[tuple[str, str]]:
    """What holds in a free league."""
    league = terms.free_league
    if not terms.by_challenge:
        return []
    meetings = ngettext("%(count)d time at most", "%(count)d times at most", league.meetings)
    return [
        (_("The same two players may meet"),
         meetings % {"count": league.meetings} if league.meetings else _("any number of times")),
        (_("Not the same opponent twice in a row"), _("yes") if league.others_between else ""),
        (_("Games needed for a place"), str(league.least_games or "")),
        (_("Ranked by points per game"), _("yes") if league.per_game else ""),
        (_("Games added to the divisor"), str(league.added_games or "")),
    ]  # fmt: skip


def _stages(terms: Terms) -> list[tuple[str, str]]:
    """The groups or pods, as far as the event has them."""
    stages = terms.stages
    if terms.format == "pods":
        return [(_("Players in a pod"), str(stages.pod)),
                (_("Play within a pod"), vocabulary.pod_play(stages.pod_play))]  # fmt: skip
    if not terms.grouped:
        return []
    return [
        (_("Groups or flights"), str(stages.groups)), (_("How the groups are made"), vocabulary.drawn(stages.drawn)),
        (_("Play within a group"), vocabulary.format_of(stages.play)),
        (_("After the groups"), vocabulary.then(stages.then)),
        (_("Qualify from each group"), str(stages.top or "")),
        (_("Best next-placed who also qualify"), str(stages.best_next or "")),
        (_("Rounds of all flights together"), str(stages.merged_rounds or "")),
    ]  # fmt: skip


def agreements(terms: Terms) -> list[tuple[str, str]]:
    """The other terms, as far as they say anything."""
    limits = terms.rosters
    late = _("up to round %(round)s") % {"round": terms.late_entry} if terms.late_entry else _("no")
    confirm = {"opponent": _("the opponent"), "staff": _("the staff"), "none": _("nobody: reports count at once")}
    rows = [
        (_("Format"), vocabulary.format_of(terms.format)),
        (_("Rounds"), str(terms.rounds) if terms.free_rounds else ""),
        *_stages(terms),
        (_("Top cut"), _advance(terms)),
        (_("Reseeded each round"), _("yes") if terms.knockout.reseed else ""),
        (_("Bracket reset"),
         yes_or_no(terms.knockout.second_final) if terms.double_knockout else ""),
        (_("Match for third place"), _("yes") if terms.bronze else ""),
        (_("Players knocked out in the same round"),
         vocabulary.knocked_out(terms.knocked_out) if terms.elimination and terms.elimination == terms.then else ""),
        (_("Double round robin"), _("yes") if terms.double else ""),
        (_("Places"), str(terms.capacity or "")),
        (_("A round lasts"), _("%(minutes)s min") % {"minutes": terms.round_minutes}
         if terms.round_minutes and not terms.by_challenge else ""),
        (_("Players per team"), str(terms.teams.size) if terms.teams else ""),
        (_("Captains choose who plays whom"), yes_or_no(terms.teams.captains) if terms.teams else ""),
        (_("A match"), _("best of %(games)s games") % {"games": terms.best_of} if terms.best_of > 1 else ""),
        *([] if terms.by_challenge else [
            (_("Late registration"), late), (_("Half-point byes per player"), str(terms.half_byes)),
            (_("Check-in"), yes_or_no(terms.check_in)),
        ]),
        (_("Results confirmed by"), confirm[terms.confirm]),
        (_("Roster"), _("required") if limits.required else _("optional")),
        (_("Roster points limit"), str(limits.points or "")),
        (_("Roster model limit"), str(limits.models or "")),
        (_("Rosters are shown"), _("once locked") if limits.hidden_until_locked else _("at once")),
        *_free_league(terms),
        (_("Season begins"), terms.season.starts if terms.season else ""),
        (_("Days per round"), str(terms.season.days_a_round) if terms.season else ""),
    ]  # fmt: skip
    return [(name, value) for name, value in rows if value]


def differences(before: Terms, after: Terms) -> list[tuple[str, str, str]]:
    """What differs between two terms, each with its words before and after."""
    rows = [_everything(before), _everything(after)]
    names = list(dict.fromkeys(name for each in rows for name in each))
    found = [(name, rows[0].get(name, "–"), rows[1].get(name, "–")) for name in names]
    return [each for each in found if each[1] != each[2]]


def _everything(terms: Terms) -> dict[str, str]:
    """Every term in words by its name."""
    own = scoring(terms.scoring)
    starts, ends = vocabulary.moment(terms.starts), vocabulary.moment(terms.ends)
    rows = [
        (_("Game"), game(terms)[0]), *game(terms)[1],
        (_("Starts"), starts.text if starts else ""), (_("Ends"), ends.text if ends else ""),
        (_("Place"), terms.place),
        (_("Tables"), "; ".join(f"{each.number} {each.terrain} {each.note}".strip() for each in terms.tables)),
        *agreements(terms), *pairing(terms), (_("Ranking"), ranks(terms)),
        (_("Scoring"), "; ".join(f"{name} {points}" for name, points in own["outcomes"])), (_("Draw"), own["draw"]),
        (_("The scale"), "; ".join(f"{each.differences}: {each.winner}–{each.loser}" for each in own["scale"])),
        (_("Major victory"), own["major"]), *own["tallies"],
        *((name, points) for name, points in own["caps"]),
        *((name, f"{points}, {against}") for name, points, against in own["bonuses"]), *own["awards"],
        (_("Tie-breaks"), ", ".join(_criterion(each) for each in criteria(terms)[1:])),
        (_("Team match"), worth_of_teams(terms)),
        *soft_words.categories(terms), (_("Best Overall"), soft_words.overall(terms)),
    ]  # fmt: skip
    return {str(name): value for name, value in rows if value}


def _criterion(found: Criterion) -> str:
    """A tie-break with its version and numbers."""
    numbers = "; ".join(f"{name}: {number}" for name, number in found.params)
    return f"{found.label} {found.version}" + (f" ({numbers})" if numbers else "")


def worth_of_teams(terms: Terms) -> str:
    """How a match of two teams is scored, in a line; empty where nobody plays in teams."""
    if not terms.teams:
        return ""
    found = scoring(terms.teams.scoring)
    return "; ".join([*(f"{name} {points}" for name, points in found["outcomes"]),
                      *(f"{each.differences}: {each.winner}–{each.loser}" for each in found["scale"])])  # fmt: skip


def game(terms: Terms) -> tuple[str, list[tuple[str, str]]]:
    """The name and version of the game, and the options with which every game begins."""
    try:
        found = rules.load(terms.ruleset, terms.rules_version)
    except rules.Malformed:
        return f"{terms.ruleset} {terms.rules_version}".strip(), []
    options = [(Cast(found).rule(key), str(value)) for key, value in sorted(terms.options.items())]
    return f"{found.name} {found.version}", options
