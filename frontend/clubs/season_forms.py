"""The form of a season: how it is scored, and which events count."""

from __future__ import annotations

import re
from collections.abc import Mapping
from decimal import Decimal, DecimalException, InvalidOperation
from itertools import pairwise
from typing import Any, NamedTuple
from uuid import UUID

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from frontend.clubs.edit_conflicts import Conflict, TextForm
from frontend.clubs.labels import weight_text
from gamelog.clubs.models import Club
from gamelog.contest.points import POINT, said
from gamelog.contest.season import (
    MOST_PLACES,
    BasePoints,
    Extra,
    ExtraKind,
    FieldPoints,
    PlacePoints,
    SeasonRules,
    SizedPoints,
)  # fmt: skip
from gamelog.games.access import Actor
from gamelog.seasons import services as seasons
from gamelog.seasons.models import Season
from gamelog.seasons.services import HEAVIEST, SeasonTerms, Weighed
from gamelog.tournaments.access import tournaments_visible
from gamelog.tournaments.models import Tournament

MOST_POINTS = 100_000
OTHERS = 30
"""How many of the newest events of other clubs are offered."""
TIEBREAKS = (
    ("", gettext_lazy("nothing: the place is shared")), ("event-wins", gettext_lazy("events won")),
    ("best-place", gettext_lazy("the best place")), ("best-result", gettext_lazy("the best result")),
    ("events", gettext_lazy("events played")), ("left-out", gettext_lazy("points dropped")),
)  # fmt: skip


class Offered(NamedTuple):
    """An event that may be counted, as the form shows it."""

    tournament: Tournament
    title: str
    """The title under which the reader may know it."""
    known: bool
    """Whether the reader may know which event it is."""
    chosen: bool
    weight: str


EXTRAS: dict[str, ExtraKind] = {
    "attendance": "attendance", "win": "win", "draw": "draw", "unbeaten": "before-first-loss"
}  # fmt: skip
"""The fields of points beside the place, and what they are for."""


def extra_field(label: Any) -> forms.DecimalField:
    """A field of points beside the place; 0 gives none."""
    return forms.DecimalField(
        label=label, initial=0, min_value=0, max_value=MOST_POINTS, decimal_places=2, required=False
    )  # fmt: skip


