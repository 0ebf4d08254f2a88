"""Whatever somebody changes in a column that follows from the record, or is the record, is found and named.

`GAMELOG_LONG=1` changes rows at random too, on both databases.
"""

from __future__ import annotations

import os

import pytest

from gamelog.records import run
from gamelog.records.findings import Found, Subject
from rules.kernel.dice import Seeded
from tests.records import flips
from tests.records.world import build

LONG = os.environ.get("GAMELOG_LONG") == "1"
pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("own_keys"), *([pytest.mark.storage] if LONG else [])]
ROUNDS = 6


def test_every_column_that_is_changed_is_named() -> None:
    build()
    whole = run.begun(deep=True)
    heard: list[tuple[Subject, Found]] = []
    for _ in run.go_on(whole, report=lambda subject, found: heard.append((subject, found))):
        pass
    assert [each for _, each in heard if each.severity != "remark"] == []
    outcome = flips.Outcome()
    with flips.without_triggers():
        for column in flips.vouched_for():
            row = flips.row_of(column.model, column)
            assert row is not None, f"the site of these tests has no row for {column}"
            flips.flip(column, row, flips.others(column, row), outcome)
    print(f"\n{outcome}")
    assert not outcome.missed, "\n".join(outcome.missed)
    assert len(outcome.found) + len(outcome.deep) >= 200


@pytest.mark.skipif(not LONG, reason="GAMELOG_LONG is not set")
@pytest.mark.parametrize("number", range(ROUNDS))
def test_any_row_changed_at_random(number: int) -> None:
    build()
    outcome, dice = flips.Outcome(), Seeded(f"flips {number}".encode())
    with flips.without_triggers():
        for column in flips.vouched_for():
            rows = list(column.model._base_manager.order_by("pk"))
            row = rows[dice.below(len(rows))]
            flips.flip(column, row, flips.others(column, row, dice), outcome)
    print(f"\n{outcome}")
    assert not outcome.missed, "\n".join(outcome.missed)
