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
from frontend.tournaments import soft_rows, tally_rows, terms_errors, terms_fields, terms_rows, vocabulary
from frontend.tournaments.announcement import gives
from frontend.tournaments.form_fields import MOST_REASON, PointsField, PointsOrNone
from gamelog.clubs.models import EDITORS, Club
from gamelog.contest import tiebreaks
from gamelog.contest.errors import Refused
from gamelog.contest.interchange.tiebreak_codes import fide_code
from gamelog.contest.presets import PRESETS, scoring_of
from gamelog.contest.terms import Format, Terms, TieBreak
from gamelog.contest.terms_stages import Stages
from gamelog.contest.tiebreaks.percentages import WHOLE
from gamelog.contest.tiebreaks.rule import Param, TieBreakRule
from gamelog.contest.validation_tiebreaks import unsuitable
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
KINDS = ("of", "by")
"""The settings of a tie-break that are kinds of points."""


def _with_code(rule: TieBreakRule) -> str:
    """A tie-break as it is called, FIDE's code for it, and its version."""
    code = fide_code(rule)
    return (
        f"{vocabulary.label(rule)}, {code} ({rule.version})" if code else f"{vocabulary.label(rule)} ({rule.version})"
    )


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
        gettext_lazy("Rounds"), 1, 99, gettext_lazy("Swiss only. In other formats it depends on the number of players.")
    )
    cut = _count(
        gettext_lazy("Players in the top cut"), 0, 256,
        gettext_lazy("Any number from 2 on: where it is no power of two, the first seeds have a bye. "
                                     "Only for Swiss with a top cut; 0 for none."),
    )  # fmt: skip
    losses = forms.IntegerField(
        label=gettext_lazy("or everybody with at most this many losses"),
        min_value=0,
        max_value=98,
        required=False,
        help_text=gettext_lazy("0: undefeated players only. Empty: the number of places applies."),
    )
    reseed = _yes(gettext_lazy("Reseed the remaining players in each round of the elimination"))
    second_final = _yes(
        gettext_lazy("Bracket reset: if the winner of the lower bracket wins the final, it is played again")
    )
    bronze = _yes(gettext_lazy("The losers of the semi-finals play for third place"))
    knocked_out = forms.ChoiceField(
        label=gettext_lazy("Players knocked out in the same round"),
        help_text=gettext_lazy("Only if an elimination follows other rounds."),
    )
    double = _yes(gettext_lazy("Double round robin"))
    groups = _count(gettext_lazy("Groups or flights"), 0, 26)
    drawn = forms.ChoiceField(label=gettext_lazy("How the groups are made"))
    play = forms.ChoiceField(label=gettext_lazy("Play within a group"))
    then = forms.ChoiceField(label=gettext_lazy("After the groups"), required=False)
    top = _count(gettext_lazy("Qualify from each group"), 0, 64)
    best_next = _count(
        gettext_lazy("Best next-placed who also qualify"), 0, 25,
        gettext_lazy("Compared across the groups: with 2 from each group, the best of the thirds. 0: none."),
    )  # fmt: skip
    merged_rounds = _count(
        gettext_lazy("Rounds of all flights together"), 0, 99, gettext_lazy("Only if they go on together.")
    )
    pod = _count(gettext_lazy("Players in a pod"), 0, 64)
    pod_play = forms.ChoiceField(label=gettext_lazy("Play within a pod"))
    starts = _moment(gettext_lazy("Starts"))
    ends = _moment(gettext_lazy("Ends"))
    zone = forms.ChoiceField(label=gettext_lazy("Time zone"), choices=[(each, f"UTC{each}") for each in ZONES])
    place = forms.CharField(label=gettext_lazy("Place"), max_length=200, required=False)
    capacity = _count(
        gettext_lazy("Places"), 0, 10_000, gettext_lazy("0: no limit. Later entrants join the waiting list.")
    )
    round_minutes = _count(gettext_lazy("Minutes per round"), 0, 1440, gettext_lazy("0: no clock."))
    tables = terms_rows.tables_field()
    missions = terms_rows.missions_field()
    late_entry = _count(gettext_lazy("Late registration until round"), 0, 98, gettext_lazy("0: no late registration."))
    half_byes = _count(gettext_lazy("Half-point byes per player"), 0, 99)
    best_of = _count(
        gettext_lazy("Games per match"), 1, 9,
        gettext_lazy("3 for a best of three: players then report the games that each has won. Not for teams."),
    )  # fmt: skip
    check_in = _yes(gettext_lazy("Pair only players who are checked in"))
    confirm = forms.ChoiceField(label=gettext_lazy("Results confirmed by"))
    roster_required = _yes(gettext_lazy("Roster required before check-in"))
    roster_points = _count(gettext_lazy("Roster points limit"), 0, 100_000, gettext_lazy("0: no limit."))
    roster_models = _count(gettext_lazy("Roster model limit"), 0, 100_000, gettext_lazy("0: no limit."))
    roster_hidden = _yes(gettext_lazy("Hide rosters until they are locked"))
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
    scale = terms_rows.scale_field()
    victory_cap = PointsOrNone(label=gettext_lazy("Victory points cap per round"), required=False)
    battle_cap = PointsOrNone(label=gettext_lazy("Battle points cap per round"), required=False)
    match_cap = PointsOrNone(label=gettext_lazy("Match points cap per round"), required=False)
    bonuses = terms_rows.bonuses_field()
    tallies = tally_rows.tallies_field()
    awards = terms_rows.awards_field()
    order = forms.ChoiceField(label=gettext_lazy("Order within a score group"))
    rank_by = forms.ChoiceField(label=gettext_lazy("Pairing order by"))
    avoid_clubs = _yes(gettext_lazy("Avoid pairing clubmates"))
    avoid_clubs_rounds = _count(gettext_lazy("up to round"), 0, 99)
    rotate_tables = _yes(gettext_lazy("Rotate tables"))
    rotate_terrain = _yes(gettext_lazy("Rotate by terrain as well"))
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
    meetings = _count(gettext_lazy("The same two players may meet"), 0, 99, gettext_lazy("0: any number of times."))
    others_between = _yes(gettext_lazy("Not the same opponent twice in a row"))
    least_games = _count(
        gettext_lazy("Games needed for a place"), 0, 999,
        gettext_lazy("Players with fewer are listed below all others."),
    )  # fmt: skip
    per_game = _yes(gettext_lazy("Rank by points per game, not by their sum"))
    added_games = _count(
        gettext_lazy("Games added to the divisor"), 0, 99,
        gettext_lazy("Points per game only: keeps a few wins from being the best average."),
    )  # fmt: skip
    soft = soft_rows.soft_field()
    soft_usual = soft_rows.usual_field()
    overall = soft_rows.overall_field()
    overall_weight = soft_rows.weight_field()
    major_times, major_over, major_win, major_loss = tally_rows.major_fields().values()
    was = forms.CharField(widget=forms.HiddenInput, required=False, max_length=MOST_TEXT)

    def __init__(self, data: Any = None, *, terms: Terms, title: str = "", user: Any = None) -> None:
        text = terms_fields.as_text(terms)
        initial = {**terms_fields.fields_of(terms), "title": title, "was": text}
        super().__init__(data, initial=initial, label_suffix="")
        self.initial["titled"] = title
        self.rows = max(ROWS, len(terms.tiebreaks) + 1, _rows_sent(data))
        self._tallies_known(terms, data)
        self._choices(terms)
        self._specialities(terms)
        for at in range(1, self.rows + 1):
            self._tiebreak(at)
        self.decided = self.began = terms

    def _tallies_known(self, terms: Terms, data: Any) -> None:
        """The tallies that can be chosen, and what rounds without a battle are worth in them."""
        rows = self.fields["tallies"].widget.value_from_datadict(data, {}, "tallies") if self.is_bound else ()
        self.tallies_known = tally_rows.known(terms, self._sent_or_shown("preset"), rows or ())
        self.fields["awards"] = terms_rows.awards_field(self.tallies_known)

    def _choices(self, terms: Terms) -> None:
        offered = {
            "ruleset": list(_rulesets(terms)),
            "format": [(key, vocabulary.format_of(key).capitalize()) for key in FORMATS],
            "confirm": [("opponent", _("the opponent")), ("staff", _("the staff")),
                        ("none", _("nobody: reports count at once"))],
            "preset": [("", _("custom (below)")), *((key, vocabulary.label(each)) for key, each in PRESETS.items())],
            "team_preset": [("", _("unchanged")), *((key, vocabulary.label(each)) for key, each in PRESETS.items())],
            "ranks": tally_rows.kinds(self.tallies_known, ranking=True),
            "team_ranks": tally_rows.kinds(self.tallies_known, ranking=True),
            "knocked_out": [(key, vocabulary.knocked_out(key)) for key in ("shared", "standings")],
            "decided_by": [(key, vocabulary.kind(key)) for key in ("victory", "battle")],
            "order": [("random", _("random, by the published seed")), ("adjacent", _("neighbours in the standings")),
                      ("fold", _("upper half against lower half"))],
            "rank_by": [("standings", _("the standings")), ("rating", _("the rating")),
                        ("number", _("the entry number"))],
            "schedule": [(key, vocabulary.schedule(key)) for key in ("circle", "berger")],
            "drawn": [(key, vocabulary.drawn(key)) for key in ("snake", "lot", "assigned")],
            "play": [(key, vocabulary.format_of(key)) for key in ("round-robin", "swiss")],
            "then": [(key, vocabulary.then(key)) for key in ("single-elimination", "double-elimination", "merged", "")],
            "pod_play": [(key, vocabulary.pod_play(key)) for key in ("elimination", "round-robin")],
            "bye_goes_to": [("lowest", _("the lowest-ranked player")), ("random", _("a random player"))],
        }  # fmt: skip
        for name, choices in offered.items():
            cast(forms.ChoiceField, self.fields[name]).choices = choices

    def _tiebreak(self, at: int) -> None:
        choices = [
            ("", "–"),
            *((f"{rule.id}@{rule.version}", _with_code(rule)) for rule in tiebreaks.ALL),
        ]
        self.fields[f"tiebreak_{at}"] = forms.ChoiceField(
            label=_("Tie-break %(number)s") % {"number": at}, choices=choices, required=False
        )
        chosen = self._sent_or_shown(f"tiebreak_{at}")
        for name, params in PARAMETERS.items():
            self._parameter(name, params, at, chosen)
        for name in KINDS:
            self._kind(name, at, chosen)

    def _kind(self, name: str, at: int, chosen: str) -> None:
        """The kind of points of a tie-break, hidden where the chosen one has none to choose."""
        found = {f"{rule.id}@{rule.version}": kind for rule in tiebreaks.ALL for kind in rule.kinds if kind.id == name}
        labels = {key: vocabulary.label(kind) for key, kind in found.items()}
        usual = vocabulary.kind(found[chosen].default) if chosen in found else ""
        choices = [("", _("as usual: %(kind)s") % {"kind": usual} if usual else _("as usual")),
                   *tally_rows.kinds(self.tallies_known)]  # fmt: skip
        field = forms.ChoiceField(
            label=labels.get(chosen) or next(iter(labels.values())), choices=choices, required=False
        )
        field.widget.attrs |= {"data-labels": json.dumps(labels, ensure_ascii=False), "data-for": f"tiebreak_{at}"}
        self.fields[f"{name}_{at}"] = field

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
    def stages_wrong(self) -> bool:
        """Whether something about groups or pods is wrong, so that it should be seen."""
        return any(name in self.errors for name in terms_fields.STAGES)

    def scoring_errors(self) -> bool:
        """Whether a field of the custom scoring has an error."""
        custom = ("scale", "bonuses", "tallies", "awards", *terms_fields.SCORED, *tally_rows.MAJOR)
        return any(name in self.errors for name in custom)

    @property
    def tiebreak_rows(self) -> list[tuple[forms.BoundField, list[tuple[forms.BoundField, bool]]]]:
        """The tie-breaks in order, each with the parameters and whether they are of the chosen one."""
        return [
            (self[f"tiebreak_{at}"], [(self[f"{name}_{at}"], self._has(name, at)) for name in (*KINDS, *PARAMETERS)])
            for at in range(1, self.rows + 1)
        ]

    def _has(self, name: str, at: int) -> bool:
        chosen = self._sent_or_shown(f"tiebreak_{at}")
        return any(f"{rule.id}@{rule.version}" == chosen
                   and (name in rule.defaults or any(kind.id == name for kind in rule.kinds))
                   for rule in tiebreaks.ALL)  # fmt: skip

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
            for each in (*terms_errors.problems(self.decided), *unsuitable(self.decided, was)):
                self.refused(each)
        return said

    def _tiebreaks(self, said: dict[str, Any]) -> Iterable[TieBreak]:
        for at in range(1, self.rows + 1):
            chosen = said.get(f"tiebreak_{at}", "")
            if chosen:
                name, _at, version = chosen.partition("@")
                rule = tiebreaks.load(name, version)
                given = {param: said.get(f"{param}_{at}") for param in PARAMETERS if param in rule.defaults}
                kinds: dict[str, Any] = {kind.id: said.get(f"{kind.id}_{at}", "") for kind in rule.kinds}
                yield TieBreak(
                    name, version, {param: value for param, value in given.items() if value is not None}, **kinds
                )

    def _one_scoring(self, said: dict[str, Any], was: Terms) -> None:
        """A preset gives the scoring; changes in the scoring fields would silently be lost."""
        if said["team_preset"] and said["team_ranks"] != (was.ranks if was.teams else "match"):
            self.add_error("team_preset", _("The scoring decides how teams are ranked: undo one of the two changes."))
        written_too = terms_fields.scoring_from({**said, "preset": ""}, was.scoring) != was.scoring
        if said["preset"] and written_too and self.data.get("do") != "fill":
            self.add_error(
                "preset", _("The custom scoring below was changed as well: choose “custom (below)”, or undo that.")
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
        yield terms.ruleset, _("%(name)s, latest version") % {"name": _name(terms.ruleset)}
    for ruleset in rules.RULESETS:
        for version in reversed(rules.versions(ruleset)):
            yield f"{ruleset}@{version}", f"{rules.load(ruleset, version).name} {version}"


def _name(ruleset: str) -> str:
    return rules.load(ruleset).name if ruleset in rules.RULESETS else ruleset


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
        self.user = user
        edited = Club.objects.filter(memberships__user=user, memberships__role__in=EDITORS).order_by("name")
        held = cast(Any, self.fields["club"])
        held.queryset, held.empty_label = edited, _("me")
        if not edited.exists():
            del self.fields["club"]
        cast(Any, self.fields["rounds"]).required = False
        self.fields["rounds"].help_text = _("Swiss only. Leave empty for as many as it takes to find one winner.")
        self.initial["rounds"] = ""
        if self.began.stages == Stages():
            self.initial.update(terms_fields.USUAL_STAGES)
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
            "preset": [*explained, ("", _("none of these: custom scoring under “More”"))],
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
            if places and said.get("format") == "groups":
                places = -(-places // (said.get("groups") or 1))
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
        help_text=gettext_lazy("It becomes part of the record, and everybody can read it. Leave out names."),
    )  # fmt: skip
