"""The pages about the transparency log: this site's own, and what this site and others keep of each other."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from gamelog.transparency import selectors, witnesses
from gamelog.transparency.models import Cosignature, WatchedLog, Witness
from rules import note


@require_safe
def log(request: HttpRequest) -> HttpResponse:
    """What the log is, its newest checkpoint, what can be downloaded, and how it is checked."""
    head = selectors.head_now()
    checkpoint = selectors.checkpoint(head).note.dump().decode() if head else ""
    return render(request, "frontend/site/log.html", {
        "head": head, "checkpoint": checkpoint, "origin": selectors.origin(),
        "key": next((key.text() for key in selectors.log_keys()), ""), "keepers": _keepers(),
    })  # fmt: skip


@require_safe
def witness(request: HttpRequest) -> HttpResponse:
    """What this site keeps of the logs of others, and what others keep of its own."""
    logs = [
        {"row": row, "last": witnesses.kept_of(row), "wrong": row.kept.exclude(wrong="").order_by("-id").first()}
        for row in WatchedLog.objects.order_by("url")
    ]
    key = next((key.text() for key in selectors.log_keys(note.COSIGNATURE)), "")
    return render(request, "frontend/site/witness.html", {
        "logs": logs, "keepers": _keepers(), "witnesses": Witness.objects.exclude(problem=""), "key": key,
        "url": request.build_absolute_uri("/").rstrip("/"),
    })  # fmt: skip


def _keepers() -> list[Cosignature]:
    """Of each witness of this site's log, the newest head that it keeps."""
    newest: dict[str, Cosignature] = {}
    for row in Cosignature.objects.order_by("id"):
        newest[row.name] = row
    return [newest[name] for name in sorted(newest)]