class SeasonForm(TextForm):
    """Title, days, points, which results count, and how ties are broken."""

    title = forms.CharField(label=gettext_lazy("Title"), max_length=120)
    starts = forms.DateField(label=gettext_lazy("First day"), widget=forms.DateInput({"type": "date"}, "%Y-%m-%d"))
    ends = forms.DateField(label=gettext_lazy("Last day"), widget=forms.DateInput({"type": "date"}, "%Y-%m-%d"))
    kind = forms.ChoiceField(
        label=gettext_lazy("Points of an event"), initial="field",
        choices=[("field", gettext_lazy("by the share of the field beaten")),
                 ("places", gettext_lazy("by a list of places")),
                 ("sized", gettext_lazy("by the size of the event"))],
    )  # fmt: skip
    top = forms.DecimalField(
        label=gettext_lazy("By share of the field: points for first place"), initial=100, min_value=Decimal("0.01"),
        max_value=MOST_POINTS, decimal_places=2, required=False,
        help_text=gettext_lazy("The last place gets none; place 3 of 9 gets three quarters."),
    )  # fmt: skip
    points = forms.CharField(
        label=gettext_lazy("By places: points for places 1, 2, 3…"), max_length=5000, required=False,
        help_text=gettext_lazy("Numbers separated by spaces, such as 25 18 15 12 10 8 6 4 2 1."),
    )  # fmt: skip
    after = forms.DecimalField(
        label=gettext_lazy("By places: points for every further place"), initial=0, min_value=0, max_value=MOST_POINTS,
        decimal_places=2, required=False,
    )  # fmt: skip
    base = forms.DecimalField(
        label=gettext_lazy("By size: base points for first place"), initial=60, min_value=0, max_value=MOST_POINTS,
        decimal_places=2, required=False,
        help_text=gettext_lazy("Each further place gets an equal step less; the last place gets one step."),
    )  # fmt: skip
    each = forms.DecimalField(
        label=gettext_lazy("By size: points for each player"), initial=1, min_value=0, max_value=MOST_POINTS,
        decimal_places=2, required=False,
    )  # fmt: skip
    most_players = forms.IntegerField(
        label=gettext_lazy("By size: players that count at most"), initial=30, min_value=0, max_value=100_000,
        required=False, help_text=gettext_lazy("0: all of them."),
    )  # fmt: skip
    attendance = extra_field(gettext_lazy("Points for taking part in an event"))
    win = extra_field(gettext_lazy("Points for each battle won"))
    draw = extra_field(gettext_lazy("Points for each battle drawn"))
    unbeaten = extra_field(gettext_lazy("Points for each round before the first loss"))
    shared = forms.ChoiceField(
        label=gettext_lazy("Players who share a place get"), initial="place",
        choices=[("place", gettext_lazy("the points for that place")),
                 ("average", gettext_lazy("the average of the places they fill"))],
    )  # fmt: skip
    counted = forms.IntegerField(
        label=gettext_lazy("Best results that count"), initial=0, min_value=0, max_value=99,
        help_text=gettext_lazy("0: all of them."),
    )  # fmt: skip
    least = forms.IntegerField(
        label=gettext_lazy("Events needed for a place in the table"), initial=0, min_value=0, max_value=99
    )
    first = forms.ChoiceField(label=gettext_lazy("Tie-break"), choices=TIEBREAKS, required=False, initial="event-wins")
    second = forms.ChoiceField(
        label=gettext_lazy("then by"), choices=TIEBREAKS, required=False, initial="best-place"
    )  # fmt: skip
    third = forms.ChoiceField(label=gettext_lazy("then by"), choices=TIEBREAKS, required=False)

    def __init__(
        self, data: Any = None, *, actor: Actor, club: Club, season: Season | None = None, **more: Any
    ) -> None:  # fmt: skip
        super().__init__(data, **more)
        self._known = seasons.rules_of(season) if season else None
        known = {each.tournament_id: each.weight for each in season.season_events.all()} if season else {}
        sent = self.data.getlist("event") if self.is_bound else []  # type: ignore[attr-defined]
        found = _events(club, list(known), [key for key in map(_uuid, sent) if key])
        private = [each.pk for each in found if not each.public]
        seen = set(tournaments_visible(actor).filter(pk__in=private).values_list("pk", flat=True))
        self.offered = [self._offered(each, known.get(each.pk), each.public or each.pk in seen) for each in found]

    def _offered(self, tournament: Tournament, weight: int | None, known: bool) -> Offered:
        title = tournament.title if known else _("A private event")
        if self.is_bound:
            chosen = str(tournament.pk) in self.data.getlist("event")  # type: ignore[attr-defined]
            return Offered(tournament, title, known, chosen, str(self.data.get(f"weight-{tournament.pk}", "1"))[:10])
        return Offered(tournament, title, known, weight is not None, weight_text(weight or 100))

    def says(self) -> dict[str, str]:
        """The content of every field, and the weight of every event that counts."""
        return {**super().says(), **{_key(each): each.weight for each in self.offered if each.chosen}}

    def lay(self, texts: Mapping[str, str]) -> None:
        """Set the fields to these values, and count these events."""
        super().lay(texts)
        laid = [(each, texts.get(_key(each), "")) for each in self.offered]
        self.offered = [each._replace(chosen=bool(text), weight=text or each.weight) for each, text in laid]

    def conflict(self, name: str, text: str) -> Conflict:
        """A field or an event, in words."""
        titles = {_key(each): each.title for each in self.offered}
        if name not in titles:
            return super().conflict(name, text) if name in self.fields else Conflict(_("Events that count"), text)
        counts = _("counts ×%(weight)s") % {"weight": text} if text else _("does not count")
        return Conflict(titles[name], counts)

    def clean_points(self) -> tuple[int, ...]:
        """The list of points, in hundredths."""
        words = re.split(r"[\s;]+", self.cleaned_data["points"].replace(", ", " ").strip())
        found = tuple(_hundredths(word.strip(",")) for word in words if word.strip(","))
        if len(found) > MOST_PLACES:
            text = _("There are more than %(most)s places; enter the points for every further place below.")
            raise forms.ValidationError(text % {"most": MOST_PLACES})
        return found

    def clean(self) -> dict[str, Any]:
        """Checks across fields: the numbers that the kind of points needs, days in order, whole weights."""
        found = super().clean() or {}
        if found.get("kind") == "places" and "points" in found and not found["points"]:
            self.add_error("points", _("Enter the points for each place."))
        if found.get("kind") == "field" and "top" in found and not found["top"]:
            self.add_error("top", _("Enter the points for first place."))
        sized = found.get("kind") == "sized" and "base" in found and "each" in found
        if sized and not found["base"] and not found["each"]:
            self.add_error("base", _("Enter the points for first place."))
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
                weight = _hundredths(each.weight, each.title)
                if not 1 <= weight <= HEAVIEST:
                    text = _("The weight of “%(title)s” is not between 0.01 and %(most)s.")
                    said_of = {"title": each.title, "most": HEAVIEST // 100}
                    raise forms.ValidationError(text % said_of)
                found.append(Weighed(each.tournament, weight))
        return found

    def terms(self) -> SeasonTerms:
        """The season in the form. Call it on a valid form."""
        given = self.cleaned_data
        return SeasonTerms(given["title"], given["starts"], given["ends"], self._rules(), given["events"])

    def _rules(self) -> SeasonRules:
        said_now = self.cleaned_data
        points: PlacePoints | FieldPoints | SizedPoints = FieldPoints(int((said_now["top"] or 0) * POINT))
        if said_now["kind"] == "places":
            points = PlacePoints(said_now["points"], int((said_now["after"] or 0) * POINT))
        if said_now["kind"] == "sized":
            points = SizedPoints(self._bases(), int((said_now["each"] or 0) * POINT), said_now["most_players"] or 0)
        chosen = dict.fromkeys(said_now[name] for name in ("first", "second", "third") if said_now[name])
        return SeasonRules(points, said_now["shared"], said_now["counted"], said_now["least"], tuple(chosen),
                           self._extras())  # fmt: skip

    def _bases(self) -> tuple[BasePoints, ...]:
        """The base. What a program has set by rounds stays as it is until the base is changed here."""
        known = self._known.points if self._known else None
        base = int((self.cleaned_data["base"] or 0) * POINT)
        if isinstance(known, SizedPoints) and known.bases and known.bases[0].points == base:
            return known.bases
        return (BasePoints(0, base),) if base else ()

    def _extras(self) -> tuple[Extra, ...]:
        """The points beside the place; a limit that a program has set stays."""
        limits = {each.kind: each.most for each in self._known.extras} if self._known else {}
        given = {kind: int((self.cleaned_data[name] or 0) * POINT) for name, kind in EXTRAS.items()}
        return tuple(Extra(kind, each, limits.get(kind, 0)) for kind, each in given.items() if each)


def _key(offered: Offered) -> str:
    """The name of an event's field."""
    return f"event-{offered.tournament.pk}"


def _uuid(text: str) -> UUID | None:
    try:
        return UUID(text)
    except ValueError:
        return None


def _events(club: Club, known: list[UUID], sent: list[UUID]) -> list[Tournament]:
    """The events that the form offers: those of the season, of the club and those that were sent, then the newest of
    others.

    An event of the season stays even if it has become private.
    """
    offered = seasons.events_offered(club)
    own = list(offered.filter(club=club) | offered.filter(pk__in=[*known, *sent]))
    own += Tournament.objects.filter(pk__in=set(known) - {each.pk for each in own}).order_by("-starts", "id")
    others = offered.exclude(pk__in=[each.pk for each in own])[:OTHERS]
    return [*own, *others]


def _hundredths(text: str, what: str = "") -> int:
    """A number of at most two decimals, in hundredths. Raises: ValidationError."""
    try:
        value = Decimal(text.replace(",", ".").strip()) * 100
        if not value.is_finite() or not 0 <= value <= MOST_POINTS * 100 or value != int(value):
            raise InvalidOperation
    except DecimalException:
        words = _("%(text)s is not a number with at most two decimals") % {"text": f"“{text[:20]}”"}
        raise forms.ValidationError(f"{what}: {words}" if what else words) from None
    return int(value)


def initial(season: Season) -> dict[str, Any]:
    """A stored season as the form's initial values."""
    rules = seasons.rules_of(season)
    shown: dict[str, Any] = {
        "title": season.title, "starts": season.starts, "ends": season.ends, "shared": rules.shared,
        "counted": rules.counted, "least": rules.least,
        **dict(zip(("first", "second", "third"), (*rules.tiebreaks, "", "", ""), strict=False)),
        **{name: said(each.each) for name, kind in EXTRAS.items() for each in rules.extras if each.kind == kind},
    }  # fmt: skip
    if isinstance(rules.points, PlacePoints):
        points = " ".join(said(each) for each in rules.points.points)
        return {**shown, "kind": "places", "points": points, "after": said(rules.points.after)}
    if isinstance(rules.points, SizedPoints):
        base = said(rules.points.bases[0].points) if rules.points.bases else "0"
        players = rules.points.most_players
        return {**shown, "kind": "sized", "base": base, "each": said(rules.points.each), "most_players": players}
    return {**shown, "kind": "field", "top": said(rules.points.top)}
