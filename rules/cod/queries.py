"""What can be asked of a city fight besides the queries of Warhammer 40,000: who occupies ruins, the score."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rules.cod import prepared, ruins, scoring
from rules.cod.book import SCENARIOS
from rules.cod.mission import Mission, mission
from rules.kernel import measuring
from rules.kernel.context import Context
from rules.kernel.errors import Malformed
from rules.kernel.part import Part
from rules.kernel.query import Answer, HoldsQuery, QueryKind, ScoreQuery
from rules.kernel.state import State, Terrain

CONTESTED, DESTROYED = SCENARIOS["occupy.contested"], SCENARIOS["occupy.destroyed-ruin"]
BY_TABLE = "cod.vp.attrition.use-table"
POINTS = "points of the scenario, or half points where its halves count"
WINS = ("victory", "attacker-win", "defender-win")
"""The clauses by which a scenario is won that counts no score."""


def holds(ctx: Context, query: HoldsQuery) -> Iterator[Answer]:
    """Which side occupies each city ruin. `sides` are those with a scoring unit in it, `flags` those with a flag."""
    state = ctx.state
    if query.where and prepared.ruin(state, query.where) is None:
        raise Malformed("$.where", f"there is no city ruin {query.where!r} on this table")
    able = scoring.scoring_units(state)
    for piece in prepared.ruins(state):
        if query.where in ("", piece.id):
            yield _held(state, piece, scoring.holders(state, piece, able))


def _held(state: State, piece: Terrain, sides: tuple[str, ...]) -> Answer:
    clauses = [scoring.OCCUPIES]
    clauses += [CONTESTED] if len(sides) > 1 else []
    clauses += [DESTROYED] if ruins.is_fallen(state, piece.id) else []
    flags = [side for side in state.sides if piece.id in scoring.flags(state, side)]
    facts: dict[str, Any] = {"sides": list(sides), **({"flags": flags} if flags else {})}
    value = sides[0] if len(sides) == 1 else ""
    return Answer(of=piece.id, value=value, unit=measuring.SIDE, clauses=tuple(clauses), facts=facts)


def score(ctx: Context, query: ScoreQuery) -> Iterator[Answer]:
    """Each side's score as the scenario counts it; by the table of victory points before there is a scenario."""
    played = mission(ctx.state)
    unit = "half points" if ctx.ruleset.reading.per_point(ctx.state) == 2 else "points"
    return iter(measuring.scores(_clauses(played), unit)(ctx, query))


def _clauses(played: Mission | None) -> tuple[str, ...]:
    if played is None:
        return (BY_TABLE,)
    return played.scored or tuple(played[key] for key in WINS if key in played.rule.clauses)


PART = Part(queries=(QueryKind(HoldsQuery, holds, measuring.SIDE), QueryKind(ScoreQuery, score, POINTS)))
