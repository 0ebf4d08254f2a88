"""The verification report of a game: a verdict, the score, and every finding with its step and rule.

It is what is stored of a verification. What each step did is derived on demand: `rules.trace`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

import msgspec

from rules.kernel import engine
from rules.kernel.errors import Malformed
from rules.kernel.events import Event, Finding, digest
from rules.kernel.ruleset import Ruleset
from rules.kernel.state import State, to_json


class SideSummary(msgspec.Struct, frozen=True):
    """How a side came out of the game."""

    side: str
    name: str
    models: int
    casualties: int
    counters: dict[str, int]


class Report(msgspec.Struct, frozen=True):
    """What verification says of a game. `findings` are in order of steps; `digest` is the final position's."""

    verdict: Literal["verified", "findings"]
    ruleset: str
    version: str
    steps: int
    finished: bool
    winner: str
    reason: str
    rounds: int
    sides: tuple[SideSummary, ...]
    findings: tuple[Finding, ...]
    digest: str
    score: dict[str, int] = {}
    """By side, as the game's end counted it; empty where nothing was counted or the game goes on."""


def report(ruleset: Ruleset, events: Sequence[Event[Any]], chain: Sequence[Finding] = ()) -> Report:
    """Verify a whole game. `chain` are findings about the record itself, such as a broken hash."""
    findings = [*chain, *engine.verify(ruleset, events)]
    try:
        final = engine.fold(ruleset, events)
    except Malformed:
        final = engine.empty(ruleset)
    return summarise(ruleset, final, len(events), findings)


def summarise(ruleset: Ruleset, final: State, steps: int, findings: Sequence[Finding]) -> Report:
    """A report from the final position and the findings, however they were come by."""
    ordered = tuple(sorted(findings, key=lambda finding: finding.number))
    over = final.over
    return Report(
        verdict="findings" if ordered else "verified",
        ruleset=ruleset.id,
        version=ruleset.version,
        steps=steps,
        finished=over is not None,
        winner=over.winner if over else "",
        reason=over.reason if over else "",
        rounds=final.round,
        sides=tuple(_side(final, key) for key in final.sides),
        findings=ordered,
        digest=digest(to_json(final)),
        score=dict(over.score) if over else {},
    )


def _side(state: State, key: str) -> SideSummary:
    side = state.sides[key]
    lost = sum(1 for model in state.models.values() if model.side == key and model.out)
    return SideSummary(key, side.name, side.size, lost, dict(sorted(side.counters.items())))
