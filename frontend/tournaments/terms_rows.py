"""The parts of terms that are lists, as rows of a form, in both directions: scale, bonuses, tables, rounds without a
battle, missions, specialities of datasheets.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any

import msgspec
from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from frontend.base.specialities import speciality_name
from frontend.tournaments import tally_rows
from frontend.tournaments.form_fields import PointsField, PointsOrNone
from frontend.tournaments.row_fields import Row, RowsField, named, named_columns, text_column
from gamelog.contest.terms import Award, Band, Bonus, Scoring, TableTerms
from gamelog.contest.terms_stages import Mission
from gamelog.contest.terms_tallies import AGAINST, Tally

NO_BATTLE = {
    "bye": gettext_lazy("bye"), "half_bye": gettext_lazy("half-point bye"), "zero_bye": gettext_lazy("zero-point bye"),
    "forfeit_win": gettext_lazy("the opponent did not play"), "forfeit_loss": gettext_lazy("did not play"),
}  # fmt: skip
"""Members of a scoring that say what a round without a battle is worth."""
KINDS = ("match", "battle", "victory", "battle_against", "victory_against")
OWN = KINDS[1:]
"""The kinds of points that are an own average where nothing else was agreed."""


def _chosen(label: Any, *choices: tuple[str, Any]) -> forms.ChoiceField:
    return forms.ChoiceField(label=label, choices=choices, initial=choices[0][0])


# the scale


def scale_field() -> RowsField:
    """The bands of a scale."""
    columns = {
        "how_least": _chosen(
            gettext_lazy("lower limit"),
            ("from", pgettext_lazy("limit", "from")),
            ("over", pgettext_lazy("limit", "above")),
        ),
        "least": PointsOrNone(label=gettext_lazy("difference"), required=False),
        "how_most": _chosen(
            gettext_lazy("upper limit"),
            ("to", pgettext_lazy("limit", "up to")),
            ("under", pgettext_lazy("limit", "below")),
        ),
        "most": PointsOrNone(label=gettext_lazy("difference up to"), required=False),
        "winner": PointsField(label=gettext_lazy("winner gets"), required=False),
        "loser": PointsField(label=gettext_lazy("loser gets"), required=False),
    }
    return RowsField(
        columns, _bands, label=gettext_lazy("Scale of battle points"),
        help_text=gettext_lazy("Leave the last upper limit empty. With no rows, battle points equal victory points."),
    )  # fmt: skip


def _bands(rows: list[Row]) -> tuple[Band, ...]:
    return tuple(
        Band(
            row["least"] or 0, row["most"], row["winner"], row["loser"], row["how_least"] == "over",
            row["how_most"] == "under" and row["most"] is not None,
        )
        for row in rows
    )  # fmt: skip


def scale_rows(bands: Iterable[Band]) -> list[Row]:
    """The rows of a scale."""
    return [
        {"how_least": "over" if each.open_least else "from", "least": each.least,
         "how_most": "under" if each.open_most else "to", "most": "" if each.most is None else each.most,
         "winner": each.winner, "loser": each.loser}
        for each in bands
    ]  # fmt: skip


# bonuses


def bonuses_field() -> RowsField:
    """Bonuses, each with the points that it brings."""
    columns: dict[str, forms.Field] = {
        **named_columns(gettext_lazy("name")),
        "match": PointsOrNone(label=gettext_lazy("match points"), required=False),
        "battle": PointsOrNone(label=gettext_lazy("battle points"), required=False),
        "victory": PointsOrNone(label=gettext_lazy("victory points"), required=False),
        "battle_against": PointsOrNone(label=gettext_lazy("battle points for the opponent"), required=False),
    }
    return RowsField(columns, _bonuses, label=gettext_lazy("Bonuses"), spare=2)


def _bonuses(rows: list[Row]) -> tuple[Bonus, ...]:
    return tuple(_bonus(row) for row in rows)


def _bonus(row: Row) -> Bonus:
    word, en, ru = named(row, "bonus", _("A bonus needs a name."))
    worth = {kind: row[kind] or 0 for kind in ("match", "battle", "victory", "battle_against")}
    return Bonus(word, en=en, ru=ru, **worth)


def bonus_rows(given: Iterable[Bonus]) -> list[Row]:
    """The rows of bonuses."""
    return [
        {"how_id": each.id, "en": each.en, "ru": each.ru,
         **{kind: getattr(each, kind) or "" for kind in ("match", "battle", "victory", "battle_against")}}
        for each in given
    ]  # fmt: skip


# tables


def tables_field() -> RowsField:
    """The tables of the hall."""
    columns = {
        "number": forms.IntegerField(label=gettext_lazy("table"), min_value=1, max_value=10_000, required=False),
        "terrain": text_column(gettext_lazy("terrain")),
        "note": text_column(gettext_lazy("location"), size=20),
    }
    return RowsField(
        columns, _tables, label=gettext_lazy("Tables"),
        help_text=gettext_lazy("With no rows, tables are numbered 1, 2, 3… A row without a number gets the next one."),
    )  # fmt: skip


def _tables(rows: list[Row]) -> tuple[TableTerms, ...]:
    found: list[TableTerms] = []
    for row in rows:
        number = row["number"] or (found[-1].number + 1 if found else 1)
        found.append(TableTerms(number, row["terrain"], row["note"]))
    return tuple(found)


def table_rows(given: Iterable[TableTerms]) -> list[Row]:
    """The rows of tables."""
    return [msgspec.structs.asdict(each) for each in given]


# missions


def missions_field() -> RowsField:
    """The missions of the rounds."""
    columns = {
        "round": forms.IntegerField(label=gettext_lazy("round"), min_value=1, max_value=99, required=False),
        "en": text_column(gettext_lazy("mission"), size=24),
        "ru": text_column(gettext_lazy("name in Russian"), size=24),
    }
    return RowsField(
        columns, _missions, label=gettext_lazy("Missions of the rounds"),
        help_text=gettext_lazy("A row without a number is the next round. The same mission may be played more "
                               "than once."),
    )  # fmt: skip


def _missions(rows: list[Row]) -> tuple[Mission, ...]:
    found: list[Mission] = []
    for row in rows:
        number = row["round"] or (found[-1].round + 1 if found else 1)
        name = row["en"] or row["ru"]
        if not name:
            raise ValueError(_("Name the mission of round %(round)d.") % {"round": number})
        found.append(Mission(number, name, row["ru"] if row["en"] else ""))
    return tuple(found)


def mission_rows(given: Iterable[Mission]) -> list[Row]:
    """The rows of missions."""
    return [{"round": each.round, "en": each.en, "ru": each.ru} for each in given]


# rounds without a battle


def awards_field(tallies: Sequence[Tally] = ()) -> RowsField:
    """What a bye and a forfeit are worth, in `tallies` too."""
    labels = {
        "match": gettext_lazy("match points"), "battle": gettext_lazy("battle points"),
        "victory": gettext_lazy("victory points"), "battle_against": gettext_lazy("battle points against"),
        "victory_against": gettext_lazy("victory points against"),
    }  # fmt: skip
    columns: dict[str, forms.Field] = {kind: PointsField(label=labels[kind], required=False) for kind in KINDS}
    columns |= tally_rows.award_columns(tallies)
    columns["how_kinds"] = forms.CharField(required=False, max_length=1000, widget=forms.HiddenInput)
    columns["own"] = forms.BooleanField(label=gettext_lazy("own average"), required=False)
    return RowsField(
        columns, lambda rows: {name: _award(row, tallies) for name, row in zip(NO_BATTLE, rows, strict=False)},
        heads=tuple(NO_BATTLE.values()), label=gettext_lazy("Byes and forfeits"),
        help_text=gettext_lazy("Own average: battle and victory points are the mean of the rounds that the entrant "
                               "played; the numbers count until there is one."),
    )  # fmt: skip


def _award(row: Row, tallies: Sequence[Tally]) -> Award:
    usual = (*OWN, *(each.id + side for each in tallies for side in ("", AGAINST)))
    kinds = row["how_kinds"].split(",") if row["how_kinds"] else usual
    own: Any = tuple(kind for kind in kinds if kind) if row["own"] else ()
    points: dict[str, Any] = {kind: row[kind] for kind in KINDS}
    given: dict[str, Any] = tally_rows.award_of(row, tallies)
    return Award(**points, **given, own_mean=own)


def award_rows(scoring: Scoring) -> list[Row]:
    """What a scoring gives for rounds without a battle."""
    return [_award_row(getattr(scoring, name)) for name in NO_BATTLE]


def _award_row(given: Award) -> Row:
    return {
        **{kind: getattr(given, kind) for kind in KINDS}, **tally_rows.award_row(given),
        "how_kinds": ",".join(given.own_mean), "own": bool(given.own_mean),
    }  # fmt: skip


# specialities that datasheets allow


def allowed_field(words: Iterable[str]) -> RowsField:
    """Kinds of models, each with the specialities that its datasheet allows."""
    columns = {
        "kind": text_column(gettext_lazy("model type")),
        "words": forms.MultipleChoiceField(
            label=gettext_lazy("specialities"), required=False,
            choices=[(word, speciality_name(word)) for word in words],
            widget=forms.CheckboxSelectMultiple(attrs={"class": "ticks"}),
        ),
    }  # fmt: skip
    return RowsField(
        columns, _allowed, label=gettext_lazy("Specialisms allowed by datasheets"), spare=1,
        help_text=gettext_lazy("Model types that are not listed are not limited."),
    )  # fmt: skip


def _allowed(rows: list[Row]) -> str:
    if any(not row["kind"] for row in rows):
        raise ValueError(_("Name the model type."))
    return "\n".join(f"{row['kind']}: {', '.join(row['words']) or '-'}" for row in rows)


def allowed_rows(text: str) -> list[Row]:
    """The rows of the option of a game that says which specialities datasheets allow."""
    parts = [line.rpartition(":") for line in re.split(r"[;\n]", text) if line.strip()]
    return [
        {"kind": kind.strip(), "words": [word.strip().lower() for word in words.split(",") if word.strip(" -–")]}
        for kind, _colon, words in parts
    ]
