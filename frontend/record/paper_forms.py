"""A battle that is over, as it is entered from paper."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import msgspec
from django import forms
from django.contrib.auth.models import User
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

import rules
from frontend.base.numbers import whole_number
from frontend.record.sheet_words import refusal_words
from frontend.tournaments.vocabulary import label
from gamelog.contest.errors import Refused
from gamelog.games.models import Roster
from gamelog.sheets import wanted
from gamelog.sheets.acts import SIDES, Battle, Loss, Words
from gamelog.sheets.wanted import SheetWanted, missions_of, units_of

USUAL_ROUNDS = 5
MOST_LOST_TEXT = 8000
MOST_UNIT_NAME = 200
_LOST = re.compile(r"(?:(?P<lost>\d{1,4})(?:\s*/\s*(?P<of>\d{1,4}))?\s*[×xх*]?\s+)?(?P<unit>.+)", re.IGNORECASE)
_SCORE = {"inputmode": "numeric", "autocomplete": "off"}


class PaperForm(forms.Form):
    """A battle of one ruleset, with as many rows for rounds as there are `rounds`.

    Of the first side the form asks whether it is the user's own, unless it is filled in from a sheet (`corrects`).
    `players` says whether it asks who played at all.
    """

    played = forms.DateField(
        label=gettext_lazy("Played on"), widget=forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"})
    )
    mission = forms.CharField(
        label=gettext_lazy("Mission or scenario (optional)"), required=False, max_length=200,
        widget=forms.TextInput(attrs={"list": "missions", "autocomplete": "off"}),
    )  # fmt: skip
    winner = forms.ChoiceField(label=gettext_lazy("Who won?"), initial="by-points", widget=forms.RadioSelect)
    note = forms.CharField(
        label=gettext_lazy("Note (optional)"), required=False, max_length=wanted.MOST_NOTE,
        widget=forms.Textarea(attrs={"rows": 3}),
    )  # fmt: skip

    def __init__(
        self, ruleset: rules.Ruleset, user: User, rosters: list[Roster], rounds: int = 0, data: Any = None, *,
        initial: Mapping[str, Any] | None = None, corrects: bool = False, players: bool = True,
    ) -> None:  # fmt: skip
        super().__init__(data, initial={"played": timezone.localdate(), **(initial or {})})
        self.ruleset, self.user, self.rosters = ruleset, user, rosters
        self.rounds = min(rounds or usual_rounds(ruleset), wanted.MOST_ROUNDS)
        self.units: dict[str, list[tuple[str, int]]] = {}
        self._asks_me, self._asks_players = players and not corrects, players
        self._ask_points()
        for side in SIDES:
            self._ask_side(side)
        for number in range(1, self.rounds + 1):
            for side in SIDES:
                self.fields[f"{side}_round_{number}"] = forms.IntegerField(
                    label=_("Score"), required=False, min_value=-wanted.MOST_SCORE, max_value=wanted.MOST_SCORE,
                    widget=forms.NumberInput(attrs=_SCORE),
                )  # fmt: skip
        self.fields["winner"].choices = [  # type: ignore[attr-defined]
            ("by-points", _("Whoever has more points")), ("a", self.side_label("a")), ("b", self.side_label("b")),
            ("draw", _("Nobody: a draw")),
        ]  # fmt: skip
        self._ask_last(corrects)

    def _ask_points(self) -> None:
        limits = self.ruleset.rosters.limits
        self.fields["points"] = forms.IntegerField(
            label=_("Points of each side"), required=False, min_value=0, max_value=wanted.MOST_SCORE,
            initial=limits[0] if limits else 0, widget=forms.NumberInput(attrs={"list": "points-usual"}),
        )  # fmt: skip

    def _ask_side(self, side: str) -> None:
        if side == "a" and self._asks_me:
            self.fields["a_me"] = forms.BooleanField(label=_("I played this side"), required=False, initial=True)
        if self._asks_players:
            plain = {"autocomplete": "off"}
            self.fields[f"{side}_name"] = forms.CharField(
                label=_("Their name"), required=False, max_length=wanted.MOST_NAME, widget=forms.TextInput(attrs=plain)
            )
            self.fields[f"{side}_player"] = forms.CharField(
                label=_("Or the user name here"), required=False, max_length=150,
                help_text=_("Anybody with an account here finds the sheet among their games and can confirm it."),
                widget=forms.TextInput(attrs={**plain, "autocapitalize": "none", "spellcheck": "false"}),
            )  # fmt: skip
        self.fields[f"{side}_army"] = forms.CharField(
            label=_("Army"), required=False, max_length=200,
            widget=forms.TextInput(attrs={"autocomplete": "off"}),
        )  # fmt: skip
        if self.rosters:
            self.fields[f"{side}_roster"] = forms.ChoiceField(
                label=_("Or one of your rosters"), required=False, widget=forms.Select(attrs={"data-units": ""}),
                choices=[("", _("none chosen")), *((str(each.pk), each.name) for each in self.rosters)],
            )  # fmt: skip
        self._ask_losses(side)

    def _ask_losses(self, side: str) -> None:
        chosen = str(self[f"{side}_roster"].value() or "") if self.rosters else ""
        roster = next((each for each in self.rosters if str(each.pk) == chosen), None)
        self.units[side] = list(units_of(roster).items()) if roster else []
        for at, (name, count) in enumerate(self.units[side]):
            self.fields[f"{side}_unit_{at}"] = forms.IntegerField(
                label=_("%(unit)s, of %(count)d") % {"unit": name, "count": count}, required=False, min_value=0,
                max_value=count, widget=forms.NumberInput(attrs=_SCORE),
            )  # fmt: skip
        self.fields[f"{side}_lost"] = forms.CharField(
            label=_("Units lost"), required=False, max_length=MOST_LOST_TEXT,
            help_text=_("One unit per line with the models it lost: 3 Archers, or 3/10 Archers."),
            widget=forms.Textarea(attrs={"rows": 3}),
        )  # fmt: skip

    def _ask_last(self, corrects: bool) -> None:
        if corrects:
            self.fields["reason"] = forms.CharField(
                label=_("What was wrong?"), max_length=wanted.MOST_NOTE, widget=forms.Textarea(attrs={"rows": 2})
            )
        else:
            self.fields["public"] = forms.BooleanField(label=_("Public score sheet"), required=False, initial=True)

    # what was answered

    def clean(self) -> dict[str, Any]:
        """Somebody scored in some round, even if it was 0; whoever played the first side here is not named again."""
        said: dict[str, Any] = super().clean() or self.cleaned_data
        scored = [name for name in self.fields if "_round_" in name and said.get(name) is not None]
        if not scored and not any("_round_" in name for name in self.errors):
            self.add_error("a_round_1", _("Enter the score of at least one round."))
        for side in SIDES:
            self._check_typed(side)
        return said

    def _check_typed(self, side: str) -> None:
        found = self._typed(side)
        if len(found) > wanted.MOST_UNITS:
            why = _("No more than %(count)d units can be listed.") % {"count": wanted.MOST_UNITS}
            self.add_error(f"{side}_lost", why)
        for each in found:
            if not (1 <= each["lost"] <= wanted.MOST_MODELS and each["of"] <= wanted.MOST_MODELS):
                why = _("“%(unit)s”: from 1 to %(most)d models can be lost.")
                self.add_error(f"{side}_lost", why % {"unit": each["unit"][:60], "most": wanted.MOST_MODELS})
                return
            if len(each["unit"]) > MOST_UNIT_NAME:
                self.add_error(f"{side}_lost", _("The name of a unit is too long."))
                return

    def wanted(self, players: Mapping[str, tuple[str, str]] | None = None) -> SheetWanted:
        """The battle; of a sheet whose players stay, `players` are their user names and their typed names."""
        said = self.cleaned_data
        plain = {
            "ruleset": self.ruleset.id, "played": said["played"].isoformat(), "points": said["points"] or 0,
            "mission": said["mission"], "winner": said["winner"], "note": said["note"], "rounds": self._scores(),
        }  # fmt: skip
        sides = {str(side): self._side(side, players[side] if players else self._named(side)) for side in SIDES}
        return msgspec.convert({**plain, **sides}, SheetWanted)

    def _named(self, side: str) -> tuple[str, str]:
        if side == "a" and self.cleaned_data.get("a_me"):
            return self.user.username, ""
        return self.cleaned_data[f"{side}_player"], self.cleaned_data[f"{side}_name"]

    def _scores(self) -> list[tuple[int, int]]:
        """The rounds up to the last of which anything is written."""
        rows = [
            tuple(self.cleaned_data.get(f"{side}_round_{at}") for side in SIDES) for at in range(1, self.rounds + 1)
        ]
        while len(rows) > 1 and rows[-1] == (None, None):
            rows.pop()
        return [(a or 0, b or 0) for a, b in rows]

    def _side(self, side: str, named: tuple[str, str]) -> dict[str, Any]:
        said, roster = self.cleaned_data, self.cleaned_data.get(f"{side}_roster")
        lost: list[dict[str, Any]] = [
            {"unit": name, "lost": said[f"{side}_unit_{at}"]}
            for at, (name, _count) in enumerate(self.units[side]) if said.get(f"{side}_unit_{at}")
        ]  # fmt: skip
        found = {"player": named[0], "name": named[1], "army": said[f"{side}_army"], "lost": lost + self._typed(side)}
        return {**found, "roster": roster} if roster else found

    def _typed(self, side: str) -> list[dict[str, Any]]:
        lines = [line.strip() for line in self.cleaned_data.get(f"{side}_lost", "").splitlines()]
        return [_read_loss(line) for line in lines if line]

    def blame(self, error: Refused) -> None:
        """Put a refusal beside the field that it is about."""
        path = error.path.removeprefix("$.")
        side, _dot, rest = path.partition(".")
        names = [path]
        if side in SIDES:
            part = rest.partition("[")[0].partition(".")[0]
            names = [f"{side}_{part}", *(name for name in self.fields if name.startswith(f"{side}_unit_"))]
        found = next((name for name in names if name in self.fields), None)
        self.add_error(found, refusal_words(error))

    # for the template

    def side_label(self, side: str) -> str:
        """What a side is called in the form as it stands now."""
        mine = bool(self._asks_me and self["a_me"].value())
        if side == "a" and mine:
            return _("You")
        named = [str(self[f"{side}_{each}"].value() or "") for each in ("name", "player")] if self._asks_players else []
        typed = next((each for each in named if each), "") or str(self.initial.get(f"{side}_called", ""))
        otherwise = _("First side") if side == "a" else _("Your opponent") if mine else _("Second side")
        return typed or otherwise

    def sides(self) -> list[dict[str, Any]]:
        """The questions about each side."""
        return [
            {"key": side, "label": self.side_label(side), "types": self._types(side), "opened": self._opened(side),
             "units": [
                self[f"{side}_unit_{at}"] for at in range(len(self.units[side]))
            ], **{
                name: self[f"{side}_{name}"] for name in ("me", "name", "player", "army", "roster", "lost")
                if f"{side}_{name}" in self.fields
            }} for side in SIDES
        ]  # fmt: skip

    def _opened(self, side: str) -> bool:
        """Whether anything is said of a side's army and losses, or wrong there."""
        names = [f"{side}_{part}" for part in ("army", "roster", "lost") if f"{side}_{part}" in self.fields]
        return bool(self.units[side]) or any(self[name].value() or self[name].errors for name in names)

    def _types(self, side: str) -> bool:
        """Whether losses are typed: there are no units to choose from, or something was typed already."""
        return not self.units[side] or bool(self[f"{side}_lost"].value()) or bool(self[f"{side}_lost"].errors)

    def rows(self) -> list[dict[str, Any]]:
        """The rows of scores."""
        return [
            {"number": at, "scores": [
                {"key": side, "label": self.side_label(side), "field": self[f"{side}_round_{at}"]} for side in SIDES
            ]} for at in range(1, self.rounds + 1)
        ]  # fmt: skip

    def missions(self) -> list[str]:
        """The names of the missions that the ruleset has."""
        return [label(rule) for rule in missions_of(self.ruleset)]


