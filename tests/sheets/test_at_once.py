"""Two phones at once: a form that is sent twice, and both sides that act in the same moment."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from types import SimpleNamespace
from typing import Any

import pytest
from django.db import connection

from gamelog.sheets import selectors, services
from gamelog.sheets.errors import StaleSheet
from gamelog.sheets.models import Sheet, SheetAct
from gamelog.sheets.wanted import SheetWanted

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.storage]


def at_once(acts: Sequence[Callable[[], Any]]) -> list[Any]:
    """What comes of acts that begin in the same moment, each in a thread with a connection of its own."""
    ready = Barrier(len(acts))

    def begin(act: Callable[[], Any]) -> Any:
        try:
            ready.wait(30)
            return act()
        except StaleSheet as error:
            return error
        finally:
            connection.close()

    with ThreadPoolExecutor(len(acts)) as pool:
        return list(pool.map(begin, acts))


def test_the_same_form_at_once_enters_one_sheet(people: SimpleNamespace, paper: Callable[..., SheetWanted]) -> None:
    def enter() -> Any:
        return services.sheet_enter(actor=people.ada, wanted=paper(), key="k")

    found = at_once([enter] * 4)
    assert len({sheet.pk for sheet, _new in found}) == 1 and sum(new for _sheet, new in found) == 1
    assert (Sheet.objects.count(), SheetAct.objects.count()) == (1, 1)


def test_a_confirmation_never_lands_on_a_version_that_was_not_read(
    people: SimpleNamespace, paper: Callable[..., SheetWanted]
) -> None:
    for points in range(5):
        sheet, _new = services.sheet_enter(actor=people.ada, wanted=paper())
        changed = paper(points=points)
        confirmed, _corrected = at_once([
            lambda sheet=sheet: services.sheet_confirm(sheet=sheet, actor=people.boris, version=1),  # type: ignore[misc]
            lambda sheet=sheet, changed=changed: services.sheet_correct(  # type: ignore[misc]
                sheet=sheet, actor=people.ada, version=1, wanted=changed, reason="Fewer."
            ),
        ])  # fmt: skip
        state = selectors.state_of(sheet)
        assert set(state.confirmed) == {"a"} and state.battle.points == points
        assert SheetAct.objects.filter(sheet=sheet).count() == (2 if isinstance(confirmed, StaleSheet) else 3)
        assert not selectors.problems(sheet)
