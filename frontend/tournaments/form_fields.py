"""Fields shared by several forms of tournaments."""

from __future__ import annotations

from decimal import Decimal, InvalidOperation
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from frontend.base import points as written
from gamelog.contest.points import POINT, said

MOST_REASON = 2000
MOST_POINTS = 100_000
NO_NAMES = gettext_lazy("It becomes part of the record, and everybody can read it. Leave out names.")


def reason_field(required: bool = True, label: Any = None) -> forms.CharField:
    """The field for the reason, which stays in the record."""
    return forms.CharField(
        label=label or gettext_lazy("Reason"), max_length=MOST_REASON, required=required, help_text=NO_NAMES,
        widget=forms.Textarea(attrs={"rows": 2}),
    )  # fmt: skip


class OneOf(forms.RadioSelect):
    """Radio buttons for a field that could have several values."""

    def value_from_datadict(self, data: Any, files: Any, name: str) -> list[str]:
        """Whatever was sent: a program can send several, and the act refuses them."""
        values: list[str] = data.getlist(name) if hasattr(data, "getlist") else [data[name]] if name in data else []
        return values


def players_widget(count: int) -> forms.Widget:
    """One player is chosen with a radio button, so that nobody ticks two; several with boxes."""
    return OneOf() if count == 1 else forms.CheckboxSelectMultiple()


class PointsField(forms.CharField):
    """Points as people write them, with a comma or a point, at most two decimals; the value is in hundredths."""

    def __init__(self, **options: Any) -> None:
        widget = forms.TextInput(attrs={"inputmode": "decimal", "autocomplete": "off", "size": 6})
        super().__init__(max_length=12, widget=widget, **options)

    def clean(self, value: Any) -> int:
        """The hundredths. Raises: ValidationError."""
        text = str(super().clean(value)).replace(",", ".").replace("−", "-").replace(" ", "")
        try:
            hundredths = Decimal(text or "0") * POINT
        except InvalidOperation:
            raise forms.ValidationError(_("This is not a number of points.")) from None
        if not hundredths.is_finite() or abs(hundredths) > MOST_POINTS * POINT:
            raise forms.ValidationError(_("This is not a number of points."))
        if hundredths != int(hundredths):
            raise forms.ValidationError(_("Points can have at most two decimals."))
        return int(hundredths)

    def prepare_value(self, value: Any) -> Any:
        """Hundredths as people write them; typed text stays as typed."""
        return said(value) if isinstance(value, int) else value


class TallyField(PointsField):
    """Points of a tally: from 0 to the most that counts in a round."""

    def __init__(self, *, most: int | None, **options: Any) -> None:
        super().__init__(required=False, **options)
        self.most = most

    def clean(self, value: Any) -> int:
        """The hundredths. Raises: ValidationError, with the limit."""
        points = super().clean(value)
        if points < 0:
            raise forms.ValidationError(_("It cannot be less than 0."))
        if self.most is not None and points > self.most:
            told = {"most": written.said(self.most), "points": written.said(points)}
            raise forms.ValidationError(_("No more than %(most)s can count here, but %(points)s was entered.") % told)
        return points


class PointsOrNone(PointsField):
    """Points, or nothing if there is no such limit."""

    def clean(self, value: Any) -> Any:
        """The hundredths, or None. Raises: ValidationError."""
        return super().clean(value) if str(value or "").strip() else None
