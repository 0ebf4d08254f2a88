"""The form with which a tournament is announced and its terms are changed.

What no field covers stays as it was in the terms that the form began with; the API and the event's file have all of it.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any, cast, get_args

from django import forms
from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

import rules
from frontend.tournaments import terms_errors, terms_fields, terms_rows, vocabulary
from frontend.tournaments.announcement import gives
from frontend.tournaments.form_fields import MOST_REASON, PointsField, PointsOrNone
from gamelog.clubs.models import EDITORS, Club
from gamelog.contest import tiebreaks
from gamelog.contest.errors import Refused
from gamelog.contest.presets import PRESETS, scoring_of
from gamelog.contest.terms import Format, Terms, TieBreak
from gamelog.contest.tiebreaks.percentages import WHOLE
from gamelog.contest.tiebreaks.rule import Param
from gamelog.tournaments.models import Tournament
from gamelog.tournaments.services import RESERVED

ROWS = 6
"""The least number of rows for tie-breaks."""
MOST_TEXT = 60_000
"""Characters of the terms that a form began with."""
ZONES = [f"{sign}{hour:02d}:{minute:02d}" for sign, hours in (("-", range(12, 0, -1)), ("+", range(15)))
         for hour in hours for minute in (0, 30, 45) if (hour, minute) not in ((14, 30), (14, 45))]  # fmt: skip


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


def _parameters() -> dict[str, list[Param]]:
    """Every parameter of a tie-break by its id, as each tie-break has it."""
    found: dict[str, list[Param]] = {}
    for rule in tiebreaks.ALL:
        for param in rule.params:
            found.setdefault(param.id, []).append(param)
    return found


PARAMETERS = _parameters()


def _percent(params: list[Param]) -> bool:
    return all(param.most == WHOLE for param in params)


def _parameter_label(param: Param) -> str:
    """The label of a parameter; people write a percentage as one, not in hundredths."""
    label = vocabulary.label(param)
    return f"{label.partition(',')[0]}, %" if _percent([param]) else label


class TermsForm(forms.Form):
    """Everything that is agreed before the first round."""

    title = forms.CharField(label=gettext_lazy("Title of the event"), max_length=200)
    ruleset = forms.ChoiceField(label=gettext_lazy("Game"))
    format = forms.ChoiceField(label=gettext_lazy("Format"))
    rounds = _count(
        gettext_lazy("Rounds"), 1, 99, gettext_lazy("Of a Swiss. In other formats the number of entrants decides.")
    )
    cut = _count(
        gettext_lazy("Elimination at the end, for the best"), 0, 256,
        gettext_lazy("2, 4, 8, 16…; 0 for none. Only for Swiss with a top cut."),
    )  # fmt: skip
    bronze = _yes(gettext_lazy("The losers of the semi-finals play for third place"))
    knocked_out = forms.ChoiceField(
        label=gettext_lazy("Those who lose in the same round of the elimination"),
        help_text=gettext_lazy("Only for Swiss with a top cut."),
    )
    double = _yes(gettext_lazy("Everybody meets twice (round robin)"))
    starts = _moment(gettext_lazy("Begins"))
    ends = _moment(gettext_lazy("Ends"))
    zone = forms.ChoiceField(label=gettext_lazy("Time zone"), choices=[(each, f"UTC{each}") for each in ZONES])
    place = forms.CharField(label=gettext_lazy("Place"), max_length=200, required=False)
    capacity = _count(
        gettext_lazy("Places"), 0, 10_000, gettext_lazy("0: no limit. Later entrants join the waiting list.")
    )
    round_minutes = _count(gettext_lazy("Minutes per round"), 0, 1440, gettext_lazy("0: no clock."))
    tables = terms_rows.tables_field()
    late_entry = _count(gettext_lazy("Late entry up to round"), 0, 98, gettext_lazy("0: not after the first pairing."))
    half_byes = _count(gettext_lazy("Half-point byes each may ask for"), 0, 99)
    check_in = _yes(gettext_lazy("Only checked-in entrants are paired"))
    confirm = forms.ChoiceField(label=gettext_lazy("A reported result is confirmed by"))
    roster_required = _yes(gettext_lazy("A roster has to be handed in before check-in"))
    roster_points = _count(gettext_lazy("Maximum points of a roster"), 0, 100_000, gettext_lazy("0: no limit."))
    roster_models = _count(gettext_lazy("Maximum models of a roster"), 0, 100_000, gettext_lazy("0: no limit."))
    roster_hidden = _yes(gettext_lazy("Rosters are hidden until they are locked"))
    preset = forms.ChoiceField(label=gettext_lazy("Scoring"), required=False)
    preset_size = forms.IntegerField(
        label=gettext_lazy("Its number, if the preset takes one"), min_value=1, max_value=100_000, required=False,
        help_text=gettext_lazy("The size of an army, or the difference worth 20-0, as the preset says. Empty: the "
                               "usual."),
    )  # fmt: skip
    ranks = forms.ChoiceField(
        label=gettext_lazy("Entrants are ranked by"), help_text=gettext_lazy("Teams have a field of their own, below.")
    )
    win = PointsField(label=gettext_lazy("Match points for a win"))
    draw = PointsField(label=gettext_lazy("for a draw"))
    loss = PointsField(label=gettext_lazy("for a loss"))
    draw_within = PointsField(label=gettext_lazy("A draw is a difference of up to"))
    decided_by = forms.ChoiceField(label=gettext_lazy("Who wins is decided by"))
    scale = terms_rows.scale_field()
    victory_cap = PointsOrNone(label=gettext_lazy("Maximum victory points of a round"), required=False)
    battle_cap = PointsOrNone(label=gettext_lazy("Maximum battle points of a round"), required=False)
    match_cap = PointsOrNone(label=gettext_lazy("Maximum match points of a round"), required=False)
    bonuses = terms_rows.bonuses_field()
    awards = terms_rows.awards_field()
    order = forms.ChoiceField(label=gettext_lazy("Order within a score group"))
    rank_by = forms.ChoiceField(label=gettext_lazy("Ranked for pairing by"))
    avoid_clubs = _yes(gettext_lazy("Members of a club are kept apart"))
    avoid_clubs_rounds = _count(gettext_lazy("up to round"), 0, 99)
    rotate_tables = _yes(gettext_lazy("Tables rotate"))
    bye_goes_to = forms.ChoiceField(label=gettext_lazy("The bye goes to"))
    schedule = forms.ChoiceField(label=gettext_lazy("Schedule of a round robin"))
    team_size = _count(gettext_lazy("Players of a team"), 0, 12, gettext_lazy("0: no teams."))
    captains = _yes(gettext_lazy("Captains choose who plays whom"))
    team_preset = forms.ChoiceField(label=gettext_lazy("Scoring of a match of teams"), required=False)
    team_ranks = forms.ChoiceField(
        label=gettext_lazy("Teams are ranked by"),
        help_text=gettext_lazy("Of their matches, whatever their boards are scored by. Battle points of a match are "
                               "those of all its boards."),
    )  # fmt: skip
    season_starts = forms.CharField(
        label=gettext_lazy("Season begins"),
        required=False,
        max_length=10,
        widget=forms.DateInput(attrs={"type": "date"}),
    )
    days_a_round = _count(gettext_lazy("Days per round"), 1, 366)
    was = forms.CharField(widget=forms.HiddenInput, required=False, max_length=MOST_TEXT)

    def __init__(self, data: Any = None, *, terms: Terms, title: str = "", user: Any = None) -> None:
        text = terms_fields.as_text(terms)
        initial = {**terms_fields.fields_of(terms), "title": title, "was": text}
        super().__init__(data, initial=initial, label_suffix="")
        self.initial["titled"] = title
        self.rows = max(ROWS, len(terms.tiebreaks) + 1, _rows_sent(data))
        self._choices(terms)
        self._specialities(terms)
        for at in range(1, self.rows + 1):
            self._tiebreak(at)
        self.decided = self.began = terms

    def _choices(self, terms: Terms) -> None:
        offered = {
            "ruleset": list(_rulesets(terms)),
            "format": [(key, vocabulary.format_of(key).capitalize()) for key in FORMATS],
            "confirm": [("opponent", _("the opponent")), ("staff", _("the staff")),
                        ("none", _("nobody: a report counts at once"))],
            "preset": [("", _("as written below")), *((key, vocabulary.label(each)) for key, each in PRESETS.items())],
            "team_preset": [("", _("as it is")), *((key, vocabulary.label(each)) for key, each in PRESETS.items())],
            "ranks": [(key, vocabulary.kind(key)) for key in ("match", "battle", "victory")],
            "team_ranks": [(key, vocabulary.kind(key)) for key in ("match", "battle", "victory")],
            "knocked_out": [(key, vocabulary.knocked_out(key)) for key in ("shared", "standings")],
            "decided_by": [(key, vocabulary.kind(key)) for key in ("victory", "battle")],
            "order": [("random", _("random, by the published seed")), ("adjacent", _("neighbours")),
                      ("fold", _("first against the first of the lower half"))],
            "rank_by": [("standings", _("the standings")), ("rating", _("the rating")),
                        ("number", _("the entry number"))],
            "schedule": [(key, vocabulary.schedule(key)) for key in ("circle", "berger")],
            "bye_goes_to": [("lowest", _("the lowest")), ("random", _("somebody by lot"))],
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
        chosen = self._sent_or_shown(f"tiebreak_{at}")
        for name, params in PARAMETERS.items():
            self._parameter(name, params, at, chosen)

    def _parameter(self, name: str, params: list[Param], at: int, chosen: str) -> None:
        """A number of a tie-break, hidden where another tie-break is chosen; the browser goes by `data-labels`."""
        labels = {f"{rule.id}@{rule.version}": _parameter_label(param)
                  for rule in tiebreaks.ALL for param in rule.params if param.id == name}  # fmt: skip
        label = labels.get(chosen) or _parameter_label(params[0])
        field = (
            PointsOrNone(label=label, required=False)
            if _percent(params)
            else forms.IntegerField(label=label, min_value=0, required=False)
        )
        defaults = {f"{rule.id}@{rule.version}": rule.defaults[name] for rule in tiebreaks.ALL if name in rule.defaults}
        field.widget.attrs |= {"data-labels": json.dumps(labels, ensure_ascii=False), "data-for": f"tiebreak_{at}"}
        if chosen in defaults:
            field.widget.attrs["placeholder"] = field.prepare_value(defaults[chosen])
        self.fields[f"{name}_{at}"] = field

    def _sent_or_shown(self, name: str) -> str:
        return str((self.data.get(name) if self.is_bound else self.initial.get(name)) or "")

    def _specialities(self, terms: Terms) -> None:
        """The specialities of the chosen game, and those that the terms name besides: of commanders, for example."""
        ruleset = (self._sent_or_shown("ruleset") or terms.ruleset).partition("@")[0]
        known = rules.load(ruleset).rosters.allowable if ruleset in rules.RULESETS else ()
        named = {word for row in self.initial["roster_allowed"] for word in row["words"]}
        self.fields["roster_allowed"] = terms_rows.allowed_field([*known, *sorted(named - set(known))])
        self.limits_specialities = bool(known or named)

    @property
    def tiebreak_rows(self) -> list[tuple[forms.BoundField, list[tuple[forms.BoundField, bool]]]]:
        """The tie-breaks in order, each with the parameters and whether they are of the chosen one."""
        return [
            (self[f"tiebreak_{at}"], [(self[f"{name}_{at}"], self._has(name, at)) for name in PARAMETERS])
            for at in range(1, self.rows + 1)
        ]

    def _has(self, name: str, at: int) -> bool:
        chosen = self._sent_or_shown(f"tiebreak_{at}")
        return any(f"{rule.id}@{rule.version}" == chosen and name in rule.defaults for rule in tiebreaks.ALL)

    def clean(self) -> dict[str, Any]:
        """The resulting terms, and every error in them, each at its field."""
        said = super().clean() or self.cleaned_data
        said["tiebreaks"] = tuple(self._tiebreaks(said))
        try:
            was = self.began = terms_fields.from_text(said.get("was") or terms_fields.as_text(terms_fields.blank()))
            if not self.errors:
                self._one_scoring(said, was)
            if not self.errors:
                self.decided = terms_fields.terms_from(said, was)
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
                own = {param.id for param in tiebreaks.load(name, version).params}
                given = {param: said.get(f"{param}_{at}") for param in PARAMETERS if param in own}
                yield TieBreak(name, version, {param: value for param, value in given.items() if value is not None})

    def _one_scoring(self, said: dict[str, Any], was: Terms) -> None:
        """A preset gives the scoring; changes in the scoring fields would silently be lost."""
        if said["team_preset"] and said["team_ranks"] != (was.ranks if was.teams else "match"):
            self.add_error("team_preset", _("The scoring gives what teams are ranked by: undo one of the two."))
        written_too = terms_fields.scoring_from({**said, "preset": ""}, was.scoring) != was.scoring
        if said["preset"] and written_too and self.data.get("do") != "fill":
            self.add_error(
                "preset", _("The scoring below was changed as well: choose “as written below”, or undo that.")
            )

    def refused(self, error: Refused) -> None:
        """Show an error in the terms at its field."""
        name = terms_errors.field_of(error.path)
        if name == "roster_allowed" and not self.limits_specialities:
            name = "ruleset"
        self.add_error(name if name in self.fields else None, terms_errors.error_text(error, name))


FORMATS = get_args(Format)


def _rows_sent(data: Any) -> int:
    numbers = [key.removeprefix("tiebreak_") for key in data or () if key.startswith("tiebreak_")]
    return min(max((int(each) for each in numbers if each.isascii() and each.isdigit()), default=0), 24)


def _rulesets(terms: Terms) -> Iterable[tuple[str, str]]:
    """Every ruleset in every version, the newest first; the one that the terms name is always included."""
    if not terms.rules_version:
        yield terms.ruleset, _("%(name)s, the newest version") % {"name": _name(terms.ruleset)}
    for ruleset in rules.RULESETS:
        for version in reversed(rules.versions(ruleset)):
            yield f"{ruleset}@{version}", f"{rules.load(ruleset, version).name} {version}"


def _name(ruleset: str) -> str:
    return rules.load(ruleset).name if ruleset in rules.RULESETS else ruleset


class AnnounceForm(TermsForm):
    """A new tournament: its terms, and its address."""

    slug = forms.SlugField(
        label=gettext_lazy("Address"), max_length=50, required=False,
        help_text=gettext_lazy("The end of the event's address: lowercase letters and hyphens. Empty: from the title."),
    )  # fmt: skip
    club = forms.ModelChoiceField(label=gettext_lazy("On behalf of"), queryset=Club.objects.none(), required=False)
    public = forms.BooleanField(label=gettext_lazy("Everybody can find it"), required=False, initial=True)

    def __init__(self, data: Any = None, *, terms: Terms, title: str = "", user: Any = None) -> None:
        super().__init__(data, terms=terms, title=title, user=user)
        self.user = user
        edited = Club.objects.filter(memberships__user=user, memberships__role__in=EDITORS).order_by("name")
        held = cast(Any, self.fields["club"])
        held.queryset, held.empty_label = edited, _("myself")
        if not edited.exists():
            del self.fields["club"]
        cast(Any, self.fields["rounds"]).required = False
        self.fields["rounds"].help_text = _("Of a Swiss. Empty: as many as find one winner.")
        self.initial["rounds"] = ""
        self._buttons()
        self._usual()

    def _buttons(self) -> None:
        """The answers that are chosen by tapping one, each preset with what it gives."""
        explained = [
            (key, format_html('<b>{}</b> <span class="small soft">{}</span>', vocabulary.label(each), gives(each)))
            for key, each in PRESETS.items()
        ]
        offered = {
            "ruleset": cast(Any, self.fields["ruleset"]).choices, "format": cast(Any, self.fields["format"]).choices,
            "preset": [*explained, ("", _("none of these: as written under “More”"))],
        }  # fmt: skip
        for name, choices in offered.items():
            field = cast(forms.ChoiceField, self.fields[name])
            field.widget = forms.RadioSelect(choices=choices)
            field.choices = choices

    def _usual(self) -> None:
        """What is filled in: the preset that the scoring is taken from, if nothing of it was changed."""
        scoring = self.began.scoring
        preset = PRESETS.get(scoring.preset)
        if preset is None or scoring != scoring_of(preset.key):
            return
        self.initial["preset"] = preset.key
        if self.began.tiebreaks == preset.tiebreaks:
            # Were they filled in, those of one preset would stay when another is chosen.
            self.initial.update(dict.fromkeys(terms_fields.tiebreak_fields(self.began), ""))

    def clean(self) -> dict[str, Any]:
        """As in every form of terms; without a number of rounds there are as many as find one winner."""
        said = self.cleaned_data
        if "rounds" in said and said["rounds"] is None:
            places = said.get("capacity")
            said["rounds"] = terms_fields.usual_rounds(places) if places else self.began.rounds
        return super().clean()

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
        help_text=gettext_lazy("It is part of the record and can be read by everybody. Leave out people's names."),
    )  # fmt: skip
