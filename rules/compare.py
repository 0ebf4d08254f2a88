"""A recorded game under a newer version of its rules: which steps and results would differ. The record is not changed.

Two questions are asked about the game as corrected (`rules.kernel.line`). For each step: what does each version make of
its declaration, from the position recorded before it? For the whole game: what is the result when it is replayed with
the recorded declarations and dice?

The second answer is only an estimate: players would have declared other things. The battle follows the recorded course
(whose turn it is, when a phase ends), and a step that the newer rules cannot decide, because it would need dice that
were never rolled, stays as recorded. The number of such steps is reported.

A position names the version it was recorded under. Both versions use that position unchanged, so that the name alone
never makes a difference.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby, takewhile
from typing import Any, Literal

import msgspec

from rules.kernel import engine, line, rulings
from rules.kernel.canonical import canonical
from rules.kernel.effects import AnyEffect
from rules.kernel.errors import Malformed, RulesError
from rules.kernel.events import Administrative, Event, Finding, Ruling
from rules.kernel.ruleset import Ruleset
from rules.kernel.state import State, read
from rules.report import Result, result

Judged = dict[int, list[Finding]]
Change = Literal["winner", "result", "open", "steps", "same"]


class StepChange(msgspec.Struct, frozen=True, omit_defaults=True):
    """A step on which the versions disagree.

    `gone` are the clauses by which only the older version objects, `new` those of the newer one. `rule`, `recorded` and
    `given` describe the first effect in which the newer version differs from the record, as JSON (or `nothing`); they
    are empty if it gives what is recorded, or differs just as the older one does.
    """

    number: int
    gone: tuple[str, ...] = ()
    new: tuple[str, ...] = ()
    rule: str = ""
    recorded: str = ""
    given: str = ""

    @property
    def rules(self) -> tuple[str, ...]:
        """Every clause involved, each once."""
        return tuple(dict.fromkeys((*([self.rule] if self.rule else []), *self.new, *self.gone)))


class Replayed(msgspec.Struct, frozen=True, omit_defaults=True):
    """The outcome of a game replayed with its recorded declarations and dice.

    `parted` is the first step that differs from the record (0: none), `kept` the number of steps left as recorded
    because the rules cannot decide them, mostly for lack of dice. `broken` says why the replay could not be finished;
    the result is then that of where it stopped.
    """

    result: Result
    parted: int = 0
    kept: int = 0
    broken: str = ""


class Comparison(msgspec.Struct, frozen=True, omit_defaults=True):
    """A game under a newer version of its ruleset.

    `before` is the outcome by the game's own version, `after` by the newer one. They agree with the record if its steps
    follow from the rules; `recorded` is the record's result if they do not.
    """

    ruleset: str
    older: str
    newer: str
    events: int
    steps: tuple[StepChange, ...]
    before: Result
    after: Result
    recorded: Result | None = None
    parted: int = 0
    kept: int = 0
    broken: str = ""

    @property
    def change(self) -> Change:
        """The most serious change: the `winner`, the rest of the result, some `steps`, or nothing (`same`).

        `open`: the record does not reach the end under the newer version, so there would be no result yet.
        """
        if self.broken or (self.before.finished and not self.after.finished):
            return "open"
        if self.before != self.after:
            return "result" if self.before.winner == self.after.winner and self.before.finished else "winner"
        return "steps" if self.steps else "same"

    @property
    def result_changed(self) -> bool:
        """Whether the game would have another result, or none."""
        return self.change in ("winner", "result", "open")

    @property
    def same(self) -> bool:
        return self.change == "same"


def compare(older: Ruleset, newer: Ruleset, events: Sequence[Event[Any]]) -> Comparison:
    """Decide a game again by both versions. `older` is the version it names, by which its events were read.

    The time is proportional to the number of events times the number of rulings that correct steps.

    Raises:
        Malformed: the game cannot be stepped through: an event changes what is not there.
    """
    acts = _acts(older, events)
    carried = [_carried(event, older, newer) for event in acts]
    recorded, before = _judged(older, older, acts)
    _, after = _judged(newer, older, carried)
    outcome = result(older, recorded)
    changes = {change.number: change for change in _changes(before, after)}
    was = _played(older, older, acts, recorded, before)
    now = _played(newer, older, carried, recorded, after)
    return Comparison(
        ruleset=newer.id,
        older=older.version,
        newer=newer.version,
        events=len(events),
        steps=tuple(_told(newer, older, carried, changes)),
        before=was.result,
        after=now.result,
        recorded=outcome if outcome != was.result else None,
        parted=now.parted,
        kept=now.kept,
        broken=now.broken if now.broken != was.broken else "",
    )


def _acts(older: Ruleset, events: Sequence[Event[Any]]) -> list[Event[Any]]:
    """The corrected line without voided steps, each step with its current declaration."""
    declared = rulings.declarations(older, events)
    return [
        event.declaring(meant) if (meant := declared.get(event.number)) else event
        for event in line.corrected(events)
        if declared.get(event.number, event) is not None
    ]


def _carried(event: Event[Any], older: Ruleset, newer: Ruleset) -> Event[Any]:
    """The event as the newer version reads it; unchanged if it cannot, as the newer version will then refuse it."""
    if newer.action == older.action:
        return event
    try:
        found: Event[Any] = read(newer.event_decoder, canonical(event))
    except Malformed:
        return event
    return found


def _judged(ruleset: Ruleset, older: Ruleset, acts: Iterable[Event[Any]]) -> tuple[State, Judged]:
    """A version's findings at each step, from the position recorded before it; and the last of those positions.

    Rulings are the judge's and are followed in any version.
    """
    found: Judged = {}
    state = engine.empty(older)
    for by_judge, group in groupby(acts, key=lambda event: isinstance(event.action, Ruling)):
        part = list(group)
        if not by_judge:
            for finding in engine.verify(ruleset, part, state):
                found.setdefault(finding.number, []).append(finding)
        state = engine.fold(ruleset, part, state)
    return state, found


def _played(
    ruleset: Ruleset,
    older: Ruleset,
    acts: Sequence[Event[Any]],
    recorded: State,
    judged: Judged,
) -> Replayed:
    """The game replayed from its start, each declaration decided from the position the steps before it lead to.

    `recorded` is the last position of the record, `judged` the version's findings in it. If a version reproduces the
    record step by step, the result is the recorded one and no replay is needed.
    """
    if not judged:
        return Replayed(result(ruleset, recorded))
    state, record = engine.empty(older), engine.empty(older)
    parted = kept = 0
    broken = ""
    try:
        for event in acts:
            engine.evolve(record, event)
            effects = _given(ruleset, state, event)
            kept += effects is None
            if effects is not None and effects != event.effects:
                parted = parted or event.number
                effects = rulings.going_on(ruleset, state, effects, event, record)
            engine.evolve(state, event if effects is None else msgspec.structs.replace(event, effects=effects))
    except Malformed as error:
        broken = error.reason
    return Replayed(result(ruleset, state), parted, kept, broken)


def _given(ruleset: Ruleset, state: State, event: Event[Any]) -> tuple[AnyEffect, ...] | None:
    """The effects of a step from a position, None if the rules cannot say; a judge's rulings are followed."""
    if isinstance(event.action, Administrative):
        return event.effects
    try:
        return engine.decide(ruleset, state, event.declaration(), lenient=True).effects
    except (RulesError, *engine.ASTRAY):
        return None


