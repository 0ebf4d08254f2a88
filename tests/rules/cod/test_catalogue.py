"""Rows with nothing to enforce: the catalogue shows them as what they are, with labels and source."""

from __future__ import annotations

import pytest

from .streets import COD

ADVICE = (
    "cod.org.differences",
    "cod.board.accessories",
    "cod.board.higher-position",
    "cod.board.barrage-from-rear",
    "cod.board.alpha.dense",
    "cod.special-scenario.nature",
    "cod.special-scenario.terrain",
    "cod.design.adapt",
    "cod.design.special-rules",
    "cod.design.objectives",
    "cod.design.objective-warning",
    "cod.design.deployment",
    "cod.design.narrative",
    "cod.design.historical",
    "cod.design.stratagems",
    "cod.design.attack-defence",
    "cod.design.conclusion",
)
RECORDED = (
    "cod.sequence.army.codex",
    "cod.org.army.extra-detachments",
    "cod.org.level.larger-table",
    "cod.org.terrain.alternative",
    "cod.org.alternative-foc.purpose",
    "cod.org.alternative-foc.elite-force",
    "cod.scenario.elimination.foc",
    "cod.vp.degrees",
)


@pytest.mark.parametrize(
    ("key", "status"), [*((key, "advice") for key in ADVICE), *((key, "recorded") for key in RECORDED)]
)
def test_the_catalogue_says_what_a_row_is(key: str, status: str) -> None:
    rule, clause = COD.clauses[key]
    assert clause.status == status
    assert clause.en and clause.ru and clause.en != clause.ru and rule.en and rule.ru
    assert clause.lines and clause.text