def usual_rounds(ruleset: rules.Ruleset) -> int:
    """How many rounds a battle usually has: the first option that is such a number, if players are asked for it."""
    counts = [each.default for each in ruleset.settings if each.first and type(each.default) is int]
    return next((count for count in counts if 1 <= count <= wanted.MOST_ROUNDS), USUAL_ROUNDS)


def rounds_sent(data: Any, ruleset: rules.Ruleset) -> int:
    """How many rows for rounds a form had."""
    return min(max(whole_number(data.get("round_count", ""), usual_rounds(ruleset)), 1), wanted.MOST_ROUNDS)


def values_of(form: PaperForm, data: Any) -> dict[str, Any]:
    """What was sent, for a form that nobody has sent."""
    ticks = {name for name, field in form.fields.items() if isinstance(field, forms.BooleanField)}
    return {name: name in data if name in ticks else data.get(name, "") for name in {*form.fields, *data}}


def values_from(battle: Battle, words: Words, called: Mapping[str, str]) -> dict[str, Any]:
    """A sheet as the form's values; `called` are the names of its sides, `players` their user names."""
    found: dict[str, Any] = {
        "played": battle.played, "points": battle.points, "winner": battle.winner, "note": words.note,
    }  # fmt: skip
    for at, score in enumerate(battle.rounds, 1):
        found |= {f"{side}_round_{at}": score[place] for place, side in enumerate(SIDES)}
    for side in SIDES:
        said = getattr(words, side)
        found |= {
            f"{side}_called": called[side], f"{side}_name": said.name, f"{side}_army": said.army,
            f"{side}_lost": "\n".join(map(_loss_line, said.lost)),
        }  # fmt: skip
    return found


def _loss_line(loss: Loss) -> str:
    return f"{loss.lost}/{loss.of} {loss.unit}" if loss.of else f"{loss.lost} {loss.unit}"


def _read_loss(line: str) -> dict[str, Any]:
    found = _LOST.fullmatch(line)
    assert found
    return {"unit": found["unit"], "lost": int(found["lost"] or 1), "of": int(found["of"] or 0)}
