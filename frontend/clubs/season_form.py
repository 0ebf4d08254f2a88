"""The form of a season: how it is counted, and which events count."""

from __future__ import annotations

import re
from decimal import Decimal, InvalidOperation
from itertools import pairwise
from typing import Any, NamedTuple

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from frontend.templatetags.clubs import weight as weight_said
from gamelog.clubs import seasons
from gamelog.clubs.models import Club, Season
from gamelog.clubs.seasons import HEAVIEST, Weighed
from gamelog.contest.points import POINT, said
from gamelog.contest.season import FieldPoints, PlacePoints, SeasonRules
from gamelog.tournaments.models import Tournament

MOST_POINTS = 100_000
OTHERS = 30
"""Events of other clubs that are offered, the newest."""
TIEBREAKS = (
    ("", gettext_lazy("nothing: they share the place")), ("event-wins", gettext_lazy("events won")),
    ("best-place", gettext_lazy("the best place")), ("best-result", gettext_lazy("the best result")),
    ("events", gettext_lazy("events played")), ("left-out", gettext_lazy("points left out")),
)  # fmt: skip


class Offered(NamedTuple):
    """An event that may be counted, as the form shows it."""

    tournament: Tournament
    chosen: bool
    weight: str


class SeasonForm(forms.Form):
    """Title, days, points, which results count, and what parts equals."""

    title = forms.CharField(label=gettext_lazy("Title"), max_length=120)
    starts = forms.DateField(label=gettext_lazy("First day"), widget=forms.DateInput({"type": "date"}, "%Y-%m-%d"))
    ends = forms.DateField(label=gettext_lazy("Last day"), widget=forms.DateInput({"type": "date"}, "%Y-%m-%d"))
    kind = forms.ChoiceField(
        label=gettext_lazy("Points of an event"), initial="field",
        choices=[("field", gettext_lazy("by the part of the field left behind")),
                 ("places", gettext_lazy("by a list of places"))],
    )  # fmt: skip
    top = forms.DecimalField(
        label=gettext_lazy("By the field: points of the first place"), initial=100, min_value=Decimal("0.01"),
        max_value=MOST_POINTS, decimal_places=2, required=False,
        help_text=gettext_lazy("The last place has none; place 3 of 9 has three quarters."),
    )  # fmt: skip
    points = forms.CharField(
        label=gettext_lazy("By places: points of place 1, 2, 3…"), max_length=5000, required=False,
        help_text=gettext_lazy("Numbers with spaces between, such as 25 18 15 12 10 8 6 4 2 1."),
    )  # fmt: skip
    after = forms.DecimalField(
        label=gettext_lazy("By places: points of every further place"), initial=0, min_value=0, max_value=MOST_POINTS,
        decimal_places=2, required=False,
    )  # fmt: skip
    shared = forms.ChoiceField(
        label=gettext_lazy("Those who share a place have"), initial="place",
        choices=[("place", gettext_lazy("the points of that place")),
                 ("average", gettext_lazy("the average of the places they fill"))],
    )  # fmt: skip
    counted = forms.IntegerField(
        label=gettext_lazy("So many of the best events count"), initial=0, min_value=0, max_value=99,
        help_text=gettext_lazy("0: all of them."),
    )  # fmt: skip
    least = forms.IntegerField(
        label=gettext_lazy("Events that a place in the table needs"), initial=0, min_value=0, max_value=99
    )
    first = forms.ChoiceField(
        label=gettext_lazy("Equals are parted by"), choices=TIEBREAKS, required=False, initial="event-wins"
    )
    second = forms.ChoiceField(
        label=gettext_lazy("then by"), choices=TIEBREAKS, required=False, initial="best-place"
    )  # fmt: skip
    third = forms.ChoiceField(label=gettext_lazy("then by"), choices=TIEBREAKS, required=False)

    def __init__(self, *args: Any, club: Club, season: Season | None = None, **more: Any) -> None:
        super().__init__(*args, **more)
        known = {each.tournament_id: each.weight for each in season.season_events.all()} if season else {}
        self.offered = [self._offered(each, known.get(each.pk)) for each in _events(club, list(known))]

    def _offered(self, tournament: Tournament, known: int | None) -> Offered:
        if self.is_bound:
            chosen = str(tournament.pk) in self.data.getlist("event")  # type: ignore[attr-defined]
            return Offered(tournament, chosen, str(self.data.get(f"weight-{tournament.pk}", "1"))[:10])
        return Offered(tournament, known is not None, weight_said(known or 100))

    def clean_points(self) -> tuple[int, ...]:
        """The list of points, in hundredths."""
        words = re.split(r"[\s;]+", self.cleaned_data["points"].replace(", ", " ").strip())
        return tuple(_hundredths(word.strip(",")) for word in words if word.strip(","))

    def clean(self) -> dict[str, Any]:
        """What one field alone cannot say: a kind of points with its numbers, days in order, whole weights."""
        found = super().clean() or {}
        if found.get("kind") == "places" and "points" in found and not found["points"]:
            self.add_error("points", _("Say what the places are worth."))
        if found.get("kind") == "field" and "top" in found and not found["top"]:
            self.add_error("top", _("Say what the first place is worth."))
        if found.get("starts") and found.get("ends") and found["ends"] < found["starts"]:
            self.add_error("ends", _("The last day is before the first."))
        listed = [*found.get("points", ()), int((found.get("after") or 0) * POINT)]
        if found.get("kind") == "places" and any(late > early for early, late in pairwise(listed)):
            self.add_error("points", _("A later place is worth more than an earlier one."))
        found["events"] = self._weighed()
        return found

    def _weighed(self) -> list[Weighed]:
        found = []
        for each in self.offered:
            if each.chosen:
                weight = _hundredths(each.weight, each.tournament.title)
                if not 1 <= weight <= HEAVIEST:
                    text = _("The weight of “%(title)s” is not between 0.01 and %(most)s.")
                    said_of = {"title": each.tournament.title, "most": HEAVIEST // 100}
                    raise forms.ValidationError(text % said_of)
                found.append(Weighed(each.tournament, weight))
        return found

    def rules(self) -> SeasonRules:
        """How the season is counted, once the form is valid."""
        said_now = self.cleaned_data
        points: PlacePoints | FieldPoints = FieldPoints(int((said_now["top"] or 0) * POINT))
        if said_now["kind"] == "places":
            points = PlacePoints(said_now["points"], int((said_now["after"] or 0) * POINT))
        chosen = dict.fromkeys(said_now[name] for name in ("first", "second", "third") if said_now[name])
        return SeasonRules(points, said_now["shared"], said_now["counted"], said_now["least"], tuple(chosen))


def _events(club: Club, known: list[Any]) -> list[Tournament]:
    """The events that the form offers: those of the season and of the club, then the newest of others."""
    offered = seasons.events_offered(club)
    own = list(offered.filter(club=club) | offered.filter(pk__in=known))
    others = offered.exclude(pk__in=[each.pk for each in own])[:OTHERS]
    return [*own, *others]


def _hundredths(text: str, what: str = "") -> int:
    """A number with at most two decimals, in hundredths. Raises: ValidationError."""
    try:
        value = Decimal(text.replace(",", ".").strip()) * 100
        if not value.is_finite() or value != int(value) or not 0 <= value <= MOST_POINTS * 100:
            raise InvalidOperation
    except InvalidOperation:
        words = _("%(text)s is no number with at most two decimals") % {"text": f"“{text[:20]}”"}
        raise forms.ValidationError(f"{what}: {words}" if what else words) from None
    return int(value)


def initial(season: Season) -> dict[str, Any]:
    """A stored season as the form shows it."""
    rules = seasons.rules_of(season)
    shown: dict[str, Any] = {
        "title": season.title, "starts": season.starts, "ends": season.ends, "shared": rules.shared,
        "counted": rules.counted, "least": rules.least,
        **dict(zip(("first", "second", "third"), (*rules.tiebreaks, "", "", ""), strict=False)),
    }  # fmt: skip
    if isinstance(rules.points, PlacePoints):
        points = " ".join(said(each) for each in rules.points.points)
        return {**shown, "kind": "places", "points": points, "after": said(rules.points.after)}
    return {**shown, "kind": "field", "top": said(rules.points.top)}
