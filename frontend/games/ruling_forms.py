"""The judge's forms, one for each kind of ruling, and the form of a take-back. Each builds its declaration.

If the engine cannot read a declaration, the error appears at the field concerned, found by the path in the declaration.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

import rules
from frontend.games.amending import Amending, words_in
from frontend.games.ruling_input import dice_wanted, matching, numbered, refusal_text, rule_label
from gamelog.games import calls, corrections, selectors
from gamelog.games.models import Game
from rules import Event
from rules.kernel.canonical import tag_of
from rules.kernel.events import Administrative, Ruling
from rules.kernel.rulings import Adjust, Amend, Award, Penalty, Strike, Void, declarations

CANDIDATES = 24
"""How many rules are offered if the typed words fit several."""
GROUNDS = ("rule", "reason")
DRAFT = "…"
"""The reason of a ruling that is still being written."""


class RulingForm(forms.Form):
    """The fields of every ruling: the rule it is based on, and the reason."""

    KIND: type[Ruling] = Ruling
    """The tag of the ruling it declares."""
    PLACES: tuple[tuple[str, str], ...] = ()
    """Which field holds which part of a declaration, the more exact paths first."""

    rule = forms.CharField(
        label=_("Rule the ruling is based on"), max_length=200, help_text=_("Words from its name, or its ID."),
        widget=forms.TextInput(attrs={"list": "clauses", "autocomplete": "off", "spellcheck": "false"}),
    )  # fmt: skip
    reason = forms.CharField(
        label=_("Reason"), max_length=2000, help_text=_("This becomes part of the record, and everybody can read it."),
        widget=forms.Textarea(attrs={"rows": 3}),
    )  # fmt: skip

    def __init__(
        self, data: Any, *, game: Game, history: Sequence[Event[Any]], names: dict[str, str], initial: dict[str, Any]
    ) -> None:
        super().__init__(data, initial=initial)
        self.game, self.history, self.names = game, history, names
        self.candidates: list[tuple[str, str]] = []
        self.build()
        self.order_fields([*(name for name in self.fields if name not in GROUNDS), *GROUNDS])

    @property
    def specific(self) -> list[forms.BoundField]:
        """The fields of this kind of ruling alone."""
        return [self[name] for name in self.fields if name not in GROUNDS]

    @property
    def grounds(self) -> list[forms.BoundField]:
        """The fields common to all rulings."""
        return [self[name] for name in GROUNDS]

    def build(self) -> None:
        """Add the fields that depend on the game."""

    def particulars(self) -> dict[str, Any]:
        """The content of this kind of ruling besides its rule and reason."""
        return {}

    def declaration(self, reason: str = "") -> rules.Declaration[Any]:
        """The declaration, or the same for another reason. Call it on a valid form."""
        said = self.cleaned_data
        ruling = self.KIND(rule=said["rule"], reason=reason or said["reason"], **self.particulars())
        return rules.Declaration(by=corrections.JUDGE, action=ruling)

    def clean_rule(self) -> str:
        """The id of the one clause that is meant."""
        said = str(self.cleaned_data["rule"]).strip()
        found = list(matching(self.game.rules, said))
        if len(found) == 1:
            return found[0]
        if not found:
            raise forms.ValidationError(gettext("No rules match. Try a single word of the name."))
        self.candidates = [(key, rule_label(self.game.rules, key)) for key in found[:CANDIDATES]]
        raise forms.ValidationError(gettext("Several rules match. Choose one."))

    def clean(self) -> dict[str, Any]:
        """Have the engine read the declaration."""
        cleaned = super().clean() or self.cleaned_data
        if not self.errors:
            try:
                rules.read_declaration(self.game.rules, rules.canonical(self.declaration()))
            except rules.RulesError as error:
                self.refused(error)
        return cleaned

    def refused(self, error: rules.RulesError) -> None:
        """Show the engine's refusal at the field it is about."""
        said = rules.problem(error)
        field, inside = self._field(said.path)
        text = refusal_text(self.game.rules, said)
        text = f"{inside}: {text}" if inside else text
        if isinstance(error, rules.DiceWanted):
            text = dice_wanted(self.game.rules, error)
            field = "dice" if "dice" in self.fields else None
        self.add_error(field, text)

    def _field(self, path: str) -> tuple[str | None, str]:
        places = (*self.PLACES, *((f"$.action.{name}", name) for name in self.fields))
        for start, name in places:
            if name in self.fields and path.startswith(start):
                return name, path.removeprefix(start).lstrip(".")
        return None, path.removeprefix("$.").removeprefix("$")

    def own(self, number: int) -> Event[Any]:
        """The battle step with this number. Raises: ValidationError if it is not a step of the battle."""
        if not 1 <= number <= len(self.history):
            text = gettext("There is no step %(number)d; the game has %(last)d.")
            raise forms.ValidationError(text % {"number": number, "last": len(self.history)})
        if isinstance(self.history[number - 1].action, Administrative):
            raise forms.ValidationError(gettext("Step %(number)d is not an action of the battle.") % {"number": number})
        return self.history[number - 1]

    def sides(self) -> list[tuple[str, str]]:
        """The sides to choose from."""
        return list(self.names.items())


