"""Liveness and readiness. `/healthz`: the process answers. `/readyz`: a game can be recorded *and* verified now."""

import time
from collections.abc import Callable

from django.conf import settings
from django.db import DatabaseError, connection
from django.http import HttpRequest, JsonResponse
from kombu.exceptions import OperationalError

from gamelog.celery import app

PING_SECONDS = 1.0
_REMEMBER_SECONDS = 2.0
_last_worker_answer = (-_REMEMBER_SECONDS, False)


def healthz(request: HttpRequest) -> JsonResponse:
    """200 as long as the process serves requests."""
    return JsonResponse({"alive": True})


def readyz(request: HttpRequest) -> JsonResponse:
    """200 if database, broker and a worker answer, else 503; names the kind of database."""
    checks = {"database": database_answers(), "broker": broker_answers()}
    checks["worker"] = checks["broker"] and worker_answers()
    ready = all(checks.values())
    body = {"ready": ready, "database_kind": settings.DATABASE_KIND, "checks": checks}
    return JsonResponse(body, status=200 if ready else 503)


def database_answers() -> bool:
    """True when a query succeeds."""
    return _holds(_query, DatabaseError)


def broker_answers() -> bool:
    """True if a connection to the broker can be made at once; nothing is retried."""
    return _holds(_connect, OperationalError, OSError)


def worker_answers(clock: Callable[[], float] = time.monotonic) -> bool:
    """True if any worker answers a ping. The answer is cached for two seconds, so that polling costs little."""
    global _last_worker_answer
    asked, answer = _last_worker_answer
    if clock() - asked >= _REMEMBER_SECONDS:
        answer = _holds(_ping, OperationalError, OSError)
        _last_worker_answer = (clock(), answer)
    return answer


def _holds(check: Callable[[], bool], *errors: type[Exception]) -> bool:
    try:
        return check()
    except errors:
        return False


def _query() -> bool:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
        return bool(cursor.fetchone() == (1,))


def _connect() -> bool:
    with app.connection_for_write() as broker:
        broker.ensure_connection(max_retries=1, timeout=PING_SECONDS)
        return bool(broker.connected)


def _ping() -> bool:
    return bool(app.control.ping(timeout=PING_SECONDS, limit=1))
