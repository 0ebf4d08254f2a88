"""Liveness and readiness. `/healthz`: the process answers. `/readyz`: a game can be recorded *and* verified now, in
tables that are those of this program.
"""

import logging
import time
from collections.abc import Callable
from concurrent.futures import Future, wait
from contextlib import suppress
from importlib.util import find_spec
from pkgutil import iter_modules
from threading import Lock, Thread

from django.apps import apps
from django.conf import settings
from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.http import HttpRequest, JsonResponse

from gamelog.celery import app

PING_SECONDS = 0.7
DEADLINE = 0.9
"""Seconds after which a part that has not answered is taken for broken, so that whoever asks hears within a second."""
_REMEMBER_SECONDS = 2.0
_last_worker_answer = (-_REMEMBER_SECONDS, False)
_migrated = False
_asked: dict[str, Future[bool]] = {}
_asking = Lock()

log = logging.getLogger(__name__)


def healthz(request: HttpRequest) -> JsonResponse:
    """200 as long as the process serves requests."""
    return JsonResponse({"alive": True})


def readyz(request: HttpRequest) -> JsonResponse:
    """200 if database, broker and a worker answer, else 503; names the kind of database. Within a second, whatever
    hangs.
    """
    checks = parts()
    ready = all(checks.values())
    body = {"ready": ready, "database_kind": settings.DATABASE_KIND, "checks": checks}
    return JsonResponse(body, status=200 if ready else 503)


def parts() -> dict[str, bool]:
    """Which parts answer. Within a second, whatever hangs."""
    asked = {
        "database": _begun("database", database_answers), "broker": _begun("broker", broker_answers),
        "migrations": _begun("migrations", migrations_applied), "worker": _begun("worker", worker_answers),
    }  # fmt: skip
    wait(asked.values(), DEADLINE)
    checks = {name: answer.done() and answer.result() for name, answer in asked.items()}
    checks["worker"] = checks["broker"] and checks["worker"]
    checks["migrations"] = checks["database"] and checks["migrations"]
    return checks


def database_answers() -> bool:
    """True when a query succeeds."""
    return _holds(_query)


def migrations_applied() -> bool:
    """True when every migration of this program has been applied, which is so for good. An older program finds its own
    beside newer ones.
    """
    global _migrated
    _migrated = _migrated or _holds(_all_applied)
    return _migrated


def broker_answers() -> bool:
    """True if a connection to the broker can be made at once; nothing is retried."""
    return _holds(_connect)


def worker_answers(clock: Callable[[], float] = time.monotonic) -> bool:
    """True if any worker answers a ping. The answer is cached for two seconds, so that polling costs little."""
    global _last_worker_answer
    asked, answer = _last_worker_answer
    if clock() - asked >= _REMEMBER_SECONDS:
        answer = _holds(_ping)
        _last_worker_answer = (clock(), answer)
    return answer


def _begun(name: str, check: Callable[[], bool]) -> Future[bool]:
    """The answer to a check that runs in a thread of its own. One that still hangs is not asked a second time."""
    with _asking:
        known = _asked.get(name)
        if known is not None and not known.done():
            return known
        answer = _asked[name] = Future[bool]()

    def run() -> None:
        try:
            answer.set_result(check())
        finally:
            # The database's connection is this thread's.
            with suppress(Exception):
                connection.close()

    Thread(target=run, name=f"ready-{name}", daemon=True).start()
    return answer


def _holds(check: Callable[[], bool]) -> bool:
    try:
        return check()
    except Exception as error:
        # Whatever it is, the part does not answer, and whoever asks about readiness gets no error page.
        log.warning("a part does not answer: %r", error)
        return False


def _query() -> bool:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
        return bool(cursor.fetchone() == (1,))


def _all_applied() -> bool:
    applied = {(app, name) for app, name in MigrationRecorder(connection).applied_migrations()}
    return migrations_here() <= applied


def migrations_here() -> set[tuple[str, str]]:
    """The migrations of this program, by the names of their files: none of them is imported."""
    found = set()
    for each in apps.get_app_configs():
        package, _explicit = MigrationLoader.migrations_module(each.label)
        known = find_spec(package) if package else None
        folders = known.submodule_search_locations if known else None
        found |= {(each.label, file.name) for file in iter_modules(folders or []) if file.name[0] not in "_~"}
    return found


def _connect() -> bool:
    with app.connection_for_write() as broker:
        broker.ensure_connection(max_retries=1, timeout=PING_SECONDS)
        return bool(broker.connected)


def _ping() -> bool:
    return bool(app.control.ping(timeout=PING_SECONDS, limit=1))