class VoidForm(RulingForm):
    """Steps are voided."""

    KIND = Void
    PLACES = (("$.action.steps", "steps"),)
    steps = forms.CharField(
        label=_("Steps"), max_length=500, help_text=_("One or more, for example 42, 45-47"),
        widget=forms.TextInput(attrs={"inputmode": "text", "autocomplete": "off"}),
    )  # fmt: skip

    def clean_steps(self) -> tuple[int, ...]:
        """The step numbers, each an act of the battle."""
        found = tuple(dict.fromkeys(numbered(str(self.cleaned_data["steps"]))))
        for number in found:
            self.own(number)
        return found

    def particulars(self) -> dict[str, Any]:
        return {"steps": self.cleaned_data["steps"]}


class AmendForm(RulingForm):
    """Another declaration replaces that of a step; unchanged, it restores the step's own.

    Everything but its step and grounds is in the controls of `amending`, which is there once the step is known.
    """

    KIND = Amend
    step = forms.IntegerField(label=_("Step"), min_value=1, max_value=999_999)

    def build(self) -> None:
        """Make the controls, if the step is one of the battle."""
        self.amending: Amending | None = None
        text = str((self.data if self.is_bound else self.initial).get("step") or "")
        number = int(text) if text.isascii() and text.isdigit() and len(text) < 7 else 0
        self.reinstates = bool((self.data if self.is_bound else self.initial).get("own"))
        if 1 <= number <= len(self.history) and not isinstance(self.history[number - 1].action, Administrative):
            self.fields["step"].widget = forms.HiddenInput()
            given = None if self.reinstates else declarations(self.game.rules, self.history).get(number)
            meant = given or self.history[number - 1].declaration()
            self.amending = Amending(self.game, self.history, number, meant, self.data if self.is_bound else None)

    @property
    def reshaped(self) -> bool:
        """Whether it was sent for other controls: those of another act, or of one row more or less."""
        return self.amending is not None and ("row" in self.data or self.amending.data is None)

    def ungrounded(self) -> None:
        """Do without the rule and the reason, for a preview."""
        sent: Any = self.data
        data = sent.copy()
        data["reason"] = DRAFT
        if len(list(matching(self.game.rules, str(data.get("rule") or "").strip()))) != 1:
            data["rule"] = next(iter(self.game.rules.clauses))
        self.data = data

    def clean_step(self) -> int:
        """The step, which has to belong to the battle."""
        number = int(self.cleaned_data["step"])
        self.own(number)
        return number

    def clean(self) -> dict[str, Any]:
        """Say what cannot be meant in a control."""
        if self.amending is not None:
            self.amending.declared()
            for name, text in list(self.amending.errors.items()):
                self._at_control(name, text)
        return super().clean()

    def refused(self, error: rules.RulesError) -> None:
        """Show the engine's refusal at the control it is about."""
        said = rules.problem(error)
        name = self.amending.concerned(said.path) if self.amending else ""
        if isinstance(error, rules.DiceWanted):
            self._at_control("dice", dice_wanted(self.game.rules, error))
        elif name:
            self._at_control(name, refusal_text(self.game.rules, said))
        else:
            super().refused(error)

    def _at_control(self, name: str, text: str) -> None:
        if self.amending is not None:
            self.amending.errors.setdefault(name, text)
            self.add_error(None, f"{self.amending.named(name)}: {text}")

    def particulars(self) -> dict[str, Any]:
        """The step and its other declaration, which is left out if it is the step's own."""
        assert self.amending is not None, "a form without a step is not valid"
        meant = self.amending.declaration()
        same = meant == self.own(self.cleaned_data["step"]).declaration()
        plain = {} if same else msgspec.json.decode(rules.canonical(meant))
        return {"step": self.cleaned_data["step"], "declaration": plain}


