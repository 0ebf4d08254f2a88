"""What a ruling may take away before the battle: the rules go on without it."""

from __future__ import annotations

import pytest

from rules.cod.scenario.relief_force import MISSION
from tests.rules.wh40k.field import squad

from .streets import city, ruin


@pytest.mark.parametrize(
    ("unit", "clause"),
    [
        ("au1", "cod.scenario.relief-force.deploy.attacker"),
        ("bu1", "cod.scenario.relief-force.deploy.defender"),
    ],
)
def test_a_relief_force_without_its_building(unit: str, clause: str) -> None:
    """The step that designated the building was voided: nobody finds a place in the open, and nothing breaks."""
    groups = squad("au1", (4500, 500)), squad("bu1", (2500, 500))
    here = city(*groups, scenario="relief-force", attacker="a", ruins=[ruin("r1", 2000, 2000)])
    assert MISSION.refused(here, here.units[unit], tuple(here.members(unit))) == clause