def _changes(before: Judged, after: Judged) -> Iterator[StepChange]:
    for number in sorted(before.keys() | after.keys()):
        change = _change(number, before.get(number, []), after.get(number, []))
        if change:
            yield change


def _change(number: int, before: Sequence[Finding], after: Sequence[Finding]) -> StepChange | None:
    """The findings about a step that only one of the versions has."""
    gone, new = _beyond(before, after), _beyond(after, before)
    if not gone and not new:
        return None
    parted = next((finding for finding in new if _parts(finding)), None)
    # If both differ from the record in different ways, that is one change, not one objection gone and another new;
    # so are several rolls of one step that differ.
    kept = [finding for finding in gone if not (parted and _parts(finding))]
    return StepChange(
        number=number,
        gone=_clauses(kept),
        new=_clauses(finding for finding in new if not _parts(finding)),
        rule=parted.rule if parted else "",
        recorded=parted.declared if parted else "",
        given=parted.computed if parted else "",
    )


def _told(
    newer: Ruleset, older: Ruleset, acts: Iterable[Event[Any]], changes: dict[int, StepChange]
) -> Iterator[StepChange]:
    """The changes, each with the first differing effect, even if the rules cannot finish the step."""
    if not changes:
        return
    state, last = engine.empty(older), max(changes)
    for event in takewhile(lambda event: event.number <= last, acts):
        change = changes.get(event.number)
        if change:
            yield change if change.rule or not change.new else _with_difference(change, newer, state, event)
        engine.evolve(state, event)