class AdjustForm(RulingForm):
    """Points are added or deducted."""

    KIND = Adjust
    PLACES = (("$.action.score", ""),)

    def build(self) -> None:
        """Add a number field for each side."""
        for key, name in self.sides():
            self.fields[f"score_{key}"] = forms.IntegerField(
                label=gettext("%(side)s: points to add (negative to deduct)") % {"side": name}, required=False,
                min_value=-1_000_000, max_value=1_000_000,
            )  # fmt: skip

    def particulars(self) -> dict[str, Any]:
        """Points by side."""
        return {"score": self._score()}

    def clean(self) -> dict[str, Any]:
        """Refuse an adjustment of nothing."""
        if not self.errors and not self._score():
            raise forms.ValidationError(gettext("Enter for at least one side how many points are added or deducted."))
        return super().clean()

    def _score(self) -> dict[str, int]:
        given = {key: self.cleaned_data.get(f"score_{key}") for key, _name in self.sides()}
        return {key: points for key, points in given.items() if points}


class PenaltyForm(RulingForm):
    """A warning, deducted points, or the loss of the game."""

    KIND = Penalty
    PLACES = (("$.action.kind", "penalty"),)
    side = forms.ChoiceField(label=_("Side"))
    penalty = forms.ChoiceField(
        label=_("Penalty"),
        choices=[("warning", _("a warning")), ("points", _("points")), ("game", _("loss of the game"))],
    )  # fmt: skip
    points = forms.IntegerField(
        label=_("Points to deduct (for a penalty in points)"), required=False, min_value=0, max_value=1_000_000
    )  # fmt: skip

    def build(self) -> None:
        """Offer the sides."""
        self.fields["side"].choices = self.sides()  # type: ignore[attr-defined]

    def clean(self) -> dict[str, Any]:
        """A penalty in points needs a number of points; the others must not have one."""
        if not self.errors and (self.cleaned_data["penalty"] == "points") != bool(self.cleaned_data["points"]):
            self.add_error("points", gettext("A points penalty needs a number of points; other penalties have none."))
        return super().clean()

    def particulars(self) -> dict[str, Any]:
        """The side, and the penalty."""
        said = self.cleaned_data
        return {"side": said["side"], "kind": said["penalty"], "points": said["points"] or 0}


class AwardForm(RulingForm):
    """The game is awarded to a side, or drawn."""

    KIND = Award
    winner = forms.ChoiceField(label=_("Result of the game"), required=False)

    def build(self) -> None:
        """Offer the sides and a draw."""
        won = [(key, gettext("won by %(side)s") % {"side": name}) for key, name in self.sides()]
        self.fields["winner"].choices = [*won, ("", gettext("a draw"))]  # type: ignore[attr-defined]

    def particulars(self) -> dict[str, Any]:
        """The winner."""
        return {"winner": self.cleaned_data["winner"]}


class StrikeForm(RulingForm):
    """The game is removed."""

    KIND = Strike


