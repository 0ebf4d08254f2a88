"""The questions before a battle, and those for the opponent who joins it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

import rules
from frontend.base.delay_form import delay_field
from frontend.base.numbers import whole_number
from frontend.record import forces, own_tables, setting_fields, table_choices
from frontend.record.event_places import Place
from gamelog.games import services
from gamelog.games.joining import MOST_NAME
from gamelog.games.models import OwnTable, Roster
from gamelog.games.opening import Force
from gamelog.games.own_tables import MOST_NAME as MOST_TABLE_NAME
from rules import drawn
from rules.kernel.lengths import INCH
from rules.kernel.setting import Value
from rules.kernel.state import Table

MOST_POINTS = 100_000
JOINS, HERE = "code", "here"


class RecordForm(forms.Form):
    """A battle of one ruleset. At a table of an event (`place`) what the event has settled is not asked."""

    against = forms.ChoiceField(
        label=gettext_lazy("Your opponent"), initial=JOINS, widget=forms.RadioSelect,
        choices=[(JOINS, gettext_lazy("joins with a code")), (HERE, gettext_lazy("on this phone too"))],
    )  # fmt: skip
    table = forms.ChoiceField(label=gettext_lazy("Table"), widget=forms.RadioSelect)
    width = forms.IntegerField(
        label=gettext_lazy("Width without a map, inches"), required=False,
        min_value=table_choices.FEWEST_INCHES, max_value=table_choices.MOST_INCHES,
    )  # fmt: skip
    depth = forms.IntegerField(
        label=gettext_lazy("Depth without a map, inches"), required=False,
        min_value=table_choices.FEWEST_INCHES, max_value=table_choices.MOST_INCHES,
    )  # fmt: skip
    plan = forms.CharField(widget=forms.HiddenInput, max_length=own_tables.MOST_PLAN, required=False)
    keep_name = forms.CharField(
        label=gettext_lazy("Save it with a name (optional)"), max_length=MOST_TABLE_NAME, required=False,
        help_text=gettext_lazy("You can use it again for your next battle. "
                               "A table of yours with the same name is replaced."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )  # fmt: skip
    dice = forms.ChoiceField(
        label=gettext_lazy("Dice"), initial="table", widget=forms.RadioSelect,
        choices=[("table", gettext_lazy("on the table")), ("server", gettext_lazy("rolled by the site"))],
    )  # fmt: skip
    policy = forms.ChoiceField(
        label=gettext_lazy("Illegal actions"), initial="declared",
        choices=[("declared", gettext_lazy("can be recorded as they happened, and are flagged later")),
                 ("enforced", gettext_lazy("are refused"))],
    )  # fmt: skip
    public = forms.BooleanField(label=gettext_lazy("Anyone can watch"), required=False, initial=True)
    title = forms.CharField(
        label=gettext_lazy("Title (optional)"), max_length=services.TITLE_LENGTH, required=False,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )  # fmt: skip

    def __init__(
        self, ruleset: rules.Ruleset, rosters: list[Roster], data: Any = None, *, place: Place | None = None,
        initial: Mapping[str, Any] | None = None,
        kept: Sequence[tuple[OwnTable, table_choices.TableChoice]] = (),
    ) -> None:  # fmt: skip
        super().__init__(data, initial=dict(initial or {}))
        self.ruleset, self.rosters, self.place, self.kept = ruleset, rosters, place, kept
        self.drawn: drawn.Plan | None = None
        self.settings = {} if place else {each.key: each for each in setting_fields.settings_of(ruleset)}
        for key, setting in self.settings.items():
            self.fields[key] = setting_fields.field_of(ruleset, setting, {})
        # A player changes nothing of what the event's desk has decided.
        self.fields["delay"] = delay_field(least=place.game.delay if place and place.game else 0)
        self._ask_points()
        self._ask_table()
        self.with_forces = ruleset.rosters.wanted
        if self.with_forces:
            ready = "" if place else ruleset.id
            forces.add_fields(self, "roster", rosters, gettext_lazy("Your roster"), True, ready)
            forces.add_fields(self, "rival", rosters, gettext_lazy("Your opponent's roster"), False, ready)
        if place:
            for name in ("against", "dice", "policy", "public", "title", "rival", *_of("rival")):
                self.fields.pop(name, None)

    def _ask_points(self) -> None:
        lists = self.ruleset.rosters
        self.asks_points = bool(lists.limit) and self.place is None
        if not self.asks_points:
            return
        self.fields["points"] = forms.IntegerField(
            label=_("Points of each side"), min_value=0, max_value=MOST_POINTS, initial=lists.limits[0], required=False,
            help_text=_("0: no limit."), widget=forms.NumberInput(attrs={"list": "points-usual"}),
        )  # fmt: skip

    def _ask_table(self) -> None:
        ruleset = self.ruleset
        self.layouts = (*table_choices.layouts(ruleset), *(each for _row, each in self.kept))
        self.no_map = table_choices.without_map(ruleset.id, ruleset.version)
        self.can_draw = bool(ruleset.palette.pieces)
        choices = [(each.key, each.name) for each in self.layouts]
        if self.can_draw:
            choices.append((own_tables.OWN, _("Your own table")))
            self.fields["plan"].initial = own_tables.usual(ruleset)
        else:
            for name in ("plan", "keep_name"):
                del self.fields[name]
        if self.no_map is not None:
            choices.append((table_choices.NO_MAP, _("No map")))
            self.fields["width"].initial = self.no_map.width // INCH
            self.fields["depth"].initial = self.no_map.depth // INCH
        self.sketch = table_choices.sketch(ruleset.id, ruleset.version)
        if self.sketch is not None:
            choices.append((table_choices.SKETCH, _("No table")))
        self.fields["table"].choices = choices  # type: ignore[attr-defined]
        self.fields["table"].initial = choices[0][0] if choices else ""

    def clean(self) -> dict[str, Any]:
        """A side that records here has its force here; a table without a map has a size."""
        said: dict[str, Any] = super().clean() or self.cleaned_data
        if said.get("table") == table_choices.NO_MAP:
            for name in ("width", "depth"):
                if name not in self.errors and not said.get(name):
                    self.add_error(name, _("Enter the size of the table."))
        if said.get("table") == own_tables.OWN:
            self.drawn, wrong = own_tables.read(self.ruleset, said.get("plan", ""))
            for each in wrong:
                self.add_error("table", each.said)
        if self.with_forces and not said.get("roster"):
            self.add_error("roster", _("Choose a roster, a file or a typed list."))
        if self.with_forces and said.get("against") == HERE and not said.get("rival"):
            self.add_error("rival", _("If your opponent records on this phone too, they need a roster here."))
        return said

    # what was answered

    def options(self) -> dict[str, Value]:
        """The options that differ from the defaults; at an event, the event's."""
        if self.place is not None:
            return dict(self.place.options)
        said, defaults = self.cleaned_data, self.ruleset.defaults
        found = {key: setting_fields.value_of(each, said.get(key)) for key, each in self.settings.items()}
        if self.asks_points:
            found[self.ruleset.rosters.limit] = int(said.get("points") or 0)
        return {key: value for key, value in found.items() if value != defaults[key]}

    def judging(self) -> dict[str, Value]:
        """The options by which rosters are judged while the form is still being filled in."""
        lists = self.ruleset.rosters
        if self.place is not None:
            return dict(self.place.options)
        found: dict[str, Value] = {}
        if lists.limit:
            found[lists.limit] = whole_number(self["points"].value(), lists.limits[0])
        if lists.allowing:
            found[lists.allowing] = str(self[lists.allowing].value() or "")
        return found

    def chosen_table(self) -> Table:
        """The table to begin with."""
        chosen = self.cleaned_data["table"]
        if chosen == table_choices.SKETCH and self.sketch is not None:
            return self.sketch
        if chosen == table_choices.NO_MAP:
            return table_choices.of_size(self.cleaned_data["width"], self.cleaned_data["depth"])
        if chosen == own_tables.OWN and self.drawn is not None:
            return drawn.table_of(self.ruleset, self.drawn, table_choices.language())
        return next(each.table for each in self.layouts if each.key == chosen)

    def force(self, name: str) -> Force | None:
        """The force of a field."""
        return forces.force_of(self.rosters, self.cleaned_data, name)

    def brought(self, name: str) -> forces.Brought | None:
        """What was read of the roster that is chosen in a field now."""
        if name not in self.fields:
            return None
        chosen = str(self[name].value() or "")
        found = next((each for each in self.rosters if str(each.pk) == chosen), None)
        return forces.brought(found, self.ruleset, self.judging()) if found else None

    # for the template

    def tables(self) -> list[dict[str, Any]]:
        """The layouts with their pictures, as the choices of the field are drawn."""
        chosen, own = str(self["table"].value()), {each.key for _row, each in self.kept}
        return [
            {"value": each.key, "choice": each, "checked": each.key == chosen,
             "changes": self.can_draw and (bool(self.ruleset.palette.ready) or each.key in own)}
            for each in self.layouts
        ]  # fmt: skip

    def own_chosen(self) -> bool:
        """Whether a table of one's own is chosen."""
        return str(self["table"].value()) == own_tables.OWN

    def editor(self) -> dict[str, Any]:
        """What a table is drawn with."""
        return own_tables.editor(self.ruleset, [row for row, _choice in self.kept])

    def no_map_chosen(self) -> bool:
        """Whether the table without a map is chosen."""
        return str(self["table"].value()) == table_choices.NO_MAP

    def sketch_chosen(self) -> bool:
        """Whether the battle is recorded without coordinates."""
        return str(self["table"].value()) == table_choices.SKETCH

    def first_settings(self) -> list[forms.BoundField]:
        """The options that are talked about before every battle."""
        return [self[key] for key, each in self.settings.items() if each.first]

    def more_settings(self) -> list[forms.BoundField]:
        """All other options."""
        return [self[key] for key, each in self.settings.items() if not each.first]

    def more_wrong(self) -> bool:
        """Whether something that stands behind "More" is wrong."""
        later = {key for key, each in self.settings.items() if not each.first}
        return bool(self.is_bound and (later | {"policy", "public", "delay", "title"}) & set(self.errors))

    def blame(self, place: str, key: str, why: str) -> None:
        """Put an objection of the rules beside the question that it is about."""
        sides = dict(zip(self.ruleset.sides, ("roster", "rival"), strict=False))
        if self.place is not None:
            sides = dict.fromkeys(self.ruleset.sides, "roster")
        field = "points" if key and key == self.ruleset.rosters.limit else key or sides.get(place, place)
        self.add_error(field if field in self.fields else None, why)


