"""Ready tables have their pieces and zones in both languages."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.utils.translation import override

import rules
from frontend.base.terrain_names import MARKERS, RUSSIAN, terrain_name
from rules.cod.stratagem import booby_traps, sewer_rats

SEEDS = 60


def drawn(ruleset: Any) -> set[str]:
    """The names on all tables that a ruleset gives."""
    tables = [ready.table() for ready in ruleset.palette.ready] + [ruleset.table(seed) for seed in range(SEEDS)]
    return {each.name for table in tables for each in (*table.terrain, *table.zones) if each.name}


@pytest.mark.parametrize("ruleset_id", rules.RULESETS)
def test_every_piece_and_zone_has_a_russian_name(ruleset_id: str) -> None:
    names = drawn(rules.load(ruleset_id))
    with override("ru"):
        assert names and not {name for name in names if not re.match("[А-Я]", terrain_name(name))}
    with override("en"):
        assert {terrain_name(name) for name in names} == names


def test_markers_that_players_place_have_a_russian_name() -> None:
    assert set(MARKERS) == {booby_traps.CALLED, sewer_rats.CALLED}
    with override("ru"):
        assert terrain_name(sewer_rats.CALLED) == "канализационный люк"


def test_no_name_is_left_over() -> None:
    names = {name for each in rules.RULESETS for name in drawn(rules.load(each))}
    bare = {re.sub(r"( east)?(, floor \d)?$", "", name) for name in names}
    assert set(RUSSIAN) <= bare


@pytest.mark.parametrize(
    "name, said",
    [
        ("Barrels east", "Бочки, восточнее"), ("Guild hall, floor 3", "Дом гильдии, этаж 3"),
        ("Panel: t13", "Панель: t13"),
        ("My own tower", "My own tower"), ("Far east", "Far east"), ("", ""),
    ],
)  # fmt: skip
def test_what_is_composed_and_what_is_somebodys_own(name: str, said: str) -> None:
    with override("ru"):
        assert terrain_name(name) == said
