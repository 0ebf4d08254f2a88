"""The verification report of a game: a verdict, the result, and every finding with its step and rule.

This is what is stored about a verification. What each step did is derived on demand: `rules.trace`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Literal

import msgspec

from rules import provenance
from rules.kernel import engine, line
from rules.kernel.effects import Committed, Measured, Noted
from rules.kernel.errors import Malformed
from rules.kernel.events import Event, Finding, Header, digest
from rules.kernel.log import LOG
from rules.kernel.ruleset import Ruleset
from rules.kernel.rulings import ADJUSTMENT
from rules.kernel.secrets import DICE
from rules.kernel.state import State, leader, to_json

RECORD = tuple(LOG[name] for name in ("chain", "number", "readable", "dice-face", "dice-reveal"))
"""Impossible findings under these clauses mean that the record was altered."""
EVIDENCE = tuple(LOG[name] for name in ("checkpoint", "signature", "seal", "state"))
"""Findings under these concern the record as a whole, not the battle's rules: they are listed at its last step."""


class SideSummary(msgspec.Struct, frozen=True):
    """A side at the end of the game."""

    side: str
    name: str
    models: int
    casualties: int
    counters: dict[str, int]


class Result(msgspec.Struct, frozen=True, omit_defaults=True):
    """The result of a game: the winner (empty for a draw, or without a result), the clause, the score by side.

    `struck` games were removed by a judge and do not count.
    """

    finished: bool
    winner: str = ""
    reason: str = ""
    score: dict[str, int] = {}
    struck: bool = False
    per_point: int = 1
    """The number of score units in a point: 2 if half points are counted."""


class OnWord(msgspec.Struct, frozen=True):
    """Something that a step rests on and nothing can check: the players' word, declared by the side `by`.

    `effect` is the line of the trace that says so: an ability's modifier or effect, a stratagem, a line of sight.
    """

    number: int
    by: str
    message: str
    effect: Noted | Measured


class Report(msgspec.Struct, frozen=True):
    """What verification says about a game. `findings` are in order of steps; `digest` is the final position's.

    The verdict is `findings` if there is one that no ruling has settled. Winner, reason and score are those of the game
    as corrected. `dice` says whether every die was recomputed from the seeds.
    """

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
    """By side, as the game's end counted it and judges adjusted it; empty if nothing was counted."""
    struck: bool = False
    played: Result | None = None
    """The result without the corrections, where there are any."""
    dice: provenance.Standing = "declared"
    per_point: int = 1
    """The number of score units in a point."""
    on_word: tuple[OnWord, ...] = ()
    """What rests on the players' word, in order of steps; withdrawn steps left out."""
    mapped: bool = True
    """Whether the table has a terrain map. Without one, whatever is seen rests on the players' word too."""


def points(score: int, per_point: int) -> str:
    """A score as people write it: 25 halves are 12½."""
    whole, rest = divmod(abs(score), per_point)
    part = "½" if 2 * rest == per_point else f" {rest}/{per_point}" if rest else ""
    return f"{'-' * (score < 0)}{whole or (0 if not part else '')}{part}"


def report(
    ruleset: Ruleset, events: Sequence[Event[Any]], chain: Sequence[Finding] = (), header: Header | None = None
) -> Report:
    """Verify a whole game. `chain` are findings about the record itself, such as a broken hash.

    The `header` says where the dice come from; without it they are those that players declared.
    """
    findings = [*chain, *engine.verify(ruleset, events)]
    dice: provenance.Standing = "declared"
    if header is not None:
        findings += provenance.check(ruleset, header, events)
        dice = provenance.standing(ruleset, header, events)
    final, as_played = finals(ruleset, events)
    findings += unopened(final, events)
    word = on_word(ruleset, events, final)
    return summarise(ruleset, final, len(events), findings, line.settled(events), as_played, dice, word)


def finals(ruleset: Ruleset, events: Sequence[Event[Any]]) -> tuple[State, State]:
    """The last position of a game, and that of the game as it was played; empty ones where it cannot be folded."""
    try:
        final, played = engine.fold(ruleset, events), line.played(events)
        return final, final if len(played) == len(events) else engine.fold(ruleset, played)
    except Malformed:
        return engine.empty(ruleset), engine.empty(ruleset)


