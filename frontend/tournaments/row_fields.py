"""A form field of rows, each with the same inputs: the bands of a scale, the tables of a hall, the bonuses of an event.

A row whose inputs are all empty is no row, so that a row is removed by emptying it. The page always has some empty rows
at the end; `row-list` in the browser adds another one when the last is filled in, and without JavaScript the page that
is shown again brings new ones.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from django import forms
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

MOST_ROWS = 300
MOST_LABEL, MOST_ID = 200, 60
Row = dict[str, Any]
"""The values of one row by column: as they were sent, or cleaned."""


class RowsWidget(forms.Widget):
    """A table of inputs named `<field>-<row>-<column>`."""

    use_fieldset = True

    def __init__(self, columns: Mapping[str, forms.Field], spare: int, heads: Sequence[Any] = ()) -> None:
        super().__init__()
        self.columns, self.spare, self.heads = columns, spare, heads

    def value_from_datadict(self, data: Any, files: Any, name: str) -> list[Row]:
        """The rows as they were sent, empty ones included."""
        pattern = re.compile(rf"{re.escape(name)}-(\d{{1,4}})-")
        numbers = [int(found[1]) for key in data if (found := pattern.match(key))]
        count = min(max(numbers, default=-1) + 1, MOST_ROWS)
        return [
            {
                column: field.widget.value_from_datadict(data, files, f"{name}-{at}-{column}")
                for column, field in self.columns.items()
            }
            for at in range(count)
        ]

    def value_omitted_from_data(self, data: Any, files: Any, name: str) -> bool:
        """Whether no row was sent at all."""
        return not any(key.startswith(f"{name}-") for key in data)

    def render(self, name: str, value: Any, attrs: Any = None, renderer: Any = None) -> SafeString:
        """The table, with the empty rows at its end."""
        rows = [each for each in value or () if self.heads or not empty(each)]
        blank: list[Row] = [{} for _number in range(0 if self.heads else self.spare)]
        heads = list(self.heads) or [""] * (len(rows) + self.spare)
        shown = [
            (head, list(self._cells(name, at, each, head)))
            for at, (head, each) in enumerate(zip(heads, rows + blank, strict=False))
        ]
        labels = [field.label for field in self.columns.values() if not field.widget.is_hidden]
        context = {"rows": shown, "labels": labels, "name": name, "headed": bool(self.heads)}
        return render_to_string("frontend/tournaments/_rows.html", context)

    def _cells(self, name: str, at: int, row: Row, head: Any) -> Iterator[str]:
        """The inputs of a row; hidden ones go with the one that follows."""
        hidden = ""
        for column, field in self.columns.items():
            where = head or _("row %(number)d") % {"number": at + 1}
            value = field.prepare_value(row.get(column, field.initial))
            attrs = {"aria-label": f"{field.label}, {where}", **field.widget_attrs(field.widget)}
            html = field.widget.render(f"{name}-{at}-{column}", value, {} if field.widget.is_hidden else attrs)
            hidden, shown = (hidden + html, "") if field.widget.is_hidden else ("", hidden + html)
            if shown:
                yield SafeString(shown)


def empty(row: Row) -> bool:
    """Whether nothing was filled in: a choice is always made, and says nothing by itself."""
    said = (value for key, value in row.items() if not key.startswith("how_"))
    return not any(str(value).strip() for value in said if value not in (None, [], ()))


def text_column(label: Any, size: int = 16) -> forms.CharField:
    """A column of short text."""
    widget = forms.TextInput(attrs={"size": size})
    return forms.CharField(label=label, max_length=MOST_LABEL, required=False, widget=widget)


def named_columns(label: Any) -> dict[str, forms.Field]:
    """The columns of rows that stand for something with an id and a name in both languages."""
    return {
        "how_id": forms.CharField(required=False, max_length=MOST_ID, widget=forms.HiddenInput),
        "en": text_column(label), "ru": text_column(gettext_lazy("name in Russian")),
    }  # fmt: skip


def named(row: Row, kind: str, missing: Any) -> tuple[str, str, str]:
    """The id, the name, and the Russian name of such a row. Raises: ValueError, saying `missing`, without a name.

    The id stays when the name is corrected: reports and marks name it. A name without Latin letters gives a number.
    """
    name = row["en"] or row["ru"]
    if not name:
        raise ValueError(str(missing))
    word = row["how_id"] or slugify(name)[:MOST_ID].strip("-_") or f"{kind}-{zlib.crc32(name.encode())}"
    return word, name, row["ru"] if row["en"] else ""


class RowsField(forms.Field):
    """Rows of inputs. `build` makes the value of the cleaned rows; `heads` name rows whose number is fixed.

    Columns whose name begins with `how_` are choices that do not make a row by themselves.
    """

    def __init__(
        self, columns: Mapping[str, forms.Field], build: Callable[[list[Row]], Any], *, spare: int = 3,
        heads: Sequence[Any] = (), **options: Any,
    ) -> None:  # fmt: skip
        self.columns, self.build, self.heads = columns, build, heads
        super().__init__(required=False, widget=RowsWidget(columns, spare, heads), **options)

    def clean(self, value: Iterable[Row]) -> Any:
        """The value of all rows that are not empty. Raises: ValidationError naming rows and columns."""
        rows: list[Row] = []
        errors: list[str] = []
        for number, row in enumerate(value or (), 1):
            if self.heads or not empty(row):
                rows.append(self._row(number, row, errors))
        if errors:
            raise forms.ValidationError(errors)
        try:
            return self.build(rows)
        except ValueError as error:
            raise forms.ValidationError(str(error)) from None

    def _row(self, number: int, row: Row, errors: list[str]) -> Row:
        cleaned = {}
        for column, field in self.columns.items():
            try:
                cleaned[column] = field.clean(row.get(column))
            except forms.ValidationError as error:
                where = str(self.heads[number - 1]) if self.heads else _("row %(number)d") % {"number": number}
                errors += [f"{where}, {field.label}: {each}" for each in error.messages]
        return cleaned