def _with_difference(change: StepChange, newer: Ruleset, state: State, event: Event[Any]) -> StepChange:
    given = engine.attempted(newer, state, event)
    for recorded, computed in zip(event.effects, given, strict=False):
        if recorded != computed:
            texts = {"recorded": canonical(recorded).decode(), "given": canonical(computed).decode()}
            return msgspec.structs.replace(change, rule=computed.rule, **texts)
    return change


def _beyond(these: Sequence[Finding], those: Sequence[Finding]) -> list[Finding]:
    """The findings in `these` that are not in `those`; their wording and numbers are not compared."""
    left = Counter(map(_objection, those))
    found = []
    for finding in these:
        left[_objection(finding)] -= 1
        if left[_objection(finding)] < 0:
            found.append(finding)
    return found


def _objection(finding: Finding) -> tuple[str, str, str, str]:
    return finding.rule, finding.severity, finding.declared, finding.computed


def _parts(finding: Finding) -> bool:
    """Whether a finding says which effect differs from the record."""
    return bool(finding.declared or finding.computed)


def _clauses(findings: Iterable[Finding]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(finding.rule for finding in findings))


# in lines, for people


def lines(found: Comparison) -> Iterator[str]:
    """A comparison as lines of English: the result then and now, then every step that changes."""
    yield f"{_HEADLINES[found.change]}: {found.ruleset} {found.newer} against {found.older}, {found.events} steps"
    if found.recorded is not None:
        yield f"recorded: {_outcome(found.recorded)} (its steps do not follow from {found.older})"
    yield f"{found.older}: {_outcome(found.before)}"
    yield f"{found.newer}: {_outcome(found.after)}{_course(found)}"
    for step in found.steps:
        parts = [f"no longer against {', '.join(step.gone)}"] if step.gone else []
        parts += [f"against {', '.join(step.new)}"] if step.new else []
        parts += [f"{step.rule} has a different result"] if step.rule else []
        yield f"  step {step.number}: {'; '.join(parts)}"
        if step.rule:
            yield f"    recorded: {step.recorded}\n    {found.newer} gives: {step.given}"


_HEADLINES: dict[Change, str] = {
    "winner": "another winner",
    "result": "another result",
    "open": "no result",
    "steps": "the same result, other steps",
    "same": "nothing changes",
}


def _outcome(of: Result) -> str:
    if not of.finished:
        return "no end"
    score = ", ".join(f"{side} {points}" for side, points in of.score.items())
    return f"winner {of.winner or 'nobody (a draw)'} ({of.reason}{': ' if score else ''}{score})"


def _course(found: Comparison) -> str:
    """Where the newer version's game diverges, and how certain that is."""
    if found.broken:
        return f"; it cannot be played through: {found.broken}"
    kept = f", {found.kept} steps kept as recorded for want of dice" if found.kept else ""
    return f"; another game from step {found.parted}{kept}" if found.parted else ""
