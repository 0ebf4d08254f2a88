"""Every column of every table has a class, so that nobody adds one that `check_records` passes over unnoticed."""

from __future__ import annotations

import pytest
from django.apps import apps

from gamelog.records.columns import CLASSES, OTHERS, Columns, class_of, stored_columns


def test_every_column_has_one_class() -> None:
    nobodys = sorted(str(field) for field in stored_columns() if class_of(field) is None)
    assert not nobodys, (
        f"say in gamelog/records/columns.py whether {', '.join(nobodys)} is evidence, a projection or plain; if it "
        "follows from the record, derive it in gamelog/records and add a row to tests/records/world.py"
    )


def test_a_column_that_nobody_named_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    named = CLASSES["games.Seat"]
    monkeypatch.setitem(CLASSES, "games.Seat", named._replace(plain=named.plain.replace(" asks_since", "")))
    assert [str(field) for field in stored_columns() if class_of(field) is None] == ["games.Seat.asks_since"]
    monkeypatch.delitem(CLASSES, "studies.Chapter")
    assert "studies.Chapter.title" in {str(field) for field in stored_columns() if class_of(field) is None}


def test_only_columns_are_named() -> None:
    for label, named in CLASSES.items():
        there = {field.name for field in apps.get_model(label)._meta.concrete_fields}
        for each in Columns._fields:
            assert set(getattr(named, each).split()) <= there, (label, each)
    assert set(OTHERS) <= {each.label for each in apps.get_app_configs()}