class TakeBackForm(RulingForm):
    """The steps from a given one on are taken back, by agreement."""

    since = forms.IntegerField(label=_("From step"), min_value=1, max_value=999_999)
    side = forms.ChoiceField(label=_("Proposed by"))

    def build(self) -> None:
        """Ask who proposes it; the rule is always the same."""
        self.fields["side"].choices = self.sides()  # type: ignore[attr-defined]
        self.fields["rule"].required = False
        self.fields["rule"].widget = forms.HiddenInput()
        if len(self.sides()) == 1:
            self.fields["side"].widget = forms.HiddenInput()
            self.fields["side"].initial = self.sides()[0][0]

    def clean_rule(self) -> str:
        """The rule of take-backs."""
        return TAKE_BACK

    def clean_since(self) -> int:
        """A step of the game."""
        number = int(self.cleaned_data["since"])
        if number > len(self.history):
            self.own(number)
        return number

    def declaration(self, reason: str = "") -> rules.Declaration[Any]:
        """The take-back, with everybody's agreement."""
        said = self.cleaned_data
        return corrections.take_back(self.game, said["side"], said["since"], reason or said["reason"])


TAKE_BACK = "log.take-back"
FORMS: dict[str, tuple[type[RulingForm], Promise | str, Promise | str]] = {
    "void": (VoidForm, _("Void steps"), _(
        "The steps are voided. Later steps are re-run, and the battle continues as recorded.")),
    "amend": (AmendForm, _("Amend a step"), _(
        "Another declaration replaces the step; later steps are re-run with their own dice. If you change "
        "nothing, the step is restored as recorded.")),
    "adjust": (AdjustForm, _("Adjust the score"), _("Adds points to a side's score or takes them away.")),
    "penalty": (PenaltyForm, _("Penalty"), _("A side is warned, loses points, or loses the game.")),
    "award": (AwardForm, _("Award the game"), _("The game is over with the result you choose.")),
    "strike": (StrikeForm, _("Void the game"), _("The game stays readable and has no result.")),
    "take-back": (TakeBackForm, _("Take back"), _(
        "Both sides agree at the table to take back every step from a given step on. Only while the game is "
        "being played.")),
}  # fmt: skip
"""Each kind of ruling with its form, its name, and its effect."""


# what a form begins with

SEVEREST = ("impossible", "illegal", "inconsistent", "unopened", "advice")


def beginning(game: Game, asked: Any) -> dict[str, Any]:
    """The initial values from a link: its step, and its rule; else that of the gravest finding on the step, or, if
    somebody disputes the step, the rule under which it was declared.
    """
    step, rule = asked.get("step", "")[:7], asked.get("rule", "")[:200]
    number = int(step) if step.isascii() and step.isdigit() else 0
    return {
        "rule": rule or rule_found(game, number) or rule_disputed(game, number), "steps": step,
        "since": number or None, "step": number or None,
        "own": asked.get("own", ""),
    }  # fmt: skip


def rule_found(game: Game, number: int) -> str:
    """The rule of the gravest finding that the newest report has on a step; empty if it has none."""
    report = selectors.report_of(game) if number else None
    found = [each for each in selectors.findings_of(report) if each.number == number] if report else []
    return min(found, key=lambda each: SEVEREST.index(each.severity)).rule if found else ""


def rule_disputed(game: Game, number: int) -> str:
    """The main clause of a step that somebody disputes or has called a judge to; empty if nobody has."""
    if not calls.calls_of(game, open_only=True).filter(step=number).exists():
        return ""
    (event,) = selectors.events_of(game, number - 1, number)
    return main_clause(game.rules, selectors.position_at(game, number - 1), event)


def main_clause(ruleset: rules.Ruleset, before: rules.State, event: Event[Any]) -> str:
    """The clause under which a step was declared: that of the act as it was open, preferably one that the step applied;
    failing that, the first that it applied. Empty if it has none that the catalogue knows.
    """
    applied = [rule for effect in event.effects if (rule := getattr(effect, "rule", "")) in ruleset.clauses]
    named = {"", *words_in(msgspec.to_builtins(event.action))}
    open_now = [] if before.over is not None else rules.options(ruleset, before)
    declared = [
        each.clause for each in open_now
        if (each.side, each.action) == (event.by, tag_of(event.action)) and each.model in named
        and each.clause in ruleset.clauses
    ]  # fmt: skip
    return next((clause for clause in declared if clause in applied), next(iter([*declared, *applied]), ""))
