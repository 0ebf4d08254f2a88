"""Tallies and major victories in the form of terms: tallies as rows, the kinds of points that follow from them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec
from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from frontend.tournaments import vocabulary
from frontend.tournaments.form_fields import PointsOrNone
from frontend.tournaments.row_fields import Row, RowsField, named, named_columns
from gamelog.contest.presets import PRESETS, scoring_of
from gamelog.contest.terms import Award, Scoring, Terms
from gamelog.contest.terms_tallies import AGAINST, Major, Tally, names_of

INTO = {"": gettext_lazy("counted by itself"), "victory": gettext_lazy("part of the victory points")}
MAJOR = ("major_times", "major_over", "major_win", "major_loss")


def tallies_field() -> RowsField:
    """What both sides report beside victory points, or as parts of them."""
    columns: dict[str, forms.Field] = {
        **named_columns(gettext_lazy("name")),
        "how_into": forms.ChoiceField(label=gettext_lazy("how it counts"), choices=tuple(INTO.items()), required=False),
        "cap": PointsOrNone(label=gettext_lazy("at most per round"), required=False),
        "how_listed": forms.BooleanField(label=gettext_lazy("column in the standings"), required=False),
    }
    return RowsField(
        columns, _tallies, label=gettext_lazy("Other points"), spare=2,
        help_text=gettext_lazy("Reported for both sides: touchdowns, casualties, slain leaders; or primary and "
                               "secondary missions as parts of the victory points. Once they are saved, the ranking "
                               "and the tie-breaks offer them, for, against and as a difference."),
    )  # fmt: skip


def _tallies(rows: list[Row]) -> tuple[Tally, ...]:
    return tuple(_tally(row) for row in rows)


def _tally(row: Row) -> Tally:
    word, en, ru = named(row, "tally", _("Points that are counted need a name."))
    return Tally(word[:40], en, ru, row["cap"], row["how_into"] or "", row["how_listed"])


def tally_rows(given: Iterable[Tally]) -> list[Row]:
    """The rows of tallies."""
    return [
        {"how_id": each.id, "en": each.en, "ru": each.ru, "how_into": each.into,
         "cap": "" if each.cap is None else each.cap, "how_listed": each.listed}
        for each in given
    ]  # fmt: skip


def known(terms: Terms, preset: str, sent: Iterable[Row]) -> tuple[Tally, ...]:
    """The tallies that a form can speak of: those of the terms, of a preset, and of the rows that were sent."""
    found = {each.id: each for each in terms.tallies}
    if preset in PRESETS:
        found |= {each.id: each for each in scoring_of(preset).tallies}
    for row in sent:
        if row.get("en") or row.get("ru"):
            word, en, ru = named({"how_id": "", "en": "", "ru": "", **row}, "tally", "")
            found.setdefault(word[:40], Tally(word[:40], en, ru))
    return tuple(found.values())


def kinds(tallies: Iterable[Tally], *, ranking: bool = False) -> list[tuple[str, str]]:
    """The kinds of points as choices. `ranking`: those that an event can rank by."""
    listed = tuple(tallies)
    return [(key, vocabulary.kind(key, listed)) for key in names_of(listed) if not (ranking and key.endswith(AGAINST))]


# rounds without a battle


def award_columns(tallies: Iterable[Tally]) -> dict[str, forms.Field]:
    """What a bye or a forfeit is worth in tallies, for the entrant and against."""
    return {
        f"tally_{key}": PointsOrNone(label=vocabulary.kind(key, tuple(tallies)), required=False)
        for each in tallies
        for key in (each.id, each.id + AGAINST)
    }


def award_of(row: Row, tallies: Iterable[Tally]) -> dict[str, dict[str, int]]:
    """The tallies of a row."""
    return {
        member: {each.id: points for each in tallies if (points := row.get(f"tally_{each.id}{side}"))}
        for member, side in (("tallies", ""), ("tallies_against", AGAINST))
    }


def award_row(given: Award) -> Row:
    """The columns of an award."""
    return {f"tally_{name}": points for name, points in given.tallies.items()} | {
        f"tally_{name}{AGAINST}": points for name, points in given.tallies_against.items()
    }


# major victories


def major_fields() -> dict[str, forms.Field]:
    """When a victory is a major one, and what it is worth then."""
    return {
        "major_times": forms.IntegerField(
            label=gettext_lazy("Major victory with at least this many times the points"), min_value=0, max_value=100,
            required=False, help_text=gettext_lazy("2: at least double. Empty: no major victories by ratio."),
        ),
        "major_over": PointsOrNone(
            label=gettext_lazy("or with a lead of more than"), required=False,
            help_text=gettext_lazy("1: a loss by one point is a close one. Empty: no major victories by lead."),
        ),
        "major_win": PointsOrNone(label=gettext_lazy("Match points for a major victory"), required=False),
        "major_loss": PointsOrNone(label=gettext_lazy("and for its loser"), required=False),
    }  # fmt: skip


def major_of(said: Mapping[str, Any]) -> Major | None:
    """Major victories, or None where nothing says when a victory is one."""
    if not said["major_times"] and said["major_over"] is None:
        return None
    win = said["win"] if said["major_win"] is None else said["major_win"]
    loss = said["loss"] if said["major_loss"] is None else said["major_loss"]
    return Major(win, loss, said["major_times"] or 0, said["major_over"])


def major_values(scoring: Scoring) -> dict[str, Any]:
    """The initial values of the fields."""
    found = scoring.major
    if found is None:
        return dict.fromkeys(MAJOR)
    return {
        "major_times": found.times or None, "major_over": found.over,
        "major_win": found.win, "major_loss": found.loss,
    }  # fmt: skip


def scoring_members(said: Mapping[str, Any], base: Scoring) -> dict[str, Any]:
    """The members of a scoring that these fields stand for. A tally that is gone leaves the awards."""
    ids = {each.id for each in said["tallies"]}
    awards = {
        name: msgspec.structs.replace(
            given, tallies={key: points for key, points in given.tallies.items() if key in ids},
            tallies_against={key: points for key, points in given.tallies_against.items() if key in ids},
        )
        for name, given in said["awards"].items()
    }  # fmt: skip
    return {"tallies": said["tallies"], "major": major_of(said), **awards}
