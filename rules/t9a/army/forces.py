"""What makes the models of a list an army: one General, at most one Battle Standard Bearer, points, units of models."""

from __future__ import annotations

from collections.abc import Iterator

from rules.kernel.ruleset import Ruleset
from rules.kernel.sheet import Roster
from rules.selections import Problem
from rules.t9a import options
from rules.t9a.army import printed
from rules.t9a.special import bsb, not_a_leader

GENERAL = "t9a.core.general"
SIZE = options.POINTS


def problems_of(ruleset: Ruleset, roster: Roster) -> Iterator[str]:
    """Why a roster cannot be played at all."""
    if roster.system != ruleset.id:
        yield f"the roster is for {roster.system!r}, not {ruleset.id!r}"
    yield from printed.roster_problems(roster)
    known = {sheet.id for sheet in roster.models}
    listed = [key for unit in roster.units for key in unit.models]
    if not roster.units or sorted(listed) != sorted(known):
        yield "every model of an army is in one unit"


def problems(roster: Roster, limit: int) -> Iterator[Problem]:
    """Why an army cannot be fielded under a points limit (0: none)."""
    if limit and roster.points > limit:
        yield Problem(SIZE, f"the army has {roster.points} points, {limit} are allowed",
                      {"points": roster.points, "limit": limit})  # fmt: skip
    generals = [sheet for sheet in roster.models if "General" in sheet.keywords]
    for sheet in generals:
        if "Character" not in sheet.keywords:
            yield Problem(GENERAL, f"{sheet.name} is no Character and cannot be the General")
    if len(generals) != 1:
        yield Problem(GENERAL, f"an army has one General, this one has {len(generals)}", {"generals": len(generals)})
    yield from bsb.problems(roster)
    yield from not_a_leader.problems(roster)