def summarise(
    ruleset: Ruleset,
    final: State,
    steps: int,
    findings: Iterable[Finding],
    settled: Mapping[int, int] | None = None,
    as_played: State | None = None,
    dice: provenance.Standing = "declared",
    word: Iterable[OnWord] = (),
) -> Report:
    """A report from the final position and the findings, however they were obtained.

    `settled` names, by step, the ruling that corrected it; `as_played` is the final position without corrections;
    `word` is what `on_word` finds.
    """
    ordered = tuple(sorted(_marked(findings, settled or {}), key=lambda finding: finding.number))
    now = result(ruleset, final)
    before = now if as_played is None else result(ruleset, as_played, adjusted=False)
    return Report(
        verdict="findings" if any(not finding.settled for finding in ordered) else "verified",
        ruleset=ruleset.id,
        version=ruleset.version,
        steps=steps,
        finished=now.finished,
        winner=now.winner,
        reason=now.reason,
        rounds=final.round,
        sides=tuple(_side(final, key) for key in final.sides),
        findings=ordered,
        digest=digest(to_json(final)),
        score=now.score,
        struck=now.struck,
        played=before if before != now else None,
        dice=dice,
        per_point=now.per_point,
        on_word=tuple(word),
        mapped=final.table.mapped or not final.models,
    )


def _marked(findings: Iterable[Finding], settled: Mapping[int, int]) -> Iterator[Finding]:
    for finding in findings:
        number = settled.get(finding.number, 0)
        # A ruling settles findings of the battle's rules; nothing settles an altered record.
        record = finding.rule in EVIDENCE or (finding.severity == "impossible" and finding.rule in RECORD)
        yield msgspec.structs.replace(finding, settled=number) if number and not record else finding


def result(ruleset: Ruleset, state: State, adjusted: bool = True) -> Result:
    """The result in a position, including judges' adjustments to scores unless `adjusted` is false."""
    over = state.over
    if over is None:
        return Result(finished=False)
    given = {key: side.counters.get(ADJUSTMENT, 0) for key, side in state.sides.items()} if adjusted else {}
    score, unit = dict(over.score), ruleset.reading.per_point(state)
    if any(given.values()):
        score = {key: score.get(key, 0) + given[key] * unit for key in state.sides}
    # Adjusted scores decide where the score decided; a side that conceded, or was wiped out, stays beaten.
    winner = leader(score) if over.reason in ruleset.reading.scored else over.winner
    return Result(True, winner, over.reason, score, over.reason == LOG["strike"], unit)


def tallies(ruleset: Ruleset, state: State) -> dict[str, dict[str, int]]:
    """What a battle has counted beside the score, by name and side, in score units: enemy models out of action, which
    every system has, and the parts of the score that this one knows.
    """
    unit = ruleset.reading.per_point(state)
    out = [model.side for model in state.models.values() if model.out]
    kills = {side: unit * sum(other != side for other in out) for side in state.sides}
    return {"kills": kills} | {name: dict(found) for name, found in ruleset.reading.tallies(state).items()}


def on_word(ruleset: Ruleset, events: Sequence[Event[Any]], final: State) -> Iterator[OnWord]:
    """What the steps of a game rest on that only the players vouch for, as the game stands after its corrections.

    `final` is its last position: it has the names.
    """
    for event in line.corrected(events):
        for effect in dict.fromkeys(effect for effect in event.effects if isinstance(effect, Noted | Measured)):
            if effect.declared:
                yield OnWord(event.number, event.by, _worded(ruleset, effect, final), effect)


def _worded(ruleset: Ruleset, effect: Noted | Measured, final: State) -> str:
    """The effect as a line of English: "Boss: Zeal, +1 to hit rolls"."""
    found = ruleset.clause(effect.rule)
    label = ((found and found.en) or effect.rule).lower()
    who = f"{_called(effect.model, final)}: " if effect.model else ""
    if isinstance(effect, Measured):
        return f"{who}{_called(effect.target, final)} {effect.fact} ({label})"
    told = f", {effect.value:+d} to {effect.roll} rolls" if effect.roll else f" ({label})"
    return f"{who}{effect.text}{told}"


def _called(key: str, final: State) -> str:
    return final.models[key].sheet.name if key in final.models else key


def unopened(final: State, events: Iterable[Event[Any]]) -> Iterator[Finding]:
    """Commitments not opened although the game is over; `events` include all commitments."""
    if final.over is None:
        return
    for event in events:
        for effect in event.effects:
            if isinstance(effect, Committed) and not _opened(final, effect):
                text = f"what {effect.by} wrote down about {effect.subject} was never revealed"
                rule = LOG["dice-reveal" if effect.subject == DICE else "reveal"]
                yield Finding(number=event.number, rule=rule, severity="unopened", message=text)


def _opened(state: State, effect: Committed) -> bool:
    return any(s.opened for s in state.sealed.values() if (s.by, s.subject) == (effect.by, effect.subject))


def _side(state: State, key: str) -> SideSummary:
    side = state.sides[key]
    lost = sum(1 for model in state.models.values() if model.side == key and model.out)
    return SideSummary(key, side.name, side.size, lost, dict(sorted(side.counters.items())))