def _of(name: str) -> tuple[str, ...]:
    return tuple(f"{name}_{part}" for part in ("file", "text", "over"))


class MusterForm(forms.Form):
    """The force of one side that joins a battle."""

    def __init__(self, rosters: list[Roster], data: Any = None, *, ruleset: str = "") -> None:
        super().__init__(data)
        self.rosters = rosters
        forces.add_fields(self, "roster", rosters, gettext_lazy("Roster"), True, ruleset)

    def clean(self) -> dict[str, Any]:
        """A force is wanted."""
        said: dict[str, Any] = super().clean() or self.cleaned_data
        if not said.get("roster"):
            self.add_error("roster", _("Choose a roster, a file or a typed list."))
        return said

    def force(self) -> Force | None:
        """The chosen force."""
        return forces.force_of(self.rosters, self.cleaned_data, "roster")


class CodeForm(forms.Form):
    """The code that somebody reads aloud."""

    code = forms.CharField(
        label=gettext_lazy("Code"), max_length=20,
        widget=forms.TextInput(
            attrs={"autocomplete": "off", "autocapitalize": "characters", "spellcheck": "false", "class": "join-code"}
        ),
    )  # fmt: skip


class NameForm(forms.Form):
    """The name of a guest."""

    name = forms.CharField(
        label=gettext_lazy("Your name"), max_length=MOST_NAME,
        help_text=gettext_lazy("Shown beside your side. It is not part of the record; log in later to claim the seat."),
        widget=forms.TextInput(attrs={"autocomplete": "nickname"}),
    )  # fmt: skip
