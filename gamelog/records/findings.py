"""What a check of stored records finds: which column of which row is not what the record says, and how bad that is."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Literal, NamedTuple, TypeAlias

from django.db import models

Severity: TypeAlias = Literal["broken", "wrong", "remark"]
"""`broken`: evidence contradicts itself. `wrong`: a projection is not what follows from the evidence. `remark`: odd,
and no error by itself."""
SEVERITIES: tuple[Severity, ...] = ("broken", "wrong", "remark")
ALARMING: tuple[Severity, ...] = ("broken", "wrong")
LONGEST = 60
"""Characters of a value that a message shows."""


class Found(NamedTuple):
    """One finding. `row` is the primary key, or says in words which row is missing. `columns` are those of which one
    has been changed; several where they contradict each other. `remedy` is the command that derives the row anew.
    """

    severity: Severity
    table: str
    row: str
    columns: tuple[str, ...]
    text: str
    remedy: str = ""

    def line(self) -> str:
        """The finding in one line, without its subject."""
        place = f"{self.table} {self.row}" + (f" ({', '.join(self.columns)})" if self.columns else "")
        return f"{place}: {self.text}" + (f" [{self.remedy}]" if self.remedy else "")


class Subject(NamedTuple):
    """What is checked as one: a game, an event, the ratings of a ruleset. `imported`: it came here as a file."""

    kind: str
    key: str
    name: str
    imported: bool = False


Checked: TypeAlias = tuple[Subject, list[Found]]


def at_row(row: models.Model, severity: Severity, columns: Iterable[str], text: str, remedy: str = "") -> Found:
    """A finding about a stored row; `columns` are named as the model's fields."""
    named = tuple(str(row._meta.get_field(each).column) for each in columns)  # type: ignore[union-attr]
    return Found(severity, row._meta.db_table, str(row.pk), named, text, remedy)


def missing(model: type[models.Model], which: str, severity: Severity = "wrong", remedy: str = "") -> Found:
    """A row that should be there."""
    return Found(severity, model._meta.db_table, which, (), "the row is missing", remedy)


def differing(
    row: models.Model, derived: Mapping[str, Any], severity: Severity = "wrong", remedy: str = "", told: bool = True
) -> Iterator[Found]:
    """The columns that hold something else than what was derived; what they hold is told unless it is a secret."""
    for name, value in derived.items():
        field: Any = row._meta.get_field(name)
        held = getattr(row, field.attname)
        if held != value:
            text = f"{_short(held)} is stored, {_short(value)} follows from the record" if told else "not as recorded"
            yield at_row(row, severity, [name], text, remedy)


def _short(value: Any) -> str:
    text = str(value) if not isinstance(value, str) else repr(value)
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…"


def by_owner(rows: Iterable[Any], owner: str) -> dict[Any, list[Any]]:
    """Rows by the key that their field `owner` holds."""
    found: dict[Any, list[Any]] = {}
    for row in rows:
        found.setdefault(getattr(row, owner), []).append(row)
    return found


def alarming(found: Sequence[Found]) -> list[Found]:
    """Those that are errors."""
    return [each for each in found if each.severity in ALARMING]
