"""The form with which a tournament is announced and its terms are changed.

The fields hold the common cases; the JSON beside them is the whole of the terms. Whichever of the two was changed
counts; a change of both is refused, because nobody could say which was meant.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, cast

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

import rules
from frontend.tournaments import terms_errors, terms_fields, terms_notation, vocabulary
from frontend.tournaments.form_fields import MOST_REASON, PointsField
from gamelog.clubs.models import EDITORS, Club
from gamelog.contest import tiebreaks
from gamelog.contest.errors import Refused
from gamelog.contest.presets import PRESETS
from gamelog.contest.terms import Terms, TieBreak
from gamelog.tournaments.models import Tournament
from gamelog.tournaments.services import RESERVED

ROWS = 6
"""The least number of rows for tie-breaks."""
MOST_TEXT = 60_000
ZONES = [f"{sign}{hour:02d}:{minute:02d}" for sign, hours in (("-", range(12, 0, -1)), ("+", range(15)))
         for hour in hours for minute in (0, 30, 45) if (hour, minute) not in ((14, 30), (14, 45))]  # fmt: skip


class PointsOrNone(PointsField):
    """Points, or nothing if there is no such limit."""

    def clean(self, value: Any) -> Any:
        """The hundredths, or None. Raises: ValidationError."""
        return super().clean(value) if str(value or "").strip() else None


def _count(label: Any, least: int = 0, most: int = 100_000, help_text: Any = "") -> forms.IntegerField:
    return forms.IntegerField(label=label, min_value=least, max_value=most, help_text=help_text)


def _yes(label: Any, help_text: Any = "") -> forms.BooleanField:
    return forms.BooleanField(label=label, required=False, help_text=help_text)


def _moment(label: Any) -> forms.DateTimeField:
    widget = forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M")
    return forms.DateTimeField(
        label=label,
        required=False,
        input_formats=["%Y-%m-%dT%H:%M", "%Y-%m-%dT%H:%M:%S", "%Y-%m-%d %H:%M"],
        widget=widget,
    )


def _lines(label: Any, help_text: Any, rows: int) -> forms.CharField:
    attrs = {"rows": rows, "spellcheck": "false", "class": "code"}
    return forms.CharField(
        label=label, help_text=help_text, required=False, max_length=MOST_TEXT, strip=False,
        widget=forms.Textarea(attrs=attrs),
    )  # fmt: skip


class TermsForm(forms.Form):
    """Everything that is agreed before the first round."""

    title = forms.CharField(label=gettext_lazy("Title of the event"), max_length=200)
    ruleset = forms.ChoiceField(label=gettext_lazy("Game"))
    format = forms.ChoiceField(label=gettext_lazy("Format"))
    rounds = _count(
        gettext_lazy("Rounds"), 1, 99, gettext_lazy("Swiss only. In other formats it depends on the number of players.")
    )
    cut = _count(
        gettext_lazy("Players in the top cut"), 0, 256,
        gettext_lazy("Any number from 2 on: where it is no power of two, the first seeds have a bye. "
                                     "Only for Swiss with a top cut; 0 for none."),
    )  # fmt: skip
    losses = forms.IntegerField(
        label=gettext_lazy("or for all with at most so many losses"),
        min_value=0,
        max_value=98,
        required=False,
        help_text=gettext_lazy("0: all who are undefeated. Empty: for the best."),
    )
    reseed = _yes(gettext_lazy("Whoever is left is seeded anew in each round of the elimination"))
    second_final = _yes(
        gettext_lazy("The final of a double elimination is played again if the winner of the lower bracket wins it")
    )
    bronze = _yes(gettext_lazy("The losers of the semi-finals play for third place"))
    knocked_out = forms.ChoiceField(
        label=gettext_lazy("Players knocked out in the same round"),
        help_text=gettext_lazy("Swiss with a top cut only."),
    )
    double = _yes(gettext_lazy("Double round robin"))
    starts = _moment(gettext_lazy("Starts"))
    ends = _moment(gettext_lazy("Ends"))
    zone = forms.ChoiceField(label=gettext_lazy("Time zone"), choices=[(each, f"UTC{each}") for each in ZONES])
    place = forms.CharField(label=gettext_lazy("Place"), max_length=200, required=False)
    capacity = _count(
        gettext_lazy("Places"), 0, 10_000, gettext_lazy("0: no limit. Later entrants join the waiting list.")
    )
    round_minutes = _count(gettext_lazy("Minutes per round"), 0, 1440, gettext_lazy("0: no clock."))
    tables = _lines(gettext_lazy("Tables"),
                    gettext_lazy("One table per line: “7; Ruins; beside the door”. Empty: 1, 2, 3…"), 4)  # fmt: skip
    missions = _lines(
        gettext_lazy("Missions of the rounds"),
        gettext_lazy("One per line, from round 1 on. An empty line is a round without one."),
        3,
    )
    late_entry = _count(gettext_lazy("Late registration until round"), 0, 98, gettext_lazy("0: no late registration."))
    half_byes = _count(gettext_lazy("Half-point byes per player"), 0, 99)
    check_in = _yes(gettext_lazy("Pair only players who are checked in"))
    confirm = forms.ChoiceField(label=gettext_lazy("Results confirmed by"))
    roster_required = _yes(gettext_lazy("Roster required before check-in"))
    roster_points = _count(gettext_lazy("Roster points limit"), 0, 100_000, gettext_lazy("0: no limit."))
    roster_models = _count(gettext_lazy("Roster model limit"), 0, 100_000, gettext_lazy("0: no limit."))
    roster_hidden = _yes(gettext_lazy("Hide rosters until they are locked"))
    roster_allowed = _lines(
        gettext_lazy("Specialisms allowed by datasheets"),
        gettext_lazy("One model type per line: “Deckhand: leader, comms”; “Deckhand: -” allows none. Types "
                     "that are not "
                     "listed are not limited. Only for games with such a list."), 4,
    )  # fmt: skip
    preset = forms.ChoiceField(label=gettext_lazy("Scoring"), required=False)
    preset_size = forms.IntegerField(
        label=gettext_lazy("Size for this scoring"), min_value=1, max_value=100_000, required=False,
        help_text=gettext_lazy("The army size, or the difference that is worth 20-0, where the scoring needs "
                               "it. Leave empty for the "
                               "usual value."),
    )  # fmt: skip
    ranks = forms.ChoiceField(
        label=gettext_lazy("Ranking by"), help_text=gettext_lazy("Teams have a separate setting below.")
    )
    win = PointsField(label=gettext_lazy("Match points for a win"))
    draw = PointsField(label=gettext_lazy("for a draw"))
    loss = PointsField(label=gettext_lazy("for a loss"))
    draw_within = PointsField(label=gettext_lazy("Draw if the difference is at most"))
    decided_by = forms.ChoiceField(label=gettext_lazy("Winner decided by"))
    scale = _lines(gettext_lazy("Scale of battle points"),
                   gettext_lazy("One band per line: “0-5: 10-10”, “>5-10: 11-9”, “>50+: 20-0”. > excludes the number,"
                                " “0-<200” the upper one, + means no upper limit. Empty: battle points are the "
                                "victory points."),
                   5)  # fmt: skip
    victory_cap = PointsOrNone(label=gettext_lazy("Victory points cap per round"), required=False)
    battle_cap = PointsOrNone(label=gettext_lazy("Battle points cap per round"), required=False)
    match_cap = PointsOrNone(label=gettext_lazy("Match points cap per round"), required=False)
    bonuses = _lines(gettext_lazy("Bonuses"),
                     gettext_lazy("One per line: “painted; Painted army; Покрашенная армия; battle 10”. Also match, "
                                  "victory, and against for what the opponent gets."), 3)  # fmt: skip
    order = forms.ChoiceField(label=gettext_lazy("Order within a score group"))
    rank_by = forms.ChoiceField(label=gettext_lazy("Pairing order by"))
    avoid_clubs = _yes(gettext_lazy("Avoid pairing clubmates"))
    avoid_clubs_rounds = _count(gettext_lazy("up to round"), 0, 99)
    rotate_tables = _yes(gettext_lazy("Rotate tables"))
    rotate_terrain = _yes(gettext_lazy("Tables rotate by their terrain too"))
    bye_goes_to = forms.ChoiceField(label=gettext_lazy("The bye goes to"))
    schedule = forms.ChoiceField(label=gettext_lazy("Schedule of a round robin"))
    team_size = _count(gettext_lazy("Players per team"), 0, 12, gettext_lazy("0: no teams."))
    captains = _yes(gettext_lazy("Captains choose who plays whom"))
    team_preset = forms.ChoiceField(label=gettext_lazy("Team match scoring"), required=False)
    team_ranks = forms.ChoiceField(
        label=gettext_lazy("Teams are ranked by"),
        help_text=gettext_lazy("By their matches, however the boards are scored. The battle points of a match "
                               "are those of all its "
                               "boards."),
    )  # fmt: skip
    season_starts = forms.CharField(
        label=gettext_lazy("Season begins"),
        required=False,
        max_length=10,
        widget=forms.DateInput(attrs={"type": "date"}),
    )
    days_a_round = _count(gettext_lazy("Days per round"), 1, 366)
    json = _lines(gettext_lazy("The whole terms as JSON"),
                  gettext_lazy("For experts: change either this or the fields above."), 14)  # fmt: skip
    was = forms.CharField(widget=forms.HiddenInput, required=False, max_length=MOST_TEXT)

    def __init__(self, data: Any = None, *, terms: Terms, title: str = "", user: Any = None) -> None:
        text = terms_fields.as_text(terms)
        initial = {**terms_fields.fields_of(terms), "title": title, "json": text, "was": text}
        super().__init__(data, initial=initial, label_suffix="")
        self.initial["titled"] = title
        self.rows = max(ROWS, len(terms.tiebreaks) + 1, _rows_sent(data))
        self._choices(terms)
        for at in range(1, self.rows + 1):
            self._tiebreak(at)
        self.decided = self.began = terms

    def _choices(self, terms: Terms) -> None:
        offered = {
            "ruleset": list(_rulesets(terms)),
            "format": [(key, vocabulary.format_of(key).capitalize()) for key in FORMATS],
            "confirm": [("opponent", _("the opponent")), ("staff", _("the staff")),
                        ("none", _("nobody: reports count at once"))],
            "preset": [("", _("custom (below)")), *((key, vocabulary.label(each)) for key, each in PRESETS.items())],
            "team_preset": [("", _("unchanged")), *((key, vocabulary.label(each)) for key, each in PRESETS.items())],
            "ranks": [(key, vocabulary.kind(key)) for key in ("match", "battle", "victory")],
            "team_ranks": [(key, vocabulary.kind(key)) for key in ("match", "battle", "victory")],
            "knocked_out": [(key, vocabulary.knocked_out(key)) for key in ("shared", "standings")],
            "decided_by": [(key, vocabulary.kind(key)) for key in ("victory", "battle")],
            "order": [("random", _("random, by the published seed")), ("adjacent", _("neighbours in the standings")),
                      ("fold", _("upper half against lower half"))],
            "rank_by": [("standings", _("the standings")), ("rating", _("the rating")),
                        ("number", _("the entry number"))],
            "schedule": [(key, vocabulary.schedule(key)) for key in ("circle", "berger")],
            "bye_goes_to": [("lowest", _("the lowest-ranked player")), ("random", _("a random player"))],
        }  # fmt: skip
        for name, choices in offered.items():
            cast(forms.ChoiceField, self.fields[name]).choices = choices

    def _tiebreak(self, at: int) -> None:
        choices = [
            ("", "–"),
            *((f"{rule.id}@{rule.version}", f"{vocabulary.label(rule)} ({rule.version})") for rule in tiebreaks.ALL),
        ]
        self.fields[f"tiebreak_{at}"] = forms.ChoiceField(
            label=_("Tie-break %(number)s") % {"number": at}, choices=choices, required=False
        )
        self.fields[f"params_{at}"] = forms.CharField(
            label=_("Options"), required=False, max_length=200,
            widget=forms.TextInput(attrs={"spellcheck": "false", "autocomplete": "off"}),
        )  # fmt: skip

    @property
    def tiebreak_rows(self) -> list[tuple[forms.BoundField, forms.BoundField]]:
        """The tie-breaks in order, each with its parameters."""
        return [(self[f"tiebreak_{at}"], self[f"params_{at}"]) for at in range(1, self.rows + 1)]

    def clean_tables(self) -> Any:
        """The tables. Raises: ValidationError."""
        return self._read("tables", terms_notation.tables)

    def clean_scale(self) -> Any:
        """The bands of the scale. Raises: ValidationError."""
        return self._read("scale", terms_notation.scale)

    def clean_bonuses(self) -> Any:
        """The bonuses. Raises: ValidationError."""
        return self._read("bonuses", terms_notation.bonuses)

    def _read(self, name: str, read: Any) -> Any:
        try:
            return read(self.cleaned_data[name])
        except terms_notation.Unreadable as error:
            raise forms.ValidationError(str(error)) from None

    def clean(self) -> dict[str, Any]:
        """The resulting terms, and every error in them, each at its field."""
        said = super().clean() or self.cleaned_data
        said["tiebreaks"] = tuple(self._tiebreaks(said))
        try:
            was = self.began = terms_fields.from_text(said.get("was") or terms_fields.as_text(terms_fields.blank()))
            if _same(said.get("json", ""), said.get("was", "")):
                if not self.errors:
                    self._one_scoring(said, was)
                if not self.errors:
                    self.decided = terms_fields.terms_from(said, was)
            else:
                self._by_json(said, was)
        except Refused as error:
            self.refused(error)
        if not self.errors:
            for each in terms_errors.problems(self.decided):
                self.refused(each)
        return said

    def _tiebreaks(self, said: dict[str, Any]) -> Iterable[TieBreak]:
        for at in range(1, self.rows + 1):
            chosen = said.get(f"tiebreak_{at}", "")
            if chosen:
                name, _at, version = chosen.partition("@")
                try:
                    yield terms_notation.tiebreak(name, version, said.get(f"params_{at}", ""))
                except terms_notation.Unreadable as error:
                    self.add_error(f"params_{at}", str(error))

    def _by_json(self, said: dict[str, Any], was: Terms) -> None:
        """The terms from changed JSON: the fields must be unchanged."""
        for name in [name for name in self.errors if name not in ("title", "slug", "reason", "json")]:
            del self.errors[name]
        fields = (
            said
            if all(
                name in said for name in (*terms_fields.PLAIN, *terms_fields.SCORED, *terms_fields.PAIRED, "ruleset")
            )
            else None
        )
        try:
            self.decided = terms_fields.from_text(said["json"])
        except Refused as error:
            self.add_error("json", f"{error.path}: {error.text}")
            return
        if fields is None or not self._untouched(fields, was):
            self.add_error("json", _("Both the fields and the JSON were changed. Change one of them."))

    def _one_scoring(self, said: dict[str, Any], was: Terms) -> None:
        """A preset gives the scoring; changes in the scoring fields would silently be lost."""
        if said["team_preset"] and said["team_ranks"] != (was.ranks if was.teams else "match"):
            self.add_error("team_preset", _("The scoring decides how teams are ranked: undo one of the two changes."))
        written_too = terms_fields.scoring_from({**said, "preset": ""}, was.scoring) != was.scoring
        if said["preset"] and written_too and self.data.get("do") != "fill":
            self.add_error(
                "preset", _("The custom scoring below was changed as well: choose “custom (below)”, or undo that.")
            )

    def _untouched(self, said: dict[str, Any], was: Terms) -> bool:
        """Whether the fields are as they were when the page was shown, or as the JSON says now."""
        if said["preset"] != self.initial["preset"]:
            return False
        plain = {**said, "preset": "", "team_preset": "", "tiebreaks": terms_fields.tiebreaks_from(said)}
        return terms_fields.terms_from(plain, was) in (was, self.decided)

    def refused(self, error: Refused) -> None:
        """Show an error in the terms at its field."""
        name = terms_errors.field_of(error.path)
        self.add_error(name if name in self.fields else None, terms_errors.error_text(error, name))


FORMATS = ("swiss", "swiss-cut", "round-robin", "single-elimination", "double-elimination", "league")


def _rows_sent(data: Any) -> int:
    numbers = [key.removeprefix("tiebreak_") for key in data or () if key.startswith("tiebreak_")]
    return min(max((int(each) for each in numbers if each.isascii() and each.isdigit()), default=0), 24)


def _rulesets(terms: Terms) -> Iterable[tuple[str, str]]:
    """Every ruleset in every version, the newest first; the one that the terms name is always included."""
    if not terms.rules_version:
        yield terms.ruleset, _("%(name)s, latest version") % {"name": _name(terms.ruleset)}
    for ruleset in rules.RULESETS:
        for version in reversed(rules.versions(ruleset)):
            yield f"{ruleset}@{version}", f"{rules.load(ruleset, version).name} {version}"


def _name(ruleset: str) -> str:
    return rules.load(ruleset).name if ruleset in rules.RULESETS else ruleset


def _same(json: str, was: str) -> bool:
    """Whether a text area was left unchanged; browsers send different line endings."""
    return json.replace("\r\n", "\n").strip() == was.replace("\r\n", "\n").strip()


class AnnounceForm(TermsForm):
    """A new tournament: its terms, and its address."""

    slug = forms.SlugField(
        label=gettext_lazy("Address"), max_length=50, required=False,
        help_text=gettext_lazy("The last part of the event's web address: lowercase letters, digits and "
                               "hyphens. Leave empty to use the "
                               "title."),
    )  # fmt: skip
    club = forms.ModelChoiceField(label=gettext_lazy("Organised by"), queryset=Club.objects.none(), required=False)
    public = forms.BooleanField(label=gettext_lazy("Public event"), required=False, initial=True)

    def __init__(self, data: Any = None, *, terms: Terms, title: str = "", user: Any = None) -> None:
        super().__init__(data, terms=terms, title=title, user=user)
        edited = Club.objects.filter(memberships__user=user, memberships__role__in=EDITORS).order_by("name")
        held = cast(Any, self.fields["club"])
        held.queryset, held.empty_label = edited, _("me")
        if not edited.exists():
            del self.fields["club"]
        self.initial["preset"] = terms_fields.FIRST_PRESET
        # Were they filled in, those of one preset would stay when another is chosen.
        self.initial.update(dict.fromkeys(terms_fields.tiebreak_fields(terms), ""))

    def clean_slug(self) -> str:
        """An address that is free. Raises: ValidationError."""
        slug = str(self.cleaned_data["slug"]).lower()
        if slug and (slug in RESERVED or Tournament.objects.filter(slug=slug).exists()):
            raise forms.ValidationError(_("This address is taken."))
        return slug


class ChangeForm(TermsForm):
    """Other terms for a tournament; once a round is paired they need a reason. `titled` is the title that was shown."""

    titled = forms.CharField(widget=forms.HiddenInput, required=False, max_length=200)
    reason = forms.CharField(
        label=gettext_lazy("Reason"), max_length=MOST_REASON, required=False, widget=forms.Textarea(attrs={"rows": 2}),
        help_text=gettext_lazy("It becomes part of the record, and everybody can read it. Leave out names."),
    )  # fmt: skip
