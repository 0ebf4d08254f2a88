"""`/metrics`, for Prometheus: what this process counts, how the site stands, and what checks have written down.

How the site stands is read from rows, so any web process tells it. Each figure costs an index, not a table, because it
is asked for every few seconds.
"""

from __future__ import annotations

import hmac
import logging
from collections.abc import Iterator

from django.conf import settings
from django.core.cache import cache
from django.db import connection
from django.db.models import Max
from django.http import Http404, HttpRequest, HttpResponse

from gamelog import health, metrics
from gamelog.games.models import Event
from gamelog.games.queues import queue_state
from gamelog.transparency.selectors import head_now
from gamelog.visitors import comes_from

FOLDER = "metrics"
"""The folder in GAMELOG_VAR where checks leave their results, a file with the ending .prom each."""
LARGEST = 256 * 1024
PROBE = "gamelog-metrics"

log = logging.getLogger(__name__)


def metrics_page(request: HttpRequest) -> HttpResponse:
    """The figures, for whoever may read them; for others there is no such page."""
    if not may_read(request):
        raise Http404
    body = "\n".join([*metrics.own_lines(), *site_lines(), *left_lines(), ""])
    return HttpResponse(body, content_type=metrics.CONTENT_TYPE)


def may_read(request: HttpRequest) -> bool:
    """Whether a request comes from an address that may read the figures, or brings the token."""
    if comes_from(request, settings.METRICS_FROM):
        return True
    token: str = settings.METRICS_TOKEN
    given = request.headers.get("Authorization", "").removeprefix("Bearer ")
    return bool(token) and hmac.compare_digest(given.encode(), token.encode())


def site_lines() -> Iterator[str]:
    """How the site stands. While the database does not answer, that alone is told."""
    parts = {**health.parts(), "cache": _cache_answers()}
    yield from metrics.gauge(
        "gamelog_up", "Whether a part answers.", [({"part": each}, up) for each, up in parts.items()]
    )
    if not parts["database"]:
        return
    queues = queue_state()
    jobs = [({"kind": each.kind}, each.waiting + each.running) for each in queues]
    yield from metrics.gauge("gamelog_queue_jobs", "Jobs that are not done, by their kind.", jobs)
    lag = [({"kind": each.kind}, each.oldest) for each in queues]
    yield from metrics.gauge("gamelog_queue_lag_seconds", "Age of the oldest job that waits.", lag)
    events = Event.objects.aggregate(Max("pk"))["pk__max"] or 0
    yield from metrics.gauge("gamelog_events", "Events of games, by their highest primary key.", [({}, events)])
    head = head_now()
    entries = head.size if head else 0
    yield from metrics.gauge("gamelog_log_entries", "Entries of the transparency log.", [({}, entries)])
    yield from metrics.gauge("gamelog_database_bytes", "Size of the database.", [({}, database_bytes())])


def database_bytes() -> int:
    """The size of the database."""
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute("SELECT pg_database_size(current_database())")
            return int(cursor.fetchone()[0])
        pages, size = (cursor.execute(f"PRAGMA {each}").fetchone()[0] for each in ("page_count", "page_size"))
        return int(pages * size)


def _cache_answers() -> bool:
    """Whether the cache keeps what it is told; the one of a process alone always does."""
    if not settings.CACHES["default"].get("LOCATION"):
        return True
    # A text, because numbers are kept by this process while the server is down.
    cache.set(PROBE, "kept", 60)
    return bool(cache.get(PROBE) == "kept")


def left_lines() -> Iterator[str]:
    """What checks and other commands have left, by file; a file that is too large or unreadable is passed over."""
    for path in sorted((settings.VAR / FOLDER).glob("*.prom")):
        try:
            if path.stat().st_size > LARGEST:
                raise ValueError(f"it is larger than {LARGEST} bytes")
            yield path.read_text(encoding="utf-8").rstrip("\n")
        except (OSError, ValueError) as error:
            log.warning("%s is not read: %s", path.name, error)
