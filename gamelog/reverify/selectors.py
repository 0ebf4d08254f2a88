"""Reading runs. Nothing here writes, and nothing here checks permissions: runs are for staff alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

import msgspec
from django.db.models import Case, Count, IntegerField, QuerySet, Value, When

import rules
from gamelog.games import queues
from gamelog.games.models import JobState
from gamelog.reverify.models import RESULTS, Change, Comparison, Run
from rules import compare

SAMPLES = 12
"""How many steps are named with each rule."""

_COMPARISON = msgspec.json.Decoder(compare.Comparison)


class RuleCount(msgspec.Struct, frozen=True):
    """How many steps of how many games would change in connection with a rule, and some of them: (game's id, step)."""

    rule: str
    steps: int
    games: int
    samples: tuple[tuple[str, int], ...]


class Summary(msgspec.Struct, frozen=True):
    """The steps that would change in all games of a run, by rule, those with the most steps first."""

    steps: int = 0
    rules: tuple[RuleCount, ...] = ()


_SUMMARY = msgspec.json.Decoder(Summary)


def versions() -> list[rules.Ruleset]:
    """Every version of every ruleset that is installed, oldest first."""
    return [rules.load(name, version) for name in rules.RULESETS for version in rules.versions(name)]


def comparisons_of(run: Run, changed: bool = False, rule: str = "") -> QuerySet[Comparison]:
    """The findings of a run so far, gravest first; with `changed` only games that would change, with `rule` only in
    connection with that rule.

    A game that cannot be compared precedes those that would not change.
    """
    places = [When(change=change, then=Value(place)) for place, change in enumerate(Change) if change != Change.SAME]
    rows = run.comparisons.select_related("game").prefetch_related("game__seats")
    if changed:
        rows = rows.filter(state=JobState.DONE).exclude(change=Change.SAME)
    if rule:
        rows = rows.filter(rules__contains=f" {rule} ")
    failed = When(state=JobState.FAILED, then=Value(len(Change)))
    gravity = Case(*places, failed, default=Value(len(Change) + 1), output_field=IntegerField())
    return rows.alias(gravity=gravity).order_by("gravity", "-steps_changed", "pk")


def results_of(run: Run) -> QuerySet[Comparison]:
    """The games whose result would change, gravest first."""
    return comparisons_of(run, changed=True).filter(change__in=RESULTS)


def failed_of(run: Run) -> QuerySet[Comparison]:
    """The games that cannot be compared."""
    return run.comparisons.filter(state=JobState.FAILED).select_related("game").prefetch_related("game__seats")


def counts_of(run: Run) -> dict[str, int]:
    """How many games would change in each way."""
    rows = run.comparisons.filter(state=JobState.DONE).values_list("change").annotate(count=Count("pk")).order_by()
    return {**dict.fromkeys(Change.values, 0), **dict(rows)}


def comparison_of(row: Comparison) -> compare.Comparison | None:
    """A comparison as the engine writes it, or None until it is done."""
    return _COMPARISON.decode(row.body) if row.state == JobState.DONE else None


def body_json(row: Comparison) -> dict[str, Any] | None:
    """A comparison with all its members, empty ones included; None until it is done."""
    found = comparison_of(row)
    return None if found is None else _members(found)


def rules_in(found: compare.Comparison) -> str:
    """The clauses that have a part in a comparison's steps, as its row holds them."""
    clauses = sorted({rule for step in found.steps for rule in step.rules})
    return f" {' '.join(clauses)} " if clauses else ""


def _members(value: Any) -> Any:
    if isinstance(value, msgspec.Struct):
        return {name: _members(getattr(value, name)) for name in value.__struct_fields__}
    return [_members(each) for each in value] if isinstance(value, tuple) else value


def summary_of(run: Run) -> Summary:
    """The steps by rule; empty until the run is done."""
    return _SUMMARY.decode(run.summary)


def counted(run: Run) -> Summary:
    """Count the changes by rule, from the comparisons."""
    rows = run.comparisons.filter(state=JobState.DONE, steps_changed__gt=0).order_by("pk")
    return _counted((str(key), _COMPARISON.decode(body)) for key, body in _bodies(rows))


def _bodies(rows: QuerySet[Comparison]) -> Iterable[tuple[Any, str]]:
    return rows.values_list("game_id", "body").iterator(500)


def _counted(found: Iterable[tuple[str, compare.Comparison]]) -> Summary:
    steps: Counter[str] = Counter()
    games: Counter[str] = Counter()
    samples: dict[str, list[tuple[str, int]]] = {}
    total = 0
    for game, comparison in found:
        total += len(comparison.steps)
        games.update({rule for step in comparison.steps for rule in step.rules})
        for step in comparison.steps:
            steps.update(step.rules)
            for rule in step.rules:
                named = samples.setdefault(rule, [])
                if len(named) < SAMPLES:
                    named.append((game, step.number))
    ordered = sorted(steps, key=lambda rule: (-steps[rule], rule))
    return Summary(total, tuple(RuleCount(rule, steps[rule], games[rule], tuple(samples[rule])) for rule in ordered))


def queue() -> queues.Queue:
    """The games that are to be compared, in all runs."""
    return queues.queue_of("reverification", Comparison.objects.all(), "run__created")
