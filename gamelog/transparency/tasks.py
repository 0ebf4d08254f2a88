"""The workers' tasks. They may run twice and may die anywhere; see `services` and `witnesses`."""

from contextlib import suppress

import structlog
from celery import shared_task

from gamelog.signing.services import KeysMissing
from gamelog.transparency import services, witnesses
from gamelog.transparency.models import WatchedLog, Witness
from gamelog.transparency.witnesses import Refused, Unknown

log = structlog.get_logger(__name__)

RUNS = 10
"""How often one task looks again for more: a site that had no log until now is read in many of them."""


@shared_task  # type: ignore[untyped-decorator]
def grow() -> None:
    """Add what has changed to the log. Runs on a schedule (settings, "Jobs")."""
    try:
        for _ in range(RUNS):
            if not services.log_grow().more:
                return
    except KeysMissing as error:
        # The next runs try again, and what happened meanwhile is added then.
        log.warning("log_not_grown", why=str(error))


@shared_task  # type: ignore[untyped-decorator]
def watch() -> None:
    """Send each log that is kept, and each witness. Runs on a schedule (settings, "Jobs")."""
    for row in WatchedLog.objects.values_list("pk", flat=True):
        look.delay(row)
    for row in Witness.objects.values_list("pk", flat=True):
        submit.delay(row)


@shared_task  # type: ignore[untyped-decorator]
def look(row_id: int) -> None:
    """Look at the log of another site; what is wrong with it is said on the page of what is kept."""
    with suppress(Refused, Unknown):
        witnesses.look(WatchedLog.objects.get(pk=row_id).url)


@shared_task  # type: ignore[untyped-decorator]
def submit(row_id: int) -> None:
    """Have a witness cosign the log."""
    with suppress(Refused, Unknown):
        witnesses.submit(Witness.objects.get(pk=row_id))
