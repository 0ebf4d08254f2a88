"""Soft scores in the form of terms: categories as rows, the usual ones to tick, and what counts in Best Overall."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec
from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from frontend.tournaments.form_fields import PointsField, PointsOrNone
from frontend.tournaments.row_fields import Row, RowsField, named, named_columns
from gamelog.contest.terms import Terms
from gamelog.contest.terms_soft import Overall, SoftCategory

GIVERS = {
    "staff-event": gettext_lazy("the staff, once"),
    "staff-round": gettext_lazy("the staff, each round"),
    "opponent-round": gettext_lazy("the opponent, after each game"),
    "vote-event": gettext_lazy("each player, one vote"),
}
"""Who gives the marks of a category, and how often."""
USUAL = (
    SoftCategory("painting", "Painting", "Покрас"),
    SoftCategory("sportsmanship", "Sportsmanship", "Спортивное поведение", by="opponent", each="round", most=500,
                 usual=400),
    SoftCategory("favourite-opponent", "Favourite opponent", "Любимый соперник", by="vote", most=500),
)  # fmt: skip
"""What most events with soft scores have; for the numbers see the packs in tests/contest/test_soft.py."""
OFFERED = {
    "painting": gettext_lazy("Painting: the staff gives 0 to 10"),
    "sportsmanship": gettext_lazy("Sportsmanship: 0 to 5 from each opponent, 4 if none is given"),
    "favourite-opponent": gettext_lazy("Favourite opponent: each vote is worth 5"),
}
TIES = {
    "shared": gettext_lazy("yes; equals share a place"),
    "general": gettext_lazy("yes; equals stand in the order of the standings"),
    "none": gettext_lazy("no, only awards in each category"),
}
"""Whether there is a table of Best Overall, and who comes first among equals."""
FIELDS = ("soft", "soft_usual", "overall", "overall_weight")


def soft_field() -> RowsField:
    """The categories."""
    columns: dict[str, forms.Field] = {
        **named_columns(gettext_lazy("category")),
        "how_by": forms.ChoiceField(label=gettext_lazy("given by"), choices=tuple(GIVERS.items()),
                                    initial="staff-event"),
        "least": PointsOrNone(label=gettext_lazy("lowest mark"), required=False),
        "most": PointsOrNone(label=gettext_lazy("highest mark or worth of a vote"), required=False),
        "usual": PointsOrNone(label=gettext_lazy("if no mark is given"), required=False),
        "top_marks": forms.IntegerField(label=gettext_lazy("highest marks one player may give"), min_value=0,
                                        max_value=99, required=False),
        "cap": PointsOrNone(label=gettext_lazy("most points in all"), required=False),
        "weight": PointsOrNone(label=gettext_lazy("factor in Best Overall"), required=False),
    }  # fmt: skip
    return RowsField(
        columns, _categories, label=gettext_lazy("Soft scores"), spare=1,
        help_text=gettext_lazy(
            "Marks for everything besides the battles. Only the category and its highest mark have to be filled "
            "in. Players see who leads once the event is finished, and never who gave which mark."
        ),
    )  # fmt: skip


def usual_field() -> forms.MultipleChoiceField:
    """The usual categories, each added by a tick."""
    return forms.MultipleChoiceField(
        label=gettext_lazy("Add with the usual marks"), choices=tuple(OFFERED.items()), required=False,
        widget=forms.CheckboxSelectMultiple,
    )  # fmt: skip


def overall_field() -> forms.ChoiceField:
    """Whether there is a table of Best Overall."""
    return forms.ChoiceField(
        label=gettext_lazy("Best Overall: battles and soft scores added up"), choices=tuple(TIES.items())
    )


def weight_field() -> PointsField:
    """What the score of the battles counts in it."""
    return PointsField(
        label=gettext_lazy("Factor of the battle score in Best Overall"),
        help_text=gettext_lazy("1: as it is in the standings."),
    )


def _categories(rows: list[Row]) -> tuple[SoftCategory, ...]:
    return tuple(_category(row) for row in rows)


def _category(row: Row) -> SoftCategory:
    word, en, ru = named(row, "category", _("A category of soft scores needs a name."))
    if row["most"] is None:
        raise ValueError(_("%(name)s: the highest mark is missing.") % {"name": en})
    by, _dash, each = row["how_by"].partition("-")
    return SoftCategory(
        word, en, ru, by, each, row["least"] or 0, row["most"], row["usual"],
        row["top_marks"] or 0, row["cap"], 100 if row["weight"] is None else row["weight"],
    )  # fmt: skip


def _row(given: SoftCategory) -> Row:
    numbers = {name: getattr(given, name) for name in ("least", "most", "usual", "cap", "weight")}
    return {
        "how_id": given.id, "en": given.en, "ru": given.ru, "how_by": f"{given.by}-{given.each}",
        "top_marks": given.top_marks or "", **{name: "" if value is None else value for name, value in numbers.items()},
    }  # fmt: skip


def fields_of(terms: Terms) -> dict[str, Any]:
    """The initial field values. Best Overall is what an event that begins to have soft scores mostly wants."""
    own = terms.overall
    return {
        "soft": [_row(each) for each in terms.soft], "soft_usual": [],
        "overall": own.ties if own else "none" if terms.soft else "shared",
        "overall_weight": own.weight if own else 100,
    }  # fmt: skip


def soft_from(said: Mapping[str, Any], base: Terms) -> dict[str, Any]:
    """The members of terms that the fields stand for; shares, and the kind of points in Best Overall, are kept."""
    written: Iterable[SoftCategory] = said["soft"]
    shares = {each.id: each.of for each in base.soft}
    found = tuple(msgspec.structs.replace(each, of=shares.get(each.id, 0)) for each in written)
    known = {each.id for each in found}
    found += tuple(each for each in USUAL if each.id in said["soft_usual"] and each.id not in known)
    if said["overall"] == "none" or not found:
        return {"soft": found, "overall": None}
    own = msgspec.structs.replace(base.overall or Overall(), ties=said["overall"], weight=said["overall_weight"])
    return {"soft": found, "overall": own}
