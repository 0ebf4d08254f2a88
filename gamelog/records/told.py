"""A finished run in words, as JSON for programs, and as metrics for Prometheus."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from gamelog.records.checks import CHECKS
from gamelog.records.findings import ALARMING, SEVERITIES, Found, Subject
from gamelog.records.run import Progress, Tally

ALWAYS = ("game", "event", "club", "sheet")
"""Kinds that a summary counts even if there are none."""
MOST = 1000
"""The findings that JSON lists; the counts are of all."""
ORIGINS = ("own", "imported")


def line(subject: Subject, found: Found) -> str:
    """A finding as a line of text."""
    origin = ", imported" if subject.imported else ""
    return f"{found.severity}: {subject.kind} {subject.name}{origin}: {found.line()}"


def summary(progress: Progress) -> str:
    """What was checked and what was found, in a line."""
    counts = []
    for check in CHECKS:
        own, came = (tallies.get(check.kind, Tally()).subjects for tallies in (progress.own, progress.imported))
        if own or came or check.kind in ALWAYS:
            plural = "" if own + came == 1 else "s"
            counts.append(f"{own + came} {check.kind}{plural}" + (f" ({came} imported)" if came else ""))
    found = [f"{progress.counted(each)} {each}" for each in ALARMING if progress.counted(each)] or ["nothing wrong"]
    remarks = progress.counted("remark")
    found += [f"{remarks} remark{'' if remarks == 1 else 's'}"] if remarks else []
    return f"{', '.join(counts)}: {', '.join(found)}."


def as_json(progress: Progress, found: Sequence[tuple[Subject, Found]]) -> bytes:
    """The run as one JSON object."""
    said: dict[str, Any] = {
        "started": progress.started, "seconds": round(progress.seconds, 3), "deep": progress.deep,
        "complete": progress.done and not progress.since,
        "counts": {origin: getattr(progress, origin) for origin in ORIGINS},
        "findings": [
            {"kind": subject.kind, "subject": subject.key, "name": subject.name, "imported": subject.imported,
             **each._asdict()}
            for subject, each in found[:MOST]
        ],
        "left_out": max(len(found) - MOST, 0),
    }  # fmt: skip
    return msgspec.json.format(msgspec.json.encode(said), indent=2) + b"\n"


def as_metrics(progress: Progress) -> bytes:
    """The run in the text form of Prometheus, for its collector of text files."""
    return "".join(f"{each}\n" for each in _metrics(progress)).encode()


def _metrics(progress: Progress) -> Iterator[str]:
    yield "# HELP gamelog_records_findings What the last check of stored records found."
    yield "# TYPE gamelog_records_findings gauge"
    for origin, kind, tally in _tallies(progress):
        for severity in SEVERITIES:
            labels = f'severity="{severity}",kind="{kind}",origin="{origin}"'
            yield f"gamelog_records_findings{{{labels}}} {tally.findings.get(severity, 0)}"
    yield "# HELP gamelog_records_checked How many subjects the last check looked at."
    yield "# TYPE gamelog_records_checked gauge"
    for origin, kind, tally in _tallies(progress):
        yield f'gamelog_records_checked{{kind="{kind}",origin="{origin}"}} {tally.subjects}'
    ended = (
        ("last_run_timestamp_seconds", "When the last check of stored records ended.", f"{time.time():.0f}"),
        ("last_run_duration_seconds", "How long it worked, without pauses.", f"{progress.seconds:.3f}"),
        ("last_run_deep", "Whether it verified battles anew.", str(int(progress.deep))),
        ("last_run_whole", "Whether it looked at all records, not only at recent ones.", str(int(not progress.since))),
    )
    for name, text, value in ended:
        yield f"# HELP gamelog_records_{name} {text}"
        yield f"# TYPE gamelog_records_{name} gauge"
        yield f"gamelog_records_{name} {value}"


def _tallies(progress: Progress) -> Iterator[tuple[str, str, Tally]]:
    for origin in ORIGINS:
        tallies: dict[str, Tally] = getattr(progress, origin)
        for check in CHECKS:
            if origin == "own" or check.kind in tallies:
                yield origin, check.kind, tallies.get(check.kind, Tally())
